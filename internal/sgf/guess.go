package sgf

import (
	"unicode"

	"golang.org/x/text/encoding/charmap"
)

// guess returns the most likely character set of data that is not UTF-8 and
// names no set. It excludes sets whose rules the bytes break, and takes the one
// in which most of the text is common letters. Records have few words, so this
// is reported as a guess.
func guess(data []byte) string {
	data = data[:min(len(data), 1<<17)]
	best, most := "windows-1252", 0
	for _, s := range pairSets {
		if n, ok := s.score(data, commonPairs()[s.name]); ok && n > most {
			best, most = s.name, n
		}
	}
	for i, s := range singleSets {
		if n := s.score(data); n > most || i == 0 && n == most {
			best, most = s.name, n
		}
	}
	return best
}

// A zone is a range of two-byte characters and the score of each.
type zone struct {
	lead, leadEnd   byte
	trail, trailEnd byte
	points          int
}

// A pairSet is a character set of ASCII and two-byte characters, the ones in
// its zones. The first zone that fits counts.
type pairSet struct {
	name    string
	singles [2]byte // one-byte characters beyond ASCII, rare in records
	zones   []zone
}

// Common are the kana, the syllables of Hangul and the first level of the
// national standards, which is ordered by use; the rest is rare. A second byte
// in ASCII counts less: it may as well be a letter behind one with an accent.
var pairSets = []pairSet{
	{"euc-kr", [2]byte{}, []zone{
		{0xb0, 0xc8, 0xa1, 0xfe, 2}, {0xa1, 0xaf, 0xa1, 0xfe, 0}, {0xca, 0xfd, 0xa1, 0xfe, -1},
		{0x81, 0xc6, 0x41, 0x5a, -1}, {0x81, 0xc6, 0x61, 0x7a, -1}, {0x81, 0xa0, 0x81, 0xfe, -1},
		{0xa1, 0xc6, 0x81, 0xa0, -1},
	}},
	{"gb18030", [2]byte{}, []zone{
		{0xb0, 0xd7, 0xa1, 0xfe, 2}, {0xa1, 0xa9, 0xa1, 0xfe, 0}, {0xd8, 0xf7, 0xa1, 0xfe, 0},
		{0x81, 0xfe, 0x40, 0x7e, -1}, {0x81, 0xfe, 0x80, 0xfe, -1},
	}},
	{"shift_jis", [2]byte{0xa1, 0xdf}, []zone{
		{0x82, 0x82, 0x9f, 0xf1, 3}, {0x83, 0x83, 0x40, 0x96, 3}, {0x81, 0x81, 0x40, 0xfc, 0},
		{0x88, 0x97, 0x40, 0x7e, 1}, {0x88, 0x97, 0x80, 0xfc, 2}, {0x98, 0x98, 0x40, 0x72, 1}, {0x82, 0x84, 0x40, 0xfc, 0},
		{0x98, 0x9f, 0x40, 0xfc, -1}, {0xe0, 0xea, 0x40, 0xfc, -1}, {0xed, 0xfc, 0x40, 0xfc, -1},
	}},
	{"big5", [2]byte{}, []zone{
		{0xa4, 0xc6, 0x40, 0x7e, 1}, {0xa4, 0xc6, 0xa1, 0xfe, 2}, {0xa1, 0xa3, 0x40, 0x7e, 0},
		{0xa1, 0xa3, 0xa1, 0xfe, 0}, {0xc9, 0xfe, 0x40, 0x7e, -1}, {0xc9, 0xfe, 0xa1, 0xfe, -1},
	}},
	{"euc-jp", [2]byte{}, []zone{
		{0xa4, 0xa4, 0xa1, 0xf3, 3}, {0xa5, 0xa5, 0xa1, 0xf6, 3}, {0xa1, 0xa8, 0xa1, 0xfe, 0},
		{0xb0, 0xcf, 0xa1, 0xfe, 1}, {0xd0, 0xf4, 0xa1, 0xfe, -1},
	}},
}

// score adds the scores of the characters of data, two more for common ones. It
// is not ok if the set lacks some.
func (s *pairSet) score(data []byte, common map[[2]byte]bool) (sum int, ok bool) {
	for i := 0; i < len(data); i++ {
		c := data[i]
		if c < 0x80 {
			continue
		}
		if c >= s.singles[0] && c <= s.singles[1] {
			sum -= 2
			continue
		}
		if i++; i == len(data) {
			break // cut in the middle
		}
		z := s.zoneOf(c, data[i])
		if z == nil {
			return 0, false
		}
		sum += z.points
		if common[[2]byte{c, data[i]}] {
			sum += 2
		}
	}
	return sum, true
}

func (s *pairSet) zoneOf(lead, trail byte) *zone {
	for i := range s.zones {
		z := &s.zones[i]
		if lead >= z.lead && lead <= z.leadEnd && trail >= z.trail && trail <= z.trailEnd {
			return z
		}
	}
	return nil
}

// A singleSet is a character set of one byte for each character.
type singleSet struct {
	name  string
	table *charmap.Charmap
}

// The first is the default.
var singleSets = []singleSet{
	{"windows-1252", charmap.Windows1252},
	{"iso-8859-2", charmap.ISO8859_2},
	{"windows-1250", charmap.Windows1250},
}

// score counts letters with accents that stand alone among ASCII, as in the
// languages of Europe, and subtracts for signs that are no letters.
func (s *singleSet) score(data []byte) int {
	sum := 0
	for i, c := range data {
		switch {
		case c < 0x80:
		case !unicode.IsLetter(s.table.DecodeByte(c)):
			sum -= 2
		case (i == 0 || data[i-1] < 0x80) && (i+1 == len(data) || data[i+1] < 0x80):
			sum++
		}
	}
	return sum
}
