package store

import (
	"slices"
	"testing"
	"time"
)

// A passkey belongs to one person, changes only by its use, and is deleted with the person.
func TestPasskeys(t *testing.T) {
	s := fresh(t)
	ctx := t.Context()
	do := func(f func(tx PeopleTx) error) {
		t.Helper()
		if err := s.Tx(ctx, func(tx *Tx) error { return f(tx.People()) }); err != nil {
			t.Fatal(err)
		}
	}
	var anna, bert int
	do(func(tx PeopleTx) (err error) {
		if anna, _, err = tx.AddUser(User{Name: "Anna", Key: "anna", Password: "hash"}, at); err != nil {
			return err
		}
		bert, _, err = tx.AddUser(User{Name: "Bert", Key: "bert", Password: "hash"}, at)
		return err
	})
	one := Passkey{ID: "one", UserID: anna, Label: "Phone", Credential: "{}", Created: at}
	do(func(tx PeopleTx) error {
		for _, k := range []Passkey{one, {ID: "two", UserID: anna, Label: "Key", Credential: "{}", Created: at.Add(time.Hour)}} {
			if added, err := tx.AddPasskey(k); err != nil || !added {
				t.Errorf("%s is added: %v, %v", k.ID, added, err)
			}
		}
		if added, err := tx.AddPasskey(Passkey{ID: "one", UserID: bert, Label: "Phone", Credential: "{}", Created: at}); err != nil || added {
			t.Errorf("a passkey gets a second owner: %v, %v", added, err)
		}
		return nil
	})
	wantKeys := func(user int, want ...Passkey) {
		t.Helper()
		if got, err := s.People().Passkeys(ctx, user); err != nil || !slices.Equal(got, want) {
			t.Errorf("%+v, %v; want %+v", got, err, want)
		}
	}
	used := one
	used.Credential, used.Used = `{"counter":1}`, at.Add(2*time.Hour)
	for _, want := range []bool{true, false} { // it is used twice at once
		do(func(tx PeopleTx) error {
			if ok, err := tx.UsePasskey(one, used.Credential, used.Used); err != nil || ok != want {
				t.Errorf("use: %v, %v", ok, err)
			}
			return nil
		})
	}
	do(func(tx PeopleTx) error { return tx.DropPasskey("two") })
	wantKeys(anna, used)
	wantKeys(bert)
	if got, ok, err := s.People().Passkey(ctx, "one"); !ok || err != nil || got != used {
		t.Errorf("%+v, %v, %v", got, ok, err)
	}
	do(func(tx PeopleTx) error { return tx.DropUserWithoutRole(anna) })
	wantKeys(anna)
	do(func(tx PeopleTx) error {
		_, err := tx.AddPasskey(Passkey{ID: "three", UserID: bert, Label: "Three", Credential: "{}", Created: at})
		return err
	})
	do(func(tx PeopleTx) error {
		labels, err := tx.DropPasskeys(bert)
		if !slices.Equal(labels, []string{"Three"}) {
			t.Errorf("dropped %q", labels)
		}
		return err
	})
	wantKeys(bert)
}
