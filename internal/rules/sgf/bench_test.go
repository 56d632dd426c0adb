package sgf

import (
	"io"
	"testing"

	"tourney/internal/testkit/golden"
)

// longRecord builds a record of 250 moves on 19 by 19, in the shape that
// servers give them: 2.5 kB with names, clock times and a comment.
func longRecord() []byte {
	var b Builder
	for _, p := range [][2]string{
		{"SZ", "19"}, {"KM", "6.5"}, {"RU", "Japanese"}, {"PB", "Aino Virtanen"}, {"PW", "Jan Nowak"},
		{"BR", "3k"}, {"WR", "1d"}, {"DT", "2026-01-10"}, {"EV", "Winter tournament"}, {"RE", "W+3.5"},
	} {
		b.Set(p[0], p[1])
	}
	for i := range 250 {
		at := i * 7 % 361
		b.Play(Move{Black + Color(i%2), Point{int8(at % 19), int8(at / 19)}})
	}
	b.Set("C", "Thank you for the game.")
	return []byte(b.String())
}

// ordinary returns the records of the data that are ordinary games.
func ordinary(b *testing.B) (files [][]byte, size int64) {
	for _, row := range golden.Rows(b, "sgf", "expected.csv") {
		if row["note"] == "ordinary game (random draw by folder)" {
			data := golden.ReadSample(b, "sgf", "games", row["file"])
			files = append(files, data)
			size += int64(len(data))
		}
	}
	return files, size
}

// BenchmarkParse reads one record after the other.
func BenchmarkParse(b *testing.B) {
	read := func(b *testing.B, files [][]byte, size int64) {
		b.SetBytes(size / int64(len(files)))
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ {
			Parse(files[i%len(files)], Options{})
		}
		b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "files/s")
	}
	b.Run("built", func(b *testing.B) {
		data := longRecord()
		read(b, [][]byte{data}, int64(len(data)))
	})
	b.Run("ordinary", func(b *testing.B) {
		files, size := ordinary(b)
		read(b, files, size)
	})
}

// BenchmarkMoves walks along the main line of a record.
func BenchmarkMoves(b *testing.B) {
	c, _ := Parse(longRecord(), Options{})
	b.ReportAllocs()
	moves := 0
	for b.Loop() {
		moves += walk(c)
	}
	b.ReportMetric(float64(moves)/b.Elapsed().Seconds(), "moves/s")
}

// walk reads the moves and set-up stones of the first game.
func walk(c *Collection) (moves int) {
	for n := range c.Game(0).MainLine() {
		if n.HasSetup() {
			moves += n.Points("AB").Len()
		}
		for range n.Moves() {
			moves++
		}
	}
	return moves
}

// BenchmarkWrite writes a record.
func BenchmarkWrite(b *testing.B) {
	c, _ := Parse(longRecord(), Options{})
	b.ReportAllocs()
	for b.Loop() {
		if err := Write(io.Discard, c); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkHostile measures each hostile file.
func BenchmarkHostile(b *testing.B) {
	for _, tt := range hostile {
		b.Run(tt.name, func(b *testing.B) {
			data := []byte(tt.text())
			b.ReportAllocs()
			for b.Loop() {
				Parse(data, Options{})
			}
		})
	}
}

// TestAllocations checks the promise of doc.go: few allocations to read a record, none to walk through it.
func TestAllocations(t *testing.T) {
	data := longRecord()
	c, _ := Parse(data, Options{})
	if n := testing.AllocsPerRun(20, func() { Parse(data, Options{}) }); n > 8 {
		t.Errorf("%v allocations to read a record", n)
	}
	if n := testing.AllocsPerRun(20, func() {
		if walk(c) != 250 {
			t.Error("moves are missing")
		}
	}); n > 0 {
		t.Errorf("%v allocations to walk through a record", n)
	}
}
