package roster

import (
	"slices"
	"strings"

	"tourney/internal/spelling"
)

// givenNames are common given names of the countries where lists come from, without accents: they show in which order a
// list writes names.
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

// givenFirst reports whether the first list holds the given names: it has more of the common ones; if that decides
// nothing, fewer different ones, because given names recur. Undecided lists count as family name first.
func givenFirst(first, second []string) bool {
	score := func(names []string) (known, different int) {
		seen := map[string]bool{}
		for _, n := range names {
			n, _, _ = strings.Cut(spelling.Fold(n), " ")
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
// name first. stated is true if the heading states it.
func nameOrder(heading string, names []string) (order Column, stated bool) {
	words := spelling.Words(heading)
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

// familyWords are words for the family name in headings of whole names.
var familyWords = []string{"surname", "last", "family", "sukunimi", "nazwisko", "prijmeni", "efternamn", "nachname"}
