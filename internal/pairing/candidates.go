package pairing

import (
	"cmp"
	"slices"

	"tourney/internal/fault"
	"tourney/internal/tournament"
)

// A Candidate is a possible opponent of a player in a round.
type Candidate struct {
	Player tournament.PlayerID
	// Game is the game they would play, with colours, handicap and komi.
	Game tournament.Game
	// Weight and Shares are the value of the pair by the criteria.
	Weight int64
	Shares []Share
	// Met is how often they have met, LastMet the last round in which they did, 0 for never. Apart marks a pair that
	// the director keeps apart.
	Met, LastMet int
	Apart        bool
	// Table is the candidate's present table, 0 for none.
	Table int
}

// Opponents lists the possible opponents of a player in round n: free players first, then players who would have to
// leave another game; of these those met least, and longest ago, then the greatest weight first. A player outside the
// plan of the round meets others outside it. Where teams play, player is a team or one of its members, and the
// candidates are teams.
func Opponents(t *tournament.Tournament, n int, player tournament.PlayerID) ([]Candidate, error) {
	if t.Settings.Teams.Boards > 0 {
		if team := t.TeamOf(player); team != nil {
			player = team.ID
		}
		t = ofTeams(t)
	}
	var r tournament.Round
	if old := t.Round(n); old != nil {
		r = *old
	}
	switch p := t.Player(player); {
	case n < 1 || n > t.Settings.Rounds:
		return nil, fault.New(fault.Invalid, "round.range", n, t.Settings.Rounds)
	case p == nil:
		return nil, fault.New(fault.NotFound, "player.missing", int(player))
	case t.StandIn(player):
		return nil, fault.New(fault.Invalid, "explain.pair", n)
	}
	if sp, ok := splitOf(t, n); ok && !sp.in(player) {
		t = sp.others
		if others := t.Round(n); others != nil {
			r = *others
		}
	}
	o := newObjective(t, n, r.Drawn.Seed, append(playersIn(&r), player))
	i := o.index[player]
	var list []Candidate
	for j := range o.field {
		if j == i {
			continue
		}
		w, met := o.weigh(i, j), o.met.between(i, j)
		c := Candidate{
			Player: o.field[j].player.ID, Game: o.terms(i, j), Weight: w.total(), Shares: o.shares(i, j, w),
			Met: met.times, LastMet: met.last, Apart: o.apart.has(i, j),
		}
		if g := r.Game(c.Player); g != nil {
			c.Table = g.Table
		}
		list = append(list, c)
	}
	possible := func(c Candidate) int {
		switch {
		case c.Table > 0:
			return 2
		case c.Apart:
			return 1
		}
		return 0
	}
	slices.SortFunc(list, func(a, b Candidate) int {
		return cmp.Or(
			cmp.Compare(possible(a), possible(b)),
			o.met.repeat(i, o.index[a.Player]).Compare(o.met.repeat(i, o.index[b.Player])), cmp.Compare(b.Weight, a.Weight),
			cmp.Compare(o.field[o.index[a.Player]].standing, o.field[o.index[b.Player]].standing),
		)
	})
	return list, nil
}
