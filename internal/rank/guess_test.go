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
		"": {None, Unranked}, "NR": {None, Unranked}, " - ": {None, Unranked}, "?": {None, Unranked}, "beginner": {None, Unranked},
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
	for _, s := range []string{"5k?", "4-5k", "35k", "shodan", "~~5~~"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		r, doubt := Guess(s)
		if known := doubt != Unranked && doubt != Unreadable; known != r.Valid() {
			t.Errorf("Guess(%q) = %q, %d", s, r, doubt)
		}
	})
}
