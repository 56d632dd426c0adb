package web

import "tourney/internal/results"

// A crossPage shows who met whom, players in the order of the standings both
// ways.
type crossPage struct {
	base
	After int
	Rows  []crossRow
	// Crowded says that there are too many players for a square.
	Crowded bool
}

// A crossRow is one player against all others.
type crossRow struct {
	Line   int
	Player playerView
	Cells  []crossCell
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
	for i := range standings.Rows {
		page.Rows = append(page.Rows, v.crossRow(standings, &standings.Rows[i]))
	}
	return "crosstable", page, nil
}

func (v *visit) crossRow(s *results.Standings, r *results.Row) crossRow {
	row := crossRow{Line: r.Line, Player: newPlayerView(v.Tournament, r.Player), Cells: make([]crossCell, len(s.Rows))}
	row.Cells[r.Line-1].Self = true
	for q, c := range r.Cells {
		if c.Kind != results.Game {
			continue
		}
		cell := &row.Cells[c.Line-1]
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
