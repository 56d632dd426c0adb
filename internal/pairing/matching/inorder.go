package matching

import (
	"context"
	"slices"
)

// SolveInOrder returns the partners of the players in a perfect matching that has, of all with the greatest total by
// the first weights, the greatest total by the second ones. The first weights decide which pairs are allowed; the
// second ones must allow them too. It returns the errors of [Solver.Solve].
//
// No first weight has to outweigh a sum of second ones, so that both may use their whole range. The total by the second
// weights can fall short of the greatest only where they differ by about MaxWeight divided by the number of pairs, and
// then by a small part of that difference.
func SolveInOrder(ctx context.Context, first, second *Weights) (mate []int, err error) {
	m, err := Solve(ctx, first)
	if err != nil {
		return nil, err
	}
	face := newFace(first, &m.Certificate)
	for scale := int64(1); ; scale *= 2 {
		among, fits := face.weights(second, scale)
		best, err := Solve(ctx, among)
		switch {
		case err != nil:
			return nil, err
		case fits, best.sum(first).Cmp(m.Total) == 0:
			return best.Mate, nil
		}
	}
}

// A face is the set of the best matchings of some weights: the perfect matchings of its pairs with as many pairs as
// possible inside every blossom (see canonical).
type face struct {
	cert  *Certificate
	depth []int64  // of every blossom, see blossomDepths
	pairs [][2]int // the tight ones
}

func newFace(w *Weights, cert *Certificate) *face {
	f := &face{cert: cert, depth: blossomDepths(cert)}
	around := make([]int64, len(cert.Blossoms)) // Σ Z of a blossom and those around it
	for b, blossom := range cert.Blossoms {
		around[b] = blossom.Z
		if blossom.Parent >= 0 {
			around[b] += around[blossom.Parent]
		}
	}
	for i := range w.n {
		for j := range i {
			weight, ok := w.At(i, j)
			slack := cert.Y[i] + cert.Y[j] - 2*weight
			if b := cert.innermost(i, j); b >= 0 {
				slack += around[b]
			}
			if ok && slack == 0 {
				f.pairs = append(f.pairs, [2]int{j, i})
			}
		}
	}
	return f
}

// weights returns weights, divided by scale, whose best matching is of the face if fits is set: a pair inside a blossom
// has a bonus above any gain by the weights. Without fits the bonus may be too small.
func (f *face) weights(by *Weights, scale int64) (w *Weights, fits bool) {
	n := len(f.cert.Y)
	w = NewWeights(n)
	for i := range n {
		for j := range i {
			w.Forbid(i, j)
		}
	}
	var values []int64
	for _, p := range f.pairs {
		values = append(values, by.at(p[0], p[1])/scale)
	}
	if len(values) == 0 {
		return w, true
	}
	least, most := slices.Min(values), slices.Max(values)
	span, pairs := most-least, int64(n/2)
	bonus := int64(0)
	if fits = len(f.depth) == 0; !fits {
		bonus = (MaxWeight - (span - span/2)) / slices.Max(f.depth)
		fits = span < bonus/pairs
		if fits {
			bonus = span*pairs + 1
		}
	}
	for k, p := range f.pairs {
		value := values[k] - least - span/2 // within ±MaxWeight
		if b := f.cert.innermost(p[0], p[1]); b >= 0 {
			value += bonus * f.depth[b]
		}
		w.Set(p[0], p[1], value)
	}
	return w, fits
}
