package matching

import (
	"errors"
	"fmt"
)

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

// verifyPairs: each player has one partner, in an allowed pair unless settled.
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

// verifySlacks: none is negative, and the slacks of the matched pairs are 0.
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
		for j := i + 1; j < w.n; j++ {
			weight := w.at(i, j)
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
