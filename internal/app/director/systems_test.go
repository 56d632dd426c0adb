package director

import (
	"fmt"
	"testing"

	"tourney/internal/fault"
	"tourney/internal/pairing"
	"tourney/internal/tournament"
)

// season creates the tournament "cup" from a preset with n players and the number of rounds in its plan.
func season(t testing.TB, d *Director, name string, players int) *tournament.Tournament {
	t.Helper()
	_, err := d.Create(t.Context(), anna, Creation{Info: tournament.Info{Name: "Cup"}, Settings: preset(t, name)})
	must(t, err)
	_, err = d.On(anna, "cup").ImportPlayers(t.Context(), people(players), "")
	must(t, err)
	tn := state(t, d)
	s := tn.Settings
	if needed, _ := pairing.RoundsNeeded(tn, s.Stage(s.Rounds)); needed > 0 {
		s.Rounds = s.Stage(s.Rounds).From - 1 + needed
		must(t, d.On(anna, "cup").SetUp(t.Context(), tn.Info, s))
	}
	return state(t, d)
}

// playRound draws and publishes a round in which the lower number wins every game; it returns false if no round is
// left.
func playRound(t testing.TB, d *Director, n int) bool {
	t.Helper()
	err := d.On(anna, "cup").Round(n).Pair(t.Context(), 1)
	if fault.Is(err, "system.finished") {
		return false
	}
	must(t, err)
	must(t, d.On(anna, "cup").Round(n).Publish(t.Context()))
	for _, g := range state(t, d).Round(n).Games {
		won := tournament.BlackWins
		if g.White < g.Black {
			won = tournament.WhiteWins
		}
		must(t, enter(d, bert, n, g.Table, g.Revision, won))
	}
	return true
}

// Every system for individuals can be played from its preset to its end: each player is in a round once, and the
// strongest player, with a win in every game, wins the tournament.
func TestEverySystemIsPlayedToItsEnd(t *testing.T) {
	sizes := []int{6, 9, 13}
	if testing.Short() {
		sizes = []int{9}
	}
	for _, p := range tournament.Presets() {
		if p.Settings.System == tournament.Open || p.Settings.Teams.Boards > 0 {
			continue
		}
		for _, players := range sizes {
			t.Run(fmt.Sprint(p.Name, " of ", players), func(t *testing.T) {
				t.Parallel()
				isPlayedToItsEnd(t, p, players)
			})
		}
	}
}

func isPlayedToItsEnd(t *testing.T, p tournament.Preset, players int) {
	t.Helper()
	d := fresh(t)
	rounds := season(t, d, p.Name, players).Settings.Rounds
	played := 0
	for played < rounds && playRound(t, d, played+1) {
		played++
	}
	tn := state(t, d)
	if short := rounds - played; short > 1 || short == 1 && p.Settings.System != tournament.DoubleElimination {
		t.Errorf("%s of %d: %d of %d rounds", p.Name, players, played, rounds)
	}
	met := map[[2]tournament.PlayerID]int{}
	for _, r := range tn.Rounds {
		seen := map[tournament.PlayerID]bool{}
		for _, g := range r.Games {
			met[[2]tournament.PlayerID{min(g.Black, g.White), max(g.Black, g.White)}]++
			for _, id := range []tournament.PlayerID{g.Black, g.White} {
				if seen[id] {
					t.Errorf("%s of %d, round %d: %d sits twice", p.Name, players, r.Number, id)
				}
				seen[id] = true
			}
		}
	}
	s, err := d.Snapshot(t.Context(), "cup")
	must(t, err)
	rows := s.Standings(played).Rows
	if best := tn.Players[0].ID; p.Settings.Handicap.Ceiling == 0 && rows[0].Player != best || rows[0].Place != 1 {
		t.Errorf("%s of %d is won by %d", p.Name, players, rows[0].Player)
	}
	if p.Settings.System == tournament.RoundRobin && len(met) != players*(players-1)/2 {
		t.Errorf("%s of %d: %d pairs have met", p.Name, players, len(met))
	}
	if p.Settings.System.Eliminates() || len(p.Settings.Stages) > 0 {
		if rows[1].Place != 2 || rows[2].Place != 3 {
			t.Errorf("%s of %d: places %d, %d", p.Name, players, rows[1].Place, rows[2].Place)
		}
	}
}

// Open play has no rounds to draw, pair by hand or publish.
func TestOpenPlayHasNoRounds(t *testing.T) {
	d := fresh(t)
	tn := season(t, d, "club", 6)
	ed := d.On(anna, "cup")
	wantFault(t, ed.Round(1).Pair(t.Context(), 1), "open.rounds")
	wantFault(t, ed.Round(1).Publish(t.Context()), "round.missing")
	_, err := ed.Begin(t.Context(), Pairing{A: tn.Players[0].ID, B: tn.Players[5].ID}, "")
	must(t, err)
	for _, err := range []error{ed.Round(2).Pair(t.Context(), 1), ed.Round(1).Unpublish(t.Context())} {
		wantFault(t, err, "open.rounds")
	}
	if games := state(t, d).Round(1).Games; len(games) != 1 {
		t.Errorf("%d games", len(games))
	}
}

// A withdrawn player loses the next knockout game by forfeit; in a round robin their opponents have a bye.
func TestWithdrawalsFromPlans(t *testing.T) {
	d := fresh(t)
	tn := season(t, d, "knockout", 8)
	playRound(t, d, 1)
	gone := tn.Players[0].ID
	must(t, d.On(anna, "cup").SetStatus(t.Context(), gone, tournament.Withdrawn))
	playRound(t, d, 2)
	r := state(t, d).Round(2)
	if len(r.Games) != 1 || len(r.Byes) != 1 || r.Game(gone) != nil {
		t.Fatalf("the semi-finals: %+v, byes %v", r.Games, r.Byes)
	}
	playRound(t, d, 3)
	if g := state(t, d).Round(3).Game(r.Byes[0]); g == nil {
		t.Error("the player without a game is not in the final")
	}
	s, err := d.Snapshot(t.Context(), "cup")
	must(t, err)
	if row := s.Standings(3).Row(gone); row.Place < 3 {
		t.Errorf("the player who left is on place %d", row.Place)
	}

	d = fresh(t)
	tn = season(t, d, "round-robin", 6)
	playRound(t, d, 1)
	must(t, d.On(anna, "cup").SetStatus(t.Context(), tn.Players[2].ID, tournament.Withdrawn))
	for n := 2; n <= 5; n++ {
		playRound(t, d, n)
		if r := state(t, d).Round(n); len(r.Games) != 2 || len(r.Byes) != 1 {
			t.Errorf("round %d: %d games, byes %v", n, len(r.Games), r.Byes)
		}
	}
}

// Seeds can be ordered until the first round is published.
func TestSeedsAreOrdered(t *testing.T) {
	d := fresh(t)
	tn := season(t, d, "knockout", 4)
	seeds := pairing.Seeds(tn, 1)
	seeds[0], seeds[1] = seeds[1], seeds[0]
	must(t, d.On(anna, "cup").Round(1).OrderSeeds(t.Context(), seeds))
	must(t, d.On(anna, "cup").Round(1).Pair(t.Context(), 1))
	if g := state(t, d).Round(1).Game(seeds[0]); !g.Has(seeds[3]) {
		t.Errorf("the first seed meets %d", g.Opponent(seeds[0]))
	}
	must(t, d.On(anna, "cup").Round(1).OrderSeeds(t.Context(), nil))
	if got := pairing.Seeds(state(t, d), 1)[0]; got != seeds[1] {
		t.Errorf("left to the draw the first seed is %d", got)
	}
	must(t, d.On(anna, "cup").Round(1).Publish(t.Context()))
	wantFault(t, d.On(anna, "cup").Round(1).OrderSeeds(t.Context(), seeds), "seeds.stand")
	if entries := whole(t, d); entries[len(entries)-1].Action != "round.publish" {
		t.Errorf("the log ends with %s", entries[len(entries)-1].Action)
	}
}
