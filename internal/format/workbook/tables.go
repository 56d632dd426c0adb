package workbook

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"tourney/internal/format/file"
	"tourney/internal/results"
	"tourney/internal/tournament"
)

// A table is the content of a worksheet, a CSV file or a page.
// Cells are strings, ints, float64s, times, persons and amounts, and in a worksheet
// also opponents, places and calculated numbers; nil is empty. The zero table is none,
// and left out.
type table struct {
	// sheet names the worksheet, title stands above the table, and id is what formulas
	// of a workbook call it by.
	sheet, title, id string
	columns          []heading
	rows             [][]any
	// keep is how many columns stay when the table is scrolled sideways.
	keep int
	// chart makes a worksheet draw the numbers beside the table, sorts that
	// people want to sort and filter its rows there.
	chart, sorts bool
	// untitled leaves out the titles of the columns of a worksheet.
	untitled bool
	// tight is how many letters the columns are wider than what they hold, 0 for the
	// usual.
	tight float64
	// choices and most are what may be chosen in a column of results, and the
	// greatest margin.
	choices []string
	most    int
}

// none reports whether there is no such table.
func (l *table) none() bool { return len(l.columns) == 0 }

// A person is a player's name, and whose it is.
type person struct {
	name string
	id   tournament.PlayerID
}

// A heading is the title of a column; words stand at its left, all else in its
// middle.
type heading struct {
	title string
	words bool
	// role is what the column of a worksheet is for, room the letters that it is wide
	// at least.
	role role
	room float64
	// defines is a name that formulas and readers of the workbook know the cells by.
	defines string
}

// An opponent is a cell of the wall list: it leads to the opponent's row, and tip
// says in words what it is about.
type opponent struct {
	text, tip string
	id        tournament.PlayerID
}

// A place is a text that leads to another cell of the workbook.
type place struct{ text, to string }

// A calculated number is a formula with its value.
type calculated struct {
	formula string
	value   any
}

// beforeRounds is how many columns of the standings come before the rounds.
const beforeRounds = 6

// standingsTable is the wall list: the cell 12+/b2 of a round refers to the
// player whose number in the first column is 12.
func standingsTable(t *tournament.Tournament, s *results.Standings, say file.Label) table {
	l := table{sheet: say("workbook.standings"), title: say("workbook.after", s.After), keep: 3, sorts: true}
	l.columns = []heading{{title: say("column.no")}, {title: say("column.place")}, {title: say("column.name"), words: true},
		{title: say("column.rank")}, {title: say("column.country")}, {title: say("column.club"), words: true}}
	for n := 1; n <= s.After; n++ {
		l.columns = append(l.columns, heading{title: say("column.round.short", n)})
	}
	for _, c := range s.Criteria {
		l.columns = append(l.columns, heading{title: criterionTitle(c, say)})
	}
	pools := poolPlaces(t, s.After)
	if len(pools) > 0 && t.Settings.Teams.Boards == 0 {
		l.columns = append(l.columns, heading{title: say("column.pool")})
	}
	for i := range s.Rows {
		r := &s.Rows[i]
		p := t.Player(r.Player)
		row := []any{r.Line, r.Place, person{p.Name(), p.ID}, p.Rank.String(), p.Country, p.Club}
		for _, c := range r.Cells {
			row = append(row, c.String())
		}
		for c := range s.Criteria {
			row = append(row, scoreCell(r, c))
		}
		if at, ok := pools[r.Player]; ok {
			row = append(row, at.pool+strconv.Itoa(at.place)) // A1 is the first of pool A
		}
		l.rows = append(l.rows, row)
	}
	return l
}

// ratingCell is a rating as a number, nothing for a player without one.
func ratingCell(p *tournament.Player) any {
	if !p.Rating.Stated() {
		return nil
	}
	return p.Rating.Points()
}

// criterionTitle is the name of a criterion as everyone writes it, but for
// those that are plain words.
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
func scoreCell(r *results.Row, c int) any {
	text := r.Text(c)
	if x, err := strconv.ParseFloat(text, 64); err == nil {
		return x
	}
	return text
}

// resultCell is the result of a game, nothing while it has none.
func resultCell(g *tournament.Game) any {
	if !g.Decided().Known() {
		return nil
	}
	return g.Decided().String()
}

// playersTable is everybody in the order of the names, without what only
// directors may see. Its columns are understood by ReadSheet.
func playersTable(t *tournament.Tournament, say file.Label) table {
	l := table{sheet: say("workbook.players"), title: say("workbook.players"), keep: 2, sorts: true}
	players := byName(t)
	numbers := federationNumbers(players)
	names := []string{"family", "given", "rank", "rating", "country", "club"}
	for _, n := range numbers {
		names = append(names, n.column)
	}
	for _, c := range append(names, "absent", "tags", "status") {
		l.columns = append(l.columns, heading{title: say("column." + c), words: c != "rank" && c != "rating" && c != "country" && c != "egd"})
	}
	for i := range players {
		p := &players[i]
		var absent []string
		for n := 1; n <= t.Settings.Rounds; n++ {
			if p.Absent.Has(n) {
				absent = append(absent, strconv.Itoa(n))
			}
		}
		row := []any{person{p.Family, p.ID}, p.Given, p.Rank.String(), ratingCell(p), p.Country, p.Club}
		for _, n := range numbers {
			row = append(row, n.of(p))
		}
		l.rows = append(l.rows, append(row, strings.Join(absent, ", "), strings.Join(p.Tags, ", "), say("player.status."+p.Status.String())))
	}
	return l
}

// A federationNumber is a column of a list of players.
type federationNumber struct {
	column string
	of     func(*tournament.Player) string
}

// federationNumbers are the columns of numbers: the European one always, the
// others where a player has one.
func federationNumbers(players []tournament.Player) []federationNumber {
	numbers := []federationNumber{{"egd", func(p *tournament.Player) string { return p.EGD }}}
	for _, n := range []federationNumber{
		{"ffg", func(p *tournament.Player) string { return p.FFG }},
		{"aga", func(p *tournament.Player) string { return p.AGA }},
	} {
		if slices.ContainsFunc(players, func(p tournament.Player) bool { return n.of(&p) != "" }) {
			numbers = append(numbers, n)
		}
	}
	return numbers
}

func byName(t *tournament.Tournament) []tournament.Player {
	players := slices.Clone(t.Players)
	slices.SortFunc(players, func(a, b tournament.Player) int { return results.ByName(&a, &b) })
	return players
}

// addRemarks adds to a list of players what only directors may see.
func addRemarks(l *table, t *tournament.Tournament, say file.Label) {
	l.columns = append(l.columns, heading{title: say("column.born")}, heading{title: say("column.contact"), words: true}, heading{title: say("column.notes"), words: true})
	for i, p := range byName(t) {
		var born any
		if p.Born > 0 {
			born = p.Born
		}
		l.rows[i] = append(l.rows[i], born, p.Contact, p.Notes)
	}
}

// mostCrossed is the largest number of players with a readable cross table.
const mostCrossed = 200

// crossTable holds, for every two players who met, how the one of the row fared
// and in which round: +3 is a win in round 3. Of more than mostCrossed players
// there is none.
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

// tournamentTable describes the tournament of the workbook, with days and times as such.
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
	add("field.rounds", t.Settings.Rounds)
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

// logTable is what was done, the latest first.
func logTable(t *tournament.Tournament, lines []LogLine, say file.Label) table {
	l := table{sheet: say("frame.log"), title: say("frame.log"), id: "log", keep: 1, sorts: true}
	l.columns = []heading{{title: say("field.version")}, {title: say("workbook.when"), words: true}, {title: say("workbook.who"), words: true}, {title: say("column.what"), words: true}}
	zone := t.Info.Location()
	for _, line := range lines {
		l.rows = append(l.rows, []any{line.Version, line.At.In(zone), line.By, line.What})
	}
	return l
}
