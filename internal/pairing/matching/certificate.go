package matching

import (
	"errors"
	"math/big"
	"slices"
)

// A Matching is a perfect matching with the proof that none weighs more.
type Matching struct {
	Mate        []int    // partner of every player, -1 for a dropped one
	Total       *big.Int // sum of the weights of all pairs, fixed ones included
	Certificate Certificate
}

// A Certificate is a dual solution. For every allowed pair
//
//	Y[i] + Y[j] + Σ Z of the blossoms that hold both ≥ 2·weight,
//
// the left side less the right being the pair's slack. No perfect matching can therefore weigh more than half of Σ Y +
// Σ Z·(size−1)/2, and a matching of this weight is the best.
type Certificate struct {
	Y        []int64   // for every player
	Blossoms []Blossom // the outer before the inner
	Inner    []int     // for every player the innermost blossom around them, or -1
	Settled  []bool    // dropped or in a fixed pair: the certificate is of the others
}

// A Blossom is an odd set of three or more players.
type Blossom struct {
	Parent int // the next blossom around it, or -1
	Z      int64
}

// innermost returns the innermost blossom that holds both players, or -1.
func (c *Certificate) innermost(i, j int) int {
	a, b := c.Inner[i], c.Inner[j]
	for a != b {
		if a > b {
			a = c.Blossoms[a].Parent
		} else {
			b = c.Blossoms[b].Parent
		}
	}
	return a
}

func (c *Certificate) sizes() []int {
	size := make([]int, len(c.Blossoms))
	for _, b := range c.Inner {
		if b >= 0 {
			size[b]++
		}
	}
	for b := len(size) - 1; b >= 0; b-- {
		if p := c.Blossoms[b].Parent; p >= 0 {
			size[p] += size[b]
		}
	}
	return size
}

// sum adds the weights of all pairs. A fixed pair that is otherwise forbidden
// counts 0.
func (m *Matching) sum(w *Weights) *big.Int {
	total := new(big.Int)
	for i, j := range m.Mate {
		if i < j {
			weight, _ := w.At(i, j)
			total.Add(total, big.NewInt(weight))
		}
	}
	return total
}

var errGap = errors.New("matching: the certificate does not prove the total")

// balance checks that the bound of the certificate is reached.
func (m *Matching) balance(w *Weights) error {
	c := &m.Certificate
	bound, term := new(big.Int), new(big.Int)
	for i, y := range c.Y {
		if c.Settled[i] {
			if j := m.Mate[i]; i < j {
				weight, _ := w.At(i, j)
				bound.Add(bound, term.SetInt64(2*weight))
			}
			continue
		}
		bound.Add(bound, term.SetInt64(y))
	}
	for b, size := range c.sizes() {
		term.Mul(big.NewInt(c.Blossoms[b].Z), big.NewInt(int64(size/2)))
		bound.Add(bound, term)
	}
	if bound.Cmp(term.Lsh(m.Total, 1)) != 0 {
		return errGap
	}
	return nil
}

func (s *Solver) certificate() Certificate {
	c := s.core
	cert := Certificate{Y: make([]int64, c.n), Inner: make([]int, c.n), Settled: make([]bool, c.n)}
	// number, one place to the right, of the certificate blossom of a node, or
	// of the next around it: unknown, -1 for none, or its index.
	const unknown = -2
	number := slices.Repeat([]int{unknown}, 1+len(c.parent))
	at := func(b int32) *int { return &number[1+b] }
	*at(none) = -1
	var path []int32
	for v := range int32(c.n) {
		cert.Y[v] = c.dual(v)
		cert.Settled[v] = s.settled[v] != none
		path = path[:0]
		for b := c.parent[v]; *at(b) == unknown; b = c.parent[b] {
			path = append(path, b)
		}
		for _, b := range slices.Backward(path) {
			*at(b) = *at(c.parent[b])
			if c.z[b] > 0 {
				cert.Blossoms = append(cert.Blossoms, Blossom{Parent: *at(b), Z: c.z[b]})
				*at(b) = len(cert.Blossoms) - 1
			}
		}
		cert.Inner[v] = *at(c.parent[v])
	}
	return cert
}
