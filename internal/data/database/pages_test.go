package database

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"gorm.io/gorm"
	"pgregory.net/rapid"

	"tourney/internal/data/durable"
)

// A followed is a file with a replica, and random operations on both.
type followed struct {
	t       *rapid.T
	ctx     *testing.T
	file    *File
	replica *Replica
	rows    int
}

func must(t interface{ Fatal(...any) }, err error) {
	if err != nil {
		t.Fatal(err)
	}
}

func (f *followed) open(path string) {
	file, err := Open(path)
	must(f.t, err)
	must(f.t, file.Connect(f.ctx.Context()))
	must(f.t, file.SkipSync(f.ctx.Context()))
	f.file = file
}

func (f *followed) write(do func(db *gorm.DB) error) {
	must(f.t, f.file.Tx(f.ctx.Context(), Write{Do: do}))
}

func (f *followed) add() {
	f.rows++
	n := rapid.IntRange(0, 20_000).Draw(f.t, "bytes")
	f.write(func(db *gorm.DB) error {
		return db.Exec("insert into things values (?, ?)", f.rows, bytes.Repeat([]byte{byte(f.rows)}, n)).Error
	})
}

func (f *followed) remove() {
	n := rapid.IntRange(0, f.rows).Draw(f.t, "row")
	f.write(func(db *gorm.DB) error { return db.Exec("delete from things where id >= ?", n).Error })
}

func (f *followed) checkpoint() {
	_, err := f.file.Checkpoint()
	must(f.t, err)
}

func (f *followed) renew() {
	_, err := f.file.Vacuum(f.ctx.Context())
	must(f.t, err)
}

// other writes from another program, which may also checkpoint and truncate the log.
func (f *followed) other() {
	other, err := Open(f.file.Path())
	must(f.t, err)
	must(f.t, other.Connect(f.ctx.Context()))
	for range rapid.IntRange(1, 3).Draw(f.t, "writes") {
		f.rows++
		must(f.t, other.Tx(f.ctx.Context(), Write{Do: func(db *gorm.DB) error {
			return db.Exec("insert into things values (?, ?)", f.rows, bytes.Repeat([]byte{7}, 9000)).Error
		}}))
		if rapid.Bool().Draw(f.t, "empties") {
			_, err := other.Checkpoint()
			must(f.t, err)
		}
	}
	must(f.t, other.Close())
}

func (f *followed) reopen() {
	path := f.file.Path()
	must(f.t, f.file.Close())
	f.open(path)
}

// again opens the replica as after a kill.
func (f *followed) again() {
	path := f.replica.Path()
	must(f.t, f.replica.Close())
	if rapid.Bool().Draw(f.t, "torn") { // an incomplete entry, never acknowledged
		file, err := os.OpenFile(path+JournalSuffix, os.O_APPEND|os.O_WRONLY|os.O_CREATE, 0o600)
		must(f.t, err)
		_, err = file.Write([]byte{0, 0, 0, 0, 0, 0, 0, 200, 1, 2, 3})
		must(f.t, err)
		must(f.t, file.Close())
	}
	var err error
	f.replica, err = OpenReplica(path)
	must(f.t, err)
}

// follow brings the replica to the newest state, step by step, and compares the content of both.
func (f *followed) follow() {
	most := rapid.SampledFrom([]int{1, 3, 1000}).Draw(f.t, "most")
	pages, ctx := f.file.Pages(), f.ctx.Context()
	set, known, err := pages.Since(ctx, f.replica.Mark(), most)
	must(f.t, err)
	if known {
		must(f.t, f.replica.Take(set))
	}
	for more := !known; more; more = set.More {
		hashes, err := f.replica.Hashes()
		must(f.t, err)
		if set, err = pages.Differing(ctx, hashes, most); err != nil {
			f.t.Fatal(err)
		}
		must(f.t, f.replica.Fill(set))
	}
	if now, _ := pages.Now(); f.replica.Mark() != now {
		f.t.Fatalf("the replica is at %v, want %v", f.replica.Mark(), now)
	}
	f.same()
}

func (f *followed) same() {
	here := dump(f.t, f.file.Reader())
	copied := filepath.Join(f.ctx.TempDir(), "copy.db")
	must(f.t, durable.Copy(f.replica.Path(), copied))
	db, err := ReadOnly(copied)
	must(f.t, err)
	there := dump(f.t, db)
	must(f.t, Close(db))
	if here != there {
		f.t.Fatalf("here\n%s\nthere\n%s", here, there)
	}
}

// dump returns the whole content of a database.
func dump(t *rapid.T, db *gorm.DB) string {
	var rows []struct {
		ID   int
		Body []byte
	}
	must(t, db.Table("things").Order("id").Find(&rows).Error)
	var sound string
	must(t, db.Raw("pragma integrity_check").Scan(&sound).Error)
	for _, r := range rows {
		sound += fmt.Sprintf("\n%d %d %x", r.ID, len(r.Body), r.Body[:min(4, len(r.Body))])
	}
	return sound
}

// A replica with every change has the content of the file, after any writes, deletions, rewrites, interruptions and
// restarts on either side.
func TestReplica(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	rapid.Check(t, func(r *rapid.T) {
		dir := t.TempDir()
		path := filepath.Join(dir, "here.db")
		f := &followed{t: r, ctx: t}
		things(r, path)
		f.open(path)
		var err error
		f.replica, err = OpenReplica(filepath.Join(dir, "there.db"))
		must(r, err)
		actions := []func(){f.add, f.add, f.add, f.remove, f.checkpoint, f.renew, f.reopen, f.again, f.other, f.follow, f.follow, f.follow}
		for range rapid.IntRange(1, 15).Draw(r, "steps") {
			actions[rapid.IntRange(0, len(actions)-1).Draw(r, "action")]()
		}
		f.follow()
		must(r, f.replica.Close())
		must(r, f.file.Close())
	})
}

// A replica that received no page leaves no file behind, but an incomplete copy stays.
func TestReplicaOfNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "there.db")
	page := PageSet{Size: 512, Count: 2, Numbers: []uint32{1}, Data: make([]byte, 512), More: true}
	for _, begun := range []bool{false, true, false} { // the last replica finds the copy begun by the second
		r, err := OpenReplica(path)
		must(t, err)
		_, err = r.Hashes()
		must(t, err)
		kept := begun || durable.Size(path+PartSuffix) > 0
		if begun {
			must(t, r.Fill(page))
		}
		must(t, r.Close())
		if durable.Exists(path+JournalSuffix) || durable.Exists(path+PartSuffix) != kept {
			t.Errorf("begun %v: there is a journal %v, a part %v", begun, durable.Exists(path+JournalSuffix), durable.Exists(path+PartSuffix))
		}
	}
}

// A copy that cannot be replaced, as when another program has it open on Windows, stays usable. The next attempt
// replaces it.
func TestReplicaThatCannotBeReplaced(t *testing.T) {
	f := opened(t)
	r, err := OpenReplica(filepath.Join(t.TempDir(), "there.db"))
	must(t, err)
	defer r.Close()
	fill := func(fails bool) error {
		_, err := r.Hashes()
		must(t, err)
		set, err := f.Pages().Differing(t.Context(), nil, 1000)
		must(t, err)
		if fails {
			if err := os.Remove(r.Path() + PartSuffix); err != nil {
				t.Skip("the system keeps what is open:", err)
			}
		}
		return r.Fill(set)
	}
	if err := fill(true); err == nil || r.Whole() {
		t.Errorf("a first copy is not there, and is said to be whole: %v", err)
	}
	must(t, fill(false))
	must(t, f.Tx(t.Context(), Write{Do: func(db *gorm.DB) error { return db.Exec("insert into things values (1, 'a')").Error }}))
	if err := fill(true); err == nil || !r.Whole() || r.Mark() != (Mark{}) {
		t.Errorf("the copy is whole: %v, of %v, %v", r.Whole(), r.Mark(), err)
	}
	must(t, fill(false))
	if now, _ := f.Pages().Now(); !r.Whole() || r.Mark() != now {
		t.Errorf("at last it is of %v, want %v", r.Mark(), now)
	}
}
