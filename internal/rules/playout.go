package rules

import "slices"

// A playout plays a position to the very end: both sides capture and escape
// at once, keep their eyes and avoid giving stones away, and are otherwise
// random.
type playout struct {
	Board
	ko     Point
	koFor  Color
	last   Point
	change Change // of the last move
	points []Point
	open   []Point // the empty points, and some that were empty
	random uint64
	found  []Point // scratch
}

// next returns a random number below n, by xorshift.
func (t *playout) next(n int) int {
	t.random ^= t.random << 13
	t.random ^= t.random >> 7
	t.random ^= t.random << 17
	return int((t.random >> 32) * uint64(n) >> 32)
}

// run plays on until both sides pass.
func (t *playout) run(toMove Color) {
	t.ko, t.last, t.change = Pass, Pass, Change{}
	t.listEmpty()
	passes := 0
	for moves := 0; passes < 2 && moves < 3*len(t.points); moves++ {
		p := t.choose(toMove)
		t.last, t.change = p, Change{}
		passes++
		if p != Pass {
			passes = 0
			t.change = t.Play(p, toMove)
			if t.change.Captured+t.change.Suicide > 0 {
				t.listEmpty()
			}
		}
		t.ko, t.koFor = t.change.ko, toMove.Opponent()
		toMove = toMove.Opponent()
	}
}

// listEmpty refills open with the empty points.
func (t *playout) listEmpty() {
	t.open = t.open[:0]
	for _, p := range t.points {
		if t.cells[p].color == Empty {
			t.open = append(t.open, p)
		}
	}
}

// choose returns the move of a side: an answer to the last move if there is
// an urgent one, else the first of four that captures, else any sensible one.
func (t *playout) choose(c Color) Point {
	if t.last != Pass {
		if p := t.answer(c); p != Pass {
			return p
		}
	}
	first, tries := Pass, 4
	for k := len(t.open); k > 0 && tries > 0; k-- {
		i := t.next(k)
		p := t.open[i]
		t.open[i], t.open[k-1] = t.open[k-1], p
		if t.cells[p].color != Empty || !t.sensible(p, c) {
			continue
		}
		if t.captures(p, c) {
			return p
		}
		if first == Pass {
			first = p
		}
		tries--
	}
	return first
}

func (t *playout) captures(p Point, c Color) bool {
	for _, n := range neighbours(p) {
		if t.cells[n].color == c.Opponent() {
			if _, ok := t.inAtari(n); ok {
				return true
			}
		}
	}
	return false
}

// answer returns an urgent reply to the last move, or Pass.
func (t *playout) answer(c Color) Point {
	if t.change.Captured >= 3 {
		if p := t.vital(t.change.taken); p != Pass && t.legal(p, c) {
			return p
		}
	}
	if t.cells[t.last].color == c.Opponent() {
		if p, ok := t.inAtari(t.last); ok && t.legal(p, c) {
			return p
		}
	}
	for _, n := range neighbours(t.last) {
		if t.cells[n].color != c {
			continue
		}
		liberty, ok := t.inAtari(n)
		if !ok {
			continue
		}
		if p := t.rescue(n, c); p != Pass {
			return p
		}
		if t.legal(liberty, c) && !t.selfAtari(liberty, c) {
			return liberty
		}
	}
	return Pass
}

// rescue returns a move that saves a chain by capturing a neighbour in atari,
// or Pass.
func (t *playout) rescue(p Point, c Color) Point {
	for q := p; ; {
		for _, n := range neighbours(q) {
			if t.cells[n].color == c.Opponent() {
				if liberty, ok := t.inAtari(n); ok && t.legal(liberty, c) {
					return liberty
				}
			}
		}
		if q = t.cells[q].next; q == p {
			return Pass
		}
	}
}

// vital returns the middle of a small empty space, where one move decides
// whether it makes two eyes, or Pass.
func (t *playout) vital(in Point) Point {
	if t.gather(in, Empty) {
		if p, ok := middle(t.found); ok {
			return p
		}
	}
	return Pass
}

// gather lists in t.found a point and those of a color connected to it. It
// gives up and returns false when there are more than six.
func (t *playout) gather(from Point, c Color) bool {
	t.found = append(t.found[:0], from)
	for i := 0; i < len(t.found); i++ {
		for _, n := range neighbours(t.found[i]) {
			if t.cells[n].color == c && !slices.Contains(t.found, n) {
				if len(t.found) == 6 {
					return false
				}
				t.found = append(t.found, n)
			}
		}
	}
	return true
}

// middle returns the vital point of a shape of up to six points, and whether
// the shape makes only one eye for a player who moves second: lines and bends
// of three, squares and pyramids of four, crossed and bulky five, rabbity six.
func middle(shape []Point) (vital Point, dead bool) {
	most, ends, corners := 0, 0, 0
	for _, p := range shape {
		near := 0
		for _, n := range neighbours(p) {
			if slices.Contains(shape, n) {
				near++
			}
		}
		if near > most {
			most, vital = near, p
		}
		if near == 1 {
			ends++
		}
		if near == 2 {
			corners++
		}
	}
	switch len(shape) {
	case 1, 2, 3:
		dead = true
	case 4:
		dead = most == 3 || ends == 0
	case 5:
		dead = most == 4 || most == 3 && ends == 1 && corners == 3
	case 6:
		dead = most == 4 && ends == 2 && corners == 3
	}
	return vital, dead
}

// legal reports whether a move is neither on a stone, nor a simple ko, nor
// suicide.
func (t *playout) legal(p Point, c Color) bool {
	if t.cells[p].color != Empty || p == t.ko && c == t.koFor {
		return false
	}
	for _, n := range neighbours(p) {
		switch t.cells[n].color {
		case Empty:
			return true
		case c:
			if _, ok := t.inAtari(n); !ok {
				return true
			}
		case c.Opponent():
			if _, ok := t.inAtari(n); ok {
				return true
			}
		}
	}
	return false
}

// sensible reports whether a legal move neither fills an eye of its side nor
// gives stones away for nothing.
func (t *playout) sensible(p Point, c Color) bool {
	return !t.ownEye(p, c) && t.legal(p, c) && (!t.selfAtari(p, c) || t.kills(p, c))
}

// ownEye reports whether a point is an eye that a side should keep.
func (t *playout) ownEye(p Point, c Color) bool {
	for _, q := range neighbours(p) {
		if n := t.cells[q].color; n != c && n != edge {
			return false
		}
	}
	enemies, border := 0, 0
	for i := 1; i < len(compass); i += 2 {
		switch t.cells[(p+compass[i])&mask].color {
		case c.Opponent():
			enemies++
		case edge:
			border = 1
		}
	}
	return enemies+border < 2
}

// inAtari returns the one liberty of the chain at p, if it has but one.
func (b *Board) inAtari(p Point) (Point, bool) {
	// A liberty touches at most four stones of a chain.
	if b.cells[b.cells[p].head].libs > 4 {
		return Pass, false
	}
	liberty := Pass
	for q := p; ; {
		for _, n := range neighbours(q) {
			if b.cells[n].color == Empty && n != liberty {
				if liberty != Pass {
					return Pass, false
				}
				liberty = n
			}
		}
		if q = b.cells[q].next; q == p {
			return liberty, liberty != Pass
		}
	}
}

// selfAtari reports whether a stone would leave its chain with one liberty.
func (t *playout) selfAtari(p Point, c Color) bool {
	liberty := Pass
	second := func(n Point) bool {
		if n == p || n == liberty {
			return false
		}
		if liberty != Pass {
			return true
		}
		liberty = n
		return false
	}
	for _, n := range neighbours(p) {
		switch t.cells[n].color {
		case Empty:
			if second(n) {
				return false
			}
		case c.Opponent():
			if _, ok := t.inAtari(n); ok {
				if t.size[t.cells[n].head] > 1 || second(n) {
					return false
				}
			}
		case c:
			for q := n; ; {
				for _, m := range neighbours(q) {
					if t.cells[m].color == Empty && second(m) {
						return false
					}
				}
				if q = t.cells[q].next; q == n {
					break
				}
			}
		}
	}
	return true
}

// kills reports whether giving stones away kills the opponent: the space they
// leave makes only one eye, and the chains that take them have no other. A
// single stone costs nothing.
func (t *playout) kills(p Point, c Color) bool {
	if !t.gather(p, c) {
		return false
	}
	if len(t.found) == 1 {
		return true
	}
	_, dead := middle(t.found)
	return dead && !t.eyeElsewhere(c.Opponent())
}

// eyeElsewhere reports whether a chain of a color around t.found has an eye
// that does not touch those points.
func (t *playout) eyeElsewhere(c Color) bool {
	for _, p := range t.found {
		for _, n := range neighbours(p) {
			if t.cells[n].color == c && t.hasEye(n, c) {
				return true
			}
		}
	}
	return false
}

func (t *playout) hasEye(chain Point, c Color) bool {
	for q := chain; ; {
		for _, n := range neighbours(q) {
			if t.cells[n].color == Empty && !t.near(n) && t.ownEye(n, c) {
				return true
			}
		}
		if q = t.cells[q].next; q == chain {
			return false
		}
	}
}

// near reports whether a point belongs to t.found or touches it.
func (t *playout) near(p Point) bool {
	beside := neighbours(p)
	return slices.ContainsFunc(t.found, func(q Point) bool { return q == p || slices.Contains(beside[:], q) })
}
