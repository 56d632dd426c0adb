package rules

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// try and Play return the same, on every point after every move of games that are
// full of captures, suicides and repetitions.
func TestTryAgreesWithPlay(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		cols, rows := rapid.IntRange(1, 4).Draw(t, "columns"), rapid.IntRange(1, 4).Draw(t, "rows")
		g, err := NewGame(cols, rows)
		if err != nil {
			t.Fatal(err)
		}
		for range rapid.IntRange(1, 40).Draw(t, "moves") {
			c := rapid.SampledFrom([]Color{Black, White}).Draw(t, "color")
			g.Points(func(p Point) {
				foreseen := g.try(c, p)
				repeats := g.repeats
				other := g.Clone()
				if g.Stone(p) != Empty {
					if foreseen != Occupied {
						t.Fatalf("%s on %s of %s: %b", c, p.Name(rows), g, foreseen)
					}
					return
				}
				if found := other.Play(c, p); found != foreseen || other.repeats != repeats {
					t.Fatalf("%s on %s of %s offends %b of %d, foreseen is %b of %d", c, p.Name(rows), g,
						found, other.repeats, foreseen, repeats)
				}
			})
			col, row := rapid.IntRange(0, cols-1).Draw(t, "column"), rapid.IntRange(0, rows-1).Draw(t, "row")
			g.Play(c, At(col, row))
		}
	})
}

// Clone returns an independent copy.
func (g *Game) Clone() *Game {
	c := *g
	board := *g.Board
	c.Board = &board
	c.history.slots = slices.Clone(g.history.slots)
	return &c
}
