package ratinglist

import (
	"bytes"
	"encoding/binary"
	"html"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"tourney/internal/fault"
)

// decode returns the text of a file in UTF-8 or UTF-16, whatever its ends of
// lines, with the bytes of other character sets as they are. What looks like
// no text at all is a fault.
func decode(data []byte, notes *notebook) (string, error) {
	if len(data) > MostBytes {
		return "", fault.New(fault.TooLarge, "list.large", MostBytes>>20)
	}
	if order := wide(data); order != nil {
		data = narrow(data, order)
		notes.add(0, "list.charset", "UTF-16")
	}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	if binaryData(data) {
		return "", fault.New(fault.Invalid, "list.unknown")
	}
	if bytes.IndexByte(data, '\r') < 0 {
		return string(data), nil
	}
	if bytes.IndexByte(data, '\n') < 0 {
		return strings.ReplaceAll(string(data), "\r", "\n"), nil // as old Macintosh programs write
	}
	return strings.ReplaceAll(string(data), "\r\n", "\n"), nil
}

// linesOf parts a text into lines. Those that are not UTF-8 are read as
// Windows-1252, which includes ISO 8859-1: among others that are they are
// accidents and noted each; alone they mean that the whole file is not.
func linesOf(text string, notes *notebook) ([]string, error) {
	if strings.Count(text, "\n") > mostLines {
		return nil, tooMany()
	}
	lines := strings.Split(text, "\n")
	if utf8.ValidString(text) {
		return lines, nil
	}
	var wrong []int
	mixed := false
	for i, line := range lines {
		if utf8.ValidString(line) {
			mixed = mixed || utf8.RuneCountInString(line) < len(line)
			continue
		}
		wrong = append(wrong, i+1)
		lines[i] = western(line)
	}
	if !mixed {
		notes.add(0, "list.charset", "Windows-1252")
		return lines, nil
	}
	for _, line := range wrong {
		notes.add(line, "list.charset.line")
	}
	return lines, nil
}

// western reads a text as Windows-1252.
func western(text string) string {
	decoded, err := charmap.Windows1252.NewDecoder().String(text)
	if err != nil {
		return strings.ToValidUTF8(text, "?")
	}
	return decoded
}

// wide returns the byte order of UTF-16, which says so itself or has a zero in
// every other byte of its beginning; nil for other texts.
func wide(data []byte) binary.ByteOrder {
	switch {
	case bytes.HasPrefix(data, []byte{0xff, 0xfe}):
		return binary.LittleEndian
	case bytes.HasPrefix(data, []byte{0xfe, 0xff}):
		return binary.BigEndian
	case len(data) < 8:
		return nil
	}
	sample := data[:min(len(data), 200)&^1]
	var even, odd int
	for i, c := range sample {
		if c == 0 && i%2 == 0 {
			even++
		} else if c == 0 {
			odd++
		}
	}
	switch half := len(sample) / 2; {
	case even == 0 && odd > half*3/4:
		return binary.LittleEndian
	case odd == 0 && even > half*3/4:
		return binary.BigEndian
	}
	return nil
}

// narrow turns UTF-16 into UTF-8.
func narrow(data []byte, order binary.ByteOrder) []byte {
	units := make([]uint16, len(data)/2)
	for i := range units {
		units[i] = order.Uint16(data[2*i:])
	}
	return []byte(string(utf16.Decode(units)))
}

// binaryData reports whether the beginning has more control characters than
// any text.
func binaryData(data []byte) bool {
	sample := data[:min(len(data), 4096)]
	control := 0
	for _, c := range sample {
		if c < ' ' && c != '\n' && c != '\r' && c != '\t' && c != '\f' || c == 0x7f {
			control++
		}
	}
	return control > len(sample)/50
}

// tidy returns the text of a field on one line without what cannot be seen,
// cut to a sensible length.
func tidy(s string) string {
	if strings.Contains(s, "&") {
		s = html.UnescapeString(s)
	}
	s = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unicode.IsControl(r), unicode.Is(unicode.Cf, r), r == utf8.RuneError:
			return -1
		}
		return r
	}, s)
	s = strings.Join(strings.Fields(s), " ")
	if utf8.RuneCountInString(s) > longestField {
		s = string([]rune(s)[:longestField])
	}
	return s
}

// spaced is tidy for lists in which "_" stands for a blank inside a name.
func spaced(s string) string { return tidy(strings.ReplaceAll(s, "_", " ")) }

// clip quotes a text of a list in a message.
func clip(s string) string { return fault.Clip(tidy(s)) }

// figures reports whether s is a number of at most most figures.
func figures(s string, most int) bool {
	if s == "" || len(s) > most {
		return false
	}
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return true
}

// country returns a two-letter code in capitals, "" for anything else and for
// XX, which lists write for an unknown one. Their UK is GB everywhere else.
func country(s string) string {
	s = strings.ToUpper(strings.TrimSpace(s))
	switch {
	case !isCode(s), s == "XX":
		return ""
	case s == "UK":
		return "GB"
	}
	return s
}

// isCode reports whether s is two capital letters.
func isCode(s string) bool {
	return len(s) == 2 && s[0] >= 'A' && s[0] <= 'Z' && s[1] >= 'A' && s[1] <= 'Z'
}

// club returns a club, "" for the xxx and xxxx that lists write for none.
func club(s string) string {
	if strings.Trim(strings.ToLower(s), "x-") == "" {
		return ""
	}
	return tidy(s)
}
