package form

import (
	"time"

	"tourney/internal/tournament"
)

// FreezeField is the last day on which a refresh from a rating list changes ratings.
func FreezeField() Field[tournament.Settings] {
	return DayField("freeze", func(s *tournament.Settings) *time.Time { return &s.Rating.Freeze.Time })
}
