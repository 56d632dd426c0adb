package federation

import (
	"bytes"
	"slices"
	"strings"
)

// IsEGD reports whether a text is a wall list in the format of the European Go Database, or as programs print it.
func IsEGD(text []byte) bool { return wallFormat(text) == "egd" }

// IsTable reports whether a text is a wall list with signs between its cells, which is a list of players, too.
func IsTable(text []byte) bool {
	return wallSign(strings.Split(string(text[:min(len(text), 64<<10)]), "\n")) != ""
}

// IsFFG reports whether a text is a wall list in the French federation's format.
func IsFFG(text []byte) bool { return wallFormat(text) == "ffg" }

// wallFormat returns the format of a wall list, "" for another text. A list without a round is recognised by its
// header. Lines before the first player do not matter.
func wallFormat(text []byte) string {
	rows, good, players, heads, tagged, keyed, titled := 0, 0, 0, 0, false, false, false
	for line := range bytes.Lines([]byte(usualShape(string(text[:min(len(text), 64<<10)])))) {
		line = bytes.TrimSpace(line)
		switch {
		case len(line) == 0:
		case line[0] == ';':
			tagged = tagged || wallTag.Match(line)
			keyed = keyed || wallKey.Match(line)
		default:
			player, plays := looksLikePlayer(string(line))
			if _, titles := titlesOf(string(line)); titles && !plays {
				titled = true
				continue
			}
			switch {
			case plays:
				good++
			case player:
				players++
			case good == 0:
				heads++
				continue
			}
			rows++
		}
	}
	if marked := tagged || keyed; marked && good == 0 && players == rows && heads < 2 {
		good = rows
	} else if !marked && (good < 2 || 5*good < 4*rows && !(titled && 2*good > rows)) {
		return ""
	}
	switch {
	case good == 0:
		return ""
	case keyed && !tagged:
		return "ffg"
	}
	return "egd"
}

// looksLikePlayer reports whether a line has a rank behind a name, with a number before it or a game behind it.
// Other tables have semicolons, bars, or commas between words.
func looksLikePlayer(line string) (player, plays bool) {
	if m := wallPIN.FindStringIndex(line); m != nil {
		line = line[:m[0]]
	}
	cells := wallCells(line, strings.Contains(line, "\t"))
	at := slices.IndexFunc(cells, func(s string) bool { return isWallRank(s) || wallGlued.MatchString(s) })
	if at < 0 || at == 0 && isWallRank(cells[0]) || strings.ContainsAny(line, ";|") {
		return false, false
	}
	commas := 0
	for i, cell := range cells {
		switch {
		case i > at:
			plays = plays || isToken(cell)
			if !wallFigure.MatchString(cell) && strings.Contains(cell, ",") {
				return false, false
			}
		default:
			commas += strings.Count(cell, ",")
		}
	}
	return commas < 2 && wallNumber.MatchString(cells[0]), plays && commas < 2
}
