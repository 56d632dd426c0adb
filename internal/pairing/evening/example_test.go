package evening_test

import (
	"context"
	"fmt"
	"time"

	"tourney/internal/handicap"
	"tourney/internal/pairing/evening"
	"tourney/internal/rank"
	"tourney/internal/tournament"
)

func ExampleNext() {
	now := time.Date(2026, 11, 24, 20, 0, 0, 0, time.UTC)
	system, _ := handicap.Named("finnish")
	plan, err := evening.Next(context.Background(), &evening.Evening{
		Now: now,
		People: []evening.Person{
			{ID: 1, Strength: rank.Kyu(4).Index(), Since: now.Add(-12 * time.Minute), Games: 2},
			{ID: 2, Strength: rank.Kyu(6).Index(), Since: now.Add(-5 * time.Minute)},
		},
		Handicap: system.Policy,
		Rules:    evening.Rules{Rematch: tournament.RematchOnce, Promise: 20 * time.Minute},
		Length:   40 * time.Minute,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, g := range plan.Games {
		fmt.Println("Black", g.Black, "White", g.White, "handicap", g.Terms.Number, "komi", g.Terms.Komi)
		for _, r := range g.Reasons {
			fmt.Println(r.Kind, r.Player, r.Number)
		}
	}
	// Output:
	// Black 2 White 1 handicap 2 komi 0
	// promise 1 12
	// only 1 0
	// only 2 0
	// first-ever 0 0
	// fair 0 2
}
