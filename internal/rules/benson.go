package rules

import "slices"

// unconditional finds the chains of one color that the opponent cannot
// capture even if their owner always passes (David B. Benson, Life in the
// game of Go, 1976), and the enemy stones that are dead inside them.
// It returns, by point, 1 for stones that live and -1 for stones that die.
func (b *Board) unconditional(c Color) []int8 {
	n := (b.rows + 2) * stride
	u := &unconditional{
		Board: b, color: c,
		eyes: make([][]int16, n), alive: make([]bool, n), out: make([]int8, n),
	}
	u.findAreas()
	for u.dismiss() {
	}
	for _, a := range u.areas {
		if a.vital && u.tooSmall(a) {
			for _, p := range a.points {
				if b.cells[p].color == c.Opponent() {
					u.out[p] = -1
				}
			}
		}
	}
	b.Points(func(p Point) {
		if b.cells[p].color == c && u.alive[b.cells[p].head] {
			u.out[p] = 1
		}
	})
	return u.out
}

type unconditional struct {
	*Board
	color Color
	areas []enclosed
	eyes  [][]int16 // by head of a chain: areas whose empty points are all its liberties
	alive []bool    // by head of a chain
	out   []int8
}

// An enclosed area is a connected set of points without stones of the color.
type enclosed struct {
	points []Point
	heads  []Point // chains of the color around it
	vital  bool    // all of them may still be alive
}

// findAreas starts with every chain alive and every area vital.
func (u *unconditional) findAreas() {
	seen := make([]bool, len(u.alive))
	u.Points(func(p Point) {
		if u.cells[p].color == u.color {
			u.alive[u.cells[p].head] = true
			return
		}
		if seen[p] {
			return
		}
		id := int16(len(u.areas))
		points, heads := u.spaceOf(p, u.color, seen)
		a := enclosed{points: points, heads: heads, vital: true}
		for _, h := range a.heads {
			if u.allLiberties(a, h) {
				u.eyes[h] = append(u.eyes[h], id)
			}
		}
		u.areas = append(u.areas, a)
	})
}

// dismiss removes chains that have fewer than two eyes among the vital areas,
// then the areas that such a chain surrounds. It reports whether there were any.
func (u *unconditional) dismiss() bool {
	changed := false
	u.Points(func(p Point) {
		if u.cells[p].color == u.color && u.cells[p].head == p && u.alive[p] && u.vitalEyes(p) < 2 {
			u.alive[p] = false
			changed = true
		}
	})
	for i := range u.areas {
		a := &u.areas[i]
		for _, h := range a.heads {
			if a.vital && !u.alive[h] {
				a.vital = false
				changed = true
			}
		}
	}
	return changed
}

func (u *unconditional) vitalEyes(head Point) (n int) {
	for _, id := range u.eyes[head] {
		if u.areas[id].vital {
			n++
		}
	}
	return n
}

func (u *unconditional) allLiberties(a enclosed, head Point) bool {
	for _, p := range a.points {
		if u.cells[p].color == Empty && !u.touches(p, func(c cell) bool { return c.color == u.color && c.head == head }) {
			return false
		}
	}
	return true
}

// tooSmall reports whether the opponent has no room for two eyes in an area:
// only points that touch no living chain can become eyes.
func (u *unconditional) tooSmall(a enclosed) bool {
	room := 0
	for _, p := range a.points {
		if !u.touches(p, func(c cell) bool { return c.color == u.color }) {
			room++
		}
	}
	return room < 2
}

func (u *unconditional) touches(p Point, is func(cell) bool) bool {
	beside := neighbours(p)
	return slices.ContainsFunc(beside[:], func(n Point) bool { return is(u.cells[n]) })
}
