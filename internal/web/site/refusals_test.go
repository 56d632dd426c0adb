package site

import (
	"testing"
	"time"
)

func TestRefusalsAreLoggedUpToABound(t *testing.T) {
	var log refusalLog
	now := time.Date(2026, 5, 2, 9, 30, 0, 0, time.UTC)
	logged := 0
	for range 10 * mostRefusals {
		if _, ok := log.allow(now); ok {
			logged++
		}
	}
	if logged != mostRefusals {
		t.Errorf("%d lines of a minute are logged, want %d", logged, mostRefusals)
	}
	if unlogged, ok := log.allow(now.Add(time.Minute)); !ok || unlogged != 9*mostRefusals {
		t.Errorf("the next line is logged: %v, after %d without one", ok, unlogged)
	}
}
