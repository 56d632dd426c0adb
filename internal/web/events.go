package web

import (
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/updates"
)

// heartbeat is the interval of comments on a silent stream. Proxies close
// connections that are idle for half a minute.
const heartbeat = 20 * time.Second

// A liveEvent is the current version and the changed parts. Restored names the restored backup, or the computer that
// has taken over: a page loaded before shows outdated data.
type liveEvent struct {
	Version  int           `json:"version"`
	What     updates.Topic `json:"what,omitempty"`
	Restored string        `json:"restored,omitempty"`
	// Now is the server's clock in milliseconds, in the first event of a stream. Pages count by it, whatever the clock
	// of their device.
	Now int64 `json:"now,omitempty"`
}

// streamEvents sends the changes of a tournament for as long as the page is open. The first event is the current
// version, so that a page that lost its connection detects a missed change.
func (s *Server) streamEvents(c *gin.Context) error {
	snapshot, err := s.Snapshot(c)
	if err != nil {
		return err
	}
	slug := snapshot.Tournament.Info.Slug
	closed, err := s.streams.open(s.Client(c.Request))
	if err != nil {
		return err
	}
	h := c.Writer.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no")
	if c.Request.Method == http.MethodHead {
		closed()
		return nil
	}
	if done, err := s.takeOver(c, slug, closed); done || err != nil {
		if err != nil {
			closed()
		}
		return err
	}
	defer closed()
	events, cancel := s.Director.Subscribe(slug)
	defer cancel()
	// Read again: the tournament may have changed before the subscription.
	if snapshot, err = s.Snapshot(c); err != nil {
		return err
	}
	// The server's write timeout is for pages; a stream outlasts it. A writer without deadlines has none to lift.
	_ = http.NewResponseController(c.Writer).SetWriteDeadline(time.Time{})
	s.stream(c, events, snapshot.Tournament.Version)
	return nil
}

// firstEvent returns the first event of a stream.
func (s *Server) firstEvent(version int) liveEvent {
	first := liveEvent{Version: version, Now: s.Director.Now().UnixMilli()}
	switch r := s.Director.Leadership(); {
	case r.Yielded:
		first.Restored = "reign " + strconv.Itoa(r.Epoch) + " " + r.Holder
	case s.Restored != nil:
		first.Restored = s.Restored.ID
	}
	return first
}

// stream writes events until the client disconnects, which a failed write shows, or
// the server shuts down.
func (s *Server) stream(c *gin.Context, events <-chan updates.Event, version int) {
	ticker := time.NewTicker(heartbeat)
	defer ticker.Stop()
	next, yielded := s.firstEvent(version), s.Director.Yielded()
	for {
		if !sendEvent(c, next) {
			return
		}
		for next = (liveEvent{}); next.Version == 0; {
			select {
			case <-c.Request.Context().Done():
				return
			case <-s.Streams.Done():
				return
			case <-yielded:
				next, yielded = s.firstEvent(version), nil
			case <-ticker.C:
				if _, err := fmt.Fprint(c.Writer, ": still here\n\n"); err != nil {
					return
				}
				c.Writer.Flush()
			case e, ok := <-events:
				if !ok {
					return
				}
				next = liveEvent{Version: e.Version, What: e.What}
			}
		}
	}
}

func sendEvent(c *gin.Context, e liveEvent) bool {
	_, err := c.Writer.Write(eventText(e))
	c.Writer.Flush()
	return err == nil
}
