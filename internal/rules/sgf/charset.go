package sgf

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"tourney/internal/i18n/charset"
)

// decode decodes a file and returns the name of its character set. The caller's choice comes
// first, then UTF-16, then valid UTF-8, then the set of CA unless the letters contradict it,
// then the most likely set.
func (p *parser) decode(data []byte, named string) (text, name string) {
	if named != "" {
		if set, ok := charset.Find(named); ok {
			return p.convert(data, set)
		}
		p.add(Finding{Kind: CharsetUnknown, Severity: Warning, Text: named})
	}
	if name := utf16Name(data); name != "" {
		set, _ := charset.Find(name)
		return p.convert(data, set)
	}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	label := declaredCharset(data)
	declared, known := charset.Find(label)
	if utf8.Valid(data) && declared.Name != "ISO-2022-JP" {
		text, name = string(data), charset.UTF8
	} else {
		text, name = p.convert(data, likely(data, declared))
	}
	p.checkCharset(text, name, declaredAs{label, declared.Name, known})
	return text, name
}

// likely returns the character set of data that is not UTF-8: the declared one, if the
// letters do not contradict it.
func likely(data []byte, declared charset.Charset) charset.Charset {
	if declared.Name == "ISO-2022-JP" {
		return declared
	}
	sample := texts(data)
	guessed := charset.Guess(sample)
	if declared.Name == "" || declared.Script == "all" || declared.Contradicts(sample, guessed) {
		return guessed
	}
	return declared
}

// A declaredAs is the label of CA, "" for none, and the name of the set that it means.
type declaredAs struct {
	label, name string
	known       bool
}

// checkCharset reports a charset that differs from the declared one.
func (p *parser) checkCharset(text, name string, declared declaredAs) {
	at := 0
	if declared.label != "" {
		at = max(0, strings.Index(text, "CA["+declared.label)) + len("CA[")
	}
	severity := Note
	if name != charset.UTF8 {
		severity = Warning
	}
	switch {
	case declared.label != "" && !declared.known:
		p.add(Finding{Kind: CharsetUnknown, Severity: Warning, Text: declared.label, Offset: at})
	case declared.name == name || charset.IsASCII(text):
		return
	case declared.label != "":
		p.add(Finding{Kind: CharsetDiffers, Severity: severity, Text: declared.label, Offset: at})
	}
	if name != charset.UTF8 || declared.label == "" && !charset.IsASCII(text) {
		p.add(Finding{Kind: CharsetGuessed, Severity: severity, Text: name})
	}
}

// convert decodes data. Invalid characters become U+FFFD.
func (p *parser) convert(data []byte, set charset.Charset) (text, name string) {
	text = set.Decode(data)
	if i := strings.Index(text, "\ufffd"); i >= 0 {
		p.add(Finding{Kind: CharsetLossy, Severity: Warning, Text: set.Name, Offset: i})
	}
	return text, set.Name
}

// utf16Name returns the name of the UTF-16 that data is in, known by a byte order
// mark or by the zeros beside its first parenthesis, or "".
func utf16Name(data []byte) string {
	switch {
	case bytes.HasPrefix(data, []byte("\xfe\xff")), bytes.Contains(data[:min(len(data), 1024)], []byte("\x00(\x00;")):
		return "utf-16be"
	case bytes.HasPrefix(data, []byte("\xff\xfe")), bytes.Contains(data[:min(len(data), 1024)], []byte("(\x00;\x00")):
		return "utf-16le"
	}
	return ""
}

// declaredCharset returns the value of the first CA, or "". It searches bytes,
// since their meaning depends on the answer.
func declaredCharset(data []byte) string {
	const longest = 40
	data = data[:min(len(data), 1<<16)]
	for i := 0; ; {
		d := bytes.Index(data[i:], []byte("CA["))
		if d < 0 {
			return ""
		}
		inName := i+d > 0 && isLetter(data[i+d-1])
		i += d + len("CA[")
		value, _, closed := bytes.Cut(data[i:min(len(data), i+longest)], []byte("]"))
		switch {
		case inName || !closed:
		case string(value) == charset.UTF8: // in most files
			return charset.UTF8
		default:
			return strings.TrimSpace(string(value))
		}
	}
}

// texts returns the parts of a record around its letters beyond ASCII, up to a bound: the
// rest is moves.
func texts(data []byte) []byte {
	const around, most = 12, 1 << 14 // bytes
	var parts []byte
	end := 0 // of the part so far
	for i, c := range data {
		if c < utf8.RuneSelf || i < end {
			continue
		}
		if i-around > end {
			parts = append(parts, '\n')
			end = i - around
		}
		next := min(i+1+around, len(data))
		for j := next - 1; j > i; j-- { // up to the next letter beyond ASCII
			if data[j] >= utf8.RuneSelf {
				next = j
			}
		}
		parts = append(parts, data[end:next]...)
		if end = next; len(parts) > most {
			break
		}
	}
	return parts
}
