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
	"tourney/internal/rank"
	"tourney/internal/results"
	"tourney/internal/tournament"
)

// pooled is a round robin in pools, then a knockout of so many.
func pooled(t failer, pools, rounds, qualify int) tournament.Settings {
	s := of(t, tournament.RoundRobin, 60)
	s.Format.Pools = pools
	s.Stages = []tournament.Stage{{From: rounds + 1, System: tournament.Knockout, Qualify: qualify}}
	s.Criteria = []tournament.Criterion{tournament.StageReached, tournament.NBW, tournament.SDC, tournament.SODOSW}
	return s
}

func TestPoolsAreDealtInSnakeOrder(t *testing.T) {
	tn := event(t, pooled(t, 4, 3, 8), ranks(14)...)
	want := "[[1 8 9] [2 7 10] [3 6 11 14] [4 5 12 13]]"
	if got := fmt.Sprint(Pools(tn, 1)); got != want {
		t.Errorf("%v, want %v", got, want)
	}
	if rounds, players := RoundsNeeded(tn, tn.Settings.Stage(1)); rounds != 3 || players != 14 {
		t.Errorf("%d rounds for %d players", rounds, players)
	}
	tn.Settings.Format.Pools = 8
	if _, err := Make(context.Background(), tn, 1, Options{}); !fault.Is(err, "system.pools.few") {
		t.Errorf("eight pools of 14: %v", err)
	}
}

// After four pools of four the best of one pool meets the second of another,
// and not before the final the second of the same pool.
func TestPoolsThenKnockout(t *testing.T) {
	tn := event(t, pooled(t, 4, 3, 8), ranks(16)...)
	for n := 1; n <= 3; n++ {
		if d := take(t, tn, n, stronger); len(d.Games) != 8 || len(d.Byes) != 0 {
			t.Fatalf("round %d: %d games, byes %v", n, len(d.Games), d.Byes)
		}
	}
	d := take(t, tn, 4, stronger)
	// The stronger win: 1 to 4 are the best of their pools, 8 to 5 the second.
	if want := []tournament.PlayerID{1, 2, 3, 4}; !slices.Equal(d.Seeds[:4], want) {
		t.Errorf("seeds %v", d.Seeds)
	}
	half := map[tournament.PlayerID]int{}
	for i, seed := range bracket.SeedOrder(3) {
		half[d.Seeds[seed-1]] = i / 4
	}
	for first := tournament.PlayerID(1); first <= 4; first++ {
		if second := 9 - first; half[first] == half[second] {
			t.Errorf("%d and %d of one pool are in one half: %v", first, second, d.Seeds)
		}
	}
	for n := 5; n <= 6; n++ {
		take(t, tn, n, stronger)
	}
	if top := results.After(tn, 6).Rows[0]; top.Player != 1 {
		t.Errorf("%d wins", top.Player)
	}
}

// In the pools all players of a pool meet once, or twice, and meet no others; the best of each pool advance.
func TestEverybodyOnceInHisPool(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		count := rapid.IntRange(2, 5).Draw(t, "pools")
		players := rapid.IntRange(2*count, 24).Draw(t, "players")
		tn := event(t, pooled(t, count, 30, 0), ranks(players)...)
		tn.Settings.Format.Double = rapid.Bool().Draw(t, "double")
		rounds, _ := RoundsNeeded(tn, tn.Settings.Stage(1))
		tn.Settings.Stages[0].From = rounds + 1
		tn.Settings.Stages[0].Qualify = count * rapid.IntRange(1, 2).Draw(t, "each")
		meetings := map[[2]tournament.PlayerID]int{}
		byes := map[tournament.PlayerID]int{}
		for n := 1; n <= rounds; n++ {
			d := take(t, tn, n, anyone(t))
			for id, many := range games(tn.Round(n)) {
				if many != 1 {
					t.Fatalf("round %d: %d plays %d games", n, id, many)
				}
			}
			for _, g := range d.Drafted() {
				meetings[[2]tournament.PlayerID{min(g.Black, g.White), max(g.Black, g.White)}]++
			}
			for _, id := range d.Byes {
				byes[id]++
			}
		}
		want := 1
		if tn.Settings.Format.Double {
			want = 2
		}
		pools, pairs := Pools(tn, 1), 0
		for _, pool := range pools {
			for i, a := range pool {
				if byes[a] != want*(len(pool)%2) {
					t.Fatalf("%d of %d in the pool has %d byes", a, len(pool), byes[a])
				}
				for _, b := range pool[:i] {
					pairs++
					if got := meetings[[2]tournament.PlayerID{min(a, b), max(a, b)}]; got != want {
						t.Fatalf("%d and %d meet %d times", a, b, got)
					}
				}
			}
		}
		if len(meetings) != pairs {
			t.Fatalf("%d pairs met, of the pools are %d", len(meetings), pairs)
		}
		seeds := Seeds(tn, rounds+1)
		for _, pool := range pools {
			each := len(seeds) / count
			for i, row := range results.Among(tn, 1, rounds, pool).Rows {
				if goesOn := slices.Contains(seeds, row.Player); goesOn != (i < each) {
					t.Fatalf("%d is %d. of his pool, goes on: %v", row.Player, i+1, goesOn)
				}
			}
		}
		if _, err := Make(context.Background(), tn, rounds+1, Options{}); err != nil {
			t.Fatal(err)
		}
	})
}

// In a double round robin each pair meets once with either colour, and no player has one colour in three games running;
// an odd number has as many byes as rounds.
func TestDoubleRoundRobinColours(t *testing.T) {
	for players := 2; players <= 14; players++ {
		tn := doubleRoundRobin(t, players)
		colours, met, byes := map[tournament.PlayerID]string{}, map[[2]tournament.PlayerID]int{}, map[tournament.PlayerID]int{}
		for n := 1; n <= tn.Settings.Rounds; n++ {
			d := take(t, tn, n, stronger)
			for _, p := range d.Games {
				colours[p.Game.Black] += "b"
				colours[p.Game.White] += "w"
				met[[2]tournament.PlayerID{p.Game.Black, p.Game.White}]++
			}
			for _, id := range d.Byes {
				byes[id]++
			}
		}
		for _, a := range everybody(tn) {
			if run := colours[a]; strings.Contains(run, "bbb") || strings.Contains(run, "www") {
				t.Errorf("%d players: %d has the colours %s", players, a, run)
			}
			if byes[a] != 2*(players%2) {
				t.Errorf("%d players: %d has %d byes", players, a, byes[a])
			}
			for _, b := range everybody(tn) {
				if a != b && met[[2]tournament.PlayerID{a, b}] != 1 {
					t.Errorf("%d players: %d is Black against %d %d times", players, a, b, met[[2]tournament.PlayerID{a, b}])
				}
			}
		}
	}
}

func doubleRoundRobin(t *testing.T, players int) *tournament.Tournament {
	s := of(t, tournament.RoundRobin, 2*(players+players%2-1))
	s.Format.Double = true
	return event(t, s, slices.Repeat([]rank.Rank{rank.Kyu1}, players)...)
}

// A double round robin begun by an older version keeps its order: the first half in the order of the Berger table.
func TestDoubleRoundRobinUnderWay(t *testing.T) {
	tn := doubleRoundRobin(t, 6)
	for n := 1; n <= 4; n++ { // round 4 is the first of the two that change places
		var games []tournament.Game
		for i, pair := range bracket.Berger(6, n) {
			games = append(games, met(tn.Players[pair[0]-1].ID, tn.Players[pair[1]-1].ID))
			games[i].Table = i + 1
		}
		if n == 4 {
			v, err := Make(t.Context(), withFirstMethod(tn), n, Options{})
			if err != nil || !meets(v, games[0].Black, games[0].White) {
				t.Errorf("round 4 by the first method: %v, %v", v, err)
			}
		}
		play(t, tn, n, games, nil, whiteWon, whiteWon, whiteWon)
	}
	for n := 5; n <= 10; n++ {
		d := take(t, tn, n, stronger)
		for _, pair := range bracket.Berger(6, (n-1)%5+1) {
			if !meets(d, tn.Players[pair[0]-1].ID, tn.Players[pair[1]-1].ID) {
				t.Errorf("round %d: %v do not meet", n, pair)
			}
		}
		for _, p := range d.Games {
			if e := d.Explain(p.Game.Table); len(e.Plan) != 1 || e.Plan[0].Args[0] != n {
				t.Errorf("round %d, table %d: %v", n, p.Game.Table, e.Plan)
			}
		}
	}
}
