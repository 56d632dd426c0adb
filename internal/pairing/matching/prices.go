package matching

import (
	"iter"
	"slices"
)

// prices puts a price on every player as a partner, among computed weights. A
// pair is worth its double weight less the price of the other to a player.
type prices struct {
	w      *Weights
	of     []int64
	low    []int64 // the lowest price of every block
	bounds []int64 // the greatest possible worth of a pair of one player, block by block
}

// newPrices returns prices of 0.
func newPrices(w *Weights) *prices {
	return &prices{w: w, of: make([]int64, w.n), low: make([]int64, w.blocks()), bounds: make([]int64, w.blocks())}
}

// raise raises the price of a player.
func (p *prices) raise(i int32, by int64) {
	b := int(i) / block
	lowest := p.of[i] == p.low[b]
	if p.of[i] += by; lowest {
		p.low[b] = slices.Min(p.of[b*block : min(b*block+block, len(p.of))])
	}
}

// above yields the blocks in which a pair of player i can be worth more than *least, the most promising first, as their
// number and the weights of i with their players. *least may grow between two blocks.
func (p *prices) above(i int32, least *int64) iter.Seq2[int, []int64] {
	return func(yield func(int, []int64) bool) {
		peaks := p.w.peaks[p.w.blockOf(int(i), 0):][:len(p.low)]
		for b, low := range p.low {
			p.bounds[b] = 2*peaks[b] - low
		}
		for {
			top := 0
			for b, bound := range p.bounds {
				if bound > p.bounds[top] {
					top = b
				}
			}
			if p.bounds[top] <= *least {
				return
			}
			p.bounds[top] = -never
			if !yield(top, p.w.row(int(i), top)) {
				return
			}
		}
	}
}

// best lists up to so many pairs of every player that are worth most to them.
func (p *prices) best(room int) *shortlist {
	best := newShortlist(p.w.n, room, forbidden)
	for i := range p.of {
		for b, row := range p.above(int32(i), &best.floor[i]) {
			of := p.of[b*block:][:len(row)]
			for k, weight := range row {
				if worth := 2*weight - of[k]; worth >= best.floor[i] && weight != forbidden {
					best.offer(i, b*block+k, worth)
				}
			}
		}
	}
	return best
}
