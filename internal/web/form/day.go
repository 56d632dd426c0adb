package form

import (
	"net/url"
	"time"

	"tourney/internal/i18n"
)

// SpellDays converts the days of a form, typed in its language, to the form 2026-12-05 that fields read. Any other text
// stays, and the field refuses it.
func SpellDays[T any](lang *i18n.Language, fields []Field[T], sent url.Values) {
	for _, f := range fields {
		if f.Kind != "date" {
			continue
		}
		if day, ok := lang.ParseDate(sent.Get(f.Name)); ok {
			sent.Set(f.Name, day.Format(time.DateOnly))
		}
	}
}

// shown returns the value of a field as a form shows it: a number with the language's
// decimal sign, a day in its words.
func shown(lang *i18n.Language, kind, value string) string {
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
