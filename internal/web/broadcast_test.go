package web_test

import (
	"bufio"
	"crypto/tls"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"tourney/internal/tournament"
)

// A heardStream is the stream of a page, line by line.
type heardStream struct {
	t        testing.TB
	response *http.Response
	lines    *bufio.Scanner
	version  string
}

func (s *testSite) listen(server string, client *http.Client) *heardStream {
	s.T.Helper()
	r, err := client.Get(server + "/t/spring-cup/events")
	s.Check(err)
	s.T.Cleanup(func() { _ = r.Body.Close() })
	return &heardStream{s.T, r, bufio.NewScanner(r.Body), ""}
}

// next returns the next event, "" at the end of the stream. A server that begins to receive changes of other programs
// may repeat a version, which next skips.
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

// broadcasts returns the number of broadcasts, once it is the wanted one or a timeout has passed.
func (s *testSite) broadcasts(want int) (n int) {
	for range 200 {
		if n = s.Server.Broadcasts(); n == want {
			return n
		}
		time.Sleep(10 * time.Millisecond)
	}
	return n
}

// All pages of a tournament receive a change, over every protocol; the broadcast ends with the last page.
func TestBroadcast(t *testing.T) {
	s := newSite(t)
	s.Cup()
	two := httptest.NewUnstartedServer(s.Server)
	two.EnableHTTP2 = true
	two.StartTLS()
	t.Cleanup(two.Close)
	t.Cleanup(s.Server.CloseStreams)
	old := two.Client().Transport.(*http.Transport).Clone() // HTTP/1.1 over TLS
	old.ForceAttemptHTTP2, old.TLSClientConfig.NextProtos, old.TLSNextProto = false, nil, map[string]func(string, *tls.Conn) http.RoundTripper{}
	all := []*heardStream{
		s.listen(s.HTTP.URL, http.DefaultClient), s.listen(s.HTTP.URL, http.DefaultClient), s.listen(two.URL, two.Client()), s.listen(two.URL, &http.Client{Transport: old}),
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
	s.Enter(2, tournament.BlackWins)
	for i, h := range all {
		if e := h.next(); !strings.Contains(e, `"what":"results"`) {
			t.Errorf("stream %d hears %s", i, e)
		}
	}
	if n := s.broadcasts(1); n != 1 {
		t.Errorf("%d broadcasts for one tournament", n)
	}
	for _, h := range all {
		_ = h.response.Body.Close()
	}
	if n := s.broadcasts(0); n != 0 {
		t.Errorf("%d broadcasts for nobody", n)
	}
	for range 200 {
		if s.Server.OpenStreams() == 0 {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if n := s.Server.OpenStreams(); n != 0 {
		t.Errorf("%d streams are counted after all have gone", n)
	}
}

// An event between a page's first event and its registration as a listener is sent to the page.
func TestBroadcastMissesNothing(t *testing.T) {
	s := newSite(t)
	s.Cup()
	t.Cleanup(s.Server.CloseStreams)
	for i := range 10 {
		done := make(chan struct{})
		go func() {
			defer close(done)
			s.Enter(2, []tournament.Outcome{tournament.BlackWins, tournament.WhiteWins}[i%2])
		}()
		h := s.listen(s.HTTP.URL, http.DefaultClient)
		first := h.next()
		<-done
		now := s.State("spring-cup").Version
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

// The streams of a deleted tournament end, and the next tournament with its name has new ones.
func TestBroadcastOfADeletedTournament(t *testing.T) {
	s := newSite(t)
	s.Cup()
	t.Cleanup(s.Server.CloseStreams)
	h := s.listen(s.HTTP.URL, http.DefaultClient)
	h.next()
	s.Login()
	s.SeeOther(s.Post("/desk/spring-cup/end/delete", map[string][]string{"name": {"Spring Cup"}}))
	for e := h.next(); e != ""; e = h.next() {
	}
	if n := s.broadcasts(0); n != 0 {
		t.Errorf("%d broadcasts after the deletion", n)
	}
}
