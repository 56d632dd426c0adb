package store

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"tourney/internal/data/database"
	"tourney/internal/data/durable"
)

// alone copies the database file without the files beside it.
func alone(t *testing.T, s *Store) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "alone.db")
	copied(t, fileOf(t, s).Path(), path)
	return path
}

// eventually polls until a condition holds that the keeper brings about.
func eventually(t *testing.T, what string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(30 * time.Second); !is(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("not in 30 s: %s", what)
		}
	}
}

func TestFileAloneIsWholeAfterAWhile(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	t.Parallel()
	s := lasting(t)
	create(t, s, sample(t, "cup", 40))
	eventually(t, "an empty write-ahead log", func() bool { return durable.Size(fileOf(t, s).Path()+database.WALSuffix) == 0 })
	if got := sound(t, alone(t, s)); len(got) != 1 {
		t.Errorf("the file alone has %v", got)
	}
}

func TestFileAloneIsWholeAtOnceWhenAsked(t *testing.T) {
	s := lasting(t)
	create(t, s, sample(t, "cup", 40))
	if whole, err := fileOf(t, s).Checkpoint(); err != nil || !whole {
		t.Fatal(whole, err)
	}
	if got := sound(t, alone(t, s)); len(got) != 1 || durable.Size(fileOf(t, s).Path()+database.WALSuffix) != 0 {
		t.Errorf("the file alone has %v", got)
	}
}

// A reader of an older state prevents emptying the log, and writers do not wait for it; all pages that may be copied
// reach the file.
func TestCheckpointWaitsForNobody(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	t.Parallel()
	s := lasting(t)
	create(t, s, sample(t, "cup", 40))
	pool, err := s.reader.DB()
	if err != nil {
		t.Fatal(err)
	}
	tx, err := pool.BeginTx(t.Context(), &sql.TxOptions{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	var n int
	if err := tx.QueryRow("select count(*) from tournaments").Scan(&n); err != nil || n != 1 {
		t.Fatal(n, err)
	}
	create(t, s, sample(t, "bowl", 10))
	began := time.Now()
	whole, err := fileOf(t, s).Checkpoint()
	if err != nil || whole {
		t.Errorf("beside a reader: whole %v, %v", whole, err)
	}
	create(t, s, sample(t, "shield", 10))
	if took := time.Since(began); took > 4*time.Second { // the busy timeout of writers is 5 s
		t.Errorf("took %v", took)
	}
	if err := tx.QueryRow("select count(*) from tournaments").Scan(&n); err != nil || n != 1 {
		t.Errorf("the reader sees %d, %v", n, err)
	}
	if err := tx.Rollback(); err != nil {
		t.Fatal(err)
	}
	eventually(t, "an empty write-ahead log", func() bool { return durable.Size(fileOf(t, s).Path()+database.WALSuffix) == 0 })
	if got := sound(t, alone(t, s)); len(got) != 3 {
		t.Errorf("the file alone has %v", got)
	}
}

// Writers run during checkpoints all the time; they neither fail nor wait long.
func TestWritersMeetCheckpoints(t *testing.T) {
	s := lasting(t)
	create(t, s, sample(t, "cup", 10))
	ctx, stop := context.WithCancel(t.Context())
	var checkpoints sync.WaitGroup
	checkpoints.Go(func() {
		for ctx.Err() == nil {
			if _, err := fileOf(t, s).Checkpoint(); err != nil {
				t.Error(err)
			}
		}
	})
	was := load1(t, s, "cup")
	var longest time.Duration
	writes := rounds(100, 20)
	for n := range writes {
		now := was.Clone()
		now.Info.Place = fmt.Sprint("Hall ", n)
		began := time.Now()
		save(t, s, was, now, Entry{By: "Test", At: at, Action: "edit"})
		longest = max(longest, time.Since(began))
		was = now
	}
	stop()
	checkpoints.Wait()
	if longest > 4*time.Second {
		t.Errorf("a writer waited %v", longest)
	}
	t.Logf("the longest of %d writes took %v", writes, longest)
}

// The path of a running store may name another file later. From then on the store writes and creates nothing under the
// path. While the old file exists all of it can be rescued.
func TestFileMovesUnderAStore(t *testing.T) {
	for name, tt := range map[string]struct {
		move func(t *testing.T, path string)
		key  string // fault of the store; a backup is possible after "database.moved"
	}{
		"all removed": {func(t *testing.T, path string) {
			for _, suffix := range []string{"", database.WALSuffix, database.IndexSuffix} {
				remove1(t, path+suffix)
			}
		}, "database.moved"},
		"the file removed": {func(t *testing.T, path string) { remove1(t, path) }, "database.moved"},
		"the log removed":  {func(t *testing.T, path string) { remove1(t, path+database.WALSuffix) }, "database.moved"},
		"another in its place": {func(t *testing.T, path string) {
			other := filepath.Join(t.TempDir(), "other.db")
			backup1(t, other)
			if err := os.Rename(other, path); err != nil {
				t.Fatal(err)
			}
		}, "database.moved"},
		"a backup copied over it": {func(t *testing.T, path string) {
			other := filepath.Join(t.TempDir(), "other.db")
			backup1(t, other)
			copied(t, other, path)
		}, "database.overwritten"},
		"cut to nothing": {func(t *testing.T, path string) {
			if err := os.Truncate(path, 0); err != nil {
				t.Fatal(err)
			}
		}, "database.overwritten"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := lasting(t)
			path := fileOf(t, s).Path()
			tn := sample(t, "cup", 9)
			create(t, s, tn)
			if err := s.Trouble(); err != nil {
				t.Fatal(err)
			}
			if whole, err := fileOf(t, s).Checkpoint(); err != nil || !whole { // none may be under way
				t.Fatal(whole, err)
			}
			tt.move(t, path)
			before := content(path)
			wantFault(t, s.Trouble(), tt.key)
			err := s.Tx(t.Context(), func(tx *Tx) error { return tx.SetSecret("a", "b") })
			wantFault(t, err, tt.key)
			to := filepath.Join(t.TempDir(), "saved.db")
			if _, err = s.Backup(t.Context(), to); tt.key == "database.moved" {
				same(t, "saved", load1(t, reopen(t, to), "cup"), tn)
			} else {
				wantFault(t, err, tt.key)
			}
			if err := s.Close(); err != nil {
				t.Error(err)
			}
			if after := content(path); name != "the log removed" && after != before {
				t.Errorf("what lies there now was changed: %d bytes, then %d", len(before), len(after))
			}
		})
	}
}

func remove1(t *testing.T, path string) {
	t.Helper()
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
}

// backup1 makes a backup of another database.
func backup1(t *testing.T, path string) {
	t.Helper()
	s := lasting(t)
	create(t, s, sample(t, "other", 4))
	if _, err := s.Backup(t.Context(), path); err != nil {
		t.Fatal(err)
	}
}

// content returns the content of a file, "" without one.
func content(path string) string {
	data, err := os.ReadFile(path)
	if err != nil {
		return ""
	}
	return string(data)
}

// A program that reads the latest state for long, such as a copy of the file, prevents emptying the log, but does not
// block writers.
func TestCheckpointHoldsUpNoWriter(t *testing.T) {
	s := lasting(t)
	create(t, s, sample(t, "cup", 10))
	pool, err := s.reader.DB()
	if err != nil {
		t.Fatal(err)
	}
	tx, err := pool.BeginTx(t.Context(), &sql.TxOptions{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback() }()
	var n int
	if err := tx.QueryRow("select count(*) from tournaments").Scan(&n); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	whole, err := fileOf(t, s).Checkpoint()
	if err != nil || whole {
		t.Errorf("beside a reader: whole %v, %v", whole, err)
	}
	if took := time.Since(began); took > 4*time.Second {
		t.Errorf("the checkpoint waited %v for a reader, and writers for the checkpoint", took)
	}
}
