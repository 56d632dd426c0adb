package matching

import "context"

// The parameters of the auction. The result does not depend on these.
const (
	scaling  = 6       // how much smaller each step is than the one before
	lastStep = 1 << 14 // no step is smaller, unless the weights are small
	fineness = 1 << 20 // nor so many times smaller than the span of the weights
	mostBids = 50      // bids of a player with one step, on average
	listed   = 12      // partners of a player in the first sparse graph
)

// An auction finds duals near the optimum, where few partners can be the best for a player. Players bid for each other:
// a player without a partner takes the partner worth most at the present prices, from the previous holder, and raises
// that price by a step. A player can have one partner and be another's, so that both sides of a pair have a say: the
// optimum of this is the matching problem without blossoms. Steps that become smaller from round to round keep the bids
// few: about one for each player and round (D. Bertsekas 1988, "The auction algorithm").
type auction struct {
	prices    *prices
	partnerOf []int32 // for each player the player with them as a partner, or none
	idle      []int32 // players without a partner
}

// auctionDuals returns duals near the optimum, which no pair violates, and makes
// the sparse graph of the pairs worth most to each player.
func (s *Solver) auctionDuals(ctx context.Context) ([]int64, error) {
	n := s.w.n
	a := &auction{prices: newPrices(s.w), partnerOf: make([]int32, n)}
	for step, last := s.w.span/4, max(1, min(lastStep, s.w.span/fineness)); step >= last; step /= scaling {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		a.round(step)
	}
	best := a.prices.best(listed)
	s.core = newCore(n)
	best.each(func(i, j int, _ int64) { s.core.connect(int32(i), int32(j), s.w.at(i, j)) })
	// No pair is worth more to either of the two than their best ones, so half of
	// both worths and both prices is enough.
	y := best.highest()
	for i, price := range a.prices.of {
		y[i] = (y[i] + price + 1) >> 1
	}
	return y, nil
}

// round makes all players bid with one step, until each has a partner.
func (a *auction) round(step int64) {
	a.idle = a.idle[:0]
	for i := range a.partnerOf {
		a.partnerOf[i] = none
		a.idle = append(a.idle, int32(i))
	}
	for bids := mostBids * len(a.partnerOf); len(a.idle) > 0 && bids > 0; bids-- {
		i := a.idle[len(a.idle)-1]
		a.idle = a.idle[:len(a.idle)-1]
		j := a.choice(i)
		if j == none || a.prices.of[j] > maxMessage {
			continue // left without: the pairs allowed are too few
		}
		a.prices.raise(j, step)
		if was := a.partnerOf[j]; was != none {
			a.idle = append(a.idle, was)
		}
		a.partnerOf[j] = i
	}
}

// choice returns the partner worth most to a player, or none.
func (a *auction) choice(i int32) int32 {
	best, most := int32(none), int64(-never)
	for b, row := range a.prices.above(i, &most) {
		of := a.prices.of[b*block:][:len(row)]
		for k, weight := range row {
			if worth := 2*weight - of[k]; worth > most && weight != forbidden {
				best, most = int32(b*block+k), worth
			}
		}
	}
	return best
}
