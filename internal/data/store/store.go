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
	"slices"
	"sync/atomic"

	"gorm.io/gorm"

	"tourney/internal/data/database"
	"tourney/internal/tournament"
)

// A KeyValue is a temporary key-value store shared by instances, see database.KeyValue.
type KeyValue = database.KeyValue

// NewKeyValue returns a key-value store in memory, private to this instance.
func NewKeyValue() KeyValue { return database.NewKeyValue() }

// A KeyValueItem is one value in the key-value store.
type KeyValueItem = database.Item

// A Store holds one database. It is safe for concurrent use.
type Store struct {
	// KeyValue is the temporary storage that instances share.
	KeyValue database.KeyValue
	file     database.Database
	// writer and reader are connections of it.
	writer, reader *gorm.DB
	subscribers    subscribers
	// saved are the tournaments as earlier steps of the open transaction have saved them; the writer owns it.
	saved map[string]*tournament.Tournament
	// leadership is the present leader.
	leadership atomic.Pointer[currentLeadership]
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
	if err := readLeadership(ctx, s); err != nil {
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
	if err := s.file.SkipSync(ctx); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// SetAside returns the new names of files that Open set aside because they would have spoilt the database.
func (s *Store) SetAside() []string { return s.file.SetAside() }

// Trouble returns "database.moved" while the store's path names another file than the open one: writes are refused
// then, and Backup rescues the saved data. "database.overwritten" means that the file has other content,
// "standby.yielded" that another computer has taken over. After a write that the disk refused, it returns that fault
// until a write is saved.
func (s *Store) Trouble() error { return cmp.Or(s.Refusal(), s.file.Trouble()) }

// Retry tests whether Trouble with the disk has ended.
func (s *Store) Retry(ctx context.Context) { s.file.Retry(ctx) }

// Path returns the absolute path of the database file.
func (s *Store) Path() string { return s.file.Path() }

// Place identifies the location of the data, the same for all instances that share them.
func (s *Store) Place() string { return s.file.Place() }

// Size returns how many bytes the data take on disk.
func (s *Store) Size() int64 { return s.file.Size() }

// Pages returns the changed pages of the data file for followers; nil at a server.
func (s *Store) Pages() *database.Pages { return s.file.Pages() }

// Close closes the database. A second call does nothing.
func (s *Store) Close() error { return s.file.Close() }

// Checkpoint requests a checkpoint soon, after which the file alone is a whole copy. It does not wait for it. Without a
// request one happens shortly after the last write.
func (s *Store) Checkpoint() { s.file.CheckpointSoon() }

// A Tx is one write transaction. One goroutine may use it, until the function it was passed to returns.
type Tx struct {
	db *gorm.DB
	// owner is the organisation of new tournaments, 0 for the first one.
	owner int
	// saved are the tournaments as this step saved them, before as earlier steps of the same transaction did; nil for a
	// slug that is free now.
	saved, before map[string]*tournament.Tournament
	// news are sent once the transaction is committed.
	news []Notification
	// afterCommit are the callbacks of AfterCommit.
	afterCommit []func()
}

// AfterCommit runs f once the transaction is committed, before the next transaction. f must be quick.
func (tx *Tx) AfterCommit(f func()) { tx.afterCommit = append(tx.afterCommit, f) }

// Overtaken reports to a callback of AfterCommit whether a later step of the same transaction has saved a tournament.
func (tx *Tx) Overtaken(slug string) bool {
	_, is := tx.before[slug]
	return is
}

// A Mode weakens a promise of a write transaction.
type Mode int

const (
	// Grouped is for a quick step that only saves tournaments. Queued steps may share one transaction and one sync of
	// the disk; Saved gives the later ones the state that earlier ones saved. If f fails, only its changes are rolled
	// back.
	Grouped Mode = iota
	// Unconfirmed does not wait for followers. It is for minor data such as the time of the last request.
	Unconfirmed
)

// Tx runs f in one write transaction and commits it unless f returns an error or panics. Writers wait for one another,
// so f must not be slow. With several instances f may be retried from the beginning. Nothing is committed while there
// is Trouble, or once another computer has taken over: "standby.yielded". It returns after the followers have the
// change.
func (s *Store) Tx(ctx context.Context, f func(tx *Tx) error, modes ...Mode) error {
	var tx *Tx
	err := s.file.Tx(ctx, database.Write{
		Shares: slices.Contains(modes, Grouped),
		Do: func(db *gorm.DB) error {
			tx = &Tx{db: db, saved: map[string]*tournament.Tournament{}, before: s.saved}
			if err := s.Refusal(); err != nil {
				return err
			}
			if err := f(tx); err != nil {
				return err
			}
			return notify(s.file, db, tx.news)
		},
		Kept: func() { maps.Copy(s.saved, tx.saved) },
		Done: func(err error) {
			maps.DeleteFunc(s.saved, func(slug string, t *tournament.Tournament) bool {
				mine, is := tx.saved[slug]
				return is && mine == t // states that later steps have saved stay until those are done
			})
			s.subscribers.notify(tx.news, err) // after an error too: a server may have committed it, and its response was lost
			if err != nil {
				return
			}
			for _, then := range tx.afterCommit {
				then()
			}
		},
	})
	if err == nil && !slices.Contains(modes, Unconfirmed) {
		s.file.Pages().Confirmed(ctx)
	}
	return err
}

// Settle waits until the callbacks of AfterCommit have run for all readable commits.
func (s *Store) Settle() { s.file.Settle() }

// wrap prefixes an error with the failed operation; nil stays nil.
func wrap(what string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", what, err)
}
