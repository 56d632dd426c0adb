package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tourney/internal/app/accounts"
	"tourney/internal/data/store"
	"tourney/internal/role"
)

// TestLoginWhileManyGuess measures the time of a login while many addresses try wrong passwords for the names of
// members without a pause: in a browser with an earlier login, and in a new browser. TOURNEY_ATTACK=60s makes it 200
// addresses for that long; docs/performance.md has the figures. The test checks, without a clock, that the logins
// succeed and the guesses fail. With TOURNEY_ATTACK neither login may take three times as long as without the guesses.
func TestLoginWhileManyGuess(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	t.Parallel()
	a := &attack{lasts: 300 * time.Millisecond, addresses: 20}
	if text := os.Getenv("TOURNEY_ATTACK"); text != "" {
		lasts, err := time.ParseDuration(text)
		if err != nil {
			t.Fatal(err)
		}
		a = &attack{lasts: lasts, addresses: 200}
	}
	a.harness = &harness{t: t, dir: t.TempDir()}
	a.db = filepath.Join(a.dir, "tourney.db")
	makeDatabase(t, a.db, 2)
	a.addMembers()
	p := a.start()
	a.at = strings.TrimPrefix(p.url, "http://")
	known := a.login(p, "Anna", "correct horse")

	quiet := a.logIn("nobody guesses", known)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var guessers sync.WaitGroup
	for n := range a.addresses {
		guessers.Go(func() { a.guess(ctx, n) })
	}
	wait(ctx, a.lasts/4) // every address has used up its first tries
	loud := a.logIn(fmt.Sprintf("%d addresses guess", a.addresses), known)
	stop()
	guessers.Wait()
	t.Logf("a login takes %.1f times as long in a known browser, %.1f times in a new one", loud[0]/quiet[0], loud[1]/quiet[1])
	if strict := os.Getenv("TOURNEY_ATTACK") != ""; strict && max(loud[0]/quiet[0], loud[1]/quiet[1]) >= 3 {
		t.Error("a login takes three times as long or longer while others guess")
	}
	t.Logf("%d guesses looked at, %d refused", a.looked.Load(), a.refused.Load())
	if a.looked.Load()+a.refused.Load() == 0 {
		t.Error("nobody guessed")
	}
	p.interrupt(t)
}

// An attack is a number of addresses that guess passwords.
type attack struct {
	*harness
	lasts           time.Duration
	addresses       int
	newcomers       int    // addresses with an earlier login
	at              string // host and port of the program
	looked, refused atomic.Int64
}

// members are the people with the guessed names.
var members = []string{"Anna", "Bert", "Carla", "Dora", "Emil"}

// addMembers adds the members who are not in the database yet.
func (a *attack) addMembers() {
	kept, err := store.Open(a.t.Context(), a.db)
	if err != nil {
		a.t.Fatal(err)
	}
	people := accounts.New(kept, time.Now).People()
	for _, name := range members[1:] {
		token, err := people.OrganisationAdmin(accounts.Session{User: "Anna"}, store.FirstOrganisation).Invite(a.t.Context(), accounts.Invitation{Role: role.Director})
		if err == nil {
			err = people.Join(a.t.Context(), token, name, "correct horse")
		}
		if err != nil {
			a.t.Fatal(err)
		}
	}
	if err := kept.Close(); err != nil {
		a.t.Fatal(err)
	}
}

// from returns a client with a given source address: all of 127.0.0.0/8 is this machine.
func from(address string) *http.Client {
	dialer := &net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(address)}}
	return &http.Client{
		Timeout: time.Minute, Transport: &http.Transport{DialContext: dialer.DialContext},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// try posts the form of the login and returns the status of the answer.
func (a *attack) try(client *http.Client, name, password string) (status int, err error) {
	got, err := client.PostForm("http://"+a.at+"/login", url.Values{"name": {name}, "password": {password}})
	if err != nil {
		return 0, err
	}
	_, err = io.Copy(io.Discard, got.Body)
	_ = got.Body.Close() // read
	return got.StatusCode, err
}

// guess tries wrong passwords from the n-th address until the context ends.
func (a *attack) guess(ctx context.Context, n int) {
	client := from(fmt.Sprintf("127.0.1.%d", 1+n))
	defer client.CloseIdleConnections()
	for i := n; ctx.Err() == nil; i++ {
		switch status, err := a.try(client, members[i%len(members)], "wrong horse"); {
		case err != nil:
			a.t.Errorf("guesser %d: %v", n, err)
			return
		case status == http.StatusForbidden:
			a.looked.Add(1)
		case status == http.StatusTooManyRequests:
			a.refused.Add(1)
		default:
			a.t.Errorf("a guess answers %d", status)
		}
	}
}

// logIn logs in repeatedly during the attack, in turn in a known browser and in new ones from new addresses. It logs
// the times and returns both medians, in seconds.
func (a *attack) logIn(when string, known *http.Client) (medians [2]float64) {
	var took [2][]time.Duration
	began := time.Now()
	for len(took[0]) == 0 || time.Since(began) < a.lasts {
		took[0] = append(took[0], a.time(known, 1))
		a.newcomers++
		client := from(fmt.Sprintf("127.1.%d.%d", a.newcomers/250, 1+a.newcomers%250))
		took[1] = append(took[1], a.time(client, 100))
		client.CloseIdleConnections()
	}
	for i, browser := range []string{"a known browser", "a new browser"} {
		slices.SortFunc(took[i], cmp.Compare)
		at := func(share float64) time.Duration {
			return took[i][int(share*float64(len(took[i])-1))].Round(time.Millisecond / 10)
		}
		a.t.Logf("%s: %d logins in %s take %v, 95 of 100 up to %v, all up to %v", when, len(took[i]), browser, at(.5), at(.95), at(1))
		medians[i] = at(.5).Seconds()
	}
	return medians
}

// time returns the duration of a login with at most most tries.
func (a *attack) time(client *http.Client, most int) time.Duration {
	began := time.Now()
	for range most {
		status, err := a.try(client, "Anna", "correct horse")
		if err != nil {
			a.t.Fatal(err)
		}
		if status == http.StatusSeeOther {
			return time.Since(began)
		}
	}
	a.t.Errorf("no login after %d tries", most)
	return time.Since(began)
}
