package federation

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"tourney/internal/fault"
	"tourney/internal/format/file"
	"tourney/internal/rank"
	"tourney/internal/tournament"
)

var (
	wallRank = regexp.MustCompile(`^\d{1,2}[kdpKDP]$`)
	wallBare = regexp.MustCompile(`^\d{1,2}$`)
	// the end of a name that fills its columns, and the rank after it
	wallGlued = regexp.MustCompile(`^(.*[^\d])(\d{1,2}[kdpKDP])$`)
	// 2 2. 2) 2= =2 T2 2-3
	wallNumber = regexp.MustCompile(`^(?:=|T-?)?(\d{1,5})(?:-\d{1,5})?(=?)[.)]?(=?)$`)
)

// person reads the cells before the scores and rounds of a line, and reports whether it is a player.
func (w *wallReader) person(l *wallText, cells []string) bool {
	l.player.Status = tournament.CheckedIn
	if l.tabbed && w.titles.tabbed && w.titles.has(wallGrade) {
		return w.titledPerson(l, cells)
	}
	for len(cells) > 0 && !isWritten(cells[0]) { // a shared place
		cells = cells[1:]
	}
	for range 2 { // the number, and the place
		if len(cells) > 0 && l.setPlace(cells[0]) {
			cells = cells[1:]
		}
	}
	cells, at := wallRankAt(cells)
	if at <= 0 {
		return false
	}
	inner, outer := w.titles.between()
	name := slices.DeleteFunc(slices.Clone(cells[:at]), func(s string) bool { return s == "" })
	if l.tabbed {
		name = w.tabbedName(l, name)
	} else {
		name = l.behindName(name, inner)
	}
	if !isWritten(strings.Join(name, "")) {
		return false
	}
	w.name(l, name)
	l.setRank(cells[at])
	l.cells = w.where(l, cells[at+1:], outer)
	return true
}

// isWritten reports whether a text has a letter or a figure.
func isWritten(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) })
}

// setPlace reads the place of a line, or its number and then its place. It reports whether the cell is one.
func (l *wallText) setPlace(cell string) bool {
	cell = strings.Trim(cell, `"'(),;*?#`)
	m := wallNumber.FindStringSubmatch(cell)
	if m == nil {
		return false
	}
	l.printed, _ = strconv.Atoi(m[1])
	l.number, l.shared = cmp.Or(l.number, l.printed), m[1] != strings.TrimRight(cell, ".)")
	return true
}

func (l *wallText) setRank(cell string) {
	l.wrote = cell
	if r, doubt := rank.Guess(unsigned(l.wrote)); doubt == rank.Sure || doubt == rank.Bare {
		l.player.Rank = r
	}
}

// joinName joins the cells of a name in two columns under one title, which shifts the cells behind it.
func (w *wallReader) joinName(cells []string) []string {
	roles := w.titles.roles
	at, grade := slices.Index(roles, wallName), slices.Index(roles, wallGrade)
	shifted := at >= 0 && at < grade && grade+1 < len(cells) && !isWallRank(cells[grade]) && isWallRank(cells[grade+1])
	if !shifted || slices.Contains(roles, wallGiven) {
		return cells
	}
	return slices.Replace(slices.Clone(cells), at, at+2, cells[at]+", "+cells[at+1])
}

// titledPerson reads the cells of a line by the titles over them.
func (w *wallReader) titledPerson(l *wallText, cells []string) bool {
	var name []string
	cells = w.joinName(cells)
	given := ""
	for i, cell := range cells {
		role := wallScore
		if i < len(w.titles.roles) {
			role = w.titles.roles[i]
		}
		switch role {
		case wallPlace:
			if cell != "" && !l.setPlace(cell) {
				return false
			}
		case wallName:
			name = append(name, strings.Fields(cell)...)
		case wallGiven:
			given = strings.TrimSpace(given + " " + cell)
		case wallGrade:
			l.setRank(cell)
		case wallCountry, wallClub, wallRating, wallLicence:
			l.set(role, cell)
		case wallOther:
			l.unread = append(l.unread, cell)
		default:
			l.cells = append(l.cells, cell)
		}
	}
	if len(name) == 0 || l.wrote == "" && l.number == 0 {
		return false
	}
	if given == "" {
		w.name(l, name)
		return true
	}
	l.player.Family, l.player.Given = unguarded(strings.Join(name, " ")), unguarded(given)
	return true
}

// set sets the field of a column.
func (l *wallText) set(role wallRole, text string) {
	p := &l.player
	switch {
	case text == "" || strings.Trim(strings.ToLower(text), "x") == "":
	case role == wallCountry:
		p.Country = text
	case role == wallClub:
		p.Club = unguarded(text)
	case role == wallRating:
		l.rating, _ = strconv.Atoi(text)
	case role == wallLicence:
		if digits := strings.Trim(text, "0123456789") == ""; digits && len(text) == 8 {
			p.EGD = text
		} else if digits && len(text) == 7 {
			p.FFG = text
		}
	}
}

// tabbedName returns the words of the name from the cells before the grade: one cell with both names, or two. A country
// and a club may follow them.
func (w *wallReader) tabbedName(l *wallText, cells []string) []string {
	for len(cells) > 2 && !strings.Contains(cells[0], ",") {
		last := cells[len(cells)-1]
		if len(last) == 2 && file.IsCountry(last) {
			l.set(wallCountry, last)
		} else if l.player.Club != "" {
			w.Warn(l.place, "resultsheet.rest", fault.Clip(last))
		} else {
			l.set(wallClub, last)
		}
		cells = cells[:len(cells)-1]
	}
	if len(cells) == 2 && !strings.ContainsAny(cells[0], ",") {
		l.parted = true
		return cells
	}
	return strings.Fields(strings.Join(cells, " "))
}

// behindName removes the fields that the titles have between the name and the grade from the words before the grade.
func (l *wallText) behindName(words []string, roles []wallRole) []string {
	for _, role := range slices.Backward(roles) {
		if len(words) < 3 {
			break
		}
		last := words[len(words)-1]
		if role == wallCountry && (len(last) != 2 || !file.IsCountry(last)) || role == wallRating && !wallFigure.MatchString(last) {
			continue
		}
		l.set(role, last)
		words = words[:len(words)-1]
	}
	return words
}

// name sets the family name, and the given name behind it. A comma separates the two; else the first word is the family
// name, with particles before it.
func (w *wallReader) name(l *wallText, words []string) {
	p := &l.player
	family, given, comma := strings.Cut(strings.Join(words, " "), ",")
	if !comma {
		n := 1
		for n < len(words)-1 && wallParticles[words[n-1]] {
			n++
		}
		family, given = strings.Join(words[:n], " "), strings.Join(words[n:], " ")
		if len(words)-n > 1 && !l.parted {
			l.long = strings.Join(words, " ")
		}
	}
	p.Family, p.Given = unguarded(family), unguarded(given)
	if p.Given == noGiven {
		p.Given = ""
	}
	if w.french {
		p.Family = fromCapitals(p.Family)
	}
}

// wallParticles are the words before a family name that belong to it.
var wallParticles = byWord(map[string]bool{"van von der den de di da del della du dos das la le ter ten zu Van Von Der Den De Ter Ten": true})

// wallRankAt returns the index of the rank, and the fields after separating a rank from a long name in the same field;
// 0 or less without a rank.
func wallRankAt(fields []string) ([]string, int) {
	if at := slices.IndexFunc(fields, isWallRank); at > 0 {
		return fields, at
	}
	if at := slices.Index(fields, "?"); at > 1 { // in the place of a rank
		return fields, at
	}
	bare, glued := slices.IndexFunc(fields, wallBare.MatchString), slices.IndexFunc(fields, wallGlued.MatchString)
	if glued < 0 || bare > 0 && bare < glued {
		return fields, bare
	}
	return slices.Replace(slices.Clone(fields), glued, glued+1, wallGlued.FindStringSubmatch(fields[glued])[1:]...), glued + 1
}

// isWallRank reports whether a word is a rank, whatever signs are around it.
func isWallRank(word string) bool { return wallRank.MatchString(unsigned(word)) }

// unsigned returns a word without the signs around it.
func unsigned(word string) string { return strings.Trim(word, `"'(),;*?`) }

// where reads licence, country and club, and returns the cells after them.
func (w *wallReader) where(l *wallText, cells []string, outer []wallRole) []string {
	p := &l.player
	if w.french {
		if len(cells) > 0 && (len(cells[0]) == 7 && strings.Trim(cells[0], "0123456789") == "" || cells[0] != "" && strings.Trim(cells[0], "-") == "") {
			p.FFG = strings.Trim(cells[0], "-")
			cells = cells[1:]
		}
		if len(cells) > 0 && (!isRound(cells[0]) || !isToken(cells[0]) && strings.ContainsFunc(cells[0], unicode.IsLetter)) {
			if len(cells[0]) == 2 && file.IsCountry(cells[0]) {
				l.set(wallCountry, cells[0])
			} else if l.set(wallClub, cells[0]); p.Club != "" {
				p.Country = "FR"
			}
			cells = cells[1:]
		}
		return cells
	}
	var words []string
	isLicence := func(cell string) bool {
		return slices.Contains(outer, wallLicence) && p.FFG+p.EGD == "" && len(cell) > 6 && wallFigure.MatchString(cell)
	}
	isClub := func(cells []string) bool { // a word before scores is no round
		return !isToken(cells[0]) && strings.ContainsFunc(cells[0], unicode.IsLetter) && len(cells) > 1 && wallFigure.MatchString(cells[1])
	}
	for len(cells) > 0 && (!isRound(cells[0]) || isClub(cells)) && (!wallFigure.MatchString(cells[0]) || isLicence(cells[0]) || slices.Contains(outer, wallRating) && l.rating == 0) {
		if isLicence(cells[0]) {
			l.set(wallLicence, cells[0])
		} else if wallFigure.MatchString(cells[0]) {
			l.set(wallRating, cells[0])
		} else {
			words = append(words, cells[0])
		}
		cells = cells[1:]
	}
	if i := slices.IndexFunc(words, func(s string) bool { return len(s) == 2 && file.IsCountry(s) }); i >= 0 && (i == 0 || i == len(words)-1) {
		l.set(wallCountry, words[i])
		words = slices.Delete(words, i, i+1)
	}
	if len(words) > mostClubWords {
		w.Warn(l.place, "resultsheet.rest", fault.Clip(strings.Join(words[mostClubWords:], " ")))
		words = words[:mostClubWords]
	}
	l.set(wallClub, strings.TrimSpace(strings.Join(words, " ")))
	return cells
}

// mostClubWords limits the words of a club.
const mostClubWords = 3

// isFigure reports whether a word is a number, such as a score.
func isFigure(word string) bool {
	_, err := strconv.ParseFloat(word, 64)
	return err == nil && strings.ContainsAny(word, "0123456789")
}

// unguarded returns a name whose blanks are low lines, as token writes it.
func unguarded(word string) string { return strings.TrimSpace(strings.ReplaceAll(word, "_", " ")) }

// fromCapitals converts a name in capitals to the usual form.
func fromCapitals(s string) string {
	if s != strings.ToUpper(s) {
		return s
	}
	letters := []rune(strings.ToLower(s))
	for i, r := range letters {
		if i == 0 || !unicode.IsLetter(letters[i-1]) {
			letters[i] = unicode.ToUpper(r)
		}
	}
	return string(letters)
}
