package workbook

import (
	"tourney/internal/results"
	"tourney/internal/tournament"
)

// A StandingsCell is one round of a player for scripts; wall lists have 12+/b2.
type StandingsCell struct {
	Round int `json:"round"`
	// Kind is game, bye, half-bye, absent, unpaired (present, without a game), not-entered, annulled (a round that does
	// not count after a withdrawal) or walkover (a win without a game after a withdrawal).
	Kind string `json:"kind"`
	// Sign is + for a full point, = for a half, - for none and ? for an open game.
	Sign string `json:"sign"`
	// StandIn is set if a game against a stand-in filled the bye.
	StandIn bool `json:"standIn,omitempty"`
	// CellGame is the game, nil for a round without a game.
	*CellGame
}

// A CellGame is the game of a StandingsCell from its player's side. In standings of teams it is the match, with the
// game of the first board and the number of the match as the table.
type CellGame struct {
	Game  int `json:"game"`
	Table int `json:"table"`
	// OpponentLine and OpponentPlace are 0 for an opponent outside the standings.
	Opponent      tournament.PlayerID `json:"opponent"`
	OpponentLine  int                 `json:"opponentLine,omitempty"`
	OpponentPlace int                 `json:"opponentPlace,omitempty"`
	Colour        string              `json:"colour"` // B or W
	Handicap      int                 `json:"handicap"`
	Result        string              `json:"result"`
	// Forfeit is set if the game was decided without being played.
	Forfeit bool `json:"forfeit,omitempty"`
}

// cellKinds are the words for the kinds of cells.
var cellKinds = map[results.CellKind]string{
	results.Game: "game", results.Bye: "bye", results.HalfBye: "half-bye", results.Absent: "absent",
	results.NotAssigned: "unpaired", results.NotEntered: "not-entered", results.Annulled: "annulled", results.Walkover: "walkover",
}

// A cellReporter converts cells of standings for scripts.
type cellReporter struct {
	standings *results.Standings
	games     map[int]*tournament.Game // by ID
}

func newCellReporter(t *tournament.Tournament, s *results.Standings) cellReporter {
	r := cellReporter{s, map[int]*tournament.Game{}}
	for i := range t.Rounds {
		games := t.Rounds[i].Games
		for j := range games {
			r.games[games[j].ID] = &games[j]
		}
	}
	return r
}

// report returns the cells of a row.
func (r cellReporter) report(row *results.Row) []StandingsCell {
	cells := []StandingsCell{}
	for i, c := range row.Cells {
		cell := StandingsCell{Round: i + 1, Kind: cellKinds[c.Kind], Sign: string(c.Sign), StandIn: c.StandIn}
		if c.Kind == results.Annulled {
			cell.Sign = "-" // it does not count
		}
		if c.GameID > 0 {
			g := r.games[c.GameID]
			cell.CellGame = &CellGame{
				Game: c.GameID, Table: g.Table, Opponent: c.Opponent, OpponentLine: c.Line,
				Colour: "W", Handicap: c.Handicap, Result: g.Decided().String(), Forfeit: c.Default,
			}
			if c.Black {
				cell.Colour = "B"
			}
			if opponent := r.standings.Row(c.Opponent); opponent != nil && c.Line > 0 {
				cell.OpponentPlace = opponent.Place
			}
		}
		cells = append(cells, cell)
	}
	return cells
}
