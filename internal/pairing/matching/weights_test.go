package matching

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// computed returns the weights of a stored matrix as computed ones.
func computed(w *Weights) (c *Weights, least, most int64) {
	return ComputedWeights(w.n, func(i, from int, row []int64) {
		for k := range row {
			row[k] = w.at(i, from+k)
		}
	})
}

func TestComputedWeightsActAsStored(t *testing.T) {
	for _, n := range []int{0, 2, 64, 66, 200} {
		r := rand.New(rand.NewPCG(uint64(n), 1))
		stored := NewWeights(n)
		for i := range n {
			for j := range i {
				stored.Set(i, j, int64(r.IntN(1000)-max(i-j, 3)*30))
			}
		}
		source := &Weights{n: n, upper: slices.Clone(stored.upper)}
		other, least, most := computed(source)
		if n > 0 && (least != slices.Min(stored.upper) || most != slices.Max(stored.upper)) {
			t.Errorf("%d players: from %d to %d", n, least, most)
		}
		a, b := NewSolver(stored), NewSolver(other)
		for range 8 {
			var mates [2][]int
			for k, s := range []*Solver{a, b} {
				m, err := s.Solve(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				if err := m.Verify(stored); err != nil {
					t.Fatalf("%d players: %v", n, err)
				}
				mates[k] = m.Mate
			}
			if !slices.Equal(mates[0], mates[1]) {
				t.Fatalf("%d players: %v with stored weights, %v with computed ones", n, mates[0], mates[1])
			}
			checkBlocks(t, other, stored)
			for k := 0; k < n; k++ {
				i, j := r.IntN(n), r.IntN(n)
				weight := int64(r.IntN(1100))
				for _, s := range []*Solver{a, b} {
					switch {
					case i == j:
					case k%5 == 0:
						s.Forbid(i, j)
					default:
						s.Set(i, j, weight)
					}
				}
			}
			for i := range n {
				for j := range n {
					weight, ok := stored.At(i, j)
					if got, allowed := other.At(i, j); got != weight || allowed != ok {
						t.Fatalf("%d and %d of %d: %d, %t, want %d, %t", i, j, n, got, allowed, weight, ok)
					}
				}
			}
		}
	}
}

// checkBlocks compares the weights of players with blocks of others, and the
// bounds of these, with stored ones.
func checkBlocks(t *testing.T, w, stored *Weights) {
	t.Helper()
	for i := range w.n {
		for b := range w.blocks() {
			for k, weight := range w.row(i, b) {
				j := b*block + k
				if got := weight != forbidden; got && j == i {
					t.Fatalf("%d of %d has a weight with themselves", i, w.n)
				}
				if j == i {
					continue
				}
				if want := stored.at(i, j); weight != want || w.peaks[w.blockOf(i, j)] < want {
					t.Fatalf("%d and %d of %d: %d, want %d; bound %d", i, j, w.n, weight, want, w.peaks[w.blockOf(i, j)])
				}
			}
		}
	}
}

func TestComputedWeightsOutOfRange(t *testing.T) {
	w, _, _ := ComputedWeights(4, func(_, _ int, row []int64) {
		for k := range row {
			row[k] = MaxWeight + 1
		}
	})
	if m, err := Solve(t.Context(), w); err == nil {
		t.Errorf("solved with total %v", m.Total)
	}
}
