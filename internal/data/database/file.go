// Package database opens databases of SQLite, in files, and of PostgreSQL, at a server. It contains no tables of its
// users.
//
// Writers of a file queue up, and queued steps on a tournament share one transaction and one sync to the disk, see
// Write. At a server each write has a transaction. Instances at a server notify one another in their transactions, see
// Listener, and share temporary values, see KeyValue.
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

	"tourney/internal/data/durable"
	"tourney/internal/fault"
)

// A File is an open database file. Reads use many connections and never wait for a writer; writes use one connection,
// in immediate transactions. It is safe for concurrent use.
type File struct {
	openFile
	writer, reader *gorm.DB
	// pinner has the connections of snapshots, pins counts those in use.
	pinner       *gorm.DB
	pins         chan struct{}
	checkpointer *checkpointer
	pages        *Pages
	// queue is the queue of writers. open is the transaction of the present writer, nil before it begins.
	queue writeQueue
	open  *group
	// ending is locked while a transaction ends, until Done has been called for all its writers.
	ending sync.Mutex
	// refused is the last disk error of a write, nil after a later successful write.
	refused atomic.Pointer[fault.Error]
	// free is the end of the pause in which other programs may write to the file.
	free     time.Time
	aside    []string
	keyValue memoryKeyValue
	closing  sync.Once
}

// readers is the number of concurrent readers.
const readers = 8

// Open opens a file, and creates a missing one. It renames a write-ahead log of another file. The caller must call
// Connect next. Faults: "database.alien" for a folder or device, "database.following" for a Replica,
// "database.readonly", "database.open".
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

// Connect opens all connections at once: a later one might find another file under the path.
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
	if f.checkpointer, err = newCheckpointer(ctx, &f.openFile, f.pages); err != nil {
		return err
	}
	return f.check()
}

// touch opens a file for writing, or creates it, readable only by its owner: it will contain private data of players.
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

// SetAside returns the new names of files that Open renamed because they would have damaged the database.
func (f *File) SetAside() []string { return f.aside }

// Reader returns the read-only connections.
func (f *File) Reader() *gorm.DB { return f.reader }

// Writer returns the connection that writes.
func (f *File) Writer() *gorm.DB { return f.writer }

// KeyValue returns the temporary key-value store shared by the requests of this program.
func (f *File) KeyValue() KeyValue { return &f.keyValue }

// Pages returns the log of changed pages.
func (f *File) Pages() *Pages { return f.pages }

// Trouble returns "database.moved" while the path names another file than the open one: writes fail then, but CopyInto
// can still copy the saved data. "database.overwritten" means that the file has other content. After a disk error in
// a write, Trouble returns its fault, such as "database.disk.full", until a write succeeds.
func (f *File) Trouble() error {
	if err := f.check(); err != nil {
		return err
	}
	if refused := f.refused.Load(); refused != nil {
		return refused
	}
	return nil
}

// Retry rewrites a page of the file unchanged if the last write failed, so that Trouble ends once the disk accepts
// writes.
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

// note stores the outcome of a write for Trouble. An error other than of the disk does not predict the next write.
func (f *File) note(err error) {
	refused, is := fault.As(err)
	switch {
	case err == nil:
		f.refused.Store(nil)
	case is && refused.Kind == fault.Unavailable && refused.Key != "database.busy":
		f.refused.Store(refused)
	}
}

// Size returns the size of the file and its write-ahead log in bytes.
func (f *File) Size() int64 { return f.size() }

// Read runs do on one snapshot of the database.
func (f *File) Read(ctx context.Context, do func(db *gorm.DB) error) error {
	return f.reader.WithContext(ctx).Transaction(do, &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true})
}

// Rescue runs do on a connection that can still read the file after the loss of its path. It delays checkpoints.
func (f *File) Rescue(do func(conn gorm.ConnPool) error) error {
	f.checkpointer.mu.Lock()
	defer f.checkpointer.mu.Unlock()
	return do(f.checkpointer.conn)
}

// CopyInto writes the present state into a new file, synced to the disk, even after the loss of the path. After an
// error it leaves no file.
func (f *File) CopyInto(path string) error { return f.checkpointer.copyInto(path) }

// Checkpoint copies the write-ahead log into the file and truncates it, and reports whether it finished: a reader of an
// older state prevents that. Writers wait only for the truncation.
func (f *File) Checkpoint() (whole bool, err error) { return f.checkpointer.checkpoint() }

// CheckpointSoon requests a checkpoint, as happens automatically soon after the last write. It does not wait for it.
func (f *File) CheckpointSoon() { f.checkpointer.checkpointSoon() }

// Vacuum rewrites the file so that it contains no deleted data, and reports whether it has finished: a reader of an
// older state delays the last step, which then follows automatically.
func (f *File) Vacuum(ctx context.Context) (whole bool, err error) {
	f.pages.mu.Lock()
	f.pages.checkForeign(f.writer)
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

// SkipSync turns off waiting for the disk, for data that need not survive a power cut.
func (f *File) SkipSync(ctx context.Context) error {
	return Translate(f.writer.WithContext(ctx).Exec("pragma synchronous = off").Error) // its only connection
}

// Close closes the file. A second call does nothing.
func (f *File) Close() (err error) {
	f.closing.Do(func() { err = f.close() })
	return err
}

func (f *File) close() (err error) {
	if f.checkpointer != nil {
		err = f.checkpointer.close()
	}
	if f.wal != nil {
		err = errors.Join(err, f.wal.Close())
	}
	if f.checkpointer != nil && f.checkContent() != nil {
		// Closing would write our log into the file that was copied over ours.
		return err
	}
	// The writer last: the last connection to close copies the write-ahead log into the file.
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
