package strength_test

import (
	"fmt"

	"tourney/internal/handicap"
	"tourney/internal/rank"
	"tourney/internal/results/strength"
	"tourney/internal/tournament"
)

// A 9 kyu wins nine of ten games with four stones against a 5 kyu.
func ExampleHistory_Proposals() {
	const player, opponent = 1, 2
	var games []strength.Game
	for i := range 10 {
		outcome := tournament.BlackWins
		if i == 4 {
			outcome = tournament.WhiteWins
		}
		games = append(games, strength.Game{
			Day: 7 * i, Black: player, White: opponent,
			Terms: handicap.Terms{Number: 4}, Result: tournament.Result{Outcome: outcome},
		})
	}
	history := strength.Estimate(games, []strength.Declared{
		{Person: player, Rank: rank.Kyu(9)},
		{Person: opponent, Rank: rank.Kyu(5)},
	})
	for _, p := range history.Proposals(63) {
		fmt.Printf("%d: %s to %s, %v of %d games won, %.1f expected, wrong with %.0f %%\n",
			p.Person, p.Present, p.Proposed, p.Won, p.Games, p.Expected, 100*p.Wrong)
	}
	// Output: 1: 9k to 7k, 9 of 10 games won, 5.9 expected, wrong with 85 %
}
