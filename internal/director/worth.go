package director

import (
	"context"
	"sync"

	"tourney/internal/fault"
	"tourney/internal/pairing"
	"tourney/internal/tournament"
)

// A worth is what the draws of one state are worth. What is asked for is
// computed once.
type worth struct {
	t       *tournament.Tournament
	draws   *draws // has the turns and remembers from one version to the next
	weighed []once // by round
	priced  []once
	checks  []func() []pairing.Check
}

func newWorth(t *tournament.Tournament, d *draws) *worth {
	w := &worth{t: t, draws: d}
	for i := range t.Rounds {
		w.weighed = append(w.weighed, once{one: make(slots, 1)})
		w.priced = append(w.priced, once{one: make(slots, 1)})
		w.checks = append(w.checks, sync.OnceValue(func() []pairing.Check { return pairing.Checks(t, i+1) }))
	}
	return w
}

// A once is a draw that is made when it is first asked for.
type once struct {
	one  slots
	draw *pairing.Draw
}

// get returns the draw. A caller who gives up leaves nothing behind.
func (o *once) get(ctx context.Context, compute func() (*pairing.Draw, error)) (draw *pairing.Draw, err error) {
	err = o.one.run(ctx, func() error {
		if o.draw == nil {
			o.draw, err = compute()
		}
		draw = o.draw
		return err
	})
	return draw, err
}

// inTurn computes do when it is the tournament's turn.
func (w *worth) inTurn(ctx context.Context, do func(d *draws) error) error {
	return w.draws.turns.run(ctx, w.t.Info.Slug, func() error { return do(w.draws) })
}

// Weigh returns what round n is worth as it stands, see pairing.Weigh. It is
// computed once and must not be modified.
func (s *Snapshot) Weigh(ctx context.Context, n int) (*pairing.Draw, error) {
	w := s.worth
	if w.t.Round(n) == nil {
		return nil, fault.New(fault.NotFound, "round.missing", n)
	}
	return w.weighed[n-1].get(ctx, func() (draw *pairing.Draw, err error) {
		err = w.inTurn(ctx, func(d *draws) error {
			if n < len(w.t.Rounds) {
				draw, err = pairing.EvaluateWithBest(ctx, w.t, n)
			} else { // the round that directors are at
				draw, err = d.drawing(w.t.Info.Slug).session.EvaluateWithBest(ctx, w.t, n)
			}
			return err
		})
		return draw, err
	})
}

// Explain returns the draw of round n as it stands, to be explained: games that
// the director made after the draw are known for his, as long as the draw can
// be made again to tell. It is computed once and must not be modified.
func (s *Snapshot) Explain(ctx context.Context, n int) (*pairing.Draw, error) {
	w := s.worth
	r := w.t.Round(n)
	if r == nil {
		return nil, fault.New(fault.NotFound, "round.missing", n)
	}
	return w.priced[n-1].get(ctx, func() (*pairing.Draw, error) {
		d, err := pairing.Evaluate(w.t, n)
		if err != nil {
			return nil, err
		}
		changed := r.Drawn.Inputs != d.Inputs
		if changed && r.Drawn.MadeFrom == "" {
			return d, nil
		}
		if !changed && r.Drawn.Total == d.Total.String() {
			w.draws.keepMade(w.t.Info.Slug, r, d)
			return d, nil
		}
		made, err := w.draws.original(ctx, w.t, n)
		if _, refused := fault.As(err); refused {
			return d, nil // as when somebody paired is away by now
		}
		if err != nil {
			return nil, err
		}
		return d.ComparedTo(made), nil
	})
}

// Checks returns what to look at in round n, see pairing.Checks. The list is
// made once and must not be modified.
func (s *Snapshot) Checks(n int) []pairing.Check {
	if s.Tournament.Round(n) == nil {
		return nil
	}
	return s.worth.checks[n-1]()
}
