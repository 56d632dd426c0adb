package sgf

import (
	"strconv"
	"strings"
)

// Info returns the text of a property about the game, such as "PB". The property may stand in
// the root or, as FF[4] allows, in a later node of the main line; the first one counts.
func (g Game) Info(name string) string { return g.infoNode(name).Text(name) }

// infoNode returns the node with a property about the game; the root without one.
func (g Game) infoNode(name string) Node {
	for n := range g.MainLine() {
		if n.Has(name) {
			return n
		}
	}
	return g.Root()
}

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

// Handicap returns the number of HA, which must be 2 or more by the format.
// It is not ok when the record names none, or no number from 0 to MaxSize².
func (g Game) Handicap() (stones int, ok bool) {
	n, err := strconv.Atoi(strings.TrimSpace(g.Info("HA")))
	if err != nil || n < 0 || n > MaxSize*MaxSize {
		return 0, false
	}
	return n, true
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
	Winner Color // Empty for a game without a winner
	Ending Ending
	Margin int // half points, with ByPoints
}

// Result parses RE. It is standard in the format's form; other ways that people
// write it are read too when their meaning is clear.
func (g Game) Result() (r Result, standard bool) {
	return parseResult(strings.TrimSpace(g.Info("RE")))
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
