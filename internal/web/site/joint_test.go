package site

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
)

// Concurrent callers share one computation; if its caller disconnects, another one restarts it, until all have
// disconnected.
func TestJoint(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var j Joint[int]
		var all sync.WaitGroup
		var mu sync.Mutex
		begun, answers, left := 0, 0, 0
		finish := make(chan struct{})
		ask := func(ctx context.Context) {
			got, err := j.Do(ctx, PageKey{Address: "a"}, func() (int, error) {
				mu.Lock()
				begun++
				mu.Unlock()
				select {
				case <-finish:
					return 7, nil
				case <-ctx.Done():
					return 0, ctx.Err()
				}
			})
			mu.Lock()
			defer mu.Unlock()
			switch {
			case err == nil && got == 7:
				answers++
			case errors.Is(err, context.Canceled) && ctx.Err() != nil:
				left++
			default:
				t.Errorf("who asks gets %d, %v", got, err)
			}
		}
		first, leave := context.WithCancel(t.Context())
		all.Go(func() { ask(first) })
		synctest.Wait()
		for range 5 {
			all.Go(func() { ask(t.Context()) })
		}
		synctest.Wait()
		if begun != 1 {
			t.Errorf("%d works are done for six who ask", begun)
		}
		leave()
		synctest.Wait()
		if begun != 2 || left != 1 {
			t.Errorf("once the first has gone %d works were begun, and %d have gone", begun, left)
		}
		close(finish)
		all.Wait()
		if answers != 5 || begun != 2 || len(j.under) != 0 {
			t.Errorf("%d have an answer after %d works; %d go on", answers, begun, len(j.under))
		}
	})
}

// A computation that panics returns an error to the waiting callers.
func TestJointPanic(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var j Joint[int]
		broken := make(chan struct{})
		go func() {
			defer func() { _ = recover() }()
			_, _ = j.Do(t.Context(), PageKey{}, func() (int, error) { <-broken; panic("broken") })
		}()
		synctest.Wait()
		waits := make(chan error)
		go func() {
			_, err := j.Do(t.Context(), PageKey{}, func() (int, error) { return 0, nil })
			waits <- err
		}()
		synctest.Wait()
		close(broken)
		if err := <-waits; !errors.Is(err, errBrokeOff) {
			t.Errorf("who waits gets %v", err)
		}
	})
}
