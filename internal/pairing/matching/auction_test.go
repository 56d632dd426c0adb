package matching

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// Whatever the weights and the forbidden pairs, no pair violates the duals of an auction, and these are useful: the
// optimum is the same, and the sum of the duals is near it unless pairs are missing.
func TestAuction(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 11))
		n := 2 * (1 + r.IntN(100))
		kind := []string{"constant", "bit", "small", "signed", "criteria", "large"}[seed%6]
		missing := []int{0, 0, 30, 90}[seed/6%4]
		t.Run(fmt.Sprintf("%d players, %s, %d missing", n, kind, missing), func(t *testing.T) {
			stored := randomWeights(r, n, kind, missing)
			w, _, _ := computed(allowed(stored))
			for i := range n {
				for j := range i {
					if _, ok := stored.At(i, j); !ok {
						w.Forbid(i, j)
					}
				}
			}
			s := NewSolver(w)
			y, err := s.auctionDuals(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			sum := int64(0)
			for i := range n {
				sum += y[i] / 2
				for j := range i {
					if weight, ok := stored.At(i, j); ok && y[i]+y[j] < 2*weight {
						t.Fatalf("duals %d and %d, weight %d", y[i], y[j], weight)
					}
				}
			}
			m, err := Solve(t.Context(), w)
			want, werr := Solve(t.Context(), stored)
			if (err == nil) != (werr == nil) {
				t.Fatalf("%v, but %v with stored weights", err, werr)
			}
			if err != nil {
				return
			}
			if m.Total.Cmp(want.Total) != 0 {
				t.Errorf("total %s, want %s", m.Total, want.Total)
			}
			if err := m.Verify(stored); err != nil {
				t.Error(err)
			}
			if off := sum - m.Total.Int64(); missing == 0 && kind != "large" && off > w.span {
				t.Errorf("the duals are %d above the total, more than one weight of up to %d", off, w.span)
			}
		})
	}
}

// allowed returns the weights with 0 for forbidden pairs.
func allowed(w *Weights) *Weights {
	a := NewWeights(w.n)
	for i := range w.n {
		for j := range i {
			weight, _ := w.At(i, j)
			a.Set(i, j, weight)
		}
	}
	return a
}

// Where all can only meet one player, the price of that one stays in range.
func TestAuctionForOnePlayer(t *testing.T) {
	const n = 60
	w, _, _ := ComputedWeights(n, func(i, from int, row []int64) {
		for k := range row {
			row[k] = MaxWeight * int64(1-2*((i+from+k)%2))
		}
	})
	for i := range n {
		for j := range i {
			if j > 0 {
				w.Forbid(i, j)
			}
		}
	}
	y, err := NewSolver(w).auctionDuals(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for i := range y {
		if y[i] > maxDual || y[i] < -maxDual {
			t.Errorf("dual %d of player %d", y[i], i)
		}
	}
}
