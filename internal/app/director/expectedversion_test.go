package director

import (
	"sync"
	"sync/atomic"
	"testing"

	"tourney/internal/data/store"
	"tourney/internal/fault"
	"tourney/internal/rank"
	"tourney/internal/tournament"
)

// A step on an outdated version is refused by every method and changes nothing. A step on the latest version succeeds.
func TestStepsOnAVersion(t *testing.T) {
	d := fresh(t)
	cup(t, d, 8)
	old := state(t, d).Version
	must(t, d.On(anna, "cup").At(old).Round(1).Draft(t.Context(), 1))
	must(t, d.On(anna, "cup").At(old+1).Round(1).Publish(t.Context()))
	now := state(t, d)
	g := now.Round(1).Games[0]
	entry := tournament.Entry{Round: 1, Table: g.Table, Game: g.ID, Result: tournament.Result{Outcome: tournament.BlackWins}}
	id := now.Players[0].ID
	for name, step := range map[string]func(ed *Editor) error{
		"result":     func(ed *Editor) error { _, err := ed.Enter(t.Context(), entry); return err },
		"draw":       func(ed *Editor) error { return ed.Round(2).Pair(t.Context(), 1) },
		"attendance": func(ed *Editor) error { return ed.SetAttendance(t.Context(), id, 2, tournament.Absent) },
		"player": func(ed *Editor) error {
			_, err := ed.AddPlayer(t.Context(), tournament.Player{Family: "Late", Rank: rank.Dan(1)}, tournament.RefuseNamesakes, "")
			return err
		},
		"undo":   func(ed *Editor) error { return ed.Undo(t.Context(), now.Version) },
		"record": func(ed *Editor) error { return ed.Game(g.ID).AttachRecord(t.Context(), []byte("(;SZ[19];B[aa])")) },
	} {
		wantFault(t, step(d.On(bert, "cup").At(old)), "tournament.version")
		if version := state(t, d).Version; version != now.Version {
			t.Errorf("%s: refused, but version %d is %d now", name, now.Version, version)
		}
	}
	_, err := d.On(bert, "cup").At(now.Version).Enter(t.Context(), entry)
	must(t, err)
	for _, ed := range []*Editor{d.On(bert, "cup").At(now.Version, now.Version+1), d.On(bert, "cup").At(now.Version + 1), d.On(bert, "cup").At(now.Version).At()} {
		_, err = ed.Enter(t.Context(), entry)
		must(t, err)
	}
	_, err = d.On(bert, "cup").At(old, now.Version).Enter(t.Context(), entry)
	if f, _ := fault.As(err); f == nil || f.Key != "tournament.version" || f.Args[0] != now.Version {
		t.Errorf("a step on one of two earlier versions: %v, want the later of them to be named", err)
	}
}

// Of several concurrent changes to one version one succeeds, and the others return "tournament.version".
func TestOneOfManyChangesAVersion(t *testing.T) {
	d := fresh(t)
	cup(t, d, 8)
	version := state(t, d).Version
	var all sync.WaitGroup
	var done atomic.Int32
	for i := range 8 {
		all.Go(func() {
			p := tournament.Player{Family: "New " + string(rune('A'+i)), Rank: rank.Dan(1)}
			_, err := d.On(bert, "cup").At(version).AddPlayer(t.Context(), p, tournament.AllowNamesakes, "")
			if err == nil {
				done.Add(1)
			} else if !fault.Is(err, "tournament.version") {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if now := state(t, d); done.Load() != 1 || now.Version != version+1 || len(now.Players) != 9 {
		t.Errorf("%d succeeded; version %d is %d now, with %d players", done.Load(), version, now.Version, len(now.Players))
	}
}

// A draw is computed outside the transaction. On an editor for a version, a concurrent change refuses the draw; without
// a version the draw would be repeated.
func TestChangeDuringADrawOnAVersion(t *testing.T) {
	d := fresh(t)
	cup(t, d, 8)
	version := state(t, d).Version
	ed := d.On(anna, "cup").At(version)
	err := ed.redraw(t.Context(), 1, func(was *tournament.Tournament) (tournament.Whole, store.Entry, error) {
		_, err := d.On(bert, "cup").AddPlayer(t.Context(), tournament.Player{Family: "Between", Rank: rank.Dan(1)}, tournament.RefuseNamesakes, "")
		must(t, err)
		next, err := d.draws.remakeDraft(t.Context(), was, 1, 1)
		return next, store.Entry{Action: "round.pair", Args: []any{1, 4}}, err
	})
	wantFault(t, err, "tournament.version")
	if now := state(t, d); now.Round(1) != nil || now.Version != version+1 {
		t.Errorf("version %d is %d, and round 1 is %+v", version, now.Version, now.Round(1))
	}
}

// A repeated request returns its first answer, although that request itself has made its version outdated.
func TestRepeatedRequestOnAVersion(t *testing.T) {
	d := fresh(t)
	cup(t, d, 8)
	version := state(t, d).Version
	var ids []tournament.PlayerID
	for range 2 {
		id, err := d.On(bert, "cup").At(version).AddPlayer(t.Context(), tournament.Player{Family: "Late", Rank: rank.Dan(1)}, tournament.RefuseNamesakes, "key")
		must(t, err)
		ids = append(ids, id)
	}
	if ids[0] != ids[1] || state(t, d).Version != version+1 {
		t.Errorf("the players are %v", ids)
	}
}
