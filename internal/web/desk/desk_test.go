package desk

import (
	"testing"

	"tourney/internal/tournament"
)

// The column beside the result fits a few letters that identify desks and players.
func TestShortAuthor(t *testing.T) {
	tour := &tournament.Tournament{Players: []tournament.Player{{ID: 7, Family: "Vesilampi-Björkfjällen", Given: "Ida"}, {ID: 8, Family: "Ek", Given: "Ida"}}}
	for _, c := range []struct {
		player   tournament.PlayerID
		by, want string
	}{
		{0, "Vilma · Desk 1", "Desk 1"},
		{0, "Vilma · The long desk at the door", "The long de…"},
		{0, "Vilma", "Vilma"},
		{7, "Vesilampi-Björkfjällen Ida", "Vesilampi-B…"},
		{8, "Ek Ida", "Ek"},
		{9, "a player", "a player"},
		{0, "", ""},
	} {
		if got := shortAuthor(tour, c.player, c.by); got != c.want {
			t.Errorf("%q in short: %q, want %q", c.by, got, c.want)
		}
	}
}

// The example margin of the keys is possible in games of the round.
func TestExampleMargin(t *testing.T) {
	// The komi of the games are in half points.
	round := func(komi ...int) *tournament.Round {
		r := &tournament.Round{Games: make([]tournament.Game, len(komi))}
		for i := range komi {
			game := &r.Games[i]
			for range komi[i] {
				game.Komi++
			}
		}
		return r
	}
	for _, c := range []struct {
		round *tournament.Round
		want  string
	}{{round(0, 0, 13), "3"}, {round(13, 13, 0), "3.5"}, {round(15), "3.5"}} {
		if got := exampleMargin(c.round); got != c.want {
			t.Errorf("the margin for %v is %s, want %s", c.round, got, c.want)
		}
	}
}
