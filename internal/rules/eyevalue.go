package rules

import "slices"

// An eyePoint holds the properties of a real point of an eye on which the eye's
// value depends.
type eyePoint struct {
	degree      int8  // neighbours that are real points of the eye
	emptyDegree int8  // of these, empty ones
	emptyFalse  int8  // neighbours that are empty false points
	thrownIn    int8  // neighbours that are false points with an enemy stone
	poked       bool  // an enemy stone here reaches out through a false point
	toBlock     int16 // moves to make an eye of this point; never, if large
}

const never = 1000

// real reports whether a point belongs to an eye and is not false.
func (x *shape) real(p Point, k int16) bool { return x.eye[p] == k && !x.falseEye[p] }

// setValue sets how many eyes an eye makes, up to two. It uses shapes and counts that hold in finished positions; where
// it is wrong, playing on a little corrects it.
func (x *shape) setValue(k int16) {
	e := &x.eyes[k]
	points := x.sound[:0]
	quiet := true // closed all around, and nothing inside
	for _, p := range e.points {
		if !x.falseEye[p] {
			points = append(points, p)
		}
		quiet = quiet && !x.falseEye[p] && !x.dead[p] && !x.neutral(p)
	}
	e.real, x.sound = len(points), points
	if quiet && len(points) >= spaciousSize {
		e.value = 2
		return
	}
	x.measure(k, e.color, points)
	if slices.ContainsFunc(points, func(p Point) bool { return x.info[p].toBlock <= 1 }) {
		e.value = 1
	}
	deadStones := 0
	for _, p := range points {
		if x.dead[p] && x.stone[p] != e.color {
			deadStones++
		}
	}
	if deadStones >= 5 {
		e.value = 1
	}
	if deadStones >= 8 || x.spacious(e.color, points) {
		e.value = 2
		return
	}
	e.value = max(e.value, x.cut(e.color, points))
	if e.value < 2 && (x.cutByPair(k, e.color, points) || deadStones > 0 && x.livesByCapturing(e, points)) {
		e.value = 2
	}
}

// measure fills in info for the real points of an eye.
func (x *shape) measure(k int16, c Color, points []Point) {
	opp := c.Opponent()
	for _, p := range points {
		i := &x.info[p]
		for _, n := range neighbours(p) {
			switch x.stone[n] {
			case Empty:
				if x.falseEye[n] {
					i.emptyFalse++
				}
				if x.real(n, k) {
					i.emptyDegree++
				}
			case opp:
				if x.falseEye[n] {
					i.thrownIn++
				}
			}
			if x.real(n, k) {
				i.degree++
			}
		}
		i.poked = x.stone[p] == opp && (i.thrownIn > 0 || i.emptyFalse >= 2)
	}
	for _, p := range points {
		for _, n := range neighbours(p) {
			x.info[p].toBlock += x.openness(n, k, opp)
		}
	}
}

// openness returns the number of moves that a neighbour of an eye point costs
// before that point is closed.
func (x *shape) openness(n Point, k int16, opp Color) int16 {
	real, i := x.real(n, k), &x.info[n]
	switch x.stone[n] {
	case Empty:
		if !real || i.thrownIn > 0 {
			return 1
		}
	case opp:
		if x.falseEye[n] || real && i.poked {
			return never
		}
		if real && i.emptyFalse > 0 {
			return 1
		}
	}
	return 0
}

// spaciousSize is the number of sound points from which an eye makes two.
const spaciousSize = 6

// spacious reports whether an eye is so large or so open that it makes two.
func (x *shape) spacious(c Color, points []Point) bool {
	size, open := len(points), 0
	for _, p := range points {
		i := &x.info[p]
		if i.toBlock >= 1 {
			size--
		}
		if i.toBlock >= 2 {
			size--
		}
		if x.stone[p] == c.Opponent() && i.degree >= 2 {
			size--
		}
		if x.stone[p] == Empty && i.degree >= 3 {
			open += int(i.degree) - 2
		}
	}
	return size >= spaciousSize || open >= 6
}

// cut returns how many closed pieces, up to two, one move can make of an eye.
func (x *shape) cut(c Color, points []Point) (most int) {
	for _, p := range points {
		if !x.playable(p, c) {
			continue
		}
		open := int16(0)
		if x.info[p].thrownIn == 1 {
			open = 1 // the move itself closes that side
		}
		if pieces, closed, _ := x.closedPieces(points, []Point{p}, open); pieces >= 2 {
			most = max(most, closed)
		}
		if most >= 2 {
			return 2
		}
	}
	return most
}

// cutByPair reports whether two adjacent points, of which the owner is
// sure to get one, cut an eye into two eyes.
func (x *shape) cutByPair(k int16, c Color, points []Point) bool {
	wide := func(p Point) bool { return x.info[p].degree >= 3 && x.info[p].toBlock <= 1 }
	for _, p := range points {
		if x.stone[p] != Empty || !wide(p) || x.onBorder(p) || !x.playable(p, c) {
			continue
		}
		for _, q := range neighbours(p) {
			if !x.real(q, k) || !wide(q) || x.stone[q] != Empty && x.info[q].emptyDegree <= 1 {
				continue
			}
			pieces, closed, doubly := x.closedPieces(points, []Point{p, q}, 0)
			if pieces >= 2 && closed >= 2 && (doubly >= 2 || doubly == 1 && x.stone[q] == Empty) {
				return true
			}
		}
	}
	return false
}

// closedPieces returns how many pieces some points divide an eye into, and how
// many of these have one point, and two or more, that so many moves close.
func (x *shape) closedPieces(points, dividing []Point, moves int16) (pieces, closed, doubly int) {
	x.pieces(points, dividing, func(piece []Point) {
		n := 0
		for _, p := range piece {
			if x.info[p].toBlock <= moves {
				n++
			}
		}
		pieces++
		if n >= 1 {
			closed++
		}
		if n >= 2 {
			doubly++
		}
	})
	return pieces, closed, doubly
}

// ampleRoom is a number of points that make two eyes whatever their shape.
const ampleRoom = 40

// livesByCapturing reports whether taking the dead stones in an eye leaves a
// space that makes two eyes, whichever one point the opponent keeps open.
func (x *shape) livesByCapturing(e *eye, points []Point) bool {
	var stones, unplayable []Point
	for _, p := range points {
		switch {
		case x.dead[p] && x.stone[p] != e.color:
			stones = append(stones, p)
		case !x.playable(p, e.color):
			unplayable = append(unplayable, p)
		}
	}
	thrownIn := 0
	for _, p := range e.points {
		if x.falseEye[p] && x.stone[p] == e.color.Opponent() {
			thrownIn++
		}
	}
	room := append(stones, unplayable...)
	if len(room) > ampleRoom {
		return true
	}
	if !x.twoEyes(room, thrownIn) {
		return false
	}
	for _, kept := range unplayable {
		rest := slices.DeleteFunc(slices.Clone(room), func(p Point) bool { return p == kept })
		if !x.twoEyes(rest, thrownIn) {
			return false
		}
	}
	return true
}

// twoEyes judges the space that captured stones leave by its pieces and the
// points that divide it.
func (x *shape) twoEyes(space []Point, thrownIn int) bool {
	count := func(without ...Point) (n int) {
		x.pieces(space, without, func([]Point) { n++ })
		return n
	}
	pieces, good := count(), 0
	for _, p := range space {
		if count(p) > pieces {
			good++
			continue
		}
		near := 0
		for _, n := range neighbours(p) {
			if slices.Contains(space, n) {
				near++
			}
		}
		if near >= 3 {
			good++
		}
	}
	if len(space) >= 7 {
		good++
	}
	return pieces-thrownIn+good/2 >= 2
}

// pieces calls f for each connected piece of points without the others.
// A piece is valid until f returns.
func (x *shape) pieces(points, without []Point, f func([]Point)) {
	x.mark += 2
	in, done := x.mark-1, x.mark
	for _, p := range points {
		x.seen[p] = in
	}
	for _, p := range without {
		x.seen[p] = done
	}
	for _, p := range points {
		if x.seen[p] == done {
			continue
		}
		x.seen[p] = done
		x.queue = append(x.queue[:0], p)
		for i := 0; i < len(x.queue); i++ {
			for _, n := range neighbours(x.queue[i]) {
				if x.seen[n] == in {
					x.seen[n] = done
					x.queue = append(x.queue, n)
				}
			}
		}
		f(x.queue)
	}
}

// playable reports whether a color may play on an empty point: some neighbour
// is not an enemy, or is an enemy chain with at most one liberty.
func (x *shape) playable(p Point, c Color) bool {
	if x.stone[p] != Empty {
		return false
	}
	for _, n := range neighbours(p) {
		switch x.stone[n] {
		case edge:
		case c.Opponent():
			if !x.b.twoLiberties(n) {
				return true
			}
		default:
			return true
		}
	}
	return false
}

// twoLiberties reports whether the chain at p has two liberties or more.
func (b *Board) twoLiberties(p Point) bool {
	_, one := b.inAtari(p)
	return !one && b.cells[b.cells[p].head].libs > 0
}

func (x *shape) onBorder(p Point) bool {
	beside := neighbours(p)
	return slices.ContainsFunc(beside[:], func(n Point) bool { return x.stone[n] == edge })
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
