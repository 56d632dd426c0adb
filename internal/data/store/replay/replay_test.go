package replay

import (
	"testing"

	"tourney/internal/tournament"
)

// A log leads to a tournament unless a fact of it was changed, lost or added beside the log.
func TestFindMismatch(t *testing.T) {
	kept := func() *tournament.Tournament {
		return &tournament.Tournament{
			Players: []tournament.Player{{ID: 1, Family: "Ek"}, {ID: 2, Family: "Aho"}},
			Rounds:  []tournament.Round{{Number: 1, Published: true, Games: []tournament.Game{{ID: 7, Round: 1, Table: 1, Black: 1, White: 2}}}},
		}
	}
	changes := (&tournament.Tournament{}).Diff(kept())
	if mismatch, found := FindMismatch(kept(), changes); found {
		t.Errorf("%v differs, want nothing", mismatch)
	}
	for want, change := range map[Thing]func(x *tournament.Tournament){
		{"player", 2}: func(x *tournament.Tournament) { x.Players[1].Family = "Salo" },
		{"player", 1}: func(x *tournament.Tournament) { x.Players = x.Players[1:] },
		{"round", 1}:  func(x *tournament.Tournament) { x.Rounds[0].Published = false },
		{"game", 7}:   func(x *tournament.Tournament) { x.Rounds[0].Games[0].Handicap = 2 },
		{"game", 8}: func(x *tournament.Tournament) {
			x.Rounds[0].Games = append(x.Rounds[0].Games, tournament.Game{ID: 8, Round: 1})
		},
	} {
		x := kept()
		change(x)
		if mismatch, found := FindMismatch(x, changes); !found || mismatch != want {
			t.Errorf("%v, %v differs, want %v", mismatch, found, want)
		}
	}
}
