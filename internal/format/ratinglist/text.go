package ratinglist

import (
	"bytes"
	"html"
	"strings"
	"unicode"
	"unicode/utf8"

	"tourney/internal/fault"
	"tourney/internal/i18n/charset"
)

// decode decodes UTF-8 or UTF-16 with any line ends, and leaves bytes of other
// character sets unchanged. Binary data is a fault.
func decode(data []byte, findings *findingList) (string, error) {
	if len(data) > MostBytes {
		return "", fault.New(fault.TooLarge, "ratinglist.large", MostBytes>>20)
	}
	if wide, _, ok := charset.Wide(data); ok {
		data = []byte(wide.Decode(data))
		findings.add(0, "ratinglist.charset", "UTF-16")
	}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	if binaryData(data) {
		return "", fault.New(fault.Invalid, "ratinglist.unknown")
	}
	if bytes.IndexByte(data, '\r') < 0 {
		return string(data), nil
	}
	if bytes.IndexByte(data, '\n') < 0 {
		return strings.ReplaceAll(string(data), "\r", "\n"), nil // old Macintosh programs
	}
	return strings.ReplaceAll(string(data), "\r\n", "\n"), nil
}

// linesOf splits a text into lines. It reads lines that are not UTF-8 as
// Windows-1252, which includes ISO 8859-1. Among UTF-8 lines each is noted as an
// accident; without them the whole file is in that character set.
func linesOf(text string, findings *findingList) ([]string, error) {
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
		lines[i] = fromWindows1252(line)
	}
	if !mixed {
		findings.add(0, "ratinglist.charset", "Windows-1252")
		return lines, nil
	}
	for _, line := range wrong {
		findings.add(line, "ratinglist.charset.line")
	}
	return lines, nil
}

func fromWindows1252(text string) string {
	western, _ := charset.Named("Windows-1252")
	return western.Decode([]byte(text))
}

// binaryData reports whether the beginning has too many control characters for a
// text.
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

// tidy returns the text of a field on one line without invisible characters,
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

// tidyName is tidy for lists in which "_" stands for a blank inside a name.
func tidyName(s string) string { return tidy(strings.ReplaceAll(s, "_", " ")) }

// clip quotes a text of a list in a message.
func clip(s string) string { return fault.Clip(tidy(s)) }

// isNumber reports whether s is a number of at most most figures.
func isNumber(s string, most int) bool {
	return s != "" && len(s) <= most && strings.Trim(s, "0123456789") == ""
}

// country returns a two-letter code in capitals, "" for anything else and for XX,
// the lists' code for unknown. UK becomes GB.
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

// club returns a club, "" for the xxx, xxxx and none of lists without one.
func club(s string) string {
	if word := strings.ToLower(strings.TrimSpace(s)); word == "none" || strings.Trim(word, "x-") == "" {
		return ""
	}
	return tidy(s)
}
