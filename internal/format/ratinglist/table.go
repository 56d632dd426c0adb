package ratinglist

import (
	"slices"
	"strings"

	"tourney/internal/format/delimited"
	"tourney/internal/rank"
	"tourney/internal/spelling"
	"tourney/internal/tournament"
)

// Bounds on a table.
const (
	mostColumns = 100
	mostCells   = 20 * MostEntries
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

// FromRows reads the players of a table, such as a sheet of a workbook or the result of Rows, by a mapping that a
// person has confirmed. A wrong cell loses its value, a row without a name is left out. It has the faults of Read and
// of Mapping.Check.
func FromRows(rows [][]string, m Mapping) (*List, []Finding, error) {
	if err := m.Check(); err != nil {
		return nil, nil, err
	}
	c := collect(&List{Format: CSV}, &findingList{})
	scale := c.scaleOf(rows, m)
	for i := max(m.Skip, 0); i < len(rows); i++ {
		if strings.Join(rows[i], "") == "" {
			continue
		}
		if err := c.add(c.parseRow(i+1, rows[i], m, scale)); err != nil {
			return nil, c.findings.sorted(), err
		}
	}
	return c.finish()
}

// scaleOf finds out how a table writes ratings, and notes it with the first figure
// unless they are plain EGF points.
func (c *collector) scaleOf(rows [][]string, m Mapping) rank.Scale {
	at, figures := slices.Index(m.Columns, Rating), make([]string, len(rows))
	for i := max(m.Skip, 0); at >= 0 && i < len(rows); i++ {
		if at < len(rows[i]) {
			figures[i] = tidy(rows[i][at])
		}
	}
	scale := rank.ScaleOf(figures, slices.Contains(m.Columns, AGANumber))
	if scale == (rank.Scale{}) {
		return scale
	}
	key := "ratinglist.rating.aga"
	if scale.Thousands {
		key = "ratinglist.rating.thousands"
	}
	for i, figure := range figures {
		if r, _ := scale.Rating(figure); r.Stated() {
			c.findings.add(i+1, key, clip(figure), r.Points())
			break
		}
	}
	return scale
}

func (c *collector) parseRow(line int, cells []string, m Mapping, scale rank.Scale) Entry {
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
	c.setRating(&e, grade, scale)
	return e
}

// setName sets both names from one cell; "_" keeps words together.
func (e *Entry) setName(cell string, order tournament.Field) {
	family, given, _ := spelling.SplitName(cell, order == GivenFamily)
	e.Family, e.Given = tidyName(family), tidyName(given)
}

// split splits lines into cells; the row of each record stands at its first line.
func split(lines []string, findings *findingList) ([][]string, error) {
	rows := make([][]string, len(lines))
	total := 0
	t := delimited.Split(strings.Join(lines, "\n"), separators)
	for _, r := range t.Records {
		switch {
		case r.Open > 0:
			findings.add(r.Line, "ratinglist.quote")
		case r.Inner > 1:
			findings.add(r.Line, "ratinglist.quoted", r.Last)
		}
		rows[r.Line-1] = bounded(r.Cells)
		if total += len(rows[r.Line-1]); total > mostCells {
			return nil, tooMany()
		}
	}
	return rows, nil
}

// separators in the order of preference.
const separators = "\t;,|"

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
