package director

import (
	"context"

	"tourney/internal/fault"
)

// A counter computes in slots and lets a few wait for one. Whoever finds the
// queue full is sent away at once.
type counter struct {
	inside  chan struct{}
	serving slots
}

// longestQueue is how many wait at a counter: what is hashed in a second or two.
const longestQueue = 16

func newCounter(atOnce int) *counter {
	return &counter{inside: make(chan struct{}, atOnce+longestQueue), serving: make(slots, atOnce)}
}

// serve calls f when it is its turn, or returns "login.busy" where too many
// wait, or the context's error.
func (c *counter) serve(ctx context.Context, f func()) error {
	const soon = 3 // seconds, in which the queue has been served
	select {
	case c.inside <- struct{}{}:
		defer func() { <-c.inside }()
		return c.serving.run(ctx, func() error { f(); return nil })
	default:
		return fault.New(fault.TooMany, "login.busy", soon)
	}
}
