package rules

import "slices"

// A Confirmation is hypothetical play after a game has stopped, to find out
// which stones are alive. It happens on a copy of the board. Threats elsewhere
// do not help in a ko: a player may retake it only after a pass for that very
// ko (Finnish rules; Japanese rules of 1989, article 7.2). That is why bent
// four in the corner is dead.
type Confirmation struct {
	*Board
	bans []Ban
}

// A Ban forbids a player to retake in a ko: to play where a stone was taken.
type Ban struct {
	Player Color
	Ko     Point
}

// Bans returns which player may not retake which ko without a pass for it, the
// oldest first. The slice is the caller's own.
func (c *Confirmation) Bans() []Ban { return slices.Clone(c.bans) }

// Confirm begins hypothetical play on a copy of the board.
func (b *Board) Confirm() *Confirmation {
	board := *b
	return &Confirmation{Board: &board}
}

// Play makes a move and returns 0, or returns the offence and changes nothing.
// Either player may move any number of times, to show what the other cannot
// prevent.
func (c *Confirmation) Play(player Color, p Point) Offence {
	if !c.Has(p) {
		return OffBoard
	}
	if c.Stone(p) != Empty {
		return Occupied
	}
	trial := *c.Board
	ch := trial.Play(p, player)
	switch {
	case ch.Suicide > 0:
		return suicideOf(ch.Suicide)
	case ch.ko != Pass && slices.Contains(c.bans, Ban{player, p}):
		return KoRetaken
	}
	*c.Board = trial
	if ch.ko != Pass {
		c.lift(player.Opponent(), ch.ko)
		c.bans = append(c.bans, Ban{player.Opponent(), ch.ko})
	}
	return 0
}

// PassFor passes for one ko, named by the point on which the player wants to
// retake. It reports whether there was such a ko.
func (c *Confirmation) PassFor(player Color, ko Point) bool { return c.lift(player, ko) }

// lift removes a ban and reports whether there was one.
func (c *Confirmation) lift(player Color, ko Point) bool {
	i := slices.Index(c.bans, Ban{player, ko})
	if i < 0 {
		return false
	}
	c.bans = slices.Delete(c.bans, i, i+1)
	return true
}

// Dead returns one stone of each chain of the stopped position that was taken
// off or replaced in the hypothetical play.
func (c *Confirmation) Dead(stopped *Board) []Point {
	var dead []Point
	stopped.Points(func(p Point) {
		color := stopped.Stone(p)
		if color != Empty && stopped.first(p) == p && c.Stone(p) != color {
			dead = append(dead, p)
		}
	})
	return dead
}
