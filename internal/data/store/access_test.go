package store

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestUsersAndSessions(t *testing.T) {
	s := fresh(t)
	ctx := t.Context()
	do := func(f func(tx *Tx) error) {
		t.Helper()
		if err := s.Tx(ctx, f); err != nil {
			t.Fatal(err)
		}
	}
	wantName := func(hash string, now time.Time, want string) {
		t.Helper()
		got, ok, err := s.Session(ctx, hash, now, now.Add(-3*time.Hour))
		if err != nil || got.User != want || ok != (want != "") {
			t.Errorf("session %s is %+v, %v, %v; want %q", hash, got, ok, err, want)
		}
	}
	if has, err := s.HasUsers(ctx); has || err != nil {
		t.Errorf("a new database has users: %v, %v", has, err)
	}
	var anna int
	do(func(tx *Tx) (err error) {
		anna, _, err = tx.AddUser(User{Name: "Anna", Key: "anna", Password: "hash"}, at)
		return err
	})
	do(func(tx *Tx) error {
		_, ok, err := tx.AddUser(User{Name: "ANNA", Key: "anna"}, at)
		if ok {
			t.Error("a second person has the name")
		}
		return err
	})
	if has, err := s.HasUsers(ctx); !has || err != nil {
		t.Errorf("users: %v, %v", has, err)
	}
	if u, ok, err := s.User(ctx, "anna"); !ok || err != nil || u != (User{anna, "Anna", "anna", "hash", at}) {
		t.Errorf("%+v, %v, %v", u, ok, err)
	}
	if _, ok, err := s.User(ctx, "bert"); ok || err != nil {
		t.Errorf("bert: %v, %v", ok, err)
	}
	begin := func(hash string, user int, from time.Time) func(tx *Tx) error {
		return func(tx *Tx) error {
			return tx.AddSession(hash, Session{UserID: user, Desk: "id of " + hash, DeskName: "Desk " + hash, Created: from}, from.Add(time.Hour))
		}
	}
	do(begin("one", anna, at))
	wantName("one", at, "Anna")
	wantName("one", at.Add(time.Hour), "")
	wantName("two", at, "")
	do(begin("two", anna, at.Add(2*time.Hour)))
	do(func(tx *Tx) error { return tx.NameDesk("id of two", "Left") })
	do(func(tx *Tx) error { return tx.NameDesk("id of nobody", "Right") })
	if got, _, err := s.Session(ctx, "two", at, at); err != nil || got.User != "Anna" || got.Desk != "id of two" || got.DeskName != "Left" {
		t.Errorf("the session is %+v, %v", got, err)
	}
	// DeskNames deletes the expired sessions.
	do(func(tx *Tx) error {
		desks, err := tx.DeskNames(at.Add(2*time.Hour), at)
		if d := cmp.Diff(map[string]string{"id of two": "Left"}, desks); d != "" {
			t.Error(d)
		}
		return err
	})
	wantName("one", at, "")
	do(func(tx *Tx) error { return tx.EndSession("two") })
	wantName("two", at, "")
	do(func(tx *Tx) error { return tx.EndSession("two") })

	do(begin("three", anna, at))
	do(begin("four", anna, at))
	do(func(tx *Tx) error { return tx.SetPassword(anna, "new", "four") })
	wantName("three", at, "")
	wantName("four", at, "Anna")
	wantName("four", at.Add(30*time.Minute), "Anna")
	if u, _, err := s.User(ctx, "anna"); err != nil || u.Password != "new" || u.Name != "Anna" {
		t.Errorf("%+v, %v", u, err)
	}
	if err := s.Tx(ctx, func(tx *Tx) error { return begin("x", anna+1, at)(tx) }); err == nil {
		t.Error("a session of nobody")
	}
}

func TestSetupToken(t *testing.T) {
	s := fresh(t)
	take := func(hash string) (ok bool) {
		t.Helper()
		err := s.Tx(t.Context(), func(tx *Tx) (err error) {
			ok, err = tx.UseSetupToken(hash)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return ok
	}
	for _, hash := range []string{"old", "new"} {
		if err := s.Tx(t.Context(), func(tx *Tx) error { return tx.SetSetupToken(hash, 0, at) }); err != nil {
			t.Fatal(err)
		}
	}
	if take("old") || !take("new") || take("new") {
		t.Error("a token is good once, and only the latest")
	}
}
