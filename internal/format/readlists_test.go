package format

import (
	"fmt"
	"strings"
	"testing"

	"tourney/internal/fault"
	"tourney/internal/format/ratinglist"
	"tourney/internal/format/roster"
	"tourney/internal/testkit/formattest"
	"tourney/internal/testkit/golden"
	"tourney/internal/tournament"
)

func TestRatingListRefuses(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	rows := func(n int) []byte { return []byte("Name;Rank\n" + strings.Repeat("Aho Aino;5k\n", n)) }
	for name, tt := range map[string]struct {
		data []byte
		r    roster.Reading
		key  string
	}{
		"nothing":                     {nil, roster.Reading{}, "file.empty"},
		"one column":                  {[]byte("hello\nworld\n"), roster.Reading{}, "ratinglist.unknown"},
		"a picture":                   {[]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00"), roster.Reading{}, "ratinglist.unknown"},
		"a web page":                  {[]byte("<html><body>Not found</body></html>"), roster.Reading{}, "ratinglist.unknown"},
		"a tournament":                {formattest.ReadTestdata(t, "opengotha", "testdata", "opengotha.xml"), roster.Reading{}, "file.tournament"},
		"a PDF":                       {[]byte("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj"), roster.Reading{}, "file.pdf"},
		"old Excel":                   {[]byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1....W\x00o\x00r\x00k\x00b\x00o\x00o\x00k\x00"), roster.Reading{}, "file.xls"},
		"OpenDocument":                {formattest.ZipOf(t, "content.xml", "<x/>"), roster.Reading{}, "file.ods"},
		"some archive":                {formattest.ZipOf(t, "a.txt", "hello"), roster.Reading{}, "ratinglist.unknown"},
		"headings alone":              {[]byte("Name;Rank\n"), roster.Reading{}, "ratinglist.empty"},
		"an empty workbook":           {formattest.Workbook(t), roster.Reading{}, "ratinglist.unknown"},
		"a cut workbook":              {formattest.Workbook(t, []any{"Name", "Rank"}, []any{"Aho", "5k"})[:2000], roster.Reading{}, "ratinglist.zip"},
		"a broken workbook":           {formattest.ZipOf(t, "xl/workbook.xml", "<workbook"), roster.Reading{}, "file.xlsx"},
		"a bomb":                      {formattest.Bomb(t, 60<<20, false), roster.Reading{}, "file.bomb"},
		"a bomb that lies":            {formattest.Bomb(t, 60<<20, true), roster.Reading{}, "ratinglist.unknown"}, // unpacking stops at the stated size
		"one row too many":            {rows(ratinglist.MostEntries + 1), roster.Reading{}, "ratinglist.rows"},
		"60 MB":                       {make([]byte, 60<<20), roster.Reading{}, "file.large"},
		"no such encoding":            {rows(1), roster.Reading{Encoding: "EBCDIC"}, "roster.encoding.unknown"},
		"no such field":               {rows(1), roster.Reading{Columns: []tournament.Field{"shoe"}}, "ratinglist.columns.what"},
		"two names":                   {rows(1), roster.Reading{Columns: []tournament.Field{ratinglist.FamilyGiven, ratinglist.Given}}, "ratinglist.columns.twice"},
		"players below the last row":  {rows(1), roster.Reading{From: 1 << 30}, "ratinglist.empty"},
		"players above the first row": {rows(1), roster.Reading{From: -1, Columns: []tournament.Field{ratinglist.Rank}}, "ratinglist.columns.names"},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := ReadRatingList(tt.data, tt.r); !fault.Is(err, tt.key) {
				t.Errorf("%v, want %s", err, tt.key)
			}
		})
	}
}

// A workbook is not unpacked beyond the size of a rating list.
func TestRatingListOfFarTooManyRows(t *testing.T) {
	if testing.Short() {
		t.Skip("a workbook of twice as many rows as a rating list may have")
	}
	if _, err := ReadRatingList(formattest.Tall(t, 2*ratinglist.MostEntries), roster.Reading{}); !fault.Is(err, "file.bomb") {
		t.Error(err)
	}
}

// The lists of federations need no confirmation.
func TestRatingListOfFederations(t *testing.T) {
	for name, want := range map[string]int{
		"synthetic-allworld_lp.html": 20000, "synthetic-allworld_lp.zip": 20000, "synthetic-ech_ffg_V3.txt": 3005,
		"synthetic-TDListA.txt": 3000, "synthetic-EGF-20260315.json": 1000,
	} {
		t.Run(name, func(t *testing.T) {
			l, err := ReadRatingList(golden.ReadSample(t, "ratings", name), roster.Reading{})
			if err != nil || l.Table != nil || len(l.List.Entries) != want {
				t.Errorf("%+v, %v", l, err)
			}
		})
	}
}

func FuzzReadRatingList(f *testing.F) {
	f.Add([]byte("Name;Rank\nAho, Aino;5k\n"), "", 0, "")
	f.Add([]byte("Kto;Si\xb3a\n\xa3ucja Brz\xeak;1d\n"), "Windows-1250", 2, "given-family,rank")
	f.Add(formattest.Workbook(f, []any{"Name", "Rank"}, []any{"Aho", "5k"}), "", 1, "family-given")
	f.Add(formattest.ZipOf(f, "list.txt", "Aho, Aino\t90001\tFull\t3.7\t\t\t\n"), "", 0, "")
	f.Fuzz(func(t *testing.T, data []byte, encoding string, from int, columns string) {
		r := roster.Reading{Encoding: encoding, From: from}
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
	for name, data := range map[string][]byte{"text": []byte(text.String()), "workbook": formattest.Tall(b, 60_000)} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := ReadRatingList(data, roster.Reading{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
