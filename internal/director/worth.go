package director

import (
	"context"
	"sync"
	"sync/atomic"

	"tourney/internal/pairing"
	"tourney/internal/tournament"
)

// A worth is what the draws of one state are worth. What is asked for is
// computed once.
type worth struct {
	t       *tournament.Tournament
	drawing slots
	// session finds what is remembered of the round at hand from one version to
	// the next; it may be forgotten meanwhile.
	session func() *pairing.Session
	weighed []atomic.Pointer[pairing.Draw] // by round
	priced  []func() *pairing.Draw
	checks  []func() []pairing.Check
}

func newWorth(t *tournament.Tournament, drawing slots, session func() *pairing.Session) *worth {
	w := &worth{t: t, drawing: drawing, session: session, weighed: make([]atomic.Pointer[pairing.Draw], len(t.Rounds))}
	for i := range t.Rounds {
		w.checks = append(w.checks, sync.OnceValue(func() []pairing.Check { return pairing.Checks(t, i+1) }))
		w.priced = append(w.priced, sync.OnceValue(func() *pairing.Draw {
			d, _ := pairing.Price(t, i+1) // only a round that is not there is refused
			return d
		}))
	}
	return w
}

// weigh weighs round n in a slot of those who draw. A caller who gives up
// leaves nothing behind.
func (w *worth) weigh(ctx context.Context, n int) (*pairing.Draw, error) {
	if w.t.Round(n) == nil {
		return pairing.Weigh(ctx, w.t, n) // which says so
	}
	kept := &w.weighed[n-1]
	if kept.Load() == nil {
		err := w.drawing.run(ctx, func() error {
			if kept.Load() != nil {
				return nil // somebody else was waiting for it too
			}
			weigh := pairing.Weigh
			if n == len(w.t.Rounds) { // the round that directors are at
				weigh = w.session().Weigh
			}
			draw, err := weigh(ctx, w.t, n)
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
	return s.worth.weigh(ctx, n)
}

// Price returns what round n is worth as it stands without the best that it
// could be, see pairing.Price; nil if there is no such round. It is computed
// once and must not be modified.
func (s *Snapshot) Price(n int) *pairing.Draw {
	if s.Tournament.Round(n) == nil {
		return nil
	}
	if d := s.worth.weighed[n-1].Load(); d != nil {
		return d
	}
	return s.worth.priced[n-1]()
}

// Checks returns what to look at in round n, see pairing.Checks. The list is
// made once and must not be modified.
func (s *Snapshot) Checks(n int) []pairing.Check {
	if s.Tournament.Round(n) == nil {
		return nil
	}
	return s.worth.checks[n-1]()
}
