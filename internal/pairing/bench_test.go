package pairing

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"tourney/internal/rank"
	"tourney/internal/tournament"
)

// openField returns an invented open tournament before round n: ranks from 20k
// to 7d with most in the middle, sixty clubs of ten countries, and results as
// the ranks make them likely.
func openField(t failer, preset string, players, n int) *tournament.Tournament {
	s := settings(t, preset)
	s.Rounds = max(s.Rounds, n)
	tn, err := tournament.New(tournament.Info{Slug: "invented-open", Name: "Invented Open"}, s)
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(uint64(players), 5))
	countries := []string{"AT", "CZ", "DE", "FI", "FR", "IT", "NL", "PL", "RO", "SE"}
	for i := range players {
		index := r.IntN(14) + r.IntN(14) - 20
		club := r.IntN(60)
		p := tournament.Player{
			Family: fmt.Sprintf("%c%03d", 'A'+i/1000, i%1000), Rank: rank.FromIndex(index), Rating: rank.Points(2100 + 100*index + r.IntN(100) - 50),
			Club: fmt.Sprint("Club ", club), Country: countries[club%len(countries)], Status: tournament.CheckedIn,
		}
		if _, err := tn.AddPlayer(p, tournament.RefuseNamesakes); err != nil {
			t.Fatal(err)
		}
	}
	for k := 1; k < n; k++ {
		d := draw(t, tn, k)
		var results []tournament.Result
		for _, g := range d.Games {
			gap := tn.Player(g.Game.Black).Rank.Index() - tn.Player(g.Game.White).Rank.Index()
			if g.Game.Handicap > 0 {
				gap = 0
			}
			result := whiteWon
			if r.IntN(100) < 50+8*gap {
				result = blackWon
			}
			results = append(results, result)
		}
		play(t, tn, k, d.Drafted(), d.Byes, results...)
	}
	return tn
}

// BenchmarkRound draws the third round of open tournaments in one piece: the
// weights of all pairs, the best matching with its proof, shares and hash.
func BenchmarkRound(b *testing.B) {
	for _, preset := range []string{"egf", "swiss", "finnish"} {
		for _, players := range []int{128, 512, 1024, 2000, 5000} {
			b.Run(fmt.Sprintf("%s/%d", preset, players), func(b *testing.B) {
				tn := openField(b, preset, players, 3)
				for b.Loop() {
					draw(b, tn, 3)
				}
			})
		}
	}
}
