package exchange

import (
	"tourney/internal/results"
	"tourney/internal/tournament"
)

// A StandingsReport is the standings as scripts read them, from the command
// line and from the web alike. Fields may be added, none renamed.
type StandingsReport struct {
	After    int                    `json:"after"`
	Criteria []tournament.Criterion `json:"criteria"`
	Players  []StandingsLine        `json:"players"`
}

// A StandingsLine is one player of a StandingsReport.
type StandingsLine struct {
	Place   int      `json:"place"`
	Name    string   `json:"name"`
	Rank    string   `json:"rank"`
	Country string   `json:"country"`
	Club    string   `json:"club"`
	Wins    float64  `json:"wins"`
	Scores  []any    `json:"scores"` // numbers; ranks as text
	Rounds  []string `json:"rounds"` // wall-list cells, such as 12+/b2
}

// ReportStandings returns the standings for scripts.
func ReportStandings(t *tournament.Tournament, s *results.Standings) StandingsReport {
	report := StandingsReport{After: s.After, Criteria: s.Criteria, Players: []StandingsLine{}}
	for i := range s.Rows {
		row := &s.Rows[i]
		p := t.Player(row.Player)
		line := StandingsLine{
			Place: row.Place, Name: p.Name(), Rank: p.Rank.String(), Country: p.Country, Club: p.Club,
			Wins: float64(row.NBW) / 2, Scores: []any{}, Rounds: []string{},
		}
		for j, v := range row.Scores {
			if s.Criteria[j] == tournament.ByRank {
				line.Scores = append(line.Scores, row.Text(j))
				continue
			}
			line.Scores = append(line.Scores, float64(v)/4)
		}
		for _, c := range row.Cells {
			line.Rounds = append(line.Rounds, c.String())
		}
		report.Players = append(report.Players, line)
	}
	return report
}
