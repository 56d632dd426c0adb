package page

import (
	"strconv"
	"time"

	"tourney/internal/i18n"
)

// Clip returns the first 100 letters of a typed text.
func Clip(text string) string {
	const most = 100
	if r := []rune(text); len(r) > most {
		return string(r[:most])
	}
	return text
}

// Day formats a date as 2026-11-21, "" when not set.
func Day(d time.Time) string {
	if d.IsZero() {
		return ""
	}
	return d.Format(time.DateOnly)
}

// Natural parses a number from 0 up. Texts that are none give 0.
func Natural(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		return 0
	}
	return n
}

// Place joins a town and a country code, either of which may be empty.
func Place(town, country string) string {
	if town == "" || country == "" {
		return town + country
	}
	return town + " " + country
}

// Text renders a message in a language.
func Text(lang *i18n.Language, m i18n.Message) string {
	key, args := m.Message()
	return lang.T(key, args...)
}

// Texts renders messages in a language.
func Texts[M i18n.Message](lang *i18n.Language, list []M) []string {
	var texts []string
	for _, m := range list {
		texts = append(texts, Text(lang, m))
	}
	return texts
}
