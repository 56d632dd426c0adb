package matching

import "context"

// How the initial duals are found. The result does not depend on these.
const (
	dualLooks = 16 // pricings of all pairs at most
	sweeps    = 30 // rounds of messages before each of them
	partners  = 2  // violated pairs of a player to add after each

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

// initialDuals makes the sparse graph and returns duals that are near the
// optimum: the closer they are, the less the search has to move them, pair by
// pair. It visits a pair far less often than the search, since nothing has to
// be consistent meanwhile.
//
// The duals come from max-sum messages on the graph of everybody's best partners (M. Bayati, D. Shah
// and M. Sharma 2008): each player sends each partner the weight of the pair
// less the player's best other offer, and the mean of the two best offers is
// the player's dual. Pairs of the whole graph that violate these duals join the
// sparse graph, until few do.
func (s *Solver) initialDuals(ctx context.Context) ([]int64, error) {
	s.core = s.w.best(candidates).graph()
	c := s.core
	var links []messageEdge
	for u, list := range c.adj {
		for _, e := range list {
			if u < int(e.to) {
				links = append(links, messageEdge{int32(u), e.to, e.w2 / 2, e.w2 / 4, e.w2 / 4})
			}
		}
	}
	for range dualLooks {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		y := dualsFrom(c.n, links)
		better := s.violated(y)
		before := len(links)
		better.each(func(i, j int, _ int64) {
			if u, v := int32(i), int32(j); !c.linked(u, v) {
				w := s.w.at(i, j)
				c.connect(u, v, w)
				links = append(links, messageEdge{u, v, w, w - y[j]/2, w - y[i]/2})
			}
		})
		if len(links)-before < c.n/10 {
			break
		}
	}
	y := dualsFrom(c.n, links)
	for _, b := range s.bridges(c.components(), y, 2) {
		c.connect(b.i, b.j, b.w)
	}
	return y, nil
}

// violated lists the pairs whose weight violates these duals.
func (s *Solver) violated(y []int64) *shortlist {
	d := newDual(y)
	worst := newShortlist(s.w.n, partners, 1)
	for i := range d.rows() {
		d.below(s.w, i, 0, func(j int, slack int64) { worst.offerBoth(i, j, -slack) })
	}
	return worst
}

// dualsFrom exchanges the messages and returns the doubled dual of each player
// that results, 0 for a player without an edge.
func dualsFrom(n int, links []messageEdge) []int64 {
	const nobody = -2 * maxMessage
	type offers struct{ best, second int64 }
	in := make([]offers, n)
	receive := func(o *offers, offer int64) {
		if offer > o.best {
			o.best, o.second = offer, o.best
		} else if offer > o.second {
			o.second = offer
		}
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
