package public_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"tourney/internal/testkit/sitetest"
	"tourney/internal/tournament"
)

func TestBracketPage(t *testing.T) {
	s := newSite(t)
	s.Login()
	s.Kind("knockout", 7)
	if got := sitetest.Text(s.Page(s.Get("/t/open/bracket"), http.StatusOK), ".empty"); got == "" {
		t.Error("nothing says that there is no bracket yet")
	}
	s.Play(1, 2)
	doc := s.Page(s.Get("/t/open/bracket"), http.StatusOK)
	if got := doc.Find(".bracket h4").Length(); got != 4 {
		t.Errorf("%d columns", got)
	}
	if got := sitetest.Text(doc, ".match"); !strings.Contains(got, "winner of 2") || !strings.Contains(got, "loser of 4") || !strings.Contains(got, "bye") {
		t.Errorf("the bracket says %q", got)
	}
	page := sitetest.Text(s.Page(s.Get("/desk/open/draw/2"), http.StatusOK), "#draw")
	if !strings.Contains(page, "Semi-final") || !strings.Contains(page, "once the results of round 1 are in") || strings.Contains(page, "Pair round 2") {
		t.Errorf("the draw of round 2 says %q", page)
	}
	g := s.State("open").Round(1).At(2)
	_, err := s.Director.On(sitetest.Anna, "open").Enter(t.Context(), tournament.Entry{Round: 1, Table: 2, Seen: g.Revision, Result: tournament.Result{Outcome: tournament.BlackWins}})
	s.Check(err)
	s.Play(2)
	s.Play(3)
	doc = s.Page(s.Get("/t/open/bracket"), http.StatusOK)
	if got := sitetest.Text(doc, ".knockout h2"); !strings.Contains(got, "Player01 has won") {
		t.Errorf("the winner: %q", got)
	}
	doc = s.Page(s.Get("/t/open/round/3"), http.StatusOK)
	if got := sitetest.Text(doc, "h1"); got != "Round 3 · Final · Third-place game" {
		t.Errorf("round 3 is called %q", got)
	}
	if got := sitetest.Text(doc, ".group"); got != "Final Third-place game" {
		t.Errorf("its games are called %q", got)
	}
	doc = s.Page(s.Get("/t/open/standings"), http.StatusOK)
	var reached []string
	for i := range 4 {
		reached = append(reached, sitetest.Words(doc.Find("table.wall tbody tr").Eq(i).Find(".first")))
	}
	if want := []string{"won", "Final", "3rd", "Semi-final"}; !slices.Equal(reached, want) {
		t.Errorf("came as far as %v", reached)
	}
	if got := s.Get("/desk/open/draw/3?table=1"); got.StatusCode != http.StatusOK {
		t.Errorf("a game of the plan answers %d", got.StatusCode)
	}
}

// A final with a no-show is published at the desk, and the pages show the winner.
func TestBracketWithoutItsFinal(t *testing.T) {
	s := newSite(t)
	s.Login()
	tn := s.Kind("knockout", 4)
	settings := tn.Settings
	settings.Rounds, settings.Format.ThirdPlace = 2, false
	s.Check(s.Director.On(sitetest.Anna, "open").SetUp(t.Context(), tn.Info, settings))
	s.Play(1)
	s.Check(s.Director.On(sitetest.Anna, "open").SetStatus(t.Context(), tn.Players[1].ID, tournament.Withdrawn))
	s.Play(2)
	doc := s.Page(s.Get("/t/open/bracket"), http.StatusOK)
	if got := sitetest.Text(doc, ".knockout h2"); !strings.Contains(got, "Player01 has won") {
		t.Errorf("the winner: %q", got)
	}
	if got := sitetest.Text(doc, ".match"); !strings.Contains(got, "by forfeit") {
		t.Errorf("the bracket says %q", got)
	}
	doc = s.Page(s.Get("/t/open/standings"), http.StatusOK)
	if got := sitetest.Words(doc.Find("table.wall tbody tr").Eq(0)); !strings.Contains(got, "Player01") || !strings.Contains(got, "won") {
		t.Errorf("the standings begin with %q", got)
	}
	for _, path := range []string{"/t/open/round/2", "/t/open/round/2?by=name", "/t/open/hall", "/desk/open", "/desk/open/draw/2", "/t/open", "/t/open/crosstable"} {
		if got := s.Get(path); got.StatusCode != http.StatusOK {
			t.Errorf("%s answers %d", path, got.StatusCode)
		}
	}
	if got := sitetest.Text(s.Page(s.Get("/t/open/round/2"), http.StatusOK), "#round"); strings.Contains(got, "0 of 0") || !strings.Contains(got, "No player has an opponent in this round.") {
		t.Errorf("the round says %q", got)
	}
}

func TestOthersPlayOn(t *testing.T) {
	s := newSite(t)
	s.Login()
	s.Kind("swiss", 10)
	form := s.SettingsForm("open")
	for name, value := range map[string]string{
		"rounds": "4", "stage-1-from": "3", "stage-1-system": "knockout", "stage-1-qualify": "4", "stage-1-others": "with-losers", "do": "save",
	} {
		form.Set(name, value)
	}
	s.SeeOther(s.Post("/desk/open/settings", form))
	if got := s.State("open").Settings.Stages[0].Others; got != tournament.PlayOnWithLosers {
		t.Fatalf("the others do %q", got)
	}
	meaning := sitetest.Text(s.Page(s.Get("/desk/open/settings"), http.StatusOK), "#meaning, .set .findings")
	for _, want := range []string{"Knockout: 4 players need 2 rounds, as planned.", "From round 3 on the others keep playing among themselves (Swiss).", "If STAGE is the first criterion"} {
		if !strings.Contains(meaning, want) {
			t.Errorf("the settings do not say %q: %q", want, meaning)
		}
	}
	s.Play(1)
	s.Play(2)
	s.Check(s.Director.On(sitetest.Anna, "open").Round(3).Pair(t.Context(), 1))
	page := sitetest.Text(s.Page(s.Get("/desk/open/draw/3"), http.StatusOK), "#draw")
	if !strings.Contains(page, "the others: Swiss") || !strings.Contains(page, "Draw these again") {
		t.Errorf("the draw says %q", page)
	}
	s.Play(3)
	doc := s.Page(s.Get("/t/open/round/3"), http.StatusOK)
	if got := sitetest.Text(doc, ".group"); got != "Semi-final The others" || doc.Find("table.games tbody tr[data-key]").Length() != 5 {
		t.Errorf("the round has %q", got)
	}
	s.Play(4)
	if got := sitetest.Text(s.Page(s.Get("/t/open/round/4"), http.StatusOK), ".group"); got != "Final The others" {
		t.Errorf("the last round has %q", got)
	}
	for table, plan := range map[string]bool{"1": true, "2": false} {
		doc := s.Page(s.Get("/desk/open/draw/4?table="+table), http.StatusOK)
		if got := sitetest.Text(doc, "#chosen"); strings.Contains(got, "Final, match 3") != plan || strings.Contains(got, "They have not met") == plan {
			t.Errorf("table %s is explained by %q", table, got)
		}
	}
	form = s.SettingsForm("open")
	form.Set("stage-1-system", "swiss")
	form.Set("do", "save")
	if got := sitetest.Text(s.Page(s.Post("/desk/open/settings", form), http.StatusUnprocessableEntity), "#w-stage-1-others"); !strings.Contains(got, "Let them rest") {
		t.Errorf("beside a Swiss: %q", got)
	}
}
