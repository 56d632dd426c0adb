package exchange

import (
	"slices"
	"strings"
	"unicode"

	"tourney/internal/tournament"
)

// given names that are common where lists come from, without accents: they
// tell in which order a list writes names.
var givenNames = wordSet(`
aino aleksi anna antti eero elina emilia hanna heikki helena ilkka jaakko jari juha juhani jukka kaisa kari laura lauri maria
matti mikael mikko minna olli paivi pekka petri sami sanna seppo tapio teemu timo tuomas ville
adam agnieszka aleksander andrzej barbara ewa grzegorz jakub jan joanna jozef kamil katarzyna krzysztof lukasz magdalena
malgorzata marcin marek mateusz michal pawel piotr stanislaw tomasz wojciech zofia
ales alena david eva frantisek hana ivana jana jaroslav jiri josef katerina lenka lucie lukas martin milan miroslav
ondrej pavel petr radek tereza tomas vaclav vladimir vojtech zdenek zuzana
alexander anders andreas bo christian daniel dieter erik hans james john karl lars lukas mark michael nils oscar paul peter
robert stefan steven thomas william`)

func wordSet(words string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(words) {
		set[w] = true
	}
	return set
}

// givenFirst reports whether the first list holds the given names: it has more
// of the common ones; if that tells nothing, fewer different ones, for given
// names recur. Undecided lists are taken to be family name first.
func givenFirst(first, second []string) bool {
	score := func(names []string) (known, different int) {
		seen := map[string]bool{}
		for _, n := range names {
			n, _, _ = strings.Cut(tournament.Fold(n), " ")
			if givenNames[n] {
				known++
			}
			seen[n] = true
		}
		return known, len(seen)
	}
	known1, different1 := score(first)
	known2, different2 := score(second)
	if known1 != known2 {
		return known1 > known2
	}
	return different1 < different2
}

// nameOrder returns whether a column of whole names has the family or the given
// name first. stated tells that the heading says so.
func nameOrder(heading string, names []string) (order Column, stated bool) {
	words := strings.Fields(tournament.Fold(heading))
	if len(words) > 1 {
		family := func(w string) bool { return slices.Contains(familyWords, w) }
		switch words[0] {
		case "first", "given", "etunimi", "imie", "jmeno", "fornamn", "vorname": // "Jméno hráče" is any name
			if slices.ContainsFunc(words, family) {
				return colGivenFamily, true
			}
		default:
			if family(words[0]) {
				return colFamilyGiven, true
			}
		}
	}
	var first, last []string
	for _, n := range names {
		parts := strings.Fields(n)
		if len(parts) < 2 || strings.Contains(n, ",") {
			continue
		}
		first, last = append(first, parts[0]), append(last, parts[len(parts)-1])
	}
	if givenFirst(first, last) {
		return colGivenFamily, false
	}
	return colFamilyGiven, false
}

// familyWords stand for the family name in headings of whole names.
var familyWords = []string{"surname", "last", "family", "sukunimi", "nazwisko", "prijmeni", "efternamn", "nachname"}

// A split says what a whole name was parted by.
type split int8

const (
	byForm  split = iota // its comma, capitals or particle, or it is one word
	byOrder              // the order of the names in the list
	byGuess              // that order, but with more than two words
)

// splitName parts a whole name.
func splitName(name string, order Column) (family, given string, how split) {
	if family, given, ok := strings.Cut(name, ","); ok {
		return strings.TrimSpace(family), strings.TrimSpace(given), byForm
	}
	words := strings.Fields(name)
	if len(words) < 2 {
		return name, "", byForm
	}
	if at, familyLast, ok := formOf(words); ok {
		if familyLast {
			return strings.Join(words[at:], " "), strings.Join(words[:at], " "), byForm
		}
		return strings.Join(words[:at], " "), strings.Join(words[at:], " "), byForm
	}
	how = byOrder
	if len(words) > 2 {
		how = byGuess
	}
	if order == colGivenFamily {
		return words[len(words)-1], strings.Join(words[:len(words)-1], " "), how
	}
	return words[0], strings.Join(words[1:], " "), how
}

// formOf finds where a name is parted by the way it is written: VIRTANEN Aino,
// Aino VIRTANEN, Bo van der Berg, van der Berg Bo. at is the number of words
// before the parting.
func formOf(words []string) (at int, familyLast, ok bool) {
	n := len(words)
	for at < n && isCapitals(words[at]) {
		at++
	}
	if at > 0 && at < n {
		return at, false, true
	}
	at = n
	for at > 0 && isCapitals(words[at-1]) {
		at--
	}
	if at > 0 && at < n {
		return at, true, true
	}
	for at = 0; at < n && !isSmall(words[at]); at++ {
	}
	switch {
	case at == n:
		return 0, false, false
	case at > 0:
		return at, true, true
	}
	for at < n-1 && isSmall(words[at]) {
		at++
	}
	return at + 1, false, at+1 < n
}

// isCapitals reports whether a word of two letters or more is in capitals.
func isCapitals(w string) bool {
	letters := 0
	for _, r := range w {
		switch {
		case unicode.IsLower(r):
			return false
		case unicode.IsUpper(r):
			letters++
		}
	}
	return letters >= 2
}

// isSmall reports whether a word begins with a small letter, as van and von do.
func isSmall(w string) bool {
	for _, r := range w {
		return unicode.IsLower(r)
	}
	return false
}
