package gamerecord

import (
	"slices"
	"strings"

	"tourney/internal/rules/sgf"
)

// A Comparison holds the differences of two records of one game.
type Comparison struct {
	// Common is the number of moves that both begin with, KeptMoves and OtherMoves the number of all. Stones placed by
	// hand before a move must agree too.
	Common, KeptMoves, OtherMoves int
	// Symmetry is the one under which the other record agrees best with the kept one; Common and Other refer to that
	// image of the record.
	Symmetry Symmetry
	// Kept and Other are the next moves of each record, at most MostContinued.
	Kept, Other []sgf.Move
	// Headers are the properties about the game that differ, in the order of Headers.
	Headers []Header
}

// A Header is a property about the game, such as RE, with its values in both records.
type Header struct{ Property, Kept, Other string }

// MostContinued bounds the moves of each record in a Comparison.
const MostContinued = 12

// compared are the compared properties about the game, in the order of interest.
var compared = []string{"PB", "BR", "PW", "WR", "RE", "KM", "HA", "SZ", "RU", "DT", "EV", "RO", "PC", "GN", "TM", "OT"}

// Same reports whether the moves are the same.
func (c *Comparison) Same() bool { return c.KeptMoves == c.Common && c.OtherMoves == c.Common }

// Compare compares the main line of two records of one game.
func Compare(kept, other sgf.Game) Comparison {
	k := played(kept, 0)
	c := Comparison{KeptMoves: len(k), Symmetry: symmetryBetween(kept, other)}
	o := played(other, c.Symmetry)
	c.OtherMoves = len(o)
	for c.Common < min(len(k), len(o)) && k[c.Common] == o[c.Common] {
		c.Common++
	}
	c.Kept, c.Other = continued(k[c.Common:]), continued(o[c.Common:])
	for _, name := range compared {
		was, now := strings.TrimSpace(kept.Info(name)), strings.TrimSpace(other.Info(name))
		if was != now {
			c.Headers = append(c.Headers, Header{name, was, now})
		}
	}
	return c
}

// fewestTurned is the number of moves that must agree before a record counts as turned.
const fewestTurned = 10

// symmetryBetween returns the symmetry under which most moves of the other record match the kept one, wherever in the
// game they are: one wrong move at the beginning does not hide it. A symmetry has to agree twice as often as the record
// as it is.
func symmetryBetween(kept, other sgf.Game) (best Symmetry) {
	on := boardOf(kept)
	if on != boardOf(other) {
		return 0
	}
	k, o := played(kept, 0), played(other, 0)
	most := 0
	for _, s := range on.symmetries() {
		agree := 0
		for i := range min(len(k), len(o)) {
			m := o[i].move
			m.Point = on.image(s, m.Point)
			if m.Point != sgf.Pass && m == k[i].move {
				agree++
			}
		}
		switch {
		case s == 0:
			most = max(2*agree, fewestTurned-1)
		case agree > most:
			best, most = s, agree
		}
	}
	return best
}

// A step is a move with the stones that were placed by hand before it.
type step struct {
	move  sgf.Move
	setUp string
}

// played returns the main line on the turned board.
func played(g sgf.Game, s Symmetry) (steps []step) {
	on, setUp := boardOf(g), ""
	for n := range g.MainLine() {
		if n.HasSetup() {
			for _, name := range setUpProperties {
				var points []string
				set := n.Points(name)
				for p := range set.All() {
					points = append(points, on.image(s, p).String())
				}
				slices.Sort(points)
				setUp += name + strings.Join(points, " ")
			}
		}
		for m := range n.Moves() {
			m.Point = on.image(s, m.Point)
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
