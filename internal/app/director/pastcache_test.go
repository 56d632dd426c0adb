package director

import (
	"fmt"
	"testing"
	"time"

	"tourney/internal/data/store"
	"tourney/internal/tournament"
)

// Past returns every version of a day's work, in any order.
func TestPastIsAsItWas(t *testing.T) {
	d := fresh(t)
	cup(t, d, 8)
	states := map[int]*tournament.Tournament{}
	note := func() { now := state(t, d); states[now.Version] = now }
	note()
	for _, s := range journey(t, d) {
		if err := s.do(); err != nil {
			t.Fatalf("%s: %v", s.action, err)
		}
		note()
	}
	last := state(t, d).Version
	for _, step := range []int{-1, 7, 11} { // in order, and mixed
		for i, v := 0, last; i < last; i, v = i+1, (v+step+last)%last+1 {
			was, ok := states[v]
			if !ok {
				continue
			}
			got, err := d.Past(t.Context(), "cup", v)
			must(t, err)
			if left := was.Diff(got.Tournament); len(left) > 0 || got.Tournament.Version != v {
				t.Fatalf("version %d differs: %+v", v, left[0])
			}
			got.Standings(len(got.Tournament.Rounds))
		}
	}
	if n := len(d.past.known); n > mostPast {
		t.Errorf("%d past states are kept", n)
	}
	for _, v := range []int{0, -1, last + 1} {
		_, err := d.Past(t.Context(), "cup", v)
		wantFault(t, err, "log.missing")
	}
	_, err := d.Past(t.Context(), "nowhere", 1)
	wantFault(t, err, "tournament.missing")
	if now := state(t, d); now.Version != last {
		t.Error("looking back has changed something")
	}
}

// A tournament with the slug of a former one does not show the former one's past.
func TestPastOfATakenSlug(t *testing.T) {
	d, ctx := fresh(t), t.Context()
	edit := func(times int) {
		for range times {
			must(t, d.On(anna, "cup").EditPlayer(ctx, 1, tournament.AllowNamesakes, func(p *tournament.Player) { p.Club += "i" }))
		}
	}
	cup(t, d, 6)
	edit(2)
	was := state(t, d)
	_, err := d.Past(ctx, "cup", was.Version-1)
	must(t, err)
	info := was.Info
	lastYear := time.Date(2025, 5, 1, 0, 0, 0, 0, time.UTC)
	info.Slug, info.Begin, info.End = "cup-2025", tournament.DateOf(lastYear), tournament.DateOf(lastYear)
	must(t, d.On(anna, "cup").SetUp(ctx, info, was.Settings))
	cup(t, d, 1)
	edit(was.Version)
	got, err := d.Past(ctx, "cup", was.Version-1)
	must(t, err)
	if n := len(got.Tournament.Players); n != 1 {
		t.Errorf("the new tournament had %d players", n)
	}
}

// Chain names the conflicting changes, and an undo of all of them succeeds or fails as a whole.
func TestChainIsUndone(t *testing.T) {
	d := fresh(t)
	ctx := t.Context()
	playing(t, d, 8)
	published := last(t, d).Version
	must(t, enter(d, anna, 1, 1, 0, tournament.BlackWins))
	must(t, enter(d, anna, 1, 2, 0, tournament.BlackWins))
	log := d.On(bert, "cup").Because("drawn too early").Log()
	entries, err := log.Chain(ctx, state(t, d), published)
	must(t, err)
	var versions []int
	for _, e := range entries {
		versions = append(versions, e.Version)
	}
	if len(versions) != 3 || versions[2] != published {
		t.Fatalf("to undo %d one undoes %v", published, versions)
	}
	wantFault(t, log.UndoAll(ctx, append(versions, 1)), "undo.first")
	wantFault(t, log.UndoAll(ctx, []int{versions[0], published}), "undo.overtaken")
	wantFault(t, log.UndoAll(ctx, nil), "form.incomplete")
	wantFault(t, d.On(bert, "cup").Log().UndoAll(ctx, versions), "reason.needed")
	if now := state(t, d); now.Version != published+2 {
		t.Fatalf("a refused chain has made version %d", now.Version)
	}
	must(t, log.UndoAll(ctx, versions))
	now := state(t, d)
	if r := now.Round(1); r.Published || r.Missing() != len(r.Games) || now.Version != published+5 {
		t.Errorf("undone: version %d, %+v", now.Version, r)
	}
	for _, e := range whole(t, d)[published+2:] {
		if e.Action != "undo" || e.Reason != "drawn too early" {
			t.Errorf("logged %+v", e.Entry)
		}
	}
	// Each of them can be redone.
	must(t, d.On(anna, "cup").Undo(ctx, now.Version))
	if !state(t, d).Round(1).Published {
		t.Error("the round is not published again")
	}
}

// BenchmarkPast rewinds 10,000 changes with an empty cache.
func BenchmarkPast(b *testing.B) {
	d := fresh(b)
	was := &tournament.Tournament{}
	err := d.store.Tx(b.Context(), func(tx *store.Tx) error {
		now, err := tournament.New(tournament.Info{Slug: "cup", Name: "Cup"}, tournament.Presets()[0].Settings)
		if err != nil {
			return err
		}
		for i := range 200 {
			if _, err := now.AddPlayer(tournament.Player{Family: fmt.Sprint("P", i), Rank: 5}, tournament.RefuseNamesakes); err != nil {
				return err
			}
		}
		for i := range 10_000 {
			if _, err := tx.Save(was, tournament.Whole{Tournament: now}, store.Entry{By: "Anna", Action: "player.edit", At: d.now()}); err != nil {
				return err
			}
			was, now = now, now.Clone()
			now.Players[i%200].Club = fmt.Sprint(i)
		}
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		d.past.forget()
		if _, err := d.Past(b.Context(), "cup", 1); err != nil {
			b.Fatal(err)
		}
	}
}
