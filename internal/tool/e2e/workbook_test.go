package e2e

import (
	"archive/zip"
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/xuri/excelize/v2"
	"pgregory.net/rapid"

	"tourney/internal/app/director"
	"tourney/internal/data/store"
	"tourney/internal/format/resultsheet"
	"tourney/internal/format/workbook"
	"tourney/internal/i18n"
	"tourney/internal/rank"
	"tourney/internal/testkit/databasetest"
	"tourney/internal/testkit/formattest"
	"tourney/internal/tool/demo"
	"tourney/internal/tournament"
	"tourney/templates"
)

// libreOffice returns the command of LibreOffice. Without it the test is skipped, but fails in CI.
func libreOffice(t *testing.T) string {
	t.Helper()
	inBrowser(t)
	office, err := exec.LookPath("soffice")
	switch {
	case err == nil:
		return office
	case os.Getenv("CI") != "":
		t.Fatal("LibreOffice is not installed: apt-get install libreoffice-calc-nogui")
	}
	t.Skip("LibreOffice is not installed")
	return ""
}

// TestJourneyThroughLibreOffice makes LibreOffice open workbooks of many kinds of tournaments, print each and save each
// worksheet of it as text: all cells equal the written cells and the results of the formulas, whose values are removed
// from the file before.
func TestJourneyThroughLibreOffice(t *testing.T) {
	inBrowser(t)
	office := libreOffice(t)
	catalog, err := i18n.Load(templates.FS)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	names := []string{}
	for _, b := range workbooks(t) {
		var file bytes.Buffer
		if err := b.occasion.WriteWorkbook(&file, b.tournament, catalog.Language(b.language).T); err != nil {
			t.Fatalf("%s: %v", b.name, err)
		}
		if err := os.WriteFile(filepath.Join(dir, b.name+".xlsx"), withoutValues(t, file.Bytes()), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, b.name+".written"), file.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		names = append(names, b.name)
	}
	convert := func(to string) {
		args := []string{"-env:UserInstallation=file://" + filepath.Join(dir, "profile"), "--headless", "--convert-to", to, "--outdir", dir}
		for _, name := range names {
			args = append(args, filepath.Join(dir, name+".xlsx"))
		}
		if out, err := exec.Command(office, args...).CombinedOutput(); err != nil {
			t.Fatalf("to %s: %v\n%s", to, err, out)
		}
	}
	convert("pdf:calc_pdf_Export")
	// Semicolons, texts in quotes, UTF-8, numbers as they are, every worksheet.
	convert("csv:Text - txt - csv (StarCalc):59,34,76,1,,1033,true,false,false,false,false,-1")
	for _, name := range names {
		t.Run(name, func(t *testing.T) { checkOpened(t, dir, name) })
	}
}

// TestResultsReturnFromLibreOffice has LibreOffice save a workbook: the sheet
// on which results are entered is read as before.
func TestResultsReturnFromLibreOffice(t *testing.T) {
	office := libreOffice(t)
	var file bytes.Buffer
	if err := (workbook.Occasion{}).WriteWorkbook(&file, large(t), nil); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	name, saved := filepath.Join(dir, "large.xlsx"), filepath.Join(dir, "saved")
	if err := os.WriteFile(name, file.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(office, "-env:UserInstallation=file://"+filepath.Join(dir, "profile"), "--headless", "--convert-to", "xlsx:Calc MS Excel 2007 XML", "--outdir", saved, name).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	again, err := os.ReadFile(filepath.Join(saved, "large.xlsx"))
	if err != nil {
		t.Fatal(err)
	}
	want, _, err := resultsheet.Read(file.Bytes())
	if err != nil || len(want) < 10 {
		t.Fatalf("%d lines: %v", len(want), err)
	}
	got, findings, err := resultsheet.Read(again)
	if diff := cmp.Diff(want, got); diff != "" || len(findings) > 0 || err != nil {
		t.Errorf("(-written +saved):\n%s %v %v", diff, findings, err)
	}
}

// checkOpened compares the cells that LibreOffice saved with the workbook itself.
func checkOpened(t *testing.T, dir, name string) {
	f, err := excelize.OpenFile(filepath.Join(dir, name+".written"), excelize.Options{RawCellValue: true})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	pdf, err := os.ReadFile(filepath.Join(dir, name+".pdf"))
	if err != nil {
		t.Fatal(err)
	}
	if pages, sheets := bytes.Count(pdf, []byte("/Type/Page/")), len(f.GetSheetList()); pages < sheets {
		t.Errorf("%d pages are printed of %d worksheets", pages, sheets)
	}
	if shots := os.Getenv("TOURNEY_SHOTS"); shots != "" {
		if err := os.WriteFile(filepath.Join(shots, name+".pdf"), pdf, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, sheet := range f.GetSheetList() {
		want, err := f.GetRows(sheet)
		if err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(filepath.Join(dir, name+"-"+sheet+".csv"))
		if err != nil {
			t.Errorf("a worksheet is missing: %v", err)
			continue
		}
		if diff := cmp.Diff(trimmed(want), trimmed(readCells(t, text)), cmp.Comparer(sameCell)); diff != "" {
			t.Errorf("%s (-written +opened):\n%s", sheet, diff)
		}
	}
}

// sameCell reports whether a cell as written, where days are numbers, is one as
// LibreOffice saves it, where they are days.
func sameCell(a, b string) bool {
	if a == b {
		return true
	}
	x, err1 := strconv.ParseFloat(a, 64)
	y, err2 := strconv.ParseFloat(b, 64)
	if err1 == nil && err2 == nil && math.Abs(x-y) <= 1e-9*math.Abs(x) {
		return true // but for the last digits
	}
	for _, layout := range []string{"2006-01-02", "2006-01-02 15:04:05", "01/02/2006", "01/02/06", "01/02/2006 15:04:05"} {
		for _, pair := range [][2]string{{a, b}, {b, a}} {
			days, err := strconv.ParseFloat(pair[0], 64)
			if err != nil {
				continue
			}
			if at, err := time.Parse(layout, pair[1]); err == nil && math.Abs(at.Sub(time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC)).Hours()/24-days) < 1e-4 {
				return true
			}
		}
	}
	return false
}

// values are the stored values beside formulas.
var values = regexp.MustCompile(`</f><v>[^<]*</v>`)

// withoutValues removes the values of all formulas from a workbook: every program that opens it has to calculate them.
func withoutValues(t *testing.T, workbook []byte) []byte {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(workbook), int64(len(workbook)))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, part := range z.File {
		r, err := part.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		to, err := w.Create(part.Name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := to.Write(values.ReplaceAll(text, []byte("</f>"))); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// readCells reads what LibreOffice saved; a text in quotes keeps its blanks.
func readCells(t *testing.T, text []byte) [][]string {
	t.Helper()
	r := csv.NewReader(bytes.NewReader(text))
	r.Comma, r.FieldsPerRecord = ';', -1
	rows, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// trimmed leaves out empty cells at the end of rows, and rows without any.
func trimmed(rows [][]string) [][]string {
	var out [][]string
	for _, row := range rows {
		for len(row) > 0 && row[len(row)-1] == "" {
			row = row[:len(row)-1]
		}
		if len(row) > 0 {
			out = append(out, row)
		}
	}
	return out
}

// A workbook is a workbook that LibreOffice has to open.
type book struct {
	name, language string
	tournament     *tournament.Tournament
	occasion       workbook.Occasion
}

func workbooks(t *testing.T) []book {
	t.Helper()
	s := databasetest.Open(t, store.OpenScratch)
	slug, err := demo.Play(t.Context(), s, time.Date(2026, 3, 14, 15, 0, 0, 0, time.UTC))
	if err != nil {
		t.Fatal(err)
	}
	shown, err := director.New(s, time.Now).Snapshot(t.Context(), slug)
	if err != nil {
		t.Fatal(err)
	}
	empty, err := tournament.New(tournament.Info{Slug: "empty", Name: "Empty"}, tournament.Presets()[0].Settings)
	if err != nil {
		t.Fatal(err)
	}
	begun := workbook.Occasion{Made: time.Date(2026, 3, 15, 18, 30, 0, 0, time.UTC)}
	for i := range 60 {
		begun.Log = append(begun.Log, workbook.LogLine{
			Version: 60 - i, At: begun.Made.Add(-time.Duration(i) * time.Minute), By: "Aino", What: "=1+1 Table " + strconv.Itoa(i) + ": Black won",
		})
	}
	list := []book{
		{"demo", "fi", shown.Tournament, workbook.Occasion{Formulas: true, Language: "fi"}},
		{"large", "en", large(t), begun},
		{"teams", "pl", teamEvent(t), begun},
		{"hostile", "cs", hostile(t), begun},
		{"empty", "en", empty, workbook.Occasion{}},
	}
	for i := range 12 {
		list = append(list, book{"sums" + strconv.Itoa(i), []string{"en", "fi", "pl", "cs"}[i%4], summed(i), workbook.Occasion{Formulas: true}})
	}
	return list
}

// summed returns a tournament of any kind, played by any scoring, with all criteria
// that formulas add up.
func summed(seed int) *tournament.Tournament {
	return rapid.Custom(func(t *rapid.T) *tournament.Tournament {
		tn := formattest.AnyTournament(t).Tournament
		tn.Settings.Scoring = formattest.AnyScoring(t)
		tn.Settings.Criteria = []tournament.Criterion{
			tournament.NBW, tournament.MMS, tournament.SOSW, tournament.SOSM, tournament.SOSW1, tournament.SOSM1, tournament.SOSW2, tournament.SOSM2,
			tournament.SODOSW, tournament.SODOSM, tournament.SOSOSW, tournament.SOSOSM, tournament.CUSSW, tournament.CUSSM,
		}
		return tn
	}).Filter(func(tn *tournament.Tournament) bool { return tn.Current() > 1 && len(tn.Players) > 3 }).Example(seed)
}

// entered returns a tournament of these players, all of them there.
func entered(t *testing.T, s tournament.Settings, players []tournament.Player) *tournament.Tournament {
	t.Helper()
	tn, err := tournament.New(tournament.Info{
		Slug: "cup", Name: "Cup & Sons “2026”", Place: "Oulu", Country: "FI", Director: "D'Arc <d>", Zone: "Europe/Helsinki",
		Begin: tournament.DateOf(time.Date(2026, 3, 14, 0, 0, 0, 0, time.UTC)), End: tournament.DateOf(time.Date(2026, 3, 15, 0, 0, 0, 0, time.UTC)),
	}, s)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range players {
		p.Status = tournament.CheckedIn
		if _, err := tn.AddPlayer(p, tournament.AllowNamesakes); err != nil {
			t.Fatal(err)
		}
	}
	return tn
}

// results are all kinds of ends of a game, in turn.
var allResults = []string{"B+R", "W+3.5", "B+T", "W+F", "Jigo", "BothLose", "BothWin", "NotPlayed", "Void", "B+0.5", "W+I", "B+R/unrated", "?"}

// played draws rounds in which player i meets player i+n of the given order, and enters results of all kinds.
func played(t *testing.T, tn *tournament.Tournament, rounds int) {
	t.Helper()
	for n := 1; n <= rounds; n++ {
		var order []tournament.PlayerID
		for i := range tn.Players {
			if p := &tn.Players[i]; p.Plays(n) {
				order = append(order, p.ID)
			}
		}
		var byes []tournament.PlayerID
		if len(order)%2 == 1 {
			byes, order = order[len(order)-1:], order[:len(order)-1]
		}
		half := len(order) / 2
		var games []tournament.Game
		for i := range half {
			games = append(games, tournament.Game{Black: order[i], White: order[half+(i+n)%half], Handicap: i % 4, Komi: 13})
		}
		if err := tn.SetDraft(n, games, byes, tournament.Drawn{}); err != nil {
			t.Fatal(err)
		}
		if err := tn.SetStart(n, time.Date(2026, 3, 14, 7+n, 30, 0, 0, time.UTC)); err != nil {
			t.Fatal(err)
		}
		if err := tn.Publish(n); err != nil {
			t.Fatal(err)
		}
		for i := range tn.Rounds[n-1].Games {
			r, err := tournament.ParseResult(allResults[(i*n+i)%len(allResults)])
			if err != nil {
				t.Fatal(err)
			}
			tn.Rounds[n-1].Games[i].Result = r
		}
	}
}

// large is a congress of 131 players in nine rounds with everything that a workbook can hold.
func large(t *testing.T) *tournament.Tournament {
	s, err := tournament.PresetNamed("egf")
	if err != nil {
		t.Fatal(err)
	}
	s.Rounds, s.Categories = 9, []rank.Rank{rank.Dan1, rank.Kyu(10)}
	s.Criteria = []tournament.Criterion{tournament.MMS, tournament.SOSM, tournament.SODOSM, tournament.DC, tournament.EXT, tournament.ByRank, tournament.ByRating}
	s.PairingCriteria = []tournament.Criterion{tournament.MMS, tournament.SOSM}
	s.Prizes = tournament.Prizes{Currency: "€", Criteria: []tournament.Criterion{tournament.MMS, tournament.NBW}, List: []tournament.Prize{
		{Name: "Main prize", Places: 5, Money: []tournament.Money{1_000_00, 600_00, 333_33, 200_00, 100_00}},
		{Name: "Best junior", Tag: "junior", Places: 2, Money: []tournament.Money{50_00}},
		{Name: "1–5 kyu", Strongest: rank.Kyu1, Weakest: rank.Kyu(5), Places: 3, AllRounds: true},
		{Name: "Six wins", Wins: 6, Money: []tournament.Money{20_00}},
		{Name: "Best professional", Weakest: rank.Pro1, Places: 1, Money: []tournament.Money{500_00}},
	}}
	var players []tournament.Player
	for i := range 131 {
		p := tournament.Player{
			Family: fmt.Sprintf("Virtanen-Österberg%d", i), Given: "Anna-Liisa", Rank: rank.FromIndex(6 - i/4), Club: []string{"Helsinki", "Żółw", "北京"}[i%3],
			Country: []string{"FI", "PL", "CZ", "SE", "NO", "JP", ""}[i%7], EGD: fmt.Sprintf("0%07d", i),
		}
		if i%5 == 0 {
			p.Rating = rank.Points(2700 - 25*i)
		}
		if i%9 == 0 {
			p.Tags = []string{"junior", "student"}
		}
		if i%11 == 3 {
			p.Absent = p.Absent.With(1 + i%9)
		}
		players = append(players, p)
	}
	tn := entered(t, s, players)
	played(t, tn, 9)
	return tn
}

// teamEvent is a match of four teams of three.
func teamEvent(t *testing.T) *tournament.Tournament {
	s, err := tournament.PresetNamed("swiss")
	if err != nil {
		t.Fatal(err)
	}
	s.Teams.Boards = 3
	s.Criteria = tournament.DefaultTeamCriteria(tournament.Swiss, 3)
	var players []tournament.Player
	for i := range 12 {
		players = append(players, tournament.Player{Family: string(rune('A'+i)) + "-player", Given: "Gi", Rank: rank.Kyu(1 + i), Country: "PL"})
	}
	tn := entered(t, s, players)
	for i := range 4 {
		members := []tournament.PlayerID{tournament.PlayerID(3*i + 1), tournament.PlayerID(3*i + 2), tournament.PlayerID(3*i + 3)}
		if _, err := tn.SetTeam(tournament.Team{Name: "Team " + strconv.Itoa(i+1), Members: members}); err != nil {
			t.Fatal(err)
		}
	}
	played(t, tn, 2)
	return tn
}

// hostile is full of names that spreadsheets take for something else, and of scripts from far away.
func hostile(t *testing.T) *tournament.Tournament {
	var players []tournament.Player
	for i, name := range []string{
		`=1+1`, `=HYPERLINK("http://example.org";"x")`, `+358 40`, `-2`, `@SUM(A1:A9)`, `=cmd|' /C calc'!A0`, `'quoted`, `"double"`, `<b>&amp;</b>`,
		`1-3`, `00042`, `1e9`, `TRUE`, `2026-03-14`, `3/14`, `_x0041_`, `]]>`, `山田 太郎`, `Žluťoučký`, `Журавлёв`, `김민수`, `שלום`, `محمد`, `👩‍👩‍👧`,
		strings.Repeat("W", 100), `a;b,c`,
	} {
		players = append(players, tournament.Player{Family: name, Given: []string{"", "=A1"}[i%2], Rank: rank.Kyu(1 + i), Club: name, EGD: "00000012"})
	}
	tn := entered(t, tournament.Presets()[0].Settings, slices.Clone(players))
	tn.Settings.Prizes = tournament.Prizes{Currency: "=€", List: []tournament.Prize{{Name: "=1+1", Places: 3, Tag: "@x"}, {Name: "-5", Places: 30}}}
	played(t, tn, 3)
	return tn
}
