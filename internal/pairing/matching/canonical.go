package matching

import "context"

// When several matchings have the greatest total, the one returned must not
// depend on the course of the search. It is therefore chosen by a second
// matching: every pair has a rank, a hash of its players' numbers, and of all
// the best matchings the one with the greatest sum of ranks is taken.
//
// By complementary slackness the best matchings are, for any optimal dual
// solution, the perfect matchings of tight pairs that hold as many pairs as
// possible inside every blossom with z > 0. With a bonus for each blossom
// around a pair, greater than all ranks together, these are again the matchings
// of greatest weight.

const (
	// maxRank bounds the ranks, which are fewer where many players leave less
	// room: 2^32 for 5,000. Two best matchings have the same sum of ranks with
	// a chance of less than the number of tight pairs in the number of ranks
	// (the isolation lemma of K. Mulmuley, U. Vazirani and V. Vazirani 1987);
	// only then the choice between these two is the search's.
	maxRank = 1 << 40

	// maxTight is the number of tight pairs beyond which the matching that was
	// found is left as it is, to save memory: more than all pairs of 2,000
	// players.
	maxTight = 2_000_000

	// ranked is the number of best partners that the second matching begins
	// with.
	ranked = 16
)

// canonical returns, of all matchings as good as the one in the core, the one
// that the ranks choose.
func (s *Solver) canonical(ctx context.Context, cert *Certificate) ([]int, error) {
	mate := s.mates()
	if len(s.tight) > maxTight {
		return mate, nil
	}
	r := newRanking(s.w.n, cert)
	best := newShortlist(s.w.n, ranked, 0)
	for k, p := range s.tight {
		s.tight[k].w = r.of(int(p.i), int(p.j))
		best.offerBoth(int(p.i), int(p.j), s.tight[k].w)
	}
	c := best.graph()
	for _, p := range s.tight {
		// With these there is a perfect matching from the beginning.
		if mate[p.i] == int(p.j) && !c.linked(p.i, p.j) {
			c.connect(p.i, p.j, p.w)
		}
	}
	c.setDuals(best.highest())
	second := &Solver{w: s.w, core: c, settled: s.settled}
	second.removeSettled()
	for more := true; more; {
		if _, _, err := second.search(ctx, toTheEnd); err != nil {
			return nil, err
		}
		more = false
		c.snapshot().violated(s.tight, additions).each(func(i, j int, _ int64) {
			more = true
			c.link(int32(i), int32(j), r.of(i, j))
		})
	}
	return second.mates(), nil
}

// A ranking gives pairs their ranks and bonuses.
type ranking struct {
	cert  *Certificate
	depth []int64 // of every blossom, see blossomDepths
	ranks int64   // a power of two
	bonus int64   // for each blossom
}

func newRanking(n int, cert *Certificate) *ranking {
	r := &ranking{cert: cert, depth: blossomDepths(cert), ranks: ranksOf(n)}
	r.bonus = r.ranks * int64(n/2+1)
	return r
}

// blossomDepths returns for every blossom the number of blossoms around it and 1.
func blossomDepths(cert *Certificate) []int64 {
	depth := make([]int64, len(cert.Blossoms))
	for b, blossom := range cert.Blossoms {
		depth[b] = 1
		if blossom.Parent >= 0 {
			depth[b] += depth[blossom.Parent]
		}
	}
	return depth
}

// ranksOf returns the number of ranks for n players: as many as fit if all
// blossoms that can be are nested.
func ranksOf(n int) int64 {
	ranks := int64(maxRank)
	pairs := int64(n/2 + 1)
	for ranks > MaxWeight/pairs/pairs {
		ranks /= 2
	}
	return ranks
}

// rankOf returns the rank of a pair among so many.
func rankOf(i, j int, ranks int64) int64 { return int64(pairHash(i, j)) & (ranks - 1) }

func (r *ranking) of(i, j int) int64 {
	rank := rankOf(i, j, r.ranks)
	if b := r.cert.innermost(i, j); b >= 0 {
		rank += r.bonus * r.depth[b]
	}
	return rank
}
