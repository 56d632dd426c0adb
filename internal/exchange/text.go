package exchange

import (
	"bytes"
	"strings"
	stdunicode "unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"tourney/internal/fault"
)

var (
	utf8Mark = []byte("\xef\xbb\xbf")
	utf16LE  = []byte("\xff\xfe")
	utf16BE  = []byte("\xfe\xff")
)

// fromUTF16 turns UTF-16 with a byte-order mark into UTF-8, and drops the mark
// of UTF-8; anything else stays as it is.
func fromUTF16(data []byte) []byte {
	if !bytes.HasPrefix(data, utf16LE) && !bytes.HasPrefix(data, utf16BE) {
		return bytes.TrimPrefix(data, utf8Mark)
	}
	text, err := unicode.UTF16(unicode.LittleEndian, unicode.ExpectBOM).NewDecoder().Bytes(data)
	if err != nil {
		return data // a parser will say where it stops making sense
	}
	return text
}

// encodings are those of text files, by the names that people choose from. The
// 8-bit ones are tried in this order; of two that make as good sense the
// first is taken.
var encodings = []struct {
	name     string
	encoding encoding.Encoding
	guessed  bool
}{
	{"UTF-8", unicode.UTF8, false},
	{"UTF-16", unicode.UTF16(unicode.LittleEndian, unicode.UseBOM), false},
	{"Windows-1252", charmap.Windows1252, true},
	{"Windows-1250", charmap.Windows1250, true},
	{"ISO-8859-2", charmap.ISO8859_2, true},
	{"ISO-8859-1", charmap.ISO8859_1, false},
	{"ISO-8859-15", charmap.ISO8859_15, false},
}

// Encodings lists the names of the encodings that a text file can be said to
// have.
func Encodings() []string {
	var names []string
	for _, e := range encodings {
		names = append(names, e.name)
	}
	return names
}

// decode returns the text of a file, the encoding it took it for, and whether
// that was a guess. Bytes that are no UTF-8 are taken for the 8-bit encoding
// that makes most sense in Finnish, Polish or Czech.
func decode(data []byte) (text, name string, guess bool) {
	switch {
	case bytes.HasPrefix(data, utf16LE), bytes.HasPrefix(data, utf16BE):
		return string(fromUTF16(data)), "UTF-16", false
	case utf16Width(data) != nil:
		b, err := utf16Width(data).NewDecoder().Bytes(data)
		if err == nil {
			return string(b), "UTF-16", true
		}
	case utf8.Valid(data):
		return string(fromUTF16(data)), "UTF-8", false
	}
	best := -1 << 30
	for _, e := range encodings {
		if !e.guessed {
			continue
		}
		b, err := e.encoding.NewDecoder().Bytes(data)
		if err != nil {
			continue
		}
		if s := sense(string(b)); s > best {
			best, text, name = s, string(b), e.name
		}
	}
	return text, name, true
}

// decodeAs returns the text of a file whose encoding a person has named.
func decodeAs(data []byte, name string) (string, bool) {
	for _, e := range encodings {
		if e.name != name {
			continue
		}
		b, err := e.encoding.NewDecoder().Bytes(bytes.TrimPrefix(data, utf8Mark))
		return string(b), err == nil
	}
	return "", false
}

func unknownEncoding(name string) error {
	return fault.New(fault.Invalid, "sheet.encoding.unknown", fault.Clip(name), strings.Join(Encodings(), ", "))
}

// utf16Width recognises UTF-16 without a byte-order mark by the zero bytes of
// its Latin letters; nil when it is something else.
func utf16Width(data []byte) encoding.Encoding {
	head := data[:min(len(data), 2000)&^1]
	even, odd := 0, 0
	for i := 0; i < len(head); i += 2 {
		if head[i] == 0 {
			even++
		}
		if head[i+1] == 0 {
			odd++
		}
	}
	switch half := len(head) / 4; {
	case odd > half && even == 0:
		return unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)
	case even > half && odd == 0:
		return unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM)
	}
	return nil
}

// alphabets are the letters beyond ASCII of the languages that lists come in.
var alphabets = []string{"äöåšž", "ąćęłńóśźż", "áčďéěíňóřšťúůýž"}

// western are letters that names from elsewhere may have.
const western = "àâæçèêëîïñòôõùûüÿøßőűôľĺŕ"

// sense judges how much a text looks like words of the known languages: every
// word beyond ASCII counts for the language whose alphabet it fits, signs in
// the middle of words and capitals after small letters count against it, and
// one language for the whole is better than two.
func sense(text string) int {
	score := 0
	byLanguage := make([]int, len(alphabets))
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r < 0x80 && !stdunicode.IsLetter(r) }) {
		if isASCII(word) {
			continue
		}
		fits := false
		for i, letters := range alphabets {
			if fitsAlphabet(word, letters) {
				byLanguage[i]++
				fits = true
			}
		}
		if fits {
			score += 30
		}
		score += oddity(word)
	}
	most := 0
	for _, n := range byLanguage {
		most = max(most, n)
	}
	return score + 2*most
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

func fitsAlphabet(word, letters string) bool {
	for _, r := range word {
		if r >= 0x80 && !strings.ContainsRune(letters, stdunicode.ToLower(r)) {
			return false
		}
	}
	return true
}

// oddity is negative for what no word has.
func oddity(word string) int {
	score := 0
	small := false
	for _, r := range word {
		switch {
		case r >= 0x80 && r < 0xa0 || r == utf8.RuneError:
			score -= 60
		case r >= 0x80 && !stdunicode.IsLetter(r):
			score -= 20
		case r >= 0x80 && strings.ContainsRune(western, stdunicode.ToLower(r)):
			score += 10
		}
		if small && stdunicode.IsUpper(r) {
			score -= 15
		}
		small = stdunicode.IsLower(r)
	}
	return score
}
