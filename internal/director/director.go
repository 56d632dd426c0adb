// Package director answers what a person can do here: every action is one
// method, one transaction and one entry in the log.
//
// A Director is made from a store and a clock. Reading goes through Snapshot,
// an unchanging state of one tournament with its standings; every writing
// method names who does it and returns a fault when the step is not allowed:
//
//	d := director.New(store, time.Now)
//	was, now, err := d.Record(ctx, director.Actor{Name: "Desk 2"}, "spring-cup",
//		tournament.Entry{Round: 3, Table: 7, Seen: 0, Result: result})
//
// Writing methods that take once may be sent twice with the same key, as by a
// double click: the second call changes nothing and answers as the first did.
package director

import (
	"context"
	"runtime/debug"
	"sync"
	"time"

	"tourney/internal/fault"
	"tourney/internal/store"
	"tourney/internal/tournament"
)

// A Director carries out what people ask for. It is safe for concurrent use.
type Director struct {
	store *store.Store
	now   func() time.Time
	// program is the version that draws are signed with.
	program string

	events  broker
	reviews reviews
	shelf   shelf
	// drawing bounds how many draws run at the same time.
	drawing *turns
	// strangers and friends hash passwords: those who try where they have never
	// logged in hold up nobody on a device that is known.
	strangers, friends *counter

	mu     sync.Mutex
	latest map[string]*Snapshot
	// drawings are the draws at hand, the one asked about last first.
	drawings []*drawing
	// loading is held while a snapshot is loaded, so that many readers of a new
	// version load it once.
	loading sync.Mutex
}

// An Actor is who does something. The name stands in the log and beside results;
// whose entry a result is goes by the identity of the desk, which nobody is
// shown. Who is at no desk is known by the name alone.
type Actor struct{ Name, Desk string }

// Entered reports whether an entry with that name and desk is this actor's.
func (a Actor) Entered(by, desk string) bool {
	return desk == a.Desk && (desk != "" || by == a.Name)
}

// New returns a director over a store. The clock says when things were done.
func New(s *store.Store, now func() time.Time) *Director {
	d := &Director{
		store: s, now: now, program: "tourney", latest: map[string]*Snapshot{},
		drawing: newTurns(), strangers: newCounter(2), friends: newCounter(1),
	}
	if info, ok := debug.ReadBuildInfo(); ok {
		d.program += " " + info.Main.Version
	}
	return d
}

// slots are taken by those who compute; who finds none free waits.
type slots chan struct{}

// run computes f in a free slot, or returns the context's error.
func (s slots) run(ctx context.Context, f func() error) error {
	select {
	case s <- struct{}{}:
		defer func() { <-s }()
		return f()
	case <-ctx.Done():
		return ctx.Err()
	}
}

// longestOnce bounds the key of a request.
const longestOnce = 100

// change carries out one step on a tournament: the latest state is loaded, do
// takes the step on a copy and completes the entry of the log, and what differs
// is saved together with it. The entry of a request that was saved before is
// returned again; one with version 0 says that nothing differed.
func (d *Director) change(
	ctx context.Context, slug string, e store.Entry, do func(t *tournament.Tournament, e *store.Entry) error,
) (LogEntry, error) {
	return d.save(ctx, slug, e, func(tx *store.Tx, e *store.Entry) (was, now *tournament.Tournament, err error) {
		if was, err = d.current(tx, slug); err != nil {
			return nil, nil, err
		}
		now = was.Clone()
		return was, now, do(now, e)
	})
}

// save writes the two states that prepare returns in one transaction, and then
// tells readers of the new one. It is the one way to change a tournament.
func (d *Director) save(
	ctx context.Context, slug string, e store.Entry,
	prepare func(tx *store.Tx, e *store.Entry) (was, now *tournament.Tournament, err error),
) (done LogEntry, err error) {
	if len(e.Once) > longestOnce {
		return LogEntry{}, fault.New(fault.TooLarge, "request.key", longestOnce)
	}
	e.At = d.now()
	var old string
	var saved *tournament.Tournament
	err = d.store.Tx(ctx, func(tx *store.Tx) error {
		if done, err = repeated(tx, slug, e); err != nil || done.Version > 0 {
			return err
		}
		was, now, err := prepare(tx, &e)
		if err != nil {
			return err
		}
		done, err = tx.Save(was, now, e)
		old, saved = was.Info.Slug, now
		return err
	})
	if err != nil {
		return LogEntry{}, err
	}
	if saved != nil && done.Version > 0 {
		if old != saved.Info.Slug {
			d.forget(old)
		}
		d.keep(saved)
		d.events.publish(slug, saved, done.Changes)
		if settles(e.Action) {
			d.store.Checkpoint()
		}
	}
	return done, nil
}

// repeated returns what was logged when the same request came before, if it
// did, and a fault if its key was used for another one.
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
		return LogEntry{}, fault.New(fault.Conflict, "request.reused")
	}
	return done, nil
}

// current returns the latest state for a step to be taken on a copy of it.
func (d *Director) current(tx *store.Tx, slug string) (*tournament.Tournament, error) {
	version, err := tx.Version(slug)
	if err != nil {
		return nil, err
	}
	if s := d.kept(slug); s != nil && s.Tournament.Version == version {
		return s.Tournament, nil
	}
	return tx.Tournament(slug)
}
