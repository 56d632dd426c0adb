package web

import (
	"bufio"
	"crypto/tls"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"tourney/internal/event"
	"tourney/internal/tournament"
)

// A stream is what a page hears, line by line.
type heardStream struct {
	t        testing.TB
	response *http.Response
	lines    *bufio.Scanner
	version  string
}

func (s *testSite) listen(server string, client *http.Client) *heardStream {
	s.t.Helper()
	r, err := client.Get(server + "/t/spring-cup/events")
	s.check(err)
	s.t.Cleanup(func() { _ = r.Body.Close() })
	return &heardStream{s.t, r, bufio.NewScanner(r.Body), ""}
}

// next returns the next event, "" when the stream has ended. One that begins to hear of other programs' changes may say
// the same version again.
func (h *heardStream) next() string {
	for h.lines.Scan() {
		data, is := strings.CutPrefix(h.lines.Text(), "data: ")
		if !is {
			continue
		}
		was := h.version
		if h.version, _, _ = strings.Cut(strings.TrimSuffix(data, "}"), ","); h.version != was || !strings.Contains(data, `"what":"refresh"`) {
			return data
		}
	}
	return ""
}

func (s *testSite) enter(table int, outcome tournament.Outcome) {
	s.t.Helper()
	_, err := s.director.On(anna, "spring-cup").Enter(s.t.Context(), tournament.Entry{
		Round: 2, Table: table, Seen: s.state("spring-cup").Round(2).At(table).Revision, Result: tournament.Result{Outcome: outcome},
	})
	s.check(err)
}

// number returns how many broadcasts there are, once it is the wanted one or it never will be.
func (b *broadcasts) number(want int) (n int) {
	for range 200 {
		b.mu.Lock()
		n = len(b.of)
		b.mu.Unlock()
		if n == want {
			return n
		}
		time.Sleep(10 * time.Millisecond)
	}
	return n
}

// All pages of a tournament hear of a change, whatever protocol they speak; with the last one the broadcast ends.
func TestBroadcast(t *testing.T) {
	s := newSite(t)
	s.cup()
	two := httptest.NewUnstartedServer(s.server)
	two.EnableHTTP2 = true
	two.StartTLS()
	t.Cleanup(two.Close)
	t.Cleanup(s.server.CloseStreams)
	old := two.Client().Transport.(*http.Transport).Clone() // HTTP/1.1 over TLS
	old.ForceAttemptHTTP2, old.TLSClientConfig.NextProtos, old.TLSNextProto = false, nil, map[string]func(string, *tls.Conn) http.RoundTripper{}
	all := []*heardStream{
		s.listen(s.http.URL, http.DefaultClient), s.listen(s.http.URL, http.DefaultClient), s.listen(two.URL, two.Client()), s.listen(two.URL, &http.Client{Transport: old}),
	}
	for i, want := range []int{1, 1, 2, 1} {
		h := all[i]
		if h.response.ProtoMajor != want || h.response.Header.Get("Content-Type") != "text/event-stream" || h.response.Header.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("stream %d is %s with %v", i, h.response.Proto, h.response.Header)
		}
		if first := h.next(); !strings.HasPrefix(first, `{"version":`) || strings.Contains(first, "what") {
			t.Errorf("stream %d begins with %s", i, first)
		}
	}
	s.enter(2, tournament.BlackWins)
	for i, h := range all {
		if e := h.next(); !strings.Contains(e, `"what":"results"`) {
			t.Errorf("stream %d hears %s", i, e)
		}
	}
	if n := s.server.broadcasts.number(1); n != 1 {
		t.Errorf("%d broadcasts for one tournament", n)
	}
	for _, h := range all {
		_ = h.response.Body.Close()
	}
	if n := s.server.broadcasts.number(0); n != 0 {
		t.Errorf("%d broadcasts for nobody", n)
	}
	for range 200 {
		if s.server.streams.number() == 0 {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if n := s.server.streams.number(); n != 0 {
		t.Errorf("%d streams are counted after all have gone", n)
	}
}

// What happens between a page's first event and its place among the listeners is told it.
func TestBroadcastMissesNothing(t *testing.T) {
	s := newSite(t)
	s.cup()
	t.Cleanup(s.server.CloseStreams)
	for i := range 10 {
		done := make(chan struct{})
		go func() {
			defer close(done)
			s.enter(2, []tournament.Outcome{tournament.BlackWins, tournament.WhiteWins}[i%2])
		}()
		h := s.listen(s.http.URL, http.DefaultClient)
		first := h.next()
		<-done
		now := s.state("spring-cup").Version
		told := func(e string) bool {
			return strings.Contains(e, `"version":`+strconv.Itoa(now)+",") || strings.Contains(e, `"version":`+strconv.Itoa(now)+"}")
		}
		for e := first; !told(e); e = h.next() {
			if e == "" {
				t.Fatalf("the stream ended before version %d was told", now)
			}
		}
		_ = h.response.Body.Close()
	}
}

// The streams of a deleted tournament end, and the next one with its name has others.
func TestBroadcastOfADeletedTournament(t *testing.T) {
	s := newSite(t)
	s.cup()
	t.Cleanup(s.server.CloseStreams)
	h := s.listen(s.http.URL, http.DefaultClient)
	h.next()
	s.login()
	s.seeOther(s.post("/desk/spring-cup/end/delete", map[string][]string{"name": {"Spring Cup"}}))
	for e := h.next(); e != ""; e = h.next() {
	}
	if n := s.server.broadcasts.number(0); n != 0 {
		t.Errorf("%d broadcasts after the deletion", n)
	}
}

func TestBatch(t *testing.T) {
	var b batch
	for _, e := range []event.Event{{Version: 7, What: event.Results}, {Version: 7, What: event.Standings}, {Version: 8, What: event.Results}} {
		b.add(e)
	}
	want := "data: {\"version\":8,\"what\":\"results\"}\n\ndata: {\"version\":8,\"what\":\"standings\"}\n\n"
	if d := cmp.Diff(want, string(b.text())); d != "" {
		t.Error(d)
	}
	b.add(event.Event{Version: 9, What: event.Refresh})
	b.add(event.Event{Version: 9, What: event.Players})
	if d := cmp.Diff("data: {\"version\":9,\"what\":\"refresh\"}\n\n", string(b.text())); d != "" {
		t.Error(d)
	}
}

// TestListenerThatDoesNotRead keeps others waiting for two seconds at most.
func TestListenerThatDoesNotRead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := &broadcast{listeners: map[*listener]struct{}{}}
		var heard sync.WaitGroup
		open := func(reads bool) (page net.Conn) {
			conn, page := net.Pipe()
			b.listeners[&listener{conn, func() {}}] = struct{}{}
			if reads {
				heard.Go(func() {
					got := make([]byte, 100)
					for _, want := range []string{"one", "two"} {
						if n, err := page.Read(got); err != nil || string(got[:n]) != want {
							t.Errorf("heard %q, %v", got[:n], err)
						}
					}
				})
			}
			return page
		}
		for range 20 {
			open(true)
		}
		deaf := open(false)
		for range 20 {
			open(true)
		}
		began := time.Now()
		b.tell([]byte("one"), 1)
		if took := time.Since(began); took < sendWithin || took > 2*sendWithin {
			t.Errorf("the others waited for %v", took)
		}
		if n, err := deaf.Read(make([]byte, 100)); err != io.EOF {
			t.Errorf("who did not read is not thrown out: %d, %v", n, err)
		}
		began = time.Now()
		b.tell([]byte("two"), 2)
		if took := time.Since(began); took > 0 {
			t.Errorf("the others waited for %v for one that is gone", took)
		}
		heard.Wait()
	})
}
