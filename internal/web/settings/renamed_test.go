package settings_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"tourney/internal/app/director"
	"tourney/internal/testkit/sitetest"
	"tourney/internal/tournament"
)

// rename changes the slug of the cup.
func (s *testSite) rename(was, now string) error {
	t := s.State(was)
	info := t.Info
	info.Slug = now
	return s.Director.On(sitetest.Anna, was).SetUp(s.T.Context(), info, t.Settings)
}

// Printed addresses, open phones and open desks reach a tournament after a change of its link name, at every address.
func TestEarlierAddressesLeadToTheTournament(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.Login()
	s.Check(s.rename("spring-cup", "sc26"))
	s.Check(s.rename("sc26", "cup"))
	for from, to := range map[string]string{
		"/t/spring-cup":                     "/t/cup",
		"/t/sc26/standings?after=1":         "/t/cup/standings?after=1",
		"/t/spring-cup/players/3":           "/t/cup/players/3",
		"/desk/spring-cup/draw/3?table=1":   "/desk/cup/draw/3?table=1",
		"/api/v1/tournaments/sc26/rounds/2": "/api/v1/tournaments/cup/rounds/2",
		"/t/spring-cup/print/tables/2":      "/t/cup/print/tables/2",
	} {
		got := s.Get(from)
		if got.StatusCode != http.StatusTemporaryRedirect || got.Header.Get("Location") != to || got.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s answers %d to %q, want %q", from, got.StatusCode, got.Header.Get("Location"), to)
		}
	}
	if got := s.Post("/desk/spring-cup/line", url.Values{"line": {"2b"}, "round": {"2"}}); got.StatusCode != http.StatusTemporaryRedirect || got.Header.Get("Location") != "/desk/cup/line" {
		t.Errorf("an open desk is answered %d to %q", got.StatusCode, got.Header.Get("Location"))
	}
	if got := s.Get("/t/summer-cup"); got.StatusCode != http.StatusNotFound {
		t.Errorf("an address that was never used answers %d", got.StatusCode)
	}
	if got := sitetest.Text(s.Page(s.Get("/desk/cup/settings?saved=1"), http.StatusOK), "#messages"); !strings.Contains(got, "/t/sc26, /t/spring-cup") {
		t.Errorf("the settings say %q", got)
	}
	s.Check(s.rename("cup", "spring-cup")) // back
	if got := s.Get("/t/spring-cup"); got.StatusCode != http.StatusOK {
		t.Errorf("the first name answers %d after all", got.StatusCode)
	}
	if got := s.Get("/t/cup"); got.Header.Get("Location") != "/t/spring-cup" {
		t.Errorf("the name between leads to %q", got.Header.Get("Location"))
	}
}

// Earlier names stay reserved, and they reveal nothing about hidden or deleted tournaments.
func TestEarlierNamesAreKept(t *testing.T) {
	s := newSite(t)
	was := s.Cup()
	s.Login()
	s.Check(s.rename("spring-cup", "cup"))
	info := tournament.Info{Slug: "spring-cup", Name: "Another Cup"}
	if _, err := s.Director.Create(t.Context(), sitetest.Anna, director.Creation{Info: info, Settings: was.Settings}); err == nil || !strings.Contains(err.Error(), "tournament.slug.former") {
		t.Errorf("another tournament of the earlier name: %v", err)
	}
	info.Slug, info.Name = "", "Spring Cup"
	if slug, err := s.Director.Create(t.Context(), sitetest.Anna, director.Creation{Info: info, Settings: was.Settings}); err != nil || slug != "spring-cup-2" {
		t.Errorf("a tournament of the same name is at %q, %v", slug, err)
	}
	if err := s.rename("spring-cup-2", "spring-cup"); err == nil {
		t.Error("another tournament was renamed to the earlier name")
	}
	now := s.State("cup")
	over := now.Info
	over.Begin = tournament.DateOf(over.Begin.AddDate(-1, 0, 0))
	s.Check(s.Director.On(sitetest.Anna, "cup").SetUp(t.Context(), over, now.Settings))
	s.Check(s.rename("spring-cup-2", "spring-cup")) // the next edition
	s.Check(s.rename("spring-cup", "summer-cup"))
	if got := s.Get("/t/spring-cup"); got.Header.Get("Location") != "/t/summer-cup" {
		t.Errorf("the name of both leads to %q", got.Header.Get("Location"))
	}
	s.Check(s.Director.On(sitetest.Anna, "summer-cup").SetUp(t.Context(), tournament.Info{Slug: "summer-cup", Name: "Summer Cup"}, now.Settings))
	now = s.State("cup")
	hidden := now.Info
	hidden.Hidden = true
	s.Check(s.Director.On(sitetest.Anna, "cup").SetUp(t.Context(), hidden, now.Settings))
	if got := s.Get("/t/spring-cup"); got.StatusCode != http.StatusTemporaryRedirect {
		t.Errorf("the director is answered %d", got.StatusCode)
	}
	s.Client = s.Browser()
	if got := s.Get("/t/spring-cup"); got.StatusCode != http.StatusNotFound {
		t.Errorf("a stranger learns of a hidden tournament: %d to %q", got.StatusCode, got.Header.Get("Location"))
	}
	for i := range 2 * tournament.MostFormer {
		name := "cup" + strings.Repeat("-x", i)
		s.Check(s.rename(name, name+"-x"))
	}
	if former := strings.Fields(s.State("cup" + strings.Repeat("-x", 2*tournament.MostFormer)).Info.Former); len(former) != tournament.MostFormer {
		t.Errorf("%d earlier names: %v", len(former), former)
	}
}
