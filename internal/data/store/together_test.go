package store

import (
	"path/filepath"
	"sync"
	"testing"

	"tourney/internal/testkit/databasetest"
)

// Programs that start at once on data of an older program all open it: each sees the columns that another has filled.
func TestStartTogetherOnOlderData(t *testing.T) {
	path := databasetest.Place(t, filepath.Join(t.TempDir(), "test.db"), OpenScratch)
	s := opened(t, path, OpenScratch)
	is := sample(t, "cup", 30)
	create(t, s, is)
	for i := range 300 {
		next := is.Clone()
		next.Players[i%30].Club += "x"
		save(t, s, is, next, Entry{By: "Director", At: at, Action: "edit"})
		is = next
	}
	if err := s.writer.Exec("delete from log_about").Error; err != nil {
		t.Fatal(err)
	}
	var starting sync.WaitGroup
	for range 3 {
		starting.Go(func() {
			other, err := Open(t.Context(), path)
			if err == nil {
				err = other.Close()
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
	starting.Wait()
}

// Empty lists that other programs have stored are nil after loading, so that steps do not write to lists shared with
// the state before.
func TestLoadedIsInItsForm(t *testing.T) {
	s := fresh(t)
	create(t, s, sample(t, "cup", 4))
	if err := s.writer.Exec(`update players set body = replace(body, '"status"', '"tags":[],"status"')`).Error; err != nil {
		t.Fatal(err)
	}
	was := load1(t, s, "cup")
	now := was.CloneRound(1)
	normalise(now, was)
	if was.Players[0].Tags != nil {
		t.Error("an empty list is loaded")
	}
	same(t, "the state before", was, load1(t, s, "cup"))
}
