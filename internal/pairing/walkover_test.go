package pairing

import (
	"slices"
	"testing"

	"tourney/internal/results"
	"tourney/internal/tournament"
)

// ways are the ways in which a player can miss a round.
var ways = map[string]func(p *tournament.Player, n int){
	"withdrawn": func(p *tournament.Player, _ int) { p.Status = tournament.Withdrawn },
	"absent":    func(p *tournament.Player, n int) { p.Absent = p.Absent.With(n) },
}

// A final with one player absent is a round of one bye, and the other has won the knockout.
func TestWalkoverFinal(t *testing.T) {
	for name, miss := range ways {
		tn := event(t, of(t, tournament.Knockout, 2), ranks(4)...)
		take(t, tn, 1, stronger)
		miss(&tn.Players[1], 2)
		if d := take(t, tn, 2, stronger); len(d.Games) != 0 || !slices.Equal(d.Byes, []tournament.PlayerID{1}) {
			t.Fatalf("%s: %d games, byes %v", name, len(d.Games), d.Byes)
		}
		if tree, _ := Tree(tn, 2); tree.Winner() != 1 {
			t.Errorf("%s: won by %d", name, tree.Winner())
		}
		rows := results.After(tn, 2).Rows
		if rows[0].Player != 1 || rows[1].Player != 2 || rows[1].Place != 2 || rows[1].Text(0) != "2" {
			t.Errorf("%s: the standings say %+v", name, rows[:2])
		}
		if err := tn.Check(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// After a round of a round robin with byes only, the players still present meet in the next.
func TestRoundRobinGoesOnAfterARoundOfByes(t *testing.T) {
	tn := event(t, of(t, tournament.RoundRobin, 3), ranks(4)...)
	take(t, tn, 1, stronger) // 1-4 2-3, then 4-3 1-2 and 2-4 3-1
	for _, id := range []tournament.PlayerID{3, 1} {
		tn.Player(id).Status = tournament.Withdrawn
	}
	if d := take(t, tn, 2, stronger); len(d.Games) != 0 || !slices.Equal(d.Byes, []tournament.PlayerID{2, 4}) {
		t.Fatalf("round 2: %d games, byes %v", len(d.Games), d.Byes)
	}
	if d := take(t, tn, 3, stronger); len(d.Games) != 1 || !d.Games[0].Game.Has(2) || !d.Games[0].Game.Has(4) {
		t.Fatalf("round 3: %+v", d.Drafted())
	}
}

// A round in which the losers' bracket has a match with both players absent can be published, and the bracket
// continues.
func TestMatchWithoutPlayers(t *testing.T) {
	tn := event(t, of(t, tournament.DoubleElimination, 5), ranks(4)...)
	take(t, tn, 1, stronger)
	for _, id := range []tournament.PlayerID{1, 2, 3, 4} {
		tn.Player(id).Absent = tn.Player(id).Absent.With(2)
	}
	if d := take(t, tn, 2, stronger); len(d.Games)+len(d.Byes) != 0 {
		t.Fatalf("round 2: %+v", d)
	}
	checks := Checks(tn, 2)
	if !slices.ContainsFunc(checks, func(c Check) bool { return c.Key == "check.presence.nobody" && c.Grave }) {
		t.Errorf("checks: %+v", checks)
	}
}

// From the second round on, a single player has a bye.
func TestOnePlayerLeft(t *testing.T) {
	tn := event(t, of(t, tournament.Swiss, 3), ranks(4)...)
	take(t, tn, 1, stronger)
	for _, id := range []tournament.PlayerID{1, 2, 3} {
		tn.Player(id).Absent = tn.Player(id).Absent.With(2)
	}
	if d := take(t, tn, 2, stronger); len(d.Games) != 0 || !slices.Equal(d.Byes, []tournament.PlayerID{4}) {
		t.Fatalf("round 2: %+v", d)
	}
	if d := take(t, tn, 3, stronger); len(d.Games) != 2 {
		t.Errorf("round 3: %+v", d.Drafted())
	}
}

// found returns the check of a key before a round is published.
func found(tn *tournament.Tournament, n int, key string) *Check {
	for _, c := range Checks(tn, n) {
		if c.Key == key {
			return &c
		}
	}
	return nil
}

// Where no other bye lets the rest be paired, a player has a second one, and a check reports it.
func TestSecondByeRatherThanNone(t *testing.T) {
	tn := event(t, of(t, tournament.Swiss, 3), ranks(3)...)
	tn.Settings.Constraints.Wishes = []tournament.Wish{{A: 1, B: 2, Kind: tournament.Apart}}
	first := take(t, tn, 1, stronger)
	second := take(t, tn, 2, stronger)
	if third := first.Chosen; third != 1 && third != 2 || second.Chosen == third || second.Chosen == 3 {
		t.Fatalf("byes for %d and %d", first.Chosen, second.Chosen)
	}
	d := draw(t, tn, 3)
	if d.Chosen != 1 && d.Chosen != 2 || len(d.Games) != 1 {
		t.Fatalf("round 3: bye for %d, %+v", d.Chosen, d.Drafted())
	}
	if err := d.Draft(tn, "test"); err != nil {
		t.Fatal(err)
	}
	if c := found(tn, 3, "check.bye.forced"); c == nil || !c.Grave || !slices.Equal(c.Players, d.Byes) {
		t.Errorf("the checks say\n%s", listed(Checks(tn, 3)))
	}
	if c := found(tn, 3, "check.bye.again"); c != nil {
		t.Errorf("the second bye is told twice: %+v", c)
	}
	if err := tn.Publish(3); err != nil {
		t.Fatal(err)
	}
	if found(tn, 2, "check.bye.forced") != nil {
		t.Error("the first bye of a player is called forced")
	}
}

// A check reports a postponed game of a round robin as long as it can be
// played, and players who are too late for the plan.
func TestChecksReportWhatThePlanLeavesOut(t *testing.T) {
	tn := event(t, of(t, tournament.RoundRobin, 3), ranks(4)...)
	take(t, tn, 1, stronger)
	tn.Player(4).Absent = tn.Player(4).Absent.With(2)
	id, err := tn.AddPlayer(tournament.Player{Family: "Late", Rank: tn.Players[0].Rank, Status: tournament.CheckedIn}, tournament.RefuseNamesakes)
	if err != nil {
		t.Fatal(err)
	}
	take(t, tn, 2, stronger) // without 4-3
	take(t, tn, 3, stronger)
	if c := found(tn, 3, "check.results.postponed"); c == nil || !slices.Equal(c.Players, []tournament.PlayerID{4, 3}) || c.Round != 2 {
		t.Errorf("of the game put off the checks say\n%s", listed(Checks(tn, 3)))
	}
	if c := found(tn, 3, "check.presence.late"); c == nil || !slices.Equal(c.Players, []tournament.PlayerID{id}) {
		t.Errorf("of the latecomer the checks say\n%s", listed(Checks(tn, 3)))
	}
	tn.Player(4).Absent = 0
	now, err := Pair(tn, 2, 3, 4)
	if err == nil {
		err = tn.Repair(2, now.Games, now.Byes)
	}
	if err != nil {
		t.Fatal(err)
	}
	if c := found(tn, 3, "check.results.postponed"); c != nil {
		t.Errorf("although it was paired the checks say %+v", c)
	}
}
