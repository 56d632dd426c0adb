package rules

import (
	"strconv"
	"sync"

	"tourney/internal/rules/sgf"
)

// A Final is a finished game to be counted, with its dead stones still on the
// board.
type Final struct {
	Board    *Board
	Dead     []Point    // dead stones; one stands for its whole chain
	Captured [2]int     // prisoners taken during play, by Black and by White
	Passes   [2]int     // passes by Black and by White, where they cost stones
	Handicap int        // handicap stones
	Komi     HalfPoints // points for White
	Reading  Reading
	Marks    []Mark // points decided by hand; they override the points that Score finds
}

// A Mark gives a point of territory or area to a color by hand, or with Empty to neither. It has no effect on live
// stones.
type Mark struct {
	Point Point
	Color Color
}

// A Reading is how points in seki are found where the rules give none for
// them. With all neutral points filled and no false eyes they agree.
type Reading uint8

// The readings of "a chain that has a neutral point among its liberties
// surrounds no territory".
const (
	Practical Reading = iota // seki is found although neutral points are unfilled
	Literal                  // word by word, chain by chain
	Group                    // the same for stones and eyes of one color that touch
)

// A Score is the count of a final position with all its parts.
type Score struct {
	Black, White Side
	Neutral      int       // points without a live stone that live stones of both colors reach
	Owner        [][]Color // owner of each point of territory or area, by row and column
	Margin       HalfPoints
	Winner       Color // Empty for a jigo
}

// A Side is the count of one player. Total is territory and stones by area,
// territory and prisoners by territory.
type Side struct {
	Territory    int        // surrounded points
	Stones       int        // live stones on the board
	Captured     int        // enemy stones taken during play
	Dead         int        // enemy stones dead on the board
	PassStones   int        // stones the opponent handed over for passes
	Compensation int        // for handicap stones that count as area
	Komi         HalfPoints // White's
	Total        HalfPoints
}

// Prisoners returns all stones held: captured, dead and handed over.
func (s Side) Prisoners() int { return s.Captured + s.Dead + s.PassStones }

// Score counts a final position under the system. It takes the dead stones as
// given: the players agree on them.
func (s *System) Score(f Final) Score {
	x := shapes.Get().(*shape)
	defer shapes.Put(x)
	x.begin(f.Board, f.Dead)
	v := &x.survey
	owner := make([]Color, len(v.stone))
	switch {
	case s.Scoring == Area || s.SekiEyes == SekiPoints:
		v.markArea(owner)
	case f.Reading == Literal:
		v.markLiteral(owner)
	case f.Reading == Group:
		v.markGroup(owner)
	default:
		x.markPractical(owner)
	}
	for _, m := range f.Marks {
		if f.Board.Has(m.Point) && v.alive[m.Point] == Empty {
			owner[m.Point] = m.Color
		}
	}
	var r Score
	sides := [2]*Side{&r.Black, &r.White}
	for _, p := range v.points {
		switch c := v.stone[p]; {
		case v.dead[p]:
			sides[c.Opponent()-1].Dead++
		case c != Empty:
			sides[c-1].Stones++
		}
		if v.alive[p] == Empty && v.neutral(p) {
			r.Neutral++
		}
		if c := owner[p]; c != Empty && v.alive[p] == Empty {
			sides[c-1].Territory++
		}
	}
	for i, side := range sides {
		side.Captured = f.Captured[i]
		if s.PassStone != PassFree {
			side.PassStones = f.Passes[1-i]
		}
	}
	if s.Scoring == Area {
		r.White.Compensation = s.Compensation.Points(f.Handicap)
	}
	r.White.Komi = f.Komi
	r.Black.Total, r.White.Total = s.total(r.Black), s.total(r.White)
	r.Owner = grouped(owner, f.Board)
	s.decide(&r)
	return r
}

// shapes keeps the working memory of one count for the next.
var shapes = sync.Pool{New: func() any { return new(shape) }}

// total adds the parts that the system counts. Only White has compensation and
// komi.
func (s *System) total(d Side) HalfPoints {
	points := d.Territory + d.Stones + d.Compensation
	if s.Scoring == Territory {
		points = d.Territory + d.Prisoners()
	}
	return HalfPoints(2*points) + d.Komi
}

// Points returns White's points for n handicap stones. One stone is not a handicap but Black's first move.
func (c Compensation) Points(n int) int {
	switch {
	case n < 2 || c == NoCompensation:
		return 0
	case c == CompensationNLess1:
		return n - 1
	}
	return n
}

func (s *System) decide(r *Score) {
	r.Margin = r.Black.Total - r.White.Total
	switch {
	case r.Margin > 0:
		r.Winner = Black
	case r.Margin < 0:
		r.Winner, r.Margin = White, -r.Margin
	case s.Tie == TieWhiteWins:
		r.Winner = White
	case s.Tie == TieBlackWins:
		r.Winner = Black
	}
}

// Outcome returns the result: a win by points, by none for a tie that the system
// gives to one player, or a jigo.
func (r *Score) Outcome() Outcome {
	if r.Winner == Empty {
		return Outcome{Ending: sgf.Jigo}
	}
	return Outcome{Winner: sgf.Color(r.Winner), Ending: sgf.ByPoints, Margin: int(r.Margin)}
}

func grouped(owner []Color, b *Board) [][]Color {
	rows := make([][]Color, b.rows)
	for row := range rows {
		rows[row] = owner[At(0, row):At(b.cols, row)]
	}
	return rows
}

// ByTerritory returns the count by territory of a game that is counted by area, where each pass
// costs a stone: these rules let players count either way. It is not ok under other rules, or
// where the margins differ.
func (v *Verdict) ByTerritory() (s Score, ok bool) {
	if v.System.Scoring != Area || v.System.PassStone != PassCostsStone || v.final.Board == nil {
		return s, false
	}
	system := v.System
	system.Scoring = Territory
	s = system.Score(v.final)
	return s, s.Winner == v.Score.Winner && s.Margin == v.Score.Margin
}

// A CountPart is one line of a count: its message key and both players'
// numbers, "" for none.
type CountPart struct{ Key, Black, White string }

// CountParts returns the lines of the count in the order in which players
// count, the total last.
func (v *Verdict) CountParts() (parts []CountPart) {
	b, w := v.Score.Black, v.Score.White
	add := func(key string, black, white int) {
		parts = append(parts, CountPart{key, strconv.Itoa(black), strconv.Itoa(white)})
	}
	add("record.count.territory", b.Territory, w.Territory)
	if v.System.Scoring == Territory {
		add("record.count.captured", b.Captured, w.Captured)
		add("record.count.dead", b.Dead, w.Dead)
		if b.PassStones+w.PassStones > 0 {
			add("record.count.passes", b.PassStones, w.PassStones)
		}
	} else {
		add("record.count.stones", b.Stones, w.Stones)
	}
	if b.Compensation+w.Compensation > 0 {
		add("record.count.compensation", b.Compensation, w.Compensation)
	}
	return append(parts,
		CountPart{Key: "record.count.komi", White: w.Komi.String()}, CountPart{"record.count.total", b.Total.String(), w.Total.String()})
}
