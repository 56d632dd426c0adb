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
	weighed []atomic.Pointer[pairing.Draw] // by round
	checks  []func() []pairing.Check
}

func newWorth(t *tournament.Tournament, drawing slots) *worth {
	w := &worth{t: t, drawing: drawing, weighed: make([]atomic.Pointer[pairing.Draw], len(t.Rounds))}
	for i := range t.Rounds {
		w.checks = append(w.checks, sync.OnceValue(func() []pairing.Check { return pairing.Checks(t, i+1) }))
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
			draw, err := pairing.Weigh(ctx, w.t, n)
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

// Checks returns what to look at in round n, see pairing.Checks. The list is
// made once and must not be modified.
func (s *Snapshot) Checks(n int) []pairing.Check {
	if s.Tournament.Round(n) == nil {
		return nil
	}
	return s.worth.checks[n-1]()
}

// WeighBefore returns what round n was worth before the last changes, those
// that made this version; nil if the round was not drawn then or they cannot
// be taken back.
func (s *Snapshot) WeighBefore(ctx context.Context, last []tournament.Change, n int) (*pairing.Draw, error) {
	before := s.before.Load()
	if before == nil {
		t := s.Tournament.Clone()
		if t.Undo(last) != nil {
			return nil, nil
		}
		before = newWorth(t, s.worth.drawing)
		s.before.Store(before) // two at once make the same
	}
	if before.t.Round(n) == nil {
		return nil, nil
	}
	return before.weigh(ctx, n)
}
