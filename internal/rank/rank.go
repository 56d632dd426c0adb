// Package rank parses and compares ranks and ratings.
//
// Start from Parse, which accepts the forms that people write, and Steps, the
// difference on which handicap is based.
package rank

import (
	"regexp"
	"strconv"
	"strings"

	"tourney/internal/fault"
)

// A Rank is a grade. Ranks count up from 30 kyu = 1 with no gap between 1 kyu
// and 1 dan, through 9 dan = 39, to the professional 1p = 40 … 9p = 48, so <
// compares two ranks. Steps gives their difference. The zero Rank means "not
// stated".
type Rank int8

// The ends of the scale and the border between kyu and dan.
const (
	None  Rank = 0
	Kyu30 Rank = 1
	Kyu20 Rank = 11
	// Beginner is the usual rank for a player without one.
	Beginner      = Kyu20
	Kyu1     Rank = 30
	Dan1     Rank = 31
	Dan4     Rank = 34
	Dan7     Rank = 37
	Dan8     Rank = 38
	Dan9     Rank = 39
	Pro1     Rank = 40
	Pro9     Rank = 48
)

// Kyu returns the rank of n kyu, n from 1 to 30.
func Kyu(n int) Rank { return Dan1 - Rank(n) }

// Dan returns the rank of n dan, n from 1 to 9.
func Dan(n int) Rank { return Kyu1 + Rank(n) }

// FromIndex returns the rank of a McMahon index: -30 is 30k, -1 is 1k, 0 is
// 1d, 8 is 9d. Values outside are clamped.
func FromIndex(i int) Rank { return Rank(min(max(i, -30), 8)) + Dan1 }

// Amateur returns the amateur rank of a professional for pairing and handicap:
// 1p–3p count as 7d, 4p–6p as 8d, 7p–9p as 9d, as in OpenGotha. Amateurs keep
// their rank.
func (r Rank) Amateur() Rank {
	switch {
	case r < Pro1:
		return r
	case r < Pro1+3:
		return Dan7
	case r < Pro1+6:
		return Dan8
	default:
		return Dan9
	}
}

// Index returns the McMahon index of the amateur rank: -30 for 30k … -1 for
// 1k, 0 for 1d … 8 for 9d. A rank not stated counts as 30k.
func (r Rank) Index() int {
	if r < Kyu30 {
		return -30
	}
	return int(r.Amateur() - Dan1)
}

// Steps returns how many ranks a is stronger than b, negative when weaker.
// 1d is one step above 1k; professionals count as their Amateur rank.
func Steps(a, b Rank) int { return a.Index() - b.Index() }

// Valid reports whether r is a stated rank.
func (r Rank) Valid() bool { return r >= Kyu30 && r <= Pro9 }

// Pro reports whether r is a professional grade.
func (r Rank) Pro() bool { return r >= Pro1 && r <= Pro9 }

// String formats the rank as in tournament lists: 5k, 2d, 1p; "" when not
// stated.
func (r Rank) String() string {
	switch {
	case !r.Valid():
		return ""
	case r.Pro():
		return strconv.Itoa(int(r-Pro1)+1) + "p"
	case r >= Dan1:
		return strconv.Itoa(int(r-Dan1)+1) + "d"
	default:
		return strconv.Itoa(int(Dan1-r)) + "k"
	}
}

// MarshalText writes the rank as String does.
func (r Rank) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText parses text of MarshalText; empty text is a rank not stated.
func (r *Rank) UnmarshalText(text []byte) error {
	if len(text) == 0 {
		*r = None
		return nil
	}
	var err error
	*r, err = Parse(string(text))
	return err
}

// Parse parses a rank in the forms that people write: 5k, 5 kyu, 3-dan, K5, shodan, 2段, 十五級, 1p, 2 dan pro, full-width
// figures. It returns a fault "player.rank.invalid" with the text when it is not a rank of the scale 30k…1k, 1d…9d,
// 1p…9p. Guess accepts more.
func Parse(s string) (Rank, error) {
	if len(s) > longest {
		return None, invalid(s)
	}
	word := strings.Map(plain, strings.ToLower(strings.TrimSpace(s)))
	if r, ok := spoken[strings.ReplaceAll(word, "-", "")]; ok {
		return r, nil
	}
	number, unit := "", ""
	if m := numberFirst.FindStringSubmatch(word); m != nil {
		number, unit = m[1], m[2]
	} else if m := unitFirst.FindStringSubmatch(word); m != nil {
		number, unit = m[2], m[1]
	} else if m := proFirst.FindStringSubmatch(word); m != nil {
		number, unit = m[1], "p"
	}
	n := numeral(number)
	kind := units[spaces.ReplaceAllString(unit, " ")]
	switch {
	case kind == 'k' && n >= 1 && n <= 30:
		return Kyu(n), nil
	case kind == 'd' && n >= 1 && n <= 9:
		return Dan(n), nil
	case kind == 'p' && n >= 1 && n <= 9:
		return Pro1 + Rank(n-1), nil
	}
	return None, invalid(s)
}

// longest bounds the bytes of a rank.
const longest = 64

var (
	numberFirst = regexp.MustCompile(`^([0-9]{1,2}|[初一二弐三四五六七八九十]{1,3})[\s.\-]*(\pL[\pL\s.\-]*?)\.?$`)
	unitFirst   = regexp.MustCompile(`^(\pL+)[\s.\-]*([0-9]{1,2})$`)
	proFirst    = regexp.MustCompile(`^pro[\s.\-]*([1-9])[\s.\-]*d(?:an)?$`)
	spaces      = regexp.MustCompile(`[\s.\-]+`)
)

// spoken are the Japanese names of dan grades.
var spoken = map[string]Rank{
	"shodan": Dan1, "nidan": Dan(2), "sandan": Dan(3), "yondan": Dan4, "godan": Dan(5),
	"rokudan": Dan(6), "nanadan": Dan7, "shichidan": Dan7, "hachidan": Dan8, "kudan": Dan9,
}

// numerals are the figures in front of 段 and 級.
var numerals = map[rune]int{
	'初': 1, '一': 1, '二': 2, '弐': 2, '三': 3, '四': 4, '五': 5, '六': 6, '七': 7, '八': 8, '九': 9,
}

// numeral parses up to two figures or a Chinese number below 100; it returns 0
// for anything else.
func numeral(s string) int {
	if n, err := strconv.Atoi(s); err == nil {
		return n
	}
	tens, ones := 0, 0
	for _, r := range s {
		switch {
		case r == '十' && tens == 0:
			tens, ones = 10*max(ones, 1), 0
		case numerals[r] > 0 && ones == 0:
			ones = numerals[r]
		default:
			return 0
		}
	}
	return tens + ones
}

// units are words for kyu, dan and professional in several languages.
var units = map[string]byte{
	"k": 'k', "kyu": 'k', "kyuu": 'k', "kyū": 'k', "kju": 'k', "kjú": 'k', "kyú": 'k', "gup": 'k',
	"級": 'k', "级": 'k', "급": 'k', "кю": 'k', "к": 'k', "κ": 'k', "κιου": 'k',
	"d": 'd', "dan": 'd', "段": 'd', "단": 'd', "дан": 'd', "д": 'd', "δ": 'd', "νταν": 'd',
	"p": 'p', "pro": 'p', "dan p": 'p', "dan pro": 'p', "d p": 'p', "п": 'p', "профи": 'p', "段プロ": 'p',
}

// plain converts full-width characters and the various hyphens to ASCII.
func plain(r rune) rune {
	switch {
	case r >= '！' && r <= '～':
		return r - '！' + '!'
	case r >= '\u2010' && r <= '\u2015' || r == '\u2212' || r == '_':
		return '-'
	case r == '\u3000' || r == '\u00a0':
		return ' '
	}
	return r
}

func invalid(s string) error {
	return fault.New(fault.Invalid, "player.rank.invalid", fault.Clip(s))
}
