package sgf

import (
	"regexp"
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"
)

// words are results without a winner in other forms than the format's, in small
// letters.
var words = map[string]Ending{
	"jigo": Jigo, "draw": Jigo, "tie": Jigo, "remis": Jigo, "remíza": Jigo, "tasapeli": Jigo,
	"持碁": Jigo, "ジゴ": Jigo, "和棋": Jigo, "和局": Jigo, "平局": Jigo, "무승부": Jigo, "빅": Jigo,
	"void": NoResult, "no result": NoResult, "ei tulosta": NoResult, "無勝負": NoResult, "无胜负": NoResult,
}

// wordPattern matches words that begin with one of the alternatives, in scripts
// with blanks between words, or signs of the others. "b!" is the letter alone.
func wordPattern(words, signs string) *regexp.Regexp {
	words = strings.ReplaceAll(words, "!", `(?:[^\p{L}]|$)`)
	return regexp.MustCompile(`(?:^|[^\p{L}])(?:` + words + `)|` + signs)
}

// The parts of a result, in small letters: English, German, French and
// Spanish, the languages of our pages, Japanese, Chinese and Korean.
var (
	saidBlack = wordPattern(`black|b!|musta|czarn|[čc]ern|schwarz|noir|negr`, `黒|黑|흑`)
	saidWhite = wordPattern(`white|w!|valk|bia[łl]|b[íi]l|wei(?:ß|ss)|blanc`, `白|백`)
	saidWon   = wordPattern(`win|won|beat|defeat|by!|voit|wygr|vyhr|zvít|gew|gagn|gan`, `\+|勝|胜|승`)
	saidLost  = wordPattern(`los|resigns|resigned|luovutt|hävi|poddał|przegr|vzdal|prohr|verl`,
		`負|负|敗|败|패|认输|認輸|投了|投子`)

	saidEndings = []struct {
		words  *regexp.Regexp
		ending Ending
	}{
		{wordPattern(`r!|res!|resign|luovut|podda|rezyg|vzd|aufg|abandon`, `中押|中盘|中盤|不計|不计|불계|认输|認輸|投了|投子`), ByResignation},
		{wordPattern(`t!|time|overtime|aja|aika|czas|[čc]as|zeit|temps|tiempo`, `時間|时间|超时|超時|시간`), OnTime},
		{wordPattern(`f!|forf|default`, `反則|反则|犯规|犯規|不戦|不战|弃权|棄権|기권|반칙`), ByForfeit},
	}

	// amount is a number of points or stones, or of moves, which is none: a
	// part alone, or a whole, its unit and a part; then the unit of the part.
	// A Chinese number needs its unit.
	amount = regexp.MustCompile(`(move |第)?(?:([123]/[24]|半|반|half)|(\d+(?:[.,]\d+)?|[一二三四五六七八九十]+[目子])\s*` +
		`(手|moves?|目|집|子)?\s*(?:又|and a )?\s*([123]/[24]|半|반|half)?)\s*(子)?`)

	// fractions are signs and words for parts, as amount matches them.
	fractions = strings.NewReplacer("½", " 1/2", "¼", " 1/4", "¾", " 3/4",
		"四分之一", " 1/4", "四分之三", " 3/4", "二分之一", " 1/2")
)

// looseResult parses a result that is not in the format's form but has only one
// meaning. The winner follows from the color that is named first and the words
// about it before another is named.
func looseResult(s string) Result {
	const longest = 200 // bytes
	s = s[:min(len(s), longest)]
	s = strings.ToLower(norm.NFKC.String(fractions.Replace(s)))
	bare := s
	if i := strings.IndexAny(s, "({["); i > 0 {
		bare = s[:i] // the rest explains
	}
	bare = strings.Trim(bare, " .,;:!")
	if e, ok := words[bare]; ok {
		return Result{Ending: e}
	}
	winner, at := winnerOf(s)
	if winner == Empty {
		return Result{}
	}
	for _, text := range []string{bare[min(at, len(bare)):], s[at:], s} {
		if r := endingOf(text); r.Ending != Won {
			r.Winner = winner
			return r
		}
	}
	return Result{Winner: winner, Ending: Won}
}

// winnerOf returns the winner by the words of s, and where the color stands.
func winnerOf(s string) (winner Color, at int) {
	black, white := saidBlack.FindStringIndex(s), saidWhite.FindStringIndex(s)
	side, other := Black, white
	first := black
	if black == nil || white != nil && white[0] < black[0] {
		side, first, other = White, white, black
	}
	if first == nil {
		return Empty, 0
	}
	about := s
	if other != nil {
		about = s[first[0]:other[0]]
	}
	won, lost := saidWon.FindStringIndex(about), saidLost.FindStringIndex(about)
	switch {
	case lost != nil && (won == nil || lost[0] < won[0]):
		return Black + White - side, first[0]
	case won == nil && strings.Trim(s, " .") != s[first[0]:first[1]] && endingOf(s[first[0]:]).Ending == Won:
		return Empty, 0
	}
	return side, first[0]
}

// endingOf returns how a game ended, by the first words or number in s, without
// its winner. It is Won where s has neither.
func endingOf(s string) Result {
	r, at := Result{Ending: Won}, len(s)
	for _, e := range saidEndings {
		if i := e.words.FindStringIndex(s); i != nil && i[0] < at {
			r.Ending, at = e.ending, i[0]
		}
	}
	for _, m := range amount.FindAllStringSubmatchIndex(s, -1) {
		if m[0] >= at {
			break
		}
		group := func(i int) string {
			if m[2*i] < 0 {
				return ""
			}
			return s[m[2*i]:m[2*i+1]]
		}
		whole, unit, part := group(3), group(4), group(2)+group(5)
		isMove := group(1) != "" || unit == "手" || strings.HasPrefix(unit, "move")
		if isMove || m[0] > 0 && s[m[0]-1] == '-' {
			continue
		}
		stones := unit == "子" || group(6) != "" || strings.HasSuffix(whole, "子")
		if n, ok := margin(whole, part, stones); ok {
			return Result{Ending: ByPoints, Margin: n}
		}
	}
	return r
}

// margin returns a number of points, or of stones, each of which is two
// points, in half points. A quarter can only be one of a stone.
func margin(whole, part string, stones bool) (halfPoints int, ok bool) {
	n := 0
	if digits := strings.TrimRight(whole, "目子"); digits != whole || strings.ContainsAny(whole, "一二三四五六七八九十") {
		n, ok = 4*chineseNumber(digits), true
	} else if whole != "" {
		n, _, ok = quarters(whole)
	} else {
		ok = true
	}
	switch part {
	case "":
	case "1/4":
		n++
	case "3/4":
		n += 3
	case "半", "반", "half", "1/2", "2/4":
		n += 2
	default:
		return 0, false
	}
	if stones || n%2 != 0 {
		return n, ok
	}
	return n / 2, ok
}

// chineseNumber parses a Chinese number below a hundred.
func chineseNumber(signs string) int {
	n, digit := 0, 0
	for _, sign := range signs {
		if sign == '十' {
			n, digit = n+10*max(digit, 1), 0
			continue
		}
		if i := slices.Index([]rune("一二三四五六七八九"), sign); i >= 0 {
			digit = i + 1
		}
	}
	return n + digit
}
