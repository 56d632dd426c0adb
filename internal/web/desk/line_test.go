package desk

import (
	"fmt"
	"strings"
	"testing"

	"tourney/internal/fault"
	"tourney/internal/i18n"
	"tourney/internal/tournament"
	"tourney/templates"
)

var english = lineWords{Black: []string{"b"}, White: []string{"w"}, Most: 361}

// TestLettersOfEveryLanguage checks that b and w mean the same in every language, and
// the further letters of each.
func TestLettersOfEveryLanguage(t *testing.T) {
	catalog, err := i18n.Load(templates.FS)
	if err != nil {
		t.Fatal(err)
	}
	board := &tournament.Tournament{Settings: tournament.Settings{Size: 19}}
	for code, lines := range map[string]map[string]string{
		"en": {"12m": "", "12v": "", "12c": "", "12č": ""},
		"fi": {"12m": "B+", "12v": "W+", "m": "B+", "vr": "W+R", "12m3.5": "B+3.5", "12v*": "W+/unrated", "12vf": "W+F", "12c": ""},
		"pl": {"12c": "B+", "c": "B+", "12cr": "B+R", "12č": "", "12v": "", "12m": ""},
		"cs": {"12c": "B+", "12č": "B+", "12Č3,5": "B+3.5", "12v": "", "12m": ""},
	} {
		t.Run(code, func(t *testing.T) {
			words := newLineWords(catalog.Language(code), board)
			for line, want := range map[string]string{
				"12b": "B+", "12B": "B+", "12w": "W+", "12w3.5": "W+3.5", "b": "B+", "w": "W+", "12nr": "Void", "12void": "Void", "12j": "Jigo",
			} {
				lines[line] = want
			}
			for line, want := range lines {
				got, err := parseLine(line, words)
				switch {
				case want == "" && err == nil:
					t.Errorf("%s: %q means %v", code, line, got.Result)
				case want != "" && (err != nil || got.Does != lineResult || got.Result.String() != want):
					t.Errorf("%s: %q means %+v, %v; want %s", code, line, got, err, want)
				}
			}
		})
	}
}

// A line may carry its reason, which is a line of its own too.
func TestLinesWithReasons(t *testing.T) {
	for line, want := range map[string]parsedLine{
		"12b !wrong  colour": {Does: lineResult, Table: 12, Result: tournament.Result{Outcome: tournament.BlackWins}, Why: "wrong colour"},
		"12b!":               {Does: lineResult, Table: 12, Result: tournament.Result{Outcome: tournament.BlackWins}},
		"b ! a!b":            {Does: lineResult, Result: tournament.Result{Outcome: tournament.BlackWins}, Why: "a!b"},
		"u !Slip":            {Does: lineUndo, Why: "Slip"},
		"! both agree":       {Does: lineWhy, Why: "both agree"},
		"!":                  {Does: lineWhy},
	} {
		if got, err := parseLine(line, english); err != nil || got != want {
			t.Errorf("%q means %+v, %v; want %+v", line, got, err, want)
		}
	}
}

func TestParseLine(t *testing.T) {
	result := func(table int, text string) parsedLine {
		r, err := tournament.ParseResult(text)
		if err != nil {
			t.Fatal(err)
		}
		return parsedLine{Does: lineResult, Table: table, Result: r}
	}
	for _, tt := range []struct {
		line string
		want parsedLine
	}{
		{"", parsedLine{}},
		{"   ", parsedLine{}},
		{"u", parsedLine{Does: lineUndo}},
		{"U ", parsedLine{Does: lineUndo}},
		{"n", parsedLine{Does: lineNext}},
		{"?", parsedLine{Does: lineHelp}},
		{"12", parsedLine{Does: lineTable, Table: 12}},
		{" 012 ", parsedLine{Does: lineTable, Table: 12}},
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
		{"12nr", result(12, "Void")},
		{"12 NR", result(12, "Void")},
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
		{"Korhonen", parsedLine{Does: lineFind, Words: "Korhonen"}},
		{"/b", parsedLine{Does: lineFind, Words: "b"}},
		{"/", parsedLine{Does: lineFind}},
		{"wang li", parsedLine{Does: lineFind, Words: "wang li"}},
		{"王", parsedLine{Does: lineFind, Words: "王"}},
	} {
		t.Run(fmt.Sprintf("%q", tt.line), func(t *testing.T) {
			got, err := parseLine(tt.line, english)
			if err != nil || got != tt.want {
				t.Errorf("parseLine(%q) = %+v, %v, want %+v", tt.line, got, err, tt.want)
			}
		})
	}
	for line, key := range map[string]string{
		"12z":                   "desk.line.unknown",
		"12b3.25":               "desk.line.unknown",
		"12b-3":                 "desk.line.unknown",
		"12b9999":               "result.margin.most",
		"12b362":                "result.margin.most",
		"12w361½x":              "desk.line.unknown",
		"b1000":                 "result.margin.most",
		"12v":                   "desk.line.unknown",
		"12m":                   "desk.line.unknown",
		"12 ?*":                 "desk.line.unknown",
		"12 0":                  "desk.line.unknown",
		"120-0":                 "desk.line.unknown",
		"12bb":                  "desk.line.unknown",
		"...":                   "desk.line.unknown",
		"0":                     "desk.line.table",
		"5001b":                 "desk.line.table",
		strings.Repeat("9", 40): "desk.line.table",
		strings.Repeat("ö", 91): "desk.line.long",
	} {
		t.Run(line, func(t *testing.T) {
			if got, err := parseLine(line, english); !fault.Is(err, key) {
				t.Errorf("parseLine(%q) = %+v, %v, want %s", line, got, err, key)
			}
		})
	}
}

// FuzzParseLine checks that a line is refused with a fault, or formatted and parsed to
// the same again.
func FuzzParseLine(f *testing.F) {
	for _, seed := range []string{"12b", "7 w 3.5", "0-0", "u", "/korhonen", "12?", "99999999999", "b*", "½", "\xff\xfe", "č3½", "7b1000", "12b+r/unrated"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, line string) {
		got, err := parseLine(line, lineWords{[]string{"b", "č", "m"}, []string{"w", "v"}, 361})
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
