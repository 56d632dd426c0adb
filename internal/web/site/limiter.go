package site

import (
	"math"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"tourney/internal/fault"
)

// A Limiter slows down those who fail again and again: so many tries at once,
// then one every while, for each key.
type Limiter struct {
	atOnce int
	every  time.Duration

	mu   sync.Mutex
	keys map[string]*rate.Limiter
}

// The tries to log in: at one name from one address, or from one device that
// is known, and from one address, which all in a playing hall may share.
const (
	TriesAtOnce        = 8
	TryAgain           = 10 * time.Second
	AddressTriesAtOnce = 60
	AddressTryAgain    = 2 * time.Second
	mostKeys           = 10_000
)

func NewLimiter(atOnce int, every time.Duration) *Limiter {
	return &Limiter{atOnce: atOnce, every: every, keys: map[string]*rate.Limiter{}}
}

// Wait counts one more try of the key and returns 0, or returns how long the
// key has to wait for its next one.
func (l *Limiter) Wait(key string) time.Duration {
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
	if one.Allow() {
		return 0
	}
	return max(time.Second, time.Duration((1-one.Tokens())*float64(l.every)))
}

// Reset gives the key all its tries again: only failures count.
func (l *Limiter) Reset(key string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.keys, key)
}

// forget drops the keys that have all their tries again, and all keys when
// nobody has: whoever can fill the map with fresh addresses is not held up by
// it anyway.
func (l *Limiter) forget() {
	for key, one := range l.keys {
		if one.Tokens() >= float64(l.atOnce) {
			delete(l.keys, key)
		}
	}
	if len(l.keys) >= mostKeys {
		clear(l.keys)
	}
}

// Slowed returns the fault of somebody who has to wait, nil for no time.
func Slowed(wait time.Duration) error {
	if wait == 0 {
		return nil
	}
	return fault.New(fault.TooMany, "login.slow", int(math.Ceil(wait.Seconds())))
}
