package store

import "testing"

// What is noted of a publication that somebody has begun anew meanwhile is not kept: it would take back that they
// want it sent from here.
func TestPublicationBegunAnewMeanwhile(t *testing.T) {
	s := fresh(t)
	create(t, s, sample(t, "cup", 4))
	keep := func(change func(tx *Tx) error) Publication {
		t.Helper()
		if err := s.Tx(t.Context(), change); err != nil {
			t.Fatal(err)
		}
		p, found, err := PublicationOf(t.Context(), s, "cup")
		if err != nil || !found {
			t.Fatal(found, err)
		}
		return p
	}
	begun := Publication{Hub: "https://hub.example", Token: "a", Origin: "o"}
	was := keep(func(tx *Tx) error { return Publish(tx, "cup", begun) })
	begun.Claim = true
	keep(func(tx *Tx) error { return Publish(tx, "cup", begun) })
	now := was
	now.Stamp, now.Sent = 3, 1
	if got := keep(func(tx *Tx) error { return NotePublication(tx, was, now) }); !got.Claim || got.Sent != 0 {
		t.Errorf("it is %+v", got)
	}
	was, now.Claim = begun, false
	got := keep(func(tx *Tx) error { return NotePublication(tx, was, now) })
	if got.Claim || got.Sent != 1 || got.Stamp != 3 {
		t.Errorf("it is %+v", got)
	}
	was, now = got, got
	now.Stamp, now.Sent = 2, 9
	if got := keep(func(tx *Tx) error { return NotePublication(tx, was, now) }); got.Sent != 1 {
		t.Errorf("after less is known: %+v", got)
	}
}
