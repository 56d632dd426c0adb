package web

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
)

var deskPages = []string{
	"/desk", "/new", "/desk/spring-cup", "/desk/spring-cup/round/1", "/desk/spring-cup/draw/3", "/desk/spring-cup/players",
	"/desk/spring-cup/players/1", "/desk/spring-cup/import", "/desk/spring-cup/settings", "/desk/spring-cup/simulate", "/desk/spring-cup/exports",
	"/desk/spring-cup/log", "/desk/spring-cup/print/slips/1", "/desk/spring-cup/steering",
}

// Every link of the frame leads to a page, on all pages, also for a tournament that
// only directors see.
func TestFrameLeadsSomewhere(t *testing.T) {
	s := newSite(t)
	tn := s.cup()
	s.login()
	info := tn.Info
	info.Hidden = true
	s.check(s.director.On(anna, info.Slug).SetUp(t.Context(), info, tn.Settings))
	followed := map[string]bool{}
	for _, path := range append(deskPages, publicPages...) {
		if path == "/login" {
			continue // leads on who is logged in
		}
		doc := s.page(s.get(path), http.StatusOK)
		doc.Find(".top a, .foot a").Each(func(_ int, a *goquery.Selection) {
			to := a.AttrOr("href", "")
			if followed[to] || strings.Contains(to, "lang=") {
				return
			}
			followed[to] = true
			if got := s.get(to); got.StatusCode != http.StatusOK {
				t.Errorf("%s: the link %q to %s answers %d", path, a.Text(), to, got.StatusCode)
			}
		})
	}
	if len(followed) < 12 {
		t.Errorf("only %d links were found", len(followed))
	}
}

// A form that is sent after the session ran out offers the login, which leads
// back to the form.
func TestExpiredSession(t *testing.T) {
	s := newSite(t)
	s.cup()
	form := url.Values{"family": {"New"}, "rank": {"5k"}}
	from := s.http.URL + "/desk/spring-cup/players?show=here"
	for _, header := range [][]string{
		{"Referer", from},
		{"HX-Request", "true", "HX-Current-URL", from},
	} {
		doc := s.page(s.post("/desk/spring-cup/players", form, header...), http.StatusForbidden)
		const want = "/login?next=%2Fdesk%2Fspring-cup%2Fplayers%3Fshow%3Dhere"
		if got := doc.Find(".banner[data-login] a").AttrOr("href", ""); got != want {
			t.Errorf("%s: the login is at %q, want %q", header[0], got, want)
		}
	}
	doc := s.page(s.post("/desk/spring-cup/players", form, "Referer", "https://elsewhere.example/x"), http.StatusForbidden)
	if got := doc.Find(".banner a").AttrOr("href", ""); got != "/login?next=%2Fdesk" {
		t.Errorf("from another site the login leads on by %q", got)
	}
	if doc := s.page(s.get("/t/none"), http.StatusNotFound); doc.Find("[data-login]").Length() > 0 {
		t.Error("a missing page offers a login")
	}
}

// A reader who leaves before the page is rendered causes no error in the log.
func TestReaderLeaves(t *testing.T) {
	s := newSite(t)
	s.cup()
	var log strings.Builder
	s.server.Log = slog.New(slog.NewTextHandler(&log, nil))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r := httptest.NewRequestWithContext(ctx, http.MethodGet, "/t/spring-cup", nil)
	s.server.ServeHTTP(httptest.NewRecorder(), r)
	if got := log.String(); strings.Contains(got, "ERROR") {
		t.Errorf("logged %s", got)
	}
}
