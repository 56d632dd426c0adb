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
	// Lists are those of teams and of players, where teams play; OfTeams says
	// that this is that of the teams.
	Lists   []link
	OfTeams bool
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
	page := crossPage{base: v.base(v.lang.T("frame.crosstable"), "/crosstable", 0), After: n}
	standings, row := v.Standings, v.crossRow
	if ofTeams(v.Tournament) {
		page.Lists, page.OfTeams = v.lists("/crosstable", n), v.query.Get("by") != "player"
	}
	if page.OfTeams {
		standings, row = v.Teams, v.crossTeam
	}
	s := standings(n)
	if page.Crowded = len(s.Rows) > mostCrossed; page.Crowded {
		return "crosstable", page, nil
	}
	for i := range s.Rows {
		page.Rows = append(page.Rows, row(s, &s.Rows[i]))
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

// crossTeam is one team against all others: the boards it won.
func (v *visit) crossTeam(s *results.Standings, r *results.Row) crossRow {
	row := crossRow{Line: r.Line, Player: newTeamView(v.Tournament, r.Player), Cells: make([]crossCell, len(s.Rows))}
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
		m := v.matchOf(q+1, r.Player)
		cell.Text += m.Score.A
		cell.Words += v.teamCell(q+1, r.Player, c).Words
		cell.Won = cell.Won || m.Score.AWon
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
