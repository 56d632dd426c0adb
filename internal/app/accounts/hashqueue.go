package accounts

import (
	"context"
	"slices"
	"sync"

	"tourney/internal/fault"
)

// A hashQueue runs functions in slots, with a short queue. Clients with the fewest failures are served first, so that
// guessers cannot delay a newcomer.
type hashQueue struct {
	mu      sync.Mutex
	free    int
	waiting []*waiter // in the order in which they are served
}

// A waiter is a call of run that has no slot yet.
type waiter struct {
	failed int
	// turn receives true with a slot, false when other clients have pushed this one out of the queue.
	turn chan bool
}

// longestQueue is the length of the queue, a second or two of hashing.
const longestQueue = 16

func newHashQueue(atOnce int) *hashQueue { return &hashQueue{free: atOnce} }

// run calls f in a slot, for a client with so many recent failures. It returns "login.busy" if the queue is full of
// clients that have failed no more often, or the context's error.
func (q *hashQueue) run(ctx context.Context, failed int, f func()) error {
	const soon = 3 // seconds until the queue has been served
	w := q.enter(failed)
	select {
	case served := <-w.turn:
		if !served {
			return fault.New(fault.TooMany, "login.busy", soon)
		}
		defer q.leave()
		f()
		return nil
	case <-ctx.Done():
		q.giveUp(w)
		return ctx.Err()
	}
}

// enter gives a client a free slot or its place in the queue.
func (q *hashQueue) enter(failed int) *waiter {
	q.mu.Lock()
	defer q.mu.Unlock()
	w := &waiter{failed, make(chan bool, 1)}
	if q.free > 0 {
		q.free--
		w.turn <- true
		return w
	}
	// Behind the clients with as many failures.
	at, _ := slices.BinarySearchFunc(q.waiting, failed+1, func(other *waiter, failed int) int { return other.failed - failed })
	q.waiting = slices.Insert(q.waiting, at, w)
	if len(q.waiting) > longestQueue {
		q.waiting[longestQueue].turn <- false
		q.waiting = q.waiting[:longestQueue]
	}
	return w
}

// leave gives the slot to the first client in the queue, or frees it.
func (q *hashQueue) leave() {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.waiting) == 0 {
		q.free++
		return
	}
	q.waiting[0].turn <- true
	q.waiting = slices.Delete(q.waiting, 0, 1)
}

// giveUp removes a cancelled client from the queue, or passes its slot on.
func (q *hashQueue) giveUp(w *waiter) {
	q.mu.Lock()
	at := slices.Index(q.waiting, w)
	if at >= 0 {
		q.waiting = slices.Delete(q.waiting, at, at+1)
	}
	q.mu.Unlock()
	if at < 0 && <-w.turn {
		q.leave()
	}
}
