package main

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"tourney/internal/director"
	"tourney/internal/exchange"
	"tourney/internal/rank"
	"tourney/internal/store"
	"tourney/internal/tournament"
)

// asCommand makes the test binary the program itself.
const asCommand = "TOURNEY_TEST_COMMAND"

func TestMain(m *testing.M) {
	if os.Getenv(asCommand) != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

// TestKills kills a serving program again and again while desks enter results
// and register players, and checks every write that was acknowledged. Every
// other time it then restores the database from a backup of before the kill:
// by the command, or by copying the backup over the file beside the killed
// program's write-ahead log.
//
// TOURNEY_KILLS is the number of kills, TOURNEY_BINARY the program if it is not
// the test binary itself.
func TestKills(t *testing.T) {
	kills := 5
	if text := os.Getenv("TOURNEY_KILLS"); text != "" {
		var err error
		if kills, err = strconv.Atoi(text); err != nil {
			t.Fatal(err)
		}
	}
	h := newHarness(t)
	began := time.Now()
	for n := range kills {
		h.run(n)
		if t.Failed() {
			t.Fatalf("after %d kills", n+1)
		}
		if (n+1)%50 == 0 {
			t.Logf("%d kills: %d results and %d registrations acknowledged, %d restores, %v",
				n+1, h.results, h.registrations, h.restores, time.Since(began).Round(time.Second))
		}
	}
	if h.results == 0 || h.registrations == 0 {
		t.Error("nothing was written")
	}
	t.Logf("%d kills, %d results and %d registrations acknowledged, %d restores by the command and by hand: nothing lost, nothing twice",
		kills, h.results, h.registrations, h.restores)
}

// desks is the number of concurrent writers, tables the size of the round.
const (
	desks  = 4
	tables = 40
)

// A state is the expected content of the database: the result of each table and
// the registered players. Doubtful are writes in progress at a kill, which may
// be missing.
type state struct {
	results  map[int]string
	players  map[string]bool
	doubtful map[string]bool
}

func (s state) clone() state {
	return state{maps.Clone(s.results), maps.Clone(s.players), maps.Clone(s.doubtful)}
}

// A harness runs one database through many kills.
type harness struct {
	t      *testing.T
	db     string
	client *http.Client
	// mu guards the state; a desk holds it for a whole write if a backup must not
	// run meanwhile.
	mu    sync.RWMutex
	lock  sync.Mutex
	state state
	// seen are the desks' copies of the games, by table.
	seen map[int]string
	// obstructed is true if the last restore had to set a file aside.
	obstructed bool

	results, registrations, restores int
}

func newHarness(t *testing.T) *harness {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	h := &harness{
		t: t, db: filepath.Join(t.TempDir(), "tourney.db"), state: state{map[int]string{}, map[string]bool{}, map[string]bool{}},
		client: &http.Client{Jar: jar, Timeout: 20 * time.Second, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }},
	}
	kept, err := store.Open(t.Context(), h.db)
	if err != nil {
		t.Fatal(err)
	}
	defer kept.Close()
	d := director.New(kept, time.Now)
	token, _, err := d.Access().SetupToken(t.Context())
	if err == nil {
		err = d.Access().SetPassword(t.Context(), token, "Anna", "correct horse")
	}
	if err == nil {
		_, err = d.Import(t.Context(), director.Actor{Name: "Anna"}, tournament.Whole{Tournament: roundOf(t, tables)}, "")
	}
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// roundOf returns a tournament whose first round is published.
func roundOf(t *testing.T, games int) *tournament.Tournament {
	t.Helper()
	settings, err := tournament.PresetNamed("egf")
	if err != nil {
		t.Fatal(err)
	}
	tn, err := tournament.New(tournament.Info{Slug: "cup", Name: "Cup"}, settings)
	if err != nil {
		t.Fatal(err)
	}
	var round []tournament.Game
	for n := 1; n <= 2*games; n++ {
		p := tournament.Player{Family: fmt.Sprint("Player", n), Given: "X", Rank: rank.Kyu(1 + n%20), Status: tournament.CheckedIn}
		if _, err := tn.AddPlayer(p, tournament.RefuseNamesakes); err != nil {
			t.Fatal(err)
		}
		if n%2 == 0 {
			round = append(round, tournament.Game{Table: n / 2, Black: tournament.PlayerID(n - 1), White: tournament.PlayerID(n), Komi: 13})
		}
	}
	if err := tn.SetDraft(1, round, nil, tournament.Drawn{}); err != nil {
		t.Fatal(err)
	}
	if err := tn.Publish(1); err != nil {
		t.Fatal(err)
	}
	return tn
}

// run serves the database once, kills it and checks the rest.
func (h *harness) run(n int) {
	p := h.start()
	h.compare(p, n)
	ctx, stop := context.WithCancel(h.t.Context())
	var writers sync.WaitGroup
	for desk := range desks {
		writers.Go(func() { h.write(ctx, p.url, n, desk) })
	}
	pause := func(most int) { time.Sleep(time.Duration(20+rand.IntN(most)) * time.Millisecond) }
	pause(200)
	backup, then := "", state{}
	if n%2 == 1 {
		backup, then = h.backup(p, n)
		pause(200)
	}
	if err := p.cmd.Process.Kill(); err != nil {
		h.t.Fatal(err)
	}
	stop()
	writers.Wait()
	_ = p.cmd.Wait() // it was killed
	h.obstructed = backup != ""
	switch {
	case backup == "":
	case n%4 == 1:
		h.command(0, "restore", backup, "--db", h.db)
	default:
		h.overwrite(backup)
	}
	if backup != "" {
		h.restores++
		h.state = then
	}
	h.command(0, "verify", h.db)
}

// backup takes a backup while no write is in progress, by the page or the command,
// and returns its expected content. A restore is refused meanwhile.
func (h *harness) backup(p program, n int) (path string, then state) {
	h.mu.Lock()
	defer h.mu.Unlock()
	path = filepath.Join(h.t.TempDir(), fmt.Sprintf("backup-%d.db", n))
	if n%8 == 1 || n%8 == 7 {
		h.command(0, "backup", "--db", h.db, path)
	} else {
		if err := os.WriteFile(path, h.get(p.url+"/backup"), 0o600); err != nil {
			h.t.Fatal(err)
		}
	}
	h.command(1, "restore", path, "--db", h.db)
	return path, h.state.clone()
}

// overwrite copies a backup over the database as a person does.
func (h *harness) overwrite(backup string) {
	if log, err := os.Stat(h.db + "-wal"); err == nil && log.Size() == 0 {
		h.obstructed = false // the kill came right after a checkpoint
	}
	content, err := os.ReadFile(backup)
	if err == nil {
		err = os.WriteFile(h.db, content, 0o600)
	}
	if err != nil {
		h.t.Fatal(err)
	}
}

// clearAside deletes the files that the last restore has set aside; if it was
// obstructed there must be some.
func (h *harness) clearAside(n int) {
	aside, err := filepath.Glob(h.db + ".aside-*")
	if err != nil || h.obstructed != (len(aside) > 0) {
		h.t.Errorf("run %d: %v set aside, %v", n, aside, err)
	}
	for _, name := range aside {
		if err := os.Remove(name); err != nil {
			h.t.Error(err)
		}
	}
}

// write enters results at the tables of a desk and registers players until the
// program ends.
func (h *harness) write(ctx context.Context, url string, run, desk int) {
	for n := 0; ctx.Err() == nil; n++ {
		h.mu.RLock()
		if n%4 == 3 {
			h.register(url, fmt.Sprintf("Late%d-%d-%d", run, desk, n))
		} else {
			h.enter(url, 1+desk+desks*rand.IntN(tables/desks))
		}
		h.mu.RUnlock()
	}
}

// enter enters a result at a table.
func (h *harness) enter(base string, table int) {
	h.lock.Lock()
	seen, was := h.seen[table], h.state.results[table]
	h.lock.Unlock()
	result := "B+R"
	if was == result {
		result = "W+R"
	}
	form := url.Values{"round": {"1"}, "table": {fmt.Sprint(table)}, "seen": {seen}, "result": {result}}
	if !h.acknowledged(base+"/desk/cup/result", form, fmt.Sprint(table, " ", result)) {
		return
	}
	h.lock.Lock()
	defer h.lock.Unlock()
	h.state.results[table] = result
	h.results++
	id, revision, _ := strings.Cut(seen, ".")
	next, err := strconv.Atoi(revision)
	if err != nil {
		h.t.Error(err)
	}
	h.seen[table] = fmt.Sprintf("%s.%d", id, next+1)
}

func (h *harness) register(base, family string) {
	form := url.Values{"family": {family}, "given": {"Y"}, "rank": {"9k"}, "twin": {"1"}}
	if !h.acknowledged(base+"/desk/cup/players", form, family) {
		return
	}
	h.lock.Lock()
	defer h.lock.Unlock()
	h.state.players[family] = true
	h.registrations++
}

// acknowledged sends a write and reports whether it was acknowledged. Until then
// it is in doubt.
func (h *harness) acknowledged(address string, form url.Values, write string) bool {
	h.lock.Lock()
	h.state.doubtful[write] = true
	h.lock.Unlock()
	status := h.post(address, form)
	if status != http.StatusSeeOther {
		if status != 0 { // the program was not gone
			h.t.Errorf("a write was answered with %d", status)
		}
		return false
	}
	h.lock.Lock()
	defer h.lock.Unlock()
	delete(h.state.doubtful, write)
	return true
}

// compare compares the program's data with the acknowledged writes.
func (h *harness) compare(p program, n int) {
	h.clearAside(n)
	if n == 0 {
		if status := h.post(p.url+"/login", url.Values{"name": {"Anna"}, "password": {"correct horse"}}); status != http.StatusSeeOther {
			h.t.Fatalf("login answers %d", status)
		}
	}
	tn, _, err := exchange.Read(h.get(p.url + "/desk/cup/exports/tourney"))
	if err != nil {
		h.t.Fatal(err)
	}
	is := state{map[int]string{}, map[string]bool{}, map[string]bool{}}
	for _, g := range tn.Round(1).Games {
		result := g.Result.String()
		if was := h.state.results[g.Table]; result != "?" && result != was && !h.state.doubtful[fmt.Sprint(g.Table, " ", result)] || result == "?" && was != "" {
			h.t.Errorf("run %d: table %d has %s, acknowledged was %q", n, g.Table, result, was)
		}
		if result != "?" {
			is.results[g.Table] = result
		}
	}
	for _, player := range tn.Players {
		if strings.HasPrefix(player.Family, "Player") {
			continue
		}
		if is.players[player.Family] {
			h.t.Errorf("run %d: %s is there twice", n, player.Family)
		}
		if !h.state.players[player.Family] && !h.state.doubtful[player.Family] {
			h.t.Errorf("run %d: %s was never asked for, or came after the backup", n, player.Family)
		}
		is.players[player.Family] = true
	}
	for family := range h.state.players {
		if !is.players[family] {
			h.t.Errorf("run %d: %s is lost", n, family)
		}
	}
	h.state = is
	h.seen = map[int]string{}
	for _, found := range regexp.MustCompile(`name="seen-(\d+)" value="(\d+\.\d+)"`).FindAllSubmatch(h.get(p.url+"/desk/cup"), -1) {
		table, err := strconv.Atoi(string(found[1]))
		if err != nil {
			h.t.Fatal(err)
		}
		h.seen[table] = string(found[2])
	}
	if len(h.seen) != tables {
		h.t.Fatalf("the desk has %d games", len(h.seen))
	}
}
