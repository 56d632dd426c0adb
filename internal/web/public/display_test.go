package public

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSlidesEvenOut(t *testing.T) {
	const lines, columns = 14, 2
	for _, tt := range []struct {
		n    int
		want []int // lists per screen, lines of all columns
	}{
		{0, nil}, {1, []int{1}}, {28, []int{28}}, {29, []int{16, 13}}, {40, []int{20, 20}}, {57, []int{20, 20, 17}},
	} {
		t.Run(fmt.Sprint(tt.n, " lines"), func(t *testing.T) {
			var got []int
			for _, screen := range slides(make([]int, tt.n), screenful{0, lines, columns}) {
				sum := 0
				for _, column := range screen {
					sum += len(column)
					if len(column) > lines {
						t.Errorf("%d lines in a column", len(column))
					}
				}
				got = append(got, sum)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("%d lines: %s", tt.n, diff)
			}
		})
	}
}

// A short list has one column of large letters, a longer one more columns before the letters become smaller.
func TestSlidesHaveFewColumns(t *testing.T) {
	for n, want := range map[int]int{4: 1, 9: 1, 10: 2, 18: 2, 19: 2, 60: 2} {
		if got := slides(make([]int, n), gameScreen); len(got[0]) != want {
			t.Errorf("%d tables have %d columns, want %d", n, len(got[0]), want)
		}
	}
	for n, want := range map[int]int{8: 1, 13: 1, 14: 2, 26: 2, 27: 3, 200: 3} {
		if got := slides(make([]int, n), nameScreen); len(got[0]) != want {
			t.Errorf("%d names have %d columns, want %d", n, len(got[0]), want)
		}
	}
}
