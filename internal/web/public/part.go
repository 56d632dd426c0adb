package public

import (
	"slices"
	"strconv"
	"strings"

	"tourney/internal/web/page"
)

// A list of more than partRows rows is sent in parts: the first one with the page, each further one when the reader
// comes to the end of the rows. Browsers without scripts, files and frames get the whole list.

// partRows is the number of rows of a part.
const partRows = 100

// wholeList is the value of the parameter "rows" for the whole list.
const wholeList = "all"

// A moreView is the end of a part of a list.
type moreView struct {
	// Text says how many of the rows are shown. Address is the page with the next part, Whole the page with all rows.
	Text, Address, Whole string
	// Beside are the parts of the page outside the list that are replaced with it, "" for none: they may have rows, which
	// must be of the same version.
	Beside string
}

// Parts reports whether the parameter "rows" has a valid value: the rows of one or more parts, or all.
func Parts(rows string) bool {
	n, err := strconv.Atoi(rows)
	return rows == wholeList || err == nil && n > partRows && n <= mostParts*partRows && n%partRows == 0 && rows == strconv.Itoa(n)
}

// SentInParts reports whether the page of a path, on a route, has such a list.
func SentInParts(path, route string) bool {
	return route == "/t/:slug" || strings.Contains(path, "/round/") ||
		slices.ContainsFunc([]string{"/standings", "/players", "/games"}, func(list string) bool { return strings.HasSuffix(path, list) })
}

// mostParts is more than the parts of the longest list: the games of the largest tournament.
const mostParts = 1000

// partOf returns the rows of a list to send, and the end of the part, nil for the whole list.
func partOf[T any](v *Visit, b *page.Base, rows []T) ([]T, *moreView) {
	b.Long = len(rows) > partRows
	asked := v.Query.Get("rows")
	n, _ := strconv.Atoi(asked) // see Parts
	n = max(n, partRows)
	if v.Offline || v.Framed || asked == wholeList || n >= len(rows) {
		return rows, nil
	}
	more := &moreView{
		Text:    v.Lang.T("standings.more", n, len(rows)),
		Address: v.with("rows", strconv.Itoa(n+partRows)), Whole: v.with("rows", wholeList),
	}
	b.Whole = more.Whole
	return slices.Clip(rows[:n]), more
}
