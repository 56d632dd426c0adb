package web_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"tourney/internal/app/accounts"
	"tourney/internal/app/director"
	"tourney/internal/role"
	"tourney/internal/testkit/sitetest"
)

// menuOf returns the entries of the bar, then those behind More.
func menuOf(doc *goquery.Document) (bar, more string) {
	texts := func(s *goquery.Selection) string {
		return strings.Join(s.Map(func(_ int, a *goquery.Selection) string { return sitetest.Words(a) }), " · ")
	}
	return texts(doc.Find(".sections > ul a")), texts(doc.Find(".moremenu a:not([href^='/t/'])"))
}

// The menu has eight entries at most, in the order of the day; a person sees only entries for their role.
func TestMenu(t *testing.T) {
	sitetest.NeedExtension(t) // Publish is its entry
	s := newSite(t)
	s.Kind("egf", 4)
	s.Play(1)
	s.PlayedLeague()
	s.Login()
	owner, desk := s.Client, s.Person("Emil", accounts.Invitation{Role: role.Desk})
	director := s.Person("Doris", accounts.Invitation{Role: role.Director})
	const day = "Prizes · Requests and incidents · People · Safety · Log"
	check := func(name string, who *http.Client, path, bar, more string) {
		t.Helper()
		s.Client = who
		gotBar, gotMore := menuOf(s.Page(s.Get(path), http.StatusOK))
		if gotBar != bar || gotMore != more {
			t.Errorf("%s: the menu is\n%s | %s, want\n%s | %s", name, gotBar, gotMore, bar, more)
		}
	}
	check("during the day", owner, "/desk/open", "Desk · Players · Draw · Standings · Print and send · Publish · Settings", "Final after round 5 · "+day)
	check("of a director", director, "/desk/open", "Desk · Players · Draw · Standings · Print and send · Publish · Settings", "Final after round 5 · Prizes · Requests and incidents · People · Log")
	check("of teams", owner, "/desk/league", "Desk · Players · Teams · Draw · Standings · Print and send · Publish", "Final after round 3 · Settings · "+day)
	check("of a desk", desk, "/desk/open", "Desk · Players · Standings · Print and send", "Requests and incidents")
	for n := range 4 {
		s.Play(n + 2)
	}
	check("after the last round", owner, "/desk/open", "Desk · Players · Standings · Print and send · Publish · Final · Settings", "Draw · "+day)
	s.Client = owner
	if got := sitetest.Text(s.Page(s.Get("/desk/open/log"), http.StatusOK), ".sections [aria-current]"); got != "More Log" {
		t.Errorf("the log is marked by %q", got)
	}
}

// The menu of open play has no draw, and no address of a round is a dead end: public ones lead to the first page.
func TestMenuOfOpenPlay(t *testing.T) {
	sitetest.NeedExtension(t)
	s := newSite(t)
	s.Kind("club", 4)
	if _, err := s.Director.On(sitetest.Anna, "open").Begin(t.Context(), director.Pairing{A: 1, B: 2}, ""); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"round/1", "round/1/why/1", "round/7", "crosstable", "bracket", "print/tables/1", "print/names/1", "print/crosstable"} {
		if at := s.SeeOther(s.Get("/t/open/" + path)); at != "/t/open" {
			t.Errorf("%s leads to %s", path, at)
		}
	}
	doc := s.Page(s.Get("/t/open/players"), http.StatusOK)
	if got, _ := menuOf(doc); got != "Now · Standings · Players · Games · Evenings · About" {
		t.Errorf("the public menu is %q", got)
	}
	if got := doc.Find("meta[name=description]").AttrOr("content", ""); strings.Contains(got, "round") || !strings.Contains(got, "Open play") {
		t.Errorf("the page is described by %q", got)
	}
	s.Login()
	for _, path := range []string{"/desk/open/players", "/desk/open/settings", "/desk/open/exports", "/desk/open/day", "/desk/open/final"} {
		doc := s.Page(s.Get(path), http.StatusOK)
		bar, more := menuOf(doc)
		if bar != "Desk · Players · Standings · Print and send · Publish · Settings" || more != "Final · Prizes · Strengths · Requests and incidents · People · Safety · Log" {
			t.Errorf("%s: the menu is\n%s | %s", path, bar, more)
		}
		if n := doc.Find(".rounds, main a[href*='/draw/'], main a[href*='/round/'], main a[href$='/steering']").Length(); n > 0 {
			t.Errorf("%s has %d links about rounds", path, n)
		}
		if got := strings.ToLower(sitetest.Text(doc, "main")); strings.Contains(got, "round") && path != "/desk/open/settings" {
			t.Errorf("%s speaks of rounds: %q", path, got)
		}
	}
}
