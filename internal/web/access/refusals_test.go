package access

import (
	"context"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// Responses to attempts that come too early are delayed, a limited number of them; others are not.
func TestRefusalsWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRefusals(2 * time.Second)
		began := time.Now()
		ctx, cancel := context.WithCancel(t.Context())
		var answered atomic.Int32
		for range mostRefusals {
			go func() {
				if r.delay(ctx) {
					answered.Add(1)
				}
			}()
		}
		synctest.Wait()
		if answered.Load() != 0 || r.delay(ctx) || time.Since(began) != 0 {
			t.Errorf("%d were answered at once, and one too many after %v", answered.Load(), time.Since(began))
		}
		time.Sleep(2*time.Second - 1)
		synctest.Wait()
		if answered.Load() != 0 {
			t.Errorf("%d were answered early", answered.Load())
		}
		time.Sleep(2*time.Second + 1)
		synctest.Wait()
		if answered.Load() != mostRefusals {
			t.Errorf("%d were answered in the end", answered.Load())
		}
		// The wait ends when the client disconnects.
		cancel()
		if !r.delay(ctx) || time.Since(began) != 4*time.Second {
			t.Errorf("a client that has gone is held until %v", time.Since(began))
		}
	})
}
