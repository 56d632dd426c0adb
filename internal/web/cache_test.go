package web_test

import (
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/testkit/sitetest"
	"tourney/internal/tournament"
	"tourney/internal/web/site"
)

// isRendered reports whether a request would be answered from the cache, before its route.
func (s *testSite) isRendered(path string, header ...string) (found bool) {
	s.T.Helper()
	engine := gin.New()
	engine.GET("/t/:slug/*rest", func(c *gin.Context) { found = s.Server.IsRendered(c) })
	r := httptest.NewRequest(http.MethodGet, path, nil)
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	engine.ServeHTTP(httptest.NewRecorder(), r)
	return found
}

// awaitComplete waits until the server is subscribed to the changes of a tournament.
func (s *testSite) awaitComplete(slug string) {
	s.T.Helper()
	for began := time.Now(); s.Director.LatestComplete(slug) == nil; time.Sleep(time.Millisecond) {
		if _, err := s.Director.Latest(s.T.Context(), slug); err != nil || time.Since(began) > time.Minute {
			s.T.Fatal(slug, err)
		}
	}
}

// TestRenderedAnswersAreThoseOfTheRoute compares the responses to the same request by its route and from the cache.
func TestRenderedAnswersAreThoseOfTheRoute(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.awaitComplete("spring-cup")
	heads := func(got *http.Response) string {
		var all []string
		for _, name := range slices.Sorted(maps.Keys(got.Header)) {
			if name != "Date" && name != site.RequestHeader {
				all = append(all, fmt.Sprint(name, got.Header[name]))
			}
		}
		return strings.Join(all, "\n")
	}
	for _, path := range []string{"/t/spring-cup/standings", "/t/spring-cup/players/1", "/t/spring-cup/standings?after=1", "/t/spring-cup/calendar.ics"} {
		for _, encoding := range []string{"identity", "gzip"} {
			s.Server.ForgetPages()
			first := s.Get(path, "Accept-Encoding", encoding)
			if !s.isRendered(path) {
				t.Fatalf("%s is not in the cache", path)
			}
			second := s.Get(path, "Accept-Encoding", encoding)
			if a, b := heads(first), heads(second); a != b || s.Body(first) != s.Body(second) {
				t.Errorf("%s %s: the route answers\n%s\nthe cache\n%s", encoding, path, a, b)
			}
			tag := second.Header.Get("ETag")
			if got := s.Get(path, "Accept-Encoding", encoding, "If-None-Match", tag); got.StatusCode != http.StatusNotModified || got.Header.Get("ETag") != tag {
				t.Errorf("%s: the same tag is answered %d", path, got.StatusCode)
			}
			if got := s.Do(http.MethodHead, path, nil, "Accept-Encoding", encoding); heads(got) != heads(first) || s.Body(got) != "" {
				t.Errorf("HEAD %s answers\n%s", path, heads(got))
			}
		}
	}
}

// TestRenderedPagesAreNobodyElses requests pages that must not come from the cache, or not in that form.
func TestRenderedPagesAreNobodyElses(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.awaitComplete("spring-cup")
	const path = "/t/spring-cup/standings"
	s.Page(s.Get(path), http.StatusOK)
	for _, tt := range []struct {
		path   string
		header []string
		want   bool
	}{
		{path, nil, true},
		{path, []string{"Cookie", "desk=2; device=x"}, true},
		{path, []string{"Accept-Language", "fi"}, false},
		{path, []string{"Cookie", "lang=fi"}, false},
		{path + "?v=1", nil, true},
		{path + "?v=2", nil, false}, // another instance is ahead
		{path + "?lang=fi", nil, false},
		{path + "?after=1", nil, false},
		{path, []string{"Cookie", "session=someone"}, false},
		{path, []string{"Cookie", "a=b; __Host-session=someone"}, false},
		{path, []string{"Authorization", "Bearer x"}, false},
		{"/t/another-cup/standings", nil, false},
	} {
		if got := s.isRendered(tt.path, tt.header...); got != tt.want {
			t.Errorf("%s %q comes from the cache: %v", tt.path, tt.header, got)
		}
	}
	for _, lang := range []string{"en", "fi", "cs", "pl", "en", "fi"} {
		for _, header := range [][2]string{{"Accept-Language", lang}, {"Cookie", "lang=" + lang}} {
			if got := s.Page(s.Get(path, header[0], header[1]), http.StatusOK).Find("html").AttrOr("lang", ""); got != lang {
				t.Errorf("%q answers in %s", header, got)
			}
		}
	}
}

// TestRenderedPagesFollowEveryChange changes a tournament in every way that a cached page must show: by a new version,
// by hiding it, and by the end of the sign-up, which makes no version.
func TestRenderedPagesFollowEveryChange(t *testing.T) {
	s := newSite(t)
	tn := s.Cup()
	s.awaitComplete("spring-cup")
	const path = "/t/spring-cup/standings"
	signsUp := func() bool { return s.Page(s.Get(path), http.StatusOK).Find(`a[href$="/sign-up"]`).Length() > 0 }
	cached := func() {
		t.Helper()
		s.awaitComplete("spring-cup")
		s.Page(s.Get(path), http.StatusOK)
		if !s.isRendered(path) {
			t.Fatal("the page is not in the cache")
		}
	}
	for i, name := range []string{"First", "Second", "Third"} {
		cached()
		tn.Info.Name = name
		tn.Settings.SignUp.Open, tn.Settings.SignUp.Closes = i == 2, sitetest.Noon.Add(time.Hour)
		s.Check(s.Director.On(sitetest.Anna, "spring-cup").SetUp(t.Context(), tn.Info, tn.Settings))
		if got := sitetest.Text(s.Page(s.Get(path), http.StatusOK), ".top .event"); got != name {
			t.Fatalf("after the change to %s the page says %s", name, got)
		}
	}
	cached()
	if !signsUp() {
		t.Error("nobody is asked to sign up")
	}
	s.Later.Store(int64(2 * time.Hour))
	if s.isRendered(path) || signsUp() {
		t.Error("after its end the cached page asks to sign up")
	}
	cached()
	tn.Info.Hidden = true
	s.Check(s.Director.On(sitetest.Anna, "spring-cup").SetUp(t.Context(), tn.Info, tn.Settings))
	s.Page(s.Get(path), http.StatusNotFound)
	s.Login()
	s.awaitComplete("spring-cup")
	s.Page(s.Get(path), http.StatusOK) // rendered, for a person with a role
	s.Client = s.Browser()
	s.Page(s.Get(path), http.StatusNotFound)
}

// TestSharedCaches requests pages that shared caches may keep for a moment, and pages that they may not keep.
func TestSharedCaches(t *testing.T) {
	s := newSite(t)
	tn := s.Cup()
	shared := func(path string, header ...string) string {
		got := s.Get(path, header...)
		if got.StatusCode != http.StatusOK {
			t.Fatalf("%s answers %d", path, got.StatusCode)
		}
		if vary := strings.Join(got.Header["Vary"], ", "); vary != "Accept-Language, Cookie, Accept-Encoding" {
			t.Errorf("%s varies by %s", path, vary)
		}
		return got.Header.Get("Cache-Control")
	}
	for _, path := range []string{"/t/spring-cup", "/t/spring-cup/standings?v=1", "/t/spring-cup/embed/standings", "/t/spring-cup/calendar.ics", "/api/v1/tournaments/spring-cup"} {
		for range 2 { // by the route, and from the cache
			if kept := shared(path); !strings.Contains(kept, "public") || !strings.Contains(kept, "s-maxage=1") {
				t.Errorf("%s: %q", path, kept)
			}
			s.awaitComplete("spring-cup")
		}
		if kept := shared(path, "Cookie", "session=guess"); kept != "private, no-cache" {
			t.Errorf("with a login %s: %q", path, kept)
		}
	}
	if kept := shared("/t/spring-cup/standings?v=7"); kept != "private, no-cache" {
		t.Errorf("a page older than the reader knows: %q", kept)
	}
	tn.Info.Hidden = true
	s.Check(s.Director.On(sitetest.Anna, "spring-cup").SetUp(t.Context(), tn.Info, tn.Settings))
	if got := s.Get("/t/spring-cup"); got.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("a hidden tournament: %q", got.Header)
	}
	s.Login()
	if kept := shared("/t/spring-cup"); kept != "private, no-cache" {
		t.Errorf("a hidden tournament, for its director: %q", kept)
	}
}

// TestReusedAddress gives the address of a renamed tournament to another one
// of the same version.
func TestReusedAddress(t *testing.T) {
	s := newSite(t)
	first := s.Cup()
	name := func() string { return sitetest.Text(s.Page(s.Get("/t/spring-cup"), http.StatusOK), ".top .event") }
	if got := name(); got != "Spring Cup" {
		t.Fatalf("the first is called %q", got)
	}
	first.Info.Slug, first.Info.Begin = "old-cup", tournament.DateOf(first.Info.Begin.AddDate(-1, 0, 0)) // it is over, and its slug is free
	s.Check(s.Director.On(sitetest.Anna, "spring-cup").SetUp(t.Context(), first.Info, first.Settings))
	settings, err := tournament.PresetNamed("egf")
	s.Check(err)
	_, err = s.Director.Create(t.Context(), sitetest.Anna, director.Creation{Info: tournament.Info{Slug: "spring-cup", Name: "Another"}, Settings: settings})
	s.Check(err)
	if got := name(); got != "Another" {
		t.Errorf("at its address the second is called %q", got)
	}
}

// TestOneRenderingPerPage loads pages by all addresses that mean the same.
func TestOneRenderingPerPage(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.WaitCurrent()
	for _, path := range []string{
		"/t/spring-cup/round/1", "/t/spring-cup/round/01", "/t/spring-cup/round/+1", "/t/spring-cup/round/%31", "/t/spring-cup/round/1?x=y",
	} {
		s.Page(s.Get(path), http.StatusOK)
	}
	for _, after := range []string{"1", "0001", "%2B1", "00000000000000000000001"} {
		s.Page(s.Get("/t/spring-cup/standings?after="+after), http.StatusOK)
	}
	for _, only := range []string{"1", "01", "%2B1", "00000000000000000000001"} {
		s.Page(s.Get("/t/spring-cup/games?only="+only+"&of="+only), http.StatusOK)
	}
	for range 3 { // in a frame, and as a page
		for path, part := range map[string]string{"/embed/standings": "body.embed", "/standings": "footer"} {
			if s.Page(s.Get("/t/spring-cup"+path), http.StatusOK).Find(part).Length() == 0 {
				t.Errorf("%s lacks %s", path, part)
			}
		}
	}
	if got := s.Server.PagesKept(); got != 5 {
		t.Errorf("five pages were rendered as %d", got)
	}
	for _, path := range []string{"/t/spring-cup/players?after=77", "/t/spring-cup/standings?after=-1", "/t/spring-cup/standings?after=x"} {
		s.Page(s.Get(path), http.StatusNotFound)
	}
}

func TestInventedAddressesFillNoCache(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.WaitCurrent()
	for _, query := range []string{"", "?by=name", "?by=x1", "?by=x2", "?theme=green", "?utm=1", "?by=x&utm=2", "?after=9", "?after=10"} {
		s.Get("/t/spring-cup/round/1" + query)
		s.Get("/t/spring-cup/standings" + query)
	}
	// Both pages, plain and by name; each of the nine other queries is one of
	// these or an error.
	if n := s.Server.PagesKept(); n > 6 {
		t.Errorf("%d pages are kept", n)
	}
}

// TestPagesOfFiltersInTheCache caches one page for each filter of the games, and no free text of users.
func TestPagesOfFiltersInTheCache(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.WaitCurrent()
	for _, query := range []string{"", "?only=1", "?only=2", "?of=1", "?of=1&only=1", "?with=record", "?only=9", "?only=x", "?of=99", "?with=x", "?of="} {
		s.Page(s.Get("/t/spring-cup/games"+query), http.StatusOK)
	}
	for _, name := range []string{"oberg", "x", "no+such", strings.Repeat("y", 500)} {
		s.Get("/t/spring-cup/find?name=" + name)
	}
	if n := s.Server.PagesKept(); n != 6 {
		t.Errorf("%d pages are kept, want one for each filter", n)
	}
}

// Strangers may get a recent version of a page of a large tournament, unless their request names a later version or
// anything but results has changed. A director always gets the present version.
func TestLargeTournamentsAreCurrent(t *testing.T) {
	s := newSite(t)
	tn, err := large(120, 2)
	s.Check(err)
	_, err = s.Director.Import(t.Context(), sitetest.Anna, tournament.Whole{Tournament: tn}, director.Founding{})
	s.Check(err)
	ed, stranger := s.Director.On(sitetest.Anna, "large"), s.Browser()
	s.Login()
	owner := s.Client
	page := func(client *http.Client, query string) string {
		s.Client = client
		defer func() { s.Client = owner }()
		return s.Body(s.Get("/t/large/standings" + query))
	}
	outcomes := []tournament.Outcome{tournament.WhiteWins, tournament.BlackWins, tournament.WhiteWins}
	for i, outcome := range outcomes {
		before := page(stranger, "")
		g := s.State("large").Round(2).At(1)
		_, err := ed.Because("again").Enter(t.Context(), tournament.Entry{Round: 2, Table: 1, Seen: g.Revision, Result: tournament.Result{Outcome: outcome}})
		s.Check(err)
		version := fmt.Sprintf(`data-version="%d"`, s.State("large").Version)
		if strings.Contains(before, version) || !strings.Contains(page(owner, ""), version) {
			t.Errorf("change %d: the director gets another version", i)
		}
		if got := page(stranger, fmt.Sprint("?v=", s.State("large").Version)); !strings.Contains(got, version) {
			t.Errorf("change %d: a reader who knows of %s gets an older page", i, version)
		}
	}
	s.Check(ed.EditPlayer(t.Context(), 1, tournament.AllowNamesakes, func(p *tournament.Player) { p.Family = "Zyxwv" }))
	if !strings.Contains(page(stranger, ""), "Zyxwv") {
		t.Error("a changed name is shown late")
	}
}
