package exchange

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/xuri/excelize/v2"

	"tourney/internal/fault"
)

// Bounds on lists of players.
const (
	MostRows    = 5000
	mostColumns = 100
	// A list may have some rows above its headings.
	rowsAbove    = 20
	mostUnzipped = 32 << 20
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
	macros              bool     // it has some, which nobody looks at
}

// A tableRow is one row and its number in the file, from 1.
type tableRow struct {
	number int
	cells  []string
	// hidden and struck rows of a worksheet are not what people see on it.
	hidden, struck bool
}

// append adds a row unless it is empty, or returns the fault of a bound.
func (t *table) append(number int, cells []string) error {
	row := tableRow{number: number}
	for i, c := range cells {
		// A workbook may say one long text many times.
		if t.size += len(c); len(c) > mostCell || t.size > mostUnzipped {
			return fault.New(fault.TooLarge, "sheet.cell", number, i+1)
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
		return fault.New(fault.TooLarge, "sheet.columns", len(row.cells), mostColumns, number)
	case len(t.rows) >= t.most+rowsAbove:
		return fault.New(fault.TooLarge, "sheet.rows", t.most, number)
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
	if len(s) > 1 && s[0] == '\'' && strings.IndexByte(formulaSigns, s[1]) >= 0 {
		return s[1:]
	}
	return s
}

// formulaSigns begin what spreadsheets take for a formula.
const formulaSigns = "=+-@"

// readText reads a list from delimited text. encoding is "" when it is to be
// found out.
func readText(data []byte, encoding string) (*table, error) {
	t := &table{most: MostRows, encoding: encoding}
	var text string
	if encoding == "" {
		text, t.encoding, t.guess = decode(data)
	} else {
		var ok bool
		if text, ok = decodeAs(data, encoding); !ok {
			return nil, unknownEncoding(encoding)
		}
	}
	text = strings.TrimPrefix(strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n"), "\ufeff")
	delimiter, skipped := delimiterOf(text)
	if skipped {
		_, text, _ = strings.Cut(text, "\n")
	}
	r := csv.NewReader(strings.NewReader(text))
	r.Comma, r.LazyQuotes, r.FieldsPerRecord = delimiter, true, -1
	for {
		cells, err := r.Read()
		if err == io.EOF {
			return t, nil
		}
		if err != nil {
			return nil, fault.Wrap(err, fault.Invalid, "sheet.broken")
		}
		line, _ := r.FieldPos(0)
		if skipped {
			line++
		}
		for i, c := range cells {
			// A quote that never ends takes the rest of the file for one cell.
			if strings.Count(c, "\n") > 20 {
				return nil, fault.New(fault.Invalid, "sheet.quote", line, i+1)
			}
		}
		if err := t.append(line, cells); err != nil {
			return nil, err
		}
	}
}

// delimiterOf returns the sign between cells: the one that most of the first
// lines have equally often. skipped tells that the first line only names it,
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

// countOutside counts a sign outside quotes.
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

// readWorkbook reads a worksheet of a workbook, up to a number of rows: the one
// that is named, else the first that lists players, else the first that has
// something in it. Nothing is calculated and no macro is looked at.
func readWorkbook(data []byte, most int, worksheet string) (t *table, err error) {
	defer func() {
		// The library is not made for hostile files; whatever it stumbles over
		// is a broken workbook.
		if p := recover(); p != nil {
			t, err = nil, fault.Wrap(fmt.Errorf("panic: %v", p), fault.Invalid, "file.xlsx")
		}
	}()
	f, err := excelize.OpenReader(bytes.NewReader(data),
		excelize.Options{UnzipSizeLimit: mostUnzipped, UnzipXMLSizeLimit: mostSheetXML, RawCellValue: true})
	if err != nil {
		return nil, fault.Wrap(err, fault.Invalid, "file.xlsx")
	}
	defer func() {
		if closeErr := f.Close(); closeErr != nil && err == nil {
			err = closeErr
		}
	}()
	names := f.GetSheetList()
	props, err := f.GetDocProps()
	ours := err == nil && props.Creator == program
	_, macros := f.Pkg.Load("xl/vbaProject.bin")
	var filled, players []*table
	for _, name := range names[:min(len(names), mostSheets)] {
		next := &table{most: most, sheets: len(names), macros: macros}
		if err := next.readWorksheet(f, name); err != nil {
			if t != nil && worksheet != name {
				continue // another one was read
			}
			return nil, err
		}
		if len(next.rows) == 0 {
			continue
		}
		filled = append(filled, next)
		if next.listsPlayers(ours) {
			players = append(players, next)
		}
		if t == nil || name == worksheet {
			t = next
		}
	}
	if t == nil {
		return &table{sheets: len(names)}, nil
	}
	if t.worksheet != worksheet && len(players) > 0 {
		t = players[0]
	}
	for _, other := range filled {
		t.worksheets = append(t.worksheets, other.worksheet)
		if other != t && slices.Contains(players, other) {
			t.others = append(t.others, other.worksheet)
		}
	}
	t.markRows(f)
	return t, nil
}

// program signs our workbooks. Their first worksheet is the standings; the
// list of players comes later.
const program = "tourney"

// listsPlayers reports whether the headings name players: on a worksheet of
// ours both parts of the name, and the absences, which the standings lack.
func (t *table) listsPlayers(ours bool) bool {
	columns, at := findHeadings(t.rows)
	if ours {
		return slices.Contains(columns, colFamily) && slices.Contains(columns, colGiven) && slices.Contains(columns, colAbsent)
	}
	return at >= 0 && at+1 < len(t.rows) && slices.ContainsFunc(columns, func(c Column) bool { return c.whole() || c == colFamily }) &&
		slices.ContainsFunc(columns, func(c Column) bool { return c == colRank || c == colRating || c == colClub || c == colEGD })
}

// readWorksheet reads one worksheet into the table.
func (t *table) readWorksheet(f *excelize.File, name string) error {
	t.worksheet = name
	rows, err := f.Rows(name)
	if err != nil {
		return fault.Wrap(err, fault.Invalid, "file.xlsx")
	}
	for n := 1; rows.Next(); n++ { // a sheet has 1,048,576 rows at most
		cells, err := rows.Columns()
		if err != nil {
			return fault.Wrap(err, fault.Invalid, "file.xlsx")
		}
		for i := range cells {
			cells[i] = plainNumber(cells[i])
		}
		before := len(t.rows)
		if err := t.append(n, cells); err != nil {
			return err
		}
		if len(t.rows) > before {
			t.rows[before].hidden = rows.GetRowOpts().Hidden
		}
	}
	if err := rows.Error(); err != nil {
		return fault.Wrap(err, fault.Invalid, "file.xlsx")
	}
	return rows.Close()
}

// mostStyled is the last row whose cells are asked for their style: the library
// keeps every row up to there in memory.
const mostStyled = 20_000

// markRows finds the rows that are struck out, and writes days as days.
func (t *table) markRows(f *excelize.File) {
	struck, days := stylesOf(f)
	if len(struck)+len(days) == 0 || len(t.rows) == 0 || t.rows[len(t.rows)-1].number > mostStyled {
		return
	}
	for i := range t.rows {
		row := &t.rows[i]
		crossed, filled := 0, 0
		for c, cell := range row.cells {
			if cell == "" {
				continue
			}
			filled++
			at, err := excelize.CoordinatesToCellName(c+1, row.number)
			if err != nil {
				return // past the last column that a worksheet has
			}
			style, err := f.GetCellStyle(t.worksheet, at)
			switch {
			case err != nil:
			case struck[style]:
				crossed++
			case days[style]:
				row.cells[c] = dayText(cell)
			}
		}
		row.struck = filled > 0 && 2*crossed > filled
	}
}

// stylesOf returns the numbers of the styles that strike out, and of those that
// show a number as a day.
func stylesOf(f *excelize.File) (struck, days map[int]bool) {
	const most = 5000
	struck, days = map[int]bool{}, map[int]bool{}
	for id := range most {
		style, err := f.GetStyle(id)
		if err != nil || style == nil {
			break
		}
		struck[id] = style.Font != nil && style.Font.Strike
		custom := ""
		if style.CustomNumFmt != nil {
			custom = strings.ToLower(*style.CustomNumFmt)
		}
		days[id] = style.NumFmt >= 14 && style.NumFmt <= 17 || style.NumFmt == 22 ||
			strings.Contains(custom, "d") && (strings.Contains(custom, "m") || strings.Contains(custom, "y"))
	}
	maps.DeleteFunc(struck, func(_ int, is bool) bool { return !is })
	maps.DeleteFunc(days, func(_ int, is bool) bool { return !is })
	return struck, days
}

// dayText writes the number of a day as 2026-01-02, and leaves other texts.
func dayText(s string) string {
	x, err := strconv.ParseFloat(s, 64)
	if err != nil || x < 1 || x > 100_000 {
		return s
	}
	day, err := excelize.ExcelDateToTime(x, false)
	if err != nil {
		return s
	}
	return day.Format(time.DateOnly)
}

// plainNumber writes out a number that the workbook keeps as a power of ten.
func plainNumber(s string) string {
	if !strings.ContainsAny(s, "eE") || strings.Trim(s, "0123456789.eE+-") != "" {
		return s
	}
	x, err := strconv.ParseFloat(s, 64)
	if err != nil || x > 1e15 || x < -1e15 {
		return s
	}
	return strconv.FormatFloat(x, 'f', -1, 64)
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

// width returns the number of columns.
func width(rows []tableRow) int {
	n := 0
	for _, r := range rows {
		n = max(n, len(r.cells))
	}
	return n
}
