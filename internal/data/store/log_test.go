package store

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tourney/internal/handicap"
	"tourney/internal/rank"
	"tourney/internal/tournament"
)

// place saves a tournament with another place.
func place(t testing.TB, s *Store, was *tournament.Tournament, name string, e Entry) *tournament.Tournament {
	t.Helper()
	now := was.Clone()
	now.Info.Place = name
	save(t, s, was, now, e)
	return now
}

func TestLogPages(t *testing.T) {
	s := fresh(t)
	tn := sample(t, "cup", 2)
	create(t, s, tn)
	create(t, s, sample(t, "other", 2))
	for i := 2; i <= 7; i++ {
		tn = place(t, s, tn, fmt.Sprint(i), Entry{By: "Desk", At: at, Action: "edit", Args: []any{i}})
	}
	for _, tt := range []struct {
		skip, limit int
		want        []int
		more        bool
	}{
		{0, 3, []int{7, 6, 5}, true}, {3, 3, []int{4, 3, 2}, true}, {6, 3, []int{1}, false}, {4, 3, []int{3, 2, 1}, false}, {9, 3, nil, false},
	} {
		t.Run(fmt.Sprintf("%d after %d", tt.limit, tt.skip), func(t *testing.T) {
			entries, more, err := s.Log(t.Context(), "cup", Page{tt.skip, tt.limit}, Filter{})
			if err != nil {
				t.Fatal(err)
			}
			var got []int
			for _, e := range entries {
				got = append(got, e.Version)
			}
			if d := cmp.Diff(tt.want, got); d != "" || more != tt.more {
				t.Errorf("skip %d: more is %v, %s", tt.skip, more, d)
			}
		})
	}
	place(t, s, tn, "8", Entry{By: "Desk", At: at, Action: "draw.swap"})
	for _, tt := range []struct {
		actions []string
		want    int
	}{{nil, 8}, {[]string{"edit"}, 6}, {[]string{"draw.swap"}, 1}, {[]string{"draw.swap", "edit"}, 7}, {[]string{"draw", "edit."}, 0}} {
		t.Run(fmt.Sprint("of ", tt.actions), func(t *testing.T) {
			entries, more, err := s.Log(t.Context(), "cup", Page{0, 9}, Filter{Actions: tt.actions})
			if len(entries) != tt.want || more || err != nil {
				t.Errorf("of %v there are %d entries, want %d; %v", tt.actions, len(entries), tt.want, err)
			}
		})
	}
	_, _, err := s.Log(t.Context(), "nowhere", Page{0, 3}, Filter{})
	wantFault(t, err, "tournament.missing")
	_, err = s.Logged(t.Context(), "cup", 99)
	wantFault(t, err, "log.missing")
}

func TestLogKeepsTypes(t *testing.T) {
	s := fresh(t)
	tn := sample(t, "cup", 2)
	create(t, s, tn)
	result := tournament.Result{Outcome: tournament.BlackWins, Manner: tournament.ByResignation}
	e := Entry{
		By: "Desk", At: at.In(time.FixedZone("", 7200)).Add(999), Action: "result.record", Once: "key",
		Args: []any{3, -7, "Mäki \"Aino\"", "12", result, handicap.Komi(13), 0.25, true},
	}
	place(t, s, tn, "x", e)
	logged, err := s.Logged(t.Context(), "cup", 2)
	if err != nil {
		t.Fatal(err)
	}
	e.At = at
	if d := cmp.Diff(e, logged.Entry); d != "" {
		t.Errorf("(-saved +read):\n%s", d)
	}
	create(t, s, sample(t, "ranks", 2))
	place(t, s, load1(t, s, "ranks"), "x", Entry{Action: "player.add", Args: []any{rank.Dan(3)}})
	if logged, err := s.Logged(t.Context(), "ranks", 2); err != nil || logged.Args[0] != "3d" {
		t.Errorf("a rank reads %v, %v", logged.Args, err)
	}
}

func TestUndoneAndLast(t *testing.T) {
	s := fresh(t)
	tn := sample(t, "cup", 2)
	create(t, s, tn)
	tn = place(t, s, tn, "2", Entry{By: "A", Action: "edit"})
	tn = place(t, s, tn, "3", Entry{By: "A", Action: "edit"})
	tn = place(t, s, tn, "4", Entry{By: "B", Action: "edit"})
	tn = place(t, s, tn, "5", Entry{By: "A", Action: "other"})
	tn = place(t, s, tn, "6", Entry{By: "A", Action: "undo", Undoes: 3, Args: []any{"edit", 9}})
	last, err := s.Last(t.Context(), "cup", tournament.Actor{Name: "A"}, "edit", "none")
	if err != nil || last.Version != 2 {
		t.Errorf("last is %d, %v", last.Version, err)
	}
	undone, err := s.Logged(t.Context(), "cup", 3)
	if err != nil || undone.UndoneBy != 6 || undone.Undoes != 0 {
		t.Errorf("entry 3: %+v, %v", undone, err)
	}
	undo, err := s.Logged(t.Context(), "cup", 6)
	if err != nil || undo.Undoes != 3 || undo.UndoneBy != 0 {
		t.Errorf("entry 6: %+v, %v", undo, err)
	}
	key, args := undo.Message()
	inner, innerArgs := args[0].(Entry).Message()
	if key != "log.undo" || inner != "log.edit" || len(innerArgs) != 1 || innerArgs[0] != 9 {
		t.Errorf("message %s of %s %v", key, inner, innerArgs)
	}
	_, err = s.Last(t.Context(), "cup", tournament.Actor{Name: "C"}, "edit")
	wantFault(t, err, "log.missing")
	// A desk is recognised by its identity, whatever the name on its entries.
	_, err = s.Last(t.Context(), "cup", tournament.Actor{Name: "A", Desk: "id"}, "edit")
	wantFault(t, err, "log.missing")
	place(t, s, tn, "7", Entry{By: "A", Desk: "id", Action: "edit"})
	for by, desk := range map[string]string{"A": "id", "B": "id"} {
		if last, err := s.Last(t.Context(), "cup", tournament.Actor{Name: by, Desk: desk}, "edit"); err != nil || last.Version != 7 || last.By != "A" || last.Desk != "id" {
			t.Errorf("last of %s: %+v, %v", by, last, err)
		}
	}
	if last, err := s.Last(t.Context(), "cup", tournament.Actor{Name: "A"}, "edit"); err != nil || last.Version != 2 {
		t.Errorf("last of A at no desk is %d, %v", last.Version, err)
	}
	if tn.Version != 6 {
		t.Errorf("version %d", tn.Version)
	}
}

func TestDone(t *testing.T) {
	s := fresh(t)
	tn := sample(t, "cup", 2)
	create(t, s, tn)
	tn = place(t, s, tn, "x", Entry{By: "A", Action: "edit", Once: "k1"})
	place(t, s, tn, "y", Entry{By: "A", Action: "edit", Once: "k3.this"})
	err := s.Tx(t.Context(), func(tx *Tx) error {
		if done, err := tx.Done("k3.this"); err != nil || done.Version != 3 {
			t.Errorf("%+v, %v", done, err)
		}
		for _, other := range []string{"k3", "k3.", "k3.that", "k3.this too"} {
			_, err := tx.Done(other)
			wantFault(t, err, "form.reused")
		}
		done, err := tx.Done("k1")
		if err != nil || done.Slug != "cup" || done.Version != 2 || done.Changes[0].Info.New.Place != "x" {
			t.Errorf("%+v, %v", done, err)
		}
		for _, other := range []string{"k2", "k", "k10", "k1-"} {
			_, err = tx.Done(other)
			wantFault(t, err, "log.missing")
		}
		if done, err = tx.Done("k1.what it asked for"); err != nil || done.Version != 2 { // an older entry has the key alone
			t.Errorf("%+v, %v", done, err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
