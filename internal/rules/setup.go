package rules

import "tourney/internal/rules/sgf"

// mostLifted bounds the work that stones placed upon stones may cause: far
// more than any game or lesson needs, and some 20 ms.
const mostLifted = 1 << 21

// Overworked reports whether more stones have been changed by hand than in any
// real game record: the record is made to cost time, and playing it should
// stop. It counts the stones of every chain that Set, SetUp or Play broke up.
func (b *Board) Overworked() bool { return b.lifted > mostLifted }

// CopyFrom copies the position of another board. The count of Overworked
// stays b's own.
func (b *Board) CopyFrom(other *Board) {
	lifted := b.lifted
	*b = *other
	b.lifted = lifted
}

// SetUp executes the set-up of a node of a record: it removes the stones of AE and places the stones of AB and AW,
// whatever stood there. Nothing is captured. Each chain is removed once, so the cost is in proportion to the named
// points and the chains on them.
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
