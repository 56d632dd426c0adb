package site

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math"
	"time"

	"tourney/internal/director"
	"tourney/internal/fault"
)

// A Limiter slows down clients that fail again and again, at whichever instance they try. Each key
// has AtOnce tries, and gets one back after every interval.
type Limiter struct {
	shelf director.Shelf
	// kind is its part of the shelf.
	kind string
	Pace
}

// A Pace is how many tries there are.
type Pace struct {
	AtOnce int
	Every  time.Duration
}

// The tries to log in: with one name from one address, or from one known device,
// and from one address, which everybody in a playing hall may share.
const (
	TriesAtOnce        = 8
	TryAgain           = 10 * time.Second
	AddressTriesAtOnce = 60
	AddressTryAgain    = 2 * time.Second
	// The failures of an address for which others go before it.
	FailuresCounted  = 1000
	FailureForgotten = time.Minute
)

// NewLimiter returns the limiter of a name, which is a word. All of that name count together.
func NewLimiter(s *Site, name string, p Pace) *Limiter {
	return &Limiter{s.Director.Shelf, "tries-" + name + "/", p}
}

// place returns where a key is counted. Keys hold names and tokens, which nobody can read there.
func (l *Limiter) place(key string) string {
	sum := sha256.Sum256([]byte(key))
	return l.kind + hex.EncodeToString(sum[:16])
}

// used returns how long it takes until all tries are back.
func used(was []byte, now time.Time) time.Duration {
	if len(was) != 8 {
		return 0
	}
	back := time.Unix(0, int64(binary.BigEndian.Uint64(was)))
	return max(0, back.Sub(now))
}

// Try counts one more try of the key, or returns the fault with how many
// seconds the key has to wait for its next one.
func (l *Limiter) Try(ctx context.Context, key string) error {
	return l.shelf.Change(ctx, l.place(key), func(was []byte) ([]byte, time.Duration, error) {
		now := time.Now()
		used := used(was, now)
		if wait := used - time.Duration(l.AtOnce-1)*l.Every; wait > 0 {
			return nil, 0, fault.New(fault.TooMany, "login.slow", int(math.Ceil(max(time.Second, wait).Seconds())))
		}
		used += l.Every
		return binary.BigEndian.AppendUint64(nil, uint64(now.Add(used).UnixNano())), used, nil
	})
}

// Failed returns how many tries of the key are used up.
func (l *Limiter) Failed(ctx context.Context, key string) (int, error) {
	was, err := l.shelf.Get(ctx, l.place(key))
	return int(math.Ceil(float64(used(was, time.Now())) / float64(l.Every))), err
}

// Reset gives the key all its tries again: only failures count.
func (l *Limiter) Reset(ctx context.Context, key string) error {
	return l.shelf.Change(ctx, l.place(key), func([]byte) ([]byte, time.Duration, error) { return nil, 0, nil })
}
