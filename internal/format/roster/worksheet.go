package roster

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/xuri/excelize/v2"

	"tourney/internal/fault"
	"tourney/internal/format/file"
	"tourney/internal/rank"
)

// readWorkbook reads a worksheet of a workbook, up to a number of rows: the named one, else the first that lists
// players, else the first non-empty one. The active worksheet comes first, hidden worksheets come last. Formulas are
// not calculated and macros are ignored.
func readWorkbook(data []byte, most int, worksheet string) (t *table, err error) {
	defer func() {
		// The library is not made for hostile files; a panic in it means a broken workbook.
		if p := recover(); p != nil {
			t, err = nil, fault.Wrap(fmt.Errorf("panic: %v", p), fault.Invalid, "file.xlsx")
		}
	}()
	f, err := excelize.OpenReader(bytes.NewReader(data),
		excelize.Options{UnzipSizeLimit: file.MostUnzipped, UnzipXMLSizeLimit: mostSheetXML, RawCellValue: true})
	if err != nil {
		return nil, fault.Wrap(err, fault.Invalid, "file.xlsx")
	}
	defer func() {
		if closeErr := f.Close(); closeErr != nil && err == nil {
			err = closeErr
		}
	}()
	names, hidden := sheetsOf(f)
	props, err := f.GetDocProps()
	ours := err == nil && props.Creator == file.Program
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
		if next.listsPlayers(ours) && (len(players) == 0 || !hidden[name]) {
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

// sheetsOf returns the worksheets of a workbook in the order of reading, and which of them are hidden.
func sheetsOf(f *excelize.File) (names []string, hidden map[string]bool) {
	names, hidden = f.GetSheetList(), map[string]bool{}
	active := f.GetSheetName(f.GetActiveSheetIndex())
	for _, name := range names {
		visible, err := f.GetSheetVisible(name)
		hidden[name] = err == nil && !visible
	}
	order := func(name string) int {
		switch {
		case hidden[name]:
			return 2
		case name == active:
			return 0
		}
		return 1
	}
	slices.SortStableFunc(names, func(a, b string) int { return order(a) - order(b) })
	return names, hidden
}

// listsPlayers reports whether the headings name players: on a worksheet of ours both parts of the name, and the
// absences, which the standings do not have.
func (t *table) listsPlayers(ours bool) bool {
	columns, at := findHeadings(t.rows)
	if ours {
		return slices.Contains(columns, colFamily) && slices.Contains(columns, colGiven) && slices.Contains(columns, colAbsent)
	}
	return at >= 0 && at+1 < len(t.rows) && slices.ContainsFunc(columns, func(c Column) bool { return c.whole() || c == colFamily }) &&
		slices.ContainsFunc(columns, func(c Column) bool { return c == colRank || c == colRating || c == colClub || c == colEGD })
}

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

// mostStyled is the last row whose style is read: the library keeps every row
// up to there in memory.
const mostStyled = 20_000

// markRows finds the cells that are struck out, and formats days as days and numbers with the letters of a rank in
// their format, such as 0" dan", as ranks.
func (t *table) markRows(f *excelize.File) {
	if len(t.rows) == 0 || t.rows[len(t.rows)-1].number > mostStyled {
		return
	}
	t.findMerged(f)
	styles := stylesOf(f)
	if len(styles) == 0 {
		return
	}
	props, err := f.GetWorkbookProps()
	from1904 := err == nil && props.Date1904 != nil && *props.Date1904
	for i := range t.rows {
		row := &t.rows[i]
		row.struck = nil
		for c, cell := range row.cells {
			if cell == "" {
				continue
			}
			at, err := excelize.CoordinatesToCellName(c+1, row.number)
			if err != nil {
				return // past the last column that a worksheet has
			}
			style, err := f.GetCellStyle(t.worksheet, at)
			if err != nil {
				continue
			}
			s := styles[style]
			if s.struck {
				row.struck = append(row.struck, c)
			}
			if s.day {
				row.cells[c] = dayText(cell, from1904)
			}
			if s.lettered {
				shown, err := f.GetCellValue(t.worksheet, at, excelize.Options{})
				if _, bad := rank.Parse(shown); err == nil && bad == nil {
					row.cells[c] = tidyCell(shown)
				}
			}
		}
	}
}

// findMerged finds the cells over several rows, unless they are very many: the library
// compares each with each.
func (t *table) findMerged(f *excelize.File) {
	const most = 500
	parts, marks := 0, 0
	f.Pkg.Range(func(name, content any) bool {
		if path, ok := name.(string); ok && strings.HasPrefix(path, "xl/worksheets/sheet") {
			part, _ := content.([]byte)
			parts, marks = parts+1, marks+bytes.Count(part, []byte("mergeCell "))
		}
		return true
	})
	if parts < t.sheets || marks > most {
		return
	}
	merged, err := f.GetMergeCells(t.worksheet, true)
	if err != nil {
		return
	}
	for _, m := range merged {
		column, from, err := excelize.CellNameToCoordinates(m.GetStartAxis())
		_, to, endErr := excelize.CellNameToCoordinates(m.GetEndAxis())
		if err == nil && endErr == nil && to > from && column <= mostColumns {
			t.merged = append(t.merged, merge{column - 1, from, to})
		}
	}
}

// A cellStyle is the relevant part of a style: whether it strikes out, shows a number as a day, or with letters beside
// it.
type cellStyle struct{ struck, day, lettered bool }

// stylesOf returns the relevant styles, by number.
func stylesOf(f *excelize.File) map[int]cellStyle {
	const most = 5000
	styles := map[int]cellStyle{}
	for id := range most {
		style, err := f.GetStyle(id)
		if err != nil || style == nil {
			break
		}
		custom := ""
		if style.CustomNumFmt != nil {
			custom = strings.ToLower(*style.CustomNumFmt)
		}
		s := cellStyle{struck: style.Font != nil && style.Font.Strike, lettered: strings.ContainsAny(custom, `0#`) && strings.ContainsAny(custom, `"\`)}
		custom = quotedFormat.ReplaceAllString(custom, "")
		s.day = style.NumFmt >= 14 && style.NumFmt <= 17 || style.NumFmt == 22 ||
			strings.Contains(custom, "d") && (strings.Contains(custom, "m") || strings.Contains(custom, "y"))
		if s != (cellStyle{}) {
			styles[id] = s
		}
	}
	return styles
}

// quotedFormat is text in a number format.
var quotedFormat = regexp.MustCompile(`"[^"]*"|\\.`)

// dayText formats the number of a day as 2026-01-02, and leaves other texts.
func dayText(s string, from1904 bool) string {
	x, err := strconv.ParseFloat(s, 64)
	if err != nil || x < 0 || x > 100_000 || x < 1 && !from1904 {
		return s
	}
	day, err := excelize.ExcelDateToTime(x, from1904)
	if err != nil {
		return s
	}
	return day.Format(time.DateOnly)
}

// plainNumber expands a number that the workbook stores as a power of ten.
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
