package sgf

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/text/unicode/norm"
)

// An amount is a number of points or stones as people write it: a komi or a margin.
type amount struct {
	quarters   int
	stones     bool // of two points each; a quarter can only be one of a stone
	isMove     bool // the number of a move, or of moves
	start, end int  // where it stands in its text
}

func (a amount) halfPoints() int {
	if a.stones || a.quarters%2 != 0 {
		return a.quarters
	}
	return a.quarters / 2
}

// amountPattern matches a part alone, or a whole, its unit and a part; then the unit of the
// part. A Chinese number needs its unit.
var amountPattern = regexp.MustCompile(`(move |第)?(?:(\d{1,3}/[24]|半|반|half)|(\d+(?:[.,]\d+)?|[一二三四五六七八九十]+[目子又])\s*` +
	`(手|moves?|目|집|子)?\s*(?:又|and a )?\s*([123]/[24]|半|반|half)?)\s*(子)?`)

// fractions are signs and words for parts, as amountPattern matches them.
var fractions = strings.NewReplacer("½", " 1/2", "¼", " 1/4", "¾", " 3/4",
	"四分之一", " 1/4", "四分之三", " 3/4", "二分之一", " 1/2", "−", "-")

// plainAmounts returns a text in small letters, with its amounts as amountsIn reads them.
func plainAmounts(s string) string {
	return strings.ToLower(norm.NFKC.String(fractions.Replace(s)))
}

// amountsIn returns the amounts in a text of plainAmounts. It skips parts of a longer number,
// such as a day.
func amountsIn(s string) (list []amount) {
	for _, m := range amountPattern.FindAllStringSubmatchIndex(s, -1) {
		group := func(i int) string {
			if m[2*i] < 0 {
				return ""
			}
			return s[m[2*i]:m[2*i+1]]
		}
		if isPart(s, m[0], m[1]) {
			continue
		}
		unit := group(4)
		a := amount{start: m[0], end: m[1], isMove: group(1) != "" || unit == "手" || strings.HasPrefix(unit, "move")}
		a.stones = unit == "子" || group(6) != "" || strings.HasSuffix(group(3), "子")
		whole, ok := wholeOf(group(3))
		part, okPart := partOf(group(2) + group(5))
		if a.quarters = whole + part; ok && okPart {
			list = append(list, a)
		}
	}
	return list
}

// isPart reports whether a number continues before or behind its place in a text.
func isPart(s string, start, end int) bool {
	isDigit := func(i int) bool { return i >= 0 && i < len(s) && s[i]-'0' < 10 }
	joins := func(i int, signs string) bool { return i >= 0 && i < len(s) && strings.IndexByte(signs, s[i]) >= 0 }
	return joins(start-1, "./,") || isDigit(start-1) || joins(end, "./,-:") && isDigit(end+1)
}

// wholeOf parses a number, in quarters; "" is 0.
func wholeOf(s string) (n int, ok bool) {
	if s == "" {
		return 0, true
	}
	if signs := strings.TrimRight(s, "目子又"); strings.ContainsAny(signs, "一二三四五六七八九十") {
		return 4 * chineseNumber(signs), true
	}
	n, _, ok = quarters(s)
	return n, ok
}

// partOf parses a fraction or its word, in quarters; "" is 0.
func partOf(s string) (n int, ok bool) {
	switch s {
	case "":
		return 0, true
	case "半", "반", "half":
		return 2, true
	}
	over, under, _ := strings.Cut(s, "/")
	n, err := strconv.Atoi(over)
	if under == "2" {
		n *= 2
	}
	return n, err == nil
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

// halves parses a number of half points. It is standard in the format's form of
// real numbers.
func halves(s string) (n int, standard, ok bool) {
	n, standard, ok = quarters(s)
	if n%2 != 0 {
		return 0, standard, false
	}
	return n / 2, standard, ok
}

// quarters parses a number in quarters, otherwise as halves does.
func quarters(s string) (n int, standard, ok bool) {
	s = strings.TrimSpace(s)
	standard = !strings.Contains(s, ",")
	s = strings.Replace(s, ",", ".", 1)
	digits, negative := strings.CutPrefix(s, "-")
	digits = strings.TrimPrefix(digits, "+")
	whole, part, _ := strings.Cut(digits, ".")
	if whole != "" {
		i, err := strconv.ParseUint(whole, 10, 32)
		if err != nil || i >= 1000 {
			return 0, standard, false
		}
		n = 4 * int(i)
	}
	switch strings.TrimRight(part, "0") {
	case "":
	case "25":
		n++
	case "5":
		n += 2
	case "75":
		n += 3
	default:
		return 0, standard, false
	}
	if whole == "" && part == "" {
		return 0, standard, false
	}
	if negative {
		n = -n
	}
	return n, standard, true
}
