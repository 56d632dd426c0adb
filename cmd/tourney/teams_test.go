package main

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"tourney/internal/format"
	"tourney/internal/rank"
	"tourney/internal/tournament"
)

func TestStandingsOfTeams(t *testing.T) {
	t.Parallel()
	settings, err := tournament.PresetNamed("teams")
	if err != nil {
		t.Fatal(err)
	}
	settings.Teams.Boards = 2
	tn, err := tournament.New(tournament.Info{Slug: "league", Name: "League"}, settings)
	if err != nil {
		t.Fatal(err)
	}
	for k, name := range []string{"Owls", "Cranes"} {
		team := tournament.Team{Name: name}
		for i := range 2 {
			id, err := tn.AddPlayer(tournament.Player{Family: fmt.Sprint(name, i+1), Rank: rank.Dan1 - rank.Rank(k), Status: tournament.CheckedIn}, tournament.RefuseNamesakes)
			if err != nil {
				t.Fatal(err)
			}
			team.Members = append(team.Members, id)
		}
		if _, err := tn.SetTeam(team); err != nil {
			t.Fatal(err)
		}
	}
	var file bytes.Buffer
	if _, err := format.Write(&file, "tourney", tournament.Whole{Tournament: tn}, nil); err != nil {
		t.Fatal(err)
	}
	path := write(t, "league.json", file.String())
	code, out, errs := line(t, "standings", "--teams", path)
	if code != 0 || !strings.Contains(out, "TEAMP") || !strings.Contains(out, "Owls") || strings.Contains(out, "Owls1") {
		t.Errorf("the teams answer %d: %s%s", code, out, errs)
	}
	if code, out, _ := line(t, "standings", path); code != 0 || !strings.Contains(out, "Owls1") || strings.Contains(out, "TEAMP") {
		t.Errorf("the players answer %d: %s", code, out)
	}
	single := write(t, "single.json", strings.Replace(file.String(), `"boards": 2`, `"boards": 0`, 1))
	if code, _, errs := line(t, "standings", "--teams", single); code != 1 || !strings.Contains(errs, "number of boards of a match") {
		t.Errorf("teams of single players answer %d: %s", code, errs)
	}
}
