package evening

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"tourney/internal/tournament"
)

// A pair of the list has the terms, reasons and rules of Judge, whether its players rest or not.
func TestPairsAgreeWithJudge(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		e := anyEvening(rt, 8)
		var among []tournament.PlayerID
		for _, p := range e.People {
			among = append(among, p.ID)
		}
		pairs, err := Pairs(e, among)
		if n := len(among); err != nil || len(pairs) != n*(n-1)/2 {
			rt.Fatalf("%d players have %d pairs, %v", n, len(pairs), err)
		}
		k := 0
		for i, a := range among {
			for _, b := range among[i+1:] {
				want, err := Judge(t.Context(), e, a, b)
				if err != nil {
					rt.Fatal(err)
				}
				want.Loss = Loss{}
				if diff := cmp.Diff(want, pairs[k]); diff != "" {
					rt.Fatalf("players %d and %d: %s", a, b, diff)
				}
				k++
			}
		}
		if _, err := Pairs(e, append(among, 4711)); !errors.Is(err, ErrInput) {
			rt.Fatalf("an absent player gives %v", err)
		}
	})
}
