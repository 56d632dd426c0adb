package pairing

import (
	"context"
	"slices"

	"tourney/internal/fault"
	"tourney/internal/tournament"
)

// Weigh prices round n as it stands, after whatever was changed by hand: the
// shares of every game, the total, and the best total that the same players
// could reach. What the changes cost is the difference of the two.
func Weigh(ctx context.Context, t *tournament.Tournament, n int) (*Draw, error) {
	r := t.Round(n)
	if r == nil {
		return nil, fault.New(fault.NotFound, "round.missing", n)
	}
	o := newObjective(t, n, r.Drawn.Seed, seated(r))
	d := o.draw(r.Games, slices.Clone(r.Byes))
	d.Chosen, d.Inputs = r.Drawn.Bye, o.inputs()
	if (len(o.field)-len(r.Byes))%2 != 0 {
		return d, nil
	}
	solver := o.solver()
	for _, id := range r.Byes {
		solver.Drop(o.index[id])
	}
	m, err := solver.Solve(ctx)
	if err != nil {
		return nil, solved(err)
	}
	d.Best = o.total(m.Mate)
	return d, nil
}

// seated returns everybody who has a game or a bye in the round.
func seated(r *tournament.Round) []tournament.PlayerID {
	ids := slices.Clone(r.Byes)
	for i := range r.Games {
		ids = append(ids, r.Games[i].Black, r.Games[i].White)
	}
	return ids
}
