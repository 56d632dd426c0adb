// Package matching finds the perfect matching of greatest total weight: given
// a whole number for every two of n players, it puts all of them into pairs so
// that the numbers of the pairs add up to as much as possible.
//
//	w := matching.NewWeights(4)
//	w.Set(0, 1, 10)
//	w.Forbid(0, 2)
//	m, err := matching.Solve(ctx, w) // m.Mate, m.Total
//
// The answer is exact, whatever the weights: no floating point takes part, and every matching comes with a
// [Certificate] that proves that none is better. A [Solver] keeps its state, so that another matching after a pair is
// forbidden, fixed or reweighed, or a player dropped, costs little more than one pricing of the pairs.
//
// The method is Edmonds' blossom algorithm on a sparse graph of promising pairs ("price and repair": U. Derigs and A.
// Metz 1991, W. Cook and A. Rohe 1999). An auction chooses them together with an initial dual solution; where every
// weight is stored and any two players can be alike, max-sum messages do. Alternating trees grow from all players
// without a partner at once. Whenever a part of them has ended, all pairs are priced against the dual solution: pairs
// that violate it join the sparse graph, the state is repaired, and the search continues until each player has a
// partner and no pair violates the duals.
//
// # Cost
//
// Every solve prices all pairs a few times, n²/2 each, and searches in the sparse graph, a few pairs a player, in
// between. With stored weights pricing is most of it, though it begins with the pairs that were close the last time:
// from 1,024 to 4,096 players the measured time grows with n^1.6, 8 ms to 0.08 s; 5,000 take 0.13 s. Blocks of computed
// weights are passed over where none is great enough to matter: for each of 5,000 players the survey of a round
// computes 2,500 weights, the auction about 5,400, all else 3,200. Where all players prefer the same few, the graph
// grows dense and each search walks through all of it: −i·j takes 1 s for 512 players and 6 s for 1,024. Besides stored
// weights, 4·n·(n−1) bytes, memory is in proportion to the sparse graph: 24 MB for 5,000 players. Computed weights need
// n²/8 bytes, and after the first solve up to as much as stored ones. docs/performance.md has the figures, and how to
// repeat them.
package matching
