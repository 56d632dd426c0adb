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

// Words in the headings over columns of one round.
var (
	roundWords = foldedSet("r rd rnd round kierros kierroksen kierrokselle kierroksella kierr krs k runda rundzie rundy kolo kole kola rond runde ronde tour tura tur ronda turno rodada omgång rond forduló kör voor kārta turas etapas ronden rundan omgangen runden γύρος тур раунд туре 回戦 轮 輪 ラウンド 라운드 회전")
	// beforeNumber and afterNumber are signs and words between the word and the number.
	beforeNumber = foldedSet("no nr nro num number numero číslo")
	afterNumber  = foldedSet("st nd rd th e er ère ème re a o ª º te ter de")
	together     = foldedSet("and to ja i a und et och y e bis do")
	// otherWords mark a heading about the results or the people of a round.
	otherWords = foldedSet(`result results score scores points pts opponent opp opponents table board colour color komi handicap won win wins loss mms sos sodos sosos rating rank club team name
		paid fee lunch dinner breakfast meal prize after tulos tulokset vastustaja pöytä pisteet lounas jälkeen wynik wyniki punkty przeciwnik stolik stół obiad po výsledek výsledky body soupeř stůl oběd
		ergebnis gegner punkte tisch brett mittagessen nach resultat motståndare poäng bord adversaire résultat`)
	// absentWords invert the answers of a column.
	absentWords = foldedSet(`absent absence not no cant cannot wont unable without miss misses missing skip skips bye byes out poissa ei poissaolo vapaa nieobecny nieobecna nieobecność nie bez pauza nepřítomen nepřítomna nepřítomnost chybí ne
		abwesend nicht fehlt spielfrei frånvarande inte ej niet afwezig pas absence ausente assente не отсутствует`)
	days = foldedSet(`monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun maanantai tiistai keskiviikko torstai perjantai lauantai sunnuntai ma ti ke to pe la su
		perjantaina lauantaina sunnuntaina poniedziałek wtorek środa czwartek piątek sobota niedziela sobotę niedzielę pondělí úterý středa čtvrtek pátek sobotu neděle neděli
		montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag måndag tisdag onsdag torsdag fredag lördag söndag lørdag søndag lundi mardi mercredi jeudi vendredi samedi dimanche
		lunes martes miércoles jueves viernes sábado domingo lunedì martedì mercoledì giovedì venerdì sabato domenica пятница суббота воскресенье day päivä dzień den tag`)
)

// numberWords are numbers of rounds in words and Roman figures.
var numberWords = numbersOf(
	"one two three four five six seven eight nine ten",
	"first second third fourth fifth sixth seventh eighth ninth tenth",
	"yksi kaksi kolme neljä viisi kuusi", "ensimmäinen toinen kolmas neljäs viides kuudes", "ensimmäiselle toiselle kolmannelle neljännelle viidennelle kuudennelle",
	"jeden dwa trzy cztery pięć sześć", "pierwsza druga trzecia czwarta piąta szósta", "pierwszej drugiej trzeciej czwartej piątej szóstej",
	"jedna dvě tři čtyři pět šest", "první druhé třetí čtvrté páté šesté",
	"eins zwei drei vier fünf sechs", "erste zweite dritte vierte fünfte sechste", "första andra tredje fjärde femte sjätte", "første anden tredje fjerde femte sjette",
	"première deuxième troisième quatrième cinquième sixième", "primera segunda tercera cuarta quinta sexta", "primo secondo terzo quarto quinto sesto",
	"első második harmadik negyedik ötödik hatodik", "первый второй третий четвертый пятый шестой",
	"i ii iii iv v vi vii viii ix x",
)

func numbersOf(lists ...string) map[string]int {
	numbers := map[string]int{}
	for _, list := range lists {
		for i, word := range strings.Fields(list) {
			numbers[spelling.Fold(word)] = i + 1
		}
	}
	return numbers
}

// foldedSet is the set of words as spelling.Fold writes them.
func foldedSet(words string) map[string]bool {
	set := map[string]bool{}
	for word := range strings.FieldsSeq(words) {
		set[spelling.Fold(word)] = true
	}
	return set
}

// headingTokens are times and days, numbers, words and signs.
var headingTokens = regexp.MustCompile(`\d{1,2}[:.]\d{2}(?:[:.]\d{2,4})?|\d{1,2}\.\d{1,2}\.(?:\d{2,4})?|\d+|[\pL\pM]+|\S`)

// headingWords splits a heading into words, numbers and signs.
func headingWords(heading string) (list []string) {
	for _, token := range headingTokens.FindAllString(norm.NFKC.String(strings.ToLower(heading)), -1) {
		if folded := spelling.Fold(token); folded != "" && !strings.ContainsAny(token, ":.") {
			token = folded
		}
		list = append(list, token)
	}
	return list
}

// namesDay reports whether a heading names a day or a time.
func namesDay(heading string) bool {
	return slices.ContainsFunc(headingWords(heading), func(w string) bool { return days[w] || len(w) > 2 && strings.ContainsAny(w, ":.") })
}

// roundHeading returns the round of the column with a heading, 0 without one. exact is true if the heading has no other
// words; absent if the column lists the players who miss the round.
func roundHeading(heading string) (n int, exact, absent bool) {
	const longest = 200 // bytes
	if len(heading) > longest {
		return 0, false, false
	}
	words := headingWords(heading)
	if slices.ContainsFunc(words, func(w string) bool { return otherWords[w] }) {
		return 0, false, false
	}
	for i, w := range words {
		if !roundWords[w] {
			continue
		}
		from, to, number := i, numberAfter(words, i), ""
		if to >= 0 && !hasHour(words[to+1:]) {
			number = words[to]
		} else if from, to = numberBefore(words, i), i; from >= 0 && len(w) > 1 { // 5k is a rank
			number = words[from]
		} else {
			continue
		}
		rest := slices.Concat(words[:from], words[to+1:])
		rest = slices.DeleteFunc(rest, func(w string) bool { return spelling.Fold(w) == "" })
		if severalRounds(words, from, to) || len(rest) > 0 && len(number) == 1 && number[0] > '9' {
			return 0, false, false // the letters i and v are words too
		}
		return roundNumber(number), len(rest) == 0, slices.ContainsFunc(rest, func(w string) bool { return absentWords[w] })
	}
	return 0, false, false
}

// roundNumber reads a number of a round in figures or words, 0 for others.
func roundNumber(word string) int {
	if n, err := strconv.Atoi(word); err == nil && n >= 1 && n <= tournament.MaxRounds {
		return n
	}
	return numberWords[word]
}

// numberAfter returns the index of the number of a round behind the word at i, as in round no. 1; -1 without one.
func numberAfter(words []string, i int) int {
	for j := i + 1; j < len(words); j++ {
		switch w := words[j]; {
		case roundNumber(w) > 0:
			return j
		case !beforeNumber[w] && !strings.Contains(".#:", w):
			return -1
		}
	}
	return -1
}

// numberBefore returns the index of the number before the word at i, as in 1st round; -1 without one.
func numberBefore(words []string, i int) int {
	for j := i - 1; j >= 0; j-- {
		switch w := words[j]; {
		case roundNumber(w) > 0 && !(afterNumber[w] && j > 0 && roundNumber(words[j-1]) > 0):
			return j
		case !afterNumber[w] && !strings.Contains(".:'", w):
			return -1
		}
	}
	return -1
}

// severalRounds reports whether words name another round outside of the range: rounds 1-3, 1. and 2. round.
func severalRounds(words []string, from, to int) bool {
	isSign := func(w string) bool { return strings.Contains("-–—~…,&+/", w) || together[w] }
	i := to + 1
	for i < len(words) && words[i] == "." {
		i++
	}
	if i < len(words) && isSign(words[i]) {
		for i++; i < len(words) && (roundWords[words[i]] || words[i] == "."); i++ {
		}
		if i < len(words) && roundNumber(words[i]) > 0 && !hasHour(words[i+1:]) {
			return true
		}
	}
	for i = from - 1; i >= 0 && words[i] == "."; i-- {
	}
	return i >= 1 && isSign(words[i]) && slices.ContainsFunc(words[:i], func(w string) bool { return roundNumber(w) > 0 })
}

// hasHour reports whether words begin with one for the hour before it.
func hasHour(words []string) bool {
	return len(words) > 0 && slices.Contains([]string{"h", "uhr", "am", "pm", "hod"}, words[0])
}
