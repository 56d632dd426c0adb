package web

import (
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// A limiter slows down those who fail again and again: so many tries at once,
// then one every while, for each key.
type limiter struct {
	atOnce int
	every  time.Duration

	mu   sync.Mutex
	keys map[string]*rate.Limiter
}

// The tries to log in: at one name from one address, and from one address,
// which all in a playing hall may share.
const (
	triesAtOnce        = 8
	tryAgain           = 10 * time.Second
	addressTriesAtOnce = 60
	addressTryAgain    = 2 * time.Second
	mostKeys           = 10_000
)

func newLimiter(atOnce int, every time.Duration) *limiter {
	return &limiter{atOnce: atOnce, every: every, keys: map[string]*rate.Limiter{}}
}

// allow reports whether the key may try once more, and counts the try.
func (l *limiter) allow(key string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	one := l.keys[key]
	if one == nil {
		if len(l.keys) >= mostKeys {
			l.forget()
		}
		one = rate.NewLimiter(rate.Every(l.every), l.atOnce)
		l.keys[key] = one
	}
	return one.Allow()
}

// succeeded gives the key all its tries again: only failures count.
func (l *limiter) succeeded(key string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.keys, key)
}

// forget drops the keys that have all their tries again, and all keys when
// nobody has: whoever can fill the map with fresh addresses is not held up by
// it anyway.
func (l *limiter) forget() {
	for key, one := range l.keys {
		if one.Tokens() >= float64(l.atOnce) {
			delete(l.keys, key)
		}
	}
	if len(l.keys) >= mostKeys {
		clear(l.keys)
	}
}
