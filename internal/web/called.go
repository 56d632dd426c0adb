package web

import (
	"slices"
	"strings"
	"unicode"

	"tourney/internal/tournament"
)

// familyFirst are the countries where a person is called by the family name
// first.
var familyFirst = []string{"CN", "HK", "HU", "JP", "KP", "KR", "MO", "TW", "VN"}

// calledName is the name as it is read out and stands on a certificate: the
// given name first, unless the player's country or script has it otherwise.
// Lists have the family name first everywhere, for they are searched by it.
func calledName(p *tournament.Player) string {
	eastern := strings.ContainsFunc(p.Family, func(r rune) bool {
		return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul)
	})
	if eastern || slices.Contains(familyFirst, p.Country) {
		return p.Name()
	}
	return strings.TrimSpace(p.Given + " " + p.Family)
}
