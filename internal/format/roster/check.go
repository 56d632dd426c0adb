package roster

import (
	"regexp"
	"slices"
	"strings"

	"tourney/internal/fault"
	"tourney/internal/format/file"
)

// checkColumns refuses a list without a name, or with two columns of one meaning, and reports the columns without a
// meaning.
func (s *Sheet) checkColumns(rows []tableRow) error {
	names := false
	for i, c := range s.Columns {
		names = names || c.whole() || c == colFamily
		if c != colIgnored && c.round() == 0 && !slices.Contains(Columns(), c) {
			return fault.New(fault.Invalid, "roster.column.what", fault.Clip(string(c)))
		}
		if !c.many() && slices.Contains(s.Columns[:i], c) || c.whole() && slices.ContainsFunc(s.Columns[:i], Column.whole) {
			return fault.New(fault.Invalid, "roster.column.twice", c, i+1)
		}
		if c == colIgnored {
			s.noteUnused(i, column(rows, i))
		}
	}
	if !names {
		return fault.New(fault.Invalid, "roster.nameless", fault.Clip(strings.Join(s.Headings, ", ")))
	}
	return nil
}

// noteUnused reports a column that is not used. A column of yes and no under a day may list the players present then;
// one without a heading is reported by a cell, unless it counts the rows.
func (s *Sheet) noteUnused(i int, cells []string) {
	heading := tableRow{cells: s.Headings}.cell(i)
	filled := slices.DeleteFunc(slices.Clone(cells), isNothing)
	f := file.Finding{Column: i + 1, Key: "roster.column.ignored", Args: []any{fault.Clip(heading)}}
	answered := func(cell string) bool { _, ok := readAnswer(cell); return ok }
	switch {
	case heading == "" && (len(filled) == 0 || countUp(filled)):
		return
	case heading == "":
		f.Key, f.Args = "roster.column.unnamed", []any{i + 1, fault.Clip(filled[0])}
	case namesDay(heading) && slices.ContainsFunc(cells, answered):
		f.Severity, f.Key = file.Warning, "roster.column.day"
	}
	s.Findings = append(s.Findings, f)
}

// pairNames finds the other part of names in the column without a heading beside a
// column of single words, as under a heading over both.
func (s *Sheet) pairNames(rows []tableRow) {
	i := slices.Index(s.Columns, colName)
	if i < 0 || i+1 >= len(s.Columns) || s.Columns[i+1] != colIgnored || (tableRow{cells: s.Headings}).cell(i+1) != "" || len(s.Headings) == 0 {
		return
	}
	first, second := column(rows, i), column(rows, i+1)
	filled := slices.DeleteFunc(slices.Clone(second), isNothing)
	long := 0
	for _, name := range first {
		if strings.ContainsAny(name, " ,") {
			long++
		}
	}
	if len(filled) == 0 || 2*long > len(rows) || guessColumn(filled) != colName {
		return
	}
	named, _ := columnOf(s.Headings[i])
	s.Columns[i], s.Columns[i+1] = colFamily, colGiven
	if named == colGiven || named == colName && givenFirst(first, second) {
		s.Columns[i], s.Columns[i+1] = colGiven, colFamily
		first, second = second, first
	}
	s.Findings = append(s.Findings, file.Finding{Severity: file.Warning, Column: i + 2, Key: "roster.order", Args: []any{fault.Clip(first[0]), fault.Clip(second[0])}})
}

// resultCell is a result of a wall list, such as 12+/w2.
var resultCell = regexp.MustCompile(`^\d{1,4}[+=?-](?:/?[bwBW]\d?)?$|^\d{1,4}[+=?-]/\d$`)

// dropResults ignores columns of rounds that hold results, as standings have, instead of the players' presence.
func (s *Sheet) dropResults(rows []tableRow) {
	results, cells := 0, 0
	for i, c := range s.Columns {
		for _, cell := range column(rows, i) {
			if c.round() > 0 && !isBlank(cell) {
				cells++
				if resultCell.MatchString(cell) {
					results++
				}
			}
		}
	}
	if results == 0 || 2*results < cells {
		return
	}
	first := 0
	for i, c := range s.Columns {
		if c.round() > 0 {
			s.Columns[i], first = colIgnored, max(first, i+1)
		}
	}
	s.Findings = append(s.Findings, file.Finding{Severity: file.Warning, Column: first, Key: "roster.rounds.results"})
}
