package gamerecord

import (
	"strconv"

	"tourney/internal/rules/sgf"
)

// A Symmetry is one of the eight rotations and reflections of the board. Recorders on opposite sides of the board write
// records that differ by one.
type Symmetry uint8

// The parts of a symmetry, in this order. The zero Symmetry is the identity.
const (
	swapped Symmetry = 1 << iota // columns become rows: for square boards only
	mirroredColumns
	mirroredRows
)

// A board has the size of a board.
type board struct{ columns, rows int8 }

func boardOf(g sgf.Game) board {
	columns, rows, _ := g.Size()
	return board{int8(columns), int8(rows)}
}

// symmetries returns the symmetries of the board: four of the eight if it is not square.
func (b board) symmetries() (list []Symmetry) {
	for s := range mirroredRows << 1 {
		if s&swapped == 0 || b.columns == b.rows {
			list = append(list, s)
		}
	}
	return list
}

// image returns the image of a point.
func (b board) image(s Symmetry, p sgf.Point) sgf.Point {
	if p == sgf.Pass {
		return p
	}
	if s&swapped != 0 {
		p.Column, p.Row = p.Row, p.Column
	}
	if s&mirroredColumns != 0 {
		p.Column = b.columns - 1 - p.Column
	}
	if s&mirroredRows != 0 {
		p.Row = b.rows - 1 - p.Row
	}
	return p
}

// Of returns the image of a record's main line: the moves and the stones placed by hand, and nothing else.
func (s Symmetry) Of(g sgf.Game) sgf.Game {
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
					points = append(points, on.image(s, p))
				}
				b.Add(name, points...)
			}
		}
		for m := range n.Moves() {
			b.Play(sgf.Move{Color: m.Color, Point: on.image(s, m.Point)})
		}
	}
	c, _ := Read([]byte(b.String()))
	return c.Game(0)
}

// setUpProperties place and remove stones by hand.
var setUpProperties = []string{"AB", "AW", "AE"}
