package privacy

import (
	"slices"
	"strings"
	"unicode"

	"tourney/internal/rules/sgf"
	"tourney/internal/spelling"
)

// Rename returns the text of a record with other names: named has values for properties
// such as PB, words what replaces words in all other texts, by their folded form.
func Rename(g sgf.Game, named, words map[string]string) string {
	return g.Rewrite(func(name, value string) string {
		if shown, ok := named[name]; ok {
			return shown
		}
		if slices.Contains(points, name) {
			return value
		}
		return replaceWords(softBreaks.Replace(value), words)
	})
}

// points are the properties whose values are moves and points, not text.
var points = strings.Fields("B W AB AW AE TR SQ CR MA SL DD VW TB TW AR LN KO PL HA KM SZ")

// softBreaks joins the lines that a record breaks in the middle of a text.
var softBreaks = strings.NewReplacer("\\\r\n", "", "\\\n\r", "", "\\\n", "", "\\\r", "")

// Words returns the words of a text.
func Words(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return !isLetter(r) })
}

// isLetter reports whether a sign is part of a word, including separate accents.
func isLetter(r rune) bool { return unicode.IsLetter(r) || unicode.IsMark(r) }

// replaceWords replaces the words of a text that are keys of some, by their folded form.
func replaceWords(text string, words map[string]string) string {
	var out strings.Builder
	for text != "" {
		i := strings.IndexFunc(text, isLetter)
		if i < 0 {
			break
		}
		out.WriteString(text[:i])
		text = text[i:]
		end := strings.IndexFunc(text, func(r rune) bool { return !isLetter(r) })
		if end < 0 {
			end = len(text)
		}
		if with, ok := words[spelling.Fold(text[:end])]; ok {
			out.WriteString(with)
		} else {
			out.WriteString(text[:end])
		}
		text = text[end:]
	}
	return out.String() + text
}
