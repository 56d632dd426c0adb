package public

import (
	"slices"
	"strings"

	"tourney/internal/pairing"
	"tourney/internal/results"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
)

// A crossPage is the cross table: the results of every two players, in the order of
// the standings or in a round robin of the Berger numbers.
type crossPage struct {
	page.Base
	Standings string // the title of the standings; "" before the first result
	Rows      []crossRow
	Empty     *emptyView // without rows
	// Crowded is set if there are too many players for a square.
	Crowded bool
	// Berger is set if the rows are in the order of the Berger numbers. Places is set if places have a column: then, and
	// if players share one.
	Berger, Places bool
	// Criteria are the first criteria, with a column each; Byes is set if a player has a round without a game.
	Criteria []page.CriterionView
	Byes     bool
	// Lists are links to the tables of teams and of players, if teams play; OfTeams is set for the table of teams.
	Lists   []page.Link
	OfTeams bool
}

// Columns counts the columns of the table.
func (p *crossPage) Columns() int {
	n := 2 + len(p.Rows) + len(p.Criteria)
	if p.Byes {
		n++
	}
	if p.Places {
		n++
	}
	return n
}

// A crossRow is one player against all others.
type crossRow struct {
	// Pool is the heading above the first row of a pool, "" elsewhere.
	Pool   string
	Number int
	Player page.PlayerView
	Cells  []crossCell
	// Byes are the points of the rounds without a game, ByeWords explains them.
	Byes, ByeWords string
	Scores         []string
	Place          string
}

// A crossCell is the games between two players; Self is the diagonal.
type crossCell struct {
	Games []crossGame
	Self  bool
}

// Text returns the points of the games.
func (c crossCell) Text() string {
	var list []string
	for _, g := range c.Games {
		list = append(list, g.Text)
	}
	return strings.Join(list, " ")
}

// Won reports whether a game was won.
func (c crossCell) Won() bool {
	return slices.ContainsFunc(c.Games, func(g crossGame) bool { return g.Won })
}

// A crossGame is a game with its sign, or a match with its points.
type crossGame struct {
	cellView
	Text string
}

// crossGame returns a game of a player.
func (v *Visit) crossGame(round int, c results.Cell) crossGame {
	cell := v.cell(round, c)
	return crossGame{cell, mark(cell.Sign)}
}

// Mark returns the sign of the outcome, however it was decided.
func (g crossGame) Mark() string { return mark(g.Sign) }

// mark returns a sign without the "!" of an outcome by default, which has no room.
func mark(sign string) string { return strings.TrimSuffix(sign, "!") }

// crossCriteria is how many criteria have a column.
const crossCriteria = 2

// mostInSquare is the largest number of players in a square that is still readable.
const mostInSquare = 64

// crowded reports whether the tournament has too many players, or teams, for a square.
func (v *Visit) crowded() bool {
	if page.OfTeams(v.Tournament) {
		return len(v.Tournament.Settings.Teams.Teams) > mostInSquare
	}
	return v.Participation().Count() > mostInSquare
}

func showCrossTable(v *Visit) (string, any, error) {
	n := v.After
	view := crossPage{Base: v.Base(v.Lang.T("frame.crosstable"), "/crosstable")}
	if !v.crowded() {
		view.Print = v.sameQuery("/print/crosstable")
	}
	if n > 0 {
		view.Standings = v.standingsTitle(n)
	}
	standings, newRow := v.Standings, v.newCrossRow
	if page.OfTeams(v.Tournament) {
		view.Lists, view.OfTeams = v.listLinks("/crosstable", n), v.Query.Get("by") != "player"
	}
	if view.OfTeams {
		standings, newRow = v.Teams, v.newCrossTeamRow
	}
	s := standings(n)
	if len(s.Rows) == 0 {
		view.Empty = v.empty()
	}
	if view.Crowded = len(s.Rows) > mostInSquare; view.Crowded {
		return "crosstable", &view, nil
	}
	order, berger := v.crossOrder(s, n, view.OfTeams)
	view.Berger = berger
	view.Criteria = page.Criteria(v.Lang, s.Criteria[:min(crossCriteria, len(s.Criteria))])
	lists := []ranking{{Standings: s}}
	if !view.OfTeams {
		lists = append(v.rankings(n), lists...)
	}
	last := ""
	for i, id := range order {
		list := lists[slices.IndexFunc(lists, func(list ranking) bool { return list.Row(id) != nil && list.Row(id).Line > 0 })]
		r := newRow(s.Row(id), order)
		r.Number, r.Cells[i].Self = i+1, true
		v.addByes(&r, s.Row(id))
		view.Byes = view.Byes || r.Byes != ""
		for c := range view.Criteria {
			r.Scores = append(r.Scores, v.scoreText(list.Standings, list.Row(id), c))
		}
		if !berger { // the lines are those of all players
			list.Standings = s
		}
		r.Place = list.Place(list.Row(id))
		view.Places = view.Places || berger || list.Shared(list.Row(id))
		if list.pool != last {
			r.Pool, last = list.pool, list.pool
		}
		view.Rows = append(view.Rows, r)
	}
	return "crosstable", &view, nil
}

// crossOrder returns the players in the order of the table, and whether that is
// the order of the Berger numbers: in a round robin its players come first, pool by
// pool.
func (v *Visit) crossOrder(s *results.Standings, n int, teams bool) (order []tournament.PlayerID, berger bool) {
	t := v.Tournament
	stage := t.Settings.Stage(max(n, 1))
	if r := t.Round(stage.From); stage.System == tournament.RoundRobin && teams == page.OfTeams(t) && r != nil && r.Published {
		berger = true
		for _, id := range slices.Concat(pairing.Pools(t, stage.From)...) {
			if row := s.Row(id); row != nil && row.Line > 0 { // a stored list of seeds may name players who take no part
				order = append(order, id)
			}
		}
	}
	for i := range s.Rows {
		if id := s.Rows[i].Player; !slices.Contains(order, id) {
			order = append(order, id)
		}
	}
	return order, berger
}

// newCells returns the cells of a row against the players of an order.
func newCells(order []tournament.PlayerID) []crossCell {
	return make([]crossCell, len(order))
}

// add appends a game against a player.
func (r *crossRow) add(at int, g crossGame) { r.Cells[at].Games = append(r.Cells[at].Games, g) }

func (v *Visit) newCrossRow(r *results.Row, order []tournament.PlayerID) crossRow {
	row := crossRow{Player: page.NewPlayerView(v.Tournament, r.Player), Cells: newCells(order)}
	for q, c := range r.Cells {
		if c.Kind == results.Game {
			row.add(slices.Index(order, c.Opponent), v.crossGame(q+1, c))
		}
	}
	return row
}

// addByes adds the rounds without a game.
func (v *Visit) addByes(row *crossRow, r *results.Row) {
	var marks, words []string
	for q, c := range r.Cells {
		if c.Kind != results.Game && c.Kind != results.Annulled {
			switch {
			case c.Kind == results.Bye:
				marks = append(marks, v.Lang.T("standings.cell.bye"))
			case c.Sign == '-':
				marks = append(marks, "–")
			default:
				marks = append(marks, signText(c))
			}
			words = append(words, v.Lang.T("standings.cell.round", q+1, v.Lang.T(page.CellKeys[c.Kind])))
		}
	}
	row.Byes, row.ByeWords = strings.Join(marks, " "), strings.Join(words, "; ")
}

// newCrossTeamRow returns one team against all others: the points of its matches.
func (v *Visit) newCrossTeamRow(r *results.Row, order []tournament.PlayerID) crossRow {
	row := crossRow{Player: page.NewTeamView(v.Tournament, r.Player), Cells: newCells(order)}
	for q, c := range r.Cells {
		if c.Kind == results.Game {
			row.add(slices.Index(order, c.Opponent), crossGame{v.teamCell(q+1, r.Player, c), v.matchOf(q+1, r.Player).Score.A})
		}
	}
	return row
}
