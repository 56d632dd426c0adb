package matching

import (
	"iter"
	"slices"
)

// prices puts a price on every player as a partner. The worth of a pair to one
// of the two is the pair's double weight less the price of the other.
type prices struct {
	w      *Weights
	of     []int64
	low    []int64 // the lowest price of every block, or less
	bounds []int64 // of the worth of one player's pairs, block by block
	found  []choice
}

func newPrices(w *Weights, of []int64) *prices {
	return &prices{w: w, of: of, low: lowest(of), bounds: make([]int64, w.blocks())}
}

// set changes the price of a player.
func (p *prices) set(i int32, price int64) {
	was, b := p.of[i], int(i)/block
	p.of[i] = price
	switch {
	case price <= p.low[b]:
		p.low[b] = price
	case was == p.low[b]:
		p.low[b] = slices.Min(p.of[b*block : min(b*block+block, len(p.of))])
	}
}

// above yields the blocks in which a pair of player i can be worth more than
// *least, the most promising first, as their number and the weights of i with
// their players. *least may grow meanwhile.
func (p *prices) above(i int32, least *int64) iter.Seq2[int, []int64] {
	return func(yield func(int, []int64) bool) {
		peaks := p.w.peaks[int(i)*len(p.low):][:len(p.low)]
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
			if len(p.bounds) == 0 || p.bounds[top] <= *least {
				return
			}
			p.bounds[top] = -never
			if !yield(top, p.w.row(int(i), top)) {
				return
			}
		}
	}
}

// best finds the pairs of a player that are worth most, up to room of them, in no
// order.
func (p *prices) best(i int32, room int) []choice {
	p.found = p.found[:0]
	least := int64(-never)
	for b, row := range p.above(i, &least) {
		of := p.of[b*block:][:len(row)]
		for k, weight := range row {
			worth, to := 2*weight-of[k], int32(b*block+k)
			if worth <= least || weight == forbidden {
				continue
			}
			p.keep(choice{key: worth, w2: 2 * weight, tie: uint32(pairHash(int(i), int(to)) >> 32), to: to}, room)
			if len(p.found) == room {
				least = p.found[0].key
			}
		}
	}
	return p.found
}

// keep adds a choice to the best ones found, a heap with the worst of them on
// top.
func (p *prices) keep(c choice, room int) {
	h := p.found
	if len(h) < room {
		k := len(h)
		h = append(h, c)
		for up := (k - 1) / 2; k > 0 && h[up].beats(c); up = (k - 1) / 2 {
			h[k] = h[up]
			k = up
		}
		h[k] = c
		p.found = h
		return
	}
	if !c.beats(h[0]) {
		return
	}
	k := 0
	for {
		down := 2*k + 1
		if down+1 < len(h) && h[down].beats(h[down+1]) {
			down++
		}
		if down >= len(h) || !c.beats(h[down]) {
			break
		}
		h[k] = h[down]
		k = down
	}
	h[k] = c
}
