package web

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/gin-gonic/gin"
	"github.com/google/go-cmp/cmp"

	"tourney/internal/tournament"
)

func (s *testSite) body(got *http.Response) string {
	s.t.Helper()
	all, err := io.ReadAll(got.Body)
	s.check(err)
	return string(all)
}

func TestPolicyOnEveryAnswer(t *testing.T) {
	s := newSite(t)
	s.cup()
	for _, path := range []string{"/", "/t/spring-cup", "/t/none", "/static/app.css", "/api/v1/tournaments", "/desk/spring-cup/print/slips/1"} {
		got := s.get(path)
		h := got.Header
		if csp := h.Get("Content-Security-Policy"); !strings.Contains(csp, "script-src 'self'") || strings.Contains(csp, "unsafe") {
			t.Errorf("%s: policy %q", path, csp)
		}
		if h.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s: may be sniffed", path)
		}
	}
}

func TestHead(t *testing.T) {
	s := newSite(t)
	s.cup()
	for _, path := range append(publicPages, "/t/spring-cup/events", "/static/app.js", "/api/v1/tournaments/spring-cup") {
		got := s.do(http.MethodHead, path, nil)
		if got.StatusCode != http.StatusOK || s.body(got) != "" {
			t.Errorf("HEAD %s answers %d", path, got.StatusCode)
		}
	}
}

func TestETag(t *testing.T) {
	s := newSite(t)
	s.cup()
	const path = "/t/spring-cup/standings"
	first := s.get(path)
	tag := first.Header.Get("ETag")
	if tag == "" || first.Header.Get("Cache-Control") != "no-cache" {
		t.Fatalf("ETag %q, Cache-Control %q", tag, first.Header.Get("Cache-Control"))
	}
	again := s.get(path, "If-None-Match", `"other", `+tag)
	if again.StatusCode != http.StatusNotModified || s.body(again) != "" {
		t.Errorf("the same page answers %d", again.StatusCode)
	}
	if got := s.get(path, "If-None-Match", tag, "Accept-Language", "fi"); got.StatusCode != http.StatusOK {
		t.Errorf("another language answers %d", got.StatusCode)
	}
	_, err := s.director.On(anna, "spring-cup").Enter(t.Context(), tournament.Entry{
		Round: 2, Table: 2, Result: tournament.Result{Outcome: tournament.BlackWins},
	})
	s.check(err)
	if got := s.get(path, "If-None-Match", tag); got.StatusCode != http.StatusOK || got.Header.Get("ETag") == tag {
		t.Errorf("after a result the page answers %d with %s", got.StatusCode, got.Header.Get("ETag"))
	}
}

func TestCompression(t *testing.T) {
	s := newSite(t)
	s.cup()
	s.login()
	for _, path := range []string{"/t/spring-cup", "/t/spring-cup/hall", "/static/app.css", "/desk/spring-cup", "/desk/spring-cup/draw/3"} {
		plain := s.body(s.get(path, "Accept-Encoding", "identity"))
		got := s.get(path, "Accept-Encoding", "gzip")
		if got.Header.Get("Content-Encoding") != "gzip" {
			t.Errorf("%s is not compressed", path)
			continue
		}
		z, err := gzip.NewReader(got.Body)
		s.check(err)
		unpacked, err := io.ReadAll(z)
		s.check(err)
		if string(unpacked) != plain {
			t.Errorf("%s differs when compressed", path)
		}
	}
}

func TestStaticFiles(t *testing.T) {
	s := newSite(t)
	doc := s.page(s.get("/"), http.StatusOK)
	address, _ := doc.Find("link[rel=stylesheet]").Attr("href")
	got := s.get(address)
	if !strings.Contains(address, "?v=") || !strings.Contains(got.Header.Get("Cache-Control"), "immutable") {
		t.Errorf("%s is kept as %q", address, got.Header.Get("Cache-Control"))
	}
	for _, path := range []string{"/static/embed.go", "/static/..%2ftemplates%2flayout.html", "/static/none.css"} {
		if got := s.get(path); got.StatusCode != http.StatusNotFound {
			t.Errorf("%s answers %d", path, got.StatusCode)
		}
	}
}

func TestLanguageChoice(t *testing.T) {
	s := newSite(t)
	s.cup()
	got := s.get("/t/spring-cup/standings?after=1&lang=pl")
	if got.StatusCode != http.StatusSeeOther || got.Header.Get("Location") != "/t/spring-cup/standings?after=1" {
		t.Fatalf("the choice answers %d to %q", got.StatusCode, got.Header.Get("Location"))
	}
	doc := s.page(s.get("/t/spring-cup/standings", "Accept-Language", "fi"), http.StatusOK)
	if code, _ := doc.Find("html").Attr("lang"); code != "pl" {
		t.Errorf("the choice is forgotten: %s", code)
	}
	if got := s.get("//evil.example/?lang=fi"); strings.HasPrefix(got.Header.Get("Location"), "//") {
		t.Errorf("leads away to %q", got.Header.Get("Location"))
	}
}

func TestLogin(t *testing.T) {
	s := newSite(t)
	s.cup()
	s.check(s.setPassword("Anna", "correct horse"))
	const slips = "/desk/spring-cup/print/slips/1"
	got := s.get(slips)
	if got.StatusCode != http.StatusSeeOther || got.Header.Get("Location") != "/login?next=%2Fdesk%2Fspring-cup%2Fprint%2Fslips%2F1" {
		t.Fatalf("the desk answers %d to %q", got.StatusCode, got.Header.Get("Location"))
	}
	form := url.Values{"name": {"Anna"}, "password": {"wrong horse"}, "next": {slips}}
	doc := s.page(s.post("/login", form), http.StatusForbidden)
	if got := text(doc, ".banner.error"); got != "Wrong name or password." {
		t.Errorf("a wrong password is told %q", got)
	}
	if name, _ := doc.Find("input[name=name]").Attr("value"); name != "Anna" {
		t.Errorf("the name comes back as %q", name)
	}
	form.Set("password", "correct horse")
	got = s.post("/login", form)
	if got.Header.Get("Location") != slips {
		t.Fatalf("login answers %d to %q", got.StatusCode, got.Header.Get("Location"))
	}
	for _, c := range got.Cookies() {
		if !c.HttpOnly || c.SameSite != http.SameSiteLaxMode {
			t.Errorf("cookie %s is open to scripts or other sites", c.Name)
		}
	}
	doc = s.page(s.get(slips), http.StatusOK)
	if got := doc.Find(".slip .at").Length(); got != 4 {
		t.Errorf("%d slips, want 4", got)
	}
	if got := s.post("/logout", url.Values{}); got.StatusCode != http.StatusSeeOther {
		t.Errorf("logout answers %d", got.StatusCode)
	}
	if got := s.get(slips); got.StatusCode != http.StatusSeeOther {
		t.Errorf("after logout the desk answers %d", got.StatusCode)
	}
}

func TestSetup(t *testing.T) {
	s := newSite(t)
	token, needed, err := s.director.Access().SetupToken(t.Context())
	s.check(err)
	if !needed {
		t.Fatal("no set-up is needed")
	}
	path := "/setup/" + token
	for _, code := range []string{"en", "fi", "pl", "cs"} {
		doc := s.page(s.get(path, "Accept-Language", code), http.StatusOK)
		if found := leftOver(doc.Text()); found != "" || doc.Find("form.card input").Length() != 3 {
			t.Errorf("the form in %s shows %q", code, found)
		}
	}
	doc := s.page(s.get("/setup/junk"), http.StatusForbidden)
	if got := text(doc, ".banner.error"); !strings.Contains(got, "set-up link") || doc.Find("form.card").Length() > 0 {
		t.Errorf("a token of nobody is told %q", got)
	}
	form := url.Values{"name": {"Eva"}, "password": {"battery staple"}, "again": {"battery stable"}}
	doc = s.page(s.post(path, form), http.StatusUnprocessableEntity)
	if got := text(doc, ".banner.error"); got != "The passwords don't match." {
		t.Errorf("told %q", got)
	}
	form.Set("again", "battery staple")
	got := s.post(path, form)
	if got.StatusCode != http.StatusSeeOther || got.Header.Get("Location") != "/desk" {
		t.Fatalf("set-up answers %d to %q", got.StatusCode, got.Header.Get("Location"))
	}
	s.page(s.post(path, form), http.StatusForbidden)
	s.page(s.get(path), http.StatusForbidden)
}

func TestOtherSitesMayNotWrite(t *testing.T) {
	s := newSite(t)
	s.login()
	for _, header := range [][]string{{"Sec-Fetch-Site", "cross-site"}, {"Origin", "https://evil.example"}} {
		doc := s.page(s.post("/logout", url.Values{}, header...), http.StatusForbidden)
		if got := text(doc, ".banner.error"); !strings.Contains(got, "--base") {
			t.Errorf("%v: told %q", header, got)
		}
	}
}

func TestLargeFormsAreRefused(t *testing.T) {
	s := newSite(t)
	doc := s.page(s.post("/login", url.Values{"name": {strings.Repeat("x", 1<<20)}}), http.StatusRequestEntityTooLarge)
	if got := text(doc, ".banner.error"); got != "This is too much at once: at most 1024 kB can be sent." {
		t.Errorf("told %q", got)
	}
}

func TestHiddenTournament(t *testing.T) {
	s := newSite(t)
	cup := s.cup()
	cup.Info.Hidden = true
	s.check(s.director.On(anna, "spring-cup").SetUp(t.Context(), cup.Info, cup.Settings))
	paths := []string{"/t/spring-cup", "/t/spring-cup/standings", "/t/spring-cup/hall", "/t/spring-cup/events", "/api/v1/tournaments/spring-cup"}
	for _, path := range paths {
		if got := s.get(path); got.StatusCode != http.StatusNotFound {
			t.Errorf("%s answers %d to everybody", path, got.StatusCode)
		}
	}
	if got := s.body(s.get("/")); strings.Contains(got, "Spring Cup") {
		t.Error("the list names it")
	}
	s.login()
	for _, path := range paths {
		if got := s.do(http.MethodHead, path, nil); got.StatusCode != http.StatusOK {
			t.Errorf("%s answers %d to a director", path, got.StatusCode)
		}
	}
	// A page that a director has loaded is not in the cache for others.
	s.client = s.browser()
	s.page(s.get("/t/spring-cup"), http.StatusNotFound)
}

func TestFaultForHTMX(t *testing.T) {
	s := newSite(t)
	got := s.get("/t/none", "HX-Request", "true")
	if got.StatusCode != http.StatusNotFound || got.Header.Get("HX-Retarget") != "#messages" {
		t.Errorf("answers %d into %q", got.StatusCode, got.Header.Get("HX-Retarget"))
	}
	if body := s.body(got); strings.Contains(body, "<html") || !strings.Contains(body, "There is no tournament “none”.") {
		t.Errorf("shows %q", body)
	}
}

func TestPanicIsAnswered(t *testing.T) {
	s := newSite(t)
	s.server.router.GET("/panic", func(*gin.Context) { panic("a bug of ours") })
	doc := s.page(s.get("/panic", "Accept-Language", "pl"), http.StatusInternalServerError)
	if got := text(doc, ".banner.error"); !strings.HasPrefix(got, "Wystąpił błąd") || strings.Contains(got, "bug") {
		t.Errorf("told %q", got)
	}
}

func TestInventedAddressesFillNoCache(t *testing.T) {
	s := newSite(t)
	s.cup()
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

func TestEvents(t *testing.T) {
	s := newSite(t)
	s.cup()
	got := s.get("/t/spring-cup/events")
	if kind := got.Header.Get("Content-Type"); kind != "text/event-stream" {
		t.Fatalf("events are %q", kind)
	}
	lines := bufio.NewScanner(got.Body)
	next := func() liveEvent {
		t.Helper()
		for lines.Scan() {
			if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
				var e liveEvent
				s.check(json.Unmarshal([]byte(data), &e))
				return e
			}
		}
		t.Fatal("the stream ended")
		return liveEvent{}
	}
	first := next()
	if first.What != "" || first.Version == 0 {
		t.Errorf("the stream begins with %+v", first)
	}
	_, err := s.director.On(anna, "spring-cup").Enter(t.Context(), tournament.Entry{
		Round: 2, Table: 2, Result: tournament.Result{Outcome: tournament.BlackWins},
	})
	s.check(err)
	if e := next(); e.What != "results" || e.Version != first.Version+1 {
		t.Errorf("a result is told as %+v", e)
	}
	s.server.CloseStreams()
	for lines.Scan() {
	}
}

func TestAPI(t *testing.T) {
	s := newSite(t)
	s.cup()
	read := func(path string, to any) {
		t.Helper()
		got := s.get("/api/v1" + path)
		if got.StatusCode != http.StatusOK || !strings.HasPrefix(got.Header.Get("Content-Type"), "application/json") {
			t.Fatalf("%s answers %d, %s", path, got.StatusCode, got.Header.Get("Content-Type"))
		}
		s.check(json.NewDecoder(got.Body).Decode(to))
	}
	var list struct{ Tournaments []tournamentLine }
	read("/tournaments", &list)
	if len(list.Tournaments) != 1 || list.Tournaments[0].Round != 2 || list.Tournaments[0].Begin != "2026-05-02" {
		t.Errorf("list: %+v", list)
	}
	var round RoundDocument
	read("/tournaments/spring-cup/rounds/1", &round)
	want := GameLine{Table: 2, Black: "Chvála X", White: "Dahl X", Komi: "6.5", Result: "W+3.5"}
	if diff := cmp.Diff(want, round.Games[1]); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"Iro X"}, round.Bye); diff != "" {
		t.Error(diff)
	}
	var standings struct {
		After    int
		Criteria []string
		Players  []struct {
			Place  int
			Name   string
			Scores []json.Number
			Rounds []string
		}
	}
	read("/tournaments/spring-cup/standings?after=1", &standings)
	if standings.After != 1 || len(standings.Players) != 9 || len(standings.Players[0].Scores) != 3 || len(standings.Players[0].Rounds) != 1 {
		t.Errorf("standings: %+v", standings)
	}
	got := s.get("/api/v1/tournaments/none", "Accept-Language", "fi")
	if body := s.body(got); got.StatusCode != http.StatusNotFound || body != `{"error":"Turnausta ”none” ei ole."}` {
		t.Errorf("a missing tournament answers %d %s", got.StatusCode, body)
	}
}
