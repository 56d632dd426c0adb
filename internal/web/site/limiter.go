package site

import (
	"math"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"tourney/internal/fault"
)

// A Limiter slows down clients that fail again and again. Each key has atOnce
// tries, and gets one back after every interval.
type Limiter struct {
	atOnce int
	every  time.Duration

	mu   sync.Mutex
	keys map[string]*rate.Limiter
}

// The tries to log in: with one name from one address, or from one known device,
// and from one address, which everybody in a playing hall may share.
const (
	TriesAtOnce        = 8
	TryAgain           = 10 * time.Second
	AddressTriesAtOnce = 60
	AddressTryAgain    = 2 * time.Second
	mostKeys           = 10_000
	// The failures of an address for which others go before it.
	FailuresCounted  = 1000
	FailureForgotten = time.Minute
)

// NewLimiter returns a limiter that has counted nothing.
func NewLimiter(atOnce int, every time.Duration) *Limiter {
	return &Limiter{atOnce: atOnce, every: every, keys: map[string]*rate.Limiter{}}
}

// Try counts one more try of the key, or returns the fault with how many
// seconds the key has to wait for its next one.
func (l *Limiter) Try(key string) error {
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
		return nil
	}
	wait := max(time.Second, time.Duration((1-one.Tokens())*float64(l.every)))
	return fault.New(fault.TooMany, "login.slow", int(math.Ceil(wait.Seconds())))
}

// Failed returns how many tries of the key are used up.
func (l *Limiter) Failed(key string) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	if one := l.keys[key]; one != nil {
		return l.atOnce - int(one.Tokens())
	}
	return 0
}

// Reset gives the key all its tries again: only failures count.
func (l *Limiter) Reset(key string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.keys, key)
}

// forget drops the keys that have all their tries back. If none has, it drops all:
// an attacker who can fill the map with new addresses is not slowed down anyway.
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
