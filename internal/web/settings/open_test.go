package settings_test

import (
	"net/http"
	"strings"
	"testing"

	"tourney/internal/app/director"
	"tourney/internal/testkit/sitetest"
	"tourney/internal/tournament"
)

// The page has the settings of open play and of single games. Settings of rounds are hidden and keep their values.
func TestSettingsOfOpenPlay(t *testing.T) {
	s := newSite(t)
	s.Kind("club", 4)
	s.Login()
	for _, all := range []string{"", "?all=1"} {
		doc := s.Page(s.Get("/desk/open/settings"+all), http.StatusOK)
		for _, name := range []string{"system", "rematch", "promise", "widest", "rules", "main", "ceiling", "player-results"} {
			if doc.Find(".opt [name="+name+"]").Length() != 1 {
				t.Errorf("%q: no field %s", all, name)
			}
		}
		for _, name := range []string{
			"rounds", "boards", "tiebreak-1", "floor", "bar", "categories", "duplicate", "exempt-from", "wins-bye", "mms-bye", "pairing-criteria",
			"stage-1-from", "basis", "pools", "third-place", "plain-sos",
		} {
			if doc.Find(".opt [name="+name+"]").Length() > 0 {
				t.Errorf("%q: a field %s", all, name)
			}
			if name != "boards" && doc.Find("#hidden [name="+name+"]").Length() == 0 && !strings.HasSuffix(name, "place") && name != "plain-sos" {
				t.Errorf("%q: %s loses its value", all, name)
			}
		}
		if got := sitetest.Text(doc, ".links"); strings.Contains(got, "Simulation") || doc.Find(".links a[href$='/steering']").Length() > 0 {
			t.Errorf("%q: links are %q", all, got)
		}
	}
	doc := s.Page(s.Get("/desk/open/settings"), http.StatusOK)
	for name, want := range map[string]string{"promise": "20", "widest": ""} {
		if got := doc.Find("[name="+name+"]").AttrOr("value", ""); got != want {
			t.Errorf("%s shows %q, want %q", name, got, want)
		}
	}
	const means = "Players wait at most 20 min while there is an opponent."
	if got := sitetest.Text(doc, "#means-settings-group-open"); !strings.Contains(got, means) || !strings.Contains(got, "at most twice an evening") {
		t.Errorf("open play means %q", got)
	}
	form := s.SettingsForm("open")
	s.SeeOther(s.Post("/desk/open/settings", form))
	if got := s.State("open").Settings; got.Open != (tournament.OpenPlay{}) || got.Rounds != 0 {
		t.Errorf("saved without a change: %+v, %d rounds", got.Open, got.Rounds)
	}
	form = s.With(s.SettingsForm("open"), "rematch", "never", "promise", "15", "widest", "9")
	s.SeeOther(s.Post("/desk/open/settings", form))
	if got := s.State("open").Settings.Open; got != (tournament.OpenPlay{Rematch: tournament.RematchNever, Promise: 15, Widest: 9}) {
		t.Errorf("saved are %+v", got)
	}
	for field, value := range map[string]string{"rematch": "sometimes", "promise": "0", "widest": "41"} {
		form := s.With(s.SettingsForm("open"), field, value)
		if doc := s.Page(s.Post("/desk/open/settings", form), http.StatusUnprocessableEntity); sitetest.Text(doc, "#w-"+field) == "" {
			t.Errorf("%s %q: nothing beside the field", field, value)
		}
	}
}

// Before the first game the system may become open play, and leave it with a usual number of rounds. Later the field of
// the system has the refusal.
func TestChangeToOpenPlay(t *testing.T) {
	s := newSite(t)
	s.Kind("club", 4)
	s.Login()
	change := func(system string) tournament.Settings {
		t.Helper()
		s.SeeOther(s.Post("/desk/open/settings", s.With(s.SettingsForm("open"), "system", system, "settled", system)))
		return s.State("open").Settings
	}
	if got := change("swiss"); got.System != tournament.Swiss || got.Rounds != 5 {
		t.Errorf("saved are %s with %d rounds", got.System, got.Rounds)
	}
	if got := change("open"); got.System != tournament.Open || got.Rounds != 0 {
		t.Errorf("saved are %s with %d rounds", got.System, got.Rounds)
	}
	if _, err := s.Director.On(sitetest.Anna, "open").Begin(t.Context(), director.Pairing{A: 1, B: 2}, ""); err != nil {
		t.Fatal(err)
	}
	doc := s.Page(s.Post("/desk/open/settings", s.With(s.SettingsForm("open"), "system", "swiss")), http.StatusUnprocessableEntity)
	if got := sitetest.Text(doc, "#w-system"); !strings.Contains(got, "Create a new tournament") {
		t.Errorf("after a game the field says %q", got)
	}
}

// Teams and stages cannot be combined with open play: the field of the system has the refusal.
func TestOpenPlayIsAlone(t *testing.T) {
	s := newSite(t)
	s.Kind("swiss", 4)
	s.Login()
	form := s.With(s.SettingsForm("open"), "system", "open", "settled", "open", "boards", "3")
	doc := s.Page(s.Post("/desk/open/settings", form), http.StatusUnprocessableEntity)
	if got := sitetest.Text(doc, "#w-system"); !strings.Contains(got, "stages or teams") {
		t.Errorf("the field says %q", got)
	}
}

// Pages about rounds answer with a sentence and lead back to the desk.
func TestNoRoundsInOpenPlay(t *testing.T) {
	s := newSite(t)
	s.Kind("club", 4)
	s.Login()
	for _, path := range []string{"draw/1", "draw/1/why", "draw/1/verify", "steering", "seeds/1", "simulate", "print/slips/1", "print/all", "print/papers/1"} {
		doc := s.Page(s.Get("/desk/open/"+path), http.StatusConflict)
		if got := sitetest.Text(doc, ".banner"); !strings.Contains(got, "Open play has no rounds.") || doc.Find(".banner a[href='/desk/open']").Length() != 1 {
			t.Errorf("%s says %q", path, got)
		}
	}
	doc := s.Page(s.Post("/desk/open/draw/1", nil), http.StatusConflict)
	if doc.Find(".banner a[href='/desk/open']").Length() != 1 {
		t.Errorf("a draw says %q", sitetest.Text(doc, ".banner"))
	}
}
