package results

import (
	"strconv"
	"strings"

	"tourney/internal/tournament"
)

// A CellKind is the kind of a player's round.
type CellKind int8

// The kinds. NotAssigned players were present without a game; NotEntered players had not checked in.
const (
	Game CellKind = iota
	Bye
	HalfBye
	Absent
	NotAssigned
	NotEntered
	// Annulled games, and their rounds without a game, do not count: a player has withdrawn from a round robin, see
	// tournament.Withdrawals.
	Annulled
	// Walkover is a win without a game: the opponent has withdrawn from a round
	// robin.
	Walkover
)

// A Cell is one round of one player in the wall list.
type Cell struct {
	Kind CellKind
	// StandIn marks a bye filled by a game against a stand-in; Sign is its outcome.
	StandIn bool
	// Sign is + for a full point, = for a half, - for nothing and ? for a game without a known winner.
	Sign byte
	// The other fields describe a game, even an annulled one: its number, the opponent and their line in the standings,
	// the player's colour, and whether it was decided by default. The colours of an Open game are unknown.
	GameID   int
	Opponent tournament.PlayerID
	Line     int
	Black    bool
	Open     bool
	Handicap int
	Default  bool
}

// SatDown reports whether the player sat down at a board, even against a stand-in. In a no-show's game only the
// opponent did.
func (c Cell) SatDown() bool {
	return (c.Kind == Game || c.Kind == Annulled && c.GameID > 0 || c.StandIn) && (!c.Default || c.Sign == '+')
}

// String formats the cell as in wall lists (EGD results file): 12+/b2 beat the player of line 12 as Black with two
// stones, 7-/w lost an even game as White, 5+!w won by default, 5+ won with an unknown colour, 0+ a bye, 0= half a
// point without a game.
func (c Cell) String() string {
	switch c.Kind {
	case Game:
	case Annulled:
		return "0-"
	default:
		return "0" + string(c.Sign)
	}
	var b strings.Builder
	b.WriteString(strconv.Itoa(c.Line))
	b.WriteByte(c.Sign)
	switch {
	case c.Default:
		b.WriteByte('!')
	case !c.Open:
		b.WriteByte('/')
	}
	switch {
	case c.Open:
	case c.Black:
		b.WriteByte('b')
	default:
		b.WriteByte('w')
	}
	if c.Handicap > 0 {
		b.WriteString(strconv.Itoa(c.Handicap))
	}
	return b.String()
}

func (h *history) cells(s *Standings, id tournament.PlayerID) []Cell {
	rounds := h.records[h.index[id]]
	cells := make([]Cell, len(rounds))
	for q, d := range rounds {
		c := Cell{Kind: d.kind, Sign: signs[d.mainPoints(h.t.Settings)]}
		if d.game != nil {
			c.fill(d.game, id)
			c.Line = s.Row(c.Opponent).Line
		}
		if d.annulled != nil {
			black, white := d.annulled.Decided().Points()
			c.Sign = signs[white]
			if d.black {
				c.Sign = signs[black]
			}
			c.fill(d.annulled, id)
		}
		if g := d.standIn; g != nil {
			c.StandIn, c.Default = true, g.Decided().ByDefault()
			if !g.Decided().Known() || g.Decided().Outcome == tournament.NoResult {
				c.Sign = '?'
			}
		}
		cells[q] = c
	}
	return cells
}

// fill sets the facts of the player's game, except the line and the outcome.
func (c *Cell) fill(g *tournament.Game, id tournament.PlayerID) {
	c.GameID, c.Handicap = g.ID, g.Handicap
	c.Opponent = g.Opponent(id)
	c.Black = g.Black == id
	c.Open = g.ColoursOpen && g.Handicap == 0 // otherwise the weaker player is Black
	c.Default = g.Decided().ByDefault()
	if o := g.Decided().Outcome; o == tournament.Unknown || o == tournament.NoResult {
		c.Sign = '?'
	}
}

// signs are the signs of 0, 1 and 2 half points.
const signs = "-=+"
