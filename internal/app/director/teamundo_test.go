package director

import (
	"testing"

	"tourney/internal/format/roster"
	"tourney/internal/rank"
	"tourney/internal/tournament"
)

// Every change of a team has a log entry and an undo.
func TestEveryWriteOnTeamsCanBeUndone(t *testing.T) {
	d := fresh(t)
	league(t, d)
	ctx := t.Context()
	begin, first := state(t, d), len(whole(t, d))
	a, b := named(t, d, "Team A"), named(t, d, "Team B")
	joining := roster.Sheet{Rows: []roster.Row{
		{Player: tournament.Player{Family: "X", Rank: rank.Dan1}, Team: "aces"},
		{Player: tournament.Player{Family: "Y", Rank: rank.Dan1}, Team: "Guests"},
		{Player: tournament.Player{Family: "Z", Rank: rank.Dan1}},
	}}
	rivals := func() (one, other tournament.PlayerID) {
		matches, _ := state(t, d).Matches(1)
		return matches[0].A, matches[1].A
	}
	steps := []step{
		{"team.edit", func() error {
			return d.On(anna, "cup").EditTeam(ctx, a.ID, func(team *tournament.Team) { team.Name = "Aces" })
		}},
		{"team.lineup", func() error { return d.On(anna, "cup").SetLineup(ctx, a.ID, 2, a.Members[1:]) }},
		{"player.import", func() error {
			_, _, err := d.On(anna, "cup").ImportSheet(ctx, &joining, "")
			return err
		}},
		{"team.add", func() error {
			_, err := d.On(anna, "cup").AddTeam(ctx, tournament.Team{Name: "Late", Members: []tournament.PlayerID{tournament.PlayerID(state(t, d).LastID - 1)}}, "")
			return err
		}},
		{"team.remove", func() error { return d.On(anna, "cup").RemoveTeam(ctx, named(t, d, "Late").ID) }},
		{"team.remove", func() error { return d.On(anna, "cup").RemoveTeam(ctx, named(t, d, "Guests").ID) }},
		{"round.pair", func() error { return d.On(anna, "cup").Round(1).Pair(ctx, 1) }},
		{"team.lineup", func() error { return d.On(anna, "cup").SetLineup(ctx, b.ID, 1, b.Members[1:]) }},
		{"team.edit", func() error {
			return d.On(anna, "cup").EditTeam(ctx, b.ID, func(team *tournament.Team) { team.Lineups = nil })
		}},
		{"draw.swap", func() error {
			one, other := rivals()
			return d.On(anna, "cup").Round(1).Swap(ctx, one, other)
		}},
		{"team.lock", func() error { return d.On(anna, "cup").Round(1).LockMatch(ctx, a.ID) }},
		{"team.unlock", func() error { return d.On(anna, "cup").Round(1).UnlockMatch(ctx, a.ID) }},
		{"draw.unmatch", func() error { return d.On(anna, "cup").Round(1).Unmatch(ctx, a.ID) }},
		{"draw.bye", func() error { return d.On(anna, "cup").Round(1).GiveBye(ctx, a.ID) }},
		{"draw.bye.take", func() error { return d.On(anna, "cup").Round(1).TakeBye(ctx, a.ID) }},
	}
	for _, s := range steps {
		if err := s.do(); err != nil {
			t.Fatalf("%s: %v", s.action, err)
		}
		tn := state(t, d)
		h, err := d.History(ctx, tn, 1)
		must(t, err)
		if tn.Round(1) != nil && (len(h.Applied) == 0 || h.Applied[0].Action != s.action) {
			t.Errorf("%s is not among what can be taken back of the draw", s.action)
		}
	}
	log := whole(t, d)[first:]
	if len(log) != len(steps) {
		t.Fatalf("%d entries for %d steps", len(log), len(steps))
	}
	end := state(t, d)
	for i := len(log) - 1; i >= 0; i-- {
		if log[i].Action != steps[i].action || len(log[i].Args) == 0 {
			t.Errorf("entry %d is %s with %v, want %s", i, log[i].Action, log[i].Args, steps[i].action)
		}
		if err := d.On(bert, "cup").Undo(ctx, log[i].Version); err != nil {
			t.Fatalf("undo of %s: %v", log[i].Action, err)
		}
	}
	if left := begin.Diff(state(t, d)); len(left) > 0 {
		t.Errorf("%d differences are left, first %+v", len(left), left[0])
	}
	undone := whole(t, d)[first+len(log):]
	for i := len(undone) - 1; i >= 0; i-- {
		if err := d.On(bert, "cup").Undo(ctx, undone[i].Version); err != nil {
			t.Fatalf("redo of %d: %v", undone[i].Undoes, err)
		}
	}
	now := state(t, d).Clone()
	for i := range now.Rounds {
		for j := range now.Rounds[i].Games {
			now.Rounds[i].Games[j].Revision = end.Rounds[i].Games[j].Revision // it only grows
		}
	}
	if left := end.Diff(now); len(left) > 0 {
		t.Errorf("%d differences after redoing all, first %+v", len(left), left[0])
	}
}
