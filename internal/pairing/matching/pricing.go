package matching

import (
	"iter"
	"slices"
)

// manyTimes limits the noted close pairs of a player to this multiple of the usual number.
const manyTimes = 4

// A dual is a copy of the dual solution in the form in which pricing all pairs
// is quickest.
//
// The difficulty is Z(i,j), the sum of z over the blossoms that hold both
// players. With the players in such an order that every blossom is a stretch
// of it, and with the sum of z over the blossoms that hold two neighbours
// noted between them, Z(i,j) is the least of the notes between i and j.
type dual struct {
	y     []int64
	low   []int64 // the least y of every block
	order []int32
	note  []int64 // note[p] is between the players at p−1 and p
	sum   []int64 // y[j] + Z(i,j) for all j and the player i of the present row
}

// newDual returns a dual solution without blossoms.
func newDual(y []int64) *dual {
	n := len(y)
	d := &dual{y: y, low: lowest(y), order: make([]int32, n), note: make([]int64, n+1), sum: slices.Clone(y)}
	for i := range d.order {
		d.order[i] = int32(i)
	}
	return d
}

// duals returns the duals of the players.
func (c *core) duals() []int64 {
	y := make([]int64, c.n)
	for v := range y {
		y[v] = c.dual(int32(v))
	}
	return y
}

// snapshot returns a copy of the dual solution of the core.
func (c *core) snapshot() *dual {
	d := newDual(c.duals())
	var inside []int32 // blossoms with notes still to be written
	sum := make([]int64, len(c.parent))
	place, at := make([]int32, c.n), int32(0)
	for v := range int32(c.n) {
		node := c.top(v)
		if c.first[node] != v {
			continue
		}
		for x := v; ; x = c.next[x] {
			place[x], d.order[at] = at, x
			at++
			if x == c.last[node] {
				break
			}
		}
		if node >= int32(c.n) {
			sum[node] = c.z[node]
			inside = append(inside, node)
		}
	}
	for len(inside) > 0 {
		b := inside[len(inside)-1]
		inside = inside[:len(inside)-1]
		for x := c.child[b]; ; {
			if c.last[x] != c.last[b] {
				d.note[place[c.last[x]]+1] = sum[b]
			}
			if x >= int32(c.n) {
				sum[x] = sum[b] + c.z[x]
				inside = append(inside, x)
			}
			if x = c.right[x]; x == c.child[b] {
				break
			}
		}
	}
	return d
}

// rows yields every player, with the sum as it is for this one. The players of
// a blossom come one after the other.
func (d *dual) rows() iter.Seq[int] {
	return func(yield func(int) bool) {
		copy(d.sum, d.y)
		for p, i := range d.order {
			d.move(p)
			if !yield(int(i)) {
				return
			}
		}
	}
}

// move changes the sum of the player before into the sum of the player at p. The two differ only within the blossoms
// that begin or end between them.
func (d *dual) move(p int) {
	note := d.note[p]
	for q, j := range slices.Backward(d.order[:p]) {
		if q < p-1 && d.sum[j] <= d.y[j]+note {
			break
		}
		d.sum[j] = d.y[j] + note
	}
	z := int64(never)
	for q, j := range d.order[p+1:] {
		if z = min(z, d.note[p+1+q]); z <= note {
			break
		}
		d.sum[j] = d.y[j] + z
	}
}

// below calls visit for every pair of i, the player of the present row, with a
// later player and a slack below limit.
func (d *dual) below(w *Weights, i int, limit int64, visit func(j int, slack int64)) {
	yi := d.y[i] - limit
	for from, row := range w.stretches(i, func(b int, peak int64) bool { return d.low[b]-2*peak+yi < 0 }) {
		end := from + len(row)
		sum := d.sum[from:end]
		for len(row) >= 8 {
			w, v := (*[8]int64)(row), (*[8]int64)(sum)
			if (v[0]-2*w[0]+yi)|(v[1]-2*w[1]+yi)|(v[2]-2*w[2]+yi)|(v[3]-2*w[3]+yi)|
				(v[4]-2*w[4]+yi)|(v[5]-2*w[5]+yi)|(v[6]-2*w[6]+yi)|(v[7]-2*w[7]+yi) < 0 {
				for k := range w {
					if s := v[k] - 2*w[k] + yi; s < 0 {
						visit(end-len(row)+k, s+limit)
					}
				}
			}
			row, sum = row[8:], sum[8:]
		}
		for k, w := range row {
			if s := sum[k] - 2*w + yi; s < 0 {
				visit(end-len(row)+k, s+limit)
			}
		}
	}
}

// violated lists up to so many pairs of each player that violate the dual
// solution most, of pairs that are given row after row.
func (d *dual) violated(pairs []pair, room int) *shortlist {
	worst := newShortlist(len(d.y), room, 1)
	if len(pairs) == 0 {
		return worst
	}
	first := slices.Repeat([]int{len(pairs)}, len(d.y)) // of every player's row
	for k, p := range slices.Backward(pairs) {
		first[p.i] = k
	}
	for i := range d.rows() {
		for k := first[i]; k < len(pairs) && int(pairs[k].i) == i; k++ {
			j := int(pairs[k].j)
			if slack := d.y[i] + d.sum[j] - 2*pairs[k].w; slack < 0 {
				worst.offerBoth(i, j, -slack)
			}
		}
	}
	return worst
}

// A pricing compares all pairs with a dual solution, row by row.
type pricing struct {
	s     *Solver
	d     *dual
	worst *shortlist // the pairs that violate it most
	tight bool       // whether to note the tight pairs
}

// newPricing returns a pricing that lists up to so many pairs of a player, and
// notes the close pairs, which may violate the next dual solution.
func (s *Solver) newPricing(d *dual, room int) *pricing {
	if s.close == nil {
		s.close = make([]pair, 0, s.w.n*s.tactics.close*5/4)
	}
	s.tight, s.close = s.tight[:0], s.close[:0]
	return &pricing{s: s, d: d, worst: newShortlist(s.w.n, room, 1)}
}

// row compares the pairs of player i, whose row it is, with later players.
func (p *pricing) row(i int) {
	s, limit := p.s, p.s.closeness
	if p.tight {
		limit = max(limit, 1)
	}
	usual := 2*s.tactics.close*(s.w.n-i)/s.w.n + 1 // rows get shorter
	count := 0
	p.d.below(s.w, i, limit, func(j int, slack int64) {
		if s.settled[j] != none {
			return
		}
		switch {
		case slack < 0:
			p.worst.offerBoth(i, j, -slack)
		case slack == 0 && p.tight && len(s.tight) <= maxTight:
			if len(s.tight) == cap(s.tight) {
				s.tight = slices.Grow(s.tight, len(s.tight)+block) // append would copy more often
			}
			s.tight = append(s.tight, pair{i: int32(i), j: int32(j)})
		}
		if slack < s.closeness {
			if count++; count <= manyTimes*usual && len(s.close) < cap(s.close) {
				s.close = append(s.close, pair{int32(i), int32(j), (p.d.y[i] + p.d.sum[j] - slack) / 2})
			}
		}
	})
	if s.tactics.close > 0 {
		s.adaptCloseness(count, usual)
	}
}

// adaptCloseness adapts the number of close pairs of a row to the usual number. The weights are unknown, so it starts
// from far too many.
func (s *Solver) adaptCloseness(count, usual int) {
	switch {
	case count > manyTimes*usual:
		s.closeness = s.closeness/16 + 1
	case count > usual:
		s.closeness -= s.closeness / 4
	default:
		s.closeness = min(s.closeness+s.closeness/4+1, MaxWeight)
	}
}
