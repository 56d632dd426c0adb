package director

import (
	"fmt"
	"testing"

	"tourney/internal/fault"
	"tourney/internal/tournament"
)

// deskOf logs Anna in once more, at a desk with a wanted name.
func deskOf(t *testing.T, d *Director, name, ends string) (Session, string) {
	t.Helper()
	token, err := d.Access().Login(t.Context(), Credentials{Name: "Anna", Password: "correct horse", Desk: name, Ends: ends, Known: true})
	must(t, err)
	s, ok, err := d.Access().Session(t.Context(), token)
	if err != nil || !ok {
		t.Fatal(ok, err)
	}
	return s, token
}

func TestDeskNamesAreUnique(t *testing.T) {
	d := fresh(t)
	must(t, setPassword(t, d, "Anna", "correct horse"))
	first, token := deskOf(t, d, "Desk 1", "")
	identities := map[string]bool{first.Desk: true}
	for i, tt := range []struct{ wants, gets string }{
		{"Desk 1", "Desk 2"}, {"Desk 1", "Desk 3"}, {"desk-2", "desk-2 2"}, {"Left", "Left"}, {"Left", "Left 2"}, {"Left 2", "Left 3"},
		{"★", "★"}, {"★", "★ 2"}, {"Desk 10000", "Desk 10000"}, {"Desk 10000", "Desk 10000 2"},
	} {
		s, _ := deskOf(t, d, tt.wants, "")
		if s.DeskName != tt.gets || identities[s.Desk] || len(s.Desk) < 32 {
			t.Errorf("login %d: %q becomes %+v, want %q", i, tt.wants, s, tt.gets)
		}
		identities[s.Desk] = true
	}
	// A login in the same browser replaces the one before.
	if s, _ := deskOf(t, d, "Desk 1", token); s.DeskName != "Desk 1" || s.Desk == first.Desk {
		t.Errorf("the next login is %+v", s)
	}
	wantWho(t, d, token, "")
}

func TestNameDesk(t *testing.T) {
	d := fresh(t)
	must(t, setPassword(t, d, "Anna", "correct horse"))
	a, tokenA := deskOf(t, d, "Desk 1", "")
	b, tokenB := deskOf(t, d, "Desk 1", "")
	must(t, d.Access().NameDesk(t.Context(), a, "Left"))
	must(t, d.Access().NameDesk(t.Context(), a, "Left")) // its own name
	err := d.Access().NameDesk(t.Context(), b, " left")
	if f, ok := fault.As(err); !ok || f.Key != "desk.name.taken" || fmt.Sprint(f.Args) != "[ left  left 2]" {
		t.Errorf("a name that is taken: %v", err)
	}
	must(t, d.Access().NameDesk(t.Context(), b, "Desk 1"))
	for token, want := range map[string]string{tokenA: "Left", tokenB: "Desk 1"} {
		if s, _, err := d.Access().Session(t.Context(), token); err != nil || s.DeskName != want {
			t.Errorf("the desk is called %q, %v; want %q", s.DeskName, err, want)
		}
	}
	must(t, d.Access().Logout(t.Context(), tokenA))
	must(t, d.Access().NameDesk(t.Context(), b, "Left"))
}

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
