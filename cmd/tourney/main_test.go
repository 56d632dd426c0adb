package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"tourney/internal/app/accounts"
	"tourney/internal/app/director"
	"tourney/internal/data/store"
	"tourney/internal/format/workbook"
)

// short is the patience of a command in a test.
func short() patience {
	p := usual()
	p.held, p.lastReading = 300*time.Millisecond, 0
	p.load.Quiet, p.load.Comparing = 50*time.Millisecond, 60*time.Millisecond
	return p
}

// run runs a command line with that patience.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	return short().run(ctx, args, stdout, stderr)
}

// line runs a command line and returns its exit code and output.
func line(t *testing.T, args ...string) (code int, out, errs string) {
	t.Helper()
	var o, e strings.Builder
	code = run(t.Context(), args, &o, &e)
	return code, o.String(), e.String()
}

// called returns a command line without the folders of its files, as the name of a case.
func called(args ...string) string {
	short := slices.Clone(args)
	for i, arg := range short {
		short[i] = filepath.Base(arg)
	}
	return strings.Join(short, " ")
}

func write(t *testing.T, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestExitCodes(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	t.Parallel()
	missing := filepath.Join(t.TempDir(), "missing.xml")
	good := write(t, "good.csv", "Name;Rank\nSalo Anna;4d\n")
	data := filepath.Join(t.TempDir(), "data.db")
	makeDatabase(t, data, 1)
	for _, tt := range []struct {
		args     []string
		code     int
		expected string
	}{
		{[]string{"help"}, 0, ""},
		{[]string{"--help"}, 0, ""},
		{[]string{"pair", "--help"}, 0, "usage: tourney pair"},
		{[]string{"version"}, 0, ""},
		{[]string{"dance"}, 2, "Unknown command “dance”. “tourney help” lists all commands."},
		{[]string{"standings"}, 2, "tourney: FILE is missing.\nusage: tourney standings"},
		{[]string{"standings", "a", "b"}, 2, "tourney: “b” is one word too many.\nusage: tourney standings"},
		{[]string{"serve", "hall"}, 2, "tourney: “hall” is one word too many.\nusage: tourney serve"},
		{[]string{"standings", "--rond", "3", "a"}, 2, "tourney: Unknown flag --rond. Did you mean --round?\nusage: tourney standings"},
		{[]string{"serve", "--db", missing, "--addr", "8501"}, 2, "--addr is HOST:PORT or :PORT, not “8501”."},
		{[]string{"verify", missing}, 1, "File not found: " + missing}, // nor has serve created it
		{[]string{"pair", "a.xml"}, 2, "--round"},
		{[]string{"import", "a.xml"}, 2, "--db"},
		{[]string{"convert", "a.xml"}, 2, "--to"},
		{[]string{"convert", "a.xml", "a.csv", "--formulas"}, 2, "not for csv"},
		{[]string{"standings", missing}, 1, "File not found: " + missing},
		{[]string{"check", missing}, 1, "File not found: " + missing},
		{[]string{"standings", t.TempDir()}, 1, "is a folder"},
		{[]string{"help", "dance"}, 2, "Unknown command “dance”. “tourney help” lists all commands."},
		{[]string{"serve", "--help"}, 0, "-reset-password"},
		{[]string{"serve", "--help"}, 0, "postgres://NAME@HOST/DATABASE"},
		{[]string{"token", "--help"}, 0, "postgres://NAME@HOST/DATABASE"},
		{[]string{"serve", "--db", "mysql://anna:secret@127.0.0.1:1/go"}, 2, "mysql://… isn't a known address"},
		{[]string{"serve", "--db", "postgres://anna:secret@127.0.0.1:1/go"}, 1, "postgres://anna:xxxxx@127.0.0.1:1/go: No database server answers at 127.0.0.1:1."},
		{[]string{"copy", "--from", data, "--to", "postgres://anna:secret@127.0.0.1:1/go"}, 1, "--to postgres://anna:xxxxx@127.0.0.1:1/go: No database"},
		{[]string{"copy", "--from", "postgres://anna:secret@127.0.0.1:1/go", "--to", missing}, 1, "--from postgres://anna:xxxxx@127.0.0.1:1/go: No database"},
		{[]string{"copy", "--from", good, "--to", "mysql://anna:secret@127.0.0.1:1/go"}, 2, "mysql://… isn't a known address"},
		{[]string{"import", good, "--db", "mysql://host/go"}, 2, "Name a file, or a database of PostgreSQL"},
		{[]string{"convert", good, missing + ".csv", "--to", "xlsx"}, 2, "End it in .xlsx"},
		{[]string{"convert", good, filepath.Join(missing, "out.csv")}, 1, "cannot be written"},
		{[]string{"convert", good, "out.doc"}, 2, ".json, .xml, .xlsx, .csv, "},
		{[]string{"handicap", "12 stones", "3d"}, 2, "12 stones"},
		{[]string{"handicap", "3k", "3d", "--system", "icelandic"}, 2, "finnish"},
		{[]string{"handicap", "3k", "3d", "--size", "40"}, 2, "40"},
		{[]string{"check", "--rules", "moon", "x.sgf"}, 2, "japanese"},
		{[]string{"check", "--rules", "aga,tie=cake", "x.sgf"}, 2, "jigo|white-wins|black-wins"},
		{[]string{"check", "--rules", "aga,komi-even=six", "x.sgf"}, 2, "6.5"},
		{[]string{"score", "--rules", "aga,weather=fair", "x.sgf"}, 2, "suicide, end"},
		{[]string{"check", "--rules", "japanese,suicide=multi-stone-allowed", write(t, "suicides.sgf", "(;GM[1]SZ[5]AB[aa]AW[ca][bb][ab]PL[B];B[ba])")}, 0, ""},
		{[]string{"check", write(t, "suicides.sgf", "(;GM[1]SZ[5]AB[aa]AW[ca][bb][ab]PL[B];B[ba])")}, 1, ""},
		{[]string{"standings", write(t, "cut.xml", `<?xml version="1.0"?><Tournament><Players><Player name="A`)}, 1, "line 1"},
		{[]string{"standings", write(t, "scan.xlsx", "%PDF-1.7 ...")}, 1, "PDF"},
		{[]string{"score", write(t, "two.sgf", "(;SZ[9];B[ee];W[cc];B[];W[])(;SZ[9];B[dd];W[];B[])")}, 0, "two.sgf has 2 games; the first"},
		{[]string{"check", write(t, "empty.sgf", "")}, 1, ""},
		{[]string{"check", write(t, "random.sgf", random(4<<20))}, 1, ""},
		{[]string{"check", write(t, "program.sgf", "for (;;) { run(); }")}, 1, ""},
		{[]string{"check", write(t, "smallest.sgf", "(;)")}, 0, ""},
		{[]string{"score", "--dead", "Aa", write(t, "wide.sgf", "(;SZ[30:9]KM[0]AB[Aa])")}, 0, ""},
		{[]string{"score", "--dead", "jj", write(t, "nine.sgf", "(;SZ[9]KM[0]AB[aa])")}, 1, "“jj” isn't a point of this board of 9 × 9"},
		{[]string{"score", "--handicap", "-1", write(t, "nine.sgf", "(;SZ[9]KM[0]AB[aa])")}, 2, "from 0 to 81 stones, not -1"},
		{[]string{"score", "--handicap", "82", write(t, "nine.sgf", "(;SZ[9]KM[0]AB[aa])")}, 2, "from 0 to 81 stones, not 82"},
		{[]string{"score", "--dead", "A1", write(t, "nine.sgf", "(;SZ[9]KM[0]AB[aa])")}, 1, "“A1” isn't a point of this board"},
		{[]string{"check", write(t, "off.sgf", "(;GM[1]SZ[9]KM[0];B[ee];W[zz])")}, 1, ""},
		{[]string{"check", write(t, "noted.sgf", "(;GM[1]SZ[9]RE[B+5];B[ee];B[cc])")}, 0, ""}, // warnings only
		{[]string{"check", write(t, "good.sgf", "(;GM[1]FF[4]SZ[9]KM[6.5];B[ee];W[cc];B[];W[])")}, 0, ""},
	} {
		t.Run(called(tt.args...), func(t *testing.T) {
			code, out, errs := line(t, tt.args...)
			if code != tt.code || !strings.Contains(errs, tt.expected) {
				t.Errorf("tourney %s: exit %d, want %d; prints %q, want %q in it\n%s",
					strings.Join(tt.args, " "), code, tt.code, errs, tt.expected, out)
			}
		})
	}
}

// With many files, check continues after an unreadable one, and in JSON findings are always a list.
func TestCheckGoesOn(t *testing.T) {
	t.Parallel()
	good := write(t, "good.sgf", "(;GM[1]FF[4]SZ[9]KM[6.5]RE[B+R];B[ee];W[cc])")
	missing := filepath.Join(t.TempDir(), "missing.sgf")
	code, out, _ := line(t, "check", good, missing, good)
	if code != 1 || strings.Count(out, "good.sgf: legal") != 2 || !strings.Contains(out, "File not found: "+missing) ||
		!strings.HasSuffix(out, "3 files, 2 games; breaking a rule or unreadable: 1\n") {
		t.Errorf("exit %d:\n%s", code, out)
	}
	code, out, _ = line(t, "check", "--json", good, missing)
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if code != 1 || len(lines) != 2 || !strings.Contains(lines[0], `"findings":[]`) || !strings.Contains(lines[1], `"rule":"file","severity":"error"`) {
		t.Errorf("exit %d:\n%s", code, out)
	}
}

// TestCheckHostileFiles checks hostile files: check reports the error and uses little memory. The test measures the
// memory of the whole program, so it does not run in parallel with others.
func TestCheckHostileFiles(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	const most = 64 << 20 // bytes, garbage included
	for _, tt := range []struct {
		name, text, expected string
		most                 uint64
	}{
		{"100,000 nested variations", "(;SZ[19]" + strings.Repeat("(;B[aa]", 100_000) + strings.Repeat(")", 100_001), "nest deeper than", most},
		{"a million moves", "(;SZ[19]" + strings.Repeat(";B[aa];W[bb]", 500_000) + ")", "too many for a game record", most},
		{"a million moves in few bytes", "(;SZ[19]" + strings.Repeat(";B[]", 1_000_000) + ")", "more than 250000 moves", most},
		{"size 60", "(;SZ[60];B[aa])", "60 lines is too large", most},
		{"off the board", "(;SZ[9];B[ss];W[zz])", "lies outside the board", most},
		{"a million games", strings.Repeat("(;)", 1_000_000), "more than 2500 games", 6 * most}, // each freed at once
	} {
		t.Run(tt.name, func(t *testing.T) {
			path := write(t, "hostile.sgf", tt.text)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, out, _ := line(t, "check", path)
			runtime.ReadMemStats(&after)
			if spent := after.TotalAlloc - before.TotalAlloc; !strings.Contains(out, tt.expected) || spent > tt.most {
				t.Errorf("%s: %d MiB, prints %.300q", tt.name, spent>>20, out)
			}
		})
	}
	huge := write(t, "huge.sgf", "")
	if err := os.Truncate(huge, 200<<20); err != nil { // zeros, which need no space on the disk
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	code, out, _ := line(t, "check", huge)
	runtime.ReadMemStats(&after)
	if spent := after.TotalAlloc - before.TotalAlloc; code != 1 || !strings.Contains(out, "too many for a game record") || spent > most {
		t.Errorf("200 MB: exit %d, %d MiB, prints %q", code, spent>>20, out)
	}
}

// TestCheckInJSON checks a record without findings, one with findings, and one of another game: lists are lists even if
// empty.
func TestCheckInJSON(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"(;GM[1]FF[4]SZ[9]KM[6.5];B[ee];W[cc];B[];W[])": `"size":9,"moves":4,"legal":true,"findings":[],"captures":{"black":0,"white":0},"position":"........./`,
		"(;GM[1]FF[4]SZ[9]KM[6.5];B[ee];W[ee])":         `"legal":false,"findings":[{"move":2,"point":"E5","rule":"occupied","severity":"error","text":"`,
		"(;GM[3])":                                      `"size":0,"moves":0,"legal":false,"findings":[{"move":0,"rule":"sgf.game.other"`,
	} {
		t.Run(text, func(t *testing.T) {
			if _, out, _ := line(t, "check", "--json", write(t, "game.sgf", text)); !strings.Contains(out, want) {
				t.Errorf("%s: %s, want %s in it", text, out, want)
			}
		})
	}
}

// random returns n bytes, the same every time.
func random(n int) string {
	data := make([]byte, n)
	source := rand.NewChaCha8([32]byte{})
	_, _ = source.Read(data) // never fails
	return string(data)
}

// Handicap names its table if the requested one is for another board.
func TestHandicapNamesTheTable(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ args, expected string }{
		{"9k 1d --system finnish --size 9", "made for 19 × 19; 9 × 9 has"},
		{"9k 1d --system finnish --size 11", "made for 19 × 19. Because 11 × 11 has no table"},
		{"9k 1d --system hunt-9 --size 9", ""},
		{"9k 1d", ""},
		{"9k 1d --system even --size 9", ""},
	} {
		t.Run(tt.args, func(t *testing.T) {
			code, out, _ := line(t, append([]string{"handicap"}, strings.Fields(tt.args)...)...)
			if code != 0 || !strings.Contains(out, tt.expected) || tt.expected == "" && strings.Contains(out, "made for") {
				t.Errorf("exit %d, prints %q, want %q in it", code, out, tt.expected)
			}
		})
	}
}

func TestHandicapInJSON(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		args string
		want string
	}{
		{"5k 2d", `{"black":"5k","white":"2d","system":"finnish","size":19,"difference":6,"handicap":6,"stones":6,"komi":0,"first":"white","placement":["Q16","D4","Q4","D16","Q10","D10"]}`},
		{"2d 5k", `{"black":"5k","white":"2d","system":"finnish","size":19,"difference":6,"handicap":6,"stones":6,"komi":0,"first":"white","placement":["Q16","D4","Q4","D16","Q10","D10"]}`},
		{"3k 3k", `{"black":"3k","white":"3k","system":"finnish","size":19,"difference":0,"handicap":0,"stones":0,"komi":6.5,"first":"black","placement":[]}`},
		{"1k 1d", `{"black":"1k","white":"1d","system":"finnish","size":19,"difference":1,"handicap":1,"stones":0,"komi":0,"first":"black","placement":[]}`},
		{"10k 1d --system hunt-13", `{"black":"10k","white":"1d","system":"hunt-13","size":13,"difference":10,"handicap":4,"stones":4,"komi":-4,"first":"white","placement":["K10","D4","K4","D10"]}`},
		{"10k 1d --size 9", `{"black":"10k","white":"1d","system":"hiddema-9","size":9,"difference":10,"handicap":2,"stones":2,"komi":0.5,"first":"white","placement":["G7","C3"]}`},
		{"2k 1d --system aga", `{"black":"2k","white":"1d","system":"aga","size":19,"difference":2,"handicap":2,"stones":2,"komi":0.5,"first":"white","placement":["Q16","D4"]}`},
	} {
		t.Run(tt.args, func(t *testing.T) {
			code, out, errs := line(t, append([]string{"handicap", "--json"}, strings.Fields(tt.args)...)...)
			if code != 0 || strings.TrimSpace(out) != tt.want {
				t.Errorf("handicap %s: exit %d %s\n got %s\nwant %s", tt.args, code, errs, out, tt.want)
			}
		})
	}
}

// A tournament is converted there and back, imported, and read again.
func TestConvertAndImport(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	sheet := write(t, "list.csv", "Name;Rank;Club\nSalo Anna;4d;Helsinki\nBerg Nils;1k;Turku\nMroz Jan;5k;Oulu\n")
	native, gotha, again := filepath.Join(dir, "cup.json"), filepath.Join(dir, "cup.xml"), filepath.Join(dir, "again.json")
	for _, args := range [][]string{
		{"convert", sheet, native}, {"convert", native, gotha}, {"convert", gotha, "--to", "tourney", again},
		{"convert", native, filepath.Join(dir, "cup.xlsx"), "--formulas"},
		{"convert", native, filepath.Join(dir, "public.xlsx"), "--to", "xlsx-public"},
		{"import", gotha, "--db", filepath.Join(dir, "cup.db")},
	} {
		if code, _, errs := line(t, args...); code != 0 {
			t.Fatalf("tourney %s: exit %d %s", strings.Join(args, " "), code, errs)
		}
	}
	for _, file := range []string{native, gotha, again} {
		var report workbook.StandingsReport
		code, out, errs := line(t, "standings", "--json", file)
		if err := json.Unmarshal([]byte(out), &report); code != 0 || err != nil || len(report.Players) != 3 {
			t.Errorf("%s: exit %d, %v, %s %s", file, code, err, out, errs)
		}
	}
}

// A results file is read and written for another federation, with the reasons against it by that federation.
func TestConvertForAFederation(t *testing.T) {
	t.Parallel()
	results := write(t, "cup.h9", "; EV[Cup]\n; DT[2026-05-09,2026-05-09]\n; TM[60]\n1 Salo Anna 4d FI Hels 2+/b0\n2 Martin Jean 1k FR 75Te 1-/w0\n")
	for to, expected := range map[string][]string{
		"out.h9":  {"place", "country"},
		"out.tou": {"place", "Martin Jean"}, // the licence of a French player
		"out.ics": nil,
	} {
		t.Run(to, func(t *testing.T) {
			out := filepath.Join(t.TempDir(), to)
			code, _, errs := line(t, "convert", results, out)
			if code != 0 {
				t.Errorf("%s: exit %d %s", to, code, errs)
			}
			for _, word := range expected {
				if !strings.Contains(errs, word) {
					t.Errorf("%s: %q lacks %q", to, errs, word)
				}
			}
			if info, err := os.Stat(out); err != nil || info.Size() == 0 {
				t.Errorf("%s: %v", to, err)
			}
		})
	}
	out := filepath.Join(t.TempDir(), "out.aga")
	if code, _, errs := line(t, "convert", results, out); code != 1 || !strings.Contains(errs, "AGA") {
		t.Errorf("without members' numbers: exit %d, %s", code, errs)
	}
	if _, err := os.Stat(out); err == nil {
		t.Error("a file was made that nobody takes")
	}
}

// The commands report names in other letters, different places, and ratings beyond the scale. A file without a readable
// game is an error.
func TestWhatFilesSayIsTold(t *testing.T) {
	club := write(t, "club.csv", "Family name;Given name;Rank;Club\nGrün;Léo;1k;Łódź\nBerg;Bo;2k;\n")
	list := write(t, "list.h9", "; EV[Play-off]\n; HA[h9]\n; Pl Name Rk Co Club Pt\n1 Berg Bo 3d SE Lund 0 2-/b0\n2 Aho Aino 3d FI Test 1 1+/w0\n")
	lost := write(t, "lost.txt", "TOURNEY Lost\nPLAYERS\n1 Aho, Aino 4k\n2 Berg, Bo 4k\nGAMES\n1 beats 2\n")
	_, text, _ := line(t, "convert", club, "--to", "tourney")
	rated := write(t, "rated.json", strings.Replace(text, `"rank": "1k"`, `"rank": "9d", "rating": 3043`, 1))
	for _, tt := range []struct {
		args []string
		code int
		out  string
		told []string
	}{
		{[]string{"convert", club, "--to", "egd"}, 0, " Grun Leo ", []string{"Grün Léo is written Grun Leo", "Łódź is written Lodz"}},
		{[]string{"convert", list, "--to", "egd"}, 0, "   1 Berg Bo ", []string{"computed one: 2 of 2", "list.h9:4: Berg Bo: place 1 in the file, 2 by the results"}},
		{[]string{"standings", list}, 0, "\n1      Berg Bo ", nil},
		{[]string{"convert", lost, "--to", "tourney"}, 1, "", []string{"lost.txt:6: “1 beats 2” could not be read", "No game of this file could be read"}},
		{[]string{"rate", rated}, 0, "2949", []string{"Grün Léo: the rating 3043 is outside the scale; 2949 is used"}},
	} {
		t.Run(called(tt.args...), func(t *testing.T) {
			code, out, errs := line(t, tt.args...)
			if code != tt.code || !strings.Contains(out, tt.out) {
				t.Errorf("exit code %d, %s, %s", code, out, errs)
			}
			for _, told := range tt.told {
				if !strings.Contains(errs, told) {
					t.Errorf("%q is not told:\n%s", told, errs)
				}
			}
		})
	}
}

func TestBrokenFilesCreateNothing(t *testing.T) {
	t.Parallel()
	db := filepath.Join(t.TempDir(), "none.db")
	code, _, errs := line(t, "import", write(t, "cut.xml", "<Tournament><Players>"), "--db", db)
	if code != 1 || !strings.Contains(errs, "cut.xml") {
		t.Errorf("exit %d, %s", code, errs)
	}
	if _, err := os.Stat(db); err == nil {
		t.Error("a database was made")
	}
	out := filepath.Join(t.TempDir(), "out.xml")
	if code, _, _ := line(t, "convert", write(t, "cut.json", `{"tourney":1,`), out); code != 1 {
		t.Errorf("exit %d for cut JSON", code)
	}
	if _, err := os.Stat(out); err == nil {
		t.Error("a file was made")
	}
}

func TestFormatsInJSON(t *testing.T) {
	t.Parallel()
	code, out, errs := line(t, "formats", "--json")
	var list []struct{ Name, Reads, Writes string }
	if err := json.Unmarshal([]byte(out), &list); code != 0 || err != nil || len(list) < 4 || list[0].Name == "" || list[0].Reads != "tournament" {
		t.Errorf("exit %d, %v, %d formats, %s", code, err, len(list), errs)
	}
}

func TestHelpOfACommand(t *testing.T) {
	t.Parallel()
	code, out, errs := line(t, "help", "pair")
	if code != 0 || errs != "" || !strings.HasPrefix(out, "usage: tourney pair") || !strings.Contains(out, "-round") {
		t.Errorf("exit %d, %s\n%s", code, errs, out)
	}
}

func TestLanguageOfTheEnvironment(t *testing.T) {
	for value, want := range map[string]string{
		"fi_FI.UTF-8": "fi", "fi.UTF-8": "fi", "fi@euro": "fi", "fi-FI": "fi", "fi": "fi", "pl": "pl", "C": "C", ".": "",
	} {
		t.Run(value, func(t *testing.T) {
			t.Setenv("LC_ALL", value)
			if got := locale(); got != want {
				t.Errorf("%s is taken for %q, want %q", value, got, want)
			}
		})
	}
	t.Setenv("LC_ALL", "fi.UTF-8")
	var out, errs strings.Builder
	if run(t.Context(), []string{"standings", "nowhere.xml"}, &out, &errs); !strings.Contains(errs.String(), "Tiedostoa nowhere.xml ei ole.") {
		t.Errorf("in Finnish: %s", errs.String())
	}
}

func TestWrongRowsAreNamed(t *testing.T) {
	t.Parallel()
	list := write(t, "list.csv", "Name;Rank\nSalo Anna;4d\nBerg Nils;xyz\nMroz Jan;5k\nSalo Anna;4d\n")
	for _, args := range [][]string{
		{"standings", list}, {"pair", list, "--round", "1"}, {"convert", list, "--to", "tourney"},
		{"import", list, "--db", filepath.Join(t.TempDir(), "new.db")},
	} {
		t.Run(args[0], func(t *testing.T) {
			code, _, errs := line(t, args...)
			for _, want := range []string{list + ":3:2: “xyz” isn't a rank.", list + ":5:1: The same player as in row 2;", "Row 3 has an error."} {
				if code != 1 || !strings.Contains(errs, want) {
					t.Errorf("%s: exit %d, want %q in\n%s", args[0], code, want, errs)
				}
			}
		})
	}
}

func TestFindingsAreBounded(t *testing.T) {
	t.Parallel()
	var list strings.Builder
	list.WriteString("Name;Rank;Country\n")
	for i := range 100 {
		fmt.Fprintf(&list, "Salo %c%c;4d;Atlantis\n", 'A'+i/10, 'a'+i%10)
	}
	list.WriteString("Berg Nils;xyz;FI\n")
	code, _, errs := line(t, "standings", write(t, "long.csv", list.String()))
	lines := strings.Split(strings.TrimSpace(errs), "\n")
	if code != 1 || len(lines) != mostFindings+2 || !strings.Contains(lines[0], "xyz") || !strings.Contains(lines[mostFindings], "more notes") {
		t.Errorf("exit %d, %d lines:\n%s", code, len(lines), errs)
	}
}

func TestImportIntoATournament(t *testing.T) {
	t.Parallel()
	db := filepath.Join(t.TempDir(), "cup.db")
	first := write(t, "cup.csv", "Name;Rank\nSalo Anna;4d\nBerg Nils;1k\n")
	if code, out, errs := line(t, "import", first, "--db", db); code != 0 || !strings.Contains(out, "Players is now at /t/players: 2 players, 0 of 5 rounds paired, 0 games") {
		t.Fatalf("exit %d, %s %s", code, out, errs)
	}
	for _, tt := range []struct {
		list      string
		code      int
		out, errs []string
	}{
		{"Name;Rank\nSalo Anna;4d\nMroz Jan;5k\n", 0,
			[]string{"1 row was left out: see the notes.", "1 player was added to Players."}, []string{"list.csv:2:1: "}},
		{"Name;Rank\nSalo Anna;4d\nMroz Jan;5k\n", 1,
			[]string{"2 rows were left out: see the notes."}, []string{"No player was added to Players."}},
		{"Name;Rank;Status\nLind Ole;2k;cancelled\nPalm Siv;3k;\n", 0,
			[]string{"1 row was left out: see the notes.", "1 player was added to Players."}, []string{"list.csv:2:3: The status is “cancelled”"}},
		{"Name;Rank\nNovak Eva;zz\n", 1, nil, []string{"list.csv:2:2: “zz” isn't a rank.", "Row 2 has an error."}},
	} {
		code, out, errs := line(t, "import", write(t, "list.csv", tt.list), "--db", db, "--into", "players")
		if code != tt.code {
			t.Errorf("exit %d, want %d: %s %s", code, tt.code, out, errs)
		}
		for _, want := range tt.out {
			if !strings.Contains(out, want) {
				t.Errorf("%q is not in %s", want, out)
			}
		}
		for _, want := range tt.errs {
			if !strings.Contains(errs, want) {
				t.Errorf("%q is not in %s", want, errs)
			}
		}
	}
}

// A file is replaced as a whole, also through links, and no other file remains.
func TestConvertReplacesAFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	old, link := filepath.Join(dir, "cup.json"), filepath.Join(dir, "link.json")
	if err := os.WriteFile(old, []byte("the file of yesterday"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(old, link); err != nil {
		t.Skip(err)
	}
	sheet := write(t, "list.csv", "Name;Rank\nSalo Anna;4d\n")
	if code, _, errs := line(t, "convert", sheet, link); code != 0 {
		t.Fatalf("exit %d, %s", code, errs)
	}
	data, err := os.ReadFile(old)
	if err != nil || !strings.Contains(string(data), "Salo") {
		t.Errorf("%v, %s", err, data)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 2 {
		t.Errorf("%v, %v in the folder", err, left)
	}
	if info, err := os.Stat(old); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v: the permissions changed", err, info.Mode())
	}
}

// stopAt ends a server after it has printed a text.
type stopAt struct {
	strings.Builder
	text string
	stop func()
}

func (w *stopAt) Write(p []byte) (int, error) {
	n, err := w.Builder.Write(p)
	if strings.Contains(w.String(), w.text) {
		w.stop()
	}
	return n, err
}

func TestForgottenPassword(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	t.Parallel()
	path := filepath.Join(t.TempDir(), "cup.db")
	serve := func(more ...string) string {
		t.Helper()
		ctx, cancel := context.WithCancel(t.Context())
		out := &stopAt{text: "Stop with", stop: cancel}
		var errs strings.Builder
		if code := run(ctx, append([]string{"serve", "--db", path, "--addr", "127.0.0.1:0"}, more...), out, &errs); code != 0 {
			t.Fatalf("exit %d, %s", code, errs.String())
		}
		_, link, _ := strings.Cut(out.String(), "/setup/")
		token, _, _ := strings.Cut(link, "\n")
		return token
	}
	choosePassword(t, path, serve(), "the first one")
	if token := serve(); token != "" {
		t.Errorf("a link %s although there is a director", token)
	}
	choosePassword(t, path, serve("--reset-password", "anna"), "the second one")
}

// choosePassword uses a set-up link and logs in.
func choosePassword(t *testing.T, path, token, password string) {
	t.Helper()
	kept, err := store.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer kept.Close()
	d := director.New(kept, time.Now)
	if err := d.Access().SetPassword(t.Context(), token, "Anna", password); err != nil {
		t.Fatal(err)
	}
	if _, err := d.Access().Login(t.Context(), accounts.Credentials{Name: "Anna", Password: password}); err != nil {
		t.Error(err)
	}
}

func TestLookupWithoutMatches(t *testing.T) {
	t.Parallel()
	list := write(t, "club.csv", "Name;Rank\nAho Aino;5k\n")
	code, out, errs := line(t, "lookup", list, "zzqq")
	if code != 0 || out != "" || !strings.Contains(errs, "No player in the list has this name. Players in it: 1.") {
		t.Errorf("code %d, %q, %q", code, out, errs)
	}
}

// serving starts a command and returns its output until it serves; it runs to the end of the test.
func serving(t *testing.T, args ...string) string {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	started, done := make(chan struct{}), make(chan struct{})
	out := &stopAt{text: "Stop with", stop: sync.OnceFunc(func() { close(started) })}
	var errs strings.Builder
	go func() {
		defer close(done)
		run(ctx, args, out, &errs)
	}()
	t.Cleanup(func() { cancel(); <-done })
	select {
	case <-started:
	case <-done:
		t.Fatalf("tourney %s: %s%s", args, out.String(), errs.String())
	}
	return out.String()
}

// opens returns the address to open in the output of a server.
func opens(t *testing.T, printed string) *url.URL {
	t.Helper()
	found := regexp.MustCompile(`(?m)^Open +(\S+)$`).FindStringSubmatch(printed)
	if found == nil {
		t.Fatalf("no address to open in %s", printed)
	}
	u, err := url.Parse(found[1])
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// Two programs with the default port get different ports. The demo, whose password is public, listens on this machine
// only.
func TestBusyPortMovesOn(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	dir := t.TempDir()
	first := opens(t, serving(t, "serve", "--db", filepath.Join(dir, "a.db")))
	printed := serving(t, "serve", "--db", filepath.Join(dir, "b.db"))
	second := opens(t, printed)
	if first.Port() == second.Port() {
		t.Errorf("both are at %s", first)
	}
	if line, _, _ := strings.Cut(printed, "\n"); !strings.HasPrefix(line, "Port 8080 is in use") || !strings.HasSuffix(line, " at port "+second.Port()+".") {
		t.Errorf("the first line is %q", line)
	}
	demo := serving(t, "demo")
	if at := opens(t, demo); at.Hostname() != "127.0.0.1" || at.Port() == first.Port() || at.Port() == second.Port() || strings.Contains(demo, "Phones") {
		t.Errorf("the demo expected %s", demo)
	}
	if !strings.Contains(demo, "\nA sample tournament in its third round.") || !strings.Contains(demo, "/desk/helsinki-handicap-open (name demo") {
		t.Errorf("the demo does not say what it is, and where: %s", demo)
	}
	if got, err := http.Get("http://127.0.0.1:" + second.Port()); err != nil || got.Body.Close() != nil || got.StatusCode != http.StatusOK {
		t.Errorf("the second answers %v, %v", got, err)
	}
}

func TestBusyAddressIsRefused(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	at := taken.Addr().String()
	_, port, _ := net.SplitHostPort(at)
	for _, args := range [][]string{
		{"serve", "--db", filepath.Join(t.TempDir(), "cup.db"), "--addr", at},
		{"serve", "--db", filepath.Join(t.TempDir(), "cup.db"), "--addr", ":" + port},
		{"demo", "--addr", at},
	} {
		t.Run(called(args...), func(t *testing.T) {
			code, out, errs := line(t, args...)
			if want := args[len(args)-1] + " is in use by another program. Choose another place with --addr"; code != 1 || out != "" || !strings.Contains(errs, want) {
				t.Errorf("%s: exit %d, %q, %q", args, code, out, errs)
			}
		})
	}
	if code, _, errs := line(t, "serve", "--proxy", "127.0.0.1,nonsense"); code != 2 || !strings.Contains(errs, "“nonsense” isn't a network") {
		t.Errorf("a bad proxy: exit %d, %q", code, errs)
	}
	const bad = "smtp://anna:secret@mail.example.org"
	if code, _, errs := line(t, "serve", "--smtp", bad); code != 2 || !strings.Contains(errs, "smtps://…") {
		t.Errorf("a mail server without a sender: exit %d, %q", code, errs)
	}
	t.Setenv("TOURNEY_SMTP", bad)
	if code, out, errs := line(t, "serve", "--db", filepath.Join(t.TempDir(), "cup.db")); code != 1 || strings.Contains(out+errs, "secret") {
		t.Errorf("the same in the environment: exit %d, %q", code, errs)
	}
	t.Setenv("TOURNEY_SMTP", "")
	for _, bad := range []string{"8080", "localhost:no-such-port"} {
		if code, _, errs := line(t, "demo", "--addr", bad); code != 2 || !strings.Contains(errs, "--addr") {
			t.Errorf("--addr %s: exit %d, %q", bad, code, errs)
		}
	}
}

// A server with a mail server reports at its start that links in letters need its address.
func TestLettersNeedAnAddress(t *testing.T) {
	t.Setenv("TOURNEY_SMTP", "smtp://anna:secret@mail.example.org?from=desk@example.org")
	serveAs := func(args ...string) string {
		return serving(t, append([]string{"serve", "--db", filepath.Join(t.TempDir(), "cup.db"), "--addr", "127.0.0.1:0"}, args...)...)
	}
	if out := serveAs(); !strings.Contains(out, "mail.example.org:587") || !strings.Contains(out, "start it with --base") || strings.Contains(out, "secret") {
		t.Errorf("without an address: %s", out)
	}
	if out := serveAs("--base", "https://go.example.org"); strings.Contains(out, "--base") {
		t.Errorf("with an address: %s", out)
	}
}

// While the server runs, a user with a forgotten password gets a link to it, at its port.
func TestForgottenPasswordWhileServing(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	path := filepath.Join(t.TempDir(), "cup.db")
	printed := serving(t, "serve", "--db", path, "--addr", "127.0.0.1:0")
	_, link, _ := strings.Cut(printed, "/setup/")
	token, _, _ := strings.Cut(link, "\n")
	choosePassword(t, path, token, "the first one")
	for _, addr := range [][]string{nil, {"--addr", "127.0.0.1:0"}} {
		args := append([]string{"serve", "--db", path}, addr...)
		at := opens(t, serving(t, args...))
		if addr != nil {
			args[len(args)-1] = at.Host
		}
		code, out, errs := line(t, append(args, "--reset-password", "Anna")...)
		link := regexp.MustCompile(`http://\S+/setup/\w+`).FindString(out)
		if code != 0 || link == "" || !strings.Contains(link, ":"+at.Port()+"/") || !strings.Contains(out, "Forgotten password") {
			t.Fatalf("exit %d, %s%s; the server is at %s", code, out, errs, at)
		}
		got, err := http.Get(link)
		if err != nil || got.Body.Close() != nil || got.StatusCode != http.StatusOK {
			t.Errorf("the link answers %v, %v", got, err)
		}
	}
}
