package access

import (
	"context"
	"math/rand/v2"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"
	"golang.org/x/sync/semaphore"

	"tourney/internal/fault"
	"tourney/internal/web/site"
)

// refusals delay the responses to attempts that come too early, a limited number of them at once.
type refusals struct {
	wait    time.Duration
	waiting *semaphore.Weighted
}

// mostRefusals limits the delayed responses; each takes some 30 kB.
const mostRefusals = 1000

func newRefusals(wait time.Duration) refusals {
	return refusals{wait, semaphore.NewWeighted(mostRefusals)}
}

// delay waits and reports whether that was possible. The time is random, up to twice wait, so that simultaneous
// attempts do not return simultaneously.
func (r refusals) delay(ctx context.Context) bool {
	if !r.waiting.TryAcquire(1) {
		return false
	}
	defer r.waiting.Release(1)
	select {
	case <-time.After(r.wait + rand.N(r.wait+1)): // #nosec G404 -- spreads the responses, hides nothing
	case <-ctx.Done():
	}
	return true
}

// refuse renders the page of a refused form. It delays the response to an attempt that comes too early. Beyond
// mostRefusals it answers at once, briefly, and closes the connection.
func (s *Handlers) refuse(c *gin.Context, err error, p site.Part) error {
	f, ok := fault.As(err)
	if ok && f.Kind == fault.TooMany && !s.refusals.delay(c.Request.Context()) {
		site.SetRetryAfter(c, err) // without a line in the log
		c.Header("Connection", "close")
		c.String(http.StatusTooManyRequests, s.Language(c).Error(err))
		return nil
	}
	return s.RenderRefused(c, err, p.Page, p.Data)
}
