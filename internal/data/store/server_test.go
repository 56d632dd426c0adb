package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tourney/internal/data/database"
	"tourney/internal/role"
	"tourney/internal/testkit/databasetest"
	"tourney/internal/tournament"
)

// atServer returns the address of an empty database at the server for tests.
func atServer(t *testing.T) string {
	t.Helper()
	address, named := databasetest.Address(t)
	if !named {
		t.Skip(databasetest.Variable + " names no server of PostgreSQL")
	}
	return address
}

// rowsIn returns all rows of a database by table, sorted.
func rowsIn(t *testing.T, s *Store) map[string][]string {
	t.Helper()
	all := map[string][]string{}
	for _, table := range tables {
		err := database.Query(t.Context(), s.reader.ConnPool, "select * from "+table, func(columns []string, values []any) error {
			row := map[string]any{}
			for i, c := range columns {
				switch v := values[i].(type) {
				case time.Time:
					values[i] = v.UTC()
				case bool: // a number in a file
					if values[i] = 0; v {
						values[i] = 1
					}
				}
				row[c] = values[i]
			}
			text, err := json.Marshal(row)
			all[table] = append(all[table], string(text))
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		slices.Sort(all[table])
	}
	return all
}

// filled writes rows to every table of a store.
func filled(t *testing.T, s *Store) {
	t.Helper()
	was := &tournament.Tournament{}
	for _, is := range addDays(everything()) {
		save(t, s, was, is, Entry{By: "Anna", At: at, Action: "edit"})
		was = is
	}
	cup := sample(t, "cup", 8)
	create(t, s, cup)
	forgetOne(t, s, cup)
	err := s.Tx(t.Context(), func(tx *Tx) error {
		is := load1(t, s, "cup")
		next := is.Clone()
		next.Info.Place = "Hall"
		whole := tournament.Whole{Tournament: next, Records: map[string]string{"hash": "(;)"}, Draws: map[string][]byte{"hash": {0, 1, 0xff}}}
		_, err := tx.Save(is, whole, Entry{By: "Anna", At: at, Action: "edit"})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	err = s.Tx(t.Context(), func(tx *Tx) error {
		id, _, err := tx.AddUser(User{Name: "Bela", Key: "bela", Password: "it's ?"}, at)
		_, tokenErr := tx.People().AddToken("hash", Token{Organisation: FirstOrganisation, Name: "Screen", Scope: role.ReadToken, By: "Bela", Created: at})
		_, _, listErr := tx.SaveRatingList(RatingList{Organisation: FirstOrganisation, Name: "List", Format: "table", Taken: at}, []byte{0, 1, 0xff})
		return errors.Join(err, tokenErr, listErr,
			tx.People().SetMember(FirstOrganisation, id, role.Owner), tx.People().SetGuest("cup", Member{User: id, Role: role.Desk}),
			tx.AddSession("token", Session{UserID: id, Desk: "1", DeskName: "x", Created: at}, at.Add(time.Hour)), tx.SetSetupToken("setup", id, at),
			addPasskey(tx, Passkey{ID: "key", UserID: id, Label: "Phone", Credential: `{"id":"?"}`, Created: at}),
			tx.People().AddInvitation(Invitation{Hash: "hash", Organisation: FirstOrganisation, Role: role.Desk, By: "Bela", Expires: at.Add(time.Hour)}, at),
			tx.People().NoteAccess(AccessEntry{At: at, Organisation: FirstOrganisation, Who: "Bela", Event: NewEvent("backup"), Subject: "x"}))
	})
	if err != nil {
		t.Fatal(err)
	}
	mirror := sample(t, "mirror", 4)
	mirror.Origin, mirror.Version = "origin", 5
	err = s.Tx(t.Context(), func(tx *Tx) error {
		_, err := tx.Receive(&tournament.Tournament{}, tournament.Whole{Tournament: mirror}, Stamped{Stamp: 1 << 40, Links: map[int]string{7: "hash"}})
		return errors.Join(err, tx.KeepWithdrawn("gone", Withdrawn{Sender: "here", Stamp: 1 << 41}), tx.AddReport("mirror", PlayerReport{Key: "key", Game: 7, Body: "{}", At: at}),
			addWebhook(tx, Webhook{Organisation: FirstOrganisation, Slug: "cup", Address: "https://club.example/?", Secret: "secret", Kinds: []string{"result"}, By: "Bela", Created: at, Sender: "a"}),
			tx.KeepPush("cup", PushSubscription{Player: 2, Endpoint: "https://push.example/?", Key: "key", Auth: "it's ?", Language: "en"}, 5),
			tx.KeepSite("cup", Site{Address: "/srv/cup", Secret: "it's ?", Language: "en", Origin: "a", Failing: at}),
			tx.Publish("cup", Publication{Hub: "https://hub.example", Token: "token", Origin: "other", Failing: at}))
	})
	if err != nil {
		t.Fatal(err)
	}
	check(t, TakeOver(t.Context(), s, Leadership{Epoch: 1, Holder: "b", Name: "it's ?", Address: "http://192.0.2.7", At: at}, func(tx *Tx) error {
		return tx.SaveFollower(Follower{ID: "a", Name: "Laptop A", Addresses: []string{"http://192.0.2.6"}})
	}))
}

// Copying from a file to a server and from there to a file preserves every row.
func TestCopyBetweenEngines(t *testing.T) {
	ctx, dir, address := t.Context(), t.TempDir(), atServer(t)
	first, last := filepath.Join(dir, "first.db"), filepath.Join(dir, "last.db")
	file := reopen(t, first)
	filled(t, file)
	want := rowsIn(t, file)
	for _, table := range tables {
		if len(want[table]) == 0 && !slices.Contains([]string{"live_steps", "pictures", "byes", "days"}, table) {
			t.Errorf("the test has no row of %s", table)
		}
	}
	server := reopen(t, address)
	report, err := Fill(ctx, address, first)
	if err != nil || len(report.Tournaments) != 3 {
		t.Fatalf("%+v, %v", report, err)
	}
	_, err = Fill(ctx, address, first)
	wantFault(t, err, "database.copy.used")
	if _, err := Backup(ctx, address, last); err != nil {
		t.Fatal(err)
	}
	for place, s := range map[string]*Store{"the server": server, "the last file": reopen(t, last)} {
		if diff := cmp.Diff(want, rowsIn(t, s)); diff != "" {
			t.Errorf("%s differs: %s", place, diff)
		}
	}
	// New rows get unused numbers.
	err = server.Tx(ctx, func(tx *Tx) error {
		id, ok, err := tx.AddUser(User{Name: "Cora", Key: "cora"}, at)
		if err == nil && (!ok || id != 2) {
			err = fmt.Errorf("the next person is %d, %v", id, ok)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// A restore at a server keeps the logins, like a restore of a file.
func TestServerIsRestored(t *testing.T) {
	ctx, address := t.Context(), atServer(t)
	s := reopen(t, address)
	filled(t, s)
	before := rowsIn(t, s)
	backup := filepath.Join(t.TempDir(), "backup.db")
	if _, err := s.Backup(ctx, backup); err != nil {
		t.Fatal(err)
	}
	if err := addPlayer(ctx, s, "Late", "Lea"); err != nil {
		t.Fatal(err)
	}
	if err := s.Tx(ctx, func(tx *Tx) error { return tx.SetPassword(1, "new", "") }); err != nil {
		t.Fatal(err)
	}
	if list, err := Compare(ctx, s, backup); err != nil || list[1].Lost != 1 {
		t.Errorf("%+v, %v", list, err)
	}
	r, err := s.Replacement(ctx, backup)
	if err != nil {
		t.Fatal(err)
	}
	if _, lost, err := r.Apply(ctx); err != nil || lost != (RestoreErrors{}) {
		t.Fatal(lost, err)
	}
	s = reopen(t, address)
	after := rowsIn(t, s)
	for _, table := range tables {
		switch same := slices.Equal(before[table], after[table]); {
		case table == "users" || table == "sessions":
			if same {
				t.Errorf("%s is that of the backup", table)
			}
		case !same:
			t.Errorf("%s has %v, want %v", table, after[table], before[table])
		}
	}
	// Not while an instance serves the data.
	sure := make(chan bool, 9)
	serves, end := context.WithCancel(ctx)
	var served sync.WaitGroup
	served.Go(func() {
		s.Listen(serves, Subscriber{Own: func(Notification, error) {}, Other: func(Notification) {}, Complete: func(is bool) { sure <- is }})
	})
	<-sure
	_, err = Restore(ctx, backup, address, nothing)
	wantFault(t, err, "database.held")
	_, err = Fill(ctx, address, backup)
	wantFault(t, err, "database.held")
	if late := rowsIn(t, s)["players"]; !slices.Equal(late, after["players"]) {
		t.Error("a refused restore changed the players")
	}
	end()
	served.Wait()
	// An instance that starts at that time waits.
	alone, err := openAlone(ctx, address)
	check(t, err)
	soon, stop := context.WithTimeout(ctx, 100*time.Millisecond)
	defer stop()
	if other, err := Open(soon, address); err == nil {
		t.Error("an instance starts during a restore")
		check(t, other.Close())
	}
	check(t, alone.Close())
	// At the command line the people are restored too, and the old content is kept in a file.
	done, err := Restore(ctx, backup, address, nothing)
	if err != nil || len(done.Aside) != 1 || len(done.Report.Tournaments) != 3 {
		t.Fatalf("%+v, %v", done, err)
	}
	if content, err := os.ReadFile(done.Aside[0]); err != nil || !strings.HasPrefix(string(content), "SQLite format 3") {
		t.Errorf("kept in %s: %v", done.Aside[0], err)
	}
	if users := rowsIn(t, reopen(t, address))["users"]; !slices.Equal(users, before["users"]) {
		t.Errorf("the users are %v, want %v", users, before["users"])
	}
}

// Instances that write to one tournament at the same time lose nothing: a write by another instance restarts the
// transaction.
func TestInstancesLoseNoWrite(t *testing.T) {
	address := atServer(t)
	instances := []*Store{reopen(t, address), reopen(t, address), reopen(t, address)}
	create(t, instances[0], sample(t, "cup", 2))
	each := rounds(20, 8)
	var writers sync.WaitGroup
	for n, s := range instances {
		for w := range 2 {
			writers.Go(func() {
				for i := range each {
					if err := addPlayer(t.Context(), s, fmt.Sprintf("Writer%d", 2*n+w), fmt.Sprint(i)); err != nil {
						t.Error(err)
					}
				}
			})
		}
	}
	writers.Wait()
	tn := load1(t, instances[1], "cup")
	if len(tn.Players) != 2+6*each || tn.Version != 1+6*each {
		t.Errorf("%d players in version %d", len(tn.Players), tn.Version)
	}
	if err := instances[2].Verify(t.Context()); err != nil {
		t.Error(err)
	}
}

// Instances that are started at once on an empty database make its tables once.
func TestInstancesStartAtOnce(t *testing.T) {
	address := atServer(t)
	var starts sync.WaitGroup
	for range 4 {
		starts.Go(func() {
			s, err := Open(t.Context(), address)
			if err == nil {
				err = s.Close()
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
	starts.Wait()
}

// The fault for a wrong address, or one without a server, does not contain the password.
func TestServerOfNoAddress(t *testing.T) {
	for address, key := range map[string]string{
		"postgres://anna:secret@[::1":                    "database.server.address",
		"postgres://anna:secret@127.0.0.1:1/tourney":     "database.server.unreachable",
		"postgres://anna:secret@127.0.0.1:1/a?port=none": "database.server.address",
	} {
		ctx, stop := context.WithTimeout(t.Context(), 10*time.Second)
		_, err := Open(ctx, address)
		stop()
		wantFault(t, err, key)
		if strings.Contains(fmt.Sprint(err), "secret") {
			t.Errorf("%v tells the password", err)
		}
	}
}

// A text that a server cannot store in a column matches no search, and is stored in JSON.
func TestServerTakesAnyText(t *testing.T) {
	s := reopen(t, atServer(t))
	tn := sample(t, "cup", 2)
	tn.Info.Place = "Hall \x00 \xff"
	create(t, s, tn)
	if got := load1(t, s, "cup").Info.Place; got != "Hall \x00 \uFFFD" {
		t.Errorf("kept as %q", got)
	}
	_, err := s.Tournament(t.Context(), "cup\x00")
	wantFault(t, err, "tournament.missing")
}
