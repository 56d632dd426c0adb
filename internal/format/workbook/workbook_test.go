package workbook

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/xuri/excelize/v2"

	"tourney/internal/format/file"
	"tourney/internal/format/opengotha"
	"tourney/internal/format/xmltree"
	"tourney/internal/rank"
	"tourney/internal/results"
	"tourney/internal/testkit/formattest"
	"tourney/internal/testkit/golden"
	"tourney/internal/tournament"
)

// openWorkbook writes a tournament as a workbook and opens it.
func openWorkbook(t testing.TB, tn *tournament.Tournament, label file.Label) *excelize.File {
	t.Helper()
	var b bytes.Buffer
	if err := (Occasion{}).WriteWorkbook(&b, tn, label); err != nil {
		t.Fatal(err)
	}
	f, err := excelize.OpenReader(&b)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	})
	return f
}

// standingsOf reads the wall list of a workbook: name, place, scores, cells.
func standingsOf(t testing.TB, f *excelize.File, rounds int) []string {
	t.Helper()
	rows, err := f.GetRows("standings", excelize.Options{RawCellValue: true})
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	first := slices.Index(rows[headRow-1], "short 1")
	if first < 0 {
		t.Fatalf("no rounds: %q", rows[:min(len(rows), headRow)])
	}
	for _, r := range rows[headRow:] {
		scores, cells := strings.Join(r[first+rounds:], " "), strings.Join(r[first:first+rounds], " ")
		out = append(out, strings.Join([]string{strings.TrimSpace(r[2] + " " + r[3]), r[1], scores, cells}, " | "))
	}
	return out
}

func standingsIn(tn *tournament.Tournament) []string {
	s := results.After(tn, tn.Current())
	var out []string
	for _, r := range s.Rows {
		var scores, cells []string
		for i := range r.Scores {
			scores = append(scores, r.Text(i))
		}
		for _, c := range r.Cells {
			cells = append(cells, c.String())
		}
		out = append(out, strings.Join([]string{tn.Player(r.Player).Name(), strconv.Itoa(r.Place), strings.Join(scores, " "), strings.Join(cells, " ")}, " | "))
	}
	return out
}

func TestWorkbookHoldsTheStandings(t *testing.T) {
	for _, tt := range formattest.GothaSamples {
		tn, _, err := opengotha.Read(formattest.GothaFile(t, tt.Name))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(standingsIn(tn), standingsOf(t, openWorkbook(t, tn, nil), tt.Rounds)); diff != "" {
			t.Errorf("%s (-standings +workbook):\n%s", tt.Name, diff)
		}
	}
}

func TestWorkbookIsMadeForPeople(t *testing.T) {
	tn := formattest.Small(t)
	asked := map[string]bool{}
	f := openWorkbook(t, tn, func(key string, args ...any) string {
		asked[key] = true
		return strings.TrimSpace(key[strings.IndexByte(key, '.')+1:] + " " + strings.Trim(fmt.Sprint(args...), "[]"))
	})
	want := []string{"summary", "standings", "round 1", "round 2", "results.name", "crosstable", "players", "ratings", "tournament"}
	if diff := cmp.Diff(want, f.GetSheetList()); diff != "" {
		t.Errorf("sheets (-want +got):\n%s", diff)
	}
	for _, tt := range []struct{ sheet, cell, value string }{
		{"summary", "A1", "Spring & Cup"}, {"summary", "B5", `=HYPERLINK("http://example.org")`},
		{"standings", "A1", "Spring & Cup"}, {"standings", "A2", "after 2 · version 17"},
		{"standings", "C5", `=HYPERLINK("http://example.org")`}, {"standings", "D5", "Eve"}, {"standings", "H5", "+1"}, {"standings", "I5", "00012345"},
		{"round 1", "B5", "@Berg"}, {"round 1", "C5", "Bo"}, {"round 1", "H5", "3"}, {"round 1", "I5", "0.5"}, {"round 1", "J5", "W+3.5"},
		{"round 1", "B6", "-Černý"}, {"round 1", "E6", "cell.bye"},
		{"round 2", "J5", "Jigo"},
		{"players", "A5", "-Černý"}, {"players", "H5", "2, 4"}, {"players", "I5", "junior"}, {"players", "G6", "00012345"}, {"players", "D6", "-200"},
		{"crosstable", "B5", `=HYPERLINK("http://example.org") Eve`},
	} {
		t.Run(tt.sheet+" "+tt.cell, func(t *testing.T) {
			got, err := f.GetCellValue(tt.sheet, tt.cell)
			if err != nil || got != tt.value {
				t.Errorf("%s %s is %q, want %q (%v)", tt.sheet, tt.cell, got, tt.value, err)
			}
			if formula, err := f.GetCellFormula(tt.sheet, tt.cell); formula != "" || err != nil {
				t.Errorf("%s %s holds a formula %q %v", tt.sheet, tt.cell, formula, err)
			}
		})
	}
	for _, tt := range []struct {
		sheet, cell string
		kind        excelize.CellType
	}{
		{"standings", "B5", excelize.CellTypeUnset}, {"standings", "L5", excelize.CellTypeUnset}, {"round 1", "I5", excelize.CellTypeUnset},
		{"players", "D6", excelize.CellTypeUnset}, {"players", "G6", excelize.CellTypeInlineString}, {"standings", "I5", excelize.CellTypeInlineString},
		{"players", "E5", excelize.CellTypeUnset}, {"players", "G5", excelize.CellTypeUnset}, // empty, not an empty text
	} {
		t.Run("type of "+tt.sheet+" "+tt.cell, func(t *testing.T) {
			// Numbers carry no type in the file; texts do.
			if kind, err := f.GetCellType(tt.sheet, tt.cell); kind != tt.kind || err != nil {
				t.Errorf("%s %s has type %v, want %v (%v)", tt.sheet, tt.cell, kind, tt.kind, err)
			}
		})
	}
	facts, err := f.GetRows("tournament")
	if err != nil {
		t.Fatal(err)
	}
	text := fmt.Sprint(facts)
	for _, want := range []string{"[begin 2026-03-14]", "[end 2026-03-15]", "[start 2 2026-03-14 14:15]", "[komi 6.5]", "[version 17]"} {
		if !strings.Contains(text, want) {
			t.Errorf("the facts lack %s: %s", want, text)
		}
	}
	for _, sheet := range f.GetSheetList() {
		rows, err := f.GetRows(sheet)
		if err != nil {
			t.Fatal(err)
		}
		if text := fmt.Sprint(rows); strings.Contains(text, "secret") || strings.Contains(text, "bo@") {
			t.Errorf("%s tells what only directors may see", sheet)
		}
		checkPage(t, f, sheet)
	}
	if !asked["column.round.short"] || !asked["system.mcmahon"] || !asked["player.status.checked-in"] {
		t.Errorf("titles asked for: %v", asked)
	}
}

// checkPage checks the freezing and printing of a sheet.
func checkPage(t *testing.T, f *excelize.File, sheet string) {
	t.Helper()
	// Sheets of several tables scroll as a whole, and fit on one page.
	several := map[string]bool{"summary": true, "tournament": true}
	panes, err := f.GetPanes(sheet)
	if err != nil || panes.Freeze == several[sheet] || panes.Freeze && panes.YSplit != headRow {
		t.Errorf("%s: panes %+v %v", sheet, panes, err)
	}
	// Narrow sheets are in portrait.
	landscape := map[string]bool{"standings": true, "round 1": true, "round 2": true, "results.name": true, "players": true, "ratings": true}
	layout, err := f.GetPageLayout(sheet)
	if err != nil || (*layout.Orientation == "landscape") != landscape[sheet] || *layout.FitToWidth != 1 || *layout.FitToHeight == 1 != several[sheet] {
		t.Errorf("%s: %s, %d × %d pages %v", sheet, *layout.Orientation, *layout.FitToWidth, *layout.FitToHeight, err)
	}
	props, err := f.GetSheetProps(sheet)
	if err != nil || !*props.FitToPage {
		t.Errorf("%s: props %+v %v", sheet, props, err)
	}
	around, err := f.GetHeaderFooter(sheet)
	if err != nil || around.OddHeader != "" || !strings.Contains(around.OddFooter, "Spring && Cup") || !strings.Contains(around.OddFooter, "&P&N") || !strings.Contains(around.OddFooter, "17") {
		t.Errorf("%s: header and footer %+v %v", sheet, around, err)
	}
	repeated, areas := 0, 0
	for _, n := range f.GetDefinedName() {
		if n.Name == "_xlnm.Print_Titles" && n.Scope == sheet && strings.HasSuffix(n.RefersTo, "!$1:$4") {
			repeated++
		}
		if n.Name == "_xlnm.Print_Area" && n.Scope == sheet && strings.HasPrefix(n.RefersTo, quoted(sheet)+"$A$1:$") {
			areas++
		}
	}
	if repeated == 1 == several[sheet] || areas != 1 {
		t.Errorf("%s: titles are repeated by %d names, printed by %d", sheet, repeated, areas)
	}
}

func TestCrossTableMirrors(t *testing.T) {
	tn := formattest.Small(t)
	rows, err := openWorkbook(t, tn, nil).GetRows("crosstable")
	if err != nil {
		t.Fatal(err)
	}
	line := map[string][]string{}
	for _, r := range rows[headRow:] {
		line[r[1]] = r
	}
	eve, bo := line[tn.Players[0].Name()], line[tn.Players[1].Name()]
	column := func(r []string) int { n, _ := strconv.Atoi(r[0]); return n + 1 }
	if got := eve[column(bo)]; got != "+1 =2" {
		t.Errorf("the first against the second: %q", got)
	}
	if got := bo[column(eve)]; got != "-1 =2" {
		t.Errorf("the second against the first: %q", got)
	}
}

func TestSheetNamesAreAllowed(t *testing.T) {
	b := &book{taken: map[string]bool{}}
	for _, tt := range []struct{ name, want string }{
		{"Round 1", "Round 1"}, {"ROUND 1", "ROUND 1 2"}, {"a/b:c[d]?*", "a-b-c-d---"}, {"'quoted'", "quoted"}, {"", "-"},
		{strings.Repeat("ż", 40), strings.Repeat("ż", 31)}, {strings.Repeat("Ż", 40), strings.Repeat("Ż", 29) + " 2"},
	} {
		if got := b.sheetName(tt.name); got != tt.want {
			t.Errorf("%q becomes %q, want %q", tt.name, got, tt.want)
		}
	}
}

// The workbook contains independently computed standings after every round.
func TestWorkbookEqualsDerivedStandings(t *testing.T) {
	for _, tt := range formattest.GothaSamples {
		tn, _, err := opengotha.Read(formattest.GothaFile(t, tt.Name))
		if err != nil {
			t.Fatal(err)
		}
		_, rows := golden.Lines(t, "opengotha", "derived", tt.Name+"_standings.csv")
		first := 3 // in Swiss tournaments the wins are the first criterion
		if tt.System == tournament.McMahon {
			first = 4
		}
		for n := 1; n <= tt.Rounds; n++ {
			want := map[string]string{}
			for _, r := range rows {
				if r[0] == strconv.Itoa(n) {
					want[r[2]] = r[1] + " | " + strings.Join(r[first:], " ")
				}
			}
			before := tn.Clone()
			before.Rounds = before.Rounds[:n]
			got := map[string]string{}
			for _, line := range standingsOf(t, openWorkbook(t, before, nil), n) {
				parts := strings.Split(line, " | ")
				got[parts[0]] = parts[1] + " | " + parts[2]
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s after round %d (-derived +workbook):\n%s", tt.Name, n, diff)
			}
		}
	}
}

func TestWideCrossTableRepeatsTheNames(t *testing.T) {
	for _, tt := range []struct {
		players, across int
		titles          string
	}{{40, 1, "'crosstable'!$1:$4"}, {131, 3, "'crosstable'!$A:$B,'crosstable'!$1:$4"}} { // readable
		t.Run(fmt.Sprintf("%d players", tt.players), func(t *testing.T) {
			tn := formattest.Club(t)
			tn.Info.Name = strings.Repeat("&", 200)
			for i := range tt.players {
				if _, err := tn.AddPlayer(tournament.Player{Family: strings.Repeat("W", 100), Given: strconv.Itoa(i), Rank: rank.Kyu1}, tournament.AllowNamesakes); err != nil {
					t.Fatal(err)
				}
			}
			f := openWorkbook(t, tn, nil)
			layout, err := f.GetPageLayout("crosstable")
			if err != nil || *layout.FitToWidth != tt.across || *layout.Orientation != "landscape" {
				t.Errorf("%d players go on %d pages, want %d (%v)", tt.players, *layout.FitToWidth, tt.across, err)
			}
			found := false
			for _, n := range f.GetDefinedName() {
				found = found || n.Scope == "crosstable" && n.RefersTo == tt.titles
			}
			if !found {
				t.Errorf("%d players: names are not repeated: %v", tt.players, f.GetDefinedName())
			}
		})
	}
}

func TestWorkbookProperties(t *testing.T) {
	made := time.Date(2026, 5, 3, 14, 0, 0, 0, time.FixedZone("", 3*3600))
	for _, tt := range []struct {
		at   time.Time
		want string
	}{{made, "2026-05-03T11:00:00Z"}, {time.Time{}, lastEntry(formattest.SixPlayers(t)).UTC().Format(time.RFC3339)}} {
		t.Run(fmt.Sprintf("made at %s", tt.at), func(t *testing.T) {
			var b bytes.Buffer
			if err := (Occasion{Made: tt.at}).WriteWorkbook(&b, formattest.SixPlayers(t), nil); err != nil {
				t.Fatal(err)
			}
			f, err := excelize.OpenReader(&b)
			if err != nil {
				t.Fatal(err)
			}
			props, err := f.GetDocProps()
			if err != nil {
				t.Fatal(err)
			}
			if props.Created != tt.want || props.Modified != tt.want || props.LastModifiedBy != "tourney" {
				t.Errorf("made at %s: created %q, modified %q by %q", tt.at, props.Created, props.Modified, props.LastModifiedBy)
			}
			if err := f.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

// everySheet returns a workbook with every kind of worksheet.
func everySheet(t testing.TB) []byte {
	t.Helper()
	tn := formattest.Small(t)
	tn.Settings.Prizes = tournament.Prizes{Currency: "€", Criteria: []tournament.Criterion{tournament.NBW}, List: []tournament.Prize{
		{Name: "Main", Places: 2, Money: []tournament.Money{100_00, 33_33}}, {Name: "=Kyu", Strongest: rank.Kyu1, Places: 1, Money: []tournament.Money{20_00}},
		{Name: "Pro", Weakest: rank.Pro1, Places: 1, Money: []tournament.Money{7_00}}, {Name: "Wins", Wins: 1}, {Name: "Nobody", Wins: 5},
	}}
	tn.Settings.Stages = []tournament.Stage{{From: 4, System: tournament.Knockout}}
	at := time.Date(2026, 3, 14, 12, 0, 0, 0, time.UTC)
	var b bytes.Buffer
	o := Occasion{Made: at, Log: []LogLine{{2, at, "Anna", "=won _x0041_"}, {1, at.Add(-time.Hour), "Bo", "begun"}}}
	if err := o.WriteWorkbook(&b, tn, nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestWorkbookTellsPrizesAndLog(t *testing.T) {
	f, err := excelize.OpenReader(bytes.NewReader(everySheet(t)))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	const eve, bo = `=HYPERLINK("http://example.org")`, "@Berg" // Černý had only a bye
	for sheet, want := range map[string][][]string{
		"title": {
			{"name", "tag", "place", "family", "given", "rank", "country", "club", "money €", "standings"},
			{"Main", "", "1", eve, "Eve", "1d", "", "+1", "100.00", "1"},
			{"Main", "", "2", bo, "Bo", "3k", "", "", "33.33", "3"},
			{"=Kyu", "to 1k", "1", bo, "Bo", "3k", "", "", "20.00", "3"},
			{"Pro", "from 1p", "", "left", "", "", "", "", "7.00"},
			{"Wins", "won 1", "", eve, "Eve", "1d", "", "+1", "", "1"},
			{"Nobody", "won 5", "", "left"},
		},
		"log": {
			{"version", "when", "who", "what"},
			{"2", "2026-03-14 14:00", "Anna", "=won _x0041_"},
			{"1", "2026-03-14 13:00", "Bo", "begun"},
		},
	} {
		t.Run(sheet, func(t *testing.T) {
			rows, err := f.GetRows(sheet)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, rows[headRow-1:]); diff != "" {
				t.Errorf("%s (-want +got):\n%s", sheet, diff)
			}
		})
	}
	settings, err := f.GetRows("tournament")
	if err != nil {
		t.Fatal(err)
	}
	if text := fmt.Sprint(settings); !strings.Contains(text, "[order NBW]") || !strings.Contains(text, "[stage 4 knockout]") {
		t.Errorf("the settings: %s", text)
	}
}

// TestWorkbookParts checks the parts of the archive: all are valid XML, every relation has its part, every part has a
// type, and no formula exists.
func TestWorkbookParts(t *testing.T) {
	data := everySheet(t)
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	parts := map[string]*xmltree.Element{}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		if parts[f.Name] != nil {
			t.Errorf("%s is there twice", f.Name)
		}
		if parts[f.Name], err = xmltree.Parse(text); err != nil {
			t.Errorf("%s: %v", f.Name, err)
		}
	}
	kinds := parts["[Content_Types].xml"]
	for name, root := range parts {
		known := slices.ContainsFunc(kinds.All("Override"), func(e *xmltree.Element) bool { return e.Value("PartName") == "/"+name }) ||
			slices.ContainsFunc(kinds.All("Default"), func(e *xmltree.Element) bool { return strings.HasSuffix(name, "."+e.Value("Extension")) })
		if !known && name != "[Content_Types].xml" {
			t.Errorf("nobody says what %s is", name)
		}
		if len(root.All("f")) > 0 && strings.HasPrefix(name, "xl/worksheets/") {
			t.Errorf("%s holds a formula", name)
		}
		if !strings.HasSuffix(name, ".rels") {
			continue
		}
		folder := path.Dir(path.Dir(name))
		ids := map[string]bool{}
		for _, relation := range root.All("Relationship") {
			target := relation.Value("Target")
			if !strings.HasPrefix(target, "/") {
				target = "/" + path.Join(folder, target)
			}
			if parts[target[1:]] == nil {
				t.Errorf("%s leads to %s, which is not there", name, target)
			}
			if id := relation.Value("Id"); ids[id] {
				t.Errorf("%s has %s twice", name, id)
			} else {
				ids[id] = true
			}
		}
	}
	for _, e := range kinds.All("Override") {
		if parts[e.Value("PartName")[1:]] == nil {
			t.Errorf("%s has a kind and is not there", e.Value("PartName"))
		}
	}
	names := map[string]bool{}
	for _, e := range parts["xl/workbook.xml"].All("sheet") {
		name := strings.ToLower(e.Value("name"))
		if names[name] || utf8.RuneCountInString(name) > 31 {
			t.Errorf("the worksheet %q", name)
		}
		names[name] = true
	}
	if len(names) != 12 && len(names) != 13 {
		t.Errorf("%d worksheets", len(names))
	}
}

// TestWorkbookIsSorted checks that every sheet states its size, that lists can be filtered and sorted, and that no cell
// contains an empty text.
func TestWorkbookIsSorted(t *testing.T) {
	f, err := excelize.OpenReader(bytes.NewReader(everySheet(t)))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	tables, filters := map[string]string{}, map[string]string{}
	for _, n := range f.GetDefinedName() {
		if n.Name == "_xlnm._FilterDatabase" {
			filters[n.Scope] = n.RefersTo
		}
	}
	for _, sheet := range f.GetSheetList() {
		rows, err := f.GetRows(sheet)
		if err != nil {
			t.Fatal(err)
		}
		widest := 0
		for r, row := range rows {
			widest = max(widest, len(row))
			for c, cell := range row {
				at, err := excelize.CoordinatesToCellName(c+1, r+1)
				if err != nil {
					t.Fatal(err)
				}
				if kind, err := f.GetCellType(sheet, at); cell == "" && kind != excelize.CellTypeUnset || err != nil {
					t.Errorf("%s %s holds an empty text (%v)", sheet, at, err)
				}
			}
		}
		want, err := excelize.CoordinatesToCellName(widest, len(rows))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := f.GetSheetDimension(sheet); got != "A1:"+want || err != nil {
			t.Errorf("%s says it is %s, want A1:%s (%v)", sheet, got, want, err)
		}
		found, err := f.GetTables(sheet)
		if err != nil {
			t.Fatal(err)
		}
		for _, table := range found {
			tables[sheet] = strings.ReplaceAll(table.Range, "$", "")
		}
	}
	want := map[string]string{
		"standings": "A4:O7", "round 1": "A4:T6", "round 2": "A4:T6", "players": "A4:J7", "ratings": "A4:M6", "title": "A4:J10",
		"=Kyu": "A4:K6", "name": "A4:M5", "log": "A4:D6",
	}
	if diff := cmp.Diff(want, tables); diff != "" {
		t.Errorf("tables (-want +got):\n%s", diff)
	}
	if len(filters) > 0 {
		t.Errorf("filters without a table: %v", filters)
	}
}

// Standings for secretaries have the rating and every federation's number.
func TestStandingsForSecretaries(t *testing.T) {
	tn := formattest.SixPlayers(t)
	tn.Players[1].Given = ""
	page := standingsSheet(tn, results.After(tn, 3), file.Label(nil).OrKeys())
	l := page.tables[0]
	var titles []string
	for _, h := range l.columns {
		titles = append(titles, h.title)
	}
	want := []string{"no", "place", "family", "given", "rank", "rating", "country", "club", "egd", "ffg", "aga", "short 1", "short 2", "short 3", "MMS", "SOSM", "NBW"}
	if diff := cmp.Diff(want, titles); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := fmt.Sprint(l.rows[0]); !strings.HasPrefix(got, "[1 1 {Aho 1} Aino 2d ") || !strings.Contains(got, " FI Testila 90000001 ") {
		t.Error(got)
	}
	if found, err := openWorkbook(t, tn, nil).GetTables("standings"); err != nil || len(found) != 1 || found[0].Range != fmt.Sprintf("A4:Q%d", headRow+len(l.rows)) {
		t.Errorf("tables %+v (%v)", found, err)
	}
}

// A tournament that was never saved has no version.
func TestConvertedFilesHaveNoVersion(t *testing.T) {
	tn := formattest.Small(t)
	tn.Version = 0
	f := openWorkbook(t, tn, nil)
	for _, sheet := range f.GetSheetList() {
		title, err := f.GetCellValue(sheet, "A2")
		if err != nil {
			t.Fatal(err)
		}
		foot, err := f.GetHeaderFooter(sheet)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(title+foot.OddFooter, "version") || strings.Contains(title, "·") {
			t.Errorf("%s: %q, %q", sheet, title, foot.OddFooter)
		}
	}
	facts, err := f.GetRows("tournament")
	if err != nil || strings.Contains(fmt.Sprint(facts), "version") {
		t.Errorf("%v (%v)", facts, err)
	}
}
