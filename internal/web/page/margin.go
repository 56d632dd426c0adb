package page

import (
	"strconv"
	"strings"
)

// TooWide reports whether a text is a number of points above most. tournament.ParseResult refuses other texts.
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
