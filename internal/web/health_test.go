package web

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tourney/internal/fault"
	"tourney/internal/web/meter"
	"tourney/internal/web/site"
	"tourney/static"
	"tourney/templates"
)

// A balancer learns that the program runs, and whether data can be read and saved.
func TestHealth(t *testing.T) {
	s := newSite(t)
	s.aboutFiles()
	for path, want := range map[string]string{"/healthz": "ok\n", "/readyz": "ready\n"} {
		if got := s.get(path); got.StatusCode != http.StatusOK || s.body(got) != want {
			t.Errorf("%s answers %s", path, got.Status)
		}
	}
	file := filepath.Join(s.dir, "test.db")
	s.check(os.Rename(file, file+".away"))
	if got := s.get("/readyz"); got.StatusCode != http.StatusServiceUnavailable || strings.Contains(s.body(got), s.dir) {
		t.Errorf("without its file the server answers %s", got.Status)
	}
	if got := s.get("/healthz"); got.StatusCode != http.StatusOK {
		t.Errorf("without its file the program answers %s", got.Status)
	}
	s.check(os.Rename(file+".away", file))
}

// Each request has a name, in the answer and in the log: the proxy's if that is one.
func TestRequestsHaveNames(t *testing.T) {
	s := newSite(t)
	var log strings.Builder
	s.server.Log = slog.New(slog.NewTextHandler(&log, nil))
	// Without a connection, over which an answer may be read before its line is written.
	get := func(path, id string) http.Header {
		log.Reset()
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil)
		r.Header.Set(site.RequestHeader, id)
		w := httptest.NewRecorder()
		s.server.ServeHTTP(w, r)
		return w.Result().Header
	}
	for given, kept := range map[string]bool{"abc-1.2_3": true, "": false, "two words": false, strings.Repeat("x", 65): false, "a\"b": false} {
		id := get("/", given).Get("X-Request-Id")
		if !isRequestID(id) || (id == given) != kept || !strings.Contains(log.String(), "id="+id) {
			t.Errorf("%q becomes %q, and the log says %s", given, id, log.String())
		}
	}
	// Not in answers that others may get from a cache.
	s.cup()
	s.certain("spring-cup")
	for _, from := range []string{"the route", "the cache"} {
		if id := get("/t/spring-cup/standings", "abc").Get("X-Request-Id"); id != "" || !strings.Contains(log.String(), "id=abc") {
			t.Errorf("from %s: the answer is called %q, and the log says %s", from, id, log.String())
		}
	}
	if one, other := get("/", "").Get("X-Request-Id"), get("/", "").Get("X-Request-Id"); one == other {
		t.Errorf("two requests are called %s", one)
	}
}

// Streams are bounded in all and by network, and what is closed makes room.
func TestStreamsAreBounded(t *testing.T) {
	var s streams
	var closes []func()
	fill := func(from string, n int) (refused error) {
		for range n {
			closed, err := s.open(from)
			if err != nil {
				return err
			}
			closes = append(closes, closed)
		}
		return nil
	}
	if err := fill("hall", mostStreamsFrom); err != nil {
		t.Fatal(err)
	}
	if err := fill("hall", 1); !fault.Is(err, "events.many") {
		t.Errorf("one more from the hall: %v", err)
	}
	for _, from := range []string{"a", "b", "c", "d"} {
		if err := fill(from, mostStreamsFrom); err != nil {
			t.Fatalf("from %s: %v", from, err)
		}
	}
	if err := fill("elsewhere", 1); !fault.Is(err, "events.many") || s.number() != mostStreams {
		t.Errorf("one more in all, of %d: %v", s.number(), err)
	}
	closes[0]()
	closes[0]() // once counts once
	if err := fill("elsewhere", 1); err != nil {
		t.Errorf("after one is closed: %v", err)
	}
	for _, closed := range closes {
		closed()
	}
	if s.number() != 0 || len(s.from) != 0 {
		t.Errorf("%d streams from %d networks are left", s.number(), len(s.from))
	}
}

// A stream that is refused is told when to try again.
func TestStreamIsRefused(t *testing.T) {
	s := newSite(t)
	s.cup()
	s.server.streams.all = mostStreams
	if got := s.get("/t/spring-cup/events"); got.StatusCode != http.StatusTooManyRequests || got.Header.Get("Retry-After") != "10" {
		t.Errorf("a stream too many answers %s, again after %q", got.Status, got.Header.Get("Retry-After"))
	}
	s.server.streams.all = 0
}

// The numbers name routes and no tournament, person or address.
func TestMeter(t *testing.T) {
	s := newSite(t)
	s.cup()
	m := meter.New()
	server, err := New(s.director, Config{Templates: templates.FS, Static: static.FS, Meter: m, Log: s.server.Log})
	s.check(err)
	defer server.Close()
	ask := func(method, path string) {
		server.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(method, path, nil))
	}
	ask(http.MethodGet, "/t/spring-cup/standings")
	ask(http.MethodGet, "/t/spring-cup/standings")
	ask(http.MethodGet, "/nowhere/secret-name")
	ask("BREW", "/")
	got := httptest.NewRecorder()
	m.ServeHTTP(got, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	text := got.Body.String()
	for _, want := range []string{
		`tourney_requests_total{method="GET",route="/t/:slug/standings",status="200"} 2`, `route="none",status="404"} 1`, `method="other"`,
		"tourney_request_seconds_bucket{", "tourney_streams 0", "tourney_writable 1", "tourney_data_bytes ", "go_goroutines ",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%s is missing", want)
		}
	}
	for _, no := range []string{"spring-cup", "secret-name", s.dir, "BREW"} {
		if strings.Contains(text, no) {
			t.Errorf("the numbers name %q", no)
		}
	}
}
