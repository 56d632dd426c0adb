package spelling

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestNamesFindWhatComparingAllFinds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := rapid.SliceOfN(rapid.StringMatching(`[abšß]{0,4} ?[bcd]{3}`), 1, 7).Draw(t, "names")
		var names Names
		for _, name := range list {
			names.Add(name, "A")
		}
		for i, name := range list {
			var want []int
			a := []rune(Key(Words(name + " A")))
			for j, other := range list {
				b := []rune(Key(Words(other + " A")))
				if slices.Equal(a, b) || distance(a, b) <= maxDistance(a) {
					want = append(want, j)
				}
			}
			got := names.Like(name, "A")
			if !slices.Equal(got, want) || !slices.Contains(got, i) {
				t.Fatalf("%q looks like %v, want %v of %q", name, got, want, list)
			}
		}
	})
}

// distance is Levenshtein's, by its definition.
func distance(x, y []rune) int {
	if len(x) == 0 || len(y) == 0 {
		return len(x) + len(y)
	}
	if x[0] == y[0] {
		return distance(x[1:], y[1:])
	}
	return 1 + min(distance(x[1:], y), distance(x, y[1:]), distance(x[1:], y[1:]))
}

// The marks of many letters are written in two ways.
func TestNamesWithDigraphs(t *testing.T) {
	var names Names
	names.Add("Hämäläinen", "Väinö")
	if got := names.Like("Haemaelaeinen", "Vaeinoe"); len(got) != 1 {
		t.Errorf("found %v", got)
	}
}

func TestNamesWithFigures(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		like bool
	}{
		{"Player 01", "Player 02", false}, {"Fam11 G", "Fam12 G", false}, {"Player 01", "player 01", true}, {"Playor 11", "Player 11", true}, {"Virtanen1 Aino", "Virtanen Aino", true},
	} {
		var names Names
		names.Add(tt.a, "")
		if got := len(names.Like(tt.b, "")) == 1; got != tt.like {
			t.Errorf("%s like %s: %v", tt.b, tt.a, got)
		}
	}
}
