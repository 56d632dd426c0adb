package public

import (
	"slices"

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
	// Crowded is set if there are too many players for a square.
	Crowded bool
	// Berger is set if the rows are in the order of the Berger numbers and have
	// score and place.
	Berger bool
	Score  page.CriterionView
	// Lists are links to the tables of teams and of players, if teams play; OfTeams is set for the table of teams.
	Lists   []page.Link
	OfTeams bool
}

// Columns counts the columns of the table.
func (p *crossPage) Columns() int {
	if p.Berger {
		return 4 + len(p.Rows)
	}
	return 2 + len(p.Rows)
}

// A crossRow is one player against all others.
type crossRow struct {
	// Pool is the heading above the first row of a pool, "" elsewhere.
	Pool   string
	Number int
	Player page.PlayerView
	Cells  []crossCell
	Score  string
	Place  int
}

// A crossCell is the results between two players; Self is the diagonal.
type crossCell struct {
	Text, Words string
	Won, Self   bool
}

// mostInSquare is the largest number of players in a square that is still readable.
const mostInSquare = 64

// crowded reports whether the tournament has too many players, or teams, for a square.
func (v *Visit) crowded() bool {
	if page.OfTeams(v.Tournament) {
		return len(v.Tournament.Settings.Teams.Teams) > mostInSquare
	}
	return len(v.Tournament.Participants()) > mostInSquare
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
	if view.Crowded = len(s.Rows) > mostInSquare; view.Crowded {
		return "crosstable", &view, nil
	}
	order, berger := v.crossOrder(s, n, view.OfTeams)
	view.Berger = berger
	view.Score = page.NewCriterionView(v.Lang, s.Criteria[0])
	lists := []ranking{{Standings: s}}
	if !view.OfTeams {
		lists = append(v.rankings(n), lists...)
	}
	last := ""
	for i, id := range order {
		list := lists[slices.IndexFunc(lists, func(list ranking) bool { return list.Row(id) != nil && list.Row(id).Line > 0 })]
		r := newRow(s.Row(id), order)
		r.Number, r.Cells[i].Self = i+1, true
		if berger {
			v.addByes(&r.Cells[i], s.Row(id))
		}
		r.Score, r.Place = v.scoreText(list.Standings, list.Row(id), 0), list.Row(id).Place
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

// add appends a game of the two to the earlier games.
func (c *crossCell) add(text, words string, won bool) {
	if c.Text != "" {
		c.Text += " "
		c.Words += "; "
	}
	c.Text += text
	c.Words += words
	c.Won = c.Won || won
}

func (v *Visit) newCrossRow(r *results.Row, order []tournament.PlayerID) crossRow {
	row := crossRow{Player: page.NewPlayerView(v.Tournament, r.Player), Cells: make([]crossCell, len(order)), Place: r.Place}
	for q, c := range r.Cells {
		if c.Kind != results.Game {
			continue
		}
		row.Cells[slices.Index(order, c.Opponent)].add(crossSign(c), v.cell(q+1, c).Words, c.Sign == '+')
	}
	return row
}

// addByes marks byes in a player's own cell, because the score counts them.
func (v *Visit) addByes(cell *crossCell, r *results.Row) {
	for q, c := range r.Cells {
		if c.Kind == results.Bye {
			cell.Text += "+"
			cell.Words = v.cell(q+1, c).Words
		}
	}
}

// newCrossTeamRow returns one team against all others: the points of its matches.
func (v *Visit) newCrossTeamRow(r *results.Row, order []tournament.PlayerID) crossRow {
	row := crossRow{Player: page.NewTeamView(v.Tournament, r.Player), Cells: make([]crossCell, len(order)), Place: r.Place}
	for q, c := range r.Cells {
		if c.Kind != results.Game {
			continue
		}
		m := v.matchOf(q+1, r.Player)
		row.Cells[slices.Index(order, c.Opponent)].add(m.Score.A, v.teamCell(q+1, r.Player, c).Words, m.Score.AWon)
	}
	return row
}

// crossSign formats points as cross tables do.
func crossSign(c results.Cell) string {
	switch c.Sign {
	case '+':
		return "1"
	case '=':
		return "½"
	case '-':
		return "0"
	}
	return "·"
}
