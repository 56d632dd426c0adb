package web

import (
	"io"
	"net"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"tourney/internal/app/updates"
	"tourney/internal/fault"
)

func TestBatch(t *testing.T) {
	var b batch
	for _, e := range []updates.Event{{Version: 7, What: updates.Results}, {Version: 7, What: updates.Standings}, {Version: 8, What: updates.Results}} {
		b.add(e)
	}
	want := "data: {\"version\":8,\"what\":\"results\"}\n\ndata: {\"version\":8,\"what\":\"standings\"}\n\n"
	if d := cmp.Diff(want, string(b.text())); d != "" {
		t.Error(d)
	}
	b.add(updates.Event{Version: 9, What: updates.Refresh})
	b.add(updates.Event{Version: 9, What: updates.Players})
	if d := cmp.Diff("data: {\"version\":9,\"what\":\"refresh\"}\n\n", string(b.text())); d != "" {
		t.Error(d)
	}
}

// TestListenerThatDoesNotRead checks that a blocked listener delays the others for two seconds at most.
func TestListenerThatDoesNotRead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := &broadcast{listeners: map[*listener]struct{}{}}
		var heard sync.WaitGroup
		open := func(reads bool) (page net.Conn) {
			conn, page := net.Pipe()
			b.listeners[&listener{conn, func() {}, 0}] = struct{}{}
			if reads {
				heard.Go(func() {
					got := make([]byte, 100)
					for _, want := range []string{"one", "two"} {
						if n, err := page.Read(got); err != nil || string(got[:n]) != want {
							t.Errorf("heard %q, %v", got[:n], err)
						}
					}
				})
			}
			return page
		}
		for range 20 {
			open(true)
		}
		deaf := open(false)
		for range 20 {
			open(true)
		}
		began := time.Now()
		b.publish([]byte("one"), 1)
		if took := time.Since(began); took < sendTimeout || took > 2*sendTimeout {
			t.Errorf("the others waited for %v", took)
		}
		if n, err := deaf.Read(make([]byte, 100)); err != io.EOF {
			t.Errorf("who did not read is not thrown out: %d, %v", n, err)
		}
		began = time.Now()
		b.publish([]byte("two"), 2)
		if took := time.Since(began); took > 0 {
			t.Errorf("the others waited for %v for one that is gone", took)
		}
		heard.Wait()
	})
}

// Streams are limited in all and by network, and a closed one makes room.
func TestStreamsAreBounded(t *testing.T) {
	var s streams
	var closes []func()
	fill := func(from string, n int) (refused error) {
		for range n {
			closed, err := s.open(from)
			if err != nil {
				return err
			}
			closes = append(closes, closed)
		}
		return nil
	}
	if err := fill("hall", mostStreamsFrom); err != nil {
		t.Fatal(err)
	}
	if err := fill("hall", 1); !fault.Is(err, "events.many") {
		t.Errorf("one more from the hall: %v", err)
	}
	for _, from := range []string{"a", "b", "c", "d"} {
		if err := fill(from, mostStreamsFrom); err != nil {
			t.Fatalf("from %s: %v", from, err)
		}
	}
	if err := fill("elsewhere", 1); !fault.Is(err, "events.many") || s.number() != mostStreams {
		t.Errorf("one more in all, of %d: %v", s.number(), err)
	}
	closes[0]()
	closes[0]() // a second call does nothing
	if err := fill("elsewhere", 1); err != nil {
		t.Errorf("after one is closed: %v", err)
	}
	for _, closed := range closes {
		closed()
	}
	if s.number() != 0 || len(s.from) != 0 {
		t.Errorf("%d streams from %d networks are left", s.number(), len(s.from))
	}
}
