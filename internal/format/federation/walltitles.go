package federation

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"tourney/internal/spelling"
	"tourney/internal/tournament"
)

// A wallRole is the content of a column of a wall list.
type wallRole int8

// The roles. The title of a score has its own table.
const (
	wallScore wallRole = iota
	wallPlace
	wallName
	wallGiven
	wallGrade
	wallCountry
	wallClub
	wallLicence
	wallRating
	wallRoundResult
	wallOther // an unknown title before a column of the person
)

// wallRoles are the titles of columns in the languages and programs that write wall lists, in small letters
// without accents and dots.
var wallRoles = byWord(map[string]wallRole{
	"pl plc plac place pos position # no nr num number platz rang rg sija lp miejsce poradi mesto placement plats placering plaats место":                                                              wallPlace,
	"name names nom player family surname last lastname nachname spieler nimi pelaaja sukunimi nazwisko gracz jmeno prijmeni hrac namn efternamn joueur spielername naam achternaam имя фамилия игрок": wallName,
	"first firstname given vorname prenom etunimi imie krestni fornamn voornaam":                                                                                                                       wallGiven,
	"rk rank str strength grd grade gr level lvl niv niveau dan kyu kyu/dan dan/kyu grad luokitus taso stopien sila trida vykonnost styrka starke spielstarke sterkte ранг разряд":                     wallGrade,
	"co ctr ctry country cnt nat nation nationality land pays maa kraj zeme stat staat страна":                                                                                                         wallCountry,
	"cl club clb verein klub kerho seura ville city town ort klubb heimatverein vereniging клуб":                                                                                                       wallClub,
	"licence license lic pin egd": wallLicence,
	"gor rating elo rtg":          wallRating,
})

// wallMeanings are the possible criteria of a title of scores, the likeliest first. The numbers decide which one it is.
var wallMeanings = byWord(map[string][]tournament.Criterion{
	"nbw pt pts pkt w win wins won v victories siege":                     {tournament.NBW, tournament.MMS},
	"p point points punkte pisteet body punkty s score poang punten очки": {tournament.NBW, tournament.MMS},
	"mms mm mcm macm mmsc mmp mmscore mcmahon macmahon mc":                {tournament.MMS, tournament.NBW},
	"sos sosm sosw bu buchholz bh":                                        {tournament.SOSM, tournament.SOSW},
	"sos-1 sos1 sosm-1 sosm1 sosw-1 sosw1":                                {tournament.SOSM1, tournament.SOSW1},
	"sos-2 sos2 sosm-2 sosm2 sosw-2 sosw2":                                {tournament.SOSM2, tournament.SOSW2},
	"sosos ssos soso sososm sososw":                                       {tournament.SOSOSM, tournament.SOSOSW},
	"sodos sodo sodosm sodosw sb sonneborn sonneborn-berger":              {tournament.SODOSM, tournament.SODOSW},
	"cuss cussm cussw cus cums cs":                                        {tournament.CUSSM, tournament.CUSSW},
	"dc sdc dc-egf dcegf dk":                                              {tournament.DC, tournament.SDC, tournament.DCEGF},
	"ext":                                                                 {tournament.EXT}, "exr": {tournament.EXR}, "sts": {tournament.STS}, "sosts": {tournament.SOSTS}, "cps": {tournament.CPS}, "cat": {tournament.Category},
})

// byWord turns a table from lists of words into one from each word.
func byWord[T any](lists map[string]T) map[string]T {
	table := map[string]T{}
	for list, value := range lists {
		for word := range strings.FieldsSeq(list) {
			table[word] = value
		}
	}
	return table
}

var wallRoundTitle = regexp.MustCompile(`^(?:(?:r|rd|round|ronde|rond|runde|runda|kolo|kierros|tour|tur|тур)?[. ]?\d{1,2}|i{1,3}|iv|vi{0,3}|ix|xi{0,3})$`)

// titleWord returns a title as the tables have it.
func titleWord(title string) string {
	if strings.ContainsFunc(title, func(r rune) bool { return unicode.Is(unicode.Cyrillic, r) }) {
		return strings.Trim(strings.ToLower(title), " .:;,()")
	}
	return strings.Trim(strings.ToLower(legible(title, "", spelling.ASCII)), " .:;,()")
}

// roleOf returns the role of a title; known is false for a word that no list has as a title.
func roleOf(title string) (role wallRole, known bool) {
	word := titleWord(title)
	if wallRoundTitle.MatchString(word) {
		return wallRoundResult, true
	}
	if role, known = wallRoles[word]; known {
		return role, true
	}
	_, known = wallMeanings[word]
	return wallScore, known
}

// wallTitles are the titles of the columns, in the order of the list.
type wallTitles struct {
	words  []string
	roles  []wallRole
	tabbed bool
}

// titlesOf reads a line of titles, and reports whether the line is one: a place and a name, or a name, and
// a grade, round or score behind it.
func titlesOf(line string) (wallTitles, bool) {
	t := wallTitles{tabbed: strings.Contains(strings.TrimSpace(line), "\t")}
	if t.words = strings.Fields(wallSplit.ReplaceAllString(line, "$1$2")); t.tabbed {
		t.words = strings.Split(strings.TrimRight(line, "\t "), "\t")
	}
	named, second, last := -1, false, -1
	for i, word := range t.words {
		role, known := roleOf(word)
		if i == 0 && role == wallGrade {
			role = wallPlace // a rank before the name is a place
		}
		t.roles = append(t.roles, role)
		if known && role < wallRoundResult && role != wallScore {
			last = i
		}
		if named < 0 && (role == wallName || role == wallGiven) {
			named = i
		}
		second = second || named >= 0 && i > named && known && slices.Contains([]wallRole{wallGrade, wallRoundResult, wallScore, wallClub}, role)
	}
	for i := named + 1; i < last; i++ {
		if _, known := roleOf(t.words[i]); !known {
			t.roles[i] = wallOther
		}
	}
	if !second {
		return t, false
	}
	known := len(t.words) - len(slices.DeleteFunc(slices.Clone(t.words), func(word string) bool { _, known := roleOf(word); return known }))
	for i := range t.roles[:named] {
		if _, isTitle := roleOf(t.words[i]); !isTitle && known > 3 {
			t.roles[i] = wallOther
		} else if t.roles[i] != wallPlace {
			return t, false
		}
	}
	return t, true
}

// has reports whether a column has the role.
func (t *wallTitles) has(role wallRole) bool { return slices.Contains(t.roles, role) }

// between returns the roles of the columns between the name and the grade, and between the grade and the
// scores.
func (t *wallTitles) between() (inner, outer []wallRole) {
	grade := slices.Index(t.roles, wallGrade)
	for i, role := range t.roles {
		switch {
		case role == wallScore || role == wallRoundResult:
			return inner, outer
		case role != wallCountry && role != wallClub && role != wallRating && role != wallLicence:
		case i < grade:
			inner = append(inner, role)
		default:
			outer = append(outer, role)
		}
	}
	return inner, outer
}

// scores returns the titles of the scores before and behind the rounds, and the number of rounds with a title.
func (t *wallTitles) scores() (before, behind []string, rounds int) {
	for i, role := range t.roles {
		switch {
		case role == wallRoundResult:
			rounds++
		case role != wallScore:
		case rounds > 0:
			behind = append(behind, t.words[i])
		default:
			before = append(before, t.words[i])
		}
	}
	return before, behind, rounds
}

// meaningsOf returns the possible criteria of a title of scores; nil for an unknown title.
func meaningsOf(title string) []tournament.Criterion {
	if meanings := wallMeanings[titleWord(title)]; meanings != nil {
		return meanings
	}
	for _, c := range tournament.Criteria() {
		if strings.EqualFold(string(c), title) {
			return []tournament.Criterion{c}
		}
	}
	return nil
}
