package pairing

import (
	"slices"

	"tourney/internal/fault"
	"tourney/internal/tournament"
)

// changeMatches applies a change to the matches of a round and lays out the
// changed matches on their boards. The games of other matches stay as they are.
func changeMatches(
	t *tournament.Tournament, change func(v *tournament.Tournament) (*tournament.Round, error),
) (*tournament.Round, error) {
	next, err := change(ofTeams(t))
	if err != nil {
		return nil, err
	}
	return layOutAgain(t, next, 0)
}

// LineUp lays out the boards of a team's match in round n again, by its present line-up, or gives its bye to the
// players of the line-up. Games of the same two players at the same board stay as they are; one with a result must be
// among them.
func LineUp(t *tournament.Tournament, n int, team tournament.PlayerID) (*tournament.Round, error) {
	if t.Round(n) == nil {
		return nil, fault.New(fault.NotFound, "round.missing", n)
	}
	return layOutAgain(t, t.OfTeams().Round(n), team)
}

// layOutAgain lays out a round of teams on boards. Existing matches and byes of the teams stay, except the match or bye
// of one team; 0 means no team.
func layOutAgain(t *tournament.Tournament, round *tournament.Round, anew tournament.PlayerID) (*tournament.Round, error) {
	l := newLayout(t, round.Number)
	for _, g := range round.Games {
		if m := l.matchAt(g); m != nil && g.Has(m.A) && g.Has(m.B) && !g.Has(anew) {
			l.keep(m)
		} else {
			l.layOut(g, m)
		}
	}
	for _, id := range round.Byes {
		if slices.Contains(l.resting, id) && id != anew {
			l.next.Byes = append(l.next.Byes, l.byesOf(id)...)
		} else {
			l.next.Byes = append(l.next.Byes, t.Lineup(t.Team(id), round.Number)...)
		}
	}
	return l.next, l.err
}

// Unmatch takes the match of a team out of round n with all its boards.
func Unmatch(t *tournament.Tournament, n int, team tournament.PlayerID) (*tournament.Round, error) {
	if t.Team(team) == nil {
		return nil, fault.New(fault.NotFound, "team.missing", int(team))
	}
	return changeMatches(t, func(v *tournament.Tournament) (*tournament.Round, error) {
		r := v.Round(n)
		if r == nil {
			return nil, fault.New(fault.NotFound, "round.missing", n)
		}
		g := r.Game(team)
		if g == nil {
			return nil, fault.New(fault.NotFound, "team.unmatched", t.Team(team).Name, n)
		}
		matches, _ := t.Matches(n)
		for _, board := range matches[g.Table-1].Games {
			if err := refuseFinished(board); err != nil {
				return nil, err
			}
		}
		id := g.ID
		r.Games = slices.DeleteFunc(r.Games, func(o tournament.Game) bool { return o.ID == id })
		return r, nil
	})
}

// A layout is a round of teams that is laid out on boards again.
type layout struct {
	t *tournament.Tournament
	o *objective
	// r is the round as it was, with its matches and the teams resting; next is the round as it becomes.
	r, next *tournament.Round
	matches []tournament.Match
	resting []tournament.PlayerID
	err     error
}

// newLayout returns a layout with the games and byes that belong to no match.
func newLayout(t *tournament.Tournament, n int) *layout {
	r := t.Round(n)
	l := &layout{t: t, r: r, next: &tournament.Round{Number: n, Published: r.Published, Start: r.Start, Drawn: r.Drawn}}
	l.o = newObjective(t, n, r.Drawn.Seed, nil)
	l.matches, l.resting = t.Matches(n)
	for _, g := range l.r.Games {
		if matchWith(l.matches, g.ID) < 0 {
			l.next.Games = append(l.next.Games, g)
		}
	}
	for _, id := range l.r.Byes {
		if t.TeamOf(id) == nil {
			l.next.Byes = append(l.next.Byes, id)
		}
	}
	return l
}

// matchWith returns the index of the match with a board, or -1.
func matchWith(matches []tournament.Match, game int) int {
	return slices.IndexFunc(matches, func(m tournament.Match) bool {
		return slices.ContainsFunc(m.Games, func(g *tournament.Game) bool { return g.ID == game })
	})
}

// matchAt returns the match with the first board g, or nil.
func (l *layout) matchAt(g tournament.Game) *tournament.Match {
	i := slices.IndexFunc(l.matches, func(m tournament.Match) bool { return m.Games[0].ID == g.ID })
	if i < 0 {
		return nil
	}
	return &l.matches[i]
}

// keep takes a match over as it is.
func (l *layout) keep(m *tournament.Match) {
	for _, g := range m.Games {
		l.next.Games = append(l.next.Games, *g)
	}
	l.next.Byes = append(append(l.next.Byes, l.byesOf(m.A)...), l.byesOf(m.B)...)
}

func (l *layout) byesOf(team tournament.PlayerID) []tournament.PlayerID {
	var byes []tournament.PlayerID
	for _, id := range l.r.Byes {
		if of := l.t.TeamOf(id); of != nil && of.ID == team {
			byes = append(byes, id)
		}
	}
	return byes
}

// layOut adds the boards of a match; they take the IDs and tables of the match
// that it replaces, as far as that has any.
func (l *layout) layOut(match tournament.Game, old *tournament.Match) {
	boards := fixture{}.layOutMatch(l.t, l.o, Pairing{Game: match}, &l.next.Byes)
	if len(boards) == 0 && l.err == nil {
		l.err = fault.New(fault.Conflict, "team.nobody", l.t.Team(match.Black).Name, l.t.Team(match.White).Name, l.r.Number)
	}
	for k := range boards {
		g := boards[k].Game
		g.Locked = match.Locked
		if old != nil && k < len(old.Games) {
			was := old.Games[k]
			if was.Has(g.Black) && was.Has(g.White) {
				g = *was
			} else {
				l.refuseFinished(was)
				g.ID, g.Table, g.Revision = was.ID, was.Table, was.Revision+1
			}
		}
		l.next.Games = append(l.next.Games, g)
	}
	if old != nil {
		for _, g := range old.Games[min(len(boards), len(old.Games)):] {
			l.refuseFinished(g)
		}
	}
}

// refuseFinished notes the fault if a game that has a result would have to go.
func (l *layout) refuseFinished(g *tournament.Game) {
	if l.err == nil {
		l.err = refuseFinished(g)
	}
}
