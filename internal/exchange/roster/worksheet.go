package roster

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/xuri/excelize/v2"

	"tourney/internal/exchange/file"
	"tourney/internal/fault"
)

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
		excelize.Options{UnzipSizeLimit: file.MostUnzipped, UnzipXMLSizeLimit: mostSheetXML, RawCellValue: true})
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

// markRows finds the cells that are struck out, and writes days as days.
func (t *table) markRows(f *excelize.File) {
	struck, days := stylesOf(f)
	if len(struck)+len(days) == 0 || len(t.rows) == 0 || t.rows[len(t.rows)-1].number > mostStyled {
		return
	}
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
			switch {
			case err != nil:
			case struck[style]:
				row.struck = append(row.struck, c)
			case days[style]:
				row.cells[c] = dayText(cell)
			}
		}
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
