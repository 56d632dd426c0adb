package page

import (
	"time"

	"tourney/internal/event/day"
	"tourney/internal/i18n"
	"tourney/internal/tournament"
)

// A ClockView is the clock of a round (partial "clock"): it counts down to the start, then to the end of the main time
// of both players, and then shows that it is over. Without a script pages show times of day, which stay true.
type ClockView struct {
	// Text is the label of the time in Big, Note the next event; both may be empty.
	Text, Big, Note string
	// From and Until are the start and the end of the main time in milliseconds since 1970, 0 if not known.
	From, Until int64
	// Before, During and Over replace Text while it counts down to From, to Until, and after both. Ended replaces the
	// figures then.
	Before, During, Over, Ended string
}

// NewClockView returns the clock of the present round, or of the next one; nil without times of either.
func NewClockView(lang *i18n.Language, t *tournament.Tournament, now time.Time) *ClockView {
	c := day.ClockAt(t, now)
	if c.Start.IsZero() {
		return nil
	}
	v := &ClockView{
		Text: lang.T("clock.starts", c.Round), Big: lang.Clock(c.Start), From: c.Start.UnixMilli(),
		Before: lang.T("clock.before", c.Round), Ended: lang.T("clock.ended"),
	}
	if t.Settings.Clock.Overtime == tournament.SuddenDeath {
		v.Ended = lang.T("clock.ended.sudden")
	}
	if c.Phase == day.Waiting && c.Playing == 0 {
		return v
	}
	if !c.Main.IsZero() {
		v.Until = c.Main.UnixMilli()
		v.During, v.Over = lang.T("clock.main", lang.Clock(c.Main)), lang.T("clock.main.over", lang.Clock(c.Main))
	}
	if !c.Next.IsZero() {
		v.Note = lang.T("clock.next", c.Round+1, lang.Clock(c.Next))
	}
	return v
}
