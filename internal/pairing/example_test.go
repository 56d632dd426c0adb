package pairing_test

import (
	"context"
	"fmt"

	"tourney/internal/pairing"
	"tourney/internal/rank"
	"tourney/internal/tournament"
)

// swiss returns a Swiss of six players before its first round.
func swiss() (*tournament.Tournament, error) {
	settings, err := tournament.PresetNamed("swiss")
	if err != nil {
		return nil, err
	}
	t, err := tournament.New(tournament.Info{Slug: "spring-cup", Name: "Spring Cup"}, settings)
	if err != nil {
		return nil, err
	}
	for i, name := range []string{"Anna", "Berta", "Carla", "Dora", "Edda", "Frida"} {
		p := tournament.Player{Family: name, Rank: rank.Dan(6 - i), Status: tournament.CheckedIn}
		if _, err := t.AddPlayer(p, tournament.RefuseNamesakes); err != nil { // false: refuse a namesake
			return nil, err
		}
	}
	return t, nil
}

// Two rounds are drawn; the stronger player wins every game of the first.
func ExampleMake() {
	t, err := swiss()
	if err != nil {
		fmt.Println(err)
		return
	}
	for n := 1; n <= 2; n++ {
		draw, err := pairing.Make(context.Background(), t, n, pairing.Options{Seed: 1})
		if err != nil {
			fmt.Println(err)
			return
		}
		if err := draw.Draft(t, "example"); err != nil {
			fmt.Println(err)
			return
		}
		if err := t.Publish(n); err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println("round", n)
		for _, g := range t.Round(n).Games {
			fmt.Println(g.Table, t.NameOf(g.Black), "–", t.NameOf(g.White))
			result := tournament.Result{Outcome: tournament.WhiteWins}
			if t.Player(g.Black).Rank > t.Player(g.White).Rank {
				result.Outcome = tournament.BlackWins
			}
			if _, _, err := t.Record(tournament.Entry{Round: n, Table: g.Table, Result: result}); err != nil {
				fmt.Println(err)
				return
			}
		}
	}
	// Output:
	// round 1
	// 1 Anna – Dora
	// 2 Edda – Berta
	// 3 Frida – Carla
	// round 2
	// 1 Carla – Anna
	// 2 Berta – Frida
	// 3 Dora – Edda
}

// A draw explains its games in messages; the catalogs have the sentences.
func ExampleDraw_Explain() {
	t, err := swiss()
	if err != nil {
		fmt.Println(err)
		return
	}
	draw, err := pairing.Make(context.Background(), t, 1, pairing.Options{Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	explained := draw.Explain(1)
	for _, r := range explained.Reasons {
		fmt.Println(r.Criterion, r.Value, "of", r.Most, r.Key)
	}
	for _, said := range explained.Black {
		fmt.Println("Black is told:", said.Key, said.Args)
	}
	// Output:
	// duplicate 500000000000000 of 500000000000000 explain.duplicate.full
	// colour 0 of 1000000 explain.colour.even
	// score 100000000000 of 100000000000 explain.score.full
	// seeding 5000000 of 5000000 explain.seeding.full
	// Black is told: explain.player.equal [Dora 0]
}
