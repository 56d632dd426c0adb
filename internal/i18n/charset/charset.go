// Package charset finds the character set of a text file: by the name in the file, or from its letters where the name
// is missing or wrong.
//
//	set, ok := charset.Find("cp1251")
//	set = charset.Guess(data)
//	text := set.Decode(data)
//
// Lists of players and game records use the same table and the same guess. chardet and x/net/html/charset count the letters
// of running text, and lists of names are too short for that.
package charset

import (
	"bytes"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/encoding/unicode"
)

// UTF8 is the name of UTF-8 in the table.
const UTF8 = "UTF-8"

// utf16 is the name of UTF-16 in the table, of either byte order.
const utf16 = "UTF-16"

// A Charset is a character set of text files.
type Charset struct {
	// Name is the name that people choose from.
	Name string
	// Script is the kind of letters: "western", "greek" and so on, "all" for Unicode.
	Script   string
	encoding encoding.Encoding
}

// table lists the character sets in the order in which people choose from them.
var table = []Charset{
	{UTF8, "all", unicode.UTF8},
	{utf16, "all", unicode.UTF16(unicode.LittleEndian, unicode.UseBOM)},
	{"Windows-1252", "western", charmap.Windows1252},
	{"ISO-8859-1", "western", charmap.Windows1252}, // which has letters where ISO-8859-1 has controls
	{"ISO-8859-15", "western", charmap.ISO8859_15},
	{"Windows-1250", "central", charmap.Windows1250},
	{"ISO-8859-2", "central", charmap.ISO8859_2},
	{"Windows-1254", "turkish", charmap.Windows1254},
	{"Windows-1257", "baltic", charmap.Windows1257},
	{"Windows-1251", "cyrillic", charmap.Windows1251},
	{"KOI8-R", "cyrillic", charmap.KOI8R},
	{"KOI8-U", "cyrillic", charmap.KOI8U},
	{"ISO-8859-5", "cyrillic", charmap.ISO8859_5},
	{"Windows-1253", "greek", charmap.Windows1253},
	{"ISO-8859-7", "greek", charmap.ISO8859_7},
	{"Shift_JIS", "japanese", japanese.ShiftJIS},
	{"EUC-JP", "japanese", japanese.EUCJP},
	{"ISO-2022-JP", "japanese", japanese.ISO2022JP},
	{"GB18030", "simplified", simplifiedchinese.GB18030},
	{"Big5", "traditional", traditionalchinese.Big5},
	{"EUC-KR", "korean", korean.EUCKR},
}

// All returns the character sets that people choose from.
func All() []Charset { return slices.Clone(table) }

// Named returns the character set of that name in the table.
func Named(name string) (Charset, bool) {
	i := slices.IndexFunc(table, func(c Charset) bool { return c.Name == name })
	if i < 0 {
		return Charset{}, false
	}
	return table[i], true
}

// labels are names in small letters: names that HTML does not have, and names of sets that are
// part of a larger set in the table.
var labels = map[string]string{
	"utf8mb4": UTF8, "utf_8": UTF8, "unicode": UTF8,
	"latin-1": "Windows-1252", "iso8859_1": "Windows-1252", "latin-2": "ISO-8859-2", "iso8859_2": "ISO-8859-2",
	"1251": "Windows-1251", "win-1251": "Windows-1251", "cp-1251": "Windows-1251", "koi8r": "KOI8-R", "koi8u": "KOI8-U",
	"iso8859_5": "ISO-8859-5",
	"cp932":     "Shift_JIS", "s-jis": "Shift_JIS", "shift-jis": "Shift_JIS", "shiftjis": "Shift_JIS",
	"cp936": "GB18030", "gbk": "GB18030", "euc-cn": "GB18030", "euccn": "GB18030", "gb": "GB18030", "gb-2312": "GB18030", "gb-18030": "GB18030",
	"cp950": "Big5", "big-5": "Big5",
	"cp949": "EUC-KR", "ms949": "EUC-KR", "uhc": "EUC-KR", "euckr": "EUC-KR", "eucjp": "EUC-JP",
	"iso2022jp": "ISO-2022-JP", "jis": "ISO-2022-JP",
}

// wide are the two orders of UTF-16.
var wide = map[string]Charset{
	"utf-16be": {"UTF-16BE", "all", unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM)},
	"utf-16le": {"UTF-16LE", "all", unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)},
}

// Find returns the character set that a file names, by any of its names. Of sets that
// contain one another it returns the larger: Windows-1252 for Latin-1, GB18030 for GB 2312.
func Find(label string) (Charset, bool) {
	if label == UTF8 { // in most files
		return table[0], true
	}
	label = strings.ToLower(strings.TrimSpace(label))
	if label == "utf-16" {
		label = "utf-16le"
	}
	if c, ok := wide[label]; ok {
		return c, true
	}
	if name, ok := labels[label]; ok {
		return Named(name)
	}
	enc, err := htmlindex.Get(label)
	if err != nil {
		return Charset{}, false
	}
	name, err := htmlindex.Name(enc)
	if err != nil || name == "replacement" {
		return Charset{}, false
	}
	if larger, ok := labels[name]; ok {
		return Named(larger)
	}
	if i := slices.IndexFunc(table, func(c Charset) bool { return strings.EqualFold(c.Name, name) }); i >= 0 {
		return table[i], true
	}
	return Charset{Name: name, encoding: enc}, true
}

// Decode returns a text in UTF-8 without byte-order mark. Invalid characters become U+FFFD.
func (c Charset) Decode(data []byte) string {
	text, err := c.encoding.NewDecoder().Bytes(data)
	if err != nil { // none of these decoders fails, but the interface allows it
		text = bytes.ToValidUTF8(data, []byte("\ufffd"))
	}
	return string(bytes.TrimPrefix(text, []byte("\ufeff")))
}

// Reader decodes a text while it is read.
func (c Charset) Reader(in io.Reader) io.Reader { return c.encoding.NewDecoder().Reader(in) }

// Encode returns a text in the character set, or an error for a letter outside of it.
func (c Charset) Encode(text string) ([]byte, error) {
	return c.encoding.NewEncoder().Bytes([]byte(text))
}

// Wide returns the UTF-16 of a text, known by its byte-order mark, or by the zero bytes of the Latin letters in its
// beginning. marked is true for a mark.
func Wide(data []byte) (c Charset, marked, ok bool) {
	switch {
	case bytes.HasPrefix(data, []byte("\xff\xfe")):
		return wide["utf-16le"], true, true
	case bytes.HasPrefix(data, []byte("\xfe\xff")):
		return wide["utf-16be"], true, true
	}
	head := data[:min(len(data), 2000)&^1]
	var zeros [2]int // at even and odd places
	for i, b := range head {
		if b == 0 {
			zeros[i%2]++
		}
	}
	switch half := len(head) / 4; {
	case zeros[1] > half && zeros[0] == 0:
		return wide["utf-16le"], false, true
	case zeros[0] > half && zeros[1] == 0:
		return wide["utf-16be"], false, true
	}
	return Charset{}, false, false
}

// IsASCII reports whether s has only ASCII characters.
func IsASCII(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r >= utf8.RuneSelf })
}
