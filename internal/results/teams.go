package results

import (
	"tourney/internal/tournament"
)

// Teams returns the standings of the teams after round n, as After does for
// players. A row's Player is the ID of the team. A match counts as a game: the
// team with more boards wins it, as many boards each is a jigo.
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
			h.boards[h.index[m.A]][q], h.boards[h.index[m.B]][q] = m.Boards(t)
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
		if i := h.index[team.ID]; h.records[i][q].kind == Bye {
			h.boards[i][q] = append(h.boards[i][q], t.Settings.Scoring.WinsBye)
		}
	}
}

// boardsWon adds up the points of a team on its n upper boards.
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
