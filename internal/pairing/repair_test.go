package pairing

import (
	"context"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"tourney/internal/tournament"
)

// repaired drafts round n, removes a player from it, and repairs it.
func repaired(t failer, tn *tournament.Tournament, n int, leaver tournament.PlayerID) (before, after tournament.Round) {
	before = *tn.Clone().Round(n)
	r := tn.Round(n)
	g := r.Game(leaver)
	games := slices.DeleteFunc(slices.Clone(r.Games), func(g tournament.Game) bool { return g.Has(leaver) })
	if err := tn.SetDraft(n, games, r.Byes, r.Drawn); err != nil {
		t.Fatal(err)
	}
	if err := tn.SetStatus(leaver, tournament.Withdrawn); err != nil {
		t.Fatal(err)
	}
	redraft(t, tn)(new(Session).Repair(context.Background(), tn, n, Vacancy{g.Opponent(leaver), g.Table}))
	return before, *tn.Round(n)
}

func TestRepair(t *testing.T) {
	for _, c := range []struct {
		name   string
		leaver tournament.PlayerID
		change func(tn *tournament.Tournament)
		games  [][2]tournament.PlayerID // table by table
		byes   []tournament.PlayerID
	}{
		{"the bye meets who is alone", 1, func(tn *tournament.Tournament) { tn.Players[5].Absent = 1 << 2 },
			[][2]tournament.PlayerID{{3, 5}, {2, 4}}, nil},
		{"who is alone has the bye", 1, func(*tournament.Tournament) {},
			[][2]tournament.PlayerID{{2, 4}, {5, 6}}, []tournament.PlayerID{3}},
		{"who did not show up has no bye", 1, func(tn *tournament.Tournament) { tn.Round(1).Games[1].Result = notShown },
			[][2]tournament.PlayerID{{2, 4}, {3, 5}}, []tournament.PlayerID{6}},
	} {
		t.Run(c.name, func(t *testing.T) {
			tn := event(t, settings(t, "swiss"), ranks(6)...)
			play(t, tn, 1, []tournament.Game{met(1, 2), met(3, 4), met(5, 6)}, nil, blackWon, blackWon, blackWon)
			c.change(tn)
			games, byes, drawn := []tournament.Game{met(1, 3), met(2, 4), met(5, 6)}, []tournament.PlayerID(nil), tournament.Drawn{}
			if !tn.Player(6).Plays(2) {
				games, byes, drawn.Bye = games[:2], []tournament.PlayerID{5}, 5
			}
			if err := tn.SetDraft(2, games, byes, drawn); err != nil {
				t.Fatal(err)
			}
			_, after := repaired(t, tn, 2, c.leaver)
			var got [][2]tournament.PlayerID
			for _, g := range after.Games {
				got = append(got, [2]tournament.PlayerID{min(g.Black, g.White), max(g.Black, g.White)})
			}
			if !slices.Equal(got, c.games) || !slices.Equal(after.Byes, c.byes) {
				t.Errorf("got %v, byes %v; want %v, byes %v", got, after.Byes, c.games, c.byes)
			}
		})
	}
}

// The sentence about a bye does not claim that the lowest player has it when a repair gave it to another player, so
// that the other games stay.
func TestByeOfARepairIsExplained(t *testing.T) {
	tn := event(t, settings(t, "swiss"), ranks(6)...)
	play(t, tn, 1, []tournament.Game{met(1, 2), met(3, 4), met(5, 6)}, nil, blackWon, blackWon, blackWon)
	if err := tn.SetDraft(2, []tournament.Game{met(1, 3), met(2, 4), met(5, 6)}, nil, tournament.Drawn{}); err != nil {
		t.Fatal(err)
	}
	repaired(t, tn, 2, 1)
	d, err := Evaluate(tn, 2)
	if err != nil {
		t.Fatal(err)
	}
	if s, ok := d.ExplainBye(3); !ok || s.Key != "explain.bye.next" {
		t.Errorf("%+v, %v", s, ok)
	}
	if s, _ := draw(t, tn, 2).ExplainBye(6); s.Key != "explain.bye.lowest" {
		t.Errorf("a new draw: %+v", s)
	}
}

// After any player leaves any draft, every other player is in it once, with one
// bye at most, locked games stay, and at most one game is taken apart unless only
// a new draw will do.
func TestRepairedDraftsAreWhole(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tn := invented(t, 9)
		rounds := rapid.IntRange(1, 3).Draw(t, "rounds")
		var d *Draw
		for n := 1; n <= rounds; n++ {
			var err error
			if d, err = Make(context.Background(), tn, n, Options{}); err != nil {
				t.Skip("no draw")
			}
			if n < rounds {
				playRandomly(t, tn, d)
			}
		}
		if err := d.Draft(tn, "test"); err != nil {
			t.Fatal(err)
		}
		if len(d.Games) < 2 {
			t.Skip("one game")
		}
		locked := tn.Round(rounds).Games[len(d.Games)-1].ID
		tn.Round(rounds).Games[len(d.Games)-1].Locked = true
		g := tn.Round(rounds).Games[rapid.IntRange(0, len(d.Games)-2).Draw(t, "game")]
		leaver := g.Black
		if tn.StandIn(g.White) || tn.StandIn(g.Black) {
			t.Skip("with a helper")
		}
		before, after := repaired(t, tn, rounds, leaver)
		for i := range tn.Players {
			id, seats := tn.Players[i].ID, 0
			for _, g := range after.Games {
				if g.Has(id) {
					seats++
				}
			}
			if after.HasBye(id) {
				seats++
			}
			if want := tn.Players[i].Plays(rounds) && !tn.StandIn(id); want && seats != 1 {
				t.Fatalf("player %d is in the round %d times: %+v", id, seats, after)
			}
		}
		if len(after.Byes) > 1 {
			t.Fatalf("byes %v", after.Byes)
		}
		if !slices.ContainsFunc(after.Games, func(g tournament.Game) bool { return g.ID == locked }) {
			t.Fatal("the locked game is taken apart")
		}
		apart := 0
		for _, g := range before.Games {
			if !slices.ContainsFunc(after.Games, func(o tournament.Game) bool { return o.Has(g.Black) && o.Has(g.White) }) {
				apart++
			}
		}
		repeats := 0
		o := newObjective(tn, rounds, 0, nil)
		for _, g := range after.Games {
			i, j := o.index[g.Black], o.index[g.White]
			if !tn.StandIn(g.Black) && !tn.StandIn(g.White) && o.met.has(i, j) {
				repeats++
			}
		}
		if apart > 2 && repeats == 0 && oneApartWillDo(tn, rounds, before, leaver, g.Opponent(leaver)) {
			t.Fatalf("%d games are taken apart:\n%+v\n%+v", apart, before.Games, after.Games)
		}
	})
}

// oneApartWillDo reports whether the player alone can meet a player of one
// other game, whose opponent then meets the one with the bye.
func oneApartWillDo(tn *tournament.Tournament, n int, before tournament.Round, leaver, alone tournament.PlayerID) bool {
	o := newObjective(tn, n, 0, nil)
	may := func(a, b tournament.PlayerID) bool {
		i, knownA := o.index[a]
		j, knownB := o.index[b]
		return knownA && knownB && !o.met.has(i, j) && !o.apart.has(i, j)
	}
	if len(before.Byes) == 0 {
		return false // the order of byes decides
	}
	for _, g := range before.Games {
		if g.Has(leaver) || g.Locked {
			continue
		}
		for _, own := range []tournament.PlayerID{g.Black, g.White} {
			if may(alone, own) && may(before.Byes[0], g.Opponent(own)) {
				return true
			}
		}
	}
	return false
}

// A player alone with two points does not meet the player with the bye, whose score is 0, as long as taking one other
// game apart lets all meet within a point.
func TestRepairLeavesNoGap(t *testing.T) {
	s := settings(t, "swiss")
	s.Rounds = 4
	tn := event(t, s, ranks(7)...)
	play(t, tn, 1, []tournament.Game{met(1, 2), met(3, 4), met(5, 6)}, []tournament.PlayerID{7}, blackWon, blackWon, blackWon)
	play(t, tn, 2, []tournament.Game{met(1, 3), met(5, 7), met(4, 2)}, []tournament.PlayerID{6}, blackWon, blackWon, blackWon)
	if err := tn.SetDraft(3, []tournament.Game{met(1, 5), met(3, 7), met(4, 6)}, []tournament.PlayerID{2}, tournament.Drawn{Bye: 2}); err != nil {
		t.Fatal(err)
	}
	before, after := repaired(t, tn, 3, 5)
	stays := 0
	for _, g := range after.Games {
		if g.Has(1) && g.Has(2) {
			t.Errorf("a gap of two: %+v", after.Games)
		}
		if slices.Contains(before.Games, g) {
			stays++
		}
	}
	if stays != 1 || len(after.Games) != 3 {
		t.Errorf("%d games stay: %+v", stays, after.Games)
	}
}
