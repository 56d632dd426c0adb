package director

import (
	"strings"
	"testing"

	"tourney/internal/format/roster"
	"tourney/internal/tournament"
)

// A new team orders its members by board, followed by players without a board.
func TestBoardsOfAnImportedTeam(t *testing.T) {
	tn, err := tournament.New(tournament.Info{Slug: "league", Name: "League"}, preset(t, "teams"))
	if err != nil {
		t.Fatal(err)
	}
	const list = "Name;Rank;Team;Board\nAho Aino;2k;Up;\nBerg Bo;3k;Up;2\nChan Ci;4k;Down;1\nDay Di;5k;Up;1\nEk Eva;6k;Up;\n"
	s, err := roster.Read([]byte(list), tn, roster.Options{})
	if err != nil {
		t.Fatal(err)
	}
	players, err := s.Players()
	if err != nil {
		t.Fatal(err)
	}
	if err := addAll(tn, players, s.Confirmed()); err != nil {
		t.Fatal(err)
	}
	if err := joinTeams(tn, tn.Players, s.Teams(), s.Boards()); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, team := range tn.Settings.Teams.Teams {
		for _, id := range team.Members {
			got = append(got, team.Name+" "+tn.Player(id).Family)
		}
	}
	if want := "Up Day, Up Berg, Up Aho, Up Ek, Down Chan"; strings.Join(got, ", ") != want && strings.Join(got, ", ") != "Down Chan, Up Day, Up Berg, Up Aho, Up Ek" {
		t.Errorf("%s, want %s", strings.Join(got, ", "), want)
	}
}
