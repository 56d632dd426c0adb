package evening

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"tourney/internal/handicap"
	"tourney/internal/pairing/matching"
	"tourney/internal/tournament"
)

// A Plan holds the next games of an evening.
type Plan struct {
	// Games can begin now, the player with the longest wait first.
	Games []Proposal
	// Waits are the waiting players without a game, the longest wait first.
	Waits []Wait
}

// A Proposal is a game of two players.
type Proposal struct {
	Black, White tournament.PlayerID
	Terms        handicap.Terms
	// Nigiri is set if the players choose the colours at the board; Black and White are then in no particular order.
	Nigiri bool
	// Difference is the number of steps between the players, Beyond the part of it without handicap.
	Difference, Beyond int
	Reasons            []Reason
	// Instead is a better game for one of the two after a short wait, nil for none.
	Instead *Later
}

// A Later is a game that can begin after a running game.
type Later struct {
	// Player waits, Other plays at the table, whose game should end in that many minutes.
	Player, Other  tournament.PlayerID
	Table, Minutes int
	Terms          handicap.Terms
	// Met is the number of games of the two tonight.
	Met int
}

// A Wait is a waiting player without a game.
type Wait struct {
	Player tournament.PlayerID
	// Minutes is the wait so far.
	Minutes int
	// Why is IsResting, LeavesBefore, NoOpponent, AllTaken or ForBetter.
	Why Kind
	// For is the planned game of ForBetter, else nil.
	For *Later
}

// Next returns the best next games of an evening: the part of the best plan for all present players that can begin now.
// The error is ErrInput, or the error of the context.
func Next(ctx context.Context, e *Evening) (Plan, error) {
	if err := e.check(); err != nil {
		return Plan{}, err
	}
	o := newObjective(e)
	mate, err := o.solve(ctx, o.solver())
	if err != nil {
		return Plan{}, err
	}
	var plan Plan
	for i := range o.field {
		p, k := &o.field[i], mate[i]
		switch {
		case p.playing:
		case k < 0 || o.field[k].playing:
			plan.Waits = append(plan.Waits, o.waiting(i, k))
		case i < k:
			game := o.proposal(p, &o.field[k])
			game.Reasons = append(o.turn(p, &o.field[k]), game.Reasons...)
			game.Instead = o.instead(p, &o.field[k])
			plan.Games = append(plan.Games, game)
		}
	}
	plan.Waits = append(plan.Waits, o.outside()...)
	slices.SortStableFunc(plan.Waits, func(a, b Wait) int {
		return cmp.Or(cmp.Compare(b.Minutes, a.Minutes), cmp.Compare(a.Player, b.Player))
	})
	return plan, nil
}

// solver returns the matching of an evening: the greatest weight is the least cost. Each player i of n has a stand-in
// n+i for a plan without a game of this player. Stand-ins match each other free of cost.
func (o *objective) solver() *matching.Solver {
	n := len(o.field)
	w := matching.NewWeights(2 * n)
	for i := range n {
		a := &o.field[i]
		for j := range n {
			if i == j {
				w.Set(i, n+i, -o.alone(a))
				continue
			}
			w.Forbid(i, n+j)
			switch b := &o.field[j]; {
			case j < i:
			case o.eligible(a, b):
				w.Set(i, j, -o.cost(a, b))
			default:
				w.Forbid(i, j)
			}
		}
	}
	return matching.NewSolver(w)
}

// solve returns the partners in the plan of least cost, -1 for a player without one.
func (o *objective) solve(ctx context.Context, solver *matching.Solver) ([]int, error) {
	n := len(o.field)
	m, err := solver.Solve(ctx)
	if err != nil {
		return nil, fmt.Errorf("evening of %d players: %w", n, err)
	}
	mate := m.Mate[:n]
	for i, k := range mate {
		if k >= n {
			mate[i] = -1
		}
	}
	return mate, nil
}

// proposal returns a game of two players with its terms and the reasons that do not depend on the others.
func (o *objective) proposal(a, b *entrant) Proposal {
	met, open := o.history[key(a.ID, b.ID)], false
	terms, swap := o.e.Handicap.Seat(a.Strength, b.Strength, func() bool {
		switch {
		case a.Colours != b.Colours:
			return b.Colours < a.Colours
		case met.Black == 0:
			open = true
		}
		return met.Black == b.ID
	})
	white, black := a, b
	if swap {
		white, black = b, a
	}
	even, beyond := o.differences(a, b)
	return Proposal{
		Black: black.ID, White: white.ID, Terms: terms, Nigiri: open,
		Difference: even + beyond, Beyond: beyond, Reasons: o.reasons(a, b, met),
	}
}

const (
	// soon is the longest wait for a game instead of a proposed one, in seconds.
	soon = 10 * 60
	// worth is the least gain by such a game: two steps of difference.
	worth = 2 * stone
)

// instead returns the best game of either player after a running game that ends soon and within the promise, of equal
// ones the first to begin; nil without a game of a cost that is less by worth.
func (o *objective) instead(a, b *entrant) *Later {
	var best *Later
	least := o.comfort(a, b) - worth
	for _, p := range []*entrant{a, b} {
		for k := range o.field {
			q := &o.field[k]
			if !q.playing || q.free > soon || p.waited+q.free > o.promise || !o.eligible(p, q) {
				continue
			}
			// The wait, at most 600, is less than any difference of costs that matters.
			if cost := o.comfort(p, q) + int64(q.free); cost < least {
				least, best = cost, o.later(p, q)
			}
		}
	}
	return best
}

// comfort returns the cost of a game without its waits.
func (o *objective) comfort(a, b *entrant) int64 {
	met := o.history[key(a.ID, b.ID)]
	return o.discomfort(a, b, met) + int64(rematch)*int64(min(met.Tonight, mostRematches))
}

func (o *objective) later(p, q *entrant) *Later {
	return &Later{
		Player: p.ID, Other: q.ID, Table: q.table, Minutes: (q.free + 59) / 60,
		Terms: o.e.Handicap.Between(p.Strength, q.Strength), Met: o.history[key(p.ID, q.ID)].Tonight,
	}
}

// waiting returns the wait of player i of the field, whose partner in the plan is k, -1 for none.
func (o *objective) waiting(i, k int) Wait {
	p := &o.field[i]
	w := Wait{Player: p.ID, Minutes: p.waited / 60, Why: NoOpponent}
	for j := range o.field {
		if j != i && o.forbidden(p, &o.field[j]) == "" {
			w.Why = AllTaken
		}
	}
	if k >= 0 {
		w.Why, w.For = ForBetter, o.later(p, &o.field[k])
	}
	return w
}

// outside returns the waits of the players outside the field: resting, or without time for a game.
func (o *objective) outside() (list []Wait) {
	in := map[tournament.PlayerID]bool{}
	for _, n := range o.field {
		in[n.ID] = true
	}
	for _, g := range o.e.Games {
		in[g.A], in[g.B] = true, true
	}
	for _, p := range o.e.People {
		if in[p.ID] {
			continue
		}
		w := Wait{Player: p.ID, Minutes: o.newEntrant(p, Game{}, false).waited / 60, Why: LeavesBefore}
		if p.Resting {
			w.Why = IsResting
		}
		list = append(list, w)
	}
	return list
}
