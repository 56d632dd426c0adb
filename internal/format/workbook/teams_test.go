package workbook

import (
	"bytes"
	"slices"
	"testing"

	"github.com/xuri/excelize/v2"

	"tourney/internal/testkit/formattest"
)

// The workbook shows the matches.
func TestMatchesArePublished(t *testing.T) {
	tn := formattest.Match(t)
	var b bytes.Buffer
	if err := (Occasion{}).WriteWorkbook(&b, tn, nil); err != nil {
		t.Fatal(err)
	}
	for i, sheet := range readStreams(t, b.Bytes())[1:4] { // standings, matches and cross table of teams
		delete(sheet.links, "A1")
		if len(sheet.links) > 0 {
			t.Errorf("sheet %d of teams leads to players: %v", i, sheet.links)
		}
	}
	book, err := excelize.OpenReader(&b)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := book.GetRows("matches")
	if err != nil {
		t.Fatal(err, book.GetSheetList())
	}
	want := [][]string{
		{"1", "Up", "2–1", "Down", "1", "1", "P1 X", "P2 X", "B+"},
		{"1", "Up", "2–1", "Down", "2", "2", "P4 X", "P3 X", "B+"},
		{"1", "Up", "2–1", "Down", "3", "", "P5 X", "", "bye"},
	}
	if got := rows[headRow:]; !slices.EqualFunc(got, want, slices.Equal[[]string]) {
		t.Errorf("the matches are %q, want %q", got, want)
	}
	if sheets := book.GetSheetList(); sheets[1] != "teamstandings" || !slices.Contains(sheets, "teams") {
		t.Errorf("the worksheets are %q", sheets)
	}
}
