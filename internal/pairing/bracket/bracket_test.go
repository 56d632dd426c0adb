package bracket

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"tourney/internal/tournament"
)

// event returns a double elimination of so many players, the strongest first,
// and its stage.
func event(players int) (*tournament.Tournament, tournament.Stage, []tournament.PlayerID) {
	t := &tournament.Tournament{}
	t.Settings.System = tournament.DoubleElimination
	var seeds []tournament.PlayerID
	for i := range players {
		id := tournament.PlayerID(i + 1)
		t.Players = append(t.Players, tournament.Player{ID: id, Status: tournament.CheckedIn})
		seeds = append(seeds, id)
	}
	return t, t.Settings.Stage(1), seeds
}

// playOut plays the whole bracket; the better seed wins with a chance of 80 %.
// It returns the number of repeated games, without the second game of the
// final, which always is.
func playOut(c *State, t *tournament.Tournament, chance *rand.Rand) (repeats int) {
	met := map[[2]tournament.PlayerID]bool{}
	for level := 1; level <= Rounds(c.Matches); level++ {
		c.FillSides(level)
		r := tournament.Round{Number: level, Published: true}
		for _, m := range c.matchesAt(level) {
			a, b := min(m.Sides[0], m.Sides[1]), max(m.Sides[0], m.Sides[1])
			if a == Nobody {
				continue
			}
			g := tournament.Game{Black: a, White: b, Result: tournament.Result{Outcome: tournament.BlackWins}}
			if chance.IntN(5) == 0 {
				g.Result.Outcome = tournament.WhiteWins
			}
			r.Games = append(r.Games, g)
			if met[[2]tournament.PlayerID{a, b}] && !m.Again {
				repeats++
			}
			met[[2]tournament.PlayerID{a, b}] = true
		}
		t.Rounds = append(t.Rounds, r)
		c.DecideKnown(level)
	}
	return repeats
}

// Two opponents of a double elimination seldom meet again: at most 1.4 times an event, the final included, for 16, 32
// and 64 players of whom the better seed wins 80 % of the games. With one crossing for all levels it would be up to 5.5
// times.
func TestLosersSeldomMeetAgain(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	const events = 1000
	for _, players := range []int{16, 32, 64} {
		t.Run(fmt.Sprint(players, " players"), func(t *testing.T) {
			chance, repeats := rand.New(rand.NewPCG(15, uint64(players))), 0
			for range events {
				tn, stage, seeds := event(players)
				repeats += playOut(New(tn, stage, seeds), tn, chance)
			}
			mean := float64(repeats) / events
			t.Logf("%d players: %.2f repeats an event", players, mean)
			if mean > 1.4 {
				t.Errorf("%d players: %.2f repeats an event", players, mean)
			}
		})
	}
}

// Every loser of a level joins once, whatever the pattern.
func TestCrossedIsAnOrder(t *testing.T) {
	for size := 1; size <= 32; size *= 2 {
		level := make([]int, size)
		for i := range level {
			level[i] = 100 + i
		}
		for way := range 8 {
			got := crossed(level, way)
			slices.Sort(got)
			if !slices.Equal(got, level) {
				t.Errorf("%d losers, way %d: %v", size, way, got)
			}
		}
	}
	for way, want := range [][]int{{3, 2, 1, 0}, {1, 0, 3, 2}, {2, 3, 0, 1}, {0, 1, 2, 3}} {
		if got := crossed([]int{0, 1, 2, 3}, way); !slices.Equal(got, want) {
			t.Errorf("way %d: %v, want %v", way, got, want)
		}
	}
}

// A bracket begun before the patterns existed keeps its own, a bracket that has not begun gets the new ones.
func TestBegunBracketKeepsItsPattern(t *testing.T) {
	tn, stage, seeds := event(16)
	losers := func() []Match {
		c := New(tn, stage, seeds)
		return slices.DeleteFunc(c.Matches, func(m Match) bool { return m.Level != 5 })
	}
	fresh := losers()
	tn.Rounds = []tournament.Round{{Number: 1, Published: true}}
	begun := losers()
	if slices.Equal(fresh, begun) {
		t.Error("the crossing of a bracket under way has changed")
	}
	stage.Format.Alternating = true
	if !slices.Equal(fresh, losers()) {
		t.Error("the crossing changed with the first round")
	}
}
