package scoring

import (
	"maps"
	"math"
	"slices"

	"tourney/internal/rank"
)

// worst is the value of a player without a figure.
const worst = Points(math.MinInt32)

// value returns the figure of a player, greater is better, and whether it is a success. Numbers are in Point.
func (m Measure) value(p *person) (value Points, success bool) {
	if len(p.entries) == 0 && p.Bonuses == 0 {
		return worst, false
	}
	switch m.Kind {
	case Sum:
		for _, e := range p.entries {
			value += pointsOf(m.Awards, p, e)
		}
		value += p.bonuses(m.Awards)
	case Rise, Fall, Steady:
		if !p.Before.Stated() || !p.After.Stated() {
			return worst, false
		}
		change := Points(p.After.Points()-p.Before.Points()) * Point
		switch m.Kind {
		case Rise:
			value = change
		case Fall:
			value = -change
		default:
			return -max(change, -change), true
		}
	case Ranks:
		value = Points(p.consecutive()) * Point
	case Run:
		for _, e := range p.entries {
			value = max(value, Points(e.wins)*Point)
		}
	case Opponents:
		value = Points(len(p.met)) * Point
	}
	return value, value > 0
}

// consecutive returns the length of the longest run of consecutive ranks among the defeated opponents.
func (p *person) consecutive() (longest int) {
	beaten := map[rank.Rank]bool{}
	for _, e := range p.entries {
		if e.outcome == Win && e.opponent.Rank.Valid() {
			beaten[e.opponent.Rank.Amateur()] = true
		}
	}
	run := 0
	previous := rank.None
	for _, r := range slices.Sorted(maps.Keys(beaten)) {
		if r != previous+1 {
			run = 0
		}
		run++
		longest, previous = max(longest, run), r
	}
	return longest
}

// eligible reports whether a player meets the bounds of a prize.
func (prize Prize) eligible(p *person) bool {
	switch {
	case p.Rank < prize.Weakest, prize.Strongest.Valid() && p.Rank > prize.Strongest,
		(prize.Eldest > 0 || prize.Youngest > 0) && p.Born == 0,
		prize.Eldest > 0 && p.Born < prize.Eldest,
		prize.Youngest > 0 && p.Born > prize.Youngest:
		return false
	}
	return true
}

// award returns the winners of a prize.
func (c *count) award(prize Prize) Awarded {
	won := Awarded{Prize: prize}
	for _, p := range c.people {
		value, success := prize.value(p)
		if !success || !prize.eligible(p) {
			continue
		}
		if len(won.Winners) == 0 || value > won.Value {
			won.Value, won.Winners = value, nil
		}
		if value == won.Value {
			won.Winners = append(won.Winners, p.ID)
		}
	}
	if prize.Kind == Steady {
		won.Value = -won.Value
	}
	return won
}
