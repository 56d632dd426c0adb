package matching

import "slices"

// link adds an edge. The state stays valid: if the edge has negative slack, the
// dual of one of its ends is raised, which breaks that player's pair.
func (c *core) link(u, v int32, w int64) {
	c.connect(u, v, w)
	if c.groups[c.of[u]].label != gone && c.groups[c.of[v]].label != gone {
		c.repairSlack(u, v, 2*w)
	}
}

// repairSlack makes the slack of an edge with a new weight at least 0.
func (c *core) repairSlack(u, v int32, w2 int64) {
	if c.dual(u)+c.dual(v)+c.common(u, v) >= w2 {
		return
	}
	if c.disturbsLess(v, u) {
		u, v = v, u
	}
	c.release(u)
	if s := c.dual(u) + c.dual(v) - w2; s < 0 {
		c.unmatch(u)
		c.raise(u, -s)
	}
}

func (c *core) raise(u int32, by int64) {
	c.y[u] += by
	c.drift += by
}

// disturbsLess reports whether raising u's dual disturbs less than raising v's.
func (c *core) disturbsLess(u, v int32) bool {
	a, b := c.top(u), c.top(v)
	if (a == u) != (b == v) {
		return a == u
	}
	return c.matchOut[a] == none && c.matchOut[b] != none
}

// common returns Z(u,v).
func (c *core) common(u, v int32) int64 {
	if c.of[u] != c.of[v] {
		return 0
	}
	c.visit++
	for b := c.parent[u]; b != none; b = c.parent[b] {
		c.mark[b] = c.visit
	}
	b := c.parent[v]
	for c.mark[b] != c.visit {
		b = c.parent[b]
	}
	z := int64(0)
	for ; b != none; b = c.parent[b] {
		z += c.z[b]
	}
	return z
}

// unlink removes an edge and parts its ends if they are matched. It reports
// whether there was such an edge.
func (c *core) unlink(u, v int32) bool {
	if !c.linked(u, v) {
		return false
	}
	c.removeHalf(u, v)
	c.removeHalf(v, u)
	if c.of[u] == c.of[v] {
		c.release(u) // the edge may be part of the blossom's cycle
	}
	if node := c.top(u); c.matchIn[node] == u && c.matchOut[node] == v {
		c.unmatch(node)
	}
	return true
}

// connect adds an edge, whatever its slack.
func (c *core) connect(u, v int32, w int64) {
	c.adj[u] = append(c.adj[u], edge{v, 2 * w})
	c.adj[v] = append(c.adj[v], edge{u, 2 * w})
}

func (c *core) linked(u, v int32) bool {
	return slices.ContainsFunc(c.adj[u], func(e edge) bool { return e.to == v })
}

func (c *core) removeHalf(u, v int32) {
	c.adj[u] = slices.DeleteFunc(c.adj[u], func(e edge) bool { return e.to == v })
}

// remove takes a player out of the matching.
func (c *core) remove(v int32) {
	c.release(v)
	c.unmatch(v)
	c.groups[c.of[v]].label = gone
}

// restore lets a removed player take part again, exposed, with a dual high
// enough for all their edges.
func (c *core) restore(v int32) {
	c.groups[c.of[v]].label = free
	for _, e := range c.adj[v] {
		if s := c.dual(v) + c.dual(e.to) - e.w2; s < 0 {
			c.raise(v, -s)
		}
	}
}

// setDuals sets the first duals: those given, raised where edges demand it, then,
// one after the other, as low as the edges allow, which makes an edge tight; if
// both its ends are exposed they are matched.
func (c *core) setDuals(y []int64) {
	copy(c.y, y)
	for u, list := range c.adj {
		for _, e := range list {
			if short := e.w2 - c.y[u] - c.y[e.to]; short > 0 {
				c.y[u] += (short + 1) / 2
				c.y[e.to] += (short + 1) / 2
			}
		}
	}
	for u := range int32(c.n) {
		if c.matchOut[u] != none || len(c.adj[u]) == 0 {
			continue
		}
		least, partner := int64(never), int32(none)
		for _, e := range c.adj[u] {
			s := c.y[u] + c.y[e.to] - e.w2
			if s < least || s == least && c.matchOut[e.to] == none && c.matchOut[partner] != none {
				least, partner = s, e.to
			}
		}
		c.y[u] -= least
		if c.matchOut[partner] == none {
			c.match(u, u, partner)
			c.match(partner, partner, u)
		}
	}
}

// mates computes the matching of the players from the matching of the nodes; -1 stands for an exposed player.
func (c *core) mates() []int {
	mate := make([]int, c.n)
	type rest struct{ blossom, base int32 }
	var inside []rest
	for v := range int32(c.n) {
		if node := c.top(v); c.first[node] == v {
			base := v
			mate[base] = none
			if c.matchOut[node] != none {
				base = c.matchIn[node]
				mate[base] = int(c.matchOut[node])
			}
			inside = append(inside, rest{node, base})
		}
		for len(inside) > 0 {
			r := inside[len(inside)-1]
			inside = inside[:len(inside)-1]
			if r.blossom < int32(c.n) {
				continue
			}
			start := c.childWith(r.blossom, r.base)
			inside = append(inside, rest{start, r.base})
			for x := c.right[start]; x != start; {
				y := c.right[x]
				u, v := c.rightIn[x], c.rightOut[x]
				mate[u], mate[v] = int(v), int(u)
				inside = append(inside, rest{x, u}, rest{y, v})
				x = c.right[y]
			}
		}
	}
	return mate
}
