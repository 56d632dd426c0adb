package federation

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"tourney/internal/rank"
	"tourney/internal/results"
	"tourney/internal/tournament"
)

// mostColumns limits the columns of scores that are read.
const mostColumns = 30

// A wallColumn is one column of scores: the printed numbers, and their meaning.
type wallColumn struct {
	title     string // or its number
	untitled  bool
	meanings  []tournament.Criterion // by the title
	criterion tournament.Criterion   // by the numbers, "" without one
	numbers   []results.Value        // by lines
	stated    []bool
}

// point is a point in quarters, in which scores are counted.
const point = results.Value(4)

// numberOf reads a printed score: 30, 28.5, 28,5, 28½ and 28=, which is 28.5.
func numberOf(text string) (results.Value, bool) {
	if !wallFigure.MatchString(text) {
		return 0, false
	}
	whole, half := strings.CutSuffix(strings.ReplaceAll(strings.ReplaceAll(text, "½", "="), ",", "."), "=")
	x, err := strconv.ParseFloat(cmp.Or(whole, "0"), 64)
	if half {
		x += math.Copysign(0.5, x)
	}
	quarters := x * float64(point)
	return results.Value(quarters), err == nil && quarters == math.Trunc(quarters)
}

// readColumns makes columns of the scores before and behind the rounds, and finds the main one.
func (w *wallReader) readColumns() {
	before, behind, _ := w.titles.scores()
	count := func(cells func(*wallText) []string) (most int) {
		for i := range w.lines {
			most = max(most, len(cells(&w.lines[i])))
		}
		return most
	}
	for _, part := range []struct {
		titles []string
		cells  func(*wallText) []string
	}{
		{before, func(l *wallText) []string { return l.before }},
		{behind, func(l *wallText) []string { return l.behind }},
	} {
		for c := range min(count(part.cells), mostColumns) {
			w.addColumn(part.titles, part.cells, c)
		}
	}
	w.findMain()
}

func (w *wallReader) addColumn(titles []string, cells func(*wallText) []string, c int) {
	column := wallColumn{title: strconv.Itoa(len(w.columns) + 1), untitled: c >= len(titles)}
	if !column.untitled {
		column.title, column.meanings = titles[c], meaningsOf(titles[c])
	}
	some := false
	for i := range w.lines {
		number, stated := results.Value(0), false
		if list := cells(&w.lines[i]); c < len(list) {
			number, stated = numberOf(list[c])
		}
		column.numbers, column.stated = append(column.numbers, number), append(column.stated, stated)
		some = some || stated
	}
	if some {
		w.columns = append(w.columns, column)
	}
}

// findMain finds the column of the main score: one titled as the McMahon score, or the first that holds the points or,
// less these, starting scores.
func (w *wallReader) findMain() {
	w.main = -1
	for c := range w.columns {
		if m := w.columns[c].meanings; len(m) > 0 && m[0] == tournament.MMS {
			w.setMain(c, tournament.MMS)
			return
		}
	}
	for c := range w.columns {
		column := &w.columns[c]
		switch meanings := column.meanings; {
		case w.rounds() == 0, slices.Contains(column.stated, false):
		case !column.untitled && !slices.Contains(meanings, tournament.NBW), column.untitled && c > 1:
		case w.holdsPoints(column):
			w.setMain(c, tournament.NBW)
			return
		case !slices.Contains(meanings, tournament.MMS) && !column.untitled:
		case w.holdsStarts(column):
			w.setMain(c, tournament.MMS)
			return
		}
	}
	for c := range w.columns {
		if slices.Contains(w.columns[c].meanings, tournament.NBW) {
			w.setMain(c, tournament.NBW)
			return
		}
	}
}

func (w *wallReader) setMain(c int, criterion tournament.Criterion) {
	w.main, w.columns[c].criterion = c, criterion
}

// pointsOf returns the points of a player's games and byes, and the points of rounds agreed off, in quarters.
func (l *wallText) pointsOf() (won, off results.Value) {
	for _, r := range l.rounds {
		switch {
		case r.sign == '+':
			won += point
		case r.sign == '=' && r.opponent > 0:
			won += point / 2
		case r.sign == '=':
			off += point / 2
		}
	}
	return won, off
}

// holdsPoints reports whether a column holds the points of all players, with or without rounds agreed off.
func (w *wallReader) holdsPoints(column *wallColumn) bool {
	for i := range w.lines {
		won, off := w.lines[i].pointsOf()
		if n := column.numbers[i]; n != won && n != won+off && n != won+off/point*point {
			return false
		}
	}
	return true
}

// starts returns the starting scores by a column of McMahon scores, noStart for a line without one: the score less the
// points. A half of rounds agreed off is rounded up. ok is false for other numbers.
func (w *wallReader) starts(column *wallColumn) (starts []int, ok bool) {
	stated := 0
	for i := range w.lines {
		if !column.stated[i] {
			starts = append(starts, noStart)
			continue
		}
		won, off := w.lines[i].pointsOf()
		start := int(math.Ceil(float64(column.numbers[i]-won-off) / float64(point)))
		if start < -100 || start > 100 {
			return nil, false
		}
		starts = append(starts, start)
		stated++
	}
	return starts, 2*stated > len(starts)
}

const noStart = math.MinInt

// holdsStarts reports whether a column that need not hold McMahon scores does: they fall from line to line, few
// players start at 0, and either another column has the points, or ranks explain most starting scores.
func (w *wallReader) holdsStarts(column *wallColumn) bool {
	starts, ok := w.starts(column)
	if !ok || !slices.IsSortedFunc(column.numbers, func(a, b results.Value) int { return cmp.Compare(b, a) }) {
		return false
	}
	none := 0
	for _, start := range starts {
		if start == 0 {
			none++
		}
	}
	explained := 0
	for _, less := range []int{0, 10} { // programs count from 30k or from 20k
		if fit, ok := w.fitStarts(starts, less); ok {
			explained = max(explained, fit.explained)
		}
	}
	pointed := slices.ContainsFunc(w.columns, func(c wallColumn) bool { return !slices.Contains(c.stated, false) && w.holdsPoints(&c) })
	_, ok = w.fitStarts(starts, 0)
	return ok && 2*none < len(starts) && (pointed || 4*explained >= 3*len(starts) && len(starts) > 3)
}

// halves reports whether the main scores show the halves of rounds agreed off.
func (w *wallReader) halves() bool {
	if w.main < 0 {
		return false
	}
	column := &w.columns[w.main]
	for i := range w.lines {
		if won, off := w.lines[i].pointsOf(); column.stated[i] && off%point != 0 && (column.numbers[i]-won)%point != 0 {
			return true
		}
	}
	return false
}

// A wallFit is a floor and a bar, counted from 30 kyu, and how many starting scores follow from them and the ranks.
type wallFit struct{ floor, bar, explained, corrected int }

// fitStarts finds the floor and the bar that explain most starting scores by the ranks, all less some points. The others
// get corrections; ok is false where one would be too large.
func (w *wallReader) fitStarts(starts []int, less int) (best wallFit, ok bool) {
	const most = 30 // points of correction
	type pair struct{ natural, start int }
	pairs := map[pair]int{}
	var levels []int
	top := rank.Dan9.Index() - rank.Kyu30.Index()
	for i, start := range starts {
		if start == noStart {
			continue
		}
		pairs[pair{w.lines[i].player.Rank.Index() - rank.Kyu30.Index(), start + less}]++
		if start+less >= 0 && start+less <= top {
			levels = append(levels, start+less)
		}
	}
	slices.Sort(levels)
	levels = slices.Compact(levels)
	for _, low := range levels {
		for _, high := range slices.Backward(levels) {
			fit, fits := wallFit{floor: low, bar: high}, low <= high
			for p, n := range pairs {
				correction := p.start - min(max(p.natural, low), high)
				if correction == 0 {
					fit.explained += n
				}
				fit.corrected += n * min(max(correction, -correction), most)
				fits = fits && correction >= -most && correction <= most
			}
			if fits && (!ok || fit.explained > best.explained || fit.explained == best.explained && fit.corrected < best.corrected) {
				best, ok = fit, true
			}
		}
	}
	return best, ok
}

// bars sets floor, bar and the players' corrections from the McMahon scores, so that all players
// start as in the file. If these scores do not fit the ranks at all, the starting scores are unknown.
func (w *wallReader) bars(s *tournament.Settings) {
	starts, ok := w.starts(&w.columns[w.main])
	if !ok {
		return
	}
	fit, ok := w.fitStarts(starts, 0)
	if !ok {
		return
	}
	for i := range w.lines {
		if starts[i] == noStart {
			continue
		}
		natural := w.lines[i].player.Rank.Index() - rank.Kyu30.Index()
		p := &w.lines[i].player
		if p.StartCorrection = starts[i] - min(max(natural, fit.floor), fit.bar); p.StartCorrection != 0 {
			w.elsewhere = append(w.elsewhere, p.Name())
		}
	}
	s.Floor, s.Bar = rank.FromIndex(fit.floor+rank.Kyu30.Index()), rank.FromIndex(fit.bar+rank.Kyu30.Index())
}
