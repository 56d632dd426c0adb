package database

import (
	"context"
	"slices"
	"sync"
)

// A line is of those who want to write. Each gets the turn in the order in which they came: writers of the database
// would get theirs by chance, and some wait ten times as long as others. The zero line is empty.
type line struct {
	mu      sync.Mutex
	taken   bool
	waiting []chan struct{}
}

// take waits for the turn. Whoever gets it must pass it on, or let it go, even if the context has ended meanwhile.
func (l *line) take(ctx context.Context) error {
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

// pass gives the turn to who waits longest, and reports false if nobody waits: it is kept then.
func (l *line) pass() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.waiting) == 0 {
		return false
	}
	close(l.waiting[0])
	l.waiting = slices.Delete(l.waiting, 0, 1)
	return true
}

// let gives the turn to who waits longest, or to whoever comes next.
func (l *line) let() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.taken = len(l.waiting) > 0; l.taken {
		close(l.waiting[0])
		l.waiting = slices.Delete(l.waiting, 0, 1)
	}
}
