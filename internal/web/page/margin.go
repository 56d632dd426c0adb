package page

import (
	"strconv"
	"strings"

	"tourney/internal/fault"
	"tourney/internal/tournament"
)

// MostMargin returns the largest margin that can be entered, in whole points: all
// points of the board.
func MostMargin(t *tournament.Tournament) int { return t.Settings.Size * t.Settings.Size }

// TooWide reports whether a text is a number of points above most. Other texts
// are for tournament.ParseResult to refuse.
func TooWide(text string, most int) bool {
	whole := strings.TrimRight(text, "½")
	if i := strings.IndexAny(whole, ".,"); i >= 0 {
		whole = whole[:i]
	}
	if whole == "" || strings.Trim(whole, "0123456789") != "" {
		return false
	}
	n, err := strconv.Atoi(whole)
	return err != nil || n > most
}

// CheckMargin refuses a margin that no count of this game can give. Points on the
// board are whole, so a margin has a half exactly when the komi has one.
// Faults: "result.margin.most", ".half", ".whole", ".zero" and, where an equal
// count is a win, ".zero.black" and ".zero.white".
func CheckMargin(t *tournament.Tournament, g *tournament.Game, r tournament.Result) error {
	if r.Manner != tournament.ByPoints {
		return nil
	}
	refuse := func(key string, args ...any) error { return fault.New(fault.Invalid, key, args...) }
	most := MostMargin(t)
	switch half := r.Margin%2 != 0; {
	case r.Margin > 2*most:
		return refuse("result.margin.most", most)
	case half && g.Komi.Whole():
		return refuse("result.margin.whole", g.Table, g.Komi)
	case !half && !g.Komi.Whole():
		return refuse("result.margin.half", g.Table, g.Komi)
	case r.Margin > 0:
		return nil
	}
	switch t.Settings.Tie {
	case tournament.TieWhiteWins:
		return refuse("result.margin.zero.white", g.Table)
	case tournament.TieBlackWins:
		return refuse("result.margin.zero.black", g.Table)
	}
	return refuse("result.margin.zero", g.Table)
}
