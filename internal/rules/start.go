package rules

import "tourney/internal/rules/sgf"

// setUp executes the set-up of a node, and reports chains without liberties. Before the first
// move it is the start of the game.
func (c *checker) setUp(n sgf.Node) {
	if n.HasSetup() {
		c.game.SetUp(n)
		if !c.noLiberties(n.Points("AB")) {
			c.noLiberties(n.Points("AW"))
		}
		c.next, c.moved = Empty, Empty
		if c.started {
			c.findAt(RuleSetup, Warning, Pass)
		}
	}
	if p := n.ToPlay(); p != sgf.Empty {
		c.toPlay, c.next = Color(p), Color(p)
	}
}

// noLiberties reports the first point of a set at or beside which a chain has no liberty.
func (c *checker) noLiberties(set sgf.PointSet) bool {
	for at := range set.All() {
		p := PointOf(at)
		beside := neighbours(p)
		for _, q := range append([]Point{p}, beside[:]...) {
			if c.Board.Stone(q) != Empty && c.Board.cells[c.Board.cells[q].head].libs == 0 {
				c.findAt(RuleNoLiberties, Warning, q)
				return true
			}
		}
	}
	return false
}

// start finds out before the first move which stones are a handicap, and who begins.
func (c *checker) start() {
	if c.started {
		return
	}
	c.started = true
	stones := [2][]Point{}
	c.Board.Points(func(p Point) {
		if color := c.Board.Stone(p); color != Empty {
			stones[color-1] = append(stones[color-1], p)
		}
	})
	black, white := len(stones[0]), len(stones[1])
	stated, named := c.record.Handicap()
	fixed := onFixedPoints(c.Cols, c.Rows, stones[0])
	isHandicap := black >= 2 && white == 0 && (stated >= 2 || fixed)
	switch {
	case isHandicap:
		c.Handicap, c.next = black, White
	case black+white == 0:
		c.Handicap, c.next = stated, Black
	case white > 0: // a position of the game, not its start
		c.Handicap = stated
	}
	switch {
	case stated >= 2 && black == 0:
		c.next, c.placed = Empty, stated
	case stated >= 2 && stated != black && white == 0, named && stated == 0 && black >= 2 && white == 0:
		c.find(RuleHandicap, Warning, stated, black)
	}
	if isHandicap && c.System.Placement == FixedPlacement && black <= maxFixed(c.Cols, c.Rows) && !fixed {
		c.find(RulePlacement, Note)
	}
	if c.options.Handicap != nil {
		c.Handicap = *c.options.Handicap
	}
	if c.toPlay != Empty {
		c.next = c.toPlay
	}
}

// place takes a move of Black as one of the handicap stones that the record names and did not
// set up, and reports whether it is one.
func (c *checker) place(color Color, p Point) bool {
	if c.placed == 0 {
		return false
	}
	if color != Black || p == Pass {
		c.endPlacing()
		return false
	}
	if c.placed--; c.placed == 0 {
		c.findAt(RuleMoved, Note, p, c.Moves)
		c.next = Empty
	}
	c.moved = Empty
	return true
}

// endPlacing reports handicap stones that the record names and Black did not place. A single
// stone is Black's first move.
func (c *checker) endPlacing() {
	if c.placed == 0 {
		return
	}
	stated, _ := c.record.Handicap()
	placed := stated - c.placed
	if placed < 2 {
		placed = 0
	}
	c.placed = 0
	c.find(RuleHandicap, Warning, stated, placed)
}
