package exchange

import (
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

// A nameOrder says which name a list writes first.
type nameOrder int8

const (
	familyFirst nameOrder = iota
	givenNameFirst
)

// orderOf finds the order of the names in a column from its heading, else from
// the names.
func orderOf(heading string, names []string) nameOrder {
	words := strings.Fields(tournament.Fold(heading))
	for i, w := range words {
		switch w {
		case "surname", "last", "family", "sukunimi", "nazwisko", "prijmeni", "efternamn", "nachname":
			if i == 0 && len(words) > 1 {
				return familyFirst
			}
		case "first", "given", "etunimi", "imie", "jmeno", "fornamn", "vorname":
			if i == 0 && len(words) > 1 {
				return givenNameFirst
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
		return givenNameFirst
	}
	return familyFirst
}

// splitName parts a whole name. sure is false when only the order of the other
// names in the list speaks for it.
func splitName(name string, order nameOrder) (family, given string, sure bool) {
	if family, given, ok := strings.Cut(name, ","); ok {
		return strings.TrimSpace(family), strings.TrimSpace(given), true
	}
	words := strings.Fields(name)
	if len(words) < 2 {
		return name, "", true
	}
	join := func(w []string) string { return strings.Join(w, " ") }
	capitals := 0
	for capitals < len(words) && isCapitals(words[capitals]) {
		capitals++
	}
	if capitals > 0 && capitals < len(words) { // VIRTANEN Aino
		return join(words[:capitals]), join(words[capitals:]), true
	}
	last := len(words)
	for last > 0 && isCapitals(words[last-1]) {
		last--
	}
	if last > 0 && last < len(words) { // Aino VIRTANEN
		return join(words[last:]), join(words[:last]), true
	}
	for i, w := range words { // Bo van der Berg, van der Berg Bo
		if !isSmall(w) {
			continue
		}
		if i > 0 {
			return join(words[i:]), join(words[:i]), true
		}
		end := 0
		for end < len(words)-1 && isSmall(words[end]) {
			end++
		}
		return join(words[:end+1]), join(words[end+1:]), true
	}
	if order == givenNameFirst {
		return words[len(words)-1], join(words[:len(words)-1]), false
	}
	return words[0], join(words[1:]), false
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
