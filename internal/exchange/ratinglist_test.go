package exchange

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/xuri/excelize/v2"
	"pgregory.net/rapid"

	"tourney/internal/fault"
	"tourney/internal/lists"
	"tourney/internal/rank"
	"tourney/internal/tournament"
)

// readAs says how a table was read: where the players begin, and the columns.
func readAs(t *ListTable) string {
	var columns []string
	for _, f := range t.Columns {
		if f == lists.Ignored {
			f = "-"
		}
		columns = append(columns, string(f))
	}
	return fmt.Sprintf("%d %s", t.From, strings.Join(columns, ","))
}

func TestRatingListGuessesColumns(t *testing.T) {
	for text, want := range map[string]string{
		"Name,Vorname,Rang\nAho,Aino,5k":                                                           "2 family,given,rank",
		"Jméno,Třída\nAho Aino,5k":                                                                 "2 family-given,rank",
		"Jméno,Příjmení\nAino,Aho":                                                                 "2 given,family",
		"Nazwisko,Imię,Ranking\nAho,Aino,2100":                                                     "2 family,given,rating",
		"Imię i nazwisko;Stopień;Kraj\nAnna Nowak;5k;Polska\nJan Kowal;4k;PL":                      "2 given-family,rank,country",
		"Testila Open\n\nNimi;Luokitus;EGF-luku;Maksanut\nAho Aino;2d;2190;x":                      "4 family-given,rank,rating,-",
		"Surname\tFirst name\tPIN\tCity\nAho\tAino\t90000001\tTestila":                             "2 family,given,egd,club",
		"Apellido;Nombre;Nivel;GoR\nAho;Aino;x;2190":                                               "2 family,given,-,rating",
		"Aho|Aino|3k|Tes|HU|1680|f|\nBerg|Bo|1d|Lun|SE|2080|p|\n":                                  "1 family,given,rank,club,country,rating,-",
		"Aho Aino;90000001\nBerg Bo;90000002\n":                                                    "1 family-given,egd",
		"Jméno hráče,Město,Síla,GoR,Kód\nAho Aino,Brno,3D,2304,90000001\nBerg Bo,Brno,1 dan,2085,": "2 family-given,club,rank,rating,egd",
		"Nazwisko i imię;Miejscowość;Siła;Skład\nAho Aino;Tes;2 kyu;1\nBerg Bo;;5k;2\n":            "2 family-given,club,rank,-",
		"Name;Rank;Goal\nAho Aino;5k;4k\n":                                                         "2 family-given,rank,-",
		"Ivan Ivanov;3k\nAnna Berg;4k\nPeter Aho;4k\n":                                             "1 given-family,rank",
	} {
		l, err := ReadRatingList([]byte(text), Reading{})
		if err != nil || l.Table == nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if got := readAs(l.Table); got != want {
			t.Errorf("%q is read as %s, want %s", text, got, want)
		}
	}
}

// What a person says about a table counts, and what is not said is found out.
func TestRatingListIsReadAsSaid(t *testing.T) {
	// Windows-1250: Polish and Czech letters that others would spoil.
	const club = "Kto;Sk\xb9d;Si\xb3a\n\xa3ucja Brz\xeak;Polska;1d\nJi\xf8\xed Dvo\xf8\xe1k;\xc8esko;5k\n"
	l, err := ReadRatingList([]byte(club), Reading{Columns: []tournament.Field{lists.GivenFamily, lists.Country, lists.Rank}, From: 2})
	if err != nil {
		t.Fatal(err)
	}
	want := []lists.Entry{
		{Line: 2, Family: "Brzęk", Given: "Łucja", Rank: rank.Dan1, Country: "PL"},
		{Line: 3, Family: "Dvořák", Given: "Jiří", Rank: rank.Kyu(5), Country: "CZ"},
	}
	if diff := cmp.Diff(want, l.List.Entries, cmp.AllowUnexported(rank.Rating{})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if l.Table.Encoding != "Windows-1250" || l.Table.Rows[1][1] != "Polska" || l.Notes[0].Key != "list.charset" {
		t.Errorf("%+v, notes %v", l.Table, l.Notes)
	}
	again, err := ReadRatingList([]byte(club), l.Table.Reading)
	if diff := cmp.Diff(l, again, cmp.AllowUnexported(rank.Rating{})); err != nil || diff != "" {
		t.Errorf("read again by its own reading: %v\n%s", err, diff)
	}

	// One line in another encoding among UTF-8 does not spoil the rest.
	l, err = ReadRatingList([]byte("Name;Rank\nDvořák Jiří;5k\nM\xfcller J\xf6rg;6k\n"), Reading{})
	if err != nil || l.Table.Encoding != "UTF-8" || l.List.Entries[0].Family != "Dvořák" || l.List.Entries[1].Family != "Müller" {
		t.Errorf("mixed: %+v, %v", l, err)
	}

	l, err = ReadRatingList([]byte("kind;class;seen\nfirst;exact;196\nsecond;exact;159\n"), Reading{})
	if !fault.Is(err, "list.columns.names") || l == nil || l.List != nil || len(l.Table.Columns) != 3 || len(l.Table.Rows) != 3 {
		t.Errorf("measurements: %+v, %v", l, err)
	}
}

func TestRatingListReadsWorkbooks(t *testing.T) {
	data := workbook(t, []any{"Our club"}, nil, []any{"Pelaaja", "Luokitus", "Rating", "PIN", "Maa"},
		[]any{"Aho, Aino", "2d", 2190, 90000001, "Suomi"}, nil, []any{"Berg, Bo", "1 dan", 2084.4, "90000002", "SE"}, []any{"Cerny, Cyril", "zz"})
	l, err := ReadRatingList(data, Reading{Encoding: "UTF-16"}) // which workbooks do not have
	if err != nil {
		t.Fatal(err)
	}
	want := []lists.Entry{
		{Line: 4, Family: "Aho", Given: "Aino", Rank: rank.Dan(2), Rating: rank.Points(2190), Figure: "2190", EGD: "90000001", Country: "FI"},
		{Line: 6, Family: "Berg", Given: "Bo", Rank: rank.Dan1, Rating: rank.Points(2084), Figure: "2084.4", EGD: "90000002", Country: "SE"},
		{Line: 7, Family: "Cerny", Given: "Cyril"},
	}
	if diff := cmp.Diff(want, l.List.Entries, cmp.AllowUnexported(rank.Rating{})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if l.List.Format != lists.XLSX || l.Table.Worksheet != "Sheet1" || l.Table.Encoding != "" || readAs(l.Table) != "4 family-given,rank,rating,egd,country" {
		t.Errorf("%q, table %+v", l.List.Format, l.Table)
	}
	if len(l.Table.Rows) != 7 || l.Table.Rows[3][4] != "Suomi" {
		t.Errorf("rows to look at: %q", l.Table.Rows)
	}
	if len(l.Notes) != 1 || l.Notes[0].Line != 7 || l.Notes[0].Key != "list.rank.unreadable" {
		t.Errorf("notes %+v", l.Notes)
	}
}

// A workbook with macros is read like any other, and nothing of them is kept.
func TestRatingListIgnoresMacros(t *testing.T) {
	f, err := excelize.OpenReader(bytes.NewReader(workbook(t, []any{"Name", "Rank"}, []any{"Aho Aino", "2d"})))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	if err := f.AddVBAProject(append([]byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"), make([]byte, 4096)...)); err != nil {
		t.Fatal(err)
	}
	f.Path = "club.xlsm"
	b, err := f.WriteToBuffer()
	if err != nil {
		t.Fatal(err)
	}
	l, err := ReadRatingList(b.Bytes(), Reading{})
	if err != nil || len(l.List.Entries) != 1 || l.List.Entries[0].Family != "Aho" {
		t.Errorf("%+v, %v", l, err)
	}
}

func TestRatingListRefuses(t *testing.T) {
	rows := func(n int) []byte { return []byte("Name;Rank\n" + strings.Repeat("Aho Aino;5k\n", n)) }
	for name, tt := range map[string]struct {
		data []byte
		r    Reading
		key  string
	}{
		"nothing":                     {nil, Reading{}, "file.empty"},
		"one column":                  {[]byte("hello\nworld\n"), Reading{}, "list.unknown"},
		"a picture":                   {[]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00"), Reading{}, "list.unknown"},
		"a web page":                  {[]byte("<html><body>Not found</body></html>"), Reading{}, "list.unknown"},
		"a tournament":                {readTestdata(t, "testdata", "opengotha.xml"), Reading{}, "file.tournament"},
		"a PDF":                       {[]byte("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj"), Reading{}, "file.pdf"},
		"old Excel":                   {[]byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1....W\x00o\x00r\x00k\x00b\x00o\x00o\x00k\x00"), Reading{}, "file.xls"},
		"OpenDocument":                {zipOf(t, "content.xml", "<x/>"), Reading{}, "file.ods"},
		"some archive":                {zipOf(t, "a.txt", "hello"), Reading{}, "list.unknown"},
		"headings alone":              {[]byte("Name;Rank\n"), Reading{}, "list.empty"},
		"an empty workbook":           {workbook(t), Reading{}, "list.unknown"},
		"a cut workbook":              {workbook(t, []any{"Name", "Rank"}, []any{"Aho", "5k"})[:2000], Reading{}, "list.zip"},
		"a broken workbook":           {zipOf(t, "xl/workbook.xml", "<workbook"), Reading{}, "file.xlsx"},
		"a bomb":                      {bomb(t, 60<<20, false), Reading{}, "file.bomb"},
		"a bomb that lies":            {bomb(t, 60<<20, true), Reading{}, "list.unknown"}, // no more is unpacked than it says
		"one row too many":            {rows(lists.MostEntries + 1), Reading{}, "list.rows"},
		"60 MB":                       {make([]byte, 60<<20), Reading{}, "file.large"},
		"no such encoding":            {rows(1), Reading{Encoding: "EBCDIC"}, "sheet.encoding.unknown"},
		"no such field":               {rows(1), Reading{Columns: []tournament.Field{"shoe"}}, "list.columns.what"},
		"two names":                   {rows(1), Reading{Columns: []tournament.Field{lists.FamilyGiven, lists.Given}}, "list.columns.twice"},
		"players below the last row":  {rows(1), Reading{From: 1 << 30}, "list.empty"},
		"players above the first row": {rows(1), Reading{From: -1, Columns: []tournament.Field{lists.Rank}}, "list.columns.names"},
	} {
		if _, err := ReadRatingList(tt.data, tt.r); !fault.Is(err, tt.key) {
			t.Errorf("%s: %v, want %s", name, err, tt.key)
		}
	}
}

// As many rows as a list may have are read, and not one more from text or from
// a workbook.
func TestRatingListOfManyRows(t *testing.T) {
	var text strings.Builder
	text.WriteString("Name;Rank\n")
	for i := range lists.MostEntries {
		fmt.Fprintf(&text, "Aho%d Aino;%dk\n", i, 1+i%30)
	}
	l, err := ReadRatingList([]byte(text.String()), Reading{})
	if err != nil || len(l.List.Entries) != lists.MostEntries || len(l.Table.Rows) != RowsShown+1 {
		t.Errorf("%v", err)
	}
	const many = 20_000
	l, err = ReadRatingList(tall(t, many), Reading{})
	if err != nil || len(l.List.Entries) != many || len(l.Table.Rows) != RowsShown+1 {
		t.Errorf("a workbook: %v", err)
	}
	if _, err = ReadRatingList(tall(t, lists.MostEntries+rowsAbove), Reading{}); !fault.Is(err, "sheet.rows") {
		t.Errorf("a workbook of more rows: %v", err)
	}
	if _, err = ReadRatingList(tall(t, 2*lists.MostEntries), Reading{}); !fault.Is(err, "file.bomb") {
		t.Errorf("a workbook of far more rows: %v", err)
	}
}

// tall returns a workbook of headings and n players.
func tall(t testing.TB, n int) []byte {
	t.Helper()
	var sheet strings.Builder
	sheet.WriteString(`<?xml version="1.0" encoding="UTF-8"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>`)
	row := func(name, grade string) {
		fmt.Fprintf(&sheet, `<row><c t="inlineStr"><is><t>%s</t></is></c><c t="inlineStr"><is><t>%s</t></is></c></row>`, name, grade)
	}
	row("Name", "Rank")
	for i := range n {
		row("Aho"+strconv.Itoa(i)+" Aino", "5k")
	}
	sheet.WriteString(`</sheetData></worksheet>`)
	return withSheet(t, []byte(sheet.String()))
}

// The lists of federations need no confirmation.
func TestRatingListOfFederations(t *testing.T) {
	dir := os.Getenv("TOURNEY_TESTDATA")
	if dir == "" {
		if os.Getenv("CI") == "true" {
			t.Fatal("TOURNEY_TESTDATA is not set")
		}
		t.Skip("TOURNEY_TESTDATA is not set: no rating lists to read")
	}
	for name, want := range map[string]int{
		"synthetic-allworld_lp.html": 20000, "synthetic-allworld_lp.zip": 20000, "synthetic-ech_ffg_V3.txt": 3005,
		"synthetic-TDListA.txt": 3000, "synthetic-EGF-20260315.json": 1000,
	} {
		data, err := os.ReadFile(filepath.Join(dir, "ratings", name))
		if err != nil {
			t.Fatal(err)
		}
		l, err := ReadRatingList(data, Reading{})
		if err != nil || l.Table != nil || len(l.List.Entries) != want {
			t.Errorf("%s: %+v, %v", name, l, err)
		}
	}
}

// The same cells read the same from text and from a workbook.
func TestRatingListTextAndWorkbookAgree(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		text := "Name;Rank;Country\n"
		rows := [][]any{{"Name", "Rank", "Country"}}
		for range rapid.IntRange(1, 5).Draw(rt, "rows") {
			row := []any{
				rapid.StringMatching(`[A-ZÄŁ][a-zäł]{1,8}, [A-Z][a-z]{1,5}`).Draw(rt, "name"),
				rapid.SampledFrom([]string{"5k", "1d", "?", "2 dan", "xyz", ""}).Draw(rt, "rank"),
				rapid.SampledFrom([]string{"FI", "Polska", ""}).Draw(rt, "country"),
			}
			rows = append(rows, row)
			text += fmt.Sprintf("%s;%s;%s\n", row...)
		}
		a, err := ReadRatingList([]byte(text), Reading{})
		if err != nil {
			rt.Fatal(err)
		}
		b, err := ReadRatingList(workbook(t, rows...), Reading{})
		if err != nil {
			rt.Fatal(err)
		}
		if diff := cmp.Diff(a.List.Entries, b.List.Entries, cmp.AllowUnexported(rank.Rating{})); diff != "" {
			rt.Fatalf("(-text +workbook):\n%s", diff)
		}
	})
}

func FuzzReadRatingList(f *testing.F) {
	f.Add([]byte("Name;Rank\nAho, Aino;5k\n"), "", 0, "")
	f.Add([]byte("Kto;Si\xb3a\n\xa3ucja Brz\xeak;1d\n"), "Windows-1250", 2, "given-family,rank")
	f.Add(workbook(f, []any{"Name", "Rank"}, []any{"Aho", "5k"}), "", 1, "family-given")
	f.Add(zipOf(f, "list.txt", "Aho, Aino\t90001\tFull\t3.7\t\t\t\n"), "", 0, "")
	f.Fuzz(func(t *testing.T, data []byte, encoding string, from int, columns string) {
		r := Reading{Encoding: encoding, From: from}
		for _, c := range strings.FieldsFunc(columns, func(r rune) bool { return r == ',' }) {
			r.Columns = append(r.Columns, tournament.Field(c))
		}
		l, err := ReadRatingList(data, r)
		if err != nil {
			if _, ok := fault.As(err); !ok {
				t.Fatalf("not a fault: %v", err)
			}
			if l != nil && (l.Table == nil || l.List != nil) {
				t.Fatalf("beside a fault: %+v", l)
			}
			return
		}
		if len(l.List.Entries) == 0 {
			t.Fatal("a list without players")
		}
	})
}

func BenchmarkReadRatingList(b *testing.B) {
	var text strings.Builder
	text.WriteString("Name;Rank\n")
	for i := range 60_000 {
		fmt.Fprintf(&text, "Aho%d Aino;5k\n", i)
	}
	for name, data := range map[string][]byte{"text": []byte(text.String()), "workbook": tall(b, 60_000)} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := ReadRatingList(data, Reading{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
