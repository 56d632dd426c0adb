package sgf

import (
	"iter"
	"math/bits"
)

// MaxSize is the longest side of a board whose points SGF can name: a to z,
// then A to Z.
const MaxSize = 52

// A Color is the colour of a stone, or Empty for a point without one and
// where no colour is named.
type Color int8

// The colours.
const (
	Empty Color = iota
	Black
	White
)

// String returns "B", "W" or ".".
func (c Color) String() string {
	switch c {
	case Black:
		return "B"
	case White:
		return "W"
	}
	return "."
}

// A Point is a point of the board, counted from the upper left corner: the
// zero Point is aa.
type Point struct{ Column, Row int8 }

// Pass stands for the point of a move that is a pass.
var Pass = Point{-1, -1}

// String returns the two letters of the format, empty for Pass.
func (p Point) String() string {
	if p == Pass {
		return ""
	}
	return string([]byte{letter(p.Column), letter(p.Row)})
}

func letter(i int8) byte {
	switch {
	case i >= 0 && i < 26:
		return 'a' + byte(i)
	case i >= 26 && i < MaxSize:
		return 'A' + byte(i-26)
	}
	return '?'
}

// ordinal is letter's inverse: MaxSize or more for a byte that is not a coordinate.
func ordinal(c byte) int8 {
	switch {
	case c-'a' < 26:
		return int8(c - 'a')
	case c-'A' < 26:
		return int8(c-'A') + 26
	}
	return 127
}

// A PointSet is a set of points of one board. The zero PointSet is empty.
type PointSet struct {
	rows [MaxSize]uint64 // bit i of row r is column i
}

// Has reports whether p is in the set.
func (s PointSet) Has(p Point) bool {
	return uint8(p.Row) < MaxSize && s.rows[p.Row]>>uint8(p.Column)&1 != 0
}

// Len returns the number of points.
func (s PointSet) Len() int {
	n := 0
	for _, row := range s.rows {
		n += bits.OnesCount64(row)
	}
	return n
}

// All yields the points row by row from the top, each from left to right.
func (s PointSet) All() iter.Seq[Point] {
	return func(yield func(Point) bool) {
		for r, row := range s.rows {
			for ; row != 0; row &= row - 1 {
				if !yield(Point{int8(bits.TrailingZeros64(row)), int8(r)}) {
					return
				}
			}
		}
	}
}

// addRectangle adds every point between two corners, both included.
func (s *PointSet) addRectangle(a, b Point) {
	left, right := min(a.Column, b.Column), max(a.Column, b.Column)
	row := uint64(1)<<(right-left+1) - 1
	row <<= left
	for r := min(a.Row, b.Row); r <= max(a.Row, b.Row); r++ {
		s.rows[r] |= row
	}
}

func (s PointSet) intersects(other PointSet) bool {
	for r := range s.rows {
		if s.rows[r]&other.rows[r] != 0 {
			return true
		}
	}
	return false
}
