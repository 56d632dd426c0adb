package passkey

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
	"time"

	"tourney/internal/fault"
)

// ChallengeLife is the life of a challenge.
const ChallengeLife = 5 * time.Minute

// A KeyValue is a store shared by all instances. Change replaces the value of a name by the result of do, for the
// duration keep; was is nil without a value.
type KeyValue interface {
	Change(ctx context.Context, name string, do func(was []byte) (now []byte, keep time.Duration, err error)) error
}

// keyKept is the life of the key of the tickets after the last challenge.
const keyKept = 24 * time.Hour

// A Checker makes challenges and checks answers. Checkers with the same store can check each other's challenges. It is
// safe for concurrent use.
type Checker struct {
	now      func() time.Time
	keyValue KeyValue
}

// New returns a checker. The clock decides which challenges have expired.
func New(now func() time.Time, keyValue KeyValue) *Checker { return &Checker{now, keyValue} }

// key returns the key that signs the tickets. If it is lost, so are all challenges that it has signed.
func (c *Checker) key(ctx context.Context) (key []byte, err error) {
	err = c.keyValue.Change(ctx, "passkey/key", func(was []byte) ([]byte, time.Duration, error) {
		if key = was; key == nil {
			key = make([]byte, 32)
			rand.Read(key) // never fails
		}
		return key, keyKept, nil
	})
	return key, err
}

// ticket returns a new ticket. Its challenge is a signature, so that unanswered challenges need no storage.
func (c *Checker) ticket() string {
	nonce := make([]byte, 16)
	rand.Read(nonce) // never fails
	return strconv.FormatInt(c.now().Add(ChallengeLife).Unix(), 10) + "-" + hex.EncodeToString(nonce)
}

// challenge returns the challenge that belongs to a ticket: another one for each origin, for a login and for each maker
// of a passkey, and for each forged ticket.
func challenge(key []byte, ticket string, at Origin, maker []byte) []byte {
	sum := hmac.New(sha256.New, key)
	fmt.Fprintf(sum, "%s\n%x\n%s", at.address, maker, ticket) // a hash accepts everything
	return sum.Sum(nil)
}

// expired returns "passkey.failed" for a ticket that has expired.
func (c *Checker) expired(ticket string) error {
	seconds, _, _ := strings.Cut(ticket, "-")
	n, err := strconv.ParseInt(seconds, 10, 64)
	if err == nil && c.now().Before(time.Unix(n, 0)) {
		return nil
	}
	return fault.Wrap(fmt.Errorf("ticket %q", fault.Clip(ticket)), fault.Denied, "passkey.failed")
}

// use marks a ticket as used, or returns "passkey.failed" if it was before.
func (c *Checker) use(ctx context.Context, ticket string) error {
	sum := sha256.Sum256([]byte(ticket))
	return c.keyValue.Change(ctx, "passkey/"+hex.EncodeToString(sum[:]), func(was []byte) ([]byte, time.Duration, error) {
		if was != nil {
			return nil, 0, fault.New(fault.Denied, "passkey.failed")
		}
		return []byte{1}, ChallengeLife, nil
	})
}
