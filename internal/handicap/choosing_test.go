package handicap

import (
	"errors"
	"testing"

	"tourney/internal/fault"
)

func TestDivideAndChoose(t *testing.T) {
	var c Choosing
	refused := func(key string, err error) {
		t.Helper()
		var f *fault.Error
		if !errors.As(err, &f) || f.Key != key {
			t.Errorf("%v, want %s", err, key)
		}
	}
	_, err := c.Take(DivideAndChoose, false, true)
	refused("komi.turn", err)
	_, _, err = c.Offer(DivideAndChoose, false, 13)
	refused("komi.turn", err)
	_, _, err = c.Offer(DivideAndChoose, true, 101)
	refused("komi.range", err)
	if _, done, err := c.Offer(DivideAndChoose, true, 15); done || err != nil {
		t.Fatal(done, err)
	}
	_, _, err = c.Offer(DivideAndChoose, true, 13)
	refused("komi.made", err)
	_, err = c.Take(DivideAndChoose, true, true)
	refused("komi.turn", err)
	for black, want := range map[bool]Chosen{true: {15, true}, false: {15, false}} {
		if got, err := c.Take(DivideAndChoose, false, black); err != nil || got != want {
			t.Errorf("taking Black %t gives %+v, %v", black, got, err)
		}
	}
}

// The higher bidder plays Black and gives its komi, in either order of the bids.
func TestAuction(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	for a := Komi(-6); a < 20; a++ {
		for b := Komi(-6); b < 20; b++ {
			for _, order := range [][2]bool{{true, false}, {false, true}} {
				var c Choosing
				bids := map[bool]Komi{true: a, false: b}
				if _, done, err := c.Offer(Auction, order[0], bids[order[0]]); done || err != nil {
					t.Fatal(done, err)
				}
				got, done, err := c.Offer(Auction, order[1], bids[order[1]])
				if want := (Chosen{max(a, b), b > a}); !done || err != nil || got != want {
					t.Fatalf("bids %s and %s give %+v, %v, %v", a, b, got, done, err)
				}
			}
		}
	}
}
