package matching

import (
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// graph returns weights of n players with only these pairs allowed: i, j,
// weight.
func graph(n int, pairs [][3]int) *Weights {
	w := NewWeights(n)
	for i := range n {
		for j := range i {
			w.Forbid(i, j)
		}
	}
	for _, p := range pairs {
		w.Set(p[0], p[1], int64(p[2]))
	}
	return w
}

// complete returns weights of n players by a formula.
func complete(n int, weight func(i, j int) int) *Weights {
	w := NewWeights(n)
	for i := range n {
		for j := i + 1; j < n; j++ {
			w.Set(i, j, int64(weight(i, j)))
		}
	}
	return w
}

func distance(i, j int) int { return max(i-j, j-i) }

// Graphs that ask for blossoms: odd groups, odd cycles within odd cycles, blossoms that must be opened. The totals are
// evident; up to 10 players the test tries all matchings instead.
var structures = []struct {
	name  string
	w     *Weights
	total int64
}{
	{"all equal", complete(300, func(_, _ int) int { return 5 }), 750},
	{"all equal and negative", complete(100, func(_, _ int) int { return -5 }), -250},
	{"two odd groups", complete(302, func(i, j int) int {
		if (i < 151) == (j < 151) {
			return 10
		}
		return 3
	}), 150*10 + 3},
	{"neighbours on a line", complete(200, func(i, j int) int { return -distance(i, j) }), -100},
	{"far ends of a line", complete(200, func(i, j int) int { return distance(i, j) }), 100 * 100},
	{"triples", complete(300, func(i, j int) int {
		if i/3 == j/3 {
			return 100
		}
		return -distance(i/3, j/3)
	}), 100*100 - 50},
	{"triples of triples of triples", complete(54, func(i, j int) int {
		weight := 0
		for scale := 1; scale < 54; scale *= 3 {
			if i/scale == j/scale {
				weight = 10*weight + 10
			}
		}
		return weight
	}), 18*1110 + 6*110 + 2*10},
	{"everybody wants the last", complete(100, func(i, j int) int { return max(i, j) }), 3725},
	{"strong with strong", complete(100, func(i, j int) int { return i * j }), 164150},
	{"strong with weak", complete(100, func(i, j int) int { return -i * j }), -80850},
	{"path", graph(8, [][3]int{{0, 1, 1}, {1, 2, 9}, {2, 3, 1}, {3, 4, 9}, {4, 5, 1}, {5, 6, 9}, {6, 7, 1}}), 0},
	{"one allowed partner", graph(6, [][3]int{{0, 1, 0}, {1, 2, 90}, {2, 3, 5}, {3, 4, 50}, {4, 5, 5}, {2, 5, 40}}), 0},
	{"odd cycle with a tail", graph(6, [][3]int{{0, 1, 8}, {1, 2, 9}, {2, 3, 10}, {3, 4, 7}, {4, 0, 6}, {2, 5, 1}}), 0},
	{"blossom to be opened", graph(10, [][3]int{
		{0, 1, 45}, {0, 4, 45}, {1, 2, 50}, {2, 3, 45}, {3, 4, 50}, {0, 5, 30}, {2, 8, 35}, {3, 7, 35}, {4, 6, 26}, {8, 9, 5},
		{5, 7, 1}, {6, 9, 1},
	}), 0},
}

func TestStructures(t *testing.T) {
	for _, tt := range structures {
		t.Run(tt.name, func(t *testing.T) {
			m, err := Solve(t.Context(), tt.w)
			if tt.w.n <= 10 {
				checkAgainstBruteForce(t, tt.w, m, err)
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if m.Total.Cmp(big.NewInt(tt.total)) != 0 {
				t.Errorf("total %s, want %d", m.Total, tt.total)
			}
			if err := m.Verify(tt.w); err != nil {
				t.Error(err)
			}
		})
	}
}

// Where the total is unknown, the certificate proves it: points on a line, in
// the plane, and sparse graphs of all kinds.
func TestCertificates(t *testing.T) {
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 5))
		n := 2 * (10 + r.IntN(60))
		var x, y []int
		for range n {
			x, y = append(x, r.IntN(1000)), append(y, r.IntN(1+1000*int(seed%2)))
		}
		w := complete(n, func(i, j int) int { return -(distance(x[i], x[j]) + distance(y[i], y[j])) })
		if seed%3 == 0 {
			w = randomWeights(r, n, "criteria", r.IntN(95))
		}
		m, err := Solve(t.Context(), w)
		if infeasible := (*InfeasibleError)(nil); errors.As(err, &infeasible) {
			pairs := (n - len(infeasible.Parts) + len(infeasible.Hub)) / 2
			checkWitness(t, w, infeasible, pairs)
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if err := m.Verify(w); err != nil {
			t.Errorf("seed %d: %v", seed, err)
		}
	}
}

// The same change of all weights does not change the pairs, and changes the total
// in a known way.
func TestTransformations(t *testing.T) {
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 6))
		n := 2 * (1 + r.IntN(30))
		kind := []string{"bit", "small", "signed", "criteria"}[seed%4]
		w := randomWeights(r, n, kind, 0)
		m, err := Solve(t.Context(), w)
		if err != nil {
			t.Fatal(err)
		}
		extra := make([]int64, n)
		sum := int64(0)
		for i := range extra {
			extra[i] = r.Int64N(1000)
			sum += extra[i]
		}
		for _, change := range []struct {
			name  string
			of    func(i, j int, weight int64) int64
			total func(total int64) int64
		}{
			{"times 3", func(_, _ int, x int64) int64 { return 3 * x }, func(x int64) int64 { return 3 * x }},
			{"plus 7", func(_, _ int, x int64) int64 { return x + 7 }, func(x int64) int64 { return x + 7*int64(n/2) }},
			{"plus a value of each player", func(i, j int, x int64) int64 { return x + extra[i] + extra[j] }, func(x int64) int64 { return x + sum }},
		} {
			t.Run(fmt.Sprintf("seed %d, %s", seed, change.name), func(t *testing.T) {
				changed := NewWeights(n)
				for i := range n {
					for j := range i {
						weight, _ := w.At(i, j)
						changed.Set(i, j, change.of(i, j, weight))
					}
				}
				got, err := Solve(t.Context(), changed)
				if err != nil {
					t.Fatal(err)
				}
				if want := change.total(m.Total.Int64()); got.Total.Int64() != want || !slices.Equal(got.Mate, m.Mate) {
					t.Errorf("seed %d, %s: total %s, pairs %v; want %d, %v", seed, change.name, got.Total, got.Mate, want, m.Mate)
				}
			})
		}
	}
}

// Renaming the players changes no total.
func TestRenaming(t *testing.T) {
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 7))
		n := 2 * (1 + r.IntN(40))
		w := randomWeights(r, n, []string{"bit", "small", "signed", "criteria"}[seed%4], 0)
		name := r.Perm(n)
		renamed := complete(n, func(i, j int) int { return int(w.at(name[i], name[j])) })
		a, err := Solve(t.Context(), w)
		if err != nil {
			t.Fatal(err)
		}
		b, err := Solve(t.Context(), renamed)
		if err != nil {
			t.Fatal(err)
		}
		if a.Total.Cmp(b.Total) != 0 {
			t.Errorf("seed %d: total %s, renamed %s", seed, a.Total, b.Total)
		}
	}
}

// Fields without a perfect matching, for different reasons, and the change that makes one possible.
func TestInfeasible(t *testing.T) {
	star := NewWeights(60)
	bipartite := NewWeights(60)
	odd := NewWeights(62)
	for i := range 62 {
		for j := range i {
			if i < 60 && j != 0 {
				star.Forbid(i, j)
			}
			if i < 60 && (i < 25) == (j < 25) {
				bipartite.Forbid(i, j)
			}
			if (i < 31) != (j < 31) {
				odd.Forbid(i, j)
			}
		}
	}
	for _, tt := range []struct {
		name  string
		w     *Weights
		pairs int
		hub   int
	}{
		{"all through one", star, 1, 1},
		{"25 against 35", bipartite, 25, 25},
		{"two odd groups", odd, 30, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := NewSolver(tt.w)
			_, err := s.Solve(t.Context())
			var infeasible *InfeasibleError
			if !errors.As(err, &infeasible) {
				t.Fatalf("error %v, want an InfeasibleError", err)
			}
			checkWitness(t, tt.w, infeasible, tt.pairs)
			if got := err.Error(); !strings.Contains(got, fmt.Sprintf("%d odd parts", tt.hub+tt.w.n-2*tt.pairs)) {
				t.Errorf("error %q", got)
			}
			if len(infeasible.Hub) != tt.hub {
				t.Errorf("hub %v, want %d players", infeasible.Hub, tt.hub)
			}
			left := -1
			for i, j := range infeasible.Mate {
				switch {
				case j >= 0:
				case left < 0:
					left = i
				default:
					s.Set(left, i, 1)
					left = -1
				}
			}
			m, err := s.Solve(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if err := m.Verify(tt.w); err != nil {
				t.Error(err)
			}
		})
	}
}

// Verify notices whatever is wrong with a result.
func TestVerifyRefuses(t *testing.T) {
	w := complete(8, func(i, j int) int { // two triples, and two players between them
		if i/3 == j/3 && i < 6 && j < 6 {
			return 100
		}
		return i + j
	})
	for name, spoil := range map[string]func(m *Matching){
		"total":         func(m *Matching) { m.Total.Add(m.Total, big.NewInt(1)) },
		"no partner":    func(m *Matching) { m.Mate[0] = -1 },
		"himself":       func(m *Matching) { m.Mate[0] = 0 },
		"other partner": func(m *Matching) { m.Mate[0] = (m.Mate[0] + 1) % 8 },
		"nobody":        func(m *Matching) { m.Mate[0] = 8 },
		"short":         func(m *Matching) { m.Mate = m.Mate[:6] },
		"low dual":      func(m *Matching) { m.Certificate.Y[0]-- },
		"high dual":     func(m *Matching) { m.Certificate.Y[0]++ },
		"negative z":    func(m *Matching) { m.Certificate.Blossoms[0].Z = -2 },
		"greater z":     func(m *Matching) { m.Certificate.Blossoms[0].Z += 2 },
		"even blossom":  func(m *Matching) { m.Certificate.Inner[0] = -1 },
		"cyclic":        func(m *Matching) { m.Certificate.Blossoms[0].Parent = 0 },
		"worse pairs": func(m *Matching) {
			a, b := 0, m.Mate[0]
			c := slices.IndexFunc(m.Mate, func(j int) bool { return j != a && j != b })
			d := m.Mate[c]
			m.Mate[a], m.Mate[c], m.Mate[b], m.Mate[d] = c, a, d, b
			m.Total = m.sum(w)
		},
	} {
		t.Run(name, func(t *testing.T) {
			m, err := Solve(t.Context(), w)
			if err != nil {
				t.Fatal(err)
			}
			if err := m.Verify(w); err != nil {
				t.Fatal(err)
			}
			if len(m.Certificate.Blossoms) == 0 || m.Certificate.Inner[0] < 0 {
				t.Fatal("the example has no blossom")
			}
			spoil(m)
			if m.Verify(w) == nil {
				t.Errorf("%s: accepted", name)
			}
		})
	}
}
