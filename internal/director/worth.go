package director

import (
	"context"
	"sync"
	"sync/atomic"

	"tourney/internal/fault"
	"tourney/internal/pairing"
	"tourney/internal/tournament"
)

// A worth is what the draws of one state are worth. What is asked for is
// computed once.
type worth struct {
	t        *tournament.Tournament
	director *Director                      // has the turns and remembers from one version to the next
	weighed  []atomic.Pointer[pairing.Draw] // by round
	priced   []atomic.Pointer[pairing.Draw]
	checks   []func() []pairing.Check
}

func newWorth(t *tournament.Tournament, d *Director) *worth {
	w := &worth{t: t, director: d}
	w.weighed, w.priced = make([]atomic.Pointer[pairing.Draw], len(t.Rounds)), make([]atomic.Pointer[pairing.Draw], len(t.Rounds))
	for i := range t.Rounds {
		w.checks = append(w.checks, sync.OnceValue(func() []pairing.Check { return pairing.Checks(t, i+1) }))
	}
	return w
}

// once makes what is kept of a round when it is the tournament's turn. A caller who
// gives up leaves nothing behind.
func (w *worth) once(ctx context.Context, kept *atomic.Pointer[pairing.Draw], make func() (*pairing.Draw, error)) (*pairing.Draw, error) {
	if kept.Load() == nil {
		err := w.director.drawing.run(ctx, w.t.Info.Slug, func() error {
			if kept.Load() != nil {
				return nil // somebody else was waiting for it too
			}
			draw, err := make()
			if err == nil {
				kept.Store(draw)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return kept.Load(), nil
}

// Weigh returns what round n is worth as it stands, see pairing.Weigh. It is
// computed once and must not be modified.
func (s *Snapshot) Weigh(ctx context.Context, n int) (*pairing.Draw, error) {
	w := s.worth
	if w.t.Round(n) == nil {
		return nil, fault.New(fault.NotFound, "round.missing", n)
	}
	return w.once(ctx, &w.weighed[n-1], func() (*pairing.Draw, error) {
		if n < len(w.t.Rounds) {
			return pairing.Weigh(ctx, w.t, n)
		}
		return w.director.remembered(w.t.Info.Slug).session.Weigh(ctx, w.t, n) // the round that directors are at
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
	return w.once(ctx, &w.priced[n-1], func() (*pairing.Draw, error) {
		d, err := pairing.Price(w.t, n)
		if err != nil || r.Drawn.Inputs != d.Inputs {
			return d, err
		}
		memory := w.director.remembered(w.t.Info.Slug)
		if r.Drawn.Total == d.Total.String() {
			memory.keep(r, d)
			return d, nil
		}
		made, err := memory.original(ctx, w.t, n)
		if _, refused := fault.As(err); refused {
			return d, nil // as when somebody paired is away by now
		}
		if err != nil {
			return nil, err
		}
		return d.Since(made), nil
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
