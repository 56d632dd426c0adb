package web

import (
	"net/http"
	"sync"
	"time"
)

// A Gate passes requests to its current part of the program, which another one can replace while the ports stay open.
// During the replacement requests wait. It is safe for concurrent use.
type Gate[S replaceable] struct {
	mu      sync.RWMutex // locked while the part is being replaced
	current *servedBy[S]
}

type replaceable interface {
	comparable
	http.Handler
	CloseStreams()
}

// servedBy is a part with the requests in progress; the zero part means that the data cannot be opened.
type servedBy[S replaceable] struct {
	part     S
	requests sync.WaitGroup
}

// NewGate returns a gate to a part.
func NewGate[S replaceable](first S) *Gate[S] { return &Gate[S]{current: &servedBy[S]{part: first}} }

// Current returns the current part; false if the data cannot be opened.
func (g *Gate[S]) Current() (part S, ok bool) {
	g.mu.RLock()
	defer g.mu.RUnlock()
	var none S
	return g.current.part, g.current.part != none
}

// ServeHTTP answers one request.
func (g *Gate[S]) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	g.mu.RLock()
	on := g.current
	on.requests.Add(1)
	g.mu.RUnlock()
	defer on.requests.Done()
	var none S
	if on.part == none {
		http.Error(w, "The data cannot be opened. Restart tourney, and read what it says.", http.StatusServiceUnavailable)
		return
	}
	on.part.ServeHTTP(w, r)
}

// CloseStreams ends all live streams.
func (g *Gate[S]) CloseStreams() {
	if part, ok := g.Current(); ok {
		part.CloseStreams()
	}
}

// drainTimeout is how long a replacement waits for requests in progress. A download may take longer, but has its own
// copy.
const drainTimeout = 10 * time.Second

// Replace returns at once; the next request is for the part that by returns. Before that, the streams of the old part
// end, and its requests are answered. by closes the old part, and returns the zero part if the data cannot be opened.
func (g *Gate[S]) Replace(by func(old S) S) {
	g.mu.Lock()
	go func() {
		defer g.mu.Unlock()
		old := g.current
		old.part.CloseStreams()
		answered := make(chan struct{})
		go func() { old.requests.Wait(); close(answered) }()
		select {
		case <-answered:
		case <-time.After(drainTimeout):
		}
		g.current = &servedBy[S]{part: by(old.part)}
	}()
}
