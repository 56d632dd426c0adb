package results

import (
	"tourney/internal/tournament"
)

// Teams returns the standings of the teams after round n, like After for players. A row's Player is the ID of the team.
// A match counts as a game: the team with more boards wins it, equal boards are a jigo.
func Teams(t *tournament.Tournament, n int) *Standings {
	v := t.OfTeams()
	h := newHistory(v, n)
	h.boards = make([][][]tournament.Score, len(v.Players))
	for i := range h.boards {
		h.boards[i] = make([][]tournament.Score, h.rounds)
	}
	for q := range h.rounds {
		matches, _ := t.Matches(q + 1)
		for k := range matches {
			m := &matches[k]
			if a, b := h.index[m.A], h.index[m.B]; h.records[a][q].kind != Annulled {
				h.boards[a][q], h.boards[b][q] = m.Boards(t)
			}
		}
		h.freeBoards(t, q)
	}
	return h.standings(t.Settings.Criteria)
}

func (h *history) freeBoards(t *tournament.Tournament, q int) {
	for _, id := range t.Rounds[q].Byes {
		team := t.TeamOf(id)
		if team == nil {
			continue
		}
		i := h.index[team.ID]
		switch h.records[i][q].kind {
		case Bye:
			h.boards[i][q] = append(h.boards[i][q], t.Settings.Scoring.WinsBye)
		case Walkover:
			h.boards[i][q] = append(h.boards[i][q], 2)
		}
	}
}

// boardsWon sums the points of a team on its n upper boards.
func (h *history) boardsWon(i, n int) Value {
	if h.boards == nil {
		return 0
	}
	var sum Value
	for _, boards := range h.boards[i] {
		for _, s := range boards[:min(n, len(boards))] {
			sum += quarters(s)
		}
	}
	return sum
}
