package web

import (
	"slices"

	"tourney/internal/pairing"
	"tourney/internal/results"
	"tourney/internal/tournament"
)

// A crossPage shows who met whom, players in the same order both ways: that of
// the standings, or in a round robin that of the Berger numbers.
type crossPage struct {
	base
	After int
	Rows  []crossRow
	// Crowded says that there are too many players for a square.
	Crowded bool
	// Berger says that the rows are in the order of the Berger numbers and have
	// score and place.
	Berger bool
	Score  criterionView
}

// A crossRow is one player against all others.
type crossRow struct {
	Number int
	Player playerView
	Cells  []crossCell
	Score  string
	Place  int
}

// A crossCell is what happened between two players; Self is the diagonal.
type crossCell struct {
	Text, Words string
	Won, Self   bool
}

// mostCrossed is how many players still make a square that can be read.
const mostCrossed = 64

func showCrossTable(v *visit) (string, any, error) {
	n, err := v.after()
	if err != nil {
		return "", nil, err
	}
	page := crossPage{
		base: v.base(v.lang.T("frame.crosstable"), "/crosstable", 0), After: n, Crowded: len(v.Tournament.Players) > mostCrossed,
	}
	if page.Crowded {
		return "crosstable", page, nil
	}
	standings := v.Standings(n)
	order, berger := v.crossOrder(standings)
	page.Berger = berger
	page.Score = newCriterionView(v.lang, standings.Criteria[0])
	for i, id := range order {
		row := v.crossRow(standings.Row(id), order)
		row.Number, row.Cells[i].Self = i+1, true
		if berger {
			v.addByes(&row.Cells[i], standings.Row(id))
		}
		row.Score = v.scoreText(standings, standings.Row(id), 0)
		page.Rows = append(page.Rows, row)
	}
	return "crosstable", page, nil
}

// crossOrder returns the players in the order of the table, and whether that is
// the order of the Berger numbers: where a round robin is played who plays it
// comes first.
func (v *visit) crossOrder(s *results.Standings) (order []tournament.PlayerID, berger bool) {
	t := v.Tournament
	stage := t.Settings.Stage(max(t.Current(), 1))
	if r := t.Round(stage.From); stage.System == tournament.RoundRobin && t.Settings.Teams.Boards == 0 && r != nil && r.Published {
		order, berger = pairing.Seeds(t, stage.From), true
	}
	for i := range s.Rows {
		if id := s.Rows[i].Player; !slices.Contains(order, id) {
			order = append(order, id)
		}
	}
	return order, berger
}

func (v *visit) crossRow(r *results.Row, order []tournament.PlayerID) crossRow {
	row := crossRow{Player: newPlayerView(v.Tournament, r.Player), Cells: make([]crossCell, len(order)), Place: r.Place}
	for q, c := range r.Cells {
		if c.Kind != results.Game {
			continue
		}
		cell := &row.Cells[slices.Index(order, c.Opponent)]
		if cell.Text != "" { // they met before
			cell.Text += " "
			cell.Words += "; "
		}
		cell.Text += crossSign(c)
		cell.Words += v.cell(q+1, c).Words
		cell.Won = cell.Won || c.Sign == '+'
	}
	return row
}

// addByes marks in a player's own cell that he had a bye, which his score
// counts.
func (v *visit) addByes(cell *crossCell, r *results.Row) {
	for q, c := range r.Cells {
		if c.Kind == results.Bye {
			cell.Text += "+"
			cell.Words = v.cell(q+1, c).Words
		}
	}
}

// crossSign writes points as cross tables do.
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
