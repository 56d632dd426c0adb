package sgf

import "strings"

// words are results that people write instead of the format's, in small
// letters.
var words = map[string]Result{
	"jigo": {Ending: Jigo}, "draw": {Ending: Jigo}, "tie": {Ending: Jigo}, "remis": {Ending: Jigo},
	"remíza": {Ending: Jigo}, "tasapeli": {Ending: Jigo}, "持碁": {Ending: Jigo}, "和棋": {Ending: Jigo},
	"void": {Ending: NoResult}, "no result": {Ending: NoResult}, "ei tulosta": {Ending: NoResult},

	"black resigns": {White, ByResignation, 0}, "white resigns": {Black, ByResignation, 0},
	"black resigned": {White, ByResignation, 0}, "white resigned": {Black, ByResignation, 0},
	"musta luovutti": {White, ByResignation, 0}, "valkea luovutti": {Black, ByResignation, 0},
	"valkoinen luovutti": {Black, ByResignation, 0},
	"czarny poddał":      {White, ByResignation, 0}, "biały poddał": {Black, ByResignation, 0},
	"černý vzdal": {White, ByResignation, 0}, "bílý vzdal": {Black, ByResignation, 0},
	"黒中押し勝ち": {Black, ByResignation, 0}, "白中押し勝ち": {White, ByResignation, 0},
	"黑中盘胜": {Black, ByResignation, 0}, "白中盘胜": {White, ByResignation, 0},
}

// looseEndings are what may follow "b+" or "w+", in small letters.
var looseEndings = map[string]Ending{
	"r": ByResignation, "res": ByResignation, "resign": ByResignation, "resignation": ByResignation,
	"t": OnTime, "time": OnTime, "f": ByForfeit, "forfeit": ByForfeit,
}

// looseResult reads what is not written as the format says.
func looseResult(s string) Result {
	s = strings.ToLower(s)
	if r, ok := words[s]; ok {
		return r
	}
	var winner Color
	side, how, ok := strings.Cut(s, "+")
	switch strings.TrimSpace(side) {
	case "b", "black":
		winner = Black
	case "w", "white":
		winner = White
	}
	if !ok || winner == Empty {
		return Result{}
	}
	how = strings.TrimSpace(how)
	if e, ok := looseEndings[how]; ok {
		return Result{Winner: winner, Ending: e}
	}
	if n, _, ok := halves(how); ok && n >= 0 {
		return Result{Winner: winner, Ending: ByPoints, Margin: n}
	}
	return Result{Winner: winner, Ending: Won}
}
