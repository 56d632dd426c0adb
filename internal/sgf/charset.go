package sgf

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/unicode"
)

const utf8Name = "utf-8"

// decode turns the bytes of a file into UTF-8 and says what they were. The
// named set wins; then a byte order mark, then what is valid UTF-8, then the
// set that CA names, then the most likely one.
func (p *parser) decode(data []byte, named string) (text, charset string) {
	defer func() { p.text = text }()
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
	declared, at := declaredCharset(data)
	name, enc := charsetOf(declared)
	if declared != "" && enc == nil {
		p.add(CharsetUnknown, Warning, at, Node{}, declared)
	}
	if utf8.Valid(data) && name != "iso-2022-jp" {
		if !ascii(data) && name != utf8Name {
			if declared == "" {
				p.add(CharsetGuessed, Note, 0, Node{}, utf8Name)
			} else {
				p.add(CharsetDiffers, Note, at, Node{}, declared)
			}
		}
		return string(data), utf8Name
	}
	if enc != nil && name != utf8Name && !strings.HasPrefix(name, "utf-16") {
		return p.convert(data, name, enc)
	}
	if enc != nil {
		p.add(CharsetDiffers, Warning, at, Node{}, declared)
	}
	name = guess(data)
	p.add(CharsetGuessed, Warning, 0, Node{}, name)
	_, enc = charsetOf(name)
	return p.convert(data, name, enc)
}

// convert decodes data, which cannot fail: what is no character becomes U+FFFD.
func (p *parser) convert(data []byte, name string, enc encoding.Encoding) (text, charset string) {
	out, err := enc.NewDecoder().Bytes(data)
	if err != nil {
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

// declaredCharset returns what the first CA says and where its value stands.
// Bytes are all there is to go by: what they mean depends on the answer.
func declaredCharset(data []byte) (name string, at int) {
	data = data[:min(len(data), 1<<16)]
	for i := 0; ; {
		d := bytes.Index(data[i:], []byte("CA["))
		if d < 0 {
			return "", 0
		}
		i += d + len("CA[")
		if before := i - len("CA[") - 1; before >= 0 && isLetter(data[before]) {
			continue
		}
		if end := bytes.IndexByte(data[i:], ']'); end >= 0 && end <= 40 {
			return strings.TrimSpace(string(data[i : i+end])), i
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
