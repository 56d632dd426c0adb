package pairing

import (
	"slices"
	"testing"

	"tourney/internal/results"
	"tourney/internal/tournament"
)

// Two players have not met if one did not come, and their colours do not count,
// unless the settings follow OpenGotha.
func TestForfeitsAreNotPlayed(t *testing.T) {
	for _, playedOnly := range []bool{true, false} {
		s := of(t, tournament.Swiss, 3)
		s.Pairing.PlayedOnly = playedOnly
		tn := event(t, s, ranks(4)...)
		forfeit := tournament.Result{Outcome: tournament.WhiteWins, Manner: tournament.ByForfeit}
		play(t, tn, 1, []tournament.Game{{Black: 1, White: 2, Komi: 13}, {Black: 3, White: 4, Komi: 13}}, nil, forfeit, blackWon)
		records := results.Before(tn, 2)
		want := []int{0, 0, -1, 1}
		if !playedOnly {
			want = []int{-1, 1, -1, 1}
		}
		for i, r := range records {
			if r.Colours != want[i] {
				t.Errorf("played only %t: colours of %d are %d, want %d", playedOnly, i+1, r.Colours, want[i])
			}
		}
		o := newObjective(tn, 2, 1, nil)
		if got := o.met.has(o.index[1], o.index[2]); got == playedOnly {
			t.Errorf("played only %t: met is %t", playedOnly, got)
		}
		if !o.met.has(o.index[3], o.index[4]) {
			t.Error("two who have played have not met")
		}
	}
}

// A game against a stand-in has a colour like any other, unless the game was not played.
func TestColourAgainstAStandIn(t *testing.T) {
	s := of(t, tournament.Swiss, 3)
	tn := event(t, s, ranks(4)...)
	tn.Settings.Constraints.StandIns = []tournament.PlayerID{4}
	forfeit := tournament.Result{Outcome: tournament.WhiteWins, Manner: tournament.ByForfeit}
	play(t, tn, 1, []tournament.Game{{Black: 3, White: 4, Komi: 13}}, nil, blackWon)
	play(t, tn, 2, []tournament.Game{{Black: 2, White: 4, Komi: 13}}, nil, forfeit)
	records := results.Before(tn, 3)
	if records[2].Colours != -1 || records[1].Colours != 0 {
		t.Errorf("colours %d and %d", records[2].Colours, records[1].Colours)
	}
}

// The upper half of an accelerated tournament is the upper half of its first round: no player replaces a withdrawn one,
// and a stronger latecomer belongs to it.
func TestUpperHalfStays(t *testing.T) {
	tn := event(t, of(t, tournament.AcceleratedSwiss, 5), ranks(8)...)
	ahead := func(n int) (list []tournament.PlayerID) {
		for _, r := range results.Before(tn, n) {
			if r.Main == r.NBW+2 {
				list = append(list, r.Player)
			}
		}
		return list
	}
	upper := []tournament.PlayerID{1, 2, 3, 4}
	if got := ahead(1); !slices.Equal(got, upper) {
		t.Fatalf("at first %v", got)
	}
	take(t, tn, 1, stronger)
	tn.Player(1).Status, tn.Player(2).Status = tournament.Withdrawn, tournament.Withdrawn
	if got := ahead(2); !slices.Equal(got, upper) {
		t.Errorf("after two have withdrawn %v", got)
	}
	late := tournament.Player{Family: "Late", Rank: tn.Players[0].Rank, Status: tournament.CheckedIn}
	id, err := tn.AddPlayer(late, tournament.RefuseNamesakes)
	if err != nil {
		t.Fatal(err)
	}
	if got := ahead(2); !slices.Equal(got, append(upper, id)) {
		t.Errorf("with a strong latecomer %v", got)
	}
}
