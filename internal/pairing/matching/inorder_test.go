package matching

import (
	"context"
	"errors"
	"math/big"
	"math/rand/v2"
	"testing"
)

// bruteInOrder tries all matchings of the players of a set and returns the greatest total by first, and of these by
// second.
func bruteInOrder(first, second *Weights, set uint) (a, b *big.Int) {
	if set == 0 {
		return new(big.Int), new(big.Int)
	}
	i := 0
	for set>>i&1 == 0 {
		i++
	}
	for j := i + 1; j < first.n; j++ {
		weight, allowed := first.At(i, j)
		if set>>j&1 == 0 || !allowed {
			continue
		}
		x, y := bruteInOrder(first, second, set&^(1<<i)&^(1<<j))
		if x == nil {
			continue
		}
		x.Add(x, big.NewInt(weight))
		y.Add(y, big.NewInt(second.at(i, j)))
		if c := 1; a != nil {
			if c = x.Cmp(a); c == 0 {
				c = y.Cmp(b)
			}
			if c <= 0 {
				continue
			}
		}
		a, b = x, y
	}
	return a, b
}

func TestSolveInOrderAgainstBruteForce(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 8))
	cases := 3000
	if testing.Short() {
		cases = 300
	}
	names := []string{"constant", "bit", "small", "signed", "large", "criteria"}
	for range cases {
		n := 2 * (1 + r.IntN(4))
		first := randomWeights(r, n, names[r.IntN(4)], []int{0, 0, 30}[r.IntN(3)])
		second := randomWeights(r, n, names[r.IntN(len(names))], 0)
		a, b := bruteInOrder(first, second, 1<<n-1)
		mate, err := SolveInOrder(context.Background(), first, second)
		if _, ok := errors.AsType[*InfeasibleError](err); ok != (a == nil) || !ok && err != nil {
			t.Fatalf("%d players: %v, want a matching of %v", n, err, a)
		}
		if a == nil {
			continue
		}
		m := &Matching{Mate: mate}
		if x, y := m.sum(first), m.sum(second); x.Cmp(a) != 0 || y.Cmp(b) != 0 {
			t.Fatalf("%d players: totals %v and %v, want %v and %v", n, x, y, a, b)
		}
	}
}

// Nested odd cycles make blossoms of the first weights; the second ones draw as much as they can out of them.
func TestSolveInOrderLeavesBlossomsFull(t *testing.T) {
	for _, n := range []int{6, 10, 14} {
		first, second := NewWeights(n), NewWeights(n)
		for i := range n {
			for j := range i {
				second.Set(i, j, 0)
				switch size := n / 2; {
				case i < size && j < size, i >= size && j >= size:
					first.Set(i, j, 1)
				default:
					second.Set(i, j, MaxWeight)
				}
			}
		}
		mate, err := SolveInOrder(context.Background(), first, second)
		if err != nil {
			t.Fatal(err)
		}
		across := 0
		for i, j := range mate {
			if i < n/2 && j >= n/2 {
				across++
			}
		}
		if across != 1 {
			t.Errorf("%d players: %d games leave the two halves", n, across)
		}
	}
}
