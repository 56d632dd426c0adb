package rules

import "slices"

// try returns the offence that Play would return, without playing. On a point
// with a stone it is Occupied alone.
func (g *Game) try(c Color, p Point) Offence {
	switch {
	case p == Pass:
		return 0
	case !g.Has(p):
		return OffBoard
	case g.Stone(p) != Empty:
		return Occupied
	}
	g.begin(c)
	var o Offence
	if p == g.ko && c == g.koFor {
		o = KoRetaken
	}
	hash, suicide := g.preview(p, c)
	return o | suicideOf(suicide) | g.repeated(g.history.find(hash|1).seen(c.Opponent()))
}

// preview returns the hash of the position after a stone on an empty point, and how many stones of the same color the
// move would take off.
func (b *Board) preview(p Point, c Color) (hash uint64, suicide int) {
	hash = b.hash ^ key(p, c)
	suicide = 1
	captures, hasLiberty := false, false
	var heads [4]Point
	for i, n := range neighbours(p) {
		head := b.cells[n].head
		switch color := b.cells[n].color; {
		case color == Empty:
			hasLiberty = true
		case color == edge:
		case !b.takesLastLiberty(p, head):
			hasLiberty = hasLiberty || color == c
		case !slices.Contains(heads[:i], head):
			heads[i] = head
			if color == c {
				suicide += int(b.size[head])
			} else {
				captures = true
				hash ^= b.hashOf(head)
			}
		}
	}
	if captures || hasLiberty {
		return hash, 0
	}
	hash = b.hash
	for _, head := range heads {
		if head != 0 {
			hash ^= b.hashOf(head)
		}
	}
	return hash, suicide
}

// takesLastLiberty reports whether a stone on an empty point takes the last
// liberty of the chain with a head.
func (b *Board) takesLastLiberty(p, head Point) bool {
	var touching uint16
	for _, n := range neighbours(p) {
		if b.cells[n].head == head && b.cells[n].color != edge {
			touching++
		}
	}
	return b.cells[head].libs == touching
}

func (b *Board) hashOf(head Point) (hash uint64) {
	b.Chain(head, func(q Point) { hash ^= key(q, b.cells[q].color) })
	return hash
}
