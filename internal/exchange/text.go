package exchange

import (
	"bytes"

	"golang.org/x/text/encoding/unicode"
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
