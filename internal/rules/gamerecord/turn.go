package gamerecord

import (
	"strconv"

	"tourney/internal/rules/sgf"
)

// A Turn is one of the eight ways to place the same game on a board. Recorders on opposite sides of the board write
// records of different turns.
type Turn uint8

// The parts of a turn, in this order. The zero Turn leaves the board as it is.
const (
	swapped Turn = 1 << iota // columns become rows: for square boards only
	mirroredColumns
	mirroredRows
)

// A board turns points.
type board struct{ columns, rows int8 }

func boardOf(g sgf.Game) board {
	columns, rows, _ := g.Size()
	return board{int8(columns), int8(rows)}
}

// turns returns the turns that lay the board on itself, half of all where it is
// not square.
func (b board) turns() (list []Turn) {
	for t := range mirroredRows << 1 {
		if t&swapped == 0 || b.columns == b.rows {
			list = append(list, t)
		}
	}
	return list
}

func (b board) turn(t Turn, p sgf.Point) sgf.Point {
	if p == sgf.Pass {
		return p
	}
	if t&swapped != 0 {
		p.Column, p.Row = p.Row, p.Column
	}
	if t&mirroredColumns != 0 {
		p.Column = b.columns - 1 - p.Column
	}
	if t&mirroredRows != 0 {
		p.Row = b.rows - 1 - p.Row
	}
	return p
}

// Of returns the main line of a record on the turned board: the moves and the stones
// placed by hand, and nothing else.
func (t Turn) Of(g sgf.Game) sgf.Game {
	on := boardOf(g)
	var b sgf.Builder
	b.Set("SZ", strconv.Itoa(int(on.columns))+":"+strconv.Itoa(int(on.rows)))
	for n := range g.MainLine() {
		if n.HasSetup() {
			b.Step()
			for _, name := range setUpProperties {
				var points []sgf.Point
				set := n.Points(name)
				for p := range set.All() {
					points = append(points, on.turn(t, p))
				}
				b.Add(name, points...)
			}
		}
		for m := range n.Moves() {
			b.Play(sgf.Move{Color: m.Color, Point: on.turn(t, m.Point)})
		}
	}
	c, _ := Read([]byte(b.String()))
	return c.Game(0)
}

// setUpProperties place and remove stones by hand.
var setUpProperties = []string{"AB", "AW", "AE"}
