package file

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/unicode"

	"tourney/internal/fault"
	"tourney/internal/i18n/charset"
)

var (
	UTF8Mark = []byte("\xef\xbb\xbf")
	utf16LE  = []byte("\xff\xfe")
	utf16BE  = []byte("\xfe\xff")
)

// FromUTF16 turns UTF-16 with a byte-order mark into UTF-8, and drops the mark
// of UTF-8; anything else stays as it is.
func FromUTF16(data []byte) []byte {
	if !bytes.HasPrefix(data, utf16LE) && !bytes.HasPrefix(data, utf16BE) {
		return bytes.TrimPrefix(data, UTF8Mark)
	}
	text, err := unicode.UTF16(unicode.LittleEndian, unicode.ExpectBOM).NewDecoder().Bytes(data)
	if err != nil {
		return data // a parser will report the place of the error
	}
	return text
}

// Encodings lists the names of the encodings to choose from for a text file.
func Encodings() []string {
	var names []string
	for _, c := range charset.All() {
		names = append(names, c.Name)
	}
	return names
}

// Script returns the script of an encoding's letters, the message under "roster.script." + script: "western", "greek"
// and so on, "" for an unknown encoding.
func Script(name string) string {
	c, _ := charset.Named(name)
	return c.Script
}

// UTF8 is UTF-8 among the Encodings.
const UTF8 = charset.UTF8

// Decode returns the text of a file, its encoding, and whether that was guessed from the letters.
func Decode(data []byte) (text, name string, guess bool) {
	text, ok := decodeUnicode(data)
	switch {
	case ok && (bytes.HasPrefix(data, utf16LE) || bytes.HasPrefix(data, utf16BE)):
		return text, "UTF-16", false
	case ok && UTF16Width(data) != nil:
		return text, "UTF-16", true
	case ok:
		return text, UTF8, false
	}
	guessed := charset.Guess(data)
	return guessed.Decode(data), guessed.Name, true
}

// decodeUnicode returns the text of a file in UTF-8 or UTF-16.
func decodeUnicode(data []byte) (text string, ok bool) {
	if wide := UTF16Width(data); wide != nil && !bytes.HasPrefix(data, utf16LE) && !bytes.HasPrefix(data, utf16BE) {
		if b, err := wide.NewDecoder().Bytes(data); err == nil {
			return string(b), true
		}
	}
	b := FromUTF16(data)
	return string(b), utf8.Valid(b)
}

// DecodeWestern returns the text of a file whose format allows Latin-9 and UTF-8
// only, and the name of the encoding if it is not Unicode and matters: Latin-9,
// or Windows-1252, which has letters where Latin-9 has controls.
func DecodeWestern(data []byte) (text, encoding string) {
	if text, ok := decodeUnicode(data); ok {
		return text, ""
	}
	encoding = "ISO-8859-15"
	for _, b := range data {
		if b >= 0x80 && b < 0xa0 {
			encoding = "Windows-1252"
		}
	}
	text, _ = DecodeAs(data, encoding)
	return text, encoding
}

// DecodeAs returns the text of a file whose encoding a person has named, or a
// fault unless it is one of [Encodings].
func DecodeAs(data []byte, name string) (string, error) {
	if c, ok := charset.Named(name); ok {
		return c.Decode(bytes.TrimPrefix(data, UTF8Mark)), nil
	}
	return "", fault.New(fault.Invalid, "roster.encoding.unknown", fault.Clip(name), strings.Join(Encodings(), ", "))
}

// UTF16Width recognises UTF-16 without a byte-order mark by the zero bytes of
// its Latin letters; nil when it is something else.
func UTF16Width(data []byte) encoding.Encoding {
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

// IsASCII reports whether s has only ASCII characters.
func IsASCII(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r >= utf8.RuneSelf })
}
