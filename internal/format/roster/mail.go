package roster

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"tourney/internal/spelling"
)

var listMark = regexp.MustCompile(`^(?:\d{1,4}\s*[.):]|[-–—*•·>])\s+`)

// partLine splits a line of a list, such as "1. Heinonen Pekka 12k Helsinki" or "- Laura Toivonen (9 kyu), Tampere", at
// the rank in it: the name is left of it, and the texts in brackets and right of it are the country, the club and notes.
// The EGD number is anywhere. A line without a rank is a name.
func partLine(line string) rankText {
	line = listMark.ReplaceAllString(line, "")
	l := partRank(line, 1)
	if l.rank == "" {
		l = partName(line)
		l.name = strings.TrimRight(l.name, "? ")
	}
	return l
}

// partName splits the texts in brackets off a name, unless they have figures.
func partName(text string) rankText {
	name, inside, _ := cutBrackets(text, false)
	if name == "" || len(inside) == 0 || figures.MatchString(strings.Join(inside, "")) {
		return rankText{name: text}
	}
	l := rankText{name: name}
	for _, part := range inside {
		l.take(part)
	}
	l.bracketed = l.club != ""
	return l
}

const (
	brackets   = "()[],;"
	separators = " ,;:/|-–—()[]"
)

// partOrigin splits the text behind a rank into a country and a club. The country is the first or the last part: two
// capitals, or any of its names behind a comma.
func partOrigin(s string) (country, club string) {
	if code, ok := Country(s); ok && s != "" {
		return code, ""
	}
	first, rest, _ := strings.Cut(s, " ")
	if code, ok := countryCode(strings.Trim(first, separators)); ok {
		return code, strings.Trim(rest, separators)
	}
	if i := strings.LastIndex(s, " "); i >= 0 {
		if code, ok := countryCode(strings.Trim(s[i:], separators)); ok {
			return code, strings.Trim(s[:i], separators)
		}
	}
	if i := strings.LastIndexAny(s, ",;"); i >= 0 {
		last := strings.Trim(s[i:], separators)
		if code, ok := Country(last); ok && len(last) > 1 {
			return code, strings.Trim(s[:i], separators)
		}
	}
	return "", s
}

// countryCode reads a country of two capitals.
func countryCode(s string) (string, bool) {
	if len(s) != 2 || s != strings.ToUpper(s) {
		return "", false
	}
	return Country(s)
}

var (
	numberInName = regexp.MustCompile(`[(\[#]?\s*(?i:pin|egd|egf)?[\s:#]*(\d{8})\s*[)\]]?`)
	titleInName  = regexp.MustCompile(`^(?i:dr|prof|mr|mrs|ms|miss|mgr|bc|ing|inż|mudr|judr|rndr|phdr|doc|hr|fr|frau|herr|mme|mlle|pan|pani|sir)\.?\s+`)
)

// cutNumber splits an EGD number off a name: Aho Aino (90000001).
func cutNumber(name string) (rest, number string) {
	m := numberInName.FindStringSubmatchIndex(name)
	if m == nil {
		return name, ""
	}
	rest = strings.TrimSpace(name[:m[0]] + " " + name[m[1]:])
	return strings.Join(strings.Fields(rest), " "), name[m[2]:m[3]]
}

// cutTitle splits the titles off the beginning of a name: Dr. Aino Aho.
func cutTitle(name string) (rest, title string) {
	for {
		found := titleInName.FindString(name)
		// Without a full stop Ing and Pan are names too.
		if found == "" || !strings.Contains(found, ".") && !bareTitles[strings.ToLower(strings.TrimSpace(found))] {
			return name, strings.TrimSpace(title)
		}
		name, title = name[len(found):], title+found
	}
}

// bareTitles are titles even without a full stop.
var bareTitles = wordSet("dr prof mr mrs mudr judr rndr phdr frau herr mme mlle")

// totals are the words for the number of players in the row below them, alone or before the number.
var totals = wordSet("total totals sum yhteensa summa razem suma lacznie ogolem celkem soucet spolu gesamt summe insgesamt totaal totalt " +
	"sammanlagt ialt osszesen kokku kopa итого всего")

var figures = regexp.MustCompile(`\d+`)

// isTotal reports whether a cell counts the players of the list.
func isTotal(cell string) bool {
	words := strings.Fields(figures.ReplaceAllString(spelling.Fold(cell), " $0 "))
	return len(words) > 0 && totals[words[0]] && isCount(words[1:])
}

// isCount reports whether words are numbers, with the things counted.
func isCount(words []string) bool {
	return !slices.ContainsFunc(words, func(w string) bool { return strings.ContainsFunc(w, unicode.IsLetter) && !counted[w] })
}

// counted are the things that totals count.
var counted = wordSet("players player pelaajaa pelaajat osallistujaa graczy zawodnikow uczestnikow hracu spieler joueurs spelare people")
