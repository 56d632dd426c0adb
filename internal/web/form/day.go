package form

import (
	"net/url"
	"strconv"
	"time"

	"tourney/internal/i18n"
)

// SpellDays converts the days of a form, typed in the format of its language, to the form 2026-12-05, which fields
// parse. A day without a year is after the day of the field before: 30.11. after 28 November 2026. Other text stays,
// and the field refuses it.
func SpellDays[T any](lang *i18n.Language, fields []Field[T], sent url.Values) {
	var before time.Time
	for _, f := range fields {
		if f.Kind != "date" {
			continue
		}
		if day, ok := parseDay(lang, sent.Get(f.Name), before); ok {
			before = day
			sent.Set(f.Name, day.Format(time.DateOnly))
		}
	}
}

// parseDay parses a day. One without a year is the first such day from another one on, if there is another.
func parseDay(lang *i18n.Language, text string, from time.Time) (time.Time, bool) {
	day, ok := lang.ParseDate(text)
	if ok || from.IsZero() {
		return day, ok
	}
	for _, year := range []int{from.Year(), from.Year() + 1} {
		if day, ok = lang.ParseDate(text + " " + strconv.Itoa(year)); ok && !day.Before(from) {
			return day, true
		}
	}
	return time.Time{}, false
}

// displayValue returns the value of a field as a form shows it: a number with the language's
// decimal sign, a day in its words.
func displayValue(lang *i18n.Language, kind, value string) string {
	switch kind {
	case "decimal":
		return lang.Decimal(value)
	case "date":
		if day, err := time.Parse(time.DateOnly, value); err == nil {
			return lang.Date(day)
		}
	}
	return value
}
