package results

import (
	"slices"
	"testing"

	"tourney/internal/rank"
	"tourney/internal/tournament"
)

// Four players, three rounds: a loss in the first round is corrected to a win.
func TestCorrect(t *testing.T) {
	s, err := tournament.PresetNamed("swiss")
	if err != nil {
		t.Fatal(err)
	}
	s.Rounds = 4
	tn, err := tournament.New(tournament.Info{Slug: "cup", Name: "Cup"}, s)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"A", "B", "C", "D"} {
		if _, err := tn.AddPlayer(tournament.Player{Family: name, Rank: rank.Kyu(3), Status: tournament.CheckedIn}, tournament.RefuseNamesakes); err != nil {
			t.Fatal(err)
		}
	}
	game := func(black, white tournament.PlayerID) tournament.Game {
		return tournament.Game{Black: black, White: white, Komi: 13}
	}
	for n, games := range [][]tournament.Game{{game(1, 2), game(3, 4)}, {game(1, 3), game(2, 4)}, {game(1, 4), game(2, 3)}} {
		if err := tn.SetDraft(n+1, games, nil, tournament.Drawn{}); err != nil {
			t.Fatal(err)
		}
		if n == 2 {
			break // a draft
		}
		if err := tn.Publish(n + 1); err != nil {
			t.Fatal(err)
		}
		for i := range games {
			if _, _, err := tn.Record(tournament.Entry{Round: n + 1, Table: i + 1, Result: tournament.Result{Outcome: tournament.BlackWins}}); err != nil {
				t.Fatal(err)
			}
		}
	}
	now := tn.Clone()
	if _, _, err := now.Record(tournament.Entry{Round: 1, Table: 1, Seen: 1, Result: tournament.Result{Outcome: tournament.WhiteWins}}); err != nil {
		t.Fatal(err)
	}
	c := Correct(tn, now, 1, tn.Round(1).At(1))
	// A had 2 wins, B 1, C 1, D 0; now B has 2, A 1, C 1, D 0.
	if !slices.ContainsFunc(c.Moves, func(m Move) bool { return m.Player == 2 && m.Now == 1 }) ||
		!slices.ContainsFunc(c.Moves, func(m Move) bool { return m.Player == 1 && m.Was == 1 }) {
		t.Errorf("moves %+v", c.Moves)
	}
	want := []LaterGame{{2, 1, 1, 2, 0}, {2, 2, 2, 0, 2}}
	if !slices.Equal(c.Later, want) {
		t.Errorf("later %+v, want %+v", c.Later, want)
	}
	if c.Draft != 3 {
		t.Errorf("draft %d", c.Draft)
	}
	if same := Correct(tn, tn.Clone(), 1, tn.Round(1).At(1)); len(same.Moves)+len(same.Later) > 0 {
		t.Errorf("nothing corrected: %+v", same)
	}
}
