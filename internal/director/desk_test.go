package director

import (
	"fmt"
	"testing"

	"tourney/internal/tournament"
)

// An entry belongs to the desk that made it, not to its name.
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
	// Entries from before there were desks belong to none.
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
