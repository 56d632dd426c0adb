package main

import (
	"testing"
	"time"

	"tourney/internal/tool/load"
)

// The timeouts of commands equal the values in docs/reliability.md and in the help of load.
func TestUsualPatience(t *testing.T) {
	t.Parallel()
	want := patience{
		held: 2 * time.Second, reachable: 3 * time.Second, lastReading: 250 * time.Millisecond,
		load: load.Pauses{Quiet: time.Second, Grace: 10 * time.Second, Comparing: 3 * time.Second},
	}
	if is := usual(); is != want {
		t.Errorf("it is %+v, want %+v", is, want)
	}
}
