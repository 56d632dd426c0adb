package web

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"tourney/internal/director"
	"tourney/internal/tournament"
	"tourney/internal/web/site"
)

// A name that one player has leads to that player; others are listed, and what was typed stays.
func TestFindName(t *testing.T) {
	s := newSite(t)
	s.cup()
	form := s.page(s.get("/t/spring-cup"), http.StatusOK).Find("form.find")
	if form.AttrOr("action", "") != "/t/spring-cup/find" || form.Find("input[name=name]").Length() != 1 {
		t.Error("without scripts nobody can be found")
	}
	for typed, want := range map[string]string{"oberg": "/t/spring-cup/players/1", "x+OBE": "/t/spring-cup/players/1", "los": "/t/spring-cup/players/"} {
		got := s.get("/t/spring-cup/find?name=" + typed)
		if to := got.Header.Get("Location"); got.StatusCode != http.StatusSeeOther || !strings.HasPrefix(to, want) {
			t.Errorf("%s answers %d and leads to %q", typed, got.StatusCode, to)
		}
	}
	doc := s.page(s.get("/t/spring-cup/find?name=x"), http.StatusOK)
	if got := doc.Find(".seats tbody tr").Length(); got != 9 {
		t.Errorf("%d are called X, want 9", got)
	}
	doc = s.page(s.get("/t/spring-cup/find?name=no+such+%3Cb%3E+"+strings.Repeat("y", 500)), http.StatusOK)
	if got := text(doc, ".empty"); !strings.HasPrefix(got, "Nobody here is called no such <b> y") || len(got) > 200 {
		t.Errorf("nobody is told as %q", got)
	}
	if got := doc.Find("#find").AttrOr("value", ""); !strings.HasPrefix(got, "no such <b>") {
		t.Errorf("what was typed has become %q", got)
	}
	s.page(s.get("/t/spring-cup/find"), http.StatusOK)
	if n := s.server.pages.Len(); n != 1 { // only the first page
		t.Errorf("what people type fills the cache with %d pages", n)
	}
}

// The list of games is filtered by round, player and record; made-up filters change nothing.
func TestGamesAreFiltered(t *testing.T) {
	s := newSite(t)
	s.cup()
	s.hears()
	count := func(query string) int {
		return s.page(s.get("/t/spring-cup/games"+query), http.StatusOK).Find(".games tbody tr[data-key]").Length()
	}
	for query, want := range map[string]int{
		"": 8, "?only=1": 4, "?only=2": 4, "?of=1": 2, "?of=1&only=1": 1, "?with=record": 0,
		"?only=9": 8, "?only=x": 8, "?of=99": 8, "?with=x": 8, "?of=": 8,
	} {
		if got := count(query); got != want {
			t.Errorf("%q lists %d games, want %d", query, got, want)
		}
	}
	doc := s.page(s.get("/t/spring-cup/games"), http.StatusOK)
	if got := text(doc, ".games .group"); got != "Round 2 Round 1" {
		t.Errorf("the rounds are headed %q", got)
	}
	if n := s.server.pages.Len(); n != 6 {
		t.Errorf("%d pages are kept, want one for each filter", n)
	}
}

// A link is shown by other sites with the server's own address or a path, never with the host
// that a request names.
func TestLinkPreview(t *testing.T) {
	s := newSite(t)
	s.cup()
	attr := func(doc *goquery.Document, selector, name string) string { return doc.Find(selector).AttrOr(name, "") }
	const path = "/t/spring-cup/standings?after=1"
	for base, want := range map[string]string{"": path, "https://go.example.org": "https://go.example.org" + path} {
		s.server.config.Base = base
		s.server.pages = site.NewCache[*site.Body]()
		doc := s.page(s.get(path+"&sort=name", "X-Forwarded-Host", "evil.example"), http.StatusOK)
		if got := attr(doc, "link[rel=canonical]", "href"); got != want {
			t.Errorf("with the address %q the page calls itself %q", base, got)
		}
		if got := attr(doc, `meta[property="og:url"]`, "content"); (got != "") != (base != "") {
			t.Errorf("with the address %q others are told %q", base, got)
		}
		if got := attr(doc, `meta[property="og:title"]`, "content"); got != "Standings after round 1" {
			t.Errorf("the title is %q", got)
		}
		if got := attr(doc, `meta[property="og:description"]`, "content"); !strings.Contains(got, "9 players") {
			t.Errorf("the description is %q", got)
		}
	}
}

func TestAboutAndCalendar(t *testing.T) {
	s := newSite(t)
	tn := s.cup()
	doc := s.page(s.get("/t/spring-cup/about"), http.StatusOK)
	if got := text(doc, ".about"); !strings.Contains(got, "Players 9") || !strings.Contains(got, "McMahon") || !strings.Contains(got, "SOSM") {
		t.Errorf("the page tells %q", got)
	}
	if got := text(doc, ".schedule"); got != "12:30 Round 2" {
		t.Errorf("the schedule is %q", got)
	}
	to := doc.Find("a[href$='.ics']").AttrOr("href", "")
	got := s.get(to)
	if kind := got.Header.Get("Content-Type"); got.StatusCode != http.StatusOK || kind != "text/calendar; charset=utf-8" {
		t.Errorf("the calendar %q answers %d, %s", to, got.StatusCode, kind)
	}
	if body := s.body(got); !strings.HasPrefix(body, "BEGIN:VCALENDAR") || !strings.Contains(body, tn.Info.Name+": ") {
		t.Errorf("the calendar is %q", body)
	}
}

// The list begins with the tournament under way; one that is decided has its winner.
func TestListOfTournaments(t *testing.T) {
	s := newSite(t)
	tn := s.cup()
	info := tn.Info
	info.Begin = noon.Truncate(24*time.Hour).AddDate(0, 0, -3)
	s.check(s.director.On(anna, info.Slug).SetUp(t.Context(), info, tn.Settings))
	if got := text(s.page(s.get("/"), http.StatusOK), ".list .name"); got != "Spring Cup" {
		t.Errorf("past is %q, though its days are over", got)
	}
	info.Begin = tn.Info.Begin
	s.check(s.director.On(anna, info.Slug).SetUp(t.Context(), info, tn.Settings))
	doc := s.page(s.get("/"), http.StatusOK)
	if got := text(doc, "article.running h2"); got != "Spring Cup" {
		t.Errorf("running is %q", got)
	}
	if got := text(doc, "article.running .c3"); !strings.Contains(got, "Round 2 of") || !strings.Contains(got, "1 of 4 results") {
		t.Errorf("its state is %q", got)
	}
	if doc.Find("article.running .qr path").Length() != 1 {
		t.Error("phones find no code")
	}
	settings, err := tournament.PresetNamed("swiss")
	s.check(err)
	early, err := tournament.New(tournament.Info{Slug: "early-cup", Name: "Early Cup"}, settings)
	s.check(err)
	_, err = s.director.Import(t.Context(), anna, tournament.Whole{Tournament: early}, director.Founding{})
	s.check(err)
	doc = s.page(s.get("/"), http.StatusOK)
	if got := text(doc, ".list .name"); got != "Early Cup" {
		t.Errorf("coming is %q", got)
	}
	s.login()
	doc = s.page(s.get("/desk"), http.StatusOK)
	if got := doc.Find("article.running a.main").AttrOr("href", ""); got != "/desk/spring-cup" {
		t.Errorf("the desk is at %q", got)
	}
	// Another tournament that runs, though not today, does not compete with it.
	winter := *s.state("spring-cup")
	winter.Info.Slug, winter.Info.Name, winter.Info.Begin = "winter-cup", "Winter Cup", info.Begin.AddDate(0, 0, 2)
	_, err = s.director.Import(t.Context(), anna, tournament.Whole{Tournament: &winter}, director.Founding{})
	s.check(err)
	doc = s.page(s.get("/desk"), http.StatusOK)
	if got, main := doc.Find("article.running").Length(), doc.Find("a.main"); got != 2 || main.Length() != 1 || main.AttrOr("href", "") != "/desk/spring-cup" {
		t.Errorf("of %d tournaments %d have the gold button, the first %q", got, main.Length(), main.AttrOr("href", ""))
	}
}
