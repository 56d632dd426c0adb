package rank

import (
	"fmt"
	"math"
	"testing"
)

func TestFromFFG(t *testing.T) {
	for figure, want := range map[int]int{-272: 1778, 243: 2293, 0: 2050, -1: 2049, -2901: -851, -99999: -900, 99999: 2949} {
		t.Run(fmt.Sprint(figure), func(t *testing.T) {
			if got := FromFFG(figure); got != Points(want) {
				t.Errorf("FromFFG(%d) = %v, want %d", figure, got, want)
			}
		})
	}
	if got := FromFFG(FFGUnrated); got.Stated() {
		t.Errorf("the unrated have rating %v", got)
	}
}

func TestFromAGA(t *testing.T) {
	for _, tt := range []struct {
		figure float64
		want   int
	}{
		{3.70, 2320}, {1.00, 2050}, {-1.20, 2030}, {-20.057, 144}, {-49.68, -900}, {10.33, 2949},
		{math.Inf(1), 2949}, {math.Inf(-1), -900},
	} {
		t.Run(fmt.Sprint(tt.figure), func(t *testing.T) {
			if got := FromAGA(tt.figure); got != Points(tt.want) {
				t.Errorf("FromAGA(%v) = %v, want %d", tt.figure, got, tt.want)
			}
		})
	}
	for _, figure := range []float64{0, 0.4, -0.999, math.NaN()} {
		if FromAGA(figure).Stated() {
			t.Errorf("%v has a rating", figure)
		}
	}
}

func TestRatingOfRank(t *testing.T) {
	for r, want := range map[Rank]int{Kyu30: -900, Kyu20: 100, Kyu1: 2000, Dan1: 2100, Dan(6): 2600, Pro1: 2700, Pro1 + 1: 2730, Pro9: 2940} {
		t.Run(r.String(), func(t *testing.T) {
			if got := r.Rating(); got != Points(want) {
				t.Errorf("%v has rating %v, want %d", r, got, want)
			}
		})
	}
}
