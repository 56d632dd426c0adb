package matching

import "context"

// How the initial duals are found. The result does not depend on these.
const (
	dualLooks  = 16 // pricings of all pairs at most
	sweeps     = 20 // rounds of messages before each of them
	partners   = 2  // violated pairs of a player to add after each
	connecting = 2  // pairs of a player to add that lead to another component

	// maxMessage bounds the messages, and the prices of an auction, so that duals
	// made from them stay within maxDual.
	maxMessage = 1 << 56
)

// A messageEdge is a pair of the sparse graph with the last messages of its
// players to each other.
type messageEdge struct {
	u, v     int32
	w        int64
	toU, toV int64
}

// initialDuals makes the sparse graph and returns duals that are near the optimum: the closer they are, the less the
// search has to move them, pair by pair. It visits a pair far less often than the search, because its steps need not be
// consistent.
//
// The duals come from max-sum messages on the graph of each player's best partners (M. Bayati, D. Shah and M. Sharma
// 2008): each player sends each partner the weight of the pair less the player's best other offer, and the mean of the
// two best offers is the player's dual. Pairs of the whole graph that violate these duals join the sparse graph, until
// few do. In the end so do the best pairs that lead from one component to another: where one has an odd number of
// players the search would be stuck, and the duals far off, before it had these.
func (s *Solver) initialDuals(ctx context.Context) ([]int64, error) {
	n := s.w.n
	best := s.w.best(candidates)
	s.core = best.graph()
	links := make([]messageEdge, 0, n*candidates)
	best.each(func(i, j int, w int64) { links = append(links, messageEdge{int32(i), int32(j), w, w / 2, w / 2}) })
	components := s.core.components()
	for range dualLooks {
		d := newDual(dualsFrom(n, links))
		b := s.newBridgeSearch(components, d.y, connecting)
		p := s.newPricing(d, partners)
		look := func(i int) { p.row(i); b.row(i) } // while the row is in the cache
		if components.parts == 1 {
			look = p.row
		}
		d.order = b.order
		if err := s.eachRow(ctx, d.rows(), look); err != nil {
			return nil, err
		}
		before := len(links)
		p.worst.each(func(i, j int, _ int64) {
			if u, v := int32(i), int32(j); !s.core.linked(u, v) {
				w := s.w.at(i, j)
				s.core.connect(u, v, w)
				links = append(links, messageEdge{u, v, w, w - d.y[j]/2, w - d.y[i]/2})
			}
		})
		if len(links)-before < n/4 {
			for _, p := range b.pairs() {
				s.core.connect(p.i, p.j, p.w)
			}
			break
		}
	}
	return dualsFrom(n, links), nil
}

// dualsFrom exchanges the messages and returns the doubled dual of each player
// that results, 0 for a player without an edge.
func dualsFrom(n int, links []messageEdge) []int64 {
	const nobody = -2 * maxMessage
	type offers struct{ best, second int64 }
	in := make([]offers, n)
	receive := func(o *offers, offer int64) {
		o.best, o.second = max(o.best, offer), max(o.second, min(o.best, offer))
	}
	for range sweeps {
		for i := range in {
			in[i] = offers{nobody, nobody}
		}
		for k := range links {
			receive(&in[links[k].u], links[k].toU)
			receive(&in[links[k].v], links[k].toV)
		}
		for i := range in {
			if in[i].second == nobody {
				in[i].second = in[i].best
			}
		}
		for k := range links {
			l := &links[k]
			u, v := in[l.u].best, in[l.v].best
			if l.toU == u {
				u = in[l.u].second
			}
			if l.toV == v {
				v = in[l.v].second
			}
			l.toV = bounded((l.toV + l.w - u) / 2)
			l.toU = bounded((l.toU + l.w - v) / 2)
		}
	}
	y := make([]int64, n)
	for i, o := range in {
		if o.best != nobody {
			y[i] = o.best + o.second
		}
	}
	return y
}

func bounded(message int64) int64 { return max(-maxMessage, min(message, maxMessage)) }
