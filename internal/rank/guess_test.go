package rank

import (
	"fmt"
	"testing"
)

func TestGuess(t *testing.T) {
	for text, want := range map[string]struct {
		rank  Rank
		doubt Doubt
	}{
		"5k": {Kyu(5), Sure}, " 5 Kyu": {Kyu(5), Sure}, "５ｋ": {Kyu(5), Sure}, "Shodan": {Dan1, Sure}, "sho-dan": {Dan1, Sure},
		"nidan": {Dan(2), Sure}, "二段": {Dan(2), Sure}, "5": {Kyu(5), Bare}, "30": {Kyu30, Bare},
		"5k?": {Kyu(5), Vague}, "~5k": {Kyu(5), Vague}, "5k+": {Kyu(5), Vague}, "5k*": {Kyu(5), Vague},
		"4-5k": {Kyu(4), Vague}, "4k-5k": {Kyu(4), Vague}, "1k/1d": {Dan1, Vague}, "5?": {Kyu(5), Vague},
		"35k": {Kyu30, Low}, "40 kyu": {Kyu30, Low}, "99": {Kyu30, Low}, "100k": {Kyu30, Low}, "35k?": {Kyu30, Low},
		"": {None, Missing}, " - ": {None, Missing}, "—": {None, Missing}, "?": {None, Missing},
		"NR": {None, Unranked}, "beginner": {None, Unranked}, "No  rank": {None, Unranked}, "(new)": {None, Unranked}, "Nový": {None, Unranked},
		"AGA 2d": {Dan(2), Vague}, "3d EGF": {Dan(3), Vague}, "KGS 5k": {Kyu(5), Vague}, "5 kyu AGA": {Kyu(5), Vague}, "EGF: 5k": {Kyu(5), Vague},
		"5k (OGS)": {Kyu(5), Vague}, "2 Dan (AGA)": {Dan(2), Vague}, "2d (EGF 1980)": {Dan(2), Vague}, "5k on KGS": {Kyu(5), Vague}, "rank 5k": {Kyu(5), Vague},
		"(5k)": {Kyu(5), Vague}, "noin 5k": {Kyu(5), Vague}, "ca. 5 kyu": {Kyu(5), Vague}, "35k OGS": {Kyu30, Low}, "EGF 4-5k": {Kyu(4), Vague},
		"3d KGS, 1k EGF": {Kyu1, Vague}, "EGF 1k / OGS 3d": {Kyu1, Vague}, "3d KGS / 1k OGS": {None, Unreadable}, "1k EGF, 2k AGA": {None, Unreadable},
		"AGA 5": {None, Unreadable}, "KGS": {None, Unreadable}, "EGF 1980": {None, Unreadable}, "KGS ?": {None, Unreadable}, "-10": {None, Unreadable},
		"0k": {None, Unreadable}, "0d": {None, Unreadable}, "0": {None, Unreadable}, "196": {None, Unreadable}, "31d": {None, Unreadable},
		"abc": {None, Unreadable}, "12d": {None, Unreadable}, "??": {None, Unreadable}, "1-31d": {None, Unreadable}, "00k": {None, Unreadable},
	} {
		t.Run(fmt.Sprintf("%q", text), func(t *testing.T) {
			if r, doubt := Guess(text); r != want.rank || doubt != want.doubt {
				t.Errorf("Guess(%q) = %q, %d, want %q, %d", text, r, doubt, want.rank, want.doubt)
			}
		})
	}
}

func FuzzGuess(f *testing.F) {
	for _, s := range []string{"5k?", "4-5k", "35k", "shodan", "~~5~~", "5k EGF, 3d (KGS)", "on on at in"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		r, doubt := Guess(s)
		if known := doubt != Missing && doubt != Unranked && doubt != Unreadable; known != r.Valid() {
			t.Errorf("Guess(%q) = %q, %d", s, r, doubt)
		}
	})
}
