package workbook

import (
	"encoding/json"
	"strings"
	"testing"

	"tourney/internal/results"
	"tourney/internal/testkit/formattest"
	"tourney/internal/tournament"
)

// The fields of a cell agree with the wall list and name the right opponent and game.
func TestCellsSayWhatTheWallListSays(t *testing.T) {
	for name, tn := range map[string]*tournament.Tournament{"small": formattest.Small(t), "six": formattest.SixPlayers(t), "teams": formattest.Match(t).OfTeams()} {
		report := ReportStandings(tn, results.After(tn, len(tn.Rounds)))
		lines := map[tournament.PlayerID]StandingsLine{}
		for _, line := range report.Players {
			lines[line.ID] = line
		}
		for i, line := range report.Players {
			if line.Line != i+1 || line.Name != tn.Player(line.ID).Name() || len(line.Cells) != len(line.Rounds) {
				t.Errorf("%s: line %d of %s has %d cells for %d rounds", name, line.Line, line.Name, len(line.Cells), len(line.Rounds))
			}
			for j, c := range line.Cells {
				if c.CellGame == nil {
					if c.Kind == "game" || line.Rounds[j] != "0"+c.Sign {
						t.Errorf("%s: %s is %+v", name, line.Rounds[j], c)
					}
					continue
				}
				g := tn.Game(c.Game)
				if g == nil || g.Table != c.Table || g.Round != c.Round || g.Opponent(line.ID) != c.Opponent || (g.Black == line.ID) != (c.Colour == "B") || g.Decided().String() != c.Result {
					t.Errorf("%s: cell %+v is of the game %+v", name, c.CellGame, g)
				}
				met := lines[c.Opponent]
				text := results.Cell{Sign: c.Sign[0], Line: c.OpponentLine, Black: c.Colour == "B", Handicap: c.Handicap, Default: c.Forfeit}.String()
				if text != line.Rounds[j] || met.Line != c.OpponentLine || met.Place != c.OpponentPlace {
					t.Errorf("%s: %s is %+v, which says %s, against %+v", name, line.Rounds[j], c.CellGame, text, met)
				}
			}
		}
	}
}

// A cell is one flat object.
func TestCellsAreFlat(t *testing.T) {
	game := StandingsCell{Round: 2, Kind: "game", Sign: "+", CellGame: &CellGame{Game: 17, Table: 3, Opponent: 9, OpponentLine: 12, OpponentPlace: 11, Colour: "B", Handicap: 2, Result: "B+R"}}
	for want, cell := range map[string]StandingsCell{
		`{"round":2,"kind":"game","sign":"+","game":17,"table":3,"opponent":9,"opponentLine":12,"opponentPlace":11,"colour":"B","handicap":2,"result":"B+R"}`: game,
		`{"round":1,"kind":"bye","sign":"-","standIn":true}`: {Round: 1, Kind: "bye", Sign: "-", StandIn: true},
	} {
		got, err := json.Marshal(cell)
		if err != nil || strings.TrimSpace(string(got)) != want {
			t.Errorf("%s (%v), want %s", got, err, want)
		}
	}
}
