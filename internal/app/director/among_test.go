package director

import (
	"testing"

	"tourney/internal/tournament"
)

// TestSomeArePairedAnew re-pairs the players of two games, before and after publication; all others stay.
func TestSomeArePairedAnew(t *testing.T) {
	d := fresh(t)
	cup(t, d, 13)
	ctx := t.Context()
	must(t, d.On(anna, "cup").Round(1).Pair(ctx, 1))
	drawn := state(t, d).Round(1)
	must(t, d.On(anna, "cup").Round(1).Swap(ctx, drawn.Games[0].White, drawn.Games[5].White))
	for _, publish := range []bool{false, true} {
		if publish {
			must(t, d.On(anna, "cup").Round(1).Publish(ctx))
		}
		snapshot := latest(t, d)
		before := snapshot.Tournament
		r := before.Round(1)
		some := []tournament.PlayerID{r.Games[0].Black, r.Games[0].White, r.Games[5].Black, r.Games[5].White}
		preview := d.Preview(before)
		must(t, preview.Round(1).PairAmong(ctx, some))
		tried := preview.Previewed()
		if state(t, d).Version != before.Version {
			t.Fatal("a trial was saved")
		}
		must(t, d.On(bert, "cup").Round(1).PairAmong(ctx, some))
		after := state(t, d)
		for i, g := range after.Round(1).Games {
			was := r.At(g.Table)
			if now := tried.Round(1).Games[i]; now.Black != g.Black || now.White != g.White {
				t.Errorf("table %d is not as in the trial", g.Table)
			}
			if touched := was.Has(some[0]) || was.Has(some[2]); !touched && *was != g {
				t.Errorf("table %d was let be and is %+v, was %+v", g.Table, g, *was)
			}
		}
		if got := after.Round(1); got.Published != publish || got.Drawn.Inputs != drawn.Drawn.Inputs || len(got.Byes) != 1 {
			t.Errorf("the round is %+v", got)
		}
		if publish == (after.Version == before.Version+1) {
			t.Errorf("published %v: %d versions; the second time nothing is better", publish, after.Version-before.Version)
		}
	}
	entries, _, err := d.Log(ctx, "cup", 0, LogFilter{})
	must(t, err)
	if e := entries[1]; e.Action != "draw.among" || e.By != bert.Name || len(e.Args) != 2 {
		t.Errorf("logged as %+v", e)
	}
}

func TestWhoCannotBePairedAnew(t *testing.T) {
	d := fresh(t)
	cup(t, d, 6)
	ctx := t.Context()
	wantFault(t, d.On(anna, "cup").Round(1).PairAmong(ctx, []tournament.PlayerID{1, 2, 3}), "round.missing")
	must(t, d.On(anna, "cup").Round(1).Pair(ctx, 1))
	wantFault(t, d.On(anna, "cup").Round(1).PairAmong(ctx, []tournament.PlayerID{1}), "draw.among.few")
	wantFault(t, d.On(anna, "cup").Round(1).PairAmong(ctx, []tournament.PlayerID{98, 99}), "pairing.alone")
	must(t, d.On(anna, "cup").Round(1).Publish(ctx))
	g := state(t, d).Round(1).Games[0]
	_, err := d.On(anna, "cup").Enter(ctx, tournament.Entry{Round: 1, Table: g.Table, Result: tournament.Result{Outcome: tournament.BlackWins}})
	must(t, err)
	wantFault(t, d.On(anna, "cup").Round(1).PairAmong(ctx, []tournament.PlayerID{g.Black, g.White, 1, 2, 3, 4, 5, 6}), "game.finished")
}

// TestDrawsAreMadeAgain verifies a draw and computes the cost of another
// pairing.
func TestDrawsAreMadeAgain(t *testing.T) {
	d := fresh(t)
	cup(t, d, 12)
	ctx := t.Context()
	must(t, d.On(anna, "cup").Because("wrong entry").Round(1).Pair(ctx, 5))
	must(t, d.On(anna, "cup").Because("wrong entry").Round(1).Publish(ctx))
	v, err := latest(t, d).Verify(ctx, 1)
	must(t, err)
	if !v.Reproduced() {
		t.Errorf("differs: %+v", v.Differences)
	}
	r := state(t, d).Round(1)
	other, err := latest(t, d).Instead(ctx, 1, r.Games[0].Black, r.Games[3].White)
	must(t, err)
	if other.Cost.Sign() < 0 || len(other.Changed) < 2 {
		t.Errorf("another pair: %+v", other)
	}
	must(t, d.On(anna, "cup").Because("wrong draw").Round(1).Swap(ctx, r.Games[0].White, r.Games[3].White))
	v, err = latest(t, d).Verify(ctx, 1)
	must(t, err)
	if !v.Reproduced() || len(v.Differences) != 2 {
		t.Errorf("after a swap by hand: %+v", v)
	}
}
