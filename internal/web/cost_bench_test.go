package web_test

import (
	"net/http"
	"strconv"
	"testing"

	"tourney/internal/app/director"
	"tourney/internal/testkit/sitetest"
	"tourney/internal/tournament"
)

// costly are the pages whose first rendering after a result is measured.
var costly = []string{
	"/t/large", "/t/large/standings", "/t/large/players", "/t/large/round/5", "/t/large/games", "/t/large/players/7", "/t/large/hall",
	"/desk/large", "/desk/large/players", "/desk/large/log", "/desk/large/privacy", "/desk/large/fees", "/desk/large/exports",
	"/desk/large/print/slips/5", "/t/large/print/standings", "/t/large/print/names/5",
}

// BenchmarkAfterResult enters a result of the last round of a large tournament and loads a page, as the first to do so.
func BenchmarkAfterResult(b *testing.B) {
	for _, players := range []int{40, 400, 1000} {
		tn, err := large(players, 5)
		if err != nil {
			b.Fatal(err)
		}
		s := newSite(b)
		if _, err := s.Director.Import(b.Context(), sitetest.Anna, tournament.Whole{Tournament: tn}, director.Founding{}); err != nil {
			b.Fatal(err)
		}
		s.Login()
		outcomes := []tournament.Outcome{tournament.BlackWins, tournament.WhiteWins}
		changes := 0
		change := func() {
			snapshot, err := s.Director.Latest(b.Context(), "large")
			s.Check(err)
			changes++
			g := snapshot.Tournament.Round(5).At(1 + changes%(players/2))
			outcome := outcomes[0]
			if g.Result.Outcome == outcome {
				outcome = outcomes[1]
			}
			_, err = s.Director.On(sitetest.Anna, "large").Enter(b.Context(), tournament.Entry{Round: 5, Table: g.Table, Seen: g.Revision, Result: tournament.Result{Outcome: outcome}})
			s.Check(err)
		}
		for _, path := range costly {
			b.Run(strconv.Itoa(players)+path, func(b *testing.B) {
				for b.Loop() {
					b.StopTimer()
					change()
					b.StartTimer()
					s.Page(s.Get(path), http.StatusOK)
				}
			})
		}
	}
}
