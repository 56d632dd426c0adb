package page

import (
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"tourney/internal/i18n"
	"tourney/internal/tournament"
)

// Clip bounds what a text of unknown length may take.
func Clip(text string) string {
	const most = 100
	if r := []rune(text); len(r) > most {
		return string(r[:most])
	}
	return text
}

// Day writes a date as 2026-11-21, "" when not set.
func Day(d time.Time) string {
	if d.IsZero() {
		return ""
	}
	return d.Format(time.DateOnly)
}

// familyFirst are the countries where a person is called by the family name
// first.
var familyFirst = []string{"CN", "HK", "HU", "JP", "KP", "KR", "MO", "TW", "VN"}

// SpokenName is the name as it is read out and stands on a certificate: the
// given name first, unless the player's country or script has it otherwise.
// Lists have the family name first everywhere, for they are searched by it.
func SpokenName(p *tournament.Player) string {
	eastern := strings.ContainsFunc(p.Family, func(r rune) bool {
		return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul)
	})
	if eastern || slices.Contains(familyFirst, p.Country) {
		return p.Name()
	}
	return strings.TrimSpace(p.Given + " " + p.Family)
}

// Natural reads a number that may be missing or nonsense: 0 then.
func Natural(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		return 0
	}
	return n
}

// FormatSeen is the game and revision that a desk looks at.
func FormatSeen(g *tournament.Game) string {
	return strconv.Itoa(g.ID) + "." + strconv.Itoa(g.Revision)
}

// PlayerIDs reads the players that a form or address names.
func PlayerIDs(texts []string) []tournament.PlayerID {
	var ids []tournament.PlayerID
	for _, text := range texts {
		ids = append(ids, tournament.PlayerID(Natural(text)))
	}
	return ids
}

func BirthYear(p *tournament.Player) string {
	if p.Born == 0 {
		return ""
	}
	return strconv.Itoa(p.Born)
}

// ParseSeen parses what FormatSeen wrote, if it is of this game; -1 else.
func ParseSeen(text string, g *tournament.Game) int {
	id, revision, _ := strings.Cut(text, ".")
	n, err := strconv.Atoi(revision)
	if err != nil || id != strconv.Itoa(g.ID) {
		return -1
	}
	return n
}

// LastPlayed says when a player of a rating list played last: the day that the
// European code of a tournament holds after its letter, T251006A, or else what
// the list has.
func LastPlayed(lang *i18n.Language, code string) string {
	if len(code) >= 7 {
		if day, err := time.Parse("060102", code[1:7]); err == nil {
			return lang.Date(day)
		}
	}
	return code
}

// Place joins town and country code as far as they are known.
func Place(town, country string) string {
	if town == "" || country == "" {
		return town + country
	}
	return town + " " + country
}

// Text renders a message.
func Text(lang *i18n.Language, m i18n.Message) string {
	key, args := m.Message()
	return lang.T(key, args...)
}
