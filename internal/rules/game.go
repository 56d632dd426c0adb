package rules

import (
	"tourney/internal/rules/sgf"
)

// An Offence is the set of rules that a move breaks under any system.
// System.Forbids selects the rules of one system.
type Offence uint8

// The bits of an Offence, in the order in which one is named when a move
// breaks several.
const (
	OffBoard          Offence = 1 << iota
	Occupied                  // there is a stone already
	SuicideOfOne              // the stone has no liberty and captures nothing
	SuicideOfMany             // its whole chain of two or more has none
	KoRetaken                 // takes the stone that just took in a ko
	PositionRepeated          // the position stood on the board before
	SituationRepeated         // and the same player was to move
)

// Forbids returns the offences that the system does not allow; 0 means that the move is legal.
func (s *System) Forbids(o Offence) Offence {
	forbidden := OffBoard | Occupied | SuicideOfOne
	if s.Suicide == SuicideForbidden {
		forbidden |= SuicideOfMany
	}
	switch s.Repetition {
	case PositionalSuperko:
		forbidden |= PositionRepeated
	case SituationalSuperko:
		forbidden |= SituationRepeated
	default:
		forbidden |= KoRetaken
	}
	return o & forbidden
}

// suicideOf returns the offence of a move that takes off so many stones of its
// own.
func suicideOf(stones int) Offence {
	switch stones {
	case 0:
		return 0
	case 1:
		return SuicideOfOne
	}
	return SuicideOfMany
}

// First returns the one offence of a set that is reported, or 0.
func (o Offence) First() Offence { return o & -o }

// A Game is a position with the part of its past that the rules need. Make one
// with NewGame, set up stones and then play.
type Game struct {
	*Board
	history   history
	ko        Point // where koFor may not play next, or Pass
	koFor     Color
	moves     int
	captured  [2]int // stones of White, of Black taken off the board
	passes    [2]int // by Black, by White
	disputed  [2]int // of these, after the game was resumed
	since     [2]int // turns of Black and White since it was resumed last
	inARow    int    // passes since the last stone
	resumedAt int    // of these, before the game was resumed
	repeats   int    // moves after which the repeated position first stood on the board
	began     bool   // the history holds the starting position
	resumed   bool   // play went on after the passes that stopped it
	last      Color  // player who moved last
}

// NewGame returns a game on an empty board of 1 to MaxSize columns and rows.
func NewGame(cols, rows int) (*Game, error) {
	b, err := NewBoard(cols, rows)
	if err != nil {
		return nil, err
	}
	g := &Game{Board: b}
	g.history.reset()
	return g, nil
}

// SetUp executes the set-up of a node as Board.SetUp does. A new history of positions begins with the next move.
func (g *Game) SetUp(n sgf.Node) {
	g.Board.SetUp(n)
	if g.began {
		g.began = false
		g.history.reset()
	}
	g.ko = Pass
	g.inARow, g.resumedAt = 0, 0
}

// Play makes a move of Black or White: it puts the stone as Board.Play does or
// passes, whatever the rules, and returns every rule that the move breaks under
// any system. A move off the board changes nothing. Play does not check whose
// turn it is.
func (g *Game) Play(c Color, p Point) Offence {
	next := c.Opponent()
	g.begin(c)
	if p == Pass {
		g.pass(c)
		g.history.add(g.hash, next, int32(g.moves)+1)
		return 0
	}
	if !g.Has(p) {
		return OffBoard
	}
	var o Offence
	if p == g.ko && c == g.koFor {
		o = KoRetaken
	}
	ch := g.Board.Play(p, c)
	g.moves++
	g.inARow, g.resumedAt = 0, 0
	g.last = c
	g.since[(c-1)&1]++
	g.ko, g.koFor = ch.ko, next
	g.captured[c-1] += ch.Captured
	if ch.Overwrote {
		o |= Occupied
	}
	g.captured[next-1] += ch.Suicide
	return o | suicideOf(ch.Suicide) | g.repeated(g.history.add(g.hash, next, int32(g.moves)+1))
}

// begin adds the starting position, in which c makes the first move, to the
// history.
func (g *Game) begin(c Color) {
	if !g.began {
		g.began = true
		g.history.add(g.hash, c, int32(g.moves)+1)
	}
}

// repeated converts the results of history.add to an offence, and keeps after
// how many moves the position first stood on the board.
func (g *Game) repeated(position, situation int32) (o Offence) {
	if position > 0 {
		g.repeats = int(position) - 1
		o |= PositionRepeated
	}
	if situation > 0 {
		o |= SituationRepeated
	}
	return o
}

func (g *Game) pass(c Color) {
	g.moves++
	g.inARow++
	g.last = c
	g.passes[(c-1)&1]++
	g.since[(c-1)&1]++
	if g.resumed {
		g.disputed[(c-1)&1]++
	}
	g.ko = Pass
}
