package tournament

import (
	"cmp"
	"slices"

	"tourney/internal/fault"
)

// A TieBreak decides a match of a knockout in which both teams have won equally
// many boards.
type TieBreak string

// The tie-breaks: the boards without the last, without the last two and so on;
// the sum of the numbers of the boards won, the last counting 1 (Berlin
// system); the first board; the boards won in earlier rounds; a lot from the
// seed of the round; the director's decision.
const (
	TieUpper    TieBreak = "upper"
	TieBerlin   TieBreak = "berlin"
	TieFirst    TieBreak = "first"
	TieEarlier  TieBreak = "earlier"
	TieLot      TieBreak = "lot"
	TieDirector TieBreak = "director"
)

// TieBreaks lists the tie-breaks in the order of choice lists.
func TieBreaks() []TieBreak {
	return []TieBreak{TieUpper, TieBerlin, TieFirst, TieEarlier, TieLot, TieDirector}
}

// Message returns the message that names the tie-break.
func (b TieBreak) Message() (key string, args []any) { return "criterion.tiebreak." + string(b), nil }

// A TieOrder is an order of tie-breaks, formatted as a list.
type TieOrder []TieBreak

// Message returns the message that lists the tie-breaks.
func (o TieOrder) Message() (key string, args []any) {
	if len(o) == 1 {
		return o[0].Message()
	}
	return "criterion.tiebreak.then", []any{o[0], o[1:]}
}

// TieOrder returns the tie-breaks of the matches from the settings; the default is the upper boards, the boards won in
// earlier rounds and the lot.
func (p *TeamPlay) TieOrder() TieOrder {
	if len(p.TieBreaks) == 0 {
		return TieOrder{TieUpper, TieEarlier, TieLot}
	}
	return p.TieBreaks
}

// checkTieBreaks refuses unknown or repeated tie-breaks, and any after a tie-break that always decides.
func (p *TeamPlay) checkTieBreaks() error {
	for i, b := range p.TieBreaks {
		switch {
		case !slices.Contains(TieBreaks(), b):
			return fault.New(fault.Invalid, "criterion.tiebreak.unknown", fault.Clip(string(b)))
		case slices.Contains(p.TieBreaks[:i], b):
			return fault.New(fault.Invalid, "criterion.tiebreak.twice", b)
		case i > 0 && (p.TieBreaks[i-1] == TieLot || p.TieBreaks[i-1] == TieDirector):
			return fault.New(fault.Invalid, "criterion.tiebreak.after", b, p.TieBreaks[i-1])
		}
	}
	return nil
}

// Advancing returns the team that advances from a match of round n, and the deciding tie-break. team is 0 while the
// director's decision is missing.
func (t *Tournament) Advancing(n int, m *Match) (team PlayerID, by TieBreak) {
	if chosen := m.Games[0].Advancing; chosen == m.A || chosen == m.B {
		return chosen, TieDirector
	}
	if m.Result(t).Outcome == BothLose {
		return 0, TieDirector // no game was played
	}
	for _, by := range t.Settings.Teams.TieOrder() {
		switch order := t.tieBreak(n, m, by); {
		case order < 0:
			return m.A, by
		case order > 0:
			return m.B, by
		}
	}
	return 0, TieDirector
}

// tieBreak compares the teams of a match by one tie-break: below 0 if A
// advances, above 0 if B does.
func (t *Tournament) tieBreak(n int, m *Match, by TieBreak) int {
	a, b := m.Boards(t)
	switch by {
	case TieUpper:
		for upper := len(a) - 1; upper > 0; upper-- {
			if order := cmp.Compare(sum(b[:upper]), sum(a[:upper])); order != 0 {
				return order
			}
		}
	case TieBerlin:
		var forA, forB Score
		for i := range a {
			forA += Score(len(a)-i) * a[i]
			forB += Score(len(a)-i) * b[i]
		}
		return cmp.Compare(forB, forA)
	case TieFirst:
		return cmp.Compare(b[0], a[0])
	case TieEarlier:
		return cmp.Compare(t.boardsBefore(n, m.B), t.boardsBefore(n, m.A))
	case TieLot:
		r := t.Round(n)
		return cmp.Or(cmp.Compare(lot(r, m.A), lot(r, m.B)), cmp.Compare(m.A, m.B))
	}
	return 0
}

func sum(scores []Score) (total Score) {
	for _, s := range scores {
		total += s
	}
	return total
}

// boardsBefore adds up the board points of a team before round n.
func (t *Tournament) boardsBefore(n int, team PlayerID) (total Score) {
	for q := 1; q < n; q++ {
		matches, _ := t.Matches(q)
		for k := range matches {
			a, b := matches[k].Boards(t)
			switch team {
			case matches[k].A:
				total += sum(a)
			case matches[k].B:
				total += sum(b)
			}
		}
	}
	return total
}

// lot is a team's lot in a round; the smallest advances. It hashes the seed
// of the draw with the finisher of SplitMix64.
func lot(r *Round, team PlayerID) uint64 {
	x := r.Drawn.Seed + uint64(r.Number)<<32 + uint64(team)
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// Advance advances a player or a team from a knockout match without a winner, by the director's decision. It overrides
// every tie-break.
func (t *Tournament) Advance(n int, id PlayerID) error {
	r := t.Round(n)
	switch {
	case r == nil:
		return fault.New(fault.NotFound, "round.missing", n)
	case !r.Published:
		return fault.New(fault.Conflict, "round.draft", n)
	case !t.Settings.Stage(n).System.Eliminates():
		return fault.New(fault.Conflict, "desk.advance.system", n)
	}
	g, result := r.Game(id), Result{}
	if t.Settings.Teams.Boards > 0 {
		g = nil
		matches, _ := t.Matches(n)
		for k := range matches {
			if m := &matches[k]; m.A == id || m.B == id {
				g, result = m.Games[0], m.Result(t)
			}
		}
	} else if g != nil {
		result = g.Decided()
	}
	switch {
	case g == nil:
		return fault.New(fault.NotFound, "desk.advance.nobody", t.NameOf(id), n)
	case !result.Known():
		return fault.New(fault.Conflict, "desk.advance.unknown", t.NameOf(id), n)
	case result.Outcome == BlackWins || result.Outcome == WhiteWins:
		return fault.New(fault.Conflict, "desk.advance.won", t.NameOf(id), n)
	}
	r.Game(g.Black).Advancing = id
	return nil
}
