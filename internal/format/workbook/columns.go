package workbook

import (
	"slices"
	"strconv"
	"strings"

	"tourney/internal/event/federations"
	"tourney/internal/format/file"
	"tourney/internal/rank"
	"tourney/internal/results"
	"tourney/internal/tournament"
)

// A list is a table that is made column by column.
type list struct {
	table
	t   *tournament.Tournament
	say file.Label
	// places are the places of a list with the status of players.
	places tournament.Places
}

func newList(t *tournament.Tournament, say file.Label, rows int) list {
	return list{table: table{rows: make([][]any, rows)}, t: t, say: say}
}

// titled adds a column with a cell for each row, and returns its heading.
func (l *list) titled(title string, cell func(i int) any) *heading {
	l.columns = append(l.columns, heading{title: title})
	for i := range l.rows {
		l.rows[i] = append(l.rows[i], cell(i))
	}
	return &l.columns[len(l.columns)-1]
}

// add adds a column with a message as its title.
func (l *list) add(key string, cell func(i int) any) *heading { return l.titled(l.say(key), cell) }

// playerColumns are the columns about a player, by the keys of their titles.
var playerColumns = map[string]struct {
	words bool
	cell  func(l *list, p *tournament.Player) any
}{
	"name":    {true, func(_ *list, p *tournament.Player) any { return person{p.Name(), p.ID} }},
	"family":  {true, func(_ *list, p *tournament.Player) any { return person{p.Family, p.ID} }},
	"given":   {true, func(_ *list, p *tournament.Player) any { return p.Given }},
	"rank":    {false, func(_ *list, p *tournament.Player) any { return p.Rank.String() }},
	"rating":  {false, func(l *list, p *tournament.Player) any { return ratingCell(l.t, p.Rating) }},
	"country": {false, func(_ *list, p *tournament.Player) any { return p.Country }},
	"club":    {true, func(_ *list, p *tournament.Player) any { return p.Club }},
	"egd":     {false, func(_ *list, p *tournament.Player) any { return p.EGD }},
	"ffg":     {false, func(_ *list, p *tournament.Player) any { return p.FFG }},
	"aga":     {false, func(_ *list, p *tournament.Player) any { return p.AGA }},
	"absent":  {true, func(l *list, p *tournament.Player) any { return absences(l.t, p) }},
	"tags":    {true, func(_ *list, p *tournament.Player) any { return strings.Join(p.Tags, ", ") }},
	"status":  {true, func(l *list, p *tournament.Player) any { return status(l, p) }},
	"team":    {true, func(l *list, p *tournament.Player) any { return teamName(l.t, p) }},
	"born":    {false, func(_ *list, p *tournament.Player) any { return stated(p.Born, p.Born > 0) }},
	"contact": {true, func(_ *list, p *tournament.Player) any { return p.Contact }},
	"notes":   {true, func(_ *list, p *tournament.Player) any { return p.Notes }},
}

// status is a player's status, or the place of a reserve.
func status(l *list, p *tournament.Player) string {
	if n := l.places.Reserve(p.ID); n > 0 {
		return l.say("player.reserve", n)
	}
	return l.say("player.status." + p.Status.String())
}

// stated is a number, nil if it is unknown.
func stated(n int, known bool) any {
	if !known {
		return nil
	}
	return n
}

// ratingCell is a rating as a number on the scale of the tournament, nil if it is unknown.
func ratingCell(t *tournament.Tournament, r rank.Rating) any {
	x, err := strconv.ParseFloat(federations.Rating(t, nil, r), 64)
	if err != nil {
		return nil
	}
	return x
}

// absences are the numbers of the rounds that a player misses.
func absences(t *tournament.Tournament, p *tournament.Player) string {
	var absent []string
	for n := 1; n <= t.Settings.Rounds; n++ {
		if p.Absent.Has(n) {
			absent = append(absent, strconv.Itoa(n))
		}
	}
	return strings.Join(absent, ", ")
}

func teamName(t *tournament.Tournament, p *tournament.Player) string {
	if team := t.TeamOf(p.ID); team != nil {
		return team.Name
	}
	return ""
}

// players adds columns about the players of the rows; the cells of the player 0 are empty. Names beside places have the
// colours of the podium.
func (l *list) players(of func(i int) tournament.PlayerID, keys ...string) {
	if slices.Contains(keys, "status") {
		l.places = l.t.Places()
	}
	placed := slices.ContainsFunc(l.columns, func(h heading) bool { return h.role == placing })
	for _, key := range keys {
		c := playerColumns[key]
		h := l.add("column."+key, func(i int) any {
			if of(i) == 0 {
				return nil
			}
			return c.cell(l, l.t.Player(of(i)))
		})
		if h.words = c.words; placed && (key == "name" || key == "family" || key == "given") {
			h.role = named
		}
	}
}

// identity are the columns that identify players, with the parts of the name, and the numbers of federations: always
// the European one, others if a player has one.
func identity(players []tournament.Player) []string {
	keys := []string{"family", "given", "rank", "rating", "country", "club", "egd"}
	if slices.ContainsFunc(players, func(p tournament.Player) bool { return p.FFG != "" }) {
		keys = append(keys, "ffg")
	}
	if slices.ContainsFunc(players, func(p tournament.Player) bool { return p.AGA != "" }) {
		keys = append(keys, "aga")
	}
	return keys
}

// criteria adds the scores of rows of standings.
func (l *list) criteria(criteria []tournament.Criterion, row func(i int) *results.Row) {
	for c, criterion := range criteria {
		l.titled(criterionTitle(criterion, l.say), func(i int) any { return scoreCell(l.t, row(i), criteria, c) })
	}
}

// newStandings has the standings with columns about the players. Cells of rounds come from cell.
func newStandings(t *tournament.Tournament, s *results.Standings, say file.Label, cell func(i, q int) any, keys ...string) list {
	l := newList(t, say, len(s.Rows))
	l.keep, l.sorts = 3, true
	l.add("column.no", func(i int) any { return s.Rows[i].Line })
	l.add("column.place", func(i int) any { return s.Rows[i].Place }).role = placing
	l.players(func(i int) tournament.PlayerID { return s.Rows[i].Player }, keys...)
	for q := range s.After {
		l.titled(say("column.round.short", q+1), func(i int) any { return cell(i, q) })
	}
	l.criteria(s.Criteria, func(i int) *results.Row { return &s.Rows[i] })
	if pools := poolPlaces(t, s.After); len(pools) > 0 && t.Settings.Teams.Boards == 0 {
		l.add("column.pool", func(i int) any {
			at, ok := pools[s.Rows[i].Player]
			if !ok {
				return nil
			}
			return at.pool + strconv.Itoa(at.place) // A1 is the first of pool A
		})
	}
	return l
}
