package lists

import (
	"slices"
	"strings"

	"tourney/internal/fault"
	"tourney/internal/tournament"
)

// A Mapping says what the columns of a table hold.
type Mapping struct {
	// Skip is how many rows precede the players, headings among them.
	Skip int
	// Columns are the fields of the columns from the left; Ignored for those
	// that are of no use, and for all beyond.
	Columns []tournament.Field
}

// Check returns a fault unless the columns name the players and say nothing
// twice: "list.columns.what" for a field that there is not, "list.columns.twice"
// for two columns of the same, a whole name beside parts of it among them, and
// "list.columns.names".
func (m Mapping) Check() error {
	for i, f := range m.Columns {
		if f == Ignored {
			continue
		}
		if !slices.Contains(Fields(), f) {
			return fault.New(fault.Invalid, "list.columns.what", fault.Clip(string(f)))
		}
		for _, other := range m.Columns[:i] {
			if other == f || whole(other) && naming(f) || whole(f) && naming(other) {
				return fault.New(fault.Invalid, "list.columns.twice", f, i+1)
			}
		}
	}
	if !m.names() {
		return fault.New(fault.Invalid, "list.columns.names")
	}
	return nil
}

// whole reports whether a column holds both parts of a name, naming whether it
// holds any.
func whole(f tournament.Field) bool  { return f == FamilyGiven || f == GivenFamily }
func naming(f tournament.Field) bool { return whole(f) || f == Family || f == Given }

// names reports whether a player can be named.
func (m Mapping) names() bool { return m.has(Family) || slices.ContainsFunc(m.Columns, whole) }

func (m Mapping) has(f tournament.Field) bool { return slices.Contains(m.Columns, f) }

// headings are words for a column in the languages of registration sheets,
// folded.
var headings = map[tournament.Field][]string{
	Family: {
		"family", "family name", "last name", "lastname", "last", "surname", "sukunimi", "efternamn", "nazwisko", "prijmeni",
		"nachname", "familienname", "nom de famille", "apellido", "apellidos", "cognome", "vezeteknev", "фамилия", "priezvisko",
		"etternavn", "efternavn", "achternaam", "nume", "prezime",
	},
	Given: {
		"given", "given name", "first name", "firstname", "first", "forename", "etunimi", "fornamn", "imie", "vorname", "prenom",
		"nombre", "nome", "keresztnev", "имя", "fornavn", "voornaam", "prenume", "ime", "etunimet", "krestni jmeno", "meno",
	},
	FamilyGiven: {
		"name", "nimi", "namn", "nom", "jmeno", "player", "player name", "full name", "pelaaja", "spelare", "zawodnik", "hrac",
		"spieler", "joueur", "navn", "naam", "jugador", "nazwisko i imie", "nazwisko imie", "prijmeni a jmeno", "prijmeni jmeno",
		"nom prenom", "nom et prenom", "name vorname", "nev", "фамилия имя", "игрок", "sukunimi etunimi", "sukunimi ja etunimi",
		"last name first name", "surname first name", "surname name",
	},
	GivenFamily: {
		"imie i nazwisko", "imie nazwisko", "jmeno a prijmeni", "jmeno prijmeni", "etunimi sukunimi", "etunimi ja sukunimi",
		"first name last name", "name surname", "prenom nom", "prenom et nom", "vorname name", "имя фамилия",
	},
	Rank: {
		"rank", "rk", "grade", "luokitus", "taso", "ranking", "rang", "ranga", "trida", "niveau", "niv", "stopien", "kyu dan",
		"dan kyu", "kyu", "level", "strength", "vahvuus", "grad", "styrka", "grado", "ранг", "разряд", "dan",
	},
	Rating: {"rating", "gor", "egf rating", "egd rating", "elo", "echelle", "points", "рейтинг", "egf gor", "ffg rating"},
	Country: {
		"country", "country code", "maa", "land", "kraj", "zeme", "pays", "co", "nation", "nationality", "pais", "paese", "страна", "stat",
		"krajina", "orszag",
	},
	Club: {
		"club", "kerho", "seura", "klubb", "klub", "verein", "city", "town", "kaupunki", "paikkakunta", "stad", "ort", "miasto", "mesto", "ville",
		"oddil", "clb", "клуб", "город", "klubi", "circolo", "chapter",
	},
	EGDNumber: {"pin", "egd", "egf", "egd pin", "egf pin", "egdpin", "egfpin", "pin player", "egf id", "egd id", "pin egf", "pin egd", "egf nr"},
	FFGNumber: {"licence", "license", "ffg", "licence ffg", "ffg licence", "no licence", "numero de licence"},
	AGANumber: {"aga", "aga id", "agaid", "aga number", "aga no", "aga nr"},
}

var fieldOf = func() map[string]tournament.Field {
	m := map[string]tournament.Field{}
	for f, words := range headings {
		for _, w := range words {
			m[w] = f
		}
	}
	return m
}()

// Guess finds out what the columns of a table hold: by the headings among its
// first rows, and, where there are none or a column has none, by what is in
// them.
func Guess(rows [][]string) Mapping {
	const deep = 20
	for i, row := range rows[:min(len(rows), deep)] {
		columns, found := fromHeading(row)
		if m := (Mapping{Skip: i + 1, Columns: columns}); found >= 2 || found == 1 && m.names() {
			m.settle(rows)
			return m
		}
	}
	return fromContent(rows)
}

// fromHeading reads a row as headings; a field found twice counts where it
// stands first.
func fromHeading(row []string) (columns []tournament.Field, found int) {
	columns = make([]tournament.Field, len(row))
	for i, cell := range row {
		f, known := fieldOf[tournament.Fold(cell)]
		if known && !slices.Contains(columns[:i], f) {
			columns[i] = f
			found++
		}
	}
	return columns, found
}

// settle makes sense of headings that mean different things in different
// tables: "Name" beside "Vorname" is the family name, "Jméno" beside
// "Příjmení" the given one, and a "ranking" of 2100 is a rating.
func (m *Mapping) settle(rows [][]string) {
	at := func(f tournament.Field) int { return slices.Index(m.Columns, f) }
	switch name := at(FamilyGiven); {
	case name >= 0 && m.has(Given) && !m.has(Family):
		m.Columns[name] = Family
	case name >= 0 && m.has(Family) && !m.has(Given):
		m.Columns[name] = Given
	case !m.names() && m.has(Given) && !m.has(Family):
		m.Columns[at(Given)] = FamilyGiven
	}
	if i := at(Rank); i >= 0 && !m.has(Rating) && share(rows[m.Skip:], i, isPoints) > 0.8 {
		m.Columns[i] = Rating
	}
}

// fromContent guesses the columns of a table without headings. Without ranks
// or federations' numbers it may be anything, and nothing is guessed.
func fromContent(rows [][]string) Mapping {
	width := 0
	for _, row := range rows[:min(len(rows), sampled)] {
		width = max(width, len(row))
	}
	m := Mapping{Columns: make([]tournament.Field, width)}
	for _, kind := range []struct {
		field tournament.Field
		is    func(string) bool
	}{
		{EGDNumber, isPIN}, {Rank, isRank}, {Country, isCountry}, {Rating, isPoints},
	} {
		best, most := -1, 0.75
		for i := range m.Columns {
			if s := share(rows, i, kind.is); m.Columns[i] == Ignored && s > most {
				best, most = i, s
			}
		}
		if best >= 0 {
			m.Columns[best] = kind.field
		}
	}
	if !m.has(EGDNumber) && !m.has(Rank) {
		return Mapping{}
	}
	m.nameColumns(rows)
	return m
}

// nameColumns takes the first text column for the family name and the one
// beside it for the given name; names in one cell have blanks.
func (m *Mapping) nameColumns(rows [][]string) {
	var texts []int
	for i, f := range m.Columns {
		if f == Ignored && share(rows, i, isName) > 0.75 {
			texts = append(texts, i)
		}
	}
	if len(texts) == 0 {
		return
	}
	family := texts[0]
	if share(rows, family, func(s string) bool { return strings.Contains(strings.TrimSpace(s), " ") }) > 0.6 {
		m.Columns[family] = FamilyGiven
	} else {
		m.Columns[family] = Family
		if len(texts) > 1 && texts[1] == family+1 {
			m.Columns[family+1] = Given
			texts = texts[1:]
		}
	}
	if len(texts) > 1 {
		m.Columns[texts[1]] = Club
	}
}

// sampled is how many rows are looked at to guess.
const sampled = 60

// share returns which part of a column's filled cells is of a kind; none when
// hardly any is filled.
func share(rows [][]string, column int, is func(string) bool) float64 {
	filled, fitting := 0, 0
	rows = rows[:min(len(rows), sampled)]
	for _, row := range rows {
		if column >= len(row) || row[column] == "" {
			continue
		}
		filled++
		if is(row[column]) {
			fitting++
		}
	}
	if filled == 0 || filled < len(rows)/4 {
		return 0
	}
	return float64(fitting) / float64(filled)
}
