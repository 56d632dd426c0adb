package roster

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"tourney/internal/rank"
	"tourney/internal/tournament"
)

// A Column is the content of a column of a list. Its name in the reader's language is the message "column." + Column.
type Column string

// The columns. A whole name is "family-given" or "given-family" by the order of its parts, or "name" when the order is
// to be detected. "attends" and "absent" hold the numbers of rounds that a player plays or misses; a column of one
// round is written "round1", "round2" …
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
	colBoard       Column = "board"
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

const roundPrefix = "round"

// roundColumn returns the column of a round.
func roundColumn(n int) Column { return Column(roundPrefix + strconv.Itoa(n)) }

// Columns lists the contents that a column can have.
func Columns() []Column {
	return []Column{colFamilyGiven, colGivenFamily, colFamily, colGiven, colRank, colRating, colCountry, colClub, colTeam, colBoard, colEGD, colFFG, colAGA, colContact, colAttends, colAbsent, colStatus, colTags, colBorn, colPaid, colNotes}
}

// round returns the number of a column of one round, 0 for others.
func (c Column) round() int {
	text, ok := strings.CutPrefix(string(c), roundPrefix)
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

// findHeadings returns the columns that the headings name, and the row of the headings, or -1. Headings are the first
// row among the first ten that names a name and another column; else, over a list of one column, the first row with
// only the word for a name.
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

// joinHeadings joins headings of two rows: words over several columns, and the columns' own words or numbers of rounds
// below them.
func joinHeadings(rows []tableRow) []tableRow {
	for i := 0; i+1 < min(len(rows), 10); i++ {
		if top, below := rows[i], rows[i+1]; isHeadings(top.cells) && areBelow(below.cells) {
			joined := below
			joined.cells = make([]string, max(len(top.cells), len(below.cells)))
			over := "" // the last word above
			for j := range joined.cells {
				over = cmp.Or(top.cell(j), over)
				joined.cells[j] = cmp.Or(below.cell(j), top.cell(j))
				switch c, _ := columnOf(over); {
				case !isRoundNumber(below.cell(j)):
				case c == colAbsent:
					joined.cells[j] = "Absent round " + below.cell(j)
				default:
					joined.cells[j] = "Round " + below.cell(j)
				}
			}
			return slices.Concat(rows[:i], []tableRow{joined}, rows[i+2:])
		}
	}
	return rows
}

// isHeadings reports whether cells hold a word for a name and another heading.
func isHeadings(cells []string) bool {
	known, named := 0, false
	for _, cell := range cells {
		c, sure := columnOf(cell)
		named = named || sure == 100 && (c == colName || c == colFamily || c == colGiven)
		if sure == 100 {
			known++
		}
	}
	return named && known > 1
}

// areBelow reports whether all cells are headings of names or of other columns, or numbers of rounds.
func areBelow(cells []string) bool {
	known, filled := 0, 0
	for _, cell := range cells {
		if cell == "" {
			continue
		}
		filled++
		if _, sure := columnOf(cell); sure == 100 || isRoundNumber(cell) {
			known++
		}
	}
	return filled > 1 && known == filled && slices.ContainsFunc(cells, func(cell string) bool {
		c, sure := columnOf(cell)
		return sure == 100 && (c == colName || c == colFamily || c == colGiven)
	})
}

// isRoundNumber reports whether a cell is the number of a round.
func isRoundNumber(cell string) bool {
	n, err := strconv.Atoi(cell)
	return err == nil && n > 0 && n <= tournament.MaxRounds
}

// areShifted reports whether the headings stand one column to the left of their cells: there are numbers in place of
// names, and names in place of ranks.
func areShifted(columns []Column, rows []tableRow) bool {
	at := slices.IndexFunc(columns, func(c Column) bool { return c == colName || c == colFamily })
	grade := slices.Index(columns, colRank)
	if at < 0 || grade < at || len(rows) == 0 {
		return false
	}
	isNumber := func(cell string) bool { _, err := strconv.Atoi(cell); return err == nil }
	return !slices.ContainsFunc(rows, func(r tableRow) bool {
		_, err := rank.Parse(r.cell(grade + 1))
		_, here := rank.Parse(r.cell(grade))
		return !isNumber(r.cell(at)) || err != nil || here == nil
	})
}

// guessUnnamed reads columns with unknown headings as ranks or EGD numbers when their cells cannot be anything else,
// unless the headings name such a column.
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
	found, scale := false, rank.ScaleOf(cells, false)
	for _, cell := range cells {
		if isNothing(cell) {
			continue
		}
		r, ok := scale.Rating(cell)
		if !ok || scale.American || r.Points() < 100 {
			return false
		}
		found = true
	}
	return found
}

// settle decides ambiguous headings: "Name" beside "First name" is the family name, "Jméno" beside "Příjmení" the given
// name; of two columns with one meaning the surer heading wins, then the first.
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

// guessColumns determines from the cells the contents of the columns of a list without headings.
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

// guessColumn returns the content that most cells look like; colName stands for any words.
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
	scale := rank.ScaleOf(cells, false)
	isRating := func(s string) bool { r, ok := scale.Rating(s); return ok && r.Stated() }
	switch {
	case most(func(s string) bool { _, err := rank.Parse(s); return err == nil }):
		return colRank
	case most(func(s string) bool { return len(s) == 8 && whole(1, 99_999_999)(s) }):
		return colEGD
	case countUp(cells):
		return colIgnored
	case most(whole(100, rank.HighestRating)), scale != rank.Scale{} && most(isRating):
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

// teamColumns takes a column of teams for one of clubs where no teams play, and leaves out one of boards.
func teamColumns(columns []Column, t *tournament.Tournament) {
	if t.Settings.Teams.Boards > 0 {
		return
	}
	if i := slices.Index(columns, colBoard); i >= 0 {
		columns[i] = colIgnored
	}
	i := slices.Index(columns, colTeam)
	switch {
	case i < 0:
	case slices.Contains(columns, colClub):
		columns[i] = colIgnored
	default:
		columns[i] = colClub
	}
}
