package prizes

import (
	"fmt"
	"testing"

	"tourney/internal/rank"
	"tourney/internal/results"
	"tourney/internal/tournament"
)

// A group has all players eligible for its prize, who share their places. A prize for all players has no group.
func TestGroups(t *testing.T) {
	tn, err := tournament.New(tournament.Info{Slug: "cup", Name: "Cup"}, tournament.Presets()[0].Settings)
	if err != nil {
		t.Fatal(err)
	}
	tn.Settings.Criteria = []tournament.Criterion{tournament.ByRank}
	for i, r := range []rank.Rank{rank.Dan1, rank.Kyu1, rank.Kyu(3), rank.Kyu(3), rank.Kyu(5)} {
		p := tournament.Player{Family: string(rune('A' + i)), Given: "X", Rank: r, Status: tournament.CheckedIn}
		if i > 2 {
			p.Tags = []string{"Júnior"}
		}
		if _, err := tn.AddPlayer(p, tournament.AllowNamesakes); err != nil {
			t.Fatal(err)
		}
	}
	tn.Settings.Prizes.List = []tournament.Prize{
		{Name: "Main", Places: 1}, {Name: "Kyu", Strongest: rank.Kyu1, Places: 1, Money: []tournament.Money{500}},
		{Name: "Junior", Tag: "junior", Places: 1}, {Name: "Wins", Wins: 3}, {Name: "Children", BornFrom: 2015, Places: 1},
	}
	var got []string
	for _, g := range Groups(tn, results.After(tn, 0)) {
		text := g.Prize.Name
		for i, r := range g.Rows {
			text += fmt.Sprintf(" %d%s", g.Places[i], tn.Player(r.Player).Family)
		}
		got = append(got, fmt.Sprint(text, " won by ", len(g.Winners)))
	}
	want := "[Kyu 1B 2C 2D 4E won by 1 Junior 1D 2E won by 1 Children won by 0]"
	if fmt.Sprint(got) != want {
		t.Errorf("got %v, want %s", got, want)
	}
}
