package main

import (
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tourney/internal/app/director"
	"tourney/internal/beyond/publishing"
	"tourney/internal/beyond/standby"
	"tourney/internal/data/store"
)

// A copy prints how to continue its publications and webhooks, if it has any.
func TestCopySaysWhatIsNotSent(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	t.Parallel()
	dir := t.TempDir()
	db := filepath.Join(dir, "tourney.db")
	makeDatabase(t, db, 1)
	code, printed, errs := line(t, "copy", "--from", db, "--to", filepath.Join(dir, "first.db"))
	if code != 0 || strings.Count(printed, "\n") != 1 {
		t.Errorf("exit %d, %s%s", code, printed, errs)
	}
	within(t, db, func(s *store.Store, d *director.Director) {
		err := publishing.New(d).Begin(t.Context(), "cup", "http://hub.example", "word")
		if err == nil {
			err = s.Tx(t.Context(), func(tx *store.Tx) error {
				_, err := tx.AddWebhook(store.Webhook{Organisation: store.FirstOrganisation, Address: "http://hook.example", Created: time.Now()})
				return err
			})
		}
		if err != nil {
			t.Fatal(err)
		}
	})
	code, printed, errs = line(t, "copy", "--from", db, "--to", filepath.Join(dir, "second.db"))
	if code != 0 || !strings.Contains(printed, "Published beyond the hall: 1 tournament. ") || !strings.Contains(printed, "press Publish from here there") ||
		!strings.Contains(printed, "To send webhooks from the copy, press Send from here there") {
		t.Errorf("exit %d, %s%s", code, printed, errs)
	}
}

// A standby of the copied data does not take over from the copy. If it has taken over before, the copy stores that.
func TestCopyGoesItsOwnWay(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	t.Parallel()
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name+".db") }
	old, end := serves(t, "Ctrl-C", "--db", at("a"))
	defer end()
	_, made, _ := line(t, "token", "--db", at("a"), "--name", "Standby", "--scope", "standby")
	next, endNext := servesWith(t, withoutOther(), "follows and has everything", "--db", at("b"), "--standby", first(t, `Open +(\S+)`, old.String()), "--token", first(t, `(tourney_\S+)`, made))
	defer endNext()
	end()
	computer, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	copied := func(name, says string) {
		t.Helper()
		if code, printed, errs := line(t, "copy", "--from", at("a"), "--to", at(name)); code != 0 || !strings.Contains(errs, says) {
			t.Errorf("exit %d, %s%s", code, printed, errs)
		}
	}
	copied("before", computer+" follows the original database, not the copy")
	got, err := http.PostForm(first(t, `Take over +(\S+)`, next.String()), url.Values{"anyway": {"yes"}})
	if err != nil {
		t.Fatal(err)
	}
	_ = got.Body.Close()
	next.says(t, "From now on, start it with")
	copied("after", computer+" took over on ")
	for name, yields := range map[string]bool{"before": false, "after": true} {
		within(t, at(name), func(s *store.Store, d *director.Director) {
			if err := standby.NewLeader(s).Poll(t.Context()); err != nil {
				t.Error(err)
			}
			if s.Leadership().Yielded != yields {
				t.Errorf("the copy %s has yielded: %v", name, !yields)
			}
		})
	}
}
