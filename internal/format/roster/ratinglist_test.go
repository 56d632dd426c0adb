package roster

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/xuri/excelize/v2"
	"pgregory.net/rapid"

	"tourney/internal/fault"
	"tourney/internal/format/ratinglist"
	"tourney/internal/rank"
	"tourney/internal/testkit/formattest"
	"tourney/internal/tournament"
)

// readAs describes how a table was read: the first row of players, and the columns.
func readAs(t *ListTable) string {
	var columns []string
	for _, f := range t.Columns {
		if f == ratinglist.Ignored {
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
		t.Run(text, func(t *testing.T) {
			l, err := ReadList([]byte(text), Reading{})
			if err != nil || l.Table == nil {
				t.Errorf("%q: %v", text, err)
				return
			}
			if got := readAs(l.Table); got != want {
				t.Errorf("%q is read as %s, want %s", text, got, want)
			}
		})
	}
}

// A person's reading of a table counts; other fields are detected.
func TestRatingListIsReadAsSaid(t *testing.T) {
	// Windows-1250: Polish and Czech letters that other encodings would spoil.
	const club = "Kto;Sk\xb9d;Si\xb3a\n\xa3ucja Brz\xeak;Polska;1d\nJi\xf8\xed Dvo\xf8\xe1k;\xc8esko;5k\n"
	l, err := ReadList([]byte(club), Reading{Columns: []tournament.Field{ratinglist.GivenFamily, ratinglist.Country, ratinglist.Rank}, From: 2})
	if err != nil {
		t.Fatal(err)
	}
	want := []ratinglist.Entry{
		{Line: 2, Family: "Brzęk", Given: "Łucja", Rank: rank.Dan1, Country: "PL"},
		{Line: 3, Family: "Dvořák", Given: "Jiří", Rank: rank.Kyu(5), Country: "CZ"},
	}
	if diff := cmp.Diff(want, l.List.Entries, cmp.AllowUnexported(rank.Rating{})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if l.Table.Encoding != "Windows-1250" || l.Table.Rows[1][1] != "Polska" || l.Findings[0].Key != "ratinglist.charset" {
		t.Errorf("%+v, findings %v", l.Table, l.Findings)
	}
	again, err := ReadList([]byte(club), l.Table.Reading)
	if diff := cmp.Diff(l, again, cmp.AllowUnexported(rank.Rating{})); err != nil || diff != "" {
		t.Errorf("read again by its own reading: %v\n%s", err, diff)
	}

	// One line in another encoding among UTF-8 does not spoil the rest.
	l, err = ReadList([]byte("Name;Rank\nDvořák Jiří;5k\nM\xfcller J\xf6rg;6k\n"), Reading{})
	if err != nil || l.Table.Encoding != "UTF-8" || l.List.Entries[0].Family != "Dvořák" || l.List.Entries[1].Family != "Müller" {
		t.Errorf("mixed: %+v, %v", l, err)
	}

	l, err = ReadList([]byte("kind;class;seen\nfirst;exact;196\nsecond;exact;159\n"), Reading{})
	if !fault.Is(err, "ratinglist.columns.names") || l == nil || l.List != nil || len(l.Table.Columns) != 3 || len(l.Table.Rows) != 3 {
		t.Errorf("measurements: %+v, %v", l, err)
	}
}

func TestRatingListReadsWorkbooks(t *testing.T) {
	data := formattest.Workbook(t, []any{"Our club"}, nil, []any{"Pelaaja", "Luokitus", "Rating", "PIN", "Maa"},
		[]any{"Aho, Aino", "2d", 2190, 90000001, "Suomi"}, nil, []any{"Berg, Bo", "1 dan", 2084.4, "90000002", "SE"}, []any{"Cerny, Cyril", "zz"})
	l, err := ReadList(data, Reading{Encoding: "UTF-16"}) // which workbooks do not have
	if err != nil {
		t.Fatal(err)
	}
	want := []ratinglist.Entry{
		{Line: 4, Family: "Aho", Given: "Aino", Rank: rank.Dan(2), Rating: rank.Points(2190), Figure: "2190", EGD: "90000001", Country: "FI"},
		{Line: 6, Family: "Berg", Given: "Bo", Rank: rank.Dan1, Rating: rank.Points(2084), Figure: "2084.4", EGD: "90000002", Country: "SE"},
		{Line: 7, Family: "Cerny", Given: "Cyril"},
	}
	if diff := cmp.Diff(want, l.List.Entries, cmp.AllowUnexported(rank.Rating{})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if l.List.Format != ratinglist.XLSX || l.Table.Worksheet != "Sheet1" || l.Table.Encoding != "" || readAs(l.Table) != "4 family-given,rank,rating,egd,country" {
		t.Errorf("%q, table %+v", l.List.Format, l.Table)
	}
	if len(l.Table.Rows) != 7 || l.Table.Rows[3][4] != "Suomi" {
		t.Errorf("rows to look at: %q", l.Table.Rows)
	}
	if len(l.Findings) != 1 || l.Findings[0].Line != 7 || l.Findings[0].Key != "ratinglist.rank.unreadable" {
		t.Errorf("findings %+v", l.Findings)
	}
}

// A workbook with macros is read like any other, and the macros are dropped.
func TestRatingListIgnoresMacros(t *testing.T) {
	f, err := excelize.OpenReader(bytes.NewReader(formattest.Workbook(t, []any{"Name", "Rank"}, []any{"Aho Aino", "2d"})))
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
	l, err := ReadList(b.Bytes(), Reading{})
	if err != nil || len(l.List.Entries) != 1 || l.List.Entries[0].Family != "Aho" {
		t.Errorf("%+v, %v", l, err)
	}
}

// The largest permitted number of rows is read, and not one more, from text and from a workbook.
func TestRatingListOfManyRows(t *testing.T) {
	if testing.Short() {
		t.Skip("as many rows as a rating list may have")
	}
	var text strings.Builder
	text.WriteString("Name;Rank\n")
	for i := range ratinglist.MostEntries {
		fmt.Fprintf(&text, "Aho%d Aino;%dk\n", i, 1+i%30)
	}
	l, err := ReadList([]byte(text.String()), Reading{})
	if err != nil || len(l.List.Entries) != ratinglist.MostEntries || len(l.Table.Rows) != rowsShown+1 {
		t.Error(err)
	}
	const many = 20_000
	l, err = ReadList(formattest.Tall(t, many), Reading{})
	if err != nil || len(l.List.Entries) != many || len(l.Table.Rows) != rowsShown+1 {
		t.Errorf("a workbook: %v", err)
	}
	if _, err = ReadList(formattest.Tall(t, ratinglist.MostEntries+rowsAbove), Reading{}); !fault.Is(err, "roster.rows") {
		t.Errorf("a workbook of more rows: %v", err)
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
		a, err := ReadList([]byte(text), Reading{})
		if err != nil {
			rt.Fatal(err)
		}
		b, err := ReadList(formattest.Workbook(t, rows...), Reading{})
		if err != nil {
			rt.Fatal(err)
		}
		if diff := cmp.Diff(a.List.Entries, b.List.Entries, cmp.AllowUnexported(rank.Rating{})); diff != "" {
			rt.Fatalf("(-text +workbook):\n%s", diff)
		}
	})
}

// A column of ranks below unknown headings identifies the columns of a rating list.
func TestRatingListWithUnknownHeadings(t *testing.T) {
	l, err := ReadList([]byte("who;strength;points;where\nAijala Vaino;2k;1911;Hki\nAijanen Vaino;9k;1200;Tku\n"), Reading{})
	if err != nil {
		t.Fatal(err)
	}
	got := l.List.Entries
	if len(got) != 2 || l.Table.From != 2 || got[0].Family != "Aijala" || got[0].Rank != rank.Kyu(2) || got[0].Rating.Points() != 1911 || got[0].Club != "Hki" {
		t.Errorf("columns %v from row %d: %+v", l.Table.Columns, l.Table.From, got)
	}
}
