// Package resultsheet is the worksheet of a workbook on which results are entered
// outside the program: how its rows name their games, what can be chosen, and how
// a sheet that was filled in is read.
//
//	lines, findings, err := resultsheet.Read(data)
//
// A row keeps the game, its revision and its result of the time when the sheet was
// written, so that what the reader of the sheet has changed can be told from what
// others have entered since.
package resultsheet

import (
	"fmt"
	"strconv"
	"strings"

	"tourney/internal/tournament"
)

// The defined names of the columns: those of the results, of the margins and of the
// keys of the games.
const (
	ResultName = "tourney_result"
	MarginName = "tourney_margin"
	GameName   = "tourney_game"
)

// Choices are the results that can be chosen, as tournament.ParseResult reads them. A
// margin has a column of its own.
func Choices() []string {
	return []string{"B+", "W+", "B+R", "W+R", "B+T", "W+T", "B+F", "W+F", "B+I", "W+I", "Jigo", "BothLose", "BothWin", "NotPlayed", "Void"}
}

// Key is what the row of a game is known by: the tournament, the game, its revision
// and its decided result.
func Key(slug string, g *tournament.Game) string {
	return fmt.Sprint(slug, " ", g.ID, " ", g.Revision, " ", g.Decided())
}

// Split returns a result as its row shows it: the choice, "" for none, and the margin
// in points, 0 for none. That a game is unrated is not shown.
func Split(r tournament.Result) (choice string, margin float64) {
	r.Unrated = false
	switch {
	case !r.Known():
		return "", 0
	case r.Manner == tournament.ByPoints:
		margin = float64(r.Margin) / 2
		r.Manner, r.Margin = tournament.Unspecified, 0
	}
	return r.String(), margin
}

// A Line is one row of a sheet.
type Line struct {
	// Cell is where the result stands, such as I7.
	Cell string
	// Slug is the tournament, Game the game, Seen its revision and Was its result when
	// the sheet was written.
	Slug       string
	Game, Seen int
	Was        tournament.Result
	// Result is what the row says now; the zero Result for an empty cell. It is
	// unrated if Was is.
	Result tournament.Result
}

// Changed reports whether somebody has entered something in the row.
func (l *Line) Changed() bool { return l.Result.Known() && l.Result != l.Was }

// parseKey reads what Key wrote; false for anything else.
func parseKey(text string) (Line, bool) {
	words := strings.Fields(text)
	if len(words) != 4 {
		return Line{}, false
	}
	game, err1 := strconv.Atoi(words[1])
	seen, err2 := strconv.Atoi(words[2])
	was, err3 := tournament.ParseResult(words[3])
	return Line{Slug: words[0], Game: game, Seen: seen, Was: was}, err1 == nil && err2 == nil && err3 == nil && game > 0 && seen >= 0
}
