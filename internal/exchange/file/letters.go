package file

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// mostSampled is how much of a text its encoding is guessed from: the lines with
// letters beyond ASCII.
const mostSampled = 8 << 10

// guessEncoding returns the encoding in which the words of a text make most
// sense. The detectors of other libraries count letters of running text; lists
// of names are too short for them, and tell little but by languages.
func guessEncoding(data []byte) string {
	sample := sampled(data)
	guess, best := "Windows-1252", -1<<30
	for _, e := range encodings {
		spoken := spokenIn(e.name)
		if len(spoken) == 0 {
			continue
		}
		text, err := DecodeAs(sample, e.name)
		if err != nil {
			continue
		}
		if sense := sense(text, spoken); sense > best {
			guess, best = e.name, sense
		}
	}
	return guess
}

// sampled returns the lines of a text that are not ASCII, up to a bound.
func sampled(data []byte) []byte {
	const longest = 400
	var sample []byte
	for line := range bytes.Lines(data) {
		if IsASCII(string(line)) {
			continue
		}
		sample = append(sample, line[:min(len(line), longest)]...)
		sample = append(sample, '\n')
		if len(sample) > mostSampled {
			break
		}
	}
	return sample
}

// A tongue is a language as its names are written.
type tongue struct {
	// encodings are the names of those that lists in the language come in.
	encodings string
	// usual and rare are its letters beyond ASCII; parts are common in its names,
	// or at the end of a word where a semicolon stands.
	usual, rare, parts string
}

// tongues are the languages of lists of players. The usual letters are those of
// common names.
var tongues = []tongue{
	{"Windows-1252", "äö", "åšž", "nen ää aa ii uu kk pp äk ör"},                                            // Finnish
	{"Windows-1252", "äöåé", "üà", "sson qvist kvist berg ström sjö lund gren"},                             // Swedish
	{"Windows-1252", "æøå", "éöäü", "sen gaard gård sø jø ø holm kj øst"},                                   // Danish, Norwegian
	{"Windows-1252", "äöüß", "éèç", "sch mann ck ße tz meier burg chen"},                                    // German
	{"Windows-1252", "éèêçëïôâîûù", "àöüœÿ", "eau oux ène ois ille ère ault qu"},                            // French
	{"Windows-1252", "áéíóúñ", "üç", "ez; ía ño ña ón rr ín do;"},                                           // Spanish
	{"Windows-1252", "ãçáéíóâêôõú", "àü", "ção ões ão lh nh eira inho ães"},                                 // Portuguese
	{"Windows-1252", "òàìùèé", "ó", "lla ini; cci tti ò; ù; zz cco ello"},                                   // Italian
	{"Windows-1252", "ëïéèö", "üóáä", "ij van der aa oo ee sch uij oë ël ïs"},                               // Dutch
	{"Windows-1252", "ðþáéíóúýæö", "", "son; dóttir ðu þó ður"},                                             // Icelandic
	{"Windows-1252 Windows-1257", "õäöü", "šž", "mäe mägi jõ põ kõ tõ õu õi saar oja maa üü"},               // Estonian
	{"Windows-1250 ISO-8859-2", "ąęłńóśźżć", "öü", "ski cki wicz sz cz rz ska cka czyk ła ów"},              // Polish
	{"Windows-1250 ISO-8859-2", "áčďéěíňóřšťúůýž", "öü", "ová ek; ský čk ář ří říj ík rák"},                 // Czech
	{"Windows-1250 ISO-8859-2", "áäčďéíĺľňóôŕšťúýž", "ö", "ová ík; ák; čík ský ník ľu"},                     // Slovak
	{"Windows-1250 ISO-8859-2", "áéíóöőúüű", "", "sz gy cs zs ly ny nagy erd ős ő; szű"},                    // Hungarian
	{"Windows-1250 ISO-8859-2", "ăâîşţ", "éöő", "escu iu; oiu; şte ian eanu ăţ ăr"},                         // Romanian
	{"Windows-1250 ISO-8859-2", "čćđšž", "", "ić; vić čić ov je"},                                           // Croatian
	{"Windows-1250 ISO-8859-2", "čšž", "ćđ", "ič; nik šek ek; čar ar;"},                                     // Slovene
	{"Windows-1254", "çğıöşü", "âî", "oğlu lı lık yıl ız ın ül türk er ay"},                                 // Turkish
	{"Windows-1257", "āčēģīķļņšūž", "", "iņš iņa nis; ns; ds; nš"},                                          // Latvian
	{"Windows-1257", "ąčęėįšųūž", "", "aitė auskas ienė ius; us; as; is; ytė"},                              // Lithuanian
	{"Windows-1251 KOI8-R KOI8-U", "аеинорствлкдмпую", "бгжзйфхцчшщъыьэяё", "ов; ова; ев; ин; ий; ая; ко;"}, // Russian, Bulgarian
	{"Windows-1251 KOI8-U", "аеинорствлкдмпуіїєґ", "бгжзйфхцчшщьюя", "чук; енко ко; ій; ук;"},               // Ukrainian
	{"Windows-1251", "аеинорствлкдмпу", "бгжзјљњћђџфхцчш", "ић; вић ка; ан;"},                               // Serbian
	{"Windows-1253 ISO-8859-7", "αειουηωσςτνρκλμπάέήίόύώ", "βγδζθξφχψϊϋ", "ου; ης; ος; άκης ίδης"},          // Greek
	{"Shift_JIS EUC-JP", "佐藤鈴木高橋田中伊渡辺山本村小林加吉口松井斎清水崎森池阿部石川前岡後長谷近坂遠青西福太三浦金子岩野原上和久保内島宮大平今河武" +
		"丸菅杉増千葉一二郎次男美恵香織花咲健翔陽輔真由裕介智也直樹浩雄明正義幸弘秀哲誠隆貴洋英光彦段位級姓名前所属東京阪", "", ""},
	{"GB18030", "王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚" +
		"谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀兰霞平刚桂英华玉红建国志云飞晓春" +
		"燕海波鑫浩宇欣怡子轩梓涵雨泽佳俊新亮北京上广州深圳南杭成都重庆汉西安天津姓名位级俱乐部", "", ""},
	{"Big5", "陳林黃張李王吳劉蔡楊許鄭謝郭洪邱曾廖賴徐周葉蘇莊呂江何蕭羅高潘簡朱鍾彭游詹胡施沈余趙盧梁顏柯孫魏翁戴范宋方鄧杜傅侯曹薛丁馬蔣唐卓" +
		"藍馮姚石志明淑芬俊傑雅婷家豪怡君建宏美玲宗翰佩珊惠雯冠宇彥廷承恩柏宜欣詩涵品妤子軒台臺北雄中新竹南香港姓名段位級棋院國華文麗雲龍", "", ""},
	{"EUC-KR", "김이박최정강조윤장임한오서신권황안송류전홍고문양손배백허유남심노하곽성차주우구민진지현수영희준호석경미선은혜아연원재동훈용철상대일" +
		"승태종기광인규형환빈나라울부산천늘름급도시", "", ""},
}

// spokenIn returns the languages that are written in an encoding.
func spokenIn(encoding string) []*tongue {
	var spoken []*tongue
	for i := range tongues {
		if slices.Contains(strings.Fields(tongues[i].encodings), encoding) {
			spoken = append(spoken, &tongues[i])
		}
	}
	return spoken
}

// sense judges how well a text fits the language that it fits best. A word of
// another language counts against it, but no more than a little: lists have
// guests.
func sense(text string, spoken []*tongue) int {
	const guest = 5
	totals, fits := make([]int, len(spoken)), make([]int, len(spoken))
	for _, word := range wordsOf(strings.ToLower(text)) {
		best := 0
		if !IsASCII(word) {
			best = -1 << 30
		}
		for i, t := range spoken {
			fits[i] = t.fit(word)
			best = max(best, fits[i])
		}
		for i := range totals {
			totals[i] += max(fits[i], best-guest)
		}
	}
	return slices.Max(totals) + strangeness(text)
}

// fit judges how much a word looks like one of the language.
func (t *tongue) fit(word string) int {
	fit := 0
	for _, r := range word {
		switch {
		case r < utf8.RuneSelf:
		case strings.ContainsRune(t.usual, r):
			fit += 4
		case strings.ContainsRune(t.rare, r):
			fit++
		case unicode.In(r, unicode.Hiragana, unicode.Katakana):
			fit += 4 // no other language has these
		case unicode.In(r, unicode.Han, unicode.Hangul):
			fit -= 2
		case unicode.IsLetter(r):
			fit -= 6
		}
	}
	if fit > 4 {
		fit = 4 + (fit-4)/2
	}
	for part := range strings.FieldsSeq(t.parts) {
		if strings.Contains(word+";", part) {
			fit++
		}
	}
	return fit
}

// strangeness counts against a text what no word has: controls and signs between
// letters, a capital after a small letter, Latin letters among others.
func strangeness(text string) int {
	total := 0
	for _, word := range wordsOf(text) {
		if IsASCII(word) {
			continue
		}
		small, latin, other := false, false, false
		for _, r := range word {
			letter := unicode.IsLetter(r)
			switch {
			case r >= 0x80 && r < 0xa0, r == utf8.RuneError:
				total -= 12
			case r >= utf8.RuneSelf && !letter && !unicode.IsMark(r):
				total -= 6
			case small && unicode.IsUpper(r):
				total -= 4
			}
			small = unicode.IsLower(r)
			latin = latin || unicode.Is(unicode.Latin, r)
			other = other || letter && !unicode.Is(unicode.Latin, r)
		}
		if latin && other {
			total -= 8
		}
	}
	return total
}

// wordsOf parts a text at what is no letter in ASCII.
func wordsOf(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r < utf8.RuneSelf && !unicode.IsLetter(r) })
}

// IsASCII reports whether s has only ASCII characters.
func IsASCII(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r >= utf8.RuneSelf })
}
