package desk

import (
	"context"
	"slices"
	"strings"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/fault"
	"tourney/internal/rank"
	"tourney/internal/spelling"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
)

// A namesLine is a line with names at the desk of open play.
type namesLine struct {
	Does namesCommand
	// A arrives, goes home or plays B.
	A, B tournament.PlayerID
	// New is a person who is added.
	New tournament.Player
	// Against allows a game against a rule of the evening.
	Against bool
}

// A namesCommand is the command of a namesLine.
type namesCommand int

// The commands: a player arrives, who may be there already; goes home; two begin a game; a new person arrives.
const (
	namesArrive namesCommand = iota
	namesHome
	namesBegin
	namesAdd
)

// parseNames parses a line with names:
//
//	otso          arrives
//	-otso         goes home
//	otso jagoda   begin a game
//	otso jagoda ! although a rule of the evening is against it
//	aho aino 12k  a new person arrives
//
// The beginning of a word of a name is enough. ok is false for a line without names. Faults: "open.unknown" for a name
// that nobody has, "open.several" for one that several people have.
func parseNames(t *tournament.Tournament, text string, words lineWords) (line namesLine, ok bool, err error) {
	text = strings.TrimSpace(text)
	if read, err := parseLine(text, words); err != nil || read.Does != lineFind || strings.HasPrefix(text, "/") {
		return namesLine{}, false, nil
	}
	text, line.Against = strings.CutSuffix(text, "!")
	if name := strings.TrimLeft(text, "-–"); name != text {
		line.Does = namesHome
		line.A, err = oneNamed(t, spelling.Words(name))
		return line, true, err
	}
	names := spelling.Words(text)
	found := named(t, names)
	switch {
	case len(found) == 1:
		line.A = found[0]
		return line, true, nil
	case len(found) > 1:
		return line, true, several(t, text, found)
	}
	if pairs := pairsNamed(t, names); len(pairs) > 0 {
		line.Does, line.A, line.B = namesBegin, pairs[0][0], pairs[0][1]
		if len(pairs) > 1 {
			err = several(t, text, slices.Concat(pairs[0][:], pairs[1][:]))
		}
		return line, true, err
	}
	fields := strings.Fields(text)
	if r, err := rank.Parse(fields[len(fields)-1]); err == nil && len(fields) > 1 {
		line.Does = namesAdd
		line.New.Family, line.New.Given, _ = spelling.SplitName(strings.Join(fields[:len(fields)-1], " "), false)
		line.New.Rank, line.New.Status = r, tournament.CheckedIn
		return line, true, nil
	}
	return line, true, unknown(text)
}

// several is the fault of a text that names several people.
func several(t *tournament.Tournament, text string, found []tournament.PlayerID) error {
	const most = 4
	var names []string
	for _, id := range found[:min(most, len(found))] {
		if name := t.NameOf(id); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if len(found) > most {
		names = append(names, "…")
	}
	return fault.New(fault.Conflict, "open.several", fault.Clip(text), strings.Join(names, ", "))
}

func unknown(text string) error {
	return fault.New(fault.NotFound, "open.unknown", fault.Clip(strings.TrimSpace(text)))
}

// oneNamed returns the only player with all words in the name, at the evening if there is one.
func oneNamed(t *tournament.Tournament, words []string) (tournament.PlayerID, error) {
	found := present(t, named(t, words))
	switch len(found) {
	case 0:
		return 0, unknown(strings.Join(words, " "))
	case 1:
		return found[0], nil
	}
	return 0, several(t, strings.Join(words, " "), found)
}

// named returns the players with a name in which some words begin with all these words.
func named(t *tournament.Tournament, words []string) (found []tournament.PlayerID) {
	if len(words) == 0 {
		return nil
	}
	for i := range t.Players {
		p := &t.Players[i]
		text := spelling.SearchText(p.Name())
		if p.Status == tournament.Withdrawn || slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(text, " "+w) }) {
			continue
		}
		found = append(found, p.ID)
	}
	return found
}

// present returns those of some players who are at the evening, or all of them if nobody is.
func present(t *tournament.Tournament, players []tournament.PlayerID) []tournament.PlayerID {
	var here []tournament.PlayerID
	for _, id := range players {
		if t.Player(id).Status == tournament.CheckedIn {
			here = append(here, id)
		}
	}
	if len(here) == 0 {
		return players
	}
	return here
}

// pairsNamed returns the pairs of players whose names the words give one after the other.
func pairsNamed(t *tournament.Tournament, words []string) (pairs [][2]tournament.PlayerID) {
	for k := 1; k < len(words); k++ {
		first, second := present(t, named(t, words[:k])), present(t, named(t, words[k:]))
		for _, a := range first {
			for _, b := range second {
				if pair := [2]tournament.PlayerID{a, b}; a != b && !slices.Contains(pairs, pair) {
					pairs = append(pairs, pair)
				}
			}
		}
	}
	return pairs
}

// executeNames carries out a line with names. done is false for another line.
func (s *Handlers) executeNames(c *gin.Context, f entryForm, text string) (next page.DeskState, done bool, err error) {
	ctx, t := c.Request.Context(), f.snapshot.Tournament
	line, done, err := parseNames(t, text, newLineWords(s.Language(c), t))
	if !done || err != nil {
		return f.state, done, err
	}
	f.state.Table = 0
	switch line.Does {
	case namesArrive:
		if g := t.RunningGame(line.A); g != nil {
			return page.DeskState{Slug: f.state.Slug, Table: g.Table}, true, nil
		}
		if p := t.Player(line.A); p.Status == tournament.CheckedIn {
			return f.state, true, fault.New(fault.Conflict, "open.waits", p.Name())
		}
		err = f.editor.SetStatus(ctx, line.A, tournament.CheckedIn)
	case namesHome:
		err = f.editor.SetStatus(ctx, line.A, tournament.Preliminary)
	case namesAdd:
		_, err = f.editor.AddPlayer(ctx, line.New, tournament.RefuseNamesakes, "")
	case namesBegin:
		for _, id := range []tournament.PlayerID{line.A, line.B} {
			if err == nil && t.Player(id).Status != tournament.CheckedIn {
				err = f.editor.SetStatus(ctx, id, tournament.CheckedIn)
			}
		}
		if err == nil {
			err = s.begin(c, f, director.Pairing{A: line.A, B: line.B, Against: line.Against})
		}
	}
	if err == nil {
		next, err = s.afterStep(c, f)
	}
	return next, true, err
}

// readNames explains a line with names; nil for another line.
func (s *Handlers) readNames(ctx context.Context, p *roundPage, snapshot *director.Snapshot, text string) (*readingView, error) {
	t := snapshot.Tournament
	line, ok, err := parseNames(t, text, newLineWords(p.Language, t))
	if !ok {
		return nil, nil
	}
	if err != nil {
		return &readingView{Text: page.Pieces(p.Language, p.Error(err)), Wrong: true}, nil
	}
	say := func(key string, args ...any) *readingView {
		return &readingView{Text: page.Pieces(p.Language, p.T(key, args...)), Note: p.T("desk.reading.saves")}
	}
	switch line.Does {
	case namesHome:
		if g := t.RunningGame(line.A); g != nil {
			v := say("open.playing", t.NameOf(line.A), g.Table)
			v.Note, v.Wrong = "", true
			return v, nil
		}
		return say("open.reading.home", t.NameOf(line.A)), nil
	case namesAdd:
		return say("open.reading.add", line.New.Name(), line.New.Rank), nil
	case namesBegin:
		return s.readPair(ctx, p, snapshot, line)
	}
	if g := t.RunningGame(line.A); g != nil {
		return &readingView{
			Text: page.Pieces(p.Language, p.T("open.playing", t.NameOf(line.A), g.Table)), Note: p.T("desk.reading.opens"),
		}, nil
	}
	if t.Player(line.A).Status == tournament.CheckedIn {
		return &readingView{Text: page.Pieces(p.Language, p.T("open.waits", t.NameOf(line.A))), Note: p.T("open.reading.second")}, nil
	}
	v := say("open.reading.arrives", t.NameOf(line.A))
	v.Note += " " + p.T("open.reading.second")
	return v, nil
}

// readPair explains a game of two players.
func (s *Handlers) readPair(ctx context.Context, p *roundPage, snapshot *director.Snapshot, line namesLine) (*readingView, error) {
	t := snapshot.Tournament
	verdict, err := snapshot.JudgeGame(ctx, s.Director.Now(), line.A, line.B)
	if _, refused := fault.As(err); refused {
		return &readingView{Text: page.Pieces(p.Language, p.Error(err)), Wrong: true}, nil
	}
	if err != nil {
		return nil, err
	}
	g := tournament.Game{Black: verdict.Black, White: verdict.White, Handicap: verdict.Terms.Number, Komi: verdict.Terms.Komi}
	v := &readingView{
		Text: page.Pieces(p.Language, p.T("open.reading.begin", page.NewPlayerView(t, g.Black).Brief, page.NewPlayerView(t, g.White).Brief,
			page.LongTerms(p.Language, &g))),
		Note: page.EveningReasons(p.Language, t, verdict.Reasons),
	}
	if len(verdict.Against) > 0 {
		v.Note = page.EveningReasons(p.Language, t, verdict.Against)
		if v.Wrong = !line.Against; v.Wrong {
			v.Note += " " + p.T("open.reading.against")
		}
	}
	return v, nil
}
