package director

import (
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"tourney/internal/app/updates"
	"tourney/internal/data/store"
	"tourney/internal/fault"
	"tourney/internal/handicap"
	"tourney/internal/rules"
	"tourney/internal/rules/gamerecord"
	"tourney/internal/rules/live"
	"tourney/internal/testkit/databasetest"
	"tourney/internal/tournament"
)

// A watch is a clock that moves only by a call of pass.
type watch struct {
	mu   sync.Mutex
	now  time.Time
	asks int
}

func (w *watch) time() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.asks++
	return w.now
}

// asked returns the number of readings of the clock.
func (w *watch) asked() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.asks
}

func (w *watch) pass(d time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.now = w.now.Add(d)
}

// liveCup makes a tournament with one published game on 9×9, which is live with a delay
// of two moves and ten minutes.
func liveCup(t *testing.T) (d *Director, w *watch, game int) {
	t.Helper()
	databasetest.Parallel(t)
	s := databasetest.OpenFile(t, store.OpenScratch)
	w = &watch{now: time.Date(2027, 5, 1, 12, 0, 0, 0, time.UTC)}
	d = New(s, w.time)
	settings := preset(t, "finnish")
	settings.Size, settings.Live = 9, tournament.LiveBoards{On: true, Moves: 2, Minutes: 10}
	tn, err := tournament.New(tournament.Info{Slug: "cup", Name: "Cup"}, settings)
	must(t, err)
	for _, p := range people(2) {
		_, err := tn.AddPlayer(p, tournament.RefuseNamesakes)
		must(t, err)
	}
	must(t, tn.SetDraft(1, []tournament.Game{{Table: 1, Black: 1, White: 2, Komi: 13}}, nil, tournament.Drawn{}))
	must(t, tn.Publish(1))
	_, err = d.Import(t.Context(), anna, tournament.Whole{Tournament: tn}, Founding{})
	must(t, err)
	game = tn.Rounds[0].Games[0].ID
	must(t, d.On(anna, "cup").Game(game).GoLive(t.Context()))
	return d, w, game
}

// record enters steps such as "E5", "pass" and "undo" after the existing ones.
func record(t *testing.T, d *Director, game int, words string) (now LiveGame) {
	t.Helper()
	for _, word := range strings.Fields(words) {
		s, err := d.Snapshot(t.Context(), "cup")
		must(t, err)
		at, err := d.LiveGames().Game(t.Context(), s.Tournament, s.Tournament.Game(game))
		must(t, err)
		now, err = d.LiveGames().Record(t.Context(), "cup", LiveEntry{Game: game, After: len(at.Steps), Step: liveStep(word, len(at.Steps))})
		must(t, err)
	}
	return now
}

func liveStep(word string, after int) live.Step {
	step := live.Step{Kind: live.Kind(word), Once: fmt.Sprint(word, after)}
	if p, ok := rules.PointNamed(word, 9); ok {
		step.Kind, step.Point = live.Move, p
	}
	return step
}

func TestLiveGameIsPublishedLater(t *testing.T) {
	d, w, game := liveCup(t)
	events, cancel := d.Subscribe("cup")
	defer cancel()
	shown := func() int {
		t.Helper()
		s, err := d.Snapshot(t.Context(), "cup")
		must(t, err)
		now, err := d.LiveGames().Game(t.Context(), s.Tournament, s.Tournament.Game(game))
		must(t, err)
		return len(now.Public.Shown)
	}
	told := func() (n int) {
		d.live.release(t.Context(), "cup")
		for {
			select {
			case e := <-events:
				if e.What == updates.LiveBoards {
					n++
				}
			default:
				return n
			}
		}
	}
	record(t, d, game, "E5 D4 C3 undo C4")
	if shown() != 0 || told() != 0 {
		t.Error("published at once")
	}
	w.pass(10 * time.Minute)
	if shown() != 1 || told() != 1 || told() != 0 { // D4 has one later move
		t.Errorf("%d published after the minutes", shown())
	}
	record(t, d, game, "F6 pass pass")
	w.pass(9 * time.Minute)
	if shown() != 3 {
		t.Errorf("%d published, of five with two later", shown())
	}
	w.pass(time.Minute)
	if shown() != 6 {
		t.Errorf("%d published at the end", shown())
	}
}

func TestLiveGameBecomesARecord(t *testing.T) {
	d, w, game := liveCup(t)
	now := record(t, d, game, "E5 D4 resign")
	want := now.Record(live.Line(now.Steps))
	d.live.release(t.Context(), "cup")
	if g := state(t, d).Game(game); g.Record != "" {
		t.Error("the record is attached before the delay ends")
	}
	w.pass(10 * time.Minute)
	d.live.release(t.Context(), "cup")
	g := state(t, d).Game(game)
	if g.Record != gamerecord.Hash(want) || g.Result.Known() {
		t.Errorf("record %q, result %v", g.Record, g.Result)
	}
	_, err := d.LiveGames().Record(t.Context(), "cup", LiveEntry{Game: game, After: 3, Step: liveStep("undo", 3)})
	wantFault(t, err, "live.recorded")
	d.live.release(t.Context(), "cup")
	d.live.mu.Lock()
	defer d.live.mu.Unlock()
	if d.live.followed["cup"] {
		t.Error("a tournament without live games is still followed")
	}
}

// A repeated step counts once, and a step is valid only after the step that it follows.
func TestLiveStepsFollowEachOther(t *testing.T) {
	d, _, game := liveCup(t)
	record(t, d, game, "E5")
	again, err := d.LiveGames().Record(t.Context(), "cup", LiveEntry{Game: game, After: 0, Step: liveStep("E5", 0)})
	if err != nil || len(again.Steps) != 1 {
		t.Errorf("sent again: %d steps, %v", len(again.Steps), err)
	}
	behind, err := d.LiveGames().Record(t.Context(), "cup", LiveEntry{Game: game, After: 0, Step: liveStep("D4", 0)})
	if !fault.Is(err, "live.moved") || len(behind.Steps) != 1 {
		t.Errorf("the second recorder is told %v of %d steps", err, len(behind.Steps))
	}
	// Of several concurrent steps one is the second.
	var wait sync.WaitGroup
	var mu sync.Mutex
	taken := 0
	for i := range 8 {
		wait.Go(func() {
			step := live.Step{Kind: live.Move, Point: rules.At(i, 8), Once: fmt.Sprint("many", i)}
			_, err := d.LiveGames().Record(t.Context(), "cup", LiveEntry{Game: game, After: 1, Step: step})
			mu.Lock()
			defer mu.Unlock()
			if err == nil {
				taken++
			} else if !fault.Is(err, "live.moved") {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	steps, err := d.store.LiveSteps(t.Context(), "cup", state(t, d).Game(game).Live.ID)
	must(t, err)
	if taken != 1 || len(steps[state(t, d).Game(game).Live.ID]) != 2 {
		t.Errorf("%d were taken, %v are on the disk", taken, steps)
	}
}

func TestRecorderToken(t *testing.T) {
	d, _, game := liveCup(t)
	tn := state(t, d)
	token, err := d.LiveGames().Token(t.Context(), tn, tn.Game(game))
	must(t, err)
	if g, err := d.LiveGames().GameOf(t.Context(), tn, token); err != nil || g.ID != game {
		t.Errorf("the token is of %v %v", g, err)
	}
	slip, err := d.GameToken(t.Context(), tn, tn.Game(game))
	must(t, err)
	for _, wrong := range []string{"", "1", slip, token[:len(token)-1] + "x", "9999" + token} {
		_, err := d.LiveGames().GameOf(t.Context(), tn, wrong)
		wantFault(t, err, "live.token")
	}
	_, err = d.GameOf(t.Context(), tn, token) // another scope
	wantFault(t, err, "report.token")
	ed := d.On(anna, "cup").Game(game)
	must(t, ed.EndLive(t.Context()))
	_, err = d.LiveGames().GameOf(t.Context(), state(t, d), token)
	wantFault(t, err, "live.token")
	must(t, ed.GoLive(t.Context()))
	_, err = d.LiveGames().GameOf(t.Context(), state(t, d), token) // a second recording
	wantFault(t, err, "live.token")
}

func TestGoLiveIsRefused(t *testing.T) {
	d, _, game := liveCup(t)
	ed := d.On(anna, "cup").Game(game)
	must(t, ed.EndLive(t.Context()))
	must(t, ed.AttachRecord(t.Context(), []byte("(;GM[1]SZ[9];B[aa])")))
	wantFault(t, ed.GoLive(t.Context()), "live.recorded")
	must(t, ed.RemoveRecord(t.Context()))
	wantFault(t, d.On(anna, "cup").Game(4711).GoLive(t.Context()), "game.unknown")
	_, err := d.LiveGames().Record(t.Context(), "cup", LiveEntry{Game: game, Step: liveStep("E5", 0)})
	wantFault(t, err, "live.none")
}

// A record removed by the desk is not attached again automatically. The recorder can undo the end of the game and
// continue.
func TestLiveRecordStaysTakenAway(t *testing.T) {
	for name, takeAway := range map[string]func(d *Director, game int) error{
		"removed": func(d *Director, game int) error { return d.On(anna, "cup").Game(game).RemoveRecord(t.Context()) },
		"undone":  func(d *Director, game int) error { return d.On(anna, "cup").Undo(t.Context(), state(t, d).Version) },
	} {
		t.Run(name, func(t *testing.T) {
			d, w, game := liveCup(t)
			record(t, d, game, "E5 D4 resign")
			w.pass(10 * time.Minute)
			d.live.release(t.Context(), "cup")
			first := state(t, d).Game(game).Record
			must(t, takeAway(d, game))
			d.live.release(t.Context(), "cup")
			if got := state(t, d).Game(game).Record; got != "" || first == "" {
				t.Fatalf("taken away, the record %.8s is there again: %.8s", first, got)
			}
			record(t, d, game, "undo C3 resign")
			w.pass(10 * time.Minute)
			d.live.release(t.Context(), "cup")
			if got := state(t, d).Game(game).Record; got == "" || got == first {
				t.Errorf("recorded on, the game has the record %.8s", got)
			}
		})
	}
}

// During the saving of an undo its move does not become public, because a public move must stay public.
func TestNothingIsPublishedWhileAStepIsEntered(t *testing.T) {
	d, w, game := liveCup(t)
	record(t, d, game, "E5 resign")
	w.pass(10*time.Minute - time.Second)
	shown := func() int {
		t.Helper()
		games, err := d.LiveGames().Public(t.Context(), latest(t, d))
		must(t, err)
		return len(games[game].Public.Shown)
	}
	held, release := make(chan bool), make(chan bool)
	var wait sync.WaitGroup
	wait.Go(func() {
		err := d.store.Tx(t.Context(), func(*store.Tx) error { held <- true; <-release; return nil })
		if err != nil {
			t.Error(err)
		}
	})
	<-held
	asked := w.asked()
	wait.Go(func() { record(t, d, game, "undo") })
	for w.asked() < asked+3 { // it has its time and waits for the disk
		runtime.Gosched()
	}
	w.pass(time.Minute)
	before := shown()
	close(release)
	wait.Wait()
	if after := shown(); before != 0 || after != 0 {
		t.Errorf("%d steps were public before the undo, %d are after it", before, after)
	}
}

// A step is refused if the game gets its record before the step is saved.
func TestStepComesTooLate(t *testing.T) {
	d, _, game := liveCup(t)
	record(t, d, game, "E5")
	seen := state(t, d)
	step := liveStep("D4", 1)
	step.Number = 2
	add := func() error {
		return d.live.add(t.Context(), seen, seen.Game(game), []live.Step{{}, step})
	}
	must(t, d.On(anna, "cup").Game(game).AttachRecord(t.Context(), []byte("(;SZ[9];B[ee];W[])")))
	wantFault(t, add(), "live.recorded")
	must(t, d.On(anna, "cup").Game(game).EndLive(t.Context()))
	wantFault(t, add(), "live.none")
}

// A game with recorded moves keeps its handicap and board size.
func TestLiveGameKeepsItsTerms(t *testing.T) {
	d, _, game := liveCup(t)
	record(t, d, game, "E5 D4")
	terms := func(number int, komi handicap.Komi) error {
		return d.On(anna, "cup").Because("wrong entry").Round(1).SetTerms(t.Context(), 1, handicap.Terms{Number: number, Komi: komi})
	}
	wantFault(t, terms(2, 0), "live.handicap")
	must(t, terms(0, 15))
	now := state(t, d)
	settings := now.Settings
	settings.Size = 5
	wantFault(t, d.On(anna, "cup").Because("wrong entry").SetUp(t.Context(), now.Info, settings), "live.size")
	settings = now.Settings
	settings.Live.Moves = 7
	must(t, d.On(anna, "cup").Because("wrong entry").SetUp(t.Context(), now.Info, settings))
	if now := record(t, d, game, "C3"); len(now.Verdict(live.Line(now.Steps)).Findings) != 0 {
		t.Errorf("after all that %v is found", now.Verdict(live.Line(now.Steps)).Findings)
	}
	must(t, d.On(anna, "cup").Because("wrong entry").Game(game).EndLive(t.Context()))
	must(t, terms(2, 0))
}

// An unpublished round has no live games, because its pairing may change.
func TestLiveGameOfADraft(t *testing.T) {
	d, w, game := liveCup(t)
	record(t, d, game, "E5 D4 C3")
	w.pass(10 * time.Minute)
	tn := state(t, d)
	token, err := d.LiveGames().Token(t.Context(), tn, tn.Game(game))
	must(t, err)
	public := func() map[int]LiveGame {
		t.Helper()
		games, err := d.LiveGames().Public(t.Context(), latest(t, d))
		must(t, err)
		return games
	}
	if got := public()[game]; len(got.Public.Shown) != 1 || got.Steps != nil {
		t.Errorf("everybody may know %v, and is given %v", got.Public.Shown, got.Steps)
	}
	must(t, d.On(anna, "cup").Because("wrong entry").Round(1).Unpublish(t.Context()))
	_, err = d.LiveGames().GameOf(t.Context(), state(t, d), token)
	wantFault(t, err, "live.token")
	if got := public(); len(got) != 0 {
		t.Errorf("of a draft %v is public", got)
	}
}

// Without a delay the recorder can still undo a mistaken end.
func TestRecorderThinksTwice(t *testing.T) {
	d, w, game := liveCup(t)
	must(t, d.On(anna, "cup").Game(game).EndLive(t.Context()))
	settings := state(t, d).Settings
	settings.Live.Moves, settings.Live.Minutes = 0, 0
	must(t, d.On(anna, "cup").SetUp(t.Context(), state(t, d).Info, settings))
	must(t, d.On(anna, "cup").Game(game).GoLive(t.Context()))
	attached := func() bool {
		d.live.release(t.Context(), "cup")
		return state(t, d).Game(game).Record != ""
	}
	record(t, d, game, "E5 resign")
	w.pass(secondThought - time.Second)
	if attached() {
		t.Error("the record is attached at once")
	}
	record(t, d, game, "undo D4 resign")
	w.pass(secondThought - time.Second)
	if attached() {
		t.Error("the time is that of the first end")
	}
	w.pass(time.Second)
	if !attached() {
		t.Error("the record is not attached")
	}
}

// The desk attaches a record before the delay of the recorder's moves is over: subscribers still get the later moves,
// and then the tournament is unfollowed.
func TestRecordComesBeforeTheDelay(t *testing.T) {
	d, w, game := liveCup(t)
	events, cancel := d.Subscribe("cup")
	defer cancel()
	told := func() (n int) {
		t.Helper()
		for name := range d.live.followed {
			d.live.release(t.Context(), name)
		}
		for {
			select {
			case e := <-events:
				if e.What == updates.LiveBoards {
					n++
				}
			default:
				return n
			}
		}
	}
	record(t, d, game, "E5 D4 C3")
	told()
	must(t, d.On(anna, "cup").Game(game).AttachRecord(t.Context(), []byte("(;SZ[9];B[ee];W[])")))
	if n := told(); n != 0 {
		t.Errorf("%d events before the delay is over", n)
	}
	w.pass(10 * time.Minute)
	if n := told(); n != 1 {
		t.Errorf("%d events when a move becomes public", n)
	}
	w.pass(5 * time.Minute)
	if n := told(); n != 0 || len(d.live.followed) != 0 {
		t.Errorf("later %d events, and still followed: %v", n, d.live.followed)
	}
}

// Steps read before a call of forget are not cached, because others may have been written since.
func TestStepsReadBeforeTheyWereDropped(t *testing.T) {
	d, _, game := liveCup(t)
	record(t, d, game, "E5 D4")
	l := d.LiveGames()
	seen := l.forgotten.Load()
	l.forget(0)
	number, err := d.store.Number(t.Context(), "cup")
	must(t, err)
	l.keep(liveKey{number, state(t, d).Game(game).Live.ID}, nil, seen)
	now, err := l.Game(t.Context(), state(t, d), state(t, d).Game(game))
	must(t, err)
	if len(now.Steps) != 2 {
		t.Errorf("%d steps are known, want 2", len(now.Steps))
	}
}

// New moves of one tournament keep the moves of other tournaments in memory.
func TestStepsOfOneTournamentAreDropped(t *testing.T) {
	l := &LiveGames{steps: map[liveKey][]live.Step{{1, 4}: nil, {1, 5}: nil, {2, 4}: nil}}
	l.forget(1)
	if _, other := l.steps[liveKey{2, 4}]; !other || len(l.steps) != 1 {
		t.Errorf("in memory are %v", l.steps)
	}
	l.forget(0)
	if len(l.steps) != 0 {
		t.Errorf("in memory are still %v", l.steps)
	}
}
