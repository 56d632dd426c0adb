package federation

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"tourney/internal/fault"
	"tourney/internal/format/assemble"
	"tourney/internal/format/file"
	"tourney/internal/handicap"
	"tourney/internal/rules"
	"tourney/internal/tournament"
)

// ReadAGA reads results in the American federation's format, or a registration file of its programs. Results hold games
// only: a player without one in a round counts as absent. Several games of a player in one section go to several
// rounds.
func ReadAGA(data []byte) (*tournament.Tournament, []file.Finding, error) {
	text, encoding, guess := file.Decode(data)
	a := &agaReader{agaScan: scanAGA(text), ids: map[string]tournament.PlayerID{}, last: map[string]int{}}
	a.OwnKomi = true
	if guess {
		a.Findings.Add(file.Finding{Severity: file.Info, Key: "resultsheet.encoding", Args: []any{encoding}})
	}
	for _, line := range a.strange {
		a.Warn(line.at, "resultsheet.line", fault.Clip(line.text))
	}
	if len(a.agaScan.players) == 0 {
		return nil, a.Findings.All(), fault.New(fault.Invalid, "resultsheet.empty")
	}
	for _, step := range []func() error{a.open, a.enterPlayers, a.enterGames} {
		if err := step(); err != nil {
			return nil, a.Findings.All(), err
		}
	}
	return a.T, a.Findings.All(), nil
}

type agaReader struct {
	assemble.Assembly
	*agaScan
	ids  map[string]tournament.PlayerID // by the keys that games have for players
	last map[string]int                 // the last round of a player so far
	// bare counts the games without handicap or komi.
	bare int
}

func (a *agaReader) open() error {
	location := a.header["location"]
	name := strings.TrimSuffix(a.header["name"], ", "+location)
	s, err := tournament.PresetNamed("aga")
	if err != nil {
		return err
	}
	if a.title != "" || len(a.sections) > 0 {
		s = s.WithSystem(tournament.Swiss)
	}
	s.Rounds = 1 // as many as have games
	if text, stated := a.header["rounds"]; stated && !assemble.TakeNumber(text, 1, tournament.MaxRounds, func(n int) { s.Rounds = n }) {
		a.Warn(a.places["rounds"], "import.value", "ROUNDS", fault.Clip(text))
	}
	system, known := rules.ByName(strings.ToLower(cmp.Or(a.header["rules"], "aga")))
	if known {
		s.Rules = system.Name
	} else {
		a.Warn(a.places["rules"], "import.value", "rules", fault.Clip(a.header["rules"]))
	}
	if s.Rules != "aga" {
		s.Handicap.EvenKomi = 13
	}
	begin, end := a.days()
	info := tournament.Info{Name: name, Place: location, Begin: tournament.DateOf(begin), End: tournament.DateOf(end)}
	if err := a.Begin(file.Position{}, info, s, "AGA"); err != nil {
		return err
	}
	a.Findings.Add(file.Finding{Severity: file.Info, Key: "resultsheet.settings"})
	return nil
}

// days are the first and the last day. A directive DATE may have both.
func (a *agaReader) days() (begin, end time.Time) {
	first, last := a.header["start"], a.header["finish"]
	if words := strings.FieldsFunc(first, func(r rune) bool { return r == ' ' || r == '\t' || r == ',' }); last == "" && len(words) > 1 {
		first, last = words[0], words[len(words)-1]
		a.places["finish"] = a.places["start"]
	}
	return a.americanDay("start", first), a.americanDay("finish", last)
}

// americanDay reads a day in the federation's form, or in OpenGotha's.
func (a *agaReader) americanDay(key, text string) time.Time {
	for _, layout := range []string{"1/2/2006", "1/2/06", "1-2-2006"} {
		if day, err := time.Parse(layout, text); err == nil {
			return day
		}
	}
	return a.Day(a.places[key], text)
}

// enterPlayers enters the players. A player loses a number that another player has.
func (a *agaReader) enterPlayers() error {
	registered := a.title == "" && len(a.sections) == 0
	for _, p := range a.agaScan.players {
		first, twice := a.ids[p.id]
		if twice {
			p.player.AGA = ""
			name := strings.TrimSpace(p.player.Family + " " + p.player.Given)
			a.Warn(p.at, "import.id.twice", fault.Clip(name), p.id, a.T.Player(first).Name())
		}
		switch {
		case registered:
			p.player.Notes = p.comment
		case p.player.Status != tournament.Withdrawn:
			p.player.Status = tournament.CheckedIn
		}
		for _, n := range p.byes {
			if p.player.Absent = p.player.Absent.With(n); !p.player.Absent.Has(n) {
				a.Warn(p.at, "import.value", "BYE", strconv.Itoa(n))
			}
		}
		if p.leftover != "" {
			a.Warn(p.at, "resultsheet.rest", fault.Clip(p.leftover))
		}
		id, err := a.Player(p.at, p.player, p.wrote)
		if err != nil {
			return err
		}
		if !twice {
			a.ids[p.id] = id
		}
	}
	return nil
}

// enterGames enters the games, section by section in the order of their numbers.
func (a *agaReader) enterGames() error {
	previous := 0
	for i := range a.sections {
		s := &a.sections[i]
		if s.number == 0 || s.count && s.number == s.lines && s.number != previous+1 {
			s.number = previous + 1
		}
		previous = s.number
		a.Announced += max(s.lines, 1)
	}
	slices.SortStableFunc(a.sections, func(s, t agaSectionLines) int { return cmp.Compare(s.number, t.number) })
	for i := range a.sections {
		a.enterSection(&a.sections[i])
	}
	if a.bare > 0 {
		a.Warn(file.Position{}, "resultsheet.terms", a.bare)
	}
	if len(a.sections) > 0 {
		a.absences()
		a.T.Settings.Rounds = max(len(a.Rounds), a.T.Settings.Rounds)
	}
	return a.Finish()
}

// enterSection enters the games of a section. Each game goes to the round of the section, or to the first one
// after the last game of its players.
func (a *agaReader) enterSection(s *agaSectionLines) {
	if s.title != "" {
		a.Warn(s.at, "resultsheet.rest", fault.Clip(s.title))
	}
	to := s.number
	for _, g := range s.games {
		n := max(s.number, a.last[g.white]+1, a.last[g.black]+1)
		r := a.Round(g.at, n)
		if r == nil {
			continue
		}
		if g.leftover != "" {
			a.Warn(g.at, "resultsheet.rest", fault.Clip(g.leftover))
		}
		if a.enterGame(g, r, n) {
			a.last[g.white], a.last[g.black] = n, n
			to = max(to, n)
		}
	}
	if to > s.number {
		a.Warn(s.at, "resultsheet.spread", s.number, to)
	}
}

// enterGame enters a game into round n, and reports whether it could.
func (a *agaReader) enterGame(in agaGameLine, r *assemble.Round, n int) bool {
	white, black := a.ids[in.white], a.ids[in.black]
	switch {
	case white == 0 || black == 0:
		a.Warn(in.at, "import.game.player", n, len(r.Games)+1)
		return false
	case white == black:
		a.Warn(in.at, "import.twice", a.T.Player(white).Name(), n)
		return false
	}
	g := tournament.Game{Table: len(r.Games) + 1, Black: black, White: white, Result: in.result}
	even := a.T.Settings.Handicap.EvenKomi
	if in.stones == "" || in.komi == "" {
		a.bare++
	}
	readable := in.stones == "" || assemble.TakeNumber(in.stones, 0, 99, func(n int) { g.Handicap = n })
	if !readable {
		a.Warn(in.at, "import.value", "HANDICAP", fault.Clip(in.stones))
	}
	komi, err := handicap.ParseKomi(in.komi)
	switch whole, _ := agaKomi(even); {
	case err != nil && in.komi != "":
		a.Warn(in.at, "import.value", "KOMI", fault.Clip(in.komi))
		fallthrough
	case in.komi == "":
		g.Komi = a.T.Settings.Handicap.KomiFor(g.Handicap)
	case g.Handicap == 0 && komi == handicap.Komi(2*whole): // 6.5 and 7.5 are both written 7
		g.Komi = even
	case g.Handicap == 0 && komi == 0 && readable: // the first handicap: no komi
		g.Handicap = 1
	default:
		g.Komi = komi
	}
	r.Game(in.at, g)
	return true
}

// absences marks players without a game in a round as absent.
func (a *agaReader) absences() {
	for n := range a.Rounds {
		plays := map[tournament.PlayerID]bool{}
		for _, id := range a.Rounds[n].Players() {
			plays[id] = true
		}
		for i := range a.T.Players {
			if p := &a.T.Players[i]; !plays[p.ID] {
				p.Absent = p.Absent.With(n + 1)
			}
		}
	}
}
