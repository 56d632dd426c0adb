package rules

import (
	"fmt"
	"strings"
)

// A SizeError reports a board size that NewBoard does not accept.
type SizeError struct{ Cols, Rows int }

func (e SizeError) Error() string { return fmt.Sprintf("board of %d×%d points", e.Cols, e.Rows) }

// A Board is a position: the stones on its points, in chains with their
// liberties. Make one with NewBoard.
type Board struct {
	cols, rows int
	lifted     int // stones taken up so far to change a chain by hand
	hash       uint64
	cells      [grid]cell
	size       [grid]uint16 // at a chain's head: its number of stones
}

// A cell is one point of the grid. The stones of a chain form a ring through
// next and share a head. libs counts, at the head, each empty neighbour of
// each stone, so a liberty that two stones touch counts twice: enough to see
// the last one go, and cheaper than a true count.
type cell struct {
	head, next Point
	libs       uint16
	color      Color
}

// NewBoard returns an empty board of 1 to MaxSize columns and rows, or a
// SizeError.
func NewBoard(cols, rows int) (*Board, error) {
	if cols < 1 || rows < 1 || cols > MaxSize || rows > MaxSize {
		return nil, SizeError{cols, rows}
	}
	b := &Board{cols: cols, rows: rows}
	for col := range cols {
		b.cells[At(col, -1)].color = edge
		b.cells[At(col, rows)].color = edge
	}
	for row := range rows {
		b.cells[At(-1, row)].color = edge
		b.cells[At(cols, row)].color = edge
	}
	for _, corner := range []Point{At(-1, -1), At(cols, -1), At(-1, rows), At(cols, rows)} {
		b.cells[corner].color = edge
	}
	return b, nil
}

// Cols returns the number of columns.
func (b *Board) Cols() int { return b.cols }

// Rows returns the number of rows.
func (b *Board) Rows() int { return b.rows }

// Clear takes all stones off.
func (b *Board) Clear() {
	for row := range b.rows {
		clear(b.cells[At(0, row):At(b.cols, row)])
	}
	b.hash = 0
}

// Has reports whether p is a point of this board; Pass is not.
func (b *Board) Has(p Point) bool {
	return uint(p.Col()) < uint(b.cols) && uint(p.Row()) < uint(b.rows)
}

// Stone returns the stone on a point, Empty also for a point off the board.
func (b *Board) Stone(p Point) Color {
	if !b.Has(p) {
		return Empty
	}
	return b.cells[p].color
}

// Points calls f for every point, row by row from the upper left.
func (b *Board) Points(f func(Point)) {
	for row := range b.rows {
		for col := range b.cols {
			f(At(col, row))
		}
	}
}

// Set puts a stone, or with Empty nothing, on a point whatever stood there.
// Nothing is captured: set-up stones may stand without liberties. Points off
// the board are ignored. The cost is in proportion to the chain that stood
// there; SetUp changes many points at once.
func (b *Board) Set(p Point, c Color) {
	if !b.Has(p) || b.cells[p].color == c {
		return
	}
	if b.cells[p].color != Empty {
		b.lift(p)
	}
	if c != Empty {
		b.put(p, c)
	}
}

// lift takes one stone off and rebuilds the rest of its chain.
func (b *Board) lift(p Point) {
	for _, s := range b.takeUp(p, nil) {
		if s.at != p {
			b.put(s.at, s.color)
		}
	}
}

// A stone is a point and its color.
type stone struct {
	at    Point
	color Color
}

// takeUp takes the chain of a stone off and appends its stones to list.
func (b *Board) takeUp(p Point, list []stone) []stone {
	c := b.cells[p].color
	b.Chain(p, func(q Point) { list = append(list, stone{q, c}) })
	b.lifted += b.remove(p)
	return list
}

// put places a stone on an empty point and joins it to its neighbours.
func (b *Board) put(p Point, c Color) {
	var libs uint16
	for _, q := range neighbours(p) {
		n := &b.cells[q]
		if n.color == Empty {
			libs++
		}
		b.cells[n.head&mask].libs--
	}
	b.cells[p&mask] = cell{head: p, next: p, libs: libs, color: c}
	b.size[p&mask] = 1
	b.hash ^= key(p, c)
	for _, n := range neighbours(p) {
		if b.cells[n].color == c {
			b.join(b.cells[p&mask].head, b.cells[n].head)
		}
	}
}

// join makes one chain of two, given by their heads; they may be the same.
func (b *Board) join(to, from Point) {
	if to == from {
		return
	}
	if b.size[to&mask] < b.size[from&mask] {
		to, from = from, to
	}
	b.size[to&mask] += b.size[from&mask]
	b.cells[to&mask].libs += b.cells[from&mask].libs
	for q := from; ; {
		b.cells[q&mask].head = to
		if q = b.cells[q&mask].next; q == from {
			break
		}
	}
	b.cells[to&mask].next, b.cells[from&mask].next = b.cells[from&mask].next, b.cells[to&mask].next
}

// remove takes the chain of a stone off and returns how many stones it had.
func (b *Board) remove(p Point) int {
	c, n := b.cells[p&mask].color, 0
	for q := p; ; {
		next := b.cells[q&mask].next
		b.cells[q&mask] = cell{}
		b.hash ^= key(q, c)
		for _, n := range neighbours(q) {
			b.cells[b.cells[n].head&mask].libs++
		}
		n++
		if q = next; q == p {
			return n
		}
	}
}

// A Change is the effect of a stone on the board.
type Change struct {
	Captured  int   // enemy stones taken off
	Suicide   int   // own stones taken off, the placed one included
	Overwrote bool  // a stone stood there
	taken     Point // where an enemy stone was taken off, or Pass
	ko        Point // where retaking at once is forbidden, or Pass
}

// Play puts a stone on a point of the board as the SGF format executes a move,
// legal or not: the stone replaces what stood there, then neighbouring enemy
// chains without liberty leave the board, then its own chain if it has none.
func (b *Board) Play(p Point, c Color) Change {
	var ch Change
	old, opp := b.cells[p&mask].color, c.Opponent()
	ch.Overwrote = old != Empty
	if old == opp {
		b.lift(p)
	}
	if old != c {
		b.put(p, c)
	}
	for _, n := range neighbours(p) {
		if b.cells[n].color == opp && b.cells[b.cells[n].head&mask].libs == 0 {
			ch.Captured += b.remove(n)
			ch.taken = n
		}
	}
	head := b.cells[p&mask].head & mask
	switch {
	case b.cells[head].libs == 0:
		ch.Suicide = b.remove(p)
	case ch.Captured == 1 && b.size[head] == 1 && b.cells[head].libs == 1:
		ch.ko = ch.taken
	}
	return ch
}

// key returns the hash of one stone on one point; the hash of a position is the
// exclusive or of its stones' keys. The mixing is the finisher of splitmix64.
func key(p Point, c Color) uint64 {
	z := (uint64(p)<<2 | uint64(c)) * 0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// String writes the position: rows from the top joined by a slash, X for
// Black, O for White and a full stop for an empty point.
func (b *Board) String() string {
	var s strings.Builder
	s.Grow((b.cols + 1) * b.rows)
	for row := range b.rows {
		if row > 0 {
			s.WriteByte('/')
		}
		for col := range b.cols {
			s.WriteByte(".XO"[b.cells[At(col, row)].color])
		}
	}
	return s.String()
}
