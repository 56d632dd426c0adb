package desk

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"tourney/internal/fault"
	"tourney/internal/i18n"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
)

// A parsedLine is one line of the field.
type parsedLine struct {
	Does command
	// Table is the table number, 0 for the chosen table.
	Table  int
	Result tournament.Result
	// Words are the name to search for.
	Words string
	// Why is the reason behind a "!", "" for none.
	Why string
}

// A command is the command of a line.
type command int

// The verbs: nothing, choose a table, enter a result, undo the last entry, go to the next table without a result,
// search for a name, show all keys, give a reason for the last entry.
const (
	lineEmpty command = iota
	lineTable
	lineResult
	lineUndo
	lineNext
	lineFind
	lineHelp
	lineWhy
)

// commands are the lines that are commands as a whole.
var commands = map[string]command{"": lineEmpty, "u": lineUndo, "n": lineNext, "/": lineFind, "?": lineHelp}

// longestLine limits the field, in letters.
const longestLine = 90

// lineWords are the language and the board for parsing a line. All words are in lower case.
type lineWords struct {
	// Black and White are the letters for the winner, with the usual one first.
	Black, White []string
	// Asked are the international letters that the language uses for neither colour. Its speakers may mean the other
	// one, as b for Polish białe. A line with such a letter is refused.
	Asked []string
	// Names maps the full word for a colour to its letter. Words count only after a table number: alone, the Czech word
	// for Black is a family name.
	Names map[string]string
	// Most is the largest margin, in whole points.
	Most int
}

// newLineWords returns the letters of the catalog and the largest margin on the
// tournament's board.
func newLineWords(lang *i18n.Language, t *tournament.Tournament) lineWords {
	w := lineWords{Black: strings.Fields(lang.T("desk.line.black")), White: strings.Fields(lang.T("desk.line.white")), Most: t.MostMargin()}
	for _, letter := range []string{"b", "w"} {
		if !slices.Contains(w.Black, letter) && !slices.Contains(w.White, letter) {
			w.Asked = append(w.Asked, letter)
		}
	}
	w.Names = map[string]string{
		"black": w.Black[0], strings.ToLower(lang.T("game.stone.black")): w.Black[0],
		"white": w.White[0], strings.ToLower(lang.T("game.stone.white")): w.White[0],
	}
	return w
}

// parseLine parses a line of the field:
//
//	7            choose table 7
//	7b 7w 7j     Black wins there, White wins, jigo
//	7b3.5 7br    Black wins by 3.5 points, by resignation,
//	7bt 7bf 7bi  by time, by forfeit, by White's illegal move
//	7 0-0 7 1-1  both lose, both win
//	7nr 7x 7?    no result, not played, clear
//	7b*          not counted for rating
//	b w3.5 j …   the same at the chosen table
//	u n ?        undo, next table without a result, all keys
//	/name name   search for a name
//	7b !slip     the same with its reason; alone, a reason for the last entry
//
// A language may have its own letters for Black and White, beside b and w or instead. Case and blanks do not matter.
// Faults: "desk.line.unknown" for an unknown text, "desk.line.letter" for a letter that may mean either colour,
// "desk.line.table" for a bad table number, "desk.line.long", "result.margin.most".
func parseLine(text string, words lineWords) (parsedLine, error) {
	if utf8.RuneCountInString(text) > longestLine {
		return parsedLine{}, fault.New(fault.TooLarge, "desk.line.long", longestLine)
	}
	text, why, explains := strings.Cut(strings.Join(strings.Fields(text), " "), "!")
	text, why = strings.TrimSpace(text), strings.TrimSpace(why)
	if explains && text == "" {
		return parsedLine{Does: lineWhy, Why: why}, nil
	}
	line, err := words.parse(text)
	line.Why = why
	return line, err
}

// parse parses a line without its reason.
func (w lineWords) parse(text string) (parsedLine, error) {
	low := strings.ToLower(text)
	if verb, ok := commands[low]; ok {
		return parsedLine{Does: verb}, nil
	}
	if name, ok := strings.CutPrefix(text, "/"); ok {
		return parsedLine{Does: lineFind, Words: strings.TrimSpace(name)}, nil
	}
	r, err := w.parseShort("", low)
	if err == nil {
		return parsedLine{Does: lineResult, Result: r}, nil
	}
	digits := len(low) - len(strings.TrimLeft(low, "0123456789"))
	if digits == 0 {
		if !fault.Is(err, "desk.line.unknown") {
			return parsedLine{}, err
		}
		if !strings.ContainsFunc(text, unicode.IsLetter) {
			return parsedLine{}, fault.New(fault.Invalid, "desk.line.unknown", text)
		}
		return parsedLine{Does: lineFind, Words: text}, nil
	}
	table, err := strconv.Atoi(low[:digits])
	if err != nil || table < 1 || table > tournament.MostPlayers {
		return parsedLine{}, fault.New(fault.Invalid, "desk.line.table", low[:digits], tournament.MostPlayers)
	}
	rest := strings.TrimSpace(low[digits:])
	if rest == "" {
		return parsedLine{Does: lineTable, Table: table}, nil
	}
	word := rest[:len(rest)-len(strings.TrimLeftFunc(rest, unicode.IsLetter))]
	if letter, ok := w.Names[word]; ok {
		rest = letter + rest[len(word):]
	}
	if r, err = w.parseShort(low[:digits], rest); err != nil {
		return parsedLine{}, err
	}
	return parsedLine{Does: lineResult, Table: table, Result: r}, nil
}

// shorts are the results without a winner; a final f stands for a forfeit.
var shorts = map[string]string{
	"j": "Jigo", "=": "Jigo", "jigo": "Jigo", "nr": "Void", "void": "Void", "x": "NotPlayed", "?": "?", "0-0": "BothLose", "1-1": "BothWin",
	"0-0f": "BothLose+F", "1-1f": "BothWin+F", "jf": "Jigo+F", "xf": "NotPlayed+F",
}

// parseShort parses a typed result in lower case: "b", "w 3.5", "b+r", "j", "0-0"; a final star marks an unrated game.
// Faults repeat the table number.
func (w lineWords) parseShort(table, text string) (tournament.Result, error) {
	unknown := fault.New(fault.Invalid, "desk.line.unknown", text)
	whole := strings.ReplaceAll(text, " ", "")
	text, unrated := strings.CutSuffix(whole, "*")
	full, ok := shorts[text]
	letter := ""
	if !ok {
		var winner, how string
		letter, winner, how = w.winner(text)
		if winner == "" {
			return tournament.Result{}, unknown
		}
		if page.TooWide(how, w.Most) {
			return tournament.Result{}, fault.New(fault.Invalid, "result.margin.most", w.Most)
		}
		full = winner + "+" + how
	}
	r, err := tournament.ParseResult(full)
	if err != nil || unrated && !r.Known() {
		return tournament.Result{}, unknown
	}
	if slices.Contains(w.Asked, letter) {
		rest := strings.TrimPrefix(whole, letter)
		return tournament.Result{}, fault.New(fault.Invalid, "desk.line.letter", letter, table+w.Black[0]+rest, table+w.White[0]+rest)
	}
	r.Unrated = r.Unrated || unrated
	return r, nil
}

// winner splits a result into the letter, its winner, "B", "W" or "" for none, and the manner of winning. For an asked
// letter the winner is arbitrary.
func (w lineWords) winner(text string) (letter, winner, how string) {
	for _, side := range []struct {
		winner  string
		letters []string
	}{{"B", w.Black}, {"W", w.White}, {"B", w.Asked}} {
		for _, letter := range side.letters {
			if how, ok := strings.CutPrefix(text, letter); ok {
				return letter, side.winner, strings.TrimPrefix(how, "+")
			}
		}
	}
	return "", "", ""
}

// formatShort formats a result for parseShort.
func (w lineWords) formatShort(r tournament.Result) string {
	short := ""
	if r.Unrated {
		short, r.Unrated = "*", false
	}
	text := strings.ToLower(r.String())
	if winner, how, won := strings.Cut(text, "+"); won && (winner == "b" || winner == "w") {
		letter := map[string]string{"b": w.Black[0], "w": w.White[0]}[winner]
		return letter + how + short
	}
	for s, full := range shorts {
		if full == r.String() && s != "=" && s != "jigo" && s != "void" {
			return s + short
		}
	}
	return text + short
}
