package director

import (
	"context"

	"tourney/internal/fault"
	"tourney/internal/store"
	"tourney/internal/tournament"
)

// An Editor changes one tournament on behalf of one actor. Each of its methods
// is one step, one transaction and one entry in the log. Round, Game and
// Constraints return editors for steps on one round, on one game, and on the
// constraints of all draws.
type Editor struct {
	director *Director
	by       Actor
	slug     string
}

// On returns the editor of a tournament for an actor. It does not look the
// tournament up: the steps return "tournament.missing".
func (d *Director) On(by Actor, slug string) *Editor { return &Editor{d, by, slug} }

// change carries out one step: it loads the latest state, do takes the step on
// a copy and completes the entry of the log, and the difference is saved with
// the entry. A repeated request returns its first entry; an entry of version 0
// means no difference.
func (ed *Editor) change(
	ctx context.Context, e store.Entry, do func(t *tournament.Tournament, e *store.Entry) error,
) (LogEntry, error) {
	return ed.write(ctx, e, func(now *tournament.Whole, e *store.Entry) error { return do(now.Tournament, e) })
}

// write is change for a step that also adds texts, such as a game record.
func (ed *Editor) write(
	ctx context.Context, e store.Entry, do func(now *tournament.Whole, e *store.Entry) error,
) (LogEntry, error) {
	e.By = ed.by.Name
	d := ed.director
	return d.save(ctx, ed.slug, e, func(tx *store.Tx, e *store.Entry) (was *tournament.Tournament, now tournament.Whole, err error) {
		if was, err = d.current(tx, ed.slug); err != nil {
			return nil, now, err
		}
		now.Tournament = was.Clone()
		err = do(&now, e)
		return was, now, err
	})
}

// retry calls do, which prepares a step on the latest state outside the
// transaction and then takes it. While do returns "tournament.changed", because
// that state is out of date, retry repeats it.
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

// mostTries bounds the attempts of retry.
const mostTries = 5

// redraw saves the tournament that do returns, computed outside the
// transaction, if the old one is still up to date; otherwise it repeats do. n
// is the round of the draw.
func (ed *Editor) redraw(
	ctx context.Context, n int, do func(t *tournament.Tournament) (tournament.Whole, store.Entry, error),
) error {
	d := ed.director
	err := d.draws.turns.run(ctx, ed.slug, func() error {
		return ed.retry(ctx, func(s *Snapshot) error {
			now, e, err := do(s.Tournament)
			if err != nil {
				return err
			}
			e.By = ed.by.Name
			_, err = d.save(ctx, ed.slug, e, func(*store.Tx, *store.Entry) (*tournament.Tournament, tournament.Whole, error) {
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
