package rules

import (
	popcount "math/bits"
	"slices"
)

// A poll plays a position out many times and judges each chain by the playouts
// in which it lived.
type poll struct {
	board   *Board
	chains  []Judgement
	lived   []fates // by chain
	agreed  []int   // by chain: percentage of the playouts that agree with its fate
	batch   int     // playouts in a batch
	batches int
}

// fates holds in which playouts a chain lived, a word for each batch and a bit
// for each playout of it.
type fates [maxBatches]uint64

// Playouts come in batches, another one while the fate of a chain is open and
// the moves so far are few. On boards beyond 19×19 batches are smaller, so that
// no board takes much longer.
const (
	fullBatch  = 64
	maxBatches = 4
	fewMoves   = 28_000
)

// Shares of playouts in percent.
const (
	clearShare  = 75 // a fate that so many agree on is not open
	commonShare = 85 // of two open chains whose fates are the same in so many, both live or none
	aliveShare  = 55 // an open chain lives in more: where the next move decides, it would have been made
	koShare     = 35 // the same for a stone in a ko, which is not worth a move
)

// certainty is how surely a fate is right on which a share of the playouts
// agree, in percent: the first for 50 to 54 percent of them, the next for 55 to
// 59 and so on. TestCertainty fits it.
var certainty = [...]int{60, 64, 75, 85, 90, 90, 96, 97, 98, 98, 98}

// judgeByPlaying judges the unproven chains by playouts.
func judgeByPlaying(b *Board, chains []Judgement) *poll {
	t := newPlayout(b)
	y := &poll{
		board:  b,
		chains: chains,
		lived:  make([]fates, len(chains)),
		agreed: make([]int, len(chains)),
		batch:  min(fullBatch, max(8, fullBatch*19*19/len(t.points))),
	}
	for more := true; more && y.batches < maxBatches && t.moves < fewMoves; {
		y.play(t)
		more = false
		for k := range chains {
			more = more || y.isOpen(k)
		}
	}
	y.judge()
	return y
}

// play plays one more batch.
func (y *poll) play(t *playout) {
	for i := range y.batch {
		t.run(Black + Color(i&1))
		for k, j := range y.chains {
			if t.owner(j.Chain) == j.Color {
				y.lived[k][y.batches] |= 1 << i
			}
		}
	}
	y.batches++
}

// share returns the percentage of the playouts in which a chain lived.
func (y *poll) share(k int) int { return y.percent(y.lived[k]) }

func (y *poll) percent(f fates) int {
	n := 0
	for _, w := range f {
		n += popcount.OnesCount64(w)
	}
	return n * 100 / (y.batch * y.batches)
}

// isOpen reports whether the fate of a chain is not clear yet.
func (y *poll) isOpen(k int) bool {
	share := y.share(k)
	return y.chains[k].Confidence < 100 && max(share, 100-share) < clearShare
}

// differ returns the percentage of the playouts in which two chains had
// different fates.
func (y *poll) differ(k, i int) int {
	var f fates
	for w := range f {
		f[w] = y.lived[k][w] ^ y.lived[i][w]
	}
	return y.percent(f)
}

// judge sets the fate of every unproven chain.
func (y *poll) judge() {
	var open []int
	for k := range y.chains {
		switch share := y.share(k); {
		case y.chains[k].Confidence == 100:
		case y.isOpen(k):
			open = append(open, k)
		default:
			y.decide(k, share >= 50, max(share, 100-share))
		}
	}
	for len(open) > 0 {
		var together []member
		together, open = y.sharing(open)
		y.judgeTogether(together)
	}
}

// A member is one of several chains whose fates depend on each other: it lives
// when the first of them lives, or opposed, when the first dies.
type member struct {
	chain   int
	opposed bool
}

// sharing removes from the list the first of some open chains and the chains whose fates depend on it, and returns the
// others too.
func (y *poll) sharing(open []int) (together []member, others []int) {
	together, others = []member{{chain: open[0]}}, open[1:]
	for i := 0; i < len(together); i++ {
		m := together[i]
		others = slices.DeleteFunc(others, func(k int) bool {
			d := y.differ(m.chain, k)
			depends := max(d, 100-d) >= commonShare
			if depends {
				together = append(together, member{k, m.opposed != (d >= commonShare)})
			}
			return depends
		})
	}
	return together, others
}

// judgeTogether sets the fate of open chains whose fates depend on each other.
func (y *poll) judgeTogether(together []member) {
	stones, lived, race := 0, 0, false
	for _, m := range together {
		share := y.share(m.chain)
		if m.opposed {
			share = 100 - share
		}
		n := y.chains[m.chain].Stones
		stones += n
		lived += n * share
		race = race || m.opposed
	}
	share := lived / stones
	least := aliveShare
	switch {
	case race:
		least = 49
	case len(together) == 1 && y.board.inKo(y.chains[together[0].chain].Chain):
		least = koShare
	}
	alive := share > least
	for _, m := range together {
		y.decide(m.chain, alive != m.opposed, max(share, 100-share))
	}
}

// decide sets the fate of a chain on which a share of the playouts agree. Its
// certainty is as if eight more were split evenly, so that few playouts claim less.
func (y *poll) decide(k int, alive bool, share int) {
	n := y.batch * y.batches
	share = (share*n + 8*50) / (n + 8)
	y.chains[k].Dead = !alive
	y.chains[k].Confidence = certainty[(share-50)/5]
	y.agreed[k] = share
}

// inKo reports whether a stone can be taken and the taking stone retaken.
func (b *Board) inKo(p Point) bool {
	liberty, ok := b.inAtari(p)
	if !ok || b.size[b.cells[p].head] > 1 {
		return false
	}
	after := *b
	return after.Play(liberty, b.cells[p].color.Opponent()).ko == p
}
