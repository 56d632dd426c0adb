package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"tourney/internal/app/director"
	"tourney/internal/data/store"
	"tourney/internal/rank"
	"tourney/internal/tournament"
)

// asCommand makes the test binary behave as the program.
const asCommand = "TOURNEY_TEST_COMMAND"

func TestMain(m *testing.M) {
	if os.Getenv(asCommand) != "" {
		p := short()
		p.lastReading, p.reachable = lastReading, 500*time.Millisecond // requests are in progress
		os.Exit(p.main())
	}
	_ = os.Setenv("LC_ALL", "C") // tests of other languages set them explicitly
	os.Exit(m.Run())
}

// TestKills kills a serving program again and again during evenings at which desks register players, draw, publish,
// enter and undo results and change settings. After each kill it checks every acknowledged write, and sometimes
// restores a backup or tries to restore a bad file.
//
// TOURNEY_KILLS is the number of kills, TOURNEY_SEED chooses the evenings (a second run with another seed continues the
// first), TOURNEY_BINARY is the program, by default the test binary.
func TestKills(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	t.Parallel()
	kills, seed := number(t, "TOURNEY_KILLS", 6), number(t, "TOURNEY_SEED", 1)
	const evening = 20 // kills of one database
	h := newHarness(t)
	began := time.Now()
	for h.done.kills < kills {
		if h.done.kills%evening == 0 {
			h.begin(rand.New(rand.NewPCG(uint64(seed), uint64(h.done.kills/evening))))
		}
		h.run()
		if t.Failed() {
			t.Fatalf("after %d kills of seed %d: %+v", h.done.kills, seed, h.done)
		}
		if h.done.kills%200 == 0 {
			t.Logf("%v: %v", time.Since(began).Round(time.Second), h.done)
		}
	}
	if h.done.written == 0 {
		t.Error("nothing was written")
	}
	t.Logf("%v: %v: nothing lost, nothing twice", time.Since(began).Round(time.Second), h.done)
}

// number returns the number in an environment variable.
func number(t *testing.T, name string, otherwise int) int {
	t.Helper()
	text := os.Getenv(name)
	if text == "" {
		return otherwise
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// Totals count what a harness has done.
type totals struct {
	kills, starting, written, doubtful, kept, refused, backups, copies, restores, refusals, cutShort int
}

func (d totals) String() string {
	return fmt.Sprintf("%d kills, %d of them at the start; %d writes acknowledged, %d refused, %d in doubt of which %d were kept; "+
		"%d backups, %d by itself, %d restores, %d cut short, %d refused",
		d.kills, d.starting, d.written, d.refused, d.doubtful, d.kept, d.backups, d.copies, d.restores, d.cutShort, d.refusals)
}

// tables is the size of a round, resultDesks the number of desks that share them.
const (
	tables      = 12
	resultDesks = 3
)

// A harness runs one database after the other through many kills.
type harness struct {
	t   *testing.T
	rng *rand.Rand
	// dir holds the database; template is the database at the start of each evening, with the logins of clients.
	dir, db, template string
	clients           []*http.Client
	done              totals

	// evening counts the evenings, runs the kills of this one.
	evening, runs int
	// know is the content of the database at the last check.
	know history
	// ledger has the writes since then.
	ledger ledger
	// again are doubtful registrations, which are sent again.
	again []registration
	// backup is the latest backup of the evening, if it has a path.
	backup copied
	// settings is the form of the settings page, as first loaded.
	settings url.Values
}

// A copied is a backup and its content.
type copied struct {
	path string
	history
}

// newHarness makes the database at the start of evenings.
func newHarness(t *testing.T) *harness {
	t.Helper()
	h := &harness{t: t, dir: t.TempDir(), template: filepath.Join(t.TempDir(), "template.db")}
	makeDatabase(t, h.template, tables)
	h.db = h.template
	p := h.start()
	for range resultDesks + 2 {
		h.clients = append(h.clients, h.login(p, "Anna", "correct horse"))
	}
	h.settings = h.form(p, "/desk/cup/settings")
	p.interrupt(t)
	return h
}

// makeDatabase makes a database with a director and a tournament.
func makeDatabase(t *testing.T, path string, games int) {
	t.Helper()
	kept, err := store.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	d := director.New(kept, time.Now)
	token, _, err := d.Access().SetupToken(t.Context())
	if err == nil {
		err = d.Access().SetPassword(t.Context(), token, "Anna", "correct horse")
	}
	if err == nil {
		_, err = d.Import(t.Context(), director.Actor{Name: "Anna"}, tournament.Whole{Tournament: roundOf(t, games)}, director.Founding{})
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := kept.Close(); err != nil {
		t.Fatal(err)
	}
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

// begin begins an evening with a fresh database.
func (h *harness) begin(rng *rand.Rand) {
	h.clear("")
	h.rng, h.db = rng, filepath.Join(h.dir, "tourney.db")
	h.evening, h.runs, h.again, h.backup, h.know = h.evening+1, 0, nil, copied{}, history{}
	h.copy(h.template, h.db)
	h.know = h.read(h.db)
}

// A moment is the moment of a run's kill.
type moment int

const (
	atStart      moment = iota // before the program answers
	atOnce                     // at the first response, while it merges the log into the file
	afterDraw                  // after a draw or publication, during another merge
	whenQuiet                  // some time after the last write, likewise
	whileBackup                // during a backup
	whileWriting               // at any time
)

// anyMoment chooses a moment by weight.
func (h *harness) anyMoment() moment {
	at := h.rng.IntN(1000)
	for m, weight := range []int{120, 130, 150, 8, 160} {
		if at -= weight; at < 0 {
			return moment(m)
		}
	}
	return whileWriting
}

// pause sleeps up to most milliseconds.
func (h *harness) pause(most int) {
	time.Sleep(time.Duration(h.rng.IntN(1000*most)) * time.Microsecond)
}

// run serves the database once, kills the program and checks the data.
func (h *harness) run() {
	h.ledger = ledger{acknowledged: map[string]int{}, doubtful: map[string]int{}}
	h.runs++
	m := h.anyMoment()
	copies := h.copies()
	p := h.spawn()
	if m == atStart {
		h.pause(150)
		p.kill(h.t)
		h.done.starting++
	} else {
		p.ready(h.t)
		h.serve(p, m)
	}
	h.done.kills++
	h.check()
	h.checkCopies(copies)
	if h.backup.path != "" && h.rng.IntN(5) == 0 {
		h.restore()
	}
}

// serve lets all desks write until the program is killed.
func (h *harness) serve(p *program, m moment) {
	ctx, stop := context.WithCancel(h.t.Context())
	defer stop()
	var desks sync.WaitGroup
	drawn, over := make(chan struct{}, 10), make(chan struct{})
	registrar, director := h.writer(p, resultDesks), h.writer(p, resultDesks+1)
	desks.Go(func() { h.again = registrar.register(ctx, h.again) })
	desks.Go(func() { director.direct(ctx, drawn, over) })
	for n := range resultDesks {
		d := h.writer(p, n)
		desks.Go(func() {
			<-over // a draw is refused after a change of results
			d.enterResults(ctx, n)
		})
	}
	switch m {
	case atOnce:
		h.pause(15)
	case afterDraw:
		select {
		case <-drawn:
			h.pause(12)
		case <-time.After(300 * time.Millisecond): // the round continues
		}
	case whenQuiet:
		h.pause(60)
		stop()
		desks.Wait()
		time.Sleep(1980 * time.Millisecond)
		h.pause(60)
	case whileBackup:
		h.makeBackup(p)
	default:
		h.pause(150)
	}
	p.kill(h.t)
	stop()
	desks.Wait()
	for _, c := range h.clients {
		c.CloseIdleConnections()
	}
}

// makeBackup makes a backup, or starts to, and reads it.
func (h *harness) makeBackup(p *program) {
	h.pause(60)
	path := filepath.Join(h.dir, fmt.Sprintf("backup-%d.db", h.runs))
	before := h.ledger.count()
	switch h.rng.IntN(4) {
	case 0: // the program is killed at the same time
		go func() {
			if got, err := h.clients[0].Get(p.url + "/backup"); err == nil {
				_ = got.Body.Close()
			}
		}()
		h.pause(60)
		return
	case 1: // the command is killed
		cmd := h.binary("backup", "--db", h.db, path)
		if err := cmd.Start(); err != nil {
			h.t.Fatal(err)
		}
		h.pause(150)
		_ = cmd.Process.Kill() // it may have ended
		_ = cmd.Wait()
		if _, err := os.Stat(path); err != nil {
			return
		}
	case 2:
		h.command(0, "backup", "--db", h.db, path)
	default:
		if err := os.WriteFile(path, h.get(h.clients[0], p.url+"/backup"), 0o600); err != nil {
			h.t.Fatal(err)
		}
	}
	h.done.backups++
	made := copied{path, h.read(path)}
	if got := len(made.entries) - len(h.know.entries); got < before {
		h.t.Errorf("a backup has %d new entries, %d were acknowledged before", got, before)
	}
	if h.rng.IntN(3) == 0 {
		h.refuseRestore(path, "open")
	}
	// Its content must be the start of the later content.
	h.ledger.backup, h.backup = &made, made
}

// clear deletes the files in the folder of the database whose names contain a text.
func (h *harness) clear(with string) {
	files, err := os.ReadDir(h.dir)
	if err != nil {
		h.t.Fatal(err)
	}
	for _, f := range files {
		if strings.Contains(f.Name(), with) {
			if err := os.RemoveAll(filepath.Join(h.dir, f.Name())); err != nil {
				h.t.Fatal(err)
			}
		}
	}
}

// copy copies a file.
func (h *harness) copy(from, to string) {
	content, err := os.ReadFile(from)
	if err == nil {
		err = os.WriteFile(to, content, 0o600)
	}
	if err != nil {
		h.t.Fatal(err)
	}
}
