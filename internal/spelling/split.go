package spelling

import (
	"strings"
	"unicode"
)

// A NameSplit is the rule by which a whole name was split.
type NameSplit int8

const (
	ByForm  NameSplit = iota // its comma, capitals or particle, or it is one word
	ByOrder                  // the order of the names in the list
	ByGuess                  // that order, but with more than two words
)

// SplitName splits a whole name: at a comma; else by its form, with the family
// name in capitals or beginning with van or de; else the family name is the
// first word, as in Go lists, or the last where the list has the given name
// first.
func SplitName(name string, givenFirst bool) (family, given string, how NameSplit) {
	if family, given, ok := strings.Cut(name, ","); ok {
		return strings.TrimSpace(family), strings.TrimSpace(given), ByForm
	}
	words := strings.Fields(name)
	if len(words) < 2 {
		return name, "", ByForm
	}
	if at, familyLast, ok := formSplit(words); ok {
		if familyLast {
			return strings.Join(words[at:], " "), strings.Join(words[:at], " "), ByForm
		}
		return strings.Join(words[:at], " "), strings.Join(words[at:], " "), ByForm
	}
	how = ByOrder
	if len(words) > 2 {
		how = ByGuess
	}
	if givenFirst {
		return words[len(words)-1], strings.Join(words[:len(words)-1], " "), how
	}
	return words[0], strings.Join(words[1:], " "), how
}

// formSplit splits a name by its form: VIRTANEN Aino, Aino VIRTANEN, Bo van der
// Berg, van der Berg Bo. at is the number of words in the first part.
func formSplit(words []string) (at int, familyLast, ok bool) {
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
