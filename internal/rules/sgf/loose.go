package sgf

import (
	"regexp"
	"strings"
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
)

// looseResult parses a result that is not in the format's form but has only one
// meaning. The winner follows from the color that is named first and the words
// about it before another is named.
func looseResult(s string) Result {
	const longest = 200 // bytes
	s = s[:min(len(s), longest)]
	s = plainAmounts(s)
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
	for _, a := range amountsIn(s) {
		if a.start >= at {
			break
		}
		if !a.isMove && (a.start == 0 || s[a.start-1] != '-') {
			return Result{Ending: ByPoints, Margin: a.halfPoints()}
		}
	}
	return r
}
