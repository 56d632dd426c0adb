package standby

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"testing"
	"time"

	"tourney/internal/database"
	"tourney/internal/fault"
	"tourney/internal/store"
)

// A power cut just after it is decided takes what the disk does not have yet of the copy; the journal has it.
func TestPowerCutWhileTakingOver(t *testing.T) {
	dir := t.TempDir()
	there := filepath.Join(dir, "b.db")
	a := newComputer(t, open(t, filepath.Join(dir, "a.db")))
	f, end := a.follows(there, "b", "")
	before, err := os.ReadFile(there)
	check(t, err)
	check(t, a.write("acknowledged"))
	end()
	a.Close()
	s, _ := f.relieve(t.Context(), time.Now())
	check(t, s.decide(there))
	check(t, f.replica.Close())
	check(t, os.WriteFile(there, before, 0o600))
	kept, err := Succeed(t.Context(), there)
	check(t, err)
	defer kept.Close()
	if _, found, err := kept.Secret(t.Context(), "acknowledged"); !found {
		t.Error("what was acknowledged is lost:", err)
	}
}

// Who is killed after the other computer has yielded, before it has decided, fetches what it lacks when it takes over again.
func TestKilledAfterTheOtherYielded(t *testing.T) {
	dir := t.TempDir()
	there := filepath.Join(dir, "b.db")
	a := newComputer(t, open(t, filepath.Join(dir, "a.db")))
	f, end := a.follows(there, "b", "")
	end()
	check(t, a.write("last"))
	s := succession{Reign: f.who().reign(time.Now())}
	_, err := f.tell(t.Context(), &s)
	check(t, err)
	check(t, f.replica.Close())
	replica, err := database.OpenReplica(there)
	check(t, err)
	kept, err := Follow(replica, Source{Address: a.URL}, f.who).TakeOver(t.Context(), there, time.Now())
	check(t, err)
	defer kept.Close()
	if _, found, err := kept.Secret(t.Context(), "last"); !found {
		t.Error("what was written last is lost:", err)
	}
}

// A disk without room for the decision leaves the copy as it is, and it takes over once there is room.
func TestNoRoomToDecide(t *testing.T) {
	dir := t.TempDir()
	there := filepath.Join(dir, "b.db")
	a := newComputer(t, open(t, filepath.Join(dir, "a.db")))
	f, end := a.follows(there, "b", "")
	defer end()
	check(t, a.write("first"))
	check(t, os.Mkdir(there+takingSuffix, 0o700)) // stands for it
	if _, err := f.TakeOver(t.Context(), there, time.Now()); err == nil {
		t.Error("it takes over without having decided")
	}
	check(t, os.Remove(there+takingSuffix))
	kept, err := f.TakeOver(t.Context(), there, time.Now())
	check(t, err)
	defer kept.Close()
	if _, found, err := kept.Secret(t.Context(), "first"); !found || store.ReignOf(kept).Holder != "b" {
		t.Error("it has not taken over:", err)
	}
}

// A copy that was killed while a newer one took its place is whole, and can go on though it has no mark.
func TestCopyWithoutAMark(t *testing.T) {
	dir := t.TempDir()
	there := filepath.Join(dir, "b.db")
	a := newComputer(t, open(t, filepath.Join(dir, "a.db")))
	f, end := a.follows(there, "b", "")
	check(t, a.write("first"))
	end()
	check(t, f.replica.Close())
	check(t, os.Truncate(there+database.JournalSuffix, 0))
	a.Close()
	replica, err := database.OpenReplica(there)
	check(t, err)
	f = Follow(replica, Source{Address: a.URL}, f.who)
	if is := f.State(); !is.Ready || !is.Whole.IsZero() {
		t.Errorf("it says %+v", is)
	}
	kept, err := f.TakeOver(t.Context(), there, time.Now())
	check(t, err)
	check(t, kept.Close())
}

// Nobody is made to yield for ever.
func TestReignsThatCannotBe(t *testing.T) {
	a := newComputer(t, open(t, filepath.Join(t.TempDir(), "a.db")))
	for _, told := range []Status{
		{Epoch: math.MaxInt64, Holder: "x", Name: "x"}, {Epoch: 1001, Holder: "x"}, {Holder: "x"}, {Epoch: 1},
		{Epoch: 1, Holder: "x", Address: "javascript:alert(1)"}, {Epoch: 1, Holder: "x", Address: "http://192.0.2.1/path"},
	} {
		if _, err := a.master.Yield(t.Context(), told); !fault.Is(err, "standby.ask") {
			t.Errorf("%+v is answered %v", told, err)
		}
	}
	check(t, a.write("x"))
}

// Who follows says who it is, at addresses of servers.
func TestAsksThatAreRefused(t *testing.T) {
	good := Ask{ID: "b", Name: "Laptop B", Addresses: []string{"http://192.0.2.7:8080", "https://go.example.org/"}}
	for _, tt := range []struct {
		change func(a *Ask)
		fine   bool
	}{
		{func(*Ask) {}, true},
		{func(a *Ask) { a.Addresses = nil }, true},
		{func(a *Ask) { a.Name = "" }, false},
		{func(a *Ask) { a.ID = "" }, false},
		{func(a *Ask) { a.Addresses = []string{"http://192.0.2.7/private?x"} }, false},
		{func(a *Ask) { a.Addresses = []string{"file:///etc/passwd"} }, false},
		{func(a *Ask) { a.Addresses = make([]string, 30) }, false},
		{func(a *Ask) { a.Hashes = []byte{1} }, false},
	} {
		ask := good
		tt.change(&ask)
		var sent bytes.Buffer
		w := gzip.NewWriter(&sent)
		check(t, json.NewEncoder(w).Encode(ask))
		check(t, w.Close())
		if _, err := ReadAsk(&sent); tt.fine != (err == nil) {
			t.Errorf("%+v: %v", ask, err)
		}
	}
}

// A backup of before does not undo that another computer has taken over, nor that this one has. A copy that follows is
// not replaced by one.
func TestRestoreKeepsWhoWrites(t *testing.T) {
	dir := t.TempDir()
	here, there, backup := filepath.Join(dir, "a.db"), filepath.Join(dir, "b.db"), filepath.Join(dir, "backup.db")
	a := newComputer(t, open(t, here))
	_, err := a.kept.Backup(t.Context(), backup)
	check(t, err)
	f, end := a.follows(there, "b", "http://192.0.2.1:9")
	restore := func(path string) error {
		done, err := store.Restore(t.Context(), backup, path)
		if err == nil {
			check(t, Carry(t.Context(), done.Aside[0], path))
		}
		return err
	}
	if err := restore(there); !fault.Is(err, "database.following") {
		t.Errorf("a backup takes the place of a copy that follows: %v", err)
	}
	end()
	kept, err := f.TakeOver(t.Context(), there, time.Now())
	check(t, err)
	check(t, kept.Close())
	check(t, a.kept.Close())
	for path, yielded := range map[string]bool{here: true, there: false} {
		check(t, restore(path))
		again, err := store.Open(t.Context(), path)
		check(t, err)
		if r := store.ReignOf(again); r.Epoch == 0 || r.Holder != "b" || r.Yielded != yielded {
			t.Errorf("of %s after a restore: %+v", filepath.Base(path), r)
		}
		if _, found, err := again.Secret(t.Context(), keyName); !found {
			t.Error("the key is lost:", err)
		}
		check(t, again.Close())
	}
}
