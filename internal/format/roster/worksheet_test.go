package roster

import (
	"archive/zip"
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/xuri/excelize/v2"

	"tourney/internal/fault"
	"tourney/internal/format/file"
	"tourney/internal/testkit/formattest"
)

func TestSheetReadsWorkbooks(t *testing.T) {
	data := formattest.Workbook(t, []any{"Rank", "Name", "EGD PIN", "Rating", "Absent"}, nil,
		[]any{"2d", "Aho, Aino", 90000001, 2190.4, 2}, []any{"1k", "\u00a0Berg,  Bo\u00a0", "90000002", "", "1-2"})
	s, err := Read(data, formattest.Club(t), Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"Aho|Aino|2d|2190|||90000001|2|||", "Berg|Bo|1k||||90000002|1,2|||"}
	if diff := cmp.Diff(want, lines(s)); diff != "" || s.Worksheet != "Sheet1" || s.Rows[0].Number != 3 {
		t.Errorf("%s %+v", diff, s)
	}
	tn, _, err := ReadPlayers(data)
	if err != nil || len(tn.Players) != 2 || !tn.Players[0].Plays(1) {
		t.Errorf("as a tournament: %+v %v", tn, err)
	}
}

// A player in the very last row of a worksheet, below a million empty ones, is
// read like any other.
func TestSheetReadsTheLastRow(t *testing.T) {
	if testing.Short() {
		t.Skip("a million empty rows")
	}
	f := excelize.NewFile()
	defer func() { _ = f.Close() }()
	for at, row := range map[string][]any{"A1": {"Name", "Rank"}, "A2": {"Aho, Aino", "5k"}, "A1048576": {"Berg, Bo", "2d"}} {
		if err := f.SetSheetRow("Sheet1", at, &row); err != nil {
			t.Fatal(err)
		}
	}
	b, err := f.WriteToBuffer()
	if err != nil {
		t.Fatal(err)
	}
	s, err := Read(b.Bytes(), formattest.Club(t), Options{})
	if err != nil || len(s.Rows) != 2 || s.Rows[1].Number != 1048576 || s.Rows[1].Player.Family != "Berg" {
		t.Errorf("%v, %+v", err, s)
	}
}

func TestSheetTakesTheFirstWorksheetWithRows(t *testing.T) {
	f := excelize.NewFile()
	defer func() { _ = f.Close() }()
	for _, name := range []string{"List", "Fees"} {
		if _, err := f.NewSheet(name); err != nil {
			t.Fatal(err)
		}
		for i, row := range [][]any{{"Name", "Rank"}, {name + ", A", "5k"}} {
			if err := f.SetSheetRow(name, fmt.Sprintf("A%d", i+1), &row); err != nil {
				t.Fatal(err)
			}
		}
	}
	b, err := f.WriteToBuffer()
	if err != nil {
		t.Fatal(err)
	}
	s, err := Read(b.Bytes(), formattest.Club(t), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if s.Worksheet != "List" || len(s.Rows) != 1 || s.Rows[0].Player.Family != "List" {
		t.Errorf("%+v", s)
	}
	if n := s.Findings[0]; n.Key != "roster.worksheets" || !slices.Equal(n.Args, []any{"List", "Fees"}) {
		t.Errorf("finding %+v", n)
	}
}

func TestWorkbooksAreBounded(t *testing.T) {
	if testing.Short() {
		t.Skip("workbooks of many rows and long texts")
	}
	many := make([][]any, mostRows+40)
	for i := range many {
		many[i] = []any{"Aho", i, "5k"}
	}
	repeated := make([][]any, file.MostUnzipped/(mostCell-1)+2) // a workbook keeps one text once
	for i := range repeated {
		repeated[i] = []any{strings.Repeat("x", mostCell-1)}
	}
	for _, tt := range []struct {
		name string
		data []byte
		key  string
	}{
		{"many rows of a workbook", formattest.Workbook(t, many...), "roster.rows"},
		{"one long text in many cells", formattest.Workbook(t, repeated...), "roster.cell"},
		{"bomb that lies about its size", formattest.Bomb(t, 60<<20, true), "roster.empty"}, // unpacking stops at the stated size
	} {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := Read(tt.data, formattest.Club(t), Options{}); !fault.Is(err, tt.key) {
				t.Errorf("got %v, want %s", err, tt.key)
			}
		})
	}
}

func FuzzReadWorkbook(f *testing.F) {
	f.Add(formattest.Workbook(f, []any{"Name", "Rank"}, []any{"Aho", "5k"}))
	f.Fuzz(func(t *testing.T, data []byte) {
		if _, err := Read(data, formattest.Club(t), Options{}); err != nil {
			if _, ok := fault.As(err); !ok {
				t.Fatalf("not a fault: %v", err)
			}
		}
	})
}

// Rows that people hid or struck out are held back with the reason, and days are days in a workbook.
func TestSheetHoldsHiddenRowsBack(t *testing.T) {
	f := excelize.NewFile()
	defer func() { _ = f.Close() }()
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	for i, row := range [][]any{{"Name", "Rank", "Born"}, {"Aho, Aino", "2d", 2008}, {"Berg, Bo", "3d", nil}, {"Cox, Cy", "4d", nil}, {"Day, Di", 46024, 39785}} {
		check(f.SetSheetRow("Sheet1", fmt.Sprintf("A%d", i+1), &row))
	}
	check(f.SetRowVisible("Sheet1", 3, false))
	struck, err := f.NewStyle(&excelize.Style{Font: &excelize.Font{Strike: true}})
	check(err)
	check(f.SetCellStyle("Sheet1", "A4", "A4", struck))
	day, err := f.NewStyle(&excelize.Style{NumFmt: 16})
	check(err)
	check(f.SetCellStyle("Sheet1", "B5", "C5", day))
	b, err := f.WriteToBuffer()
	check(err)
	s, err := Read(b.Bytes(), formattest.Club(t), Options{})
	check(err)
	want := []string{"3/1 warning roster.row.hidden", "4/1 warning roster.row.struck", "5/2 error roster.row.rank.day 2026-01-02"}
	if diff := cmp.Diff(want, problems(s)); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
	if got := lines(s); !strings.HasPrefix(got[1], "(Berg") || !strings.HasPrefix(got[2], "(Cox") || s.Rows[3].Player.Born != 2008 {
		t.Errorf("read %q, born %d", got, s.Rows[3].Player.Born)
	}
	s, err = Read(b.Bytes(), formattest.Club(t), Options{Include: []int{3}})
	check(err)
	if s.Rows[1].Excluded || !s.Rows[1].Held {
		t.Errorf("a hidden row is not taken on purpose: %+v", s.Rows[1])
	}
}

// Of a workbook the first worksheet with players is read, and each of the
// others can be chosen.
func TestSheetOffersAllWorksheets(t *testing.T) {
	f := excelize.NewFile()
	defer func() { _ = f.Close() }()
	for name, rows := range map[string][][]any{
		"Sheet1": {{"Spring Cup"}, {"Contact", "desk@example.org"}},
		"Dan":    {{"Name", "Rank"}, {"Aho, Aino", "2d"}},
		"Kyu":    {{"Name", "Rank"}, {"Berg, Bo", "3k"}},
	} {
		for i, row := range rows {
			if i == 0 && name != "Sheet1" {
				if _, err := f.NewSheet(name); err != nil {
					t.Fatal(err)
				}
			}
			if err := f.SetSheetRow(name, fmt.Sprintf("A%d", i+1), &row); err != nil {
				t.Fatal(err)
			}
		}
	}
	b, err := f.WriteToBuffer()
	if err != nil {
		t.Fatal(err)
	}
	s, err := Read(b.Bytes(), formattest.Club(t), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Worksheets) != 3 || s.Worksheet == "Sheet1" || s.Findings[0].Key != "roster.worksheets" {
		t.Errorf("read %s of %q, %v", s.Worksheet, s.Worksheets, s.Findings)
	}
	for name, player := range map[string]string{"Dan": "Aho|Aino|2d||||||||", "Kyu": "Berg|Bo|3k||||||||"} {
		s, err := Read(b.Bytes(), formattest.Club(t), Options{Worksheet: name})
		if err != nil || !slices.Equal(lines(s), []string{player}) {
			t.Errorf("%s: %v, %v", name, s, err)
		}
	}
}

// bookOf returns a workbook made by do.
func bookOf(t testing.TB, do func(f *excelize.File)) []byte {
	t.Helper()
	f := excelize.NewFile()
	defer func() { _ = f.Close() }()
	do(f)
	b, err := f.WriteToBuffer()
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// fill writes rows into a worksheet of a workbook.
func fill(t testing.TB, f *excelize.File, sheet string, rows ...[]any) {
	t.Helper()
	if _, err := f.NewSheet(sheet); err != nil {
		t.Fatal(err)
	}
	for i, row := range rows {
		if err := f.SetSheetRow(sheet, fmt.Sprintf("A%d", i+1), &row); err != nil {
			t.Fatal(err)
		}
	}
}

// The worksheet on which a workbook opens comes before others, and hidden ones come last.
func TestTheVisibleWorksheetIsRead(t *testing.T) {
	for _, tt := range []struct {
		name   string
		hide   string
		very   bool
		active int
		want   string
		others string
	}{
		{"a hidden first one", "Sheet1", false, 1, "New", "Later"},
		{"a very hidden first one", "Sheet1", true, 1, "New", "Later"},
		{"last year's before the active one", "", false, 1, "New", "Sheet1, Later"},
		{"the last one is active", "New", false, 2, "Later", "Sheet1"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			data := bookOf(t, func(f *excelize.File) {
				for _, name := range []string{"Sheet1", "New", "Later"} {
					fill(t, f, name, []any{"Name", "Rank"}, []any{name + ", Ola", "9k"})
				}
				f.SetActiveSheet(tt.active)
				if tt.hide != "" {
					if err := f.SetSheetVisible(tt.hide, false, tt.very); err != nil {
						t.Fatal(err)
					}
				}
			})
			s, err := Read(data, formattest.Club(t), Options{})
			if err != nil {
				t.Fatal(err)
			}
			others := ""
			for _, f := range s.Findings {
				if f.Key == "roster.worksheets" {
					others = fmt.Sprint(f.Args[1])
				}
			}
			if s.Worksheet != tt.want || others != tt.others || len(s.Worksheets) != 3 {
				t.Errorf("read %s of %q; others are %s", s.Worksheet, s.Worksheets, others)
			}
			if tt.hide == "" {
				return
			}
			if s, err = Read(data, formattest.Club(t), Options{Worksheet: tt.hide}); err != nil || s.Worksheet != tt.hide {
				t.Errorf("asked for %s: %v, %v", tt.hide, s, err)
			}
		})
	}
}

// A number is a rank by the letters in its format, and a day by the calendar of its
// workbook.
func TestFormatsOfCells(t *testing.T) {
	kyu, dan, points, date := `0" kyu"`, `0\d`, `0" points"`, `yyyy\-mm\-dd`
	data := bookOf(t, func(f *excelize.File) {
		fill(t, f, "Sheet1", []any{"Name", "Rank", "Rating", "Born"}, []any{"Aho, Aino", 5, 1600, 31000}, []any{"Berg, Bo", 2, 2200, 32000}, []any{"Cerny, Cy", 4, 1700, 33000})
		for at, format := range map[string]*string{"B2": &kyu, "B3": &dan, "C2": &points, "D2": &date, "D3": &date} {
			style, err := f.NewStyle(&excelize.Style{CustomNumFmt: format})
			if err != nil {
				t.Fatal(err)
			}
			if err := f.SetCellStyle("Sheet1", at, at, style); err != nil {
				t.Fatal(err)
			}
		}
		old := true
		if err := f.SetWorkbookProps(&excelize.WorkbookPropsOptions{Date1904: &old}); err != nil {
			t.Fatal(err)
		}
	})
	s, err := Read(data, formattest.Club(t), Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"Aho|Aino|5k|1600|||||||", "Berg|Bo|2d|2200|||||||", "Cerny|Cy|4k|1700|||||||"}
	if diff := cmp.Diff(want, lines(s)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if a, b := s.Rows[0].Player.Born, s.Rows[1].Player.Born; a != 1988 || b != 1991 {
		t.Errorf("born %d and %d", a, b)
	}
	if got := problems(s); !slices.Equal(got, []string{"4/4 warning roster.row.born 33000", "4/2 warning roster.row.rank.read 4 4k"}) {
		t.Errorf("findings: %q", got)
	}
}

// A cell over several rows counts for each of them; one over several columns of the headings is the heading of the
// first.
func TestMergedCells(t *testing.T) {
	data := bookOf(t, func(f *excelize.File) {
		fill(t, f, "Sheet1", []any{"Name", nil, "Rank", "Club"}, []any{"Aho", "Aino", "2d", "Turku"}, []any{"Berg", "Bo", "3k"}, []any{"Cerny", "Cy", "4k"}, []any{"Day", "Di", "5k", "Lund"}, []any{"Ek", "Eva", "6k"})
		for from, to := range map[string]string{"A1": "B1", "D2": "D4"} {
			if err := f.MergeCell("Sheet1", from, to); err != nil {
				t.Fatal(err)
			}
		}
	})
	s, err := Read(data, formattest.Club(t), Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"Aho|Aino|2d|||Turku|||||", "Berg|Bo|3k|||Turku|||||", "Cerny|Cy|4k|||Turku|||||", "Day|Di|5k|||Lund|||||", "Ek|Eva|6k||||||||"}
	if diff := cmp.Diff(want, lines(s)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// A cell can store the reading of a Chinese or Japanese name beside its text. The reader leaves the reading out, and
// reads escaped letters.
func TestReadingAidsAndEscapes(t *testing.T) {
	const main = `xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"`
	const parts = "http://schemas.openxmlformats.org/package/2006/relationships"
	const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for name, text := range map[string]string{
		"[Content_Types].xml": `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
		"_rels/.rels":         `<Relationships xmlns="` + parts + `"><Relationship Id="r1" Type="` + office + `/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
		"xl/workbook.xml":     `<workbook ` + main + ` xmlns:r="` + office + `"><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels": `<Relationships xmlns="` + parts + `"><Relationship Id="r1" Type="` + office + `/worksheet" Target="worksheets/sheet1.xml"/>` +
			`<Relationship Id="r2" Type="` + office + `/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
		"xl/worksheets/sheet1.xml": `<worksheet ` + main + `><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c></row>` +
			`<row r="2"><c r="A2" t="s"><v>3</v></c><c r="B2" t="s"><v>4</v></c><c r="C2" t="s"><v>5</v></c></row>` +
			`<row r="3"><c r="A3" t="s"><v>6</v></c><c r="B3" t="s"><v>7</v></c><c r="C3" t="s"><v>8</v></c></row></sheetData></worksheet>`,
		"xl/sharedStrings.xml": `<sst ` + main + `><si><t>Family name</t></si><si><t>Given name</t></si><si><t>Rank</t></si>` +
			`<si><t>山田</t><rPh sb="0" eb="2"><t>ヤマダ</t></rPh></si>` +
			`<si><r><t>太</t></r><r><rPr><b/></rPr><t>郎</t></r><rPh sb="0" eb="1"><t>タ</t></rPh></si><si><t>2段</t><rPh sb="1" eb="2"><t>ダン</t></rPh></si>` +
			`<si><t>B_x0065_rg_x000D_</t></si><si><t>B_x005F_x0041_o</t></si><si><t>3k</t></si></sst>`,
	} {
		w, err := z.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	s, err := Read(b.Bytes(), formattest.Club(t), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"山田|太郎|2d||||||||", "Berg|B_x0041_o|3k||||||||"}, lines(s)); diff != "" {
		t.Error(diff)
	}
}
