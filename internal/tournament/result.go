package tournament

import (
	"strconv"
	"strings"

	"tourney/internal/fault"
)

// An Outcome is the winner, or the way in which a game has none.
type Outcome int8

// The outcomes. NoResult is a repeated position left undecided by agreement,
// not a jigo; BothWin and BothLose are rulings; NotPlayed gives no points.
const (
	Unknown Outcome = iota
	BlackWins
	WhiteWins
	Jigo
	NoResult
	BothLose
	BothWin
	NotPlayed
)

// A Manner is the way a game ended.
type Manner int8

// The manners. Forfeit means a no-show: the game was not played, whatever the
// points.
const (
	Unspecified Manner = iota
	ByPoints
	ByResignation
	ByTime
	ByForfeit
	ByIllegalMove
)

// A Result is the result of a game. The zero Result is unknown. Results are
// comparable.
type Result struct {
	Outcome Outcome
	Manner  Manner
	// Margin is the winner's lead in half points, for ByPoints.
	Margin int
	// Unrated keeps a result out of rating lists.
	Unrated bool
}

// Known reports whether the result has been entered.
func (r Result) Known() bool { return r.Outcome != Unknown }

// ByDefault reports whether the game was decided without being played.
func (r Result) ByDefault() bool { return r.Manner == ByForfeit || r.Outcome == NotPlayed }

// Played reports whether two people sat down and played, so that ratings and the number of games played count the game.
func (r Result) Played() bool {
	switch r.Outcome {
	case Unknown, NotPlayed:
		return false
	}
	return r.Manner != ByForfeit
}

// Rated reports whether rating lists may count the game: it was played, has one winner or is a jigo, and is not
// Unrated. A ruling for or against both is not rated, nor is a default win.
func (r Result) Rated() bool {
	switch r.Outcome {
	case BlackWins, WhiteWins, Jigo:
		return r.Played() && !r.Unrated
	}
	return false
}

// Refines reports whether the result equals a vague one and adds how the game
// was decided at the board.
func (r Result) Refines(vague Result) bool {
	return r.Manner != Unspecified && r.Manner != ByForfeit && vague == Result{Outcome: r.Outcome, Unrated: r.Unrated}
}

// Points returns the half points of Black and White: a win 2, a jigo 1 each, a
// ruling for both 2 each; nothing for a game without result.
func (r Result) Points() (black, white Score) {
	switch r.Outcome {
	case BlackWins:
		return 2, 0
	case WhiteWins:
		return 0, 2
	case Jigo:
		return 1, 1
	case BothWin:
		return 2, 2
	}
	return 0, 0
}

// Swapped returns the result after Black and White have exchanged places: the
// win stays with the person.
func (r Result) Swapped() Result {
	switch r.Outcome {
	case BlackWins:
		r.Outcome = WhiteWins
	case WhiteWins:
		r.Outcome = BlackWins
	}
	return r
}

// outcomeTexts are the texts of outcomes without a winner; the first three are SGF's,
// the rest the tournament's own.
var outcomeTexts = []struct {
	text    string
	outcome Outcome
}{
	{"?", Unknown},
	{"Jigo", Jigo},
	{"Void", NoResult},
	{"BothLose", BothLose},
	{"BothWin", BothWin},
	{"NotPlayed", NotPlayed},
	{"", Unknown}, {"Draw", Jigo}, {"0", Jigo}, {"=", Jigo}, {"0-0", BothLose}, {"1-1", BothWin},
}

var manners = map[Manner]string{ByResignation: "R", ByTime: "T", ByForfeit: "F", ByIllegalMove: "I"}

const unrated = "/unrated"

// String formats the result as SGF does: B+R, W+3.5, B+T, B+F, B+, Jigo, Void,
// ?; and the tournament's own B+I (illegal move), BothLose, BothWin, NotPlayed.
// The last four and Jigo take +F for a forfeit; Unrated appends /unrated.
func (r Result) String() string {
	var text string
	switch r.Outcome {
	case BlackWins, WhiteWins:
		text = "B+"
		if r.Outcome == WhiteWins {
			text = "W+"
		}
		if r.Manner == ByPoints {
			text += halves(r.Margin)
		} else {
			text += manners[r.Manner]
		}
	default:
		for _, w := range outcomeTexts {
			if w.outcome == r.Outcome {
				text = w.text
				break
			}
		}
		if r.Manner == ByForfeit {
			text += "+F"
		}
	}
	if r.Unrated {
		text += unrated
	}
	return text
}

// winSuffix holds the ends of message keys by manner of the win.
var winSuffix = map[Manner]string{
	ByPoints: ".points", ByResignation: ".resignation", ByTime: ".time", ByForfeit: ".forfeit", ByIllegalMove: ".illegal",
}

var outcomeKeys = map[Outcome]string{
	Unknown: "result.unknown", BlackWins: "result.black", WhiteWins: "result.white", Jigo: "result.jigo",
	NoResult: "result.noresult", BothLose: "result.bothlose", BothWin: "result.bothwin", NotPlayed: "result.notplayed",
}

// Message returns the message that describes the result.
func (r Result) Message() (key string, args []any) {
	if r.Unrated {
		rated := r
		rated.Unrated = false
		return "result.unrated", []any{rated}
	}
	key = outcomeKeys[r.Outcome]
	if r.Outcome == BlackWins || r.Outcome == WhiteWins {
		key += winSuffix[r.Manner]
		if r.Manner == ByPoints {
			args = []any{Score(r.Margin)}
		}
		return key, args
	}
	if r.Manner == ByForfeit {
		return "result.byforfeit", []any{Result{Outcome: r.Outcome}}
	}
	return key, nil
}

func halves(n int) string {
	text := strconv.Itoa(n / 2)
	if n%2 != 0 {
		text += ".5"
	}
	return text
}

// ParseResult parses the output of String, in any case, and SGF's longer words
// (B+Resign, W+Time, Draw, 0). It returns a fault "result.invalid".
func ParseResult(s string) (Result, error) {
	bad := fault.New(fault.Invalid, "result.invalid", fault.Clip(s))
	text := strings.ToLower(strings.TrimSpace(s))
	text, isUnrated := strings.CutSuffix(text, unrated)
	r := Result{Unrated: isUnrated}
	if winner, how, ok := strings.Cut(text, "+"); ok && (winner == "b" || winner == "w") {
		r.Outcome = BlackWins
		if winner == "w" {
			r.Outcome = WhiteWins
		}
		switch how {
		case "":
		case "r", "resign":
			r.Manner = ByResignation
		case "t", "time":
			r.Manner = ByTime
		case "f", "forfeit":
			r.Manner = ByForfeit
		case "i", "illegal":
			r.Manner = ByIllegalMove
		default:
			margin, err := parseHalves(how)
			if err != nil {
				return Result{}, bad
			}
			r.Manner, r.Margin = ByPoints, margin
		}
		return r, nil
	}
	text, forfeit := strings.CutSuffix(text, "+f")
	for _, w := range outcomeTexts {
		if strings.ToLower(w.text) != text {
			continue
		}
		r.Outcome = w.outcome
		if forfeit {
			if r.Outcome == Unknown || r.Outcome == NoResult {
				return Result{}, bad
			}
			r.Manner = ByForfeit
		}
		return r, nil
	}
	return Result{}, bad
}

// parseHalves reads a margin in points, at most the area of the largest board.
func parseHalves(s string) (int, error) {
	const most = 2 * 700 // 25×25 and komi
	whole, fraction, _ := strings.Cut(strings.NewReplacer(",", ".", "½", ".5").Replace(s), ".")
	n, err := strconv.Atoi("0" + whole)
	if err != nil || n > most/2 || strings.TrimLeft(fraction, "05") != "" || len(fraction) > 3 || whole == "" && fraction == "" {
		return 0, fault.New(fault.Invalid, "result.margin", fault.Clip(s))
	}
	switch strings.TrimRight(fraction, "0") {
	case "":
		return 2 * n, nil
	case "5":
		return 2*n + 1, nil
	}
	return 0, fault.New(fault.Invalid, "result.margin", fault.Clip(s))
}

// MarshalText returns String.
func (r Result) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText is ParseResult.
func (r *Result) UnmarshalText(text []byte) (err error) {
	*r, err = ParseResult(string(text))
	return err
}

// A Score is a number of half points: 61 is 30.5.
type Score int

// Floor returns the whole points.
func (s Score) Floor() int { return int(s) >> 1 }

// String formats points: 30, 30.5.
func (s Score) String() string {
	if s < 0 {
		return "-" + halves(-int(s))
	}
	return halves(int(s))
}
