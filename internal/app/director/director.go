// Package director carries out the actions of users: each is one method, one transaction and one entry in the log.
//
// A Director is made from a store and a clock. Reading goes through Snapshot, an unchanging state of one tournament
// with its standings. Writing goes through the Editor of one tournament and one actor; its methods return a fault when
// the step is not allowed:
//
//	d := director.New(store, time.Now)
//	desk := d.On(director.Actor{Name: "Desk 2"}, "spring-cup")
//	done, err := desk.Enter(ctx, tournament.Entry{Round: 3, Table: 7, Seen: 0, Result: result})
//	err = desk.Round(4).Pair(ctx, 1)
//
// Writing methods with a parameter once accept the same key twice, as after a double click: the second call changes
// nothing and returns the first result.
package director

import (
	"context"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/semaphore"

	"tourney/internal/app/accounts"
	"tourney/internal/app/ratinglists"
	"tourney/internal/app/updates"
	"tourney/internal/data/backup"
	"tourney/internal/data/copies"
	"tourney/internal/data/store"
	"tourney/internal/event/day"
	"tourney/internal/event/reason"
	"tourney/internal/fault"
	"tourney/internal/tournament"
)

// A Director carries out the actions of users. It is safe for concurrent use.
type Director struct {
	// KeyValue holds short-lived data that all instances share.
	KeyValue KeyValue
	store    *store.Store
	now      func() time.Time
	// beforeDelete are the checks of BeforeDelete.
	beforeDelete []func(ctx context.Context, slug string) error

	events  updates.Broker
	reviews reviews
	draws   draws
	access  *accounts.Access
	live    LiveGames
	lists   *ratinglists.AllLists
	backups Backups
	past    past
	// returned is set if the data may name erased people again.
	returned atomic.Bool

	versions versions
	// loading is held while a snapshot is loaded, so that many readers of a new version load it once.
	loading sync.Mutex
	// sweeping is held while deleted tournaments are dropped: two sweeps would write the same files.
	sweeping sync.Mutex
}

// A KeyValue holds short-lived data that all instances share, see store.KeyValue.
type KeyValue = store.KeyValue

// NewKeyValue returns a key-value store in the memory of this instance.
func NewKeyValue() KeyValue { return store.NewKeyValue() }

// A KeyValueItem is an item in a key-value store.
type KeyValueItem = store.KeyValueItem

// An Actor is the author of an action.
type Actor = tournament.Actor

// New returns a director over a store. The clock gives the times of actions.
func New(s *store.Store, now func() time.Time) *Director {
	program := "tourney"
	if info, ok := debug.ReadBuildInfo(); ok {
		program += " " + info.Main.Version
	}
	keeper, access := backup.New(s, now), accounts.New(s, now)
	d := &Director{
		KeyValue: s.KeyValue, store: s, now: now, access: access,
		draws:   draws{store: s, program: program, turns: newTurns()},
		lists:   ratinglists.New(s, now, access, keeper),
		backups: Backups{Keeper: keeper, store: s, now: now},
	}
	d.live.director, d.live.followed, d.live.told = d, map[string]bool{}, map[liveKey]int{}
	return d
}

// Store returns the data, for packages that store other rows beside the tournaments. Pages use no store.
func (d *Director) Store() *store.Store { return d.store }

// BeforeDelete adds a check before the deletion of a tournament. Its error prevents the deletion. It must be called
// before the director is used.
func (d *Director) BeforeDelete(check func(ctx context.Context, slug string) error) {
	d.beforeDelete = append(d.beforeDelete, check)
}

// Access returns the service for logins, people and roles.
func (d *Director) Access() *accounts.Access { return d.access }

// RatingLists returns the rating lists.
func (d *Director) RatingLists() *ratinglists.AllLists { return d.lists }

// Now returns the time of the director's clock.
func (d *Director) Now() time.Time { return d.now() }

// inSlot calls f in a free slot, or returns the context's error.
func inSlot(ctx context.Context, slots *semaphore.Weighted, f func() error) error {
	if err := slots.Acquire(ctx, 1); err != nil {
		return err
	}
	defer slots.Release(1)
	return f()
}

// LongestOnce bounds the key of a request, in bytes.
const LongestOnce = 100

// LongestReason bounds the reason of a change, in characters.
const LongestReason = 200

// fromLink reports whether a player or a recorder makes a change through a link. Such changes need no reason.
func fromLink(by string) bool {
	_, reported := tournament.Reporter(by)
	return reported || by == tournament.FromPlayer || by == tournament.ByRecorder
}

// A preparation returns the states before and after a step, and completes its entry of the log.
type preparation func(tx *store.Tx, e *store.Entry) (was *tournament.Tournament, now tournament.Whole, err error)

// A saving is a step to be saved.
type saving struct {
	entry   store.Entry
	prepare preparation
}

// save writes the states of steps and an entry of the log for each in one transaction, and then sends the changes to
// subscribers. It returns the last entry. Every change of a tournament uses it. Faults: "final.frozen" for a change of
// final standings, and "reason.needed" for a change at the desk without a required reason.
func (d *Director) save(ctx context.Context, slug string, steps ...saving) (last LogEntry, err error) {
	at := d.now()
	var saved *tournament.Tournament
	var done []LogEntry
	settle, isSaved := func(bool) {}, false
	defer func() { settle(isSaved) }()
	before := func(why copies.Reason) { settle = d.backups.Before(ctx, why) }
	alone := slug == "" || slices.ContainsFunc(steps, func(s saving) bool { return actions[s.entry.Action].before != "" })
	modes := []store.Mode{store.Grouped}
	if alone { // a backup is of the state before the transaction
		modes = nil
	}
	err = d.store.Tx(ctx, func(tx *store.Tx) error {
		settle(false) // of a try before, which another instance was in the way of
		settle, done, saved = func(bool) {}, nil, nil
		for _, s := range steps {
			s.entry.At = at
			now, e, err := saveOne(tx, slug, s, before)
			if err != nil {
				return err
			}
			if done = append(done, e); now != nil && e.Version > 0 {
				saved = now
			}
		}
		if saved != nil && slug != "" {
			var changes []tournament.Change
			for _, e := range done {
				changes = append(changes, e.Changes...)
			}
			tx.Notify(notificationOf(slug, saved, changes))
		}
		if saved != nil {
			tx.AfterCommit(func() { // the next writer then finds the state in memory
				if slug != "" && slug != saved.Info.Slug {
					d.versions.forget(slug)
					d.past.forget() // another tournament may take the slug
				}
				if !tx.Overtaken(saved.Info.Slug) {
					d.cache(saved, done...)
				}
			})
		}
		return nil
	}, modes...)
	isSaved = err == nil && saved != nil
	if isSaved {
		d.sendSaved(slug, saved, done)
	}
	if err != nil || len(done) == 0 {
		return LogEntry{}, err
	}
	return done[len(done)-1], nil
}

// sendSaved sends the events of saved steps to the subscribers of a slug. After a change of the slug it ends the
// subscriptions to the former one; open pages then follow the redirect.
func (d *Director) sendSaved(slug string, saved *tournament.Tournament, done []LogEntry) {
	if slices.ContainsFunc(saved.LiveGames(), (*tournament.Game).Recorded) {
		d.live.follow(saved.Info.Slug)
	}
	for _, e := range done {
		d.events.Send(slug, saved.Version, updates.Topics(saved, e.Changes)...)
		if actions[e.Action].before != "" {
			d.store.Checkpoint()
		}
	}
	if slug != "" && slug != saved.Info.Slug {
		d.events.Close(slug)
	}
}

// saveOne saves one step within a transaction. It calls before with the reason of a backup if the step requires one. It
// returns no state for a repeated request.
func saveOne(tx *store.Tx, slug string, s saving, before func(why copies.Reason)) (now *tournament.Tournament, done LogEntry, err error) {
	e := s.entry
	key, _, _ := strings.Cut(e.Once, ".")
	switch letters := len([]rune(e.Reason)); {
	case len(key) > LongestOnce:
		return nil, done, fault.New(fault.TooLarge, "form.key", LongestOnce)
	case letters > LongestReason:
		return nil, done, fault.New(fault.TooLarge, "field.long", tournament.Field("reason"), letters, LongestReason)
	}
	if done, err = repeated(tx, slug, e); err != nil || done.Version > 0 {
		return nil, done, err
	}
	was, next, err := s.prepare(tx, &e)
	if err == nil && was.Info.Slug != "" && was.Info.Slug != next.Info.Slug {
		next.Info = next.Info.RenamedFrom(was.Info)
	}
	if err == nil {
		err = day.Guard(was, next.Tournament, e.At)
	}
	if err == nil && e.Reason == "" && !fromLink(e.By) {
		err = reason.Needed(was, next.Tournament)
	}
	if err != nil {
		return nil, done, err
	}
	if why := actions[s.entry.Action].before; why != "" { // save has looked at the same action
		before(why)
	}
	done, err = tx.Save(was, next, e)
	return next.Tournament, done, err
}

// repeated returns the entry of an earlier identical request; without one, an entry of version 0. Faults: "form.reused"
// if another request used the key, "form.gone" if the tournament or all players of the entry were removed since.
func repeated(tx *store.Tx, slug string, e store.Entry) (LogEntry, error) {
	if e.Once == "" {
		return LogEntry{}, nil
	}
	done, err := tx.Done(e.Once)
	switch {
	case fault.Is(err, "log.missing"):
		return LogEntry{}, nil
	case err != nil:
		return LogEntry{}, err
	case done.Action != e.Action || slug != "" && done.Slug != slug:
		return LogEntry{}, fault.New(fault.Conflict, "form.reused")
	}
	isThere := true
	if added := addedPlayers(done); slug == "" {
		if _, err = tx.Version(done.Slug); fault.Is(err, "tournament.missing") {
			isThere, err = false, nil
		}
	} else if len(added) > 0 {
		var now *tournament.Tournament
		if now, err = tx.Tournament(slug); err == nil {
			isThere = slices.ContainsFunc(added, func(id tournament.PlayerID) bool { return now.Player(id) != nil })
		}
	}
	if err == nil && !isThere {
		err = fault.New(fault.Conflict, "form.gone")
	}
	return done, err
}

// Current returns the latest state for a step.
func (d *Director) Current(tx *store.Tx, slug string) (*tournament.Tournament, error) {
	if t := tx.Saved(slug); t != nil {
		return t, nil
	}
	version, err := tx.Version(slug)
	if err != nil {
		return nil, err
	}
	if s := d.versions.at(slug, version); s != nil {
		return s.Tournament, nil
	}
	return tx.Tournament(slug)
}
