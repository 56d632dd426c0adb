package director

import (
	"context"

	"tourney/internal/fault"
)

// A hashQueue runs functions in slots, with a short queue. Callers beyond it fail
// at once.
type hashQueue struct {
	inside  chan struct{}
	serving slots
}

// longestQueue is the length of the queue, a second or two of hashing.
const longestQueue = 16

func newHashQueue(atOnce int) *hashQueue {
	return &hashQueue{inside: make(chan struct{}, atOnce+longestQueue), serving: make(slots, atOnce)}
}

// run calls f in a slot. It returns "login.busy" if the queue is full, or the
// context's error.
func (q *hashQueue) run(ctx context.Context, f func()) error {
	const soon = 3 // seconds until the queue has been served
	select {
	case q.inside <- struct{}{}:
		defer func() { <-q.inside }()
		return q.serving.run(ctx, func() error { f(); return nil })
	default:
		return fault.New(fault.TooMany, "login.busy", soon)
	}
}
