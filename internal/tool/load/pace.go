package load

import (
	"context"
	"math/rand/v2"
	"time"
)

// A pace is the time from one entry of a desk to its next, 0 for none.
type pace time.Duration

func newPace(p Plan) pace {
	if p.Rate == 0 {
		return 0
	}
	return pace(float64(max(p.Desks, p.Tournaments)) / p.Rate * float64(time.Second))
}

// first returns when a desk begins: the desks begin at different times.
func (p pace) first() time.Time { return time.Now().Add(time.Duration(chance() * float64(p))) }

// wait waits until the next entry, and reports false if the context ends before. A late desk does not wait.
func (p pace) wait(ctx context.Context, next *time.Time) bool {
	if rest := time.Until(*next); rest > 0 {
		select {
		case <-ctx.Done():
			return false
		case <-time.After(rest):
		}
	}
	*next = next.Add(time.Duration(p))
	return ctx.Err() == nil
}

// chance returns a number from 0 up to 1, to spread actions that would otherwise coincide.
func chance() float64 { return rand.Float64() } // #nosec G404 -- no secret
