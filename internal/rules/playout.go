package rules

import "slices"

// A playout plays a position to the very end: both sides capture and escape
// at once, keep their eyes and avoid giving stones away, and are otherwise
// random.
type playout struct {
	quickBoard
	start  quickBoard // the position to play out
	used   int        // cells of the grid up to its last row
	points []Point
	ko     Point
	koFor  Color
	last   Point
	change Change      // of the last move
	open   [2][]Point  // by color: points where a move may be sensible
	listed [grid]uint8 // whether a point is in open, a bit for each color
	random uint64
	moves  int     // in all playouts
	found  []Point // scratch
}

// next returns a random number below n, by xorshift.
func (t *playout) next(n int) int {
	t.random ^= t.random << 13
	t.random ^= t.random >> 7
	t.random ^= t.random << 17
	return int((t.random >> 32) * uint64(n) >> 32)
}

// newPlayout returns playouts of a position.
func newPlayout(b *Board) *playout {
	t := &playout{random: 0x9e3779b97f4a7c15, used: (b.rows + 2) * stride}
	t.start.copyOf(b)
	t.quickBoard = t.start
	b.Points(func(p Point) { t.points = append(t.points, p) })
	return t
}

// run plays the position out until both sides pass.
func (t *playout) run(toMove Color) {
	t.copyFrom(&t.start, t.used)
	t.ko, t.last, t.change = Pass, Pass, Change{}
	t.listEmpty()
	passes := 0
	for moves := 0; passes < 2 && moves < 3*len(t.points); moves++ {
		p, ko := t.choose(toMove), t.ko
		t.last, t.change = p, Change{}
		passes++
		if p != Pass {
			passes = 0
			t.moves++
			t.change = t.Play(p, toMove)
			if t.change.Captured+t.change.Suicide > 0 {
				t.listEmpty()
			} else {
				t.listAround(p)
			}
		}
		if ko != Pass {
			t.list(ko)
		}
		t.ko, t.koFor = t.change.ko, toMove.Opponent()
		toMove = toMove.Opponent()
	}
}

// listEmpty lists all empty points as open.
func (t *playout) listEmpty() {
	t.open[0] = t.open[0][:0]
	for _, p := range t.points {
		t.listed[p] = 0
		if t.cells[p].color == Empty {
			t.listed[p] = 3
			t.open[0] = append(t.open[0], p)
		}
	}
	t.open[1] = append(t.open[1][:0], t.open[0]...)
}

// list lists an empty point as open for both colors.
func (t *playout) list(p Point) {
	if t.cells[p].color != Empty || t.listed[p] == 3 {
		return
	}
	for i := range t.open {
		if t.listed[p]&(1<<i) == 0 {
			t.open[i] = append(t.open[i], p)
		}
	}
	t.listed[p] = 3
}

// listAround lists the points again where a stone on p may have made a move
// sensible: beside it, and the last liberties of the chains there.
func (t *playout) listAround(p Point) {
	for _, d := range compass {
		t.list((p + d) & mask)
	}
	if q, ok := t.inAtari(p); ok {
		t.list(q)
	}
	for _, n := range neighbours(p) {
		if c := t.cells[n].color; c == Black || c == White {
			if q, ok := t.inAtari(n); ok {
				t.list(q)
			}
		}
	}
}

// choose returns the move of a side: an answer to the last move if there is
// an urgent one, else mostly one beside it, else the first of four that
// captures, else any sensible one. It drops points that are not sensible from
// the open ones.
func (t *playout) choose(c Color) Point {
	if t.last != Pass {
		if p := t.answer(c); p != Pass {
			return p
		}
	}
	if t.last != Pass && t.next(3) > 0 {
		if p := t.nearby(c); p != Pass {
			return p
		}
	}
	first, tries := Pass, 4
	open := &t.open[c-1]
	for len(*open) > 0 && tries > 0 {
		i := t.next(len(*open))
		p := (*open)[i]
		if t.cells[p].color != Empty || !t.sensible(p, c) {
			last := len(*open) - 1
			(*open)[i] = (*open)[last]
			*open = (*open)[:last]
			t.listed[p] &^= 1 << (c - 1)
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

// nearby returns a sensible move beside the last one where stones of both
// colors meet, or Pass.
func (t *playout) nearby(c Color) Point {
	at := t.next(len(compass))
	for range compass {
		p := (t.last + compass[at%len(compass)]) & mask
		if t.cells[p].color == Empty && t.meet(p) && t.sensible(p, c) {
			return p
		}
		at += 3
	}
	return Pass
}

// meet reports whether stones of both colors stand around a point.
func (t *playout) meet(p Point) bool {
	var colors Color
	for _, d := range compass {
		if n := t.cells[(p+d)&mask].color; n != edge {
			colors |= n
		}
	}
	return colors == Black|White
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
	if t.next(2) == 0 {
		if p := t.attack(c); p != Pass {
			return p
		}
	}
	if t.next(2) == 0 {
		if p := t.defend(c); p != Pass {
			return p
		}
	}
	if t.next(2) == 0 {
		return t.counter(c)
	}
	return Pass
}

// attack returns a move that leaves the chain of the last move one liberty if it
// has two, or Pass.
func (t *playout) attack(c Color) Point {
	if t.cells[t.last].color != c.Opponent() {
		return Pass
	}
	for _, p := range t.twoLiberties(t.last) {
		if p != Pass && t.legal(p, c) && !t.selfAtari(p, c) {
			return p
		}
	}
	return Pass
}

// counter returns a move that leaves one liberty to an enemy chain beside a chain
// of few liberties at which the last move was made, or Pass.
func (t *playout) counter(c Color) Point {
	for _, n := range neighbours(t.last) {
		if t.cells[n].color != c || t.chains[t.cells[n].head&mask].libs > 6 {
			continue
		}
		for q := n; ; {
			for _, m := range neighbours(q) {
				if t.cells[m].color == c.Opponent() && m != t.last {
					for _, p := range t.twoLiberties(m) {
						if p != Pass && t.legal(p, c) && !t.selfAtari(p, c) {
							return p
						}
					}
				}
			}
			if q = t.cells[q].next; q == n {
				break
			}
		}
	}
	return Pass
}

// defend returns a move that gives a chain with two liberties beside the last
// move a third one, or Pass.
func (t *playout) defend(c Color) Point {
	for _, n := range neighbours(t.last) {
		if t.cells[n].color != c {
			continue
		}
		for _, p := range t.twoLiberties(n) {
			if p != Pass && t.sensible(p, c) && t.extends(p, n, c) {
				return p
			}
		}
	}
	return Pass
}

// extends reports whether a stone on p, a liberty of the chain of n, gives that chain new liberties: two beside p, or
// the liberties of another chain.
func (t *playout) extends(p, n Point, c Color) bool {
	free := 0
	for _, q := range neighbours(p) {
		switch {
		case t.cells[q].color == Empty:
			free++
		case t.cells[q].color == c && t.cells[q].head != t.cells[n].head && t.chains[t.cells[q].head&mask].libs > 4:
			return true
		}
	}
	return free >= 2
}

// twoLiberties returns the liberties of the chain at p in random order, if
// there are just two.
func (t *playout) twoLiberties(p Point) (two [2]Point) {
	if t.chains[t.cells[p].head&mask].libs > 8 {
		return two // a liberty touches at most four stones of a chain
	}
	for q := p; ; {
		for _, n := range neighbours(q) {
			switch {
			case t.cells[n].color != Empty || n == two[0] || n == two[1]:
			case two[0] == Pass:
				two[0] = n
			case two[1] == Pass:
				two[1] = n
			default:
				return [2]Point{}
			}
		}
		if q = t.cells[q].next; q == p {
			break
		}
	}
	if t.next(2) == 0 {
		two[0], two[1] = two[1], two[0]
	}
	return two
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

// gather lists in t.found a point and the connected points of a color. It gives up and returns false when there are
// more than six.
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
	empty := 0
	for _, n := range neighbours(p) {
		if t.cells[n].color == Empty {
			empty++
		}
	}
	if empty >= 2 {
		return true
	}
	if empty == 1 {
		return !t.selfAtari(p, c) || t.kills(p, c)
	}
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

// selfAtari reports whether a stone would leave its chain with one liberty.
func (t *playout) selfAtari(p Point, c Color) bool {
	liberty := Pass
	second := func(n Point) bool {
		if n == liberty {
			return false
		}
		if liberty != Pass {
			return true
		}
		liberty = n
		return false
	}
	beside := neighbours(p)
	for i, n := range beside {
		switch t.cells[n].color {
		case Empty:
			if second(n) {
				return false
			}
		case c.Opponent():
			if _, ok := t.inAtari(n); ok {
				if t.chains[t.cells[n].head&mask].size > 1 || second(n) {
					return false
				}
			}
		case c:
			// The liberties of this chain besides p.
			head, touches := t.cells[n].head, uint16(0)
			counted := false
			for k, m := range beside {
				if t.cells[m].color == c && t.cells[m].head == head {
					counted = counted || k < i
					touches++
				}
			}
			h := t.chains[head&mask]
			libs := uint32(h.libs - touches)
			if counted || libs == 0 {
				continue
			}
			sum := h.sum - uint32(touches)*uint32(p)
			squares := h.squares - uint32(touches)*uint32(p)*uint32(p)
			if libs > 4 || libs*squares != sum*sum || second(Point(sum/libs)) {
				return false
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

// owner returns the owner of a point at the end of a playout.
func (t *playout) owner(p Point) Color {
	if c := t.cells[p].color; c != Empty {
		return c
	}
	var c Color
	for _, q := range neighbours(p) {
		if n := t.cells[q].color; n != edge {
			c |= n
		}
	}
	if c == Black || c == White {
		return c
	}
	return Empty
}
