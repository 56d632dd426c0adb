package webhook

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync/atomic"
	"testing"

	"tourney/internal/data/store"
)

// Nine addresses without responses do not block another one, not even of the same organisation.
func TestSlowAddressesHoldUpNobody(t *testing.T) {
	h, r := newHall(t), newReceiver(t)
	heard := make(chan struct{})
	var told atomic.Int32
	slow := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, asked *http.Request) {
		told.Add(1)
		select {
		case <-heard:
		case <-asked.Context().Done():
			t.Error("a slow address is given up before the other one has heard of everything")
		}
	}))
	t.Cleanup(slow.Close)
	for range Most - 1 {
		h.request(slow.URL)
	}
	h.add("cup", "A")
	h.run()
	h.until("the slow ones are told", func() bool { return told.Load() == Most-1 })
	r.secret = h.request(r.URL)
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

// While another instance delivers, a worker returns its place without waiting; afterwards it delivers.
func TestAnotherInstanceDelivers(t *testing.T) {
	h, r := newHall(t), newReceiver(t)
	r.secret = h.request(r.URL)
	id := h.state().ID
	other := New(h.director, h.hooks.sender, h.hooks.log)
	release, err := other.claim(t.Context(), id)
	h.check(err)
	version := h.add("cup", "A")
	w := &worker{h.hooks, id}
	if err := w.Send(t.Context(), store.Webhook{}); !errors.Is(err, errElsewhere) || r.tries() > 0 || !h.hooks.places.TryAcquire(mostSending) {
		t.Errorf("beside another instance: %v, %d tries", err, r.tries())
	}
	h.hooks.places.Release(mostSending)
	if again := h.hooks.box.Pace.After(0, errElsewhere); again > h.hooks.pace.look {
		t.Errorf("it waits for %v", again)
	}
	release()
	h.run()
	h.until("it is delivered", func() bool { return slices.Equal(r.told("cup"), []int{version}) })
}
