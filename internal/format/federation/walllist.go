package federation

import (
	"slices"

	"tourney/internal/rank"
	"tourney/internal/results"
	"tourney/internal/results/rating"
	"tourney/internal/tournament"
)

// A wallLine is one player of a wall list for rating bodies.
type wallLine struct {
	player *tournament.Player
	row    *results.Row
	cells  []wallCell
}

// A wallCell is one round. A round without a rated game has no opponent, line 0, and its points: so a default win is
// not mistaken for a game.
type wallCell struct {
	line     int // of the opponent
	sign     byte
	colour   byte // b or w
	handicap int
	// open is a game with unknown colours, implied a game whose handicap the database assumes if none is stated.
	open, implied bool
}

// wallList lists the players with a game, a bye or an agreed half point, or before the first round all who take part, in
// the order of the standings: line n at n-1. Players equal in everything follow each other by name, so that every place
// is given once. Players whose games are annulled follow last, since these games are rated.
func wallList(t *tournament.Tournament) []wallLine {
	standings := results.After(t, t.Current())
	who := t.Participation()
	line := map[tournament.PlayerID]int{}
	var list []wallLine
	for i := range standings.Rows {
		row := &standings.Rows[i]
		if who.Part(row.Player) == tournament.PartPlayer || t.Current() == 0 {
			list = append(list, wallLine{player: t.Player(row.Player), row: row})
			line[row.Player] = len(list)
		}
	}
	for i := range t.Players { // annulled games are rated, without a place
		p := &t.Players[i]
		if who.Part(p.ID) == tournament.PartAnnulled && hasRated(t, p.ID) {
			list = append(list, wallLine{player: p, row: standings.Row(p.ID)})
			line[p.ID] = len(list)
		}
	}
	for i := range list {
		l := &list[i]
		for n, c := range l.row.Cells {
			cell := wallCell{sign: c.Sign}
			if g := t.Rounds[n].Game(l.player.ID); g != nil && g.Decided().Rated() && !c.StandIn {
				cell.line, cell.handicap, cell.colour = line[g.Opponent(l.player.ID)], g.Handicap, 'w'
				if c.Black {
					cell.colour = 'b'
				}
				cell.open, cell.implied = g.ColoursOpen, implied(t, g)
			}
			if cell.sign == '?' { // the lists have no such sign
				cell.sign = '-'
			}
			l.cells = append(l.cells, cell)
		}
	}
	return list
}

// hasRated reports whether a player has a rated game in a published round.
func hasRated(t *tournament.Tournament, id tournament.PlayerID) bool {
	return slices.ContainsFunc(t.Rounds[:t.Current()], func(r tournament.Round) bool {
		g := r.Game(id)
		return g != nil && g.Decided().Rated()
	})
}

// implied reports whether the database assumes the same handicap for a game if none is stated: by the ranks, with the
// weaker player as Black.
func implied(t *tournament.Tournament, g *tournament.Game) bool {
	steps := rank.Steps(rating.Declared(t.Player(g.Black)), rating.Declared(t.Player(g.White)))
	return g.Handicap == impliedHandicap(t, steps) && (g.Handicap == 0 || steps < 0)
}

// invented counts the rated even games whose colours are unknown, but which must be written for the handicap.
func invented(t *tournament.Tournament) (n int) {
	for i := range t.Current() {
		for _, g := range t.Rounds[i].Games {
			if g.ColoursOpen && g.Handicap == 0 && g.Decided().Rated() && !implied(t, &g) {
				n++
			}
		}
	}
	return n
}
