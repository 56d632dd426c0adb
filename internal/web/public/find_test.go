package public_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"tourney/internal/app/director"
	"tourney/internal/testkit/sitetest"
	"tourney/internal/tournament"
)

// A name with one match redirects to that player; several matches are listed, and the typed text stays.
func TestFindName(t *testing.T) {
	s := newSite(t)
	s.Cup()
	form := s.Page(s.Get("/t/spring-cup"), http.StatusOK).Find("form.find")
	if form.AttrOr("action", "") != "/t/spring-cup/find" || form.Find("input[name=name]").Length() != 1 {
		t.Error("without scripts nobody can be found")
	}
	for typed, want := range map[string]string{"oberg": "/t/spring-cup/players/1", "x+OBE": "/t/spring-cup/players/1", "los": "/t/spring-cup/players/"} {
		got := s.Get("/t/spring-cup/find?name=" + typed)
		if to := got.Header.Get("Location"); got.StatusCode != http.StatusSeeOther || !strings.HasPrefix(to, want) {
			t.Errorf("%s answers %d and leads to %q", typed, got.StatusCode, to)
		}
	}
	doc := s.Page(s.Get("/t/spring-cup/find?name=x"), http.StatusOK)
	if got := doc.Find(".card").Length(); got != 9 {
		t.Errorf("%d are called X, want 9", got)
	}
	doc = s.Page(s.Get("/t/spring-cup/find?name=no+such+%3Cb%3E+"+strings.Repeat("y", 500)), http.StatusOK)
	if got := sitetest.Text(doc, ".empty"); !strings.HasPrefix(got, "No player here is called no such <b> y") || len(got) > 200 {
		t.Errorf("nobody is told as %q", got)
	}
	if got := doc.Find("#find").AttrOr("value", ""); !strings.HasPrefix(got, "no such <b>") {
		t.Errorf("what was typed has become %q", got)
	}
	s.Page(s.Get("/t/spring-cup/find"), http.StatusOK)
}

// The list of games is filtered by round, player and record; made-up filters change nothing.
func TestGamesAreFiltered(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.WaitCurrent()
	count := func(query string) int {
		return s.Page(s.Get("/t/spring-cup/games"+query), http.StatusOK).Find(".games tbody tr[data-key]").Length()
	}
	for query, want := range map[string]int{
		"": 8, "?only=1": 4, "?only=2": 4, "?of=1": 2, "?of=1&only=1": 1, "?with=record": 0,
		"?only=9": 8, "?only=x": 8, "?of=99": 8, "?with=x": 8, "?of=": 8,
	} {
		if got := count(query); got != want {
			t.Errorf("%q lists %d games, want %d", query, got, want)
		}
	}
	doc := s.Page(s.Get("/t/spring-cup/games"), http.StatusOK)
	if got := sitetest.Text(doc, ".games .group"); got != "Round 2 Round 1" {
		t.Errorf("the rounds are headed %q", got)
	}
}

func TestAboutAndCalendar(t *testing.T) {
	s := newSite(t)
	tn := s.Cup()
	doc := s.Page(s.Get("/t/spring-cup/about"), http.StatusOK)
	if got := sitetest.Text(doc, ".about"); !strings.Contains(got, "Players 9") || !strings.Contains(got, "McMahon") || !strings.Contains(got, "SOS The sum of the opponents' McMahon scores") {
		t.Errorf("the page tells %q", got)
	}
	if got := sitetest.Text(doc, ".schedule"); got != "12:30 Round 2 Round 3 after round 2 Round 4 after round 3 Round 5 after round 4" {
		t.Errorf("the schedule is %q", got)
	}
	to := doc.Find("a[href$='.ics']").AttrOr("href", "")
	got := s.Get(to)
	if kind := got.Header.Get("Content-Type"); got.StatusCode != http.StatusOK || kind != "text/calendar; charset=utf-8" {
		t.Errorf("the calendar %q answers %d, %s", to, got.StatusCode, kind)
	}
	if body := s.Body(got); !strings.HasPrefix(body, "BEGIN:VCALENDAR") || !strings.Contains(body, tn.Info.Name+": ") {
		t.Errorf("the calendar is %q", body)
	}
}

// The list starts with the current tournament; a decided one has its winner.
func TestListOfTournaments(t *testing.T) {
	s := newSite(t)
	tn := s.Cup()
	info := tn.Info
	info.Begin = tournament.DateOf(sitetest.Noon.Truncate(24*time.Hour).AddDate(0, 0, -3))
	s.Check(s.Director.On(sitetest.Anna, info.Slug).SetUp(t.Context(), info, tn.Settings))
	if got := sitetest.Text(s.Page(s.Get("/"), http.StatusOK), ".list .name"); got != "Spring Cup" {
		t.Errorf("past is %q, though its days are over", got)
	}
	info.Begin = tn.Info.Begin
	s.Check(s.Director.On(sitetest.Anna, info.Slug).SetUp(t.Context(), info, tn.Settings))
	doc := s.Page(s.Get("/"), http.StatusOK)
	if got := sitetest.Text(doc, "article.running h2"); got != "Spring Cup" {
		t.Errorf("running is %q", got)
	}
	if got := sitetest.Text(doc, "article.running .c3"); !strings.Contains(got, "Round 2 of") || !strings.Contains(got, "1 of 4 results") {
		t.Errorf("its state is %q", got)
	}
	settings, err := tournament.PresetNamed("swiss")
	s.Check(err)
	early, err := tournament.New(tournament.Info{Slug: "early-cup", Name: "Early Cup"}, settings)
	s.Check(err)
	_, err = s.Director.Import(t.Context(), sitetest.Anna, tournament.Whole{Tournament: early}, director.Founding{})
	s.Check(err)
	doc = s.Page(s.Get("/"), http.StatusOK)
	if got := sitetest.Text(doc, ".list .name"); got != "Early Cup" {
		t.Errorf("coming is %q", got)
	}
	s.Login()
	doc = s.Page(s.Get("/desk"), http.StatusOK)
	if got := doc.Find("article.running a.main").AttrOr("href", ""); got != "/desk/spring-cup" {
		t.Errorf("the desk is at %q", got)
	}
	// Another current tournament, but not of today, does not take its place.
	winter := *s.State("spring-cup")
	winter.Info.Slug, winter.Info.Name, winter.Info.Begin = "winter-cup", "Winter Cup", tournament.DateOf(info.Begin.AddDate(0, 0, 2))
	_, err = s.Director.Import(t.Context(), sitetest.Anna, tournament.Whole{Tournament: &winter}, director.Founding{})
	s.Check(err)
	doc = s.Page(s.Get("/desk"), http.StatusOK)
	if got, main := doc.Find("article.running").Length(), doc.Find("a.main"); got != 2 || main.Length() != 1 || main.AttrOr("href", "") != "/desk/spring-cup" {
		t.Errorf("of %d tournaments %d have the gold button, the first %q", got, main.Length(), main.AttrOr("href", ""))
	}
}
