package rules

import (
	"math/rand/v2"
	"testing"

	"tourney/internal/sgf"
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

// BenchmarkCheck checks and counts played-out games on 19×19 with marked dead
// stones, each already read: one, as a page does that is looked at, and all in
// turn.
func BenchmarkCheck(b *testing.B) {
	s := *system(b, "japanese")
	var records []sgf.Game
	for _, r := range table(b, "scoring/scoring.csv") {
		if r["kind"] == "server-record" && r["size_x"] == "19" {
			records = append(records, read(b, "scoring", "positions", r["file"]).Game(0))
		}
	}
	for _, bench := range []struct {
		name    string
		records []sgf.Game
	}{{"one", records[:1]}, {"all", records}} {
		b.Run(bench.name, func(b *testing.B) {
			b.ReportAllocs()
			moves, n := 0, 0
			for b.Loop() {
				moves += Check(bench.records[n%len(bench.records)], s, Options{}).Moves
				n++
			}
			b.ReportMetric(float64(moves)/float64(n), "moves")
		})
	}
}

func BenchmarkPropose(b *testing.B) {
	var boards []*Board
	for _, r := range table(b, "scoring/scoring.csv") {
		if r["kind"] == "server-record" && r["size_x"] == "19" {
			boards = append(boards, r.board(b))
		}
	}
	n := 0
	for b.Loop() {
		Propose(boards[n%len(boards)])
		n++
	}
}
