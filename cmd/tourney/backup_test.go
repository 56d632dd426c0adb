package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tourney/internal/app/director"
	"tourney/internal/data/copies"
	"tourney/internal/data/store"
	"tourney/internal/testkit/databasetest"
	"tourney/internal/tournament"
)

// kept returns the path of a database with one tournament of two players.
func kept(t *testing.T) string {
	t.Helper()
	db := databasetest.File(t, filepath.Join(t.TempDir(), "cup.db"), store.OpenScratch)
	sheet := write(t, "cup.csv", "Name;Rank\nSalo Anna;4d\nBerg Nils;1k\n")
	if code, _, errs := line(t, "import", sheet, "--db", db); code != 0 {
		t.Fatalf("exit %d, %s", code, errs)
	}
	return db
}

func TestBackupVerifyRestore(t *testing.T) {
	t.Parallel()
	db := kept(t)
	out := filepath.Join(t.TempDir(), "backup.db")
	code, printed, errs := line(t, "backup", "--db", db, out)
	if code != 0 || !strings.Contains(printed, "backup.db, and verified: 1 tournament, last change ") {
		t.Fatalf("exit %d, %s%s", code, printed, errs)
	}
	if code, printed, _ := line(t, "verify", out); code != 0 || !strings.Contains(printed, "is sound: 1 tournament, last change ") || !strings.Contains(printed, "Players  2 ") {
		t.Errorf("exit %d, %s", code, printed)
	}
	if code, printed, errs := line(t, "restore", out, "--db", db); code != 0 || !strings.Contains(printed, "The previous database is now "+db+".aside-") ||
		!strings.Contains(printed, "Restored to "+db+", and verified: 1 tournament") {
		t.Errorf("exit %d, %s%s", code, printed, errs)
	}
	if code, printed, errs := line(t, "verify", db); code != 0 {
		t.Errorf("exit %d, %s%s", code, printed, errs)
	}
}

func TestVerifyInJSON(t *testing.T) {
	t.Parallel()
	db := kept(t)
	var report struct {
		Sound       bool
		Schema      int
		Changed     string
		Tournaments []struct{ Slug, Name string }
		Findings    []struct{ Code, Text string }
	}
	code, printed, errs := line(t, "verify", "--json", db)
	if err := json.Unmarshal([]byte(printed), &report); code != 0 || err != nil || !report.Sound || report.Schema == 0 ||
		len(report.Tournaments) != 1 || report.Tournaments[0].Slug != "players" || report.Changed == "" || report.Findings == nil {
		t.Errorf("exit %d, %v, %s%s", code, err, printed, errs)
	}
	spoil(t, db)
	code, printed, errs = line(t, "verify", "--json", db)
	if err := json.Unmarshal([]byte(printed), &report); code != 1 || err != nil || report.Sound || len(report.Findings) == 0 || report.Findings[0].Code == "" {
		t.Errorf("exit %d, %v, %s%s", code, err, printed, errs)
	}
}

func spoil(t *testing.T, db string) {
	t.Helper()
	content, err := os.ReadFile(db)
	if err != nil {
		t.Fatal(err)
	}
	for i := 8192; i < 16384; i++ {
		content[i] ^= 0x55
	}
	if err := os.WriteFile(db, content, 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestBackupsAreRefused(t *testing.T) {
	t.Parallel()
	db := kept(t)
	damaged := kept(t)
	spoil(t, damaged)
	dir := t.TempDir()
	none, notes := filepath.Join(dir, "none.db"), write(t, "notes.txt", strings.Repeat("The light is bad at table 3.\n", 9))
	for _, tt := range []struct {
		args     []string
		code     int
		expected string
	}{
		{[]string{"backup", none}, 2, "--db"},
		{[]string{"restore", db}, 2, "--db"},
		{[]string{"backup", "--db", none, filepath.Join(dir, "a.db")}, 1, "File not found: " + none},
		{[]string{"backup", "--db", db, notes}, 1, notes + ": A file with this name already exists"},
		{[]string{"backup", "--db", db, filepath.Join(dir, "nowhere", "a.db")}, 1, "The copy could not be written"},
		{[]string{"backup", "--db", damaged, filepath.Join(dir, "b.db")}, 1, "damaged"},
		{[]string{"backup", "--db", notes, filepath.Join(dir, "c.db")}, 1, "This is not a tourney database"},
		{[]string{"verify", none}, 1, "File not found: " + none},
		{[]string{"verify", notes}, 1, notes + ": This is not a tourney database"},
		{[]string{"verify", damaged}, 1, damaged + ": "},
		{[]string{"restore", none, "--db", db}, 1, "File not found: " + none},
		{[]string{"restore", damaged, "--db", db}, 1, damaged + ": The backup is damaged; nothing was restored."},
		{[]string{"restore", db, "--db", db}, 1, "The backup is the database itself"},
	} {
		t.Run(called(tt.args...), func(t *testing.T) {
			code, out, errs := line(t, tt.args...)
			if code != tt.code || !strings.Contains(errs, tt.expected) {
				t.Errorf("tourney %s: exit %d, want %d; %q is not in\n%s%s", strings.Join(tt.args, " "), code, tt.code, tt.expected, out, errs)
			}
		})
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 0 {
		t.Errorf("%v, %v: something was made", left, err)
	}
	if code, printed, errs := line(t, "verify", db); code != 0 {
		t.Errorf("exit %d, %s%s", code, printed, errs)
	}
}

// At the first start of a new database beside files of an earlier one, serve names them and explains their use.
func TestFirstStartNamesEarlierFiles(t *testing.T) {
	t.Parallel()
	db := kept(t)
	dir := filepath.Dir(db)
	if code, _, errs := line(t, "backup", "--db", db, filepath.Join(dir, "tourney-20260502-093000.db")); code != 0 {
		t.Fatal(errs)
	}
	if err := os.Rename(db, db+".aside-20260502-093001"); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(db+"-wal", []byte(strings.Repeat("frames", 100)), 0o600); err != nil {
		t.Fatal(err)
	}
	printed, errs := startOnce(t, db)
	for _, want := range []string{"there are files of an earlier one next to it", "“tourney restore”", "tourney-20260502-093000.db\n", "cup.db.aside-20260502-093001\n", "First start"} {
		if !strings.Contains(printed, want) {
			t.Errorf("%q is not in\n%s", want, printed)
		}
	}
	if !strings.Contains(errs, "Set aside, because it does not belong to this database: "+db+".aside-") || !strings.Contains(errs, "-wal.") {
		t.Errorf("expected %q", errs)
	}
	if printed, _ := startOnce(t, db); !strings.Contains(printed, "Set aside, because it does not belong to this database: "+db+".aside-") {
		t.Errorf("the next start does not name the log that was set aside:\n%s", printed)
	}
	if printed, _ := startOnce(t, filepath.Join(t.TempDir(), "new.db")); strings.Contains(printed, "earlier") {
		t.Errorf("where nothing lies beside it:\n%s", printed)
	}
}

// A database with a tournament is not empty, even without people, as after an import or a program's request: its first
// start names no earlier files, whose restore would replace it.
func TestFirstStartWithATournamentNamesNoEarlierFiles(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	t.Parallel()
	db := kept(t)
	if code, _, errs := line(t, "backup", "--db", db, filepath.Join(filepath.Dir(db), "tourney-20260502-093000.db")); code != 0 {
		t.Fatal(errs)
	}
	set := func(column string) {
		open, err := sql.Open("sqlite", db)
		if err != nil {
			t.Fatal(err)
		}
		defer open.Close()
		if _, err := open.Exec("update tournaments set " + column); err != nil {
			t.Fatal(err)
		}
	}
	for _, state := range []string{"hidden = 0", "hidden = 1", "archived = 1", "deleted = '2026-05-02 09:30:00'"} {
		set(state)
		printed, _ := startOnce(t, db)
		if strings.Contains(printed, "empty") || strings.Contains(printed, "tourney restore") || !strings.Contains(printed, "First start") {
			t.Errorf("%s: the start prints\n%s", state, printed)
		}
	}
}

// A database with a token or a rating list is not empty either: a program publishes by the token, and the list is for
// searches.
func TestFirstStartWithATokenOrAListNamesNoEarlierFiles(t *testing.T) {
	t.Parallel()
	for name, add := range map[string][]string{
		"a token": {"token", "--scope", "publish", "--name", "Hall"},
		"a list":  {"import", write(t, "club.csv", smallList), "--list"},
	} {
		db := filepath.Join(t.TempDir(), "cup.db")
		startOnce(t, db)
		if code, _, errs := line(t, append(add, "--db", db)...); code != 0 {
			t.Fatalf("%s: %s", name, errs)
		}
		if code, _, errs := line(t, "backup", "--db", db, filepath.Join(filepath.Dir(db), "tourney-20260502-093000.db")); code != 0 {
			t.Fatal(errs)
		}
		printed, _ := startOnce(t, db)
		if strings.Contains(printed, "empty") || !strings.Contains(printed, "First start") {
			t.Errorf("%s: the start prints\n%s", name, printed)
		}
	}
}

// Data that a newer program has used are not opened: the start names the copy that this program can use, with the command
// that restores it. Copies of the newer program are not named.
func TestNewerDataNameTheCopyFromBefore(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	t.Parallel()
	db := kept(t)
	startOnce(t, db)
	made, err := copies.List(copies.Folder(db), db)
	if err != nil || len(made) != 1 {
		t.Fatalf("backups %v, %v", made, err)
	}
	open, err := sql.Open("sqlite", db)
	if err == nil {
		_, err = open.Exec("insert into goose_db_version (version_id, is_applied) values (9999, 1)")
		err = errors.Join(err, open.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	for n := range 6 { // more than are tried
		newer, err := copies.New(copies.Folder(db), db, time.Now().Add(time.Duration(n)*time.Second), copies.ByClock)
		if err == nil {
			err = copies.CopyTo(db, newer.Path)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	code, _, errs := line(t, "serve", "--db", db, "--addr", "127.0.0.1:0")
	if want := fmt.Sprintf("tourney restore %q --db %q", made[0].Path, db); code != 1 || !strings.Contains(errs, "with 1 tournament, last change ") || !strings.Contains(errs, want) {
		t.Fatalf("exit %d, %s; want %s", code, errs, want)
	}
	if code, printed, errs := line(t, "restore", made[0].Path, "--db", db); code != 0 || !strings.Contains(printed, db+".aside-") {
		t.Fatalf("exit %d, %s%s", code, printed, errs)
	}
	startOnce(t, db)
}

// startOnce serves a database until it listens, and returns the output.
func startOnce(t *testing.T, db string) (printed, errs string) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	out := &stopAt{text: "Stop with", stop: cancel}
	var e strings.Builder
	if code := run(ctx, []string{"serve", "--db", db, "--addr", "127.0.0.1:0"}, out, &e); code != 0 {
		t.Fatalf("exit %d, %s", code, e.String())
	}
	return out.String(), e.String()
}

func TestBackupsInEveryLanguage(t *testing.T) {
	db := kept(t)
	damaged := kept(t)
	spoil(t, damaged)
	for language, expected := range map[string][2]string{
		"C":  {"is sound: 1 tournament, last change", "is not sound."},
		"fi": {"on ehjä: 1 turnaus, viimeisin muutos", "ei ole ehjä."},
		"pl": {"jest w porządku: 1 turniej, ostatnia zmiana", "jest uszkodzony."},
		"cs": {"je v pořádku: 1 turnaj, poslední změna", "není v pořádku."},
	} {
		t.Run(language, func(t *testing.T) {
			t.Setenv("LC_ALL", language)
			for i, path := range []string{db, damaged} {
				var out, errs strings.Builder
				if code := run(t.Context(), []string{"verify", path}, &out, &errs); code != i || !strings.Contains(out.String(), expected[i]) {
					t.Errorf("in %s: exit %d, %s%s", language, code, out.String(), errs.String())
				}
			}
		})
	}
}

// A second server on the same file is refused with a message, while the first continues.
func TestSecondServeIsRefused(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	t.Parallel()
	db := kept(t)
	open, err := store.Open(t.Context(), db)
	if err != nil {
		t.Fatal(err)
	}
	defer open.Close()
	h := &harness{t: t, db: db}
	if said := h.command(1, "serve", "--db", db, "--addr", "127.0.0.1:0"); !strings.Contains(said, "Another program has this data file open") {
		t.Errorf("says %q", said)
	}
}

// A server that is stopped as soon as it listens makes a backup and prints no errors. If the file is damaged
// afterwards, the next start names that backup and the command that restores it.
func TestDamagedStartNamesTheSoundBackup(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	t.Parallel()
	db := kept(t)
	for range 5 {
		if _, errs := startOnce(t, db); errs != "" {
			t.Errorf("complains: %s", errs)
		}
	}
	made, err := copies.List(copies.Folder(db), db)
	if err != nil || len(made) != 1 {
		t.Fatalf("backups %v, %v", made, err)
	}
	spoil(t, db)
	code, _, errs := line(t, "serve", "--db", db, "--addr", "127.0.0.1:0")
	if want := fmt.Sprintf("tourney restore %q --db %q", made[0].Path, db); code != 1 || !strings.Contains(errs, "The database is damaged. Its latest sound backup is of ") ||
		!strings.Contains(errs, "with 1 tournament, last change ") || !strings.Contains(errs, want) {
		t.Errorf("exit %d, %s", code, errs)
	}
	// An uploaded file is not recommended; the message has the command all the same.
	sent := strings.NewReplacer("at-stop", "uploaded", "by-clock", "uploaded").Replace(made[0].Path) // whichever came first
	if err := os.Rename(made[0].Path, sent); err != nil {
		t.Fatal(err)
	}
	made[0].Path = sent
	code, _, errs = line(t, "serve", "--db", db, "--addr", "127.0.0.1:0")
	if want := fmt.Sprintf("tourney restore BACKUP --db %q", db); code != 1 || strings.Contains(errs, sent) || !strings.Contains(errs, want) {
		t.Errorf("exit %d, %s", code, errs)
	}
	if code, _, errs := line(t, "restore", made[0].Path, "--db", db); code != 0 {
		t.Errorf("exit %d, %s", code, errs)
	}
	startOnce(t, db)
}

// within runs do on a database.
func within(t *testing.T, db string, do func(s *store.Store, d *director.Director)) {
	t.Helper()
	s, err := store.Open(t.Context(), db)
	if err != nil {
		t.Fatal(err)
	}
	do(s, director.New(s, time.Now))
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

// The command that restores a backup repeats the erasures since, and reports them.
func TestRestoreByCommandForgetsAgain(t *testing.T) {
	t.Parallel()
	db := kept(t)
	out := filepath.Join(t.TempDir(), "backup.db")
	if code, _, errs := line(t, "backup", "--db", db, out); code != 0 {
		t.Fatal(errs)
	}
	find := func(d *director.Director) (slug string, players []tournament.Player) {
		list, err := d.Catalogue().Find(t.Context(), director.Search{}, director.Page{Most: 9})
		if err != nil || len(list) != 1 {
			t.Fatalf("%v, %v", list, err)
		}
		s, err := d.Snapshot(t.Context(), list[0].Info.Slug)
		if err != nil {
			t.Fatal(err)
		}
		return list[0].Info.Slug, s.Tournament.Players
	}
	within(t, db, func(_ *store.Store, d *director.Director) {
		slug, players := find(d)
		desk := d.On(director.Actor{Name: "Anna"}, slug)
		if err := d.PersonalData().Forget(t.Context(), desk, players[1].ID, players[1].Name()); err != nil {
			t.Fatal(err)
		}
	})
	code, printed, errs := line(t, "restore", out, "--db", db)
	if code != 0 || !strings.Contains(printed, "1 person erased earlier was erased again.") {
		t.Errorf("exit %d, %s%s", code, printed, errs)
	}
	within(t, db, func(_ *store.Store, d *director.Director) {
		if _, players := find(d); players[0].Forgotten || !players[1].Forgotten {
			t.Errorf("the players are %+v", players)
		}
	})
}
