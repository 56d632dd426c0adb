// Package matching finds the perfect matching of greatest total weight: given
// a whole number for every two of n players, it puts all of them into pairs so
// that the numbers of the pairs add up to as much as possible.
//
//	w := matching.NewWeights(4)
//	w.Set(0, 1, 10)
//	w.Forbid(0, 2)
//	m, err := matching.Solve(ctx, w) // m.Mate, m.Total
//
// The answer is exact, whatever the weights: no floating point takes part, and
// every matching comes with a [Certificate] by which [Matching.Verify] shows
// that none is better. A [Solver] keeps its state, so that a matching with a
// pair forbidden, fixed or weighed anew, or a player dropped, costs little
// more than looking at the pairs.
//
// The method is Edmonds' blossom algorithm on a sparse graph of promising
// pairs ("price and repair": U. Derigs and A. Metz 1991, W. Cook and A. Rohe
// 1999), which max-sum messages choose together with a first guess of the dual
// solution. Trees grow from all players without a partner at once; whenever most
// of them have come to an end, the dual solution is held against all pairs,
// those that contradict it join the sparse graph, the state is repaired, and
// the search goes on until everybody has a partner and no pair contradicts.
package matching
