// Package store keeps tournaments, their log and the users in a database.
//
// Open gives a Store on one SQLite file. Reads go through many connections and
// never wait for a writer; writes go through one, in immediate transactions
// that begin with Tx:
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
	"database/sql"
	"errors"
	"fmt"
	"sync"

	"gorm.io/gorm"
)

// A Store holds one database. It is safe for concurrent use.
type Store struct {
	file           openFile
	writer, reader *gorm.DB
	// pinner has the connections of pinned states, pins counts those in use.
	pinner  *gorm.DB
	pins    chan struct{}
	keeper  *keeper
	aside   []string
	closing sync.Once
}

// readers is the number of concurrent readers.
const readers = 8

// Open opens the database file, and creates or migrates it if needed. Before a
// migration it leaves a copy beside the file. Faults are "database.alien" for a
// file that is not a database of tourney, "database.newer" for one of a newer
// program, "database.open", "database.readonly", "database.damaged",
// "database.alone" and "database.busy".
func Open(ctx context.Context, path string) (*Store, error) {
	s, err := open(ctx, path, migrations())
	if err != nil {
		return nil, err
	}
	if err := cmp.Or(fillAbout(ctx, s.writer), fillLists(ctx, s.writer)); err != nil {
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
	if err := s.writer.WithContext(ctx).Exec("pragma synchronous = off").Error; err != nil { // its only connection
		return nil, errors.Join(translate(err), s.Close())
	}
	return s, nil
}

// SetAside returns the new names of files that Open set aside because they
// would have spoilt the database.
func (s *Store) SetAside() []string { return s.aside }

// Trouble returns "database.moved" while the store's path names another file
// than the open one: nothing is saved then, and Backup rescues the saved data.
// "database.overwritten" means that the file holds something else.
func (s *Store) Trouble() error { return s.file.check() }

// Path returns the absolute path of the database file.
func (s *Store) Path() string { return s.file.path }

// Size returns how many bytes the data take on disk.
func (s *Store) Size() int64 { return s.file.size() }

// Close closes the database. A second call does nothing.
func (s *Store) Close() (err error) {
	s.closing.Do(func() { err = s.close() })
	return err
}

func (s *Store) close() (err error) {
	if s.keeper != nil {
		err = s.keeper.close()
	}
	if s.file.wal != nil {
		err = errors.Join(err, s.file.wal.Close())
	}
	if s.keeper != nil && s.file.checkContent() != nil {
		// Closing would write our log into the file that was copied over ours.
		return err
	}
	// The writer last: the last connection folds the write-ahead log into the
	// file.
	for _, db := range []*gorm.DB{s.pinner, s.reader, s.writer} {
		if db != nil {
			err = errors.Join(err, closePool(db))
		}
	}
	return errors.Join(err, s.file.db.Close())
}

func closePool(db *gorm.DB) error {
	pool, err := db.DB()
	if err != nil {
		return err
	}
	return pool.Close()
}

// A Tx is one write transaction. One goroutine may use it, until the function
// it was passed to returns.
type Tx struct {
	db *gorm.DB
	// owner is the organisation of new tournaments, 0 for the first one.
	owner int
}

// Tx runs f in one write transaction and commits it unless f returns an error
// or panics. Writers wait for one another, so f must not be slow. Nothing is
// committed while there is Trouble.
func (s *Store) Tx(ctx context.Context, f func(tx *Tx) error) error {
	if err := s.file.check(); err != nil {
		return err
	}
	err := s.writer.WithContext(ctx).Transaction(func(db *gorm.DB) error {
		if err := f(&Tx{db: db}); err != nil {
			return err
		}
		return s.file.check()
	})
	if err == nil {
		s.keeper.noteWrite()
	}
	return err
}

// read runs f on one unchanging state of the database.
func (s *Store) read(ctx context.Context, f func(db *gorm.DB) error) error {
	return s.reader.WithContext(ctx).Transaction(f, &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true})
}

// during adds to an error what was being done; nil stays nil.
func during(what string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", what, err)
}
