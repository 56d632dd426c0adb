package results

import "tourney/internal/tournament"

// columns returns every player's value of every criterion.
func (h *history) columns(criteria []tournament.Criterion) [][]Value {
	out := table[Value](len(h.did), len(criteria))
	for c, criterion := range criteria {
		for i, v := range h.column(criterion) {
			out[i][c] = v
		}
	}
	return out
}

// column returns every player's value of one criterion; of one it does not
// know, zeros.
func (h *history) column(c tournament.Criterion) []Value {
	switch c {
	case tournament.Category:
		return h.each(func(i int) Value { return points * Value(CategoryOf(h.t.Settings, &h.t.Players[i])) })
	case tournament.ByRank:
		return h.each(func(i int) Value { return points * Value(h.t.Players[i].Rank) })
	case tournament.ByRating:
		return h.each(func(i int) Value { return points * Value(RatingOf(&h.t.Players[i])) })
	case tournament.NBW:
		return h.each(func(i int) Value { return quarters(h.wins[i][h.rounds]) })
	case tournament.MMS:
		return h.each(func(i int) Value { return quarters(h.mms[i][h.rounds]) })
	case tournament.SOSW:
		return h.byWins().sums()
	case tournament.SOSM:
		return h.byMMS().sums()
	case tournament.SOSOSW:
		return h.byWins().sumsOfSums()
	case tournament.SOSOSM:
		return h.byMMS().sumsOfSums()
	}
	return h.each(func(int) Value { return 0 })
}

func (h *history) each(f func(i int) Value) []Value {
	out := make([]Value, len(h.did))
	for i := range out {
		out[i] = f(i)
	}
	return out
}

// quarters turns half points into quarter points.
func quarters(s tournament.Score) Value { return 2 * Value(s) }

// An opposition is what a player's opponents count for in the sums of their
// scores.
type opposition struct {
	h *history
	// score is every player's score as his opponents see it, idle what a round
	// without a game adds. stones adds the handicap given to an opponent's
	// score and takes the handicap received off it.
	score, idle []Value
	stones      bool
}

// byWins counts opponents by their wins; a round without a game adds nothing.
func (h *history) byWins() opposition {
	none := make([]tournament.Score, len(h.did))
	return opposition{h: h, score: h.seen(h.wins, none), idle: h.each(func(int) Value { return 0 })}
}

// byMMS counts opponents by their McMahon score; a round without a game adds
// one's own starting score (EGF Tournament System Rules).
func (h *history) byMMS() opposition {
	return opposition{
		h: h, score: h.seen(h.mms, h.start), idle: h.each(func(i int) Value { return quarters(h.start[i]) }),
		stones: !h.t.Settings.Scoring.PlainSOS,
	}
}

// seen returns the scores as they count for opponents: those of the standings,
// or start plus what was really played plus half a point for each other round.
func (h *history) seen(scores [][]tournament.Score, start []tournament.Score) []Value {
	return h.each(func(i int) Value {
		if !h.t.Settings.Scoring.UnplayedHalf {
			return quarters(scores[i][h.rounds])
		}
		s := start[i]
		for q := range h.did[i] {
			if d := &h.did[i][q]; d.played() {
				s += d.points
			} else {
				s++
			}
		}
		return quarters(s)
	})
}

// entry returns what round q adds to the sum of player i.
func (o opposition) entry(i, q int) Value {
	d := &o.h.did[i][q]
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

// sums returns the sums of opponents' scores.
func (o opposition) sums() []Value {
	return o.h.each(func(i int) Value {
		var sum Value
		for q := range o.h.did[i] {
			sum += o.entry(i, q)
		}
		return sum
	})
}

// sumsOfSums returns the sums of opponents' sums; a round without a game adds
// as much as a player without any opponent would have collected.
func (o opposition) sumsOfSums() []Value {
	sums := o.sums()
	return o.h.each(func(i int) Value {
		var sum Value
		for q := range o.h.did[i] {
			if d := &o.h.did[i][q]; d.game != nil {
				sum += sums[d.opponent]
			} else {
				sum += o.idle[i] * Value(o.h.rounds)
			}
		}
		return sum
	})
}
