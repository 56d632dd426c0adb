package page

import (
	"strconv"
	"strings"
	"time"

	"tourney/internal/i18n"
	"tourney/internal/tournament"
)

// Clip returns the first 100 letters of a typed text.
func Clip(text string) string {
	const most = 100
	if r := []rune(text); len(r) > most {
		return string(r[:most])
	}
	return text
}

// First compares two conditions for sorting: an item for which it is true is before others.
func First(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}

// Day formats a date as 2026-11-21, "" when not set.
func Day(d time.Time) string {
	if d.IsZero() {
		return ""
	}
	return d.Format(time.DateOnly)
}

// Natural parses an ID, a version or another number from 0 to 2³¹−1. Any other text gives 0.
func Natural(text string) int {
	n, err := strconv.ParseInt(text, 10, 32)
	if err != nil || n < 0 {
		return 0
	}
	return int(n)
}

// Place joins a town and a country code, either of which may be empty.
func Place(town, country string) string {
	if town == "" || country == "" {
		return town + country
	}
	return town + " " + country
}

// Rounds formats a set of rounds: "1, 3"; "" for an empty set.
func Rounds(set tournament.Rounds) string {
	var list []string
	for n := 1; n <= tournament.MaxRounds; n++ {
		if set.Has(n) {
			list = append(list, strconv.Itoa(n))
		}
	}
	return strings.Join(list, ", ")
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
