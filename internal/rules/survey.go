package rules

// A survey finds the owners of the empty points of a final position whose dead
// stones are marked. Its slices are indexed by Point.
type survey struct {
	b      *Board
	points []Point
	stone  []Color // color of the stone, dead or alive; edge around the board
	alive  []Color // the same without dead stones
	dead   []bool  // a dead stone stands there
	reach  []Color // colors whose live stones reach the point over other points, as bits 1 and 2

	queue []Point
	seen  []int32 // equal to mark if the present walk has been there
	mark  int32
}

// none is the id of no region, group or eye.
const none int16 = -1

// begin sets the survey to a board. It marks the whole chain of every named
// stone as dead.
func (s *survey) begin(b *Board, dead []Point) {
	n := (b.rows + 2) * stride
	s.b, s.mark = b, 0
	s.points, s.queue = s.points[:0], s.queue[:0]
	s.stone, s.alive, s.reach = zeroed(s.stone, n), zeroed(s.alive, n), zeroed(s.reach, n)
	s.dead, s.seen = zeroed(s.dead, n), zeroed(s.seen, n)
	for i := range s.stone {
		s.stone[i] = b.cells[i].color
		s.alive[i] = s.stone[i]
	}
	b.Points(func(p Point) { s.points = append(s.points, p) })
	for _, p := range dead {
		if b.Stone(p) != Empty && !s.dead[p] {
			b.Chain(p, func(q Point) { s.dead[q], s.alive[q] = true, Empty })
		}
	}
	s.flood(s.reach, nil)
}

// zeroed returns a slice of n zeros in the memory of s if that suffices.
func zeroed[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	s = s[:n]
	clear(s)
	return s
}

// Chain calls f for each stone of the chain of the stone on p.
func (b *Board) Chain(p Point, f func(Point)) {
	for q := p; ; {
		f(q)
		if q = b.cells[q].next; q == p {
			return
		}
	}
}

// bits are the colors of live stones as the bits of reach; the edge has none.
var bits = [edge + 1]Color{Black: Black, White: White}

// flood marks in reach every point that live stones of a color reach without crossing live enemy stones, with the bit
// of that color. A point blocked for a color is reached but not left. Both colors spread together, and tables hold the
// stones around a point: on a full board the processor mispredicts half the branches, and that is the cost.
func (s *survey) flood(reach, blockedFor []Color) {
	s.queue = s.queue[:0]
	for _, p := range s.points {
		if s.alive[p] != Empty {
			reach[p] = s.alive[p]
			continue
		}
		if reach[p] = s.beside(p); reach[p] != 0 {
			s.queue = append(s.queue, p)
		}
	}
	for i := 0; i < len(s.queue); i++ {
		p := s.queue[i]
		out := reach[p]
		if blockedFor != nil {
			out &^= blockedFor[p]
		}
		for _, n := range neighbours(p) {
			if s.alive[n] == Empty && out&^reach[n] != 0 {
				reach[n] |= out
				s.queue = append(s.queue, n)
			}
		}
	}
}

// beside returns the colors of the live stones beside a point, as bits.
func (s *survey) beside(p Point) Color {
	return bits[s.alive[(p-stride)&mask]] | bits[s.alive[(p-1)&mask]] | bits[s.alive[(p+1)&mask]] | bits[s.alive[(p+stride)&mask]]
}

// walk returns the points connected to from by join, each once. The slice is
// valid until the next walk or flood.
func (s *survey) walk(from Point, join func(p, next Point) bool) []Point {
	s.mark++
	s.seen[from] = s.mark
	s.queue = append(s.queue[:0], from)
	for i := 0; i < len(s.queue); i++ {
		p := s.queue[i]
		for _, n := range neighbours(p) {
			if s.seen[n] != s.mark && s.stone[n] != edge && join(p, n) {
				s.seen[n] = s.mark
				s.queue = append(s.queue, n)
			}
		}
	}
	return s.queue
}

// neutral reports whether an empty point, or one under a dead stone, reaches
// live stones of both colors.
func (s *survey) neutral(p Point) bool { return s.reach[p] == Black|White }

// markArea marks in owner the live stones of each color and the points that reach
// only that color.
func (s *survey) markArea(owner []Color) {
	for _, p := range s.points {
		if c := s.reach[p]; c == Black || c == White {
			owner[p] = c
		}
	}
}

// markLiteral marks territory by the letter of the founding text: points that
// reach one color, unless a chain around them has a neutral point among its
// liberties.
func (s *survey) markLiteral(owner []Color) {
	seki := make([]bool, len(s.stone))
	for _, p := range s.points {
		if s.alive[p] == Empty && s.neutral(p) {
			for _, n := range neighbours(p) {
				if c := s.alive[n]; !seki[n] && (c == Black || c == White) {
					s.b.Chain(n, func(q Point) { seki[q] = true })
				}
			}
		}
	}
	done := make([]bool, len(s.stone))
	for _, p := range s.points {
		if done[p] || s.alive[p] != Empty {
			continue
		}
		c := s.reach[p]
		field := s.walk(p, func(_, n Point) bool { return s.alive[n] == Empty })
		free := c == Black || c == White
		for _, q := range field {
			done[q] = true
			for _, n := range neighbours(q) {
				free = free && !seki[n]
			}
		}
		if free {
			for _, q := range field {
				owner[q] = c
			}
		}
	}
}

// markGroup marks territory as markLiteral does, but a neutral liberty spoils the
// points of all stones and eyes of one color that touch each other.
func (s *survey) markGroup(owner []Color) {
	done := make([]bool, len(s.stone))
	for _, p := range s.points {
		c := s.reach[p]
		if done[p] || c != Black && c != White {
			continue
		}
		free := true
		field := s.walk(p, func(_, n Point) bool {
			if s.neutral(n) {
				free = false
			}
			return s.reach[n] == c
		})
		for _, q := range field {
			done[q] = true
			if free && s.alive[q] == Empty {
				owner[q] = c
			}
		}
	}
}
