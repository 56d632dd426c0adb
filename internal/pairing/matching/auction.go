package matching

import "context"

// How the auction goes. The result does not depend on these.
const (
	exhausted = -(1 << 61)

	listed    = 12 // partners of a player to begin with
	firstStep = 1 << 36
	lastStep  = 1 << 14
	scaling   = 6  // how much finer the next round of the auction is
	mostBids  = 50 // bids for every player in a round at most
)

// An auction finds duals near the optimum.
type auction struct {
	p     *prices
	taker []int32 // of every player as a partner, who has them, or none
	queue []int32
}

func (s *Solver) auctionDuals(ctx context.Context) ([]int64, error) {
	n := s.w.n
	a := &auction{p: newPrices(s.w, make([]int64, n)), taker: make([]int32, n)}
	for step := int64(firstStep); step >= lastStep; step /= scaling {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		a.round(step)
	}
	return s.auctioned(a), nil
}

func (a *auction) round(step int64) {
	a.queue = a.queue[:0]
	for i := range a.taker {
		a.taker[i] = none
		a.queue = append(a.queue, int32(i))
	}
	for bids := 0; len(a.queue) > 0 && bids < mostBids*len(a.taker); bids++ {
		i := a.queue[len(a.queue)-1]
		a.queue = a.queue[:len(a.queue)-1]
		first := a.best(i)
		if first == none {
			continue
		}
		a.p.set(first, a.p.of[first]+step)
		if was := a.taker[first]; was != none {
			a.queue = append(a.queue, was)
		}
		a.taker[first] = i
	}
}

// best returns the partner worth most to a player at the present prices, or
// none.
func (a *auction) best(i int32) int32 {
	best, most := int32(none), int64(exhausted)
	for b, row := range a.p.above(i, &most) {
		of := a.p.of[b*block:][:len(row)]
		for k, weight := range row {
			if worth := 2*weight - of[k]; worth > most && weight != forbidden {
				best, most = int32(b*block+k), worth
			}
		}
	}
	return best
}

// auctioned makes the sparse graph of the pairs worth most, and returns the duals of
// the auction.
func (s *Solver) auctioned(a *auction) []int64 {
	s.core = newCore(s.w.n)
	y := make([]int64, s.w.n)
	for i := range y {
		best := int64(exhausted)
		for _, l := range a.p.best(int32(i), listed) {
			best = max(best, l.key)
			if !s.core.linked(int32(i), l.to) {
				s.core.connect(int32(i), l.to, l.w2/2)
			}
		}
		if best != exhausted {
			y[i] = (best + a.p.of[i] + 1) >> 1
		}
	}
	return y
}
