package public_test

import (
	"net/http"
	"strings"
	"testing"

	"tourney/internal/testkit/sitetest"
	"tourney/internal/tournament"
	"tourney/internal/tournament/consent"
	"tourney/internal/tournament/fees"
)

// A person's page lists the tournaments that name the person: no hidden ones, and none that hide the player.
func TestPerson(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.Kind("egf", 4)
	on := func(slug string, id tournament.PlayerID, do func(p *tournament.Player)) {
		t.Helper()
		s.Check(s.Director.On(sitetest.Anna, slug).EditPlayer(t.Context(), id, tournament.AllowNamesakes, do))
	}
	const second = "open"
	ids := map[string]tournament.PlayerID{"spring-cup": 2, second: s.State(second).Players[0].ID}
	for slug, id := range ids {
		on(slug, id, func(p *tournament.Player) { p.EGD = "12345678" })
	}
	lines := func() string {
		t.Helper()
		return sitetest.Words(s.Page(s.Get("/person/egd/12345678"), http.StatusOK).Find("tbody"))
	}
	if got := lines(); !strings.Contains(got, "Spring Cup") || !strings.Contains(got, s.State(second).Info.Name) {
		t.Errorf("the page has %q", got)
	}
	link := s.Page(s.Get("/t/spring-cup/players/2"), http.StatusOK).Find("a[href^='/person/']")
	if at, rel := link.AttrOr("href", ""), link.AttrOr("rel", ""); at != "/person/egd/12345678" || rel != "nofollow" {
		t.Errorf("the player's page leads to %q, rel=%q", at, rel)
	}
	on(second, ids[second], func(p *tournament.Player) { p.Hiding = consent.Initials })
	if got := lines(); strings.Contains(got, s.State(second).Info.Name) {
		t.Errorf("somebody hidden is found: %q", got)
	}
	info := s.State("spring-cup").Info
	info.Hidden = true
	s.Check(s.Director.On(sitetest.Anna, "spring-cup").SetUp(t.Context(), info, s.State("spring-cup").Settings))
	for _, path := range []string{"/person/egd/12345678", "/person/ffg/12345678", "/person/egd/%27%20or%201=1"} {
		if doc := s.Page(s.Get(path), http.StatusNotFound); doc.Find("tbody").Length() != 0 || !strings.HasPrefix(sitetest.Text(doc, ".fault .lead"), "No player with ") {
			t.Errorf("%s finds somebody: %q", path, sitetest.Words(doc.Find("main")))
		}
	}
	if got := s.Get("/person/xyz/1").StatusCode; got != http.StatusNotFound {
		t.Errorf("a federation that there is not is answered %d", got)
	}
}

// Numbers of all federations link to the person's page, which finds the person by them.
func TestPersonByEveryFederation(t *testing.T) {
	s := newSite(t)
	s.Cup()
	for _, federation := range fees.Federations() {
		s.Check(s.Director.On(sitetest.Anna, "spring-cup").EditPlayer(t.Context(), 2, tournament.AllowNamesakes, func(p *tournament.Player) {
			*map[fees.Federation]*string{fees.EGD: &p.EGD, fees.FFG: &p.FFG, fees.AGA: &p.AGA}[federation] = "12345678"
		}))
		link := s.Page(s.Get("/t/spring-cup/players/2"), http.StatusOK).Find("a[href^='/person/']").AttrOr("href", "")
		want := "/person/" + string(federation) + "/12345678"
		if link != want {
			t.Errorf("the page of a player with the number of %s leads to %q", federation, link)
		}
		if got := sitetest.Words(s.Page(s.Get(want), http.StatusOK).Find("tbody")); !strings.Contains(got, "Spring Cup") {
			t.Errorf("%s has %q", want, got)
		}
		s.Check(s.Director.On(sitetest.Anna, "spring-cup").EditPlayer(t.Context(), 2, tournament.AllowNamesakes, func(p *tournament.Player) {
			p.EGD, p.FFG, p.AGA = "", "", ""
		}))
	}
}
