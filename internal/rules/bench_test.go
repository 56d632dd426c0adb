package rules

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"tourney/internal/rules/sgf"
)

// A played move.
type played struct {
	c Color
	p Point
}

// randomGames plays legal moves at random that fill no eye, so that the games
// have the length and the captures of real ones and more.
func randomGames(tb testing.TB, n, size int) [][]played {
	tb.Helper()
	rng := rand.New(rand.NewPCG(1, 2))
	var games [][]played
	for range n {
		g, err := NewGame(size, size)
		if err != nil {
			tb.Fatal(err)
		}
		var moves []played
		c := Black
		for len(moves) < 250 {
			p := At(rng.IntN(size), rng.IntN(size))
			if g.Stone(p) != Empty || eyeLike(g.Board, p, c) {
				continue
			}
			moves = append(moves, played{c, p})
			g.Play(c, p)
			c = c.Opponent()
		}
		games = append(games, moves)
	}
	return games
}

func eyeLike(b *Board, p Point, c Color) bool {
	for _, q := range neighbours(p) {
		if n := b.cells[q].color; n != c && n != edge {
			return false
		}
	}
	return true
}

// BenchmarkReplay plays games on 19×19 and looks up every move's offences,
// under simple ko and both superkos: 500 games of 250 random moves, and the
// reference records.
func BenchmarkReplay(b *testing.B) {
	b.Run("random", func(b *testing.B) { replay(b, randomGames(b, 500, 19)) })
	b.Run("records", func(b *testing.B) { replay(b, recordedGames(b)) })
}

func replay(b *testing.B, games [][]played) {
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

// recordedGames returns the moves of the whole games on 19×19 among the
// reference records.
func recordedGames(tb testing.TB) (games [][]played) {
	tb.Helper()
	for _, r := range table(tb, "sgf/expected.csv") {
		if r["class"] != "ok" || r["size_x"] != "19" || r.number(tb, "setup_w") > 0 || r.number(tb, "moves") < 100 {
			continue
		}
		var moves []played
		for n := range read(tb, "sgf", "games", r["file"]).Game(r.number(tb, "game") - 1).MainLine() {
			for m := range n.Moves() {
				moves = append(moves, played{Color(m.Color), PointOf(m.Point)})
			}
		}
		games = append(games, moves)
	}
	return games
}

// BenchmarkCheck checks and counts played-out games on 19×19 with marked dead
// stones, already parsed: one, as a page of a game does, and all in turn.
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

// BenchmarkPropose proposes the dead stones of the finished positions on 19×19
// in turn, by kind of material. The slowest position counts with its shortest
// time, so that other work on the machine matters less: -benchtime 10s.
func BenchmarkPropose(b *testing.B) {
	s := system(b, "japanese")
	boards := map[string][]*Board{}
	for _, f := range append(serverGames(b), ownMaterial(b)...) {
		if f.board.Cols() == 19 {
			boards[f.kind] = append(boards[f.kind], f.board)
		}
	}
	for _, kind := range slices.Sorted(maps.Keys(boards)) {
		b.Run(strings.ReplaceAll(kind, " ", "-"), func(b *testing.B) {
			b.ReportAllocs()
			times := make([]time.Duration, len(boards[kind]))
			for n := 0; b.Loop(); n++ {
				i := n % len(times)
				start := time.Now()
				s.Propose(boards[kind][i])
				if took := time.Since(start); times[i] == 0 || took < times[i] {
					times[i] = took
				}
			}
			b.ReportMetric(float64(slices.Max(times).Microseconds())/1000, "ms-slowest")
		})
	}
}

// Reset takes the game back to an empty board without a history.
func (g *Game) Reset() {
	g.Clear()
	g.history.reset()
	*g = Game{Board: g.Board, history: g.history}
}
