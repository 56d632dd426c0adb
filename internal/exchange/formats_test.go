package exchange

import (
	"bytes"
	"strings"
	"testing"

	"tourney/internal/fault"
)

func TestFormatsAreWhole(t *testing.T) {
	seen := map[string]bool{}
	for _, f := range Formats() {
		if seen[f.Name] || len(f.Extensions) == 0 || f.Media == "" {
			t.Errorf("%+v", f)
		}
		seen[f.Name] = true
		if (f.read != nil) != (f.Reads != Nothing) || (f.write != nil) != (f.Writes != Nothing) {
			t.Errorf("%s does not do what it says", f.Name)
		}
		if named, err := Named(f.Name); err != nil || named.Name != f.Name {
			t.Errorf("%s is not found by its name: %v", f.Name, err)
		}
	}
	if _, err := Named("papyrus"); !fault.Is(err, "format.unknown") {
		t.Error(err)
	}
}

// What is written is recognised and read, in every format that can do both.
func TestWrittenIsRecognised(t *testing.T) {
	tn := small(t)
	for _, f := range Formats() {
		var b bytes.Buffer
		if _, err := Write(&b, f.Name, tn, nil); err != nil {
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
	if _, err := Write(&bytes.Buffer{}, "papyrus", tn, nil); !fault.Is(err, "format.unknown") {
		t.Error(err)
	}
}

func TestFormatForFile(t *testing.T) {
	for name, want := range map[string]string{"a.json": "tourney", "B.XML": "opengotha", "c.d.xlsx": "xlsx", "players.csv": "csv", "standings.csv": "csv"} {
		if f, err := ForFile(name); err != nil || f.Name != want {
			t.Errorf("%s: %s %v", name, f.Name, err)
		}
	}
	if _, err := ForFile("notes.doc"); !fault.Is(err, "format.extension") {
		t.Error(err)
	}
}

func TestSlug(t *testing.T) {
	for name, want := range map[string]string{
		"Spring Cup 2026": "spring-cup-2026", "Žižkov — Öpen!": "zizkov-open", "春の大会": "tournament", "": "tournament", "--a--": "a",
		strings.Repeat("ab ", 100): strings.TrimSuffix(strings.Repeat("ab-", 20), "-"),
	} {
		if got := Slug(name); got != want {
			t.Errorf("%q becomes %q, want %q", name, got, want)
		}
	}
}
