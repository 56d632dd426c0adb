package settle_test

import (
	"errors"
	"testing"

	"tourney/internal/event/settle"
	"tourney/internal/fault"
	"tourney/internal/handicap"
	"tourney/internal/tournament"
)

func TestPlayersFindTheKomi(t *testing.T) {
	type step struct {
		by    tournament.PlayerID
		komi  handicap.Komi
		takes settle.Colour
		want  string // the fault, "found", or "" for a step that waits for the other player
	}
	for name, test := range map[string]struct {
		way   handicap.Choice
		steps []step
		komi  handicap.Komi
		black tournament.PlayerID
	}{
		"the second player takes Black": {way: handicap.DivideAndChoose, komi: 15, black: 2, steps: []step{
			{2, 0, settle.TakesBlack, "komi.turn"}, {2, 13, "", "komi.turn"}, {1, 15, "", ""}, {1, 13, "", "komi.made"},
			{1, 0, settle.TakesWhite, "komi.turn"}, {3, 0, settle.TakesBlack, "settle.who"}, {2, 0, "red", "komi.turn"},
			{2, 0, settle.TakesBlack, "found"}, {2, 0, settle.TakesWhite, "komi.closed"}}},
		"and White":                {way: handicap.DivideAndChoose, komi: -3, black: 1, steps: []step{{1, -3, "", ""}, {2, 0, settle.TakesWhite, "found"}}},
		"the higher bid is Black":  {way: handicap.Auction, komi: 14, black: 2, steps: []step{{1, 13, "", ""}, {2, 14, "", "found"}}},
		"whoever is first":         {way: handicap.Auction, komi: 14, black: 2, steps: []step{{2, 14, "", ""}, {2, 20, "", "komi.made"}, {1, 13, "", "found"}}},
		"equal bids change nobody": {way: handicap.Auction, komi: 13, black: 1, steps: []step{{2, 13, "", ""}, {1, 13, "", "found"}}},
		"far too much":             {way: handicap.Auction, komi: 0, black: 1, steps: []step{{1, 101, "", "komi.range"}, {1, 0, settle.TakesBlack, "komi.turn"}}},
		"announced":                {komi: 0, black: 1, steps: []step{{1, 13, "", "komi.closed"}}},
	} {
		t.Run(name, func(t *testing.T) {
			tn, id := newGame(t, "japanese")
			tn.Settings.KomiChoice = test.way
			g := tn.Game(id)
			g.Record = ""
			for i, s := range test.steps {
				before := *g
				found, err := settle.ChooseKomi(tn, id, settle.KomiStep{By: s.by, Komi: s.komi, Takes: s.takes})
				var got string
				var f *fault.Error
				switch {
				case errors.As(err, &f):
					got = f.Key
				case found:
					got = "found"
				}
				if got != s.want {
					t.Errorf("step %d gives %q (%v), want %q", i+1, got, err, s.want)
				}
				if err != nil && *g != before {
					t.Errorf("refused, step %d changes %+v to %+v", i+1, before, *g)
				}
			}
			if g.Komi != test.komi || g.Black != test.black {
				t.Errorf("%d plays Black with komi %s, want %d and %s", g.Black, g.Komi, test.black, test.komi)
			}
		})
	}
}

// Terms set by the desk end the players' choice. An exchange of colours during the choice restarts it.
func TestTheDeskSetsTheKomi(t *testing.T) {
	tn, id := newGame(t, "japanese")
	tn.Settings.KomiChoice = handicap.Auction
	g := tn.Game(id)
	g.Record = ""
	if _, err := settle.ChooseKomi(tn, id, settle.KomiStep{By: 1, Komi: 13}); err != nil {
		t.Fatal(err)
	}
	if err := tn.SwapColours(1, 1); err != nil {
		t.Fatal(err)
	}
	if g.Choosing != (handicap.Choosing{}) || !tn.ChoosesKomi(g) {
		t.Errorf("with the colours exchanged, the bid is %+v", g.Choosing)
	}
	if err := tn.SetTerms(1, 1, 0, 11); err != nil {
		t.Fatal(err)
	}
	if tn.ChoosesKomi(g) {
		t.Error("the players choose the komi that the desk has set")
	}
}
