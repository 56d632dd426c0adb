package site

import (
	"context"
	"errors"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gin-gonic/gin"

	"tourney/internal/fault"
)

// enterQueue runs an action in turn as a request would.
func enterQueue(ctx context.Context, s *Site, a Action) error {
	c, _ := gin.CreateTestContext(httptest.NewRecorder())
	c.Request = httptest.NewRequestWithContext(ctx, "POST", "/import", nil)
	return s.Uploads.Queued(a)(c)
}

func TestFewLargeFilesAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var s Site
		var now, most, done atomic.Int32
		var all sync.WaitGroup
		for range mostFilesWaiting {
			all.Go(func() {
				err := enterQueue(t.Context(), &s, func(*gin.Context) error {
					most.Store(max(most.Load(), now.Add(1)))
					time.Sleep(100 * time.Millisecond)
					now.Add(-1)
					done.Add(1)
					return nil
				})
				if err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if most.Load() != filesAtOnce || done.Load() != mostFilesWaiting {
			t.Errorf("%d files were read, %d at once", done.Load(), most.Load())
		}
	})
}

func TestLargeFilesWaitNotForEver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var s Site
		held := make(chan struct{})
		var all sync.WaitGroup
		for range filesAtOnce {
			all.Go(func() { _ = enterQueue(t.Context(), &s, func(*gin.Context) error { <-held; return nil }) })
		}
		synctest.Wait()
		never := func(*gin.Context) error { t.Error("a third file was read"); return nil }
		gone, leave := context.WithCancel(t.Context())
		left := make(chan error, 1)
		all.Go(func() { left <- enterQueue(gone, &s, never) })
		synctest.Wait()
		leave()
		if err := <-left; !errors.Is(err, context.Canceled) {
			t.Errorf("whoever left gets %v", err)
		}
		began := time.Now()
		refused := make(chan error, mostFilesWaiting+1)
		for range mostFilesWaiting + 1 {
			all.Go(func() { refused <- enterQueue(t.Context(), &s, never) })
		}
		// One exceeds the queue, the others are refused after a while.
		for n := range mostFilesWaiting + 1 {
			if err := <-refused; !fault.Is(err, "form.busy") {
				t.Errorf("a file in the way gets %v", err)
			}
			if waited := time.Since(began); waited != 0 && n == 0 || waited != queueTimeout && n > 0 {
				t.Errorf("answer %d comes after %v", n, waited)
			}
		}
		close(held)
		all.Wait()
		if err := enterQueue(t.Context(), &s, func(*gin.Context) error { return nil }); err != nil {
			t.Errorf("after them: %v", err)
		}
	})
}
