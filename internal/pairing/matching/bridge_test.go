package matching

import (
	"math/rand/v2"
	"testing"
)

// The bridges are the best pairs out of every part, as found by looking at all.
func TestBridges(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 13))
		n, span := 2+r.IntN(150), []int64{3, 1000, 1 << 50}[seed%3]
		w := weightsUpTo(r, n, span)
		if seed%2 == 0 {
			stored := w
			w, _, _ = ComputedWeights(n, func(i, from int, row []int64) {
				for k := range row {
					row[k] = 0
					if weight, ok := stored.At(i, from+k); ok {
						row[k] = weight
					}
				}
			})
			for range n {
				if i, j := r.IntN(n), r.IntN(n); i != j {
					w.Forbid(i, j)
				}
			}
		}
		s := NewSolver(w)
		lost := &stranded{part: make([]int, n), parts: 1 + r.IntN(n)}
		y := make([]int64, n)
		for v := range y {
			lost.part[v] = max(innerOne, r.IntN(lost.parts+3)-2)
			if y[v] = r.Int64N(2*span) - span; r.IntN(9) == 0 {
				s.Drop(v)
			}
		}
		const room = 2
		best := newShortlist(n, room, -never)
		for i := range n {
			for j := i + 1; j < n; j++ {
				weight, ok := w.At(i, j)
				if !ok || s.settled[i] != none || s.settled[j] != none || lost.part[i] == lost.part[j] ||
					lost.part[i] == innerOne || lost.part[j] == innerOne {
					continue
				}
				key := 2*weight - y[i] - y[j]
				if lost.part[i] != elsewhere {
					best.offer(i, j, key)
				}
				if lost.part[j] != elsewhere {
					best.offer(j, i, key)
				}
			}
		}
		if comparePairs(t, "bridges", s.bridges(lost, y, room), s.listed(best)); t.Failed() {
			t.Fatalf("seed %d, %d players, %d parts", seed, n, lost.parts)
		}
	}
}
