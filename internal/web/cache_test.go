package web

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

	"tourney/internal/director"
	"tourney/internal/tournament"
	"tourney/internal/web/site"
)

// isRendered reports whether a request would be answered before it reaches its route.
func (s *testSite) isRendered(path string, header ...string) (found bool) {
	s.t.Helper()
	engine := gin.New()
	engine.GET("/t/:slug/*rest", func(c *gin.Context) { found = rendered(s.server, c) != nil })
	r := httptest.NewRequest(http.MethodGet, path, nil)
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	engine.ServeHTTP(httptest.NewRecorder(), r)
	return found
}

// certain waits until the server hears of every change of a tournament.
func (s *testSite) certain(slug string) {
	s.t.Helper()
	for began := time.Now(); director.Certain(s.director, slug) == nil; time.Sleep(time.Millisecond) {
		if _, err := s.director.Latest(s.t.Context(), slug); err != nil || time.Since(began) > time.Minute {
			s.t.Fatal(slug, err)
		}
	}
}

// TestRenderedAnswersAreThoseOfTheRoute compares the answers to the same request by its route and from the cache.
func TestRenderedAnswersAreThoseOfTheRoute(t *testing.T) {
	s := newSite(t)
	s.cup()
	s.certain("spring-cup")
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
			s.server.pages = site.NewCache[*site.Body]()
			first := s.get(path, "Accept-Encoding", encoding)
			if !s.isRendered(path) {
				t.Fatalf("%s is not in the cache", path)
			}
			second := s.get(path, "Accept-Encoding", encoding)
			if a, b := heads(first), heads(second); a != b || s.body(first) != s.body(second) {
				t.Errorf("%s %s: the route answers\n%s\nthe cache\n%s", encoding, path, a, b)
			}
			tag := second.Header.Get("ETag")
			if got := s.get(path, "Accept-Encoding", encoding, "If-None-Match", tag); got.StatusCode != http.StatusNotModified || got.Header.Get("ETag") != tag {
				t.Errorf("%s: the same tag is answered %d", path, got.StatusCode)
			}
			if got := s.do(http.MethodHead, path, nil, "Accept-Encoding", encoding); heads(got) != heads(first) || s.body(got) != "" {
				t.Errorf("HEAD %s answers\n%s", path, heads(got))
			}
		}
	}
}

// TestRenderedPagesAreNobodyElses asks for pages that must not come from the cache, or not that one.
func TestRenderedPagesAreNobodyElses(t *testing.T) {
	s := newSite(t)
	s.cup()
	s.certain("spring-cup")
	const path = "/t/spring-cup/standings"
	s.page(s.get(path), http.StatusOK)
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
			if got := s.page(s.get(path, header[0], header[1]), http.StatusOK).Find("html").AttrOr("lang", ""); got != lang {
				t.Errorf("%q answers in %s", header, got)
			}
		}
	}
}

// TestRenderedPagesFollowEveryChange changes a tournament in every way that a cached page must show: a new version, an
// end of the sign-up that comes with the time, and that the tournament is hidden.
func TestRenderedPagesFollowEveryChange(t *testing.T) {
	s := newSite(t)
	tn := s.cup()
	s.certain("spring-cup")
	const path = "/t/spring-cup/standings"
	signsUp := func() bool { return s.page(s.get(path), http.StatusOK).Find(`a[href$="/sign-up"]`).Length() > 0 }
	cached := func() {
		t.Helper()
		s.certain("spring-cup")
		s.page(s.get(path), http.StatusOK)
		if !s.isRendered(path) {
			t.Fatal("the page is not in the cache")
		}
	}
	for i, name := range []string{"First", "Second", "Third"} {
		cached()
		tn.Info.Name = name
		tn.Settings.SignUp.Open, tn.Settings.SignUp.Closes = i == 2, noon.Add(time.Hour)
		s.check(s.director.On(anna, "spring-cup").SetUp(t.Context(), tn.Info, tn.Settings))
		if got := text(s.page(s.get(path), http.StatusOK), ".top .event"); got != name {
			t.Fatalf("after the change to %s the page says %s", name, got)
		}
	}
	cached()
	if !signsUp() {
		t.Error("nobody is asked to sign up")
	}
	s.later.Store(int64(2 * time.Hour))
	if s.isRendered(path) || signsUp() {
		t.Error("after its end the cached page asks to sign up")
	}
	cached()
	tn.Info.Hidden = true
	s.check(s.director.On(anna, "spring-cup").SetUp(t.Context(), tn.Info, tn.Settings))
	s.page(s.get(path), http.StatusNotFound)
	s.login()
	s.certain("spring-cup")
	s.page(s.get(path), http.StatusOK) // rendered, for somebody with a role
	s.client = s.browser()
	s.page(s.get(path), http.StatusNotFound)
}

// TestSharedCaches asks for pages that caches which many readers share may keep for a moment, and for those that none may.
func TestSharedCaches(t *testing.T) {
	s := newSite(t)
	tn := s.cup()
	shared := func(path string, header ...string) (kept, cdn, keys string) {
		got := s.get(path, header...)
		if got.StatusCode != http.StatusOK {
			t.Fatalf("%s answers %d", path, got.StatusCode)
		}
		if vary := strings.Join(got.Header["Vary"], ", "); vary != "Accept-Language, Cookie, Accept-Encoding" {
			t.Errorf("%s varies by %s", path, vary)
		}
		if a, b := got.Header.Get("Surrogate-Key"), got.Header.Get("Cache-Tag"); strings.ReplaceAll(a, " ", ",") != b {
			t.Errorf("%s is purged by %q and %q", path, a, b)
		}
		return got.Header.Get("Cache-Control"), got.Header.Get("CDN-Cache-Control"), got.Header.Get("Cache-Tag")
	}
	for _, path := range []string{"/t/spring-cup", "/t/spring-cup/standings?v=1", "/t/spring-cup/embed/standings", "/t/spring-cup/calendar.ics", "/api/v1/tournaments/spring-cup"} {
		for range 2 { // by the route, and from the cache
			kept, cdn, keys := shared(path)
			if !strings.Contains(kept, "public") || !strings.Contains(kept, "s-maxage=1") || !strings.Contains(cdn, "stale-while-revalidate") || keys != "tournament-spring-cup,tournament-spring-cup-1" {
				t.Errorf("%s: %q, %q, %q", path, kept, cdn, keys)
			}
			s.certain("spring-cup")
		}
		if kept, cdn, keys := shared(path, "Cookie", "session=guess"); kept != "private, no-cache" || cdn+keys != "" {
			t.Errorf("with a login %s: %q, %q, %q", path, kept, cdn, keys)
		}
	}
	if kept, cdn, _ := shared("/t/spring-cup/standings?v=7"); kept != "private, no-cache" || cdn != "" {
		t.Errorf("a page older than the reader knows: %q, %q", kept, cdn)
	}
	tn.Info.Hidden = true
	s.check(s.director.On(anna, "spring-cup").SetUp(t.Context(), tn.Info, tn.Settings))
	if got := s.get("/t/spring-cup"); got.Header.Get("Cache-Control") != "no-store" || got.Header.Get("Cache-Tag") != "" {
		t.Errorf("a hidden tournament: %q", got.Header)
	}
	s.login()
	if kept, cdn, keys := shared("/t/spring-cup"); kept != "private, no-cache" || cdn+keys != "" {
		t.Errorf("a hidden tournament, for its director: %q, %q, %q", kept, cdn, keys)
	}
}

// TestReusedAddress gives the address of a renamed tournament to another one
// of the same version.
func TestReusedAddress(t *testing.T) {
	s := newSite(t)
	first := s.cup()
	name := func() string { return text(s.page(s.get("/t/spring-cup"), http.StatusOK), ".top .event") }
	if got := name(); got != "Spring Cup" {
		t.Fatalf("the first is called %q", got)
	}
	for i, was := 0, "spring-cup"; i <= tournament.MostFormer; i, was = i+1, first.Info.Slug { // until the name is free
		first.Info.Slug = fmt.Sprint("old-cup-", i)
		s.check(s.director.On(anna, was).SetUp(t.Context(), first.Info, first.Settings))
	}
	settings, err := tournament.PresetNamed("egf")
	s.check(err)
	_, err = s.director.Create(t.Context(), anna, director.Creation{Info: tournament.Info{Slug: "spring-cup", Name: "Another"}, Settings: settings})
	s.check(err)
	if got := name(); got != "Another" {
		t.Errorf("at its address the second is called %q", got)
	}
}

// TestOneRenderingPerPage loads pages by all addresses that mean the same.
func TestOneRenderingPerPage(t *testing.T) {
	s := newSite(t)
	s.cup()
	s.hears()
	for _, path := range []string{
		"/t/spring-cup/round/1", "/t/spring-cup/round/01", "/t/spring-cup/round/+1", "/t/spring-cup/round/%31", "/t/spring-cup/round/1?x=y",
	} {
		s.page(s.get(path), http.StatusOK)
	}
	for _, after := range []string{"1", "0001", "%2B1", "00000000000000000000001"} {
		s.page(s.get("/t/spring-cup/standings?after="+after), http.StatusOK)
	}
	for _, only := range []string{"1", "01", "%2B1", "00000000000000000000001"} {
		s.page(s.get("/t/spring-cup/games?only="+only+"&of="+only), http.StatusOK)
	}
	for range 3 { // in a frame, and as a page
		for path, part := range map[string]string{"/embed/standings": "body.embed", "/standings": "footer"} {
			if s.page(s.get("/t/spring-cup"+path), http.StatusOK).Find(part).Length() == 0 {
				t.Errorf("%s lacks %s", path, part)
			}
		}
	}
	if got := s.server.pages.Len(); got != 5 {
		t.Errorf("five pages were rendered as %d", got)
	}
	for _, path := range []string{"/t/spring-cup/players?after=77", "/t/spring-cup/standings?after=-1", "/t/spring-cup/standings?after=x"} {
		s.page(s.get(path), http.StatusNotFound)
	}
}

func TestInventedAddressesFillNoCache(t *testing.T) {
	s := newSite(t)
	s.cup()
	s.hears()
	for _, query := range []string{"", "?by=name", "?by=x1", "?by=x2", "?theme=green", "?utm=1", "?by=x&utm=2", "?after=9", "?after=10"} {
		s.get("/t/spring-cup/round/1" + query)
		s.get("/t/spring-cup/standings" + query)
	}
	// Both pages, plain and by name; each of the nine other queries is one of
	// these or an error.
	if n := s.server.pages.Len(); n > 6 {
		t.Errorf("%d pages are kept", n)
	}
}
