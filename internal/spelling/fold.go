package spelling

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// letters that do not decompose into a plain letter and a mark.
var plainLetters = strings.NewReplacer(
	"ł", "l", "ø", "o", "đ", "d", "ð", "d", "ß", "ss", "æ", "ae", "œ", "oe", "þ", "th", "ı", "i", "ħ", "h", "ŧ", "t",
)

// Fold returns a text for searching and comparing: lower case, without accents
// and punctuation, one blank between words.
func Fold(s string) string {
	var b strings.Builder
	for _, r := range norm.NFKD.String(plainLetters.Replace(strings.ToLower(s))) {
		switch {
		case unicode.Is(unicode.Mn, r):
		case unicode.IsLetter(r), unicode.IsNumber(r):
			b.WriteRune(r)
		case r == '\'' || r == '’':
		default:
			b.WriteByte(' ')
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// Words returns the folded words of a text.
func Words(s string) []string { return strings.Fields(Fold(s)) }
