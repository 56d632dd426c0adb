package exports

import (
	"slices"
	"testing"

	"tourney/internal/tournament"
)

func TestParseMoney(t *testing.T) {
	for text, want := range map[string]int{"100": 10000, "33.5": 3350, "33,05": 3305, ".5": 50, "0": 0} {
		t.Run(text, func(t *testing.T) {
			if got, err := parseMoney(text); err != nil || int(got) != want {
				t.Errorf("parseMoney(%q) = %d, %v; want %d", text, got, err, want)
			}
		})
	}
	for _, text := range []string{"-5", "1.234", "1e5", "€5", "99999999999999999999"} {
		t.Run(text, func(t *testing.T) {
			if got, err := parseMoney(text); err == nil {
				t.Errorf("parseMoney(%q) = %d", text, got)
			}
		})
	}
}

// The awards of a prize are amounts, things or both. The form shows them as they were typed.
func TestAwards(t *testing.T) {
	for text, want := range map[string]string{
		"100 50.50": "100 50.50", "150; 100": "150 100", "33,50": "33.50", "a cup": "a cup", "150, 100 a cup, a book": "150, 100 a cup, a book",
		"a cup; 20": "a cup, 20", "150, a cup, ": "150, a cup",
	} {
		var p tournament.Prize
		if ok := parseAwards(text, &p); !ok || formatAwards(&p) != want {
			t.Errorf("%q is %v, %q", text, ok, formatAwards(&p))
		}
	}
	for _, text := range []string{"€100", "1.234", "-5"} {
		if parseAwards(text, &tournament.Prize{}) {
			t.Errorf("%q is an award", text)
		}
	}
	p := tournament.Prize{Things: []string{"cup", "", "book"}}
	if got := []string{p.Thing(1, 1), p.Thing(2, 1), p.Thing(1, 3), p.Thing(4, 2)}; !slices.Equal(got, []string{"cup", "", "cup / book", ""}) {
		t.Errorf("things are %q", got)
	}
}
