package matching

import "math"

// A core is an exact weighted matching on a sparse graph, with its dual solution, in a state from which the search can
// continue at any time. Between two searches these hold:
//
//   - every edge of adj has slack y_u + y_v + Z(u,v) − 2w ≥ 0, where Z adds the
//     z of all blossoms that hold both ends;
//   - every matched pair, and every edge on the cycle of a blossom, is tight:
//     its slack is 0;
//   - z ≥ 0, and even.
//
// Weights are doubled throughout, which makes every dual a whole number: along
// tight edges all y have the same parity, and all roots of a search begin with
// even ones, so the slack between two outer players is even.
//
// A node is a player (below n) or a blossom (from n on): an odd cycle of nodes,
// its children. The nodes that lie in no other are the top nodes. Only they
// store the pair that leaves them; the pairs inside a blossom follow from it
// and are computed when the blossom is opened.
type core struct {
	n   int
	adj [][]edge

	// Players.
	y    []int64 // dual, short of the off of the player's group
	of   []int32 // group
	next []int32 // the following player of the same blossom

	// Groups: one for every top node, so that a move of all its members takes one step. The number of groups is n; the
	// groups of inner nodes are unused.
	groups []group

	// Nodes.
	parent            []int32 // the blossom around it, none, or unused
	group             []int32 // its group while it is a top node
	first, last       []int32 // its players, linked by next
	size              []int32 // how many they are
	matchIn, matchOut []int32 // its matched pair: the player within, the one outside
	treeIn, treeOut   []int32 // for an inner node: the tree edge above it
	z                 []int64
	child             []int32 // one of its children
	right, left       []int32 // neighbours on the cycle it is a child in
	rightIn, rightOut []int32 // the edge to its right neighbour
	tree              []int32 // the tree of a node with a label
	mark              []int64 // the last walk to the root through this node
	spare             []int32 // unused blossoms
	search
}

// An edge is half a pair, as seen by one of the players.
type edge struct {
	to int32
	w2 int64 // doubled weight
}

// A group is the state that the members of a top node share.
type group struct {
	off   int64 // part of the dual of every member
	since int64 // when the label was given
	best  int64 // earliest known event that brings the group into the tree
	node  int32
	label label
}

// A label is the place of a top node in its tree.
type label int8

const (
	free  label = iota // in no tree
	outer              // an even number of edges from the root; duals fall
	inner              // an odd number; duals rise
	gone               // does not take part
)

// rate is the change of the members' duals by a dual step of 1.
var rate = [...]int64{free: 0, outer: -1, inner: 1, gone: 0}

const (
	none   = -1
	unused = -2

	never = math.MaxInt64
)

func newCore(n int) *core {
	nodes := n + n/2 + 1
	ints := func() []int32 { return make([]int32, nodes) }
	c := &core{
		n: n, adj: make([][]edge, n),
		y: make([]int64, n), of: make([]int32, n), next: make([]int32, n),
		groups: make([]group, n),
		parent: ints(), group: ints(), first: ints(), last: ints(), size: ints(),
		matchIn: ints(), matchOut: ints(), treeIn: ints(), treeOut: ints(),
		z: make([]int64, nodes), child: ints(), right: ints(), left: ints(),
		rightIn: ints(), rightOut: ints(), tree: ints(), mark: make([]int64, nodes),
	}
	for v := range int32(n) {
		c.of[v], c.group[v] = v, v
		c.groups[v] = group{node: v, best: never}
		c.parent[v], c.first[v], c.last[v], c.size[v] = none, v, v, 1
		c.matchOut[v] = none
	}
	for b := int32(nodes) - 1; b >= int32(n); b-- {
		c.parent[b] = unused
		c.spare = append(c.spare, b)
	}
	return c
}

func (c *core) top(v int32) int32 { return c.groups[c.of[v]].node }

// dual returns the doubled dual of a player as it is now.
func (c *core) dual(v int32) int64 {
	g := &c.groups[c.of[v]]
	return c.y[v] + g.off + rate[g.label]*(c.now-g.since)
}

func (c *core) childWith(b, v int32) int32 {
	x := v
	for c.parent[x] != b {
		x = c.parent[x]
	}
	return x
}

// join makes r the right neighbour of l on a cycle, by the edge from a player
// of l to one of r.
func (c *core) join(l, r, from, to int32) {
	c.right[l], c.left[r] = r, l
	c.rightIn[l], c.rightOut[l] = from, to
}

// match sets the matched pair of a top node.
func (c *core) match(node, in, out int32) { c.matchIn[node], c.matchOut[node] = in, out }

// relabel gives a top node a label, after bringing its duals up to date.
func (c *core) relabel(node int32, l label) {
	g := &c.groups[c.group[node]]
	moved := rate[g.label] * (c.now - g.since)
	g.off += moved
	if node >= int32(c.n) {
		c.z[node] -= 2 * moved
	}
	g.since, g.label = c.now, l
}

// enclose makes a blossom of the cycle of top nodes that begins at child base
// and returns it. Its members keep their duals; it belongs to no tree.
func (c *core) enclose(base int32) int32 {
	b := c.spare[len(c.spare)-1]
	c.spare = c.spare[:len(c.spare)-1]
	c.parent[b], c.child[b], c.z[b] = none, base, 0
	c.match(b, c.matchIn[base], c.matchOut[base])

	// The largest child lends its group, so that only the others are renamed:
	// over all the times that a player's blossom grows, O(log n) renamings.
	large := base
	for x := c.right[base]; x != base; x = c.right[x] {
		if c.size[x] > c.size[large] {
			large = x
		}
	}
	home := c.group[large]
	c.group[b], c.groups[home].node = home, b

	c.first[b], c.last[b], c.size[b] = c.first[base], c.last[base], 0
	for x := base; ; {
		c.parent[x] = b
		c.size[b] += c.size[x]
		if x != large {
			shift := c.groups[c.group[x]].off - c.groups[home].off
			for v := c.first[x]; ; v = c.next[v] {
				c.y[v] += shift
				c.of[v] = home
				if v == c.last[x] {
					break
				}
			}
		}
		if x != base {
			c.next[c.last[b]] = c.first[x]
			c.last[b] = c.last[x]
		}
		if x = c.right[x]; x == base {
			return b
		}
	}
}

// open makes the children of a free blossom top nodes, free and matched to each other. The child with the player base
// inherits the pair of the blossom instead. open returns that child.
func (c *core) open(b, base int32) int32 {
	home := c.group[b]
	start := c.childWith(b, base)
	for x := start; ; {
		g := c.group[x]
		if g != home {
			for v := c.first[x]; ; v = c.next[v] {
				c.of[v] = g
				if v == c.last[x] {
					break
				}
			}
		}
		c.groups[g] = group{off: c.groups[home].off, best: never, node: x}
		c.parent[x] = none
		if x = c.right[x]; x == start {
			break
		}
	}
	c.match(start, c.matchIn[b], c.matchOut[b])
	for x := c.right[start]; x != start; x = c.right[c.right[x]] {
		c.match(x, c.rightIn[x], c.rightOut[x])
		c.match(c.right[x], c.rightOut[x], c.rightIn[x])
	}
	c.parent[b] = unused
	c.spare = append(c.spare, b)
	return start
}

// release dissolves all blossoms around a player, outermost first, and leaves
// every edge feasible: with half of z added to all members, slacks inside stay
// and those across the border grow. Pairs across the border are lost.
func (c *core) release(v int32) {
	for {
		b := c.top(v)
		if b == v {
			return
		}
		base := c.first[c.child[b]]
		if c.matchOut[b] != none {
			base = c.matchIn[b]
		}
		if c.z[b] > 0 {
			c.unmatch(b)
		}
		c.groups[c.group[b]].off += c.z[b] / 2
		c.drift += c.z[b] / 2
		c.open(b, base)
	}
}

// unmatch undoes the matched pair of a top node, if it has one.
func (c *core) unmatch(node int32) {
	if c.matchOut[node] == none {
		return
	}
	c.match(c.top(c.matchOut[node]), none, none)
	c.match(node, none, none)
}

func (c *core) members(node int32) []int {
	list := make([]int, 0, c.size[node])
	for v := c.first[node]; ; v = c.next[v] {
		list = append(list, int(v))
		if v == c.last[node] {
			return list
		}
	}
}
