package rules

import "tourney/internal/sgf"

// mostLifted bounds the work that stones placed upon stones may cause: far
// more than any game or lesson needs, and some 20 ms.
const mostLifted = 1 << 21

// Overworked reports whether more stones have been changed by hand than any
// game record does. Who plays a record stops there: the rest is made to cost
// time. It counts the stones of every chain that Set, SetUp or Play broke up.
func (b *Board) Overworked() bool { return b.lifted > mostLifted }

// CopyFrom puts the position of another board on b. What Overworked counts
// goes on from where b was.
func (b *Board) CopyFrom(other *Board) {
	lifted := b.lifted
	*b = *other
	b.lifted = lifted
}

// SetUp carries out what a node of a record sets up: the stones of AE leave
// the board, those of AB and AW are placed, whatever stood there. Nothing is
// captured. Each chain is taken up once, so that the cost is in proportion to
// the points named and the chains on them.
func (b *Board) SetUp(n sgf.Node) {
	b.setAll(n.Points("AE"), Empty)
	b.setAll(n.Points("AB"), Black)
	b.setAll(n.Points("AW"), White)
}

// setAll is Set for many points.
func (b *Board) setAll(points sgf.PointSet, c Color) {
	var up []stone
	for at := range points.All() {
		p := PointOf(at)
		if b.Has(p) && b.cells[p].color != Empty && b.cells[p].color != c {
			up = b.takeUp(p, up)
		}
	}
	for _, s := range up {
		if !points.Has(sgf.Point{Column: int8(s.at.Col()), Row: int8(s.at.Row())}) {
			b.put(s.at, s.color)
		}
	}
	if c == Empty {
		return
	}
	for at := range points.All() {
		if p := PointOf(at); b.Has(p) && b.cells[p].color == Empty {
			b.put(p, c)
		}
	}
}
