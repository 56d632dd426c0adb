package store

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"tourney/internal/data/database"
	"tourney/internal/role"
)

// replaced returns a store with a backup, changed since, and one person more.
func replaced(t *testing.T) (s *Store, path, backup string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "tourney.db")
	s = freshFile(t, path)
	now := time.Now()
	user := func(name string, number string) {
		err := s.Tx(t.Context(), func(tx *Tx) error {
			id, _, err := tx.AddUser(User{Name: name, Key: name, Password: "hash of '" + name + "?"}, now)
			return errors.Join(err, tx.People().SetMember(FirstOrganisation, id, role.Desk),
				tx.AddSession("token "+name, Session{UserID: id, Desk: number, DeskName: "x", Created: now}, now.Add(time.Hour)),
				addPasskey(tx, Passkey{ID: "key of " + name, UserID: id, Label: name + "'s?", Credential: `{"id":"it's ?"}`, Created: now}))
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	user("anna", "1")
	tn := sample(t, "cup", 40)
	create(t, s, tn)
	set := func(value string) func(tx *Tx) error {
		return func(tx *Tx) (err error) {
			for _, name := range []string{"standby", "standby former", "other"} {
				err = errors.Join(err, tx.DropSecret(name), tx.SetSecret(name, value))
			}
			return err
		}
	}
	check(t, s.Tx(t.Context(), set("of before")))
	backup = filepath.Join(t.TempDir(), "backup.db")
	if _, err := s.Backup(t.Context(), backup); err != nil {
		t.Fatal(err)
	}
	for _, place := range []string{"Hall 1", "Hall 2"} {
		next := load1(t, s, "cup").Clone()
		next.Info.Place = place
		save(t, s, load1(t, s, "cup"), next, Entry{By: "Anna", At: now, Action: "tournament.info"})
	}
	create(t, s, sample(t, "bowl", 4))
	user("bela", "2")
	check(t, s.Tx(t.Context(), set("of now")))
	err := s.Tx(t.Context(), func(tx *Tx) error {
		_, err := tx.People().AddOrganisation("Another Club")
		bela := Member{User: 2, Role: role.Director}
		return errors.Join(err, tx.People().SetGuest("cup", bela), tx.People().SetGuest("bowl", bela), tx.People().DropPasskey("key of anna"))
	})
	if err != nil {
		t.Fatal(err)
	}
	return s, path, backup
}

func addPasskey(tx *Tx, k Passkey) error {
	_, err := tx.People().AddPasskey(k)
	return err
}

// The backup replaces the database; the old files have dated names, and logins stay as they were at the end.
func TestReplacement(t *testing.T) {
	s, path, backup := replaced(t)
	list, err := Compare(t.Context(), s, backup)
	want := []Difference{{Slug: "cup", There: 1, Lost: 2}, {Slug: "bowl", Lost: 1}}
	if err != nil || !slices.EqualFunc(list, want, func(a, b Difference) bool { a.Name = ""; return a == b }) {
		t.Errorf("differences %+v, %v", list, err)
	}
	r, err := s.Replacement(t.Context(), backup)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Report.Tournaments) != 1 {
		t.Errorf("holds %+v", r.Report)
	}
	aside, lost, err := r.Apply(t.Context())
	if err != nil || lost != (RestoreErrors{}) || len(aside) != 1 {
		t.Fatal(aside, lost, err)
	}
	next := reopen(t, path)
	if err := next.Verify(t.Context()); err != nil {
		t.Error(err)
	}
	if got := load1(t, next, "cup").Version; got != 1 {
		t.Errorf("restored version %d", got)
	}
	_, err = next.Tournament(t.Context(), "bowl")
	wantFault(t, err, "tournament.missing")
	for _, name := range []string{"anna", "bela"} {
		u, known, err := next.User(t.Context(), name)
		if err != nil || !known || u.Password != "hash of '"+name+"?" {
			t.Errorf("%s: %+v, %v, %v", name, u, known, err)
		}
		if session, ok, err := next.Session(t.Context(), "token "+name, time.Now(), time.Now().Add(-time.Hour)); err != nil || !ok || session.User != name {
			t.Errorf("%s is logged out: %+v, %v", name, session, err)
		}
	}
	// A removed passkey stays removed, an added one stays.
	for user, want := range map[int]string{1: "[]", 2: `[{key of bela 2 bela's? {"id":"it's ?"}`} {
		if keys, err := next.People().Passkeys(t.Context(), user); err != nil || !strings.HasPrefix(fmt.Sprint(keys), want) {
			t.Errorf("the passkeys of %d are %v, %v; want %s", user, keys, err, want)
		}
	}
	// The guest of the tournament that the backup has stays one; the organisations too.
	if list, err := next.Catalogue().Find(t.Context(), Search{Visibility: Visibility{Desks: true, User: 2}}, Page{Most: 9}); err != nil || len(list) != 1 || list[0].Slug != "cup" {
		t.Errorf("the guest is one in %v, %v", list, err)
	}
	if all, err := next.People().Organisations(t.Context()); err != nil || len(all) != 2 {
		t.Errorf("the organisations are %v, %v", all, err)
	}
	if members, err := next.People().Members(t.Context(), FirstOrganisation, time.Now(), time.Now().Add(-24*time.Hour)); err != nil || len(members) != 2 {
		t.Errorf("the members are %v, %v", members, err)
	}
	// Secrets for signing links come from the backup with the tournaments; the secrets that prove the leader are the
	// present ones.
	for name, want := range map[string]string{"standby": "of now", "standby former": "of now", "other": "of before"} {
		if got, _, err := next.Secret(t.Context(), name); err != nil || got != want {
			t.Errorf("the secret %q is %q, %v; want %q", name, got, err, want)
		}
	}
	old := reopen(t, aside[0])
	if got := load1(t, old, "cup").Version; got != 3 {
		t.Errorf("the old file has version %d", got)
	}
	list, err = Compare(t.Context(), next, aside[0])
	want = []Difference{{Slug: "cup", There: 3, Back: 2}, {Slug: "bowl", There: 1, Back: 1}}
	if err != nil || !slices.EqualFunc(list, want, func(a, b Difference) bool { a.Name = ""; return a == b }) {
		t.Errorf("the way back differs by %+v, %v", list, err)
	}
}

// Compare shows that a restore brings a deleted tournament back.
func TestCompareTellsOfDeletion(t *testing.T) {
	s, _, backup := replaced(t)
	deletion := func(at time.Time) error {
		return s.Tx(t.Context(), func(tx *Tx) error { return tx.Catalogue().Delete("cup", at) })
	}
	if err := deletion(time.Now()); err != nil {
		t.Fatal(err)
	}
	if list, err := Compare(t.Context(), s, backup); err != nil || !list[0].Returns || list[0].Disappears || list[1].Returns {
		t.Errorf("deleted since: %+v, %v", list, err)
	}
	without := filepath.Join(t.TempDir(), "without.db")
	if _, err := s.Backup(t.Context(), without); err != nil {
		t.Fatal(err)
	}
	if list, err := Compare(t.Context(), s, without); err != nil || list[0].Returns || list[0].Disappears {
		t.Errorf("deleted in both: %+v, %v", list, err)
	}
	deletedOnes, err := s.Catalogue().Deleted(t.Context(), []int{FirstOrganisation})
	if err != nil || len(deletedOnes) != 1 {
		t.Fatal(deletedOnes, err)
	}
	if err := s.Tx(t.Context(), func(tx *Tx) error { return tx.Catalogue().Restore(deletedOnes[0].ID, "cup") }); err != nil {
		t.Fatal(err)
	}
	if list, err := Compare(t.Context(), s, without); err != nil || list[0].Returns || !list[0].Disappears {
		t.Errorf("deleted in the backup: %+v, %v", list, err)
	}
}

// A session without a user, such as one missing in the backup, is left out.
func TestReplacementDropsStrays(t *testing.T) {
	s, path, backup := replaced(t)
	r, err := s.Replacement(t.Context(), backup)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := readAccess(t.Context(), s.reader.ConnPool)
	if err != nil {
		t.Fatal(err)
	}
	users := rows.tables["users"]
	users.Values = users.Values[:1]
	rows.tables["users"] = users
	if err := putAccess(t.Context(), r.fresh, rows); err != nil {
		t.Fatal(err)
	}
	if report, err := Verify(t.Context(), r.fresh); err != nil || len(report.Findings) > 0 {
		t.Errorf("%v, %v", report.Findings, err)
	}
	next := reopen(t, r.fresh)
	for name, want := range map[string]bool{"anna": true, "bela": false} {
		if _, ok, err := next.Session(t.Context(), "token "+name, time.Now(), time.Now().Add(-time.Hour)); err != nil || ok != want {
			t.Errorf("%s: %v, %v", name, ok, err)
		}
	}
	if err := s.Trouble(); err != nil {
		t.Errorf("%s: %v", path, err)
	}
}

// If the rename of the new file fails, the old one is unchanged.
func TestReplacementThatFails(t *testing.T) {
	s, path, backup := replaced(t)
	r, err := s.Replacement(t.Context(), backup)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(r.fresh); err != nil {
		t.Fatal(err)
	}
	_, lost, err := r.Apply(t.Context())
	wantFault(t, err, "database.backup.write")
	if lost.Access == nil {
		t.Error("access was put into a file that is gone")
	}
	if got := load1(t, reopen(t, path), "cup").Version; got != 3 {
		t.Errorf("version %d", got)
	}
}

// A file that was removed while it was open is restored as well, with all logins.
func TestReplacementAfterTheFileIsGone(t *testing.T) {
	s, path, backup := replaced(t)
	for _, suffix := range []string{"", database.WALSuffix, database.IndexSuffix} {
		if err := os.Remove(path + suffix); err != nil {
			t.Fatal(err)
		}
	}
	r, err := s.Replacement(t.Context(), backup)
	if err != nil {
		t.Fatal(err)
	}
	aside, lost, err := r.Apply(t.Context())
	if err != nil || lost != (RestoreErrors{}) || len(aside) != 0 {
		t.Fatal(aside, lost, err)
	}
	if _, ok, err := reopen(t, path).Session(t.Context(), "token bela", time.Now(), time.Now().Add(-time.Hour)); err != nil || !ok {
		t.Errorf("logged out: %v", err)
	}
}

// An unsound backup is refused and leaves nothing behind.
func TestReplacementIsVerified(t *testing.T) {
	s, path, backup := replaced(t)
	execute(t, backup, "update games set body = json_set(body, '$.komi', 1.5)")
	_, err := s.Replacement(t.Context(), backup)
	wantFault(t, err, "database.restore.unsound")
	if left := database.Beside(path, ".part"); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// execute changes a database that is not open in a store.
func execute(t *testing.T, path, statement string) {
	t.Helper()
	db, err := database.Migrating(path)
	if err == nil {
		err = errors.Join(db.Exec(statement).Error, database.Close(db))
	}
	if err != nil {
		t.Fatal(err)
	}
}

// Every table either survives a restore, like the logins, or comes from the backup. A new table must be added to one of
// the lists.
func TestTablesOfARestore(t *testing.T) {
	brought := []string{"byes", "days", "draws", "games", "goose_db_version", "live_steps", "log", "log_about", "pictures", "players", "publications", "push_subscriptions", "rating_lists", "records", "reports", "rounds", "sites", "teams", "tournaments", "withdrawn"}
	s := fresh(t)
	for _, name := range tablesOf(t, s) {
		if slices.Contains(brought, name) == slices.Contains(slices.Concat(accessTables, addedTables, []string{"forgotten"}), name) {
			t.Errorf("does the table %s stay in a restore (accessTables), is it added to (addedTables), or brought back?", name)
		}
	}
}

// A backup from before a tournament was deleted brings it back with its guests.
func TestReplacementBringsBackGuests(t *testing.T) {
	s, path, backup := replaced(t)
	if err := s.Tx(t.Context(), func(tx *Tx) error { return tx.Catalogue().Delete("cup", at) }); err != nil {
		t.Fatal(err)
	}
	r, err := s.Replacement(t.Context(), backup)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := r.Apply(t.Context()); err != nil {
		t.Fatal(err)
	}
	if st, ok, err := reopen(t, path).People().RolesIn(t.Context(), 2, "cup"); err != nil || !ok || st.Guest != role.Director {
		t.Errorf("the guest is %+v, %v, %v", st, ok, err)
	}
}

// A role in a tournament gives no role in another tournament of the same number, in a backup of other data.
func TestReplacementBringsGuestsNowhereElse(t *testing.T) {
	s, path, _ := replaced(t)
	other := freshFile(t, filepath.Join(t.TempDir(), "other.db"))
	create(t, other, sample(t, "open", 4))
	create(t, other, sample(t, "bowl", 4))
	for _, slug := range []string{"cup", "bowl"} {
		here, err := s.Number(t.Context(), slug)
		check(t, err)
		there, err := other.Number(t.Context(), map[string]string{"cup": "open", "bowl": "bowl"}[slug])
		if check(t, err); here != there {
			t.Fatalf("%s has the number %d, and %d in the backup", slug, here, there)
		}
	}
	backup := filepath.Join(t.TempDir(), "other backup.db")
	_, err := other.Backup(t.Context(), backup)
	check(t, err)
	r, err := s.Replacement(t.Context(), backup)
	check(t, err)
	_, _, err = r.Apply(t.Context())
	check(t, err)
	next := reopen(t, path)
	for slug, want := range map[string]role.Role{"open": 0, "bowl": role.Director} {
		if st, ok, err := next.People().RolesIn(t.Context(), 2, slug); err != nil || !ok || st.Guest != want {
			t.Errorf("in %s the guest of the data before is %+v, %v, %v", slug, st, ok, err)
		}
	}
}
