package matching

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestSmallest(t *testing.T) {
	m, err := Solve(t.Context(), NewWeights(0))
	if err != nil || len(m.Mate) != 0 || m.Total.Sign() != 0 {
		t.Errorf("no players: %v, %v", m, err)
	}
	w := NewWeights(2)
	w.Set(1, 0, -3)
	m, err = Solve(t.Context(), w)
	if err != nil || m.Mate[0] != 1 || m.Mate[1] != 0 || m.Total.Int64() != -3 {
		t.Errorf("two players: %v, %v", m, err)
	}
	w.Forbid(0, 1)
	_, err = Solve(t.Context(), w)
	var infeasible *InfeasibleError
	if !errors.As(err, &infeasible) || len(infeasible.Parts) != 2 || len(infeasible.Hub) != 0 {
		t.Errorf("two players who may not meet: %v", err)
	}
	for _, n := range []int{1, 3, 101} {
		if _, err := Solve(t.Context(), NewWeights(n)); !errors.Is(err, ErrOdd) {
			t.Errorf("%d players: %v, want ErrOdd", n, err)
		}
	}
}

func TestWeightsOutOfRange(t *testing.T) {
	for _, weight := range []int64{MaxWeight + 1, -MaxWeight - 1, forbidden, 1<<63 - 1, -1 << 63} {
		t.Run(fmt.Sprint(weight), func(t *testing.T) {
			w := NewWeights(4)
			w.Set(2, 1, weight)
			if _, err := Solve(t.Context(), w); err == nil || !strings.Contains(err.Error(), "players 2 and 1") {
				t.Errorf("weight %d: %v", weight, err)
			}
		})
	}
}

// Along a path the duals must alternate and grow with its length. Within 64 bits the answer is exact, beyond them it is
// an error; with the allowed pairs of a real round there is an answer again.
func TestRange(t *testing.T) {
	path := func(n int) *Weights {
		w := graph(n, nil)
		for i := range n - 1 {
			w.Set(i, i+1, MaxWeight*int64(2*(i%2)-1))
		}
		return w
	}
	w := path(10)
	m, err := Solve(t.Context(), w)
	checkAgainstBruteForce(t, w, m, err)

	s := NewSolver(path(400))
	for range 2 {
		if _, err := s.Solve(t.Context()); !errors.Is(err, ErrRange) {
			t.Fatalf("error %v, want ErrRange", err)
		}
	}
	for i := range 400 {
		for j := range i {
			s.Set(i, j, MaxWeight/int64(1+i-j))
		}
	}
	m, err = s.Solve(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Verify(s.w); err != nil {
		t.Error(err)
	}
}

// How far earlier questions have driven the duals makes no question too hard.
func TestRangeOfALongSession(t *testing.T) {
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 9))
		const n = 12
		draw := func() *Weights { return randomWeights(rand.New(rand.NewPCG(seed, 10)), n, "large", 60) }
		s, m := NewSolver(draw()), &model{w: draw(), settled: slices.Repeat([]int{none}, n)}
		for range 100 {
			i := r.IntN(n)
			j := (i + 1 + r.IntN(n-1)) % n
			if r.IntN(3) == 0 {
				weight := kinds["large"](r)
				s.Set(i, j, weight)
				m.w.Set(i, j, weight)
			} else {
				s.Forbid(i, j)
				m.w.Forbid(i, j)
			}
			_, err := s.Solve(t.Context())
			if _, fresh := m.solver().Solve(t.Context()); errors.Is(err, ErrRange) && !errors.Is(fresh, ErrRange) {
				t.Fatalf("seed %d: %v, but a new solver: %v", seed, err, fresh)
			}
		}
	}
}

// The total of many players with great weights does not fit 64 bits.
func TestTotalBeyond64Bits(t *testing.T) {
	const n = 1200
	w := NewWeights(n)
	for i := range n {
		for j := i + 1; j < n; j++ {
			w.Set(i, j, MaxWeight)
		}
	}
	m, err := Solve(t.Context(), w)
	if err != nil {
		t.Fatal(err)
	}
	want := new(big.Int).Mul(big.NewInt(n/2), big.NewInt(MaxWeight))
	if want.IsInt64() || m.Total.Cmp(want) != 0 {
		t.Errorf("total %s, want %s", m.Total, want)
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	w := instance("mm", 128, 1)
	s := NewSolver(w)
	s.Progress = func(paired, players int) {
		if paired > players {
			t.Errorf("%d of %d paired", paired, players)
		}
		cancel()
	}
	if _, err := s.Solve(ctx); !errors.Is(err, context.Canceled) {
		t.Fatalf("error %v, want context.Canceled", err)
	}
	m, err := s.Solve(t.Context())
	if err != nil || m.Total.String() != "32006872527708957" {
		t.Errorf("after a cancelled call: %v, %v", m, err)
	}
}

// model is the slow, obvious Solver: weights with everything else forbidden.
type model struct {
	w       *Weights
	settled []int // as in Solver
}

// rest returns the weights among the players who are not settled, and the
// total of fixed pairs.
func (m *model) rest() (*Weights, int64) {
	var players []int
	total := int64(0)
	for i, how := range m.settled {
		if how == none {
			players = append(players, i)
		} else if how > i {
			weight, _ := m.w.At(i, how)
			total += weight
		}
	}
	w := NewWeights(len(players))
	for a, i := range players {
		for b, j := range players[:a] {
			if weight, ok := m.w.At(i, j); ok {
				w.Set(a, b, weight)
			} else {
				w.Forbid(a, b)
			}
		}
	}
	return w, total
}

func (m *model) restore(i int) {
	if j := m.settled[i]; j >= 0 {
		m.settled[j] = none
	}
	m.settled[i] = none
}

// A solver finds the same as a new one, whatever its history.
func TestEdits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := 2 * rapid.IntRange(2, 5).Draw(t, "half")
		kind := rapid.SampledFrom([]string{"constant", "bit", "small", "signed", "criteria"}).Draw(t, "kind")
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 2))
		missing := rapid.SampledFrom([]int{0, 0, 20, 50}).Draw(t, "missing")
		seed := rapid.Uint64().Draw(t, "weights")
		s := NewSolver(randomWeights(rand.New(rand.NewPCG(seed, 3)), n, kind, missing))
		m := &model{w: randomWeights(rand.New(rand.NewPCG(seed, 3)), n, kind, missing), settled: make([]int, n)}
		for i := range m.settled {
			m.settled[i] = none
		}
		for range rapid.IntRange(1, 12).Draw(t, "edits") {
			i := r.IntN(n)
			j := (i + 1 + r.IntN(n-1)) % n
			switch op := rapid.SampledFrom([]string{"set", "forbid", "fix", "drop", "restore", "solve"}).Draw(t, "op"); op {
			case "set":
				weight := kinds[kind](r)
				s.Set(i, j, weight)
				m.w.Set(i, j, weight)
			case "forbid":
				s.Forbid(i, j)
				m.w.Forbid(i, j)
			case "fix":
				s.Fix(i, j)
				m.restore(i)
				m.restore(j)
				m.settled[i], m.settled[j] = j, i
			case "drop":
				s.Drop(i)
				m.restore(i)
				m.settled[i] = dropped
			case "restore":
				s.Restore(i)
				m.restore(i)
			case "solve":
				checkModel(t, s, m)
			}
		}
		checkModel(t, s, m)
	})
}

// best returns the greatest total, if there is a perfect matching.
func (m *model) best() (total int64, ok bool) {
	w, fixed := m.rest()
	if w.n%2 != 0 {
		return 0, false
	}
	b := bruteForce(w)
	return b.total + fixed, b.ok
}

func checkModel(t *rapid.T, s *Solver, m *model) {
	got, err := s.Solve(context.Background())
	want, ok := m.best()
	if ok != (err == nil) {
		t.Fatalf("error %v, but there is a perfect matching: %t", err, ok)
	}
	if !ok {
		return
	}
	if got.Total.Int64() != want {
		t.Fatalf("total %s, want %d", got.Total, want)
	}
	if err := got.Verify(m.w); err != nil {
		t.Fatal(err)
	}
	for i, how := range m.settled {
		if how != none && got.Mate[i] != max(how, -1) {
			t.Fatalf("player %d is paired with %d, want %d", i, got.Mate[i], how)
		}
	}
	again, err := m.solver().Solve(context.Background())
	if err != nil || !slices.Equal(again.Mate, got.Mate) {
		t.Fatalf("a new solver finds %v, %v; want %v", again, err, got.Mate)
	}
}

// The same for fields too large to try everything.
func TestEditsOfLargeFields(t *testing.T) {
	fields := uint64(30)
	if testing.Short() {
		fields = 8
	}
	for seed := range fields {
		r := rand.New(rand.NewPCG(seed, 4))
		n := 2 * (10 + r.IntN(50))
		kind := []string{"bit", "small", "signed", "criteria"}[seed%4]
		draw := func() *Weights { return randomWeights(rand.New(rand.NewPCG(seed, 5)), n, kind, int(seed%3)*20) }
		s, m := NewSolver(draw()), &model{w: draw(), settled: slices.Repeat([]int{none}, n)}
		for range 25 {
			i := r.IntN(n)
			j := (i + 1 + r.IntN(n-1)) % n
			switch weight := kinds[kind](r); r.IntN(5) {
			case 0:
				s.Set(i, j, weight)
				m.w.Set(i, j, weight)
			case 1:
				s.Forbid(i, j)
				m.w.Forbid(i, j)
			case 2:
				s.Fix(i, j)
				m.restore(i)
				m.restore(j)
				m.settled[i], m.settled[j] = j, i
			default:
				s.Restore(i)
				m.restore(i)
			}
			got, err := s.Solve(t.Context())
			want, werr := m.solver().Solve(t.Context())
			if (err == nil) != (werr == nil) || err == nil && !slices.Equal(got.Mate, want.Mate) {
				t.Fatalf("seed %d: %v, %v; a new solver finds %v, %v", seed, got, err, want, werr)
			}
			if err == nil {
				if err := got.Verify(m.w); err != nil {
					t.Fatalf("seed %d: %v", seed, err)
				}
			}
		}
	}
}

// solver returns a new solver for the state of the model.
func (m *model) solver() *Solver {
	s := NewSolver(m.w)
	for i, how := range m.settled {
		if how == dropped {
			s.Drop(i)
		} else if how > i {
			s.Fix(i, how)
		}
	}
	return s
}
