package rank

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// The scale of figures follows from a column, not from a single figure.
func TestScaleOf(t *testing.T) {
	for _, tt := range []struct {
		cells string
		aga   bool
		want  Scale
		read  string // of the cells, "!" for no rating of the scale
	}{
		{"2105 1950 950", false, Scale{}, "2105 1950 950"},
		{"2302.5 2105,123 99.123", false, Scale{}, "2302 2105 99"},
		{"2,105 1,950 1,550", false, Scale{Thousands: true}, "2105 1950 1550"},
		{"2.105 950 1.550", false, Scale{Thousands: true}, "2105 950 1550"},
		{"2'105 1’950", false, Scale{}, "2105 1950"},
		{"2,302.5 2.302,5", false, Scale{}, "2302 2302"},
		{"2,105 -150", false, Scale{Thousands: true}, "2105 -150"},
		{"3.2 -4.1 5", false, Scale{American: true}, "2270 1740 2450"},
		{"3 -4 5", false, Scale{}, "3 -4 5"},
		{"3 -4 5", true, Scale{American: true}, "2250 1750 2450"},
		{"0.0 -21.9 3.4 -1.2", true, Scale{American: true}, " -40 2290 2030"},
		{"0.0 0 3.4", false, Scale{American: true}, "  2290"},
		{"1.234 -4.567 2.100", false, Scale{American: true}, "2073 1693 2160"},
		{"1.234 5.678", false, Scale{American: true}, "2073 2518"},
		{"3.2 0.4", false, Scale{American: true}, "2270 !"},
		{"3.2 -4.1 5.5 1.2 2105", false, Scale{American: true}, "2270 1740 2500 2070 !"},
		{"2105 1950 1800 3.2", false, Scale{}, "2105 1950 1800 !"},
		{"2,105 1,950 2302.5 2302,5", false, Scale{Thousands: true}, "2105 1950 2302 2302"},
		{"2,105 1,950 1,800 1,700 3.2", false, Scale{Thousands: true}, "2105 1950 1800 1700 !"},
		{"0.0 0.0", true, Scale{American: true}, " "},
		{"2105 strong Inf 1.2.3 9999", false, Scale{}, "2105 ! ! ! !"},
		{"", false, Scale{}, ""},
	} {
		t.Run(tt.cells, func(t *testing.T) {
			cells := strings.Fields(tt.cells)
			s := ScaleOf(cells, tt.aga)
			var read []string
			for _, cell := range cells {
				r, ok := s.Rating(cell)
				if read = append(read, r.String()); !ok {
					read[len(read)-1] = "!"
				}
			}
			if got := strings.Join(read, " "); s != tt.want || got != tt.read {
				t.Errorf("%q, %v: %+v, %q; want %+v, %q", tt.cells, tt.aga, s, got, tt.want, tt.read)
			}
		})
	}
}

// A rating reads the same with any sign between its thousands, and no figure
// leaves the scale.
func TestThousandsAreRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		points := rapid.SliceOfN(rapid.IntRange(1000, HighestRating), 1, 20).Draw(t, "points")
		sign := rapid.SampledFrom([]string{",", ".", " ", "'", "’", "\u00a0", "\u202f", ""}).Draw(t, "sign")
		var cells []string
		for _, n := range points {
			cells = append(cells, fmt.Sprintf("%d%s%03d", n/1000, sign, n%1000))
		}
		s := ScaleOf(cells, false)
		for i, cell := range cells {
			if r, ok := s.Rating(cell); !ok || r.Points() != points[i] {
				t.Fatalf("%+v reads %q as %v, %v", s, cell, r, ok)
			}
		}
	})
}

// A cell of a column of ranks is a rank; a larger number is a rating.
func TestScaleReadsRanks(t *testing.T) {
	for _, tt := range []struct {
		scale Scale
		cell  string
		rank  Rank
		doubt Doubt
	}{
		{Scale{}, "5k", Kyu(5), Sure}, {Scale{}, "30", Kyu30, Bare}, {Scale{}, "35", None, Unreadable}, {Scale{}, "35k", Kyu30, Low},
		{Scale{}, "2105", Dan1, Rated}, {Scale{}, "", None, Missing}, {Scale{}, "new", None, Unranked}, {Scale{}, "0.0", None, Unreadable},
		{Scale{American: true}, "3.2", Dan(3), Rated}, {Scale{American: true}, "-4.1", Kyu(4), Rated}, {Scale{American: true}, "0.0", None, Unranked},
		{Scale{Thousands: true}, "2,105", Dan1, Rated}, {Scale{}, "2-Jan", None, Unreadable},
	} {
		r, rating, doubt := tt.scale.Rank(tt.cell)
		if r != tt.rank || doubt != tt.doubt || rating.Stated() != (doubt == Rated) {
			t.Errorf("%+v reads %q as %q, %v, %d, want %q, %d", tt.scale, tt.cell, r, rating, doubt, tt.rank, tt.doubt)
		}
	}
}

func FuzzScale(f *testing.F) {
	for _, s := range []string{"2,105 950", "3.2 0.0", "2,302.5", "-1.2"} {
		f.Add(s, true)
	}
	f.Fuzz(func(t *testing.T, text string, aga bool) {
		cells := strings.Fields(text)
		s := ScaleOf(cells, aga)
		for _, cell := range cells {
			if r, ok := s.Rating(cell); r.Stated() && !ok {
				t.Fatalf("%+v reads %q as %v", s, cell, r)
			}
			if r, _, doubt := s.Rank(cell); r.Valid() == (doubt == Missing || doubt == Unranked || doubt == Unreadable) {
				t.Fatalf("%+v reads %q as %q, %d", s, cell, r, doubt)
			}
		}
	})
}

// Figures look as in the American list, and read back as the same rating; EGF points never look like them.
func TestScaleText(t *testing.T) {
	american := Scale{American: true}
	for points, want := range map[int]string{1796: "-3.54", 2400: "4.5", 2050: "1.0", 2049: "-1.01", 2350: "4.0", -900: "-30.5"} {
		if got := american.Text(Points(points)); got != want {
			t.Errorf("%d points are %s, want %s", points, got, want)
		}
	}
	if got := american.Text(Rating{}); got != "" {
		t.Errorf("no rating is %q", got)
	}
	for n := LowestRating; n <= HighestRating; n++ {
		for _, s := range []Scale{american, {}} {
			if r, ok := s.Rating(s.Text(Points(n))); !ok || r != Points(n) {
				t.Fatalf("%+v: %d is written %s and read %v", s, n, s.Text(Points(n)), r)
			}
		}
	}
}
