package accounts

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"

	"tourney/internal/fault"
)

// The client with the fewest failures is served first, whatever the order of arrival; a full queue refuses the client
// with the most failures.
func TestNewcomersPassThoseWhoGuess(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := newHashQueue(1)
		stop := make(chan struct{})
		go func() { _ = q.run(t.Context(), 0, func() { <-stop }) }()
		synctest.Wait()
		var served, refused []int
		come := func(failed int) {
			go func() {
				if err := q.run(t.Context(), failed, func() { served = append(served, failed) }); fault.Is(err, "login.busy") {
					refused = append(refused, failed)
				}
			}()
			synctest.Wait()
		}
		for range longestQueue - 2 {
			come(60)
		}
		come(7)
		come(80)
		come(1) // in the place of 80
		come(60)
		come(0) // in the place of a 60
		ctx, cancel := context.WithCancel(t.Context())
		given := make(chan error, 1)
		go func() { given <- q.run(ctx, 0, func() { t.Error("who has gone is served") }) }()
		synctest.Wait()
		cancel()
		synctest.Wait()
		if err := <-given; !errors.Is(err, context.Canceled) {
			t.Errorf("who has gone is told %v", err)
		}
		close(stop)
		synctest.Wait()
		if want := []int{0, 1, 7}; !slices.Equal(served[:3], want) || len(served) != longestQueue-1 {
			t.Errorf("served %v, want %v first", served, want)
		}
		if want := []int{80, 60, 60, 60}; !slices.Equal(refused, want) {
			t.Errorf("refused %v, want %v", refused, want)
		}
		if q.free != 1 || len(q.waiting) != 0 {
			t.Errorf("%d slots are free, %d wait", q.free, len(q.waiting))
		}
	})
}
