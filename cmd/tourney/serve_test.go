package main

import (
	"context"
	"sync"
	"testing"
	"time"

	"tourney/internal/tool/load"
)

// The timeouts of commands equal the values in docs/reliability.md and in the help of load.
func TestUsualPatience(t *testing.T) {
	t.Parallel()
	want := patience{
		held: 2 * time.Second, reachable: beyond.reachable, lastReading: 250 * time.Millisecond,
		load: load.Pauses{Quiet: time.Second, Grace: 10 * time.Second, Comparing: 3 * time.Second},
	}
	if is := usual(); is != want {
		t.Errorf("it is %+v, want %+v", is, want)
	}
}

// serves serves until end is called, once it has said something.
func serves(t *testing.T, says string, args ...string) (out *console, end func()) {
	t.Helper()
	return servesWith(t, short(), says, args...)
}

func servesWith(t *testing.T, p patience, says string, args ...string) (out *console, end func()) {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	out, ended := &console{}, make(chan struct{})
	go func() {
		p.run(ctx, append([]string{"serve", "--addr", "127.0.0.1:0"}, args...), out, out)
		close(ended)
	}()
	out.says(t, says)
	return out, sync.OnceFunc(func() { stop(); <-ended })
}
