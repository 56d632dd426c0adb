package director

import (
	"context"
	"sync"

	"golang.org/x/sync/semaphore"

	"tourney/internal/fault"
	"tourney/internal/pairing"
	"tourney/internal/tournament"
)

// evaluations holds the evaluations of the draws of one state, each computed once.
type evaluations struct {
	t        *tournament.Tournament
	draws    *draws     // of all versions, with turns and memory
	withBest []lazyDraw // with the optimum, by round
	current  []lazyDraw
	checks   []func() []pairing.Check
}

func newEvaluations(t *tournament.Tournament, d *draws) *evaluations {
	e := &evaluations{t: t, draws: d}
	for i := range t.Rounds {
		e.withBest = append(e.withBest, lazyDraw{one: semaphore.NewWeighted(1)})
		e.current = append(e.current, lazyDraw{one: semaphore.NewWeighted(1)})
		e.checks = append(e.checks, sync.OnceValue(func() []pairing.Check { return pairing.Checks(t, i+1) }))
	}
	return e
}

// A lazyDraw is a draw computed on first use.
type lazyDraw struct {
	one  *semaphore.Weighted
	draw *pairing.Draw
}

// get returns the draw. A cancelled call stores nothing.
func (o *lazyDraw) get(ctx context.Context, compute func() (*pairing.Draw, error)) (draw *pairing.Draw, err error) {
	err = inSlot(ctx, o.one, func() error {
		if o.draw == nil {
			o.draw, err = compute()
		}
		draw = o.draw
		return err
	})
	return draw, err
}

// inTurn calls do during the tournament's turn.
func inTurn[T any](ctx context.Context, e *evaluations, do func(d *draws) (T, error)) (result T, err error) {
	err = e.draws.turns.run(ctx, e.t.Info.Slug, func() error {
		result, err = do(e.draws)
		return err
	})
	return result, err
}

// EvaluateWithBest evaluates round n and its optimum, see pairing.EvaluateWithBest. The
// result is computed once and must not be modified.
func (s *Snapshot) EvaluateWithBest(ctx context.Context, n int) (*pairing.Draw, error) {
	e := s.evaluations
	if e.t.Round(n) == nil {
		return nil, fault.New(fault.NotFound, "round.missing", n)
	}
	return e.withBest[n-1].get(ctx, func() (*pairing.Draw, error) {
		return inTurn(ctx, e, func(d *draws) (*pairing.Draw, error) {
			if n < len(e.t.Rounds) {
				return pairing.EvaluateWithBest(ctx, e.t, n)
			}
			return d.memory(e.t.Info.Slug).session.EvaluateWithBest(ctx, e.t, n) // the round in progress
		})
	})
}

// Explain returns the draw of round n for explanation. Games that the director changed after the draw are marked, if
// the original draw can be remade. The result is computed once and must not be modified.
func (s *Snapshot) Explain(ctx context.Context, n int) (*pairing.Draw, error) {
	e := s.evaluations
	r := e.t.Round(n)
	if r == nil {
		return nil, fault.New(fault.NotFound, "round.missing", n)
	}
	return e.current[n-1].get(ctx, func() (*pairing.Draw, error) {
		d, err := pairing.Evaluate(e.t, n)
		if err != nil {
			return nil, err
		}
		changed := r.Drawn.Inputs != d.Inputs
		if changed && r.Drawn.MadeFrom == "" {
			return d, nil
		}
		// A draw with rematches can have the total of another one.
		if !changed && r.Drawn.Total == d.Total.String() && d.Repeats == (pairing.Repeats{}) {
			e.draws.keepOriginal(e.t.Info.Slug, r, d)
			return d, nil
		}
		made, err := e.draws.original(ctx, e.t, n)
		if _, refused := fault.As(err); refused {
			return d, nil // as when a paired player is absent now
		}
		if err != nil {
			return nil, err
		}
		return d.ComparedTo(made), nil
	})
}

// Checks returns the checks of round n, see pairing.Checks. They are computed once and must not be modified.
func (s *Snapshot) Checks(n int) []pairing.Check {
	if s.Tournament.Round(n) == nil {
		return nil
	}
	return s.evaluations.checks[n-1]()
}
