package director

import (
	"fmt"
	"strings"
	"testing"

	"tourney/internal/fault"
	"tourney/internal/format/resultsheet"
	"tourney/internal/tournament"
)

// A sheet enters missing results. A line that would replace a result needs Replace, and contests a result entered since
// the sheet was written.
func TestEnterSheet(t *testing.T) {
	d := fresh(t)
	ctx := t.Context()
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	ed := d.On(anna, "cup")
	cup(t, d, 8)
	check(ed.Round(1).Pair(ctx, 3))
	check(ed.Round(1).Publish(ctx))
	white, black := tournament.Result{Outcome: tournament.WhiteWins}, tournament.Result{Outcome: tournament.BlackWins}
	enter := func(table int, r tournament.Result) {
		t.Helper()
		g := game(t, d, table)
		_, err := d.On(bert, "cup").Enter(ctx, tournament.Entry{Round: 1, Table: table, Seen: g.Revision, Result: r})
		check(err)
	}
	enter(2, white)
	// The sheet is written and filled in: table 1 is new, table 2 is corrected, table 3 stays empty; then others enter
	// tables 3 and 4.
	var lines []resultsheet.Line
	for table, r := range []tournament.Result{black, black, {}, black} {
		g := game(t, d, table+1)
		lines = append(lines, resultsheet.Line{Cell: fmt.Sprint("K", 5+table), Slug: "cup", Game: g.ID, Seen: g.Revision, Was: g.Result, Result: r})
	}
	enter(3, white)
	enter(4, white)
	lines = append(lines, resultsheet.Line{Cell: "K9", Slug: "cup", Game: 999, Result: black})
	told := func(lines []SheetLine) string {
		var text []string
		for _, l := range lines {
			words := fmt.Sprintf("%s %d", l.Cell, l.Effect)
			if l.Corrects() {
				words += " corrects"
			}
			if l.Held {
				words += " held"
			}
			if e, ok := fault.As(l.Refused); ok {
				words += " " + e.Key
			}
			text = append(text, words)
		}
		return strings.Join(text, ", ")
	}
	results := func() string {
		var text []string
		for table := range 4 {
			g := game(t, d, table+1)
			text = append(text, g.Result.String()+strings.Repeat("!", map[bool]int{true: 1}[g.Dispute.Open()]))
		}
		return strings.Join(text, " ")
	}
	const held = "K5 1, K6 1 corrects held, K8 2 held, K9 0 workbook.results.gone"
	preview := d.Preview(state(t, d))
	got, err := preview.EnterSheet(ctx, SheetEntry{Lines: lines})
	check(err)
	if told(got) != held || results() != "? W+ W+ W+" {
		t.Errorf("the preview: %s; results %s", told(got), results())
	}
	got, err = ed.EnterSheet(ctx, SheetEntry{Lines: lines})
	check(err)
	if told(got) != held || results() != "B+ W+ W+ W+" {
		t.Errorf("without replacing: %s; results %s", told(got), results())
	}
	got, err = ed.EnterSheet(ctx, SheetEntry{Lines: lines, Replace: true})
	check(err)
	if told(got) != "K6 1 corrects, K8 2, K9 0 workbook.results.gone" || results() != "B+ B+ W+ W+!" {
		t.Errorf("replacing: %s; results %s", told(got), results())
	}
	lines[0].Slug = "other"
	if _, err = ed.EnterSheet(ctx, SheetEntry{Lines: lines, Replace: true}); !fault.Is(err, "workbook.results.other") {
		t.Errorf("another tournament: %v", err)
	}
}
