package results

import (
	"slices"

	"tourney/internal/pairing/bracket"
	"tourney/internal/tournament"
)

// settleWithdrawals applies the setting for withdrawals to the rounds with players who withdrew from a round robin.
func (h *history) settleWithdrawals() {
	for _, from := range h.stages() {
		stage := h.t.Settings.Stage(from)
		gone := h.t.Withdrawn(stage)
		if len(gone) == 0 {
			continue
		}
		follows := h.follows(stage)
		for n := from; n <= h.lastRound(from); n++ {
			h.annul(gone, n-1)
			if !follows {
				continue
			}
			for _, pair := range h.prescribed(stage, n) {
				h.forgo(gone, pair[0], pair[1], n-1)
				h.forgo(gone, pair[1], pair[0], n-1)
			}
		}
	}
}

// prescribed returns the pairs of a round by the Berger tables of its pools, even of unplayed games.
func (h *history) prescribed(stage tournament.Stage, n int) (pairs [][2]tournament.PlayerID) {
	for _, pool := range h.t.PoolsOf(stage) {
		if round := n - stage.From; len(pool) > 1 && round < bracket.PoolRounds(stage, len(pool)) {
			games, _ := bracket.RoundRobin(bracket.OrderOf(h.t, stage, pool).Of(round), pool)
			pairs = append(pairs, games...)
		}
	}
	return pairs
}

// follows reports whether a stage has stored seeds, or all its games are pairs of its tables.
func (h *history) follows(stage tournament.Stage) bool {
	if len(stage.Format.Seeds) > 0 {
		return true
	}
	for n := stage.From; n <= h.lastRound(stage.From); n++ {
		pairs := h.prescribed(stage, n)
		for _, g := range h.t.Round(n).Games {
			if !slices.ContainsFunc(pairs, func(p [2]tournament.PlayerID) bool { return g.Has(p[0]) && g.Has(p[1]) }) {
				return false
			}
		}
	}
	return true
}

// annul removes the games of annulled players in a round from the records of both players.
func (h *history) annul(gone map[tournament.PlayerID]bool, q int) {
	for i := range h.records {
		d := &h.records[i][q]
		switch id := h.t.Players[i].ID; {
		case d.game != nil && (gone[id] || gone[d.game.Opponent(id)]):
			*d = roundRecord{kind: Annulled, annulled: d.game, black: d.black}
		case gone[id]:
			*d = roundRecord{kind: Annulled}
		}
	}
}

// forgo replaces a player's bye against a withdrawn opponent: the round does not count if the opponent's games are
// annulled, else the player wins by default.
func (h *history) forgo(gone map[tournament.PlayerID]bool, id, opponent tournament.PlayerID, q int) {
	annulled, withdrew := gone[opponent]
	i, known := h.index[id]
	if !withdrew || !known {
		return
	}
	switch d := &h.records[i][q]; {
	case d.kind != Bye || d.standIn != nil:
	case annulled:
		*d = roundRecord{kind: Annulled}
	default:
		*d = roundRecord{kind: Walkover, points: 2}
	}
}
