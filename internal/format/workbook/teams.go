package workbook

import (
	"slices"
	"strconv"

	"tourney/internal/format/file"
	"tourney/internal/results"
	"tourney/internal/tournament"
)

// teamTables are the lists of a tournament of teams: the standings of teams, their cross table, the matches of the
// published rounds by boards, and the members.
func teamTables(t *tournament.Tournament, say file.Label) []table {
	v, s := t.OfTeams(), results.Teams(t, t.Current())
	cross := crossTable(v, s, say)
	if !cross.none() {
		cross.sheet, cross.title = say("workbook.teamcross"), say("workbook.teamcross")
	}
	return []table{teamStandings(t, v, s, say), matchesTable(t, say), cross, membersTable(t, say)}
}

// unlink replaces the persons in a table of teams by text, because teams have no player's row.
func (l *table) unlink() {
	for _, row := range l.rows {
		for c, value := range row {
			if p, ok := value.(person); ok {
				row[c] = p.name
			}
		}
	}
}

// teamStandings are the standings of teams; the cell 3+ 2½ of a round is a match won against team 3 with two and a half
// boards.
func teamStandings(t, v *tournament.Tournament, s *results.Standings, say file.Label) table {
	l := newStandings(v, s, say, func(i, q int) any { return teamCell(t, q+1, s.Rows[i].Player, s.Rows[i].Cells[q]) }, "name", "rank", "country", "club")
	l.sheet, l.title, l.id = say("workbook.teamstandings"), say("workbook.after", s.After), "teams"
	return l.table
}

// teamCell is a cell with a team's match.
func teamCell(t *tournament.Tournament, round int, team tournament.PlayerID, c results.Cell) string {
	matches, _ := t.Matches(round)
	for k := range matches {
		m := &matches[k]
		a, b, _ := m.Score(t)
		if m.B == team {
			a = b
		} else if m.A != team {
			continue
		}
		if c.Kind == results.Game {
			return strconv.Itoa(c.Line) + string(c.Sign) + " " + a.String()
		}
	}
	return c.String()
}

// matchesTable has the boards of all matches of published rounds.
func matchesTable(t *tournament.Tournament, say file.Label) table {
	l := table{sheet: say("workbook.matches"), title: say("workbook.matches"), keep: 2, sorts: true}
	l.columns = []heading{{title: say("player.round")}, {title: say("column.team"), words: true}, {title: say("column.result")}, {title: say("column.team"), words: true},
		{title: say("column.board")}, {title: say("column.table")}, {title: say("column.black"), words: true}, {title: say("column.white"), words: true}, {title: say("column.result")}}
	for n := 1; n <= t.Current(); n++ {
		matches, byes := t.Matches(n)
		for k := range matches {
			m := &matches[k]
			a, b, _ := m.Score(t)
			head := []any{n, t.Team(m.A).Name, a.String() + "–" + b.String(), t.Team(m.B).Name}
			for board, g := range m.Games {
				l.rows = append(l.rows, append(slices.Clone(head), board+1, g.Table, t.Player(g.Black).Name(), t.Player(g.White).Name(), resultCell(g)))
			}
			for _, id := range t.Round(n).Byes {
				if board, of := t.Board(n, id); board > 0 && of.A == m.A {
					l.rows = append(l.rows, append(slices.Clone(head), board, nil, t.Player(id).Name(), nil, say("workbook.bye")))
				}
			}
		}
		for _, id := range byes {
			l.rows = append(l.rows, []any{n, t.Team(id).Name, say("workbook.bye"), nil, nil, nil, nil, nil, nil})
		}
	}
	return l
}

// membersTable has the members of the teams, in the order of the boards.
func membersTable(t *tournament.Tournament, say file.Label) table {
	l := table{sheet: say("frame.teams"), title: say("frame.teams"), keep: 1, sorts: true}
	l.columns = []heading{{title: say("column.team"), words: true}, {title: say("column.no")}, {title: say("column.name"), words: true}, {title: say("column.rank")}, {title: say("column.club"), words: true}}
	for i := range t.Settings.Teams.Teams {
		team := &t.Settings.Teams.Teams[i]
		for k, id := range team.Members {
			p := t.Player(id)
			l.rows = append(l.rows, []any{team.Name, k + 1, p.Name(), p.Rank.String(), p.Club})
		}
	}
	return l
}
