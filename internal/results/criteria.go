package results

import (
	"slices"

	"tourney/internal/rank"
	"tourney/internal/tournament"
)

// A column returns every player's value of one criterion.
type column func(h *history) []Value

// computed maps a criterion to its computation, except the criteria in amongEquals.
var computed = withUpperBoards(map[tournament.Criterion]column{
	tournament.Category: perPlayer(func(h *history, i int) Value {
		return points * Value(CategoryOf(h.t.Settings, &h.t.Players[i]))
	}),
	tournament.ByRank:   perPlayer(func(h *history, i int) Value { return points * Value(h.t.Players[i].Rank) }),
	tournament.ByRating: perPlayer((*history).rating),
	tournament.NBW:      perPlayer(func(h *history, i int) Value { return quarters(h.wins[i][h.rounds]) }),
	tournament.MMS:      perPlayer(func(h *history, i int) Value { return quarters(h.mms[i][h.rounds]) }),
	tournament.STS:      perPlayer(func(h *history, i int) Value { return quarters(h.mms[i][h.rounds]) + h.knockout(i) }),
	tournament.CPS: func(h *history) []Value {
		cups := h.cupScores()
		return h.each(func(i int) Value { return quarters(cups[i][h.rounds]) })
	},
	tournament.SOSW:   func(h *history) []Value { return h.byWins().sums(0) },
	tournament.SOSM:   func(h *history) []Value { return h.byMMS().sums(0) },
	tournament.SOSTS:  func(h *history) []Value { return h.bySTS().sums(0) },
	tournament.SOSW1:  func(h *history) []Value { return h.byWins().sums(1) },
	tournament.SOSM1:  func(h *history) []Value { return h.byMMS().sums(1) },
	tournament.SOSW2:  func(h *history) []Value { return h.byWins().sums(2) },
	tournament.SOSM2:  func(h *history) []Value { return h.byMMS().sums(2) },
	tournament.SODOSW: func(h *history) []Value { return h.byWins().defeated() },
	tournament.SODOSM: func(h *history) []Value { return h.byMMS().defeated() },
	tournament.SOSOSW: func(h *history) []Value { return h.byWins().sumsOfSums() },
	tournament.SOSOSM: func(h *history) []Value { return h.byMMS().sumsOfSums() },
	tournament.CUSSW:  perPlayer(func(h *history, i int) Value { return cumulated(h.wins[i]) }),
	tournament.CUSSM:  perPlayer(func(h *history, i int) Value { return cumulated(h.mms[i]) }),
	tournament.EXT:    perPlayer(func(h *history, i int) Value { return h.exploits(i, func(*roundRecord) bool { return true }) }),
	tournament.EXR:    perPlayer(func(h *history, i int) Value { return h.exploits(i, (*roundRecord).won) }),
	tournament.StageReached: func(h *history) []Value {
		progress := h.progress()
		return h.each(func(i int) Value { return h.stageReached(i, progress) })
	},
	tournament.TeamPoints: perPlayer(func(h *history, i int) Value { return points * Value(h.wins[i][h.rounds]) }),
	tournament.SOST: func(h *history) []Value {
		sums := h.byWins().sums(0)
		return h.each(func(i int) Value { return 2 * sums[i] })
	},
	tournament.BoardWins:  perPlayer(func(h *history, i int) Value { return h.boardsWon(i, tournament.MostBoards) }),
	tournament.MeanRating: perPlayer((*history).rating),
})

func withUpperBoards(all map[tournament.Criterion]column) map[tournament.Criterion]column {
	for n := 1; n < tournament.MostBoards; n++ {
		all[tournament.UpperBoards(n)] = perPlayer(func(h *history, i int) Value { return h.boardsWon(i, n) })
	}
	return all
}

func perPlayer(value func(h *history, i int) Value) column {
	return func(h *history) []Value { return h.each(func(i int) Value { return value(h, i) }) }
}

func (h *history) rating(i int) Value { return points * Value(RatingOf(&h.t.Players[i])) }

// columns returns every player's value of every criterion; values of criteria among equals are 0.
func (h *history) columns(criteria []tournament.Criterion) [][]Value {
	out := table[Value](len(h.records), len(criteria))
	for c, criterion := range criteria {
		compute, ok := computed[criterion]
		if !ok {
			continue // among equals
		}
		for i, v := range compute(h) {
			out[i][c] = v
		}
	}
	return out
}

// fillAmongEquals fills the columns of the criteria among equals, which need all other columns.
func (h *history) fillAmongEquals(criteria []tournament.Criterion, columns [][]Value) {
	for c, criterion := range criteria {
		if amongEquals[criterion] != nil {
			h.compareEquals(criteria, c, columns)
		}
	}
}

func (h *history) each(f func(i int) Value) []Value {
	out := make([]Value, len(h.records))
	for i := range out {
		out[i] = f(i)
	}
	return out
}

// quarters converts half points to quarter points.
func quarters(s tournament.Score) Value { return 2 * Value(s) }

// An opposition holds the scores of opponents in sums.
type opposition struct {
	h *history
	// score is every player's score for opponents, idle the addition for a round without a game. stones adds the
	// handicap given to an opponent's score and subtracts the handicap received.
	score, idle []Value
	stones      bool
}

// byWins counts opponents by their wins; a round without a game adds nothing.
func (h *history) byWins() opposition {
	none := make([]tournament.Score, len(h.records))
	return opposition{h: h, score: h.opponentScores(h.wins, none), idle: h.each(func(int) Value { return 0 })}
}

// byMMS counts opponents by their McMahon score; a round without a game adds
// the player's own starting score (EGF Tournament System Rules).
func (h *history) byMMS() opposition {
	return opposition{
		h: h, score: h.opponentScores(h.mms, h.start), idle: h.each(func(i int) Value { return quarters(h.start[i]) }),
		stones: !h.t.Settings.Scoring.PlainSOS,
	}
}

// bySTS counts opponents by their Strasbourg score.
func (h *history) bySTS() opposition {
	o := h.byMMS()
	for i := range o.score {
		o.score[i] += h.knockout(i)
	}
	return o
}

// opponentScores returns the scores for the sums of opponents: the scores of the standings, or start plus the points of
// played games plus half a point for each other round.
func (h *history) opponentScores(scores [][]tournament.Score, start []tournament.Score) []Value {
	return h.each(func(i int) Value {
		if !h.t.Settings.Scoring.UnplayedHalf {
			return quarters(scores[i][h.rounds])
		}
		s := start[i]
		for q := range h.records[i] {
			if d := &h.records[i][q]; d.played() {
				s += d.points
			} else {
				s++
			}
		}
		return quarters(s)
	})
}

// entry returns the addition of round q to the sum of player i.
func (o opposition) entry(i, q int) Value {
	d := &o.h.records[i][q]
	switch {
	case d.game == nil:
		return o.idle[i]
	case !o.stones:
		return o.score[d.opponent]
	case d.black:
		return o.score[d.opponent] - points*Value(d.game.Handicap)
	default:
		return o.score[d.opponent] + points*Value(d.game.Handicap)
	}
}

// sums returns the sums of opponents' scores without the lowest entries, which include own starting scores. With no
// more rounds than that the sum is 0.
func (o opposition) sums(without int) []Value {
	entries := make([]Value, o.h.rounds)
	return o.h.each(func(i int) Value {
		for q := range entries {
			entries[q] = o.entry(i, q)
		}
		if without > 0 {
			slices.Sort(entries)
		}
		var sum Value
		for _, e := range entries[min(without, len(entries)):] {
			sum += e
		}
		return sum
	})
}

// defeated returns the sums of the scores of defeated opponents, half for a jigo. Rounds without an opponent add
// nothing, regardless of their points.
func (o opposition) defeated() []Value {
	return o.h.each(func(i int) Value {
		var sum Value
		for q := range o.h.records[i] {
			if d := &o.h.records[i][q]; d.game != nil {
				sum += o.entry(i, q) * Value(d.points) / 2
			}
		}
		return sum
	})
}

// sumsOfSums returns the sums of opponents' sums. A round without a game adds the sum of a player without any opponent.
func (o opposition) sumsOfSums() []Value {
	sums := o.sums(0)
	return o.h.each(func(i int) Value {
		var sum Value
		for q := range o.h.records[i] {
			if d := &o.h.records[i][q]; d.game != nil {
				sum += sums[d.opponent]
			} else {
				sum += o.idle[i] * Value(o.h.rounds)
			}
		}
		return sum
	})
}

// cumulated sums the scores after round 1, 2, …
func cumulated(scores []tournament.Score) Value {
	var sum Value
	for _, s := range scores[1:] {
		sum += quarters(s)
	}
	return sum
}

// exploits sums the wins of the opponents of some games, weighted by the difficulty of the handicap: one stone more
// than natural against the player counts twice, two or more three times, the natural handicap once, less not at all.
func (h *history) exploits(i int, counts func(*roundRecord) bool) Value {
	var sum Value
	for q := range h.records[i] {
		d := &h.records[i][q]
		if d.game == nil || !counts(d) {
			continue
		}
		against := d.game.Handicap
		if d.black {
			against = -against
		}
		harder := against - rank.Steps(h.t.Players[i].Rank, h.t.Players[d.opponent].Rank)
		sum += quarters(h.wins[d.opponent][h.rounds]) * Value(min(max(harder+1, 0), 3))
	}
	return sum
}

// knockout returns the Strasbourg bonus: two points for a player of the top group with wins in all rounds before the
// semi-final, and two more after a win in the semi-final. The knockout takes the tournament's last rounds; a round
// before the first has no effect.
func (h *history) knockout(i int) Value {
	var bonus Value
	for _, won := range []int{h.t.Settings.Rounds - 2, h.t.Settings.Rounds - 1} {
		perfect := tournament.Score(2 * (h.t.Settings.Bar.Index() - rank.Kyu30.Index() + won))
		if won > 0 && won <= h.rounds && h.mms[i][won] == perfect {
			bonus += 2 * points
		}
	}
	return bonus
}
