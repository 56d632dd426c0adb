package scoring

import (
	"cmp"
	"slices"
)

// newLadder returns the players by rank, the strongest first, then by ID. Players without a rank are at the bottom.
func newLadder(people []*person) (order []int) {
	for _, p := range slices.SortedStableFunc(slices.Values(people), func(a, b *person) int { return cmp.Compare(b.Rank, a.Rank) }) {
		order = append(order, p.ID)
	}
	return order
}

// within reports whether a game of two players is a challenge within reach, always without a ladder.
func (c *count) within(a, b int) bool {
	if c.ladder == nil {
		return true
	}
	distance := slices.Index(c.ladder, a) - slices.Index(c.ladder, b)
	return max(distance, -distance) <= c.rules.Ladder.Reach
}

// shift changes the order after a win of the lower player.
func (c *count) shift(winner, loser int) {
	from, to := slices.Index(c.ladder, winner), slices.Index(c.ladder, loser)
	if from < to {
		return
	}
	switch c.rules.Ladder.Shift {
	case Swap:
		c.ladder[from], c.ladder[to] = loser, winner
	case Insert:
		c.ladder = slices.Insert(slices.Delete(c.ladder, from, from+1), to, winner)
	}
}
