package web

import (
	"net/http"
	"strings"
	"testing"

	"tourney/internal/tournament"
)

// The page of a round with all results asks for nothing: no stone can be clicked, and the checks of its draw are past.
func TestFinishedRoundAsksForNothing(t *testing.T) {
	s := newSite(t)
	s.kind("swiss", 6)
	s.login()
	s.play(1, 1)
	const clicks = "Click a stone"
	if doc := s.page(s.get("/desk/open/draw/1"), http.StatusOK); doc.Find(".checks .done").Length() == 0 || !strings.Contains(words(doc.Find("main")), clicks) {
		t.Errorf("a round under way: %s", words(doc.Find("main")))
	}
	_, err := s.director.On(anna, "open").Enter(t.Context(), tournament.Entry{Round: 1, Table: 1, Seen: s.state("open").Round(1).At(1).Revision, Result: tournament.Result{Outcome: tournament.BlackWins}})
	s.check(err)
	if doc := s.page(s.get("/desk/open/draw/1"), http.StatusOK); doc.Find(".checks .done").Length() > 0 || strings.Contains(words(doc.Find("main")), clicks) {
		t.Errorf("a finished round: %s", words(doc.Find("main")))
	}
}
