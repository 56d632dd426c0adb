package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
	"time"

	"gorm.io/gorm"
)

// whenQuiet is the pause after a write before the log is truncated, atTheLatest the longest time between checkpoints.
const (
	whenQuiet   = 2 * time.Second
	atTheLatest = 15 * time.Second
)

// writesPerCheckpoint is the number of writes after which the log is copied into the file in any case. Otherwise the
// engine would do it during a write, while the queued writers wait.
const writesPerCheckpoint = 50

// A checkpointer checkpoints and truncates the write-ahead log in every pause, so that the file alone is complete. Its
// own connection can still read a file without a path.
type checkpointer struct {
	file  *openFile
	pages *Pages
	pool  *gorm.DB
	// mu guards conn.
	mu   sync.Mutex
	conn *sql.Conn

	written, soon, stop chan struct{}
	done                chan struct{}
}

func newCheckpointer(ctx context.Context, file *openFile, pages *Pages) (*checkpointer, error) {
	pool, err := openPool(file.path, keeperOptions, 1, file.check)
	if err != nil {
		return nil, err
	}
	k := &checkpointer{
		file: file, pages: pages, pool: pool,
		written: make(chan struct{}, 1), soon: make(chan struct{}, 1),
		stop: make(chan struct{}), done: make(chan struct{}),
	}
	db, err := pool.DB()
	if err == nil {
		k.conn, err = db.Conn(ctx)
	}
	if err == nil {
		// Writers would wait while it waits for readers.
		_, err = k.conn.ExecContext(ctx, "pragma busy_timeout = 0")
	}
	if err != nil {
		return nil, errors.Join(Translate(err), Close(pool))
	}
	go k.run()
	k.checkpointSoon()
	return k, nil
}

func (k *checkpointer) noteWrite() { signal(k.written) }

// checkpointSoon requests a checkpoint without waiting for it.
func (k *checkpointer) checkpointSoon() { signal(k.soon) }

func signal(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default: // requested already
	}
}

// run copies the log into the file from time to time, and truncates it only after a pause in writing: the next writer
// waits for a truncation, and needs disk space for a new log.
func (k *checkpointer) run() {
	defer close(k.done)
	var quiet, latest <-chan time.Time
	writes := 0
	for {
		select {
		case <-k.stop:
			return
		case <-k.written:
			quiet = time.After(whenQuiet)
			if latest == nil {
				latest = time.After(atTheLatest)
			}
			if writes++; writes%writesPerCheckpoint != 0 {
				continue
			}
		case <-k.soon:
			quiet = time.After(whenQuiet)
		case <-latest:
		case <-quiet:
			quiet = nil
			if whole, err := k.checkpoint(); err == nil && !whole {
				quiet = time.After(whenQuiet) // a reader still uses an older state
			}
			latest = nil
			continue
		}
		latest = nil
		k.mu.Lock()
		_, _ = k.checkpointPassive() // the next writer gets the error
		k.mu.Unlock()
	}
}

// checkpoint copies the log into the file and truncates it, and reports whether it finished. Writers wait only for the
// truncation. It never waits for readers: the connection's busy timeout is 0.
func (k *checkpointer) checkpoint() (whole bool, err error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if whole, err = k.checkpointPassive(); !whole {
		return false, err
	}
	return k.pages.empty(k.conn, func() (bool, error) { return k.checkpointAs("truncate") })
}

// checkpointPassive copies the log into the file without truncation, so that no writer waits. mu is held.
func (k *checkpointer) checkpointPassive() (whole bool, err error) {
	if err := k.file.checkContent(); err != nil {
		return false, err // the log must not be written into another file
	}
	return k.checkpointAs("passive")
}

// checkpointAs makes a checkpoint in a mode of the engine.
func (k *checkpointer) checkpointAs(mode string) (whole bool, err error) {
	var busy, frames, copied int
	err = k.conn.QueryRowContext(context.Background(), "pragma wal_checkpoint("+mode+")").Scan(&busy, &frames, &copied)
	if err != nil {
		return false, fmt.Errorf("checkpoint: %w", Translate(err))
	}
	return busy == 0 && copied >= frames, nil
}

// copyInto writes the state visible to the connection into a new file.
func (k *checkpointer) copyInto(path string) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if err := k.file.checkContent(); err != nil {
		return err // the file holds another database now
	}
	// Cancelling a statement would cost the connection, perhaps the last one.
	return CopyInto(context.Background(), k.conn, path)
}

func (k *checkpointer) close() error {
	close(k.stop)
	<-k.done
	return errors.Join(k.conn.Close(), Close(k.pool))
}

// warm opens all connections of a pool.
func warm(ctx context.Context, db *gorm.DB, connections int) (err error) {
	pool, err := db.DB()
	if err != nil {
		return err
	}
	for range connections {
		conn, err := pool.Conn(ctx)
		if err != nil {
			return Translate(err)
		}
		defer conn.Close()
	}
	return nil
}
