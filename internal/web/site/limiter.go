package site

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math"
	"time"

	"tourney/internal/app/director"
	"tourney/internal/fault"
)

// A Limiter slows down clients that fail repeatedly, at whichever instance. Each key has AtOnce attempts, and gets one
// back after every interval.
type Limiter struct {
	keyValue director.KeyValue
	// kind is the prefix of its keys in the key-value store.
	kind string
	Pace
}

// A Pace is the number of attempts and the interval of their return.
type Pace struct {
	AtOnce int
	Every  time.Duration
}

// The attempts to log in: with one name from one address, or from one known device, and from one address, which a whole
// playing hall may share.
const (
	TriesAtOnce        = 8
	TryAgain           = 10 * time.Second
	AddressTriesAtOnce = 60
	AddressTryAgain    = 2 * time.Second
	// The counted failures of an address; addresses with fewer failures are served first.
	FailuresCounted  = 1000
	FailureForgotten = time.Minute
)

// NewLimiter returns the limiter of a name, which is a word. All limiters of that name share their counts.
func NewLimiter(s *Site, name string, p Pace) *Limiter {
	return &Limiter{s.Director.KeyValue, "tries-" + name + "/", p}
}

// key returns the key for counting. It is a hash, because keys contain names and tokens.
func (l *Limiter) key(key string) string {
	sum := sha256.Sum256([]byte(key))
	return l.kind + hex.EncodeToString(sum[:16])
}

// used returns the time until all attempts are available again.
func used(was []byte, now time.Time) time.Duration {
	if len(was) != 8 {
		return 0
	}
	back := time.Unix(0, int64(binary.BigEndian.Uint64(was)))
	return max(0, back.Sub(now))
}

// Try counts one more attempt of the key, or returns the fault with the seconds until the next one.
func (l *Limiter) Try(ctx context.Context, key string) error {
	return l.keyValue.Change(ctx, l.key(key), func(was []byte) ([]byte, time.Duration, error) {
		now := time.Now()
		used := used(was, now)
		if wait := used - time.Duration(l.AtOnce-1)*l.Every; wait > 0 {
			return nil, 0, fault.New(fault.TooMany, "login.slow", int(math.Ceil(max(time.Second, wait).Seconds())))
		}
		used += l.Every
		return binary.BigEndian.AppendUint64(nil, uint64(now.Add(used).UnixNano())), used, nil
	})
}

// Failed returns the number of used-up attempts of the key.
func (l *Limiter) Failed(ctx context.Context, key string) (int, error) {
	was, err := l.keyValue.Get(ctx, l.key(key))
	return int(math.Ceil(float64(used(was, time.Now())) / float64(l.Every))), err
}

// Reset makes all attempts of the key available: only failures count.
func (l *Limiter) Reset(ctx context.Context, key string) error {
	return l.keyValue.Change(ctx, l.key(key), func([]byte) ([]byte, time.Duration, error) { return nil, 0, nil })
}
