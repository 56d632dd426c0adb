package web

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gin-gonic/gin"

	"tourney/internal/event"
)

// broadcasts send live events over connections that were taken over from the HTTP server: an open page
// then costs its connection and a reader that waits, not the buffers and the stack of a request. There is one for
// each tournament with listeners.
type broadcasts struct {
	mu sync.Mutex
	of map[string]*broadcast
}

// A broadcast sends the events of a tournament to its listeners.
type broadcast struct {
	mu        sync.Mutex
	listeners map[*listener]struct{}
	// joining counts those that are about to listen.
	joining int
	// told counts what was sent, version is the newest one.
	told, version int
	// ended is set when nothing more will be.
	ended  bool
	cancel func()
}

// A listener is an open page.
type listener struct {
	conn   net.Conn
	closed func()
}

const (
	// gather is how long events are waited for that come together, and apart the time from one sending to the next:
	// where much happens at once, pages hear of all of it a few times a second.
	gather, apart = 3 * time.Millisecond, 100 * time.Millisecond
	// sendWithin is how long a listener may keep the others waiting. A page that is thrown out comes back.
	sendWithin = time.Second
)

// canHijack reports whether the connection of a request can be taken over, as under HTTP/2 it cannot.
func canHijack(w http.ResponseWriter) bool {
	for {
		inner, ok := w.(interface{ Unwrap() http.ResponseWriter })
		if !ok {
			_, can := w.(http.Hijacker)
			return can
		}
		w = inner.Unwrap()
	}
}

// join returns the broadcast of a tournament, for one that will call listen or gaveUp, and what it has told so far.
func (s *Server) join(slug string) (b *broadcast, told int) {
	s.broadcasts.mu.Lock()
	defer s.broadcasts.mu.Unlock()
	if b = s.broadcasts.of[slug]; b == nil {
		events, cancel := s.Director.Subscribe(slug)
		b = &broadcast{listeners: map[*listener]struct{}{}, cancel: cancel}
		if s.broadcasts.of == nil {
			s.broadcasts.of = map[string]*broadcast{}
		}
		s.broadcasts.of[slug] = b
		go s.send(slug, b, events)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.joining++
	return b, b.told
}

// left ends a broadcast without listeners. One of them or one that was joining has gone.
func (s *Server) left(slug string, b *broadcast) {
	s.broadcasts.mu.Lock()
	defer s.broadcasts.mu.Unlock()
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.listeners) == 0 && b.joining == 0 && s.broadcasts.of[slug] == b {
		delete(s.broadcasts.of, slug)
		b.cancel()
	}
}

// takeOver takes the connection of a request over and has it listen to a tournament. It reports false
// where that cannot be done. closed is called when the page is gone.
func (s *Server) takeOver(c *gin.Context, slug string, closed func()) (done bool, err error) {
	if !canHijack(c.Writer) {
		return false, nil
	}
	b, told := s.join(slug)
	// Read after joining: what changed before is in it, what changes later is told.
	snapshot, err := s.Snapshot(c)
	if err != nil {
		s.gaveUp(slug, b)
		return false, err
	}
	conn, _, err := c.Writer.Hijack()
	if err != nil {
		s.gaveUp(slug, b)
		return false, fmt.Errorf("take over a connection: %w", err)
	}
	l := &listener{conn, closed}
	var head bytes.Buffer
	head.WriteString("HTTP/1.1 200 OK\r\n")
	_ = c.Writer.Header().Write(&head) // a buffer accepts everything
	head.WriteString("Connection: close\r\n\r\n")
	head.Write(eventText(s.firstEvent(snapshot.Tournament.Version)))
	_ = conn.SetDeadline(time.Now().Add(sendWithin)) // nobody watches it yet
	sent := l.send(head.Bytes())
	_ = conn.SetDeadline(time.Time{}) // those of the server are for pages
	if !sent {
		s.gaveUp(slug, b)
		l.close()
		closed()
		return true, nil
	}
	go s.listen(slug, b, l, told)
	return true, nil
}

// gaveUp ends the joining of one that will not listen.
func (s *Server) gaveUp(slug string, b *broadcast) {
	b.mu.Lock()
	b.joining--
	b.mu.Unlock()
	s.left(slug, b)
}

// listen makes a page one of the listeners until it is gone. told is what had been told before its first event.
func (s *Server) listen(slug string, b *broadcast, l *listener, told int) {
	b.mu.Lock()
	b.joining--
	b.listeners[l] = struct{}{}
	missed, version, ended := b.told != told, b.version, b.ended
	b.mu.Unlock()
	switch {
	case ended:
		l.close()
	case missed:
		l.send(eventText(liveEvent{Version: version, What: event.Refresh}))
	}
	var one [1]byte
	for {
		if _, err := l.conn.Read(one[:]); err != nil { // pages say nothing: this is the end
			break
		}
	}
	l.close()
	b.mu.Lock()
	delete(b.listeners, l)
	b.mu.Unlock()
	l.closed()
	s.left(slug, b)
}

// send sends what happens to all listeners until nobody listens, the tournament is deleted or the server shuts down.
func (s *Server) send(slug string, b *broadcast, events <-chan event.Event) {
	heartbeats := time.NewTicker(heartbeat)
	defer heartbeats.Stop()
	var waiting batch
	var due <-chan time.Time
	next, yielded := time.Now(), s.Director.Standby.Yielded()
	for {
		select {
		case <-s.Streams.Done():
			b.end()
			return
		case <-yielded:
			b.tell(eventText(s.firstEvent(b.version)), 0)
			yielded = nil
		case <-heartbeats.C:
			b.tell([]byte(": still here\n\n"), 0)
		case e, ok := <-events:
			if !ok {
				s.forget(slug, b)
				b.end()
				return
			}
			if waiting.add(e); due == nil {
				due = time.After(max(gather, time.Until(next)))
			}
		case <-due:
			b.tell(waiting.text(), waiting.version)
			waiting, due, next = batch{}, nil, time.Now().Add(apart)
		}
	}
}

// forget takes the broadcast of a deleted tournament away; the next one with its slug has another.
func (s *Server) forget(slug string, b *broadcast) {
	s.broadcasts.mu.Lock()
	defer s.broadcasts.mu.Unlock()
	if s.broadcasts.of[slug] == b {
		delete(s.broadcasts.of, slug)
	}
}

// A batch is events that are sent together: each topic once, with the newest version.
type batch struct {
	topics  []event.Topic
	version int
}

func (b *batch) add(e event.Event) {
	b.version = max(b.version, e.Version)
	switch {
	case e.What == event.Refresh: // anything may have changed
		b.topics = []event.Topic{event.Refresh}
	case !slices.Contains(b.topics, e.What) && !slices.Contains(b.topics, event.Refresh):
		b.topics = append(b.topics, e.What)
	}
}

func (b *batch) text() (text []byte) {
	for _, what := range b.topics {
		text = append(text, eventText(liveEvent{Version: b.version, What: what})...)
	}
	return text
}

// tell sends a text to all listeners, many at once. A version of 0 is none.
func (b *broadcast) tell(text []byte, version int) {
	b.mu.Lock()
	if version > 0 {
		b.told++
		b.version = version
	}
	all := make([]*listener, 0, len(b.listeners))
	for l := range b.listeners {
		all = append(all, l)
	}
	b.mu.Unlock()
	if len(all) == 0 {
		return
	}
	var sending sync.WaitGroup
	for part := range slices.Chunk(all, max(256, (len(all)+runtime.GOMAXPROCS(0)-1)/runtime.GOMAXPROCS(0))) {
		sending.Go(func() { sendAll(part, text) })
	}
	sending.Wait()
}

// sendAll sends a text to listeners, one after the other. One that keeps the others waiting for longer than sendWithin,
// and at most twice that, is closed: a deadline for each would be a timer for each.
func sendAll(all []*listener, text []byte) {
	var at atomic.Pointer[listener]
	done := make(chan struct{})
	defer close(done)
	go func() {
		ticker := time.NewTicker(sendWithin)
		defer ticker.Stop()
		for was := at.Load(); ; was = at.Load() {
			select {
			case <-done:
				return
			case <-ticker.C:
				if now := at.Load(); now != nil && now == was {
					now.close()
				}
			}
		}
	}()
	for _, l := range all {
		at.Store(l)
		if !l.send(text) {
			l.close()
		}
	}
}

// end ends the broadcast and all its streams.
func (b *broadcast) end() {
	b.cancel()
	b.mu.Lock()
	defer b.mu.Unlock()
	b.ended = true
	for l := range b.listeners {
		l.close()
	}
}

// send reports whether the page took the text.
func (l *listener) send(text []byte) bool {
	_, err := l.conn.Write(text)
	return err == nil
}

// close closes the connection; its reader then ends the listener.
func (l *listener) close() { _ = l.conn.Close() }

// eventText is an event as it is sent.
func eventText(e liveEvent) []byte {
	data, err := json.Marshal(e)
	if err != nil {
		return nil // numbers and words
	}
	return fmt.Appendf(nil, "data: %s\n\n", data)
}
