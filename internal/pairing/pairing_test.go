package pairing

import (
	"context"
	"math/big"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"tourney/internal/fault"
	"tourney/internal/pairing/bracket"
	"tourney/internal/rank"
	"tourney/internal/tournament"
)

// everyMatching calls f for every way to pair the players numbered in rest.
func everyMatching(rest []int, made [][2]int, f func([][2]int)) {
	if len(rest) == 0 {
		f(made)
		return
	}
	for k := 1; k < len(rest); k++ {
		others := slices.Concat(rest[1:k], rest[k+1:])
		everyMatching(others, append(slices.Clone(made), [2]int{rest[0], rest[k]}), f)
	}
}

// bestByTrying returns the least repeats, and the greatest total among the
// pairings with as few, of the field without some players.
func bestByTrying(o *objective, out ...int) (repeats Repeats, total *big.Int) {
	var rest []int
	for i := range o.field {
		if !slices.Contains(out, i) {
			rest = append(rest, i)
		}
	}
	everyMatching(rest, nil, func(m [][2]int) {
		again, sum := o.met.amongPairs(m), new(big.Int)
		for _, pair := range m {
			sum.Add(sum, big.NewInt(o.weigh(pair[0], pair[1]).total()))
		}
		if c := again.Compare(repeats); total == nil || c < 0 || c == 0 && sum.Cmp(total) > 0 {
			repeats, total = again, sum
		}
	})
	return repeats, total
}

// checkDraw holds a draw against the rules that every draw must keep.
func checkDraw(t *rapid.T, tn *tournament.Tournament, d *Draw) {
	count := map[tournament.PlayerID]int{}
	for _, id := range d.Byes {
		count[id]++
	}
	for i, p := range d.Games {
		count[p.Game.Black]++
		count[p.Game.White]++
		if p.Game.Table != i+1 {
			t.Fatalf("game %d is at table %d", i, p.Game.Table)
		}
	}
	playing := 0
	for i := range tn.Players {
		p := &tn.Players[i]
		want := 0
		if p.Plays(d.Round) {
			want = 1
			playing++
		}
		if count[p.ID] != want {
			t.Fatalf("%s is in the draw %d times, want %d", p.Name(), count[p.ID], want)
		}
	}
	if len(d.Byes) != playing%2 {
		t.Fatalf("%d byes for %d players", len(d.Byes), playing)
	}
}

func TestDrawsEqualTrying(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tn := invented(t, 10)
		for n := 1; n <= tn.Settings.Rounds; n++ {
			d, err := Make(context.Background(), tn, n, Options{Seed: 7})
			if err != nil {
				if fault.Is(err, "pairing.alone") || fault.Is(err, "pairing.away") {
					return
				}
				t.Fatal(err)
			}
			checkDraw(t, tn, d)
			o := d.objective
			var out []int
			for _, id := range d.Byes {
				out = append(out, o.index[id])
			}
			repeats, total := bestByTrying(o, out...)
			if got := d.Repeats; d.Total.Cmp(total) != 0 || got != repeats {
				t.Fatalf("round %d: total %v, by trying %v; repeats %+v, by trying %+v", n, d.Total, total, got, repeats)
			}
			candidates := o.byeCandidates(fixture{})
			for _, bye := range candidates {
				if o.field[bye].record.Byes > o.field[candidates[0]].record.Byes {
					break // no players are kept apart, so the draw never reaches these candidates
				}
				if len(d.Byes) > 0 {
					repeats, _ = bestByTrying(o, bye)
				}
				if repeats.Meetings < d.Repeats.Meetings {
					t.Fatalf("round %d: repeats %+v, %+v would do", n, d.Repeats, repeats)
				}
			}
			if other := reversed(tn); drawText(tn, d) != drawText(other, draw(t, other, n)) {
				t.Fatalf("round %d depends on the order of registration:\n%s\n%s", n, drawText(tn, d), drawText(other, draw(t, other, n)))
			}
			playRandomly(t, tn, d)
		}
	})
}

func TestTooFewPlayers(t *testing.T) {
	for _, tt := range []struct {
		change func(*tournament.Tournament)
		key    string
	}{
		{func(tn *tournament.Tournament) { tn.Players = nil }, "pairing.nobody"},
		{func(tn *tournament.Tournament) { tn.Players = tn.Players[:1] }, "pairing.alone"},
		{func(tn *tournament.Tournament) {
			for i := range tn.Players {
				tn.Players[i].Status = tournament.Preliminary
			}
		}, "pairing.unchecked"},
		{func(tn *tournament.Tournament) {
			for i := range tn.Players {
				tn.Players[i].Absent = tn.Players[i].Absent.With(1)
			}
		}, "pairing.away"},
	} {
		t.Run(tt.key, func(t *testing.T) {
			tn := event(t, settings(t, "egf"), ranks(4)...)
			tt.change(tn)
			if _, err := Make(context.Background(), tn, 1, Options{}); !fault.Is(err, tt.key) {
				t.Errorf("got %v, want fault %s", err, tt.key)
			}
		})
	}
	tn := event(t, settings(t, "egf"), ranks(4)...)
	for n, key := range map[int]string{0: "round.range", 9: "round.range", 2: "round.order"} {
		if _, err := Make(context.Background(), tn, n, Options{}); !fault.Is(err, key) {
			t.Errorf("round %d: got %v, want fault %s", n, err, key)
		}
	}
}

func TestTwoWhoMustMeetAgain(t *testing.T) {
	tn := event(t, settings(t, "swiss"), rank.Dan1, rank.Dan1)
	first := draw(t, tn, 1)
	play(t, tn, 1, first.Drafted(), nil, blackWon)
	again := draw(t, tn, 2)
	if a, b := first.Games[0].Game, again.Games[0].Game; a.Black != b.White || a.White != b.Black {
		t.Errorf("colours %d–%d and then %d–%d", a.Black, a.White, b.Black, b.White)
	}
}

// No number of games makes up for a repeat, even where the settings give
// everything the greatest weight: all players have met all but their neighbours
// on a path, on which every other game is one across categories. One repeat
// would spare all those.
func TestNothingBuysARepeat(t *testing.T) {
	s := settings(t, "swiss")
	s.System, s.Pairing = tournament.SwissCategories, tournament.DefaultPairing(tournament.SwissCategories)
	s.Categories = []rank.Rank{rank.Dan1}
	const players = 32
	s.Rounds = players
	p := &s.Pairing
	for _, weight := range []*int64{&p.Duplicate, &p.Category, &p.Score} {
		*weight = tournament.MostWeight
	}
	var list []rank.Rank
	for i := range players {
		list = append(list, []rank.Rank{rank.Dan1, rank.Kyu(8)}[(i+1)/2%2])
	}
	tn := event(t, s, list...)
	for n := 1; n < players; n++ {
		var games []tournament.Game
		for _, pair := range bracket.Berger(players, n) {
			if distance(pair[0], pair[1]) > 1 {
				games = append(games, met(tn.Players[pair[0]-1].ID, tn.Players[pair[1]-1].ID))
			}
		}
		play(t, tn, n, games, nil, slices.Repeat([]tournament.Result{{Outcome: tournament.BothLose}}, len(games))...)
	}
	d := draw(t, tn, players)
	for _, g := range d.Games {
		if g.Shares[duplicate].Value == 0 {
			t.Errorf("table %d: a repeat, and none is needed", g.Game.Table)
		}
	}
	if err := d.Draft(tn, "test"); err != nil {
		t.Fatal(err)
	}
	if w, err := EvaluateWithBest(context.Background(), tn, players); err != nil || w.Best.Cmp(w.Total) != 0 {
		t.Errorf("total %v, best %v, %v", w.Total, w.Best, err)
	}
}

func TestEveryoneHasMetEveryone(t *testing.T) {
	s := settings(t, "swiss")
	s.Rounds = 5
	tn := event(t, s, ranks(4)...)
	for n := 1; n <= 5; n++ {
		d := draw(t, tn, n)
		repeats := 0
		for _, p := range d.Games {
			if p.Shares[duplicate].Value == 0 {
				repeats++
			}
		}
		if want := map[bool]int{true: 2}[n > 3]; repeats != want {
			t.Errorf("round %d has %d repeats, want %d", n, repeats, want)
		}
		play(t, tn, n, d.Drafted(), d.Byes, blackWon, whiteWon)
	}
}

// Five players can play five rounds without a repeat only if the bye rotates; no player gets it twice.
func TestByeGoesRound(t *testing.T) {
	s := settings(t, "swiss")
	s.Rounds = 5
	rapid.Check(t, func(t *rapid.T) {
		tn := event(t, s, ranks(5)...)
		byes := map[tournament.PlayerID]int{}
		for n := 1; n <= 5; n++ {
			d := draw(t, tn, n)
			byes[d.Byes[0]]++
			playRandomly(t, tn, d)
		}
		if len(byes) != 5 {
			t.Fatalf("byes went to %v", byes)
		}
	})
}

func TestLockedGamesAndOwnByesStay(t *testing.T) {
	tn := event(t, settings(t, "egf"), ranks(9)...)
	d := draw(t, tn, 1)
	if err := tn.SetDraft(1, d.Drafted(), d.Byes, d.Drawn("test")); err != nil {
		t.Fatal(err)
	}
	mine := tn.Players[0].ID
	if mine == d.Chosen {
		t.Fatal("the strongest has the bye")
	}
	redraft(t, tn)(Swap(tn, 1, mine, d.Chosen))
	if err := tn.Lock(1, 3); err != nil {
		t.Fatal(err)
	}
	locked := *tn.Round(1).At(3)
	again := draw(t, tn, 1)
	if !slices.Equal(again.Byes, []tournament.PlayerID{mine}) || again.Chosen != 0 {
		t.Errorf("byes %v, chosen %d, want the director's own %d", again.Byes, again.Chosen, mine)
	}
	if !slices.Contains(again.Drafted(), locked) {
		t.Errorf("the locked game %+v is not in %+v", locked, again.Drafted())
	}
	if again.Total.Cmp(again.Best) > 0 {
		t.Errorf("total %v beats the best %v", again.Total, again.Best)
	}

	// The draw chooses its bye again: a tenth player needs none.
	if err := tn.SetDraft(1, d.Drafted(), d.Byes, d.Drawn("test")); err != nil {
		t.Fatal(err)
	}
	if _, err := tn.AddPlayer(tournament.Player{Family: "Late", Rank: rank.Dan1, Status: tournament.CheckedIn}, tournament.RefuseNamesakes); err != nil {
		t.Fatal(err)
	}
	if again := draw(t, tn, 1); len(again.Byes) != 0 {
		t.Errorf("byes %v for ten players", again.Byes)
	}
}

func TestTermsSetByHandStay(t *testing.T) {
	tn := drafted(t, 8)
	if err := tn.SwapColours(1, 4); err != nil {
		t.Fatal(err)
	}
	if err := tn.SetTerms(1, 4, 2, 1); err != nil {
		t.Fatal(err)
	}
	if again, want := draw(t, tn, 1).Drafted(), *tn.Round(1).At(4); !slices.Contains(again, want) {
		t.Errorf("%+v is not in %+v", want, again)
	}
}

func TestLockedGameOfSomebodyAway(t *testing.T) {
	tn := event(t, settings(t, "egf"), ranks(4)...)
	d := draw(t, tn, 1)
	games := d.Drafted()
	games[0].Locked = true
	if err := tn.SetDraft(1, games, nil, tournament.Drawn{}); err != nil {
		t.Fatal(err)
	}
	tn.Player(games[0].Black).Status = tournament.Withdrawn
	if _, err := Make(context.Background(), tn, 1, Options{}); !fault.Is(err, "pairing.locked") {
		t.Errorf("got %v, want fault pairing.locked", err)
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	tn := event(t, settings(t, "egf"), ranks(40)...)
	if _, err := Make(ctx, tn, 1, Options{}); err != context.Canceled {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
}

func TestSeedDecidesWhatIsLeftToChance(t *testing.T) {
	s := settings(t, "swiss")
	s.Pairing.First, s.Pairing.Deterministic = tournament.SplitRandom, false
	tn := event(t, s, ranks(40)...)
	seen := map[string]bool{}
	for seed := range uint64(6) {
		d, err := Make(context.Background(), tn, 1, Options{Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		again, err := Make(context.Background(), tn, 1, Options{Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		if drawText(tn, d) != drawText(tn, again) {
			t.Errorf("seed %d gives two draws", seed)
		}
		seen[drawText(tn, d)] = true
	}
	if len(seen) < 5 {
		t.Errorf("six seeds give %d draws", len(seen))
	}
}

func BenchmarkMake(b *testing.B) {
	s := settings(b, "egf")
	tn := event(b, s, ranks(1000)...)
	for n := 1; n < 3; n++ {
		d := draw(b, tn, n)
		var won []tournament.Result
		for range d.Games {
			won = append(won, blackWon)
		}
		play(b, tn, n, d.Drafted(), d.Byes, won...)
	}
	b.Run("draw", func(b *testing.B) {
		for b.Loop() {
			draw(b, tn, 3)
		}
	})
	b.Run("weights", func(b *testing.B) {
		for b.Loop() {
			newObjective(tn, 3, 0, nil).solver()
		}
	})
}
