package accounts

import (
	"context"

	"tourney/internal/fault"
)

// A hashQueue runs functions in slots, with a short queue. Callers beyond it fail
// at once.
type hashQueue struct {
	inside, serving chan struct{}
}

// longestQueue is the length of the queue, a second or two of hashing.
const longestQueue = 16

func newHashQueue(atOnce int) *hashQueue {
	return &hashQueue{inside: make(chan struct{}, atOnce+longestQueue), serving: make(chan struct{}, atOnce)}
}

// run calls f in a slot. It returns "login.busy" if the queue is full, or the
// context's error.
func (q *hashQueue) run(ctx context.Context, f func()) error {
	const soon = 3 // seconds until the queue has been served
	select {
	case q.inside <- struct{}{}:
		defer func() { <-q.inside }()
		select {
		case q.serving <- struct{}{}:
			defer func() { <-q.serving }()
			f()
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	default:
		return fault.New(fault.TooMany, "login.busy", soon)
	}
}
