package federation

import (
	"cmp"
	"slices"
	"strings"

	"tourney/internal/fault"
	"tourney/internal/format/assemble"
	"tourney/internal/format/file"
	"tourney/internal/results"
	"tourney/internal/tournament"
)

// mostNamed limits the players that a comparison names.
const mostNamed = 3

// compare determines the contents of the columns, sets the criteria by them, and compares printed places and scores
// with the computed ones. If the order differs, the order of the file becomes the final standings.
func (w *wallReader) compare() {
	if w.rounds() == 0 {
		return
	}
	chosen := w.meanings()
	order := w.printedOrder()
	if order == nil {
		order = w.byLines()
	}
	w.T.Settings.Criteria = w.criteria(w.bestOrder(chosen, order))
	standings := results.After(w.T, w.rounds())
	w.compareScores(standings)
	if order != nil {
		w.comparePlaces(standings, order)
	}
}

// untitledMeanings are the possible meanings of a column of numbers without a title.
var untitledMeanings = []tournament.Criterion{
	tournament.NBW, tournament.MMS, tournament.SOSM, tournament.SOSW, tournament.SOSOSM, tournament.SOSOSW, tournament.SODOSM, tournament.SODOSW,
	tournament.CUSSM, tournament.CUSSW, tournament.SOSM1, tournament.SOSW1, tournament.SOSM2, tournament.SOSW2, tournament.EXT, tournament.EXR,
}

// ofMMS reports whether a criterion counts McMahon scores.
func ofMMS(c tournament.Criterion) bool {
	return c == tournament.MMS || c.Sums() == tournament.SumOfMMS || c == tournament.CUSSM
}

// meanings finds the criteria of all columns. Sums of McMahon scores count handicaps or do not, whichever fits the
// numbers better. It returns the columns whose criterion no column before them has.
func (w *wallReader) meanings() []int {
	best, most := []tournament.Criterion(nil), -1
	plain := true
	for _, without := range []bool{true, false} {
		w.T.Settings.Scoring.PlainSOS = without
		found, same := w.found()
		if same > most {
			best, most, plain = found, same, without
		}
	}
	w.T.Settings.Scoring.PlainSOS = plain
	var chosen []int
	for c := range w.columns {
		if w.columns[c].criterion = best[c]; best[c] == "" {
			w.Findings.Add(file.Finding{Severity: file.Info, Key: "resultsheet.column", Args: []any{w.columns[c].title}})
		} else {
			chosen = append(chosen, c)
		}
	}
	return chosen
}

// found returns the criterion of each column, and how many of the numbers are those computed by it.
func (w *wallReader) found() (found []tournament.Criterion, same int) {
	all := tournament.CriteriaWhere(func(f tournament.CriterionFacts) bool { return !f.Team && !f.AmongEquals })
	standings := results.By(w.T, w.rounds(), all)
	for c := range w.columns {
		before := slices.DeleteFunc(slices.Clone(found), func(c tournament.Criterion) bool { return c == "" })
		best, most := tournament.Criterion(""), -1
		for _, candidate := range w.columns[c].candidates(w.T.Settings.System) {
			if slices.Contains(before, candidate) {
				continue
			}
			table, at := standings, slices.Index(all, candidate)
			if at < 0 { // it compares players equal before it
				table, at = results.By(w.T, w.rounds(), append(slices.Clone(before), candidate)), len(before)
			}
			if n := w.matches(&w.columns[c], table, at); n > most {
				best, most = candidate, n
			}
		}
		if w.columns[c].isUnknown(most) {
			best, most = "", 0
		}
		found, same = append(found, best), same+max(most, 0)
	}
	return found, same
}

// candidates returns the possible criteria of a column in a tournament of a system.
func (c *wallColumn) candidates(system tournament.System) []tournament.Criterion {
	list := c.meanings
	switch {
	case c.criterion != "":
		return []tournament.Criterion{c.criterion}
	case c.untitled:
		list = untitledMeanings
	}
	if system != tournament.McMahon && len(list) > 1 {
		return slices.DeleteFunc(slices.Clone(list), ofMMS)
	}
	return list
}

// matches counts the numbers of a column that are the computed ones.
func (w *wallReader) matches(column *wallColumn, standings *results.Standings, at int) (n int) {
	for i, number := range column.numbers {
		if column.stated[i] && standings.Row(w.ids[i]).Scores[at] == number {
			n++
		}
	}
	return n
}

// isUnknown reports whether the computed numbers are too few for the meaning of a column without a title.
func (c *wallColumn) isUnknown(computed int) bool {
	stated, blank := 0, true
	for i, number := range c.numbers {
		if c.stated[i] {
			stated++
			blank = blank && number == 0
		}
	}
	return c.untitled && c.criterion == "" && (blank || 4*computed < 3*stated)
}

// printedOrder returns the lines in the order of the printed places, nil without places. Numbers before the names are not
// places if the main scores do not fall with them.
func (w *wallReader) printedOrder() []int {
	last := 0
	var order []int
	for i := range w.lines {
		l := &w.lines[i]
		if l.printed == 0 { // continue with the line before, which may share its place
			l.printed, l.counted = last, true
		}
		if last = l.printed; last == 0 {
			return nil
		}
		order = append(order, i)
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(w.lines[a].printed, w.lines[b].printed) })
	if titleIsNumber := len(w.titles.words) > 0 && slices.Contains(startNumbers, titleWord(w.titles.words[0])); w.main >= 0 && titleIsNumber &&
		w.inversions([]int{w.main}, order) > 0 {
		w.Findings.Add(file.Finding{Severity: file.Info, Key: "resultsheet.numbers"})
		return nil
	}
	return order
}

// startNumbers are titles of numbers that need not be places.
var startNumbers = []string{"#", "no", "nr", "num", "number", "lp"}

// byLines returns the lines in their order if the main scores fall in it, else nil.
func (w *wallReader) byLines() []int {
	order := make([]int, len(w.lines))
	for i := range order {
		order[i] = i
		w.lines[i].printed = i + 1
	}
	if w.main < 0 || w.inversions([]int{w.main}, order) > 0 {
		return nil
	}
	return order
}

// inversions counts the neighbours in an order of which the second has the better numbers.
func (w *wallReader) inversions(columns, order []int) (n int) {
	for i := 1; i < len(order); i++ {
		for _, c := range columns {
			a, b := w.columns[c].numbers[order[i-1]], w.columns[c].numbers[order[i]]
			if a == b {
				continue
			}
			if (b > a) != (w.columns[c].criterion == tournament.Category) {
				n++
			}
			break
		}
	}
	return n
}

// bestOrder returns the columns in the order by which the list is sorted best. Of equally good orders the first in
// the order of the columns wins.
func (w *wallReader) bestOrder(columns, order []int) []int {
	const most = 4 // columns for which every order is tested
	if len(columns) > most || order == nil {
		return columns
	}
	best, least := columns, w.inversions(columns, order)
	for _, tried := range permutations(columns) {
		if n := w.inversions(tried, order); n < least {
			best, least = tried, n
		}
	}
	return best
}

// permutations lists all orders of a list, its own first.
func permutations(list []int) [][]int {
	if len(list) < 2 {
		return [][]int{slices.Clone(list)}
	}
	var all [][]int
	for i := range list {
		rest := slices.Delete(slices.Clone(list), i, i+1)
		for _, p := range permutations(rest) {
			all = append(all, append([]int{list[i]}, p...))
		}
	}
	return all
}

// criteria returns the criteria of the columns, with a main score among them.
func (w *wallReader) criteria(columns []int) []tournament.Criterion {
	var criteria []tournament.Criterion
	for _, c := range columns {
		criteria = append(criteria, w.columns[c].criterion)
	}
	system := w.T.Settings.System
	mains := []tournament.Criterion{tournament.NBW, tournament.MMS, tournament.STS, tournament.CPS}
	if !slices.ContainsFunc(criteria, func(c tournament.Criterion) bool { return slices.Contains(mains, c) }) {
		main := assemble.UsualCriteria(system)[0]
		if len(criteria) == 0 {
			return assemble.UsualCriteria(system)
		}
		criteria = append([]tournament.Criterion{main}, criteria...)
	}
	return criteria[:min(len(criteria), tournament.MostCriteria)]
}

// compareScores reports the printed scores that differ from the computed ones, by columns.
func (w *wallReader) compareScores(standings *results.Standings) {
	for c := range w.columns {
		column := &w.columns[c]
		at := slices.Index(standings.Criteria, column.criterion)
		if at < 0 {
			continue
		}
		var differ []int
		stated := 0
		for i, number := range column.numbers {
			if column.stated[i] {
				stated++
				if standings.Row(w.ids[i]).Scores[at] != number {
					differ = append(differ, i)
				}
			}
		}
		if len(differ) == 0 {
			continue
		}
		w.Warn(file.Position{}, "resultsheet.scores", column.title, len(differ), stated, column.criterion)
		for _, i := range differ[:min(len(differ), mostNamed)] {
			computed := standings.Row(w.ids[i]).Scores[at]
			w.Warn(w.lines[i].place, "resultsheet.score", w.lines[i].player.Name(), column.title, column.numbers[i].String(), computed.String())
		}
	}
}

// withPlaces returns an order without the players who never took part and thus get no place here, and reports them.
func (w *wallReader) withPlaces(standings *results.Standings, order []int) []int {
	var names []string
	left := slices.DeleteFunc(slices.Clone(order), func(i int) bool {
		idle := standings.Row(w.ids[i]).Line == 0
		if idle {
			names = append(names, w.lines[i].player.Name())
		}
		return idle
	})
	if len(names) > 0 {
		w.Findings.Add(file.Finding{Severity: file.Info, Key: "resultsheet.idle", Args: []any{fault.Clip(strings.Join(names, ", "))}})
	}
	return left
}

// comparePlaces reports the printed places that differ from the computed ones. Another order of the file becomes
// the final standings.
func (w *wallReader) comparePlaces(standings *results.Standings, order []int) {
	order = w.withPlaces(standings, order)
	shares := map[int]int{} // computed places
	for i := range standings.Rows {
		shares[standings.Rows[i].Place]++
	}
	tied := slices.ContainsFunc(w.lines, func(l wallText) bool { return l.shared })
	var differ []int
	same := len(standings.Rows) == len(order)
	places := make([]int, len(w.lines)) // among the lines that were read
	for k, i := range order {
		places[i] = k + 1
		if k > 0 && w.lines[i].printed == w.lines[order[k-1]].printed && !w.lines[i].counted {
			places[i], tied = places[order[k-1]], true
		}
	}
	for k, i := range order {
		row := standings.Row(w.ids[i])
		last := row.Place
		if !tied {
			last += shares[row.Place] - 1
		}
		if places[i] < row.Place || places[i] > last {
			differ = append(differ, i)
		}
		same = same && standings.Rows[k].Player == w.ids[i]
	}
	missing := 0
	for n := range w.T.Rounds {
		missing += w.T.Rounds[n].Missing()
	}
	switch {
	case len(differ) > 0 && missing > 0:
		w.Warn(file.Position{}, "resultsheet.places.open", len(differ), len(order))
	case len(differ) > 0:
		w.Warn(file.Position{}, "resultsheet.places", len(differ), len(order))
	case !same && missing == 0:
		w.Findings.Add(file.Finding{Severity: file.Info, Key: "resultsheet.order"})
	}
	for _, i := range differ[:min(len(differ), mostNamed)] {
		w.Warn(w.lines[i].place, "resultsheet.place", w.lines[i].player.Name(), places[i], standings.Row(w.ids[i]).Place)
	}
	if (len(differ) > 0 || !same) && missing == 0 {
		w.keep(standings, order, places)
	}
}

// keep stores the order of the file as the final standings, with its scores.
func (w *wallReader) keep(standings *results.Standings, order, places []int) {
	list := tournament.FinalList{ID: w.T.NewID(), Criteria: w.T.Settings.Criteria}
	for _, i := range order {
		row := standings.Row(w.ids[i])
		line := tournament.FinalLine{Place: places[i], Player: w.ids[i], Name: w.T.NameOf(w.ids[i])}
		for _, criterion := range list.Criteria {
			score := row.Text(slices.Index(standings.Criteria, criterion))
			if c := slices.IndexFunc(w.columns, func(c wallColumn) bool { return c.criterion == criterion }); c >= 0 && w.columns[c].stated[i] {
				score = w.columns[c].numbers[i].String()
			}
			line.Scores = append(line.Scores, score)
		}
		list.Lines = append(list.Lines, line)
	}
	w.T.Day.Finals = append(w.T.Day.Finals, list)
}
