package sgf

import (
	"strconv"
	"strings"
)

// IsGo reports whether the record is of a game of Go, the default of the format.
func (g Game) IsGo() bool {
	gm := strings.TrimSpace(g.Root().Text("GM"))
	return gm == "" || gm == "1"
}

// Size returns the size of the board, 19 by 19 by default. When ok is false the
// record names a size that cannot be read or is beyond MaxSize, and 19 by 19 is
// taken instead.
func (g Game) Size() (columns, rows int, ok bool) {
	e := g.c.games[g.i]
	return int(e.columns), int(e.rows), e.sizeOK
}

// size parses a value of SZ: one number, or columns and rows. It is standard
// with a colon between the two; "19x19" is accepted too.
func size(s string) (columns, rows int, standard, ok bool) {
	i := strings.IndexAny(s, ":xX")
	standard = i < 0 || s[i] == ':'
	a, b := s, s
	if i >= 0 {
		a, b = s[:i], s[i+1:]
	}
	columns, errA := strconv.Atoi(strings.TrimSpace(a))
	rows, errB := strconv.Atoi(strings.TrimSpace(b))
	return columns, rows, standard, errA == nil && errB == nil && columns > 0 && rows > 0
}

// Komi returns KM in half points: 13 is 6.5. A comma is read as a decimal
// point, 650 as hundredths and a quarter as one of a stone, which is two
// points: 3.75 and 375 are 7.5 points. Fox writes 0 in even games that had the
// komi of their rules. It is not ok when the record names no komi, or no such
// number below 1,000 points.
func (g Game) Komi() (halfPoints int, ok bool) {
	k := g.komi()
	return k.halfPoints, k.ok
}

// komi returns the komi with the ways in which it was understood.
func (g Game) komi() komi {
	k := komiOf(g.Root().Text("KM"))
	if !k.ok || k.halfPoints != 0 || !g.isFromFox() {
		return k
	}
	if stones, _ := g.Handicap(); stones == 0 {
		k.server, k.halfPoints = true, 13
		if strings.EqualFold(strings.TrimSpace(g.Root().Text("RU")), "chinese") {
			k.halfPoints = 15
		}
	}
	return k
}

// isFromFox reports whether the record is of the server Fox, which names itself in
// an AP of its own, sometimes behind another program's.
func (g Game) isFromFox() bool {
	for p := range g.Root().Properties() {
		if p.Name() != "AP" {
			continue
		}
		for v := range p.Values() {
			if strings.HasPrefix(strings.ToLower(v), "foxwq") {
				return true
			}
		}
	}
	return false
}

// A komi is a parsed value of KM.
type komi struct {
	halfPoints   int
	ok, standard bool
	hundredths   bool // written in hundredths, as servers do
	stones       bool // written in stones, as the Chinese count
	server       bool // taken from the rules that a server names
}

// komiOf parses a komi. No komi has a hundred points, so whole numbers from
// there on are hundredths if they come to quarters.
func komiOf(s string) (k komi) {
	const hundred = 100 * 4
	n, standard, ok := quarters(s)
	k.ok, k.standard = ok, standard
	if (n >= hundred || n <= -hundred) && n%100 == 0 {
		n /= 100
		k.hundredths = true
	}
	if k.stones = n%2 != 0; !k.stones {
		n /= 2
	}
	k.halfPoints = n
	return k
}

// Handicap returns the number of HA, which must be 2 or more by the format.
// It is not ok when the record names none, or no number from 0 to MaxSize².
func (g Game) Handicap() (stones int, ok bool) {
	n, err := strconv.Atoi(strings.TrimSpace(g.Root().Text("HA")))
	if err != nil || n < 0 || n > MaxSize*MaxSize {
		return 0, false
	}
	return n, true
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

// An Ending is how a game was decided.
type Ending int8

// The endings of RE.
const (
	NotKnown      Ending = iota // none named, "?" or unreadable
	ByPoints                    // counted
	ByResignation               // the loser resigned
	OnTime                      // the loser ran out of time
	ByForfeit                   // the loser did not play, or broke the rules
	Won                         // won in an unknown way
	Jigo                        // a tied game
	NoResult                    // ended without one
)

// A Result is a parsed RE. The zero Result is a game of unknown result.
type Result struct {
	Winner Color // Empty unless somebody won
	Ending Ending
	Margin int // half points, with ByPoints
}

// Result parses RE. It is standard in the format's form; other ways that people
// write it are read too when their meaning is clear.
func (g Game) Result() (r Result, standard bool) {
	return parseResult(strings.TrimSpace(g.Root().Text("RE")))
}

// endings are the texts after "B+" or "W+".
var endings = map[string]Ending{
	"": Won, "R": ByResignation, "Resign": ByResignation, "T": OnTime, "Time": OnTime,
	"F": ByForfeit, "Forfeit": ByForfeit,
}

func parseResult(s string) (r Result, standard bool) {
	switch s {
	case "0", "Draw":
		return Result{Ending: Jigo}, true
	case "Void":
		return Result{Ending: NoResult}, true
	case "", "?":
		return Result{}, true
	}
	if winner, how, ok := cutWinner(s); ok {
		if e, ok := endings[how]; ok {
			return Result{Winner: winner, Ending: e}, true
		}
		if n, standard, ok := halves(how); ok && n >= 0 {
			return Result{Winner: winner, Ending: ByPoints, Margin: n}, standard
		}
	}
	return looseResult(s), false
}

func cutWinner(s string) (winner Color, how string, ok bool) {
	if how, ok = strings.CutPrefix(s, "B+"); ok {
		return Black, how, true
	}
	if how, ok = strings.CutPrefix(s, "W+"); ok {
		return White, how, true
	}
	return Empty, "", false
}
