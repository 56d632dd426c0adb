package matching

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// After every search, with edges added and removed in between, the core is in
// the state that its comment promises.
func TestInvariants(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 8))
		n := 4 + 2*r.IntN(20)
		c := newCore(n)
		best := make([]int64, n)
		span := []int64{2, 10, 1 << 40}[seed%3]
		edges := func(count int, add func(u, v int32, w int64)) {
			for range count {
				u, v := int32(r.IntN(n)), int32(r.IntN(n))
				if u != v && !c.linked(u, v) {
					w := r.Int64N(span)
					best[u], best[v] = max(best[u], w), max(best[v], w)
					add(u, v, w)
				}
			}
		}
		edges(4*n, c.connect)
		c.setDuals(best)
		checkInvariants(t, c)
		for range 6 {
			c.growTrees(func(int, int) bool { return true })
			c.finish()
			checkInvariants(t, c)
			edges(n/2, c.link)
			checkInvariants(t, c)
			for range n / 4 {
				if u := r.IntN(n); len(c.adj[u]) > 0 {
					c.unlink(int32(u), c.adj[u][r.IntN(len(c.adj[u]))].to)
				}
			}
			checkInvariants(t, c)
			if t.Failed() {
				t.Fatalf("seed %d", seed)
			}
		}
	}
}

func checkInvariants(t *testing.T, c *core) {
	t.Helper()
	slack := func(u, v int32) int64 {
		for _, e := range c.adj[u] {
			if e.to == v {
				return c.dual(u) + c.dual(v) + c.common(u, v) - e.w2
			}
		}
		t.Errorf("no edge between %d and %d", u, v)
		return 0
	}
	for u, list := range c.adj {
		for _, e := range list {
			if s := slack(int32(u), e.to); s < 0 {
				t.Errorf("slack %d between %d and %d", s, u, e.to)
			}
		}
	}
	for i, j := range c.mates() {
		if j >= 0 && slack(int32(i), int32(j)) != 0 {
			t.Errorf("%d and %d are paired but not tight", i, j)
		}
	}
	for b := c.n; b < len(c.parent); b++ {
		if c.parent[b] == unused {
			continue
		}
		if c.z[b] < 0 || c.z[b]%2 != 0 {
			t.Errorf("z %d", c.z[b])
		}
		count, size := 0, int32(0)
		for x := c.child[b]; ; {
			count++
			size += c.size[x]
			if s := slack(c.rightIn[x], c.rightOut[x]); s != 0 {
				t.Errorf("slack %d on a cycle", s)
			}
			if c.parent[x] != int32(b) || c.left[c.right[x]] != x {
				t.Errorf("node %d is not properly in its cycle", x)
			}
			if x = c.right[x]; x == c.child[b] {
				break
			}
		}
		if count%2 == 0 || size != c.size[b] || int(size) != len(c.members(int32(b))) {
			t.Errorf("blossom of %d children and %d players", count, size)
		}
	}
}

// When the duals may have moved far they are measured, and a search that could
// leave 64 bits is refused.
func TestDrift(t *testing.T) {
	for _, tt := range []struct {
		y    int64
		want outcome
	}{{maxDual, paired}, {maxDual + 1, overflow}, {-maxDual - 1, overflow}} {
		t.Run(fmt.Sprintf("duals ±%d", tt.y), func(t *testing.T) {
			c := newCore(2)
			c.connect(0, 1, 0)
			c.y[0], c.y[1] = tt.y, -tt.y
			c.drift = maxDual + 1
			got := c.growTrees(func(int, int) bool { return true })
			c.finish()
			if got != tt.want {
				t.Errorf("duals ±%d: outcome %d, want %d", tt.y, got, tt.want)
			}
		})
	}
}
