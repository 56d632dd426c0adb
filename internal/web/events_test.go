package web

import (
	"bufio"
	"encoding/json"
	"strings"
	"testing"

	"tourney/internal/director"
	"tourney/internal/tournament"
)

// A new server receives all changes of others before a page can be opened, so that no page gets a needless refresh.
func TestListensBeforePagesAreOpened(t *testing.T) {
	s := newSite(t)
	s.cup()
	d := newDirector(s.store, s.now)
	latest := func() {
		t.Helper()
		_, err := d.Latest(t.Context(), "spring-cup")
		s.check(err)
	}
	latest()
	server, err := New(d, quiet())
	s.check(err)
	defer server.Close()
	latest()
	if director.Certain(d, "spring-cup") == nil {
		t.Error("a change of another program may be missed")
	}
}

func TestEvents(t *testing.T) {
	s := newSite(t)
	s.cup()
	got := s.get("/t/spring-cup/events")
	if kind := got.Header.Get("Content-Type"); kind != "text/event-stream" {
		t.Fatalf("events are %q", kind)
	}
	lines := bufio.NewScanner(got.Body)
	next := func() liveEvent {
		t.Helper()
		for lines.Scan() {
			if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
				var e liveEvent
				s.check(json.Unmarshal([]byte(data), &e))
				return e
			}
		}
		t.Fatal("the stream ended")
		return liveEvent{}
	}
	first := next()
	if first.What != "" || first.Version == 0 || first.Now != s.director.Now().UnixMilli() {
		t.Errorf("the stream begins with %+v", first)
	}
	_, err := s.director.On(anna, "spring-cup").Enter(t.Context(), tournament.Entry{
		Round: 2, Table: 2, Result: tournament.Result{Outcome: tournament.BlackWins},
	})
	s.check(err)
	if e := next(); e.What != "results" || e.Version != first.Version+1 {
		t.Errorf("a result is told as %+v", e)
	}
	s.server.CloseStreams()
	for lines.Scan() {
	}
}
