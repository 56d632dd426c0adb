package store

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"tourney/internal/data/database"
	"tourney/internal/tournament"
)

// A pin within a transaction is the state before it, whatever is written until the copy; only the copy is left.
func TestPinIsTheStateBefore(t *testing.T) {
	s := fresh(t)
	tn := sample(t, "cup", 40)
	create(t, s, tn)
	var pin *Pin
	next := tn.Clone()
	next.Info.Name = "Another name"
	err := s.Tx(t.Context(), func(tx *Tx) (err error) {
		if pin, err = s.Pin(t.Context(), time.Now()); err != nil {
			return err
		}
		_, err = tx.Save(tn, tournament.Whole{Tournament: next}, Entry{By: "Anna", At: time.Now(), Action: "tournament.info"})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	create(t, s, sample(t, "later", 4))
	if _, err := fileOf(t, s).Checkpoint(); err != nil {
		t.Fatal(err)
	}
	was, err := pin.Fingerprint(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	path := filepath.Join(folder, "copy.db")
	report, err := pin.Copy(t.Context(), path)
	if err != nil || len(report.Tournaments) != 1 || report.Tournaments[0].Version != 1 || report.Tournaments[0].Name != tn.Info.Name {
		t.Fatalf("%+v, %v", report, err)
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) != 1 {
		t.Errorf("left behind: %v, %v", left, err)
	}
	if got := FingerprintOf(t.Context(), path); got != was || got == "" {
		t.Errorf("the copy holds %q, the pin %q", got, was)
	}
	const walVersion, atByte = 2, 18 // sqlite.org/fileformat2.html
	if copied, err := os.ReadFile(path); err != nil || copied[atByte] == walVersion {
		t.Errorf("a copy with a log of its own: %v", err)
	}
	if whole, err := fileOf(t, s).Checkpoint(); err != nil || !whole {
		t.Errorf("the log cannot be emptied after the copy: %v", err)
	}
	now, err := s.Pin(t.Context(), time.Now())
	if err != nil {
		t.Fatal(err)
	}
	defer now.Release()
	if is, err := now.Fingerprint(t.Context()); err != nil || is == was {
		t.Errorf("another state has the same content %q, %v", is, err)
	}
}

// Pins above the limit are refused without waiting, and released ones free their places.
func TestPinDoesNotWait(t *testing.T) {
	s := fresh(t)
	var pins []*Pin
	for range database.MostPins {
		p, err := s.Pin(t.Context(), time.Now())
		if err != nil {
			t.Fatal(err)
		}
		pins = append(pins, p)
	}
	_, err := s.Pin(t.Context(), time.Now())
	wantFault(t, err, "database.busy")
	pins[0].Release()
	pins[0].Release()
	p, err := s.Pin(t.Context(), time.Now())
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range append(pins, p) {
		p.Release()
	}
}

// A login changes no fingerprint.
func TestFingerprintLeavesOutLogins(t *testing.T) {
	s := fresh(t)
	create(t, s, sample(t, "cup", 4))
	state := func() string {
		p, err := s.Pin(t.Context(), time.Now())
		if err != nil {
			t.Fatal(err)
		}
		defer p.Release()
		text, err := p.Fingerprint(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	user := User{Name: "Anna", Key: "anna", Password: "hash"}
	if err := s.Tx(t.Context(), func(tx *Tx) error {
		_, _, err := tx.AddUser(user, time.Now())
		return err
	}); err != nil {
		t.Fatal(err)
	}
	before := state()
	err := s.Tx(t.Context(), func(tx *Tx) error {
		return tx.AddSession("token", Session{UserID: 1, Desk: "1", Created: time.Now()}, time.Now().Add(time.Hour))
	})
	if after := state(); err != nil || after != before {
		t.Errorf("a login changed %q to %q, %v", before, after, err)
	}
	user.Password = "other"
	if err := s.Tx(t.Context(), func(tx *Tx) error {
		return tx.SetPassword(1, user.Password, "")
	}); err != nil {
		t.Fatal(err)
	}
	if after := state(); after == before {
		t.Error("a new password changed nothing")
	}
}

// An added row or a changed value gives another fingerprint, in any table except for logins and logs.
func TestFingerprintSeesEveryTable(t *testing.T) {
	s := fresh(t)
	create(t, s, sample(t, "cup", 4))
	if err := s.Tx(t.Context(), func(tx *Tx) error {
		_, _, err := tx.AddUser(User{Name: "Anna", Key: "anna", Password: "hash"}, time.Now())
		return err
	}); err != nil {
		t.Fatal(err)
	}
	state := func() string {
		text, err := fingerprint(t.Context(), s.writer.ConnPool)
		if err != nil || text == "" {
			t.Fatalf("the fingerprint is %q, %v", text, err)
		}
		return text
	}
	for table, changes := range map[string][]string{
		// Another history of one version, and another version.
		"tournaments":   {"update log set at = '2020-01-01'", "update tournaments set version = version + 1"},
		"organisations": {"update organisations set name = 'Club'", "update organisations set minors = 'initials'", "insert into organisations (id, name) values (2, 'B')"},
		"users":         {"update users set password = 'other'", "insert into users (name, key, password, created) values ('Ben', 'ben', '', '2026-05-01')"},
		"members":       {"insert into members values (1, 1, 'desk')", "update members set role = 'owner'"},
		"guests":        {"insert into guests values (1, 1, 'captain', 1)", "update guests set team = 2"},
		"invitations": {"insert into invitations (hash, organisation_id, role, team, label, made_by, expires) values ('a', 1, 'desk', 0, '', '', '2026-05-01')",
			"update invitations set hash = 'b'"},
		"tokens":   {"insert into tokens values (1, 'a', 1, 'Screen', 'read', '', '2026-05-01', null)", "update tokens set hash = 'b'"},
		"passkeys": {"insert into passkeys values ('a', 1, 'Phone', '', '2026-05-01', null)", "delete from passkeys"},
		"publications": {"insert into publications values (1, 'https://hub.example', 'a', 'b', 0, 0, '', null, false, false, 'd')", "update publications set token = 'c'",
			"update publications set sender = 'e'"},
		"sites": {"insert into sites values (1, '/srv/cup', '', '', '', '', 'en', '', 'a', 0, null, 'd')", "update sites set secret = 'c'", "update sites set sender = 'e'"},
		"webhooks": {"insert into webhooks (organisation_id, address, secret, kinds, nearby, made_by, created, sender) values (1, 'https://club.example', 'a', '[]', false, '', '2026-05-01', 'b')",
			"update webhooks set address = 'https://other.example'", "update webhooks set secret = 'c'", "update webhooks set sender = 'd'"},
		"rating_lists": {"insert into rating_lists (origin, name, format, reading, file, players, content, taken, taken_by) values ('', 'Own', '', '', '', 0, '', '2026-05-01', '')",
			"delete from rating_lists"},
		"live_steps": {"insert into live_steps values (1, 1, 1, 'move', 1, 'aa', '', false, '2026-05-01', null)"},
	} {
		for _, change := range changes {
			before := state()
			if err := s.writer.Exec(change).Error; err != nil {
				t.Fatalf("%s: %v", table, err)
			}
			if state() == before {
				t.Errorf("%s: %q changes nothing", table, change)
			}
		}
	}
	// What belongs to a tournament changes with its version, logins and logs do not count.
	left := strings.Fields("players rounds games byes days records draws pictures log log_about sessions setup_tokens access_log secrets forgotten reports withdrawn reigns partners webhook_reached push_subscriptions goose_db_version")
	for _, f := range fingerprinted {
		table, _, _ := strings.Cut(f.table, " ")
		left = append(left, table)
	}
	for _, table := range tablesOf(t, s) {
		if !slices.Contains(left, table) {
			t.Errorf("does the fingerprint need %s?", table)
		}
	}
}

// tablesOf lists the tables of a database, without SQLite's own and the temporary table of a server's instances.
func tablesOf(t *testing.T, s *Store) []string {
	t.Helper()
	all, err := s.reader.Migrator().GetTables()
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(all, func(name string) bool { return strings.HasPrefix(name, "sqlite_") || name == "shelf" || name == "turn" })
}

// The list of tables for copies is complete.
func TestTablesAreListed(t *testing.T) {
	for _, table := range tablesOf(t, fresh(t)) {
		if !slices.Contains(tables, table) && table != "goose_db_version" {
			t.Errorf("%s is not copied", table)
		}
	}
}
