package roster

import (
	"regexp"
	"slices"
	"strings"

	"tourney/internal/spelling"
)

// A registration is the meaning of words about taking part.
type registration int8

const (
	registered registration = iota
	cancelled
	waiting
	doubted // about rounds, or more than a word about the registration
)

var (
	cancelWords = regexp.MustCompile(`\b(?:cancel|withdr|no show|not coming|wont come|peru(?:tt|ut|in|n\b|nut|u\b|i\b|a\b)|vetaytyn|ei tule|ei paase|keskeytt|estynyt|jaa pois|odwol|wycof|z?rezygn|nie przyj[ae]d|nie moge byc|zrus|odhlas|odstoup|omluv|neprij[ei]d|storn|` +
		`can ?t make|cannot make|abgesagt|abgemeldet|ausgestiegen|zuruckgezogen|annul|desist|quitte le tournoi|avbok|avanm|aterbud)|отмен|отказ`)
	waitWords = regexp.MustCompile(`\b(?:wait|reserves?\b|stand ?by|vara(?:r?jono|sija|lista|paik|lla|\b)|jonossa|odotus|rezerw|oczekuj|lista oczek|nahrad|ceka|warte|nachruck|attente|reservplats|kolista|reserve list)|резерв`)
	noWords   = regexp.MustCompile(`\b(?:not|no|never|ei|nie|ne|nicht|kein|inte|pas|if|jos|jesli|pokud|wenn|last year|viime)\b`)
)

// readStatus reads the status of a registration, in a column for it.
func readStatus(cell string) registration {
	folded := spelling.Fold(cell)
	switch {
	case cancelWords.MatchString(folded):
		return cancelled
	case waitWords.MatchString(folded):
		return waiting
	}
	return registered
}

// Words about rounds in notes.
var (
	roundsNoted = regexp.MustCompile(`\b(?:r|rd|rounds?|kierro\w*|k|rund\w*|kol[aoeu]\w*|rond\w*|omgang\w*|tour)\s?\d|\d\s?(?:st|nd|rd|th)?\s?(?:rounds?\b|kierro|rund|kol[aoeu]|rond|omgang)|` +
		`\b(?:first|last|ensimmai|viimei|pierwsz|ostatni|prvni|posledni|erste|letzte|forsta|sista)\w*\s(?:rounds?|kierro|rund|kol[aoeu]|rond)`)
	absenceNoted = regexp.MustCompile(`\b(?:absent|absence|miss(?:es|ing)?\b|late\b|later\b|arriv|leav(?:e|es|ing)\b|bye\b|(?:not|wont|cant|cannot) (?:play|attend|be there|come)|does ?nt (?:play|come)|` +
		`pois(?:sa)?\b|puuttuu|myohas|myohem|saapuu|lahtee|ei (?:pelaa|osallistu|ole paikalla)|` +
		`nieobecn|nie (?:gra|bedzie|moze)|spozni|pozniej|przyjad|przyjed|wyjezdz|` +
		`nepritom|chybi|nehraje|nebude|pozde|pozdeji|prijed|odjizd|` +
		`abwesend|fehlt|spater|verspat|kommt erst|franvar|forsen|en retard|absente?\b)`)
	onlyNoted = regexp.MustCompile(`\b(?:only|just|not|except|vain|ainoastaan|ei|paitsi|tylko|nie|oprocz|jen|pouze|ne|krome|nur|nicht|bara|inte|seulement|pas|solo)\b`)
)

// readNote reads the registration in a note: a short note like a status, doubted for any text that a person should
// read.
func readNote(cell string) registration {
	const few, most = 4, 2000 // words, bytes
	folded := spelling.Fold(cell[:min(len(cell), most)])
	words := strings.Fields(folded)
	switch status := readStatus(cell); {
	case status != registered && len(words) <= few && !roundsNoted.MatchString(folded) && !noWords.MatchString(cancelWords.ReplaceAllString(folded, "")):
		return status
	case status != registered, roundsNoted.MatchString(folded), absenceNoted.MatchString(folded):
		return doubted
	case onlyNoted.MatchString(folded) && namesDay(folded), len(words) < few && slices.ContainsFunc(words, func(w string) bool { return len(w) > few && days[w] }):
		return doubted
	}
	return registered
}

var inBrackets = regexp.MustCompile(`[(\[]([^()\[\]]*\pL[^()\[\]]*)[)\]]`)

// besideName returns the text beside a whole name: in brackets, or behind the rank in a line of a mail.
func besideName(cell string, mail bool) string {
	for _, m := range inBrackets.FindAllStringSubmatch(cell, -1) {
		if readNote(m[1]) != registered {
			return m[1]
		}
	}
	if !mail {
		return ""
	}
	return partLine(cell).note
}
