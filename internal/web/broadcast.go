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

	"tourney/internal/app/updates"
)

// broadcasts send live events over hijacked connections: an open page then costs its connection and a reading
// goroutine, not the buffers and the stack of a request. Each tournament with listeners has one.
type broadcasts struct {
	mu sync.Mutex
	of map[string]*broadcast
}

// A broadcast sends the events of a tournament to its listeners.
type broadcast struct {
	mu        sync.Mutex
	listeners map[*listener]struct{}
	// joining counts the pages that are about to listen.
	joining int
	// sent counts the sent events, version is the newest version sent.
	sent, version int
	// ended is set once the broadcast has ended.
	ended  bool
	cancel func()
}

// A listener is an open page.
type listener struct {
	conn   net.Conn
	closed func()
	// version is the version of its first event.
	version int
}

const (
	// eventDebounce is the debounce interval of events, and minEventGap the least time between two sendings: with many
	// changes pages get combined events a few times a second.
	eventDebounce, minEventGap = 3 * time.Millisecond, 100 * time.Millisecond
	// sendTimeout is the time after which a slow listener is disconnected. Its page reconnects.
	sendTimeout = time.Second
)

// canHijack reports whether the connection of a request can be hijacked, which HTTP/2 does not allow.
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

// join returns the broadcast of a tournament and the number of events it has sent so far. The caller must call listen
// or gaveUp later.
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
	return b, b.sent
}

// leave ends a broadcast if the last page, listening or joining, has leave it.
func (s *Server) leave(slug string, b *broadcast) {
	s.broadcasts.mu.Lock()
	defer s.broadcasts.mu.Unlock()
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.listeners) == 0 && b.joining == 0 && s.broadcasts.of[slug] == b {
		delete(s.broadcasts.of, slug)
		b.cancel()
	}
}

// takeOver hijacks the connection of a request and makes it a listener of a tournament. It returns false if that is
// impossible. closed is called when the page disconnects.
func (s *Server) takeOver(c *gin.Context, slug string, closed func()) (done bool, err error) {
	if !canHijack(c.Writer) {
		return false, nil
	}
	b, told := s.join(slug)
	// Read after joining: the snapshot contains earlier changes, and later ones are sent as events.
	snapshot, err := s.Snapshot(c)
	if err != nil {
		s.cancelJoin(slug, b)
		return false, err
	}
	conn, _, err := c.Writer.Hijack()
	if err != nil {
		s.cancelJoin(slug, b)
		return false, fmt.Errorf("take over a connection: %w", err)
	}
	l := &listener{conn, closed, snapshot.Tournament.Version}
	var head bytes.Buffer
	head.WriteString("HTTP/1.1 200 OK\r\n")
	_ = c.Writer.Header().Write(&head) // a buffer accepts everything
	head.WriteString("Connection: close\r\n\r\n")
	head.Write(eventText(s.firstEvent(snapshot.Tournament.Version)))
	_ = conn.SetDeadline(time.Now().Add(sendTimeout)) // sendAll does not watch it yet
	sent := l.send(head.Bytes())
	_ = conn.SetDeadline(time.Time{}) // the server's deadlines are for pages
	if !sent {
		s.cancelJoin(slug, b)
		l.close()
		closed()
		return true, nil
	}
	go s.listen(slug, b, l, told)
	return true, nil
}

// cancelJoin cancels a join without a listener.
func (s *Server) cancelJoin(slug string, b *broadcast) {
	b.mu.Lock()
	b.joining--
	b.mu.Unlock()
	s.leave(slug, b)
}

// listen makes a page a listener until it disconnects. told is the number of events sent before its first event.
func (s *Server) listen(slug string, b *broadcast, l *listener, told int) {
	b.mu.Lock()
	b.joining--
	b.listeners[l] = struct{}{}
	missed, version, ended := b.sent != told, b.version, b.ended
	b.mu.Unlock()
	switch {
	case ended:
		l.close()
	case missed:
		now := s.firstEvent(max(version, l.version)) // another computer may have taken over
		now.What = updates.Refresh
		l.send(eventText(now))
	}
	var one [1]byte
	for {
		if _, err := l.conn.Read(one[:]); err != nil { // pages send nothing: this is the end
			break
		}
	}
	l.close()
	b.mu.Lock()
	delete(b.listeners, l)
	b.mu.Unlock()
	l.closed()
	s.leave(slug, b)
}

// send sends events to all listeners until none is left, the tournament is deleted or the server shuts down.
func (s *Server) send(slug string, b *broadcast, events <-chan updates.Event) {
	heartbeats := time.NewTicker(heartbeat)
	defer heartbeats.Stop()
	var waiting batch
	var due <-chan time.Time
	next, yielded := time.Now(), s.Director.Yielded()
	for {
		select {
		case <-s.Streams.Done():
			b.end()
			return
		case <-yielded:
			b.publish(eventText(s.firstEvent(b.version)), b.version)
			yielded = nil
		case <-heartbeats.C:
			b.write([]byte(": still here\n\n"))
		case e, ok := <-events:
			if !ok {
				s.forget(slug, b)
				b.end()
				return
			}
			if waiting.add(e); due == nil {
				due = time.After(max(eventDebounce, time.Until(next)))
			}
		case <-due:
			b.publish(waiting.text(), waiting.version)
			waiting, due, next = batch{}, nil, time.Now().Add(minEventGap)
		}
	}
}

// forget removes the broadcast of a deleted tournament; the next tournament with its slug gets a new one.
func (s *Server) forget(slug string, b *broadcast) {
	s.broadcasts.mu.Lock()
	defer s.broadcasts.mu.Unlock()
	if s.broadcasts.of[slug] == b {
		delete(s.broadcasts.of, slug)
	}
}

// A batch is events that are sent together: each topic once, with the newest version.
type batch struct {
	topics  []updates.Topic
	version int
}

func (b *batch) add(e updates.Event) {
	b.version = max(b.version, e.Version)
	switch {
	case e.What == updates.Refresh: // any data may have changed
		b.topics = []updates.Topic{updates.Refresh}
	case !slices.Contains(b.topics, e.What) && !slices.Contains(b.topics, updates.Refresh):
		b.topics = append(b.topics, e.What)
	}
}

func (b *batch) text() (text []byte) {
	for _, what := range b.topics {
		text = append(text, eventText(liveEvent{Version: b.version, What: what})...)
	}
	return text
}

// publish sends an event to all listeners. A page that joins in between gets a refresh.
func (b *broadcast) publish(text []byte, version int) {
	b.mu.Lock()
	b.sent++
	b.version = version
	b.mu.Unlock()
	b.write(text)
}

// write sends a text to all listeners, many at once.
func (b *broadcast) write(text []byte) {
	b.mu.Lock()
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

// sendAll sends a text to listeners, one after the other. It closes a listener that blocks for one to two times
// sendTimeout. One ticker serves all listeners, because a timer for each listener would cost more than the text.
func sendAll(all []*listener, text []byte) {
	var at atomic.Pointer[listener]
	done := make(chan struct{})
	defer close(done)
	go func() {
		ticker := time.NewTicker(sendTimeout)
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

// eventText returns an event in the format of server-sent events.
func eventText(e liveEvent) []byte {
	data, err := json.Marshal(e)
	if err != nil {
		return nil // numbers and words
	}
	return fmt.Appendf(nil, "data: %s\n\n", data)
}
