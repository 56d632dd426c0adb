package file

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"tourney/internal/fault"
	"tourney/internal/i18n/charset"
)

// UTF8Mark is the byte-order mark of UTF-8.
var UTF8Mark = []byte("\xef\xbb\xbf")

// FromUTF16 turns UTF-16 with a byte-order mark into UTF-8, and drops the mark
// of UTF-8; anything else stays as it is.
func FromUTF16(data []byte) []byte {
	if wide, marked, _ := charset.Wide(data); marked {
		return []byte(wide.Decode(data))
	}
	return bytes.TrimPrefix(data, UTF8Mark)
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
	if text, name, guess = decodeUnicode(data); name != "" {
		return text, name, guess
	}
	guessed := charset.Guess(data)
	return guessed.Decode(data), guessed.Name, true
}

// decodeUnicode returns the text of a file in UTF-8 or UTF-16; the name is "" for other encodings.
func decodeUnicode(data []byte) (text, name string, guess bool) {
	if wide, marked, ok := charset.Wide(data); ok {
		return wide.Decode(data), "UTF-16", !marked
	}
	if b := bytes.TrimPrefix(data, UTF8Mark); utf8.Valid(b) {
		return string(b), UTF8, false
	}
	return "", "", false
}

// DecodeWestern returns the text of a file whose format allows Latin-9 and UTF-8
// only, and the name of the encoding if it is not Unicode and matters: Latin-9,
// or Windows-1252, which has letters where Latin-9 has controls.
func DecodeWestern(data []byte) (text, encoding string) {
	if text, name, _ := decodeUnicode(data); name != "" {
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
