package web

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"tourney/internal/tournament"
)

// The winners' wins are those of the standings, with half a win for a half-point bye.
func TestWinsOfTheWinners(t *testing.T) {
	s := newSite(t)
	s.event(5, func(tn *tournament.Tournament) {
		tn.Settings.Rounds, tn.Settings.Scoring.RoundDown = 2, false
		tn.Players[0].Absent = tn.Players[0].Absent.Put(1, true)
		tn.Players[0].HalfByes = tn.Players[0].HalfByes.Put(1, true)
	})
	s.login()
	for n := 1; n <= 2; n++ {
		round := s.director.On(anna, "spring-cup").Round(n)
		if n > 1 {
			s.check(round.Pair(t.Context(), 1))
		}
		s.check(round.Publish(t.Context()))
		for _, g := range s.round(n).Games {
			won := tournament.BlackWins
			if g.White < g.Black {
				won = tournament.WhiteWins
			}
			_, err := s.director.On(anna, "spring-cup").Enter(t.Context(), tournament.Entry{Round: n, Table: g.Table, Seen: g.Revision, Result: tournament.Result{Outcome: won}})
			s.check(err)
		}
	}
	s.seeOther(s.post("/desk/spring-cup/final", url.Values{"do": {"announce"}}))
	if got := text(s.page(s.get("/t/spring-cup/final"), http.StatusOK), ".podium"); !strings.Contains(got, "1.5 wins of 2") {
		t.Errorf("the winners: %s", got)
	}
}
