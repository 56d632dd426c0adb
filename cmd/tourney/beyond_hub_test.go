package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tourney/internal/app/director"
	"tourney/internal/beyond/publishing"
	"tourney/internal/data/store"
	"tourney/internal/tournament"
	"tourney/internal/web/public"
)

// TestHubThroughABadLine plays a day of a tournament. One program publishes it at another one, over a line that drops,
// delays, repeats and reorders requests and is down for almost a third of the time. Both programs are killed again and
// again. The hub must show the same as the hall at that version, and everything at the end. It must never have private
// data: each kill is followed by a search of all its stored data. One game is recorded live: its moves at the hub are
// the public moves of the hall.
//
// TOURNEY_HUB_KILLS is the number of kills, TOURNEY_SEED chooses the day.
func TestHubThroughABadLine(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	t.Parallel()
	d := newBadDay(t, number(t, "TOURNEY_SEED", 1))
	kills := number(t, "TOURNEY_HUB_KILLS", 4)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var all sync.WaitGroup
	all.Go(func() { d.line.weather(ctx) })
	all.Go(func() { d.watch(ctx) })
	all.Go(func() { d.killer(ctx, kills) })
	var recorder sync.WaitGroup
	over := make(chan struct{})
	recorder.Go(func() { d.recordLive(over) })
	d.play(kills)
	close(over)
	recorder.Wait()
	d.line.up.Store(true)
	d.line.kind.Store(true)
	d.heard()
	d.look()
	took := d.arrives()
	moves := d.boardArrives()
	stop()
	all.Wait()
	d.hall().is.interrupt(t)
	d.mustHave([]secret{stepKey}) // it had the others at the start of the day, and drafts do not last
	d.searchEnd()
	t.Logf("%d kills, %d searches of the hub, %d versions here, %d readings at the hub compared, %d versions there that nobody read here, %d steps of a live game, %d reports at the hub, each heard once, "+
		"%d more without an answer, %d requests of %d came through; all was there %v after the line was back",
		d.killed.Load(), d.searches.Load(), d.last, d.looks.Load(), len(d.open), moves, len(d.reported), d.doubtful, d.line.through.Load(), d.line.tried.Load(),
		took.Round(time.Millisecond))
	if d.looks.Load() == 0 || len(d.reported) == 0 || moves == 0 || len(d.links) == 0 || d.killed.Load() < int64(kills) {
		t.Error("nothing was tried")
	}
}

// A badDay is a tournament in a hall and at a hub.
type badDay struct {
	*testing.T
	rng *rand.Rand
	// hub and hall are the programs; each is restarted after a kill. After a take-over, the hall is another computer.
	hub  *lives
	at   atomic.Pointer[lives]
	line *badLine
	// others are further programs to kill; holding calm prevents kills.
	others []*lives
	calm   sync.Mutex
	// token is for the API of the hall.
	token string
	// live is the game with a live recording.
	live int

	mu sync.Mutex
	// seen are the documents of the hall, by version; open are documents of the hub at versions that are not read in
	// the hall yet.
	seen map[int]string
	open map[int]string
	last int
	// board are the last steps of the live game at the hub.
	board []public.LiveStep

	killed, looks atomic.Int64

	// secrets must never be at the hub, and neither must the slips' links; searches counts the searches for them.
	secrets  []secret
	links    []string
	searches atomic.Int64

	// reported are the margins of players' reports at the hub; doubtful counts the reports without a response.
	reported []string
	doubtful int
}

func (d *badDay) hall() *lives { return d.at.Load() }

func newBadDay(t *testing.T, seed int) *badDay {
	d := &badDay{T: t, rng: rand.New(rand.NewPCG(uint64(seed), 14)), seen: map[int]string{}, open: map[int]string{}}
	d.hub = newLives(t, "hub")
	d.at.Store(newLives(t, "hall"))
	makeDatabase(t, d.hub.db, 1) // the hub has another tournament at the same address
	tn := roundOf(t, 30)
	tn.Settings.Rounds, tn.Settings.PlayerResults, tn.Settings.Live = 5, true, tournament.LiveBoards{On: true, Moves: 1}
	d.live = tn.Rounds[0].Games[0].ID
	if err := tn.GoLive(d.live); err != nil {
		t.Fatal(err)
	}
	addSecrets(t, tn)
	d.hall().use(func(s *director.Director, kept *store.Store) error {
		_, err := s.Import(t.Context(), director.Actor{Name: deskName}, tournament.Whole{Tournament: tn}, director.Founding{})
		return err
	})
	d.token = strings.TrimSpace(d.hall().command(0, "token", "--db", d.hall().db, "--name", deskName, "--scope", "whole"))
	d.token = d.token[strings.Index(d.token, "tourney_"):]
	d.token = strings.Fields(d.token)[0]
	atHub := d.hub.command(0, "token", "--db", d.hub.db, "--name", "Hall", "--scope", "publish")
	atHub = strings.Fields(atHub[strings.Index(atHub, "tourney_"):])[0]
	d.line = newBadLine(t, d.hub, uint64(seed))
	d.hall().use(func(s *director.Director, _ *store.Store) error {
		return publishing.New(s).Begin(t.Context(), "cup", d.line.URL, atHub)
	})
	d.secrets = append(slices.Clone(secrets), d.keys(atHub)...)
	d.mustHave(d.secrets)
	d.secrets = append(d.secrets, stepKey)
	d.line.secrets = d.secrets
	d.hub.dead = func() { d.searchHub("when it was killed") }
	d.hub.begin()
	d.hall().begin()
	return d
}

// lives is a program that is killed and started again.
type lives struct {
	*harness
	// flags are further flags.
	flags []string
	// dead is called after each kill; may be nil.
	dead func()
	mu   sync.Mutex
	is   *program
}

func newLives(t *testing.T, name string) *lives {
	dir := t.TempDir()
	l := &lives{harness: &harness{t: t, dir: dir, db: filepath.Join(dir, name+".db")}}
	t.Cleanup(func() {
		if l.is != nil {
			_ = l.is.cmd.Process.Kill() // unless it has ended
			_ = l.is.cmd.Wait()
		}
	})
	return l
}

// use runs do on the data while no program serves them.
func (l *lives) use(do func(d *director.Director, kept *store.Store) error) {
	l.t.Helper()
	kept, err := store.Open(l.t.Context(), l.db)
	if err == nil {
		if err = do(director.New(kept, time.Now), kept); err == nil {
			err = kept.Close()
		}
	}
	if err != nil {
		l.t.Fatal(err)
	}
}

func (l *lives) begin() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.is = l.spawn(l.flags...)
	l.is.ready(l.t)
}

// again kills the program and starts it again.
func (l *lives) again() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.is.kill(l.t)
	if l.dead != nil {
		l.dead()
	}
	l.is = l.spawn(l.flags...)
	l.is.ready(l.t)
}

// url is the address of the program, also after a kill.
func (l *lives) url() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.is.url
}

// A badLine is an unreliable proxy.
type badLine struct {
	*httptest.Server
	to             *lives
	up, kind       atomic.Bool
	tried, through atomic.Int64
	// late counts the delayed requests, settled the empty responses over a kind line without delayed requests.
	late, settled atomic.Int64
	// told counts the requests with private data, found by secrets.
	told    atomic.Int64
	secrets []secret

	mu  sync.Mutex
	rng *rand.Rand
}

func newBadLine(t *testing.T, to *lives, seed uint64) *badLine {
	l := &badLine{to: to, rng: rand.New(rand.NewPCG(seed, 15))}
	l.up.Store(true)
	l.Server = httptest.NewServer(l)
	t.Cleanup(l.Close)
	return l
}

func (l *badLine) any(n int) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.rng.IntN(n)
}

// weather switches the line off and on, until ctx ends.
func (l *badLine) weather(ctx context.Context) {
	for ctx.Err() == nil {
		l.up.Store(true)
		wait(ctx, time.Duration(200+l.any(1200))*time.Millisecond)
		l.up.Store(l.kind.Load())
		wait(ctx, time.Duration(100+l.any(500))*time.Millisecond)
	}
	l.up.Store(true)
}

// tells reports whether a body, packed or not, contains private data.
func (l *badLine) tells(body []byte) bool {
	text := slices.Clone(body)
	if z, err := gzip.NewReader(bytes.NewReader(body)); err == nil {
		if text, err = io.ReadAll(z); err != nil {
			return false // cut short
		}
	}
	return slices.ContainsFunc(l.secrets, func(s secret) bool { return s.isIn(text) })
}

func (l *badLine) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	l.tried.Add(1)
	body, err := io.ReadAll(r.Body)
	if l.tells(body) {
		l.told.Add(1)
	}
	if err != nil || !l.up.Load() {
		panic(http.ErrAbortHandler)
	}
	calm := l.kind.Load() && l.late.Load() == 0
	fate := l.any(10)
	if l.kind.Load() {
		fate = 9
	}
	switch fate {
	case 0: // lost before the server
		panic(http.ErrAbortHandler)
	case 1: // arrives late, after other requests, and the response is lost
		delay := time.Duration(l.any(1500)) * time.Millisecond
		copied := r.Clone(context.Background())
		l.late.Add(1)
		go func() {
			defer l.late.Add(-1)
			time.Sleep(delay)
			_, _, _ = l.pass(copied, body)
		}()
		panic(http.ErrAbortHandler)
	case 2: // sent twice
		_, _, _ = l.pass(r, body)
	case 3: // slow
		time.Sleep(time.Duration(l.any(700)) * time.Millisecond)
	}
	status, answer, err := l.pass(r, body)
	if err != nil || fate == 4 || !l.up.Load() { // the response is lost
		panic(http.ErrAbortHandler)
	}
	l.through.Add(1)
	if calm && status == http.StatusNoContent {
		l.settled.Add(1)
	}
	w.WriteHeader(status)
	_, _ = w.Write(answer)
}

func (l *badLine) pass(r *http.Request, body []byte) (status int, answer []byte, err error) {
	out, err := http.NewRequestWithContext(r.Context(), r.Method, l.to.url()+r.URL.RequestURI(), bytes.NewReader(body))
	if err != nil {
		return 0, nil, err
	}
	out.Header = r.Header.Clone()
	got, err := http.DefaultClient.Do(out)
	if err != nil {
		return 0, nil, err
	}
	defer got.Body.Close()
	answer, err = io.ReadAll(got.Body)
	return got.StatusCode, answer, err
}

// killer kills one of the programs, again and again.
func (d *badDay) killer(ctx context.Context, kills int) {
	rng := rand.New(rand.NewPCG(d.rng.Uint64(), 16))
	for range kills {
		wait(ctx, time.Duration(200+rng.IntN(1500))*time.Millisecond)
		if ctx.Err() != nil {
			return
		}
		d.killOne(rng)
		d.killed.Add(1)
	}
}

func (d *badDay) killOne(rng *rand.Rand) {
	d.calm.Lock()
	defer d.calm.Unlock()
	all := append([]*lives{d.hall(), d.hub}, d.others...)
	all[rng.IntN(len(all))].again()
}

// killHub kills the hub at a moment of the play.
func (d *badDay) killHub() {
	d.calm.Lock()
	defer d.calm.Unlock()
	d.hub.again()
}

// documents returns the public documents of a tournament at one version. The version is 0 if it changes during the
// requests, if the tournament is missing, or if the program was killed.
func documents(ctx context.Context, base string) (version int, all string) {
	read := func(path string) string {
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, base+"/api/v1/tournaments/"+path, nil)
		if err != nil {
			return ""
		}
		got, err := http.DefaultClient.Do(r)
		if err != nil {
			return ""
		}
		defer got.Body.Close()
		text, err := io.ReadAll(got.Body)
		if err != nil || got.StatusCode != http.StatusOK {
			return fmt.Sprint(got.StatusCode)
		}
		return string(text)
	}
	paths := []string{"%s", "%s/standings", "%s/rounds/1", "%s/rounds/2", "%s/rounds/3", "%s/rounds/4", "%s/rounds/5", "%s/rounds/1/explanations"}
	slug := "cup"
	if ctx.Value(atTheHub{}) != nil {
		slug = "cup-2"
	}
	var texts []string
	best := regexp.MustCompile(`,"best":"[0-9]+"`) // known only in the hall
	for _, path := range append(paths, paths[0]) {
		texts = append(texts, best.ReplaceAllString(strings.ReplaceAll(read(fmt.Sprintf(path, slug)), `"`+slug+`"`, `"cup"`), ""))
	}
	var is struct{ Version int }
	if texts[0] != texts[len(texts)-1] || json.Unmarshal([]byte(texts[0]), &is) != nil || strings.Contains(strings.Join(texts[1:], ""), "\n\n") {
		return 0, ""
	}
	for _, text := range texts {
		if text == "" {
			return 0, "" // the program was killed
		}
	}
	return is.Version, strings.Join(texts, "\n")
}

// atTheHub marks requests to the hub, where the tournament has another address.
type atTheHub struct{}

// watch reads the documents of the hub repeatedly.
func (d *badDay) watch(ctx context.Context) {
	ctx = context.WithValue(ctx, atTheHub{}, true)
	for ctx.Err() == nil {
		version, there := documents(ctx, d.hub.url())
		if version > 0 && ctx.Err() == nil {
			d.mu.Lock()
			if here, known := d.seen[version]; known {
				d.looks.Add(1)
				d.compare(version, here, there)
			} else if before := d.open[version]; before != "" {
				d.compare(version, before, there)
			} else {
				d.open[version] = there
			}
			d.mu.Unlock()
		}
		d.watchBoard(ctx)
		wait(ctx, 20*time.Millisecond)
	}
}

func (d *badDay) compare(version int, here, there string) {
	if here != there {
		i := 0
		for i < min(len(here), len(there)) && here[i] == there[i] {
			i++
		}
		d.Errorf("version %d: here …%.300s\nthere …%.300s", version, here[max(i-100, 0):], there[max(i-100, 0):])
	}
}

// look stores the documents of the hall. Only the caller changes them.
func (d *badDay) look() {
	for range 200 {
		version, here := documents(d.Context(), d.hall().url())
		if version == 0 {
			time.Sleep(20 * time.Millisecond)
			continue
		}
		d.mu.Lock()
		d.seen[version], d.last = here, version
		if there := d.open[version]; there != "" {
			d.looks.Add(1)
			d.compare(version, here, there)
			delete(d.open, version)
		}
		d.mu.Unlock()
		return
	}
	d.Fatal("the hall does not answer")
}

// write sends a change to the hall until there is a response, and returns it.
func (d *badDay) write(path string, body string) string {
	for range 100 {
		r, err := http.NewRequestWithContext(d.Context(), http.MethodPost, d.hall().url()+"/api/v1/tournaments/cup"+path, strings.NewReader(body))
		if err != nil {
			d.Fatal(err)
		}
		r.Header.Set("Authorization", "Bearer "+d.token)
		r.Header.Set("Content-Type", "application/json")
		got, err := http.DefaultClient.Do(r)
		if err != nil { // it was killed: the next look reads its changes
			d.look()
			time.Sleep(20 * time.Millisecond)
			continue
		}
		text, err := io.ReadAll(got.Body)
		_ = got.Body.Close()
		if err == nil && got.StatusCode != http.StatusTooManyRequests {
			d.look()
			if got.StatusCode >= http.StatusBadRequest && got.StatusCode != http.StatusConflict {
				d.Fatalf("%s %s answers %d %s", path, body, got.StatusCode, text)
			}
			return string(text)
		}
		time.Sleep(100 * time.Millisecond)
	}
	d.Fatalf("%s is never answered", path)
	return ""
}

// play plays five rounds, and then corrects results until all kills are done.
func (d *badDay) play(kills int) {
	d.look()
	results := []string{"B+R", "W+3.5", "B+0.5", "W+T", "Jigo"}
	for round := 1; round <= 5; round++ {
		if round > 1 {
			d.write(fmt.Sprintf("/rounds/%d/draw", round), fmt.Sprintf(`{"seed":%d,"again":true}`, round)) // in place of a draft
			d.write(fmt.Sprintf("/rounds/%d/publication", round), `{}`)
		}
		d.enter(round, func(int) string { return results[d.rng.IntN(len(results)-1)] })
		if round == 1 { // the next one is a draft
			d.arrives()
			d.killHub()
		}
	}
	for d.killed.Load() < int64(kills)/2 && !d.Failed() {
		d.enter(5, func(int) string { return results[d.rng.IntN(len(results)-1)] })
	}
	d.phones(func() bool { return d.killed.Load() >= int64(kills) || d.Failed() })
}

// phones reports another result of each game of the last round at the hub, by the link on a player's slip, until over
// returns true and each game has a report.
func (d *badDay) phones(over func() bool) {
	games, tokens := d.slips()
	d.links = tokens
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	for i := 0; i < len(games) || !over(); i++ {
		time.Sleep(30 * time.Millisecond)
		d.look()
		if i >= len(games) {
			continue
		}
		g, token := &games[i], tokens[i]
		form := url.Values{
			"winner": {fmt.Sprint(g.Black)}, "margin": {fmt.Sprintf("%d.5", 100+i)}, "seen": {fmt.Sprintf("%d.%d", g.ID, g.Revision)},
		}
		got, err := client.PostForm(d.hub.url()+"/t/cup-2/report/"+token+"/result", form)
		if err != nil { // killed: the report may be stored
			d.doubtful++
			continue
		}
		text, _ := io.ReadAll(got.Body) // for the message only
		_ = got.Body.Close()
		switch got.StatusCode {
		case http.StatusSeeOther, http.StatusNoContent:
			d.reported = append(d.reported, form.Get("margin"))
		case http.StatusNotFound, http.StatusConflict, http.StatusTooManyRequests:
			// The round, or the revision of the game, has not arrived yet.
			time.Sleep(300 * time.Millisecond)
			i--
		default:
			d.Fatalf("a report is answered %d: %.300s", got.StatusCode, text)
		}
	}
}

// slips returns the games of the last round, and the tokens of their slips.
func (d *badDay) slips() (games []tournament.Game, tokens []string) {
	d.calm.Lock()
	defer d.calm.Unlock()
	kept, err := store.Open(d.Context(), d.hall().db) // beside the program, as another one would read it
	if err != nil {
		d.Fatal(err)
	}
	defer kept.Close()
	hall := director.New(kept, time.Now)
	s, err := hall.Snapshot(d.Context(), "cup")
	if err != nil {
		d.Fatal(err)
	}
	games = s.Tournament.Round(5).Games
	for i := range games {
		token, err := hall.GameToken(d.Context(), s.Tournament, &games[i])
		if err != nil {
			d.Fatal(err)
		}
		tokens = append(tokens, token)
	}
	return games, tokens
}

// heard waits until the log of the hall has every report, each once.
func (d *badDay) heard() {
	times := map[string]int{}
	for range 600 {
		entries := d.log()
		clear(times)
		for _, e := range entries {
			if e.Action == "result.contest" || e.Action == "result.report" {
				r, _ := e.Args[len(e.Args)-1].(tournament.Result)
				times[strings.TrimPrefix(r.String(), "B+")]++
			}
		}
		all := true
		for _, margin := range d.reported {
			all = all && times[margin] > 0
		}
		if all {
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	for _, margin := range d.reported {
		if times[margin] != 1 {
			d.Errorf("what was reported as B+%s is in the log %d times", margin, times[margin])
		}
	}
	for margin, n := range times {
		if n > 1 {
			d.Errorf("B+%s is in the log %d times", margin, n)
		}
	}
}

// log returns the latest entries of the log of the hall.
func (d *badDay) log() (all []director.LogEntry) {
	d.hall().mu.Lock() // prevents a kill
	defer d.hall().mu.Unlock()
	kept, err := store.Open(d.Context(), d.hall().db)
	if err != nil {
		d.Fatal(err)
	}
	defer kept.Close()
	for page := range 4 {
		entries, _, err := director.New(kept, time.Now).Log(d.Context(), "cup", page, director.LogFilter{})
		if err != nil {
			d.Fatal(err)
		}
		all = append(all, entries...)
	}
	return all
}

// enter enters or corrects the results of a round.
func (d *badDay) enter(round int, result func(table int) string) {
	var r struct {
		Games []struct {
			Game, Table, Revision int
		}
	}
	for range 100 {
		got, err := http.Get(fmt.Sprintf("%s/api/v1/tournaments/cup/rounds/%d", d.hall().url(), round))
		if err == nil {
			err = json.NewDecoder(got.Body).Decode(&r)
			_ = got.Body.Close()
		}
		if err == nil {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	if len(r.Games) == 0 {
		d.Fatalf("round %d has no games", round)
	}
	for _, g := range r.Games {
		d.write(fmt.Sprintf("/games/%d/result", g.Game), fmt.Sprintf(`{"result":%q,"seen":%d,"reason":"again"}`, result(g.Table), g.Revision))
	}
}

// arrives waits until the hub has the last version, and returns the duration.
func (d *badDay) arrives() time.Duration {
	began := time.Now()
	ctx := context.WithValue(d.Context(), atTheHub{}, true)
	for time.Since(began) < time.Minute {
		version, there := documents(ctx, d.hub.url())
		if version == d.last {
			d.mu.Lock()
			defer d.mu.Unlock()
			d.compare(version, d.seen[version], there)
			return time.Since(began)
		}
		time.Sleep(10 * time.Millisecond)
	}
	d.Fatalf("version %d does not come to the hub", d.last)
	return 0
}
