package main

import (
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A computer without data follows another one after a line that is pasted in its browser, also after a restart, until
// it takes over.
func TestSecondComputerFromItsFirstPage(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	t.Parallel()
	dir := t.TempDir()
	a, b := filepath.Join(dir, "a.db"), filepath.Join(dir, "b.db")
	old, end := serves(t, "Ctrl-C", "--db", a)
	defer end()
	at := first(t, `Open +(\S+)`, old.String())
	_, made, _ := line(t, "token", "--db", a, "--name", "Second", "--scope", "standby")
	pasted := at + " " + first(t, `(tourney_\S+)`, made)
	next, endNext := servesWith(t, withoutOther(), "Ctrl-C", "--db", b)
	defer func() { endNext() }()
	setup := first(t, `(http\S+/setup/\S+)`, next.String())
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	browser := &http.Client{Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	post := func(to string, form url.Values) (status int, location string) {
		t.Helper()
		got, err := browser.PostForm(to, form)
		if err != nil {
			t.Fatal(err)
		}
		_ = got.Body.Close()
		return got.StatusCode, got.Header.Get("Location")
	}
	if status, _ := post(setup+"/second", url.Values{"line": {at + " tourney_bad"}}); status < 400 {
		t.Errorf("an unknown token is answered %d", status)
	}
	if _, err := os.Stat(b + followedSuffix); err == nil {
		t.Error("a refused choice is stored")
	}
	status, take := post(setup+"/second", url.Values{"line": {pasted}})
	if status != http.StatusSeeOther || !strings.HasPrefix(take, "/take/") {
		t.Fatalf("the line is answered %d, and leads to %q", status, take)
	}
	here := strings.TrimSuffix(setup, setup[strings.Index(setup, "/setup/"):])
	if got, err := browser.Get(here + take); err != nil || got.StatusCode != http.StatusOK {
		t.Errorf("its page is answered %v, %v", got, err)
	}
	next.says(t, "follows and has everything")
	endNext()
	next, endNext = servesWith(t, withoutOther(), "Take over ", "--db", b)
	if again := first(t, `Take over +(\S+)`, next.String()); !strings.HasSuffix(again, take) {
		t.Errorf("after a restart the link is %s, not %s", again, take)
	}
	end()
	if status, to := post(first(t, `Take over +(\S+)`, next.String()), url.Values{"anyway": {"yes"}}); status != http.StatusSeeOther {
		t.Errorf("the take-over is answered %d %s", status, to)
	}
	next.says(t, "From now on, start it with")
	if _, err := os.Stat(b + followedSuffix); err == nil {
		t.Error("the choice stays after the take-over")
	}
}
