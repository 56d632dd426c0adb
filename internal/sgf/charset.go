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
	usual    = "UTF-8" // what CA mostly says: known without a search
)

// decode turns the bytes of a file into UTF-8 and says what they were. The set
// that the caller names wins; then UTF-16, then what is valid UTF-8, then the
// set that CA names, then the most likely one.
func (p *parser) decode(data []byte, named string) (text, charset string) {
	if named != "" {
		if name, enc := charsetOf(named); enc != nil {
			return p.convert(data, name, enc)
		}
		p.add(CharsetUnknown, Warning, 0, Node{}, named)
	}
	if name := wide(data); name != "" {
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

// checkCharset reports where charset is another than the one declared, which
// we know as name, empty when we do not.
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
		p.add(CharsetUnknown, Warning, at, Node{}, declared)
	case name == charset || ascii(text):
		return
	case declared != "":
		p.add(CharsetDiffers, severity, at, Node{}, declared)
	}
	if charset != utf8Name || declared == "" && !ascii(text) {
		p.add(CharsetGuessed, severity, 0, Node{}, charset)
	}
}

// convert decodes data. What is no character becomes U+FFFD.
func (p *parser) convert(data []byte, name string, enc encoding.Encoding) (text, charset string) {
	out, err := enc.NewDecoder().Bytes(data)
	if err != nil { // no decoder of ours does, but the interface allows it
		out = bytes.ToValidUTF8(data, []byte("\ufffd"))
	}
	out = bytes.TrimPrefix(out, []byte("\ufeff"))
	if i := bytes.Index(out, []byte("\ufffd")); i >= 0 {
		p.add(CharsetLossy, Warning, i, Node{}, name)
	}
	return string(out), name
}

// wide returns the name of the UTF-16 that data is in, with a byte order mark
// or by the zeros beside its first parenthesis, empty when it is in none.
func wide(data []byte) string {
	switch {
	case bytes.HasPrefix(data, []byte("\xfe\xff")), bytes.Contains(data[:min(len(data), 1024)], []byte("\x00(\x00;")):
		return "utf-16be"
	case bytes.HasPrefix(data, []byte("\xff\xfe")), bytes.Contains(data[:min(len(data), 1024)], []byte("(\x00;\x00")):
		return "utf-16le"
	}
	return ""
}

// declaredCharset returns what the first CA says, empty when there is none.
// Bytes are all there is to go by: what they mean depends on the answer.
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

// aliases are names that records use and htmlindex does not know.
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

func ascii[T string | []byte](text T) bool {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
