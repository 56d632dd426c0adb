package page

import (
	"strings"

	"tourney/internal/i18n"
	"tourney/internal/tournament"
)

// Money formats a sum with the tournament's currency: 12.50 €.
func Money(lang *i18n.Language, t *tournament.Tournament, sum tournament.Money) string {
	return strings.TrimSpace(lang.Decimal(sum.String()) + "\u00a0" + t.Settings.Fees.Currency)
}
