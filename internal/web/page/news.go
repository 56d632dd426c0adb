package page

import (
	"slices"
	"time"

	"tourney/internal/tournament"
)

// A NewsView is an announcement. At and Until are in milliseconds since 1970; Until is 0 for ever.
type NewsView struct {
	Text      string
	At, Until int64
}

// mostNews bounds the announcements that are shown at once.
const mostNews = 3

// News returns the latest announcements. The browser takes away those that have ended: a page is kept longer than one.
func News(t *tournament.Tournament) (views []NewsView) {
	for _, a := range slices.Backward(t.Day.Announcements) {
		if len(views) < mostNews {
			views = append(views, NewsView{Text: a.Text, At: a.At.UnixMilli(), Until: Milliseconds(a.Until)})
		}
	}
	return views
}

// Milliseconds returns the time since 1970, 0 for the zero time.
func Milliseconds(at time.Time) int64 {
	if at.IsZero() {
		return 0
	}
	return at.UnixMilli()
}
