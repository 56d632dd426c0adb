package matching

import (
	"context"
	"errors"
	"math/bits"
	"math/rand/v2"
	"testing"
)

// bruteForced is the result of trying all matchings.
type bruteForced struct {
	total int64
	ranks int64 // the greatest sum of ranks among the matchings of this total
	ok    bool  // there is a perfect matching
	pairs int   // the greatest number of pairs
}

func bruteForce(w *Weights) bruteForced {
	n := w.n
	of := make([]bruteForced, 1<<n) // for every set of players
	of[0].ok = true
	for set := 1; set < 1<<n; set++ {
		i := bits.TrailingZeros(uint(set))
		b := bruteForced{pairs: of[set&^(1<<i)].pairs}
		for j := i + 1; j < n; j++ {
			weight, allowed := w.At(i, j)
			if set&(1<<j) == 0 || !allowed {
				continue
			}
			rest := of[set&^(1<<i)&^(1<<j)]
			b.pairs = max(b.pairs, rest.pairs+1)
			total, ranks := rest.total+weight, rest.ranks+rankOf(i, j, ranksOf(n))
			if rest.ok && (!b.ok || total > b.total || total == b.total && ranks > b.ranks) {
				b.total, b.ranks, b.ok = total, ranks, true
			}
		}
		of[set] = b
	}
	return of[1<<n-1]
}

// kinds of random weights.
var kinds = map[string]func(r *rand.Rand) int64{
	"constant": func(*rand.Rand) int64 { return 7 },
	"bit":      func(r *rand.Rand) int64 { return r.Int64N(2) },
	"small":    func(r *rand.Rand) int64 { return r.Int64N(6) },
	"signed":   func(r *rand.Rand) int64 { return r.Int64N(41) - 20 },
	"large":    func(r *rand.Rand) int64 { return r.Int64N(2*MaxWeight+1) - MaxWeight },
	"criteria": func(r *rand.Rand) int64 {
		w := 1 + 500_000*r.Int64N(3) + 1_000_000*r.Int64N(5) + 4_000_000_000*r.Int64N(25)
		if r.IntN(4) > 0 {
			w += 500_000_000_000_000
		}
		return w
	},
}

// randomWeights draws weights of one kind; of 100 pairs about missing are
// forbidden.
func randomWeights(r *rand.Rand, n int, kind string, missing int) *Weights {
	w := NewWeights(n)
	for i := range n {
		for j := i + 1; j < n; j++ {
			if r.IntN(100) < missing {
				w.Forbid(i, j)
			} else {
				w.Set(i, j, kinds[kind](r))
			}
		}
	}
	return w
}

// checkAgainstBruteForce compares a result with the result of trying all matchings.
func checkAgainstBruteForce(t *testing.T, w *Weights, m *Matching, err error) {
	t.Helper()
	want := bruteForce(w)
	if want.ok {
		if err != nil {
			t.Errorf("error %v, want total %d", err, want.total)
			return
		}
		if !m.Total.IsInt64() || m.Total.Int64() != want.total {
			t.Errorf("total %s, want %d", m.Total, want.total)
		}
		if got := sumOfRanks(m); got != want.ranks {
			t.Errorf("ranks %d, want %d", got, want.ranks)
		}
		if err := m.Verify(w); err != nil {
			t.Error(err)
		}
		return
	}
	var infeasible *InfeasibleError
	if !errors.As(err, &infeasible) {
		t.Errorf("error %v, want an InfeasibleError", err)
		return
	}
	checkWitness(t, w, infeasible, want.pairs)
}

func sumOfRanks(m *Matching) int64 {
	sum := int64(0)
	for i, j := range m.Mate {
		if i < j {
			sum += rankOf(i, j, ranksOf(len(m.Mate)))
		}
	}
	return sum
}

// checkWitness checks that the reason of an InfeasibleError holds and that its
// pairs are as many as there can be.
func checkWitness(t *testing.T, w *Weights, e *InfeasibleError, cardinality int) {
	t.Helper()
	part := make([]int, w.n) // 1 + number of the part, -1 for the hub
	for p, list := range e.Parts {
		if len(list)%2 == 0 {
			t.Errorf("part %v is even", list)
		}
		for _, i := range list {
			part[i] = p + 1
		}
	}
	for _, i := range e.Hub {
		part[i] = -1
	}
	pairs := 0
	for i := range w.n {
		if j := e.Mate[i]; j > i {
			pairs++
			if _, ok := w.At(i, j); !ok || e.Mate[j] != i {
				t.Errorf("players %d and %d may not be paired", i, j)
			}
		}
		for j := range w.n {
			if _, ok := w.At(i, j); ok && part[i] > 0 && part[j] != part[i] && part[j] != -1 {
				t.Errorf("player %d of part %v may meet %d", i, e.Parts[part[i]-1], j)
			}
		}
	}
	if pairs != cardinality || w.n-2*pairs != len(e.Parts)-len(e.Hub) {
		t.Errorf("%d pairs, %d parts, hub of %d; want %d pairs of %d players", pairs, len(e.Parts), len(e.Hub), cardinality, w.n)
	}
}

func TestBruteForce(t *testing.T) {
	seeds := uint64(17_000)
	if testing.Short() {
		seeds = 1_000
	}
	for kind := range kinds {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			for seed := range seeds {
				r := rand.New(rand.NewPCG(seed, 1))
				n := 2 * (1 + r.IntN(5))
				w := randomWeights(r, n, kind, []int{0, 10, 40, 70}[seed%4])
				m, err := Solve(context.Background(), w)
				checkAgainstBruteForce(t, w, m, err)
				if t.Failed() {
					t.Fatalf("seed %d", seed)
				}
			}
		})
	}
}
