package web_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tourney/internal/rules"
	"tourney/internal/rules/gamerecord"
	"tourney/internal/rules/live"
	"tourney/internal/testkit/sitetest"
	"tourney/internal/tournament"
	"tourney/internal/web/public"
)

// liveSite is a site with the published round of cup on 9×9, with a clock that only forward advances. The games of its
// second round are live with a delay of two moves and ten minutes.
func liveSite(t testing.TB) (s *testSite, forward func(time.Duration)) {
	t.Helper()
	s = newSite(t)
	t.Cleanup(s.HTTP.CloseClientConnections)
	s.Cup()
	now := s.State("spring-cup")
	settings := now.Settings
	settings.Size, settings.Live = 9, tournament.LiveBoards{On: true, Moves: 2, Minutes: 10}
	s.Check(s.Director.On(sitetest.Anna, "spring-cup").SetUp(t.Context(), now.Info, settings))
	return s, func(by time.Duration) { s.Later.Add(int64(by)) }
}

// A liveState is the response to a recorder.
type liveState struct {
	Steps       int
	Line        []string
	Said, Fault string
	Done, Moved bool
}

// enterStep sends a step as the recorder's script does.
func enterStep(client *http.Client, address, do, at string, after int, once string) (status int, now liveState, err error) {
	form := url.Values{"do": {do}, "at": {at}, "after": {strconv.Itoa(after)}, "once": {once}}
	request, err := http.NewRequest(http.MethodPost, address, strings.NewReader(form.Encode()))
	if err != nil {
		return 0, now, err
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	request.Header.Set("Accept", "application/json")
	got, err := client.Do(request)
	if err != nil {
		return 0, now, err
	}
	defer func() { _ = got.Body.Close() }()
	return got.StatusCode, now, json.NewDecoder(got.Body).Decode(&now)
}

func TestRecorderOverHTTP(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	s, forward := liveSite(t)
	game, path := s.Record(2)
	doc := s.Page(s.Get(path), http.StatusOK)
	if doc.Find(".recorder svg.board").Length() != 1 || doc.Find(`.recorder button[value=pass]`).Length() != 1 {
		t.Error("the page has no board or no buttons")
	}
	address := s.HTTP.URL + path
	post := func(do, at string, after int, once string) (int, liveState) {
		t.Helper()
		status, now, err := enterStep(s.Client, address, do, at, after, once)
		s.Check(err)
		return status, now
	}
	if status, now := post("move", "e5", 0, "a"); status != http.StatusOK || now.Steps != 1 || now.Line[0] != "Bee" {
		t.Errorf("the first move answers %d %+v", status, now)
	}
	if status, now := post("move", "E5", 0, "a"); status != http.StatusOK || now.Steps != 1 {
		t.Errorf("the same once more answers %d %+v", status, now)
	}
	if status, now := post("move", "D4", 0, "b"); status != http.StatusConflict || !now.Moved || now.Steps != 1 || now.Fault == "" {
		t.Errorf("a second recorder is told %d %+v", status, now)
	}
	if status, now := post("move", "E5", 1, "c"); status != http.StatusUnprocessableEntity || now.Moved || !strings.Contains(now.Fault, "E5") {
		t.Errorf("a stone on a stone answers %d %+v", status, now)
	}
	if status, now := post("move", "Z99", 1, "d"); status != http.StatusUnprocessableEntity || now.Steps != 1 {
		t.Errorf("no point answers %d %+v", status, now)
	}
	// Without the script: a form and a redirect, or the page with the fault.
	form := url.Values{"do": {"move"}, "at": {"C3"}, "after": {"1"}, "once": {"e"}, "left": {"12:34"}}
	if got := s.SeeOther(s.Post(path, form)); got != path {
		t.Errorf("the form leads to %s", got)
	}
	form.Set("after", "2")
	form.Set("once", "f")
	if doc := s.Page(s.Post(path, form), http.StatusUnprocessableEntity); sitetest.Text(doc, "#fault") == "" || doc.Find("#at").AttrOr("value", "") != "C3" {
		t.Error("a refused form does not say why, or loses what was typed")
	}
	// The moves are published nowhere before their time.
	for _, p := range []string{
		"", "/games", "/live", "/live/wall", "/feed.atom", "/round/2", fmt.Sprintf("/games/%d", game), fmt.Sprintf("/live/large/%d", game),
		fmt.Sprintf("/live/overlay/%d", game), fmt.Sprintf("/games/%d/record", game),
	} {
		if body := s.Body(s.Get("/t/spring-cup" + p)); strings.Contains(body, `data-p="ee"`) || strings.Contains(body, "12:34") || strings.Contains(body, ";B[ee]") {
			t.Errorf("%q shows a move before its time", p)
		}
	}
	if steps := s.published(game, 0); len(steps) != 0 {
		t.Errorf("published at once: %v", steps)
	}
	post("pass", "", 2, "g")
	post("move", "F6", 3, "h")
	forward(10 * time.Minute)
	if steps := s.published(game, 0); len(steps) != 2 || steps[0].Point != "E5" || steps[1].Point != "C3" || steps[1].Left != "12:34" {
		t.Errorf("published after ten minutes: %v", steps)
	}
	for _, p := range []string{"/live", "/live/wall", fmt.Sprintf("/games/%d", game), fmt.Sprintf("/live/large/%d", game), fmt.Sprintf("/live/overlay/%d", game)} {
		doc := s.Page(s.Get("/t/spring-cup"+p), http.StatusOK)
		if doc.Find(`svg.board [data-p="ee"]`).Length() == 0 || doc.Find(`svg.board [data-p="fd"]`).Length() != 0 {
			t.Errorf("%q does not show what is published", p)
		}
	}
	// An undo of a published move is shown as such.
	for i, once := range []string{"i", "j", "k"} {
		post("undo", "", 4+i, once)
	}
	forward(10 * time.Minute)
	steps := s.published(game, 2)
	if len(steps) != 1 || steps[0].Kind != live.Undo || steps[0].Number != 3 {
		t.Errorf("after the undo %v", steps)
	}
	if doc := s.Page(s.Get(fmt.Sprintf("/t/spring-cup/games/%d", game)), http.StatusOK); !strings.Contains(sitetest.Text(doc, "#game"), "Taken back") {
		t.Error("the page does not tell of the undo")
	}
	if _, now := post("resign", "", 7, "l"); !strings.Contains(now.Said, "over") {
		t.Errorf("at the end it says %q", now.Said)
	}
	tries, most := 0, 1000
	for status := 0; status != http.StatusTooManyRequests && tries < most; tries++ {
		status, _ = post("jump", "", 8, "m")
	}
	if tries == most {
		t.Error("a recorder can send steps without end")
	}
}

// A player of a live game cannot hand in a record: it would publish the moves before their time, and the recorder could
// not continue.
func TestPlayersHandInNoRecordOfALiveGame(t *testing.T) {
	s, _ := liveSite(t)
	game, _ := s.Record(2)
	link := s.Slip(2, 2)
	if doc := s.Page(s.Get(link), http.StatusOK); doc.Find("#play, .handin").Length() != 0 || !strings.Contains(sitetest.Text(doc, "main"), "recorded live") {
		t.Errorf("the link offers to hand in a record: %q", sitetest.Text(doc, "main"))
	}
	for at, form := range map[string]url.Values{
		"": {"text": {"(;SZ[9];B[ee])"}}, "/play": {"do": {"save"}, "moves": {"ee"}},
	} {
		doc := s.Page(s.Post(link+at, form), http.StatusForbidden)
		if got := sitetest.Text(doc, ".banner.error"); !strings.Contains(got, "recorded live") {
			t.Errorf("handing in by %q is told %q", at, got)
		}
	}
	if s.State("spring-cup").Game(game).Record != "" {
		t.Error("the game has a record")
	}
}

// published requests the steps after a number from the API.
func (s *testSite) published(game, after int) []public.LiveStep {
	s.T.Helper()
	var doc public.LiveDocument
	s.Check(json.Unmarshal([]byte(s.Body(s.Get(fmt.Sprintf("/api/v1/tournaments/spring-cup/games/%d/live?after=%d", game, after)))), &doc))
	return doc.Steps
}

func TestDeskChoosesLiveGames(t *testing.T) {
	s, _ := liveSite(t)
	s.Login()
	doc := s.Page(s.Get("/desk/spring-cup/live"), http.StatusOK)
	first := doc.Find("table.games form").First()
	s.SeeOther(s.Post(first.AttrOr("action", ""), url.Values{}))
	doc = s.Page(s.Get("/desk/spring-cup/live"), http.StatusOK)
	link := doc.Find(`.livegames a[href*="/recorder/"]`)
	if link.Length() != 1 || doc.Find(".livegames svg.qr").Length() != 1 {
		t.Fatal("no link or no code for the recorder")
	}
	address, err := url.Parse(link.AttrOr("href", ""))
	s.Check(err)
	s.Page(s.Get(address.Path), http.StatusOK)
	stop := doc.Find(`.livegames form[action$="/off"]`).AttrOr("action", "")
	game := "/desk/spring-cup/games/" + strings.Split(stop, "/")[4]
	if got := sitetest.Text(s.Page(s.Get(game), http.StatusOK), "main .notice"); !strings.Contains(got, "recorded live") {
		t.Errorf("the desk's page of the game says %q", got)
	}
	s.SeeOther(s.Post(stop, url.Values{}))
	if got := s.Get(address.Path); got.StatusCode != http.StatusNotFound {
		t.Errorf("the link of a game that is not live answers %d", got.StatusCode)
	}
	settings := s.State("spring-cup")
	off := settings.Settings
	off.Live.On = false
	s.Check(s.Director.On(sitetest.Anna, "spring-cup").SetUp(t.Context(), settings.Info, off))
	if got := s.Post(first.AttrOr("action", ""), url.Values{}); got.StatusCode != http.StatusForbidden {
		t.Errorf("without the setting it answers %d", got.StatusCode)
	}
	if doc := s.Page(s.Get("/desk/spring-cup/live"), http.StatusOK); doc.Find("table.games").Length() != 0 {
		t.Error("games are offered without the setting")
	}
}

// A liveInput is a game that a recorder enters, with an undo now and then.
type liveInput struct {
	steps []string // points, "pass", "undo"
	game  live.Game
}

// anyInput plays random legal moves, and passes twice.
func anyInput(t testing.TB, game live.Game, seed uint64) liveInput {
	t.Helper()
	in := liveInput{game: game}
	chance := rand.New(rand.NewPCG(seed, 7))
	var steps []live.Step
	for tries := 0; len(steps) < 40 && tries < 4000; tries++ {
		step := live.Step{Kind: live.Move, Point: rules.At(chance.IntN(9), chance.IntN(9)), Once: "x", At: sitetest.Noon}
		word := step.Point.Name(9)
		if chance.IntN(8) == 0 && len(live.Line(steps)) > 0 {
			step.Kind, word = live.Undo, "undo"
		}
		if taken, err := in.game.Take(steps, step); err == nil {
			steps, in.steps = append(steps, taken), append(in.steps, word)
		}
	}
	in.steps = append(in.steps, "pass", "pass")
	return in
}

// TestFiveHundredWatchers makes four recorders enter games whose connections are cut at random. 500 watchers follow the
// events, are cut off and reconnect. Each gets each step once, in order, never before its delay; and the records are
// the inputs.
func TestFiveHundredWatchers(t *testing.T) {
	watchers := 500
	if testing.Short() {
		watchers = 25
	}
	s, forward := liveSite(t)
	transport := &http.Transport{MaxIdleConnsPerHost: 600}
	defer transport.CloseIdleConnections()
	client := &http.Client{Transport: transport}
	games, addresses := make([]int, 4), make([]string, 4)
	for i, table := range []int{1, 2, 3, 4} {
		var path string
		games[i], path = s.Record(table)
		addresses[i] = s.HTTP.URL + path
	}
	inputs := make([]liveInput, 4)
	for i := range inputs {
		now := s.State("spring-cup")
		inputs[i] = anyInput(t, live.Game{Size: 9, Handicap: now.Game(games[i]).Handicap, Rules: now.Settings.RuleSystem()}, uint64(i))
	}

	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var over, wrong atomic.Int64
	var watching sync.WaitGroup
	for n := range watchers {
		watching.Go(func() {
			w := watcher{client: client, base: s.HTTP.URL, chance: rand.New(rand.NewPCG(uint64(n), 11)), now: s.Director.Now}
			if err := w.follow(ctx, games[n%4]); err != nil {
				if wrong.Add(1) < 5 {
					t.Errorf("watcher %d: %v", n, err)
				}
				return
			}
			over.Add(1)
		})
	}

	var recording sync.WaitGroup
	for i := range inputs {
		recording.Go(func() {
			chance := rand.New(rand.NewPCG(uint64(i), 13))
			for after, word := range inputs[i].steps {
				do, at := "move", word
				if word == "pass" || word == "undo" {
					do, at = word, ""
				}
				once := fmt.Sprintf("%d-%d", i, after)
				for sent := false; !sent; {
					// Cut: the request may have arrived, its response is lost.
					cutting := &http.Client{Transport: transport}
					if chance.IntN(4) == 0 {
						cutting.Timeout = time.Duration(chance.IntN(3000)) * time.Microsecond
					}
					status, now, err := enterStep(cutting, addresses[i], do, at, after, once)
					switch {
					case err != nil: // retry
					case status != http.StatusOK || now.Steps != after+1:
						t.Errorf("game %d, step %d %s answers %d %+v", i, after, word, status, now)
						return
					default:
						sent = true
					}
				}
				forward(time.Duration(chance.IntN(40)) * time.Second)
			}
		})
	}
	recording.Wait()
	forward(time.Hour)
	done := make(chan struct{})
	go func() { watching.Wait(); close(done) }()
	select {
	case <-done:
	case <-time.After(60 * time.Second):
		stop()
		<-done
	}
	if over.Load() != int64(watchers) {
		t.Fatalf("%d of %d watchers saw their game to its end", over.Load(), watchers)
	}
	for i, id := range games {
		now := s.State("spring-cup")
		got, err := s.Director.LiveGames().Game(t.Context(), now, now.Game(id))
		s.Check(err)
		want := replayed(t, &inputs[i].game, inputs[i].steps)
		if line := live.Line(got.Steps); !slices.EqualFunc(line, want, func(a, b live.Step) bool { return a.Kind == b.Kind && a.Point == b.Point && a.Player == b.Player }) {
			t.Errorf("game %d differs from its input", i)
		}
		inputs[i].game.Head = got.Head // the names and the terms
		for wait := 0; now.Game(id).Record == "" && wait < 50; wait++ {
			time.Sleep(100 * time.Millisecond) // the server checks once a second
			now = s.State("spring-cup")
		}
		if hash := gamerecord.Hash(inputs[i].game.Record(want)); now.Game(id).Record != hash {
			t.Errorf("game %d: the record is %q, that of the input %q", i, now.Game(id).Record, hash)
		}
	}
}

// replayed returns the steps of an input without undos and undone steps.
func replayed(t testing.TB, g *live.Game, words []string) []live.Step {
	t.Helper()
	var steps []live.Step
	for _, word := range words {
		step := live.Step{Kind: live.Kind(word), Once: "x", At: sitetest.Noon}
		if p, ok := rules.PointNamed(word, 9); ok {
			step.Kind, step.Point = live.Move, p
		}
		step, err := g.Take(steps, step)
		if err != nil {
			t.Fatal(err)
		}
		steps = append(steps, step)
	}
	return live.Line(steps)
}

// A watcher follows one game: it listens to the events of the tournament and requests the steps that it misses.
type watcher struct {
	client *http.Client
	base   string
	chance *rand.Rand
	now    func() time.Time
	seen   []public.LiveStep
}

// follow watches until the game is over, over connections that break.
func (w *watcher) follow(ctx context.Context, game int) error {
	for {
		over, err := w.ask(ctx, game)
		if over || err != nil {
			return err
		}
		w.listen(ctx)
		if ctx.Err() != nil {
			return fmt.Errorf("after %d steps: %w", len(w.seen), ctx.Err())
		}
	}
}

// listen waits for an event of live games, or for the connection to break.
func (w *watcher) listen(ctx context.Context) {
	ctx, cut := context.WithTimeout(ctx, time.Duration(200+w.chance.IntN(2000))*time.Millisecond)
	defer cut()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, w.base+"/t/spring-cup/events", nil)
	if err != nil {
		return
	}
	got, err := w.client.Do(request)
	if err != nil {
		return
	}
	defer func() { _ = got.Body.Close() }()
	for lines := bufio.NewScanner(got.Body); lines.Scan(); {
		if strings.Contains(lines.Text(), `"live"`) {
			return
		}
	}
}

// ask requests the published steps after its last one.
func (w *watcher) ask(ctx context.Context, game int) (over bool, err error) {
	address := fmt.Sprintf("%s/api/v1/tournaments/spring-cup/games/%d/live?after=%d", w.base, game, len(w.seen))
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return false, err
	}
	got, err := w.client.Do(request)
	if err != nil {
		return false, ctx.Err() // retried
	}
	defer func() { _ = got.Body.Close() }()
	var doc public.LiveDocument
	if err := json.NewDecoder(got.Body).Decode(&doc); err != nil {
		return false, ctx.Err()
	}
	now := w.now()
	for _, step := range doc.Steps {
		at, err := time.Parse(time.RFC3339, step.At)
		switch {
		case err != nil:
			return false, err
		case step.Number != len(w.seen)+1:
			return false, fmt.Errorf("step %d after %d", step.Number, len(w.seen))
		case at.After(now):
			return false, fmt.Errorf("step %d of %s is there at %s", step.Number, at, now)
		}
		w.seen = append(w.seen, step)
	}
	return doc.Over, nil
}
