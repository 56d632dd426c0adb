package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"tourney/internal/data/copies"
	"tourney/internal/data/database"
	"tourney/internal/data/durable"
	"tourney/internal/fault"
	"tourney/internal/tournament"
)

// newer returns the migrations with one more, and the version before it.
func newer(t *testing.T, sql string) (files fs.FS, before int) {
	t.Helper()
	before = Schema()
	all := fstest.MapFS{"00037_schema.sql": {Data: []byte(wholeSchema("sqlite"))}}
	all[fmt.Sprintf("%05d_next.sql", before+1)] = &fstest.MapFile{Data: []byte("-- +goose Up\n" + sql)}
	return all, before
}

// rebuild replaces a table by a copy, as changing a constraint does in SQLite.
const rebuild = `create table next (tournament_id integer not null, number integer not null, body text not null,
	primary key (tournament_id, number));
insert into next select * from rounds;
drop table rounds;
alter table next rename to rounds;`

func TestMigrationKeepsRowsAndLeavesACopy(t *testing.T) {
	path := filepath.Join(t.TempDir(), "test.db")
	tn := sample(t, "cup", 5)
	s := reopen(t, path)
	create(t, s, tn)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	files, _ := newer(t, rebuild)
	next, err := open(t.Context(), path, files)
	if err != nil {
		t.Fatal(err)
	}
	same(t, "migrated", load1(t, next, "cup"), tn)
	if err := next.Close(); err != nil {
		t.Fatal(err)
	}
	listed, err := copies.List(copies.Folder(path), path)
	if err != nil || len(listed) != 1 || listed[0].Reason != copies.BeforeUpgrade {
		t.Fatalf("%v, %v", listed, err)
	}
	same(t, "the copy", load1(t, reopen(t, listed[0].Path), "cup"), tn)

	_, err = Open(t.Context(), path)
	wantFault(t, err, "database.newer")
}

// TestPicturesAreKept stores the bytes of pictures apart from their elements.
func TestPicturesAreKept(t *testing.T) {
	s := fresh(t)
	was := sample(t, "cup", 2)
	create(t, s, was)
	hash := strings.Repeat("ab", 32)
	now := was.Clone()
	now.Day.Pictures = []tournament.Picture{{ID: now.NewID(), Hash: hash, Width: 2, Height: 1, By: "Anna", At: at}}
	for range 2 { // the second time it is there
		err := s.Tx(t.Context(), func(tx *Tx) error {
			_, err := tx.Save(was, tournament.Whole{Tournament: now, Pictures: map[string][]byte{hash: {0xff, 0xd8, 0}}}, Entry{By: "Anna", At: at, Action: "x"})
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		was, now = now, now.Clone()
		now.Day.Pictures[0].Caption = "The hall"
	}
	got, err := s.Pictures(t.Context(), "cup", []string{hash, "unknown"})
	if err != nil || len(got) != 1 || string(got[hash]) != "\xff\xd8\x00" {
		t.Errorf("%q, %v", got, err)
	}
}

func TestFailedMigrationChangesNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "test.db")
	tn := sample(t, "cup", 5)
	s := reopen(t, path)
	create(t, s, tn)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	files, _ := newer(t, "delete from games; select nonsense;")
	for range 2 { // the second attempt finds the copy of the first
		if _, err := open(t.Context(), path, files); err == nil {
			t.Fatal("a broken migration passed")
		}
	}
	same(t, "after it", load1(t, reopen(t, path), "cup"), tn)
}

func TestOpenRefuses(t *testing.T) {
	dir := t.TempDir()
	file := func(name, content string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	foreign := file("foreign.db", "")
	db, err := database.Migrating(foreign)
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Exec("create table songs (title text)").Error; err != nil {
		t.Fatal(err)
	}
	if err := database.Close(db); err != nil {
		t.Fatal(err)
	}
	for name, tt := range map[string]struct{ path, key string }{
		"a text":               {file("notes.txt", "Round 1: table 3 is by the window, the light is bad there.\n"), "database.alien"},
		"another's database":   {foreign, "database.alien"},
		"a folder":             {dir, "database.alien"},
		"a folder not there":   {filepath.Join(dir, "nowhere", "test.db"), "database.open"},
		"a path through files": {filepath.Join(dir, "notes.txt", "test.db"), "database.open"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Open(t.Context(), tt.path)
			wantFault(t, err, tt.key)
		})
	}
}

func TestOpenTakesAnyName(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"with space.db", "question?.db", "hash#1.db", "50%25.db", "ääkköset 碁.db", "a&b=c;.db"} {
		path := filepath.Join(dir, name)
		s := reopen(t, path)
		create(t, s, sample(t, "cup", 2))
		if _, err := os.Stat(path); err != nil {
			t.Error(err)
		}
	}
}

func TestDamageIsFound(t *testing.T) {
	path := filepath.Join(t.TempDir(), "test.db")
	s := freshFile(t, path)
	create(t, s, sample(t, "cup", 300))
	if err := s.Verify(t.Context()); err != nil {
		t.Errorf("a sound database: %v", err)
	}
	if err := s.writer.Exec("delete from log").Error; err != nil {
		t.Fatal(err)
	}
	wantFault(t, s.Verify(t.Context()), "database.verify.gap")
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for i := 8192; i < 16384; i++ {
		content[i] ^= 0x55
	}
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	broken, err := Open(t.Context(), path)
	if err == nil {
		err = broken.Verify(t.Context())
		if err := broken.Close(); err != nil {
			t.Error(err)
		}
	}
	wantFault(t, err, "database.damaged")
}

// Opening a large file checks its pages only if a log shows that the last program was killed; otherwise a check in use
// finds the damage.
func TestLargeFileIsCheckedInUse(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	path := filepath.Join(t.TempDir(), "test.db")
	s := freshFile(t, path)
	create(t, s, sample(t, "cup", 30))
	var root, size int64
	for _, err := range []error{
		s.writer.Exec("create table ballast (b blob)").Error,
		s.writer.Exec("insert into ballast values (zeroblob(?))", mostInspected).Error,
		s.writer.Raw("select rootpage from sqlite_master where name = 'players'").Scan(&root).Error,
		s.writer.Raw("pragma page_size").Scan(&size).Error,
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	spoiled := func(path string) string {
		f, err := os.OpenFile(path, os.O_RDWR, 0)
		if err == nil {
			_, err = f.WriteAt(bytes.Repeat([]byte{0x55}, int(size)), (root-1)*size)
			err = errors.Join(err, f.Close())
		}
		if err != nil {
			t.Fatal(err)
		}
		return path
	}
	if _, err := s.file.(*database.File).Checkpoint(); err != nil {
		t.Fatal(err)
	}
	if err := s.writer.Exec("update tournaments set undecided = undecided").Error; err != nil { // into the log
		t.Fatal(err)
	}
	killed := filepath.Join(t.TempDir(), "killed.db")
	for _, suffix := range []string{"", database.WALSuffix} {
		if err := durable.Copy(path+suffix, killed+suffix); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	_, err := Open(t.Context(), spoiled(killed))
	wantFault(t, err, "database.damaged")
	ended, err := Open(t.Context(), spoiled(path))
	if err != nil {
		t.Fatal(err)
	}
	wantFault(t, ended.Verify(t.Context()), "database.damaged")
	if err := ended.Close(); err != nil {
		t.Error(err)
	}
}

// A check that is cancelled by a stopping server reports no damage.
func TestStoppedCheckFindsNoDamage(t *testing.T) {
	s := fresh(t)
	for i := range 4 {
		create(t, s, sample(t, fmt.Sprintf("cup-%d", i), 60))
	}
	check := func(ctx context.Context, when any) error {
		t.Helper()
		report, err := s.Check(ctx)
		if len(report.Findings) > 0 || fault.Is(err, "database.damaged") {
			t.Fatalf("stopped after %v it finds %v, %v", when, report.Findings, err)
		}
		return err
	}
	var err error
	for after := 100 * time.Microsecond; after == 100*time.Microsecond || err != nil; after += after / 8 { // within a statement
		ctx, cancel := context.WithTimeout(t.Context(), after)
		err = check(ctx, after)
		cancel()
		if err != nil && after > 10*time.Second {
			t.Fatalf("not even in %v: %v", after, err)
		}
	}
	stopped := 0
	for looks, ended := int64(1), true; ended; looks += 1 + looks/8 { // between statements
		ctx := &counted{}
		ctx.Context, ctx.end = context.WithCancel(t.Context())
		ctx.left.Store(looks)
		err = check(ctx, looks)
		ctx.end()
		if ended = ctx.left.Load() <= 0; ended && err != nil {
			stopped++
		}
	}
	if stopped < 10 || err != nil {
		t.Errorf("%d checks were stopped, the last ends with %v", stopped, err)
	}
}

// A counted context is done after a number of calls to its Err or Done.
type counted struct {
	context.Context
	end  context.CancelFunc
	left atomic.Int64
}

func (c *counted) Done() <-chan struct{} {
	c.look()
	return c.Context.Done()
}

func (c *counted) Err() error {
	c.look()
	return c.Context.Err()
}

func (c *counted) look() {
	if c.left.Add(-1) == 0 {
		c.end()
	}
}

func TestBackup(t *testing.T) {
	s := fresh(t)
	tn := sample(t, "cup", 9)
	create(t, s, tn)
	path := filepath.Join(t.TempDir(), "copy's.db")
	if _, err := s.Backup(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	same(t, "the copy", load1(t, reopen(t, path), "cup"), tn)
	_, err := s.Backup(t.Context(), path)
	wantFault(t, err, "database.backup.exists")
	_, err = s.Backup(t.Context(), filepath.Join(t.TempDir(), "nowhere", "copy.db"))
	wantFault(t, err, "database.backup.write")
}

func TestFilesAreTheOwnersOnly(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("files have no such modes here")
	}
	dir := t.TempDir()
	s := reopen(t, filepath.Join(dir, "test.db"))
	create(t, s, sample(t, "cup", 2))
	if _, err := s.Backup(t.Context(), filepath.Join(dir, "copy.db")); err != nil {
		t.Fatal(err)
	}
	files, err := os.ReadDir(dir)
	if err != nil || len(files) != 4 { // with the write-ahead log and its index
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, f := range files {
		info, err := f.Info()
		if err != nil {
			t.Fatal(err)
		}
		if info.Mode().Perm() != 0o600 {
			t.Errorf("%s has mode %v", f.Name(), info.Mode())
		}
	}
}

// TestEnginePair checks that the engine is built with its matching C library;
// another one compiles, and fails at run time.
func TestEnginePair(t *testing.T) {
	list := func(format, module string) string {
		t.Helper()
		out, err := exec.Command("go", "list", "-m", "-f", format, module).Output()
		if errors.Is(err, exec.ErrNotFound) {
			t.Skip("no go command here")
		}
		if err != nil {
			t.Fatal(err)
		}
		return strings.TrimSpace(string(out))
	}
	wanted, err := os.ReadFile(list("{{.GoMod}}", "modernc.org/sqlite"))
	if err != nil {
		t.Fatal(err)
	}
	if have := "modernc.org/libc " + list("{{.Version}}", "modernc.org/libc"); !strings.Contains(string(wanted), have+"\n") {
		t.Errorf("%s is not what modernc.org/sqlite asks for", have)
	}
}
