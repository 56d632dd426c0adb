package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tourney/internal/exchange"
)

// line runs a command line and returns its exit code and what it printed.
func line(t *testing.T, args ...string) (code int, out, errs string) {
	t.Helper()
	t.Setenv("LC_ALL", "C")
	var o, e strings.Builder
	code = run(t.Context(), args, &o, &e)
	return code, o.String(), e.String()
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
	missing := filepath.Join(t.TempDir(), "missing.xml")
	for _, tt := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"help"}, 0, ""},
		{[]string{"--help"}, 0, ""},
		{[]string{"pair", "--help"}, 0, "usage: tourney pair"},
		{[]string{"version"}, 0, ""},
		{[]string{"dance"}, 2, `no command "dance"`},
		{[]string{"standings"}, 2, "usage: tourney standings"},
		{[]string{"standings", "a", "b"}, 2, "usage: tourney standings"},
		{[]string{"standings", "--rond", "3", "a"}, 2, "rond"},
		{[]string{"pair", "a.xml"}, 2, "--round"},
		{[]string{"import", "a.xml"}, 2, "--db"},
		{[]string{"convert", "a.xml"}, 2, "--to"},
		{[]string{"standings", missing}, 1, "missing.xml"},
		{[]string{"handicap", "12 stones", "3d"}, 1, "12 stones"},
		{[]string{"handicap", "3k", "3d", "--system", "icelandic"}, 1, "finnish"},
		{[]string{"handicap", "3k", "3d", "--size", "40"}, 1, "40"},
		{[]string{"check", "--rules", "moon", "x.sgf"}, 1, "japanese"},
		{[]string{"standings", write(t, "cut.xml", `<?xml version="1.0"?><Tournament><Players><Player name="A`)}, 1, "line 1"},
		{[]string{"standings", write(t, "scan.xlsx", "%PDF-1.7 ...")}, 1, "PDF"},
		{[]string{"check", write(t, "empty.sgf", "")}, 1, ""},
		{[]string{"check", write(t, "good.sgf", "(;GM[1]FF[4]SZ[9]KM[6.5];B[ee];W[cc];B[];W[])")}, 0, ""},
	} {
		code, out, errs := line(t, tt.args...)
		if code != tt.code || !strings.Contains(errs, tt.says) {
			t.Errorf("tourney %s: exit %d, want %d; says %q, want %q in it\n%s",
				strings.Join(tt.args, " "), code, tt.code, errs, tt.says, out)
		}
	}
}

func TestHandicapInJSON(t *testing.T) {
	for _, tt := range []struct {
		args string
		want string
	}{
		{"5k 2d", `{"black":"5k","white":"2d","system":"finnish","size":19,"difference":6,"handicap":6,"stones":6,"komi":0,"first":"white","placement":["Q16","D4","Q4","D16","Q10","D10"]}`},
		{"2d 5k", `{"black":"5k","white":"2d","system":"finnish","size":19,"difference":6,"handicap":6,"stones":6,"komi":0,"first":"white","placement":["Q16","D4","Q4","D16","Q10","D10"]}`},
		{"3k 3k", `{"black":"3k","white":"3k","system":"finnish","size":19,"difference":0,"handicap":0,"stones":0,"komi":6.5,"first":"black","placement":[]}`},
		{"1k 1d", `{"black":"1k","white":"1d","system":"finnish","size":19,"difference":1,"handicap":1,"stones":0,"komi":0,"first":"black","placement":[]}`},
		{"10k 1d --size 9", `{"black":"10k","white":"1d","system":"hiddema-9","size":9,"difference":10,"handicap":2,"stones":2,"komi":0.5,"first":"white","placement":["G7","C3"]}`},
		{"2k 1d --system aga", `{"black":"2k","white":"1d","system":"aga","size":19,"difference":2,"handicap":2,"stones":2,"komi":0.5,"first":"white","placement":["Q16","D4"]}`},
	} {
		code, out, errs := line(t, append([]string{"handicap", "--json"}, strings.Fields(tt.args)...)...)
		if code != 0 || strings.TrimSpace(out) != tt.want {
			t.Errorf("handicap %s: exit %d %s\n got %s\nwant %s", tt.args, code, errs, out, tt.want)
		}
	}
}

// A tournament is converted there and back, imported, and read again.
func TestConvertAndImport(t *testing.T) {
	dir := t.TempDir()
	sheet := write(t, "list.csv", "Name;Rank;Club\nSalo Anna;4d;Helsinki\nBerg Nils;1k;Turku\nMroz Jan;5k;Oulu\n")
	native, gotha, again := filepath.Join(dir, "cup.json"), filepath.Join(dir, "cup.xml"), filepath.Join(dir, "again.json")
	for _, args := range [][]string{
		{"convert", sheet, native}, {"convert", native, gotha}, {"convert", gotha, "--to", "tourney", again},
		{"convert", native, filepath.Join(dir, "cup.xlsx")},
		{"import", gotha, "--db", filepath.Join(dir, "cup.db")},
	} {
		if code, _, errs := line(t, args...); code != 0 {
			t.Fatalf("tourney %s: exit %d %s", strings.Join(args, " "), code, errs)
		}
	}
	for _, file := range []string{native, gotha, again} {
		var report exchange.StandingsReport
		code, out, errs := line(t, "standings", "--json", file)
		if err := json.Unmarshal([]byte(out), &report); code != 0 || err != nil || len(report.Players) != 3 {
			t.Errorf("%s: exit %d, %v, %s %s", file, code, err, out, errs)
		}
	}
}

// A results file is read, written for another federation, and what that would
// refuse is told.
func TestConvertForAFederation(t *testing.T) {
	results := write(t, "cup.h9", "; EV[Cup]\n; DT[2026-05-09,2026-05-09]\n; TM[60]\n1 Salo Anna 4d FI Hels 2+/b0\n2 Martin Jean 1k FR 75Te 1-/w0\n")
	for to, says := range map[string][]string{
		"out.h9":  {"place", "country"},
		"out.tou": {"place", "Martin Jean"}, // the licence of a French player
		"out.ics": nil,
	} {
		out := filepath.Join(t.TempDir(), to)
		code, _, errs := line(t, "convert", results, out)
		if code != 0 {
			t.Errorf("%s: exit %d %s", to, code, errs)
		}
		for _, word := range says {
			if !strings.Contains(errs, word) {
				t.Errorf("%s: %q lacks %q", to, errs, word)
			}
		}
		if info, err := os.Stat(out); err != nil || info.Size() == 0 {
			t.Errorf("%s: %v", to, err)
		}
	}
	out := filepath.Join(t.TempDir(), "out.aga")
	if code, _, errs := line(t, "convert", results, out); code != 1 || !strings.Contains(errs, "AGA") {
		t.Errorf("without members' numbers: exit %d, %s", code, errs)
	}
	if _, err := os.Stat(out); err == nil {
		t.Error("a file was made that nobody takes")
	}
}

func TestNothingIsMadeFromABrokenFile(t *testing.T) {
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
	code, out, errs := line(t, "formats", "--json")
	var list []struct{ Name, Reads, Writes string }
	if err := json.Unmarshal([]byte(out), &list); code != 0 || err != nil || len(list) < 4 || list[0].Name == "" || list[0].Reads != "tournament" {
		t.Errorf("exit %d, %v, %d formats, %s", code, err, len(list), errs)
	}
}
