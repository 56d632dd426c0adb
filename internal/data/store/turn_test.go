package store

import (
	"context"
	"errors"
	"sync"
	"testing"
)

// The callbacks of AfterCommit run before the next write, and not after a failure.
func TestThen(t *testing.T) {
	s := fresh(t)
	committed, followed := 0, 0
	var writing sync.WaitGroup
	for range 8 {
		writing.Go(func() {
			for range 5 {
				if err := s.Tx(t.Context(), func(tx *Tx) error {
					if committed != followed {
						t.Errorf("%d were committed, but %d followed", committed, followed)
					}
					committed++
					tx.AfterCommit(func() { followed++ })
					return tx.SetSecret("count", string(rune('a'+committed%26)))
				}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	writing.Wait()
	if followed != 40 {
		t.Errorf("%d followed, want 40", followed)
	}
	failed := errors.New("no")
	if err := s.Tx(t.Context(), func(tx *Tx) error { tx.AfterCommit(func() { t.Error("followed a failure") }); return failed }); !errors.Is(err, failed) {
		t.Errorf("got %v", err)
	}
}

// A writer whose context is done gets no turn.
func TestTurnIsNotWaitedForInVain(t *testing.T) {
	s := fresh(t)
	if err := s.Tx(t.Context(), func(*Tx) error {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if err := s.Tx(ctx, func(*Tx) error { t.Error("it was given"); return nil }); !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if err := s.Tx(t.Context(), func(tx *Tx) error { return tx.SetSecret("a", "b") }); err != nil {
		t.Error(err)
	}
}
