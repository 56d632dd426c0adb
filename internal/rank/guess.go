package rank

import (
	"cmp"
	"regexp"
	"strconv"
	"strings"
)

// A Doubt is the reason why a written rank is uncertain.
type Doubt int8

const (
	// Sure is a rank that Parse accepts.
	Sure Doubt = iota
	// Missing is an empty field or a sign for it: -, ?.
	Missing
	// Unranked is a word for a player without a rank: NR, new.
	Unranked
	// Bare is a number alone, taken as kyu.
	Bare
	// Vague is a rank with a question mark, a federation or the like beside it, or
	// a range, of which the stronger end is taken, or the middle of DDK and SDK.
	Vague
	// Low is a rank below 30 kyu, raised to it.
	Low
	// Rated is a rating in the place of a rank. Only Scale.Rank finds it.
	Rated
	// Unreadable is text without a rank.
	Unreadable
)

// empty are the signs in a field without a rank.
var empty = set("", "-", "--", "---", "?", ".", "/")

// unranked are the words for a player without a rank.
var unranked = set(
	"nr", "n/a", "na", "none", "new", "newcomer", "novice", "beginner", "unranked", "unrated", "unr", "unknown", "no rank", "no rank yet", "no grade", "not ranked", "not rated", "first tournament",
	"uusi", "aloittelija", "ei ole", "ei luokitusta", "ei tasoa", "ei rankkia", "ei rankia", "ei arvoa", "ei vielä", "ei vielä tasoa", "ei tasoa vielä", "vasta-alkaja",
	"brak", "bez", "brak rangi", "bez rangi", "bez rankingu", "nowy", "nowa", "nowicjusz", "początkujący", "początkująca", "poczatkujacy", "poczatkujaca",
	"není", "neni", "nový", "nová", "novy", "nova", "nováček", "novacek", "začátečník", "zacatecnik", "začátečnice", "zacatecnice", "žádný", "zadny", "bez ranku",
	"ny", "nybörjare", "nybegynder", "nybegynner", "ingen", "neu", "anfänger", "anfaenger", "keine", "keiner", "kein", "ohne",
	"nouveau", "nouvelle", "débutant", "débutante", "debutant", "debutante", "aucun", "nuevo", "nueva", "principiante", "ninguno", "nuovo", "nuova", "nessuno",
	"új", "kezdő", "nincs", "начинающий", "новичок", "новый", "нет", "初心者", "新手", "无", "無", "입문",
)

func set(words ...string) map[string]bool {
	all := map[string]bool{}
	for _, w := range words {
		all[w] = true
	}
	return all
}

// ranges are words for several ranks, with one in their middle.
var ranges = map[string]Rank{"ddk": Kyu(15), "sdk": Kyu(5)}

const (
	// federations and servers give ranks.
	federations = `egf|egd|aga|ffg|bga|dgob|nihon[ -]?kiin|kansai[ -]?kiin|kba|cwa|eugo`
	servers     = `kgs|ogs|igs|pandanet|fox|foxwq|tygem|dgs|wbaduk|cyberoro|oro|gokgs|online`
	// beside are other words around a rank.
	beside = `rank|rating|grade|level|server|official|strength|taso|on|at|in|by`
	// about are words for an uncertain rank.
	about = `c(?:irc)?a\.?|cca\.?|about|approx\.?|around|maybe|est\.?|weak|strong|noin|n\.?|arviolta|ehkä|heikko|vahva|ok\.?|około|słab[ye]|mocn[ye]|asi|zhruba|slabý|silný|cirka|ungefär|etwa|env\.?`
)

var (
	bareNumber = regexp.MustCompile(`^\d{1,2}$`)
	lowKyu     = regexp.MustCompile(`^\d{2,3} ?[.-]? ?(k|kyu)$`)
	span       = regexp.MustCompile(`^(\d{1,2}) ?(\pL*) ?(?:[-/–…~]|\.\.+|to|or|tai|lub|albo|nebo|až|eller|do|oder|bis|ou) ?(\d{1,2}) ?(\pL+)$`)
	bracketed  = regexp.MustCompile(`\([^()]*\)|\[[^\[\]]*\]`)
	uncertain  = regexp.MustCompile(`^(?:` + about + `)\s+|^[\s~≈?+*!"'()\[\]]+|-?ish$|[\s~≈?+*!"'()\[\]]+$`)
	label      = regexp.MustCompile(`^(?:` + federations + `|` + servers + `|` + beside + `)(?:[\s:=/,@-]+|$)|[\s:=/,@-]+(?:` + federations + `|` + servers + `|` + beside + `)$`)
	official   = regexp.MustCompile(`(?:^|[\s:=/,@-])(?:` + federations + `)(?:$|[\s:=/,@-])`)
)

// Guess parses ranks that Parse refuses, as in tables filled in by hand, and
// returns the doubt about them.
func Guess(s string) (Rank, Doubt) {
	word := strings.Join(strings.Fields(strings.Map(plain, strings.ToLower(s))), " ")
	switch {
	case empty[word]:
		return None, Missing
	case unranked[word] || unranked[strings.Trim(word, ".!?()")]:
		return None, Unranked
	case len(word) > longest:
		return None, Unreadable
	}
	if r, ok := ranges[word]; ok {
		return r, Vague
	}
	if r, err := Parse(word); err == nil {
		return r, Sure
	}
	if m := span.FindStringSubmatch(word); m != nil {
		return stronger(m[1]+cmp.Or(m[2], m[4]), m[3]+m[4])
	}
	if bareNumber.MatchString(word) {
		n, _ := strconv.Atoi(word) // the pattern matches numbers only
		return kyu(n, Bare)
	}
	if lowKyu.MatchString(word) {
		n, _ := strconv.Atoi(strings.TrimRight(word, " .-kyu"))
		return kyu(n, Low)
	}
	return guessAmid(word)
}

// guessAmid parses a rank with something around it. It refuses a number alone beside the
// name of a federation: 5 of the AGA is 5 dan.
func guessAmid(word string) (Rank, Doubt) {
	if bare := uncertain.ReplaceAllString(word, ""); bare != word {
		if r, doubt := Guess(bare); r.Valid() {
			return r, max(doubt, Vague)
		}
	}
	if bare := strings.TrimSpace(bracketed.ReplaceAllString(word, "")); bare != word {
		if r, doubt := Guess(bare); r.Valid() && doubt != Bare {
			return r, max(doubt, Vague)
		}
	}
	if r, several := ofFederation(word); several {
		if r.Valid() {
			return r, Vague
		}
		return None, Unreadable
	}
	if bare := label.ReplaceAllString(word, ""); bare != word {
		if r, doubt := Guess(bare); r.Valid() && doubt != Bare {
			return r, max(doubt, Vague)
		}
	}
	return None, Unreadable
}

// ofFederation returns the one rank of a federation among several that a player
// has, such as 3d KGS, 1k EGF; None where that is not clear.
func ofFederation(word string) (r Rank, several bool) {
	ranks, given := 0, 0
	parts := strings.FieldsFunc(word, func(r rune) bool { return strings.ContainsRune(",;/|", r) })
	if len(parts) < 2 {
		return None, false
	}
	for _, part := range parts {
		one, doubt := Guess(part)
		if !one.Valid() || doubt == Bare {
			continue
		}
		ranks++
		if official.MatchString(part) {
			r, given = one, given+1
		}
	}
	if given != 1 {
		r = None
	}
	return r, ranks > 1
}

// kyu returns the rank of n kyu, raised to 30 kyu and Low if it is below.
func kyu(n int, doubt Doubt) (Rank, Doubt) {
	switch {
	case n < 1:
		return None, Unreadable
	case n > 30:
		return Kyu30, Low
	}
	return Kyu(n), doubt
}

func stronger(a, b string) (Rank, Doubt) {
	one, err := Parse(a)
	other, otherErr := Parse(b)
	if err != nil || otherErr != nil {
		return None, Unreadable
	}
	return max(one, other), Vague
}
