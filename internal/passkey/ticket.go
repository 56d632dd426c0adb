package passkey

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"tourney/internal/fault"
)

// Life is how long a question may be answered.
const Life = 5 * time.Minute

// mostUsed bounds the questions that are remembered as answered: only those of the last minutes, each by
// somebody who has a passkey.
const mostUsed = 10_000

// A Checker asks and checks. It is safe for concurrent use.
type Checker struct {
	now func() time.Time
	// key signs the tickets of this run of the program.
	key  []byte
	mu   sync.Mutex
	used map[string]time.Time // when the tickets that have been used expire
}

// New returns a checker that has asked nobody. The clock tells which questions have expired.
func New(now func() time.Time) *Checker {
	key := make([]byte, 32)
	rand.Read(key) // never fails
	return &Checker{now: now, key: key, used: map[string]time.Time{}}
}

// ticket returns a new ticket. The challenge of its question is a signature, so that nothing need be kept of
// questions that nobody answers.
func (c *Checker) ticket() string {
	nonce := make([]byte, 16)
	rand.Read(nonce) // never fails
	return strconv.FormatInt(c.now().Add(Life).Unix(), 10) + "-" + hex.EncodeToString(nonce)
}

// challenge returns the challenge that belongs to a ticket: another one for each place, for a login and for
// each person who makes a passkey, and for each ticket that somebody has invented.
func (c *Checker) challenge(ticket string, at Place, maker []byte) []byte {
	sum := hmac.New(sha256.New, c.key)
	fmt.Fprintf(sum, "%s\n%x\n%s", at.origin, maker, ticket) // a hash accepts everything
	return sum.Sum(nil)
}

// expiry returns when a ticket expires, or "passkey.failed" if it has already.
func (c *Checker) expiry(ticket string) (time.Time, error) {
	seconds, _, _ := strings.Cut(ticket, "-")
	n, err := strconv.ParseInt(seconds, 10, 64)
	if expires := time.Unix(n, 0); err == nil && c.now().Before(expires) {
		return expires, nil
	}
	return time.Time{}, fault.Wrap(fmt.Errorf("ticket %q", fault.Clip(ticket)), fault.Denied, "passkey.failed")
}

// use marks a ticket as used, or returns "passkey.failed" if it was before.
func (c *Checker) use(ticket string, expires time.Time) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := c.now()
	for t, at := range c.used {
		if !now.Before(at) {
			delete(c.used, t)
		}
	}
	if _, again := c.used[ticket]; again || len(c.used) >= mostUsed {
		return fault.New(fault.Denied, "passkey.failed")
	}
	c.used[ticket] = expires
	return nil
}
