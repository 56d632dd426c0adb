package matching

import (
	"context"
	"fmt"
)

// An InfeasibleError says that the allowed pairs cannot pair everybody, and
// why: every one of the Parts has an odd number of players, who can be paired
// only among themselves or with the players of the Hub, and there are more
// Parts than players in the Hub. (This is the witness of Tutte and Berge.)
type InfeasibleError struct {
	Hub   []int
	Parts [][]int

	// Mate pairs as many players as can be, with a good total but not always
	// the best; -1 marks those who are left over, len(Parts) − len(Hub) of them.
	Mate []int
}

func (e *InfeasibleError) Error() string {
	return fmt.Sprintf("matching: %d odd parts of the players can only meet each other through %d players", len(e.Parts), len(e.Hub))
}

// pairAll matches the sparse graph perfectly. Where it is too poor for that, it
// grows.
func (s *Solver) pairAll(ctx context.Context) error {
	for round := 1; ; round++ {
		lost := &stranded{part: make([]int, s.w.n)}
		err := s.searchAll(ctx, lost)
		var bridges []bridge
		if err == nil && lost.parts > 0 {
			if bridges = s.bridges(lost); len(bridges) == 0 {
				err = lost.reason(s.mates())
			}
		}
		lost.restore(s.core)
		if err != nil || len(bridges) == 0 {
			return err
		}
		if round == patience {
			bridges = append(bridges, s.greedy()...)
		}
		for _, b := range bridges {
			if !s.core.linked(b.i, b.j) {
				s.core.link(b.i, b.j, b.w)
			}
		}
	}
}

// searchAll searches once from every exposed top node. Trees that get stuck are
// noted and put aside: what is left allows as many pairs as before.
func (s *Solver) searchAll(ctx context.Context, lost *stranded) error {
	c := s.core
	for v := range int32(c.n) {
		if g := &c.groups[c.of[v]]; g.label != free || c.matchOut[g.node] != none {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		how := c.grow(c.top(v))
		if how == stuck {
			lost.note(c)
		}
		c.finish()
		if how == overflow {
			return ErrRange
		}
		lost.putAside(c)
		if s.Progress != nil {
			s.Progress(int(v), c.n)
		}
	}
	return nil
}

// stranded are the trees of one sweep that got stuck. No edge of the sparse
// graph leads from an outer node to a player who is in none of them.
type stranded struct {
	part  []int // for every player the number of his outer node, from 1; or inner, or elsewhere
	parts int
	tops  []int32 // a player of every node
	aside int     // how many of tops have been put aside
}

// What stranded.part can be beside a number. Inner nodes are single players,
// since every blossom among them has been opened.
const (
	elsewhere = 0
	innerOne  = -1
)

// note adds the standing tree of the core.
func (s *stranded) note(c *core) {
	for v := range int32(c.n) {
		node := c.top(v)
		if c.first[node] != v {
			continue
		}
		switch c.groups[c.group[node]].label {
		case outer:
			s.parts++
			for _, u := range c.members(node) {
				s.part[u] = s.parts
			}
		case inner:
			s.part[v] = innerOne
		default:
			continue
		}
		s.tops = append(s.tops, v)
	}
}

// putAside takes the trees noted last out of the search.
func (s *stranded) putAside(c *core) {
	for ; s.aside < len(s.tops); s.aside++ {
		c.groups[c.of[s.tops[s.aside]]].label = gone
	}
}

// restore brings all trees back, and makes the edges feasible that the search
// did not look at meanwhile.
func (s *stranded) restore(c *core) {
	for _, v := range s.tops[:s.aside] {
		c.groups[c.of[v]].label = free
	}
	for v, part := range s.part {
		if part == elsewhere {
			continue
		}
		for _, e := range c.adj[v] {
			if c.of[v] != c.of[e.to] && c.groups[c.of[e.to]].label != gone {
				c.mend(int32(v), e.to, e.w2)
			}
		}
	}
}

// reason says why there is no perfect matching, if nothing leads out of the
// trees.
func (s *stranded) reason(mate []int) *InfeasibleError {
	e := &InfeasibleError{Parts: make([][]int, s.parts), Mate: mate}
	for v, part := range s.part {
		switch part {
		case elsewhere:
		case innerOne:
			e.Hub = append(e.Hub, v)
		default:
			e.Parts[part-1] = append(e.Parts[part-1], v)
		}
	}
	return e
}

type bridge struct {
	i, j int32
	w    int64
}

// bridges returns the best allowed pairs of outer players with those who are
// neither inner nor in the same node.
func (s *Solver) bridges(lost *stranded) []bridge {
	n := s.w.n
	best := newShortlist(n, bridging, -never)
	y := make([]int64, n)
	var outers []int
	for v := range y {
		y[v] = s.core.dual(int32(v))
		if lost.part[v] > 0 {
			outers = append(outers, v)
		} else {
			best.floor[v] = never
		}
	}
	try := func(i, j int, w int64) {
		if w != forbidden && lost.part[i] != lost.part[j] && lost.part[i] != innerOne && lost.part[j] != innerOne &&
			s.settled[i] == none && s.settled[j] == none {
			best.offerBoth(i, j, 2*w-y[i]-y[j])
		}
	}
	for i := range n {
		row := s.w.row(i)
		if lost.part[i] <= 0 {
			for _, j := range outers {
				if w := row[j-i-1]; 2*w-y[i]-y[j] >= best.floor[j] {
					try(i, j, w)
				}
			}
			continue
		}
		outers = outers[1:]
		floor, yj := best.floor[i+1:][:len(row)], y[i+1:][:len(row)]
		yi, least := y[i], best.floor[i]
		for k, w := range row {
			if key := 2*w - yi - yj[k]; key >= least || key >= floor[k] {
				try(i, i+1+k, w)
				least = best.floor[i]
			}
		}
	}
	var list []bridge
	best.each(func(i, j int, _ int64) { list = append(list, bridge{int32(i), int32(j), s.w.at(i, j)}) })
	return list
}

// greedy returns a matching of as many players as it comes upon: everybody, one
// after the other, with the partner left for whom the slack is least.
func (s *Solver) greedy() []bridge {
	y := make([]int64, s.w.n)
	taken := make([]bool, s.w.n)
	for v := range y {
		y[v] = s.core.dual(int32(v))
		taken[v] = s.settled[v] != none
	}
	var list []bridge
	for i := range y {
		if taken[i] {
			continue
		}
		partner, best := none, int64(-never)
		for k, w := range s.w.row(i) {
			if j := i + 1 + k; !taken[j] && w != forbidden && 2*w-y[j] > best {
				partner, best = j, 2*w-y[j]
			}
		}
		if partner != none {
			taken[partner] = true
			list = append(list, bridge{int32(i), int32(partner), s.w.at(i, partner)})
		}
	}
	return list
}
