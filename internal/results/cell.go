package results

import (
	"strconv"
	"strings"

	"tourney/internal/tournament"
)

// A CellKind is what a player did in a round.
type CellKind int8

// The kinds. NotAssigned players were there and got no game; NotEntered ones
// had not checked in.
const (
	Game CellKind = iota
	Bye
	HalfBye
	Absent
	NotAssigned
	NotEntered
	// Annulled games, and rounds with no game in their place, do not count: a
	// player has withdrawn from a round robin, see tournament.Withdrawals.
	Annulled
	// Walkover is a win without a game: the opponent has withdrawn from a round
	// robin.
	Walkover
)

// A Cell is one round of one player in the wall list.
type Cell struct {
	Kind CellKind
	// StandIn marks a bye filled by a game against a stand-in; Sign is its
	// outcome.
	StandIn bool
	// Sign is + for a full point, = for a half, - for nothing and ? for a game
	// without a winner known.
	Sign byte
	// The rest describes a game, an annulled one too: its number, the opponent and their line in the
	// standings, the player's colour, and whether it was decided by default. The colours of an Open
	// game are not known.
	GameID   int
	Opponent tournament.PlayerID
	Line     int
	Black    bool
	Open     bool
	Handicap int
	Default  bool
}

// SatDown reports whether the player sat down at a board. A player who did not come to a game did not, the opponent did;
// a stand-in is an opponent too.
func (c Cell) SatDown() bool {
	return (c.Kind == Game || c.Kind == Annulled && c.GameID > 0 || c.StandIn) && (!c.Default || c.Sign == '+')
}

// String writes the cell as wall lists do (EGD results file): 12+/b2 beat the
// player of line 12 as Black with two stones, 7-/w lost an even game as White,
// 5+!w won by default, 5+ won with a colour that is not known, 0+ a bye, 0= half a point without a game.
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

// fill fills in the player's game, without the line and the outcome.
func (c *Cell) fill(g *tournament.Game, id tournament.PlayerID) {
	c.GameID, c.Handicap = g.ID, g.Handicap
	c.Opponent = g.Opponent(id)
	c.Black = g.Black == id
	c.Open = g.ColoursOpen && g.Handicap == 0 // else the weaker player is Black
	c.Default = g.Decided().ByDefault()
	if o := g.Decided().Outcome; o == tournament.Unknown || o == tournament.NoResult {
		c.Sign = '?'
	}
}

// signs are the signs of 0, 1 and 2 half points.
const signs = "-=+"
