package desk

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"unicode"
	"unicode/utf8"

	"tourney/internal/fault"
	"tourney/internal/i18n"
	"tourney/internal/spelling"
	"tourney/internal/tournament"
	"tourney/templates"
)

var englishWords = lineWords{Black: []string{"b"}, White: []string{"w"}, Most: 361}

// languages returns all languages of the desk.
func languages(t *testing.T) []*i18n.Language {
	t.Helper()
	catalog, err := i18n.Load(templates.FS)
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(catalog.Languages(), func(l *i18n.Language) bool { return l.AtDesk() != l })
}

var board = &tournament.Tournament{Settings: tournament.Settings{Size: 19}}

// readAs returns the meaning of a line: a result, "asked" for an ambiguous letter, "" for no result.
func readAs(line string, words lineWords) string {
	got, err := parseLine(line, words)
	switch {
	case fault.Is(err, "desk.line.letter"):
		return "asked"
	case err != nil || got.Does != lineResult:
		return ""
	}
	return got.Result.String()
}

func TestLettersOfEveryLanguage(t *testing.T) {
	both := map[string]string{
		"12w": "W+", "12W": "W+", "12w3.5": "W+3.5", "w": "W+", "12nr": "Void", "12void": "Void", "12j": "Jigo",
		"12black": "B+", "12 White r": "W+R", "12 black 3,5 *": "B+3.5/unrated", "black": "", "12blackr": "",
	}
	international := map[string]string{"12b": "B+", "12B": "B+", "b": "B+", "12b3.5": "B+3.5", "br": "B+R", "12b*": "B+/unrated", "12B+R": "B+R"}
	asked := map[string]string{
		"12b": "asked", "12B": "asked", "b": "asked", "12b3.5": "asked", "12 b 3,5": "asked", "br": "asked", "12b*": "asked", "b*": "asked",
		"12B+R": "asked", "12b !wrong colour": "asked", "12bz": "", "bąk": "", "bílý": "", "12c": "B+", "c": "B+", "12cr": "B+R",
	}
	for code, own := range map[string][]map[string]string{
		"en": {international, {"12m": "", "12v": "", "12c": "", "12č": ""}},
		"fi": {international, {"12m": "B+", "12v": "W+", "m": "B+", "vr": "W+R", "12m3.5": "B+3.5", "12v*": "W+/unrated", "12vf": "W+F", "12c": "", "12 musta": "B+", "musta": ""}},
		"pl": {asked, {"12č": "", "12v": "", "12m": "", "12białe": "W+", "12 Czarne r": "B+R"}},
		"cs": {asked, {"12č": "B+", "12Č3,5": "B+3.5", "12v": "", "12m": "", "12bílý": "W+", "12 Černý": "B+", "černý": ""}},
	} {
		t.Run(code, func(t *testing.T) {
			at := slices.IndexFunc(languages(t), func(l *i18n.Language) bool { return l.Code() == code })
			words := newLineWords(languages(t)[at], board)
			for _, lines := range append(own, both) {
				for line, want := range lines {
					if got := readAs(line, words); got != want {
						t.Errorf("%q means %q, want %q", line, got, want)
					}
				}
			}
		})
	}
}

// The refusal of a letter that may mean either colour offers both lines.
func TestAskedLetterGivesBothLines(t *testing.T) {
	words := lineWords{Black: []string{"c"}, White: []string{"w"}, Asked: []string{"b"}, Most: 361}
	for line, want := range map[string]string{"5b": "[b 5c 5w]", "b": "[b c w]", "12 b 3,5 *": "[b 12c3,5* 12w3,5*]", "7B+R": "[b 7c+r 7w+r]"} {
		_, err := parseLine(line, words)
		if refused, ok := fault.As(err); !ok || refused.Key != "desk.line.letter" || fmt.Sprint(refused.Args) != want {
			t.Errorf("%q: %v, want %s", line, err, want)
		}
	}
}

// ambiguities returns the letters of a language that mean the other colour, in its own words or in English, or that
// mean something else too.
func ambiguities(l *i18n.Language) (wrong []string) {
	words := newLineWords(l, board)
	for _, colour := range []struct{ name, international, other string }{
		{l.T("game.stone.black"), "b", "W+"}, {l.T("game.stone.white"), "w", "B+"},
	} {
		name := strings.ToLower(colour.name)
		for _, first := range []string{string([]rune(name)[:1]), spelling.Fold(name)[:1], colour.international} {
			if readAs("12"+first, words) == colour.other {
				wrong = append(wrong, first+" is no "+colour.other)
			}
		}
	}
	// Sheets of results use the first letter for Black, so it must differ from White's initial.
	if white := strings.ToLower(l.T("game.stone.white")); spelling.Fold(words.Black[0])[:1] == spelling.Fold(white)[:1] {
		wrong = append(wrong, words.Black[0]+" begins like "+white)
	}
	for winner, letters := range map[string][]string{"B+": words.Black, "W+": words.White} {
		for _, letter := range letters {
			for how, manner := range map[string]string{"": "", "r": "R", "t": "T", "f": "F", "i": "I", "3": "3"} {
				if got := readAs(letter+how, words); got != winner+manner {
					wrong = append(wrong, fmt.Sprintf("%s%s is %q", letter, how, got))
				}
			}
		}
	}
	slices.Sort(wrong)
	return wrong
}

func TestLettersAreUnambiguous(t *testing.T) {
	for _, l := range languages(t) {
		if wrong := ambiguities(l); len(wrong) > 0 {
			t.Errorf("%s: %q", l.Code(), wrong)
		}
	}
	english, err := templates.FS.ReadFile("lang/en.json")
	if err != nil {
		t.Fatal(err)
	}
	// Future languages.
	for _, tt := range []struct{ black, white, messages, b, want string }{
		{"Noir", "Blanc", ``, "B+", "b is no B+"}, // the English letters
		{"Noir", "Blanc", `, "desk.line.black": "n"`, "asked", `nr is "Void"`},
		{"Noir", "Blanc", `, "desk.line.black": "bn"`, "asked", "bn begins like blanc"},
		{"Noir", "Blanc", `, "desk.line.black": "no"`, "asked", ""},
		{"Noir", "Blanc", `, "desk.line.black": "no", "desk.line.white": "w b"`, "W+", "b is no W+"},
		{"Schwarz", "Weiss", `, "desk.line.black": "s b"`, "B+", ""},
		{"Schwarz", "Weiss", `, "desk.line.black": "s", "desk.line.white": "w s"`, "asked", `s is "B+"`},
	} {
		french := fmt.Sprintf(`{"game.stone.black": %q, "game.stone.white": %q%s}`, tt.black, tt.white, tt.messages)
		catalog, err := i18n.Load(fstest.MapFS{"lang/en.json": {Data: english}, "lang/fr.json": {Data: []byte(french)}})
		if err != nil {
			t.Fatal(err)
		}
		l := catalog.Language("fr")
		if got := strings.Join(ambiguities(l), ", "); !strings.Contains(got, tt.want) || tt.want == "" && got != "" {
			t.Errorf("%s: %q, want %q", french, got, tt.want)
		}
		if got := readAs("12b", newLineWords(l, board)); got != tt.b {
			t.Errorf("%s: b is %q, want %q", french, got, tt.b)
		}
	}
}

// An example is a line in a message, such as 12b3.5 or {0}br.
var example = regexp.MustCompile(`(?:\{0\}|\d+)\p{L}+(?:\d+(?:[.,]\d+)?)?\*?`)

// taught returns the meanings of the lines in a text.
func taught(text string, words lineWords) (results []string) {
	for _, line := range example.FindAllString(text, -1) {
		if got := readAs(strings.Replace(line, "{0}", "12", 1), words); got != "" {
			results = append(results, got)
		}
	}
	return slices.Compact(results)
}

// lettersIn returns the meanings of the single letters in a text.
func lettersIn(text string, words lineWords) (results []string) {
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) }) {
		if got := readAs(word, words); got != "" && utf8.RuneCountInString(word) == 1 {
			results = append(results, got)
		}
	}
	return slices.Compact(results)
}

// In every language the example lines and letters of messages have the same meaning as in English.
func TestExamplesOfEveryLanguage(t *testing.T) {
	messages := func(l *i18n.Language) (all map[string]any) {
		data, err := templates.FS.ReadFile("lang/" + l.Code() + ".json")
		if err != nil || json.Unmarshal(data, &all) != nil {
			t.Fatal(err)
		}
		for i, k := range newKeyViews(l, newLineWords(l, board), newLineWords(l, board).Black[0]+"3.5", true) {
			all[fmt.Sprint("key ", i)] = k.Keys
		}
		return all
	}
	english := messages(languages(t)[0])
	examples := 0
	for _, l := range languages(t) {
		words := newLineWords(l, board)
		for key, text := range messages(l) {
			want, got := taught(fmt.Sprint(english[key]), englishWords), taught(fmt.Sprint(text), words)
			if examples += len(want); !slices.Equal(got, want) {
				t.Errorf("%s %s: %q teaches %q, want %q", l.Code(), key, text, got, want)
			}
		}
		for _, key := range []string{"desk.line.unknown", "desk.reading.opens"} {
			want, got := lettersIn(fmt.Sprint(english[key]), englishWords), lettersIn(l.T(key), words)
			if len(want) < 2 || !slices.Equal(got, want) {
				t.Errorf("%s %s: %q teaches %q, want %q", l.Code(), key, l.T(key), got, want)
			}
		}
	}
	if examples < 20*len(languages(t)) {
		t.Errorf("only %d examples are found", examples)
	}
}

// A line may contain its reason. A reason without anything else is also a line.
func TestLinesWithReasons(t *testing.T) {
	for line, want := range map[string]parsedLine{
		"12b !wrong  colour": {Does: lineResult, Table: 12, Result: tournament.Result{Outcome: tournament.BlackWins}, Why: "wrong colour"},
		"12b!":               {Does: lineResult, Table: 12, Result: tournament.Result{Outcome: tournament.BlackWins}},
		"b ! a!b":            {Does: lineResult, Result: tournament.Result{Outcome: tournament.BlackWins}, Why: "a!b"},
		"u !Slip":            {Does: lineUndo, Why: "Slip"},
		"! both agree":       {Does: lineWhy, Why: "both agree"},
		"!":                  {Does: lineWhy},
	} {
		if got, err := parseLine(line, englishWords); err != nil || got != want {
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
			got, err := parseLine(tt.line, englishWords)
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
			if got, err := parseLine(line, englishWords); !fault.Is(err, key) {
				t.Errorf("parseLine(%q) = %+v, %v, want %s", line, got, err, key)
			}
		})
	}
}

// FuzzParseLine checks that each line is refused with a fault, or equal after formatting and parsing.
func FuzzParseLine(f *testing.F) {
	for _, seed := range []string{"12b", "7 w 3.5", "0-0", "u", "/korhonen", "12?", "99999999999", "b*", "½", "\xff\xfe", "č3½", "7b1000", "12b+r/unrated"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, line string) {
		got, err := parseLine(line, lineWords{Black: []string{"č", "m"}, White: []string{"w", "v"}, Asked: []string{"b"}, Names: map[string]string{"white": "w"}, Most: 361})
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
