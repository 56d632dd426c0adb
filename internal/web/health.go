package web

import (
	"math/rand/v2"
	"net/http"
	"strconv"
	"sync"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/fault"
	"tourney/internal/web/site"
)

// A probe answers monitors and load balancers.
type probe struct{ *director.Director }

// showHealth answers as long as the program runs.
func (probe) showHealth(c *gin.Context) error {
	c.String(http.StatusOK, "ok\n")
	return nil
}

// showReadiness answers whether data can be read and saved.
func (p probe) showReadiness(c *gin.Context) error {
	c.Header("Cache-Control", "no-store")
	if p.Ready(c.Request.Context()) != nil {
		c.String(http.StatusServiceUnavailable, "the data can't be read or saved\n") // the reason is in the log
		return nil
	}
	c.String(http.StatusOK, "ready\n")
	return nil
}

// isRequestID reports whether a text is valid as a proxy's request ID.
func isRequestID(text string) bool {
	const longest = 64
	for i := range len(text) {
		switch c := text[i]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '.', c == '_', c == '-':
		default:
			return false
		}
	}
	return text != "" && len(text) <= longest
}

// nameRequest is the middleware that gives each request an ID, for the log and the page about an error. It keeps a
// proxy's ID.
func nameRequest(c *gin.Context) {
	id := c.GetHeader(site.RequestHeader)
	if !isRequestID(id) {
		id = strconv.FormatUint(rand.Uint64(), 36) // #nosec G404 -- not a secret
	}
	c.Request.Header[site.RequestHeader] = []string{id}
	c.Header(site.RequestHeader, id)
}

// Limits of open streams: in all, and from one network, such as a whole playing hall. A stream takes 3 kB, under HTTP/2
// 35 kB.
const (
	mostStreams       = 20_000
	mostStreamsFrom   = 4_000
	streamsAgainAfter = 10 // seconds
)

// streams counts the open streams.
type streams struct {
	mu   sync.Mutex
	all  int
	from map[string]int
}

// open counts one more stream from a network, until close is called. Fault:
// "events.many".
func (s *streams) open(from string) (close func(), err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.all >= mostStreams || s.from[from] >= mostStreamsFrom {
		return nil, fault.New(fault.TooMany, "events.many", streamsAgainAfter)
	}
	if s.from == nil {
		s.from = map[string]int{}
	}
	s.all++
	s.from[from]++
	return sync.OnceFunc(func() { s.release(from) }), nil
}

func (s *streams) release(from string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.all--
	if s.from[from]--; s.from[from] == 0 {
		delete(s.from, from)
	}
}

// number returns the number of open streams.
func (s *streams) number() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.all
}

// OpenStreams returns the number of open streams.
func (s *Server) OpenStreams() int { return s.streams.number() }
