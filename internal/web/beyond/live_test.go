package beyond_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"tourney/internal/app/director"
	"tourney/internal/app/updates"
	"tourney/internal/beyond/publication"
	"tourney/internal/beyond/publishing"
	"tourney/internal/data/store"
	"tourney/internal/fault"
	"tourney/internal/rules"
	"tourney/internal/rules/live"
	"tourney/internal/testkit/sitetest"
	"tourney/internal/tournament"
	"tourney/internal/tournament/consent"
)

// liveAtAHub publishes the cup on 9×9, with a live game whose moves are published ten minutes later, once two others
// have followed.
func liveAtAHub(t *testing.T) (s *publishedSite, game int) {
	t.Helper()
	s = published(t)
	now := s.State("spring-cup")
	settings := now.Settings
	settings.Size, settings.Live = 9, tournament.LiveBoards{On: true, Moves: 2, Minutes: 10}
	s.Check(s.Director.On(sitetest.Anna, "spring-cup").SetUp(t.Context(), now.Info, settings))
	game, _ = s.Record(2)
	s.waitSynced()
	return s, game
}

// plays enters steps of a live game: points, passes, or undos, the first one with a clock.
func (s *publishedSite) plays(game int, clock string, steps ...string) {
	s.T.Helper()
	left, err := live.ParseClock(clock)
	s.Check(err)
	for _, what := range steps {
		now := s.State("spring-cup")
		is, err := s.Director.LiveGames().Game(s.T.Context(), now, now.Game(game))
		s.Check(err)
		e := director.LiveEntry{Game: game, After: len(is.Steps)}
		e.Kind, e.Left, e.Once = live.Kind(what), left, fmt.Sprint("secret key ", e.After)
		if p, is := rules.PointNamed(what, now.Settings.Size); is {
			e.Kind, e.Point = live.Move, p
		}
		_, err = s.Director.LiveGames().Record(s.T.Context(), "spring-cup", e)
		s.Check(err)
		left = live.Clock{}
	}
}

// steps returns the published steps of a live game.
func (s *testSite) steps(game int) string {
	s.T.Helper()
	return s.Body(s.Get(fmt.Sprintf("/api/v1/tournaments/spring-cup/games/%d/live", game)))
}

// shows waits until a live game has the same published steps here and at the hub, and compares its pages.
func (s *publishedSite) shows(game, steps int) {
	s.T.Helper()
	s.waitSynced()
	here := s.steps(game)
	if got := strings.Count(here, `"number":`); got != steps {
		s.T.Fatalf("%d steps are published, want %d: %s", got, steps, here)
	}
	began := time.Now()
	sitetest.WaitFor(s.T, func() bool { return s.hub.steps(game) == here })
	s.T.Logf("%d steps are there after %v", steps, time.Since(began).Round(time.Millisecond))
	for _, path := range []string{"", "/live", "/live/wall", "/games", "/games/%d", "/live/large/%d", "/live/overlay/%d"} {
		path = "/t/spring-cup" + strings.Replace(path, "%d", fmt.Sprint(game), 1)
		a, b := s.GetWithoutCookies(path), s.hub.GetWithoutCookies(path)
		here, there := main(s.Body(a)), main(s.hub.Body(b))
		if a.StatusCode != b.StatusCode || here != there {
			s.T.Errorf("%s: here %d\n%s\nthere %d\n%s", path, a.StatusCode, here, b.StatusCode, there)
		}
	}
}

// never searches all requests and the hub's files for secrets.
func (s *publishedSite) never(secrets ...string) {
	s.T.Helper()
	var all bytes.Buffer
	s.mu.Lock()
	sent := slices.Clone(s.sent)
	s.mu.Unlock()
	for _, p := range sent {
		z, err := gzip.NewReader(bytes.NewReader(p.body))
		s.Check(err)
		_, err = io.Copy(&all, z)
		s.Check(err)
	}
	files, err := filepath.Glob(filepath.Join(s.hub.Dir, "test.db*"))
	s.Check(err)
	for _, name := range files {
		data, err := os.ReadFile(name)
		s.Check(err)
		all.Write(data)
	}
	for _, secret := range secrets {
		if bytes.Contains(all.Bytes(), []byte(secret)) {
			s.T.Errorf("the hub was told %q", secret)
		}
	}
}

// passed returns the sent moves of live games, in the order of their requests.
func (s *publishedSite) passed() (boards [][]byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, p := range s.sent {
		if strings.HasSuffix(p.path, "/boards") {
			boards = append(boards, p.body)
		}
	}
	return boards
}

// receives accepts moves of live games that were sent here.
func (s *testSite) receives(origin string, packed io.Reader) error {
	sent, err := publication.ReadBoards(packed)
	if err != nil {
		return err
	}
	from := publishing.From{Organisation: store.FirstOrganisation, Origin: origin}
	_, err = s.extension().Publishing.ReceiveBoards(s.T.Context(), from, sent)
	return err
}

// The hub shows a live game like the public pages here, move by move: not before its moves are public, and no more of
// it. That holds after a lost connection, and with repeated and late packets. The clock of the hub is behind.
func TestLiveBoardsAtTheHub(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	s, game := liveAtAHub(t)
	s.shows(game, 0)
	s.plays(game, "0:25/7", "E5", "C3", "F6", "G7")
	initials := func(p *tournament.Player) { p.Hiding = consent.Initials }
	on := s.Director.On(sitetest.Anna, "spring-cup")
	s.Check(on.EditPlayer(t.Context(), s.Game(2, 2).Black, tournament.AllowNamesakes, initials))
	s.shows(game, 0)
	s.never("0:25/7", "secret key", "secret note", "secret@")
	events, leave := s.hub.Director.Subscribe("spring-cup")
	defer leave()
	s.Later.Add(int64(10 * time.Minute))
	s.shows(game, 2)
	sitetest.WaitFor(t, func() bool { return (<-events).What == updates.LiveBoards })
	s.plays(game, "", "undo", "undo", "undo")
	s.Later.Add(int64(10 * time.Minute))
	s.shows(game, 3) // the undo of the second

	s.disconnect()
	s.plays(game, "", "C4", "E4")
	s.plays(game, "0:26/8", "E3")
	s.Later.Add(int64(10 * time.Minute))
	if strings.Count(s.hub.steps(game), `"number":`) != 3 {
		t.Error("it came without a line")
	}
	again := &testSite{Site: s.hub.Beside()}
	again.T = t
	if a, b := s.hub.steps(game), again.steps(game); a != b {
		t.Errorf("another instance of the hub says\n%s\nnot\n%s", b, a)
	}
	s.cut.Store(false)
	s.shows(game, 4)
	sitetest.WaitFor(t, func() bool { return again.steps(game) == s.steps(game) })

	p, _, err := s.extension().Publishing.Of(t.Context(), "spring-cup")
	s.Check(err)
	late := s.passed()
	for _, body := range slices.Concat(late, late) {
		s.Check(s.hub.receives(p.Origin, bytes.NewReader(body)))
	}
	s.shows(game, 4)
	s.never("0:26/8", "secret key", "recorder/")
}

// A hub that refuses moves of live games has everything else, and the desk reports the missing moves.
func TestHubWithoutBoards(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	s, game := liveAtAHub(t)
	s.boards.Store(http.StatusServiceUnavailable)
	s.plays(game, "", "E5", "C3", "F6", "G7")
	s.Later.Add(int64(10 * time.Minute))
	sitetest.WaitFor(t, func() bool { return strings.Contains(s.statusText(), "moves of live games do not arrive") })
	s.typed("1b")
	s.waitSynced()
	if said := s.statusText(); strings.Contains(said, "Nothing has arrived") {
		t.Error(said)
	}
	s.boards.Store(0)
	s.shows(game, 2)
	sitetest.WaitFor(t, func() bool { return !strings.Contains(s.statusText(), "live games") })

	s.boards.Store(http.StatusNotFound) // an older program without them
	s.plays(game, "", "C4")
	s.Later.Add(int64(10 * time.Minute))
	sitetest.WaitFor(t, func() bool { return strings.Contains(s.statusText(), "an older tourney") })
	s.typed("1w !misread")
	s.waitSynced()
}

// A finished live game gets its record here, and then at the hub. A game removed from the live boards is removed from
// the hub, and returns after an undo.
func TestLiveGameEndsAtTheHub(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	s, game := liveAtAHub(t)
	s.plays(game, "", "E5", "C3", "pass", "pass")
	s.Later.Add(int64(10 * time.Minute))
	s.shows(game, 4)
	on := s.Director.On(sitetest.Anna, "spring-cup")
	s.Check(on.Game(game).EndLive(t.Context()))
	s.waitSynced()
	if got := s.hub.Get(fmt.Sprintf("/t/spring-cup/live/large/%d", game)); got.StatusCode != http.StatusNotFound {
		t.Errorf("a game that is live no longer answers %d", got.StatusCode)
	}
	id := s.State("spring-cup").LastID
	kept, err := s.hub.Store.LiveSteps(t.Context(), "spring-cup", id)
	s.Check(err)
	if len(kept) > 0 {
		t.Errorf("the hub keeps %v", kept)
	}
	s.Check(on.Undo(t.Context(), s.State("spring-cup").Version))
	s.shows(game, 4)
	s.Later.Add(int64(time.Minute))
	sitetest.WaitFor(t, func() bool { return s.Game(2, 2).Record != "" })
	s.shows(game, 4)
	s.hub.Later.Add(int64(time.Hour))
	s.shows(game, 4)
	s.Check(s.hub.Store.Verify(t.Context()))
}

// The hub's handling of moves that do not fit its state, are from another computer, or of an unknown game.
func TestForeignBoards(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	s, game := liveAtAHub(t)
	s.plays(game, "", "E5", "C3", "F6", "G7")
	s.Later.Add(int64(10 * time.Minute))
	s.shows(game, 2)
	s.disconnect()
	p, _, err := s.extension().Publishing.Of(t.Context(), "spring-cup")
	s.Check(err)
	number := s.State("spring-cup").Game(game).Live.ID
	send := func(stamp int64, sender, origin string, id int, points ...string) error {
		t.Helper()
		var steps []live.Step
		for i, name := range points {
			at, ok := rules.PointNamed(name, 19)
			if !ok {
				t.Fatal(name)
			}
			steps = append(steps, live.Step{Number: i + 1, Kind: live.Move, Player: rules.Color(1 + i%2), Point: at, At: sitetest.Noon})
		}
		var packed bytes.Buffer
		boards := publication.Boards{Stamp: stamp, Sender: sender, Games: map[int][]live.Step{id: steps}}
		s.Check(publication.WriteBoards(&packed, boards))
		return s.hub.receives(origin, &packed)
	}
	before, mine := s.hub.steps(game), s.extension().Publishing.Sender()
	for i, step := range []struct {
		err  error
		want string
	}{
		{send(p.Stamp-1, mine, p.Origin, number, "A19", "B19", "C19"), ""},
		{send(p.Stamp+1, mine, p.Origin, number, "A19", "B19", "C19"), ""},
		{send(p.Stamp, "another", p.Origin, number, "A19", "B19", "C19"), "publication.another"},
		{send(p.Stamp, mine, strings.Repeat("0", 32), number, "A19", "B19", "C19"), "publication.none"},
		{send(p.Stamp, mine, p.Origin, number-1, "A19"), "live.steps"},
		{send(p.Stamp, mine, p.Origin, number), ""},
	} {
		if step.want == "" && step.err != nil || step.want != "" && !fault.Is(step.err, step.want) {
			t.Errorf("step %d is answered %v, want %q", i, step.err, step.want)
		}
		if got := s.hub.steps(game); got != before {
			t.Errorf("after step %d the hub shows %s", i, got)
		}
	}
	// Different moves, as after a restore; one point is off the board.
	s.Check(send(p.Stamp, mine, p.Origin, number, "A19", "T19"))
	if got := s.hub.steps(game); strings.Count(got, `"number":`) != 2 || !strings.Contains(got, `"A9"`) {
		t.Errorf("the hub shows %s", got)
	}
	if got := s.hub.GetWithoutCookies(fmt.Sprintf("/t/spring-cup/games/%d", game)); got.StatusCode != http.StatusOK {
		t.Errorf("its page answers %d", got.StatusCode)
	}
	s.Server.Close()
	s.cut.Store(false)
	again := s.Another()
	s.testSite, again.T = again, t
	s.shows(game, 2)
}
