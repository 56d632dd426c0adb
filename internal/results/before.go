package results

import "tourney/internal/tournament"

// A Record is what the rounds so far say about a player to whoever makes the
// next draw.
type Record struct {
	Player tournament.PlayerID
	// Start is the starting McMahon score, Main the score that pairing goes by.
	Start, NBW, MMS, Main tournament.Score
	// Scores are the values of the tournament's criteria. Direct confrontation
	// says nothing about pairing and counts 0.
	Scores []Value
	// DrawUps and DrawDowns count the games against a player of a higher and
	// of a lower score group.
	DrawUps, DrawDowns int
	// Colours is how many more even games were played as White than as Black.
	Colours int
	// Byes counts the byes given.
	Byes int
	// Games are the player's games, in the order of the rounds.
	Games []*tournament.Game
}

// Before returns the records of all players before round n, in the order of
// the tournament's list. Only rounds before n count.
func Before(t *tournament.Tournament, n int) []Record {
	h := read(t, n-1)
	columns := h.columns(t.Settings.Criteria, false)
	main := h.wins
	if MainScore(t.Settings) == tournament.MMS {
		main = h.mms
	}
	records := make([]Record, len(t.Players))
	for i := range records {
		r := &records[i]
		*r = Record{
			Player: t.Players[i].ID, Start: h.start[i], NBW: h.wins[i][h.rounds], MMS: h.mms[i][h.rounds],
			Main: main[i][h.rounds], Scores: columns[i],
		}
		for q := range h.did[i] {
			r.add(&h.did[i][q], main, i, q)
		}
	}
	return records
}

// add counts what player i did in round q.
func (r *Record) add(d *deed, main [][]tournament.Score, i, q int) {
	if d.kind == Bye {
		r.Byes++
	}
	if d.game == nil {
		return
	}
	r.Games = append(r.Games, d.game)
	switch mine, theirs := main[i][q].Floor(), main[d.opponent][q].Floor(); {
	case mine < theirs:
		r.DrawUps++
	case mine > theirs:
		r.DrawDowns++
	}
	switch {
	case d.game.Handicap > 0:
	case d.black:
		r.Colours--
	default:
		r.Colours++
	}
}
