package exports_test

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"tourney/internal/testkit/sitetest"
	"tourney/internal/tournament"
)

// A report folds the federation. A later correction opens it again, as does a returned file.
func TestSentResults(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.Login()
	const page = papers + "/federations"
	doc := s.Page(s.Get(page), http.StatusOK)
	if got := sitetest.Text(doc, ".federation > header"); got != "European Go Database" {
		t.Errorf("before: %q", got)
	}
	if n := doc.Find(".button.main").Length(); n != 0 {
		t.Error("a file with errors is gold")
	}
	once := doc.Find("[name=once]").AttrOr("value", "")
	if at := s.SeeOther(s.Post(papers+"/sent", url.Values{"to": {"EGD"}, "once": {once}})); at != page {
		t.Errorf("leads to %s", at)
	}
	doc = s.Page(s.Get(page), http.StatusOK)
	if got := sitetest.Text(doc, ".fold:first-of-type summary"); doc.Find(".federation, .tabs small").Length() != 0 || !strings.Contains(got, "sent 12:30 by") {
		t.Errorf("after: %q", got)
	}
	_, err := s.Director.On(sitetest.Anna, "spring-cup").Enter(t.Context(), tournament.Entry{Round: 2, Table: 2, Result: tournament.Result{Outcome: tournament.BlackWins}})
	s.Check(err)
	if got := sitetest.Text(s.Page(s.Get(page), http.StatusOK), ".federation > header"); !strings.Contains(got, "The results have changed since: 1 game") {
		t.Errorf("after a result: %q", got)
	}
	s.SeeOther(s.Post(papers+"/sent", url.Values{"to": {"EGD"}, "once": {once + "2"}}))
	doc = s.Page(s.Get(page), http.StatusOK)
	answer := doc.Find(".fold form[action*='/sent/']").AttrOr("action", "")
	s.SeeOther(s.Post(answer, url.Values{"state": {"returned"}, "note": {"a PIN"}}))
	if got := sitetest.Text(s.Page(s.Get(page), http.StatusOK), ".federation > header"); !strings.Contains(got, "EGD has returned the file") {
		t.Errorf("a returned file: %q", got)
	}
	for _, to := range []string{"xlsx", "nobody", ""} {
		if got := s.Post(papers+"/sent", url.Values{"to": {to}}); got.StatusCode != http.StatusUnprocessableEntity {
			t.Errorf("a report to %q answers %d", to, got.StatusCode)
		}
	}
}

// Before the last result the page names the round, counts only the questions about players and settings, and offers no
// report. One button sets the country of all players.
func TestFederationsBeforeTheEnd(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.Login()
	ed := s.Director.On(sitetest.Anna, "spring-cup")
	for id := range tournament.PlayerID(2) {
		s.Check(ed.EditPlayer(t.Context(), id+1, tournament.AllowNamesakes, func(p *tournament.Player) { p.Country = "" }))
	}
	const page = papers + "/federations"
	doc := s.Page(s.Get(page), http.StatusOK)
	if got := sitetest.Text(doc, ".stateline"); got != "Not yet: round 2 of 5 is being played." || doc.Find("form[action$='/sent']").Length() != 0 {
		t.Errorf("the state is %q", got)
	}
	if got, want := sitetest.Text(doc, ".tabs small"), strconv.Itoa(doc.Find(".federation .questions > li").Length()); got != want {
		t.Errorf("%s questions at the tab, %s in the list", got, want)
	}
	if got := sitetest.Text(doc, ".federation [name=countries]"); got != "Set all 2 to FI" {
		t.Errorf("the button is %q", got)
	}
	doc = s.Page(s.Get(s.SeeOther(s.Post(page, url.Values{"countries": {"FI"}}))), http.StatusOK)
	if got := s.State("spring-cup").Player(1).Country; got != "FI" || doc.Find("[name=countries]").Length() != 0 {
		t.Errorf("the country is %q", got)
	}
	if got := sitetest.Text(s.Page(s.Get("/desk/spring-cup/log"), http.StatusOK), "main"); !strings.Contains(got, "Set the country of 2 players to FI") {
		t.Errorf("the log: %q", got)
	}
}
