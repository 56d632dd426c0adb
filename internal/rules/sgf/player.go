package sgf

import (
	"regexp"
	"strings"
)

// Name returns the name of a player, PB or PW, without the rank that servers and
// people append to it: "Aino Laine [5k]" and "Aino Laine, 5 kyu" are Aino Laine.
func (g Game) Name(c Color) string {
	name, _ := splitRank(g.Info(playerProperties[c].name))
	return name
}

// Rank returns the rank of a player as the record writes it, in BR or WR or behind the
// name; "" without one.
func (g Game) Rank(c Color) string {
	if r := strings.TrimSpace(g.Info(playerProperties[c].rank)); r != "" {
		return r
	}
	_, r := splitRank(g.Info(playerProperties[c].name))
	return r
}

// playerProperties are the properties of the players, by colour.
var playerProperties = [3]struct{ name, rank string }{Black: {"PB", "BR"}, White: {"PW", "WR"}}

var (
	// rankBehind matches a name with a rank in brackets or behind a blank or comma. A
	// nickname such as noob5k has neither.
	rankBehind = regexp.MustCompile(`(?i)^(.*[^\s,])(?:\s*[\[(（【]\s*|[\s,]+)` +
		`(\d{1,2}\s*-?\s*(?:k|kyu|kyū|d|dan|p|pro|gup|段|级|級|급|단)\s*[?*+~-]?|\?|-)\s*[\])）】]?$`)
	// signBehind matches a name with a rank in the signs of Asia, which need no blank.
	signBehind = regexp.MustCompile(`^(.*[^\s\d])\s*((?:\d{1,2}|[初一二三四五六七八九])(?:段|级|級|급|단))$`)
)

// longestName bounds the text that is searched for a rank, in bytes.
const longestName = 300

// splitRank splits a name from the rank behind it, "" without one.
func splitRank(text string) (name, rank string) {
	name = strings.TrimSpace(text)
	if len(name) > longestName || !strings.ContainsAny(name, "0123456789?-段級级") {
		return name, ""
	}
	for _, behind := range []*regexp.Regexp{rankBehind, signBehind} {
		m := behind.FindStringSubmatch(name)
		if m == nil || (m[2] == "?" || m[2] == "-") && !strings.ContainsAny(name, "[(（【") {
			continue
		}
		return strings.TrimRight(m[1], " ,"), strings.TrimSpace(m[2])
	}
	return name, ""
}
