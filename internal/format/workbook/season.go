package workbook

import (
	"tourney/internal/results/scoring"
	"tourney/internal/tournament"
)

// Points is the only criterion of ReportSeason.
const Points tournament.Criterion = "POINTS"

// ReportSeason returns the standings of all evenings of open play for scripts: points without rounds. Tables without
// points have no criterion. The fault is from scoring.SetNamed.
func ReportSeason(t *tournament.Tournament) (StandingsReport, error) {
	report := StandingsReport{Criteria: []tournament.Criterion{}, Players: []StandingsLine{}}
	table, err := scoring.TableOf(t, nil)
	if err != nil {
		return report, err
	}
	for i, s := range table.Standings {
		p := t.Player(tournament.PlayerID(s.Player))
		line := StandingsLine{
			ID: p.ID, Line: i + 1, Place: s.Place, Name: p.Name(), Rank: p.Rank.String(), Country: p.Country, Club: p.Club,
			Wins: float64(s.Wins) + float64(s.Jigos)/2, Scores: []any{}, Rounds: []string{}, Cells: []StandingsCell{},
		}
		if s.Place == 0 {
			line.Place = line.Line
		} else {
			report.Criteria = []tournament.Criterion{Points}
			line.Scores = append(line.Scores, float64(s.Points)/float64(scoring.Point))
		}
		report.Players = append(report.Players, line)
	}
	return report, nil
}
