package scoring_test

import (
	"fmt"

	"tourney/internal/results/scoring"
	"tourney/internal/tournament"
)

// A point for a win, and half a point for each new opponent.
func ExampleCount() {
	rules := scoring.Rules{Awards: []scoring.Award{
		{On: scoring.Win, Points: scoring.Point},
		{On: scoring.Played, Points: scoring.Point / 2, Meeting: scoring.First},
	}}
	black := tournament.Result{Outcome: tournament.BlackWins}
	table := scoring.Count(rules, []scoring.Player{{ID: 1}, {ID: 2}, {ID: 3}}, []scoring.Game{
		{ID: 1, Day: 1, Black: 1, White: 2, Result: black},
		{ID: 2, Day: 1, Black: 2, White: 3, Result: black},
		{ID: 3, Day: 2, Black: 1, White: 2, Result: black},
	})
	for _, s := range table.Standings {
		fmt.Println(s.Place, s.Player, s.Points)
	}
	// Output:
	// 1 1 2.5
	// 2 2 2
	// 3 3 0.5
}
