package roster

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"tourney/internal/rank"
	"tourney/internal/spelling"
)

// A rankText is the content of a text with a rank in it: a line of a list, or a cell with more than a rank.
type rankText struct {
	name, rank, country, club string
	egd, rating               string
	note                      string // the other texts
	// bracketed is set if the club is a text in brackets before the rank.
	bracketed bool
}

var (
	// unsureWords and rankGivers are words beside a rank that belong to it. Names that look like them have capitals, or
	// small letters.
	unsureWords = foldedSet("n ca cca circa about approx around maybe noin arviolta ehka okolo ok asi zhruba cirka ungefar etwa env weak strong heikko vahva slaby mocny")
	rankGivers  = foldedSet("egf egd aga ffg bga dgob kba cwa kgs ogs igs dgs fox tygem pandanet wbaduk online")
	// between are words between two ranks; surnames look like words for a beginner.
	between  = foldedSet("to or tai lub albo nebo az eller do oder bis ou")
	surnames = foldedSet("novacek novak")
	// beginnings are first words of a sentence about coming.
	beginnings = foldedSet("tulee tulen will might may can coming comes i prijde przyjdzie bede budu kommer kommt ich")
	rankMarks  = brackets + "~≈?!+*:"

	bracketSigns = strings.NewReplacer("(", "", ")", "", "[", "", "]", "")
)

// partRank splits a text at the rank in it, the first of whose words is at least the least-th. A text without a rank has
// no other part either.
func partRank(text string, least int) (l rankText) {
	text, l.egd = cutNumber(text)
	words := apart(text)
	from, to := findRank(words, least)
	if from == to {
		return rankText{}
	}
	l.rank = strings.Trim(bracketSigns.Replace(strings.Join(words[from:to], " ")), brackets+" ")
	left, right := strings.Join(words[:from], " "), strings.Join(words[to:], " ")
	name, before, open := cutBrackets(left, false)
	if _, _, isOpen := cutBrackets(strings.Join(words[:to], " "), false); open || isOpen {
		right = "(" + right
	}
	l.name = strings.Trim(strings.TrimRight(name, separators), " ")
	if named, rest := smallEnd(l.name); rest != "" {
		l.name, before = named, append(before, rest)
	}
	if least == 0 { // the name has its own cell
		before, l.name = append([]string{l.name}, before...), ""
	}
	for _, part := range orderedParts(right) {
		l.take(part)
	}
	for _, part := range before {
		had := l.club
		l.take(strings.TrimSpace(part))
		l.bracketed = l.bracketed || l.club != had
	}
	return l
}

// pairedSigns are other brackets.
var pairedSigns = regexp.MustCompile(`[<{（]([^<>{}（）]*)[>}）]`)

// apart returns the words of a text, also those without blanks before a bracket or behind a rank: 10k(HelGo), 5k/HelGo.
func apart(text string) (words []string) {
	text = strings.NewReplacer("(", " (", "[", " [", ")", ") ", "]", "] ").Replace(pairedSigns.ReplaceAllString(text, "($1)"))
	for _, word := range strings.Fields(text) {
		if i := strings.IndexAny(word, "/,;"); i > 0 && i+1 < len(word) && !isRank(word) && isRank(strings.Trim(word[:i], brackets)) {
			words = append(words, word[:i])
			word = word[i:]
		}
		words = append(words, word)
	}
	return words
}

// smallEnd splits off the words in small letters at the end of a name with capitals.
func smallEnd(name string) (named, rest string) {
	words := strings.Fields(name)
	n := len(words)
	for n > 1 && name != strings.ToLower(name) && words[n-1] == strings.ToLower(words[n-1]) &&
		strings.ContainsFunc(words[n-1], unicode.IsLetter) && !strings.ContainsAny(words[n-1], "-'’") {
		n--
	}
	first, _ := utf8.DecodeRuneInString(strings.Join(words[min(n, len(words)):], ""))
	if n == len(words) || !unicode.IsLower(first) {
		return name, ""
	}
	return strings.Join(words[:n], " "), strings.Join(words[n:], " ")
}

// findRank returns the words of the first rank, with the words that belong to it; else the first word for a player
// without a rank.
func findRank(words []string, least int) (from, to int) {
	joined := func(i, n int, cut string) string {
		if i+n > len(words) {
			return ""
		}
		return strings.Trim(strings.Join(words[i:i+n], " "), cut)
	}
	isPair := func(i int) bool { _, err := rank.Parse(joined(i, 2, rankMarks)); return err == nil }
	for i := least; i < len(words); i++ {
		n := 0
		switch one, doubt := rank.Guess(strings.Trim(words[i], brackets)); {
		case isPair(i) && !isPair(i+1): // not Kim Dan 5 kyu
			n = 2
		case one.Valid() && doubt != rank.Bare && !isPair(i):
			n = 1
		}
		if span, doubt := rank.Guess(joined(i, 3, brackets)); i+2 < len(words) && isBetween(words[i+1]) && span.Valid() && doubt == rank.Vague {
			n = 3
		}
		if n == 0 {
			continue
		}
		from, to = i, i+n
		for from > least && belongs(words[from-1]) {
			from--
		}
		for to < len(words) && (rankGivers[spelling.Fold(strings.Trim(words[to], rankMarks))] || strings.Trim(words[to], "?!") == "") {
			to++
		}
		return from, to
	}
	return findBeginner(words, least)
}

func isBetween(word string) bool {
	return strings.Contains("-–/~", word) || between[spelling.Fold(word)]
}

// belongs reports whether a word before a rank belongs to it.
func belongs(word string) bool {
	bare := strings.Trim(word, rankMarks+".")
	folded := spelling.Fold(bare)
	return unsureWords[folded] && bare == strings.ToLower(bare) || rankGivers[folded] && bare == strings.ToUpper(bare)
}

// findBeginner returns the words for a player without a rank: any such word in brackets or behind a comma, else a long
// one behind a name.
func findBeginner(words []string, least int) (from, to int) {
	const long, names = 7, 3 // letters, words
	for i := least; i < len(words); i++ {
		behind := strings.ContainsAny(words[i][:1], "([") || i > 0 && strings.ContainsAny(words[i-1][len(words[i-1])-1:], ",;(-")
		for n := min(3, len(words)-i); n > 0; n-- {
			text := strings.Trim(strings.Join(words[i:i+n], " "), brackets)
			_, doubt := rank.Guess(text)
			first, _ := utf8.DecodeRuneInString(text)
			isLong, isSmall := utf8.RuneCountInString(text) >= long, unicode.IsLower(first)
			alone := i <= names && (isSmall && (isLong || i > 1) || isLong && i > 1 && !surnames[spelling.Fold(text)])
			if doubt == rank.Unranked && (least == 0 || behind || alone) {
				return i, i + n
			}
		}
	}
	return 0, 0
}

// cutBrackets splits a text into the part outside of brackets and the texts in them. isOpen reports whether the last
// bracket is not closed; open is set for a text that begins inside.
func cutBrackets(s string, open bool) (outside string, inside []string, isOpen bool) {
	for s != "" {
		sign := "(["
		if open {
			sign = ")]"
		}
		i := strings.IndexAny(s, sign)
		part, rest := s, ""
		if i >= 0 {
			part, rest = s[:i], s[i+1:]
		}
		if open {
			inside = append(inside, strings.TrimSpace(part))
		} else {
			outside += strings.Trim(part, ")]") + " "
		}
		if i < 0 {
			break
		}
		s, open = rest, !open
	}
	return strings.Join(strings.Fields(outside), " "), inside, open
}

// clauses are parts of a text: at commas and at dashes between blanks.
var clauses = regexp.MustCompile(`\s*[,;|]\s*|\s+[-–—/→]+\s+|^[-–—/→]+\s+`)

// orderedParts returns the texts in brackets, split at commas, and those between them, in their order.
func orderedParts(s string) (parts []string) {
	for s != "" {
		i := strings.IndexAny(s, "([")
		if i < 0 {
			return append(parts, outsideParts(s)...)
		}
		parts = append(parts, outsideParts(s[:i])...)
		inside := s[i+1:]
		s = ""
		if end := strings.IndexAny(inside, ")]"); end >= 0 {
			inside, s = inside[:end], inside[end+1:]
		}
		for _, part := range clauses.Split(inside, -1) {
			parts = append(parts, "("+part)
		}
	}
	return parts
}

// outsideParts splits a text outside of brackets only if a part of it is a note or a rank. A club before such a text
// is a part too: HelGo tulee myöhässä.
func outsideParts(s string) (parts []string) {
	s = strings.Trim(s, separators+"→")
	plain := func(part string) bool { return readNote(part) == registered && !isRank(part) }
	if parts = clauses.Split(s, -1); len(parts) > 1 && slices.ContainsFunc(parts, func(p string) bool { return !plain(p) }) {
		var all []string
		for _, part := range parts {
			all = append(all, clubAndNote(part)...)
		}
		return all
	}
	return clubAndNote(s)
}

// clubAndNote splits the words with capitals off a note.
func clubAndNote(s string) []string {
	words := strings.Fields(s)
	n := 0
	for n < len(words) && unicode.IsUpper([]rune(words[n])[0]) && !beginnings[spelling.Fold(words[n])] {
		n++
	}
	head, rest := strings.Join(words[:n], " "), strings.Join(words[n:], " ")
	if n > 0 && rest != "" && readNote(rest) != registered && readNote(head) == registered && !noWords.MatchString(spelling.Fold(head)) {
		return []string{head, rest}
	}
	return []string{s}
}

// isRank reports whether a text is a rank, or who gives it.
func isRank(s string) bool {
	r, doubt := rank.Guess(s)
	return r.Valid() && doubt != rank.Bare || rankGivers[spelling.Fold(s)] || s != "" && strings.Trim(s, "? ") == ""
}

var ratingFigures = regexp.MustCompile(`^[1-9]\d{2,3}$`)

// take adds a text beside the rank to the part that it looks like; the first possible club is the club.
func (l *rankText) take(part string) {
	inside := strings.HasPrefix(part, "(")
	part = strings.Trim(part, separators)
	switch isOther := l.rank != "" && isRank(part); {
	case part == "":
		return
	case isOther && strings.Trim(part, "? ") == "":
		l.rank += "?"
		return
	case isOther && inside && !rankGivers[spelling.Fold(part)]:
		l.rank += " (" + part + ")"
		return
	case isOther:
		l.rank += ", " + part
		return
	case l.rating == "" && ratingFigures.MatchString(part):
		l.rating = part
		return
	}
	country, club := partOrigin(part)
	l.country = cmp.Or(l.country, country)
	first, _ := utf8.DecodeRuneInString(club)
	small := !unicode.IsLetter(first) || unicode.IsLower(first) && (l.name == "" || l.name != strings.ToLower(l.name))
	_, doubt := rank.Guess(club)
	switch {
	case club == "":
	case l.club != "" || small || doubt == rank.Unranked || readNote(club) != registered:
		l.note = strings.Trim(l.note+"; "+club, "; ")
	default:
		l.club = club
	}
}
