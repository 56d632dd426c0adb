package tablet

import (
	"slices"
	"strings"
	"unicode"

	"tourney/internal/i18n"
	"tourney/internal/spelling"
)

// ownLetters get a separate key where a name begins with them. Other letters with marks are with the plain letter.
const ownLetters = "ÅÄÖ"

// letterOf returns the letter that a family name is found by: Š is with S, and d'Aubrécourt with A.
func letterOf(name string) string {
	letters := []rune(spelling.InLatin(strings.TrimSpace(name)))
	for i, r := range letters {
		if (r == '\'' || r == '’') && i+1 < len(letters) && unicode.IsLower(letters[0]) && i < 3 {
			letters = letters[i+1:]
			break
		}
	}
	for _, r := range letters {
		if !unicode.IsLetter(r) {
			continue
		}
		upper := string(unicode.ToUpper(r))
		if strings.Contains(ownLetters, upper) {
			return upper
		}
		if plain := []rune(spelling.Fold(upper)); len(plain) > 0 {
			return strings.ToUpper(string(plain[0]))
		}
	}
	return "#"
}

// letters are the keys: the Latin alphabet, and the other letters of the field after it.
func letters(lang *i18n.Language, people []person) (keys []string) {
	for r := 'A'; r <= 'Z'; r++ {
		keys = append(keys, string(r))
	}
	var others []string
	for _, p := range people {
		if !slices.Contains(keys, p.Letter) && !slices.Contains(others, p.Letter) {
			others = append(others, p.Letter)
		}
	}
	i18n.Sort(lang, others, func(letter string) string { return letter })
	own := func(letter string) bool { return strings.Contains(ownLetters, letter) }
	slices.SortStableFunc(others, func(a, b string) int {
		switch {
		case own(a) && own(b):
			return strings.Index(ownLetters, a) - strings.Index(ownLetters, b)
		case own(a):
			return -1
		case own(b):
			return 1
		}
		return 0
	})
	return append(keys, others...)
}
