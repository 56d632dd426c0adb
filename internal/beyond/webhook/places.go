package webhook

import (
	"context"
	"maps"
	"slices"
	"sync"
)

const (
	// mostSending limits the concurrent deliveries, mostOfOne the deliveries of one organisation. Slow addresses get at
	// most half of each, so that they cannot block others.
	mostSending = 16
	mostOfOne   = 4
)

// A places limits the concurrent deliveries of workers. The next place goes to a queued worker of the organisation with
// the fewest places, then to the first in the queue.
type places struct {
	mu      sync.Mutex
	taken   map[visit]int
	waiting []*waiter
}

// A visit has the properties of a worker that decide about its place.
type visit struct {
	organisation int
	// slow is set for an address with a slow last response.
	slow bool
}

type waiter struct {
	visit
	admitted chan struct{}
}

func newPlaces() *places { return &places{taken: map[visit]int{}} }

// enter waits for a place. The caller must return it with leave.
func (p *places) enter(ctx context.Context, v visit) error {
	w := &waiter{v, make(chan struct{})}
	p.mu.Lock()
	p.waiting = append(p.waiting, w)
	p.admit()
	p.mu.Unlock()
	select {
	case <-w.admitted:
		return nil
	case <-ctx.Done():
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if i := slices.Index(p.waiting, w); i >= 0 {
		p.waiting = slices.Delete(p.waiting, i, i+1)
	} else {
		p.free(v)
	}
	return ctx.Err()
}

// leave returns a place.
func (p *places) leave(v visit) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.free(v)
}

func (p *places) free(v visit) {
	p.taken[v]--
	maps.DeleteFunc(p.taken, func(_ visit, n int) bool { return n == 0 })
	p.admit()
}

// admit gives free places to queued workers.
func (p *places) admit() {
	for {
		next := -1
		for i, w := range p.waiting {
			if p.hasRoom(w.visit) && (next < 0 || p.of(w.organisation) < p.of(p.waiting[next].organisation)) {
				next = i
			}
		}
		if next < 0 {
			return
		}
		p.taken[p.waiting[next].visit]++
		close(p.waiting[next].admitted)
		p.waiting = slices.Delete(p.waiting, next, next+1)
	}
}

// hasRoom reports whether a place is free for a visit.
func (p *places) hasRoom(v visit) bool {
	all, slow := 0, 0
	for of, n := range p.taken {
		all += n
		if of.slow {
			slow += n
		}
	}
	if all == mostSending || p.of(v.organisation) == mostOfOne {
		return false
	}
	return !v.slow || slow < mostSending/2 && p.taken[v] < mostOfOne/2
}

// of returns the number of places of an organisation.
func (p *places) of(organisation int) int {
	return p.taken[visit{organisation, false}] + p.taken[visit{organisation, true}]
}
