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
			a := foldName(name + " A")
			for j, other := range list {
				b := foldName(other + " A")
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
