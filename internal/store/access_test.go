package store

import (
	"testing"
	"time"
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
		name, ok, err := s.Session(ctx, hash, now)
		if err != nil || name != want || ok != (want != "") {
			t.Errorf("session %s is %q, %v, %v; want %q", hash, name, ok, err, want)
		}
	}
	if has, err := s.HasUsers(ctx); has || err != nil {
		t.Errorf("a new database has users: %v, %v", has, err)
	}
	do(func(tx *Tx) error { return tx.SetUser(User{"Anna", "anna", "hash"}, at) })
	if has, err := s.HasUsers(ctx); !has || err != nil {
		t.Errorf("users: %v, %v", has, err)
	}
	if u, ok, err := s.User(ctx, "anna"); !ok || err != nil || u != (User{"Anna", "anna", "hash"}) {
		t.Errorf("%+v, %v, %v", u, ok, err)
	}
	if _, ok, err := s.User(ctx, "bert"); ok || err != nil {
		t.Errorf("bert: %v, %v", ok, err)
	}
	do(func(tx *Tx) error { return tx.AddSession("one", "anna", at, at.Add(time.Hour)) })
	wantName("one", at, "Anna")
	wantName("one", at.Add(time.Hour), "")
	wantName("two", at, "")
	// Beginning a session clears away what has expired.
	do(func(tx *Tx) error { return tx.AddSession("two", "anna", at.Add(2*time.Hour), at.Add(3*time.Hour)) })
	wantName("one", at, "")
	do(func(tx *Tx) error { return tx.EndSession("two") })
	wantName("two", at, "")
	do(func(tx *Tx) error { return tx.EndSession("two") })

	do(func(tx *Tx) error { return tx.AddSession("three", "anna", at, at.Add(time.Hour)) })
	do(func(tx *Tx) error { return tx.SetUser(User{"ANNA", "anna", "new"}, at) })
	wantName("three", at, "")
	if u, _, err := s.User(ctx, "anna"); err != nil || u.Password != "new" || u.Name != "ANNA" {
		t.Errorf("%+v, %v", u, err)
	}
	if err := s.Tx(ctx, func(tx *Tx) error { return tx.AddSession("x", "nobody", at, at) }); err == nil {
		t.Error("a session of nobody")
	}
}

func TestSetupToken(t *testing.T) {
	s := fresh(t)
	take := func(hash string) (ok bool) {
		t.Helper()
		err := s.Tx(t.Context(), func(tx *Tx) (err error) {
			ok, err = tx.TakeSetupToken(hash)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return ok
	}
	for _, hash := range []string{"old", "new"} {
		if err := s.Tx(t.Context(), func(tx *Tx) error { return tx.SetSetupToken(hash, at) }); err != nil {
			t.Fatal(err)
		}
	}
	if take("old") || !take("new") || take("new") {
		t.Error("a token is good once, and only the latest")
	}
}
