package director

import (
	"context"
	"errors"
	"testing"

	"tourney/internal/pairing"
)

// TestDrawsAreEvaluatedOnce evaluates a draft repeatedly, and after a change.
func TestDrawsAreEvaluatedOnce(t *testing.T) {
	d := fresh(t)
	ctx := t.Context()
	cup(t, d, 12)
	must(t, d.On(anna, "cup").Round(1).Pair(ctx, 1))
	first, err := d.Snapshot(ctx, "cup")
	must(t, err)
	gone, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := first.EvaluateWithBest(gone, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled evaluation returns %v", err)
	}
	was, err := first.EvaluateWithBest(ctx, 1)
	must(t, err)
	if again, err := first.EvaluateWithBest(ctx, 1); again != was || err != nil {
		t.Errorf("the same draft is evaluated again: %v", err)
	}
	if again := first.Checks(1); len(again) > 0 && &again[0] != &first.Checks(1)[0] {
		t.Error("the same draft is checked again")
	}
	_, err = first.EvaluateWithBest(ctx, 2)
	wantFault(t, err, "round.missing")
	if got := first.Checks(2); got != nil {
		t.Errorf("a round that is not drawn has %v", got)
	}

	r := first.Tournament.Round(1)
	drawn, err := first.Explain(ctx, 1)
	must(t, err)
	if said := drawn.Explain(r.Games[0].Table).Black[0].Key; said == "explain.player.locked" {
		t.Error("a game of the draw is said to be the director's")
	}
	must(t, d.On(anna, "cup").Round(1).Swap(ctx, r.Games[0].Black, r.Games[1].Black))
	second, err := d.Snapshot(ctx, "cup")
	must(t, err)
	now, err := pairing.EvaluateWithBest(ctx, second.Tournament, 1)
	must(t, err)
	if kept, err := second.EvaluateWithBest(ctx, 1); err != nil || kept.Total.Cmp(now.Total) != 0 || kept.Total.Cmp(was.Total) == 0 {
		t.Errorf("after the change the draft is evaluated as %v, want %v: %v", kept.Total, now.Total, err)
	}
	explained, err := second.Explain(ctx, 1)
	must(t, err)
	if again, err := second.Explain(ctx, 1); again != explained || err != nil {
		t.Errorf("the same draft is explained anew: %v", err)
	}
	for i, key := range []string{"explain.player.locked", "explain.player.locked", "explain.player.equal"} {
		e := explained.Explain(second.Tournament.Round(1).Games[i].Table)
		if e.Black[0].Key != key || e.White[0].Key != key {
			t.Errorf("table %d: the explanations are %v, %v; want %s", e.Game.Table, e.Black, e.White, key)
		}
	}
	_, err = second.Explain(ctx, 2)
	wantFault(t, err, "round.missing")
}
