package director

import (
	"fmt"
	"testing"

	"tourney/internal/tournament"
)

// An entry belongs to the identity of its desk, not to the desk's name.
func TestUndoGoesByTheDesk(t *testing.T) {
	d := fresh(t)
	playing(t, d, 4)
	a, b := Actor{Name: "Anna · Left", Desk: "a"}, Actor{Name: "Anna · Left", Desk: "b"}
	r := tournament.Result{Outcome: tournament.BlackWins}
	done, err := d.On(a, "cup").Enter(t.Context(), tournament.Entry{Round: 1, Table: 1, Result: r})
	must(t, err)
	g := done.Now
	if g.Desk != "a" || !a.Entered(g.EnteredBy, g.Desk) || b.Entered(g.EnteredBy, g.Desk) {
		t.Errorf("%+v was entered by a desk that is called the same", g)
	}
	_, err = d.On(b, "cup").Log().UndoLast(t.Context())
	wantFault(t, err, "undo.nothing")
	a.Name = "Anna · Right"
	_, err = d.On(a, "cup").Log().UndoLast(t.Context())
	must(t, err)
	// Entries older than desks belong to none.
	for _, tt := range []struct {
		by       Actor
		name     string
		desk     string
		expected bool
	}{
		{Actor{Name: "Desk 1", Desk: "a"}, "Desk 1", "", false},
		{Actor{Name: "Desk 1"}, "Desk 1", "a", false},
		{Actor{Name: "Desk 1"}, "Desk 1", "", true},
		{Actor{Name: "Desk 1"}, "Desk 2", "", false},
		{Actor{Name: "Desk 1", Desk: "a"}, "Desk 2", "a", true},
	} {
		t.Run(fmt.Sprintf("%s at %q, entry of %s at %q", tt.by.Name, tt.by.Desk, tt.name, tt.desk), func(t *testing.T) {
			if got := tt.by.Entered(tt.name, tt.desk); got != tt.expected {
				t.Errorf("%+v entered %q at %q: %v", tt.by, tt.name, tt.desk, got)
			}
		})
	}
}

// A desk undoes its own last entry: after the undo of a contradiction the first result is valid again. The other desk
// cannot undo its entry during the dispute.
func TestUndoOfAContradiction(t *testing.T) {
	d := fresh(t)
	playing(t, d, 4)
	a, b := Actor{Name: "Anna", Desk: "a"}, Actor{Name: "Bert", Desk: "b"}
	typed := func(by Actor, table int, o tournament.Outcome) {
		t.Helper()
		e := tournament.Entry{Mode: tournament.Typed, Round: 1, Table: table, Result: tournament.Result{Outcome: o}}
		_, err := d.On(by, "cup").Enter(t.Context(), e)
		must(t, err)
	}
	typed(b, 2, tournament.BlackWins)
	typed(a, 1, tournament.BlackWins)
	typed(b, 1, tournament.WhiteWins)
	if !game(t, d, 1).Dispute.Open() {
		t.Fatal("nothing is contradicted")
	}
	_, err := d.On(a, "cup").Log().UndoLast(t.Context())
	wantFault(t, err, "undo.overtaken")
	undone, err := d.On(b, "cup").Log().UndoLast(t.Context())
	must(t, err)
	if g := game(t, d, 1); undone.Action != "result.contest" || g.Dispute.Open() || g.Result.Outcome != tournament.BlackWins || g.EnteredBy != "Anna" {
		t.Errorf("%s was undone and left %+v", undone.Action, g)
	}
	if !game(t, d, 2).Result.Known() {
		t.Error("an earlier entry of the desk is undone")
	}
	_, err = d.On(a, "cup").Log().UndoLast(t.Context())
	must(t, err)
}

// The undo of a desk's confirmation keeps the player's report.
func TestUndoOfAConfirmation(t *testing.T) {
	d := fresh(t)
	playing(t, d, 4)
	tn := state(t, d)
	tn.Settings.PlayerResults = true
	must(t, d.On(anna, "cup").SetUp(t.Context(), tn.Info, tn.Settings))
	desk := Actor{Name: "Anna", Desk: "a"}
	e := tournament.Entry{Mode: tournament.Reported, Round: 1, Table: 1, Result: tournament.Result{Outcome: tournament.BlackWins}}
	_, err := d.On(byLink, "cup").Enter(t.Context(), e)
	must(t, err)
	e.Mode = tournament.Typed
	_, err = d.On(desk, "cup").Enter(t.Context(), e)
	must(t, err)
	undone, err := d.On(desk, "cup").Log().UndoLast(t.Context())
	must(t, err)
	if g := game(t, d, 1); undone.Action != "result.confirm" || g.ConfirmedBy != "" || !g.Result.Known() {
		t.Errorf("%s was undone and left %+v", undone.Action, g)
	}
}
