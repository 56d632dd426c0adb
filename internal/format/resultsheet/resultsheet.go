// Package resultsheet is the worksheet of a workbook on which results are entered outside the program: the keys of its
// rows, the choices, and the reader of a filled-in sheet.
//
//	lines, findings, err := resultsheet.Read(data)
//
// A row keeps the game, its revision and its result at the time of writing. They distinguish changes on the sheet from
// changes made elsewhere since.
package resultsheet

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"tourney/internal/fault"
	"tourney/internal/tournament"
)

// The defined names of the columns of the results, the margins and the keys of the games.
const (
	ResultName = "tourney_result"
	MarginName = "tourney_margin"
	GameName   = "tourney_game"
)

// A Black is the letter of Black's wins on a sheet, in upper case: B, or another one where the
// readers of the sheet may take B for White, as Poles do (białe). White's letter is W on every sheet.
type Black string

const international Black = "B"

// NewBlack returns the first of a language's letters for Black.
func NewBlack(letters string) Black {
	first, _ := utf8.DecodeRuneInString(letters)
	return Black(strings.ToUpper(string(first)))
}

// write formats a result with the sheet's letter.
func (b Black) write(r tournament.Result) string {
	if how, ok := strings.CutPrefix(r.String(), "B+"); ok {
		return string(b) + "+" + how
	}
	return r.String()
}

// parse parses what write formats, in any case, and SGF's longer words. Faults:
// "workbook.results.unknown", "workbook.results.letter" for a B on a sheet with another letter.
func (b Black) parse(text string) (tournament.Result, error) {
	upper, full := strings.ToUpper(text), text
	if how, ok := strings.CutPrefix(upper, string(b)+"+"); ok {
		full = "B+" + how
	}
	r, err := tournament.ParseResult(full)
	if err != nil {
		return r, fault.New(fault.Invalid, "workbook.results.unknown", fault.Clip(text), string(b)+"+")
	}
	if how, ok := strings.CutPrefix(upper, "B+"); ok && b != international {
		return tournament.Result{}, fault.New(fault.Invalid, "workbook.results.letter", fault.Clip(text), string(b)+"+"+how, "W+"+how)
	}
	return r, nil
}

// Choices returns the results that can be chosen. A margin has a separate column.
func (b Black) Choices() (choices []string) {
	for _, text := range []string{"B+", "W+", "B+R", "W+R", "B+T", "W+T", "B+F", "W+F", "B+I", "W+I", "Jigo", "BothLose", "BothWin", "NotPlayed", "Void"} {
		r, _ := tournament.ParseResult(text) // all are results
		choices = append(choices, b.write(r))
	}
	return choices
}

// Key returns the key of a game's row: the tournament, the game, its revision, its decided result, and the sheet's
// letter unless that is B.
func (b Black) Key(slug string, g *tournament.Game) string {
	key := fmt.Sprint(slug, " ", g.ID, " ", g.Revision, " ", g.Decided())
	if b != international {
		key += " " + string(b)
	}
	return key
}

// Split returns a result as its row shows it: the choice, "" for a missing result, and the margin in points, 0 for
// none. It drops whether the game is unrated.
func (b Black) Split(r tournament.Result) (choice string, margin float64) {
	r.Unrated = false
	switch {
	case !r.Known():
		return "", 0
	case r.Manner == tournament.ByPoints:
		margin = float64(r.Margin) / 2
		r.Manner, r.Margin = tournament.Unspecified, 0
	}
	return b.write(r), margin
}

// A Line is one row of a sheet.
type Line struct {
	// Cell is the cell of the result, such as I7.
	Cell string
	// Slug is the tournament, Game the game, Seen its revision and Was its result when the sheet was written.
	Slug       string
	Game, Seen int
	Was        tournament.Result
	// Result is the present result in the row; the zero Result for an empty cell. It is unrated if Was is.
	Result tournament.Result
}

// Changed reports whether a new result was entered in the row.
func (l *Line) Changed() bool { return l.Result.Known() && l.Result != l.Was }

// parseKey reads the output of Key; false for other texts.
func parseKey(text string) (l Line, black Black, ok bool) {
	words := strings.Fields(text)
	switch {
	case len(words) == 4:
		black = international
	case len(words) == 5 && utf8.RuneCountInString(words[4]) == 1 && words[4] != "W":
		black = Black(words[4])
	default:
		return Line{}, "", false
	}
	game, err1 := strconv.Atoi(words[1])
	seen, err2 := strconv.Atoi(words[2])
	was, err3 := tournament.ParseResult(words[3])
	return Line{Slug: words[0], Game: game, Seen: seen, Was: was}, black, err1 == nil && err2 == nil && err3 == nil && game > 0 && seen >= 0
}
