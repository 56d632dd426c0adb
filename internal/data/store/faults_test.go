package store

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gorm.io/gorm"
	library "modernc.org/sqlite/lib"

	"tourney/internal/data/database"
	"tourney/internal/data/durable"
	"tourney/internal/fault"
	"tourney/internal/tournament"
)

// codes are the result codes with which an operation fails, by its kind.
var codes = map[string][]int32{
	"open":     {library.SQLITE_CANTOPEN},
	"read":     {library.SQLITE_IOERR_READ},
	"write":    {library.SQLITE_IOERR_WRITE, library.SQLITE_FULL},
	"sync":     {library.SQLITE_IOERR_FSYNC},
	"truncate": {library.SQLITE_IOERR_TRUNCATE},
	"map":      {library.SQLITE_IOERR_SHMMAP},
	"delete":   {library.SQLITE_IOERR_DELETE},
}

// words are the faults that a failing disk may lead to.
var words = []string{"database.disk.failed", "database.disk.full", "database.open", "database.backup.write", "database.damaged", "database.busy"}

// wantWords checks that an error is one of the expected faults.
func wantWords(t *testing.T, what string, err error) {
	t.Helper()
	for _, key := range words {
		if fault.Is(err, key) {
			return
		}
	}
	t.Errorf("%s: no clear word: %v", what, err)
}

// eachFault calls try for every operation in done, with every failure code, failing once or from then on. Without
// TOURNEY_FAULTS=all it skips all but some of them.
func (d *disk) eachFault(done []operation, some int, try func(what string)) {
	switch {
	case os.Getenv("TOURNEY_FAULTS") == "all":
		some = 1
	case testing.Short():
		some *= 5
	}
	for n, o := range done {
		if n%some != 0 {
			continue
		}
		for _, code := range codes[o.kind] {
			for _, forGood := range []bool{false, true} {
				d.reset(func(is int, now operation) int32 {
					if is == n || forGood && is > n && now.kind == o.kind {
						return code
					}
					return library.SQLITE_OK
				})
				try(fmt.Sprintf("operation %d (%s %q) fails with %d, for good: %v", n, o.kind, o.file, code, forGood))
				d.reset(nil)
			}
		}
	}
}

// A faultyStore is a store on a faulty disk, with the last state that it has acknowledged.
type faultyStore struct {
	*Store
	t    *testing.T
	disk *disk
	path string
	is   *tournament.Tournament
	n    int
}

// newFaultyStore makes a store whose keeper is idle, so that operations are counted alike.
func newFaultyStore(t *testing.T) *faultyStore {
	t.Helper()
	f := &faultyStore{t: t, Store: lasting(t)}
	f.path = fileOf(t, f.Store).Path()
	f.disk = faultyDisk(t.Cleanup, filepath.Dir(f.path))
	f.is = sample(t, "cup", 30)
	create(t, f.Store, f.is)
	f.rest()
	return f
}

// rest waits until the keeper is idle.
func (f *faultyStore) rest() {
	f.t.Helper()
	for range 500 {
		if whole, err := fileOf(f.t, f.Store).Checkpoint(); err != nil {
			f.t.Fatal(err)
		} else if whole {
			return
		}
		time.Sleep(time.Millisecond)
	}
	f.t.Fatal("the keeper does not rest")
}

// write makes a write that changes every player, and returns its error; only an
// acknowledged one counts.
func (f *faultyStore) write() error {
	f.n++
	next := f.is.Clone()
	for i := range next.Players {
		next.Players[i].Club = fmt.Sprint("Club ", f.n)
	}
	err := f.Tx(f.t.Context(), func(tx *Tx) error {
		_, err := tx.Save(f.is, tournament.Whole{Tournament: next}, Entry{By: "Test", At: at, Action: "edit"})
		return err
	})
	if err == nil {
		f.is = next
	}
	return err
}

// check compares the store with the last acknowledged state.
func (f *faultyStore) check(what string) {
	f.t.Helper()
	is, err := f.Tournament(f.t.Context(), "cup")
	if err != nil {
		f.t.Fatalf("%s: then reading fails: %v", what, err)
	}
	same(f.t, what, is, f.is)
}

// reopen closes the store and opens it again.
func (f *faultyStore) reopen() {
	f.t.Helper()
	if err := f.Close(); err != nil {
		f.t.Fatal(err)
	}
	f.Store = reopen(f.t, f.path)
}

// TestFaultsOfAWrite makes every operation of a write fail in turn. A failed write returns its reason and leaves
// nothing behind; an acknowledged one stays. Reads continue during the failure, and writes after it.
func TestFaultsOfAWrite(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	f := newFaultyStore(t)
	f.disk.reset(nil)
	if err := f.write(); err != nil {
		t.Fatal(err)
	}
	done := f.disk.reset(nil)
	failed, acknowledged := 0, 0
	f.disk.eachFault(done, 1, func(what string) {
		if err := f.write(); err == nil {
			acknowledged++
		} else {
			failed++
			wantWords(t, what, err)
		}
		if !strings.Contains(what, "(read") {
			f.check(what + ", still")
		}
		f.disk.reset(nil)
		f.check(what)
		if err := f.write(); err != nil {
			t.Fatalf("%s: then writing fails: %v", what, err)
		}
		f.check(what + ", and the next write does not")
		if failed%5 == 0 {
			f.reopen()
			f.check(what + ", after opening again")
		}
		f.rest()
	})
	if failed == 0 {
		t.Error("none failed")
	}
	f.reopen()
	f.check("at the end")
	if err := f.Verify(t.Context()); err != nil {
		t.Error(err)
	}
	t.Logf("%d operations of a write; %d writes failed, %d were acknowledged", len(done), failed, acknowledged)
}

// TestFaultsOfACheckpoint makes every operation of a checkpoint fail. No acknowledged write is lost, and the next
// attempt succeeds.
func TestFaultsOfACheckpoint(t *testing.T) {
	f := newFaultyStore(t)
	if err := f.write(); err != nil {
		t.Fatal(err)
	}
	f.disk.reset(nil)
	f.rest()
	done := f.disk.reset(nil)
	f.disk.eachFault(done, 1, func(what string) {
		f.disk.mu.Lock()
		fault := f.disk.fault
		f.disk.fault = nil
		f.disk.mu.Unlock()
		if err := f.write(); err != nil {
			t.Fatal(err)
		}
		f.disk.reset(fault)
		if _, err := fileOf(f.t, f.Store).Checkpoint(); err != nil {
			wantWords(t, what, err)
		}
		if !strings.Contains(what, "(read") {
			f.check(what + ", still")
		}
		f.disk.reset(nil)
		f.rest()
		f.check(what + ", afterwards")
	})
	f.reopen()
	f.check("at the end")
	if err := f.Verify(t.Context()); err != nil {
		t.Error(err)
	}
	t.Logf("%d operations of a checkpoint", len(done))
}

// TestFaultsOfOpening makes every operation fail while a database with a write-ahead log is opened. Open returns the
// reason, and no data are lost.
func TestFaultsOfOpening(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	f := newFaultyStore(t)
	if err := f.write(); err != nil {
		t.Fatal(err)
	}
	copyTo := func(to, from string) error {
		return errors.Join(durable.Copy(from, to), durable.Copy(from+database.WALSuffix, to+database.WALSuffix))
	}
	// As a killed program leaves it: no checkpoint falls between the two files.
	killed := filepath.Join(t.TempDir(), "killed.db")
	if err := f.file.Rescue(func(gorm.ConnPool) error { return copyTo(killed, f.path) }); err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	path := filepath.Join(folder, "test.db")
	leave := func() {
		for _, suffix := range []string{"", database.WALSuffix, database.IndexSuffix} {
			if err := durable.Remove(path + suffix); err != nil {
				t.Fatal(err)
			}
		}
		if err := copyTo(path, killed); err != nil {
			t.Fatal(err)
		}
	}
	leave()
	d := faultyDisk(t.Cleanup, folder)
	s, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	time.Sleep(50 * time.Millisecond) // the first checkpoint
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	done := d.reset(nil)
	opened, refused := 0, 0
	d.eachFault(done, 13, func(what string) {
		leave()
		s, err := Open(t.Context(), path)
		if err == nil {
			opened++
			_ = s.Close() // its checkpoint may fail
		} else {
			refused++
			wantWords(t, what, err)
		}
		d.reset(nil)
		again, err := Open(t.Context(), path)
		if err != nil {
			t.Fatalf("%s: then opening fails: %v", what, err)
		}
		same(t, what, load1(t, again, "cup"), f.is)
		if err := again.Verify(t.Context()); err != nil {
			t.Errorf("%s: %v", what, err)
		}
		if err := again.Close(); err != nil {
			t.Fatal(err)
		}
	})
	if refused == 0 {
		t.Errorf("opened %d times, refused %d times", opened, refused)
	}
	t.Logf("%d operations of opening and closing; opened %d times, refused %d times", len(done), opened, refused)
}

// TestFaultsOfABackup makes every operation of a backup fail. No file is left then, and the store keeps working.
func TestFaultsOfABackup(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	f := newFaultyStore(t)
	copied := filepath.Join(filepath.Dir(f.path), "copy.db")
	backup := func() error {
		_, err := f.Backup(t.Context(), copied)
		return err
	}
	f.disk.reset(nil)
	if err := backup(); err != nil {
		t.Fatal(err)
	}
	done := f.disk.reset(nil)
	failed := 0
	f.disk.eachFault(done, 7, func(what string) {
		if err := durable.Remove(copied); err != nil {
			t.Fatal(err)
		}
		if err := backup(); err != nil {
			failed++
			wantWords(t, what, err)
			if _, err := os.Stat(copied); err == nil {
				t.Errorf("%s: there is a file", what)
			}
		} else {
			f.disk.reset(nil)
			if report, err := Verify(t.Context(), copied); err != nil || len(report.Findings) > 0 {
				t.Errorf("%s: an unsound backup: %v, %v", what, report.Findings, err)
			}
		}
		f.disk.reset(nil)
		if left, err := filepath.Glob(copied + "*part*"); err != nil || len(left) > 0 {
			t.Errorf("%s: %v is left, %v", what, left, err)
			for _, name := range left {
				_ = os.Remove(name)
			}
		}
		f.check(what)
		if err := f.write(); err != nil {
			t.Fatalf("%s: then writing fails: %v", what, err)
		}
		f.rest()
	})
	if failed == 0 {
		t.Error("none failed")
	}
	t.Logf("%d operations of a backup, which failed %d times", len(done), failed)
}

// TestSlowDisk checks that a write is acknowledged only after its log is on the disk, and that readers do not wait for
// it.
func TestSlowDisk(t *testing.T) {
	f := newFaultyStore(t)
	f.disk.mu.Lock()
	f.disk.held, f.disk.syncing, f.disk.done = make(chan struct{}), make(chan struct{}, 1), nil
	f.disk.mu.Unlock()
	written := make(chan error, 1)
	go func() { written <- f.write() }()
	<-f.disk.syncing
	for range 10 {
		load1(t, f.Store, "cup")
	}
	select {
	case err := <-written:
		t.Errorf("acknowledged before the sync: %v", err)
	default:
	}
	close(f.disk.held)
	if err := <-written; err != nil {
		t.Error(err)
	}
	f.disk.mu.Lock()
	f.disk.held = nil
	done := f.disk.done
	f.disk.mu.Unlock()
	last := operation{}
	for _, o := range done {
		if o.file == database.WALSuffix && (o.kind == "write" || o.kind == "sync") {
			last = o
		}
	}
	if last.kind != "sync" {
		t.Errorf("the last of %v is %v", done, last)
	}
	f.check("after the slow write")
}
