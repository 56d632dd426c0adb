package access

import (
	"context"
	"math/rand/v2"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"

	"tourney/internal/fault"
	"tourney/internal/web/site"
)

// Refusals let the answers wait that refuse a try because it comes too early, a bounded
// number of them at once.
type refusals struct {
	wait    time.Duration
	waiting chan struct{}
}

// mostRefusals bounds the requests that wait; each holds some 30 kB.
const mostRefusals = 1000

func newRefusals(wait time.Duration) refusals {
	return refusals{wait, make(chan struct{}, mostRefusals)}
}

// hold waits and reports whether there was room to: up to twice the time, so that those who
// came together do not come together again.
func (r refusals) hold(ctx context.Context) bool {
	select {
	case r.waiting <- struct{}{}:
		defer func() { <-r.waiting }()
	default:
		return false
	}
	select {
	case <-time.After(r.wait + rand.N(r.wait+1)): // #nosec G404 -- spreads the answers, hides nothing
	case <-ctx.Done():
	}
	return true
}

// refuse renders the page of a refused form. A try that comes too early is answered late,
// and while a thousand such answers wait, briefly and without the connection.
func (s *Room) refuse(c *gin.Context, err error, p site.Part) error {
	f, ok := fault.As(err)
	if ok && f.Kind == fault.TooMany && !s.refusals.hold(c.Request.Context()) {
		site.SetRetryAfter(c, err) // and no line in the log
		c.Header("Connection", "close")
		c.String(http.StatusTooManyRequests, s.Language(c).Error(err))
		return nil
	}
	return s.RenderRefused(c, err, p.Page, p.Data)
}
