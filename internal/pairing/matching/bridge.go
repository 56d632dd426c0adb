package matching

import (
	"context"
	"fmt"
	"slices"
)

// An InfeasibleError is the proof that the allowed pairs do not pair all players: every one of the Parts has an odd
// number of players, and its players can be paired only among themselves or with the Hub. There are more Parts than
// players in the Hub. (This is the witness of Tutte and Berge.)
type InfeasibleError struct {
	Hub   []int
	Parts [][]int

	// Mate pairs as many players as can be, with a good total but not always
	// the best; -1 marks the players left over, len(Parts) − len(Hub) of them.
	Mate []int
}

func (e *InfeasibleError) Error() string {
	return fmt.Sprintf("matching: %d odd parts of the players can only meet each other through %d players", len(e.Parts), len(e.Hub))
}

// pausing is whether a search may pause for a pricing of all pairs.
type pausing bool

const (
	toTheEnd   pausing = false
	withPauses pausing = true
)

// search matches players of the sparse graph. If it may pause, it does so when
// only a part of the trees is left: the further the duals move without a
// pricing of all pairs, the more pairs violate them afterwards. The trees are
// returned if they are stuck.
func (s *Solver) search(ctx context.Context, pauses pausing) (outcome, *stranded, error) {
	if err := ctx.Err(); err != nil {
		return stopped, nil, err
	}
	c := s.core
	defer c.finish()
	rest := 0
	if roots := c.roots(); pauses == withPauses && roots > fewTrees {
		rest = roots * s.tactics.standing / 12
	}
	switch how := c.growTrees(func(exposed, events int) bool {
		if s.Progress != nil {
			s.Progress(c.n-exposed, c.n)
		}
		return (exposed > rest || events < c.n*(c.n-1)/2/eventsALook) && ctx.Err() == nil
	}); how {
	case stuck:
		return stuck, c.stranded(), nil
	case overflow:
		return overflow, nil, ErrRange
	default:
		return how, nil, ctx.Err()
	}
}

// bridge returns pairs that extend the sparse graph where the trees of a search
// are stuck. The error is the reason if nothing leads out of them.
func (s *Solver) bridge(lost *stranded, round int) ([]pair, error) {
	// The initial duals count if a restart is to follow.
	y, room := s.initial, firstBridging
	if s.left == 0 {
		y, room = s.core.duals(), bridging
	}
	var found []pair
	if round == 1 {
		// Components can be many bridges apart.
		found = s.bridges(s.core.components(), y, room)
	}
	if len(found) == 0 || s.left > 0 {
		found = append(found, s.bridges(lost, y, room)...)
	}
	if len(found) == 0 {
		return nil, lost.reason(s.mates())
	}
	if round == patience {
		found = append(found, s.greedy()...)
	}
	return found, nil
}

// stranded are the trees of a search that got stuck. No edge of the sparse graph leads from an outer node to a player
// outside them.
type stranded struct {
	part  []int // for every player the number of their outer node, from 1; or innerOne, or elsewhere
	parts int
}

// The values of stranded.part beside a number. Inner nodes are single players,
// since every blossom among them has been opened.
const (
	elsewhere = 0
	innerOne  = -1
)

// stranded returns the trees that are left.
func (c *core) stranded() *stranded {
	s := &stranded{part: make([]int, c.n)}
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
		}
	}
	return s
}

// components returns the components of the sparse graph, as if each were an
// outer node.
func (c *core) components() *stranded {
	s := &stranded{part: make([]int, c.n)}
	var reached []int32
	for v := range int32(c.n) {
		if s.part[v] != elsewhere {
			continue
		}
		s.parts++
		s.part[v] = s.parts
		for reached = append(reached[:0], v); len(reached) > 0; {
			u := reached[len(reached)-1]
			reached = reached[:len(reached)-1]
			for _, e := range c.adj[u] {
				if s.part[e.to] == elsewhere {
					s.part[e.to] = s.parts
					reached = append(reached, e.to)
				}
			}
		}
	}
	return s
}

// reason returns the proof that no perfect matching exists, if no edge leads out of the trees.
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

// A pair of players with its weight.
type pair struct {
	i, j int32
	w    int64
}

// listed returns the pairs on a shortlist.
func (s *Solver) listed(pairs *shortlist) []pair {
	var list []pair
	pairs.each(func(i, j int, _ int64) { list = append(list, pair{int32(i), int32(j), s.w.at(i, j)}) })
	return list
}

// bridges returns, for every player of a part, up to so many of the best allowed
// pairs by these duals that lead out of the part, to players who are not inner.
func (s *Solver) bridges(lost *stranded, y []int64, room int) []pair {
	b := s.newBridgeSearch(lost, y, room)
	for _, i := range b.order {
		b.row(int(i))
	}
	return b.pairs()
}

// A bridgeSearch finds the best pairs that lead out of parts of the players, row by row.
type bridgeSearch struct {
	w    *Weights
	lost *stranded
	y    []int64
	best *shortlist

	parts [][]int32 // the players who can be reached
	order []int32   // the same, part after part
	left  int       // the part whose players are not in reach of each other
	reach []int64   // y, or outOfReach

	looked    int
	low, lowY []int64 // the least floor, or less, and the least y of every block
}

// outOfReach is greater than any key.
const outOfReach = never / 2

func (s *Solver) newBridgeSearch(lost *stranded, y []int64, room int) *bridgeSearch {
	n := len(y)
	b := &bridgeSearch{
		w: s.w, lost: lost, y: y, best: newShortlist(n, room, -outOfReach),
		parts: make([][]int32, lost.parts+1), reach: slices.Clone(y), lowY: lowest(y),
	}
	// From the last player on, players meet their neighbours first, who tend to have the greatest weights: more blocks
	// of the others do not matter.
	for v, part := range slices.Backward(lost.part) {
		if part <= 0 || s.settled[v] != none {
			b.best.floor[v] = outOfReach
		}
		if part == innerOne || s.settled[v] != none {
			b.reach[v] = outOfReach
		} else {
			b.parts[part] = append(b.parts[part], int32(v))
		}
	}
	b.order = slices.Concat(b.parts...)
	return b
}

// leave takes the players of a part out of reach, and puts the players of the previous part in reach.
func (b *bridgeSearch) leave(part int) {
	for _, v := range b.parts[b.left] {
		b.reach[v] = b.y[v]
	}
	for _, v := range b.parts[part] {
		b.reach[v] = outOfReach
	}
	b.left = part
}

// row searches the pairs of player i with later players.
func (b *bridgeSearch) row(i int) {
	if part := b.lost.part[i]; part != b.left {
		b.leave(part)
	}
	if b.looked%block == 0 {
		b.low = lowest(b.best.floor)
	}
	b.looked++
	yi, least := b.y[i], b.best.floor[i]
	for from, row := range b.w.stretches(i, func(k int, peak int64) bool {
		key := 2*peak - yi - b.lowY[k]
		return key >= b.best.floor[i] || key >= b.low[k]
	}) {
		floor, reach := b.best.floor[from:][:len(row)], b.reach[from:][:len(row)]
		for k, w := range row {
			key := 2*w - yi - reach[k]
			if (key >= least || key >= floor[k]) && w != forbidden && reach[k] != outOfReach {
				b.best.offerBoth(i, from+k, key)
				least = b.best.floor[i]
			}
		}
	}
}

// pairs returns the found pairs.
func (b *bridgeSearch) pairs() []pair {
	var list []pair
	b.best.each(func(i, j int, key int64) { list = append(list, pair{int32(i), int32(j), (key + b.y[i] + b.y[j]) / 2}) })
	return list
}

// greedy returns a greedy matching: every player in turn gets, of the partners
// left, the one with the least slack.
func (s *Solver) greedy() []pair {
	y := make([]int64, s.w.n)
	taken := make([]bool, s.w.n)
	for v := range y {
		y[v] = s.core.dual(int32(v))
		taken[v] = s.settled[v] != none
	}
	var list []pair
	for i := range y {
		if taken[i] {
			continue
		}
		partner, best := none, int64(-never)
		for j := i + 1; j < s.w.n; j++ {
			if taken[j] {
				continue
			}
			if w := s.w.at(i, j); w != forbidden && 2*w-y[j] > best {
				partner, best = j, 2*w-y[j]
			}
		}
		if partner != none {
			taken[partner] = true
			list = append(list, pair{int32(i), int32(partner), s.w.at(i, partner)})
		}
	}
	return list
}
