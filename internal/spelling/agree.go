package spelling

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// digraphs are the pairs of letters for a letter with a mark: ä is written a or ae.
var digraphs = strings.NewReplacer("ae", "a", "oe", "o", "ue", "u", "aa", "a")

// WithoutDigraphs replaces the digraphs of a folded text, also new digraphs that result.
func WithoutDigraphs(folded string) string {
	for {
		shorter := digraphs.Replace(folded)
		if shorter == folded {
			return folded
		}
		folded = shorter
	}
}

// wordsOf returns the words of a name as they are compared.
func wordsOf(name string) []string { return strings.Fields(WithoutDigraphs(Fold(name))) }

// Key is equal for all orders and spellings of the folded words of a name.
func Key(words []string) string {
	words = slices.Clone(words)
	for i, w := range words {
		words[i] = WithoutDigraphs(w)
	}
	slices.Sort(words)
	return strings.Join(words, " ")
}

// Equal reports whether two texts are equal apart from case, accents and punctuation.
func Equal(a, b string) bool { return Fold(a) == Fold(b) }

// Same reports whether two texts are one name: whatever the marks on its letters (ä, a and ae
// are one), its capitals and the order of its words.
func Same(a, b string) bool {
	x, y := wordsOf(a), wordsOf(b)
	if len(x) == 0 || len(y) == 0 {
		return false
	}
	if WithoutDigraphs(strings.Join(x, "")) == WithoutDigraphs(strings.Join(y, "")) {
		return true
	}
	slices.Sort(x)
	slices.Sort(y)
	return slices.Equal(x, y)
}

// Agree reports whether two texts may be one name: they are the Same, or one omits some words of the other or shortens
// them to their first letters. One whole word must be the same.
func Agree(a, b string) bool {
	if Same(a, b) {
		return true
	}
	few, many := wordsOf(a), wordsOf(b)
	if len(few) > len(many) {
		few, many = many, few
	}
	whole := false
	for _, w := range few {
		i := slices.Index(many, w)
		if i >= 0 {
			whole = whole || utf8.RuneCountInString(w) > 1
		} else if i = slices.IndexFunc(many, func(m string) bool { return isInitial(w, m) || isInitial(m, w) }); i < 0 {
			return false
		}
		many = slices.Delete(many, i, i+1)
	}
	return whole
}

// isInitial reports whether a word is the first letter of another.
func isInitial(letter, word string) bool {
	return utf8.RuneCountInString(letter) == 1 && strings.HasPrefix(word, letter)
}
