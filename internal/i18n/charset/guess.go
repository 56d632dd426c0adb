package charset

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// mostSampled is how much of a text its encoding is guessed from: the lines with
// letters beyond ASCII.
const mostSampled = 8 << 10

// Guess returns the character set in which the words of a text make most sense, for a text
// that is not UTF-8. The detectors of other libraries count letters of running text; lists of
// names and game records are too short for them, and show little but by languages.
func Guess(data []byte) Charset {
	guess, best := Charset{}, -1<<30
	sample := sampled(data)
	for i := range table {
		c := &table[i]
		n, ok := c.sense(sample)
		if ok && (n > best || n == best && pairSetOf(c.Name) != nil) {
			guess, best = *c, n
		}
	}
	return guess
}

// Contradicts reports whether a text is certainly not in this character set, because it makes much more sense in
// another one of other letters.
func (c Charset) Contradicts(data []byte, other Charset) bool {
	const beyondDoubt, fewLetters = 20, 4
	sample := sampled(data)
	here, ok := c.sense(sample)
	there, known := other.sense(sample)
	return ok && known && c.Script != other.Script && there > fewLetters && there-here > beyondDoubt
}

// sense judges how well a text fits a character set; ok is false for a set without known languages.
func (c *Charset) sense(sample []byte) (n int, ok bool) {
	if s := pairSetOf(c.Name); s != nil {
		return s.score(sample, commonPairs()[c.Name]), true
	}
	spoken := spokenIn(c.Name)
	if len(spoken) == 0 {
		return 0, false
	}
	return sense(c.Decode(sample), spoken), true
}

// pairSetOf returns the set of two-byte characters of that name, nil for another set.
func pairSetOf(name string) *pairSet {
	i := slices.IndexFunc(pairSets, func(s pairSet) bool { return s.name == name })
	if i < 0 {
		return nil
	}
	return &pairSets[i]
}

// broken counts against a character set each byte or letter outside of it.
const broken = 12

// sampled returns the lines of a text that are not ASCII, up to a bound.
func sampled(data []byte) []byte {
	const longest = 400
	var sample []byte
	for line := range bytes.Lines(data) {
		if IsASCII(string(line)) {
			continue
		}
		sample = append(sample, line[:min(len(line), longest)]...)
		sample = append(sample, '\n')
		if len(sample) > mostSampled {
			break
		}
	}
	return sample
}

// sense judges how well a text fits the language that it fits best. A word of
// another language counts against it, but no more than a little: lists have
// guests.
func sense(text string, spoken []*letterProfile) int {
	const guest = 5
	totals, fits := make([]int, len(spoken)), make([]int, len(spoken))
	for _, word := range wordsOf(strings.ToLower(text)) {
		best := 0
		if !IsASCII(word) {
			best = -1 << 30
		}
		for i, t := range spoken {
			fits[i] = t.fit(word)
			best = max(best, fits[i])
		}
		for i := range totals {
			totals[i] += max(fits[i], best-guest)
		}
	}
	return slices.Max(totals) + strangeness(text)
}

// strangeness counts the features that no word has: controls and signs between letters, a capital after a small letter,
// a small letter after two capitals, Latin letters among others.
func strangeness(text string) int {
	total := 0
	for _, word := range wordsOf(text) {
		if word = strings.Trim(word, quotes); !IsASCII(word) {
			total += oddity(word)
		}
	}
	return total
}

// quotes are signs that stand at the beginning or the end of words.
const quotes = "“”„‘’–—…"

// oddity is the strangeness of one word.
func oddity(word string) int {
	total, capitals := 0, 0
	small, latin, other := false, false, false
	for _, r := range word {
		letter := unicode.IsLetter(r)
		switch {
		case r >= 0x80 && r < 0xa0, r == utf8.RuneError:
			total -= broken
		case r >= utf8.RuneSelf && !letter && !unicode.IsMark(r):
			total -= 6
		case small && unicode.IsUpper(r):
			total -= 4
		case capitals > 1 && unicode.IsLower(r):
			total -= 3
		}
		small = unicode.IsLower(r)
		if capitals++; !unicode.IsUpper(r) {
			capitals = 0
		}
		latin = latin || unicode.Is(unicode.Latin, r)
		other = other || letter && !unicode.Is(unicode.Latin, r)
	}
	if latin && other {
		total -= 8
	}
	return total
}

// wordsOf splits a text at ASCII characters that are not letters.
func wordsOf(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r < utf8.RuneSelf && !unicode.IsLetter(r) })
}
