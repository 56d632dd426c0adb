package beyond

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"

	"golang.org/x/sync/singleflight"
)

// Concurrent requests share one computation; if its client disconnects, another request restarts it, until all clients
// have disconnected.
func TestShare(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var group singleflight.Group
		var all sync.WaitGroup
		var mu sync.Mutex
		begun, answers, left := 0, 0, 0
		finish := make(chan struct{})
		request := func(ctx context.Context) {
			got, err := share(ctx, &group, "a", func() (int, error) {
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
				t.Errorf("a request gets %d, %v", got, err)
			}
		}
		first, leave := context.WithCancel(t.Context())
		all.Go(func() { request(first) })
		synctest.Wait()
		for range 5 {
			all.Go(func() { request(t.Context()) })
		}
		synctest.Wait()
		if begun != 1 {
			t.Errorf("%d computations run for six requests", begun)
		}
		leave()
		synctest.Wait()
		if begun != 2 || left != 1 {
			t.Errorf("after the first client has disconnected %d computations have run, and %d requests ended", begun, left)
		}
		close(finish)
		all.Wait()
		if answers != 5 || begun != 2 {
			t.Errorf("%d requests have a response after %d computations", answers, begun)
		}
	})
}
