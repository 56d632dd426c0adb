package web_test

import (
	"compress/gzip"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/gin-gonic/gin"

	"tourney/internal/testkit/sitetest"
	"tourney/internal/tournament"
)

func TestPolicyOnEveryAnswer(t *testing.T) {
	s := newSite(t)
	s.Cup()
	for _, path := range []string{"/", "/t/spring-cup", "/t/none", "/static/app.css", "/api/v1/tournaments", "/desk/spring-cup/print/slips/1"} {
		s.Run(path, func(t *testing.T) {
			got := s.Get(path)
			h := got.Header
			if csp := h.Get("Content-Security-Policy"); !strings.Contains(csp, "script-src 'self'") || strings.Contains(csp, "unsafe") {
				t.Errorf("%s: policy %q", path, csp)
			}
			if h.Get("X-Content-Type-Options") != "nosniff" {
				t.Errorf("%s: may be sniffed", path)
			}
		})
	}
}

func TestHead(t *testing.T) {
	s := newSite(t)
	s.Cup()
	for _, path := range append(sitetest.PublicPages, "/t/spring-cup/events", "/static/app.js", "/api/v1/tournaments/spring-cup") {
		got := s.Do(http.MethodHead, path, nil)
		if got.StatusCode != http.StatusOK || s.Body(got) != "" {
			t.Errorf("HEAD %s answers %d", path, got.StatusCode)
		}
	}
}

func TestETag(t *testing.T) {
	s := newSite(t)
	s.Cup()
	const path = "/t/spring-cup/standings"
	first := s.Get(path)
	tag := first.Header.Get("ETag")
	if kept := first.Header.Get("Cache-Control"); tag == "" || !strings.Contains(kept, "max-age=0, must-revalidate") {
		t.Fatalf("ETag %q, Cache-Control %q", tag, kept)
	}
	again := s.Get(path, "If-None-Match", `"other", `+tag)
	if again.StatusCode != http.StatusNotModified || s.Body(again) != "" {
		t.Errorf("the same page answers %d", again.StatusCode)
	}
	if got := s.Get(path, "If-None-Match", tag, "Accept-Language", "fi"); got.StatusCode != http.StatusOK {
		t.Errorf("another language answers %d", got.StatusCode)
	}
	_, err := s.Director.On(sitetest.Anna, "spring-cup").Enter(t.Context(), tournament.Entry{
		Round: 2, Table: 2, Result: tournament.Result{Outcome: tournament.BlackWins},
	})
	s.Check(err)
	if got := s.Get(path, "If-None-Match", tag); got.StatusCode != http.StatusOK || got.Header.Get("ETag") == tag {
		t.Errorf("after a result the page answers %d with %s", got.StatusCode, got.Header.Get("ETag"))
	}
}

func TestCompression(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.Login()
	for _, path := range []string{"/t/spring-cup", "/t/spring-cup/hall", "/static/app.css", "/desk/spring-cup", "/desk/spring-cup/draw/3"} {
		s.Run(path, func(t *testing.T) {
			plain := s.Body(s.Get(path, "Accept-Encoding", "identity"))
			got := s.Get(path, "Accept-Encoding", "gzip")
			if got.Header.Get("Content-Encoding") != "gzip" {
				t.Errorf("%s is not compressed", path)
				return
			}
			z, err := gzip.NewReader(got.Body)
			s.Check(err)
			unpacked, err := io.ReadAll(z)
			s.Check(err)
			if string(unpacked) != plain {
				t.Errorf("%s differs when compressed", path)
			}
		})
	}
}

func TestStaticFiles(t *testing.T) {
	s := newSite(t)
	doc := s.Page(s.Get("/login"), http.StatusOK)
	address, _ := doc.Find("link[rel=stylesheet]").Attr("href")
	got := s.Get(address)
	if !strings.Contains(address, "?v=") || !strings.Contains(got.Header.Get("Cache-Control"), "immutable") {
		t.Errorf("%s is kept as %q", address, got.Header.Get("Cache-Control"))
	}
	for _, path := range []string{"/static/embed.go", "/static/..%2ftemplates%2flayout.html", "/static/none.css"} {
		s.Run(path, func(t *testing.T) {
			if got := s.Get(path); got.StatusCode != http.StatusNotFound {
				t.Errorf("%s answers %d", path, got.StatusCode)
			}
		})
	}
}

func TestOtherSitesMayNotWrite(t *testing.T) {
	s := newSite(t)
	s.Login()
	for _, header := range [][]string{{"Sec-Fetch-Site", "cross-site"}, {"Origin", "https://evil.example"}} {
		s.Run(header[0], func(t *testing.T) {
			doc := s.Page(s.Post("/logout", url.Values{}, header...), http.StatusForbidden)
			if got := sitetest.Text(doc, ".banner.error"); !strings.Contains(got, "--base") {
				t.Errorf("%v: told %q", header, got)
			}
		})
	}
}

func TestLargeFormsAreRefused(t *testing.T) {
	s := newSite(t)
	doc := s.Page(s.Post("/login", url.Values{"name": {strings.Repeat("x", 1<<20)}}), http.StatusRequestEntityTooLarge)
	if got := sitetest.Text(doc, ".banner.error"); got != "This is too much at once: at most 1024 kB can be sent." {
		t.Errorf("told %q", got)
	}
}

func TestFaultForHTMX(t *testing.T) {
	s := newSite(t)
	got := s.Get("/t/none", "HX-Request", "true")
	if got.StatusCode != http.StatusNotFound || got.Header.Get("HX-Retarget") != "#messages" {
		t.Errorf("answers %d into %q", got.StatusCode, got.Header.Get("HX-Retarget"))
	}
	if body := s.Body(got); strings.Contains(body, "<html") || !strings.Contains(body, "Tournament not found: “none”.") {
		t.Errorf("shows %q", body)
	}
}

func TestPanicIsAnswered(t *testing.T) {
	s := newSite(t)
	s.Server.Router().GET("/panic", func(*gin.Context) { panic("a bug of ours") })
	var log strings.Builder
	s.Server.Log = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelWarn}))
	answer := s.Get("/panic", "Accept-Language", "pl")
	doc := s.Page(answer, http.StatusInternalServerError)
	// The log has details that the page omits, under the same request ID.
	if id := answer.Header.Get("X-Request-Id"); !strings.Contains(log.String(), "a bug of ours") || !strings.Contains(log.String(), "id="+id) || !strings.Contains(doc.Text(), id) {
		t.Errorf("the log of %s says %.300s", id, log.String())
	}
	if got := sitetest.Text(doc, ".banner.error"); !strings.HasPrefix(got, "Wystąpił błąd") || strings.Contains(got, "bug") {
		t.Errorf("told %q", got)
	}
}

// A refused form does not have the heading of a missing page.
func TestHeadingOfARefusal(t *testing.T) {
	s := newSite(t)
	s.Cup()
	for code, want := range map[string]string{"en": "Something went wrong", "fi": "Jokin meni vikaan", "pl": "Coś poszło nie tak", "cs": "Něco se nepovedlo"} {
		t.Run(code, func(t *testing.T) {
			got := s.Post("/desk/spring-cup/result", url.Values{}, "Accept-Language", code)
			doc := s.Page(got, got.StatusCode)
			if h := sitetest.Words(doc.Find("h1").First()); got.StatusCode == http.StatusNotFound || h != want {
				t.Errorf("%d has the heading %q, want %q", got.StatusCode, h, want)
			}
		})
	}
}
