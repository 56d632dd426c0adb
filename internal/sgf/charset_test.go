package sgf

import (
	"bytes"
	"testing"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/unicode"
)

// encode returns text in a character set, by its name in any case.
func encode(t *testing.T, charset, text string) []byte {
	t.Helper()
	_, enc := charsetOf(charset)
	if enc == nil {
		t.Fatalf("no character set %q", charset)
	}
	out, err := enc.NewEncoder().Bytes([]byte(text))
	if err != nil {
		t.Fatalf("%q in %s: %v", text, charset, err)
	}
	return out
}

// TestDeclared reads names in the character set that CA names.
func TestDeclared(t *testing.T) {
	for _, tt := range []struct{ ca, name string }{
		{"UTF-8", "Äyräpää Łódź"}, {"utf8", "Žižka"},
		{"ISO-8859-1", "Väinö"}, {"Latin1", "Väinö"}, {"latin-1", "Väinö"}, {"windows-1252", "Œuvre š"},
		{"ISO-8859-2", "Łukasz Řehoř"}, {"windows-1250", "Łukasz Řehoř"}, {"ISO-8859-15", "Œ Žž"}, {"KOI8-R", "Иван"},
		{"Shift_JIS", "表十ソ能構"}, {"SJIS", "表"}, {"cp932", "表"}, {"EUC-JP", "囲碁"}, {"ISO-2022-JP", "囲碁の棋士"},
		{"GB2312", "围棋"}, {"GBK", "围棋丂"}, {"GB18030", "围棋㐂"}, {"EUC-CN", "围棋"},
		{"Big5", "圍棋功許"}, {"EUC-KR", "바둑"}, {"CP949", "바둑똠"}, {"ks_c_5601-1987", "바둑"},
	} {
		file := append([]byte("(;GM[1]CA["+tt.ca+"]PB["), encode(t, tt.ca, tt.name)...)
		file = append(file, "]PW[x];B[aa])"...)
		c, found := Parse(file, Options{})
		if got := c.Game(0).Root().Text("PB"); got != tt.name || len(found) > 0 {
			t.Errorf("CA[%s] reads %q (as %s), want %q; findings %v", tt.ca, got, c.Charset(), tt.name, found)
		}
		var out bytes.Buffer
		if err := Write(&out, c); err != nil {
			t.Fatal(err)
		}
		again, found := Parse(out.Bytes(), Options{})
		root := again.Game(0).Root()
		if root.Text("PB") != tt.name || root.Text("CA") != "UTF-8" || len(found) > 0 {
			t.Errorf("CA[%s] is written as %q; findings %v", tt.ca, out.String(), found)
		}
	}
}

// TestGuessed reads texts that do not say what they are in. They are as long
// as those of a record with names, places and a comment.
func TestGuessed(t *testing.T) {
	for _, tt := range []struct{ charset, text string }{
		{"windows-1252", "Väinö Häkkinen, Åströmin mökillä Jyväskylässä"},
		{"windows-1252", "Jürgen Müßig – Café"},
		{"iso-8859-2", "Łukasz Żółć, Łódź; śląskie mistrzostwa"},
		{"iso-8859-2", "Jiří Řehoř, Plzeň, přebor škol"},
		{"windows-1250", "Łukasz Żółć, Łódź; śląskie mistrzostwa w świętej ciszy"},
		{"shift_jis", "第一局の囲碁、ソニーの表です。よろしくお願いします"},
		{"gb18030", "围棋比赛第一局，黑方中盘获胜，北京"},
		{"big5", "圍棋比賽第一局，黑方中盤獲勝，台北"},
		{"euc-kr", "바둑 대회 첫 번째 대국입니다. 흑 불계승"},
	} {
		file := append([]byte("(;GM[1]C["), encode(t, tt.charset, tt.text)...)
		file = append(file, "];B[aa])"...)
		c, found := Parse(file, Options{})
		if got := c.Game(0).Root().Text("C"); got != tt.text || c.Charset() != tt.charset || !has(found, CharsetGuessed) {
			t.Errorf("%s reads %q as %s, want %q; findings %v", tt.charset, got, c.Charset(), tt.text, found)
		}
		right, found := Parse(file, Options{Charset: tt.charset})
		if got := right.Game(0).Root().Text("C"); got != tt.text || len(found) > 0 {
			t.Errorf("named as %s it reads %q; findings %v", tt.charset, got, found)
		}
	}
}

// TestGuessLong guesses from the beginning of a long text, wherever that cuts
// a character in two.
func TestGuessLong(t *testing.T) {
	text := bytes.Repeat(encode(t, "gb18030", "围棋"), 100_000)
	for _, lead := range []string{"", "x"} {
		if got := guess(append([]byte(lead), text...)); got != "gb18030" {
			t.Errorf("behind %q it is %s", lead, got)
		}
	}
}

// TestMisdeclared reads what says something wrong about itself.
func TestMisdeclared(t *testing.T) {
	for _, tt := range []struct {
		name, file, text, charset string
		found                     string
	}{
		{"no CA", "(;PB[Äiti])", "Äiti", "utf-8", "charset.guessed 1:1"},
		{"byte order mark", "\ufeff(;PB[a])", "a", "utf-8", ""},
		{"UTF-8 called Latin-1", "(;CA[ISO-8859-1]PB[Äiti])", "Äiti", "utf-8", "charset.differs 1:6"},
		{"Latin-1 called UTF-8", "(;CA[UTF-8]PB[\xc4iti])", "Äiti", "windows-1252", "charset.guessed 1:1, charset.differs 1:6"},
		{"unknown", "(;CA[Klingon]PB[\xc4iti])", "Äiti", "windows-1252", "charset.guessed 1:1, charset.unknown 1:6"},
		{"known and refused", "(;CA[hz-gb-2312]PB[\xc4iti])", "Äiti", "windows-1252", "charset.guessed 1:1, charset.unknown 1:6"},
		{"unknown ASCII", "(;CA[Klingon]PB[a])", "a", "utf-8", "charset.unknown 1:6"},
		{"broken", "(;CA[Shift_JIS]PB[\xff\xff])", "\ufffd\ufffd", "shift_jis", "charset.lossy 1:19"},
		{"in a name", "(;PB[\xc4iti]XCA[Big5])", "Äiti", "windows-1252", "charset.guessed 1:1"},
		{"second game", "(;CA[UTF-8]PB[Ä])(;CA[Big5])", "Ä", "utf-8", "charset.differs 1:20"},
	} {
		c, found := Parse([]byte(tt.file), Options{})
		if got := c.Game(0).Root().Text("PB"); got != tt.text || c.Charset() != tt.charset || brief(found) != tt.found {
			t.Errorf("%s: %q as %s with %q, want %q as %s with %q",
				tt.name, got, c.Charset(), brief(found), tt.text, tt.charset, tt.found)
		}
	}
	if _, found := Parse([]byte("(;)"), Options{Charset: "Klingon"}); brief(found) != "charset.unknown 1:1" {
		t.Errorf("an unknown character set in the options: %v", found)
	}
}

// TestWide reads UTF-16 of both kinds, with and without byte order mark.
func TestWide(t *testing.T) {
	const text = "(;GM[1]PB[Ähtäri 囲碁 바둑];B[aa])"
	for name, enc := range map[string]encoding.Encoding{
		"big":         unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM),
		"little":      unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM),
		"big mark":    unicode.UTF16(unicode.BigEndian, unicode.UseBOM),
		"little mark": unicode.UTF16(unicode.LittleEndian, unicode.UseBOM),
	} {
		file, err := enc.NewEncoder().Bytes([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		c, found := Parse(file, Options{})
		if c.Len() != 1 || c.Game(0).Root().Text("PB") != "Ähtäri 囲碁 바둑" || len(found) > 0 {
			t.Errorf("%s endian: %d games as %s, findings %v", name, c.Len(), c.Charset(), found)
		}
	}
}
