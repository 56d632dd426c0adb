package tournament

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"tourney/internal/fault"
)

// playedOnce returns a tournament of six players whose first round is
// published: 1–2, 3–4 and a bye for 5.
func playedOnce(t *testing.T) *Tournament {
	t.Helper()
	tn := entrants(t, 6)
	if err := tn.SetStatus(6, Withdrawn); err != nil {
		t.Fatal(err)
	}
	games := []Game{{Black: 1, White: 2}, {Black: 3, White: 4}}
	if err := tn.SetDraft(1, games, []PlayerID{5}, Drawn{}); err != nil {
		t.Fatal(err)
	}
	if err := tn.Publish(1); err != nil {
		t.Fatal(err)
	}
	return tn
}

func TestConstraintSteps(t *testing.T) {
	tn := playedOnce(t)
	for _, step := range []error{
		tn.KeepApart([]PlayerID{5, 1, 3}, 0),
		tn.KeepApart([]PlayerID{3, 5}, 2), // replaces the first wish
		tn.BringTogether(1, 4, 0),
		tn.BringTogether(3, 5, 0), // from round 3 on, when it is allowed
		tn.RemoveWishes([]PlayerID{1, 3}, Apart),
		tn.Seat(2, 9), tn.Seat(2, 8),
		tn.Block([]TableRange{{20, 25}, {13, 13}}), tn.Block([]TableRange{{26, 30}, {22, 23}}), tn.Unblock(TableRange{13, 13}),
		tn.SetFamilyRule(FamilyApart), tn.SetLocalClub(50), tn.SetRoom(30),
	} {
		if step != nil {
			t.Fatal(step)
		}
	}
	s := tn.Settings.Constraints
	want := []Wish{{1, 5, Apart, 0}, {3, 5, Apart, 2}, {1, 4, Together, 0}, {3, 5, Together, 0}}
	if !slices.Equal(s.Wishes, want) {
		t.Errorf("wishes %v, want %v", s.Wishes, want)
	}
	if !slices.Equal(s.Seats, []Seat{{2, 8}}) || !slices.Equal(s.Blocked, []TableRange{{20, 30}}) {
		t.Errorf("tables %v, blocked %v", s.Seats, s.Blocked)
	}
	if s.Family != FamilyApart || s.LocalClub != 50 || s.Room != 30 {
		t.Errorf("rules %q, %d, %d", s.Family, s.LocalClub, s.Room)
	}
}

func TestConstraintStepsAreRefused(t *testing.T) {
	tn := playedOnce(t)
	for _, err := range []error{
		tn.KeepApart([]PlayerID{1, 5}, 3), tn.BringTogether(3, 2, 2), tn.Seat(1, 4), tn.Block([]TableRange{{13, 13}}),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	before := tn.Clone()
	for i, tt := range []struct {
		err error
		key string
	}{
		{tn.KeepApart([]PlayerID{1}, 0), "constraint.wish.two"},
		{tn.KeepApart(nil, 0), "constraint.wish.two"},
		{tn.KeepApart([]PlayerID{1, 2, 1}, 0), "constraint.wish.twice"},
		{tn.KeepApart([]PlayerID{1, 99}, 0), "player.missing"},
		{tn.KeepApart([]PlayerID{1, 3}, 1), "constraint.wish.past"},
		{tn.KeepApart([]PlayerID{1, 3}, 61), "constraint.wish.until"},
		{tn.KeepApart([]PlayerID{1, 3}, -1), "constraint.wish.until"},
		{tn.KeepApart([]PlayerID{2, 3}, 2), "constraint.wish.wanted"},
		{tn.KeepApart([]PlayerID{2, 3}, 0), "constraint.wish.wanted"},
		{tn.KeepApart(make([]PlayerID, 5000), 0), "constraint.wishes.many"},
		{tn.BringTogether(1, 1, 0), "constraint.wish.twice"},
		{tn.BringTogether(1, 5, 3), "constraint.wish.unwanted"},
		{tn.BringTogether(5, 1, 2), "constraint.wish.unwanted"},
		{tn.BringTogether(2, 1, 0), "constraint.wish.met"},
		{tn.RemoveWishes([]PlayerID{1, 3}, Apart), "constraint.wish.gone"},
		{tn.RemoveWishes([]PlayerID{1, 5}, "often"), "constraint.wish.gone"},
		{tn.Seat(2, 4), "constraint.seat.taken"},
		{tn.Seat(2, 13), "constraint.seat.blocked"},
		{tn.Seat(2, 5001), "game.table.range"},
		{tn.Seat(2, -1), "game.table.range"},
		{tn.Seat(99, 2), "player.missing"},
		{tn.Block([]TableRange{{1, 4}}), "constraint.blocked.seat"},
		{tn.Block([]TableRange{{20, 5000000000}}), "constraint.blocked"},
		{tn.Block([]TableRange{{9, 8}}), "constraint.blocked"},
		{tn.Block([]TableRange{{0, 3}}), "constraint.blocked"},
		{tn.Unblock(TableRange{13, 14}), "constraint.blocked.gone"},
		{tn.AddStandIn(1), "constraint.ghost.played"},
		{tn.AddStandIn(5), "constraint.ghost.played"}, // a bye counts too
		{tn.AddStandIn(6), "constraint.ghost.withdrawn"},
		{tn.AddStandIn(99), "player.missing"},
		{tn.SetFamilyRule("often"), "constraint.family"},
		{tn.SetLocalClub(101), "constraint.localclub"},
		{tn.SetLocalClub(-1), "constraint.localclub"},
		{tn.SetRoom(-1), "constraint.room"},
		{tn.SetRoom(MostPlayers + 1), "constraint.room"},
	} {
		t.Run(fmt.Sprint(i, " ", tt.key), func(t *testing.T) {
			if !fault.Is(tt.err, tt.key) {
				t.Errorf("%d: %v, want fault %s", i, tt.err, tt.key)
			}
		})
	}
	if err := tn.Seat(1, 0); err != nil {
		t.Fatal(err)
	}
	if err := tn.Block([]TableRange{{1, 4999}}); !fault.Is(err, "constraint.blocked.few") {
		t.Errorf("one table for six players: %v", err)
	}
	if err := tn.Seat(1, 4); err != nil {
		t.Fatal(err)
	}
	if len(before.Diff(tn)) != 0 {
		t.Error("a refused step has changed the tournament")
	}
}

// A stand-in with a game remains a stand-in, because the scores of those games would change.
func TestHelpersStay(t *testing.T) {
	tn := entrants(t, 4)
	if err := tn.AddStandIn(4); err != nil {
		t.Fatal(err)
	}
	before := tn.Clone()
	if err := tn.SetDraft(1, []Game{{Black: 1, White: 2}, {Black: 3, White: 4}}, nil, Drawn{}); err != nil {
		t.Fatal(err)
	}
	if err := tn.RemoveStandIn(4); err != nil {
		t.Errorf("a draft keeps the stand-in: %v", err)
	}
	if err := tn.AddStandIn(4); err != nil {
		t.Fatal(err)
	}
	if err := tn.Publish(1); err != nil {
		t.Fatal(err)
	}
	if err := tn.RemoveStandIn(4); !fault.Is(err, "constraint.ghost.filled") {
		t.Errorf("the stand-in leaves: %v", err)
	}
	entered := entrants(t, 4).Diff(before)
	if err := tn.Undo(entered); !fault.Is(err, "constraint.ghost.filled") {
		t.Errorf("the undo of the entry: %v", err)
	}
	team := entrants(t, 4)
	team.Settings.Teams.Boards = 2
	if err := team.AddStandIn(1); !fault.Is(err, "constraint.ghost.teams") {
		t.Errorf("a stand-in among teams: %v", err)
	}
}

// A wish, a table and another setting can each be undone separately, in any order.
func TestConstraintsAreUndoneAlone(t *testing.T) {
	tn := entrants(t, 8)
	var done [][]Change
	step := func(do func() error) {
		t.Helper()
		before := tn.Clone()
		if err := do(); err != nil {
			t.Fatal(err)
		}
		done = append(done, before.Diff(tn.Clone()))
	}
	step(func() error { return tn.KeepApart([]PlayerID{1, 2}, 0) })
	step(func() error { return tn.KeepApart([]PlayerID{1, 2, 3}, 2) })
	step(func() error { return tn.Seat(4, 4) })
	step(func() error {
		s := tn.Settings
		s.Rounds = 4
		return tn.SetSettings(s)
	})
	step(func() error { return tn.AddStandIn(8) })
	for _, i := range []int{3, 1} {
		if err := tn.Undo(done[i]); err != nil {
			t.Fatalf("undo of step %d: %v", i+1, err)
		}
	}
	s := tn.Settings.Constraints
	if !slices.Equal(s.Wishes, []Wish{{1, 2, Apart, 0}}) || tn.Settings.Rounds != 5 || len(s.Seats) != 1 || len(s.StandIns) != 1 {
		t.Errorf("left: %+v, %d rounds", s, tn.Settings.Rounds)
	}
	if err := tn.Undo(done[1]); !fault.Is(err, "undo.overtaken") {
		t.Errorf("a second undo of the same: %v", err)
	}
}

// Undoing all steps, the latest first, restores the beginning; undoing in any order does not block steps about other
// data.
func TestConstraintsUndoProperty(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		tn := entrants(rt, 10)
		begin := tn.Clone()
		player := rapid.Custom(func(rt *rapid.T) PlayerID { return PlayerID(rapid.IntRange(1, 10).Draw(rt, "player")) })
		var done [][]Change
		for range rapid.IntRange(1, 12).Draw(rt, "steps") {
			before := tn.Clone()
			switch rapid.IntRange(0, 5).Draw(rt, "step") {
			case 0:
				_ = tn.KeepApart(rapid.SliceOfN(player, 2, 4).Draw(rt, "apart"), rapid.IntRange(0, 3).Draw(rt, "until")) // refused ones change nothing
			case 1:
				_ = tn.BringTogether(player.Draw(rt, "a"), player.Draw(rt, "b"), 0) // as above
			case 2:
				_ = tn.Seat(player.Draw(rt, "p"), rapid.IntRange(0, 5).Draw(rt, "table")) // as above
			case 3:
				from := rapid.IntRange(1, 8).Draw(rt, "from")
				_ = tn.Block([]TableRange{{from, from + rapid.IntRange(0, 3).Draw(rt, "more")}}) // as above
			case 4:
				step := rapid.SampledFrom([]func(PlayerID) error{tn.AddStandIn, tn.RemoveStandIn}).Draw(rt, "fills")
				_ = step(player.Draw(rt, "p")) // as above
			case 5:
				_ = tn.SetLocalClub(rapid.IntRange(0, 3).Draw(rt, "percent")) // as above
				_ = tn.SetRoom(rapid.IntRange(0, 3).Draw(rt, "room"))         // as above
			}
			done = append(done, before.Diff(tn.Clone()))
		}
		for _, changes := range slices.Backward(done) {
			if err := tn.Undo(changes); err != nil {
				rt.Fatal(err)
			}
		}
		if left := begin.Diff(tn); len(left) > 0 {
			rt.Errorf("left: %+v", left[0].Settings.New.Constraints)
		}
	})
}
