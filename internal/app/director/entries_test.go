package director

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"tourney/internal/data/store"
	"tourney/internal/testkit/databasetest"
	"tourney/internal/tournament"
)

// TestEntriesSurviveAKill kills a program while many desks enter results at once. Afterwards every acknowledged result
// and the whole log exist.
func TestEntriesSurviveAKill(t *testing.T) {
	const path = "TOURNEY_TEST_ENTRIES" // the database of the process to be killed
	if name := os.Getenv(path); name != "" {
		enterForEver(t, name)
	}
	name := filepath.Join(t.TempDir(), "test.db")
	cmd := exec.Command(os.Args[0], "-test.run=^TestEntriesSurviveAKill$", "-test.v")
	cmd.Env = append(os.Environ(), path+"="+name)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	acknowledged, n := map[int]int{}, 0 // revisions by table
	for lines := bufio.NewScanner(out); n < 300 && lines.Scan(); {
		var table, revision int
		if _, err := fmt.Sscanf(lines.Text(), "entered %d %d", &table, &revision); err == nil {
			acknowledged[table] = revision
			n++
		}
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err == nil {
		t.Error("the process ended by itself")
	}
	s, err := store.Open(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	now, err := s.Tournament(t.Context(), "field")
	if err != nil {
		t.Fatal(err)
	}
	entries := 0
	for table, revision := range acknowledged {
		if g := now.Round(1).At(table); g.Revision < revision {
			t.Errorf("table %d has revision %d: %d was acknowledged", table, g.Revision, revision)
		}
	}
	for _, g := range now.Round(1).Games {
		entries += g.Revision
	}
	if now.Version != entries+1 || len(acknowledged) == 0 {
		t.Errorf("version %d after %d entries at %d tables", now.Version, entries, len(acknowledged))
	}
	if err := s.Verify(t.Context()); err != nil {
		t.Error(err)
	}
}

func enterForEver(t *testing.T, name string) {
	s, err := store.Open(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	d := New(s, time.Now)
	const tables = 20
	e := d.On(Actor{Name: "Desk"}, field(t, d, 2*tables))
	var desks sync.WaitGroup
	for table := range tables {
		desks.Go(func() {
			for seen := 0; ; seen++ {
				enterNext(t, e, tournament.Entry{Round: 1, Table: table + 1, Seen: seen})
				fmt.Printf("entered %d %d\n", table+1, seen+1)
			}
		})
	}
	desks.Wait()
}

// enterNext enters a result that differs from the one before.
func enterNext(t testing.TB, ed *Editor, e tournament.Entry) {
	e.Result.Outcome = []tournament.Outcome{tournament.BlackWins, tournament.WhiteWins}[e.Seen%2]
	if done, err := ed.Enter(t.Context(), e); err != nil || done.Effect != tournament.Recorded {
		t.Errorf("table %d: %v %v", e.Table, done.Effect, err)
	}
}

// TestEntriesBuildOnOneAnother has many desks enter results at once, each at its own table and at one shared table.
func TestEntriesBuildOnOneAnother(t *testing.T) {
	s := databasetest.OpenFile(t, store.Open) // queued entries share a transaction
	d := New(s, time.Now)
	const tables, times = 20, 4
	slug := field(t, d, 2*tables)
	e := d.On(Actor{Name: "Desk"}, slug)
	won := make([]int, times) // the number of desks that entered each revision of table 1
	var mu sync.Mutex
	var desks sync.WaitGroup
	for desk := range tables - 1 {
		desks.Go(func() {
			for seen := range times {
				enterNext(t, e, tournament.Entry{Round: 1, Table: desk + 2, Seen: seen})
				contested := tournament.Entry{Round: 1, Table: 1, Seen: seen, Result: tournament.Result{Outcome: tournament.BlackWins, Manner: tournament.ByPoints, Margin: 2*desk + 1}}
				if done, err := e.Enter(context.Background(), contested); err == nil && done.Effect == tournament.Recorded {
					mu.Lock()
					won[seen]++
					mu.Unlock()
				}
			}
		})
	}
	desks.Wait()
	kept, err := s.Tournament(t.Context(), slug)
	if err != nil {
		t.Fatal(err)
	}
	if is := d.versions.get(slug); is == nil || is.Tournament.Version != kept.Version {
		t.Error("the last version is not in memory")
	}
	snapshot, err := d.Snapshot(t.Context(), slug)
	if err != nil || snapshot.Tournament.Version != kept.Version || len(kept.Diff(snapshot.Tournament)) > 0 {
		t.Errorf("the snapshot of version %d is not what is kept in version %d: %v", snapshot.Tournament.Version, kept.Version, err)
	}
	if g := kept.Round(1).At(1); won[0] != 1 || g.Revision > times {
		t.Errorf("revision %d of the table of all was entered by %v", g.Revision, won)
	}
	for table := 2; table <= tables; table++ {
		if g := kept.Round(1).At(table); g.Revision != times {
			t.Errorf("table %d has revision %d, want %d", table, g.Revision, times)
		}
	}
	if err := s.Verify(t.Context()); err != nil {
		t.Error(err)
	}
}
