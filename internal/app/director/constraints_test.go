package director

import (
	"fmt"
	"testing"

	"tourney/internal/tournament"
)

// One director's constraints survive another's settings, and are undone without
// them.
func TestConstraintsSurviveOtherSettings(t *testing.T) {
	d := fresh(t)
	ctx := t.Context()
	cup(t, d, 8)
	seen := state(t, d)
	must(t, d.On(anna, "cup").Constraints().KeepApart(ctx, []tournament.PlayerID{1, 2}, 0))
	apart := state(t, d).Version
	must(t, d.On(bert, "cup").Constraints().Seat(ctx, 3, 4))

	// A form that was loaded before saves the rules, and nothing else.
	settings := seen.Settings
	settings.Rounds = 4
	must(t, d.On(bert, "cup").SetUp(ctx, seen.Info, settings))
	if s := state(t, d).Settings; s.Rounds != 4 || len(s.Constraints.Wishes) != 1 || s.Constraints.Table(3) != 4 {
		t.Errorf("after the settings were saved: %+v, %d rounds", s.Constraints, s.Rounds)
	}

	must(t, d.On(anna, "cup").Undo(ctx, apart))
	if s := state(t, d).Settings; s.Rounds != 4 || len(s.Constraints.Wishes) != 0 || s.Constraints.Table(3) != 4 {
		t.Errorf("after the undo: %+v, %d rounds", s.Constraints, s.Rounds)
	}
	wantFault(t, d.On(anna, "cup").Constraints().KeepApart(ctx, []tournament.PlayerID{1, 99}, 0), "player.missing")
	wantFault(t, d.On(anna, "nowhere").Constraints().KeepApart(ctx, []tournament.PlayerID{1, 2}, 0), "tournament.missing")
	wantFault(t, d.On(anna, "cup").Constraints().RemoveWishes(ctx, []tournament.PlayerID{1, 2}, tournament.Apart), "constraint.wish.gone")
}

// The log contains names, so that it can be read after the players have left.
func TestConstraintsAreLoggedByName(t *testing.T) {
	d := fresh(t)
	ctx := t.Context()
	cup(t, d, 8)
	must(t, d.On(anna, "cup").Constraints().KeepApart(ctx, []tournament.PlayerID{2, 1}, 2))
	must(t, d.On(anna, "cup").Constraints().KeepApart(ctx, []tournament.PlayerID{3, 4, 5}, 0))
	must(t, d.On(anna, "cup").Constraints().Block(ctx, []tournament.TableRange{{From: 20, To: 25}, {From: 13, To: 13}}))
	log := whole(t, d)
	for i, want := range []string{
		"[Player002 Test Player001 Test 2]", "[Player003 Test, Player004 Test, Player005 Test]", "[20–25, 13]",
	} {
		if got := fmt.Sprint(log[len(log)-3+i].Args); got != want {
			t.Errorf("entry %d says %s, want %s", i, got, want)
		}
	}
}
