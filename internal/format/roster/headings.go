package roster

import (
	"slices"
	"strings"

	"tourney/internal/spelling"
)

// headings are the words over columns in English, Finnish, Polish, Czech and the neighbours' languages, without accents
// and in lower case. "number" and the like are listed so that they are not mistaken for other columns.
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
		"rk", "niv", "grado", "ранг", "разряд", "spielstarke", "spielstaerke", "sterkte", "speelsterkte", "graad", "уровень"}},
	{colCountry, []string{"country", "nationality", "country code", "nation", "maa", "kansalaisuus", "maakoodi", "kraj", "panstwo", "narodowosc",
		"zeme", "stat", "narodnost", "land", "pays",
		"pais", "paese", "krajina", "orszag", "страна"}},
	{colClub, []string{"club", "go club", "city", "town", "club name", "club city", "kerho", "seura", "kaupunki", "paikkakunta", "klub", "miasto", "klub miasto",
		"oddil", "mesto", "miejscowosc", "bydliste", "kotipaikka", "klubb", "stad", "verein", "ort", "ville",
		"clb", "klubi", "circolo", "chapter", "клуб", "город", "heimatverein", "vereniging", "woonplaats", "plaats", "hemort", "wohnort", "stadt"}},
	{colTeam, []string{"team", "team name", "joukkue", "joukkueen nimi", "druzyna", "nazwa druzyny", "druzstvo", "nazev druzstva", "tym", "mannschaft", "equipe", "lag"}},
	{colBoard, []string{"board", "board number", "board order", "lauta", "laudan numero", "plansza", "nr planszy", "deska", "cislo desky", "brett", "brettnummer", "bord"}},
	{colAbsent, []string{"absent", "rounds absent", "absent rounds", "missing rounds", "not playing", "byes", "misses", "absences", "poissa", "poissaolot", "poissa kierroksilta", "vapaakierrokset",
		"nieobecnosc", "nieobecny", "rundy nieobecne", "nieobecny w rundach", "opuszczone rundy", "nepritomen", "nepritomnost", "chybi", "vynechana kola", "franvaro", "franvarande", "abwesend", "fehlt", "afwezig", "отсутствует", "пропускает"}},
	{colAttends, []string{"rounds", "plays rounds", "participates", "participation", "rounds played", "playing rounds", "attends", "attendance", "rounds attended", "playing",
		"kierrokset", "osallistuu", "pelaa kierrokset", "pelattavat kierrokset", "rundy", "udzial", "gra w rundach", "obecnosc", "kola", "ucast", "hraje kola", "ronder", "rond", "ronde", "rondes", "runde", "runden", "omgangar", "туры", "турах", "участие"}},
	{colStatus, []string{"status", "state", "registration status", "tila", "tilanne", "ilmoittautumisen tila", "stan", "stan zgloszenia", "stav", "stav prihlasky", "statut"}},
	{colTags, []string{"category", "categories", "tags", "class", "junior", "group", "age group", "sarja", "luokka", "kategoria", "kategoriat", "ryhma", "kategorie", "grupa", "skupina", "klasa", "kategori"}},
	{colTags, genderWords},
	{colBorn, []string{"born", "year of birth", "birth year", "date of birth", "birth date", "birthdate", "birthday", "dob", "yob", "syntymavuosi", "syntymaaika", "syntymapaiva", "syntynyt",
		"rok urodzenia", "data urodzenia", "rocznik", "urodzony", "rok narozeni", "datum narozeni", "rocnik", "narozen", "narozeni",
		"fodelsear", "fodelsedatum", "geburtsjahr", "geburtsdatum", "annee de naissance", "date de naissance"}},
	{colPaid, []string{"paid", "payment", "fee paid", "has paid", "maksettu", "maksanut", "maksu maksettu", "zaplacone", "zaplacono", "oplacone", "wplata", "zaplaceno", "uhrazeno", "platba",
		"betalt", "betald", "bezahlt", "paye", "betaald", "оплачено"}},
	{colNotes, []string{"notes", "note", "remark", "remarks", "comment", "comments", "other", "message", "lunch", "diet", "food", "huom", "huomautus", "huomautukset", "huomioita", "lisatietoja", "lisatiedot", "viesti", "ruokavalio",
		"uwagi", "uwaga", "komentarz", "inne", "poznamka", "poznamky", "komentar", "vzkaz", "bemerkung", "anmarkning", "bemerkungen", "opmerking", "opmerkingen", "remarque", "remarques", "примечание", "комментарий"}},
	{colGiven, []string{"first name", "given name", "firstname", "forename", "given", "given names", "christian name", "first", "etunimi", "etunimet", "imie", "imiona", "krestni jmeno", "jmeno krestni",
		"fornamn", "vorname", "prenom",
		"fornavn", "voornaam", "nombre", "nome", "keresztnev", "prenume", "имя"}},
	{colFamily, []string{"family name", "last name", "surname", "lastname", "family", "last", "sukunimi", "nazwisko", "prijmeni", "efternamn", "nachname", "familienname", "nom de famille",
		"etternavn", "efternavn", "achternaam", "apellido", "apellidos", "cognome", "vezeteknev", "priezvisko", "prezime", "фамилия"}},
	{colName, []string{"name", "full name", "player", "participant", "your name", "player name", "nimi", "pelaaja", "koko nimi", "osallistuja", "imie i nazwisko", "nazwisko i imie", "imie nazwisko", "nazwisko imie",
		"gracz", "zawodnik", "uczestnik", "jmeno", "jmeno a prijmeni", "prijmeni a jmeno", "jmeno prijmeni", "prijmeni jmeno", "cele jmeno", "hrac", "jmeno hrace", "ucastnik", "namn", "nom", "spieler",
		"sukunimi etunimi", "etunimi sukunimi", "sukunimi ja etunimi", "etunimi ja sukunimi", "surname name", "name surname", "last name first name", "first name last name", "surname first name",
		"navn", "naam", "joueur", "jugador", "nom prenom", "nom et prenom", "name vorname", "vorname name", "фамилия имя", "игрок", "фамилия и имя", "фио", "участник", "spielername", "speler", "deltagare", "deltager", "teilnehmer", "teilnehmerin"}},
	{colIgnored, []string{"number", "no", "nr", "id", "place", "timestamp", "aikaleima", "sygnatura czasowa", "casove razitko", "numero", "lp", "poradi", "fee", "osallistumismaksu", "date", "age", "ika", "wiek", "vek"}},
}

// genderWords are headings of a column whose letters are categories: N is a woman in Finnish and K one in Polish, not a
// no and a yes.
var genderWords = []string{"gender", "sex", "sukupuoli", "plec", "pohlavi", "kon", "kjonn", "geschlecht", "sexe", "genre"}

// namesGender reports whether a heading is of such a column.
func namesGender(heading string) bool {
	words := spelling.Fold(heading)
	return slices.ContainsFunc(genderWords, func(w string) bool { return containsWords(words, w) })
}

// countWords turn a heading of rounds into one of their number.
var countWords = []string{"number of", "how many", "count", "montako", "kuinka monta", "lukumaara", "ile", "ilosc", "liczba", "kolik", "pocet", "anzahl", "wie viele", "antal", "nombre de", "combien"}

// columnOf returns the meaning of a heading and its certainty: 0 for unknown, up to 100 for the exact words.
func columnOf(heading string) (Column, int) {
	words := spelling.Fold(heading)
	if words == "" {
		return colIgnored, 0
	}
	if n, exact, _ := roundHeading(heading); n > 0 && exact {
		return roundColumn(n), 100
	} else if n > 0 {
		return roundColumn(n), 60
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
	counts := func(w string) bool { return containsWords(words, w) }
	isAbsent := func(w string) bool { return absentWords[w] }
	switch {
	case (best == colAttends || best == colAbsent) && slices.ContainsFunc(countWords, counts):
		return colIgnored, 0
	case best == colAttends && sure < 100 && slices.ContainsFunc(strings.Fields(words), isAbsent):
		return colAbsent, sure // which rounds will you not play?
	}
	return best, sure
}

// containsWords reports whether the words are consecutive in text.
func containsWords(text, words string) bool {
	return strings.Contains(" "+text+" ", " "+words+" ")
}
