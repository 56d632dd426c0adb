package roster

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	"tourney/internal/fault"
	"tourney/internal/format/file"
	"tourney/internal/format/ratinglist"
	"tourney/internal/i18n/charset"
	"tourney/internal/tournament"
)

// A RatingList is the content of a file read as a rating list.
type RatingList struct {
	// List is nil if a table has no column of names.
	List     *ratinglist.List
	Findings []ratinglist.Finding
	// Table is for a person to confirm, nil for a federation's list, which is recognised by its form.
	Table *ListTable
}

// A ListTable is a rating list with columns confirmed by a person: a worksheet, or text with a sign between the cells.
type ListTable struct {
	// Worksheet names the sheet of a workbook.
	Worksheet string
	// Reading is how the table was read: no field is open, and every column has a field.
	Reading
	// Rows are the first rows as in the file, row n at n-1.
	Rows [][]string
}

// A Reading defines how a table is read. Zero fields are detected.
type Reading struct {
	// Encoding is the encoding of a text, one of Encodings.
	Encoding string `json:"encoding,omitempty"`
	// From is the first row with a player, from 1.
	From int `json:"from,omitempty"`
	// Columns are the fields of the columns, as in ratinglist.Mapping.
	Columns []tournament.Field `json:"columns,omitempty"`
}

func (r Reading) mapping() ratinglist.Mapping {
	return ratinglist.Mapping{Skip: r.From - 1, Columns: r.Columns}
}

// rowsShown is the number of rows of a table to show.
const rowsShown = 12

// ReadList reads a rating list out of a workbook or delimited text as r describes it.
func ReadList(data []byte, r Reading) (*RatingList, error) {
	if file.IsZip(data) {
		return readListSheet(data, r)
	}
	return readListText(data, r)
}

func readListSheet(data []byte, r Reading) (*RatingList, error) {
	sheet, err := readWorkbook(data, ratinglist.MostEntries, "")
	if err != nil {
		return nil, err
	}
	r.Encoding = ""
	l := &RatingList{Table: &ListTable{Worksheet: sheet.worksheet, Reading: r}}
	if sheet.sheets > 1 {
		l.Findings = append(l.Findings, ratinglist.Finding{Key: "roster.worksheet", Args: []any{sheet.worksheet, sheet.sheets}})
	}
	var rows [][]string
	for _, row := range sheet.rows {
		rows = append(rows, make([][]string, row.number-1-len(rows))...)
		rows = append(rows, row.cells)
	}
	l, err = l.read(rows)
	if err == nil {
		l.List.Format = ratinglist.XLSX
	}
	return l, err
}

func readListText(data []byte, r Reading) (*RatingList, error) {
	text, encoding, err := listText(data, r.Encoding)
	if err != nil {
		return nil, err
	}
	rows, findings, err := ratinglist.Rows(text)
	if err != nil {
		return nil, err
	}
	r.Encoding = encoding
	l := &RatingList{Table: &ListTable{Reading: r}}
	if encoding != file.UTF8 {
		l.Findings = append(l.Findings, ratinglist.Finding{Key: "ratinglist.charset", Args: []any{encoding}})
	}
	l.Findings = append(l.Findings, findings...)
	return l.read(rows)
}

// listText returns a text and its encoding, which is detected when it is not stated. A text with UTF-8 in it is
// returned unchanged: ratinglist.Rows repairs single lines.
func listText(data []byte, encoding string) (text []byte, taken string, err error) {
	if encoding == "" {
		if _, encoding, _ = file.Decode(data); mixed(data) {
			encoding = file.UTF8
		}
	}
	if encoding == file.UTF8 {
		return data, encoding, nil
	}
	decoded, err := file.DecodeAs(data, encoding)
	return []byte(decoded), encoding, err
}

// mixed reports whether some lines of a text are UTF-8 beyond ASCII and others are invalid UTF-8, as in tables put
// together by hand.
func mixed(data []byte) bool {
	some := false
	for line := range bytes.Lines(data) {
		if utf8.Valid(line) && !charset.IsASCII(string(line)) {
			some = true
		}
	}
	return some && !utf8.Valid(data)
}

// read reads the players of the table and returns the list, beside a fault too unless the file is not a table.
func (l *RatingList) read(rows [][]string) (*RatingList, error) {
	t := l.Table
	for len(rows) > 0 && strings.Join(rows[len(rows)-1], "") == "" {
		rows = rows[:len(rows)-1]
	}
	guessed := guess(rows)
	if len(t.Columns) == 0 {
		t.Columns = guessed.Columns
	}
	if t.From == 0 {
		t.From = guessed.From
	}
	t.From = min(max(t.From, 1), len(rows)+1)
	columns := filled(rows)
	if columns < 2 && t.mapping().Check() != nil {
		return nil, fault.New(fault.Invalid, "ratinglist.unknown")
	}
	t.Columns = slices.Clone(t.Columns[:min(len(t.Columns), columns)])
	for len(t.Columns) < columns {
		t.Columns = append(t.Columns, ratinglist.Ignored)
	}
	for _, row := range rows[:min(len(rows), t.From-1+rowsShown)] {
		t.Rows = append(t.Rows, slices.Clone(row))
	}
	countryCodes(rows, slices.Index(t.Columns, ratinglist.Country))
	list, findings, err := ratinglist.FromRows(rows, t.mapping())
	l.List, l.Findings = list, append(l.Findings, findings...)
	return l, err
}

// filled returns the number of columns up to the last non-empty one.
func filled(rows [][]string) int {
	n := 0
	for _, row := range rows {
		for i := len(row); i > n; i-- {
			if row[i-1] != "" {
				n = i
			}
		}
	}
	return n
}

// guess determines the contents of the columns of a table and the first row of players, as for a list of players that
// is imported. Without headings, nothing is guessed unless there are ranks, ratings or federations' numbers.
func guess(rows [][]string) Reading {
	const looked = 1000
	var list []tableRow
	for i, cells := range rows[:min(len(rows), looked)] {
		if strings.Join(cells, "") != "" {
			list = append(list, tableRow{number: i + 1, cells: cells})
		}
	}
	columns, at := findHeadings(list)
	r, heading := Reading{From: 1}, tableRow{}
	if at >= 0 {
		heading = list[at]
		r.From, list = heading.number+1, list[at+1:]
	} else {
		tells := func(c Column) bool { return c == colRank || c == colRating || c == colEGD }
		if columns = guessColumns(list); !slices.ContainsFunc(columns, tells) && len(list) > 1 && slices.Contains(guessColumns(list[1:]), colRank) {
			heading, list = list[0], list[1:] // with unknown headings
			r.From, columns = heading.number+1, guessColumns(list)
		}
		if !slices.ContainsFunc(columns, tells) {
			return Reading{From: 1}
		}
	}
	for i, c := range columns {
		if c == colName {
			c, _ = nameOrder(heading.cell(i), column(list, i))
		}
		if field := tournament.Field(c); slices.Contains(ratinglist.Fields(), field) {
			r.Columns = append(r.Columns, field)
		} else {
			r.Columns = append(r.Columns, ratinglist.Ignored)
		}
	}
	return r
}

// countryCodes replaces the names of countries in a column by codes.
func countryCodes(rows [][]string, column int) {
	if column < 0 {
		return
	}
	for _, row := range rows {
		if column < len(row) {
			if code, ok := Country(row[column]); ok {
				row[column] = code
			}
		}
	}
}
