package workbook

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tourney/internal/results"
	"tourney/internal/testkit/formattest"
	"tourney/internal/tournament"
)

// With any settings, the values stored beside the formulas are the program's tie-breaks: the sums of the opponents'
// scores. Package e2e computes the formulas themselves in LibreOffice.
func TestFormulasHaveTheNumbers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tn := formattest.AnyTournament(t).Tournament
		tn.Settings.Criteria = []tournament.Criterion{tournament.SOSW, tournament.SOSM, tournament.SOSM1, tournament.EXT}
		tn.Settings.Scoring = formattest.AnyScoring(t)
		say := func(key string, args ...any) string {
			return strings.TrimSpace(key + " " + strings.Trim(fmt.Sprint(args...), "[]"))
		}
		s := results.After(tn, tn.Current())
		standings := standingsSheet(tn, s, say)
		page := tieBreakSheet(tn, s, &standings, say)
		if s.After == 0 || len(s.Rows) == 0 {
			if len(page.tables) > 0 {
				t.Fatal("formulas before the first round")
			}
			return
		}
		column := func(title string, i int) any {
			l := &page.tables[0]
			for c, h := range l.columns {
				if h.title == title {
					if v, ok := l.rows[i][c].(calculated); ok {
						return v.value
					}
				}
			}
			t.Fatalf("no formula %q in %v", title, l.columns)
			return nil
		}
		for i := range s.Rows {
			for k, title := range []string{"workbook.sum NBW", "workbook.sum MMS"} {
				if got, want := column(title, i), scoreCell(tn, &s.Rows[i], s.Criteria, k); got != want {
					t.Fatalf("row %d, %s: %v, want %v", i+1, title, got, want)
				}
			}
			list, row := &standings.tables[0], standings.tables[0].rows[i]
			first := len(row) - 4
			if list.columns[len(row)-1].title == "column.pool" {
				first--
			}
			for k := range 4 {
				_, formula := row[first+k].(calculated)
				if formula != (k < 3) { // exploits have no formula
					t.Fatalf("row %d, criterion %d: %v", i+1, k, row)
				}
			}
			if same := column("✓", i); same != "✓" {
				t.Fatalf("row %d: %v", i+1, same)
			}
		}
	})
}

// Without the option the workbook has no formulas.
func TestFormulasAreAnOption(t *testing.T) {
	for _, formulas := range []bool{false, true} {
		var file bytes.Buffer
		if err := (Occasion{Formulas: formulas}).WriteWorkbook(&file, formattest.SixPlayers(t), nil); err != nil {
			t.Fatal(err)
		}
		count := 0
		for _, sheet := range readStreams(t, file.Bytes()) {
			count += len(sheet.formulas)
		}
		if count > 0 != formulas {
			t.Errorf("formulas %t: there are %d", formulas, count)
		}
	}
}
