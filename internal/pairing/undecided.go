package pairing

import "tourney/internal/tournament"

// An UndecidedMatch is a match of a knockout whose result names no winner.
type UndecidedMatch struct {
	// A and B are the players, or the teams.
	A, B tournament.PlayerID
	// Advancing is the player or team that advances, 0 while undecided; By is the
	// tie-break that decided, or would have to.
	Advancing tournament.PlayerID
	By        tournament.TieBreak
}

// UndecidedMatches returns the matches of a published round n of a knockout that have no winner, in the order of the
// bracket.
func UndecidedMatches(t *tournament.Tournament, n int) []UndecidedMatch {
	tree, ok := Tree(t, n)
	teams := t.Settings.Teams.Boards > 0
	v := t
	if teams {
		v = t.OfTeams()
	}
	r := v.Round(n)
	if !ok || r == nil || !r.Published {
		return nil
	}
	var list []UndecidedMatch
	for i := range tree.Matches {
		m := &tree.Matches[i]
		g := r.Game(m.Sides[0].Player)
		if m.Round != n || m.Spared || m.Walkover || g == nil || !g.Has(m.Sides[1].Player) || !g.Decided().Known() {
			continue
		}
		if outcome := g.Decided().Outcome; outcome == tournament.BlackWins || outcome == tournament.WhiteWins {
			continue
		}
		match := UndecidedMatch{A: m.Sides[0].Player, B: m.Sides[1].Player, By: tournament.TieDirector}
		if g.Has(g.Advancing) {
			match.Advancing = g.Advancing
		}
		if matches, _ := t.Matches(n); teams {
			_, match.By = t.Advancing(n, &matches[g.Table-1])
		}
		list = append(list, match)
	}
	return list
}
