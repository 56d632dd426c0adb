package beyond_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"tourney/internal/role"
	"tourney/internal/testkit/sitetest"
	"tourney/internal/tournament"
	"tourney/internal/web/beyond"
	"tourney/internal/web/site"
)

const changesPath = "/api/v1/tournaments/spring-cup/changes"

// changesAfter requests changes.
func (s *testSite) changesAfter(query string, header ...string) (d beyond.ChangesDocument) {
	s.T.Helper()
	got := s.Get(changesPath+"?"+query, header...)
	text := s.Body(got)
	if got.StatusCode != http.StatusOK {
		s.T.Fatalf("%s answers %d %s", query, got.StatusCode, text)
	}
	s.Check(json.Unmarshal([]byte(text), &d))
	return d
}

// A program that follows a tournament receives each change, at once if it waits.
func TestChangeFeed(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	s := newSite(t)
	s.Cup()
	first := s.changesAfter("")
	if len(first.Entries) != 1 || first.Entries[0].Version != 1 || first.More || first.Anew || first.Tournament != "spring-cup" {
		t.Fatalf("at first %+v", first)
	}
	if again := s.changesAfter("after=1"); len(again.Entries) != 0 || again.Next != first.Next {
		t.Errorf("after the version alone %+v", again)
	}
	heard := make(chan beyond.ChangesDocument)
	go func() { heard <- s.changesAfter("wait=20&after=" + first.Next) }()
	// A change without a public effect does not end a wait.
	s.Check(s.Director.On(sitetest.Anna, "spring-cup").EditPlayer(t.Context(), 2, tournament.RefuseNamesakes, func(p *tournament.Player) { p.Notes = "another secret" }))
	g := s.Game(2, 2)
	_, err := s.Director.On(sitetest.Anna, "spring-cup").Enter(t.Context(), tournament.Entry{Round: 2, Table: 2, Seen: g.Revision, Result: tournament.Result{Outcome: tournament.BlackWins}})
	s.Check(err)
	select {
	case d := <-heard:
		if len(d.Entries) != 1 || d.Entries[0].Version != 3 || d.Entries[0].Changes[0].ID != g.ID || d.Entries[0].Changes[0].Result != "B+" {
			t.Errorf("the change is told as %+v", d)
		}
	case <-time.After(10 * time.Second):
		t.Fatal("nothing is told")
	}
	began := time.Now()
	if d := s.changesAfter("wait=1&after=3"); len(d.Entries) > 0 || time.Since(began) < time.Second/2 {
		t.Errorf("after %v: %+v", time.Since(began), d)
	}
	if d := s.changesAfter("after=99&wait=20"); !d.Anew || !strings.HasPrefix(d.Next, "3-") {
		t.Errorf("after a version that there is not: %+v", d)
	}
	kept := s.extension().ChangesKept()
	for _, mark := range []string{"a", "b", "c"} {
		if d := s.changesAfter("after=3-" + mark); !d.Anew {
			t.Errorf("after another history: %+v", d)
		}
	}
	if got := s.extension().ChangesKept(); got != kept || kept == 0 {
		t.Errorf("%d pages were kept, then %d", kept, got)
	}
	for query, field := range map[string]string{"after=x": "after", "after=-1": "after", "wait=26": "wait", "wait=-1": "wait", "wait=1.5": "wait"} {
		got := s.Get(changesPath + "?" + query)
		if text := s.Body(got); got.StatusCode != http.StatusUnprocessableEntity || !strings.Contains(text, `"code":"changes.`+field+`","field":"`+field+`"`) {
			t.Errorf("%s answers %d %s", query, got.StatusCode, text)
		}
	}
}

// Clients without access to a hidden tournament receive nothing of it; a program with full access does.
func TestChangesOfHiddenTournament(t *testing.T) {
	s := newSite(t)
	cup := s.Cup()
	cup.Info.Hidden = true
	heard := make(chan beyond.ChangesDocument)
	go func() { heard <- s.changesAfter("wait=20&after=1") }()
	for s.Server.OpenStreams() == 0 {
		time.Sleep(time.Millisecond)
	}
	s.Check(s.Director.On(sitetest.Anna, "spring-cup").SetUp(t.Context(), cup.Info, cup.Settings))
	if d := <-heard; len(d.Entries) != 1 || d.Entries[0].Changes[0].Kind != "hidden" {
		t.Errorf("while it is being hidden: %+v", d)
	}
	for scope, status := range map[role.Role]int{0: http.StatusNotFound, role.ReadToken: http.StatusNotFound, role.WholeToken: http.StatusOK} {
		var header []string
		if scope != 0 {
			header = []string{"Authorization", "Bearer " + s.Program(scope).Secret}
		}
		if got := s.Get(changesPath, header...); got.StatusCode != status {
			t.Errorf("a token to %v is answered %d", scope, got.StatusCode)
		}
		if status == http.StatusOK {
			if d := s.changesAfter("after=1", header...); len(d.Entries) != 1 || d.Entries[0].Changes[0].Kind != "tournament" {
				t.Errorf("a token to %v is told %+v", scope, d)
			}
		}
	}
}

// Waiting clients do not delay the shutdown of the server, and deleting the tournament ends their wait.
func TestWaitForChangesEnds(t *testing.T) {
	s := newSite(t)
	s.Cup()
	waits := func() chan int {
		ended := make(chan int)
		go func() { ended <- s.Get(changesPath + "?after=1&wait=25").StatusCode }()
		for s.Server.OpenStreams() == 0 {
			time.Sleep(time.Millisecond)
		}
		return ended
	}
	ended := waits()
	s.Check(s.Director.Catalogue().Delete(t.Context(), s.Inviter(1), "spring-cup"))
	if got := <-ended; got != http.StatusNotFound {
		t.Errorf("of a tournament that is deleted: %d", got)
	}
	s.Cup()
	ended = waits()
	s.Server.CloseStreams()
	select {
	case got := <-ended:
		if got != http.StatusOK {
			t.Errorf("at the end: %d", got)
		}
	case <-time.After(10 * time.Second):
		t.Fatal("the server waits for who waits")
	}
}

// Requests for old changes are queued, and refused when the queue is full; clients that follow get their responses
// during that time.
func TestTurnsForOldChanges(t *testing.T) {
	s := newSite(t)
	s.Cup()
	edit := func(n int) {
		s.Check(s.Director.On(sitetest.Anna, "spring-cup").EditPlayer(t.Context(), 2, tournament.RefuseNamesakes, func(p *tournament.Player) { p.Club = fmt.Sprint("Club ", n) }))
	}
	for n := range beyond.RecentVersions + 5 {
		edit(n)
	}
	version := s.State("spring-cup").Version
	s.extension().SetQueueForOldChanges(site.NewQueueOf(0, 0, time.Minute)) // all are taken
	for _, after := range []string{"1", "999"} {
		got := s.Get(changesPath + "?after=" + after)
		if text := s.Body(got); got.StatusCode != http.StatusTooManyRequests || !strings.Contains(text, "changes.busy") || got.Header.Get("Retry-After") != "60" {
			t.Errorf("too many who ask for what is not near: %d, %s", got.StatusCode, text)
		}
	}
	if d := s.changesAfter(fmt.Sprint("after=", version-beyond.RecentVersions)); len(d.Entries) != beyond.RecentVersions {
		t.Errorf("who follows is told %+v", d)
	}
	s.extension().SetQueueForOldChanges(site.NewQueueOf(1, 0, time.Minute))
	old := s.changesAfter("after=1")
	if len(old.Entries) != version-1 {
		t.Errorf("once there is a place: %+v", old)
	}
	s.extension().SetQueueForOldChanges(site.NewQueueOf(0, 0, time.Minute))
	if again := s.changesAfter("after=1"); again.Next != old.Next {
		t.Errorf("what was told before needs no place: %+v", again)
	}
}
