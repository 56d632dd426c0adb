package admin_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"tourney/internal/app/director"
	"tourney/internal/testkit/sitetest"
	"tourney/internal/tournament"
)

// A club evening needs only a name: it is open play until next year, and the page speaks of no rounds.
func TestFoundAClubEvening(t *testing.T) {
	s := newSite(t)
	s.Login()
	doc := s.Page(s.Get("/new"), http.StatusOK)
	card := doc.Find(".preset").Has("[value=club]")
	if got := sitetest.Words(card); !strings.Contains(got, "players come and go") || !strings.Contains(got, "No rounds, 20 minutes each") {
		t.Errorf("the card says %q", got)
	}
	form := url.Values{"do": {"look"}, "name": {""}, "preset": {"club"}, "begin": {"2026-09-01"}}
	doc = s.Page(s.Post("/new", form), http.StatusOK)
	if got := sitetest.Text(doc, "#means"); !strings.Contains(got, "Players come and go") || strings.Contains(strings.ToLower(got), "round") {
		t.Errorf("it means %q", got)
	}
	if got := sitetest.Text(doc, "#rest"); strings.Contains(got, "900") || !strings.Contains(got, "2027") {
		t.Errorf("the preview has %q", got)
	}
	form = url.Values{"name": {"Go Tuesdays"}, "preset": {"club"}, "begin": {"2026-09-01"}, "once": {"1"}}
	if at := s.SeeOther(s.Post("/new", form)); at != "/desk/go-tuesdays" {
		t.Errorf("it leads to %s", at)
	}
	tn := s.State("go-tuesdays")
	if !tn.IsOpen() || tn.Info.End.Format("2006-01-02") != "2027-08-31" {
		t.Errorf("created is %s until %v", tn.Settings.System, tn.Info.End)
	}
	form = url.Values{"name": {"Team Tuesdays"}, "preset": {"club"}, "boards": {"3"}, "once": {"2"}}
	doc = s.Page(s.Post("/new", form), http.StatusUnprocessableEntity)
	if got := sitetest.Text(doc, "#w-boards"); !strings.Contains(got, "teams") {
		t.Errorf("teams are refused with %q", got)
	}
}

// The next season brings the members, as the tick says; another copy leaves them out unless it is ticked.
func TestCopyBringsThePeople(t *testing.T) {
	s := newSite(t)
	s.Kind("club", 5)
	s.Login()
	ed := s.Director.On(sitetest.Anna, "open")
	if _, err := ed.Begin(t.Context(), director.Pairing{A: 1, B: 2}, ""); err != nil {
		t.Fatal(err)
	}
	s.Check(ed.SetStatus(t.Context(), 5, tournament.Withdrawn))
	doc := s.Page(s.Get("/desk/open/end"), http.StatusOK)
	if doc.Find("[name=people][checked]").Length() != 1 || !strings.Contains(sitetest.Text(doc, "form"), "Bring the players: 4") {
		t.Errorf("the form has %q", sitetest.Text(doc, "form"))
	}
	for _, tt := range []struct {
		name, people string
		want         int
	}{{"Second Season", "on", 4}, {"Empty Season", "", 0}} {
		form := url.Values{"name": {tt.name}, "once": {tt.name}}
		if tt.people != "" {
			form.Set("people", tt.people)
		}
		at := s.SeeOther(s.Post("/desk/open/end/copy", form))
		slug := strings.Split(at, "/")[2]
		next := s.State(slug)
		if len(next.Players) != tt.want || len(next.Rounds)+len(next.Day.Evenings) > 0 || !next.IsOpen() {
			t.Errorf("%s has %d players, %d turns, %d evenings", tt.name, len(next.Players), len(next.Rounds), len(next.Day.Evenings))
		}
		for _, p := range next.Players {
			if p.Status != tournament.Preliminary {
				t.Errorf("%s is %s", p.Name(), p.Status)
			}
		}
	}
}
