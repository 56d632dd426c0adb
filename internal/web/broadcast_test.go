package web_test

import (
	"crypto/tls"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"tourney/internal/testkit/sitetest"
	"tourney/internal/tournament"
)

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
	all := []*sitetest.EventStream{
		s.Listen(s.HTTP.URL, http.DefaultClient), s.Listen(s.HTTP.URL, http.DefaultClient), s.Listen(two.URL, two.Client()), s.Listen(two.URL, &http.Client{Transport: old}),
	}
	for i, want := range []int{1, 1, 2, 1} {
		h := all[i]
		if h.Response.ProtoMajor != want || h.Response.Header.Get("Content-Type") != "text/event-stream" || h.Response.Header.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("stream %d is %s with %v", i, h.Response.Proto, h.Response.Header)
		}
		if first := h.Next(); !strings.HasPrefix(first, `{"version":`) || strings.Contains(first, "what") {
			t.Errorf("stream %d begins with %s", i, first)
		}
	}
	s.Enter(2, tournament.BlackWins)
	for i, h := range all {
		if e := h.Next(); !strings.Contains(e, `"what":"results"`) {
			t.Errorf("stream %d hears %s", i, e)
		}
	}
	if n := s.broadcasts(1); n != 1 {
		t.Errorf("%d broadcasts for one tournament", n)
	}
	for _, h := range all {
		_ = h.Response.Body.Close()
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
		h := s.Listen(s.HTTP.URL, http.DefaultClient)
		first := h.Next()
		<-done
		now := s.State("spring-cup").Version
		told := func(e string) bool {
			return strings.Contains(e, `"version":`+strconv.Itoa(now)+",") || strings.Contains(e, `"version":`+strconv.Itoa(now)+"}")
		}
		for e := first; !told(e); e = h.Next() {
			if e == "" {
				t.Fatalf("the stream ended before version %d was told", now)
			}
		}
		_ = h.Response.Body.Close()
	}
}

// The streams of a deleted tournament end, and the next tournament with its name has new ones.
func TestBroadcastOfADeletedTournament(t *testing.T) {
	s := newSite(t)
	s.Cup()
	t.Cleanup(s.Server.CloseStreams)
	h := s.Listen(s.HTTP.URL, http.DefaultClient)
	h.Next()
	s.Login()
	s.SeeOther(s.Post("/desk/spring-cup/end/delete", map[string][]string{"name": {"Spring Cup"}}))
	for e := h.Next(); e != ""; e = h.Next() {
	}
	if n := s.broadcasts(0); n != 0 {
		t.Errorf("%d broadcasts after the deletion", n)
	}
}
