package roster

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"tourney/internal/fault"
	"tourney/internal/format/delimited"
	"tourney/internal/format/file"
	"tourney/internal/rank"
)

// Limits of lists of players.
const (
	mostRows    = 5000
	mostColumns = 100
	// A list may have some rows above its headings.
	rowsAbove = 20
	// A cell holds a few words, or a note.
	mostCell = 20_000 // bytes
	// The first non-empty worksheet is searched among this number of worksheets.
	mostSheets   = 200
	mostSheetXML = 8 << 20
)

// A table is a list as in its file: the rows that are not empty.
type table struct {
	most int // rows of players that are read
	rows []tableRow
	size int // bytes of all cells
	// encoding is the encoding of a text file, worksheet the name of a workbook's sheet.
	encoding, worksheet string
	guess               bool     // the encoding was not stated
	sheets              int      // worksheets of the workbook
	worksheets          []string // the non-empty ones
	others              []string // further ones with players
	macros              bool     // it has macros; they are ignored
	merged              []merge  // cells over several rows
	// findings are about the text; mended counts the cells whose letters were encoded twice, mendedAs is the first of
	// them.
	findings []file.Finding
	mended   int
	mendedAs [2]string
}

// A merge is a cell of a worksheet over several rows, in a column from 0.
type merge struct{ column, from, to int }

// A tableRow is one row and its number in the file, from 1.
type tableRow struct {
	number int
	cells  []string
	// hidden is true if the worksheet hides the row; struck are the
	// columns whose cells are struck out.
	hidden bool
	struck []int
	// last is the last line of a row with a quoted cell of several lines, several is
	// the kind of these lines.
	last    int
	several several
}

// A several is the kind of the lines of a quoted cell: text, cells or a player.
type several int8

const (
	oneLine several = iota
	textLines
	cellLines
	playerLines
)

// append adds a row unless it is empty, or returns the fault of a limit.
func (t *table) append(number int, cells []string) error {
	row := tableRow{number: number}
	for i, c := range cells {
		// A workbook may repeat one long text many times.
		if t.size += len(c); len(c) > mostCell || t.size > file.MostUnzipped {
			return fault.New(fault.TooLarge, "roster.cell", number, i+1)
		}
		if meant, repaired := file.RepairMojibake(c); repaired && !t.guess {
			if t.mended++; t.mended == 1 {
				t.mendedAs = [2]string{tidyCell(c), tidyCell(meant)}
			}
			c = meant
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
// print, and the apostrophe that keeps a text from being a formula. Letters and their
// accents become one character.
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
	s = norm.NFC.String(strings.Join(strings.Fields(s), " "))
	if len(s) > 1 && s[0] == '\'' && strings.IndexByte(file.FormulaSigns, s[1]) >= 0 {
		return s[1:]
	}
	return s
}

// readText reads a list from delimited text. encoding is "" if it is to be detected.
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
	split := delimited.Split(text, signsOf(text))
	if mostlyMail(split.Records) {
		// The few lines with cells are read like the others.
		split.Records = nil
		blank := strings.NewReplacer(string(split.Sign), " ")
		if split.Sign == ',' {
			blank = strings.NewReplacer()
		}
		for i, line := range strings.Split(text, "\n") {
			split.Records = append(split.Records, delimited.Record{Line: i + 1, Cells: []string{blank.Replace(line)}})
		}
	}
	for _, r := range split.Records {
		before := len(t.rows)
		if err := t.append(r.Line, r.Cells); err != nil {
			return nil, err
		}
		if r.Open > 0 {
			t.findings = append(t.findings, file.Finding{Severity: file.Warning, Line: r.Line, Column: r.Open, Key: "roster.quote", Args: []any{r.Line, r.Open}})
		}
		if len(t.rows) > before && r.Inner > 0 {
			t.rows[before].last, t.rows[before].several = r.Last, min(several(r.Inner), cellLines)
			if r.Inner >= split.Width || playerInside(r.Cells, split.Sign) {
				t.rows[before].several = playerLines
			}
		}
	}
	return t, nil
}

// signsOf returns the possible signs between the cells of a text: the sign between its headings, if they are known.
// Under the one heading "Name", commas are between names.
func signsOf(text string) string {
	const all, looked, rows = ";\t,|", 16 << 10, 10
	found, best := all, 1
	for i := range len(all) {
		split := delimited.Split(text[:min(len(text), looked)], all[i:i+1])
		for n, r := range split.Records[:min(len(split.Records), rows)] {
			known, names := 0, 0
			for _, cell := range r.Cells[:min(len(r.Cells), mostColumns)] {
				c, sure := columnOf(tidyCell(cell))
				if _, err := rank.Parse(cell); err == nil || sure == 0 {
					continue
				}
				if known++; c == colName || c == colFamily || c == colGiven {
					names++
				}
				if n == 0 && len(r.Cells) == 1 && sure == 100 && c == colName && found == all {
					found = ";\t|"
				}
			}
			if names > 0 && known > best {
				found, best = all[i:i+1], known
			}
		}
	}
	return found
}

// playerInside reports whether a later line of a cell looks like a player, with a rank behind a name or between signs.
func playerInside(cells []string, sign byte) bool {
	for _, cell := range cells {
		lines := strings.Split(cell, "\n")
		for _, line := range lines[1:] {
			if line = strings.ReplaceAll(line, string(rune(sign)), " "); len(line) <= mostCell && partLine(line).rank != "" {
				return true
			}
		}
	}
	return false
}

// mostlyMail reports whether lines of a mail, with a rank behind a name and nothing between cells but commas in
// brackets, outnumber records with several cells.
func mostlyMail(records []delimited.Record) bool {
	const looked = 200
	parted, mail, several := 0, 0, false
	for _, r := range records[:min(len(records), looked)] {
		several = several || len(r.Cells) > 1
		_, _, isOpen := cutBrackets(r.Cells[0], false)
		switch {
		case len(r.Cells) > 1 && isOpen && partLine(strings.Join(r.Cells, ",")).rank != "":
			mail++
		case len(r.Cells) > 1:
			parted++
		case len(r.Cells[0]) > mostCell || strings.Contains(r.Cells[0], "\n"): // not a line of a list
		case partLine(r.Cells[0]).rank != "":
			mail++
		}
	}
	return several && mail > parted
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

// fillMerged writes the value of a cell over several rows into each of them.
func (t *table) fillMerged(rows []tableRow) {
	most := len(rows) * mostColumns
	for _, m := range t.merged {
		from := slices.IndexFunc(rows, func(r tableRow) bool { return r.number == m.from })
		if from < 0 || rows[from].cell(m.column) == "" {
			continue
		}
		for i := from + 1; i < len(rows) && rows[i].number <= m.to && most > 0; i++ {
			most--
			row := &rows[i]
			for len(row.cells) <= m.column {
				row.cells = append(row.cells, "")
			}
			if row.cells[m.column] == "" {
				row.cells[m.column] = rows[from].cells[m.column]
			}
		}
	}
}
