package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
	"time"

	"gorm.io/gorm"
)

// How soon the write-ahead log is brought into the file after a write: when
// nobody has written for a while, and at the latest.
const (
	whenQuiet   = 2 * time.Second
	atTheLatest = 15 * time.Second
)

// A keeper makes the file alone a whole copy at every quiet moment: it brings
// the write-ahead log into it and empties the log. It has a connection of its
// own, which also reads what others can no longer reach when the file is gone.
type keeper struct {
	file *openFile
	pool *gorm.DB
	// mu is held while the connection is used.
	mu   sync.Mutex
	conn *sql.Conn

	written, soon, stop chan struct{}
	done                chan struct{}
}

func newKeeper(ctx context.Context, file *openFile) (*keeper, error) {
	pool, err := handle(file.path, asKeeper, 1, file.check)
	if err != nil {
		return nil, err
	}
	k := &keeper{
		file: file, pool: pool,
		written: make(chan struct{}, 1), soon: make(chan struct{}, 1),
		stop: make(chan struct{}), done: make(chan struct{}),
	}
	db, err := pool.DB()
	if err == nil {
		k.conn, err = db.Conn(ctx)
	}
	if err == nil {
		// While it waits for readers, writers wait for it.
		_, err = k.conn.ExecContext(ctx, "pragma busy_timeout = 0")
	}
	if err != nil {
		return nil, errors.Join(translate(err), closePool(pool))
	}
	go k.run()
	k.checkpointSoon()
	return k, nil
}

// wrote tells that something was written.
func (k *keeper) wrote() { signal(k.written) }

// checkpointSoon asks for a checkpoint now, and does not wait for it.
func (k *keeper) checkpointSoon() { signal(k.soon) }

func signal(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default: // it is under way
	}
}

func (k *keeper) run() {
	defer close(k.done)
	var quiet, latest <-chan time.Time
	for {
		select {
		case <-k.stop:
			return
		case <-k.written:
			quiet = time.After(whenQuiet)
			if latest == nil {
				latest = time.After(atTheLatest)
			}
			continue
		case <-k.soon:
		case <-quiet:
		case <-latest:
		}
		quiet, latest = nil, nil
		if whole, err := k.checkpoint(); err == nil && !whole {
			quiet = time.After(whenQuiet) // somebody is reading an older state
		}
	}
}

// checkpoint brings the log into the file and empties it, and reports whether
// nobody hindered it. Writers go on meanwhile; only while an already copied log
// is emptied does one wait, and nothing waits for readers: the connection has no
// patience.
func (k *keeper) checkpoint() (whole bool, err error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if err := k.file.checkContent(); err != nil {
		return false, err // the log must not be written into another file
	}
	for _, mode := range []string{"passive", "truncate"} {
		var busy, frames, copied int
		err := k.conn.QueryRowContext(context.Background(), "pragma wal_checkpoint("+mode+")").Scan(&busy, &frames, &copied)
		if err != nil {
			return false, fmt.Errorf("checkpoint: %w", translate(err))
		}
		if busy != 0 || copied < frames {
			return false, nil
		}
	}
	return true, nil
}

// copyInto writes the state that the connection sees into a new file.
func (k *keeper) copyInto(path string) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if err := k.file.checkContent(); err != nil {
		return err // nothing of ours is left in it
	}
	// A cancelled statement would cost the connection, and there may be no other.
	return vacuumInto(context.Background(), k.conn, path)
}

func (k *keeper) close() error {
	close(k.stop)
	<-k.done
	return errors.Join(k.conn.Close(), closePool(k.pool))
}

// Checkpoint makes the file alone a whole copy soon, as happens by itself a
// little after the last write. It does not wait for it.
func (s *Store) Checkpoint() { s.keeper.checkpointSoon() }

// warm opens all connections of a pool.
func warm(ctx context.Context, db *gorm.DB, connections int) (err error) {
	pool, err := db.DB()
	if err != nil {
		return err
	}
	for range connections {
		conn, err := pool.Conn(ctx)
		if err != nil {
			return translate(err)
		}
		defer conn.Close()
	}
	return nil
}
