package gamerecord

import (
	"slices"
	"testing"

	"tourney/internal/rules/sgf"
)

// game returns a record of moves in two letters each, Black first.
func game(size, moves string, setUp ...sgf.Point) sgf.Game {
	var b sgf.Builder
	b.Set("SZ", size)
	b.Add("AB", setUp...)
	next := sgf.Black
	for at := range slices.Chunk([]byte(moves), 2) {
		p := sgf.Pass
		if at[0] != '-' {
			p = sgf.Point{Column: int8(at[0] - 'a'), Row: int8(at[1] - 'a')}
		}
		b.Play(sgf.Move{Color: next, Point: p})
		next = sgf.Black + sgf.White - next
	}
	c, _ := Read([]byte(b.String()))
	return c.Game(0)
}

const opening = "pdddpppdqcdqcnqqjjfcfqnckq"

// A record of any symmetry is recognised, and the symmetry restores the original, one wrong move at the beginning or not.
func TestCompareTurned(t *testing.T) {
	wrong := "aa" + opening[2:]
	corner := sgf.Point{Column: 2, Row: 1}
	for _, size := range []string{"19", "19:17"} {
		kept := game(size, opening, corner)
		symmetries := boardOf(kept).symmetries()
		if want := map[string]int{"19": 8, "19:17": 4}[size]; len(symmetries) != want {
			t.Errorf("%s: %d symmetries", size, len(symmetries))
		}
		for _, symmetry := range symmetries {
			if c := Compare(kept, symmetry.Of(kept)); !c.Same() || (c.Symmetry == 0) != (symmetry == 0) {
				t.Errorf("%s: turned by %d: %+v", size, symmetry, c)
			}
			c := Compare(kept, symmetry.Of(game(size, wrong, corner)))
			if c.Common != 0 || len(c.Other) == 0 || c.Other[0].Point.String() != "aa" || c.Other[1] != c.Kept[1] {
				t.Errorf("%s: turned by %d with a wrong move: %+v", size, symmetry, c)
			}
			if same := Compare(kept, c.Symmetry.Of(symmetry.Of(kept))); same.Symmetry != 0 || !same.Same() {
				t.Errorf("%s: turned by %d and back: %+v", size, symmetry, same)
			}
		}
	}
}

// Few moves, or a different game on the other side of the board, do not count as a turned record.
func TestCompareOthers(t *testing.T) {
	for _, test := range [][2]string{
		{opening[:18], "pp" + "dpddpd" + opening[8:18]},
		{opening, "dpppddpd" + "cncqfqqqnqmpjjoqpl"},
		{"--" + opening[:18], "--" + opening[:18]},
	} {
		if c := Compare(game("19", test[0]), game("19", test[1])); c.Symmetry != 0 {
			t.Errorf("%q: %+v", test, c)
		}
	}
	if c := Compare(game("19", opening), game("13", opening[:8])); c.Symmetry != 0 {
		t.Errorf("of another size: %+v", c)
	}
}
