package pairing

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tourney/internal/fault"
	"tourney/internal/pairing/bracket"
	"tourney/internal/tournament"
)

// matchesOf lists the matches of a round that the bracket shows, the smaller
// number of each first.
func matchesOf(b bracket.Tree, n int) (pairs [][2]tournament.PlayerID) {
	for _, m := range b.Matches {
		if a, z := m.Sides[0].Player, m.Sides[1].Player; m.Round == n && a != 0 && z != 0 && !m.Spared {
			pairs = append(pairs, [2]tournament.PlayerID{min(a, z), max(a, z)})
		}
	}
	slices.SortFunc(pairs, func(a, b [2]tournament.PlayerID) int { return int(a[0] - b[0]) })
	return pairs
}

// The displayed bracket matches the draws, round by round, and ends with the winner; it takes no more rounds than
// RoundsNeeded.
func TestTreeShowsWhatIsDrawn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		system := rapid.SampledFrom([]tournament.System{tournament.Knockout, tournament.DoubleElimination}).Draw(t, "system")
		s := of(t, system, 12)
		s.Format.ThirdPlace = system == tournament.Knockout && rapid.Bool().Draw(t, "third")
		tn := event(t, s, ranks(rapid.IntRange(2, 11).Draw(t, "players"))...)
		needed, players := RoundsNeeded(tn, s.Stage(1))
		if players != len(tn.Players) {
			t.Fatalf("%d of %d players", players, len(tn.Players))
		}
		for n := 1; ; n++ {
			tree, ok := Tree(tn, n)
			d, err := Make(context.Background(), tn, n, Options{Seed: 7})
			if fault.Is(err, "system.finished") {
				at, _ := fault.As(err)
				if winner := tn.Player(tree.Winner()); winner == nil || winner.Name() != at.Args[1] {
					t.Fatalf("%v, but the bracket is won by %v", at.Args, winner)
				}
				if n-1 > needed || n-1 < needed-1 || system == tournament.Knockout && n-1 != needed {
					t.Fatalf("%d rounds, needed %d", n-1, needed)
				}
				return
			}
			if err != nil || !ok || tree.Winner() != 0 {
				t.Fatal(err, ok, tree.Winner())
			}
			var drawn [][2]tournament.PlayerID
			for _, g := range d.Drafted() {
				drawn = append(drawn, [2]tournament.PlayerID{min(g.Black, g.White), max(g.Black, g.White)})
			}
			slices.SortFunc(drawn, func(a, b [2]tournament.PlayerID) int { return int(a[0] - b[0]) })
			if shown := matchesOf(tree, n); !slices.Equal(shown, drawn) {
				t.Fatalf("round %d: shows %v, drawn %v", n, shown, drawn)
			}
			take(t, tn, n, anyone(t))
		}
	})
}

// Eight players: the players of each part; matches with undecided players are open.
func TestTreeOfEight(t *testing.T) {
	for system, want := range map[tournament.System]string{
		tournament.Knockout:          "1 winners 1/2 ×4, 2 winners 2/1 ×2, 3 winners 3/0 ×1, 3 third 1/0 ×1",
		tournament.DoubleElimination: "1 winners 1/2 ×4, 2 winners 2/1 ×2, 3 winners 3/0 ×1, 2 losers 1/3 ×2, 3 losers 2/2 ×2, 4 losers 3/1 ×1, 5 losers 4/0 ×1, 6 final 1/0 ×1, 7 again 1/0 ×1",
	} {
		t.Run(string(system), func(t *testing.T) {
			s := of(t, system, 7)
			s.Format.ThirdPlace = true
			tn := event(t, s, ranks(8)...)
			tree, ok := Tree(tn, 1)
			if !ok {
				t.Fatal("no bracket")
			}
			var kinds []string
			count := map[string]int{}
			for _, m := range tree.Matches {
				kind := fmt.Sprintf("%d %s %d/%d", m.Round, m.Part, m.Level, m.Left)
				if count[kind]++; count[kind] == 1 {
					kinds = append(kinds, kind)
				}
				if m.Round > 1 && (m.Sides[0].Player != 0 || m.Sides[1].Player != 0 || m.Winner != 0 || m.Walkover || m.Spared) {
					t.Errorf("%s is decided before it is played: %+v", kind, m)
				}
			}
			for i, kind := range kinds {
				kinds[i] = fmt.Sprintf("%s ×%d", kind, count[kind])
			}
			if got := strings.Join(kinds, ", "); got != want {
				t.Errorf("%s: %s, want %s", system, got, want)
			}
		})
	}
	if _, ok := Tree(event(t, of(t, tournament.Swiss, 3), ranks(4)...), 1); ok {
		t.Error("a Swiss has a bracket")
	}
}

func TestRoundsNeeded(t *testing.T) {
	for _, tt := range []struct {
		system        tournament.System
		format        tournament.Format
		players, want int
	}{
		{tournament.RoundRobin, tournament.Format{}, 6, 5}, {tournament.RoundRobin, tournament.Format{}, 7, 7},
		{tournament.RoundRobin, tournament.Format{Double: true}, 4, 6}, {tournament.RoundRobin, tournament.Format{}, 1, 0},
		{tournament.Knockout, tournament.Format{}, 8, 3}, {tournament.Knockout, tournament.Format{ThirdPlace: true}, 9, 4},
		{tournament.DoubleElimination, tournament.Format{}, 8, 7}, {tournament.DoubleElimination, tournament.Format{}, 2, 3},
		{tournament.Swiss, tournament.Format{}, 8, 0},
	} {
		t.Run(fmt.Sprintf("%s of %d", tt.system, tt.players), func(t *testing.T) {
			tn := event(t, of(t, tt.system, 12), ranks(tt.players)...)
			if got, _ := RoundsNeeded(tn, tournament.Stage{From: 1, System: tt.system, Format: tt.format}); got != tt.want {
				t.Errorf("%s of %d: %d rounds, want %d", tt.system, tt.players, got, tt.want)
			}
		})
	}
	tn := event(t, of(t, tournament.Swiss, 8), ranks(20)...)
	final := tournament.Stage{From: 6, System: tournament.Knockout, Qualify: 8}
	if rounds, players := RoundsNeeded(tn, final); rounds != 3 || players != 8 {
		t.Errorf("a final of the best eight: %d rounds for %d", rounds, players)
	}
}
