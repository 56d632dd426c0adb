package workbook

import (
	"fmt"
	"io"
	"testing"

	"tourney/internal/rank"
	"tourney/internal/testkit/formattest"
	"tourney/internal/tournament"
)

// BenchmarkWorkbook writes the workbook of a congress of 1000 players after ten rounds.
func BenchmarkWorkbook(b *testing.B) {
	tn := formattest.Club(b)
	tn.Settings.Rounds = 10
	const players = 1000
	for i := range players {
		p := tournament.Player{
			Family: fmt.Sprintf("Family%d", i), Given: "Given", Rank: rank.FromIndex(5 - i/40), Country: "FI", Club: fmt.Sprint("Club ", i%60),
			EGD: fmt.Sprintf("1%07d", i), Rating: rank.Points(2600 - 2*i), Status: tournament.CheckedIn,
		}
		if _, err := tn.AddPlayer(p, tournament.AllowNamesakes); err != nil {
			b.Fatal(err)
		}
	}
	for n := 1; n <= 10; n++ {
		var games []tournament.Game
		for i := range players / 2 {
			games = append(games, tournament.Game{
				Black: tn.Players[i].ID, White: tn.Players[players/2+(i+n)%(players/2)].ID, Komi: 13,
			})
		}
		if err := tn.SetDraft(n, games, nil, tournament.Drawn{}); err != nil {
			b.Fatal(err)
		}
		if err := tn.Publish(n); err != nil {
			b.Fatal(err)
		}
		for i := range tn.Rounds[n-1].Games {
			tn.Rounds[n-1].Games[i].Result = tournament.Result{Outcome: tournament.BlackWins + tournament.Outcome(i*n%2)}
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		if err := (Occasion{}).WriteWorkbook(io.Discard, tn, nil); err != nil {
			b.Fatal(err)
		}
	}
}
