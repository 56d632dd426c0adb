package web

import (
	"time"

	"tourney/internal/i18n"
)

// lastSeen says when a player of a rating list played last: the day that the
// European code of a tournament holds after its letter, T251006A, or else what
// the list has.
func lastSeen(lang *i18n.Language, code string) string {
	if len(code) >= 7 {
		if day, err := time.Parse("060102", code[1:7]); err == nil {
			return lang.Date(day)
		}
	}
	return code
}
