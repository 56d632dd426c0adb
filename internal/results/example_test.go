package results_test

import (
	"fmt"

	"tourney/internal/rank"
	"tourney/internal/results"
	"tourney/internal/tournament"
)

// Four players after two rounds. Anna and Berta have won once each, but Anna's
// opponents have won more.
func ExampleAfter() {
	t := &tournament.Tournament{}
	t.Settings.System, t.Settings.Rounds = tournament.Swiss, 2
	t.Settings.Criteria = []tournament.Criterion{tournament.NBW, tournament.SOSW, tournament.SODOSW}
	for i, name := range []string{"Anna", "Berta", "Carla", "Dora"} {
		t.Players = append(t.Players, tournament.Player{
			ID: tournament.PlayerID(i + 1), Family: name, Rank: rank.Dan1, Status: tournament.CheckedIn,
		})
	}
	black, white := tournament.Result{Outcome: tournament.BlackWins}, tournament.Result{Outcome: tournament.WhiteWins}
	t.Rounds = []tournament.Round{
		{Number: 1, Published: true, Games: []tournament.Game{
			{ID: 1, Round: 1, Table: 1, Black: 1, White: 2, Result: black}, {ID: 2, Round: 1, Table: 2, Black: 3, White: 4, Result: white},
		}},
		{Number: 2, Published: true, Games: []tournament.Game{
			{ID: 3, Round: 2, Table: 1, Black: 4, White: 1, Result: black}, {ID: 4, Round: 2, Table: 2, Black: 2, White: 3, Result: black},
		}},
	}
	s := results.After(t, 2)
	fmt.Println("place name", s.Criteria)
	for _, row := range s.Rows {
		fmt.Println(row.Place, t.NameOf(row.Player), row.Scores, row.Cells)
	}
	// Output:
	// place name [NBW SOSW SODOSW]
	// 1 Dora [2 1 1] [4+/w 2+/b]
	// 2 Anna [1 3 1] [3+/b 1-/w]
	// 3 Berta [1 1 0] [2-/w 4+/b]
	// 4 Carla [0 3 0] [1-/b 3-/w]
}
