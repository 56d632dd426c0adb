package workbook

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"tourney/internal/testkit/formattest"
	"tourney/internal/testkit/golden"
)

// The golden files have keys instead of headings, so that rewording a message changes none of them.
func TestGoldenText(t *testing.T) {
	for name, write := range map[string]formattest.Writer{
		"players.csv": WritePlayers, "standings.csv": WriteStandings, "calendar.ics": WriteCalendar,
	} {
		t.Run(name, func(t *testing.T) {
			var b strings.Builder
			if _, err := write(&b, formattest.Cup(t), nil); err != nil {
				t.Fatal(err)
			}
			golden.Check(t, name+".golden", strings.ReplaceAll(b.String(), "\r\n", "\n"))
		})
	}
}

// The golden file of the workbook is the displayed text of its cells, with a tab between two columns.
func TestGoldenWorkbook(t *testing.T) {
	made := time.Date(2026, 3, 14, 18, 0, 0, 0, time.UTC)
	o := Occasion{Made: made, Log: []LogLine{{Version: 12, At: made.Add(-time.Hour), By: "Desk 1", What: "Result of round 3"}}}
	var b strings.Builder
	if err := o.WriteWorkbook(&b, formattest.Cup(t), nil); err != nil {
		t.Fatal(err)
	}
	book, err := excelize.OpenReader(strings.NewReader(b.String()))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = book.Close() }()
	var text strings.Builder
	for _, sheet := range book.GetSheetList() {
		rows, err := book.GetRows(sheet)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&text, "== %s ==\n", sheet)
		for _, row := range rows {
			fmt.Fprintln(&text, strings.TrimRight(strings.Join(row, "\t"), "\t"))
		}
	}
	golden.Check(t, "workbook.golden", text.String())
}
