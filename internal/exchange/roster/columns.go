package roster

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"tourney/internal/rank"
	"tourney/internal/spelling"
	"tourney/internal/tournament"
)

// A Column is what a column of a list holds. Its name in the reader's
// language is the message "column." + Column.
type Column string

// The columns. A whole name is "family-given" or "given-family" by the order of
// its parts, or "name" when the order is to be found out. "attends" and
// "absent" hold the numbers of rounds that a player plays or misses; a column
// of one round is written "round1", "round2" …
const (
	colIgnored     Column = ""
	colName        Column = "name"
	colFamilyGiven Column = "family-given"
	colGivenFamily Column = "given-family"
	colFamily      Column = "family"
	colGiven       Column = "given"
	colRank        Column = "rank"
	colRating      Column = "rating"
	colCountry     Column = "country"
	colClub        Column = "club"
	colTeam        Column = "team"
	colEGD         Column = "egd"
	colFFG         Column = "ffg"
	colAGA         Column = "aga"
	colContact     Column = "contact"
	colAttends     Column = "attends"
	colAbsent      Column = "absent"
	colStatus      Column = "status"
	colTags        Column = "tags"
	colBorn        Column = "born"
	colPaid        Column = "paid"
	colNotes       Column = "notes"
)

const roundColumn = "round"

// Columns lists what a column can be taken for.
func Columns() []Column {
	return []Column{colFamilyGiven, colGivenFamily, colFamily, colGiven, colRank, colRating, colCountry, colClub, colTeam, colEGD, colFFG, colAGA, colContact, colAttends, colAbsent, colStatus, colTags, colBorn, colPaid, colNotes}
}

// round returns the number of a column of one round, 0 for others.
func (c Column) round() int {
	text, ok := strings.CutPrefix(string(c), roundColumn)
	n, err := strconv.Atoi(text)
	if !ok || err != nil || n < 1 || n > tournament.MaxRounds {
		return 0
	}
	return n
}

// whole reports whether the column holds both parts of a name.
func (c Column) whole() bool { return c == colName || c == colFamilyGiven || c == colGivenFamily }

// many reports whether a list may have several such columns.
func (c Column) many() bool {
	return c == colContact || c == colTags || c == colNotes || c == colIgnored
}

// headings are the words over columns in English, Finnish, Polish, Czech and
// the neighbours' languages, without accents and in lower case. "number" and
// the like are known so that they are not taken for something else.
var headings = []struct {
	column Column
	words  []string
}{
	{colEGD, []string{"egd pin", "pin", "egd", "egf pin", "egf id", "egd id", "egd number", "egd numero", "pin egd", "numer egd", "cislo egd", "egd cislo", "egd tunnus",
		"egf", "egdpin", "egfpin", "pin player", "egf nr"}},
	{colFFG, []string{"ffg", "licence", "license", "ffg licence", "licence ffg", "licencja",
		"no licence", "numero de licence"}},
	{colAGA, []string{"aga", "aga id", "aga number",
		"agaid", "aga no", "aga nr"}},
	{colContact, []string{"e mail", "email", "mail", "contact", "phone", "telephone", "mobile", "e mail address", "email address",
		"sahkoposti", "sahkopostiosoite", "puhelin", "puhelinnumero", "puh", "yhteystiedot", "yhteystieto",
		"telefon", "kontakt", "adres e mail", "adres email", "komorka", "numer telefonu", "mobil", "e mailova adresa", "epost", "e post"}},
	{colRating, []string{"rating", "gor", "egf rating", "egd rating", "elo", "points", "rating egf", "luku", "vahvuusluku", "egf luku", "punkty rankingowe", "egf gor", "hodnoceni",
		"echelle", "ffg rating", "aga rating", "rating aga", "рейтинг"}},
	{colRank, []string{"rank", "grade", "strength", "level", "kyu dan", "kyu", "dan", "dan kyu", "go rank", "playing strength", "egf rank", "egd rank",
		"vykonnost", "vykon", "luokitus", "taso", "vahvuus", "aste", "arvo", "ranking", "ranga", "stopien", "sila", "sila gry", "poziom",
		"trida", "vykonnostni trida", "stupen", "sila hry", "rang", "grad", "niveau", "styrka", "staerke", "starke",
		"rk", "niv", "grado", "ранг", "разряд"}},
	{colCountry, []string{"country", "nationality", "country code", "nation", "maa", "kansalaisuus", "maakoodi", "kraj", "panstwo", "narodowosc",
		"zeme", "stat", "narodnost", "land", "pays",
		"pais", "paese", "krajina", "orszag", "страна"}},
	{colClub, []string{"club", "go club", "city", "town", "club name", "club city", "kerho", "seura", "kaupunki", "paikkakunta", "klub", "miasto", "klub miasto",
		"oddil", "mesto", "miejscowosc", "bydliste", "kotipaikka", "klubb", "stad", "verein", "ort", "ville",
		"clb", "klubi", "circolo", "chapter", "клуб", "город"}},
	{colTeam, []string{"team", "team name", "joukkue", "joukkueen nimi", "druzyna", "nazwa druzyny", "druzstvo", "nazev druzstva", "tym", "mannschaft", "equipe", "lag"}},
	{colAbsent, []string{"absent", "rounds absent", "absent rounds", "missing rounds", "not playing", "byes", "misses", "absences", "poissa", "poissaolot", "poissa kierroksilta", "vapaakierrokset",
		"nieobecnosc", "nieobecny", "rundy nieobecne", "nieobecny w rundach", "opuszczone rundy", "nepritomen", "nepritomnost", "chybi", "vynechana kola", "franvaro"}},
	{colAttends, []string{"rounds", "plays rounds", "participates", "participation", "rounds played", "playing rounds", "attends", "attendance", "rounds attended", "playing",
		"kierrokset", "osallistuu", "pelaa kierrokset", "pelattavat kierrokset", "rundy", "udzial", "gra w rundach", "obecnosc", "kola", "ucast", "hraje kola", "ronder"}},
	{colStatus, []string{"status", "state", "registration status", "tila", "tilanne", "ilmoittautumisen tila", "stan", "stan zgloszenia", "stav", "stav prihlasky", "statut"}},
	{colTags, []string{"category", "categories", "tags", "class", "junior", "group", "age group", "sarja", "luokka", "kategoria", "kategoriat", "ryhma", "kategorie", "grupa", "skupina", "klasa", "kategori"}},
	{colTags, genderWords},
	{colBorn, []string{"born", "year of birth", "birth year", "date of birth", "birth date", "birthdate", "birthday", "dob", "yob", "syntymavuosi", "syntymaaika", "syntymapaiva", "syntynyt",
		"rok urodzenia", "data urodzenia", "rocznik", "urodzony", "rok narozeni", "datum narozeni", "rocnik", "narozen", "narozeni",
		"fodelsear", "fodelsedatum", "geburtsjahr", "geburtsdatum", "annee de naissance", "date de naissance"}},
	{colPaid, []string{"paid", "payment", "fee paid", "has paid", "maksettu", "maksanut", "maksu maksettu", "zaplacone", "zaplacono", "oplacone", "wplata", "zaplaceno", "uhrazeno", "platba",
		"betalt", "betald", "bezahlt", "paye"}},
	{colNotes, []string{"notes", "note", "remark", "remarks", "comment", "comments", "other", "message", "lunch", "diet", "food", "huom", "huomautus", "huomautukset", "huomioita", "lisatietoja", "lisatiedot", "viesti", "ruokavalio",
		"uwagi", "uwaga", "komentarz", "inne", "poznamka", "poznamky", "komentar", "vzkaz", "bemerkung", "anmarkning"}},
	{colGiven, []string{"first name", "given name", "firstname", "forename", "given", "given names", "christian name", "first", "etunimi", "etunimet", "imie", "imiona", "krestni jmeno", "jmeno krestni",
		"fornamn", "vorname", "prenom",
		"fornavn", "voornaam", "nombre", "nome", "keresztnev", "prenume", "имя"}},
	{colFamily, []string{"family name", "last name", "surname", "lastname", "family", "last", "sukunimi", "nazwisko", "prijmeni", "efternamn", "nachname", "familienname", "nom de famille",
		"etternavn", "efternavn", "achternaam", "apellido", "apellidos", "cognome", "vezeteknev", "priezvisko", "prezime", "фамилия"}},
	{colName, []string{"name", "full name", "player", "participant", "your name", "player name", "nimi", "pelaaja", "koko nimi", "osallistuja", "imie i nazwisko", "nazwisko i imie", "imie nazwisko", "nazwisko imie",
		"gracz", "zawodnik", "uczestnik", "jmeno", "jmeno a prijmeni", "prijmeni a jmeno", "jmeno prijmeni", "prijmeni jmeno", "cele jmeno", "hrac", "jmeno hrace", "ucastnik", "namn", "nom", "spieler",
		"sukunimi etunimi", "etunimi sukunimi", "sukunimi ja etunimi", "etunimi ja sukunimi", "surname name", "name surname", "last name first name", "first name last name", "surname first name",
		"navn", "naam", "joueur", "jugador", "nom prenom", "nom et prenom", "name vorname", "vorname name", "фамилия имя", "игрок"}},
	{colIgnored, []string{"number", "no", "nr", "id", "place", "timestamp", "aikaleima", "sygnatura czasowa", "casove razitko", "numero", "lp", "poradi", "fee", "osallistumismaksu", "date", "age", "ika", "wiek", "vek"}},
}

// genderWords stand over a column whose letters are categories by themselves: N is
// a woman in Finnish and K one in Polish, not a no and a yes.
var genderWords = []string{"gender", "sex", "sukupuoli", "plec", "pohlavi", "kon", "kjonn", "geschlecht", "sexe", "genre"}

// namesGender reports whether a heading is that of such a column.
func namesGender(heading string) bool {
	words := spelling.Fold(heading)
	return slices.ContainsFunc(genderWords, func(w string) bool { return containsWords(words, w) })
}

var oneRound = regexp.MustCompile(`^(?:r|rd|round|kierros|k|runda|kolo|rond|runde|ronde)\s?(\d{1,2})$|^(\d{1,2})\s?(?:kierros|runda|kolo|round)$`)

// columnOf returns what a heading means and how sure that is: 0 not known,
// up to 100 the very words.
func columnOf(heading string) (Column, int) {
	words := spelling.Fold(heading)
	if words == "" {
		return colIgnored, 0
	}
	if m := oneRound.FindStringSubmatch(words); m != nil {
		c := Column(roundColumn + strings.TrimLeft(m[1]+m[2], "0"))
		if c.round() > 0 {
			return c, 100
		}
	}
	best, sure := colIgnored, 0
	for _, h := range headings {
		for _, w := range h.words {
			score := 0
			switch {
			case w == words:
				score = 100
			case len(words) <= 60 && containsWords(words, w):
				score = 10 * (1 + strings.Count(w, " "))
			}
			if score > sure {
				best, sure = h.column, score
			}
		}
	}
	return best, sure
}

// containsWords reports whether the words stand one after the other in text.
func containsWords(text, words string) bool {
	return strings.Contains(" "+text+" ", " "+words+" ")
}

// findHeadings returns the columns as the headings name them and the row of
// the headings, or -1. Headings are the first row among the first ten that
// names a name and another column; else the first that is nothing but the very
// word for a name, over a list of one column.
func findHeadings(rows []tableRow) (columns []Column, row int) {
	var alone []Column
	aloneAt := -1
	for i, r := range rows[:min(len(rows), 10)] {
		columns = make([]Column, len(r.cells))
		known, names, filled, very := 0, 0, 0, false
		for j, cell := range r.cells {
			c, sure := columnOf(cell)
			if c == colRank && holdsRatings(column(rows[i+1:], j)) {
				c = colRating // "Ranking" is either
			}
			if _, err := rank.Parse(cell); err == nil || sure == 0 {
				c, sure = colIgnored, 0
			}
			columns[j] = c
			if cell != "" {
				filled++
			}
			if sure > 0 {
				known++
			}
			very = very || sure == 100
			if c == colName || c == colFamily || c == colGiven {
				names++
			}
		}
		if names > 0 && (known >= 2 || filled == 1 && very && aloneAt < 0) {
			columns = settle(columns, r.cells)
			guessUnnamed(columns, r.cells, rows[i+1:])
			if known >= 2 {
				return columns, i
			}
			alone, aloneAt = columns, i
		}
	}
	return alone, aloneAt
}

// guessUnnamed takes columns whose headings say nothing known for ranks or EGD
// numbers when their cells cannot be anything else, unless the headings name
// such a column.
func guessUnnamed(columns []Column, headings []string, rows []tableRow) {
	for i, heading := range headings {
		if _, sure := columnOf(heading); sure > 0 {
			continue
		}
		cells := slices.DeleteFunc(column(rows, i), isNothing)
		c := guessColumn(cells)
		plain := func(s string) bool { _, err := strconv.Atoi(s); return err == nil }
		if (c == colEGD || c == colRank && !slices.ContainsFunc(cells, plain)) && !slices.Contains(columns, c) {
			columns[i] = c
		}
	}
}

// holdsRatings reports whether cells are numbers too great for ranks.
func holdsRatings(cells []string) bool {
	found := false
	for _, cell := range cells {
		if isNothing(cell) {
			continue
		}
		r, ok := readPoints(cell)
		if !ok || r.Points() < 100 {
			return false
		}
		found = true
	}
	return found
}

// settle decides words that mean two things: "Name" beside "First name" is the
// family name, "Jméno" beside "Příjmení" the given name; of two columns for
// one thing the surer heading holds, then the first.
func settle(columns []Column, headings []string) []Column {
	full := slices.Index(columns, colName)
	switch family, given := slices.Contains(columns, colFamily), slices.Contains(columns, colGiven); {
	case full >= 0 && given && !family:
		columns[full] = colFamily
	case full >= 0 && family && !given:
		columns[full] = colGiven
	case full >= 0 && family && given:
		columns[full] = colIgnored
	case given && full < 0 && !family: // only "Imię"
		columns[slices.Index(columns, colGiven)] = colName
	case family && full < 0 && !given:
		columns[slices.Index(columns, colFamily)] = colName
	}
	for i, c := range columns {
		if c.many() {
			continue
		}
		_, sure := columnOf(headings[i])
		for j := range columns[:i] {
			if columns[j] != c {
				continue
			}
			if _, other := columnOf(headings[j]); sure > other {
				columns[j] = colIgnored
			} else {
				columns[i] = colIgnored
			}
		}
	}
	return columns
}

// guessColumns finds out from the cells what the columns of a list without
// headings hold.
func guessColumns(rows []tableRow) []Column {
	columns := make([]Column, width(rows))
	var texts []int // columns of words, for names and clubs
	for i := range columns {
		cells := slices.DeleteFunc(column(rows, i), func(s string) bool { return s == "" })
		c := guessColumn(cells)
		switch {
		case c == colName:
			texts = append(texts, i)
		case !c.many() && slices.Contains(columns, c):
		default:
			columns[i] = c
		}
	}
	if len(texts) == 0 {
		return columns
	}
	first := texts[0]
	words := 0
	for _, cell := range column(rows, first) {
		if strings.ContainsAny(cell, " ,") {
			words++
		}
	}
	rest := texts[1:]
	if 2*words > len(rows) || len(rest) == 0 || columns[min(first+1, len(columns)-1)] != colIgnored || rest[0] != first+1 {
		columns[first] = colName
	} else {
		columns[first], columns[rest[0]] = colFamily, colGiven
		if givenFirst(column(rows, first), column(rows, rest[0])) {
			columns[first], columns[rest[0]] = colGiven, colFamily
		}
		rest = rest[1:]
	}
	for _, i := range rest {
		if !slices.Contains(columns, colClub) {
			columns[i] = colClub
		} else {
			columns[i] = colNotes
		}
	}
	return columns
}

// guessColumn returns what most cells look like; colName stands for any words.
func guessColumn(cells []string) Column {
	if len(cells) == 0 {
		return colIgnored
	}
	most := func(is func(string) bool) bool {
		n := 0
		for _, c := range cells {
			if is(c) {
				n++
			}
		}
		return 10*n >= 7*len(cells)
	}
	whole := func(least, most int) func(string) bool {
		return func(s string) bool { n, err := strconv.Atoi(s); return err == nil && n >= least && n <= most }
	}
	_, americanFractions := holdAmerican(cells)
	switch {
	case most(func(s string) bool { _, err := rank.Parse(s); return err == nil }):
		return colRank
	case most(func(s string) bool { return len(s) == 8 && whole(1, 99_999_999)(s) }):
		return colEGD
	case countUp(cells):
		return colIgnored
	case most(whole(100, rank.HighestRating)), americanFractions:
		return colRating
	case most(func(s string) bool { return strings.Contains(s, "@") }):
		return colContact
	case most(func(s string) bool { code, ok := Country(s); return ok && code != "" && len(s) > 1 }):
		return colCountry
	case most(func(s string) bool { return strings.Trim(s, "0123456789 .,-–") == "" }):
		return colIgnored
	}
	return colName
}

func countUp(cells []string) bool {
	for i, c := range cells {
		n, err := strconv.Atoi(strings.TrimSuffix(c, "."))
		if err != nil || n != i+1 {
			return false
		}
	}
	return true
}

// teamColumns takes a column of teams for one of clubs where no teams play.
func teamColumns(columns []Column, t *tournament.Tournament) {
	i := slices.Index(columns, colTeam)
	switch {
	case i < 0 || t.Settings.Teams.Boards > 0:
	case slices.Contains(columns, colClub):
		columns[i] = colIgnored
	default:
		columns[i] = colClub
	}
}
