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

// pairAll searches from every exposed player until the sparse graph, which
// grows where it is too poor, is matched perfectly.
func (s *Solver) pairAll(ctx context.Context) error {
	var short shortage
	err := s.searchAll(ctx, &short)
	for _, v := range short.retired {
		s.core.groups[s.core.of[v]].label = free
	}
	if err != nil || short.parts == nil {
		return err
	}
	return &InfeasibleError{Hub: short.hub, Parts: short.parts, Mate: s.mates()}
}

func (s *Solver) searchAll(ctx context.Context, short *shortage) error {
	for busy := true; busy; {
		busy = false
		paired := 0
		for v := range int32(s.w.n) {
			for s.exposed(v) {
				busy = true
				if err := ctx.Err(); err != nil {
					return err
				}
				if err := s.search(s.core.top(v), short); err != nil {
					return err
				}
				if s.Progress != nil {
					s.Progress(paired, s.w.n)
				}
			}
			paired++
		}
	}
	return nil
}

func (s *Solver) exposed(v int32) bool {
	g := &s.core.groups[s.core.of[v]]
	return g.label == free && s.core.matchOut[g.node] == none
}

// search searches once from an exposed top node. If the tree gets stuck, the
// pairs that lead out of it are added to the sparse graph; if there are none,
// the tree is put aside, which does not lower the number of pairs that can be
// made of the rest.
func (s *Solver) search(root int32, short *shortage) error {
	c := s.core
	switch c.grow(root) {
	case augmented:
		c.finish()
	case overflow:
		c.finish()
		return ErrRange
	case stuck:
		bridges := s.bridges()
		if len(bridges) > 0 {
			c.finish()
			for _, e := range bridges {
				c.link(e.i, e.j, s.w.at(int(e.i), int(e.j)))
			}
			return nil
		}
		tree := short.note(c)
		c.finish()
		for _, v := range tree {
			c.groups[c.of[v]].label = gone
		}
	}
	return nil
}

type bridge struct{ i, j int32 }

// bridges returns the best allowed pairs that lead from outer players out of a
// tree that is stuck, or close a cycle in it.
func (s *Solver) bridges() []bridge {
	c := s.core
	best := newShortlist(c.n, additions, -never)
	for i := range c.n {
		if c.groups[c.of[i]].label != outer {
			continue
		}
		yi := c.dual(int32(i))
		for j := range c.n {
			g := &c.groups[c.of[j]]
			if g.label == inner || g.label == gone || c.of[i] == c.of[j] {
				continue
			}
			w := s.w.at(i, j)
			if w == forbidden {
				continue
			}
			if key := 2*w - yi - c.dual(int32(j)); key >= best.floor[i] {
				best.offer(i, j, key)
			}
		}
	}
	var list []bridge
	best.each(func(i, j int) { list = append(list, bridge{int32(i), int32(j)}) })
	return list
}

// A shortage gathers the trees from which no allowed pair leads on.
type shortage struct {
	hub     []int
	parts   [][]int
	retired []int32 // a player of every top node
}

// note adds the standing tree of the core: its inner nodes are single players,
// since every blossom among them has been opened. It returns one player of
// every top node.
func (s *shortage) note(c *core) []int32 {
	before := len(s.retired)
	for v := range int32(c.n) {
		node := c.top(v)
		if c.first[node] != v {
			continue
		}
		switch c.groups[c.group[node]].label {
		case outer:
			s.parts = append(s.parts, c.members(node))
		case inner:
			s.hub = append(s.hub, int(node))
		default:
			continue
		}
		s.retired = append(s.retired, v)
	}
	return s.retired[before:]
}
