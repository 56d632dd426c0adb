package pairing

import (
	"cmp"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"tourney/internal/rank"
	"tourney/internal/tournament"
)

// The explanation of a game of a round robin names the numbers and the round of the Berger table. The explanation of
// two players who do not meet now names the round of their game.
func TestBergerGamesHaveReasons(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := of(t, tournament.RoundRobin, 40)
		s.Format.Pools = rapid.IntRange(0, 3).Draw(t, "pools")
		s.Format.Double = rapid.Bool().Draw(t, "double")
		players := rapid.IntRange(6, 12).Draw(t, "players")
		tn := event(t, s, ranks(players)...)
		rounds, _ := RoundsNeeded(tn, s.Stage(1))
		tn.Settings.Rounds = rounds
		type pair [2]tournament.PlayerID
		foretold, met := map[pair][]int{}, map[pair][]int{}
		for a := range tournament.PlayerID(players) {
			for b := range a {
				for _, said := range WhyNot(tn, 1, b+1, a+1) {
					if said.Key == "explain.whynot.berger" {
						foretold[pair{b + 1, a + 1}] = append(foretold[pair{b + 1, a + 1}], said.Args[0].(int))
					} else if said.Key != "explain.whynot.pools" {
						t.Fatalf("%d and %d: %+v", a+1, b+1, said)
					}
				}
			}
		}
		for n := 1; n <= rounds; n++ {
			d := take(t, tn, n, stronger)
			pools := Pools(tn, n)
			for _, p := range d.Games {
				e := d.Explain(p.Game.Table)
				a, b := slotOf(pools, p.Game.Black), slotOf(pools, p.Game.White)
				table := n
				if size := len(pools[a.pool]); s.Format.Double && size%2 == 0 { // the last two rounds of the first half change places
					table = cmp.Or(map[int]int{size - 2: size - 1, size - 1: size - 2}[n], n)
				}
				if len(e.Plan) != 1 || !slices.Equal(e.Plan[0].Args[:3], []any{table, a.number, b.number}) || len(e.Black) != 1 || len(e.White) != 1 {
					t.Fatalf("round %d, numbers %d and %d: %+v", n, a.number, b.number, e)
				}
				at := pair{min(p.Game.Black, p.Game.White), max(p.Game.Black, p.Game.White)}
				met[at] = append(met[at], n)
			}
			for _, id := range d.Byes {
				if said, ok := d.ExplainBye(id); !ok || said.Args[0] != n || said.Args[1] != slotOf(pools, id).number {
					t.Fatalf("round %d, the bye of %d: %+v", n, id, said)
				}
			}
		}
		for two, when := range met {
			if !slices.Equal(foretold[two], when) {
				t.Fatalf("%v met in %v, foretold %v", two, when, foretold[two])
			}
		}
		if len(met) != len(foretold) {
			t.Fatalf("%d pairs met, %d foretold", len(met), len(foretold))
		}
	})
}

// The explanation of a game of a bracket names the matches its players come
// from. Two players who meet later were promised that round and no later one; a
// player declared out stays out.
func TestBracketGamesHaveReasons(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		system := rapid.SampledFrom([]tournament.System{tournament.Knockout, tournament.DoubleElimination}).Draw(t, "system")
		s := of(t, system, 20)
		s.Format.ThirdPlace = rapid.Bool().Draw(t, "third place")
		players := rapid.IntRange(2, 11).Draw(t, "players")
		tn := event(t, s, ranks(players)...)
		var told []map[[2]tournament.PlayerID][]Sentence
		rounds := 0
		for n := 1; ; n++ {
			now := map[[2]tournament.PlayerID][]Sentence{}
			for a := range tournament.PlayerID(players) {
				for b := range a {
					said := WhyNot(tn, n, b+1, a+1)
					if len(said) == 0 {
						t.Fatalf("round %d: nothing about %d and %d", n, b+1, a+1)
					}
					now[[2]tournament.PlayerID{b + 1, a + 1}] = said
				}
			}
			told = append(told, now)
			if tree, _ := Tree(tn, n); tree.Winner() != 0 {
				break
			}
			d := take(t, tn, n, anyone(t))
			rounds = n
			for _, p := range d.Games {
				e := d.Explain(p.Game.Table)
				if len(e.Plan) != 1 || e.Plan[0].Key != "explain.match" || len(e.Black) != 3 || len(e.White) != 3 {
					t.Fatalf("round %d, table %d: %+v", n, p.Game.Table, e)
				}
				two := [2]tournament.PlayerID{min(p.Game.Black, p.Game.White), max(p.Game.Black, p.Game.White)}
				for q := range told {
					said := told[q][two]
					last := said[len(said)-1]
					earliest, can := last.Args[0].(int)
					if last.Key != "explain.whynot.match" && last.Key != "explain.whynot.match.now" || !can || earliest > n {
						t.Fatalf("%v meet in round %d; before round %d they were told %+v", two, n, q+1, said)
					}
				}
			}
			for _, id := range d.Byes {
				if said, ok := d.ExplainBye(id); !ok || said.Key == "explain.bye.hand" {
					t.Fatalf("round %d, the bye of %d: %+v", n, id, said)
				}
			}
		}
		for two, said := range told[rounds] {
			if last := said[len(said)-1]; last.Key == "explain.whynot.match" && last.Args[0].(int) <= rounds {
				t.Fatalf("after the end %v are told %+v", two, said)
			}
		}
	})
}

// Beside a final the plan explains only the games of its players.
func TestWhyNotBesideAFinal(t *testing.T) {
	tn := event(t, finale(t, tournament.PlayOn, 4, 5), ranks(10)...)
	for n := 1; n <= 4; n++ {
		take(t, tn, n, stronger)
	}
	seeds := Seeds(tn, 4)
	var others []tournament.PlayerID
	for id := tournament.PlayerID(1); id <= 10; id++ {
		if !slices.Contains(seeds, id) {
			others = append(others, id)
		}
	}
	if said := WhyNot(tn, 4, others[0], others[1]); said != nil {
		t.Errorf("two who play on: %+v", said)
	}
	if said := WhyNot(tn, 4, seeds[0], others[1]); len(said) == 0 || said[0].Key != "explain.whynot.outside" {
		t.Errorf("one of the final and one beside it: %+v", said)
	}
	loser := seeds[3]
	if said := WhyNot(tn, 5, seeds[0], loser); said[len(said)-1].Key != "explain.whynot.never" {
		t.Errorf("one of the final and one of the game for the third place: %+v", said)
	}
	list, err := Opponents(tn, 4, others[0])
	if err != nil || len(list) != 5 {
		t.Errorf("%d could be met beside the final, %v", len(list), err)
	}
	other, err := new(Session).Instead(t.Context(), tn, 4, others[0], others[1])
	if err != nil || other == nil || len(other.Draw.Games) != 5 {
		t.Errorf("another pair beside the final: %+v, %v", other, err)
	}
}

// The bracket does not prescribe a latecomer whom the director puts in a
// vacated place.
func TestLatecomerInAnEmptyPlace(t *testing.T) {
	tn := event(t, of(t, tournament.Knockout, 3), ranks(8)...)
	if err := draw(t, tn, 1).Draft(tn, "test"); err != nil {
		t.Fatal(err)
	}
	g := tn.Round(1).Game(1)
	rival := g.Opponent(1)
	redraft(t, tn)(Unpair(tn, 1, g.Table))
	if err := tn.RemovePlayer(1); err != nil {
		t.Fatal(err)
	}
	late, err := tn.AddPlayer(tournament.Player{Family: "Late", Rank: rank.Kyu1, Status: tournament.CheckedIn}, tournament.RefuseNamesakes)
	if err != nil {
		t.Fatal(err)
	}
	redraft(t, tn)(Pair(tn, 1, rival, late))
	if err := tn.Publish(1); err != nil {
		t.Fatal(err)
	}
	for _, g := range tn.Round(1).Games {
		if e := plannedRound(tn, 1).Explain(g.Table); len(e.Black) == 0 || len(e.White) == 0 {
			t.Errorf("table %d is not explained: %+v", g.Table, e)
		}
	}
}
