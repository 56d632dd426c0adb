package matching

// search is the state of one search, empty between two of them.
//
// A search grows an alternating tree from an exposed top node. Outer nodes are
// reached by an even number of edges, inner ones by an odd number, the last
// one not matched. As time runs, the duals of outer players fall and those of
// inner players rise, so that tree edges stay tight, until an edge from an
// outer player becomes tight and adds two nodes to the tree, closes an odd
// cycle (a new blossom, outer) or reaches another exposed node (the path to it
// is augmented and the search ends), or the z of an inner blossom is used up
// (it is opened).
type search struct {
	now     int64     // the sum of all dual steps so far
	end     int64     // an event known to end the search comes at this time
	events  eventHeap // later than now
	ready   []event   // due now
	touched []int32   // nodes that were given a label
	ranked  []int32   // groups with a best
	fresh   []int32   // nodes that became outer and are to be scanned
	visit   int64     // counts the walks to the root
	drift   int64     // how far a dual may have moved since all were in range
}

// maxDual keeps all duals far from the ends of 64 bits: a slack is less than
// eight times as large.
const maxDual = 1 << 59

// An outcome says how a search ended.
type outcome int

const (
	augmented outcome = iota // the root is matched
	stuck                    // no edge leaves the tree but at inner players
	overflow                 // the duals would leave their range
)

// grow searches from an exposed top node. Unless it ends augmented, the tree
// is left standing for inspection; finish must follow in any case.
func (c *core) grow(root int32) outcome {
	if c.drift > maxDual && !c.inRange() {
		return overflow
	}
	c.now, c.end = 0, never
	c.plant(root, outer)
	c.fresh = append(c.fresh, root)
	for {
		c.scanFresh()
		e, ok := c.nextEvent()
		if !ok {
			return stuck
		}
		if e.key > maxDual {
			return overflow
		}
		c.now = e.key
		if e.edge < 0 {
			c.expand(e.at)
		} else if c.reach(e.at, c.adj[e.at][e.edge]) {
			return augmented
		}
	}
}

// finish takes the tree down and keeps the duals as they are now.
func (c *core) finish() {
	for _, node := range c.touched {
		if c.parent[node] != none {
			continue
		}
		if l := c.groups[c.group[node]].label; l == outer || l == inner {
			c.relabel(node, free)
		}
	}
	for _, g := range c.ranked {
		c.groups[g].best = never
	}
	c.drift += c.now
	c.now = 0
	c.events, c.ready, c.touched, c.ranked, c.fresh = c.events[:0], c.ready[:0], c.touched[:0], c.ranked[:0], c.fresh[:0]
}

// inRange measures the duals anew, after they may have moved by maxDual.
func (c *core) inRange() bool {
	c.drift = 0
	for v := range int32(c.n) {
		if y := c.dual(v); y > maxDual || y < -maxDual {
			c.drift = never
			return false
		}
	}
	return true
}

func (c *core) plant(node int32, l label) {
	c.relabel(node, l)
	c.touched = append(c.touched, node)
	if l == inner && node >= int32(c.n) {
		c.schedule(event{key: c.now + c.z[node]/2, at: node, edge: none})
	}
}

func (c *core) schedule(e event) {
	switch {
	case e.key > c.end:
	case e.key == c.now:
		c.ready = append(c.ready, e)
	default:
		c.events.push(e)
	}
}

func (c *core) nextEvent() (event, bool) {
	if k := len(c.ready); k > 0 {
		e := c.ready[k-1]
		c.ready = c.ready[:k-1]
		return e, true
	}
	if len(c.events) == 0 {
		return event{}, false
	}
	return c.events.pop(), true
}

// scanFresh looks at all edges of the players that have become outer.
func (c *core) scanFresh() {
	for _, node := range c.fresh {
		for v := c.first[node]; ; v = c.next[v] {
			c.scan(v)
			if v == c.last[node] {
				break
			}
		}
	}
	c.fresh = c.fresh[:0]
}

func (c *core) scan(u int32) {
	home := c.of[u]
	yu := c.dual(u)
	for i, e := range c.adj[u] {
		to := c.of[e.to]
		if to == home {
			continue
		}
		g := &c.groups[to]
		switch g.label {
		case free:
			c.rank(to, event{key: c.now + yu + c.y[e.to] + g.off - e.w2, at: u, edge: int32(i)})
		case outer:
			s := yu + c.y[e.to] + g.off - (c.now - g.since) - e.w2
			c.schedule(event{key: c.now + half(s), at: u, edge: int32(i)})
		}
	}
}

// rank notes that a free group can be reached by an edge, unless an earlier
// one is known.
func (c *core) rank(to int32, e event) {
	g := &c.groups[to]
	if e.key >= g.best || e.key > c.end {
		return
	}
	if g.best == never {
		c.ranked = append(c.ranked, to)
	}
	g.best = e.key
	if c.matchOut[g.node] == none {
		c.end = e.key
	}
	c.schedule(e)
}

// half halves an even number.
func half(x int64) int64 {
	if x&1 != 0 {
		panic("matching: odd slack between outer players of one tree")
	}
	return x / 2
}

// reach follows an edge that should be tight by now, and tells whether that
// ended the search. The edge is tight unless it was overtaken: a player who
// was inner for a while has a later event on its way.
func (c *core) reach(u int32, e edge) bool {
	v := e.to
	if c.groups[c.of[u]].label != outer {
		u, v = v, u
	}
	gu, gv := &c.groups[c.of[u]], &c.groups[c.of[v]]
	if gu == gv || gu.label != outer || c.dual(u)+c.dual(v) != e.w2 {
		return false
	}
	switch {
	case gv.label == outer:
		c.shrink(u, v)
	case gv.label == free && c.matchOut[gv.node] == none:
		c.augment(u, v)
		return true
	case gv.label == free:
		b, mate := gv.node, c.top(c.matchOut[gv.node])
		c.treeIn[b], c.treeOut[b] = v, u
		c.plant(b, inner)
		c.plant(mate, outer)
		c.fresh = append(c.fresh, mate)
	}
	return false
}

// above returns the outer node two edges nearer to the root.
func (c *core) above(node int32) int32 {
	if c.matchOut[node] == none {
		return none
	}
	return c.top(c.treeOut[c.top(c.matchOut[node])])
}

// shrink closes the cycle of the tight edge between two outer players.
func (c *core) shrink(u, v int32) {
	a, b := c.top(u), c.top(v)
	meet := c.meeting(a, b)
	c.join(a, b, u, v)
	for s := a; s != meet; {
		t := c.top(c.matchOut[s])
		p := c.top(c.treeOut[t])
		c.join(t, s, c.matchOut[s], c.matchIn[s])
		c.join(p, t, c.treeOut[t], c.treeIn[t])
		s = p
	}
	for s := b; s != meet; {
		t := c.top(c.matchOut[s])
		p := c.top(c.treeOut[t])
		c.join(s, t, c.matchIn[s], c.matchOut[s])
		c.join(t, p, c.treeIn[t], c.treeOut[t])
		s = p
	}
	for x := c.right[meet]; ; x = c.right[x] {
		if c.groups[c.group[x]].label == inner {
			c.fresh = append(c.fresh, x)
		}
		c.relabel(x, free)
		if x == meet {
			break
		}
	}
	c.plant(c.enclose(meet), outer)
}

// meeting returns the first common node on the ways of two outer nodes to the
// root, walking both in turn so that the cost is that of the cycle.
func (c *core) meeting(a, b int32) int32 {
	c.visit++
	for {
		if a != none {
			if c.mark[a] == c.visit {
				return a
			}
			c.mark[a] = c.visit
			a = c.above(a)
		}
		a, b = b, a
	}
}

// augment matches along the path from the root to outer player u and on to the
// exposed player v.
func (c *core) augment(u, v int32) {
	c.match(c.top(v), v, u)
	for {
		s := c.top(u)
		up := c.matchOut[s]
		c.match(s, u, v)
		if up == none {
			return
		}
		t := c.top(up)
		u, v = c.treeOut[t], c.treeIn[t]
		c.match(t, v, u)
	}
}

// expand opens an inner blossom whose z is used up. The children on the even
// side between the tree edge and the matched pair stay in the tree.
func (c *core) expand(b int32) {
	if c.parent[b] != none || c.groups[c.group[b]].label != inner {
		return
	}
	in, out := c.treeIn[b], c.treeOut[b]
	entry := c.childWith(b, in)
	c.relabel(b, free)
	base := c.open(b, c.matchIn[b])
	c.treeIn[entry], c.treeOut[entry] = in, out
	c.plant(entry, inner)
	for t := entry; t != base; {
		s := c.top(c.matchOut[t])
		next := c.left[s]
		if s == c.right[t] {
			next = c.right[s]
			c.treeOut[next], c.treeIn[next] = c.rightIn[s], c.rightOut[s]
		} else {
			c.treeOut[next], c.treeIn[next] = c.rightOut[next], c.rightIn[next]
		}
		c.plant(s, outer)
		c.fresh = append(c.fresh, s)
		c.plant(next, inner)
		t = next
	}
	for x := c.right[entry]; x != entry; x = c.right[x] {
		if c.groups[c.group[x]].label == free {
			c.rediscover(x)
		}
	}
}

// rediscover looks for the edges from outer players to a node that has come
// free inside the tree.
func (c *core) rediscover(node int32) {
	for v := c.first[node]; ; v = c.next[v] {
		yv := c.dual(v)
		for i, e := range c.adj[v] {
			g := &c.groups[c.of[e.to]]
			if g.label == outer {
				s := yv + c.y[e.to] + g.off - (c.now - g.since) - e.w2
				c.rank(c.of[v], event{key: c.now + s, at: v, edge: int32(i)})
			}
		}
		if v == c.last[node] {
			return
		}
	}
}
