package workbook

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/xuri/excelize/v2"

	"tourney/internal/fault"
	"tourney/internal/format/resultsheet"
	"tourney/internal/i18n"
	"tourney/internal/testkit/formattest"
	"tourney/internal/tournament"
	"tourney/templates"
)

// Results entered on the sheet are read back, even after its columns have been moved; every unreadable cell is named.
func TestResultsAreReadAgain(t *testing.T) {
	tn := formattest.SixPlayers(t)
	last := tn.Round(3)
	last.Games[0].Result = tournament.Result{}
	last.Games[1].Result = tournament.Result{Outcome: tournament.WhiteWins, Manner: tournament.ByPoints, Margin: 7}
	last.Games[2].Result = tournament.Result{Outcome: tournament.BlackWins, Unrated: true}
	tn.Round(1).Games[0].Result = tournament.Result{}
	var file bytes.Buffer
	if err := (Occasion{}).WriteWorkbook(&file, tn, nil); err != nil {
		t.Fatal(err)
	}
	book, err := excelize.OpenReader(&file)
	if err != nil {
		t.Fatal(err)
	}
	const sheet = "name"
	read := func() (lines, findings []string) {
		var b bytes.Buffer
		if err := book.Write(&b); err != nil {
			t.Fatal(err)
		}
		got, found, err := resultsheet.Read(b.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range got {
			lines = append(lines, fmt.Sprint(l.Cell, " ", l.Game == tn.Round(3).Games[0].ID, " ", l.Was, " ", l.Result, " ", l.Changed()))
		}
		return lines, formattest.Brief(found)
	}
	want := []string{"K5 false ? ? false", "K6 true ? ? false", "K7 false W+3.5 W+3.5 false", "K8 false B+/unrated B+/unrated false"}
	lines, findings := read()
	if diff := cmp.Diff(want, lines); diff != "" || len(findings) > 0 {
		t.Errorf("as written (-want +got):\n%s %q", diff, findings)
	}
	set := func(cell string, value any) {
		if err := book.SetCellValue(sheet, cell, value); err != nil {
			t.Fatal(err)
		}
	}
	set("K5", "B+F")
	set("K6", "W+")
	set("L6", 2.5)
	set("L7", nil)
	set("K8", "W+")
	want = []string{"K5 false ? B+F true", "K6 true ? W+2.5 true", "K7 false W+3.5 W+ true", "K8 false B+/unrated W+/unrated true"}
	if lines, findings = read(); !slices.Equal(lines, want) || len(findings) > 0 {
		t.Errorf("entered: %q %q", lines, findings)
	}
	if err := book.InsertCols(sheet, "C", 2); err != nil {
		t.Fatal(err)
	}
	for i := range want {
		want[i] = "M" + want[i][1:]
	}
	if lines, findings = read(); !slices.Equal(lines, want) || len(findings) > 0 {
		t.Errorf("moved: %q %q", lines, findings)
	}
	if err := book.RemoveCol(sheet, "C"); err != nil {
		t.Fatal(err)
	}
	if err := book.RemoveCol(sheet, "C"); err != nil {
		t.Fatal(err)
	}
	if err := book.DuplicateRow(sheet, 5); err != nil {
		t.Fatal(err)
	}
	set("K6", "W+")
	if _, findings = read(); !slices.Equal(findings, []string{"6: workbook.results.twice K6 K5"}) {
		t.Errorf("twice: %q", findings)
	}
	if err := book.RemoveRow(sheet, 6); err != nil {
		t.Fatal(err)
	}
	set("K5", "Black")
	set("L5", 3.5)
	set("K6", nil)
	set("K7", "Jigo")
	set("L7", "many")
	set("K8", "B+R")
	set("L8", 2)
	want = []string{`5: workbook.results.unknown K5 Black B+`, "6: workbook.results.winnerless L6 2.5 B+", "7: workbook.results.points L7 many", "8: workbook.results.both K8 B+R 2"}
	if lines, findings = read(); len(lines) > 0 || !slices.Equal(findings, want) {
		t.Errorf("wrong: %q %q", lines, findings)
	}
}

// The sheet offers the results as choices, and its parts are valid.
func TestResultsAreChosen(t *testing.T) {
	book := openWorkbook(t, formattest.SixPlayers(t), nil)
	found, err := book.GetDataValidations("name")
	if err != nil || len(found) != 2 {
		t.Fatalf("%d validations (%v)", len(found), err)
	}
	if found[0].Sqref != "K5:K7" || found[0].Type != "list" || found[0].Formula1 != `"`+strings.Join(resultsheet.Black("B").Choices(), ",")+`"` || !found[0].AllowBlank {
		t.Errorf("results: %+v", found[0])
	}
	if found[1].Sqref != "L5:L7" || found[1].Type != "decimal" || found[1].Formula1 != "0.5" || found[1].Formula2 != "361" {
		t.Errorf("margins: %+v", found[1])
	}
	for _, choice := range resultsheet.Black("B").Choices() {
		if r, err := tournament.ParseResult(choice); err != nil || r.String() != choice {
			t.Errorf("%s reads back as %s (%v)", choice, r, err)
		}
	}
	visible, err := book.GetColVisible("name", "M")
	if err != nil || visible {
		t.Errorf("the keys are seen (%v)", err)
	}
}

// In Polish and Czech B is the first letter of White: their sheets offer the letters of the desk's field, and errors
// name the cell.
func TestResultsInTheLettersOfTheLanguage(t *testing.T) {
	catalog, err := i18n.Load(templates.FS)
	if err != nil {
		t.Fatal(err)
	}
	for code, letter := range map[string]string{"en": "B", "fi": "B", "pl": "C", "cs": "Č"} {
		t.Run(code, func(t *testing.T) {
			tn := formattest.SixPlayers(t)
			tn.Round(3).Games[0].Result = tournament.Result{Outcome: tournament.BlackWins, Manner: tournament.ByTime}
			lang := catalog.Language(code)
			var file bytes.Buffer
			if err := (Occasion{Language: code}).WriteResultSheet(&file, tn, lang.T); err != nil {
				t.Fatal(err)
			}
			book, err := excelize.OpenReader(bytes.NewReader(file.Bytes()))
			if err != nil {
				t.Fatal(err)
			}
			name := lang.T("workbook.results.name")
			found, err := book.GetDataValidations(name)
			if err != nil || !strings.HasPrefix(found[0].Formula1, `"`+letter+"+,W+,"+letter+"+R,") || !strings.HasPrefix(*found[0].Prompt, letter+"+ ") {
				t.Errorf("choices %+v, %v", found[0], err)
			}
			if got, err := book.GetCellValue(name, "K5"); got != letter+"+T" || err != nil {
				t.Errorf("K5 is %q, %v", got, err)
			}
			filled := formattest.Filled(t, file.Bytes(), name, map[string]any{"K6": "b+", "L6": nil, "K7": letter + "+R", "L7": nil})
			lines, findings, err := resultsheet.Read(filled)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, l := range lines {
				got = append(got, fmt.Sprint(l.Cell, " ", l.Result))
			}
			want, wantFindings := []string{"K5 B+T", "K7 B+R"}, []string{"6: workbook.results.letter K6 b+ " + letter + "+ W+"}
			if letter == "B" {
				want, wantFindings = []string{"K5 B+T", "K6 B+", "K7 B+R"}, nil
			}
			if !slices.Equal(got, want) || !slices.Equal(formattest.Brief(findings), wantFindings) {
				t.Errorf("%q %q, want %q %q", got, formattest.Brief(findings), want, wantFindings)
			}
		})
	}
}

// The separate sheet for results contains only names, ranks and terms of the players.
func TestResultSheetAlone(t *testing.T) {
	tn := formattest.SixPlayers(t)
	tn.Players[0].Mail, tn.Players[0].Notes, tn.Players[0].Club = "qz@example.org", "qznote", "qzclub"
	var file bytes.Buffer
	if err := (Occasion{}).WriteResultSheet(&file, tn, nil); err != nil {
		t.Fatal(err)
	}
	lines, findings, err := resultsheet.Read(file.Bytes())
	if err != nil || len(findings) > 0 || len(lines) != len(tn.Round(3).Games) {
		t.Errorf("%d games are read, %v, %v", len(lines), findings, err)
	}
	book, err := excelize.OpenReader(&file)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := book.GetRows("name")
	if sheets := book.GetSheetList(); len(sheets) != 1 {
		t.Errorf("the workbook has the sheets %v", sheets)
	}
	if text := fmt.Sprint(rows); err != nil || strings.Contains(text, "qz") || !strings.Contains(text, tn.Players[0].Family) {
		t.Errorf("the sheet has %s, %v", text, err)
	}
	if !HasResultSheet(tn) {
		t.Error("there is no sheet to enter results on")
	}
	tn.Rounds = nil
	if HasResultSheet(tn) {
		t.Error("there is a sheet without games")
	}
	if err := (Occasion{}).WriteResultSheet(&file, tn, nil); !fault.Is(err, "workbook.results.empty") {
		t.Errorf("without games: %v", err)
	}
}
