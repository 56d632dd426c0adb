package director

import (
	"strings"
	"testing"

	"tourney/internal/rank"
	"tourney/internal/tournament"
)

// A merge is one log entry with undo. It keeps no erased name.
func TestMergedPlayersCanBePartedAndForgotten(t *testing.T) {
	d := fresh(t)
	opened(t, d, 4, 0)
	ctx := t.Context()
	ed := d.On(anna, "cup").Because("registered twice")
	twin, err := ed.AddPlayer(ctx, tournament.Player{Family: "Doppelname", Given: "Twin", Rank: rank.Kyu(3), Mail: "twin@example.org"}, tournament.AllowNamesakes, "")
	must(t, err)
	before := state(t, d)
	kept := before.Players[0].ID
	must(t, ed.MergePlayers(ctx, kept, twin, kept))
	if now := state(t, d); now.Player(twin) != nil || now.Player(kept).Mail != "twin@example.org" {
		t.Fatalf("after the merge: %+v", now.Player(kept))
	}
	entries, _, err := d.Log(ctx, "cup", 0, LogFilter{})
	must(t, err)
	if entries[0].Action != "player.merge" || !strings.Contains(entries[0].Args[0].(string), "Doppelname") {
		t.Errorf("the log has %s %v", entries[0].Action, entries[0].Args)
	}
	must(t, ed.Undo(ctx, entries[0].Version))
	if changes := before.Diff(state(t, d)); len(changes) > 0 {
		t.Errorf("after the undo %d things differ", len(changes))
	}
	must(t, ed.MergePlayers(ctx, kept, twin, kept))
	must(t, d.PersonalData().Forget(ctx, ed, kept, before.Player(kept).Name()))
	entries, _, err = d.Log(ctx, "cup", 0, LogFilter{})
	must(t, err)
	for _, e := range entries {
		for _, arg := range e.Args {
			if text, ok := arg.(string); ok && strings.Contains(text, "Doppelname") {
				t.Errorf("%s still names %q", e.Action, text)
			}
		}
		for _, c := range e.Changes {
			if c.Player != nil && c.Player.Old != nil && c.Player.Old.Family == "Doppelname" {
				t.Errorf("%s still holds the other registration", e.Action)
			}
		}
	}
}
