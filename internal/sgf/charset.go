package sgf

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/unicode"
)

const (
	utf8Name = "utf-8"
	usual    = "UTF-8" // the value of most CA: found without a search
)

// decode decodes a file and returns its character set: the one that the caller
// names; else UTF-16; else UTF-8 if valid; else the one that CA names; else the
// most likely one.
func (p *parser) decode(data []byte, named string) (text, charset string) {
	if named != "" {
		if name, enc := charsetOf(named); enc != nil {
			return p.convert(data, name, enc)
		}
		p.add(Finding{Kind: CharsetUnknown, Severity: Warning, Text: named})
	}
	if name := utf16Name(data); name != "" {
		_, enc := charsetOf(name)
		return p.convert(data, name, enc)
	}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	declared := declaredCharset(data)
	name, enc := charsetOf(declared)
	switch {
	case utf8.Valid(data) && name != "iso-2022-jp":
		text, charset = string(data), utf8Name
	case enc != nil && name != utf8Name && !strings.HasPrefix(name, "utf-16"):
		text, charset = p.convert(data, name, enc)
	default:
		likely := guess(data)
		_, enc = charsetOf(likely)
		text, charset = p.convert(data, likely, enc)
	}
	p.checkCharset(text, charset, declared, name)
	return text, charset
}

// checkCharset reports a charset that differs from the declared one. name is
// the standard name of the declared one, empty if unknown.
func (p *parser) checkCharset(text, charset, declared, name string) {
	at := 0
	if declared != "" {
		at = max(0, strings.Index(text, "CA["+declared)) + len("CA[")
	}
	severity := Note
	if charset != utf8Name {
		severity = Warning
	}
	switch {
	case declared != "" && name == "":
		p.add(Finding{Kind: CharsetUnknown, Severity: Warning, Text: declared, Offset: at})
	case name == charset || ascii(text):
		return
	case declared != "":
		p.add(Finding{Kind: CharsetDiffers, Severity: severity, Text: declared, Offset: at})
	}
	if charset != utf8Name || declared == "" && !ascii(text) {
		p.add(Finding{Kind: CharsetGuessed, Severity: severity, Text: charset})
	}
}

// convert decodes data. Invalid characters become U+FFFD.
func (p *parser) convert(data []byte, name string, enc encoding.Encoding) (text, charset string) {
	out, err := enc.NewDecoder().Bytes(data)
	if err != nil { // none of these decoders fails, but the interface allows it
		out = bytes.ToValidUTF8(data, []byte("\ufffd"))
	}
	out = bytes.TrimPrefix(out, []byte("\ufeff"))
	if i := bytes.Index(out, []byte("\ufffd")); i >= 0 {
		p.add(Finding{Kind: CharsetLossy, Severity: Warning, Text: name, Offset: i})
	}
	return string(out), name
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
		case string(value) == usual:
			return usual
		default:
			return strings.TrimSpace(string(value))
		}
	}
}

// aliases are names that records use and htmlindex lacks.
var aliases = map[string]string{
	"utf8mb4": utf8Name, "utf_8": utf8Name, "unicode": utf8Name,
	"latin-1": "windows-1252", "latin-2": "iso-8859-2", "iso8859_1": "windows-1252", "iso8859_2": "iso-8859-2",
	"cp932": "shift_jis", "s-jis": "shift_jis", "shift-jis": "shift_jis", "shiftjis": "shift_jis",
	"cp936": "gbk", "euc-cn": "gbk", "euccn": "gbk", "gb": "gbk", "gb-2312": "gbk", "gb-18030": "gb18030",
	"cp950": "big5", "big-5": "big5",
	"cp949": "euc-kr", "ms949": "euc-kr", "uhc": "euc-kr", "euckr": "euc-kr", "eucjp": "euc-jp",
	"iso2022jp": "iso-2022-jp", "jis": "iso-2022-jp",
}

// charsetOf finds a character set by any of its names. Of sets that contain
// one another it takes the larger: windows-1252 for ISO-8859-1, GBK for GB 2312.
func charsetOf(label string) (name string, enc encoding.Encoding) {
	if label == usual {
		return utf8Name, unicode.UTF8
	}
	label = strings.ToLower(strings.TrimSpace(label))
	if other, ok := aliases[label]; ok {
		label = other
	}
	switch label {
	case "utf-16be":
		return label, unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM)
	case "utf-16", "utf-16le":
		return "utf-16le", unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)
	}
	enc, err := htmlindex.Get(label)
	if err != nil {
		return "", nil
	}
	name, err = htmlindex.Name(enc)
	if err != nil || name == "replacement" {
		return "", nil
	}
	return name, enc
}

func ascii(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return r >= utf8.RuneSelf })
}
