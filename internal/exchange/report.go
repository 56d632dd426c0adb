package exchange

import (
	"strconv"

	"tourney/internal/pairing"
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

// A DrawReport is a draw as scripts read it. Totals and shares are whole
// numbers written as text: they pass 2^53.
type DrawReport struct {
	Round   int               `json:"round"`
	System  tournament.System `json:"system"`
	Seed    uint64            `json:"seed"`
	Inputs  string            `json:"inputs"`
	Total   string            `json:"total"`
	Games   []DrawnGame       `json:"games"`
	Bye     []string          `json:"bye"`
	Absent  []string          `json:"absent"`
	Weights []PairWeight      `json:"weights,omitempty"`
}

// A DrawnGame is one game of a DrawReport.
type DrawnGame struct {
	Table    int         `json:"table"`
	Black    string      `json:"black"`
	White    string      `json:"white"`
	Handicap int         `json:"handicap"`
	Komi     float64     `json:"komi"`
	Weight   string      `json:"weight"`
	Criteria []DrawShare `json:"criteria"`
}

// A DrawShare is what one criterion gives a game.
type DrawShare struct {
	Name  string `json:"name"`
	Share string `json:"share"`
}

// A PairWeight is what pairing two players would be worth.
type PairWeight struct {
	A        string            `json:"a"`
	B        string            `json:"b"`
	Total    string            `json:"total"`
	Criteria map[string]string `json:"criteria"`
}

// ReportDraw returns the draw for scripts, with the weights of all pairs when
// they are asked for.
func ReportDraw(t *tournament.Tournament, d *pairing.Draw, weights bool) DrawReport {
	report := DrawReport{
		Round: d.Round, System: d.System, Seed: d.Seed, Inputs: d.Inputs, Total: d.Total.String(),
		Games: []DrawnGame{}, Bye: names(t, d.Byes), Absent: names(t, d.Absent),
	}
	for _, g := range d.Games {
		game := DrawnGame{
			Table: g.Game.Table, Black: t.Player(g.Game.Black).Name(), White: t.Player(g.Game.White).Name(),
			Handicap: g.Game.Handicap, Komi: float64(g.Game.Komi) / 2, Weight: strconv.FormatInt(g.Weight, 10),
		}
		for _, s := range g.Shares {
			game.Criteria = append(game.Criteria, DrawShare{s.Criterion, strconv.FormatInt(s.Value, 10)})
		}
		report.Games = append(report.Games, game)
	}
	if !weights {
		return report
	}
	for w := range d.Weights() {
		pair := PairWeight{
			A: t.Player(w.A).Name(), B: t.Player(w.B).Name(), Total: strconv.FormatInt(w.Total, 10), Criteria: map[string]string{},
		}
		for i, name := range pairing.Criteria() {
			pair.Criteria[name] = strconv.FormatInt(w.Shares[i], 10)
		}
		report.Weights = append(report.Weights, pair)
	}
	return report
}

func names(t *tournament.Tournament, ids []tournament.PlayerID) []string {
	list := []string{}
	for _, id := range ids {
		list = append(list, t.Player(id).Name())
	}
	return list
}
