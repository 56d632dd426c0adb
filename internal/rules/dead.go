package rules

import "slices"

// A Judgement is the estimate of Propose for one chain.
type Judgement struct {
	Chain      Point // its first stone from the upper left
	Color      Color
	Stones     int
	Dead       bool
	Confidence int // percent of such judgements that are right, from 60; 100 is proven
}

// Propose suggests which chains of a final position are dead. It first proves chains that live or die whatever their
// owner does. It judges the others by random but careful playouts from a fixed seed: the same position always gets the
// same answer. Where disputes are settled in a confirmation phase, it searches groups that share their last liberties
// with enemy stones inside them to the end by its rules: bent four in the corner is dead. People correct the proposal.
// Under rules without dead stones all chains live.
//
// The result lists every chain from the upper left.
func (s *System) Propose(b *Board) []Judgement {
	chains := b.chains()
	if s.LifeAndDeath == AllAlive {
		for i := range chains {
			chains[i].Confidence = 100
		}
		return chains
	}
	prove(b, chains)
	judgeByPlaying(b, chains)
	if s.LifeAndDeath == ConfirmationPhase {
		for _, o := range b.standoffs() {
			o.judge(b, chains)
		}
	}
	return chains
}

// judge sets the fate of a standoff's group, as surely as the enemy around it
// lives. A proven fate stays.
func (o *standoff) judge(b *Board, chains []Judgement) {
	confidence := 99
	var group []*Judgement
	for i := range chains {
		j := &chains[i]
		switch {
		case slices.ContainsFunc(o.group, func(p Point) bool { return b.cells[p].head == b.cells[j.Chain].head }):
			group = append(group, j)
			if j.Confidence == 100 {
				return
			}
		case slices.Contains(o.besieging, j.Chain):
			if j.Dead {
				return
			}
			confidence = min(confidence, j.Confidence)
		}
	}
	falls, holds := o.fate()
	if !falls && !holds {
		return
	}
	for _, j := range group {
		j.Dead, j.Confidence = falls, confidence
	}
	if falls {
		for i := range chains {
			if j := &chains[i]; slices.Contains(o.space, j.Chain) && j.Color != o.owner {
				j.Dead, j.Confidence = false, confidence
			}
		}
	}
}

// prove sets the fate of chains that live or die whatever their owner does.
func prove(b *Board, chains []Judgement) {
	for _, c := range []Color{Black, White} {
		proven := b.unconditional(c)
		for i := range chains {
			if fate := proven[chains[i].Chain]; fate != 0 {
				chains[i].Dead, chains[i].Confidence = fate < 0, 100
			}
		}
	}
}

func (b *Board) chains() (out []Judgement) {
	b.Points(func(p Point) {
		if c := b.cells[p].color; c != Empty && b.first(p) == p {
			out = append(out, Judgement{Chain: p, Color: c, Stones: int(b.size[b.cells[p].head])})
		}
	})
	return out
}

// first returns the first stone of a chain from the upper left.
func (b *Board) first(p Point) Point {
	best := p
	b.Chain(p, func(q Point) { best = min(best, q) })
	return best
}
