package tournament_test

import (
	"fmt"

	"tourney/internal/rank"
	"tourney/internal/tournament"
)

// One round of two players, from the registration to the result and back.
func Example() {
	settings, err := tournament.PresetNamed("finnish")
	if err != nil {
		fmt.Println(err)
		return
	}
	t, err := tournament.New(tournament.Info{Slug: "spring-cup", Name: "Spring Cup"}, settings)
	if err != nil {
		fmt.Println(err)
		return
	}
	var ids []tournament.PlayerID
	for _, p := range []tournament.Player{
		{Family: "Salo", Given: "Anna", Rank: rank.Dan(4), Status: tournament.CheckedIn},
		{Family: "Berg", Given: "Nils", Rank: rank.Kyu(1), Status: tournament.CheckedIn},
	} {
		id, err := t.AddPlayer(p, tournament.RefuseNamesakes)
		if err != nil {
			fmt.Println(err)
			return
		}
		ids = append(ids, id)
	}
	was := t.Clone()
	games := []tournament.Game{{Black: ids[1], White: ids[0], Handicap: 4}}
	if err := t.SetDraft(1, games, nil, tournament.Drawn{}); err != nil {
		fmt.Println(err)
		return
	}
	if err := t.Publish(1); err != nil {
		fmt.Println(err)
		return
	}
	entry := tournament.Entry{Round: 1, Table: 1, Result: tournament.Result{Outcome: tournament.BlackWins}, By: "Desk 1"}
	if _, _, err := t.Record(entry); err != nil {
		fmt.Println(err)
		return
	}
	g := t.Round(1).At(1)
	fmt.Printf("%s – %s: %v\n", t.Player(g.Black).Name(), t.Player(g.White).Name(), g.Result)
	fmt.Println("a step that is not allowed now:", t.SetDraft(1, games, nil, tournament.Drawn{}))

	if err := t.Undo(was.Diff(t)); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("rounds after the undo:", len(t.Rounds))
	// Output:
	// Berg Nils – Salo Anna: B+
	// a step that is not allowed now: round.published: 1
	// rounds after the undo: 0
}
