package desk

import (
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"tourney/internal/event/day"
	"tourney/internal/fault"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
)

// unstarted returns the current round, if its start is neither set nor planned; else 0.
func unstarted(t *tournament.Tournament, now time.Time) int {
	if c := day.ClockAt(t, now); c.Phase == day.Unplanned && c.Playing > 0 {
		return c.Round
	}
	return 0
}

// postClock starts the clock of a round now, or at the form's time of today. A clock started by another desk does not
// change.
func (s *Handlers) postClock(c *gin.Context, f entryForm) error {
	now := s.Director.Now()
	if unstarted(f.snapshot.Tournament, now) != f.state.Round {
		return s.showNext(c, f.state)
	}
	at := now.Truncate(time.Minute)
	if text := strings.TrimSpace(c.PostForm("at")); text != "" {
		lang := s.Language(c)
		clock, ok := lang.ParseClock(text)
		if !ok {
			const example = 14 * time.Hour
			err := fault.New(fault.Invalid, "draw.start.clock", fault.Clip(text), lang.In(time.UTC).Clock(time.Time{}.Add(example)))
			return s.showRefused(c, f, "", err)
		}
		today := now.In(page.Zone(f.snapshot.Tournament))
		at = time.Date(today.Year(), today.Month(), today.Day(), 0, int(clock/time.Minute), 0, 0, today.Location())
	}
	if err := f.editor.Round(f.state.Round).SetStart(c.Request.Context(), at); err != nil {
		return s.showRefused(c, f, "", err)
	}
	return s.showNext(c, f.state)
}
