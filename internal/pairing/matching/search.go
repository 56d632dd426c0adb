package matching

// search is the state of one search, empty between two of them.
//
// A search grows an alternating tree from every exposed top node, all at the same time. Outer nodes are reached by an
// even number of edges, inner ones by an odd number, the last one not matched. As time runs, outer duals fall and inner
// duals rise, so that tree edges stay tight. Then an edge from an outer player becomes tight: it adds two nodes to that
// player's tree, closes an odd cycle (a new blossom, outer) or leads to an outer player of another tree. In that case
// the path from root to root is augmented and both trees are removed. Or the z of an inner blossom is used up; then it
// is opened. The search ends when no tree is left, or none can grow.
type search struct {
	now     int64      // the sum of all dual steps so far
	end     int64      // the time of an event known to end the search
	events  eventQueue // future events
	trees   [][]int32  // for every tree the nodes that were given a label in it
	exposed int        // trees that are left
	ranked  []int32    // groups with a best
	fresh   []int32    // nodes that became outer and are to be scanned
	visit   int64      // counts the walks to the root
	drift   int64      // how far a dual may have moved since all were in range
}

// maxDual keeps all duals far from the ends of 64 bits: a slack is less than
// eight times as large.
const maxDual = 1 << 59

// An outcome is how a search ended.
type outcome int

const (
	paired   outcome = iota // all players are matched
	stuck                   // no edge leaves the trees but at inner players
	overflow                // the duals would leave their range
	stopped                 // the caller stopped it
)

// heartbeat is the greatest number of events between two calls of goOn.
const heartbeat = 4096

// growTrees searches from all exposed top nodes. After every pair won, and now and then, it calls goOn with the number
// of nodes still exposed and of events so far. Unless all players are matched, the trees remain for inspection; finish
// must follow in any case.
func (c *core) growTrees(goOn func(exposed, events int) bool) outcome {
	if c.drift > maxDual && !c.inRange() {
		return overflow
	}
	c.now, c.end = 0, never
	c.plantRoots()
	for count := 1; c.exposed > 0; count++ {
		before := c.exposed
		c.scanFresh()
		e, ok := c.events.pop()
		if !ok {
			return stuck
		}
		if e.key > maxDual {
			return overflow
		}
		c.now = e.key
		if e.edge < 0 {
			c.expand(e.at)
		} else {
			c.reach(e)
		}
		if c.exposed > 0 && (c.exposed < before || count%heartbeat == 0) && !goOn(c.exposed, count) {
			return stopped
		}
	}
	return paired
}

// plantRoots makes every exposed top node the root of a tree.
func (c *core) plantRoots() {
	for v := range int32(c.n) {
		if g := &c.groups[c.of[v]]; g.label != free || c.matchOut[g.node] != none {
			continue
		}
		root := c.evenRoot(c.top(v))
		tree := int32(c.exposed)
		if c.exposed++; len(c.trees) < c.exposed {
			c.trees = append(c.trees, nil)
		}
		c.plant(root, outer, tree)
		c.fresh = append(c.fresh, root)
	}
}

func (c *core) roots() int {
	count := 0
	for v := range int32(c.n) {
		if g := &c.groups[c.of[v]]; g.label == free && c.matchOut[g.node] == none && c.first[g.node] == v {
			count++
		}
	}
	return count
}

// evenRoot makes the duals of an exposed top node even, by raising them by 1
// where they are odd, and returns the exposed node, which is a part of the
// former where that had to be opened. With even roots all outer players have
// duals of the same parity at any time.
func (c *core) evenRoot(node int32) int32 {
	for c.dual(c.first[node])%2 != 0 {
		if node >= int32(c.n) && c.z[node] == 0 {
			node = c.open(node, c.first[c.child[node]])
			continue
		}
		if node >= int32(c.n) {
			c.z[node] -= 2
		}
		c.groups[c.group[node]].off++
		c.drift++
	}
	return node
}

// finish takes all trees down and keeps the duals as they are now.
func (c *core) finish() {
	for tree := range c.trees {
		c.clearTree(int32(tree))
		c.trees[tree] = c.trees[tree][:0]
	}
	for _, g := range c.ranked {
		c.groups[g].best = never
	}
	c.drift += c.now
	c.now, c.exposed = 0, 0
	c.events.reset()
	c.ranked, c.fresh = c.ranked[:0], c.fresh[:0]
}

// clearTree takes the nodes of a tree out of it.
func (c *core) clearTree(tree int32) {
	for _, node := range c.trees[tree] {
		if c.parent[node] == none && c.tree[node] == tree {
			if g := &c.groups[c.group[node]]; g.label == outer || g.label == inner {
				c.relabel(node, free)
				g.best = never
			}
		}
	}
}

// removeTrees ends two trees with matched roots, and schedules the edges by which
// the standing trees can reach their nodes.
func (c *core) removeTrees(a, b int32) {
	c.clearTree(a)
	c.clearTree(b)
	if c.exposed -= 2; c.exposed > 0 {
		for _, tree := range [...]int32{a, b} {
			for _, node := range c.trees[tree] {
				if c.parent[node] == none && c.groups[c.group[node]].label == free {
					c.rediscover(node)
				}
			}
		}
	}
	c.trees[a], c.trees[b] = c.trees[a][:0], c.trees[b][:0]
}

// inRange measures all duals, after they may have moved by maxDual.
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

func (c *core) plant(node int32, l label, tree int32) {
	c.relabel(node, l)
	c.tree[node] = tree
	c.trees[tree] = append(c.trees[tree], node)
	if l == inner && node >= int32(c.n) {
		c.schedule(event{key: c.now + c.z[node]/2, at: node, edge: none})
	}
}

func (c *core) schedule(e event) {
	if e.key <= c.end {
		c.events.push(e, c.now)
	}
}

// scanFresh scans all edges of the players that have become outer.
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
			if c.exposed == 2 && c.tree[g.node] != c.tree[c.groups[home].node] {
				c.end = min(c.end, c.now+s/2)
			}
		}
	}
}

// rank schedules the edge by which a free group can be reached, unless an
// earlier one is known.
func (c *core) rank(to int32, e event) {
	g := &c.groups[to]
	if e.key >= g.best || e.key > c.end {
		return
	}
	if g.best == never {
		c.ranked = append(c.ranked, to)
	}
	g.best = e.key
	c.schedule(e)
}

func half(x int64) int64 {
	if x&1 != 0 {
		panic("matching: odd slack between outer players")
	}
	return x / 2
}

// reach follows an edge that should be tight by now. An outdated event has an edge that is not tight. For a player who
// was inner for a while a later event is queued. For a free node whose tree was taken down, reach searches the next
// edge.
func (c *core) reach(ev event) {
	u, e := ev.at, c.adj[ev.at][ev.edge]
	v := e.to
	if c.groups[c.of[u]].label != outer {
		u, v = v, u
	}
	gu, gv := &c.groups[c.of[u]], &c.groups[c.of[v]]
	if gu == gv {
		return
	}
	if gu.label != outer || gv.label == inner || gv.label == gone || c.dual(u)+c.dual(v) != e.w2 {
		for _, g := range [...]*group{gu, gv} {
			if g.label == free && g.best == ev.key {
				g.best = never
				c.rediscover(g.node)
			}
		}
		return
	}
	a, b := gu.node, gv.node
	switch {
	case gv.label == free:
		mate := c.top(c.matchOut[b])
		c.treeIn[b], c.treeOut[b] = v, u
		c.plant(b, inner, c.tree[a])
		c.plant(mate, outer, c.tree[a])
		c.fresh = append(c.fresh, mate)
	case c.tree[a] == c.tree[b]:
		c.shrink(u, v)
	default:
		s, t := c.tree[a], c.tree[b]
		c.augment(u, v)
		c.augment(v, u)
		c.removeTrees(s, t)
	}
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
	tree := c.tree[meet]
	for x := c.right[meet]; ; x = c.right[x] {
		if c.groups[c.group[x]].label == inner {
			c.fresh = append(c.fresh, x)
		}
		c.relabel(x, free)
		if x == meet {
			break
		}
	}
	c.plant(c.enclose(meet), outer, tree)
}

// meeting returns the first common node on the ways of two outer nodes to the root, walking both in turn so that the
// cost is proportional to the cycle.
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

// augment matches outer player u with player v of another tree, and shifts the pairs on the path from u to the root of
// u.
func (c *core) augment(u, v int32) {
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
	if c.parent[b] != none {
		return
	}
	if g := &c.groups[c.group[b]]; g.label != inner || c.z[b] != 2*(c.now-g.since) {
		return // outdated
	}
	tree := c.tree[b]
	in, out := c.treeIn[b], c.treeOut[b]
	entry := c.childWith(b, in)
	c.relabel(b, free)
	base := c.open(b, c.matchIn[b])
	c.treeIn[entry], c.treeOut[entry] = in, out
	c.plant(entry, inner, tree)
	for t := entry; t != base; {
		s := c.top(c.matchOut[t])
		next := c.left[s]
		if s == c.right[t] {
			next = c.right[s]
			c.treeOut[next], c.treeIn[next] = c.rightIn[s], c.rightOut[s]
		} else {
			c.treeOut[next], c.treeIn[next] = c.rightOut[next], c.rightIn[next]
		}
		c.plant(s, outer, tree)
		c.fresh = append(c.fresh, s)
		c.plant(next, inner, tree)
		t = next
	}
	for x := c.right[entry]; x != entry; x = c.right[x] {
		if c.groups[c.group[x]].label == free {
			c.rediscover(x)
		}
	}
}

// rediscover finds the edges from outer players to a node that has become free inside the tree.
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
