package web

import (
	"strings"
	"testing"

	"tourney/internal/fault"
	"tourney/internal/tournament"
)

func TestParseLine(t *testing.T) {
	result := func(table int, text string) deskLine {
		r, err := tournament.ParseResult(text)
		if err != nil {
			t.Fatal(err)
		}
		return deskLine{Does: lineResult, Table: table, Result: r}
	}
	for _, tt := range []struct {
		line string
		want deskLine
	}{
		{"", deskLine{}},
		{"   ", deskLine{}},
		{"u", deskLine{Does: lineUndo}},
		{"U ", deskLine{Does: lineUndo}},
		{"n", deskLine{Does: lineNext}},
		{"?", deskLine{Does: lineHelp}},
		{"12", deskLine{Does: lineTable, Table: 12}},
		{" 012 ", deskLine{Does: lineTable, Table: 12}},
		{"12b", result(12, "B+")},
		{"12 W", result(12, "W+")},
		{"12w3.5", result(12, "W+3.5")},
		{"12w3,5", result(12, "W+3.5")},
		{"12 b 13½", result(12, "B+13.5")},
		{"12w10", result(12, "W+10")},
		{"12b r", result(12, "B+R")},
		{"12br", result(12, "B+R")},
		{"12B+R", result(12, "B+R")},
		{"12wt", result(12, "W+T")},
		{"12wf", result(12, "W+F")},
		{"12bi", result(12, "B+I")},
		{"12b+resign", result(12, "B+R")},
		{"12j", result(12, "Jigo")},
		{"12=", result(12, "Jigo")},
		{"12v", result(12, "Void")},
		{"12x", result(12, "NotPlayed")},
		{"12 0-0", result(12, "BothLose")},
		{"12 0-0f", result(12, "BothLose+F")},
		{"12 1-1", result(12, "BothWin")},
		{"12?", result(12, "?")},
		{"12br*", result(12, "B+R/unrated")},
		{"12 j *", result(12, "Jigo/unrated")},
		{"b", result(0, "B+")},
		{"w 0.5", result(0, "W+0.5")},
		{"j", result(0, "Jigo")},
		{"b+r/unrated", result(0, "B+R/unrated")},
		{"0-0", result(0, "BothLose")},
		{"Korhonen", deskLine{Does: lineFind, Words: "Korhonen"}},
		{"/b", deskLine{Does: lineFind, Words: "b"}},
		{"/", deskLine{Does: lineFind}},
		{"wang li", deskLine{Does: lineFind, Words: "wang li"}},
		{"王", deskLine{Does: lineFind, Words: "王"}},
	} {
		got, err := parseLine(tt.line)
		if err != nil || got != tt.want {
			t.Errorf("parseLine(%q) = %+v, %v, want %+v", tt.line, got, err, tt.want)
		}
	}
	for line, key := range map[string]string{
		"12z":                   "line.unknown",
		"12b3.25":               "line.unknown",
		"12b-3":                 "line.unknown",
		"12b9999":               "line.unknown",
		"12 ?*":                 "line.unknown",
		"12 0":                  "line.unknown",
		"120-0":                 "line.unknown",
		"12bb":                  "line.unknown",
		"...":                   "line.unknown",
		"0":                     "line.table",
		"5001b":                 "line.table",
		strings.Repeat("9", 40): "line.table",
		strings.Repeat("ö", 61): "line.long",
	} {
		if got, err := parseLine(line); !fault.Is(err, key) {
			t.Errorf("parseLine(%q) = %+v, %v, want %s", line, got, err, key)
		}
	}
}

// FuzzParseLine holds that a line either is refused with a fault or means
// something that its parts can say again.
func FuzzParseLine(f *testing.F) {
	for _, seed := range []string{"12b", "7 w 3.5", "0-0", "u", "/korhonen", "12?", "99999999999", "b*", "½", "\xff\xfe", "12b+r/unrated"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, line string) {
		got, err := parseLine(line)
		if err != nil {
			if _, ok := fault.As(err); !ok {
				t.Fatalf("parseLine(%q): %v is no fault", line, err)
			}
			return
		}
		if got.Table < 0 || got.Table > tournament.MostPlayers {
			t.Errorf("parseLine(%q) names table %d", line, got.Table)
		}
		if back, err := tournament.ParseResult(got.Result.String()); err != nil || back != got.Result {
			t.Errorf("parseLine(%q): result %v reads back as %v, %v", line, got.Result, back, err)
		}
		if got.Does == lineFind && len(got.Words) > len(line) {
			t.Errorf("parseLine(%q) looks for %q", line, got.Words)
		}
	})
}
