package web

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"github.com/gin-gonic/gin"

	"tourney/internal/web/site"
	"tourney/internal/web/webtest"
)

// A mounted is a method and path of the router.
type mounted struct{ method, path string }

// rolesOf returns the role of each route in the table of parts, by mounting each part
// alone.
func rolesOf(t *testing.T, s *Server) map[mounted]site.Role {
	t.Helper()
	roles := map[mounted]site.Role{}
	for _, p := range s.parts() {
		alone := gin.New()
		p.mount(s.Group(alone, p.below, p.role))
		routes := alone.Routes()
		if len(routes) == 0 {
			t.Errorf("the part %q for %s mounts nothing", p.below, p.role)
		}
		for _, r := range routes {
			roles[mounted{r.Method, r.Path}] = p.role
		}
	}
	return roles
}

// example returns an address of a route, in the tournament of cup.
func example(path string) string {
	return strings.NewReplacer(":slug", "spring-cup", ":round", "1", ":player", "1", ":team", "1", ":token", "x", ":name", "app.css",
		":game", "10", ":table", "1", ":id", "1", ":format", "csv").Replace(path)
}

// asksForLogin reports whether an answer is a redirect to the login, or a refusal of a
// form with a link to it.
func asksForLogin(t *testing.T, got *http.Response) bool {
	t.Helper()
	switch got.StatusCode {
	case http.StatusSeeOther:
		return got.Request.Method != http.MethodPost && strings.HasPrefix(got.Header.Get("Location"), "/login?next=")
	case http.StatusForbidden:
		doc, err := goquery.NewDocumentFromReader(got.Body)
		if err != nil {
			t.Fatal(err)
		}
		return got.Request.Method == http.MethodPost && doc.Find(".banner[data-login]").Length() == 1
	}
	return false
}

// TestEveryRouteNeedsItsRole requests every route of the real router without a login, and
// compares the answers with the table of parts.
func TestEveryRouteNeedsItsRole(t *testing.T) {
	s := newSite(t)
	s.cup()
	roles := rolesOf(t, s.server)
	for _, r := range s.server.router.Routes() {
		role, ok := roles[mounted{r.Method, r.Path}]
		if !ok {
			t.Errorf("%s %s is mounted past the table", r.Method, r.Path)
			continue
		}
		var form url.Values
		if r.Method == http.MethodPost {
			form = url.Values{}
		}
		got := s.do(r.Method, example(r.Path), form)
		if asked := asksForLogin(t, got); asked != (role == site.LoggedIn) {
			t.Errorf("%s %s is for %s, but a stranger is answered %d", r.Method, r.Path, role, got.StatusCode)
		}
		if role == site.LinkHolder && got.StatusCode != http.StatusNotFound {
			t.Errorf("%s %s takes a wrong token: %d", r.Method, r.Path, got.StatusCode)
		}
	}
	s.login()
	for r, role := range roles {
		if r.method == http.MethodGet && role == site.LoggedIn && asksForLogin(t, s.get(example(r.path))) {
			t.Errorf("%s %s asks for the login twice", r.method, r.path)
		}
	}
}

// TestWritesNeedALogin checks the table of parts itself: all writes, and all of the
// desk, need a login.
func TestWritesNeedALogin(t *testing.T) {
	var open []string
	for r, role := range rolesOf(t, newSite(t).server) {
		desk := strings.HasPrefix(r.path, "/desk")
		write := r.method != http.MethodGet && r.method != http.MethodHead
		switch {
		case desk && role != site.LoggedIn:
			t.Errorf("%s %s is for %s", r.method, r.path, role)
		case write && role != site.LoggedIn:
			open = append(open, r.path)
		}
	}
	slices.Sort(open)
	want := []string{
		"/login", "/setup/:token",
		// A player's own link opens what is kept of them.
		"/t/:slug/me/:token/ask", "/t/:slug/me/:token/cancel", "/t/:slug/me/:token/checkin", "/t/:slug/me/:token/remember",
		"/t/:slug/me/:token/shown",
		// A recorder's link takes the moves of one game.
		"/t/:slug/recorder/:token",
		// The link on a slip opens one game.
		"/t/:slug/report/:token", "/t/:slug/report/:token/as", "/t/:slug/report/:token/confirm", "/t/:slug/report/:token/komi",
		"/t/:slug/report/:token/on/play", "/t/:slug/report/:token/play", "/t/:slug/report/:token/result", "/t/:slug/report/:token/settle",
		"/t/:slug/report/:token/thought",
		// The sign-up is off unless the director opens it.
		"/t/:slug/sign-up",
	}
	if !slices.Equal(open, want) {
		t.Errorf("open to writes are %q, want %q", open, want)
	}
}

func TestOfficeNeedsALogin(t *testing.T) {
	s := newSite(t)
	s.cup()
	before := s.state("spring-cup").Version
	for _, path := range append(slices.Clone(officePages), "/backup", "/desk/spring-cup/exports/xlsx", "/import/x", "/desk/spring-cup/import/x") {
		got := s.get(path)
		if got.StatusCode != http.StatusSeeOther || !strings.HasPrefix(got.Header.Get("Location"), "/login") {
			t.Errorf("GET %s answers %d to a stranger", path, got.StatusCode)
		}
	}
	for _, path := range []string{
		"/new", "/import", "/import/x", "/desk/spring-cup/players", "/desk/spring-cup/checkin", "/desk/spring-cup/players/1",
		"/desk/spring-cup/players/1/status", "/desk/spring-cup/players/1/round/4", "/desk/spring-cup/players/1/remove",
		"/desk/spring-cup/import", "/desk/spring-cup/import/x", "/desk/spring-cup/settings", "/desk/spring-cup/simulate",
	} {
		s.run(path, func(t *testing.T) {
			form := url.Values{"family": {"X"}, "rank": {"5k"}, "name": {"X"}, "preset": {"egf"}, "status": {"withdrawn"}}
			if got := s.post(path, form); got.StatusCode != http.StatusForbidden {
				t.Errorf("POST %s answers %d to a stranger", path, got.StatusCode)
			}
		})
	}
	if now := s.state("spring-cup").Version; now != before {
		t.Errorf("strangers brought the tournament from version %d to %d", before, now)
	}
}

// TestEveryPageIsListed compares the list of pages, which the tests in the browser look
// at, with the router: no page is forgotten, and each address is one of a page.
func TestEveryPageIsListed(t *testing.T) {
	s := newSite(t)
	router := gin.New()
	var route string
	router.Use(func(c *gin.Context) {
		route = c.FullPath()
		c.Abort()
	})
	for _, p := range s.server.parts() {
		p.mount(s.server.Group(router, p.below, p.role))
	}
	listed := map[string]bool{}
	for _, address := range slices.Concat(webtest.Strangers, webtest.Pages) {
		route = ""
		router.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, strings.ReplaceAll(address, " ", "-"), nil))
		switch _, no := webtest.NotPages[route]; {
		case no:
			t.Errorf("%s is listed as a page, and %s as none", address, route)
		case route == "" && !slices.Contains(webtest.Missing, address):
			t.Errorf("%s leads nowhere", address)
		}
		listed[route] = true
	}
	routes := map[string]bool{}
	for _, r := range router.Routes() {
		routes[r.Path] = routes[r.Path] || r.Method == http.MethodGet
		_, no := webtest.NotPages[r.Path]
		if r.Method == http.MethodGet && !listed[r.Path] && !no && !strings.HasPrefix(r.Path, "/api/") {
			t.Errorf("%s is neither among the pages of webtest nor among what is no page", r.Path)
		}
	}
	for path := range webtest.NotPages {
		if !routes[path] {
			t.Errorf("%s is no route", path)
		}
	}
}
