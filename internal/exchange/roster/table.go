package roster

import (
	"encoding/csv"
	"io"
	"strings"
	"unicode"

	"tourney/internal/exchange/file"
	"tourney/internal/fault"
)

// Bounds on lists of players.
const (
	mostRows    = 5000
	mostColumns = 100
	// A list may have some rows above its headings.
	rowsAbove = 20
	// A cell holds a few words, or a note.
	mostCell = 20_000 // bytes
	// So many worksheets are looked through for the first with something in it.
	mostSheets   = 200
	mostSheetXML = 8 << 20
)

// A table is a list as its file has it: the rows that are not empty.
type table struct {
	most int // rows of players that are taken
	rows []tableRow
	size int // bytes of all cells
	// encoding is that of a text file, worksheet the one of a workbook.
	encoding, worksheet string
	guess               bool     // the encoding was not stated
	sheets              int      // worksheets of the workbook
	worksheets          []string // those with something in them
	others              []string // those that list players too
	macros              bool     // it has macros; they are ignored
}

// A tableRow is one row and its number in the file, from 1.
type tableRow struct {
	number int
	cells  []string
	// hidden is true if the worksheet hides the row; struck are the
	// columns whose cells are struck out.
	hidden bool
	struck []int
}

// append adds a row unless it is empty, or returns the fault of a bound.
func (t *table) append(number int, cells []string) error {
	row := tableRow{number: number}
	for i, c := range cells {
		// A workbook may say one long text many times.
		if t.size += len(c); len(c) > mostCell || t.size > file.MostUnzipped {
			return fault.New(fault.TooLarge, "roster.cell", number, i+1)
		}
		row.cells = append(row.cells, tidyCell(c))
	}
	for len(row.cells) > 0 && row.cells[len(row.cells)-1] == "" {
		row.cells = row.cells[:len(row.cells)-1]
	}
	switch {
	case len(row.cells) == 0:
		return nil
	case len(row.cells) > mostColumns:
		return fault.New(fault.TooLarge, "roster.columns", len(row.cells), mostColumns, number)
	case len(t.rows) >= t.most+rowsAbove:
		return fault.New(fault.TooLarge, "roster.rows", t.most, number)
	}
	t.rows = append(t.rows, row)
	return nil
}

// tidyCell drops blanks at the ends, doubled blanks and characters that do not
// print, and the apostrophe that keeps a text from being a formula.
func tidyCell(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case !unicode.IsPrint(r):
			return -1
		}
		return r
	}, s)
	s = strings.Join(strings.Fields(s), " ")
	if len(s) > 1 && s[0] == '\'' && strings.IndexByte(file.FormulaSigns, s[1]) >= 0 {
		return s[1:]
	}
	return s
}

// readText reads a list from delimited text. encoding is "" when it is to be
// found out.
func readText(data []byte, encoding string) (*table, error) {
	t := &table{most: mostRows, encoding: encoding}
	var text string
	var err error
	if encoding == "" {
		text, t.encoding, t.guess = file.Decode(data)
	} else if text, err = file.DecodeAs(data, encoding); err != nil {
		return nil, err
	}
	text = strings.TrimPrefix(strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n"), "\ufeff")
	delimiter, skipped := delimiterOf(text)
	if skipped {
		_, text, _ = strings.Cut(text, "\n")
	} else if mostlyMail(text, delimiter) {
		// The few lines with cells are read like the others.
		text, delimiter = strings.ReplaceAll(text, string(delimiter), " "), noDelimiter
	}
	r := csv.NewReader(strings.NewReader(text))
	r.Comma, r.LazyQuotes, r.FieldsPerRecord = delimiter, true, -1
	for {
		cells, err := r.Read()
		if err == io.EOF {
			return t, nil
		}
		if err != nil {
			return nil, fault.Wrap(err, fault.Invalid, "roster.broken")
		}
		line, _ := r.FieldPos(0)
		if skipped {
			line++
		}
		for i, c := range cells {
			// A quote that never ends takes the rest of the file for one cell.
			if strings.Count(c, "\n") > 20 {
				return nil, fault.New(fault.Invalid, "roster.quote", line, i+1)
			}
		}
		if err := t.append(line, cells); err != nil {
			return nil, err
		}
	}
}

// delimiterOf returns the sign between cells: the one that most of the first
// lines have equally often. skipped is true if the first line only names it,
// as Excel's "sep=;" does.
func delimiterOf(text string) (delimiter rune, skipped bool) {
	lines := strings.SplitN(text, "\n", 200)
	if sign, ok := strings.CutPrefix(strings.ToLower(lines[0]), "sep="); ok && len(sign) == 1 {
		return rune(sign[0]), true
	}
	delimiter = ';'
	best := 0
	// Under the one heading "Name", commas are between names.
	first := lines[0]
	title, sure := columnOf(strings.TrimSpace(first[:min(len(first), mostCell)]))
	oneColumn := sure == 100 && title == colName
	for _, d := range []rune{';', '\t', ',', '|'} {
		often := map[int]int{}
		for _, line := range lines {
			if d == ',' && oneColumn {
				continue
			}
			if n := countOutside(line, d); n > 0 {
				often[n]++
			}
		}
		score, with := 0, 0
		for n, lines := range often {
			score, with = max(score, 1000*lines+min(n, 999)), with+lines
		}
		if d == ',' && 2*with < len(lines) {
			continue // in a few sentences
		}
		if score > best {
			delimiter, best = d, score
		}
	}
	return delimiter, false
}

// noDelimiter is a sign that no text has between its cells.
const noDelimiter = '\x1f'

// mostlyMail reports whether more lines are those of a mail, with a rank behind a name and
// without a delimiter, than lines that a delimiter parts into cells.
func mostlyMail(text string, delimiter rune) bool {
	parted, mail := 0, 0
	for i, line := range strings.SplitN(text, "\n", 200) {
		switch {
		case i == 199 || len(line) > mostCell: // the rest of the text, or no line of a list
		case strings.ContainsRune(line, delimiter):
			parted++
		case partLine(line).rank != "":
			mail++
		}
	}
	return parted > 0 && mail > parted
}

func countOutside(line string, sign rune) int {
	n := 0
	quoted := false
	for _, r := range line {
		switch {
		case r == '"':
			quoted = !quoted
		case r == sign && !quoted:
			n++
		}
	}
	return n
}

// column returns the cells of one column, "" where a row is shorter.
func column(rows []tableRow, i int) []string {
	out := make([]string, len(rows))
	for n, r := range rows {
		out[n] = r.cell(i)
	}
	return out
}

func (r tableRow) cell(i int) string {
	if i < 0 || i >= len(r.cells) {
		return ""
	}
	return r.cells[i]
}

func width(rows []tableRow) int {
	n := 0
	for _, r := range rows {
		n = max(n, len(r.cells))
	}
	return n
}
