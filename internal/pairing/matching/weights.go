package matching

import (
	"fmt"
	"math"
)

// MaxWeight bounds the size of every weight, positive or negative. It leaves
// the duals, which are kept doubled and may grow to many times the largest
// weight while pairs are forbidden, their room in 64 bits.
const MaxWeight = 1 << 55

// forbidden stands for a pair that may not be made. Doubled and subtracted it
// gives a slack above every other, so that no loop has to ask for it.
const forbidden = math.MinInt64 / 8

// Weights is a symmetric matrix with one weight for every two of n players,
// numbered from 0. In a new matrix every pair is allowed and weighs 0.
//
// It takes 4·n·(n−1) bytes: 95 MiB for 5,000 players.
type Weights struct {
	n     int
	upper []int64 // row after row, j > i only
	err   error   // the first weight out of range
}

// NewWeights returns the matrix of n ≥ 0 players, in time and memory n².
func NewWeights(n int) *Weights {
	return &Weights{n: n, upper: make([]int64, n*(n-1)/2)}
}

// Set gives the pair of two different players its weight and allows it. A
// weight beyond ±MaxWeight is not stored: [Solve] will refuse the matrix.
func (w *Weights) Set(i, j int, weight int64) {
	if weight > MaxWeight || weight < -MaxWeight {
		if w.err == nil {
			w.err = fmt.Errorf("matching: weight %d of players %d and %d is beyond ±%d", weight, i, j, int64(MaxWeight))
		}
		return
	}
	w.upper[w.index(i, j)] = weight
}

// Forbid forbids the pair of two different players.
func (w *Weights) Forbid(i, j int) { w.upper[w.index(i, j)] = forbidden }

// At returns the weight of a pair, and whether it is allowed. Nobody is
// allowed to be paired with themselves.
func (w *Weights) At(i, j int) (weight int64, ok bool) {
	if i == j {
		return 0, false
	}
	weight = w.at(i, j)
	if weight == forbidden {
		return 0, false
	}
	return weight, true
}

// index is the place of a pair in upper. Bounds are those of the slice, and of
// rowStart, so that a number outside 0 ≤ i < n is caught as in any slice.
func (w *Weights) index(i, j int) int {
	if i > j {
		i, j = j, i
	}
	if i < 0 || i == j || j >= w.n {
		panic(fmt.Sprintf("matching: no pair of players %d and %d among %d", i, j, w.n))
	}
	return i*(2*w.n-i-1)/2 + j - i - 1
}

func (w *Weights) at(i, j int) int64 { return w.upper[w.index(i, j)] }

// row returns the weights of player i with i+1, i+2, … n−1.
func (w *Weights) row(i int) []int64 {
	start := i * (2*w.n - i - 1) / 2
	return w.upper[start : start+w.n-i-1]
}
