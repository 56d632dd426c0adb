package web

import (
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// A limiter slows down those who try again and again: eight tries at once,
// then one every ten seconds, for each key.
type limiter struct {
	mu   sync.Mutex
	keys map[string]*rate.Limiter
}

const (
	triesAtOnce = 8
	tryAgain    = 10 * time.Second
	mostKeys    = 10_000
)

func newLimiter() *limiter { return &limiter{keys: map[string]*rate.Limiter{}} }

// allow reports whether the key may try once more, and counts the try.
func (l *limiter) allow(key string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	one := l.keys[key]
	if one == nil {
		if len(l.keys) >= mostKeys {
			l.forget()
		}
		one = rate.NewLimiter(rate.Every(tryAgain), triesAtOnce)
		l.keys[key] = one
	}
	return one.Allow()
}

// forget drops the keys that have all their tries again, and all keys when
// nobody has: whoever can fill the map with fresh addresses is not held up by
// it anyway.
func (l *limiter) forget() {
	for key, one := range l.keys {
		if one.Tokens() >= triesAtOnce {
			delete(l.keys, key)
		}
	}
	if len(l.keys) >= mostKeys {
		clear(l.keys)
	}
}
