package spelling

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// An Alphabet defines the characters that a file may hold.
type Alphabet func(rune) bool

// ASCII has the characters that every program and rating list reads.
func ASCII(r rune) bool { return r >= ' ' && r <= '~' }

// Latin1 is ISO-8859-1 without the eight places where ISO-8859-15 has other
// characters, so that a file reads the same in both.
func Latin1(r rune) bool {
	return ASCII(r) || r >= 0xc0 && r <= 0xff && r != '×' && r != '÷'
}

// Transliterate writes a name in an alphabet, letter by letter: accents are dropped, Cyrillic and Greek are
// transliterated, and a country's habits are followed. No letter is ever guessed: ok is false when a word cannot be
// spelled, unless the name is written in Latin letters beside it, as in "Li 李".
func Transliterate(s, country string, in Alphabet) (spelled string, ok bool) {
	letters := []rune(norm.NFC.String(s))
	if slices.ContainsFunc(letters, func(r rune) bool { return unicode.Is(unicode.Greek, r) }) {
		letters = []rune(spellGreek(letters))
	}
	var words []string
	broken, dropped := false, false
	for _, word := range strings.Fields(string(letters)) {
		text, missing := spellWord([]rune(word), country, in)
		latin := strings.ContainsFunc(text, unicode.IsLetter)
		broken = broken || missing && latin
		dropped = dropped || missing && !latin
		if text != "" && (latin || !missing) {
			words = append(words, text)
		}
	}
	spelled = strings.Join(words, " ")
	return spelled, !broken && (!dropped || strings.ContainsFunc(spelled, unicode.IsLetter))
}

// InLatin transliterates the Cyrillic and Greek words of a text as rating lists spell them; other words, and words that
// cannot be spelled, stay.
func InLatin(s string) string {
	words := strings.Fields(s)
	for i, word := range words {
		if !strings.ContainsFunc(word, func(r rune) bool { return unicode.In(r, unicode.Cyrillic, unicode.Greek) }) {
			continue
		}
		if spelled, ok := Transliterate(word, "", ASCII); ok {
			words[i] = spelled
		}
	}
	return strings.Join(words, " ")
}

// SearchText returns the folded text that a search for a name compares, with blanks at both ends: the words of the name,
// of its Latin spelling, and their initials in both orders.
func SearchText(name string) string {
	text := " "
	for _, spelled := range slices.Compact([]string{name, InLatin(name)}) {
		words := Words(spelled)
		var initials []rune
		for _, word := range words {
			if first := []rune(word)[0]; !unicode.Is(unicode.Lo, first) { // no sign for a whole word
				initials = append(initials, first)
			}
		}
		text += strings.Join(words, " ") + " "
		if len(initials) > 1 {
			text += string(initials) + " "
			slices.Reverse(initials)
			text += string(initials) + " "
		}
	}
	return text
}

// spellWord writes one word, and reports whether a letter is missing.
func spellWord(letters []rune, country string, in Alphabet) (text string, missing bool) {
	var b strings.Builder
	for i, r := range letters {
		if in(r) {
			b.WriteRune(r)
			continue
		}
		latin, known := latinOf(r, country)
		if !known {
			missing = missing || !unicode.Is(unicode.Mn, r) && !unicode.IsControl(r)
			continue
		}
		if unicode.IsUpper(r) {
			latin = capital(latin, upperAround(letters, i))
		}
		b.WriteString(latin)
	}
	return b.String(), missing
}

// upperAround reports whether the word around letter i is in capitals.
func upperAround(letters []rune, i int) bool {
	if i+1 < len(letters) && unicode.IsLetter(letters[i+1]) {
		return unicode.IsUpper(letters[i+1])
	}
	return i > 0 && unicode.IsUpper(letters[i-1])
}

// capital writes a transliterated capital: Sh in a word, SH in a word of
// capitals.
func capital(text string, all bool) string {
	if all || len(text) < 2 {
		return strings.ToUpper(text)
	}
	return strings.ToUpper(text[:1]) + text[1:]
}

// latinOf returns a character in plain letters, small ones for a letter.
func latinOf(r rune, country string) (string, bool) {
	lower := unicode.ToLower(r)
	for _, h := range habits {
		if text, ok := h.letters[lower]; ok && strings.Contains(h.countries, country) && country != "" {
			return text, true
		}
	}
	if text, ok := plain[lower]; ok {
		return text, true
	}
	var b strings.Builder
	for _, part := range norm.NFKD.String(string(lower)) {
		switch {
		case unicode.Is(unicode.Mn, part):
		case ASCII(part):
			b.WriteRune(part)
		default:
			return "", false
		}
	}
	return b.String(), b.Len() > 0
}

// plain are the letters that are more than a plain letter and a mark, and the
// signs that word processors put into names. Cyrillic follows the spelling of
// Russian players in the European Go Database: Andrey, Ilya, Zhuravlev.
var plain = map[rune]string{
	'ß': "ss", 'æ': "ae", 'œ': "oe", 'ø': "oe", 'ł': "l", 'đ': "d", 'ð': "d", 'þ': "th", 'ı': "i", 'ħ': "h", 'ŧ': "t",
	'’': "'", '‘': "'", 'ʼ': "'", '`': "'", '´': "'", '“': `"`, '”': `"`, '–': "-", '—': "-", '‑': "-", '\u00a0': " ", '·': ".",
	'а': "a", 'б': "b", 'в': "v", 'г': "g", 'д': "d", 'е': "e", 'ё': "e", 'ж': "zh", 'з': "z", 'и': "i", 'й': "y",
	'к': "k", 'л': "l", 'м': "m", 'н': "n", 'о': "o", 'п': "p", 'р': "r", 'с': "s", 'т': "t", 'у': "u", 'ф': "f",
	'х': "kh", 'ц': "ts", 'ч': "ch", 'ш': "sh", 'щ': "shch", 'ъ': "", 'ы': "y", 'ь': "", 'э': "e", 'ю': "yu", 'я': "ya",
	'і': "i", 'ї': "yi", 'є': "ye", 'ґ': "g", 'ў': "u", 'ђ': "dj", 'ј': "j", 'љ': "lj", 'њ': "nj", 'ћ': "c", 'џ': "dz",
	'ѓ': "gj", 'ќ': "kj", 'ѕ': "dz",
}

// habits are spellings of single countries.
var habits = []struct {
	countries string
	letters   map[rune]string
}{
	{"DE AT CH LI LU", map[rune]string{'ä': "ae", 'ö': "oe", 'ü': "ue"}},
	{"DK NO FO GL", map[rune]string{'å': "aa"}},
	{"UA", map[rune]string{'г': "h", 'и': "y"}},
	{"BG", map[rune]string{'щ': "sht", 'ъ': "a", 'х': "h"}},
	{"RS ME BA MK", map[rune]string{'ж': "z", 'х': "h", 'ц': "c", 'ч': "c", 'ш': "s"}},
}

var greek = map[rune]string{
	'α': "a", 'β': "v", 'γ': "g", 'δ': "d", 'ε': "e", 'ζ': "z", 'η': "i", 'θ': "th", 'ι': "i", 'κ': "k", 'λ': "l", 'μ': "m",
	'ν': "n", 'ξ': "x", 'ο': "o", 'π': "p", 'ρ': "r", 'σ': "s", 'ς': "s", 'τ': "t", 'υ': "y", 'φ': "f", 'χ': "ch", 'ψ': "ps",
	'ω': "o", 'ϋ': "y",
}

// spellGreek transliterates Greek letters by ELOT 743 and leaves the others:
// ου is ou, αυ and ευ are av and ev before a vowel or voiced consonant and af
// and ef elsewhere, μπ begins a word as b, γ before γ, ξ, χ is n.
func spellGreek(letters []rune) string {
	bare := make([]rune, len(letters))
	for i, r := range letters {
		bare[i] = bareGreek(r)
	}
	at := func(i int) rune {
		if i < 0 || i >= len(bare) {
			return 0
		}
		return bare[i]
	}
	var b strings.Builder
	for i := 0; i < len(letters); i++ {
		text, known := greek[at(i)]
		if !known {
			b.WriteRune(letters[i])
			continue
		}
		upper, taken := unicode.IsUpper(letters[i]), 1
		switch pair := string([]rune{at(i), at(i + 1)}); {
		case pair == "ου":
			text, taken = "ou", 2
		case pair == "αυ" || pair == "ευ" || pair == "ηυ":
			text, taken = text+"f", 2
			if next := at(i + 2); next != 0 && strings.ContainsRune("αεηιουωβγδζλμνρ", next) {
				text = text[:len(text)-1] + "v"
			}
		case pair == "μπ" && !unicode.IsLetter(at(i-1)):
			text, taken = "b", 2
		case pair == "γγ" || pair == "γξ" || pair == "γχ":
			text = "n"
		}
		if upper {
			text = capital(text, upperAround(letters, i+taken-1))
		}
		b.WriteString(text)
		i += taken - 1
	}
	return b.String()
}

// bareGreek returns the small letter without its accent; one with a diaeresis
// is kept apart from the letter before it.
func bareGreek(r rune) rune {
	parts := []rune(norm.NFD.String(string(unicode.ToLower(r))))
	if len(parts) == 0 {
		return r
	}
	for _, mark := range parts[1:] {
		if mark == '\u0308' && parts[0] == 'υ' {
			return 'ϋ' // makes no pair with the vowel before it
		}
	}
	return parts[0]
}
