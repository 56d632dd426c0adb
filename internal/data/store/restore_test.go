package store

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gorm.io/gorm"

	"tourney/internal/data/database"
	"tourney/internal/data/durable"
	"tourney/internal/rank"
	"tourney/internal/tournament"
)

// crashed is a database that was killed: one tournament was saved before the
// backup, the others after it, only in the write-ahead log.
type crashed struct{ path, backup string }

// lateWrites returns the number of changes after the backup.
func lateWrites() int { return rounds(30, 5) }

func crash(t *testing.T) crashed {
	t.Helper()
	dir := t.TempDir()
	live := filepath.Join(dir, "live.db")
	s := freshFile(t, live)
	create(t, s, sample(t, "cup", 40))
	c := crashed{filepath.Join(dir, "tourney.db"), filepath.Join(dir, "backup.db")}
	if _, err := s.Backup(t.Context(), c.backup); err != nil {
		t.Fatal(err)
	}
	if whole, err := fileOf(t, s).Checkpoint(); err != nil || !whole {
		t.Fatal(whole, err)
	}
	// The pin delays checkpoints until the files are copied.
	err := fileOf(t, s).Rescue(func(gorm.ConnPool) error {
		c.crash(t, s, live)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// crash writes to a store on a file, and copies what a killed process would leave.
func (c crashed) crash(t *testing.T, s *Store, live string) {
	t.Helper()
	was := load1(t, s, "cup")
	for n := range lateWrites() {
		now := was.Clone()
		now.Info.Place = fmt.Sprint("Hall ", n)
		p := tournament.Player{Family: fmt.Sprint("Late", n), Given: strings.Repeat("x", 60), Rank: rank.Kyu(3), Notes: strings.Repeat("note ", 200)}
		if _, err := now.AddPlayer(p, tournament.RefuseNamesakes); err != nil {
			t.Fatal(err)
		}
		save(t, s, was, now, Entry{By: "Test", At: at, Action: "edit"})
		was = now
	}
	create(t, s, sample(t, "bowl", 60))
	for _, suffix := range []string{"", database.WALSuffix, database.IndexSuffix} { // the files of a killed process
		copied(t, live+suffix, c.path+suffix)
	}
	if durable.Size(c.path+database.WALSuffix) == 0 {
		t.Fatal("nothing is in the write-ahead log")
	}
}

func copied(t *testing.T, from, to string) {
	t.Helper()
	content, err := os.ReadFile(from)
	if err == nil {
		err = os.WriteFile(to, content, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// sound verifies a file and returns its tournaments.
func sound(t *testing.T, path string) (slugs []string) {
	t.Helper()
	report, err := Verify(t.Context(), path)
	if err != nil || len(report.Findings) > 0 {
		t.Fatalf("%s: %v, %v", path, err, report.Findings)
	}
	for _, v := range report.Tournaments {
		slugs = append(slugs, v.Slug)
	}
	return slugs
}

func TestACrashLosesNothing(t *testing.T) {
	c := crash(t)
	if got := sound(t, c.path); len(got) != 2 {
		t.Errorf("verified: %v", got)
	}
	if got := load1(t, reopen(t, c.path), "cup"); got.Version != 1+lateWrites() {
		t.Errorf("version %d", got.Version)
	}
}

// After a crash a backup is copied over the file: the backup is opened, and the
// write-ahead log of the other file is kept beside it.
func TestBackupCopiedOverACrashedFile(t *testing.T) {
	c := crash(t)
	log, err := os.ReadFile(c.path + database.WALSuffix)
	if err != nil {
		t.Fatal(err)
	}
	copied(t, c.backup, c.path)
	if got := sound(t, c.path); len(got) != 1 { // before it is opened
		t.Errorf("verified: %v", got)
	}
	s := reopen(t, c.path)
	if got := load1(t, s, "cup"); got.Version != 1 {
		t.Errorf("version %d, want that of the backup", got.Version)
	}
	aside := s.SetAside()
	if len(aside) == 0 {
		t.Fatal("nothing is said to be set aside")
	}
	kept, err := os.ReadFile(aside[0])
	if err != nil || !bytes.Equal(kept, log) || !strings.HasSuffix(aside[0], database.WALSuffix) {
		t.Errorf("%v: %v", aside, err)
	}
}

// A copy of only the file from an earlier day, beside the write-ahead log of
// today, is not opened; a copy without the log is offered.
func TestOlderFileWithALaterLog(t *testing.T) {
	c := crash(t)
	older := filepath.Join(t.TempDir(), "older.db")
	s := freshFile(t, older)
	create(t, s, sample(t, "old", 3))
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	copied(t, older, c.path)
	before, err := os.ReadFile(c.path)
	if err != nil {
		t.Fatal(err)
	}
	log := durable.Size(c.path + database.WALSuffix)
	for range 3 { // a service restarts again and again
		_, err = Open(t.Context(), c.path)
		wantFault(t, err, "database.alone")
	}
	after, readErr := os.ReadFile(c.path)
	if readErr != nil || !bytes.Equal(before, after) || durable.Size(c.path+database.WALSuffix) != log {
		t.Error("the refused files were changed")
	}
	found, globErr := filepath.Glob(c.path + ".alone-*")
	if globErr != nil || len(found) != 1 {
		t.Fatalf("%v, %v", found, globErr)
	}
	if got := sound(t, found[0]); len(got) != 1 || got[0] != "old" {
		t.Errorf("the copy has %v", got)
	}
	if _, err := Restore(t.Context(), found[0], c.path, nothing); err != nil {
		t.Error(err)
	}
	load1(t, reopen(t, c.path), "old")
}

func TestLogWithoutItsFile(t *testing.T) {
	c := crash(t)
	if err := os.Remove(c.path); err != nil {
		t.Fatal(err)
	}
	log := durable.Size(c.path + database.WALSuffix)
	s := reopen(t, c.path)
	if aside := s.SetAside(); len(aside) != 2 || durable.Size(aside[0]) != log {
		t.Errorf("set aside: %v", aside)
	}
}

func TestRestore(t *testing.T) {
	c := crash(t)
	done, err := Restore(t.Context(), c.backup, c.path, nothing)
	report, aside := done.Report, done.Aside
	if err != nil || len(report.Tournaments) != 1 || len(aside) != 3 {
		t.Fatalf("%+v, %v, %v", report, aside, err)
	}
	if got := sound(t, aside[0]); len(got) != 2 { // with its log beside it
		t.Errorf("set aside: %v", got)
	}
	if got := load1(t, reopen(t, c.path), "cup"); got.Version != 1 {
		t.Errorf("version %d", got.Version)
	}
	fresh := filepath.Join(t.TempDir(), "fresh.db")
	if done, err := Restore(t.Context(), c.backup, fresh, nothing); err != nil || len(done.Aside) != 0 {
		t.Errorf("where nothing was: %v, %v", aside, err)
	}
	sound(t, fresh)
}

func TestRestoreRefuses(t *testing.T) {
	c := crash(t)
	broken := filepath.Join(t.TempDir(), "broken.db")
	copied(t, c.backup, broken)
	content, err := os.ReadFile(broken)
	if err != nil {
		t.Fatal(err)
	}
	for i := 8192; i < 16384; i++ {
		content[i] ^= 0x55
	}
	if err := os.WriteFile(broken, content, 0o600); err != nil {
		t.Fatal(err)
	}
	notes := filepath.Join(t.TempDir(), "notes.txt")
	if err := os.WriteFile(notes, []byte("Round 1: table 3 is by the window, the light is bad there.\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ backup, key string }{
		{broken, "database.restore.damaged"}, {notes, "database.alien"}, {c.path, "database.restore.same"}, {filepath.Join(t.TempDir(), "none.db"), "database.open"},
	} {
		t.Run(tt.key, func(t *testing.T) {
			done, err := Restore(t.Context(), tt.backup, c.path, nothing)
			aside := done.Aside
			wantFault(t, err, tt.key)
			if len(aside) != 0 {
				t.Errorf("%s: %v were set aside", tt.key, aside)
			}
		})
	}
	if got := sound(t, c.path); len(got) != 2 {
		t.Errorf("the file has %v", got)
	}
}

// TestRestoreNeedsTheFileForItself holds a database open in another process.
func TestRestoreNeedsTheFileForItself(t *testing.T) {
	const name = "TOURNEY_TEST_HOLD"
	if path := os.Getenv(name); path != "" {
		reopen(t, path)
		fmt.Println("held")
		time.Sleep(time.Minute) // it is killed before
		return
	}
	c := crash(t)
	cmd := exec.Command(os.Args[0], "-test.run=^TestRestoreNeedsTheFileForItself$", "-test.v")
	cmd.Env = append(os.Environ(), name+"="+c.path)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for lines := bufio.NewScanner(out); lines.Scan() && lines.Text() != "held"; {
	}
	done, err := Restore(t.Context(), c.backup, c.path, nothing)
	aside := done.Aside
	wantFault(t, err, "database.held")
	if len(aside) != 0 {
		t.Errorf("%v were set aside", aside)
	}
	if err := errors.Join(cmd.Process.Kill()); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // it was killed
	if _, err := Restore(t.Context(), c.backup, c.path, nothing); err != nil {
		t.Error(err)
	}
}

func TestVerifyFinds(t *testing.T) {
	for name, tt := range map[string]struct{ spoil, key string }{
		"nothing":             {"select 1", ""},
		"a lost entry":        {"delete from log where version = 2", "database.verify.gap"},
		"a changed result":    {"update games set body = json_set(body, '$.result', 'W+R') where id = (select max(id) from games)", "database.verify.stray"},
		"a lost game":         {"delete from games where id = (select max(id) from games)", "database.verify.stray"},
		"a renamed player":    {"update players set body = json_set(body, '$.family', 'Nobody') where id = 1", "database.verify.stray"},
		"an unreadable entry": {"update log set changes = '[' where version = 1", "database.verify.log"},
		"a lost table":        {"drop table sessions", "database.verify.schema"},
		"a lost tournament":   {"pragma foreign_keys = off; delete from tournaments", "database.damaged"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "test.db")
			s := freshFile(t, path)
			was := sample(t, "cup", 6)
			create(t, s, was)
			now := was.Clone()
			now.Info.Place = "Hall"
			save(t, s, was, now, Entry{By: "Test", At: at, Action: "edit"})
			if err := s.writer.Exec(tt.spoil).Error; err != nil {
				t.Fatal(err)
			}
			report, err := Verify(t.Context(), path)
			if err != nil {
				t.Fatal(err)
			}
			if tt.key == "" {
				if len(report.Findings) > 0 || len(report.Tournaments) != 1 || report.Tournaments[0].Version != 2 || !report.Changed.Equal(at) {
					t.Errorf("%+v", report)
				}
				return
			}
			if len(report.Findings) == 0 {
				t.Fatal("nothing is found")
			}
			wantFault(t, report.Findings[0], tt.key)
			_, err = s.Backup(t.Context(), path+".copy")
			wantFault(t, err, "database.backup.unsound")
			if left, err := filepath.Glob(path + ".copy*"); err != nil || len(left) > 0 {
				t.Errorf("%v, %v are left", left, err)
			}
		})
	}
}

// An older file can also be named by its place in the working directory.
func TestVerifyOlderFileHere(t *testing.T) {
	path := olderFile(t)
	t.Chdir(filepath.Dir(path))
	if report, err := Verify(t.Context(), filepath.Base(path)); err != nil || len(report.Tournaments) != 2 {
		t.Errorf("%+v, %v", report, err)
	}
}

// A backup of an older program can be verified and restored.
func TestVerifyOlderBackup(t *testing.T) {
	path := olderFile(t)
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	report, err := Verify(t.Context(), path)
	if err != nil || report.Schema != 36 || len(report.Findings) > 0 {
		t.Errorf("%+v, %v", report, err)
	}
	if after, err := os.ReadFile(path); err != nil || !bytes.Equal(before, after) || durable.Exists(path+database.WALSuffix) {
		t.Errorf("the file was changed, %v", err)
	}
}

func TestBackupOfAFile(t *testing.T) {
	c := crash(t)
	log := durable.Size(c.path + database.WALSuffix)
	to := filepath.Join(t.TempDir(), "copy.db")
	report, err := Backup(t.Context(), c.path, to)
	if err != nil || len(report.Tournaments) != 2 || durable.Size(c.path+database.WALSuffix) != log {
		t.Errorf("%+v, %v", report, err)
	}
	sound(t, to)
	none := filepath.Join(t.TempDir(), "none.db")
	_, err = Backup(t.Context(), none, to+"2")
	wantFault(t, err, "database.open")
	if _, err := os.Stat(none); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the source was made: %v", err)
	}
}

// nothing carries nothing over.
func nothing(context.Context, string, string) error { return nil }
