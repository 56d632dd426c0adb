package rules

import (
	"math/rand/v2"
	"testing"
)

type randomMove struct {
	c Color
	p Point
}

// randomGames plays legal moves at random that fill no eye, so that the games
// have the length and the captures of real ones and more.
func randomGames(tb testing.TB, n, size int) [][]randomMove {
	tb.Helper()
	rng := rand.New(rand.NewPCG(1, 2))
	var games [][]randomMove
	for range n {
		g, err := NewGame(size, size)
		if err != nil {
			tb.Fatal(err)
		}
		var moves []randomMove
		c := Black
		for len(moves) < 250 {
			p := At(rng.IntN(size), rng.IntN(size))
			if g.Stone(p) != Empty || eyeLike(g.Board, p, c) {
				continue
			}
			moves = append(moves, randomMove{c, p})
			g.Play(c, p)
			c = c.Opponent()
		}
		games = append(games, moves)
	}
	return games
}

func eyeLike(b *Board, p Point, c Color) bool {
	for _, d := range around {
		if n := b.cells[(p+d)&mask].color; n != c && n != edge {
			return false
		}
	}
	return true
}

func BenchmarkReplay(b *testing.B) {
	games := randomGames(b, 500, 19)
	g, err := NewGame(19, 19)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	moves := 0
	for b.Loop() {
		for _, record := range games {
			g.Reset()
			for _, m := range record {
				g.Play(m.c, m.p)
			}
			moves += len(record)
		}
	}
	b.ReportMetric(float64(moves)/b.Elapsed().Seconds(), "moves/s")
}

func BenchmarkScore(b *testing.B) {
	rows := table(b, "scoring/scoring.csv")
	for _, reading := range []struct {
		name string
		s    string
	}{{"territory", "japanese"}, {"area", "chinese"}} {
		b.Run(reading.name, func(b *testing.B) {
			s, _ := ByName(reading.s)
			var fs []Final
			for _, r := range rows {
				if r["kind"] == "server-record" && r["size_x"] == "19" {
					fs = append(fs, r.final(b))
				}
			}
			b.ReportAllocs()
			n := 0
			for b.Loop() {
				s.Score(fs[n%len(fs)])
				n++
			}
		})
	}
}
