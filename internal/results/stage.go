package results

import (
	"slices"

	"tourney/internal/pairing/bracket"
	"tourney/internal/tournament"
)

// stageReached returns the progress of a player: the round in which a knockout eliminated them, or of their open match;
// one more than the last round for players still in it; the first round of their last stage for all others. Players
// beside a stage are still in the one before. A later win in the game for third place counts half a round.
func (h *history) stageReached(i int, progress map[int]map[tournament.PlayerID]bracket.Progress) Value {
	var value Value
	for _, from := range h.stages() {
		stage := h.t.Settings.Stage(from)
		last := h.lastRound(from)
		beside, goOn := h.t.Settings.SideStage(from)
		if v := h.reachedIn(stage, i, last, progress[from][h.t.Players[i].ID]); v > 0 {
			value = v
		} else if value == 0 && goOn && h.tookPart(i, from, last) {
			value = points * Value(beside.From) // they joined late
		}
	}
	return value
}

// lastRound returns the last drawn round of the stage that begins with a round.
func (h *history) lastRound(from int) int {
	last := from
	for last < h.rounds && h.t.Settings.Stage(last+1).From == from {
		last++
	}
	return last
}

// progress returns the players' progress in the knockout stages, by their first rounds, including no-shows and losers
// of a match without a result. Stages without seeds, as in files of other programs, have games only.
func (h *history) progress() map[int]map[tournament.PlayerID]bracket.Progress {
	all := map[int]map[tournament.PlayerID]bracket.Progress{}
	for _, from := range h.stages() {
		stage := h.t.Settings.Stage(from)
		if seeds := stage.Format.Seeds; stage.System.Eliminates() && len(seeds) > 1 {
			all[from] = bracket.New(h.t, stage, seeds).Progress(h.lastRound(from) - from + 1)
		}
	}
	return all
}

// tookPart reports whether a player has a game or a bye in one of some rounds.
func (h *history) tookPart(i, from, last int) bool {
	return slices.ContainsFunc(h.records[i][from-1:last], func(d roundRecord) bool { return d.game != nil || d.kind == Bye || d.kind == Walkover })
}

// stages returns the first rounds of the drawn stages.
func (h *history) stages() []int {
	var list []int
	for n := 1; n <= h.rounds; n++ {
		if h.t.Settings.Stage(n).From == n {
			list = append(list, n)
		}
	}
	return list
}

// reachedIn is stageReached for one stage up to round last; 0 for players outside the stage, even beside it.
func (h *history) reachedIn(stage tournament.Stage, i, last int, progress bracket.Progress) Value {
	lives := 1
	if stage.System == tournament.DoubleElimination {
		lives = 2
	}
	if seeds := stage.Format.Seeds; stage.Others != tournament.Rest && len(seeds) > 0 && !slices.Contains(seeds, h.t.Players[i].ID) {
		return 0
	}
	id := h.t.Players[i].ID
	seen, out := 0, 0
	var extra Value
	for n := stage.From; n <= last; n++ {
		d := &h.records[i][n-1]
		beaten := 0 // the number of lives lost in the round
		for _, round := range progress.Lost {
			if round == n {
				beaten++
			}
		}
		if beaten == 0 && d.lost() && d.game.Advancing != id {
			beaten = 1
		}
		if d.game == nil && d.kind != Bye && d.kind != Walkover && beaten == 0 {
			continue
		}
		seen = n
		switch {
		case out > 0 && d.won() && thirdPlace(stage, out, n):
			extra = points / 2
		case out == 0 && beaten > 0:
			if lives -= beaten; lives <= 0 {
				out = n
			}
		}
	}
	switch {
	case seen == 0:
		return 0
	case !stage.System.Eliminates():
		return points * Value(stage.From)
	case out > 0 && progress.Third:
		return points*Value(out) + points/2
	case out > 0:
		return points*Value(out) + extra
	case progress.Open > 0:
		return points * Value(max(progress.Open, seen))
	case h.t.Players[i].Status == tournament.Withdrawn:
		return points * Value(seen+1) // they did not come to the next game
	}
	return points * Value(last+1)
}

// thirdPlace reports whether a game in round n of a player eliminated in an earlier round can be the game for third
// place. If losers join the players beside the stage, that is possible only in the round of the final.
func thirdPlace(stage tournament.Stage, out, n int) bool {
	if stage.Others != tournament.PlayOnWithLosers {
		return true
	}
	rounds := 0
	for 1<<rounds < len(stage.Format.Seeds) {
		rounds++
	}
	return stage.Format.ThirdPlace && stage.System == tournament.Knockout && n == stage.From+rounds-1 && out == n-1
}

// lost reports whether the opponent won, or neither player.
func (d *roundRecord) lost() bool {
	if d.game == nil || d.points > 0 {
		return false
	}
	switch d.game.Decided().Outcome {
	case tournament.BlackWins, tournament.WhiteWins, tournament.BothLose:
		return true
	}
	return false
}
