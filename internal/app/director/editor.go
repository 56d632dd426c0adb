package director

import (
	"context"
	"strings"

	"tourney/internal/data/store"
	"tourney/internal/event/day"
	"tourney/internal/fault"
	"tourney/internal/tournament"
)

// An Editor changes one tournament on behalf of one actor. Each of its methods is one step, one transaction and one
// entry in the log; on an editor that Preview returned, a step that is kept nowhere. Round, Game and Constraints return
// editors for steps on one round, on one game, and on the constraints of all draws.
type Editor struct {
	director *Director
	by       Actor
	slug     string
	// reason is why the steps are taken, "" for none.
	reason string
	// once is the key of the steps, "" where each names its own.
	once string
	// at are the versions that the steps are for, none for any.
	at []int
	// only is the round whose games the steps change and nothing else, 0 if they may change anything.
	only int
	// previewed is set on an editor that saves nothing: the outcome so far.
	previewed *tournament.Tournament
}

// On returns the editor of a tournament for an actor. It does not look it up: the steps return "tournament.missing".
func (d *Director) On(by Actor, slug string) *Editor { return &Editor{director: d, by: by, slug: slug} }

// Preview returns an editor whose steps on a round save nothing, see Previewed. They begin with t and do not change it.
func (d *Director) Preview(t *tournament.Tournament) *Editor {
	return &Editor{director: d, slug: t.Info.Slug, previewed: t}
}

// Because returns the editor for steps that have a reason, which the log keeps; "" is none. See package reason.
func (ed *Editor) Because(why string) *Editor {
	with := *ed
	with.reason = strings.Join(strings.Fields(why), " ")
	return &with
}

// Previewed returns the outcome of the steps on an editor that Preview returned.
func (ed *Editor) Previewed() *tournament.Tournament { return ed.previewed }

// change carries out one step: it loads the latest state, do takes the step on a copy and completes the entry of the
// log, and the difference is saved with the entry. do may add texts, such as a game record. A repeated request returns
// its first entry; an entry of version 0 means no difference.
func (ed *Editor) change(ctx context.Context, e store.Entry, do func(t *tournament.Whole, e *store.Entry) error) (LogEntry, error) {
	if ed.previewed != nil {
		now := tournament.Whole{Tournament: ed.previewed.Clone()}
		err := do(&now, &e)
		if err == nil {
			ed.previewed = now.Tournament
		}
		return LogEntry{}, err
	}
	e.By, e.Reason = ed.by.Name, ed.reason
	if ed.once != "" {
		e.Once = ed.once
	}
	d := ed.director
	return d.save(ctx, ed.slug, saving{e, func(tx *store.Tx, e *store.Entry) (was *tournament.Tournament, now tournament.Whole, err error) {
		if was, err = ed.currentAt(tx); err != nil {
			return nil, now, err
		}
		now.Tournament = was.CloneRound(ed.only)
		if err = do(&now, e); err == nil {
			day.NoteSignUps(now.Tournament, ed.by.Name, e.At)
			err = day.NotePlaces(was, now.Tournament, ed.by.Name, e.At)
		}
		return was, now, err
	}})
}

// retry calls do, which prepares a step on the latest state outside the transaction and then takes it. While do returns
// "tournament.changed", because that state is out of date, retry repeats it.
func (ed *Editor) retry(ctx context.Context, do func(s *Snapshot) error) error {
	var err error
	for range mostTries {
		var s *Snapshot
		if s, err = snapshotAt(ctx, ed); err != nil {
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

// redraw saves the tournament that do returns, computed outside the transaction, if the old one is still up to date;
// otherwise it repeats do. n is the round of the draw.
func (ed *Editor) redraw(
	ctx context.Context, n int, do func(t *tournament.Tournament) (tournament.Whole, store.Entry, error),
) error {
	d := ed.director
	err := d.draws.turns.run(ctx, ed.slug, func() error {
		if ed.previewed != nil {
			now, _, err := do(ed.previewed)
			ed.previewed = now.Tournament
			return err
		}
		return ed.retry(ctx, func(s *Snapshot) error {
			now, e, err := do(s.Tournament)
			if err != nil {
				return err
			}
			e.By, e.Reason = ed.by.Name, ed.reason
			_, err = d.save(ctx, ed.slug, saving{e, func(*store.Tx, *store.Entry) (*tournament.Tournament, tournament.Whole, error) {
				return s.Tournament, now, nil
			}})
			return err
		})
	})
	if fault.Is(err, "tournament.changed") {
		return fault.New(fault.Conflict, "pairing.overtaken", n)
	}
	return err
}
