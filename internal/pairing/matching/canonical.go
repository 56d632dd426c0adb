package matching

import (
	"cmp"
	"context"
	"slices"
)

// When several matchings have the greatest total, the one returned must not
// depend on how the search came upon it. It is therefore chosen by a second
// matching: every pair has a rank, a hash of its players' numbers, and of all
// the best matchings the one with the greatest sum of ranks is taken.
//
// By complementary slackness the best matchings are, for any optimal dual
// solution, the perfect matchings of tight pairs that hold as many pairs as
// possible inside every blossom with z > 0. With a bonus for each blossom
// around a pair that is worth more than all ranks together, these are again
// the matchings of greatest weight.

const (
	// maxRank bounds the ranks. Two sums of ranks are equal with a chance of
	// less than the number of tight pairs to maxRank (the isolation lemma of
	// K. Mulmuley, U. Vazirani and V. Vazirani 1987); only then the choice
	// between these two is the search's.
	maxRank = 1 << 40

	// maxTight is the number of tight pairs beyond which the matching that was
	// found is left as it is, to save memory: more than all pairs of 2,000
	// players.
	maxTight = 2_000_000
)

// A tightPair is one that could be part of an optimum.
type tightPair struct {
	i, j int32 // i < j
	rank int64
}

// canonical returns, of all matchings as good as the one in the core, the one
// that the ranks choose.
func (s *Solver) canonical(ctx context.Context, cert *Certificate) ([]int, error) {
	mate := s.mates()
	if len(s.tight) > maxTight {
		return mate, nil
	}
	s.rank(cert)
	best := newShortlist(s.w.n, candidates, 0)
	for _, p := range s.tight {
		best.offerBoth(int(p.i), int(p.j), p.rank)
	}
	weight := func(i, j int) int64 { return rankOf(s.tight, i, j) }
	c := best.graph(weight)
	for _, p := range s.tight {
		// With these there is a perfect matching from the beginning.
		if mate[p.i] == int(p.j) && !c.linked(p.i, p.j) {
			c.connect(p.i, p.j, p.rank)
		}
	}
	c.begin(best.highest())
	ranked := &Solver{w: s.w, core: c, settled: s.settled}
	ranked.leaveOut()
	for more := true; more; {
		lost := &stranded{part: make([]int, c.n)}
		if err := ranked.searchAll(ctx, lost); err != nil {
			return nil, err
		}
		more = c.priceRanks(s.tight)
	}
	return ranked.mates(), nil
}

// rank gives the tight pairs their ranks and bonuses.
func (s *Solver) rank(cert *Certificate) {
	depth := make([]int64, len(cert.Blossoms))
	deepest := int64(0)
	for b, blossom := range cert.Blossoms {
		depth[b] = 1
		if blossom.Parent >= 0 {
			depth[b] += depth[blossom.Parent]
		}
		deepest = max(deepest, depth[b])
	}
	ranks := int64(maxRank)
	half := int64(s.w.n/2 + 1)
	for ranks > MaxWeight/half/(deepest+1) {
		ranks /= 2
	}
	for k := range s.tight {
		p := &s.tight[k]
		p.rank = int64(pairHash(int(p.i), int(p.j))) & (ranks - 1)
		if b := cert.innermost(int(p.i), int(p.j)); b >= 0 {
			p.rank += ranks * half * depth[b]
		}
	}
}

// priceRanks is price for tight pairs, which come in the order of i.
func (c *core) priceRanks(pairs []tightPair) bool {
	d := c.snapshot()
	worst := newShortlist(c.n, additions, 1)
	row := int32(none)
	for _, p := range pairs {
		if p.i != row {
			row = p.i
			d.spread(int(row))
		}
		if s := d.y[p.i] + d.y[p.j] + d.z[p.j] - 2*p.rank; s < 0 {
			worst.offerBoth(int(p.i), int(p.j), -s)
		}
	}
	more := false
	worst.each(func(i, j int) {
		more = true
		c.link(int32(i), int32(j), rankOf(pairs, i, j))
	})
	return more
}

func rankOf(pairs []tightPair, i, j int) int64 {
	p := tightPair{i: int32(min(i, j)), j: int32(max(i, j))}
	k, _ := slices.BinarySearchFunc(pairs, p, func(a, b tightPair) int {
		return cmp.Or(cmp.Compare(a.i, b.i), cmp.Compare(a.j, b.j))
	})
	return pairs[k].rank
}
