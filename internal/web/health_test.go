package web_test

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tourney/internal/web"
	"tourney/internal/web/metrics"
	"tourney/internal/web/site"
	"tourney/static"
	"tourney/templates"
)

// A load balancer can query whether the program runs, and whether data can be read and saved.
func TestHealth(t *testing.T) {
	s := newSite(t)
	s.AboutFiles()
	for path, want := range map[string]string{"/healthz": "ok\n", "/readyz": "ready\n"} {
		if got := s.Get(path); got.StatusCode != http.StatusOK || s.Body(got) != want {
			t.Errorf("%s answers %s", path, got.Status)
		}
	}
	file := filepath.Join(s.Dir, "test.db")
	s.Check(os.Rename(file, file+".away"))
	if got := s.Get("/readyz"); got.StatusCode != http.StatusServiceUnavailable || strings.Contains(s.Body(got), s.Dir) {
		t.Errorf("without its file the server answers %s", got.Status)
	}
	if got := s.Get("/healthz"); got.StatusCode != http.StatusOK {
		t.Errorf("without its file the program answers %s", got.Status)
	}
	s.Check(os.Rename(file+".away", file))
}

// Each request has an ID, in the response and in the log: the proxy's if that is valid.
func TestRequestsHaveNames(t *testing.T) {
	s := newSite(t)
	var log strings.Builder
	s.Server.Log = slog.New(slog.NewTextHandler(&log, nil))
	// Without a connection, over which a response may arrive before its line is logged.
	get := func(path, id string) http.Header {
		log.Reset()
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil)
		r.Header.Set(site.RequestHeader, id)
		w := httptest.NewRecorder()
		s.Server.ServeHTTP(w, r)
		return w.Result().Header
	}
	for given, kept := range map[string]bool{"abc-1.2_3": true, "": false, "two words": false, strings.Repeat("x", 65): false, "a\"b": false} {
		id := get("/", given).Get("X-Request-Id")
		if !web.IsRequestID(id) || (id == given) != kept || !strings.Contains(log.String(), "id="+id) {
			t.Errorf("%q becomes %q, and the log says %s", given, id, log.String())
		}
	}
	// Not in responses that a cache may give to other clients.
	s.Cup()
	s.awaitComplete("spring-cup")
	for _, from := range []string{"the route", "the cache"} {
		if id := get("/t/spring-cup/standings", "abc").Get("X-Request-Id"); id != "" || !strings.Contains(log.String(), "id=abc") {
			t.Errorf("from %s: the answer is called %q, and the log says %s", from, id, log.String())
		}
	}
	if one, other := get("/", "").Get("X-Request-Id"), get("/", "").Get("X-Request-Id"); one == other {
		t.Errorf("two requests are called %s", one)
	}
}

// A refused stream has a Retry-After header.
func TestStreamIsRefused(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.Server.SetStreams(web.MostStreams)
	if got := s.Get("/t/spring-cup/events"); got.StatusCode != http.StatusTooManyRequests || got.Header.Get("Retry-After") != "10" {
		t.Errorf("a stream too many answers %s, again after %q", got.Status, got.Header.Get("Retry-After"))
	}
	s.Server.SetStreams(0)
}

// The metrics have route names, and no tournament, person or address.
func TestMetrics(t *testing.T) {
	s := newSite(t)
	s.Cup()
	m := metrics.New()
	server, err := web.New(s.Director, web.Config{Templates: templates.FS, Static: static.FS, Metrics: m, Log: s.Server.Log})
	s.Check(err)
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
	for _, no := range []string{"spring-cup", "secret-name", s.Dir, "BREW"} {
		if strings.Contains(text, no) {
			t.Errorf("the numbers name %q", no)
		}
	}
}
