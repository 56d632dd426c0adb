package workbook

import (
	"slices"
	"strconv"
	"time"

	"tourney/internal/event/federations"
	"tourney/internal/format/file"
	"tourney/internal/results"
	"tourney/internal/tournament"
)

// A table is the content of a worksheet, a CSV file or a page. Cells are strings, ints, float64s, times, persons and
// amounts, and in a worksheet also opponents, places and calculated numbers; nil is empty. The zero table is omitted.
type table struct {
	// sheet is the name of the worksheet, title the title above the table, and id the name of the table in formulas.
	sheet, title, id string
	columns          []heading
	rows             [][]any
	// keep is the number of columns that stay visible during horizontal scrolling.
	keep int
	// sorts enables sorting and filtering of the rows in a worksheet.
	sorts bool
	// untitled omits the column titles in a worksheet.
	untitled bool
	// tight is the padding of the columns in letters, 0 for the default.
	tight float64
	// choices are the choices in a column of results, most is the greatest margin.
	choices []string
	most    int
}

// none reports whether the table is empty.
func (l *table) none() bool { return len(l.columns) == 0 }

// A person is a player's name and ID.
type person struct {
	name string
	id   tournament.PlayerID
}

// A heading is the title of a column. Columns of words are left-aligned, others centred.
type heading struct {
	title string
	words bool
	// role is the purpose of a worksheet's column, room its least width in letters.
	role role
	room float64
	// defines is the defined name of the cells for formulas and readers of the workbook.
	defines string
}

// An opponent is a cell of the wall list with a link to the opponent's row; tip describes the game.
type opponent struct {
	text, tip string
	id        tournament.PlayerID
}

// A place is a text with a link to another cell of the workbook.
type place struct{ text, to string }

// A calculated number is a formula with its value.
type calculated struct {
	formula string
	value   any
}

// standingsTable is the wall list: the cell 12+/b2 of a round refers to the player with the number 12 in the first
// column.
func standingsTable(t *tournament.Tournament, s *results.Standings, say file.Label) table {
	l := newStandings(t, s, say, func(i, q int) any { return s.Rows[i].Cells[q].String() }, "name", "rank", "country", "club")
	l.sheet, l.title = say("workbook.standings"), say("workbook.after", s.After)
	return l.table
}

// criterionTitle is the title of a criterion: a word in the reader's language for rank, rating and category, else its
// abbreviation.
func criterionTitle(c tournament.Criterion, say file.Label) string {
	switch c {
	case tournament.ByRank:
		return say("column.rank")
	case tournament.ByRating:
		return say("column.rating")
	case tournament.Category:
		return say("column.category")
	}
	return string(c)
}

// scoreCell is a score as a number, a rank as text.
func scoreCell(t *tournament.Tournament, r *results.Row, criteria []tournament.Criterion, c int) any {
	text := federations.Score(t, criteria[c], r.Text(c))
	if x, err := strconv.ParseFloat(text, 64); err == nil {
		return x
	}
	return text
}

// resultCell is the result of a game, nil before it is known.
func resultCell(g *tournament.Game) any {
	if !g.Decided().Known() {
		return nil
	}
	return g.Decided().String()
}

// playersTable has all players in the order of the names. ReadSheet reads its columns.
func playersTable(t *tournament.Tournament, say file.Label, more ...string) table {
	players := byName(t)
	l := newList(t, say, len(players))
	l.sheet, l.title, l.id, l.keep, l.sorts = say("workbook.players"), say("workbook.players"), playersID, 2, true
	l.players(func(i int) tournament.PlayerID { return players[i].ID }, append(identity(players), more...)...)
	return l.table
}

func byName(t *tournament.Tournament) []tournament.Player {
	players := slices.Clone(t.Players)
	slices.SortFunc(players, func(a, b tournament.Player) int { return results.ByName(&a, &b) })
	return players
}

// mostCrossed is the largest number of players with a readable cross table.
const mostCrossed = 200

// crossTable has, for every two opponents, the result of the player of the row and its round: +3 is a win in round 3.
// It is empty for more than mostCrossed players.
func crossTable(t *tournament.Tournament, s *results.Standings, say file.Label) table {
	if len(s.Rows) > mostCrossed {
		return table{}
	}
	l := table{sheet: say("workbook.crosstable"), title: say("workbook.crosstable"), keep: 2, tight: 0.4}
	l.columns = []heading{{title: say("column.no")}, {title: say("column.name"), words: true}}
	for i := range s.Rows {
		l.columns = append(l.columns, heading{title: strconv.Itoa(s.Rows[i].Line)})
	}
	for i := range s.Rows {
		r := &s.Rows[i]
		row := make([]any, 2+len(s.Rows))
		row[0], row[1] = r.Line, person{t.Player(r.Player).Name(), r.Player}
		for n, c := range r.Cells {
			if c.Kind != results.Game {
				continue
			}
			text := string(c.Sign) + strconv.Itoa(n+1)
			if before, met := row[1+c.Line].(string); met {
				text = before + " " + text
			}
			row[1+c.Line] = text
		}
		l.rows = append(l.rows, row)
	}
	return l
}

// tournamentTable describes the tournament of the workbook, with typed days and times.
func tournamentTable(t *tournament.Tournament, say file.Label) table {
	l := table{sheet: say("workbook.tournament"), title: say("workbook.tournament")}
	l.columns = []heading{{title: say("column.what"), words: true}, {title: say("column.value"), words: true}}
	add := func(key string, value any) {
		if day, ok := value.(time.Time); ok && day.IsZero() || value == "" {
			return
		}
		l.rows = append(l.rows, []any{say(key), value})
	}
	add("field.name", t.Info.Name)
	add("field.place", t.Info.Place)
	add("field.country", t.Info.Country)
	add("field.director", t.Info.Director)
	add("field.begin", t.Info.Begin.Time)
	add("field.end", t.Info.End.Time)
	add("field.system", say("system."+string(t.Settings.System)))
	if !t.IsOpen() {
		add("field.rounds", t.Settings.Rounds)
	}
	add("field.size", t.Settings.Size)
	add("field.komi", float64(t.Settings.Handicap.EvenKomi)/2)
	add("field.players", len(t.Participants()))
	if t.Version > 0 {
		add("field.version", t.Version)
	}
	zone := t.Info.Location()
	for i := range t.Rounds {
		if r := &t.Rounds[i]; r.Published && !r.Start.IsZero() {
			l.rows = append(l.rows, []any{say("workbook.start", r.Number), r.Start.In(zone)})
		}
	}
	return l
}

// logTable has the log, the latest entry first.
func logTable(t *tournament.Tournament, lines []LogLine, say file.Label) table {
	l := table{sheet: say("frame.log"), title: say("frame.log"), id: "log", keep: 1, sorts: true}
	l.columns = []heading{{title: say("field.version")}, {title: say("workbook.when"), words: true}, {title: say("workbook.who"), words: true}, {title: say("column.what"), words: true}}
	zone := t.Info.Location()
	for _, line := range lines {
		l.rows = append(l.rows, []any{line.Version, line.At.In(zone), line.By, line.What})
	}
	return l
}
