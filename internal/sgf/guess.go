package sgf

import "unicode"

// guess returns the most likely character set of data that is neither UTF-8
// nor says what it is. A set is out when the bytes break its rules; of the
// others that one wins in which most of the text is common letters. Records
// hold few words, so this is no more than a guess and is reported as one.
func guess(data []byte) string {
	best, most := "windows-1252", 0
	for _, s := range pairSets {
		if n, ok := s.score(data); ok && n > most {
			best, most = s.name, n
		}
	}
	for i, name := range singleSets {
		if n := scoreSingle(data, name); n > most || i == 0 && n >= most {
			best, most = name, n
		}
	}
	return best
}

// A zone is a range of characters of two bytes and what each of them says for
// the set.
type zone struct {
	lead, leadEnd   byte
	trail, trailEnd byte
	points          int
}

// A pairSet is a character set of ASCII and characters of two bytes; what is
// in none of its zones is not in the set. The first zone that holds counts.
type pairSet struct {
	name    string
	singles [2]byte // characters of one byte beyond ASCII, rare in records
	zones   []zone
}

// Common are the kana, the syllables of Hangul and the first level of the
// national standards, which is ordered by use; the rest is rare.
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
		{0x88, 0x97, 0x40, 0xfc, 2}, {0x98, 0x98, 0x40, 0x72, 2}, {0x82, 0x84, 0x40, 0xfc, 0},
		{0x98, 0x9f, 0x40, 0xfc, -1}, {0xe0, 0xea, 0x40, 0xfc, -1}, {0xed, 0xfc, 0x40, 0xfc, -1},
	}},
	{"big5", [2]byte{}, []zone{
		{0xa4, 0xc6, 0x40, 0x7e, 2}, {0xa4, 0xc6, 0xa1, 0xfe, 2}, {0xa1, 0xa3, 0x40, 0x7e, 0},
		{0xa1, 0xa3, 0xa1, 0xfe, 0}, {0xc9, 0xf9, 0x40, 0x7e, -1}, {0xc9, 0xf9, 0xa1, 0xfe, -1},
	}},
	{"euc-jp", [2]byte{}, []zone{
		{0xa4, 0xa4, 0xa1, 0xf3, 3}, {0xa5, 0xa5, 0xa1, 0xf6, 3}, {0xa1, 0xa8, 0xa1, 0xfe, 0},
		{0xb0, 0xcf, 0xa1, 0xfe, 1}, {0xd0, 0xf4, 0xa1, 0xfe, -1},
	}},
}

// score adds up what the characters of data say for the set. It is not ok when
// some are not in it.
func (s *pairSet) score(data []byte) (sum int, ok bool) {
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
			return 0, false
		}
		z := s.zoneOf(c, data[i])
		if z == nil {
			return 0, false
		}
		sum += z.points
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

// singleSets are the sets of one byte for each character. The first is taken
// when nothing speaks for another.
var singleSets = []string{"windows-1252", "iso-8859-2", "windows-1250"}

// scoreSingle counts letters with accents that stand alone among ASCII, as
// they do in the languages of Europe, and takes off for what is no letter.
func scoreSingle(data []byte, name string) int {
	_, enc := charsetOf(name)
	var table [256]int
	for c := 0x80; c < 0x100; c++ {
		table[c] = -2
		out, err := enc.NewDecoder().Bytes([]byte{byte(c)})
		if r := []rune(string(out)); err == nil && len(r) == 1 && unicode.IsLetter(r[0]) {
			table[c] = 1
		}
	}
	sum := 0
	for i, c := range data {
		if c < 0x80 {
			continue
		}
		alone := (i == 0 || data[i-1] < 0x80) && (i+1 == len(data) || data[i+1] < 0x80)
		if alone || table[c] < 0 {
			sum += table[c]
		}
	}
	return sum
}
