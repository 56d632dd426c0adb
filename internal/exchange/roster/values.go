package roster

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/language"

	"tourney/internal/exchange/file"
	"tourney/internal/rank"
	"tourney/internal/spelling"
	"tourney/internal/tournament"
)

// nothing are the ways to leave a cell empty with a sign in it.
var nothing = wordSet("- – — ? . / n/a none unranked unrated new uusi brak není novy nový nowy")

func isNothing(s string) bool { return s == "" || nothing[strings.ToLower(s)] }

// A reading is how well a rank could be read.
type reading int8

const (
	clear      reading = iota // as people write ranks
	doubtful                  // a number, or with something around it
	unreadable                // no rank
	missing                   // nothing there
	newcomer                  // a word for a player without a rank
	asRating                  // a rating stands in its place
	asDay                     // a day, as spreadsheets make of 3-5
)

var around = regexp.MustCompile(`\([^)]*\)|[?*~!+]|^(?i:ca\.?|about|noin|ok\.?|asi)\s`)

func readRank(s string) (rank.Rank, reading) {
	guess, doubt := rank.Guess(s)
	switch {
	case doubt == rank.Unranked && strings.ContainsFunc(s, unicode.IsLetter):
		return rank.None, newcomer
	case isNothing(s):
		return rank.None, missing
	case doubt == rank.Sure:
		return guess, clear
	}
	if n, err := strconv.Atoi(s); err == nil {
		switch {
		case n >= 1 && n <= 30:
			return rank.Kyu(n), doubtful
		case n >= 100 && n <= rank.HighestRating:
			return rank.Points(n).Rank(), asRating
		}
		return rank.None, unreadable
	}
	if guess.Valid() {
		return guess, doubtful
	}
	if r, err := rank.Parse(strings.TrimSpace(around.ReplaceAllString(s, ""))); err == nil {
		return r, doubtful
	}
	switch x, ok := readNumber(s); {
	case ok && isAmerican(x) && x != math.Trunc(x):
		return rank.FromAGA(x).Rank(), asRating
	case isDay(s):
		return rank.None, asDay
	}
	return rank.None, unreadable
}

func readNumber(s string) (float64, bool) {
	x, err := strconv.ParseFloat(strings.NewReplacer(" ", "", ",", ".", "\u2212", "-").Replace(s), 64)
	return x, err == nil
}

// readPoints reads EGF points; ok is false when the cell holds something else.
func readPoints(s string) (r rank.Rating, ok bool) {
	if isNothing(s) {
		return rank.Rating{}, true
	}
	x, ok := readNumber(s)
	if ok && x >= rank.LowestRating && x <= rank.HighestRating { // not so of NaN
		return rank.Points(int(x)), true
	}
	return rank.Rating{}, false
}

// readAmerican is readPoints for the American scale.
func readAmerican(s string) (r rank.Rating, ok bool) {
	if isNothing(s) {
		return rank.Rating{}, true
	}
	x, ok := readNumber(s)
	if !ok || !isAmerican(x) {
		return rank.Rating{}, false
	}
	return rank.FromAGA(x), true
}

// isAmerican reports whether a number may be a rating of the American
// federation, whose scale runs from about -50 to 10 with a gap around 0.
func isAmerican(x float64) bool { return x >= -50 && x <= -1 || x >= 1 && x < 15 }

// holdAmerican reports whether cells are ratings on the scale of the American
// federation, and fractions whether some have a fraction, as no other scale has.
func holdAmerican(cells []string) (american, fractions bool) {
	for _, cell := range cells {
		if isNothing(cell) {
			continue
		}
		x, ok := readNumber(cell)
		if !ok || !isAmerican(x) {
			return false, false
		}
		american, fractions = true, fractions || x != math.Trunc(x)
	}
	return american, fractions
}

var (
	dayFigures = regexp.MustCompile(`^(?:\d{4}-\d{2}-\d{2}|\d{1,2}\.\s?\d{1,2}\.(?:\s?\d{2,4})?)$`)
	dayWords   = regexp.MustCompile(`^(?:\d{1,2}[-. /]+(\pL{3})\pL*\.?|(\pL{3})\pL*[-. /]+\d{1,2})(?:[-. /]\d{2,4})?$`)
	months     = wordSet("jan feb mar apr may jun jul aug sep oct nov dec tam hel maa huh tou kes hei elo syy lok mar jou " +
		"sty lut kwi maj cze lip sie wrz paz lis gru led uno bre dub kve cvn cvc cer srp zar rij pro")
)

// isDay reports whether a cell is a day and not a rank: 2-Jan, 3.5., 2026-01-02.
func isDay(s string) bool {
	if dayFigures.MatchString(s) {
		return true
	}
	m := dayWords.FindStringSubmatch(s)
	return m != nil && months[spelling.Fold(m[1]+m[2])]
}

var yearOfBirth = regexp.MustCompile(`(?:^|\D)((?:19|20)\d\d)(?:\D|$)`)

// readBorn reads the year of a birthday, however the day is written beside it;
// ok is false when the cell holds no year.
func readBorn(s string) (year int, ok bool) {
	if isNothing(s) {
		return 0, true
	}
	m := yearOfBirth.FindStringSubmatch(s)
	if m == nil {
		return 0, false
	}
	year, _ = strconv.Atoi(m[1])
	return year, true
}

// countries are the names of countries in English, Finnish, Polish and Czech,
// and three-letter codes, without accents.
var countries = countryNames(`
FI finland|fin|suomi|finlandia|finsko
SE sweden|swe|ruotsi|szwecja|svedsko|sverige
NO norway|nor|norja|norwegia|norsko|norge
DK denmark|den|dnk|tanska|dania|dansko|danmark
EE estonia|est|viro|estonsko|eesti
LV latvia|lat|lva|lotwa|lotyssko|latvija
LT lithuania|ltu|liettua|litwa|litva|lietuva
PL poland|pol|puola|polska|polsko
CZ czechia|czech republic|cze|tsekki|czechy|cesko|ceska republika|cechy
SK slovakia|svk|slovakki|slowacja|slovensko
DE germany|ger|deu|saksa|niemcy|nemecko|deutschland
FR france|fra|frankreich|ranska|francja|francie
NL netherlands|the netherlands|holland|ned|nld|hollanti|alankomaat|holandia|nizozemsko|nizozemi|nederland
BE belgium|bel|belgia|belgie
GB great britain|united kingdom|uk|u k|england|northern ireland|gbr|iso britannia|wielka brytania|velka britanie|anglia|anglie|skotlanti|scotland|wales
IE ireland|irl|irlanti|irlandia|irsko
AT austria|aut|itavalta|rakousko|osterreich
CH switzerland|sui|che|sveitsi|szwajcaria|svycarsko|schweiz
HU hungary|hun|unkari|wegry|madarsko|magyarorszag
RO romania|rou|rumania|rumunia|rumunsko
BG bulgaria|bgr|bulharsko
RS serbia|srb|srbsko
HR croatia|hrv|cro|kroatia|chorwacja|chorvatsko|hrvatska
SI slovenia|svn|slo|slowenia|slovinsko
UA ukraine|ukr|ukraina|ukrajina
RU russia|rus|venaja|rosja|rusko
IT italy|ita|italia|italien|wlochy|italie
ES spain|esp|espana|spanien|espanja|hiszpania|spanelsko
PT portugal|prt|portugali|portugalia|portugalsko
TR turkey|tur|turkki|turcja|turecko|turkiye
IL israel|isr|izrael
CN china|chn|kiina|chiny|cina
JP japan|jpn|japani|japonia|japonsko
KR korea|south korea|kor|republic of korea|etela korea|korea poludniowa|jizni korea
TW taiwan|twn|tajwan|tchaj wan
US united states|usa|u s a|america|united states of america|yhdysvallat|stany zjednoczone|spojene staty
CA canada|can|kanada
IS iceland|isl|islanti|islandia|island
LU luxembourg|lux|luxemburg|luksemburg|lucembursko
GR greece|gre|grc|kreikka|grecja|recko|hellas
CY cyprus|cyp|kypros|cypr|kypr
MT malta|mlt
BY belarus|blr|valko venaja|bialorus|belorusko
MD moldova|mda|moldavia|moldawia|moldavsko
GE georgia|geo|gruusia|gruzja|gruzie
AM armenia|arm|armenie
AZ azerbaijan|aze|azerbaidzan|azerbejdzan|azerbajdzan
KZ kazakhstan|kaz|kazakstan|kazachstan
BA bosnia and herzegovina|bosnia|bih|bosna a hercegovina|bosnia i hercegowina
MK north macedonia|macedonia|mkd|pohjois makedonia|severni makedonie|macedonia polnocna
ME montenegro|mne|czarnogora|cerna hora
AL albania|alb|albanie
MA morocco|mar|marokko|maroko
EG egypt|egy|egypti|egipt
ZA south africa|rsa|etela afrikka|rpa|jizni afrika
IN india|ind|intia|indie
TH thailand|tha|thaimaa|tajlandia|thajsko
VN vietnam|vie|vnm|wietnam
SG singapore|sgp|singapur
MY malaysia|mas|mys|malesia|malezja|malajsie
ID indonesia|ina|idn|indonezja|indonesie
PH philippines|phi|phl|filippiinit|filipiny
HK hong kong|hkg|hongkong
MN mongolia|mgl|mng|mongolsko
AU australia|aus|australie
NZ new zealand|nzl|uusi seelanti|nowa zelandia|novy zeland
BR brazil|bra|brasilia|brazylia|brazilie|brasil
AR argentina|arg|argentiina|argentyna
CL chile|chi|chl
MX mexico|mex|meksiko|meksyk|mexiko
CO colombia|col|kolumbia|kolumbie
PE peru|per
CU cuba|cub|kuuba|kuba
VE venezuela|ven|wenezuela
EC ecuador|ecu|ekwador|ekvador
UY uruguay|uru|ury|urugwaj
MG madagascar|mad|mdg|madagaskar`)

func countryNames(table string) map[string]string {
	codes := map[string]string{}
	for line := range strings.Lines(strings.TrimSpace(table)) {
		code, names, _ := strings.Cut(strings.TrimSpace(line), " ")
		for name := range strings.SplitSeq(names, "|") {
			codes[name] = code
		}
	}
	return codes
}

// plates are the letters on cars that are no codes.
var plates = map[string]string{
	"A": "AT", "B": "BE", "D": "DE", "E": "ES", "F": "FR", "H": "HU", "I": "IT", "J": "JP", "L": "LU", "N": "NO", "P": "PT", "S": "SE",
}

// Country returns the two-letter code of a country written as a code, as on cars
// or as its name in English, Finnish, Polish or Czech; ok is false when it is neither.
func Country(s string) (code string, ok bool) {
	if isNothing(s) {
		return "", true
	}
	if region, err := language.ParseRegion(s); file.IsCountry(s) && err == nil && region.IsCountry() {
		return strings.ToUpper(s), true
	}
	if code, ok = countries[spelling.Fold(s)]; !ok {
		code, ok = plates[strings.ToUpper(s)]
	}
	return code, ok
}

// Words around numbers of rounds.
var (
	allRounds = wordSet("all every yes x ok kaikki kylla joka wszystkie tak kazda vsechny vsechna ano alla")
	notRounds = wordSet("not no except without ei paitsi poissa nie bez oprocz procz ne krome mimo inte")
	aboutThem = wordSet("round rounds r rd and only ja vain kierros kierrokset kierroksia k i tylko runda rundy rund a jen pouze kolo kola och rond ronder")
	roundSpan = regexp.MustCompile(`(\d+)\s*(?:-|–|—|\.\.)\s*(\d+)`)
)

// readRounds reads which rounds of a tournament a player misses, from a cell
// that names those played, or those missed if missed is set.
func readRounds(s string, rounds int, missed bool) (absent tournament.Rounds, ok bool) {
	if s == "" || s == "-" {
		return 0, true
	}
	s = roundSpan.ReplaceAllStringFunc(s, func(span string) string {
		m := roundSpan.FindStringSubmatch(span)
		from, err1 := strconv.Atoi(m[1])
		to, err2 := strconv.Atoi(m[2])
		if err1 != nil || err2 != nil || from > to || to > rounds {
			return "?"
		}
		var list strings.Builder
		for n := from; n <= to; n++ {
			list.WriteString(" " + strconv.Itoa(n) + " ")
		}
		return list.String()
	})
	if strings.Contains(s, "?") {
		return 0, false
	}
	var named tournament.Rounds
	for _, word := range strings.Fields(separateFigures(spelling.Fold(s))) {
		n, err := strconv.Atoi(word)
		switch {
		case err == nil && n >= 1 && n <= rounds:
			named = named.With(n)
		case err == nil:
			return 0, n == 0 && missed // 0 rounds missed
		case allRounds[word]:
			for n := 1; n <= rounds; n++ {
				named = named.With(n)
			}
		case notRounds[word]:
			missed = true
		case !aboutThem[word]:
			return 0, false
		}
	}
	if named == 0 {
		return 0, false
	}
	if missed {
		return named, true
	}
	for n := 1; n <= rounds; n++ {
		absent = absent.Put(n, !named.Has(n))
	}
	return absent, true
}

// separateFigures puts blanks between letters and figures: r1 becomes r 1.
func separateFigures(s string) string {
	return figures.ReplaceAllString(s, " $0 ")
}

var (
	figures  = regexp.MustCompile(`\d+`)
	yesWords = wordSet("x 1 v ✓ ✔ ☑ yes y true ok + kylla k joo on tak t ano a ja")
	noWords  = wordSet("0 no n false - – — ei e nie ne off nej")
)

// readPresence reads the cell of one round: plays or not.
func readPresence(s string) (plays, ok bool) {
	word := strings.ToLower(s)
	folded := spelling.Fold(s)
	switch {
	case s == "" || noWords[word] || noWords[folded]:
		return false, true
	case yesWords[word] || yesWords[folded]:
		return true, true
	}
	return false, false
}

// payments are sums with at most two decimals, beside a currency of a few letters or a
// sign.
var payments = regexp.MustCompile(`^(?:[\pL\p{Sc}]{0,4} ?)?(\d{1,7})(?:[.,](\d{1,2}))?(?:,-)? ?[\pL\p{Sc}]{0,4}\.?$`)

// paidWords say that somebody has paid, besides those of readPresence.
var paidWords = wordSet("paid maksettu maksanut suoritettu zaplacone zaplacono oplacone zaplaceno uhrazeno bezahlt betald betalt paye")

// readPayment reads a sum, or a word whether it was paid; the sum is 0 when only that
// is said.
func readPayment(cell string) (sum tournament.Money, paid, ok bool) {
	if paid, ok = readPresence(cell); ok {
		return 0, paid, true
	}
	if m := payments.FindStringSubmatch(cell); m != nil {
		n, _ := strconv.Atoi(m[1] + (m[2] + "00")[:2]) // of nine digits at most
		return tournament.Money(n), n > 0, true
	}
	return 0, true, paidWords[spelling.Fold(cell)]
}
