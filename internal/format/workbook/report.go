package workbook

import (
	"strconv"

	"tourney/internal/format/file"
	"tourney/internal/pairing"
	"tourney/internal/results"
	"tourney/internal/tournament"
)

// A StandingsReport is the standings for scripts, on the command line and on the web. Fields may be added, none
// renamed.
type StandingsReport struct {
	After    int                    `json:"after"`
	Criteria []tournament.Criterion `json:"criteria"`
	Players  []StandingsLine        `json:"players"`
}

// A StandingsLine is one player of a StandingsReport, or one team.
type StandingsLine struct {
	// ID is the ID of the player or team in the tournament, Line the number of the line, which the cells of Rounds
	// refer to.
	ID      tournament.PlayerID `json:"id"`
	Line    int                 `json:"line"`
	Place   int                 `json:"place"`
	Name    string              `json:"name"`
	Rank    string              `json:"rank"`
	Country string              `json:"country"`
	Club    string              `json:"club"`
	Wins    float64             `json:"wins"`
	Scores  []any               `json:"scores"` // numbers; ranks as text
	Rounds  []string            `json:"rounds"` // wall-list cells, such as 12+/b2
	Cells   []StandingsCell     `json:"cells"`  // the same rounds in fields
	// Pool is the player's pool, such as A, and PoolPlace the place in it; empty outside pools.
	Pool      string `json:"pool,omitempty"`
	PoolPlace int    `json:"poolPlace,omitempty"`
}

// ReportStandings returns the standings for scripts.
func ReportStandings(t *tournament.Tournament, s *results.Standings) StandingsReport {
	report := StandingsReport{After: s.After, Criteria: s.Criteria, Players: []StandingsLine{}}
	pools, cells := poolPlaces(t, s.After), newCellReporter(t, s)
	for i := range s.Rows {
		row := &s.Rows[i]
		p := t.Player(row.Player)
		line := StandingsLine{
			ID: row.Player, Line: row.Line, Place: row.Place, Name: p.Name(), Rank: p.Rank.String(), Country: p.Country, Club: p.Club,
			Wins: float64(row.NBW) / 2, Scores: []any{}, Rounds: []string{}, Cells: cells.report(row),
			Pool: pools[row.Player].pool, PoolPlace: pools[row.Player].place,
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

// A poolPlace is a player's pool and the place in it.
type poolPlace struct {
	pool  string
	place int
}

// poolPlaces returns the places in the pools of a round's stage; nil without pools.
func poolPlaces(t *tournament.Tournament, after int) map[tournament.PlayerID]poolPlace {
	stage := t.Settings.Stage(after)
	if after == 0 || !stage.Pooled() {
		return nil
	}
	places := map[tournament.PlayerID]poolPlace{}
	for k, pool := range pairing.Pools(t, after) {
		for _, row := range results.Among(t, stage.From, after, pool).Rows {
			places[row.Player] = poolPlace{pairing.PoolName(k), row.Place}
		}
	}
	return places
}

// A DrawReport is a draw for scripts. Totals and shares are whole numbers in text form, because they exceed 2^53.
type DrawReport struct {
	Round  int               `json:"round"`
	System tournament.System `json:"system"`
	Seed   uint64            `json:"seed"`
	// SeedText is the seed as text, because it may exceed 2^53.
	SeedText uint64 `json:"seedText,string"`
	Inputs   string `json:"inputs"`
	Program  string `json:"program,omitempty"`
	Total    string `json:"total"`
	Best     string `json:"best,omitempty"` // the best possible total for these players
	// Meetings counts earlier meetings of the paired players; fewer outweigh any total.
	Meetings int         `json:"meetings,omitempty"`
	Games    []DrawnGame `json:"games"`
	// Bye and Absent are names, ByeIDs and AbsentIDs the IDs of the same players.
	Bye       []string              `json:"bye"`
	Absent    []string              `json:"absent"`
	ByeIDs    []tournament.PlayerID `json:"byeIds"`
	AbsentIDs []tournament.PlayerID `json:"absentIds"`
	Byes      []DrawnBye            `json:"byes"`
	Weights   []PairWeight          `json:"weights,omitempty"`
}

// A DrawnGame is one game of a DrawReport.
type DrawnGame struct {
	// Game is its ID in the tournament, 0 before it is saved.
	Game     int                 `json:"game,omitempty"`
	Table    int                 `json:"table"`
	Black    string              `json:"black"`
	White    string              `json:"white"`
	BlackID  tournament.PlayerID `json:"blackId"`
	WhiteID  tournament.PlayerID `json:"whiteId"`
	Handicap int                 `json:"handicap"`
	Komi     float64             `json:"komi"`
	Weight   string              `json:"weight"`
	Criteria []DrawShare         `json:"criteria"`
	// Plan describes the game's place in the plan of a planned system.
	Plan    []string `json:"plan,omitempty"`
	Reasons Reasons  `json:"told"`
}

// Reasons are the sentences for the two players of a game.
type Reasons struct {
	Black []string `json:"black"`
	White []string `json:"white"`
}

// A DrawShare is the contribution of one criterion to a game, its maximum, and an optional sentence.
type DrawShare struct {
	Name  string `json:"name"`
	Share string `json:"share"`
	Most  string `json:"most"`
	Text  string `json:"text,omitempty"`
}

// A DrawnBye gives the reason for a player's bye.
type DrawnBye struct {
	ID   tournament.PlayerID `json:"id"`
	Name string              `json:"name"`
	Text string              `json:"text"`
}

// A PairWeight is the value of pairing two players.
type PairWeight struct {
	A        string              `json:"a"`
	B        string              `json:"b"`
	AID      tournament.PlayerID `json:"aId"`
	BID      tournament.PlayerID `json:"bId"`
	Total    string              `json:"total"`
	Criteria map[string]string   `json:"criteria"`
}

// ReportDraw returns the draw for scripts, its reasons formatted by say, without the weights of all pairs.
func ReportDraw(t *tournament.Tournament, d *pairing.Draw, say file.Label) DrawReport {
	report := DrawReport{
		Round: d.Round, System: d.System, Seed: d.Seed, SeedText: d.Seed, Inputs: d.Inputs, Total: d.Total.String(), Meetings: d.Repeats.Meetings,
		Games: []DrawnGame{}, Bye: names(t, d.Byes), Absent: names(t, d.Absent), Byes: []DrawnBye{},
		ByeIDs: append([]tournament.PlayerID{}, d.Byes...), AbsentIDs: append([]tournament.PlayerID{}, d.Absent...),
	}
	if d.Best != nil {
		report.Best = d.Best.String()
	}
	for i := range d.Games {
		report.Games = append(report.Games, reportGame(t, d, &d.Games[i], say))
	}
	for _, id := range d.Byes {
		if said, ok := d.ExplainBye(id); ok {
			report.Byes = append(report.Byes, DrawnBye{id, t.Player(id).Name(), say(said.Key, said.Args...)})
		}
	}
	return report
}

// AddWeights adds the weights of all pairs.
func (r *DrawReport) AddWeights(t *tournament.Tournament, d *pairing.Draw) {
	for w := range d.Weights() {
		pair := PairWeight{
			A: t.Player(w.A).Name(), B: t.Player(w.B).Name(), AID: w.A, BID: w.B, Total: strconv.FormatInt(w.Total, 10), Criteria: map[string]string{},
		}
		for i, name := range pairing.Criteria() {
			pair.Criteria[name] = strconv.FormatInt(w.Shares[i], 10)
		}
		r.Weights = append(r.Weights, pair)
	}
}

func reportGame(t *tournament.Tournament, d *pairing.Draw, p *pairing.Pairing, say file.Label) DrawnGame {
	g := &p.Game
	game := DrawnGame{
		Game: g.ID, Table: g.Table, Black: t.Player(g.Black).Name(), White: t.Player(g.White).Name(), BlackID: g.Black, WhiteID: g.White,
		Handicap: g.Handicap, Komi: float64(g.Komi) / 2, Weight: strconv.FormatInt(p.Weight, 10),
	}
	e, reasons := d.Explain(g.Table), map[string]string{}
	for _, r := range e.Reasons {
		reasons[r.Criterion] = say(r.Key, r.Args...)
	}
	for _, s := range p.Shares {
		game.Criteria = append(game.Criteria, DrawShare{s.Criterion, strconv.FormatInt(s.Value, 10), strconv.FormatInt(s.Most, 10), reasons[s.Criterion]})
	}
	game.Plan, game.Reasons = texts(e.Plan, say), Reasons{texts(e.Black, say), texts(e.White, say)}
	return game
}

func texts(sentences []pairing.Sentence, say file.Label) (list []string) {
	for _, s := range sentences {
		list = append(list, say(s.Key, s.Args...))
	}
	return list
}

func names(t *tournament.Tournament, ids []tournament.PlayerID) []string {
	list := []string{}
	for _, id := range ids {
		list = append(list, t.Player(id).Name())
	}
	return list
}
