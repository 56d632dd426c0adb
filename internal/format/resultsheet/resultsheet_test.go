package resultsheet

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"tourney/internal/fault"
	"tourney/internal/format/file"
	"tourney/internal/testkit/formattest"
	"tourney/internal/tournament"
)

func parsed(t interface{ Fatal(...any) }, text string) tournament.Result {
	r, err := tournament.ParseResult(text)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestParse(t *testing.T) {
	for _, tt := range []struct{ choice, margin, want string }{
		{"B+", "", "B+"}, {"b+", "3.5", "B+3.5"}, {"W+", "12", "W+12"}, {"W+", "0,5", "W+0.5"}, {"W+3.5", "3.5", "W+3.5"}, {"W+3,5", "", "W+3.5"},
		{"Jigo", "", "Jigo"}, {"BothLose", "", "BothLose"}, {"", "", "?"}, {"?", "", "?"},
		{"Blak", "", "workbook.results.unknown"}, {"B+R", "3.5", "workbook.results.both"}, {"Jigo", "1", "workbook.results.both"}, {"W+4.5", "3.5", "workbook.results.both"},
		{"", "3.5", "workbook.results.winnerless"}, {"B+", "x", "workbook.results.points"}, {"B+", "-3", "workbook.results.points"}, {"B+", "3.25", "workbook.results.points"},
		{"B+", "0", "workbook.results.points"}, {"B+", "NaN", "workbook.results.points"}, {"B+", "1e9", "workbook.results.points"}, {"B+", "46145", "workbook.results.day"}, {"", "46145", "workbook.results.day"},
	} {
		r, err := parse(tt.choice, tt.margin, "B")
		got := r.String()
		if e, ok := fault.As(err); ok {
			got = e.Key
		}
		if got != tt.want {
			t.Errorf("%q with %q is %s, want %s", tt.choice, tt.margin, got, tt.want)
		}
	}
}

// On a sheet with another letter for Black, B is refused.
func TestParseWithAnotherLetter(t *testing.T) {
	for _, tt := range []struct {
		black                Black
		choice, margin, want string
	}{
		{"C", "C+", "3,5", "B+3.5"}, {"C", "c+r", "", "B+R"}, {"Č", "Č+T", "", "B+T"}, {"Č", "č+2.5", "", "B+2.5"}, {"C", "W+", "2", "W+2"}, {"C", "BothLose", "", "BothLose"},
		{"C", "B+", "", "workbook.results.letter [B+ C+ W+]"}, {"Č", "b+r", "", "workbook.results.letter [b+r Č+R W+R]"}, {"C", "B+", "3.5", "workbook.results.letter [B+ C+ W+]"},
		{"C", "b", "", "workbook.results.unknown [b C+]"}, {"C", "Č+", "", "workbook.results.unknown [Č+ C+]"}, {"B", "C+", "", "workbook.results.unknown [C+ B+]"},
		{"C", "", "2", "workbook.results.winnerless [2 C+]"},
	} {
		r, err := parse(tt.choice, tt.margin, tt.black)
		got := r.String()
		if e, ok := fault.As(err); ok {
			got = fmt.Sprint(e.Key, " ", e.Args)
		}
		if got != tt.want {
			t.Errorf("%s: %q with %q is %s, want %s", tt.black, tt.choice, tt.margin, got, tt.want)
		}
	}
}

// A result that is shown as a choice and a margin reads back the same.
func TestSplitReadsBack(t *testing.T) {
	choices := international.Choices()
	rapid.Check(t, func(t *rapid.T) {
		black := rapid.SampledFrom([]Black{"B", "C", "Č"}).Draw(t, "letter")
		r := parsed(t, rapid.SampledFrom(append(choices, "?", "Jigo+F", "BothWin+F")).Draw(t, "result"))
		if r.Manner == tournament.Unspecified && (r.Outcome == tournament.BlackWins || r.Outcome == tournament.WhiteWins) && rapid.Bool().Draw(t, "by points") {
			r.Manner, r.Margin = tournament.ByPoints, rapid.IntRange(1, 700).Draw(t, "margin")
		}
		r.Unrated = r.Known() && rapid.Bool().Draw(t, "unrated")
		choice, margin := black.Split(r)
		text := ""
		if margin > 0 {
			text = tournament.Score(2 * margin).String()
		}
		got, err := parse(choice, text, black)
		got.Unrated = r.Unrated
		if err != nil || got != r {
			t.Fatalf("%s becomes %q and %q: %s %v", r, choice, text, got, err)
		}
		g := tournament.Game{ID: rapid.IntRange(1, 1e9).Draw(t, "game"), Revision: rapid.IntRange(0, 1e9).Draw(t, "seen"), Result: r}
		if back, letter, ok := parseKey(black.Key("spring-cup", &g)); !ok || letter != black || back.Was != r || back.Game != g.ID || back.Seen != g.Revision || back.Slug != "spring-cup" {
			t.Fatalf("%q reads back as %+v", black.Key("spring-cup", &g), back)
		}
	})
}

// Other uploads are refused with a fault.
func TestReadRefuses(t *testing.T) {
	for name, tt := range map[string]struct {
		data []byte
		want string
	}{
		"text":    {[]byte("Table;Result"), "file.xlsx"},
		"another": {formattest.Workbook(t, []any{"Table", "Result"}, []any{1, "B+"}), "workbook.results.none"},
		"bomb":    {formattest.Bomb(t, 60<<20, false), "file.xlsx"},
	} {
		t.Run(name, func(t *testing.T) {
			if lines, _, err := Read(tt.data); !fault.Is(err, tt.want) || len(lines) > 0 {
				t.Errorf("%v, %v, want %s", lines, err, tt.want)
			}
		})
	}
}

func FuzzRead(f *testing.F) {
	f.Add(formattest.Workbook(f, []any{"Table", "Result"}))
	f.Add([]byte("PK"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > file.MostBytes {
			return
		}
		if _, _, err := Read(data); err != nil {
			if _, ok := fault.As(err); !ok {
				t.Fatalf("not a fault: %v", err)
			}
		}
	})
}
