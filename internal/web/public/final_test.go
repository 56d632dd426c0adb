package public_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"tourney/internal/testkit/sitetest"
	"tourney/internal/tournament"
)

// The wins of a winner are the wins in the standings, with half a win for a half-point bye.
func TestWinsOfTheWinners(t *testing.T) {
	s := sitetest.New(t)
	s.Event(5, func(tn *tournament.Tournament) {
		tn.Settings.Rounds, tn.Settings.Scoring.RoundDown = 2, false
		tn.Players[0].Absent = tn.Players[0].Absent.Put(1, true)
		tn.Players[0].HalfByes = tn.Players[0].HalfByes.Put(1, true)
	})
	s.Login()
	for n := 1; n <= 2; n++ {
		round := s.Director.On(sitetest.Anna, "spring-cup").Round(n)
		if n > 1 {
			s.Check(round.Pair(t.Context(), 1))
		}
		s.Check(round.Publish(t.Context()))
		for _, g := range s.Round(n).Games {
			won := tournament.BlackWins
			if g.White < g.Black {
				won = tournament.WhiteWins
			}
			_, err := s.Director.On(sitetest.Anna, "spring-cup").Enter(t.Context(), tournament.Entry{Round: n, Table: g.Table, Seen: g.Revision, Result: tournament.Result{Outcome: won}})
			s.Check(err)
		}
	}
	s.SeeOther(s.Post("/desk/spring-cup/final", url.Values{"do": {"announce"}}))
	if got := sitetest.Text(s.Page(s.Get("/t/spring-cup/final"), http.StatusOK), ".podium"); !strings.Contains(got, "1.5 wins of 2") {
		t.Errorf("the winners: %s", got)
	}
}
