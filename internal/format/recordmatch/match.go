package recordmatch

import (
	"slices"
	"time"

	"tourney/internal/fault"
	"tourney/internal/rules"
	"tourney/internal/rules/gamerecord"
	"tourney/internal/rules/sgf"
	"tourney/internal/tournament"
)

// A Match is the outcome for one file.
type Match struct {
	Name string
	// Data is the uploaded record, Hash the hash under which it would be stored; "" for a file that cannot be stored as
	// a record.
	Data []byte
	Hash string
	// Black, White, Date and Result are the texts in the record.
	Black, White, Date, Result string
	Moves                      int
	// Games are the possible games of the record, the likeliest first.
	Games []Fit
	// Clear is set when Games has one game and Doubts is empty.
	Clear bool
	// Refused is the fault of a file that fits no game; nil if it fits one. Then Games are all games of the round, for
	// a person to choose from, or none if the file is not a record.
	Refused error
	// Doubts are the questions for a person to decide, the most important first.
	Doubts []Reason
	// Other is the record along another branch, which may be the game as it was played, with OtherMoves moves; nil
	// without one.
	Other      []byte
	OtherMoves int
	// Rivals are the indexes of the other records of the same game.
	Rivals []int
}

// A Fit is a game that a record may belong to.
type Fit struct {
	Game *tournament.Game
	// Reasons are the reasons why it may.
	Reasons []Reason
	// Kept is the hash of the game's present record, "" without one.
	Kept string
	// Verdict is the check of the record by the rules, as a record of this game; nil for games that are only a choice.
	Verdict *rules.Verdict
}

// A Reason is a message for or against a record belonging to a game.
type Reason struct {
	Key  string
	Args []any
}

// Message returns the message of the reason.
func (r Reason) Message() (key string, args []any) { return r.Key, r.Args }

// Assign assigns records to the games of a published round, in their order. It changes
// nothing. Fault: "round.missing", "round.draft".
func Assign(t *tournament.Tournament, round int, files []File) ([]Match, error) {
	r := t.Round(round)
	switch {
	case r == nil:
		return nil, fault.New(fault.NotFound, "round.missing", round)
	case !r.Published:
		return nil, fault.New(fault.Conflict, "round.draft", round)
	}
	a := assigner{t: t, round: r, register: newRegister(t), first: map[string]string{}}
	matches := make([]Match, len(files))
	for i, f := range files {
		matches[i] = a.match(f)
	}
	findRivals(matches)
	for i := range matches {
		m := &matches[i]
		m.Clear = m.Refused == nil && len(m.Games) == 1 && len(m.Doubts) == 0
	}
	return matches, nil
}

// An assigner assigns records to the games of one round.
type assigner struct {
	t     *tournament.Tournament
	round *tournament.Round
	*register
	// first has the name of the file by the hash of its record.
	first map[string]string
}

// match assigns one file.
func (a *assigner) match(f File) Match {
	m := Match{Name: f.Name, Refused: f.Refused}
	if m.Refused != nil {
		return m
	}
	c, _ := gamerecord.Read(f.Data)
	if c.Len() == 1 && setsUpMuch(c.Game(0)) {
		m.Refused = fault.New(fault.Invalid, "rules.abuse")
		return m
	}
	judged, err := gamerecord.Judge(f.Data, a.t.Settings.RuleSystem())
	if err != nil {
		m.Refused = err
		return m
	}
	g := c.Game(0)
	m.Black, m.White, m.Date, m.Result = g.Name(sgf.Black), g.Name(sgf.White), g.Info("DT"), g.Info("RE")
	for n := range g.MainLine() {
		for range n.Moves() {
			m.Moves++
		}
	}
	if most := a.t.Settings.Size; max(judged.Cols, judged.Rows) > most {
		m.Refused = fault.New(fault.Invalid, "record.size", judged.Cols, judged.Rows, most)
		return m
	}
	if first, twice := a.first[judged.Hash]; twice {
		m.Refused = fault.New(fault.Conflict, "records.twice", first)
		return m
	}
	a.first[judged.Hash] = f.Name
	m.Data, m.Hash = f.Data, judged.Hash
	if b, ok := g.Branches(); ok && b.Likely() {
		m.Other, m.OtherMoves = []byte(g.Along(b.Other).String()), b.Other.Moves
	}
	a.fit(&m, g)
	return m
}

// setsUpMuch reports whether a record sets up far more stones by hand than any game or diagram has: its check takes
// long, and there may be hundreds of them.
func setsUpMuch(g sgf.Game) bool {
	const most = 10_000 // points
	n := 0
	for node := range g.MainLine() {
		if !node.HasSetup() {
			continue
		}
		for _, name := range []string{"AB", "AW", "AE"} {
			set := node.Points(name)
			n += set.Len()
		}
		if n > most {
			return true
		}
	}
	return false
}

// fit finds the possible games of a record.
func (a *assigner) fit(m *Match, g sgf.Game) {
	at := placeOf(a.t.Info.Slug, m.Name, g)
	black, white := a.meaning(m.Black), a.meaning(m.White)
	s := saying{place: at, day: dayOf(g), black: black, white: white}
	var best []Fit
	most := 0
	for i := range a.round.Games {
		game := &a.round.Games[i]
		fit, points := a.compare(game, s)
		switch {
		case points == 0 || points < most:
			continue
		case points > most:
			most, best = points, nil
		}
		best = append(best, fit)
	}
	if most == 0 {
		m.Refused = a.refusal(s)
		for i := range a.round.Games {
			game := &a.round.Games[i]
			m.Games = append(m.Games, Fit{Game: game, Kept: game.Record})
		}
		return
	}
	m.Games = best
	if len(best) > 1 {
		m.Doubts = append(m.Doubts, Reason{"records.doubt.several", []any{len(best)}})
	}
	for i := range m.Games {
		expected := a.t.Expectation(m.Games[i].Game)
		// The players' names in any spelling.
		switch game := m.Games[i].Game; {
		case black.means(game.Black) && white.means(game.White):
			expected.Black, expected.White = m.Black, m.White
		case black.means(game.White) && white.means(game.Black):
			expected.Black, expected.White = m.White, m.Black
		}
		m.Games[i].Verdict = rules.Check(g, a.t.Settings.RuleSystem(), rules.Options{Expect: &expected})
	}
	if len(best) == 1 {
		a.doubt(m, s, most)
	}
}

// A saying is the data of a record about its game.
type saying struct {
	place
	day          time.Time
	black, white meaning
}

// The weight of reasons: names outweigh a table, which decides between equal names.
const (
	tablePoints = 1
	namePoints  = 10
	pairPoints  = 100
)

// compare returns the reasons for a game, and their weight; 0 if it is impossible.
func (a *assigner) compare(game *tournament.Game, s saying) (fit Fit, points int) {
	fit = Fit{Game: game, Kept: game.Record}
	straight := s.black.means(game.Black) && s.white.means(game.White)
	swapped := s.black.means(game.White) && s.white.means(game.Black)
	why := func(key string, args ...any) { fit.Reasons = append(fit.Reasons, Reason{key, args}) }
	switch how := min(s.black.how, s.white.how); {
	case (straight || swapped) && how == exact:
		points = pairPoints + 2
		why("records.why.names")
	case (straight || swapped) && how == spelled:
		points = pairPoints + 1
		why("records.why.spelled")
	case straight || swapped:
		points = pairPoints
		why("records.why.nick")
	default:
		for _, side := range []struct{ named, other meaning }{{s.black, s.white}, {s.white, s.black}} {
			if side.other.how != unlike || !side.named.means(game.Black) && !side.named.means(game.White) {
				continue // the other one is a different player
			}
			points = namePoints + int(side.named.how)
			why("records.why.one", side.named.text)
		}
	}
	nobody := s.black.how == unlike && s.white.how == unlike
	if s.table == game.Table && (s.round == 0 || s.round == game.Round) && (points > 0 || nobody) {
		points += tablePoints
		why("records.why.table", s.table)
	}
	if points > 0 && !s.day.IsZero() && a.isNear(s.day) {
		why("records.why.date")
	}
	return fit, points
}

// doubt adds the doubts about the only game that fits; points is its weight.
func (a *assigner) doubt(m *Match, s saying, points int) {
	fit := &m.Games[0]
	game := fit.Game
	against := func(key string, args ...any) { m.Doubts = append(m.Doubts, Reason{key, args}) }
	switch fit.Kept {
	case "":
	case m.Hash:
		m.Refused = fault.New(fault.Conflict, "records.kept", game.Table)
		m.Games = nil
		return
	default:
		against("records.doubt.kept", game.Table)
	}
	if game.Recorded() {
		against("records.doubt.live")
	}
	if m.Other != nil {
		against("records.doubt.branch", m.Moves, m.OtherMoves)
	}
	switch {
	case points >= pairPoints:
	case points >= namePoints && s.table == game.Table: // two facts agree
	case points >= namePoints:
		against("records.doubt.one")
	default:
		against("records.doubt.table")
	}
	if s.black.means(game.White) && s.white.means(game.Black) && !(s.black.means(game.Black) && s.white.means(game.White)) {
		against("records.doubt.swapped")
	}
	if s.round != 0 && s.round != game.Round {
		against("records.doubt.round", s.round)
	} else if s.table != 0 && s.table != game.Table {
		against("records.doubt.place", s.table, game.Table)
	}
	if !s.day.IsZero() && !a.isNear(s.day) && a.hasDays() {
		against("records.doubt.date", m.Date)
	}
	if f, illegal := fit.Verdict.Illegal(); illegal {
		against("records.doubt.illegal", f.Move, f.Point.Name(fit.Verdict.Rows))
	}
	for _, f := range fit.Verdict.Findings {
		if f.Rule == rules.RuleExpectSize || f.Rule == rules.RuleExpectHandicap {
			against(f.Key(), f.Args...)
		}
	}
}

// hasDays reports whether the date of the round is known.
func (a *assigner) hasDays() bool { return !a.round.Start.IsZero() || !a.t.Info.Begin.IsZero() }

// isNear reports whether the round may have been played on a day: servers write the day of another time zone.
func (a *assigner) isNear(day time.Time) bool {
	begin, end := a.t.Info.Days()
	if start := a.round.Start; !start.IsZero() {
		begin, end = start, start
	}
	const zone = 36 * time.Hour
	return !begin.IsZero() && !day.Before(begin.Add(-zone)) && !day.After(end.Add(zone))
}

// refusal returns why a record fits no game of the round.
func (a *assigner) refusal(s saying) error {
	n := a.round.Number
	switch {
	case s.black.text == "" && s.white.text == "":
		return fault.New(fault.NotFound, "records.nameless")
	case s.black.how == unlike && s.white.how == unlike:
		return fault.New(fault.NotFound, "records.nobody", n, s.black.text+" – "+s.white.text)
	case s.black.how == unlike:
		return fault.New(fault.NotFound, "records.unplayed", n, s.white.text)
	case s.white.how == unlike:
		return fault.New(fault.NotFound, "records.unplayed", n, s.black.text)
	}
	for i := range a.t.Rounds {
		for j := range a.t.Rounds[i].Games {
			g := &a.t.Rounds[i].Games[j]
			if g.Round != n && a.t.Rounds[i].Published &&
				(s.black.means(g.Black) && s.white.means(g.White) || s.black.means(g.White) && s.white.means(g.Black)) {
				return fault.New(fault.NotFound, "records.elsewhere", s.black.text, s.white.text, g.Round, n)
			}
		}
	}
	return fault.New(fault.NotFound, "records.apart", s.black.text, s.white.text, n)
}

// findRivals adds a doubt to each of several records of one game.
func findRivals(matches []Match) {
	by := map[int][]int{}
	for i := range matches {
		if m := &matches[i]; m.Refused == nil && len(m.Games) == 1 {
			by[m.Games[0].Game.ID] = append(by[m.Games[0].Game.ID], i)
		}
	}
	for _, rivals := range by {
		for _, i := range rivals {
			m := &matches[i]
			m.Rivals = slices.DeleteFunc(slices.Clone(rivals), func(r int) bool { return r == i })
			if len(m.Rivals) > 0 {
				m.Doubts = append(m.Doubts, Reason{"records.doubt.rival", []any{matches[m.Rivals[0]].Name}})
			}
		}
	}
}
