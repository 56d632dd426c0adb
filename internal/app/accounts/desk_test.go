package accounts

import (
	"fmt"
	"testing"
	"time"

	"tourney/internal/data/store"
	"tourney/internal/fault"
	"tourney/internal/testkit/databasetest"
)

// deskOf logs Anna in once more, at a desk with a wanted name.
func deskOf(t *testing.T, a *Access, name, ends string) (Session, string) {
	t.Helper()
	token, err := a.Login(t.Context(), Credentials{Name: "Anna", Password: "correct horse", Desk: name, Ends: ends, Known: true})
	must(t, err)
	s, ok, err := a.Session(t.Context(), token)
	if err != nil || !ok {
		t.Fatal(ok, err)
	}
	return s, token
}

func TestDeskNamesAreUnique(t *testing.T) {
	a := fresh(t)
	must(t, setPassword(t, a, "Anna", "correct horse"))
	first, token := deskOf(t, a, "Desk 1", "")
	identities := map[string]bool{first.Desk: true}
	for i, tt := range []struct{ wants, gets string }{
		{"Desk 1", "Desk 2"}, {"Desk 1", "Desk 3"}, {"desk-2", "desk-2 2"}, {"Left", "Left"}, {"Left", "Left 2"}, {"Left 2", "Left 3"},
		{"★", "★"}, {"★", "★ 2"}, {"Desk 10000", "Desk 10000"}, {"Desk 10000", "Desk 10000 2"},
	} {
		s, _ := deskOf(t, a, tt.wants, "")
		if s.DeskName != tt.gets || identities[s.Desk] || len(s.Desk) < 32 {
			t.Errorf("login %d: %q becomes %+v, want %q", i, tt.wants, s, tt.gets)
		}
		identities[s.Desk] = true
	}
	// A login in the same browser replaces the one before.
	if s, _ := deskOf(t, a, "Desk 1", first.Desk); s.DeskName != "Desk 1" || s.Desk == first.Desk {
		t.Errorf("the next login is %+v", s)
	}
	wantWho(t, a, token, "")
}

func TestNameDesk(t *testing.T) {
	a := fresh(t)
	must(t, setPassword(t, a, "Anna", "correct horse"))
	left, tokenA := deskOf(t, a, "Desk 1", "")
	right, tokenB := deskOf(t, a, "Desk 1", "")
	must(t, a.NameDesk(t.Context(), left, "Left"))
	must(t, a.NameDesk(t.Context(), left, "Left")) // its own name
	err := a.NameDesk(t.Context(), right, " left")
	if f, ok := fault.As(err); !ok || f.Key != "desk.name.taken" || fmt.Sprint(f.Args) != "[ left  left 2]" {
		t.Errorf("a name that is taken: %v", err)
	}
	must(t, a.NameDesk(t.Context(), right, "Desk 1"))
	for token, want := range map[string]string{tokenA: "Left", tokenB: "Desk 1"} {
		if s, _, err := a.Session(t.Context(), token); err != nil || s.DeskName != want {
			t.Errorf("the desk is called %q, %v; want %q", s.DeskName, err, want)
		}
	}
	must(t, a.Logout(t.Context(), tokenA))
	must(t, a.NameDesk(t.Context(), right, "Left"))
}

// fresh returns the Access of an empty database.
func fresh(t *testing.T) *Access {
	t.Helper()
	return over(databasetest.Open(t, store.OpenScratch), func() time.Time { return time.Date(2026, 5, 2, 9, 30, 0, 0, time.UTC) })
}

// over returns the Access of a database, with cheap passwords.
func over(s *store.Store, now func() time.Time) *Access {
	a := New(s, now)
	a.HashCost = cheap
	return a
}

var cheap = HashCost{Memory: 64, Passes: 1, Lanes: 1}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func wantFault(t *testing.T, err error, key string) {
	t.Helper()
	if !fault.Is(err, key) {
		t.Errorf("got %v, want fault %s", err, key)
	}
}
