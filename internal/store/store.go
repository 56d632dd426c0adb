// Package store keeps tournaments, their log and the users in a database.
//
// Open gives a Store on one SQLite file. Reads go through many connections and never wait for a writer; writes go
// through one, in immediate transactions that begin with Tx:
//
//	s, err := store.Open(ctx, "tourney.db")
//	err = s.Tx(ctx, func(tx *store.Tx) error {
//		was, err := tx.Tournament("spring-cup")
//		…
//		_, err = tx.Save(was, now, store.Entry{By: "Desk 1", Action: "result.record"})
//		return err
//	})
//
// A change and its entry in the log are written together or not at all.
package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"sync/atomic"

	"tourney/internal/database"
	"tourney/internal/tournament"

	"gorm.io/gorm"
)

// A Shelf holds what instances share for a while, see database.Shelf.
type Shelf = database.Shelf

// NewShelf returns a shelf in memory, which no other instance has.
func NewShelf() Shelf { return database.NewShelf() }

// A ShelfItem is something on it.
type ShelfItem = database.Item

// A Store holds one database. It is safe for concurrent use.
type Store struct {
	// Shelf holds what instances share for a while.
	Shelf database.Shelf
	file  database.Database
	// writer and reader are connections of it.
	writer, reader *gorm.DB
	ears           ears
	// saved are the tournaments as those have saved them who write into the open transaction; who writes holds it.
	saved map[string]*tournament.Tournament
	// reign is which computer does.
	reign atomic.Pointer[Reign]
}

// Open opens the database file, and creates or migrates it if needed. Before a migration it leaves a copy beside the
// file. Faults are "database.alien" for a file that is not a database of tourney, "database.newer" for one of a newer
// program, "database.open", "database.readonly", "database.damaged", "database.alone" and "database.busy".
func Open(ctx context.Context, path string) (s *Store, err error) {
	if database.IsServer(path) {
		s, err = openServer(ctx, path)
	} else {
		s, err = open(ctx, path, migrations())
	}
	if err != nil {
		return nil, err
	}
	if err := cmp.Or(fillAbout(ctx, s.writer), fillLists(ctx, s.writer), readReign(ctx, s)); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// OpenScratch opens a database that need not survive a power cut, such as one
// that is thrown away at the end: a change does not wait for the disk.
func OpenScratch(ctx context.Context, path string) (*Store, error) {
	s, err := Open(ctx, path)
	if err != nil {
		return nil, err
	}
	if err := s.file.Hasten(ctx); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// SetAside returns the new names of files that Open set aside because they would have spoilt the database.
func (s *Store) SetAside() []string { return s.file.SetAside() }

// Trouble returns "database.moved" while the store's path names another file than the open one: nothing is saved then,
// and Backup rescues the saved data. "database.overwritten" means that the file holds something else,
// "standby.yielded" that another computer has taken over. After a write that the disk refused, it returns that fault
// until a write is saved.
func (s *Store) Trouble() error { return cmp.Or(Refusal(s), s.file.Trouble()) }

// Retry tries whether Trouble with the disk has ended.
func (s *Store) Retry(ctx context.Context) { s.file.Retry(ctx) }

// Path returns the absolute path of the database file.
func (s *Store) Path() string { return s.file.Path() }

// Place names where the data are, the same for all instances that share them.
func Place(s *Store) string { return s.file.Place() }

// Size returns how many bytes the data take on disk.
func (s *Store) Size() int64 { return s.file.Size() }

// Pages tells which pages of the data file have changed, so that another computer can follow; nil at a server.
func Pages(s *Store) *database.Pages { return s.file.Pages() }

// Close closes the database. A second call does nothing.
func (s *Store) Close() error { return s.file.Close() }

// Checkpoint requests that the file alone be a whole copy soon, as happens by
// itself shortly after the last write. It does not wait for it.
func (s *Store) Checkpoint() { s.file.CheckpointSoon() }

// A Tx is one write transaction. One goroutine may use it, until the function it was passed to returns.
type Tx struct {
	db *gorm.DB
	// owner is the organisation of new tournaments, 0 for the first one.
	owner int
	// saved are the tournaments as they were saved in it, before those that others have saved in the same transaction;
	// nil at a slug that is free now.
	saved, before map[string]*tournament.Tournament
	// news are told once the transaction is committed.
	news []News
	// then is what follows.
	then []func()
}

// Then has f run once the transaction is committed, before anybody else writes in another one. f must be quick.
func (tx *Tx) Then(f func()) { tx.then = append(tx.then, f) }

// Overtaken reports to what follows, see Then, whether others who share the transaction have saved a tournament afterwards.
func Overtaken(tx *Tx, slug string) bool {
	_, is := tx.before[slug]
	return is
}

// Tx runs f in one write transaction and commits it unless f returns an error or panics. Writers wait for one another,
// so f must not be slow. Where other instances write too f may run again, from the beginning. Nothing is committed
// while there is Trouble, or once another computer has taken over: "standby.yielded". It returns once those who follow
// have it too.
func (s *Store) Tx(ctx context.Context, f func(tx *Tx) error) error {
	return confirm(ctx, s, write(ctx, s, f, false))
}

// Together is Tx for a quick step that only saves tournaments. It may share its transaction, and the wait for the disk, with those
// who wait for their turn; who comes next is given what was saved before by Saved. If f fails, that alone is taken back.
func Together(ctx context.Context, s *Store, f func(tx *Tx) error) error {
	return confirm(ctx, s, write(ctx, s, f, true))
}

// confirm waits for those who follow the data, after a write that has not failed.
func confirm(ctx context.Context, s *Store, err error) error {
	if err == nil {
		s.file.Pages().Confirmed(ctx)
	}
	return err
}

// Note is Tx for what nobody waits for, such as when a login was last used: it returns before those who follow have it.
func Note(ctx context.Context, s *Store, f func(tx *Tx) error) error { return write(ctx, s, f, false) }

func write(ctx context.Context, s *Store, f func(tx *Tx) error, shares bool) error {
	var tx *Tx
	return s.file.Tx(ctx, database.Write{
		Shares: shares,
		Do: func(db *gorm.DB) error {
			tx = &Tx{db: db, saved: map[string]*tournament.Tournament{}, before: s.saved}
			if err := Refusal(s); err != nil {
				return err
			}
			if err := f(tx); err != nil {
				return err
			}
			return tell(s.file, db, tx.news)
		},
		Kept: func() { maps.Copy(s.saved, tx.saved) },
		Done: func(err error) {
			maps.DeleteFunc(s.saved, func(slug string, t *tournament.Tournament) bool {
				mine, is := tx.saved[slug]
				return is && mine == t // what others have saved afterwards stays until they are done
			})
			s.ears.told(tx.news, err) // after an error too: a server may have committed it, and its answer was lost
			if err != nil {
				return
			}
			for _, then := range tx.then {
				then()
			}
		},
	})
}

// Settle waits until what can be read was followed by what should: see Then.
func Settle(s *Store) { s.file.Settle() }

// during adds to an error what was being done; nil stays nil.
func during(what string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", what, err)
}
