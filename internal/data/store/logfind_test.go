package store

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"tourney/internal/rank"
	"tourney/internal/tournament"
)

// found returns the versions of the entries that pass a filter, the latest first.
func found(t testing.TB, s *Store, f Filter) (versions []int) {
	t.Helper()
	entries, _, err := s.Log(t.Context(), "cup", Page{Most: 1000}, f)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		versions = append(versions, e.Version)
	}
	return versions
}

// TestLogIsFoundByWhatItIsAbout finds entries by player, game, round, table, author and action, alone and together,
// also after the rows are filled again.
func TestLogIsFoundByWhatItIsAbout(t *testing.T) {
	s := fresh(t)
	was := sample(t, "cup", 4)
	create(t, s, was) // 1: two games of round 1 among its changes
	step := func(e Entry, change func(t *tournament.Tournament)) {
		t.Helper()
		now := was.Clone()
		change(now)
		e.At = at
		save(t, s, was, now, e)
		was = now
	}
	first, second := was.Rounds[0].Games[0], was.Rounds[0].Games[1]
	result := tournament.Result{Outcome: tournament.BlackWins}
	step(Entry{By: "Anna", Action: "result.record"}, func(t *tournament.Tournament) { t.Rounds[0].Games[0].Result = result })
	step(Entry{By: "Bert", Action: "result.record"}, func(t *tournament.Tournament) { t.Rounds[0].Games[1].Result = result })
	step(Entry{By: tournament.ByPlayer(2), Action: "result.report"}, func(t *tournament.Tournament) { t.Rounds[0].Games[1].Result = tournament.Result{} })
	step(Entry{By: "Anna", Action: "player.edit"}, func(t *tournament.Tournament) { t.Player(first.Black).Club = "Oulu" })
	step(Entry{By: "Anna", Action: "tournament.info"}, func(t *tournament.Tournament) { t.Info.Place = "Oulu" })
	step(Entry{By: "Anna", Action: "steer.apart"}, func(t *tournament.Tournament) {
		t.Settings.Constraints.Wishes = []tournament.Wish{{A: first.Black, B: second.White, Kind: tournament.Apart}}
	})
	step(Entry{By: "Anna", Action: "undo", Args: []any{"result.record", 1, 2}, Undoes: 3}, func(t *tournament.Tournament) { t.Rounds[0].Games[1].Handicap = 3 })
	for name, c := range map[string]struct {
		f    Filter
		want []int
	}{
		"everything":        {Filter{}, []int{8, 7, 6, 5, 4, 3, 2, 1}},
		"a player":          {Filter{Player: first.Black}, []int{7, 5, 2, 1}},
		"another":           {Filter{Player: second.White}, []int{8, 7, 4, 3, 1}},
		"a game":            {Filter{Game: second.ID}, []int{8, 4, 3, 1}},
		"a table":           {Filter{Round: 1, Table: first.Table}, []int{2, 1}},
		"a round":           {Filter{Round: 1}, []int{8, 4, 3, 2, 1}},
		"no such round":     {Filter{Round: 9}, nil},
		"an author":         {Filter{By: "Bert"}, []int{3}},
		"players":           {Filter{By: tournament.ByLink}, []int{4}},
		"results":           {Filter{Actions: []string{"result.record", "result.report"}}, []int{8, 4, 3, 2}},
		"some of an author": {Filter{By: "Anna", Player: first.Black, Actions: []string{"result.record"}}, []int{2}},
		"a range":           {Filter{After: 3, Before: 6}, []int{5, 4}},
	} {
		if got := found(t, s, c.f); !slices.Equal(got, c.want) {
			t.Errorf("of %s there are %v, want %v", name, got, c.want)
		}
	}
	names, err := s.Authors(t.Context(), "cup")
	if want := []string{"@players:2", "Anna", "Bert"}; err != nil || !slices.Equal(slices.DeleteFunc(names, func(n string) bool { return !slices.Contains(want, n) }), want) {
		t.Errorf("authors %v, %v", names, err)
	}
}

// TestReasons stores the reason of a change, and refuses a second one.
func TestReasons(t *testing.T) {
	s := fresh(t)
	tn := sample(t, "cup", 2)
	create(t, s, tn)
	tn = place(t, s, tn, "x", Entry{By: "Anna", At: at, Action: "edit", Reason: "slip"})
	place(t, s, tn, "y", Entry{By: "Anna", At: at, Action: "edit"})
	explain := func(version int, why string) error {
		return s.Tx(t.Context(), func(tx *Tx) error { return tx.Explain("cup", version, why) })
	}
	wantFault(t, explain(2, "another"), "reason.given")
	wantFault(t, explain(9, "another"), "reason.given")
	if err := explain(3, "moved"); err != nil {
		t.Fatal(err)
	}
	for version, want := range map[int]string{1: "", 2: "slip", 3: "moved"} {
		if e, err := s.Logged(t.Context(), "cup", version); err != nil || e.Reason != want {
			t.Errorf("version %d has the reason %q, %v; want %q", version, e.Reason, err, want)
		}
	}
}

// BenchmarkLogFilter finds a player's entries among 10,000.
func BenchmarkLogFilter(b *testing.B) {
	s := longLog(b, 10_000)
	b.ResetTimer()
	for b.Loop() {
		if _, _, err := s.Log(b.Context(), "cup", Page{Most: 50}, Filter{Player: 7, Actions: []string{"result.record"}, By: "Anna"}); err != nil {
			b.Fatal(err)
		}
	}
}

// longLog returns a store with a tournament of 200 players and that many changes of them.
func longLog(b *testing.B, entries int) *Store {
	s := fresh(b)
	was := sample(b, "cup", 2)
	for i := range 200 {
		if _, err := was.AddPlayer(tournament.Player{Family: fmt.Sprint("P", i), Rank: rank.Kyu(5)}, tournament.RefuseNamesakes); err != nil {
			b.Fatal(err)
		}
	}
	create(b, s, was)
	err := s.Tx(b.Context(), func(tx *Tx) error {
		for i := range entries {
			now := was.Clone()
			now.Players[i%200].Club = fmt.Sprint(i)
			e := Entry{By: []string{"Anna", "Bert"}[i/200%2], At: at.Add(time.Duration(i) * time.Second), Action: []string{"result.record", "player.edit"}[i/400%2]}
			if _, err := tx.Save(was, tournament.Whole{Tournament: now}, e); err != nil {
				return err
			}
			was = now
		}
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
	return s
}
