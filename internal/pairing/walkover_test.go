package pairing

import (
	"slices"
	"testing"

	"tourney/internal/results"
	"tourney/internal/tournament"
)

// ways are how a player can miss a round.
var ways = map[string]func(p *tournament.Player, n int){
	"withdrawn": func(p *tournament.Player, _ int) { p.Status = tournament.Withdrawn },
	"absent":    func(p *tournament.Player, n int) { p.Absent = p.Absent.With(n, true) },
}

// A final to which one of the two does not come is a round of one bye, and the
// other has won the knockout.
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

// A round of a round robin in which nobody has an opponent left is followed by
// one in which those meet who are still there.
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

// A round in which the losers' bracket has a match that neither player comes to
// can be published, and the bracket goes on.
func TestMatchWithoutPlayers(t *testing.T) {
	tn := event(t, of(t, tournament.DoubleElimination, 5), ranks(4)...)
	take(t, tn, 1, stronger)
	for _, id := range []tournament.PlayerID{1, 2, 3, 4} {
		tn.Player(id).Absent = tn.Player(id).Absent.With(2, true)
	}
	if d := take(t, tn, 2, stronger); len(d.Games)+len(d.Byes) != 0 {
		t.Fatalf("round 2: %+v", d)
	}
	checks := Checks(tn, 2)
	if !slices.ContainsFunc(checks, func(c Check) bool { return c.Key == "check.presence.nobody" && c.Grave }) {
		t.Errorf("checks: %+v", checks)
	}
}

// From the second round on one player alone has a bye.
func TestOnePlayerLeft(t *testing.T) {
	tn := event(t, of(t, tournament.Swiss, 3), ranks(4)...)
	take(t, tn, 1, stronger)
	for _, id := range []tournament.PlayerID{1, 2, 3} {
		tn.Player(id).Absent = tn.Player(id).Absent.With(2, true)
	}
	if d := take(t, tn, 2, stronger); len(d.Games) != 0 || !slices.Equal(d.Byes, []tournament.PlayerID{4}) {
		t.Fatalf("round 2: %+v", d)
	}
	if d := take(t, tn, 3, stronger); len(d.Games) != 2 {
		t.Errorf("round 3: %+v", d.Drafted())
	}
}
