package web_test

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"tourney/internal/testkit/sitetest"
)

var deskPages = []string{
	"/desk", "/new", "/desk/spring-cup", "/desk/spring-cup/round/1", "/desk/spring-cup/draw/3", "/desk/spring-cup/players",
	"/desk/spring-cup/players/1", "/desk/spring-cup/import", "/desk/spring-cup/settings", "/desk/spring-cup/simulate", "/desk/spring-cup/exports", "/desk/spring-cup/exports/federations", "/desk/spring-cup/exports/files",
	"/desk/spring-cup/log", "/desk/spring-cup/print/slips/1", "/desk/spring-cup/steering", "/desk/spring-cup/day", "/desk/spring-cup/final", "/desk/spring-cup/strengths",
}

// Every link of the frame leads to a page, on all pages, also for a tournament that only directors see.
func TestFrameLeadsSomewhere(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	s := newSite(t)
	tn := s.Cup()
	s.Login()
	info := tn.Info
	info.Hidden = true
	s.Check(s.Director.On(sitetest.Anna, info.Slug).SetUp(t.Context(), info, tn.Settings))
	followed := map[string]bool{}
	for _, path := range append(deskPages, sitetest.PublicPages...) {
		if path == "/login" {
			continue // redirects logged-in users
		}
		doc := s.Page(s.Get(path), http.StatusOK)
		doc.Find(".top a, .foot a").Each(func(_ int, a *goquery.Selection) {
			to := a.AttrOr("href", "")
			if followed[to] || strings.Contains(to, "lang=") {
				return
			}
			followed[to] = true
			if got := s.Get(to); got.StatusCode != http.StatusOK {
				t.Errorf("%s: the link %q to %s answers %d", path, a.Text(), to, got.StatusCode)
			}
		})
	}
	if len(followed) < 12 {
		t.Errorf("only %d links were found", len(followed))
	}
}

// A reader who leaves before the page is rendered causes no error in the log.
func TestReaderLeaves(t *testing.T) {
	s := newSite(t)
	s.Cup()
	var log strings.Builder
	s.Server.Log = slog.New(slog.NewTextHandler(&log, nil))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r := httptest.NewRequestWithContext(ctx, http.MethodGet, "/t/spring-cup", nil)
	s.Server.ServeHTTP(httptest.NewRecorder(), r)
	if got := log.String(); strings.Contains(got, "ERROR") {
		t.Errorf("logged %s", got)
	}
}

func TestLinksLeadSomewhere(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	s := newSite(t)
	s.Cup()
	seen := map[string]bool{}
	for _, path := range sitetest.PublicPages {
		doc := s.Page(s.Get(path), http.StatusOK)
		doc.Find("a[href], link[href], script[src], form[action], [hx-get]").Each(func(_ int, e *goquery.Selection) {
			for _, name := range []string{"href", "src", "action", "hx-get"} {
				address, ok := e.Attr(name)
				address, anchor, _ := strings.Cut(address, "#")
				switch {
				case ok && address == "" && doc.Find("#"+anchor).Length() == 0:
					t.Errorf("%s: no place #%s", path, anchor)
				case !ok, address == "", seen[address], strings.HasPrefix(address, "/desk"), strings.HasPrefix(address, "/setup"):
				default:
					seen[address] = true
					if got := s.Get(address); got.StatusCode != http.StatusOK && got.StatusCode != http.StatusSeeOther {
						t.Errorf("%s leads to %s, which answers %d", path, address, got.StatusCode)
					}
				}
			}
		})
	}
	if len(seen) < 40 {
		t.Errorf("only %d addresses found", len(seen))
	}
}
