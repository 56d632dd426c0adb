package director

import (
	"context"

	"tourney/internal/fault"
	"tourney/internal/store"
	"tourney/internal/tournament"
)

// An Editor changes one tournament on behalf of one actor. Each of its methods
// is one step, one transaction and one entry in the log. Steps on one round, on
// one game and on what is asked of all draws have editors of their own: Round,
// Game and Steering.
type Editor struct {
	director *Director
	by       Actor
	slug     string
}

// On returns the editor of a tournament for an actor. It asks nothing: a
// tournament that there is not is a fault of the step, "tournament.missing".
func (d *Director) On(by Actor, slug string) *Editor { return &Editor{d, by, slug} }

// change carries out one step: the latest state is loaded, do takes the step on
// a copy and completes the entry of the log, and what differs is saved together
// with it. The entry of a request that was saved before is returned again; one
// with version 0 says that nothing differed.
func (ed *Editor) change(
	ctx context.Context, e store.Entry, do func(t *tournament.Tournament, e *store.Entry) error,
) (LogEntry, error) {
	return ed.write(ctx, e, func(_ *store.Tx, t *tournament.Tournament, e *store.Entry) error { return do(t, e) })
}

// write is change for a step that keeps something beside the tournament too.
func (ed *Editor) write(
	ctx context.Context, e store.Entry, do func(tx *store.Tx, t *tournament.Tournament, e *store.Entry) error,
) (LogEntry, error) {
	e.By = ed.by.Name
	d := ed.director
	return d.save(ctx, ed.slug, e, func(tx *store.Tx, e *store.Entry) (was, now *tournament.Tournament, err error) {
		if was, err = d.current(tx, ed.slug); err != nil {
			return nil, nil, err
		}
		now = was.Clone()
		return was, now, do(tx, now, e)
	})
}

// retry lets do prepare a step on the latest state outside the transaction, and
// take it, which it refuses with "tournament.changed" when what it was prepared
// from has changed meanwhile; then do is asked again.
func (ed *Editor) retry(ctx context.Context, do func(s *Snapshot) error) error {
	var err error
	for range mostTries {
		var s *Snapshot
		if s, err = ed.director.Snapshot(ctx, ed.slug); err != nil {
			return err
		}
		if err = do(s); !fault.Is(err, "tournament.changed") {
			return err
		}
	}
	return err
}

// mostTries is how often a step is prepared anew because the tournament changed
// meanwhile.
const mostTries = 5

// redraw saves what do makes of the tournament, outside the transaction, as
// long as it is still the one that it was made from; otherwise do is asked
// again. n is the round that is drawn.
func (ed *Editor) redraw(
	ctx context.Context, n int, do func(t *tournament.Tournament) (*tournament.Tournament, store.Entry, error),
) error {
	d := ed.director
	err := d.draws.turns.run(ctx, ed.slug, func() error {
		return ed.retry(ctx, func(s *Snapshot) error {
			now, e, err := do(s.Tournament)
			if err != nil {
				return err
			}
			e.By = ed.by.Name
			_, err = d.save(ctx, ed.slug, e, func(*store.Tx, *store.Entry) (was, _ *tournament.Tournament, err error) {
				return s.Tournament, now, nil
			})
			return err
		})
	})
	if fault.Is(err, "tournament.changed") {
		return fault.New(fault.Conflict, "pairing.overtaken", n)
	}
	return err
}
