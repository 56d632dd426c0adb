package page

import (
	"time"

	"tourney/internal/event/day"
	"tourney/internal/tournament"
)

// A NewsView is an announcement. At and Until are in milliseconds since 1970; Until is 0 for ever.
type NewsView struct {
	Text      string
	At, Until int64
}

// mostNews limits the announcements shown at once, separately for each kind, with an end and without: lasting ones must
// not stay hidden behind others that end.
const mostNews = 3

// News returns the latest announcements at a time. The browser hides them at their end, since a page is cached for
// longer.
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
