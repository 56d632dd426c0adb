package draw_test

import (
	"net/http"
	"strings"
	"testing"

	"tourney/internal/testkit/sitetest"
	"tourney/internal/tournament"
)

// The page of a finished round offers no action: no stone can be clicked, and the list of checks is empty.
func TestFinishedRoundAsksForNothing(t *testing.T) {
	s := sitetest.New(t)
	s.Kind("swiss", 6)
	s.Login()
	s.Play(1, 1)
	const clicks = "Press a stone"
	if doc := s.Page(s.Get("/desk/open/draw/1"), http.StatusOK); doc.Find(".checks .done").Length() == 0 || !strings.Contains(sitetest.Words(doc.Find("main")), clicks) {
		t.Errorf("a round under way: %s", sitetest.Words(doc.Find("main")))
	}
	_, err := s.Director.On(sitetest.Anna, "open").Enter(t.Context(), tournament.Entry{Round: 1, Table: 1, Seen: s.State("open").Round(1).At(1).Revision, Result: tournament.Result{Outcome: tournament.BlackWins}})
	s.Check(err)
	if doc := s.Page(s.Get("/desk/open/draw/1"), http.StatusOK); doc.Find(".checks .done").Length() > 0 || strings.Contains(sitetest.Words(doc.Find("main")), clicks) {
		t.Errorf("a finished round: %s", sitetest.Words(doc.Find("main")))
	}
}
