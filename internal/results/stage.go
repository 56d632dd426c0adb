package results

import "tourney/internal/tournament"

// reached returns how far a player came: the round in which a knockout sent
// him home, one more than the last for who is still in it, and the round in
// which his last stage began for all others. A win after that, which is the
// game for the third place, is worth half a round.
func (h *history) reached(i int) Value {
	var value Value
	for _, from := range h.stages() {
		stage := h.t.Settings.Stage(from)
		last := from
		for last < h.rounds && h.t.Settings.Stage(last+1).From == from {
			last++
		}
		if v := h.reachedIn(stage, i, last); v > 0 {
			value = v
		}
	}
	return value
}

// stages returns the first rounds of the stages that have begun.
func (h *history) stages() []int {
	var list []int
	for n := 1; n <= h.rounds; n++ {
		if h.t.Settings.Stage(n).From == n {
			list = append(list, n)
		}
	}
	return list
}

// reachedIn is reached for one stage that has been drawn up to round last; 0
// for who does not play it.
func (h *history) reachedIn(stage tournament.Stage, i, last int) Value {
	lives := 1
	if stage.System == tournament.DoubleElimination {
		lives = 2
	}
	seen, out := 0, 0
	var extra Value
	for n := stage.From; n <= last; n++ {
		d := &h.did[i][n-1]
		if d.game == nil && d.kind != Bye {
			continue
		}
		seen = n
		switch {
		case out > 0 && d.won():
			extra = points / 2
		case out == 0 && d.lost():
			if lives--; lives == 0 {
				out = n
			}
		}
	}
	switch {
	case seen == 0:
		return 0
	case !stage.System.Eliminates():
		return points * Value(stage.From)
	case out > 0:
		return points*Value(out) + extra
	case h.t.Players[i].Status == tournament.Withdrawn:
		return points * Value(seen+1) // he did not come to the next game
	}
	return points * Value(last+1)
}

// lost reports whether the game went to the other player, or to neither.
func (d *deed) lost() bool {
	if d.game == nil || d.points > 0 {
		return false
	}
	switch d.game.Result.Outcome {
	case tournament.BlackWins, tournament.WhiteWins, tournament.BothLose:
		return true
	}
	return false
}
