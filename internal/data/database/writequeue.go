package database

import (
	"context"
	"slices"
	"sync"
)

// writeQueue is a first-in, first-out queue of writers. Without it writers would get the database at random, some after
// ten times the wait of others. The zero writeQueue is empty.
type writeQueue struct {
	mu      sync.Mutex
	taken   bool
	waiting []chan struct{}
}

// acquire waits for the turn to write. The caller must then call handOver or release, even if the context has ended.
func (l *writeQueue) acquire(ctx context.Context) error {
	l.mu.Lock()
	if !l.taken {
		l.taken = true
		l.mu.Unlock()
		return nil
	}
	mine := make(chan struct{})
	l.waiting = append(l.waiting, mine)
	l.mu.Unlock()
	select {
	case <-mine:
		return nil
	case <-ctx.Done():
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	i := slices.Index(l.waiting, mine)
	if i < 0 {
		return nil // it was given at the same moment
	}
	l.waiting = slices.Delete(l.waiting, i, i+1)
	return ctx.Err()
}

// handOver gives the turn to the first queued writer. For an empty queue it returns false, and the caller keeps the
// turn.
func (l *writeQueue) handOver() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.waiting) == 0 {
		return false
	}
	close(l.waiting[0])
	l.waiting = slices.Delete(l.waiting, 0, 1)
	return true
}

// release ends the caller's turn, and gives it to the first queued writer.
func (l *writeQueue) release() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.taken = len(l.waiting) > 0; l.taken {
		close(l.waiting[0])
		l.waiting = slices.Delete(l.waiting, 0, 1)
	}
}
