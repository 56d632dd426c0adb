package resultsheet

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/xuri/excelize/v2"

	"tourney/internal/fault"
	"tourney/internal/format/file"
	"tourney/internal/tournament"
)

// Limits of a workbook.
const (
	mostSheetXML = 8 << 20
	mostRows     = 20_000
	// mostMargin is more than the area of the largest board.
	mostMargin = 700
)

// Read reads the results that were entered on the sheet of a workbook. An unreadable cell is a finding, an Error that
// names the cell, and its row is left out, as are rows without a game of ours. The fault is "workbook.results.none" for
// a workbook without such a sheet.
func Read(data []byte) (lines []Line, findings []file.Finding, err error) {
	defer func() {
		// The library is not made for hostile files; a panic in it means a broken workbook.
		if p := recover(); p != nil {
			lines, findings, err = nil, nil, fault.Wrap(fmt.Errorf("panic: %v", p), fault.Invalid, "file.xlsx")
		}
	}()
	f, err := excelize.OpenReader(bytes.NewReader(data),
		excelize.Options{UnzipSizeLimit: file.MostUnzipped, UnzipXMLSizeLimit: mostSheetXML, RawCellValue: true})
	if err != nil {
		return nil, nil, fault.Wrap(err, fault.Invalid, "file.xlsx")
	}
	defer func() {
		if closeErr := f.Close(); closeErr != nil && err == nil {
			err = closeErr
		}
	}()
	s := reader{seen: map[int]Line{}}
	s.sheet, s.game = columnNamed(f, GameName)
	_, s.result = columnNamed(f, ResultName)
	_, s.margin = columnNamed(f, MarginName)
	if min(s.game, s.result, s.margin) == 0 {
		return nil, nil, fault.New(fault.Invalid, "workbook.results.none")
	}
	if err := s.read(f); err != nil {
		return nil, nil, err
	}
	return s.lines, s.findings.All(), nil
}

// columnNamed returns the worksheet and the number of the column that a defined name refers to, such as 'Enter
// results'!$L$5:$L$24; 0 if the name is not defined.
func columnNamed(f *excelize.File, name string) (sheet string, column int) {
	for _, n := range f.GetDefinedName() {
		if n.Name != name {
			continue
		}
		dot := strings.LastIndexByte(n.RefersTo, '!')
		if dot < 0 {
			return "", 0
		}
		sheet = strings.ReplaceAll(strings.Trim(strings.TrimPrefix(n.RefersTo[:dot], "$"), "'"), "''", "'")
		first, _, _ := strings.Cut(strings.ReplaceAll(n.RefersTo[dot+1:], "$", ""), ":")
		column, _, err := excelize.CellNameToCoordinates(first)
		if err != nil || !slices.Contains(f.GetSheetList(), sheet) {
			return "", 0
		}
		return sheet, column
	}
	return "", 0
}

// A reader reads the rows of a sheet.
type reader struct {
	sheet                string
	game, result, margin int // columns
	lines                []Line
	seen                 map[int]Line // by game
	findings             file.Findings
}

func (s *reader) read(f *excelize.File) error {
	rows, err := f.Rows(s.sheet)
	if err != nil {
		return fault.Wrap(err, fault.Invalid, "file.xlsx")
	}
	for n := 1; rows.Next(); n++ {
		if n > mostRows {
			return fault.New(fault.TooLarge, "workbook.results.rows", mostRows)
		}
		cells, err := rows.Columns()
		if err != nil {
			return fault.Wrap(err, fault.Invalid, "file.xlsx")
		}
		s.row(n, cells)
	}
	if err := rows.Error(); err != nil {
		return fault.Wrap(err, fault.Invalid, "file.xlsx")
	}
	return rows.Close()
}

// row reads one row, unless it has no game.
func (s *reader) row(n int, cells []string) {
	cell := func(column int) string {
		if column > len(cells) {
			return ""
		}
		return strings.TrimSpace(strings.ReplaceAll(cells[column-1], "\u00a0", " "))
	}
	line, black, ok := parseKey(cell(s.game))
	if !ok {
		return
	}
	at, _ := excelize.CoordinatesToCellName(s.result, n) // both are of a cell that was read
	beside, _ := excelize.CoordinatesToCellName(s.margin, n)
	line.Cell = at
	r, err := parse(cell(s.result), cell(s.margin), black)
	switch err := err.(type) {
	case nil:
	case *fault.Error:
		if slices.Contains([]string{"workbook.results.points", "workbook.results.day", "workbook.results.winnerless"}, err.Key) {
			at = beside
		}
		s.refuse(n, at, err)
		return
	}
	line.Result = r
	if r.Known() {
		line.Result.Unrated = line.Was.Unrated
	}
	if before, twice := s.seen[line.Game]; twice {
		if before.Result != line.Result {
			s.refuse(n, at, &fault.Error{Key: "workbook.results.twice", Args: []any{before.Cell}})
		}
		return
	}
	s.seen[line.Game] = line
	s.lines = append(s.lines, line)
}

// refuse adds the fault of a cell to the findings.
func (s *reader) refuse(row int, cell string, err *fault.Error) {
	s.findings.Add(file.Finding{Severity: file.Error, Line: row, Key: err.Key, Args: append([]any{cell}, err.Args...)})
}

// firstDay and lastDay are the numbers of days from 1970 to 2119 in spreadsheets.
const firstDay, lastDay = 25569, 80000

// parse reads a choice and a margin. Its faults are the faults of Black.parse, "workbook.results.points" for a text
// that isn't a margin, "workbook.results.day" for a day that a spreadsheet made of a margin,
// "workbook.results.winnerless" for a margin without a winner and "workbook.results.both" for a choice that excludes a
// margin.
func parse(choice, margin string, black Black) (tournament.Result, error) {
	r, err := black.parse(choice)
	if err != nil || margin == "" {
		return r, err
	}
	points, err := strconv.ParseFloat(strings.Replace(margin, ",", ".", 1), 64)
	halves := points * 2
	switch {
	case err == nil && points >= firstDay && points <= lastDay:
		day := time.Date(1899, time.December, 30+int(points), 0, 0, 0, 0, time.UTC)
		return r, fault.New(fault.Invalid, "workbook.results.day", day.Format(time.DateOnly))
	case err != nil || !(points > 0 && points <= mostMargin) || halves != math.Trunc(halves):
		return r, fault.New(fault.Invalid, "workbook.results.points", fault.Clip(margin))
	case !r.Known():
		return r, fault.New(fault.Invalid, "workbook.results.winnerless", fault.Clip(margin), string(black)+"+")
	case r.Manner == tournament.ByPoints && r.Margin == int(halves):
		return r, nil
	case r.Manner != tournament.Unspecified || r.Outcome != tournament.BlackWins && r.Outcome != tournament.WhiteWins:
		return r, fault.New(fault.Invalid, "workbook.results.both", fault.Clip(choice), fault.Clip(margin))
	}
	r.Manner, r.Margin = tournament.ByPoints, int(halves)
	return r, nil
}
