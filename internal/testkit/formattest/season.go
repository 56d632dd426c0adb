package formattest

import (
	"testing"
	"time"

	"tourney/internal/rank"
	"tourney/internal/tournament"
)

// Season returns open play of two evenings: the first has turns of one game, the second a running game.
func Season(t testing.TB, turns int) *tournament.Tournament {
	t.Helper()
	s, err := tournament.PresetNamed("club")
	must(t, err)
	s.Open = tournament.OpenPlay{Rematch: tournament.RematchAtOnce, Promise: 15, Widest: 9}
	tn, err := tournament.New(tournament.Info{Slug: "open", Name: "Open"}, s)
	must(t, err)
	now := time.Date(2026, 3, 3, 18, 0, 0, 0, time.UTC)
	arrive := func() {
		for i := range 3 {
			if len(tn.Players) <= i {
				_, err := tn.AddPlayer(tournament.Player{Family: string(rune('A' + i)), Rank: rank.Kyu(3 + i)}, tournament.RefuseNamesakes)
				must(t, err)
			}
			must(t, tn.SetStatus(tournament.PlayerID(i+1), tournament.CheckedIn))
		}
		tn.NoteArrivals(now)
	}
	arrive()
	for n := range turns {
		id, err := tn.Begin(tournament.Pair{Black: 1 + tournament.PlayerID(n%2), White: 3}, now.Add(time.Duration(n)*time.Second))
		must(t, err)
		g := tn.Game(id)
		_, _, err = tn.Record(tournament.Entry{
			Round: g.Round, Table: g.Table, By: "Anna", At: now.Add(time.Duration(n+1) * time.Second),
			Result: tournament.Result{Outcome: tournament.BlackWins},
		})
		must(t, err)
	}
	must(t, tn.Rest(2, true, now))
	must(t, tn.EndEvening(now.Add(4*time.Hour)))
	now = now.AddDate(0, 0, 7)
	arrive()
	must(t, tn.Rest(2, true, now))
	_, err = tn.Begin(tournament.Pair{Black: 1, White: 3, Table: 4}, now)
	must(t, err)
	return tn
}
