package scoring

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tourney/internal/rank"
	"tourney/internal/tournament"
)

// roster returns the players A, B, C … of ranks, numbered from 1; - is not a rank.
func roster(ranks string) (list []Player) {
	for i, name := range strings.Fields(ranks) {
		p := Player{ID: i + 1}
		p.Rank, _ = rank.Parse(name)
		list = append(list, p)
	}
	return list
}

// rated adds the ratings before and after.
func rated(players []Player, ratings ...[2]int) []Player {
	for i, r := range ratings {
		players[i].Before, players[i].After = rank.Points(r[0]), rank.Points(r[1])
	}
	return players
}

// evening returns the games of lines "day black white winner". The winner is a letter, = for a jigo, ? without a result; a
// star marks an unrated game. Games of a day are in the order of their numbers.
func evening(lines ...string) (games []Game) {
	for i, line := range lines {
		f := strings.Fields(line)
		g := Game{ID: i + 1, Black: int(f[1][0]-'A') + 1, White: int(f[2][0]-'A') + 1}
		fmt.Sscan(f[0], &g.Day)
		winner, unrated := strings.CutSuffix(f[3], "*")
		switch winner {
		case f[1]:
			g.Result.Outcome = tournament.BlackWins
		case f[2]:
			g.Result.Outcome = tournament.WhiteWins
		case "=":
			g.Result.Outcome = tournament.Jigo
		case "?":
			g.Result.Outcome = tournament.NoResult
		}
		g.Result.Unrated = unrated
		games = append(games, g)
	}
	return games
}

func letters(ids []int) (text string) {
	for _, id := range ids {
		text += string(rune('A' + id - 1))
	}
	return text
}

// show renders a table: "place player points wins-jigos-losses", then teams, prizes and the ladder.
func show(t *Table) (lines []string) {
	for _, s := range t.Standings {
		lines = append(lines, fmt.Sprintf("%d %s %v %d-%d-%d", s.Place, letters([]int{s.Player}), s.Points, s.Wins, s.Jigos, s.Losses))
	}
	for _, team := range t.Teams {
		lines = append(lines, fmt.Sprintf("%d %s %v", team.Place, team.Name, team.Points))
	}
	for _, p := range t.Prizes {
		lines = append(lines, fmt.Sprintf("%s: %s %v", p.Prize.Name, letters(p.Winners), p.Value))
	}
	if t.Ladder != nil {
		lines = append(lines, letters(t.Ladder))
	}
	return lines
}

// TestSets compares the table of an invented evening under each set of rules with sums by hand.
func TestSets(t *testing.T) {
	teams := roster("1d 3k 5k 1k 4k 8k")
	for i := range teams {
		teams[i].Team = []string{"Kivi", "Puu"}[i/3]
	}
	teams[0].Bonuses, teams[2].Bonuses, teams[4].Bonuses = 1, 2, 4
	born := roster("2d 5k 12k 9k")
	for i, year := range []int{1965, 1996, 2000, 1980} {
		born[i].Born = year
	}
	for key, tt := range map[string]struct {
		players []Player
		games   []Game
		want    []string
	}{
		"aga-congress": {
			rated(roster("3d 1d 1k 2k 3k"), [2]int{2300, 2310}, [2]int{2100, 2085}, [2]int{2000, 2030}, [2]int{1900, 1900}, [2]int{1800, 1780}),
			evening("1 B A A", "1 C A C", "1 D A A", "1 E A A", "2 E B B", "2 D B D", "2 C B C", "2 C B B", "3 C B C",
				"3 C B C", // the fourth game of B and C
				"3 E D E*",
				"3 E C C"),
			[]string{
				"1 C 3 4-0-1",  // won against A, B, B, E, lost to B: 4 - 1
				"2 A 2 3-0-1",  // B, D, E; C: 3 - 1
				"3 D 0 1-0-1",  // B; A: 1 - 1, without the unrated game
				"4 B -2 2-0-4", // E, C; A, D, C, C: 2 - 4
				"5 E -3 0-0-3", // A, B, C: 0 - 3
				"Champion: C 3",
				"Hurricane: C 4",
				"Dan Killer: C 3",       // A, B, B; D has B
				"Kyu Killer: AB 2",      // A has D, E; B has E, C
				"Grasshopper: C 30",     // 2000 to 2030; A only 10
				"Dedicated: B 6",        // 2 + 4 games
				"Sensei: B 5",           // E, D, C, C, C; A has B, C, D, E
				"Faithful: D 0",         // 1900 stays
				"Philanthropist: B 4",   // losses
				"Optimist: E 20",        // 1800 to 1780; B 15
				"Straight Shooter: A 2", // 2k, 3k beside 1d; C has 3d, 1d, 3k
			},
		},
		"triangle": {
			roster("2d 1k 4k 6k"),
			evening("1 B A A", "1 D C C", "1 C A C*", "1 D B =", "1 C B B", "1 D A A*", "1 D A D", "1 C B ?"),
			[]string{ // rated or unrated; the last game has no result
				"0 A 0 2-0-2", // B, D; C, D
				"0 B 0 1-1-1", // C; D; A
				"0 C 0 2-0-1", // D, A; B
				"0 D 0 1-1-2", // A; B; C, A
			},
		},
		"joukkuebonus": {
			teams,
			evening("1 A D A", "1 D A A",
				"1 A D D", // the third game of A and D
				"1 B E E", "1 B E B", "1 C F C", "1 C E C", "1 F A F", "1 D B D", "1 F D F"),
			[]string{
				"1 C 3 2-0-0",   // 2 wins + 2 × ½
				"1 E 3 1-0-2",   // 1 + 4 × ½
				"3 A 2.5 2-0-1", // 2 + ½
				"4 F 2 2-0-1",
				"5 B 1 1-0-2",
				"5 D 1 1-0-3",
				"1 Kivi 6.5", // A 2½ + B 1 + C 3
				"2 Puu 6",    // D 1 + E 3 + F 2
				"Paras bonustaja: E 2",
				"Paras pelaaja: ACF 2",
			},
		},
		"go-rail": {
			roster("2d 3k 7k 15k"),
			evening("5 C B B", "5 D C C", "12 B A B", "12 D A A*", "12 D B D", "19 C A =", "19 D C D", "19 B A A"),
			[]string{ // the fourth game is not for the rating list
				"0 A 0 1-1-1", // B; C; B
				"0 B 0 2-0-2", // C, A; D, A
				"0 C 0 1-1-2", // D; A; B, D
				"0 D 0 2-0-1", // B, C; C
			},
		},
		"lyon-duels": {
			roster("1d 2k 2k 10k"),
			evening("3 B A A", "3 D C D", "10 C B =", "10 D A A", "17 C A C", "24 D B D", "24 C B C", "24 D C C*"),
			[]string{ // the last game is not official
				"0 A 0 2-0-1", // B, D; C
				"0 B 0 0-1-3", // C jigo; A, D, C
				"0 C 0 2-1-1", // A, B; B jigo; D
				"0 D 0 2-0-1", // C, B; A
			},
		},
		"karlsruhe": {
			born,
			evening("1 A B A", "1 A B A", "1 B A B", "1 C D =", "1 C D =", "1 C D D", "1 A C A", "1 A C C", "1 B D D", "1 D B D", "1 C B B*"),
			[]string{
				"1 B 10 2-0-4", // against A 1 + 1 + 3, D 1 + 1, C 3
				"1 D 10 3-2-0", // against C 2 + 1 + 3, B 3 + 1
				"3 A 9 3-0-2",  // against B 3 + 1 + 1, C 3 + 1
				"3 C 9 1-2-3",  // against D 2 + 1 + 1, A 1 + 3, B 1
				"50+: A 9",
				"U20: B 10",  // C has 9
				"SDK: BD 10", // 5k and 9k
				"DDK: C 9",
			},
		},
		"british-class-c": {
			roster("3d 1d 2k 8k"),
			evening("1 B A A", "1 C B B", "2 D C D", "2 C A =", "9 D B B*", "9 D A A", "9 C B C", "9 B A B"),
			[]string{ // the fifth game was not agreed to be rated
				"0 A 0 2-1-1", // B, D; C jigo; B
				"0 B 0 2-0-2", // C, A; A, C
				"0 C 0 1-1-2", // B; A jigo; B, D
				"0 D 0 1-0-1", // C; A
			},
		},
		"brisbane": {
			roster("4d 2d 1d 1k 3k 5k 8k 12k"), // A to H from the top
			evening(
				"1 H C C", // 8 - 3 = 5 places
				"1 H B H", // 6 places: no challenge
				"1 G B G", // 5 places
				"1 D C D",
				"2 F A A",
				"2 E D ?", // no result
				"2 E B E",
				"3 G A G", // 7 - 1 = 6 places, because the order stays
			),
			[]string{
				"0 A 0 1-0-0", "0 B 0 0-0-2", "0 C 0 1-0-1", "0 D 0 1-0-0", "0 E 0 1-0-0", "0 F 0 0-0-1", "0 G 0 1-0-0", "0 H 0 0-0-1",
				"ABCDEFGH",
			},
		},
	} {
		t.Run(key, func(t *testing.T) {
			set := setOf(t, key)
			if diff := cmp.Diff(tt.want, show(Count(set.Rules, tt.players, tt.games))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func setOf(t *testing.T, key string) Set {
	t.Helper()
	for _, s := range Sets() {
		if s.Key == key {
			return s
		}
	}
	t.Fatalf("no set %s", key)
	return Set{}
}

// TestSetsAreSound checks that each set passes Check, survives JSON, and names its sources.
func TestSetsAreSound(t *testing.T) {
	if len(Sets()) != 8 {
		t.Errorf("%d sets, want 8", len(Sets()))
	}
	for _, s := range Sets() {
		if err := s.Rules.Check(); err != nil {
			t.Errorf("%s: %v", s.Key, err)
		}
		if len(s.Sources) == 0 {
			t.Errorf("%s has no source", s.Key)
		}
		text, err := json.Marshal(s.Rules)
		if err != nil {
			t.Fatal(err)
		}
		var again Rules
		if err := json.Unmarshal(text, &again); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(s.Rules, again); diff != "" {
			t.Errorf("%s after JSON: %s", s.Key, diff)
		}
	}
}
