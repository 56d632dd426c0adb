package evening

import (
	"context"
	"fmt"

	"tourney/internal/tournament"
)

// A Verdict describes a game that two players chose for themselves.
type Verdict struct {
	Proposal
	// Against are the rules and facts that forbid the game; an empty list allows it.
	Against []Reason
	// Loss is the loss of the whole plan by this game; zero for a forbidden game.
	Loss Loss
}

// A Loss is the difference of a plan from the best plan. Its first part that is not zero is positive.
type Loss struct {
	// Broken is the number of waits beyond the promise, Rematches of earlier games tonight, Seconds of the other costs
	// as seconds of waiting.
	Broken, Rematches, Seconds int
}

// Judge returns the terms of a game of two present players, its reasons, the rules that forbid it, and its loss for the
// evening. Two resting players may play. The error is ErrInput, also for absent players, or the error of the context.
func Judge(ctx context.Context, e *Evening, first, second tournament.PlayerID) (Verdict, error) {
	if err := e.check(); err != nil {
		return Verdict{}, err
	}
	awake := *e
	awake.People = nil
	for _, p := range e.People {
		p.Resting = p.Resting && p.ID != first && p.ID != second
		awake.People = append(awake.People, p)
	}
	o := newObjective(&awake)
	a, okA := o.present(first)
	b, okB := o.present(second)
	if !okA || !okB || first == second {
		return Verdict{}, fmt.Errorf("%w: players %d and %d are not two present players", ErrInput, first, second)
	}
	v := Verdict{Proposal: o.proposal(a, b), Against: o.against(a, b)}
	if len(v.Against) > 0 {
		return v, nil
	}
	solver := o.solver()
	best, err := o.solve(ctx, solver)
	if err != nil {
		return Verdict{}, err
	}
	solver.Fix(o.place(first), o.place(second))
	fixed, err := o.solve(ctx, solver)
	if err != nil {
		return Verdict{}, err
	}
	v.Loss = lossOf(o.total(fixed) - o.total(best))
	return v, nil
}

// lossOf returns the parts of a difference of costs from 0 on. The smaller parts can be negative, as in one rematch
// more and an hour less.
func lossOf(cost int64) Loss {
	l := Loss{Broken: int((cost + broken/2) / broken)}
	cost -= int64(l.Broken) * broken
	l.Rematches = int(floor(cost+rematch/2, rematch))
	l.Seconds = int(floor(cost-int64(l.Rematches)*rematch, second))
	return l
}

// floor returns a divided by b > 0, rounded down.
func floor(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

// place returns the number of a player in the field.
func (o *objective) place(id tournament.PlayerID) int {
	for i := range o.field {
		if o.field[i].ID == id {
			return i
		}
	}
	return -1
}

// total returns the cost of a plan.
func (o *objective) total(mate []int) (sum int64) {
	for i, k := range mate {
		switch {
		case k < 0:
			sum += o.alone(&o.field[i])
		case i < k:
			sum += o.cost(&o.field[i], &o.field[k])
		}
	}
	return sum
}

// present returns a player of the evening, also outside the field.
func (o *objective) present(id tournament.PlayerID) (*entrant, bool) {
	var running Game
	busy := false
	for _, g := range o.e.Games {
		if g.A == id || g.B == id {
			running, busy = g, true
		}
	}
	for _, p := range o.e.People {
		if p.ID == id {
			n := o.newEntrant(p, running, busy)
			return &n, true
		}
	}
	return nil, false
}

// against returns the rules and facts that forbid a game now.
func (o *objective) against(a, b *entrant) (list []Reason) {
	for _, p := range []*entrant{a, b} {
		switch {
		case p.playing:
			list = append(list, Reason{IsPlaying, p.ID, p.table})
		case p.left < o.length:
			list = append(list, Reason{LeavesBefore, p.ID, p.left / 60})
		}
	}
	switch o.forbidden(a, b) {
	case RematchForbidden:
		list = append(list, Reason{RematchForbidden, 0, o.history[key(a.ID, b.ID)].Tonight})
	case TooFarApart:
		list = append(list, Reason{TooFarApart, 0, distance(a.Strength, b.Strength)})
	}
	return list
}
