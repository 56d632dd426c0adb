package rank

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tourney/internal/fault"
)

func TestParse(t *testing.T) {
	for _, tt := range []struct {
		text string
		want Rank
	}{
		{"5k", Kyu(5)}, {"5K", Kyu(5)}, {"5 kyu", Kyu(5)}, {"5.kyu", Kyu(5)}, {" 12k ", Kyu(12)}, {"K5", Kyu(5)},
		{"3-dan", Dan(3)}, {"3d", Dan(3)}, {"3 dan", Dan(3)}, {"2段", Dan(2)}, {"二段", Dan(2)}, {"初段", Dan1},
		{"15級", Kyu(15)}, {"15级", Kyu(15)}, {"7급", Kyu(7)}, {"4단", Dan(4)}, {"１０級", Kyu(10)}, {"2 kyū", Kyu(2)},
		{"1p", Pro1}, {"9P", Pro9}, {"2 dan pro", Pro1 + 1}, {"2 кю", Kyu(2)}, {"5. kyu", Kyu(5)}, {"1 дан", Dan1},
		{"30k", Kyu30}, {"5\u00a0k", Kyu(5)}, {"dan 2", Dan(2)}, {"k 5", Kyu(5)}, {"5-kyu", Kyu(5)},
		{"shodan", Dan1}, {"Sho-dan", Dan1}, {"sandan", Dan(3)}, {"弐段", Dan(2)}, {"十五級", Kyu(15)}, {"十級", Kyu(10)},
		{"二十級", Kyu(20)}, {"2 pro", Pro1 + 1}, {"2dan pro", Pro1 + 1}, {"pro 2d", Pro1 + 1}, {"５ｋ", Kyu(5)}, {"１Ｄ", Dan1},
	} {
		t.Run(tt.text, func(t *testing.T) {
			if got, err := Parse(tt.text); err != nil || got != tt.want {
				t.Errorf("Parse(%q) = %v, %v, want %v", tt.text, got, err, tt.want)
			}
		})
	}
}

func TestParseRefuses(t *testing.T) {
	for _, text := range []string{
		"", "12 stones", "十十級", "31d", "abc", "NR", "5k?", "0k", "31k", "10d", "0d", "10p", "k", "dan", "5", "5kk", "5k5", "-5k", "1.5d", "5x",
		strings.Repeat("5", 10000) + "k", strings.Repeat("k", 10000),
	} {
		t.Run(fmt.Sprintf("%q", text), func(t *testing.T) {
			got, err := Parse(text)
			if !fault.Is(err, "player.rank.invalid") || got != None {
				t.Errorf("Parse(%.20q) = %v, %v, want rank.invalid", text, got, err)
			}
			if e, ok := fault.As(err); ok && len(e.Args[0].(string)) > 200 {
				t.Errorf("Parse(%.20q) repeats %d bytes of input", text, len(e.Args[0].(string)))
			}
		})
	}
}

func TestScaleHasNoGap(t *testing.T) {
	for _, tt := range []struct {
		a, b Rank
		want int
	}{
		{Dan1, Kyu1, 1}, {Kyu1, Dan1, -1}, {Dan(4), Kyu(7), 10}, {Kyu(5), Kyu(20), 15},
		{Pro1, Dan7, 0}, {Pro9, Dan9, 0}, {None, Kyu30, 0},
	} {
		t.Run(fmt.Sprintf("%v–%v", tt.a, tt.b), func(t *testing.T) {
			if got := Steps(tt.a, tt.b); got != tt.want {
				t.Errorf("Steps(%v, %v) = %d, want %d", tt.a, tt.b, got, tt.want)
			}
		})
	}
	if Kyu20.Index() != -20 || Kyu1.Index() != -1 || Dan1.Index() != 0 || Dan9.Index() != 8 {
		t.Error("index of 20k, 1k, 1d, 9d is not -20, -1, 0, 8")
	}
}

func TestRankTextRoundTrip(t *testing.T) {
	for r := None; r <= Pro9; r++ {
		text, _ := r.MarshalText()
		var back Rank
		if err := back.UnmarshalText(text); err != nil || back != r {
			t.Errorf("%v reads back as %v, %v", r, back, err)
		}
		if !r.Pro() && r.Valid() && FromIndex(r.Index()) != r {
			t.Errorf("FromIndex(%d) = %v, want %v", r.Index(), FromIndex(r.Index()), r)
		}
	}
}

func TestRating(t *testing.T) {
	for _, tt := range []struct {
		points int
		want   Rank
	}{
		{149, Kyu20}, {150, Kyu(19)}, {50, Kyu20}, {49, Kyu(21)}, {-851, Kyu30}, {-850, Kyu(29)}, {1550, Kyu(5)}, {1649, Kyu(5)},
		{2349, Dan(3)}, {2350, Dan(4)}, {2650, Dan(7)}, {2999, Dan9},
		{2050, Dan1}, {2149, Dan1}, {2049, Kyu1}, {1950, Kyu1}, {100, Kyu20}, {-900, Kyu30}, {-5000, Kyu30}, {9999, Dan9}, {0, Kyu(21)},
	} {
		t.Run(fmt.Sprint(tt.points), func(t *testing.T) {
			if got := Points(tt.points).Rank(); got != tt.want {
				t.Errorf("Points(%d).Rank() = %v, want %v", tt.points, got, tt.want)
			}
		})
	}
	rapid.Check(t, func(t *rapid.T) {
		r := Points(rapid.IntRange(LowestRating, HighestRating).Draw(t, "points"))
		text, _ := r.MarshalJSON()
		var back Rating
		if err := back.UnmarshalJSON(text); err != nil || back != r {
			t.Fatalf("%v reads back as %v, %v", r, back, err)
		}
	})
	for r := Kyu30; r <= Dan9; r++ {
		if got := r.Rating().Rank(); got != r {
			t.Errorf("%v has rating %v of rank %v", r, r.Rating(), got)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"5k", "3-dan", "2段", "K5", "初段", "12 stones"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if r, err := Parse(s); (err == nil) != r.Valid() {
			t.Errorf("Parse(%q) = %v, %v", s, r, err)
		}
	})
}
