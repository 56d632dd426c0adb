package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"tourney/internal/app/director"
	"tourney/internal/data/store"
)

// TestStandbyTakesOver plays the day of TestHubThroughABadLine, while a third program follows the hall through another
// bad line. The hall is killed during entries and the standby takes over. It must have all acknowledged writes, the hub
// must continue with the new hall, and the restarted old hall must write nothing. Then the old one follows in turn, and
// takes over from the running hall.
//
// TOURNEY_HUB_KILLS is the number of further kills, without which the test is skipped: it takes 20 seconds.
// TOURNEY_SEED chooses the day.
func TestStandbyTakesOver(t *testing.T) {
	if os.Getenv("TOURNEY_HUB_KILLS") == "" {
		t.Skip("slow: set TOURNEY_HUB_KILLS to the number of kills")
	}
	t.Parallel()
	d := &standbyDay{badDay: newBadDay(t, number(t, "TOURNEY_SEED", 1))}
	kills := number(t, "TOURNEY_HUB_KILLS", 4)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var all sync.WaitGroup
	all.Go(func() { d.line.weather(ctx) })
	all.Go(func() { d.watch(ctx) })
	d.follow(ctx, &all, d.hall(), newLives(t, "standby"))
	all.Go(func() { d.killer(ctx, kills) })
	d.look()
	d.enter(1, d.any)
	d.round(2)
	d.failsInTheMiddle()
	d.round(3)
	d.follow(ctx, &all, d.hall(), d.others[0])
	d.round(4)
	d.isRelieved()
	d.round(5)
	d.phones(func() bool { return d.killed.Load() >= int64(kills) || d.Failed() })
	d.line.up.Store(true)
	d.line.kind.Store(true)
	d.heard()
	d.look()
	took := d.arrives()
	stop()
	all.Wait()
	d.searchEnd()
	t.Logf("%d kills, %d versions, %d readings at the hub, %d reports there, %d results acknowledged while the hall was killed, "+
		"%d requests of %d of standbys came through; all was at the hub %v after the line was back",
		d.killed.Load(), d.last, d.looks.Load(), len(d.reported), d.acknowledged, d.side.through.Load(), d.side.tried.Load(), took.Round(time.Millisecond))
	if d.acknowledged == 0 || len(d.reported) == 0 || d.killed.Load() < int64(kills) {
		t.Error("nothing was tried")
	}
}

// A standby without access reports at its start that it does not follow, and leaves no file behind.
func TestStandbySaysThatItDoesNotFollow(t *testing.T) {
	t.Parallel()
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusUnauthorized)
		fmt.Fprint(w, `{"error": "No such token.", "code": "people.token"}`)
	}))
	defer other.Close()
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	out, ended, dir := &console{}, make(chan struct{}), t.TempDir()
	go func() {
		defer close(ended)
		run(ctx, []string{"serve", "--standby", other.URL, "--token", "bad", "--db", filepath.Join(dir, "b.db"), "--addr", "127.0.0.1:0"}, out, out)
	}()
	out.says(t, "  This computer does not follow. The other computer answers: No such token.\n")
	stop()
	<-ended
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("it leaves %v, %v", left, err)
	}
}

// withoutOther is the patience of a computer that takes over after the end of the other one.
func withoutOther() patience {
	p := short()
	p.reachable = 0
	return p
}

// A command detects another computer's take-over, also while no program ran here, and writes nothing.
func TestCommandHearsOfTakeOver(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	t.Parallel()
	dir := t.TempDir()
	a, b := filepath.Join(dir, "a.db"), filepath.Join(dir, "b.db")
	old, end := serves(t, "Ctrl-C", "--db", a)
	defer end()
	_, made, _ := line(t, "token", "--db", a, "--name", "Standby", "--scope", "standby")
	next, endNext := servesWith(t, withoutOther(), "follows and has everything", "--db", b, "--standby", first(t, `Open +(\S+)`, old.String()), "--token", first(t, `(tourney_\S+)`, made))
	defer endNext()
	end()
	got, err := http.PostForm(first(t, `Take over +(\S+)`, next.String()), url.Values{"anyway": {"yes"}})
	if err != nil {
		t.Fatal(err)
	}
	_ = got.Body.Close()
	next.says(t, "From now on, start it with")
	if code, _, said := line(t, "token", "--db", a, "--name", "Late", "--scope", "read"); code != 1 || !strings.Contains(said, " took over on ") {
		t.Errorf("a command ends with %d: %s", code, said)
	}
}

// A computer that continues because the other one is lost prints that, without an error.
func TestGoesOn(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	t.Parallel()
	db := filepath.Join(t.TempDir(), "a.db")
	makeDatabase(t, db, 1)
	within(t, db, func(s *store.Store, _ *director.Director) {
		if err := store.Yield(t.Context(), s, store.Leadership{Epoch: 1, Holder: "b", Name: "Laptop b", Address: "http://127.0.0.1:1", At: time.Now()}); err != nil {
			t.Fatal(err)
		}
	})
	out, end := serves(t, "Ctrl-C", "--db", db, "--go-on")
	end()
	if said := out.String(); !strings.Contains(said, "continues with its own data. Laptop b saves nothing") || strings.Contains(said, "went wrong") {
		t.Errorf("it says %s", said)
	}
}

// A relieved computer prints the take-over, while it runs and at its next start.
func TestOvertakenComputerSaysSo(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	t.Parallel()
	dir := t.TempDir()
	a, b := filepath.Join(dir, "a.db"), filepath.Join(dir, "b.db")
	old, end := serves(t, "Ctrl-C", "--db", a)
	_, made, _ := line(t, "token", "--db", a, "--name", "Standby", "--scope", "standby")
	_, endBlank := serves(t, "Ctrl-C", "--db", b) // the first time without --standby
	endBlank()
	next, endNext := serves(t, "follows and has everything", "--db", b, "--standby", first(t, `Open +(\S+)`, old.String()), "--token", first(t, `(tourney_\S+)`, made))
	defer endNext()
	if !strings.Contains(next.String(), "The empty file that was here is set aside as "+b+".aside-") {
		t.Errorf("of the file that was there it says %s", next)
	}
	got, err := http.Post(first(t, `Take over +(\S+)`, next.String()), "application/x-www-form-urlencoded", nil)
	if err != nil {
		t.Fatal(err)
	}
	_ = got.Body.Close()
	const words = " took over on "
	old.says(t, words)
	said := first(t, `\n(.*`+words+`.*)\n`, old.String())
	if !strings.Contains(said, "Nothing is saved here now. The tournament continues at "+first(t, `Open +(\S+)`, next.String())) {
		t.Errorf("it says %s", said)
	}
	end()
	again, endAgain := serves(t, "Ctrl-C", "--db", a)
	defer endAgain()
	if strings.Count(again.String(), words) != 1 || !strings.Contains(again.String(), said) {
		t.Errorf("at the next start it says %s", again)
	}
}

// A standbyDay is a day with take-overs.
type standbyDay struct {
	*badDay
	// side is the line to the standby, secret its token.
	side   *badLine
	secret string
	// acknowledged counts the acknowledged results before the kill of the hall.
	acknowledged int
}

func (d *standbyDay) any(int) string {
	return []string{"B+R", "W+3.5", "B+0.5", "W+T"}[d.rng.IntN(4)]
}

func (d *standbyDay) round(n int) {
	d.write(fmt.Sprintf("/rounds/%d/draw", n), fmt.Sprintf(`{"seed":%d,"again":true}`, n)) // in place of a draft
	d.write(fmt.Sprintf("/rounds/%d/publication", n), `{}`)
	d.enter(n, d.any)
}

// follow starts a computer that follows the hall through a bad line.
func (d *standbyDay) follow(ctx context.Context, all *sync.WaitGroup, hall, by *lives) {
	d.calm.Lock()
	defer d.calm.Unlock()
	if d.secret == "" { // the other computer has it with the data
		said := d.hall().command(0, "token", "--db", hall.db, "--name", "Standby", "--scope", "standby")
		d.secret = strings.Fields(said[strings.Index(said, "tourney_"):])[0]
	}
	if by.is != nil {
		by.is.interrupt(d.T)
	}
	d.side = newBadLine(d.T, hall, d.rng.Uint64())
	all.Go(func() { d.side.weather(ctx) })
	by.flags = []string{"--addr", fixed(d.T, by), "--standby", d.side.URL, "--token", d.secret}
	d.others = []*lives{by}
	by.begin()
}

// fixed returns the address of a computer, which stays the same after a restart.
func fixed(t *testing.T, l *lives) string {
	if len(l.flags) > 1 {
		return l.flags[1]
	}
	at, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer at.Close()
	return at.Addr().String()
}

// stands waits until enough returns true and the standby's page shows that it has everything. Before that, the page may
// describe an earlier connection.
func (d *standbyDay) stands(enough func() bool) {
	for began := time.Now(); time.Since(began) < time.Minute; time.Sleep(20 * time.Millisecond) {
		if enough() && strings.Contains(read(d.Context(), d.others[0].url()+"/take"), "It has everything, as of ") {
			return
		}
	}
	d.Fatal("the standby never has everything: ", read(d.Context(), d.others[0].url()+"/take"))
}

func read(ctx context.Context, address string) string {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return ""
	}
	got, err := http.DefaultClient.Do(r)
	if err != nil {
		return ""
	}
	defer got.Body.Close()
	text, _ := io.ReadAll(got.Body) // a partial text is compared too
	return string(text)
}

// failsInTheMiddle kills the hall during entries over a reliable line, and lets the standby take over.
func (d *standbyDay) failsInTheMiddle() {
	d.calm.Lock()
	defer d.calm.Unlock()
	d.side.kind.Store(true)
	d.side.up.Store(true)
	before := d.side.settled.Load()
	d.stands(func() bool { return d.side.settled.Load() > before }) // the hall knows that the standby has everything
	old, next := d.hall(), d.others[0]
	begun, killed := make(chan struct{}), make(chan struct{})
	after := time.Duration(rand.N(int64(400 * time.Millisecond)))
	go func() { <-begun; time.Sleep(after); old.is.kill(d.T); close(killed) }()
	entered, doubtful := d.enterUntilKilled(old.url(), sync.OnceFunc(func() { close(begun) }))
	<-killed
	d.takeOver(next)
	for game, result := range entered {
		if is := d.result(game); is != result && is != doubtful[game] {
			d.Errorf("game %d has %q, acknowledged was %q", game, is, result)
		}
	}
	d.acknowledged += len(entered)
	d.others = []*lives{old}
	old.flags = []string{"--addr", fixed(d.T, old)}
	old.begin()
	d.refuses(old)
	d.side.kind.Store(false)
}

// enterUntilKilled corrects the results of round 2 until a request has no response. It returns the acknowledged results
// and the last, unacknowledged one, by game. It calls begun after the first.
func (d *standbyDay) enterUntilKilled(base string, begun func()) (entered, doubtful map[int]string) {
	defer begun()
	entered, doubtful = map[int]string{}, map[int]string{}
	for {
		games := d.games(base, 2)
		if len(games) == 0 {
			return entered, doubtful
		}
		for _, g := range games {
			result := d.any(0)
			doubtful[g.Game] = result
			got, err := d.post(base, fmt.Sprintf("/games/%d/result", g.Game), fmt.Sprintf(`{"result":%q,"seen":%d,"reason":"again"}`, result, g.Revision))
			switch {
			case err != nil:
				return entered, doubtful
			case got < http.StatusBadRequest:
				entered[g.Game] = result
				begun()
			}
			delete(doubtful, g.Game)
		}
	}
}

// A gameLine is a game in the API.
type gameLine struct {
	Game, Revision int
	Result         string
}

func (d *standbyDay) games(base string, round int) []gameLine {
	var r struct{ Games []gameLine }
	_ = json.Unmarshal([]byte(read(d.Context(), fmt.Sprintf("%s/api/v1/tournaments/cup/rounds/%d", base, round))), &r) // the zero value has no games
	return r.Games
}

func (d *standbyDay) result(game int) string {
	for _, g := range d.games(d.hall().url(), 2) {
		if g.Game == game {
			return g.Result
		}
	}
	return "no game"
}

// post sends a change and returns the status of the response.
func (d *standbyDay) post(base, path, body string) (status int, err error) {
	r, err := http.NewRequestWithContext(d.Context(), http.MethodPost, base+"/api/v1/tournaments/cup"+path, strings.NewReader(body))
	if err != nil {
		return 0, err
	}
	r.Header.Set("Authorization", "Bearer "+d.token)
	r.Header.Set("Content-Type", "application/json")
	got, err := http.DefaultClient.Do(r)
	if err != nil {
		return 0, err
	}
	defer got.Body.Close()
	_, err = io.Copy(io.Discard, got.Body)
	return got.StatusCode, err
}

// takeOver lets the standby take over, and waits until the hub has the same version.
func (d *standbyDay) takeOver(next *lives) {
	got, err := http.Post(next.is.take, "application/x-www-form-urlencoded", nil)
	if err != nil {
		d.Fatal(err)
	}
	_ = got.Body.Close()
	if got.Request.URL.Path == "/take" || got.StatusCode != http.StatusOK {
		d.Fatal("it does not take over: ", got.Status)
	}
	d.at.Store(next)
	atHub := context.WithValue(d.Context(), atTheHub{}, true)
	for began := time.Now(); time.Since(began) < time.Minute; time.Sleep(20 * time.Millisecond) {
		version, here := documents(d.Context(), next.url())
		if there, same := documents(atHub, d.hub.url()); version == 0 || there != version || same != here {
			continue
		}
		d.mu.Lock()
		defer d.mu.Unlock()
		for v := range d.open { // sent by the other computer and not acknowledged
			delete(d.open, v)
		}
		for v := range d.seen {
			if v > version {
				delete(d.seen, v)
			}
		}
		return
	}
	d.Fatal("the hub does not go on with the new hall")
}

// refuses checks that a relieved computer writes nothing and names the new address.
func (d *standbyDay) refuses(old *lives) {
	game := d.games(d.hall().url(), 1)[0]
	for began := time.Now(); ; time.Sleep(50 * time.Millisecond) {
		status, err := d.post(old.url(), fmt.Sprintf("/games/%d/result", game.Game), fmt.Sprintf(`{"result":"B+R","seen":%d,"reason":"again"}`, game.Revision))
		if err == nil && status == http.StatusConflict {
			break
		}
		if time.Since(began) > 10*time.Second {
			d.Fatal("the old hall still writes: ", status, err)
		}
	}
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	got, err := client.Get(old.url() + "/t/cup")
	if err != nil {
		d.Fatal(err)
	}
	_ = got.Body.Close()
	if to := got.Header.Get("Location"); to != d.hall().url()+"/t/cup" {
		d.Errorf("readers of the old hall are sent on to %q", to)
	}
}

// isRelieved lets the standby take over from a running hall, over the bad line. It must have all acknowledged writes.
func (d *standbyDay) isRelieved() {
	d.calm.Lock()
	defer d.calm.Unlock()
	through := d.side.through.Load()
	d.stands(func() bool { return d.side.through.Load() > through })
	old, next := d.hall(), d.others[0]
	before := d.history(old)
	d.takeOver(next)
	if after := d.history(next); !strings.HasPrefix(after, before) {
		d.Error("the log of the old hall is not the beginning of that of the new one")
	}
	d.refuses(old)
	d.others = []*lives{old}
}

// history returns the whole log of a computer.
func (d *standbyDay) history(l *lives) string {
	kept, err := store.Open(d.Context(), l.db)
	if err != nil {
		d.Fatal(err)
	}
	defer kept.Close()
	var lines []string
	for page := 0; ; page++ {
		entries, more, err := director.New(kept, time.Now).Log(d.Context(), "cup", page, director.LogFilter{})
		if err != nil {
			d.Fatal(err)
		}
		for _, e := range entries {
			lines = append([]string{fmt.Sprint(e.Version, e.Action, e.At.UnixNano())}, lines...)
		}
		if !more {
			return strings.Join(lines, "\n")
		}
	}
}

// The timeout of a take-over equals the one in docs/reliability.md.
func TestUsualReachable(t *testing.T) {
	t.Parallel()
	if is := usual().reachable; is != 3*time.Second {
		t.Errorf("it is %v", is)
	}
}

// The address of the computer to follow is checked before anything is made.
func TestWrongLeader(t *testing.T) {
	data := filepath.Join(t.TempDir(), "none.db")
	code, out, errs := line(t, "serve", "--standby", "ftp://moon", "--token", "a", "--db", data)
	if code != 2 || !strings.Contains(errs, "“ftp://moon” is not the address of a server") || out != "" {
		t.Errorf("exit %d; prints %q and %q", code, errs, out)
	}
	if _, err := os.Stat(data); !os.IsNotExist(err) {
		t.Errorf("the data: %v", err)
	}
}

func TestExitCodesOfStandbys(t *testing.T) {
	t.Parallel()
	data := filepath.Join(t.TempDir(), "data.db")
	makeDatabase(t, data, 1)
	for _, tt := range []struct {
		args     []string
		code     int
		expected string
	}{
		{[]string{"serve", "--db", "mysql://host/go", "--token", "tourney_a"}, 2, "need --standby"},
		{[]string{"serve", "--db", "mysql://host/go", "--standby", "", "--fingerprint", "a"}, 2, "need --standby"},
		{[]string{"serve", "--db", data, "--standby", "http://127.0.0.1:1", "--token", "a"}, 1, "This file has its own data"},
	} {
		if code, _, errs := line(t, tt.args...); code != tt.code || !strings.Contains(errs, tt.expected) {
			t.Errorf("tourney %s: exit %d, want %d; prints %q, want %q in it", strings.Join(tt.args, " "), code, tt.code, errs, tt.expected)
		}
	}
}
