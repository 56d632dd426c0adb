package director

import (
	"slices"
	"testing"

	"tourney/internal/tournament"
)

// TestLeavingADraft withdraws a player from a draft: one log entry, all other players paired, and one undo that
// restores everything.
func TestLeavingADraft(t *testing.T) {
	for _, c := range []struct {
		name  string
		leave func(d *Director, id tournament.PlayerID) error
	}{
		{"withdrawn", func(d *Director, id tournament.PlayerID) error {
			return d.On(anna, "cup").SetStatus(t.Context(), id, tournament.Withdrawn)
		}},
		{"checked out", func(d *Director, id tournament.PlayerID) error {
			return d.On(anna, "cup").SetStatus(t.Context(), id, tournament.Preliminary)
		}},
		{"removed", func(d *Director, id tournament.PlayerID) error {
			return d.On(anna, "cup").RemovePlayer(t.Context(), id)
		}},
		{"absent", func(d *Director, id tournament.PlayerID) error {
			return d.On(anna, "cup").SetAttendance(t.Context(), id, 1, tournament.Absent)
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := fresh(t)
			cup(t, d, 9)
			must(t, d.On(anna, "cup").Round(1).Pair(t.Context(), 1))
			before := state(t, d)
			bye, gone := before.Rounds[0].Byes[0], before.Rounds[0].Games[0].Black
			must(t, c.leave(d, gone))
			after := state(t, d)
			r := after.Round(1)
			alone := before.Rounds[0].Games[0].White
			if g := r.Game(alone); len(r.Byes) != 0 || g == nil || !g.Has(bye) || g.Table != 1 {
				t.Errorf("games %+v, byes %v: want %d against %d", r.Games, r.Byes, alone, bye)
			}
			if r.Games[0].ID != before.Rounds[0].Games[0].ID {
				t.Error("table 1 has another game instead of other players")
			}
			if !slices.Equal(r.Games[1:], before.Rounds[0].Games[1:]) {
				t.Error("other games have changed")
			}
			if after.Version != before.Version+1 {
				t.Errorf("%d entries in the log", after.Version-before.Version)
			}
			last, err := d.On(anna, "cup").LastLeave(t.Context())
			must(t, err)
			if last.Version != after.Version {
				t.Errorf("the last to leave is entry %d, want %d", last.Version, after.Version)
			}
			h, err := d.History(t.Context(), after, 1)
			must(t, err)
			if len(h.Applied) == 0 || h.Applied[0].Version != after.Version {
				t.Errorf("the draw's history does not have it: %+v", h.Applied)
			}
			must(t, d.On(anna, "cup").Undo(t.Context(), after.Version))
			back := state(t, d)
			if g := back.Round(1).Game(gone); g == nil || !g.Has(alone) || !back.Round(1).HasBye(bye) || !back.Player(gone).Plays(1) {
				t.Errorf("not as before: %+v", back.Round(1))
			}
			_, err = d.On(anna, "cup").LastLeave(t.Context())
			wantFault(t, err, "undo.nothing")
		})
	}
}

// TestLeavingTheBye needs no repair.
func TestLeavingTheBye(t *testing.T) {
	d := fresh(t)
	cup(t, d, 9)
	must(t, d.On(anna, "cup").Round(1).Pair(t.Context(), 1))
	before := state(t, d)
	must(t, d.On(anna, "cup").SetStatus(t.Context(), before.Rounds[0].Byes[0], tournament.Withdrawn))
	r := state(t, d).Round(1)
	if len(r.Byes) != 0 || r.Drawn.Bye != 0 || !slices.Equal(r.Games, before.Rounds[0].Games) {
		t.Errorf("%+v", r)
	}
}

// TestLeavingAPublishedRound does not change that round.
func TestLeavingAPublishedRound(t *testing.T) {
	d := fresh(t)
	cup(t, d, 8)
	must(t, d.On(anna, "cup").Round(1).Pair(t.Context(), 1))
	must(t, d.On(anna, "cup").Round(1).Publish(t.Context()))
	before := state(t, d)
	gone := before.Rounds[0].Games[0].Black
	must(t, d.On(anna, "cup").SetStatus(t.Context(), gone, tournament.Withdrawn))
	if after := state(t, d); !slices.Equal(after.Rounds[0].Games, before.Rounds[0].Games) || after.Player(gone).Plays(2) {
		t.Error("the round has changed, or they still play the next")
	}
	other := before.Rounds[0].Games[1].Black
	wantFault(t, d.On(anna, "cup").SetAttendance(t.Context(), other, 1, tournament.Absent), "player.paired")
}

// TestLeavingUnderAPlan gives the opponent of a knockout a bye.
func TestLeavingUnderAPlan(t *testing.T) {
	d := fresh(t)
	_, err := d.Create(t.Context(), anna, Creation{Info: tournament.Info{Name: "Cup"}, Settings: preset(t, "knockout")})
	must(t, err)
	_, err = d.On(anna, "cup").ImportPlayers(t.Context(), people(8), "")
	must(t, err)
	must(t, d.On(anna, "cup").Round(1).Pair(t.Context(), 1))
	before := state(t, d)
	g := before.Rounds[0].Games[2]
	must(t, d.On(anna, "cup").SetStatus(t.Context(), g.Black, tournament.Withdrawn))
	if r := state(t, d).Round(1); len(r.Games) != 3 || !slices.Equal(r.Byes, []tournament.PlayerID{g.White}) {
		t.Errorf("%+v", r)
	}
}

// TestNoShows lists the no-shows until their plans are known.
func TestNoShows(t *testing.T) {
	d := fresh(t)
	cup(t, d, 8)
	must(t, d.On(anna, "cup").Round(1).Pair(t.Context(), 1))
	must(t, d.On(anna, "cup").Round(1).Publish(t.Context()))
	var gone []tournament.PlayerID
	for _, g := range state(t, d).Rounds[0].Games {
		_, err := d.On(anna, "cup").Enter(t.Context(), tournament.Entry{
			Round: 1, Table: g.Table, Result: tournament.Result{Outcome: tournament.BlackWins, Manner: tournament.ByForfeit},
		})
		must(t, err)
		gone = append(gone, g.White)
	}
	if got := NoShows(state(t, d)); !slices.Equal(got, gone) {
		t.Errorf("got %v, want %v", got, gone)
	}
	must(t, d.On(anna, "cup").SetStatus(t.Context(), gone[0], tournament.Preliminary))
	must(t, d.On(anna, "cup").SetStatus(t.Context(), gone[1], tournament.Withdrawn))
	must(t, d.On(anna, "cup").Expect(t.Context(), gone[2], 2))
	if got := NoShows(state(t, d)); !slices.Equal(got, gone[3:]) {
		t.Errorf("after three answers: %v, want %v", got, gone[3:])
	}
	wantFault(t, d.On(anna, "cup").Expect(t.Context(), state(t, d).Rounds[0].Games[0].Black, 2), "player.showed")
}

// A player with a game is withdrawn instead of removed, and the next draft is repaired.
func TestRemovingAPlayerWhoHasPlayed(t *testing.T) {
	d := fresh(t)
	cup(t, d, 9)
	must(t, d.On(anna, "cup").Round(1).Pair(t.Context(), 1))
	must(t, d.On(anna, "cup").Round(1).Publish(t.Context()))
	r := state(t, d).Round(1)
	for _, id := range []tournament.PlayerID{r.Games[0].Black, r.Byes[0]} {
		must(t, d.On(anna, "cup").RemovePlayer(t.Context(), id))
		if p := state(t, d).Player(id); p == nil || p.Status != tournament.Withdrawn {
			t.Errorf("the player is %+v", p)
		}
	}
	if now := state(t, d).Round(1); len(now.Games) != len(r.Games) || len(now.Byes) != 1 {
		t.Errorf("round 1 is %+v", now)
	}
}
