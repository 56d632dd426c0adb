package pairing

import (
	"context"
	"slices"

	"tourney/internal/fault"
	"tourney/internal/tournament"
)

// EvaluateWithBest values round n in its present state, changed by hand or not: the shares of every game, the total,
// and the best total that the same players could reach. The difference of the two is the cost of the changes. Best
// takes the time of a draw; a [Session] with the round loaded is much faster.
func EvaluateWithBest(ctx context.Context, t *tournament.Tournament, n int) (*Draw, error) {
	return new(Session).EvaluateWithBest(ctx, t, n)
}

// Evaluate is EvaluateWithBest without Best, which is nearly all of its work. It is enough to explain the games of
// round n and takes a few milliseconds for 1,000 players.
func Evaluate(t *tournament.Tournament, n int) (*Draw, error) {
	return evaluateWith(t, n, func(t *tournament.Tournament, r *tournament.Round) (*Draw, error) {
		return newObjective(t, n, r.Drawn.Seed, playersIn(r)).evaluateRound(r), nil
	})
}

// evaluateWith returns round n in its present state, with the games that a plan decides. evaluate values the others: it
// gets the tournament of which they are a round, with teams as players where teams play.
func evaluateWith(
	t *tournament.Tournament, n int, evaluate func(t *tournament.Tournament, r *tournament.Round) (*Draw, error),
) (*Draw, error) {
	r := t.Round(n)
	switch {
	case r == nil:
		return nil, fault.New(fault.NotFound, "round.missing", n)
	case t.Settings.Teams.Boards > 0:
		d, err := evaluateWith(ofTeams(t), n, evaluate)
		if err != nil {
			return nil, err
		}
		return layOutRound(t, d), nil
	case !t.Settings.Stage(n).System.Planned():
		return evaluate(t, r)
	}
	sp, ok := splitOf(t, n)
	if !ok {
		return plannedRound(t, n), nil
	}
	others, err := evaluateWith(sp.others, n, evaluate)
	if err != nil {
		return nil, err
	}
	d := plannedRound(sp.plan, n)
	d.Inputs = InputsHash(t, n)
	return d.beside(others, sp.in), nil
}

func (o *objective) evaluateRound(r *tournament.Round) *Draw {
	d := o.evaluate(slices.Clone(r.Games), slices.Clone(r.Byes))
	d.Chosen, d.Inputs = r.Drawn.Bye, InputsHash(o.t, o.round)
	// A draw with repeats does not store its method, so that it may not be the best one of this method.
	d.optimal = d.Inputs == r.Drawn.Inputs && d.Total.String() == r.Drawn.Total && d.Repeats == Repeats{}
	return d
}

func playersIn(r *tournament.Round) []tournament.PlayerID {
	ids := slices.Clone(r.Byes)
	for i := range r.Games {
		ids = append(ids, r.Games[i].Black, r.Games[i].White)
	}
	return ids
}
