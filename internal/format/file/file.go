// Package file has the common parts of reading and writing all formats: the encodings of texts, limits, findings about
// a file with their positions, and the label that gives headings in the reader's language.
package file

import (
	"bytes"
	"cmp"
	"fmt"
	"strings"
	"tourney/internal/spelling"
)

// MostBytes is the greatest size of a file that is read.
const MostBytes = 16 << 20

// MostUnzipped is the greatest size of all that a zip archive holds.
const MostUnzipped = 32 << 20

// Program signs our workbooks. Their first worksheet is a summary; the
// list of players comes later.
const Program = "tourney"

// FormulaSigns are the first signs of a formula in spreadsheets.
const FormulaSigns = "=+-@"

// A Label formats a column title or heading in the reader's language: the message
// of a key with its values.
type Label func(key string, args ...any) string

// OrKeys returns the label, or for a nil one a label of the last part of the key and its values.
func (l Label) OrKeys() Label {
	if l != nil {
		return l
	}
	return func(key string, args ...any) string {
		words := []any{key[strings.LastIndexByte(key, '.')+1:]}
		return strings.TrimSpace(fmt.Sprintln(append(words, args...)...))
	}
}

// Slug makes the address of a tournament from its name: lower-case letters,
// figures and hyphens, at most 60. A name without any gives "tournament".
func Slug(name string) string {
	other := func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') }
	slug := strings.Join(strings.FieldsFunc(spelling.Fold(name), other), "-")
	return cmp.Or(strings.Trim(slug[:min(len(slug), 60)], "-"), "tournament")
}

// IsCountry reports whether s is empty or a code of two letters.
func IsCountry(s string) bool {
	s = strings.ToUpper(s)
	return s == "" || len(s) == 2 && s[0] >= 'A' && s[0] <= 'Z' && s[1] >= 'A' && s[1] <= 'Z'
}

// IsZip reports whether a file is a zip archive, as workbooks are.
func IsZip(data []byte) bool {
	return bytes.HasPrefix(bytes.TrimSpace(FromUTF16(data)), []byte("PK\x03\x04"))
}
