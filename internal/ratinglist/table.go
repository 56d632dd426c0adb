package ratinglist

import (
	"strings"

	"tourney/internal/tournament"
)

// Bounds on a table.
const (
	mostColumns = 100
	mostCells   = 20 * MostEntries
	// mostQuoted is the number of lines a quoted cell may span; a quotation mark
	// that opens a longer one counts as a letter.
	mostQuoted = 20
)

// Rows returns the cells of a table in text form, line n of the file at n-1. The
// separator is the tab, semicolon, comma or bar that fits the lines best; cells
// may be quoted.
func Rows(data []byte) ([][]string, []Finding, error) {
	findings := &findingList{}
	text, err := decode(data, findings)
	if err != nil {
		return nil, nil, err
	}
	lines, err := linesOf(text, findings)
	if err != nil {
		return nil, nil, err
	}
	rows, err := split(lines, findings)
	return rows, findings.sorted(), err
}

// FromRows reads the players of a table, such as a sheet of a workbook or the
// result of Rows, by a mapping that a person has confirmed. A wrong cell loses
// its value, a row without a name is left out. Beside the faults of Read it has
// those of Mapping.Check.
func FromRows(rows [][]string, m Mapping) (*List, []Finding, error) {
	if err := m.Check(); err != nil {
		return nil, nil, err
	}
	c := collect(&List{Format: CSV}, &findingList{})
	for i := max(m.Skip, 0); i < len(rows); i++ {
		if strings.Join(rows[i], "") == "" {
			continue
		}
		if err := c.add(c.parseRow(i+1, rows[i], m)); err != nil {
			return nil, c.findings.sorted(), err
		}
	}
	return c.finish()
}

func (c *collector) parseRow(line int, cells []string, m Mapping) Entry {
	e := Entry{Line: line}
	grade := ""
	for i, cell := range cells[:min(len(cells), len(m.Columns))] {
		cell = tidy(cell)
		switch m.Columns[i] {
		case Family:
			e.Family = tidyName(cell)
		case Given:
			e.Given = tidyName(cell)
		case FamilyGiven, GivenFamily:
			e.setName(cell, m.Columns[i])
		case Rank:
			grade = cell
		case Rating:
			e.Figure = cell
		case Country:
			e.Country = country(cell)
		case Club:
			e.Club = club(cell)
		case EGDNumber:
			e.EGD = number(cell)
		case FFGNumber:
			e.FFG = number(cell)
		case AGANumber:
			e.AGA = number(cell)
		}
	}
	c.setRating(&e, grade)
	return e
}

// setName sets both names from one cell; "_" keeps words together.
func (e *Entry) setName(cell string, order tournament.Field) {
	family, given, _ := SplitName(cell, order == GivenFamily)
	e.Family, e.Given = tidyName(family), tidyName(given)
}

// split splits lines into cells. A quoted cell may continue over several lines;
// the rows of those lines stay empty, so that row numbers are line numbers.
func split(lines []string, findings *findingList) ([][]string, error) {
	separator := separatorOf(lines)
	rows := make([][]string, len(lines))
	total := 0
	for i := 0; i < len(lines); i++ {
		row := i
		text := lines[i]
		for endsInQuotes(text, separator) && i+1 < len(lines) && i-row < mostQuoted {
			i++
			text += "\n" + lines[i]
		}
		if endsInQuotes(text, separator) {
			findings.add(row+1, "ratinglist.quote")
			i, text = row, strings.ReplaceAll(lines[row], `"`, "")
		}
		rows[row] = cells(text, separator)
		if total += len(rows[row]); total > mostCells {
			return nil, tooMany()
		}
	}
	return rows, nil
}

// separators in the order of preference.
const separators = "\t;,|"

// separatorOf returns the separator that most of the first lines have, and
// equally often.
func separatorOf(lines []string) byte {
	best, bestScore := byte(','), 0
	for i := range len(separators) {
		counts := map[int]int{}
		seen := 0
		for _, line := range lines {
			if strings.TrimSpace(line) == "" {
				continue
			}
			if n := strings.Count(line, separators[i:i+1]); n > 0 {
				counts[n]++
			}
			if seen++; seen == 50 {
				break
			}
		}
		score := 0
		for _, n := range counts {
			score = max(score, n)
		}
		if score > bestScore {
			best, bestScore = separators[i], score
		}
	}
	return best
}

// endsInQuotes reports whether the text ends inside a quoted cell.
func endsInQuotes(text string, separator byte) bool {
	if !strings.Contains(text, `"`) {
		return false
	}
	quoted := false
	start := true // of a cell
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quoted && c == '"':
			if i+1 < len(text) && text[i+1] == '"' {
				i++
			} else {
				quoted = false
			}
		case quoted:
		case c == separator:
			start = true
			continue
		case c == '"' && start:
			quoted = true
		}
		start = start && text[i] == ' '
	}
	return quoted
}

func cells(text string, separator byte) []string {
	if !strings.Contains(text, `"`) {
		return bounded(strings.SplitN(text, string(separator), mostColumns+1))
	}
	var row []string
	for len(row) < mostColumns {
		trimmed := strings.TrimLeft(text, " ")
		if !strings.HasPrefix(trimmed, `"`) {
			cell, rest, more := strings.Cut(text, string(separator))
			row = append(row, cell)
			if !more {
				break
			}
			text = rest
			continue
		}
		cell, rest := unquote(trimmed[1:])
		tail, rest, more := strings.Cut(rest, string(separator))
		row = append(row, cell+tail)
		if !more {
			break
		}
		text = rest
	}
	return bounded(row)
}

// unquote returns the text up to the closing quotation mark, and the rest.
func unquote(s string) (cell, rest string) {
	var b strings.Builder
	for {
		before, after, closed := strings.Cut(s, `"`)
		b.WriteString(before)
		if !closed || !strings.HasPrefix(after, `"`) {
			return b.String(), after
		}
		b.WriteByte('"')
		s = after[1:]
	}
}

func bounded(row []string) []string {
	row = row[:min(len(row), mostColumns)]
	for i, cell := range row {
		row[i] = strings.TrimSpace(cell)
	}
	return row
}

// The fields of a table's columns.
const (
	Ignored     tournament.Field = ""
	Family      tournament.Field = "family"
	Given       tournament.Field = "given"
	FamilyGiven tournament.Field = "family-given" // both in one cell
	GivenFamily tournament.Field = "given-family"
	Rank        tournament.Field = "rank"
	Rating      tournament.Field = "rating"
	Country     tournament.Field = "country"
	Club        tournament.Field = "club"
	EGDNumber   tournament.Field = "egd"
	FFGNumber   tournament.Field = "ffg"
	AGANumber   tournament.Field = "aga"
)

// Fields lists the possible fields of a column, in the order of the form.
func Fields() []tournament.Field {
	return []tournament.Field{FamilyGiven, GivenFamily, Family, Given, Rank, Rating, Country, Club, EGDNumber, FFGNumber, AGANumber}
}
