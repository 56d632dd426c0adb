package pairing

import (
	"slices"

	"tourney/internal/fault"
	"tourney/internal/tournament"
)

// A bracket is all the matches that a knockout can see, each after those that
// its players come from.
type bracket []bout

// A bout is one match. It is played in the level-th round of the stage.
type bout struct {
	level int
	from  [2]source
	// again marks the second game of a final: it is played only if the first
	// went to the player who had lost before.
	again bool
}

// A source says who comes to a match: a seed, or the winner or loser of
// another.
type source struct {
	seed, match int
	loser       bool
}

// knockoutBracket returns the bracket of a knockout of 2^rounds places.
func knockoutBracket(rounds int, third bool) bracket {
	b, last := winners(rounds)
	if third && rounds > 1 {
		semi := last[rounds-2]
		b = append(b, bout{level: rounds, from: [2]source{{match: semi[0], loser: true}, {match: semi[1], loser: true}}})
	}
	return b
}

// winners returns the part of a bracket for those who have not lost, and which
// matches make up its rounds.
func winners(rounds int) (b bracket, of [][]int) {
	order := seedOrder(rounds)
	var here []int
	for i := 0; i < len(order); i += 2 {
		here = append(here, len(b))
		b = append(b, bout{level: 1, from: [2]source{{seed: order[i]}, {seed: order[i+1]}}})
	}
	of = append(of, here)
	for level := 2; level <= rounds; level++ {
		before := here
		here = nil
		for i := 0; i < len(before); i += 2 {
			here = append(here, len(b))
			b = append(b, bout{level: level, from: [2]source{{match: before[i]}, {match: before[i+1]}}})
		}
		of = append(of, here)
	}
	return b, of
}

// seedOrder returns the seeds in the order of the bracket, such that the first
// two can meet in the final only, the first four in the semi-finals, and so on.
func seedOrder(rounds int) []int {
	order := []int{1}
	for range rounds {
		size := 2 * len(order)
		var next []int
		for i, s := range order {
			if i%2 == 0 {
				next = append(next, s, size+1-s)
			} else {
				next = append(next, size+1-s, s)
			}
		}
		order = next
	}
	return order
}

// doubleBracket returns the bracket of a double elimination: who loses goes on
// among those who have lost once. The last of them meets the player who has
// not lost, twice if he wins the first game.
func doubleBracket(rounds int) bracket {
	b, of := winners(rounds)
	add := func(x, y source, again bool) int {
		level := 0
		for _, s := range []source{x, y} {
			level = max(level, b[s.match].level)
		}
		b = append(b, bout{level: level + 1, from: [2]source{x, y}, again: again})
		return len(b) - 1
	}
	var alive []source // those who have lost once, in the order of the bracket
	for _, m := range of[0] {
		alive = append(alive, source{match: m, loser: true})
	}
	for level := 2; level <= rounds; level++ {
		var left []source
		for i := 0; i < len(alive); i += 2 {
			left = append(left, source{match: add(alive[i], alive[i+1], false)})
		}
		// The losers come in from the other end, so that nobody soon meets again
		// whom he has met.
		coming := slices.Clone(of[level-1])
		slices.Reverse(coming)
		alive = nil
		for i, s := range left {
			alive = append(alive, source{match: add(s, source{match: coming[i], loser: true}, false)})
		}
	}
	final := add(source{match: of[rounds-1][0]}, alive[0], false)
	add(source{match: final}, source{match: final, loser: true}, true)
	return b
}

// nobody is who comes to a match from a place of the bracket that is empty.
const nobody tournament.PlayerID = 0

// A course is a bracket as far as it has been played.
type course struct {
	t       *tournament.Tournament
	stage   tournament.Stage
	bracket bracket
	seeds   []tournament.PlayerID
	sides   [][2]tournament.PlayerID
	// won and lost are who won and lost each match; skipped marks those that
	// are not played.
	won, lost []tournament.PlayerID
	skipped   []bool
}

// bracketOf returns the bracket of a stage for so many players.
func bracketOf(stage tournament.Stage, players int) bracket {
	rounds := 1
	for 1<<rounds < players {
		rounds++
	}
	if stage.System == tournament.DoubleElimination {
		return doubleBracket(rounds)
	}
	return knockoutBracket(rounds, stage.Format.ThirdPlace)
}

func newCourse(t *tournament.Tournament, stage tournament.Stage, seeds []tournament.PlayerID) *course {
	b := bracketOf(stage, len(seeds))
	return &course{
		t: t, stage: stage, bracket: b, seeds: seeds, sides: make([][2]tournament.PlayerID, len(b)),
		won: make([]tournament.PlayerID, len(b)), lost: make([]tournament.PlayerID, len(b)), skipped: make([]bool, len(b)),
	}
}

// elimination returns the matches of round n of a knockout or double
// elimination.
func elimination(t *tournament.Tournament, stage tournament.Stage, n int, seeds []tournament.PlayerID) (plan, error) {
	c := newCourse(t, stage, seeds)
	b := c.bracket
	for level := 1; level <= n-stage.From; level++ {
		if err := c.play(level); err != nil {
			return plan{}, err
		}
	}
	level := n - stage.From + 1
	c.meet(level)
	p := plan{open: true}
	for m := range b {
		a, z := c.sides[m][0], c.sides[m][1]
		switch {
		case b[m].level != level || c.skipped[m]:
		case a != nobody && z != nobody:
			p.pairs = append(p.pairs, [2]tournament.PlayerID{a, z})
		case a != z:
			p.byes = append(p.byes, max(a, z))
		}
	}
	if len(p.pairs)+len(p.byes) == 0 {
		return p, c.finished()
	}
	return p, nil
}

// finished tells who has won.
func (c *course) finished() error {
	if winner := c.t.Player(c.won[c.final()]); winner != nil {
		return fault.New(fault.Conflict, "system.finished", c.stage.System, winner.Name())
	}
	return fault.New(fault.Conflict, "system.nobody", c.stage.System)
}

// final returns the match that decides who wins, as far as is known.
func (c *course) final() int {
	last := len(c.bracket) - 1
	for c.skipped[last] || c.bracket[last].from[0].loser { // the game for third place
		last--
	}
	return last
}

// meet says who comes to the matches of a level.
func (c *course) meet(level int) {
	for m := range c.bracket {
		at := &c.bracket[m]
		if at.level != level {
			continue
		}
		for k, s := range at.from {
			switch {
			case s.seed > len(c.seeds):
				c.sides[m][k] = nobody
			case s.seed > 0:
				c.sides[m][k] = c.seeds[s.seed-1]
			case s.loser:
				c.sides[m][k] = c.lost[s.match]
			default:
				c.sides[m][k] = c.won[s.match]
			}
		}
		if at.again {
			first := at.from[0].match
			c.skipped[m] = c.won[first] != later && c.won[first] == c.sides[first][0]
		}
	}
}

// play decides the matches of a level by what its round has brought.
func (c *course) play(level int) error {
	c.meet(level)
	r := c.t.Round(c.stage.From + level - 1)
	if r == nil {
		return fault.New(fault.Conflict, "round.order", c.stage.From+level, c.stage.From+level-1)
	}
	here := c.at(level)
	c.follow(r, here)
	for _, m := range here {
		a, b := c.sides[m][0], c.sides[m][1]
		if a == nobody || b == nobody {
			c.won[m] = max(a, b)
			continue
		}
		won, lost, err := c.decided(r, a, b)
		if err != nil {
			return err
		}
		c.won[m], c.lost[m] = won, lost
	}
	return nil
}

// at returns the matches of a level that are played.
func (c *course) at(level int) []int {
	var here []int
	for m := range c.bracket {
		if c.bracket[m].level == level && !c.skipped[m] {
			here = append(here, m)
		}
	}
	return here
}

// follow lets players change places in the bracket who have been paired
// otherwise by hand.
func (c *course) follow(r *tournament.Round, here []int) {
	for _, m := range here {
		for k := range 2 {
			g := r.Game(c.sides[m][k])
			if g == nil {
				continue
			}
			real := g.Opponent(c.sides[m][k])
			other := &c.sides[m][1-k]
			for _, o := range here {
				for l := range 2 {
					if side := &c.sides[o][l]; o != m && *side == real && *other != real {
						*side, *other = *other, *side
					}
				}
			}
		}
	}
}

// decided returns who won and who lost a match. Who did not come loses.
func (c *course) decided(r *tournament.Round, a, b tournament.PlayerID) (won, lost tournament.PlayerID, err error) {
	g := r.Game(a)
	if g == nil || !g.Has(b) {
		gone := func(id tournament.PlayerID) bool {
			p := c.t.Player(id)
			return !r.HasBye(id) && (r.HasBye(a) || r.HasBye(b) || p == nil || p.Status == tournament.Withdrawn)
		}
		switch goneA, goneB := gone(a), gone(b); {
		case goneA && goneB:
			return nobody, nobody, nil
		case goneA:
			return b, a, nil
		case goneB:
			return a, b, nil
		}
		return nobody, nobody, fault.New(fault.Conflict, "system.unpaired", c.t.Player(a).Name(), c.t.Player(b).Name(), r.Number)
	}
	switch g.Result.Outcome {
	case tournament.BlackWins:
		return g.Black, g.White, nil
	case tournament.WhiteWins:
		return g.White, g.Black, nil
	case tournament.BothLose:
		return nobody, nobody, nil
	}
	return nobody, nobody, fault.New(fault.Conflict, "system.undecided", g.Table, r.Number)
}
