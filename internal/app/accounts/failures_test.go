package accounts

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"tourney/internal/data/store"
	"tourney/internal/role"
)

// fails tries to log in with a wrong password.
func fails(t *testing.T, a *Access, name, network string) {
	t.Helper()
	_, err := a.Login(t.Context(), Credentials{Name: name, Password: "wrong horse", From: network})
	wantFault(t, err, "login.failed")
}

// keptLog returns the stored log of access, and shownLog the log on its page, in words.
func keptLog(t *testing.T, a *Access) []string {
	t.Helper()
	entries, _, err := a.store.People().AccessLog(t.Context(), []int{0, store.FirstOrganisation}, 0)
	must(t, err)
	return lines(entries)
}

func shownLog(t *testing.T, a *Access) []string {
	t.Helper()
	entries, _, err := a.People().Log(t.Context(), store.FirstOrganisation, 0)
	must(t, err)
	return lines(entries)
}

func lines(entries []store.AccessEntry) (all []string) {
	for _, e := range entries {
		all = append(all, fmt.Sprint(e.Who, " ", e.Event, " ", e.Times, " ", e.Subject))
	}
	return all
}

// Many tries are one entry for each name of a person and one for all others, whose texts are not kept. It is written
// after the burst ends, and shown before.
func TestFailedLoginsAreOneLine(t *testing.T) {
	a, _ := club(t)
	now := a.now()
	a.now = func() time.Time { return now }
	before := keptLog(t, a)
	for n := range 7 {
		fails(t, a, "Anna", fmt.Sprint("192.0.2.", n%2))
	}
	for n := range 5 {
		fails(t, a, fmt.Sprint("secret horse ", n), fmt.Sprint("198.51.100.", n))
	}
	fails(t, a, strings.Repeat("x", 100), "")
	if got := keptLog(t, a); len(got) != len(before) {
		t.Errorf("single tries are written: %q", got)
	}
	want := []string{"– login.unknown 6 198.51.100.0, 198.51.100.1, 198.51.100.2, …", "Anna login.failed 7 192.0.2.0, 192.0.2.1"}
	has := func(got []string) {
		t.Helper()
		if len(got) != len(before)+2 || !(got[0] == want[0] && got[1] == want[1] || got[0] == want[1] && got[1] == want[0]) {
			t.Errorf("the log is %q, want %q before the rest", got, want)
		}
	}
	has(shownLog(t, a))
	must(t, a.NoteFailures(t.Context(), false))
	if got := keptLog(t, a); len(got) != len(before) {
		t.Errorf("a burst is written while it goes on: %q", got)
	}
	now = now.Add(burstEnds)
	must(t, a.NoteFailures(t.Context(), false))
	has(keptLog(t, a))
	has(shownLog(t, a))
}

// Guessing without an end adds an entry an hour for a name, whatever the number of tries.
func TestEndlessGuessingIsBounded(t *testing.T) {
	a, _ := club(t)
	now := a.now()
	a.now = func() time.Time { return now }
	before := len(keptLog(t, a))
	const hours = 5
	for minute := range hours * 60 {
		for n := range 200 {
			a.failures.add(store.User{}, fmt.Sprint("198.51.100.", n), now)
			a.failures.add(store.User{ID: 1, Name: "Anna"}, fmt.Sprint("192.0.2.", n, ".", minute), now)
		}
		now = now.Add(time.Minute)
		must(t, a.NoteFailures(t.Context(), false))
	}
	if n := len(keptLog(t, a)) - before; n != 2*hours {
		t.Errorf("%d lines in %d hours, want one an hour for each of two names", n, hours)
	}
}

// A login after failed ones is noted after them.
func TestFailuresBeforeALogin(t *testing.T) {
	a, _ := club(t)
	fails(t, a, "Anna", "192.0.2.1")
	loggedIn(t, a, "Anna")
	if got := keptLog(t, a); len(got) < 2 || got[0] != "Anna login 0 " || got[1] != "Anna login.failed 1 192.0.2.1" {
		t.Errorf("the log is %q", got)
	}
	if len(a.failures.pending()) > 0 {
		t.Error("they are counted twice")
	}
}

// The owners of an organisation see the failed logins of a guest of its tournament, before they are
// written and after.
func TestFailedLoginsOfAGuest(t *testing.T) {
	a, anna := club(t)
	ctx := t.Context()
	other, err := a.People().OrganisationAdmin(anna, 0).AddOrganisation(ctx, "Another Club")
	must(t, err)
	found(t, a, "theirs", false, other)
	olga := joined(t, a, "Olga", Invitation{Role: role.Owner, Organisation: other})
	token, err := a.People().OrganisationAdmin(olga, other).Invite(ctx, Invitation{Role: role.Director, Slug: "theirs"})
	must(t, err)
	must(t, a.People().Join(ctx, token, "Gerd", password))
	fails(t, a, "Gerd", "192.0.2.0")
	_, err = a.Login(ctx, Credentials{Name: "Gerd", Password: strings.Repeat("x", longestPassword+1), From: "192.0.2.0"})
	wantFault(t, err, "login.failed")
	has := func() {
		t.Helper()
		for organisation, want := range map[int]bool{other: true, store.FirstOrganisation: false} {
			entries, _, err := a.People().Log(ctx, organisation, 0)
			must(t, err)
			if got := lines(entries); slices.Contains(got, "Gerd login.failed 2 192.0.2.0") != want {
				t.Errorf("the log of organisation %d has %q", organisation, got)
			}
		}
	}
	has()
	must(t, a.NoteFailures(ctx, true))
	has()
}

// A burst is not lost when the program stops, nor when it cannot be written.
func TestFailuresOutliveAStop(t *testing.T) {
	a, _ := club(t)
	const want = "Anna login.failed 1 192.0.2.0"
	fails(t, a, "Anna", "192.0.2.0")
	stopped, stop := context.WithCancel(t.Context())
	stop()
	if err := a.NoteFailures(stopped, true); err == nil || len(a.failures.pending()) != 1 {
		t.Errorf("a burst that could not be written is lost: %v", err)
	}
	a.RunFailureLog(stopped)
	if got := keptLog(t, a); got[0] != want {
		t.Errorf("after the stop the log is %q", got)
	}
}
