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
// entry in the log. An editor from Preview saves nothing. Round, Game and Constraints return editors for steps on one
// round, on one game, and on the constraints of all draws.
type Editor struct {
	director *Director
	by       Actor
	slug     string
	// reason is the reason for the steps; it may be empty.
	reason string
	// once is the key of the steps; if it is empty, each step passes its own.
	once string
	// at lists the versions that the steps are for; an empty list allows any.
	at []int
	// only restricts the steps to the games of one round; 0 means no restriction.
	only int
	// previewed is the outcome so far on an editor from Preview, else nil.
	previewed *tournament.Tournament
}

// On returns the editor of a tournament for an actor. It reads no data: the steps return "tournament.missing".
func (d *Director) On(by Actor, slug string) *Editor { return &Editor{director: d, by: by, slug: slug} }

// Preview returns an editor whose steps on a round save nothing, see Previewed. They start from t and do not modify it.
func (d *Director) Preview(t *tournament.Tournament) *Editor {
	return &Editor{director: d, slug: t.Info.Slug, previewed: t}
}

// Because returns an editor with a reason for its steps, which the log stores. An empty reason is allowed. See package
// reason.
func (ed *Editor) Because(why string) *Editor {
	with := *ed
	with.reason = strings.Join(strings.Fields(why), " ")
	return &with
}

// Once returns an editor with a key for its steps: a repeated step with the same key changes nothing.
func (ed *Editor) Once(key string) *Editor {
	with := *ed
	with.once = key
	return &with
}

// Previewed returns the outcome of the steps on an editor that Preview returned.
func (ed *Editor) Previewed() *tournament.Tournament { return ed.previewed }

// change carries out one step. It loads the latest state, do modifies a copy and completes the entry of the log, and
// change saves the difference with the entry. do may add texts, such as a game record. A repeated request returns its
// first entry. An entry of version 0 means no difference.
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
			if ed.only == 0 { // else the players are shared with was
				now.NoteArrivals(e.At)
			}
			day.NoteSignUps(now.Tournament, ed.by.Name, e.At)
			err = day.NotePlaces(was, now.Tournament, ed.by.Name, e.At)
		}
		return was, now, err
	}})
}

// retry calls do, which prepares a step on the latest state outside the transaction and then saves it. It repeats do
// while the error is "tournament.changed": the state was out of date.
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

// redraw saves the tournament that do computes outside the transaction, if the old one is still up to date; otherwise
// it repeats do. n is the round of the draw.
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
