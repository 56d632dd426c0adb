package matching

import (
	"errors"
	"fmt"
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
// the left side less the right being the pair's slack. No perfect matching can
// therefore weigh more than half of Σ Y + Σ Z·(size−1)/2, and one that weighs
// this much is the best.
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

// Slack returns a lower bound of the cost of pairing i and j, never negative
// and 0 for pairs of the matching; ok is false if that is forbidden or one of
// them is settled. For the exact cost see [Solver.Cost]; this bound takes only
// a walk through the blossoms around the two. w must be the weights the
// matching was made from.
func (m *Matching) Slack(w *Weights, i, j int) (cost int64, ok bool) {
	weight, ok := w.At(i, j)
	c := &m.Certificate
	if !ok || c.Settled[i] || c.Settled[j] {
		return 0, false
	}
	slack := c.Y[i] + c.Y[j] - 2*weight
	for b := c.innermost(i, j); b >= 0; b = c.Blossoms[b].Parent {
		slack += c.Blossoms[b].Z
	}
	return (slack + 1) / 2, true
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

// Verify checks the matching and its certificate against all pairs, sharing
// nothing with the solver, and returns the first violation as an error. It
// takes time n² and memory n.
func (m *Matching) Verify(w *Weights) error {
	c := &m.Certificate
	if n := w.n; len(m.Mate) != n || len(c.Y) != n || len(c.Inner) != n || len(c.Settled) != n {
		return fmt.Errorf("matching: not a matching of %d players", n)
	}
	if !c.nested() {
		return errors.New("matching: the blossoms do not nest, the outer before the inner")
	}
	if err := m.verifyPairs(w); err != nil {
		return err
	}
	if err := m.verifyBlossoms(); err != nil {
		return err
	}
	if err := m.verifySlacks(w); err != nil {
		return err
	}
	if got := m.sum(w); got.Cmp(m.Total) != 0 {
		return fmt.Errorf("matching: total %s, but the pairs weigh %s", m.Total, got)
	}
	return m.balance(w)
}

func (c *Certificate) nested() bool {
	for b, blossom := range c.Blossoms {
		if blossom.Parent < -1 || blossom.Parent >= b {
			return false
		}
	}
	for _, b := range c.Inner {
		if b < -1 || b >= len(c.Blossoms) {
			return false
		}
	}
	return true
}

// verifyPairs: everybody has one partner, in an allowed pair unless settled.
func (m *Matching) verifyPairs(w *Weights) error {
	settled := m.Certificate.Settled
	for i, j := range m.Mate {
		if j == -1 && settled[i] {
			continue
		}
		if j < 0 || j >= w.n || j == i || m.Mate[j] != i || settled[i] != settled[j] {
			return fmt.Errorf("matching: player %d is not properly paired with %d", i, j)
		}
		if _, ok := w.At(i, j); !ok && !settled[i] {
			return fmt.Errorf("matching: players %d and %d are a forbidden pair", i, j)
		}
	}
	return nil
}

// verifyBlossoms: they are odd, have no negative Z, and hold as many
// pairs as they can.
func (m *Matching) verifyBlossoms() error {
	c := &m.Certificate
	size, pairs := c.sizes(), make([]int, len(c.Blossoms))
	for i, j := range m.Mate {
		if j < i || c.Settled[i] {
			continue
		}
		if b := c.innermost(i, j); b >= 0 {
			pairs[b]++
		}
	}
	for b := len(c.Blossoms) - 1; b >= 0; b-- {
		blossom := c.Blossoms[b]
		if blossom.Z < 0 || size[b] < 3 || size[b]%2 == 0 || pairs[b] != size[b]/2 {
			return fmt.Errorf("matching: blossom %d of %d players holds %d pairs, Z %d", b, size[b], pairs[b], blossom.Z)
		}
		if blossom.Parent >= 0 {
			pairs[blossom.Parent] += pairs[b]
		}
	}
	return nil
}

// sizes counts the players of the blossoms.
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

// verifySlacks: none is negative, and those of the pairs are 0.
func (m *Matching) verifySlacks(w *Weights) error {
	c := &m.Certificate
	depth := make([]int64, len(c.Blossoms)) // sum of Z of the blossom and all around it
	for b, blossom := range c.Blossoms {
		depth[b] = blossom.Z
		if blossom.Parent >= 0 {
			depth[b] += depth[blossom.Parent]
		}
	}
	around := make([]int, len(c.Blossoms))     // 1 + the last player i that the blossom holds
	shared := make([]int64, len(c.Blossoms)+1) // Z that i has in common with the members; the last is for players in none
	for i := range w.n {
		if c.Settled[i] {
			continue
		}
		for b := c.Inner[i]; b >= 0; b = c.Blossoms[b].Parent {
			around[b] = i + 1
		}
		for b, blossom := range c.Blossoms {
			switch {
			case around[b] == i+1:
				shared[b] = depth[b]
			case blossom.Parent >= 0:
				shared[b] = shared[blossom.Parent]
			default:
				shared[b] = 0
			}
		}
		for k, weight := range w.row(i) {
			j := i + 1 + k
			if weight == forbidden || c.Settled[j] {
				continue
			}
			slack := c.Y[i] + c.Y[j] - 2*weight
			if b := c.Inner[j]; b >= 0 {
				slack += shared[b]
			}
			if slack < 0 || slack != 0 && m.Mate[i] == j {
				return fmt.Errorf("matching: slack %d between players %d and %d", slack, i, j)
			}
		}
	}
	return nil
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

// certificate reads the dual solution out of the core.
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
