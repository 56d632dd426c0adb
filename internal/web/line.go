package web

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"tourney/internal/fault"
	"tourney/internal/tournament"
)

// A deskLine is one line of the desk's field, understood.
type deskLine struct {
	Does deskVerb
	// Table is the table named, 0 for the one already chosen.
	Table  int
	Result tournament.Result
	// Words narrow the list of tables.
	Words string
}

// A deskVerb says what a line of the desk's field asks for.
type deskVerb int

// The verbs: nothing, show a table, enter a result, take the last entry back,
// go to the next table without a result, look for a name, show all keys.
const (
	lineEmpty deskVerb = iota
	lineTable
	lineResult
	lineUndo
	lineNext
	lineFind
	lineHelp
)

// commands are the lines that are a command as a whole.
var commands = map[string]deskVerb{"": lineEmpty, "u": lineUndo, "n": lineNext, "/": lineFind, "?": lineHelp}

// longestLine bounds the field, in letters.
const longestLine = 60

// parseLine reads a line of the desk's field:
//
//	7            choose table 7
//	7b 7w 7j     Black wins there, White wins, jigo
//	7b3.5 7br    Black wins by 3.5 points, by resignation,
//	7bt 7bf 7bi  by time, because White did not come, by White's illegal move
//	7 0-0 7 1-1  both lose, both win
//	7v 7x 7?     no result, not played, clear
//	7b*          not counted for rating
//	b w3.5 j …   the same at the chosen table
//	u n ?        undo, next table without a result, all keys
//	/name name   look for a name
//
// Case and blanks do not matter. Faults: "line.unknown" quotes what is no
// result, "line.table" what is no table; "line.long".
func parseLine(text string) (deskLine, error) {
	if utf8.RuneCountInString(text) > longestLine {
		return deskLine{}, fault.New(fault.TooLarge, "line.long", longestLine)
	}
	text = strings.Join(strings.Fields(text), " ")
	low := strings.ToLower(text)
	if verb, ok := commands[low]; ok {
		return deskLine{Does: verb}, nil
	}
	if words, ok := strings.CutPrefix(text, "/"); ok {
		return deskLine{Does: lineFind, Words: strings.TrimSpace(words)}, nil
	}
	if r, ok := parseShort(low); ok {
		return deskLine{Does: lineResult, Result: r}, nil
	}
	digits := len(low) - len(strings.TrimLeft(low, "0123456789"))
	if digits == 0 {
		if !strings.ContainsFunc(text, unicode.IsLetter) {
			return deskLine{}, fault.New(fault.Invalid, "line.unknown", text)
		}
		return deskLine{Does: lineFind, Words: text}, nil
	}
	table, err := strconv.Atoi(low[:digits])
	if err != nil || table < 1 || table > tournament.MostPlayers {
		return deskLine{}, fault.New(fault.Invalid, "line.table", low[:digits], tournament.MostPlayers)
	}
	rest := strings.TrimSpace(low[digits:])
	if rest == "" {
		return deskLine{Does: lineTable, Table: table}, nil
	}
	r, ok := parseShort(rest)
	if !ok {
		return deskLine{}, fault.New(fault.Invalid, "line.unknown", rest)
	}
	return deskLine{Does: lineResult, Table: table, Result: r}, nil
}

// shorts are the results without a winner; an F behind them means that nobody
// came.
var shorts = map[string]string{
	"j": "Jigo", "=": "Jigo", "jigo": "Jigo", "v": "Void", "void": "Void", "x": "NotPlayed", "?": "?", "0-0": "BothLose", "1-1": "BothWin",
	"0-0f": "BothLose+F", "1-1f": "BothWin+F", "jf": "Jigo+F", "xf": "NotPlayed+F",
}

// parseShort reads a result as desks type it, in lower case: "b", "w 3.5",
// "b+r", "j", "0-0"; a star behind it keeps it from the rating.
func parseShort(text string) (tournament.Result, bool) {
	text, unrated := strings.CutSuffix(strings.ReplaceAll(text, " ", ""), "*")
	full, ok := shorts[text]
	if !ok {
		if text == "" || text[0] != 'b' && text[0] != 'w' {
			return tournament.Result{}, false
		}
		full = text[:1] + "+" + strings.TrimPrefix(text[1:], "+")
	}
	r, err := tournament.ParseResult(full)
	if err != nil || unrated && !r.Known() {
		return tournament.Result{}, false
	}
	r.Unrated = r.Unrated || unrated
	return r, true
}
