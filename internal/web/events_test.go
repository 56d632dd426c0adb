package web

import (
	"bufio"
	"encoding/json"
	"strings"
	"testing"

	"tourney/internal/tournament"
)

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
	if first.What != "" || first.Version == 0 {
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
