package federation

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"tourney/internal/tournament"
)

var (
	// 12+/b2, 7-, 3=w0, 5+!b0, 3+/b0!, 2+(b)
	wallToken = regexp.MustCompile(`^(\d{1,5})([+\-=?])([/!(]?)(?:([bBwWhH])(\d{1,2})?)?\)?(!?)$`)
	// tokens of old files for a round without a game
	wallNothing = regexp.MustCompile(`^(?:0=0|[?+\-=]|--+|free)$`)
	wallFigure  = regexp.MustCompile(`^-?\d{1,7}(?:[.,]\d{1,2})?[½=]?$|^½$`)
)

// wallWords are words in place of a token, and the sign of their points.
var wallWords = byWord(map[string]byte{
	"bye frei freilos spielfrei exempt exempte vapaa vapaakierros volno volny wolny pauza pauze frirond frilott vrij свободен":                            '+',
	"absent abs away out np n/p dnp wd withdrawn dropped abwesend fehlt poissa nieobecny nieobecna nepritomen nepritomna franvarande afwezig отсутствует": '-',
})

// A wallRound is one token. A handicap that is not stated is -1.
type wallRound struct {
	opponent  int
	sign      byte
	colour    byte // b, w or 0
	handicap  int
	byDefault bool
	unknown   string // an unknown word
}

// roundText returns a cell without meaningless signs.
func roundText(cell string) string {
	cell = strings.Trim(cell, `"',;|`)
	return cmp.Or(strings.Trim(cell, "*"), cell) // a mark of a remark
}

// isRound reports whether a cell looks like a round.
func isRound(cell string) bool {
	cell = roundText(cell)
	_, word := wallWords[titleWord(cell)]
	return word || wallToken.MatchString(cell) || wallNothing.MatchString(strings.ToLower(cell))
}

// isToken reports whether a cell is a round with an opponent's number.
func isToken(cell string) bool { return wallToken.MatchString(roundText(cell)) }

func parseRound(cell string) wallRound {
	cell = roundText(cell)
	m := wallToken.FindStringSubmatch(cell)
	if m == nil {
		if sign, known := wallWords[titleWord(cell)]; known {
			return wallRound{sign: sign, handicap: -1}
		}
		if cell != "" && !isRound(cell) {
			return wallRound{sign: '-', handicap: -1, unknown: cell}
		}
		return wallRound{sign: '-', handicap: -1}
	}
	r := wallRound{sign: m[2][0], handicap: -1, byDefault: m[3] == "!" || m[6] == "!"}
	r.opponent, _ = strconv.Atoi(m[1])
	if m[5] != "" {
		r.handicap, _ = strconv.Atoi(m[5])
	}
	if r.colour = strings.ToLower(m[4] + " ")[0]; r.colour != 'b' && r.colour != 'w' {
		r.colour = 0
	}
	return r
}

// A wallRun is cells that look like rounds, one after the other.
type wallRun struct{ from, to int }

func (r wallRun) length() int { return r.to - r.from }

// longestRun returns the longest run with a token in it, of two equally long ones the last. Blank cells and words between
// rounds belong to the run; a figure ends it.
func longestRun(cells []string) wallRun {
	best, run := wallRun{}, wallRun{from: -1}
	for i := range len(cells) + 1 {
		switch {
		case i < len(cells) && isRound(cells[i]):
			if run.from < 0 {
				run.from = i
			}
			run.to = i + 1
		case i < len(cells) && !wallFigure.MatchString(cells[i]):
		case run.from >= 0:
			if run.length() >= best.length() && slices.ContainsFunc(cells[run.from:run.to], isToken) {
				best = run
			}
			run.from = -1
		}
	}
	return best
}

// mostFrequent returns the value that is there most often, the least of several.
func mostFrequent(values []int) int {
	counts := map[int]int{}
	most := 0
	for i, n := range values {
		counts[n]++
		if i == 0 || counts[n] > counts[most] || counts[n] == counts[most] && n < most {
			most = n
		}
	}
	return most
}

// cutRounds splits the cells of every line into scores, rounds and scores behind them. Most lines have as many rounds
// as the list; a score before them may look like a round. A line with fewer rounds is aligned by its opponents.
func (w *wallReader) cutRounds() {
	var lengths, starts []int
	for i := range w.lines {
		l := &w.lines[i]
		if l.run = longestRun(l.cells); l.run.length() > 0 {
			lengths = append(lengths, l.run.length())
		}
	}
	_, _, titled := w.titles.scores()
	n := mostFrequent(lengths)
	if titled > 0 && slices.ContainsFunc(lengths, func(length int) bool { return length >= titled }) {
		n = titled
	}
	n = min(n, tournament.MaxRounds)
	for i := range w.lines {
		if run := w.lines[i].run; run.length() == n {
			starts = append(starts, run.from)
		} else if run.length() > n {
			starts = append(starts, run.to-n)
		}
	}
	w.dropRoundless(n)
	w.numberLines()
	for i := range w.lines {
		w.lines[i].cut(n, mostFrequent(starts))
	}
	for i := range w.lines {
		w.align(&w.lines[i], n)
	}
	for i := range w.lines {
		l := &w.lines[i]
		for k, r := range l.rounds {
			if r.unknown != "" {
				w.Warn(l.place, "resultsheet.round", l.player.Name(), k+1, r.unknown)
			}
			if r.opponent > 0 {
				w.Announced++
			}
		}
	}
}

// dropRoundless leaves out the lines without a place and a round where others have rounds.
func (w *wallReader) dropRoundless(n int) {
	if n == 0 {
		return
	}
	w.lines = slices.DeleteFunc(w.lines, func(l wallText) bool {
		if l.number > 0 || l.run.length() > 0 {
			return false
		}
		w.unread(l.place, l.text)
		return true
	})
}

// cut finds the n rounds of a line, which in most lines begin at a cell.
func (l *wallText) cut(n, usual int) {
	from, to := l.run.from, l.run.to
	window := wallRun{usual, usual + n}
	words := 0 // in the window, without figures
	if window.to <= len(l.cells) {
		for _, cell := range l.cells[window.from:window.to] {
			if isRound(cell) || !wallFigure.MatchString(cell) {
				words++
			}
		}
	}
	switch {
	case l.run.length() == 0 && words < n, n == 0:
		from, to = len(l.cells), len(l.cells)
	case words == n && (l.run.length() != n || from == usual):
		from, to = window.from, window.to
	case l.run.length() > n:
		from = to - n
	}
	l.before, l.behind = l.cells[:from], l.cells[to:]
	for _, cell := range l.cells[from:to] {
		r := parseRound(cell)
		if r.opponent > 0 {
			r.opponent += l.base
		}
		l.rounds = append(l.rounds, r)
	}
}

// align assigns the rounds of a line with fewer than n rounds to those in which most opponents have the same game, or
// else to the first ones. The others count as absences.
func (w *wallReader) align(l *wallText, n int) {
	few := len(l.rounds)
	if few >= n {
		return
	}
	best, most := 0, 0
	for shift := range n - few + 1 {
		same := 0
		for k, r := range l.rounds {
			if other := w.numbered(r.opponent); other != nil && len(other.rounds) == n && other.rounds[shift+k].opponent == l.number {
				same++
			}
		}
		if same > most {
			best, most = shift, same
		}
	}
	rounds := make([]wallRound, n)
	for i := range rounds {
		rounds[i] = wallRound{sign: '-', handicap: -1}
	}
	copy(rounds[best:], l.rounds)
	if few == 0 {
		w.Warn(l.place, "resultsheet.roundless", l.player.Name(), n)
	} else {
		w.Warn(l.place, "resultsheet.short", l.player.Name(), few, n, best+1, best+few)
	}
	l.rounds = rounds
}
