package gamerecord

import (
	"slices"
	"strings"

	"tourney/internal/sgf"
)

// A Comparison is how two records of one game differ.
type Comparison struct {
	// Common is the number of moves that both begin with, KeptMoves and OtherMoves the
	// number of all. Where the records place stones by hand differently before one of these
	// moves, they part there.
	Common, KeptMoves, OtherMoves int
	// Kept and Other are what each goes on with, at most MostContinued moves.
	Kept, Other []sgf.Move
	// Headers are the properties about the game that differ, in the order of Headers.
	Headers []Header
}

// A Header is a property about the game, such as RE, with its values in both records.
type Header struct{ Property, Kept, Other string }

// MostContinued is how many moves of each record a Comparison shows.
const MostContinued = 12

// compared are the properties about the game that are compared, in the order in which
// people look at them.
var compared = []string{"PB", "BR", "PW", "WR", "RE", "KM", "HA", "SZ", "RU", "DT", "EV", "RO", "PC", "GN", "TM", "OT"}

// Same reports whether the moves are the same.
func (c *Comparison) Same() bool { return c.KeptMoves == c.Common && c.OtherMoves == c.Common }

// Compare compares the main line of two records of one game.
func Compare(kept, other sgf.Game) Comparison {
	k, o := played(kept), played(other)
	c := Comparison{KeptMoves: len(k), OtherMoves: len(o)}
	for c.Common < min(len(k), len(o)) && k[c.Common] == o[c.Common] {
		c.Common++
	}
	c.Kept, c.Other = continued(k[c.Common:]), continued(o[c.Common:])
	for _, name := range compared {
		was, now := strings.TrimSpace(kept.Root().Text(name)), strings.TrimSpace(other.Root().Text(name))
		if was != now {
			c.Headers = append(c.Headers, Header{name, was, now})
		}
	}
	return c
}

// A step is a move with the stones that were placed by hand before it.
type step struct {
	move  sgf.Move
	setUp string
}

// played returns the main line.
func played(g sgf.Game) (steps []step) {
	setUp := ""
	for n := range g.MainLine() {
		if n.HasSetup() {
			for _, name := range []string{"AB", "AW", "AE"} {
				var points []string
				set := n.Points(name)
				for p := range set.All() {
					points = append(points, p.String())
				}
				slices.Sort(points)
				setUp += name + strings.Join(points, " ")
			}
		}
		for m := range n.Moves() {
			steps = append(steps, step{m, setUp})
			setUp = ""
		}
	}
	return steps
}

func continued(steps []step) (moves []sgf.Move) {
	for _, s := range steps[:min(len(steps), MostContinued)] {
		moves = append(moves, s.move)
	}
	return moves
}
