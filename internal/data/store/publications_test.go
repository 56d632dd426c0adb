package store

import (
	"testing"

	"tourney/internal/tournament"
)

// NotePublication stores nothing after a user has restarted the publication: it would revert that this computer sends
// it.
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
	was := keep(func(tx *Tx) error { return tx.Publish("cup", begun) })
	begun.Claim = true
	keep(func(tx *Tx) error { return tx.Publish("cup", begun) })
	now := was
	now.Stamp, now.Sent = 3, 1
	if got := keep(func(tx *Tx) error { return tx.NotePublication(was, now) }); !got.Claim || got.Sent != 0 {
		t.Errorf("it is %+v", got)
	}
	was, now.Claim = begun, false
	got := keep(func(tx *Tx) error { return tx.NotePublication(was, now) })
	if got.Claim || got.Sent != 1 || got.Stamp != 3 {
		t.Errorf("it is %+v", got)
	}
	was, now = got, got
	now.Stamp, now.Sent = 2, 9
	if got := keep(func(tx *Tx) error { return tx.NotePublication(was, now) }); got.Sent != 1 {
		t.Errorf("after less is known: %+v", got)
	}
}

// Nothing is saved in a tournament that is run on another computer, not even a result alone.
func TestRunElsewhereIsNotSaved(t *testing.T) {
	s := fresh(t)
	mirror := sample(t, "mirror", 4)
	mirror.Origin, mirror.Version = "origin", 5
	check(t, s.Tx(t.Context(), func(tx *Tx) error {
		_, err := tx.Receive(&tournament.Tournament{}, tournament.Whole{Tournament: mirror}, Stamped{Stamp: 1})
		return err
	}))
	for what, change := range map[string]func(tn *tournament.Tournament){
		"a result": func(tn *tournament.Tournament) { tn.Rounds[0].Games[0].Result.Outcome = tournament.BlackWins },
		"a place":  func(tn *tournament.Tournament) { tn.Info.Place = "Hall 2" },
	} {
		was := load1(t, s, "mirror")
		next := was.Clone()
		change(next)
		err := s.Tx(t.Context(), func(tx *Tx) error {
			_, err := tx.Save(was, tournament.Whole{Tournament: next}, Entry{By: "Test", At: at, Action: "edit"})
			return err
		})
		if wantFault(t, err, "tournament.elsewhere"); load1(t, s, "mirror").Version != 5 {
			t.Errorf("%s is saved", what)
		}
	}
}

// A refused report is not pending, stays when its key is dropped as accepted, and is deleted with the next report of
// its game.
func TestRefusedReports(t *testing.T) {
	s := fresh(t)
	create(t, s, sample(t, "cup", 4))
	do := func(change func(tx *Tx) error) {
		t.Helper()
		if err := s.Tx(t.Context(), change); err != nil {
			t.Fatal(err)
		}
	}
	number, err := s.Number(t.Context(), "cup")
	if err != nil {
		t.Fatal(err)
	}
	add := func(key string, game int) {
		t.Helper()
		do(func(tx *Tx) error { return tx.AddReport("cup", PlayerReport{Key: key, Game: game, Body: key, At: at}) })
	}
	want := func(step, waiting, last string) {
		t.Helper()
		all, err := Reports(t.Context(), s, number)
		if err != nil {
			t.Fatal(err)
		}
		keys := ""
		for _, r := range all {
			keys += r.Key
		}
		r, _, err := LastReport(t.Context(), s, number, 7)
		if got := r.Key + " " + r.Body + " " + r.Refused; err != nil || keys != waiting || got != last {
			t.Errorf("%s: %q waits, the last one is %q, %v; want %q, %q", step, keys, got, err, waiting, last)
		}
	}
	refuse := func(key, why string) {
		t.Helper()
		do(func(tx *Tx) error {
			return tx.RefuseReport(number, PlayerReport{Key: key, Body: "short", Refused: why})
		})
	}
	add("a", 7)
	add("b", 7)
	add("c", 8)
	want("all wait", "abc", "b b ")
	refuse("b", "report.closed")
	want("a waits still", "ac", "a a ")
	refuse("a", "report.token")
	refuse("gone", "report.token")
	do(func(tx *Tx) error {
		left, err := tx.DropReports(number, []string{"a", "b"})
		if left != 1 {
			t.Errorf("%d are left, want 1", left)
		}
		return err
	})
	want("both refused", "c", "b short report.closed")
	add("d", 8)
	want("another game", "cd", "b short report.closed")
	add("e", 7)
	want("another report", "cde", "e e ")
	do(func(tx *Tx) error { _, err := tx.DropReports(number, []string{"e"}); return err })
	want("it was taken", "cd", "  ")
}
