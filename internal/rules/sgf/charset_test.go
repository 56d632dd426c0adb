package sgf

import (
	"bytes"
	"strings"
	"testing"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/unicode"

	"tourney/internal/i18n/charset"
)

// encode returns text in a character set, by its name in any case.
func encode(t *testing.T, name, text string) []byte {
	t.Helper()
	set, ok := charset.Find(name)
	if !ok {
		t.Fatalf("no character set %q", name)
	}
	out, err := set.Encode(text)
	if err != nil {
		t.Fatalf("%q in %s: %v", text, name, err)
	}
	return out
}

// guessed returns the name of the character set that the letters of a file show.
func guessed(data []byte) string { return likely(data, charset.Charset{}).Name }

// TestDeclared reads names in the character set that CA names.
func TestDeclared(t *testing.T) {
	for _, tt := range []struct{ ca, name string }{
		{"UTF-8", "Äyräpää Łódź"}, {"utf8", "Žižka"},
		{"ISO-8859-1", "Väinö"}, {"Latin1", "Väinö"}, {"latin-1", "Väinö"}, {"Windows-1252", "Œuvre š"},
		{"ISO-8859-2", "Łukasz Řehoř"}, {"Windows-1250", "Łukasz Řehoř"}, {"ISO-8859-15", "Œ Žž"}, {"KOI8-R", "Иван"},
		{"Shift_JIS", "表十ソ能構"}, {"SJIS", "表"}, {"cp932", "表"}, {"EUC-JP", "囲碁"}, {"ISO-2022-JP", "囲碁の棋士"},
		{"GB2312", "围棋"}, {"GBK", "围棋丂"}, {"GB18030", "围棋㐂"}, {"EUC-CN", "围棋"},
		{"Big5", "圍棋功許"}, {"EUC-KR", "바둑"}, {"CP949", "바둑똠"}, {"ks_c_5601-1987", "바둑"},
	} {
		t.Run(tt.ca, func(t *testing.T) {
			file := append([]byte("(;GM[1]CA["+tt.ca+"]PB["), encode(t, tt.ca, tt.name)...)
			file = append(file, "]PW[x];B[aa])"...)
			c, found := Parse(file, Options{})
			if got := c.Game(0).Root().Text("PB"); got != tt.name || len(found) > 0 {
				t.Errorf("CA[%s] reads %q (as %s), want %q; findings %v", tt.ca, got, c.charset, tt.name, found)
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
		})
	}
}

// TestGuessed reads texts that do not name their character set. They are as long as the texts of a record with names,
// places and a comment.
func TestGuessed(t *testing.T) {
	for _, tt := range []struct{ charset, text string }{
		{"Windows-1252", "Väinö Häkkinen, Åströmin mökillä Jyväskylässä"},
		{"Windows-1252", "Jürgen Müßig – Café"},
		{"ISO-8859-2", "Łukasz Żółć, Łódź; śląskie mistrzostwa"},
		{"ISO-8859-2", "Jiří Řehoř, Plzeň, přebor škol"},
		{"Windows-1250", "Łukasz Żółć, Łódź; śląskie mistrzostwa w świętej ciszy"},
		{"Shift_JIS", "第一局の囲碁、ソニーの表です。よろしくお願いします"},
		{"GB18030", "围棋比赛第一局，黑方中盘获胜，北京"},
		{"Big5", "圍棋比賽第一局，黑方中盤獲勝，台北"},
		{"EUC-KR", "바둑 대회 첫 번째 대국입니다. 흑 불계승"},
		{"Windows-1251", "Комментарий к партии: чёрные начинают, белые отвечают в углу"},
		{"KOI8-R", "Комментарий к партии: чёрные начинают, белые отвечают в углу"},
		{"ISO-8859-5", "Комментарий к партии: чёрные начинают, белые отвечают в углу"},
	} {
		t.Run(tt.charset+" "+tt.text, func(t *testing.T) {
			file := append([]byte("(;GM[1]C["), encode(t, tt.charset, tt.text)...)
			file = append(file, "];B[aa])"...)
			c, found := Parse(file, Options{})
			if got := c.Game(0).Root().Text("C"); got != tt.text || c.charset != tt.charset || !has(found, CharsetGuessed) {
				t.Errorf("%s reads %q as %s, want %q; findings %v", tt.charset, got, c.charset, tt.text, found)
			}
			right, found := Parse(file, Options{Charset: tt.charset})
			if got := right.Game(0).Root().Text("C"); got != tt.text || len(found) > 0 {
				t.Errorf("named as %s it reads %q; findings %v", tt.charset, got, found)
			}
		})
	}
}

// TestGuessLong guesses from the beginning of a long text, wherever that cuts
// a character in two.
func TestGuessLong(t *testing.T) {
	text := bytes.Repeat(encode(t, "GB18030", "围棋"), 100_000)
	for _, lead := range []string{"", "x"} {
		if got := guessed(append([]byte(lead), text...)); got != "GB18030" {
			t.Errorf("behind %q it is %s", lead, got)
		}
	}
}

// TestMisdeclared reads files that name the wrong character set.
func TestMisdeclared(t *testing.T) {
	for _, tt := range []struct {
		name, file, text, charset string
		found                     string
	}{
		{"no CA", "(;PB[Äiti])", "Äiti", "UTF-8", "charset.guessed 1:1"},
		{"byte order mark", "\ufeff(;PB[a])", "a", "UTF-8", ""},
		{"UTF-8 called Latin-1", "(;CA[ISO-8859-1]PB[Äiti])", "Äiti", "UTF-8", "charset.differs 1:6"},
		{"Latin-1 called UTF-8", "(;CA[UTF-8]PB[\xc4iti])", "Äiti", "Windows-1252", "charset.guessed 1:1, charset.differs 1:6"},
		{"unknown", "(;CA[Klingon]PB[\xc4iti])", "Äiti", "Windows-1252", "charset.guessed 1:1, charset.unknown 1:6"},
		{"known and refused", "(;CA[hz-gb-2312]PB[\xc4iti])", "Äiti", "Windows-1252", "charset.guessed 1:1, charset.unknown 1:6"},
		{"unknown ASCII", "(;CA[Klingon]PB[a])", "a", "UTF-8", "charset.unknown 1:6"},
		{"broken", "(;CA[Shift_JIS]PB[\xff\xff])", "\ufffd\ufffd", "Shift_JIS", "charset.lossy 1:19"},
		{"in a name", "(;PB[\xc4iti]XCA[Big5])", "Äiti", "Windows-1252", "charset.guessed 1:1"},
		{"Russian called Latin-1", "(;CA[ISO-8859-1]PB[\xc8\xe2\xe0\xed\xee\xe2 \xcf\xb8\xf2\xf0]PW[\xd1\xec\xe8\xf0\xed\xee\xe2\xe0])", "Иванов Пётр", "Windows-1251",
			"charset.guessed 1:1, charset.differs 1:6"},
		{"Russian called UTF-8", "(;CA[UTF-8]PB[\xe9\xd7\xc1\xce\xcf\xd7])", "Иванов", "KOI8-R", "charset.guessed 1:1, charset.differs 1:6"},
		{"Big5 called UTF-8", "(;CA[UTF-8]PB[\xb3\\\xa5\\\xbb\\]PW[\xb3\xaf\xb2Q\xaa\xe2]RE[B+R])", "許功蓋", "Big5", "charset.guessed 1:1, charset.differs 1:6"},
		{"second game", "(;CA[UTF-8]PB[Ä])(;CA[Big5])", "Ä", "UTF-8", "charset.differs 1:20"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c, found := Parse([]byte(tt.file), Options{})
			if got := c.Game(0).Root().Text("PB"); got != tt.text || c.charset != tt.charset || brief(found) != tt.found {
				t.Errorf("%s: %q as %s with %q, want %q as %s with %q",
					tt.name, got, c.charset, brief(found), tt.text, tt.charset, tt.found)
			}
		})
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
		t.Run(name, func(t *testing.T) {
			file, err := enc.NewEncoder().Bytes([]byte(text))
			if err != nil {
				t.Fatal(err)
			}
			c, found := Parse(file, Options{})
			if c.Len() != 1 || c.Game(0).Root().Text("PB") != "Ähtäri 囲碁 바둑" || len(found) > 0 {
				t.Errorf("%s endian: %d games as %s, findings %v", name, c.Len(), c.charset, found)
			}
		})
	}
}

const (
	cyrillicFamilies = "Иванов Смирнова Кузнецов Попова Щукин Цветков Фомина Белов Жуков Юдина Ёлкин Яшин"
	cyrillicGiven    = "Пётр Ольга Юрий Илья Анна Эмма Алексей Яна Фёдор Зоя"
)

// TestGuessedNames guesses from the names of two players alone, all that most
// records have. Now and then their bytes spell a name in another country's set;
// 99 in 100 are right.
func TestGuessedNames(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	for _, tt := range []struct{ charset, family, given string }{
		{"GB18030", "王 李 张 刘 陈 杨 黄 赵 周 吴 徐 孙 朱 马 胡 郭 林 何 高 梁 郑 罗 宋 谢 唐 韩 曹 许 邓 冯",
			"伟 芳 秀英 敏 静 丽 强 磊 军 洋 勇 艳 杰 娟 涛 明 超 霞 平 桂英 志强 建国 海燕 晓东 文博 宇航 子轩 梦琪"},
		{"Big5", "王 李 張 劉 陳 楊 黃 趙 周 吳 徐 孫 朱 馬 胡 郭 林 何 高 梁 鄭 羅 宋 謝 唐 韓 曹 許 鄧 蔡",
			"偉 芳 秀英 淑芬 靜 麗華 強 俊傑 雅婷 家豪 勇 志明 春嬌 怡君 宗翰 冠宇 美惠 建國 文雄 玉蘭"},
		{"EUC-KR", "김 이 박 최 정 강 조 윤 장 임 한 오 서 신 권 황 안 송 류 전 홍 고 문 양 손 배 백 허 유 남",
			"민준 서연 지훈 영희 철수 하은 도윤 예진 상훈 미숙 재현 수빈 동욱 은지 현우 소영 태호 경미 진영 성민"},
		{"Shift_JIS", "佐藤 鈴木 高橋 田中 伊藤 渡辺 山本 中村 小林 加藤 吉田 山田 佐々木 山口 松本 井上 木村 林 清水 山崎 森 池田 橋本 阿部 石川",
			"太郎 花子 一郎 美咲 健太 由美子 大輔 智子 翔 陽子 直樹 恵 浩 真由美 誠 裕子 拓也 愛 和也 幸子"},
		{"EUC-JP", "佐藤 鈴木 高橋 田中 伊藤 渡辺 山本 中村 小林 加藤 吉田 山田 佐々木 山口 松本 井上 木村 林 清水 山崎 森 池田 橋本 阿部 石川",
			"太郎 花子 一郎 美咲 健太 由美子 大輔 智子 翔 陽子 直樹 恵 浩 真由美 誠 裕子 拓也 愛 和也 幸子"},
		{"Windows-1251", cyrillicFamilies, cyrillicGiven}, {"KOI8-R", cyrillicFamilies, cyrillicGiven}, {"ISO-8859-5", cyrillicFamilies, cyrillicGiven},
	} {
		t.Run(tt.charset, func(t *testing.T) {
			families, given := strings.Fields(tt.family), strings.Fields(tt.given)
			right, all := 0, 0
			var wrong []string
			for i := range families {
				for j := range given {
					between := map[bool]string{true: " "}[tt.family == cyrillicFamilies]
					black := families[i] + between + given[j]
					white := families[(i+7*j+1)%len(families)] + between + given[(j+3*i+1)%len(given)]
					text := "(;GM[1]PB[" + black + "]PW[" + white + "];B[pd];W[dp])"
					all++
					if got := guessed(encode(t, tt.charset, text)); got == tt.charset {
						right++
					} else if len(wrong) < 5 {
						wrong = append(wrong, black+"–"+white+" as "+got)
					}
				}
			}
			if right*100 < all*99 {
				t.Errorf("%d of %d pairs of names are taken for %s; wrong are %v", right, all, tt.charset, wrong)
			}
		})
	}
}

// TestGuessedWords guesses from the shortest texts in records.
func TestGuessedWords(t *testing.T) {
	for _, tt := range []struct{ charset, text string }{
		{"GB18030", "白"}, {"GB18030", "黑"}, {"GB18030", "白胜"}, {"GB18030", "黑中盘胜"}, {"GB18030", "王伟"}, {"GB18030", "围棋"},
		{"EUC-KR", "흑"}, {"EUC-KR", "백승"}, {"EUC-KR", "흑 불계승"}, {"EUC-KR", "김민준"}, {"EUC-KR", "바둑"},
		{"Shift_JIS", "黒"}, {"Shift_JIS", "白番中押し勝ち"}, {"Shift_JIS", "山田太郎"}, {"Shift_JIS", "囲碁"},
		{"Big5", "黑中盤勝"}, {"Big5", "圍棋"}, {"Big5", "陳志明"},
	} {
		t.Run(tt.charset+" "+tt.text, func(t *testing.T) {
			if got := guessed(encode(t, tt.charset, "(;GM[1]PB["+tt.text+"];B[aa])")); got != tt.charset {
				t.Errorf("%s in %s is taken for %s", tt.text, tt.charset, got)
			}
		})
	}
}
