package handicap_test

import (
	"fmt"

	"tourney/internal/handicap"
	"tourney/internal/rank"
)

// The handicap of a 2 kyu against a 1 dan by the Finnish rules, and of a 5 kyu
// against a 5 dan by a table for 9×9 boards.
func ExampleNamed() {
	for _, game := range []struct {
		system       string
		white, black rank.Rank
	}{
		{"finnish", rank.Dan1, rank.Kyu(2)},
		{"finnish", rank.Kyu(2), rank.Kyu(2)},
		{"hiddema-9", rank.Dan(5), rank.Kyu(5)},
	} {
		system, err := handicap.Named(game.system)
		if err != nil {
			fmt.Println(err)
			return
		}
		terms := system.Policy.Between(game.white.Index(), game.black.Index())
		fmt.Printf("%s, %v against %v: %d stones, komi %v\n", system.Name, game.white, game.black, terms.Stones(), terms.Komi)
	}
	// Output:
	// finnish, 1d against 2k: 2 stones, komi 0
	// finnish, 2k against 2k: 0 stones, komi 6.5
	// hiddema-9, 5d against 5k: 2 stones, komi 2.5
}

// A custom policy: by McMahon score, one stone less than the difference, none above 1 dan.
func ExamplePolicy() {
	policy := handicap.Policy{Basis: handicap.ByMMS, Correction: 1, Ceiling: 9, Threshold: rank.Dan1, EvenKomi: 13}
	if err := policy.Check(); err != nil {
		fmt.Println(err)
		return
	}
	for _, scores := range [][2]int{{33, 31}, {32, 28}, {29, 20}} {
		terms := policy.Between(scores[0]-30, scores[1]-30)
		fmt.Printf("McMahon scores %v: %d stones, komi %v\n", scores, terms.Stones(), terms.Komi)
	}
	// Output:
	// McMahon scores [33 31]: 0 stones, komi 6.5
	// McMahon scores [32 28]: 0 stones, komi 0
	// McMahon scores [29 20]: 8 stones, komi 0
}
