package roster

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/text/unicode/norm"

	"tourney/internal/spelling"
	"tourney/internal/tournament"
)

// Words around numbers of rounds, without accents.
var (
	allRounds = wordSet("all every everything yes x ok kaikki kaikilla kylla joka wszystkie wszystko tak kazda vsechny vsechna vse ano alla alle tous toutes todas tutti minden vse oui si ja")
	notRounds = wordSet("not no except without but none nothing misses skips absent ei en paitsi poissa lukuunottamatta nie bez oprocz procz nieobecny nieobecna brak zadna ne krome mimo zadne nepritomen nepritomna nehraje " +
		"inte utom ej ingen inga nicht kein keine keiner nie ausser ohne non sauf pas jamais aucun aucune geen nooit niet sin excepto salvo nem kiveve kihagyja нет не никогда кроме")
	aboutThem = wordSet("r rd rnd round rounds and only just also play plays playing in the for st nd rd th number nr " +
		"ja seka vain k kierros kierrokset kierroksia kierrosta kierroksen kierroksesta kierroksilla kierroksella pelaa pelaan osallistuu " +
		"i oraz tylko runda rundy runde rund rundach rundzie gra gram w a jen pouze kolo kola kolu kol kole kolech hraje hraji v " +
		"och bara rond ronden ronder omgang und nur runden spielt et seulement ronde rondes joue de la y solo ronda rondas e turno turni es csak fordulo tur tura и тур туры раунд")
	fromRound   = wordSet("from since starting ab alkaen lahtien od pocinaje fran desde partir dal dalla с von van vanaf")
	onwards     = wordSet("on onwards onward upwards up later ff alkaen lahtien eteenpain dalej dale dal framat tol")
	toRound     = wordSet("to till until through thru bis do az asti til ate hasta au по до tot tm")
	afterRound  = wordSet("after jalkeen po nach efter apres despues dopo utan")
	beforeRound = wordSet("before ennen przed pred vor fore avant antes prima elott")
	firstRounds = wordSet("first ensimmainen ensimmaiset ensimmaiselle ensimmaista pierwsza pierwsze pierwszej prvni forsta erste ersten premiere premieres primera primo elso")
	lastRounds  = wordSet("last final viimeinen viimeiset viimeista viimeiselle ostatnia ostatnie ostatniej posledni sista letzte letzten derniere dernieres ultima utolso")
)

// roundTokens are numbers, words and signs.
var roundTokens = regexp.MustCompile(`\d+|[\pL\pM]+|>=|<=|-{0,2}>|=>|\.\.+|[^\s\d\pL]`)

// spanWords are a span in words that mean and without the first one: de 1 a 3.
var spanWords = regexp.MustCompile(`\b(?:de|del|da|dal)\s+(?:(?:la|ronde|ronda|turno)\s+)*(\d+)\s+(?:a|al|alla)\s+(?:(?:la|ronde|ronda|turno)\s+)*(\d+)`)

// A tokenKind is a kind of parts of a cell that names rounds.
type tokenKind int8

const (
	otherToken tokenKind = iota
	numberToken
	wordToken
	spanToken    // between the first and the last round
	compareToken // such as >
	plusToken
	commaToken
	noToken // without a meaning, such as the full stop of an ordinal
)

type roundToken struct {
	kind  tokenKind
	text  string
	value int
}

// roundSigns are the signs between rounds.
var roundSigns = map[tokenKind]map[string]bool{
	spanToken:    wordSet("- – — ‐ ‑ ‒ ― − ~ 〜 ∼ → ➔ -> => --> .. ... .... ……"),
	compareToken: wordSet("> < >= <= ≥ ≤"),
	plusToken:    wordSet("+"),
	commaToken:   wordSet(", ; / & | 、"),
	noToken:      wordSet(". : ( ) [ ] \" ' ’ “ ” # №"),
}

// tokensOf splits a cell into tokens; ordinals lose their full stop.
func tokensOf(s string) (list []roundToken) {
	s = strings.NewReplacer("t/m", "tm", "à", "au").Replace(norm.NFKC.String(strings.ToLower(s))) // without accent à is the Czech and
	s = spanWords.ReplaceAllString(s, "$1-$2")
	for _, text := range roundTokens.FindAllString(s, -1) {
		t := roundToken{text: text}
		n, err := strconv.Atoi(text)
		switch {
		case err == nil:
			t.kind, t.value = numberToken, n
		case spelling.Fold(text) != "":
			t.kind, t.text = wordToken, spelling.Fold(text)
		default:
			for kind, signs := range roundSigns {
				if signs[text] {
					t.kind = kind
				}
			}
		}
		if t.kind != noToken {
			list = append(list, t)
		}
	}
	return list
}

// A roundReader reads the tokens of a cell one by one.
type roundReader struct {
	list   []roundToken
	rounds int
	// named are the rounds that the cell names, excepted the rounds behind a word such as not, which sets negated. A
	// word for all rounds sets all.
	named, excepted tournament.Rounds
	negated, all    bool
}

// readRounds reads which rounds of a tournament a player misses, from a cell that names the played rounds, or the
// missed ones if missed is set. ok is false unless every word and sign of the cell is understood.
func readRounds(s string, rounds int, missed bool) (absent tournament.Rounds, ok bool) {
	r := &roundReader{list: tokensOf(s), rounds: rounds}
	switch first := r.peek(0); {
	case isBlank(s):
		return 0, true
	case len(r.list) == 1 && (first.kind == numberToken && first.value == 0 || notRounds[first.text]):
		r.list = nil // none of the rounds
	case !r.read():
		return 0, false
	case r.named == 0 && r.excepted != 0:
		return r.excepted, true // not 2, in any column
	case r.named == 0:
		return 0, false
	}
	named := r.named &^ r.excepted
	if missed {
		return named, true
	}
	return allRoundsOf(rounds) &^ named, true
}

// allRoundsOf returns the rounds of a tournament.
func allRoundsOf(rounds int) (every tournament.Rounds) {
	for n := 1; n <= rounds; n++ {
		every = every.With(n)
	}
	return every
}

// partRounds reads the elements of a list that name rounds of the tournament, of a list that readRounds refuses. rest
// has the other elements. It returns no rounds for a text other than a list of numbers.
func partRounds(s string, rounds int) (named tournament.Rounds, rest string) {
	var others []string
	take := func(element string) bool {
		most, ok := readRounds(element, tournament.MaxRounds, true)
		played, _ := readRounds(element, tournament.MaxRounds, false)
		if !ok || most == 0 || most == played || len(roundsNamed(element)) == 0 {
			return false
		}
		for n := 1; n <= tournament.MaxRounds; n++ {
			switch {
			case most.Has(n) && n <= rounds:
				named = named.With(n)
			case most.Has(n):
				others = append(others, strconv.Itoa(n))
			}
		}
		return true
	}
	if take(s) {
		return named, strings.Join(others, ", ")
	}
	for element := range strings.FieldsFuncSeq(s, func(r rune) bool { return strings.ContainsRune(",;/|&、", r) }) {
		if element = strings.TrimSpace(element); element != "" && !take(element) {
			others = append(others, element)
		}
	}
	return named, strings.Join(others, ", ")
}

// peek returns the i-th token from here.
func (r *roundReader) peek(i int) roundToken {
	if i < len(r.list) {
		return r.list[i]
	}
	return roundToken{}
}

// skip skips words such as round.
func (r *roundReader) skip() {
	for r.peek(0).kind == wordToken && aboutThem[r.peek(0).text] {
		if roundWords[r.peek(0).text] && r.peek(1).text == "no" && r.peek(2).kind == numberToken {
			r.list = r.list[1:] // round no. 2
		}
		r.list = r.list[1:]
	}
}

// number reads the number of a round, with words about it before.
func (r *roundReader) number() (int, bool) {
	kept := r.list
	r.skip()
	if t := r.peek(0); t.kind == numberToken && t.value >= 1 && t.value <= r.rounds {
		r.list = r.list[1:]
		return t.value, true
	}
	r.list = kept
	return 0, false
}

// count reads the number of first or last rounds: one unless a number follows.
func (r *roundReader) count() int {
	if r.peek(0).kind != numberToken {
		return 1
	}
	n, ok := r.number()
	if !ok {
		return r.rounds + 1 // more than the tournament has
	}
	return n
}

// add names the rounds from the first to the last one. Behind a word for all rounds further rounds are unclear, as in
// yes 1-3.
func (r *roundReader) add(from, to int) bool {
	if r.all && !r.negated || from < 1 || to > r.rounds {
		return false
	}
	for n := from; n <= to; n++ {
		if r.negated {
			r.excepted = r.excepted.With(n)
		} else {
			r.named = r.named.With(n)
		}
	}
	return from <= to
}

func (r *roundReader) read() bool {
	for len(r.list) > 0 {
		t := r.list[0]
		if n, ok := r.number(); ok {
			if !r.from(n, n) {
				return false
			}
			continue
		}
		r.list = r.list[1:]
		if !r.word(t) {
			return false
		}
	}
	return true
}

// from reads the tokens behind the number of a round: the end of a span, or a sign for all later rounds. Without either
// the span ends at to.
func (r *roundReader) from(n, to int) bool {
	r.skipOrdinal()
	t := r.peek(0)
	switch {
	case t.kind == spanToken || t.kind == wordToken && toRound[t.text]:
		r.list = r.list[1:]
		end, ok := r.number()
		switch {
		case ok:
			return r.add(n, end) && r.from(end, end)
		case t.kind == wordToken:
			return false
		}
		return r.ends() && r.add(n, r.rounds)
	case t.kind == plusToken:
		r.list = r.list[1:]
		if _, another := (&roundReader{list: r.list, rounds: r.rounds}).number(); another {
			return r.add(n, to)
		}
		return r.ends() && r.add(n, r.rounds)
	case t.kind == compareToken:
		return false
	case t.kind == wordToken && onwards[t.text]:
		r.list = r.list[1:]
		return r.add(n, r.rounds)
	case t.kind == wordToken && afterRound[t.text]: // 3. kierroksen jälkeen
		r.list = r.list[1:]
		return r.add(n+1, r.rounds)
	}
	return r.add(n, to)
}

// skipOrdinal skips words behind a number, such as the rd of 3rd, unless a number follows them.
func (r *roundReader) skipOrdinal() {
	kept := r.list
	if r.skip(); r.peek(0).kind == numberToken {
		r.list = kept
	}
}

// ends reports whether the cell or a part of a list ends here.
func (r *roundReader) ends() bool { return len(r.list) == 0 || r.list[0].kind == commaToken }

// word reads a token other than the number of a round.
func (r *roundReader) word(t roundToken) bool {
	switch {
	case t.kind == compareToken:
		n, ok := r.number()
		switch {
		case !ok:
			return false
		case t.text == ">":
			return r.add(n+1, r.rounds)
		case t.text == "<":
			return r.add(1, n-1)
		case t.text == "<=" || t.text == "≤":
			return r.add(1, n)
		}
		return r.add(n, r.rounds)
	case t.kind == commaToken:
		return true
	case t.kind != wordToken:
		return false
	case fromRound[t.text]:
		n, ok := r.number()
		return ok && r.from(n, r.rounds)
	case afterRound[t.text]:
		n, ok := r.number()
		return ok && r.add(n+1, r.rounds)
	case beforeRound[t.text]:
		n, ok := r.number()
		return ok && r.add(1, n-1)
	case firstRounds[t.text]:
		return r.add(1, r.count())
	case lastRounds[t.text]:
		return r.add(r.rounds+1-r.count(), r.rounds)
	case notRounds[t.text]:
		r.negated = true
		return true
	case allRounds[t.text]:
		ok := r.named == 0 && r.add(1, r.rounds)
		r.all = true
		return ok
	}
	return aboutThem[t.text]
}

// roundsNamed returns the numbers in a cell.
func roundsNamed(s string) (list []int) {
	for _, t := range tokensOf(s) {
		if t.kind == numberToken && !slices.Contains(list, t.value) {
			list = append(list, t.value)
		}
	}
	return list
}
