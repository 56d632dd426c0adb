package page

import (
	"time"

	"tourney/internal/day"
	"tourney/internal/tournament"
)

// A NewsView is an announcement. At and Until are in milliseconds since 1970; Until is 0 for ever.
type NewsView struct {
	Text      string
	At, Until int64
}

// mostNews bounds the announcements of each kind, with an end and without, that are shown at once: one without an end
// is not to be hidden for good behind others that end.
const mostNews = 3

// News returns the latest announcements that are shown at a time. The browser takes away those that end later: a page
// is kept longer than one.
func News(t *tournament.Tournament, now time.Time) (views []NewsView) {
	ending, lasting := 0, 0
	for _, a := range day.Announcements(t, now) {
		count := &ending
		if a.Until.IsZero() {
			count = &lasting
		}
		if *count++; *count <= mostNews {
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
