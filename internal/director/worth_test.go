package director

import (
	"context"
	"errors"
	"testing"

	"tourney/internal/pairing"
)

// TestDrawsAreWeighedOnce looks at a draft again and again, and after a change.
func TestDrawsAreWeighedOnce(t *testing.T) {
	d := fresh(t)
	ctx := t.Context()
	cup(t, d, 12)
	must(t, d.Pair(ctx, anna, "cup", 1, 1))
	first, err := d.Snapshot(ctx, "cup")
	must(t, err)
	gone, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := first.Weigh(gone, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("who has gone gets %v", err)
	}
	was, err := first.Weigh(ctx, 1)
	must(t, err)
	if again, err := first.Weigh(ctx, 1); again != was || err != nil {
		t.Errorf("the same draft is weighed again: %v", err)
	}
	if again := first.Checks(1); len(again) > 0 && &again[0] != &first.Checks(1)[0] {
		t.Error("the same draft is checked again")
	}
	_, err = first.Weigh(ctx, 2)
	wantFault(t, err, "round.missing")
	if got := first.Checks(2); got != nil {
		t.Errorf("a round that is not drawn has %v", got)
	}

	if got := first.Price(1); got != was {
		t.Error("a draft that has been weighed is priced again")
	}

	r := first.Tournament.Round(1)
	must(t, d.Swap(ctx, anna, "cup", 1, r.Games[0].Black, r.Games[1].Black))
	second, err := d.Snapshot(ctx, "cup")
	must(t, err)
	priced := second.Price(1)
	if second.Price(1) != priced || second.Price(2) != nil {
		t.Error("a draft is priced twice, or one that is not there")
	}
	now, err := pairing.Weigh(ctx, second.Tournament, 1)
	must(t, err)
	if kept, err := second.Weigh(ctx, 1); err != nil || kept.Total.Cmp(now.Total) != 0 || kept.Total.Cmp(was.Total) == 0 || kept.Total.Cmp(priced.Total) != 0 {
		t.Errorf("after the change the draft is worth %v, want %v: %v", kept.Total, now.Total, err)
	}
}
