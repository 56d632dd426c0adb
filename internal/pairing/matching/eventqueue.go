package matching

import "math/bits"

// An event is a point of time, measured by the sum of all dual steps of a
// search, at which something happens: an edge becomes tight, or an inner
// blossom runs out of dual and must be opened.
type event struct {
	key  int64
	at   int32 // one of the two players, or the blossom
	edge int32 // place of the edge in adj[at], or none
}

// An eventQueue is a priority queue of events by time, a radix heap (R. Ahuja
// et al. 1990): time only runs forward, so events are compared with the present
// only, not with each other. Bucket b has the events whose time differs from it
// first in bit b-1. An event moves to lower buckets as its time draws near;
// most are dropped before they do. Outdated events stay in it and are
// recognised when they come up.
type eventQueue struct {
	buckets [64][]event
	used    uint64 // a bit for every bucket that is not empty
}

// push adds an event that is not before now, the time of the last one popped or
// 0.
func (a *eventQueue) push(e event, now int64) {
	b := bits.Len64(uint64(e.key ^ now))
	a.buckets[b] = append(a.buckets[b], e)
	a.used |= 1 << b
}

// pop removes and returns one of the earliest events; its time is the present
// from now on.
func (a *eventQueue) pop() (event, bool) {
	if a.used == 0 {
		return event{}, false
	}
	if a.used&1 == 0 {
		b := bits.TrailingZeros64(a.used)
		near := a.buckets[b]
		now := near[0].key
		for _, e := range near {
			now = min(now, e.key)
		}
		a.buckets[b] = near[:0]
		a.used &^= 1 << b
		for _, e := range near {
			a.push(e, now)
		}
	}
	due := a.buckets[0]
	e := due[len(due)-1]
	a.buckets[0] = due[:len(due)-1]
	if len(due) == 1 {
		a.used &^= 1
	}
	return e, true
}

func (a *eventQueue) reset() {
	for b := range a.buckets {
		a.buckets[b] = a.buckets[b][:0]
	}
	a.used = 0
}
