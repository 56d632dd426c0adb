package roster

import (
	"strings"

	"golang.org/x/text/language"

	"tourney/internal/format/file"
	"tourney/internal/spelling"
)

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
CZ czechia|czech republic|cr|cze|tsekki|czechy|cesko|ceska republika|cechy
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
CI cote divoire|cote d ivoire|ivory coast|civ|norsunluurannikko|wybrzeze kosci sloniowej|pobrezi slonoviny
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

// plates are the letters on cars that differ from the codes.
var plates = map[string]string{
	"A": "AT", "B": "BE", "D": "DE", "E": "ES", "F": "FR", "H": "HU", "I": "IT", "J": "JP", "L": "LU", "N": "NO", "P": "PT", "S": "SE",
}

// Country returns the two-letter code of a country written as a code, as on cars or as its name in English, Finnish,
// Polish or Czech; ok is false for other texts.
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
