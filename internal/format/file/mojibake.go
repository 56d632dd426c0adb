package file

import (
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"tourney/internal/i18n/charset"
)

// misread are the encodings in which programs read UTF-8 by mistake.
var misread = []*charmap.Charmap{charmap.Windows1252, charmap.Windows1250, charmap.Windows1251}

// RepairMojibake returns a text whose letters were encoded twice or more often, such as MÃ¤kinen, as it was meant:
// Mäkinen. repaired is false for other texts, which stay unchanged.
func RepairMojibake(s string) (meant string, repaired bool) {
	const most = 3 // times
	if charset.IsASCII(s) {
		return s, false
	}
	if meant = repair(s, most); meant == "" {
		return s, false
	}
	return meant, true
}

// repair undoes some encodings too many; "" for any other text.
func repair(s string, times int) string {
	for _, m := range misread {
		once, ok := bytesOf(s, m)
		if !ok {
			continue
		}
		if times > 1 {
			if meant := repair(once, times-1); meant != "" {
				return meant
			}
		}
		// Two Cyrillic letters in a row may happen to be the bytes of one, and three Latin ones, such as äłł, the bytes
		// of a Chinese sign. A sign that was encoded twice has marks among its letters.
		letters, marked := 0, strings.ContainsFunc(s, func(r rune) bool { return r >= utf8.RuneSelf && !unicode.IsLetter(r) })
		for _, r := range once {
			switch {
			case r < utf8.RuneSelf:
			case r >= firstOfThree && !marked:
				letters = math.MinInt
			case usual(r):
				letters++
			default:
				letters = math.MinInt
			}
		}
		if letters > 1 || letters == 1 && m != charmap.Windows1251 {
			return once
		}
	}
	return ""
}

// firstOfThree is the first letter that takes three bytes in UTF-8.
const firstOfThree = 0x800

// bytesOf returns the UTF-8 that m would show as s; false for any other text.
func bytesOf(s string, m *charmap.Charmap) (string, bool) {
	out := make([]byte, 0, len(s))
	for _, r := range s {
		b, ok := m.EncodeRune(r)
		if r >= 0x80 && r < 0xa0 { // five bytes of Windows-1252 have no letter
			b, ok = byte(r), true
		}
		if !ok {
			return "", false
		}
		out = append(out, b)
	}
	return string(out), utf8.Valid(out) && !charset.IsASCII(string(out))
}

// usual reports whether a letter beyond ASCII is one of names, or a sign beside
// them.
func usual(r rune) bool {
	switch {
	case r >= 0xc0 && r <= 0x17f, r >= 0x218 && r <= 0x21b, r >= 0x1ea0 && r <= 0x1ef9: // Latin
		return !strings.ContainsRune("×÷ĲĳĸĿŀŉſ", r)
	case unicode.In(r, unicode.Greek, unicode.Cyrillic, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul), unicode.Is(unicode.Mn, r) && r < 0x370:
		return true
	}
	return r == 0xa0 || r >= 0x2010 && r <= 0x201f || r == '°' || r == 'º' || r == 'ª' || r == '´'
}
