// Package database opens the files that hold the data: databases of SQLite, with what the engine
// keeps beside them. It knows no table.
package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"gorm.io/gorm"

	"tourney/internal/durable"
	"tourney/internal/fault"
)

// A File is an open database file. Reads go through many connections and never wait for a writer;
// writes go through one, in immediate transactions. It is safe for concurrent use.
type File struct {
	openFile
	writer, reader *gorm.DB
	// pinner has the connections of pinned states, pins counts those in use.
	pinner *gorm.DB
	pins   chan struct{}
	keeper *keeper
	pages  *Pages
	// line are those who write, open is the transaction of who has the turn, nil before it begins.
	line line
	open *group
	// ending is held while a transaction ends, until all are told who have written in it.
	ending sync.Mutex
	// refused is why the last write failed, nil after one that was saved.
	refused atomic.Pointer[fault.Error]
	// free is until when the file is left to other programs.
	free    time.Time
	aside   []string
	shelf   memoryShelf
	closing sync.Once
}

// readers is the number of concurrent readers.
const readers = 8

// Open opens a file, and creates an empty one if there is none. A write-ahead log that belongs to no
// file or to another is set aside. Connect has to follow. Faults: "database.alien" for what is no
// file, "database.following" for a Replica, "database.readonly", "database.open".
func Open(path string) (*File, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("find %s: %w", path, err)
	}
	if durable.Exists(path + JournalSuffix) {
		return nil, fault.New(fault.Conflict, "database.following")
	}
	aside, err := setAsideForeignLog(path)
	if err != nil {
		return nil, err
	}
	file, err := touch(path)
	if err != nil {
		return nil, err
	}
	return &File{openFile: openFile{path: path, db: file}, aside: aside}, nil
}

// Connect opens the connections, all of them now: later ones might find another file under the path.
func (f *File) Connect(ctx context.Context) (err error) {
	if f.writer, err = openPool(f.path, writerOptions, 1, f.check); err != nil {
		return err
	}
	// The engine keeps this file until the last connection closes.
	if f.wal, err = os.Open(f.path + WALSuffix); err != nil {
		return fault.Wrap(err, fault.Unavailable, "database.open")
	}
	if f.reader, err = openPool(f.path, readerOptions, readers, f.check); err != nil {
		return err
	}
	if err := warm(ctx, f.reader, readers); err != nil {
		return err
	}
	f.pins = make(chan struct{}, MostPins)
	if f.pinner, err = openPool(f.path, readerOptions, MostPins, f.check); err != nil {
		return err
	}
	if err := warm(ctx, f.pinner, 1); err != nil {
		return err
	}
	f.pages = newPages(&f.openFile, f.writer, f.Read)
	if f.keeper, err = newKeeper(ctx, &f.openFile, f.pages); err != nil {
		return err
	}
	return f.check()
}

// touch opens a file for writing, creating it if needed. Only its owner may
// read a new one: it will hold private data of players.
func touch(path string) (*os.File, error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return nil, fault.New(fault.Unavailable, "database.alien")
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	switch {
	case errors.Is(err, os.ErrPermission):
		return nil, fault.Wrap(err, fault.Unavailable, "database.readonly")
	case err != nil:
		return nil, fault.Wrap(err, fault.Unavailable, "database.open")
	}
	return f, nil
}

// Path returns the absolute path of the file.
func (f *File) Path() string { return f.path }

// Place is the path of the file.
func (f *File) Place() string { return f.path }

// SetAside returns the new names of files that Open set aside because they would have spoilt the
// database.
func (f *File) SetAside() []string { return f.aside }

// Reader and Writer return the connections that read, and the one that also writes.
func (f *File) Reader() *gorm.DB { return f.reader }

// Writer returns the connection that writes.
func (f *File) Writer() *gorm.DB { return f.writer }

// Shelf returns what requests of this program share for a while.
func (f *File) Shelf() Shelf { return &f.shelf }

// Pages tells which pages of the file have changed.
func (f *File) Pages() *Pages { return f.pages }

// Trouble returns "database.moved" while the path names another file than the open one: nothing is
// saved then, and CopyInto rescues the saved data. "database.overwritten" means that the file holds
// something else. After a write that the disk refused, Trouble returns its fault, such as "database.disk.full", until
// one is saved.
func (f *File) Trouble() error {
	if err := f.check(); err != nil {
		return err
	}
	if refused := f.refused.Load(); refused != nil {
		return refused
	}
	return nil
}

// Retry writes a page of the file as it is if the last write was refused, so that Trouble ends once the disk takes
// writes again.
func (f *File) Retry(ctx context.Context) {
	if f.refused.Load() == nil {
		return
	}
	_ = f.Tx(ctx, Write{Do: func(db *gorm.DB) error { // Trouble has the outcome
		var n int
		if err := db.Raw("pragma user_version").Scan(&n).Error; err != nil {
			return err
		}
		return db.Exec("pragma user_version = " + strconv.Itoa(n)).Error
	}})
}

// note keeps the outcome of a write for Trouble. An error that is not of the disk says nothing about the next write.
func (f *File) note(err error) {
	refused, is := fault.As(err)
	switch {
	case err == nil:
		f.refused.Store(nil)
	case is && refused.Kind == fault.Unavailable && refused.Key != "database.busy":
		f.refused.Store(refused)
	}
}

// Size returns how many bytes the file and its write-ahead log take.
func (f *File) Size() int64 { return f.size() }

// Read runs do on one unchanging state of the database.
func (f *File) Read(ctx context.Context, do func(db *gorm.DB) error) error {
	return f.reader.WithContext(ctx).Transaction(do, &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true})
}

// Rescue runs do on a connection that can still read the file if its path is gone. No checkpoint is
// made meanwhile.
func (f *File) Rescue(do func(conn gorm.ConnPool) error) error {
	f.keeper.mu.Lock()
	defer f.keeper.mu.Unlock()
	return do(f.keeper.conn)
}

// CopyInto writes the present state into a new file, synced to the disk, even if the path is gone.
// After an error there is no file.
func (f *File) CopyInto(path string) error { return f.keeper.copyInto(path) }

// Checkpoint brings the write-ahead log into the file and empties it, and reports whether it could
// finish: a reader of an older state prevents that. Writers wait only while a copied log is emptied.
func (f *File) Checkpoint() (whole bool, err error) { return f.keeper.checkpoint() }

// CheckpointSoon requests that the file alone be a whole copy soon, as happens by itself shortly
// after the last write. It does not wait for it.
func (f *File) CheckpointSoon() { f.keeper.checkpointSoon() }

// Renew writes the file anew, so that it holds nothing that was deleted, and reports whether that is
// done: a reader of an older state delays the last step, which then follows by itself.
func (f *File) Renew(ctx context.Context) (whole bool, err error) {
	f.pages.mu.Lock()
	f.pages.look(f.writer)
	// The new file is made beside the old one, not in memory.
	err = f.writer.WithContext(ctx).Exec("pragma temp_store = file; vacuum").Error
	err = errors.Join(err, f.writer.WithContext(context.WithoutCancel(ctx)).Exec("pragma temp_store = memory").Error)
	f.pages.note()
	f.pages.mu.Unlock()
	if err != nil {
		return false, fmt.Errorf("write the file anew: %w", Translate(err))
	}
	const patience, pause = 5 * time.Second, 50 * time.Millisecond
	for begin := time.Now(); ; time.Sleep(pause) {
		if whole, err = f.Checkpoint(); whole || err != nil {
			return whole, err
		}
		if time.Since(begin) > patience {
			f.CheckpointSoon()
			return false, nil
		}
	}
}

// Hasten makes changes not wait for the disk, for data that need not survive a power cut.
func (f *File) Hasten(ctx context.Context) error {
	return Translate(f.writer.WithContext(ctx).Exec("pragma synchronous = off").Error) // its only connection
}

// Close closes the file. A second call does nothing.
func (f *File) Close() (err error) {
	f.closing.Do(func() { err = f.close() })
	return err
}

func (f *File) close() (err error) {
	if f.keeper != nil {
		err = f.keeper.close()
	}
	if f.wal != nil {
		err = errors.Join(err, f.wal.Close())
	}
	if f.keeper != nil && f.checkContent() != nil {
		// Closing would write our log into the file that was copied over ours.
		return err
	}
	// The writer last: the last connection folds the write-ahead log into the
	// file.
	for _, db := range []*gorm.DB{f.pinner, f.reader, f.writer} {
		if db != nil {
			err = errors.Join(err, Close(db))
		}
	}
	return errors.Join(err, f.db.Close())
}

// Close closes the connections of a database.
func Close(db *gorm.DB) error {
	pool, err := db.DB()
	if err != nil {
		return err
	}
	return pool.Close()
}
