package webhook

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"tourney/internal/data/store"
)

// arrivals records the admitted workers.
type arrivals struct {
	*places
	mu sync.Mutex
	in []string
}

// come queues a worker.
func (a *arrivals) come(ctx context.Context, name string, v visit) {
	go func() {
		if a.enter(ctx, v) == nil {
			a.mu.Lock()
			a.in = append(a.in, name)
			a.mu.Unlock()
		}
	}()
	synctest.Wait()
}

// is fails unless exactly the named workers were admitted, in this order.
func (a *arrivals) is(t *testing.T, when string, names ...string) {
	t.Helper()
	synctest.Wait()
	if !slices.Equal(a.in, names) {
		t.Errorf("%s, in are %v, want %v", when, a.in, names)
	}
	a.in = nil
}

// An organisation gets some places, its slow addresses half of them. The fewest places win, then the queue order.
func TestPlaces(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := &arrivals{places: newPlaces()}
		ctx, end := context.WithCancel(t.Context())
		defer end()
		one, oneSlow := visit{1, false}, visit{1, true}
		for i := range 4 {
			a.come(ctx, fmt.Sprint("slow ", i), oneSlow)
		}
		a.is(t, "with four slow ones", "slow 0", "slow 1")
		for i := range 3 {
			a.come(ctx, fmt.Sprint("fast ", i), one)
		}
		a.is(t, "with three others", "fast 0", "fast 1")
		a.come(ctx, "another", visit{2, false})
		a.is(t, "with one of another organisation", "another")
		a.leave(one)
		a.is(t, "once one of the others has left", "fast 2")
		a.leave(oneSlow)
		a.is(t, "once a slow one has left", "slow 2")
		for i := range mostSending - 5 {
			a.come(ctx, fmt.Sprint("mate ", i), visit{10 + i/mostOfOne, false})
		}
		a.in = nil
		a.come(ctx, "fourth", visit{12, false})
		gone, leave := context.WithCancel(ctx)
		a.come(gone, "gone", visit{20, false})
		a.come(ctx, "new", visit{21, false})
		a.is(t, "where all places are taken")
		leave()
		synctest.Wait()
		a.leave(visit{10, false})
		a.is(t, "once one has left", "new")
		a.leave(visit{10, false})
		a.is(t, "once another one has left", "fourth")
	})
}

// After any sequence of enter and leave no place is taken twice or lost.
func TestPlacesAreKept(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p, inside := newPlaces(), []visit(nil)
		for range rapid.IntRange(1, 200).Draw(rt, "steps") {
			if len(inside) > 0 && rapid.Bool().Draw(rt, "leaves") {
				p.leave(rapid.SampledFrom(inside).Draw(rt, "who"))
			} else {
				w := &waiter{visit{rapid.IntRange(1, 6).Draw(rt, "organisation"), rapid.Bool().Draw(rt, "slow")}, make(chan struct{})}
				p.waiting = append(p.waiting, w)
				p.admit()
			}
			inside = nil
			slow, of := 0, map[int]int{}
			for v, n := range p.taken {
				inside = append(inside, slices.Repeat([]visit{v}, n)...)
				of[v.organisation] += n
				if v.slow {
					slow += n
				}
				if v.slow && n > mostOfOne/2 || of[v.organisation] > mostOfOne {
					rt.Fatalf("taken are %v", p.taken)
				}
			}
			slices.SortFunc(inside, func(a, b visit) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
			if len(inside) > mostSending || slow > mostSending/2 {
				rt.Fatalf("taken are %v", p.taken)
			}
			for _, w := range p.waiting {
				if p.hasRoom(w.visit) {
					rt.Fatalf("%v waits for a place that is free: %v", w.visit, p.taken)
				}
			}
		}
		for len(inside) > 0 {
			p.leave(inside[0])
			inside = nil
			for v, n := range p.taken {
				inside = append(inside, slices.Repeat([]visit{v}, n)...)
			}
		}
		if len(p.waiting) > 0 || len(p.taken) > 0 {
			rt.Fatalf("at the end %d wait, taken are %v", len(p.waiting), p.taken)
		}
	})
}

// waiting returns the number of queued workers.
func (h *hall) waiting() int {
	h.hooks.places.mu.Lock()
	defer h.hooks.places.mu.Unlock()
	return len(h.hooks.places.waiting)
}

// Nine addresses without responses do not block another one, not even of the same organisation.
func TestSlowAddressesHoldUpNobody(t *testing.T) {
	h, r := newHall(t), newReceiver(t)
	heard := make(chan struct{})
	slow := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, asked *http.Request) {
		select {
		case <-heard:
		case <-asked.Context().Done():
			t.Error("a slow address is given up before the other one has heard of everything")
		}
	}))
	t.Cleanup(slow.Close)
	for range Most - 1 {
		h.wish(slow.URL)
	}
	known, err := h.hooks.kept.All(t.Context(), store.FirstOrganisation)
	h.check(err)
	for _, is := range known {
		h.hooks.answered(is.ID, time.Hour)
	}
	h.add("cup", "A")
	h.run()
	h.until("the slow ones are told, or wait", func() bool { return h.waiting() == Most-1-mostOfOne/2 })
	r.secret = h.wish(r.URL)
	var want []int
	for i := range 5 {
		want = append(want, h.add("cup", fmt.Sprint("P", i)))
	}
	h.until("the other one hears", func() bool { return slices.Equal(r.told("cup"), want) })
	close(heard)
	h.until("all have heard", func() bool {
		list, err := h.hooks.List(t.Context(), store.FirstOrganisation)
		h.check(err)
		return !slices.ContainsFunc(list, func(s State) bool { return s.Waiting > 0 || s.Why != "" })
	})
}

// Two addresses with one place alternate, and each gets all changes in order.
func TestTurns(t *testing.T) {
	h := newHall(t)
	for range mostOfOne - 1 { // all but one place
		h.check(h.hooks.places.enter(t.Context(), visit{store.FirstOrganisation, false}))
	}
	var mu sync.Mutex
	var came []string
	receivers := map[string]*receiver{}
	for _, name := range []string{"a", "b"} {
		r := newReceiver(t)
		r.answer = func(int) int {
			mu.Lock()
			came = append(came, name)
			first := len(came) == 1
			mu.Unlock()
			for first && h.waiting() == 0 { // until the other worker is queued
				time.Sleep(time.Millisecond)
			}
			return http.StatusOK
		}
		r.secret = h.wish(r.URL)
		receivers[name] = r
	}
	var want []int
	for i := range 5 {
		want = append(want, h.add("cup", fmt.Sprint("P", i)))
	}
	h.run()
	for name, r := range receivers {
		h.until(name+" hears of everything", func() bool { return slices.Equal(r.told("cup"), want) })
	}
	if len(came) != 10 || came[0] == came[1] {
		t.Errorf("they are told in the order %v", came)
	}
}

// While another instance delivers, a worker returns its place without waiting; afterwards it delivers.
func TestAnotherInstanceDelivers(t *testing.T) {
	h, r := newHall(t), newReceiver(t)
	r.secret = h.wish(r.URL)
	id := h.state().ID
	other := New(h.director, h.hooks.sender, h.hooks.log)
	release, err := other.claim(t.Context(), id)
	h.check(err)
	version := h.add("cup", "A")
	h.hooks.work(t.Context(), id, store.FirstOrganisation)
	if _, err := h.hooks.deliverSome(t.Context(), id); !errors.Is(err, errElsewhere) || r.tries() > 0 || len(h.hooks.places.taken) > 0 {
		t.Errorf("beside another instance: %v, %d tries, places %v", err, r.tries(), h.hooks.places.taken)
	}
	if rest := time.Until(h.hooks.resting[id]); h.hooks.resting[id].IsZero() || rest > h.hooks.pace.look {
		t.Errorf("it rests for %v", rest)
	}
	release()
	h.run()
	h.until("it is delivered", func() bool { return slices.Equal(r.told("cup"), []int{version}) })
}
