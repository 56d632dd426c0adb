package page

import (
	"math"
	"strconv"

	"tourney/internal/i18n"
	"tourney/internal/pairing/simulate"
)

// Percent rounds a part of a whole, from 0 to 1, to whole percents.
func Percent(part float64) int { return int(math.Round(100 * part)) }

// Measure formats one number of the report on a simulation.
func Measure(lang *i18n.Language, m simulate.Measure, r *simulate.Report) string {
	value := m.Of(r)
	switch {
	case m.Uncertain:
		return lang.T("simulate.about", Percent(value), Percent(r.Margin(value)))
	case m.Part:
		return lang.T("simulate.part", Percent(value))
	}
	return lang.Decimal(strconv.FormatFloat(value, 'f', 2, 64))
}
