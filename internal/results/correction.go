package results

import (
	"cmp"
	"slices"

	"tourney/internal/tournament"
)

// A Correction holds the consequences of a changed result of an earlier game.
type Correction struct {
	// Moves are the changes of place, the best new place first.
	Moves []Move
	// Later are the later games of the two players whose pairing used scores that the correction changes.
	Later []LaterGame
	// Draft is the number of a draft made before the correction, 0 for none.
	Draft int
}

// A Move is a player's change of place.
type Move struct {
	Player   tournament.PlayerID
	Was, Now int
}

// A LaterGame is a game whose pairing used another score of a player.
type LaterGame struct {
	Round, Table int
	Player       tournament.PlayerID
	Was, Now     tournament.Score
}

// Correct compares two states of a tournament that differ in the result of a
// game of round n: places after the last published round with a known result,
// and the games of later rounds.
func Correct(was, now *tournament.Tournament, n int, g *tournament.Game) Correction {
	var c Correction
	last := was.Current()
	for last > n && len(was.Round(last).Finished()) == 0 {
		last--
	}
	before, after := After(was, last), After(now, last)
	for _, row := range after.Rows {
		if old := before.Row(row.Player); old != nil && old.Place != row.Place {
			c.Moves = append(c.Moves, Move{row.Player, old.Place, row.Place})
		}
	}
	slices.SortStableFunc(c.Moves, func(a, b Move) int { return cmp.Compare(a.Now, b.Now) })
	for m := n + 1; m <= len(was.Rounds); m++ {
		r := was.Round(m)
		if !r.Published {
			c.Draft = m
			continue
		}
		old, corrected := Before(was, m), Before(now, m)
		for i := range old {
			id := old[i].Player
			if later := r.Game(id); g.Has(id) && later != nil && old[i].Main != corrected[i].Main {
				c.Later = append(c.Later, LaterGame{m, later.Table, id, old[i].Main, corrected[i].Main})
			}
		}
	}
	return c
}
