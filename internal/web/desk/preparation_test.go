package desk_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"tourney/internal/app/accounts"
	"tourney/internal/app/director"
	"tourney/internal/role"
	"tourney/internal/testkit/sitetest"
	"tourney/internal/tournament"
)

// Until round 1 is published the desk shows four steps, of which one is open and has the golden button.
func TestPreparation(t *testing.T) {
	s := newSite(t)
	settings, err := tournament.PresetNamed("swiss")
	s.Check(err)
	_, err = s.Director.Create(t.Context(), sitetest.Anna, director.Creation{Info: tournament.Info{Slug: "open", Name: "Open"}, Settings: settings})
	s.Check(err)
	s.Login()
	look := func(state, open string) *goquery.Document {
		t.Helper()
		doc := s.Page(s.Get("/desk/open"), http.StatusOK)
		got := ""
		doc.Find(".preparation > li").Each(func(_ int, li *goquery.Selection) { got += li.AttrOr("class", "")[:1] })
		if got != state {
			t.Errorf("the steps are %q, want %q", got, state)
		}
		if got := sitetest.Text(doc, ".preparation [aria-current=step] .main"); got != open || doc.Find(".main").Length() != 1 {
			t.Errorf("the open step offers %q, want %q; %d golden buttons", got, open, doc.Find(".main").Length())
		}
		return doc
	}
	look("nlll", "Import a list")
	players := []tournament.Player{{Family: "Berg", Rank: 20}, {Family: "Dahl", Rank: 21}, {Family: "Ek", Rank: 22}}
	for _, p := range players {
		_, err := s.Director.On(sitetest.Anna, "open").AddPlayer(t.Context(), p, tournament.RefuseNamesakes, "")
		s.Check(err)
	}
	doc := look("dlnl", "Check players in")
	if got := sitetest.Text(doc, ".preparation li:first-child p"); got != "3 players · Anna, 09:30" {
		t.Errorf("the step of the players says %q", got)
	}
	tn := s.State("open")
	info := tn.Info
	info.Begin = tournament.DateOf(sitetest.Noon.AddDate(0, 0, 3))
	s.Check(s.Director.On(sitetest.Anna, "open").SetUp(t.Context(), info, tn.Settings))
	doc = look("ddnl", "Check players in") // the settings have been changed
	if got := sitetest.Text(doc, ".panel section:first-child"); !strings.Contains(got, "in 3 days") {
		t.Errorf("the side says %q", got)
	}
	for i := range players {
		s.Check(s.Director.On(sitetest.Anna, "open").SetStatus(t.Context(), tournament.PlayerID(i+1), tournament.CheckedIn))
	}
	doc = look("ddnl", "Pair round 1")
	if got := sitetest.Text(doc, ".preparation .points"); got != "3 here odd number: one bye" {
		t.Errorf("the draw is preceded by %q", got)
	}
	s.SeeOther(s.Post("/desk/open/draw/1", url.Values{"do": {"draft"}}))
	look("dddn", "Publish round 1")
	owner := s.Client
	s.Client = s.Person("Emil", accounts.Invitation{Role: role.Desk})
	if doc := s.Page(s.Get("/desk/open"), http.StatusOK); doc.Find(".main").Length() != 0 || doc.Find(`a[href="/desk/open/settings"]`).Length() != 0 {
		t.Error("a desk is offered buttons for directors")
	}
	s.Client = owner
	if got := s.Get("/desk/open", "HX-Request", "true", "HX-Target", "preparation"); got.Header.Get("HX-Refresh") != "" {
		t.Error("the page of steps is reloaded before the publication")
	}
	if got := s.SeeOther(s.Post("/desk/open/draw/1", url.Values{"do": {"publish"}})); got != "/desk/open" && got != "/desk/open/round/1" {
		t.Errorf("the publication leads to %s", got)
	}
	if got := s.Get("/desk/open", "HX-Request", "true", "HX-Target", "preparation"); got.Header.Get("HX-Refresh") != "true" {
		t.Error("an open page of steps stays after the publication")
	}
}

// In the days before the first one the settings come next, once there are players.
func TestPreparationBeforeTheDay(t *testing.T) {
	s := newSite(t)
	settings, err := tournament.PresetNamed("swiss")
	s.Check(err)
	begin := tournament.DateOf(sitetest.Noon.AddDate(0, 0, 3))
	_, err = s.Director.Create(t.Context(), sitetest.Anna, director.Creation{Info: tournament.Info{Slug: "open", Name: "Open", Begin: begin}, Settings: settings})
	s.Check(err)
	for _, family := range []string{"Berg", "Dahl"} {
		_, err := s.Director.On(sitetest.Anna, "open").AddPlayer(t.Context(), tournament.Player{Family: family, Rank: 20}, tournament.RefuseNamesakes, "")
		s.Check(err)
	}
	s.Login()
	doc := s.Page(s.Get("/desk/open"), http.StatusOK)
	if open := doc.Find(".preparation [aria-current=step]"); open.Find("h2").Text() != "Settings" || open.Find("a.main").AttrOr("href", "") != "/desk/open/settings" {
		t.Errorf("the open step is %q", sitetest.Words(open))
	}
}
