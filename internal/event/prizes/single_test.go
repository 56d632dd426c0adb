package prizes

import (
	"testing"

	"pgregory.net/rapid"

	"tourney/internal/rank"
	"tourney/internal/results"
	"tourney/internal/tournament"
)

// Where a player gets one prize, it is the greatest; the others go to the next players.
func TestSingleGivesTheGreatest(t *testing.T) {
	money := func(sums ...tournament.Money) []tournament.Money { return sums }
	entrants := []entrant{
		{"Aho", rank.Dan(3), 1, 3, nil, played, 0}, {"Berg", rank.Dan(2), 2, 2, nil, played, 0}, {"Cerny", rank.Dan1, 2, 2, nil, played, 0},
		{"Dvorak", rank.Kyu1, 2, 2, nil, played, 0}, {"Eriksen", rank.Dan1, 5, 1, nil, played, 0}, {"Fabre", rank.Kyu(2), 5, 1, nil, played, 0},
		{"Gal", rank.Kyu(3), 7, 0, nil, played, 0},
	}
	kyu := tournament.Prize{Name: "Kyu", Strongest: rank.Kyu1, Places: 1, Money: money(60_00)}
	for _, tt := range []struct {
		name string
		list []tournament.Prize
		want string
	}{
		{"a share of the main prize is less than that of a category",
			[]tournament.Prize{{Name: "Main", Places: 3, Money: money(100_00, 50_00, 20_00)}, kyu},
			"Main: 1 Aho 100, 2 Berg 35, 2 Cerny 35; Kyu: 1 Dvorak 60"},
		{"in any order of the list", []tournament.Prize{kyu, {Name: "Main", Places: 3, Money: money(100_00, 50_00, 20_00)}},
			"Kyu: 1 Dvorak 60; Main: 1 Aho 100, 2 Berg 35, 2 Cerny 35"},
		{"of equal prizes the one listed first",
			[]tournament.Prize{{Name: "Main", Places: 1, Money: money(60_00)}, {Name: "Dan", Weakest: rank.Dan1, Places: 1, Money: money(60_00)}},
			"Main: 1 Aho 60; Dan: 1 Berg 30, 1 Cerny 30"},
		{"a category leads to the next, and so on",
			[]tournament.Prize{{Name: "Main", Places: 1, Money: money(10_00)}, {Name: "Dan", Weakest: rank.Dan1, Places: 1, Money: money(20_00)},
				{Name: "3d", Weakest: rank.Dan(3), Places: 1, Money: money(30_00)}},
			"Main: 1 Dvorak 10; Dan: 1 Berg 10, 1 Cerny 10; 3d: 1 Aho 30"},
		{"a greater prize for wins", []tournament.Prize{{Name: "Main", Places: 2, Money: money(30_00, 10_00)}, {Name: "2 wins", Wins: 2, Money: money(15_00)}},
			"Main: 1 Aho 30, 2 Eriksen 5, 2 Fabre 5; 2 wins: 1 Berg 15, 1 Cerny 15, 1 Dvorak 15"},
		{"nobody is left", []tournament.Prize{{Name: "3d", Weakest: rank.Dan(3), Places: 1, Money: money(30_00)}, {Name: "Strong", Weakest: rank.Dan(3), Places: 1, Money: money(5_00)}},
			"3d: 1 Aho 30; Strong:  left 5"},
		{"equal players in two categories do not share one of them",
			[]tournament.Prize{{Name: "1d", Weakest: rank.Dan1, Strongest: rank.Dan(2), Places: 1, Money: money(60_00)},
				{Name: "Dan", Weakest: rank.Dan1, Strongest: rank.Dan(2), Places: 1, Money: money(50_00)}},
			"1d: 1 Berg 60; Dan: 1 Cerny 50"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tn, standings := field(entrants, tournament.Prizes{Single: true, List: tt.list})
			standings.After = 2
			if got := format(tn, Give(tn, standings)); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

// A player who never sat down at a board gets no prize, whatever their score: absences, byes and games that they did
// not come to do not count. A player whose opponent did not come sat down.
func TestNoPrizeWithoutAGame(t *testing.T) {
	absent, bye := results.Cell{Kind: results.Absent, Sign: '-'}, results.Cell{Kind: results.Bye, Sign: '+'}
	for name, tt := range map[string]struct {
		cells []results.Cell
		wins  bool
	}{
		"absent throughout":        {[]results.Cell{absent, absent}, false},
		"half points throughout":   {[]results.Cell{{Kind: results.HalfBye, Sign: '='}, absent}, false},
		"a bye only":               {[]results.Cell{bye, absent}, false},
		"did not come to the game": {[]results.Cell{{Sign: '-', Default: true}, absent}, false},
		"the opponent did not":     {[]results.Cell{{Sign: '+', Default: true}, absent}, true},
		"one game, lost":           {[]results.Cell{{Sign: '-'}, absent}, true},
		"a game with a stand-in":   {[]results.Cell{{Kind: results.Bye, StandIn: true, Sign: '-'}, absent}, true},
	} {
		list := tournament.Prizes{List: []tournament.Prize{{Name: "Main", Places: 1}, {Name: "Kyu", Strongest: rank.Kyu1, Places: 1}}}
		tn, standings := field([]entrant{{"Never", rank.Kyu1, 1, 0, nil, tt.cells, 0}, {"Berg", rank.Kyu1, 2, 2, nil, played, 0}}, list)
		standings.After = 2
		want := "Main: 1 Berg 0; Kyu: 1 Berg 0"
		if tt.wins {
			want = "Main: 1 Never 0; Kyu: 1 Never 0"
		}
		if got := format(tn, Give(tn, standings)); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

// No player gets two single prizes, and all money is given or left. Without equal players, no prize of a player placed
// below is greater.
func TestSingleIsFair(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var entrants []entrant
		most := rapid.IntRange(1, 3).Draw(t, "most equals")
		for place := 1; len(entrants) < 10; {
			equals := rapid.IntRange(1, most).Draw(t, "equals")
			for range equals {
				entrants = append(entrants, entrant{"P", rank.Kyu(rapid.IntRange(1, 6).Draw(t, "kyu")), place, 0, nil, played, 0})
			}
			place += equals
		}
		var list []tournament.Prize
		for range rapid.IntRange(1, 5).Draw(t, "prizes") {
			p := tournament.Prize{Name: "P", Places: rapid.IntRange(1, 3).Draw(t, "places"), Strongest: rank.Kyu(rapid.IntRange(1, 6).Draw(t, "strongest"))}
			for sum := rapid.IntRange(0, 50).Draw(t, "first"); len(p.Money) < p.Places; sum /= 2 {
				p.Money = append(p.Money, tournament.Money(600*sum))
			}
			list = append(list, p)
		}
		tn, standings := field(entrants, tournament.Prizes{Single: true, List: list})
		standings.After = 2
		has := map[tournament.PlayerID]tournament.Money{}
		given := Give(tn, standings)
		for i, c := range given {
			total := c.Left
			for _, w := range c.Winners {
				if _, second := has[w.Player]; second {
					t.Fatalf("player %d has two prizes: %s", w.Player, format(tn, given))
				}
				has[w.Player] = w.Money
				total += w.Money
			}
			if total != sum(&list[i], 0, list[i].Places) {
				t.Fatalf("prize %d gives %v: %s", i, total, format(tn, given))
			}
		}
		for i, c := range given {
			if most > 1 { // shares depend on who else is in the field
				break
			}
			for _, w := range c.Winners {
				for j := range standings.Rows {
					row := &standings.Rows[j]
					better := row.Place < w.Overall && eligible(tn, &list[i], row)
					if better && has[row.Player] < w.Money {
						t.Fatalf("player %d has %v, player %d below them %v: %s", row.Player, has[row.Player], w.Player, w.Money, format(tn, given))
					}
				}
			}
		}
	})
}
