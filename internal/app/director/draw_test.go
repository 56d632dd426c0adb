package director

import (
	"reflect"
	"sync"
	"testing"
	"time"

	"tourney/internal/format/native"
	"tourney/internal/handicap"
	"tourney/internal/pairing"
	"tourney/internal/tournament"
)

func TestDirectorsDrawTheSame(t *testing.T) {
	d := fresh(t)
	cup(t, d, 21)
	before := state(t, d).Version
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			if err := d.On(anna, "cup").Round(1).Pair(t.Context(), 7); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	first := state(t, d)
	if first.Version != before+1 || len(first.Round(1).Games) != 10 || len(first.Round(1).Byes) != 1 {
		t.Errorf("%d versions, %d games", first.Version-before, len(first.Round(1).Games))
	}
	if r := first.Round(1); r.Drawn.Seed != 7 || r.Drawn.Inputs == "" || r.Drawn.Program == "" {
		t.Errorf("drawn %+v", r.Drawn)
	}
	must(t, d.On(bert, "cup").Round(1).Pair(t.Context(), 7))
	if state(t, d).Version != first.Version {
		t.Error("the same draw again made a version")
	}
}

// A second press of the button, with any seed, returns the existing draft with
// its changes by hand.
func TestSecondDirectorGetsTheDraft(t *testing.T) {
	d := fresh(t)
	cup(t, d, 21)
	before := state(t, d).Version
	var all sync.WaitGroup
	for seed := range uint64(4) {
		all.Go(func() {
			if err := d.On(anna, "cup").Round(1).Draft(t.Context(), seed); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	drawn := state(t, d)
	if drawn.Version != before+1 || len(drawn.Round(1).Games) != 10 {
		t.Fatalf("%d versions, %d games", drawn.Version-before, len(drawn.Round(1).Games))
	}
	must(t, d.On(anna, "cup").Round(1).Swap(t.Context(), drawn.Round(1).At(1).Black, drawn.Round(1).At(2).Black))
	must(t, d.On(bert, "cup").Round(1).Draft(t.Context(), 99))
	if now := state(t, d); now.Version != before+2 {
		t.Error("a second press undid what was changed by hand")
	}
	must(t, d.On(anna, "cup").Round(1).Publish(t.Context()))
	must(t, d.On(bert, "cup").Round(1).Draft(t.Context(), 99))
	wantFault(t, d.On(bert, "cup").Round(3).Draft(t.Context(), 1), "round.order")
	entries, _, err := d.Log(t.Context(), "cup", 0, LogFilter{})
	must(t, err)
	draws := 0
	for _, e := range entries {
		if e.Action == "round.pair" {
			draws++
		}
	}
	if draws != 1 {
		t.Errorf("the log knows of %d draws", draws)
	}
}

// interrupting returns a director whose clock calls a function at each reading, and thus between a draw and its saving.
func interrupting(d *Director, happen func()) *Director {
	m := New(d.store, nil)
	m.now = func() time.Time {
		happen()
		return d.now()
	}
	return m
}

func TestDrawIsMadeAnewWhenOvertaken(t *testing.T) {
	d := fresh(t)
	cup(t, d, 6)
	times := 0
	m := interrupting(d, func() {
		if times++; times == 1 {
			must(t, d.On(bert, "cup").SetStatus(t.Context(), 2, tournament.Withdrawn))
		}
	})
	must(t, m.On(anna, "cup").Round(1).Pair(t.Context(), 1))
	r := state(t, d).Round(1)
	if len(r.Games) != 2 || len(r.Byes) != 1 || r.Game(2) != nil {
		t.Errorf("the draw does not know of the withdrawal: %+v", r)
	}

	on := false
	m = interrupting(d, func() {
		on = !on
		status := tournament.Withdrawn
		if on {
			status = tournament.CheckedIn
		}
		must(t, d.On(bert, "cup").SetStatus(t.Context(), 2, status))
	})
	wantFault(t, m.On(anna, "cup").Round(1).Pair(t.Context(), 2), "pairing.overtaken")
}

func TestDrawRefuses(t *testing.T) {
	d := fresh(t)
	playing(t, d, 4)
	wantFault(t, d.On(anna, "cup").Round(1).Pair(t.Context(), 1), "round.published")
	wantFault(t, d.On(anna, "cup").Round(3).Pair(t.Context(), 1), "round.order")
	wantFault(t, d.On(anna, "cup").Round(99).Pair(t.Context(), 1), "round.range")
	wantFault(t, d.On(anna, "nowhere").Round(1).Pair(t.Context(), 1), "tournament.missing")
	wantFault(t, d.On(anna, "cup").Round(4).Swap(t.Context(), 1, 2), "round.missing")
	wantFault(t, d.On(anna, "cup").Round(1).Swap(t.Context(), 1, 99), "player.missing")
}

func TestDraftByHand(t *testing.T) {
	d := fresh(t)
	ctx := t.Context()
	cup(t, d, 9)
	must(t, d.On(anna, "cup").Because("wrong entry").Round(1).Pair(ctx, 1))
	round := func() *tournament.Round { return state(t, d).Round(1) }
	bye := round().Byes[0]

	a := round().At(1).Black
	must(t, d.On(anna, "cup").Because("wrong entry").Round(1).Swap(ctx, a, bye))
	if !round().HasBye(a) || !round().At(1).Has(bye) {
		t.Error("the bye was not swapped")
	}
	b, w := round().At(2).Black, round().At(2).White
	must(t, d.On(anna, "cup").Because("wrong entry").Round(1).SwapColours(ctx, 2))
	must(t, d.On(anna, "cup").Because("wrong entry").Round(1).SetTerms(ctx, 2, handicap.Terms{Number: 4, Komi: -3}))
	if g := round().At(2); g.Black != w || g.White != b || g.Terms() != (handicap.Terms{Number: 4, Komi: -3}) {
		t.Errorf("table 2: %+v", g)
	}
	must(t, d.On(anna, "cup").Because("wrong entry").Round(1).Lock(ctx, 2))
	must(t, d.On(anna, "cup").Because("wrong entry").Round(1).Move(ctx, 2, 20))
	locked := *round().At(20)
	must(t, d.On(anna, "cup").Because("wrong entry").Round(1).Unpair(ctx, 3))
	must(t, d.On(anna, "cup").Because("wrong entry").Round(1).Pair(ctx, 1))
	if g := round().At(20); g == nil || *g != locked || len(round().Games) != 4 {
		t.Errorf("the locked game became %+v", g)
	}
	must(t, d.On(anna, "cup").Because("wrong entry").Round(1).Unlock(ctx, 20))

	g := *round().At(20)
	must(t, d.On(anna, "cup").Because("wrong entry").Round(1).Unpair(ctx, 20))
	must(t, d.On(anna, "cup").Because("wrong entry").Round(1).GiveBye(ctx, g.Black))
	must(t, d.On(anna, "cup").Because("wrong entry").Round(1).TakeBye(ctx, g.Black))
	must(t, d.On(anna, "cup").Because("wrong entry").Round(1).PairTwo(ctx, g.Black, g.White))
	if round().Game(g.Black).Opponent(g.Black) != g.White {
		t.Error("the two do not meet")
	}
	start := time.Date(2026, 5, 1, 13, 0, 0, 0, time.FixedZone("EEST", 3*3600))
	must(t, d.On(anna, "cup").Because("wrong entry").Round(1).SetStart(ctx, start))
	must(t, d.On(anna, "cup").Because("wrong entry").Round(1).Publish(ctx))
	if !round().Start.Equal(start) {
		t.Errorf("the round starts at %v", round().Start)
	}
	// A published round can still be repaired at games without a result.
	g = *round().At(1)
	must(t, enter(d, anna, 1, 2, round().At(2).Revision, tournament.BlackWins))
	must(t, d.On(anna, "cup").Because("wrong entry").Round(1).Unpair(ctx, 1))
	must(t, d.On(anna, "cup").Because("wrong entry").Round(1).PairTwo(ctx, g.Black, g.White))
	wantFault(t, d.On(anna, "cup").Because("wrong entry").Round(1).Unpair(ctx, 2), "game.finished")
	wantFault(t, d.On(anna, "cup").Because("wrong entry").Round(1).Unpublish(ctx), "round.started")
	must(t, enter(d, anna, 1, 2, round().At(2).Revision, tournament.Unknown))
	must(t, d.On(anna, "cup").Because("wrong entry").Round(1).Unpublish(ctx))
	must(t, d.On(anna, "cup").Because("wrong entry").Round(1).Drop(ctx))
	if n := len(state(t, d).Rounds); n != 0 {
		t.Errorf("%d rounds are left", n)
	}
}

func TestHandMadeTermsOutlastARedraw(t *testing.T) {
	d := fresh(t)
	cup(t, d, 8)
	must(t, d.On(anna, "cup").Round(1).Pair(t.Context(), 1))
	must(t, d.On(anna, "cup").Round(1).SwapColours(t.Context(), 2))
	before := state(t, d)
	must(t, d.On(bert, "cup").Round(1).Pair(t.Context(), 1))
	if after := state(t, d); after.Version != before.Version {
		t.Errorf("drawing again undid the swapped colours: %+v", after.Round(1).At(2))
	}
}

// A draw can be verified after ordinary corrections, which are listed.
func TestDrawsAreProvenAfterCorrections(t *testing.T) {
	d := fresh(t)
	cup(t, d, 8)
	ctx := t.Context()
	must(t, d.On(anna, "cup").Round(1).Pair(ctx, 1))
	must(t, d.On(anna, "cup").Round(1).Publish(ctx))
	for table := 1; table <= 4; table++ {
		must(t, enter(d, anna, 1, table, 0, tournament.BlackWins))
	}
	must(t, d.On(anna, "cup").Round(2).Pair(ctx, 1))
	must(t, d.On(anna, "cup").Round(2).Publish(ctx))
	g := state(t, d).Round(1).Game(3)
	must(t, correct(d, bert, 1, g.Table, g.Revision, tournament.WhiteWins))
	v, err := latest(t, d).Verify(ctx, 2)
	must(t, err)
	tn := state(t, d)
	want := []pairing.Sentence{{Key: "explain.since.result", Args: []any{1, tn.NameOf(g.Black), tn.NameOf(g.White)}}}
	if !v.Reproduced() || v.FromCurrent || v.ByHand+len(v.Differences) > 0 || !reflect.DeepEqual(v.Changes, want) {
		t.Errorf("after a correction: %+v", v)
	}
	whole, err := d.Whole(ctx, tn)
	must(t, err)
	if len(whole.Draws) != 2 {
		t.Errorf("%d draws go into a file", len(whole.Draws))
	}
	from, err := native.KeptDraw(whole, 2)
	must(t, err)
	if from == nil || from.Rounds[0].Game(3).Result.Outcome != tournament.BlackWins {
		t.Errorf("kept is %+v", from)
	}
}
