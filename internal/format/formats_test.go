package format

import (
	"bytes"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tourney/internal/fault"
	"tourney/internal/format/federation"
	"tourney/internal/testkit/formattest"
	"tourney/internal/tournament"
)

// TestFormatsAreWhole checks that a row of the table has all fields that a format needs.
func TestFormatsAreWhole(t *testing.T) {
	tn := formattest.Small(t)
	seen, named := map[string]bool{}, map[string]string{}
	for _, f := range Formats() {
		t.Run(f.Name, func(t *testing.T) {
			if seen[f.Name] || len(f.Extensions) == 0 || f.Media == "" {
				t.Errorf("%+v", f)
			}
			seen[f.Name] = true
			if (f.read != nil || f.readWhole != nil) != (f.Reads != Nothing) || (f.write != nil || f.writeWhole != nil || f.WriteDated != nil || f.Pages) != (f.Writes != Nothing) {
				t.Error("it does not do what it says")
			}
			if got, err := Named(f.Name); f.Writes == Nothing && !fault.Is(err, "format.write") || f.Writes != Nothing && got.Name != f.Name {
				t.Errorf("by its name it is %q, %v", got.Name, err)
			}
			recognised := f.byRoot != nil || f.byJSON != nil || f.byText != nil
			if recognised != (f.Reads == Tournament || f.Reads == Results) {
				t.Error("a file of it is not recognised, or one that is not read")
			}
			if f.Writes == Nothing {
				return
			}
			name := f.FileName(tn)
			if other := named[name]; other != "" {
				t.Errorf("its file is named %s, as that of %s", name, other)
			}
			named[name] = f.Name
			if !slices.ContainsFunc(f.Extensions, func(extension string) bool { return strings.HasSuffix(name, extension) }) {
				t.Errorf("its file is named %s", name)
			}
		})
	}
	for _, body := range []*federation.Body{federation.EGD, federation.FFG, federation.AGA} {
		if !slices.ContainsFunc(Formats(), func(f Format) bool { return f.For == body }) {
			t.Errorf("no format is for %+v", body)
		}
	}
	if _, err := Named("papyrus"); !fault.Is(err, "format.unknown") {
		t.Error(err)
	}
}

// inDocs are the contents in the words of the page about formats, and of "tourney formats".
var inDocs = map[Content]string{
	Nothing: "–", Players: "a list of players", Standings: "lists for people", Times: "the rounds' times", PublicPages: "the public pages",
	Results: "results", Tournament: "the whole tournament",
}

// The page about formats lists exactly the existing formats, with their contents.
func TestFormatsAreDocumented(t *testing.T) {
	doc := string(formattest.ReadTestdata(t, "..", "..", "docs", "formats.md"))
	for _, row := range regexp.MustCompile("(?m)^\\| `([a-z-]+)` \\| `\\.").FindAllStringSubmatch(doc, -1) {
		if !slices.ContainsFunc(Formats(), func(f Format) bool { return f.Name == row[1] }) {
			t.Errorf("%s is documented and is no format: add a row to Formats", row[1])
		}
	}
	for _, f := range Formats() {
		at := strings.Index(doc, "| `"+f.Name+"` | `"+f.Extensions[0]+"`")
		if at < 0 {
			t.Errorf("%s is not documented", f.Name)
			continue
		}
		cells := strings.Split(doc[at:at+strings.IndexByte(doc[at:], '\n')], "|")
		if reads, writes := strings.TrimSpace(cells[3]), strings.TrimSpace(cells[4]); reads != inDocs[f.Reads] || writes != inDocs[f.Writes] {
			t.Errorf("%s: the page says that %q is read and %q written, want %q and %q", f.Name, reads, writes, inDocs[f.Reads], inDocs[f.Writes])
		}
	}
}

// Every format that can be written and read recognises and reads its own files.
func TestWrittenIsRecognised(t *testing.T) {
	tn := formattest.Small(t)
	for i := range tn.Players {
		tn.Players[i].AGA = strconv.Itoa(90001 + i)
	}
	for _, f := range Formats() {
		if f.Writes == Nothing || f.Pages {
			continue
		}
		var b bytes.Buffer
		if _, err := Write(&b, f.Name, tournament.Whole{Tournament: tn}, nil); err != nil {
			t.Errorf("%s: %v", f.Name, err)
			continue
		}
		if f.Reads == Nothing || f.Name == "xlsx" { // a workbook begins with the standings
			continue
		}
		got, err := Recognise(b.Bytes())
		if err != nil || got.Name != f.Name {
			t.Errorf("%s is taken for %s (%v)", f.Name, got.Name, err)
		}
		again, _, err := Read(b.Bytes())
		if err != nil || len(again.Players) != len(tn.Players) {
			t.Errorf("%s: %v", f.Name, err)
		}
	}
	if _, err := Write(&bytes.Buffer{}, "papyrus", tournament.Whole{}, nil); !fault.Is(err, "format.unknown") {
		t.Error(err)
	}
}

func TestFormatForFile(t *testing.T) {
	for name, want := range map[string]string{"a.json": "tourney", "B.XML": "opengotha", "c.d.xlsx": "xlsx", "players.csv": "csv", "standings.csv": "csv",
		"cup.h2": "egd", "cup.H9": "egd", "cup.tou": "ffg", "cup.aga": "aga", "cup.zip": "site", "cup.ics": "calendar",
		"cup-public.xlsx": "xlsx-public", "Cup-Public.XLSX": "xlsx-public", "public.xlsx": "xlsx", "cup-macmahon.xml": "macmahon",
		"cup-standings.csv": "standings-csv", "cup-players.csv": "csv"} {
		if f, err := ForFile(name); err != nil || f.Name != want {
			t.Errorf("%s: %s %v", name, f.Name, err)
		}
	}
	if _, err := ForFile("notes.doc"); !fault.Is(err, "format.extension") {
		t.Error(err)
	}
	_, err := ForFile("Cup.TOUR")
	if f, ok := fault.As(err); !ok || f.Key != "format.write" || f.Args[0] != "pairgoth" {
		t.Errorf("of a format that is only read: %v", err)
	}
}

func TestNamesOfFiles(t *testing.T) {
	_, err := ForFile("notes.doc")
	if f, ok := fault.As(err); !ok || f.Args[1] != ".json, .xml, .xlsx, .csv, .h9, .tou, .aga, .zip, .ics" {
		t.Errorf("the endings known: %v", err)
	}
	for _, tt := range []struct{ format, name, key string }{
		{"csv", "out.csv", ""}, {"csv", "out.TSV", ""}, {"standings-csv", "out.csv", ""}, {"csv", "out", ""}, {"xlsx", "out.dat", ""},
		{"csv", "out.xlsx", "format.mismatch"}, {"tourney", "out.xml", "format.mismatch"}, {"standings-csv", "out.txt", "format.mismatch"},
	} {
		t.Run(tt.format+" into "+tt.name, func(t *testing.T) {
			f, err := Named(tt.format)
			if err != nil {
				t.Fatal(err)
			}
			if err := f.CheckName(tt.name); err == nil != (tt.key == "") || err != nil && !fault.Is(err, tt.key) {
				t.Errorf("%s into %s: %v, want %q", tt.format, tt.name, err, tt.key)
			}
		})
	}
}
