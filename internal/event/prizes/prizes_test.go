package prizes

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tourney/internal/rank"
	"tourney/internal/results"
	"tourney/internal/tournament"
)

// An entrant is a player of a test with a place and a number of wins.
type entrant struct {
	name        string
	rank        rank.Rank
	place, wins int
	tags        []string
	cells       []results.Cell
	born        int
}

var played = []results.Cell{{Sign: '+'}, {Sign: '-'}}

// field returns a tournament and its standings.
func field(entrants []entrant, list tournament.Prizes) (*tournament.Tournament, *results.Standings) {
	t, s := &tournament.Tournament{}, &results.Standings{}
	t.Settings.Prizes = list
	for i, e := range entrants {
		id := tournament.PlayerID(i + 1)
		t.Players = append(t.Players, tournament.Player{ID: id, Family: e.name, Rank: e.rank, Tags: e.tags, Born: e.born, Status: tournament.CheckedIn})
		s.Rows = append(s.Rows, results.Row{Player: id, Line: i + 1, Place: e.place, NBW: tournament.Score(2 * e.wins), Cells: e.cells})
	}
	return t, s
}

// format writes ceremonies as "name: place player money; …".
func format(t *tournament.Tournament, given []Ceremony) string {
	var lines []string
	for _, c := range given {
		var won []string
		for _, w := range c.Winners {
			won = append(won, fmt.Sprintf("%d %s %v", w.Place, t.Player(w.Player).Family, w.Money))
		}
		line := c.Prize.Name + ": " + strings.Join(won, ", ")
		if c.Left > 0 {
			line += fmt.Sprintf(" left %v", c.Left)
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "; ")
}

func TestGive(t *testing.T) {
	entrants := []entrant{
		{"Aho", rank.Dan(2), 1, 3, nil, played, 0}, {"Berg", rank.Dan1, 2, 2, []string{"Junior"}, played, 2008},
		{"Cerny", rank.Kyu1, 2, 2, nil, []results.Cell{{Sign: '+'}, {Kind: results.Absent}}, 1960},
		{"Dvorak", rank.Kyu(2), 2, 1, nil, []results.Cell{{Sign: '+', Default: true}, {Kind: results.Bye}}, 1965},
		{"Eriksen", rank.Kyu(3), 5, 1, []string{"junior", "Älter"}, []results.Cell{{Sign: '-', Default: true}, {Sign: '+'}}, 2012},
	}
	money := func(sums ...tournament.Money) []tournament.Money { return sums }
	for _, tt := range []struct {
		name   string
		prizes tournament.Prizes
		want   string
	}{
		{"three share second to fourth", tournament.Prizes{List: []tournament.Prize{{Name: "Main", Places: 4, Money: money(100_00, 60_00, 30_00)}}},
			"Main: 1 Aho 100, 2 Berg 30, 2 Cerny 30, 2 Dvorak 30"},
		{"more are equal than prizes are left", tournament.Prizes{List: []tournament.Prize{{Name: "Main", Places: 2, Money: money(100_00, 50_00)}}},
			"Main: 1 Aho 100, 2 Berg 16.66, 2 Cerny 16.66, 2 Dvorak 16.66 left 0.02"},
		{"a band of ranks", tournament.Prizes{List: []tournament.Prize{{Name: "Kyu", Strongest: rank.Kyu1, Weakest: rank.Kyu(2), Places: 1, Money: money(20_00)}}},
			"Kyu: 1 Cerny 10, 1 Dvorak 10"},
		{"a tag, however written", tournament.Prizes{List: []tournament.Prize{{Name: "Junior", Tag: "JUNIOR", Places: 3}, {Name: "Old", Tag: "alter", Places: 1}}},
			"Junior: 1 Berg 0, 2 Eriksen 0; Old: 1 Eriksen 0"},
		{"age groups, in which nobody of unknown age is", tournament.Prizes{List: []tournament.Prize{
			{Name: "Young", BornFrom: 2008, Places: 9}, {Name: "Old", BornTo: 1965, Places: 1}, {Name: "2008", BornFrom: 2008, BornTo: 2011, Places: 9}}},
			"Young: 1 Berg 0, 2 Eriksen 0; Old: 1 Cerny 0, 1 Dvorak 0; 2008: 1 Berg 0"},
		{"all rounds", tournament.Prizes{List: []tournament.Prize{{Name: "All", AllRounds: true, Places: 9, Money: money(9_00, 5_00, 1_00, 7_00)}}},
			"All: 1 Aho 9, 2 Berg 3, 2 Dvorak 3 left 7"},
		{"wins, the greatest alone", tournament.Prizes{List: []tournament.Prize{{Name: "2", Wins: 2, Money: money(5_00)}, {Name: "3", Wins: 3}, {Name: "1", Wins: 1}}},
			"2: 1 Berg 5, 1 Cerny 5; 3: 1 Aho 0; 1: 1 Dvorak 0, 1 Eriksen 0"},
		{"single", tournament.Prizes{Single: true, List: []tournament.Prize{{Name: "Main", Places: 1}, {Name: "Dan", Weakest: rank.Dan1, Places: 1}, {Name: "2", Wins: 2}}},
			"Main: 1 Aho 0; Dan: 1 Berg 0; 2: 1 Cerny 0"},
		{"nobody", tournament.Prizes{List: []tournament.Prize{{Name: "Pro", Weakest: rank.Pro1, Places: 1, Money: money(1_00)}}}, "Pro:  left 1"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tn, standings := field(entrants, tt.prizes)
			if got := format(tn, Give(tn, standings)); got != tt.want {
				t.Errorf("%s:\n got %s\nwant %s", tt.name, got, tt.want)
			}
		})
	}
}

// A prize list's own criteria decide about prizes by place; the overall place
// is still the place in the standings.
func TestPrizesHaveTheirOwnOrder(t *testing.T) {
	s, err := tournament.PresetNamed("egf")
	if err != nil {
		t.Fatal(err)
	}
	s.Criteria = []tournament.Criterion{tournament.MMS}
	tn, err := tournament.New(tournament.Info{Slug: "cup", Name: "Cup"}, s)
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range []rank.Rank{rank.Dan1, rank.Kyu(3), rank.Kyu(5), rank.Kyu(9)} {
		if _, err := tn.AddPlayer(tournament.Player{Family: string(rune('A' + i)), Rank: r, Status: tournament.CheckedIn}, tournament.AllowNamesakes); err != nil {
			t.Fatal(err)
		}
	}
	black := tournament.Result{Outcome: tournament.BlackWins}
	games := []tournament.Game{{Black: 3, White: 1, Result: black}, {Black: 4, White: 2, Result: black}}
	if err := tn.SetDraft(1, games, nil, tournament.Drawn{}); err != nil {
		t.Fatal(err)
	}
	tn.Rounds[0].Published = true
	tn.Settings.Prizes.List = []tournament.Prize{{Name: "Main", Places: 3, Money: []tournament.Money{9_00, 6_00, 3_00}}}
	for _, tt := range []struct {
		criteria []tournament.Criterion
		want     string
		overall  string
	}{
		{nil, "Main: 1 A 9, 2 B 6, 3 C 3", "[1 2 3]"},
		{[]tournament.Criterion{tournament.NBW}, "Main: 1 C 7.50, 1 D 7.50, 3 A 1.50, 3 B 1.50", "[3 4 1 2]"},
		{[]tournament.Criterion{tournament.NBW, tournament.ByRank}, "Main: 1 C 9, 2 D 6, 3 A 3", "[3 4 1]"},
	} {
		t.Run(fmt.Sprint(tt.criteria), func(t *testing.T) {
			tn.Settings.Prizes.Criteria = tt.criteria
			given := Give(tn, results.After(tn, 1))
			if got := format(tn, given); got != tt.want {
				t.Errorf("%v:\n got %s\nwant %s", tt.criteria, got, tt.want)
			}
			var overall []int
			for _, w := range given[0].Winners {
				overall = append(overall, w.Overall)
			}
			if got := fmt.Sprint(overall); got != tt.overall {
				t.Errorf("%v: overall %s, want %s", tt.criteria, got, tt.overall)
			}
		})
	}
}

// Equal players get equal shares, the money adds up, and no better player is
// passed over.
func TestGiveSharesEverything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var entrants []entrant
		place := 1
		for len(entrants) < 12 {
			equals := rapid.IntRange(1, 4).Draw(t, "equals")
			for range equals {
				entrants = append(entrants, entrant{"P", rank.Kyu(rapid.IntRange(1, 9).Draw(t, "kyu")), place, 0, nil, played, 0})
			}
			place += equals
		}
		p := tournament.Prize{
			Name: "Main", Weakest: rank.Kyu(rapid.IntRange(1, 9).Draw(t, "weakest")), Places: rapid.IntRange(1, 15).Draw(t, "places"),
			Money: rapid.SliceOfN(rapid.Map(rapid.IntRange(0, 10000), func(n int) tournament.Money { return tournament.Money(n) }), 0, 15).Draw(t, "money"),
		}
		tn, standings := field(entrants, tournament.Prizes{List: []tournament.Prize{p}})
		c := Give(tn, standings)[0]
		all, paid := tournament.Money(0), c.Left
		for i, m := range p.Money {
			if i < p.Places {
				all += m
			}
		}
		worst := 0
		byPlace := map[int]tournament.Money{}
		for _, w := range c.Winners {
			paid += w.Money
			worst = max(worst, w.Overall)
			if m, seen := byPlace[w.Overall]; seen && m != w.Money {
				t.Fatalf("equals at %d get %v and %v", w.Overall, m, w.Money)
			}
			byPlace[w.Overall] = w.Money
		}
		if paid != all {
			t.Fatalf("%v of %v is accounted for", paid, all)
		}
		eligible := 0
		for i := range standings.Rows {
			row := &standings.Rows[i]
			wins := slices.ContainsFunc(c.Winners, func(w Winner) bool { return w.Player == row.Player })
			if tn.Players[i].Rank >= p.Weakest {
				eligible++
				if row.Place <= worst && !wins {
					t.Fatalf("the player at %d is passed over", row.Place)
				}
			} else if wins {
				t.Fatalf("a %v wins, below %v", tn.Players[i].Rank, p.Weakest)
			}
		}
		if len(c.Winners) < min(p.Places, eligible) {
			t.Fatalf("%d winners of %d places", len(c.Winners), p.Places)
		}
	})
}

// A prize for all rounds asks nothing of rounds whose opponent withdrew from a round robin. The player who withdrew does
// not get it.
func TestAllRoundsWhereOpponentsWithdrew(t *testing.T) {
	list := tournament.Prizes{List: []tournament.Prize{{Name: "All", AllRounds: true, Places: 9}}}
	rest := results.Cell{Kind: results.Annulled, Sign: '-'}
	for name, tt := range map[string]struct {
		cell results.Cell
		left bool
		wins bool
	}{
		"a win by default":               {results.Cell{Kind: results.Walkover, Sign: '+'}, false, true},
		"an annulled game":               {results.Cell{Kind: results.Annulled, GameID: 7, Sign: '-'}, false, true},
		"an annulled game not come to":   {results.Cell{Kind: results.Annulled, GameID: 7, Sign: '-', Default: true}, false, false},
		"no game":                        {rest, false, true},
		"no game, of those who withdrew": {rest, true, false},
	} {
		tn, s := field([]entrant{{"Aho", rank.Dan1, 1, 1, nil, []results.Cell{{Sign: '+'}, tt.cell}, 0}}, list)
		if tt.left {
			tn.Players[0].Status = tournament.Withdrawn
		}
		s.After = 2
		if wins := format(tn, Give(tn, s)) == "All: 1 Aho 0"; wins != tt.wins {
			t.Errorf("%s: wins is %v", name, wins)
		}
	}
}

// A player who never checked in wins nothing though the standings list them; a
// player who left early keeps their prizes.
func TestOnlyPresentPlayersWin(t *testing.T) {
	list := tournament.Prizes{List: []tournament.Prize{{Name: "Main", Places: 1, Money: []tournament.Money{10_00}}}}
	for status, want := range map[tournament.Status]string{
		tournament.Preliminary: "Main: 1 Berg 10", tournament.CheckedIn: "Main: 1 Aho 10", tournament.Withdrawn: "Main: 1 Aho 10",
	} {
		tn, s := field([]entrant{{name: "Aho", rank: rank.Dan1, place: 1, cells: played}, {name: "Berg", rank: rank.Dan1, place: 2, cells: played}}, list)
		tn.Players[0].Status = status
		if got := format(tn, Give(tn, s)); got != want {
			t.Errorf("%v: %s, want %s", status, got, want)
		}
	}
}
