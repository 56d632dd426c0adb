package matching

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// In every row the sum is y[j] + Z(i,j), as found blossom by blossom, in every pass over the rows.
func TestRowSums(t *testing.T) {
	nested := 0
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 11))
		n := 4 + 2*r.IntN(30)
		c := newCore(n)
		c.setDuals(randomEdges(r, c, 5*n, []int64{2, 10, 1 << 40}[seed%3]))
		c.growTrees(func(int, int) bool { return r.IntN(n) > 0 })
		c.finish()
		d := c.snapshot()
		for range 2 {
			var seen []int
			for i := range d.rows() {
				seen = append(seen, i)
				for j := range n {
					if j == i {
						continue
					}
					z := c.common(int32(i), int32(j))
					if got, want := d.sum[j], c.dual(int32(j))+z; got != want {
						t.Fatalf("seed %d: row %d has the sum %d for player %d, want %d", seed, i, got, j, want)
					}
					if z > 0 {
						nested++
					}
				}
			}
			if slices.Sort(seen); len(seen) != n || len(slices.Compact(seen)) != n {
				t.Fatalf("seed %d: rows of %d players among %d", seed, len(seen), n)
			}
		}
	}
	if nested < 1000 {
		t.Errorf("only %d pairs were inside a blossom", nested)
	}
}

// randomEdges adds edges to a core and returns the greatest weight of each player.
func randomEdges(r *rand.Rand, c *core, count int, span int64) []int64 {
	best := make([]int64, c.n)
	for range count {
		u, v := int32(r.IntN(c.n)), int32(r.IntN(c.n))
		if u != v && !c.linked(u, v) {
			w := r.Int64N(span)
			best[u], best[v] = max(best[u], w), max(best[v], w)
			c.connect(u, v, w)
		}
	}
	return best
}

// A pricing lists the pairs that violate the duals most, finds every tight pair,
// and notes close pairs as they are, about as many as it should.
func TestPricing(t *testing.T) {
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 12))
		n := 2 + r.IntN(120)
		w := weightsUpTo(r, n, []int64{3, 1000, 1 << 50}[seed%3])
		s := NewSolver(w)
		for i := range s.settled {
			if r.IntN(9) == 0 {
				s.Drop(i)
			}
		}
		y := make([]int64, n)
		for i := range y {
			y[i] = r.Int64N([]int64{3, 1000, 1 << 50}[seed%3] * 2)
		}
		for range 3 { // closeness adapts
			checkPricing(t, s, newDual(y))
			if t.Failed() {
				t.Fatalf("seed %d", seed)
			}
		}
	}
}

func checkPricing(t *testing.T, s *Solver, d *dual) {
	t.Helper()
	p := s.newPricing(d, 3)
	p.tight = true
	if err := s.eachRow(t.Context(), d.rows(), p.row); err != nil {
		t.Fatal(err)
	}
	worst, tight := newShortlist(s.w.n, 3, 1), map[pair]bool{}
	for i := range s.w.n {
		for j := i + 1; j < s.w.n; j++ {
			weight, ok := s.w.At(i, j)
			if !ok || s.settled[i] != none || s.settled[j] != none {
				continue
			}
			slack := d.y[i] + d.y[j] - 2*weight
			if slack < 0 {
				worst.offerBoth(i, j, -slack)
			}
			if slack == 0 {
				tight[pair{i: int32(i), j: int32(j)}] = true
			}
		}
	}
	comparePairs(t, "worst", s.listed(p.worst), s.listed(worst))
	for _, p := range s.tight {
		if !tight[p] {
			t.Errorf("%v is noted as tight", p)
		}
		delete(tight, p)
	}
	if len(tight) > 0 {
		t.Errorf("tight pairs are missing: %v", tight)
	}
	seen := map[[2]int32]bool{}
	again := newShortlist(s.w.n, 2, 1)
	for _, p := range s.close {
		weight, ok := s.w.At(int(p.i), int(p.j))
		if !ok || weight != p.w || seen[[2]int32{p.i, p.j}] || s.settled[p.i] != none || s.settled[p.j] != none {
			t.Errorf("%v is noted as close; the weight is %d", p, weight)
		}
		seen[[2]int32{p.i, p.j}] = true
		if slack := d.y[p.i] + d.y[p.j] - 2*weight; slack < 0 {
			again.offerBoth(int(p.i), int(p.j), -slack)
		}
	}
	if most := manyTimes * (s.tactics.close + 1) * s.w.n; len(s.close) > most {
		t.Errorf("%d close pairs of %d players", len(s.close), s.w.n)
	}
	comparePairs(t, "violated", s.listed(d.violated(s.close, 2)), s.listed(again))
}

func comparePairs(t *testing.T, what string, got, want []pair) {
	t.Helper()
	for _, list := range [][]pair{got, want} {
		slices.SortFunc(list, func(p, q pair) int { return slices.Compare([]int32{p.i, p.j}, []int32{q.i, q.j}) })
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}

// weightsUpTo returns weights below span; it forbids some pairs.
func weightsUpTo(r *rand.Rand, n int, span int64) *Weights {
	w := NewWeights(n)
	for i := range n {
		for j := i + 1; j < n; j++ {
			if w.Set(i, j, r.Int64N(span)); r.IntN(10) == 0 {
				w.Forbid(i, j)
			}
		}
	}
	return w
}

// The close pairs are neither few nor many once the first rows have been seen.
func TestCloseness(t *testing.T) {
	for _, family := range []string{"mm", "swiss", "rand"} {
		s := NewSolver(instance(family, 512, 1))
		if _, err := s.Solve(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := len(s.close) / 512; got < s.tactics.close/2 || got > 2*s.tactics.close {
			t.Errorf("%s: %d close pairs a player, want about %d", family, got, s.tactics.close)
		}
	}
}
