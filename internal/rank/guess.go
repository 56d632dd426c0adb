package rank

import (
	"cmp"
	"regexp"
	"strconv"
	"strings"
)

// A Doubt is the reason why a written rank is uncertain.
type Doubt int8

const (
	// Sure is a rank that Parse accepts.
	Sure Doubt = iota
	// Unranked is an empty field or a word for it: NR, -, new.
	Unranked
	// Bare is a number alone, taken as kyu.
	Bare
	// Vague is a rank with a question mark or the like, or a range, of which
	// the stronger end is taken, or the middle of DDK and SDK.
	Vague
	// Low is a rank below 30 kyu, raised to it.
	Low
	// Unreadable is no rank at all.
	Unreadable
)

var unranked = map[string]bool{
	"": true, "-": true, "--": true, "?": true, "nr": true, "none": true, "new": true, "beginner": true, "unranked": true,
	"n/a": true, "uusi": true, "ny": true, "nowy": true, "nowa": true, "unrated": true, "unr": true, "brak": true, "bez": true,
	"není": true, "nový": true, "nová": true, "aloittelija": true, "początkujący": true, "začátečník": true,
}

// ranges are words for several ranks, with one in their middle.
var ranges = map[string]Rank{"ddk": Kyu(15), "sdk": Kyu(5)}

var (
	bareNumber = regexp.MustCompile(`^\d{1,2}$`)
	lowKyu     = regexp.MustCompile(`^\d{2,3} ?[.-]? ?(k|kyu)$`)
	span       = regexp.MustCompile(`^(\d{1,2}) ?(\pL*) ?[-/–] ?(\d{1,2}) ?(\pL+)$`)
)

// Guess parses ranks that Parse refuses, as in tables filled in by hand, and
// returns the doubt about them.
func Guess(s string) (Rank, Doubt) {
	word := strings.Map(plain, strings.ToLower(strings.TrimSpace(s)))
	if unranked[word] {
		return None, Unranked
	}
	if len(word) > 64 {
		return None, Unreadable
	}
	if r, ok := ranges[word]; ok {
		return r, Vague
	}
	if r, err := Parse(word); err == nil {
		return r, Sure
	}
	if bare := strings.Trim(word, "~?+* "); bare != word {
		if r, doubt := Guess(bare); r.Valid() {
			return r, max(doubt, Vague)
		}
	}
	if m := span.FindStringSubmatch(word); m != nil {
		return stronger(m[1]+cmp.Or(m[2], m[4]), m[3]+m[4])
	}
	if bareNumber.MatchString(word) {
		n, _ := strconv.Atoi(word) // the pattern matches numbers only
		return kyu(n, Bare)
	}
	if lowKyu.MatchString(word) {
		n, _ := strconv.Atoi(strings.TrimRight(word, " .-kyu"))
		return kyu(n, Low)
	}
	return None, Unreadable
}

// kyu returns the rank of n kyu, raised to 30 kyu and Low if it is below.
func kyu(n int, doubt Doubt) (Rank, Doubt) {
	switch {
	case n < 1:
		return None, Unreadable
	case n > 30:
		return Kyu30, Low
	}
	return Kyu(n), doubt
}

func stronger(a, b string) (Rank, Doubt) {
	one, err := Parse(a)
	other, otherErr := Parse(b)
	if err != nil || otherErr != nil {
		return None, Unreadable
	}
	return max(one, other), Vague
}
