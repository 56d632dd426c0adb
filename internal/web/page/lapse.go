package page

import (
	"time"

	"tourney/internal/event/federations"
	"tourney/internal/i18n"
	"tourney/internal/tournament"
)

// Lapse describes a player's membership that does not cover the tournament, "" for other players.
func Lapse(lang *i18n.Language, t *tournament.Tournament, p *tournament.Player, now time.Time) string {
	lapse, lapsed := federations.Of(t).Lapsed(t, p, t.Info.DateAt(now))
	switch {
	case !lapsed:
		return ""
	case lapse.By == federations.ByDate:
		return lang.T("registration.lapse.date", lang.Date(lapse.Until))
	}
	return lang.T("registration.lapse.licence")
}
