package web_test

import (
	"bufio"
	"encoding/json"
	"strings"
	"testing"

	"tourney/internal/testkit/sitetest"
	"tourney/internal/tournament"
	"tourney/internal/web"
)

// A new server receives all changes of others before a page can be opened, so that no page gets a needless refresh.
func TestListensBeforePagesAreOpened(t *testing.T) {
	s := newSite(t)
	s.Cup()
	d := sitetest.NewDirector(s.Store, s.Now)
	latest := func() {
		t.Helper()
		_, err := d.Latest(t.Context(), "spring-cup")
		s.Check(err)
	}
	latest()
	server, err := web.New(d, sitetest.Quiet())
	s.Check(err)
	defer server.Close()
	latest()
	if d.LatestComplete("spring-cup") == nil {
		t.Error("a change of another program may be missed")
	}
}

func TestEvents(t *testing.T) {
	s := newSite(t)
	s.Cup()
	got := s.Get("/t/spring-cup/events")
	if kind := got.Header.Get("Content-Type"); kind != "text/event-stream" {
		t.Fatalf("events are %q", kind)
	}
	lines := bufio.NewScanner(got.Body)
	next := func() web.LiveEvent {
		t.Helper()
		for lines.Scan() {
			if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
				var e web.LiveEvent
				s.Check(json.Unmarshal([]byte(data), &e))
				return e
			}
		}
		t.Fatal("the stream ended")
		return web.LiveEvent{}
	}
	first := next()
	if first.What != "" || first.Version == 0 || first.Now != s.Director.Now().UnixMilli() {
		t.Errorf("the stream begins with %+v", first)
	}
	_, err := s.Director.On(sitetest.Anna, "spring-cup").Enter(t.Context(), tournament.Entry{
		Round: 2, Table: 2, Result: tournament.Result{Outcome: tournament.BlackWins},
	})
	s.Check(err)
	if e := next(); e.What != "results" || e.Version != first.Version+1 {
		t.Errorf("a result is told as %+v", e)
	}
	s.Server.CloseStreams()
	for lines.Scan() {
	}
}
