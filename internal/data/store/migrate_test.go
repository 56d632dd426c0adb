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
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"tourney/internal/data/copies"
	"tourney/internal/data/database"
	"tourney/internal/data/durable"
	"tourney/internal/fault"
	"tourney/internal/rank"
	"tourney/internal/role"
	"tourney/internal/tournament"
)

// newer returns the migrations with one more, and the version before it.
func newer(t *testing.T, sql string) (files fs.FS, before int) {
	t.Helper()
	all := upTo(t, 99999)
	for name := range all {
		version, err := strconv.Atoi(name[:5])
		if err != nil {
			t.Fatal(err)
		}
		before = max(before, version)
	}
	all[fmt.Sprintf("%05d_next.sql", before+1)] = &fstest.MapFile{Data: []byte("-- +goose Up\n" + sql)}
	return all, before
}

// olderFile makes a database of an older version, runs SQL on it and returns its path.
func olderFile(t *testing.T, version int, fill string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "test.db")
	old, err := open(t.Context(), path, upTo(t, version))
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(old.writer.Exec(fill).Error, old.Close()); err != nil {
		t.Fatal(err)
	}
	return path
}

// upTo returns the migrations up to a version.
func upTo(t *testing.T, version int) fstest.MapFS {
	t.Helper()
	names, err := fs.Glob(migrations(), "*.sql")
	if err != nil {
		t.Fatal(err)
	}
	some := fstest.MapFS{}
	for i, name := range names {
		data, err := fs.ReadFile(migrations(), name)
		if err != nil {
			t.Fatal(err)
		}
		if i < version {
			some[name] = &fstest.MapFile{Data: data}
		}
	}
	return some
}

// rebuild replaces a table by a copy, as changing a constraint does in SQLite.
const rebuild = `create table next (tournament_id integer not null, number integer not null, published boolean not null,
	starts datetime, seed integer not null, total text not null, inputs text not null, bye integer not null,
	program text not null, made_from text not null, primary key (tournament_id, number));
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

// TestRecordsComeToOlderFiles opens a file from before there were game records.
func TestRecordsComeToOlderFiles(t *testing.T) {
	path := olderFile(t, 1, `insert into tournaments values (1, 'cup', 'Cup', '', '', '', '', null, null, '', false, '{"Rounds":1,"Size":19}', 3, 1);
insert into players values (1, 1, 'A', '', 30, 0, null, '', '', '', '', '', '', '', '', 1, 0, 0, 0, null, '', ''),
	(1, 2, 'B', '', 30, 0, null, '', '', '', '', '', '', '', '', 1, 0, 0, 0, null, '', '');
insert into rounds values (1, 1, true, null, 0, '', '', 0, '');
insert into games values (1, 3, 1, 1, 1, 2, 0, 13, false, false, false, 'B+R', 0, '', null, '?', '', null);`)
	tn := load1(t, reopen(t, path), "cup")
	if g := tn.Rounds[0].Games[0]; g.Result.String() != "B+R" || g.Record != "" || g.Dead != "" || g.Accepted != (tournament.Acceptance{}) {
		t.Errorf("the game has become %+v", g)
	}
}

// TestDaysComeToOlderFiles opens a file from before there were sign-ups and days.
func TestDaysComeToOlderFiles(t *testing.T) {
	path := olderFile(t, 16, `insert into tournaments values (1, 'cup', 'Cup', '', '', '', '', null, null, '', false, '{"rounds":1,"size":19}', 3, 1);
insert into players (tournament_id, id, family, given, rank, grade, last_rank, rating_origin, country, club, egd, ffg, aga, ffg_status, aga_expiry,
	status, absent, half_byes, start_correction, notes, contact, born)
values (1, 1, 'Aho', 'Aino', 30, 0, 0, '', '', '', '', '', '', '', '', 1, 0, 0, 0, '', 'a@example.org', 0);`)
	s := reopen(t, path)
	was := load1(t, s, "cup")
	want := tournament.Player{ID: 1, Family: "Aho", Given: "Aino", Rank: rank.Kyu(1), Status: tournament.CheckedIn, Contact: "a@example.org"}
	if d := cmp.Diff([]tournament.Player{want}, was.Players, cmp.AllowUnexported(rank.Rating{})); d != "" || was.Day.Requests != nil {
		t.Errorf("the players have become (-want +is):\n%s", d)
	}
	now := was.Clone()
	now.Players[0].Fee.Paid = 20_00
	now.Day.Announcements = []tournament.Announcement{{ID: now.NewID(), Text: "Tea", By: "Anna", At: at}}
	save(t, s, was, now, Entry{By: "Anna", At: at, Action: "x"})
	same(t, "after the migration", load1(t, s, "cup"), now)
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

// TestDesksComeToOlderFiles opens a file whose desks are identified by their names: each session survives, with a
// separate desk.
func TestDesksComeToOlderFiles(t *testing.T) {
	path := olderFile(t, 10, `insert into users values (1, 'Anna', 'anna', 'hash', '2026-01-01');
insert into sessions values ('one', 1, '2026-01-01', '2100-01-01'), ('two', 1, '2026-01-01', '2100-01-01');`)
	s := reopen(t, path)
	seen := map[string]bool{}
	for hash, name := range map[string]string{"one": "Desk 1", "two": "Desk 2"} {
		got, ok, err := s.Session(t.Context(), hash, at, time.Date(2025, 12, 31, 0, 0, 0, 0, time.UTC))
		if err != nil || !ok || got.User != "Anna" || got.DeskName != name || len(got.Desk) != 32 || seen[got.Desk] {
			t.Errorf("%s has become %+v, %v, %v", hash, got, ok, err)
		}
		seen[got.Desk] = true
	}
}

// TestReadingsComeToOlderFiles opens a file whose tables have no stored
// reading.
func TestReadingsComeToOlderFiles(t *testing.T) {
	path := olderFile(t, 3, `insert into rating_lists values (7, '', 'csv', 'club.csv', null, 2, x'00', '2026-03-14 10:00:00', 'Anna');`)
	all, err := reopen(t, path).RatingLists(t.Context())
	if err != nil || len(all) != 1 || all[0].ID != 7 || all[0].File != "club.csv" || all[0].Reading != "" {
		t.Errorf("the list has become %+v, %v", all, err)
	}
	if all[0].Organisation != FirstOrganisation {
		t.Errorf("the list belongs to %d", all[0].Organisation)
	}
}

// TestMakersComeToOlderFiles opens a file whose invitations have only the names of their makers.
func TestMakersComeToOlderFiles(t *testing.T) {
	path := olderFile(t, 27, `insert into users (id, name, key, password, created) values (3, 'Anna', 'anna', 'hash', '2026-01-01');
insert into members values (1, 3, 'owner');
insert into invitations values ('a', 1, null, 'desk', 0, 'door', 'Anna', '2026-03-21 10:00:00'), ('b', 1, null, 'desk', 0, 'hall', 'Gone', '2026-03-21 10:00:00');
insert into rating_lists (id, origin, name, format, reading, file, players, content, taken, taken_by) values (7, '', 'club', 'csv', '', 'club.csv', 2, x'00', '2026-03-14 10:00:00', 'Anna');`)
	s := reopen(t, path)
	day := time.Date(2026, 3, 20, 0, 0, 0, 0, time.UTC)
	for hash, want := range map[string]Maker{"a": {User: 3, Member: role.Owner}, "b": {}} {
		if i, ok, err := s.People().Invitation(t.Context(), hash, day); err != nil || !ok || i.Maker != want {
			t.Errorf("the maker of %s is %+v, %v, %v", hash, i.Maker, ok, err)
		}
	}
	err := s.Tx(t.Context(), func(tx *Tx) error {
		all, err := tx.People().InvitationsBy(3, day)
		if len(all) != 1 || all[0].Label != "door" {
			t.Errorf("Anna has made %+v", all)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestNamesComeToOlderFiles opens a file with one table without a name. Its
// line numbers are never reused.
func TestNamesComeToOlderFiles(t *testing.T) {
	path := olderFile(t, 4, `insert into rating_lists values (3, '', 'csv', 'club.csv', null, 2, x'01', '2026-03-14 10:00:00', 'Anna', '{"from":2}'),
	(5, 'EGF', 'egd', 'list.zip', '2026-03-01 00:00:00', 9, x'02', '2026-03-14 10:00:00', 'Anna', ''), (8, 'FFG', 'ffg', '', null, 9, x'03', '2026-03-14 10:00:00', 'Anna', '');
delete from rating_lists where id = 8;`)
	s := reopen(t, path)
	all, err := s.RatingLists(t.Context())
	if err != nil || len(all) != 2 || all[0].ID != 5 || all[0].Name != "EGF" || all[0].Date.Day() != 1 ||
		all[1].ID != 3 || all[1].Name != "club" || all[1].Reading != `{"from":2}` {
		t.Errorf("the lists have become %+v, %v", all, err)
	}
	err = s.Tx(t.Context(), func(tx *Tx) error {
		id, _, err := tx.SaveRatingList(RatingList{Organisation: FirstOrganisation, Name: "next", Taken: at}, []byte{1})
		if id <= 8 {
			t.Errorf("a new list has the number %d, which another had", id)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestCodesComeToOlderFiles opens a file whose tournament has its code among
// the fields of other programs.
func TestCodesComeToOlderFiles(t *testing.T) {
	path := olderFile(t, 5, `insert into tournaments values
	(1, 'cup', 'Cup', '', '', '', '', null, null, '', false, '{"Rounds":1,"Rating":{"Formula":"","Class":"A"},"Foreign":{"egd/TC":"T260314A","other":"x"}}', 0, 1),
	(2, 'bowl', 'Bowl', '', '', '', '', null, null, '', false, '{"Rounds":2}', 0, 1);`)
	s := reopen(t, path)
	if cup := load1(t, s, "cup").Settings; cup.Rating.Code != "T260314A" || cup.Rating.Class != "A" || len(cup.Foreign) != 1 || cup.Foreign["other"] != "x" {
		t.Errorf("the settings have become %+v and %v", cup.Rating, cup.Foreign)
	}
	if bowl := load1(t, s, "bowl").Settings; bowl.Rounds != 2 || bowl.Rating.Code != "" {
		t.Errorf("the other has become %+v", bowl)
	}
}

// TestInternetComesToOlderFiles opens a file whose tournaments have OpenGotha's
// internet flag among the fields of other programs.
func TestInternetComesToOlderFiles(t *testing.T) {
	path := olderFile(t, 9, `insert into tournaments values
	(1, 'online', 'Online', '', '', '', '', null, null, '', false,
		'{"Rounds":1,"Foreign":{"opengotha/GeneralParameterSet.bInternet":"True","other":"x"}}', 0, 1),
	(2, 'hall', 'Hall', '', '', '', '', null, null, '', false, '{"Rounds":2,"Foreign":{"opengotha/GeneralParameterSet.bInternet":"false"}}', 0, 1),
	(3, 'odd', 'Odd', '', '', '', '', null, null, '', false, '{"Rounds":2,"Foreign":{"opengotha/GeneralParameterSet.bInternet":"maybe"}}', 0, 1);`)
	s := reopen(t, path)
	for slug, want := range map[string]struct {
		internet bool
		foreign  int
	}{"online": {true, 1}, "hall": {false, 0}, "odd": {false, 1}} {
		if got := load1(t, s, slug).Settings; got.Internet != want.internet || len(got.Foreign) != want.foreign {
			t.Errorf("%s has become %v with %v", slug, got.Internet, got.Foreign)
		}
	}
}

// TestNamesOfOlderFiles opens a file of schema 15, whose JSON has the Go names of that time. One tournament has a value
// in every field and an entry of every kind of change, another one steps that can be undone.
func TestNamesOfOlderFiles(t *testing.T) {
	fill, err := os.ReadFile(filepath.Join("testdata", "schema-15.sql"))
	if err != nil {
		t.Fatal(err)
	}
	path := olderFile(t, 15, string(fill))
	report, err := Verify(t.Context(), path) // on a copy that is migrated
	if err != nil || len(report.Findings) > 0 || len(report.Tournaments) != 2 {
		t.Errorf("before: %+v, %v", report, err)
	}
	s := reopen(t, path)
	if err := s.Verify(t.Context()); err != nil {
		t.Error(err)
	}
	was := &tournament.Tournament{}
	for i, now := range everything() {
		entry, err := s.Logged(t.Context(), "everything", i+1)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(was.Diff(now), entry.Changes, cmp.AllowUnexported(rank.Rating{})); d != "" {
			t.Errorf("entry %d (-written +read):\n%s", i+1, d)
		}
		was = now
	}
	was.Version = 3
	same(t, "the settings and things", load1(t, s, "everything"), was)
	for version := 5; version > 1; version-- {
		entry, err := s.Logged(t.Context(), "cup", version)
		if err != nil {
			t.Fatal(err)
		}
		was := load1(t, s, "cup")
		now := was.Clone()
		if err := now.Undo(entry.Changes); err != nil {
			t.Fatalf("entry %d cannot be undone: %v", version, err)
		}
		save(t, s, was, now, Entry{By: "Anna", At: at, Action: "undo", Args: []any{entry.Action}, Undoes: version})
	}
	first := sample(t, "cup", 5)
	got := load1(t, s, "cup")
	first.Version, got.Rounds[0].Games[0].Revision = got.Version, 0
	same(t, "all undone", got, first)
	if err := s.Verify(t.Context()); err != nil {
		t.Error(err)
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
	db, err := migrating(foreign)
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

// TestUnusedFileIsNotCopied migrates a file without tournaments and users.
func TestUnusedFileIsNotCopied(t *testing.T) {
	path := olderFile(t, 15, "select 1")
	reopen(t, path)
	beside, err := filepath.Glob(path + ".*")
	check(t, err)
	made, err := copies.List(copies.Folder(path), path)
	check(t, err)
	if len(beside)+len(made) > 0 {
		t.Errorf("beside it are %v %v", beside, made)
	}
}

// TestEverySchemaHasAFile asks for a database of every schema before the latest,
// made by the program that had it.
func TestEverySchemaHasAFile(t *testing.T) {
	for n := 1; n < Schema(); n++ {
		if n == 14 {
			continue // it landed together with 15
		}
		for _, kind := range []string{"db.gz", "txt"} {
			if _, err := os.Stat(filepath.Join("testdata", "schemas", fmt.Sprintf("%d.%s", n, kind))); err != nil {
				t.Errorf("%v: run internal/data/store/testdata/schemas/add", err)
			}
		}
	}
}
