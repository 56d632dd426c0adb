package web_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"tourney/internal/role"
)

// If-Match accepts the ETag of a document at every address that writes, until the tournament has another version.
func TestAPITakesIfMatch(t *testing.T) {
	s := newSite(t)
	s.Cup()
	p := s.Program(role.WholeToken)
	version := s.State("spring-cup").Version
	tags := map[string]bool{"*": true, fmt.Sprintf("%q", fmt.Sprint(version)): true}
	for _, path := range []string{"", "/standings", "/standings?after=1", "/rounds/1", "/rounds/2", "/standings?lang=fi"} {
		got := s.Get("/api/v1"+cup+path, "Accept-Encoding", "gzip")
		tag := got.Header.Get("ETag")
		if !strings.HasPrefix(tag, fmt.Sprintf(`W/"%d-`, version)) {
			t.Errorf("%s has the tag %s at version %d", path, tag, version)
		}
		if again := s.Get("/api/v1"+cup+path, "If-None-Match", tag); again.StatusCode != http.StatusNotModified || again.Header.Get("ETag") != tag {
			t.Errorf("%s again answers %d with the tag %s", path, again.StatusCode, again.Header.Get("ETag"))
		}
		tags[tag] = true
	}
	const path, body = cup + "/games/15/result", `{"result": "B+R", "seen": 0}`
	for tag := range tags { // the first enters the result, the same again changes nothing
		if status, text := p.Send(path, body, "If-Match", tag); status != http.StatusOK && !strings.Contains(text, "tournament.version") {
			t.Errorf("%s answers %d %s", tag, status, text)
		}
	}
	now := s.State("spring-cup").Version
	if s.Result(2, 2, "B+R"); now != version+1 {
		t.Errorf("version %d is %d now", version, now)
	}
	for list, want := range map[string]int{
		fmt.Sprintf(`W/"%d-of-before", "%d"`, version, now): http.StatusOK,
		fmt.Sprintf(`"%d", W/"%d-to-come"`, version, now+1): http.StatusPreconditionFailed,
	} {
		if status, text := p.Send(path, `{"result": "B+R", "seen": 1}`, "If-Match", list); status != want {
			t.Errorf("%s at version %d answers %d %s", list, now, status, text)
		}
	}
	delete(tags, "*")
	want := fmt.Sprintf(`{"error":"Turnauksella on nyt versio %d, ei %d. Lue se uudelleen, ennen kuin muutat sitä.","code":"tournament.version"}`, now, version)
	refused := func(path, body, tag string) {
		t.Helper()
		if status, text := p.Send(path, body, "If-Match", tag, "Accept-Language", "fi"); status != http.StatusPreconditionFailed || text != want {
			t.Errorf("%s %s at %s answers %d %s", path, body, tag, status, text)
		}
	}
	for tag := range tags {
		refused(path, body, tag)
	}
	for _, w := range writings {
		if strings.HasPrefix(w.path, cup) && w.status < 300 {
			refused(w.path, w.body, fmt.Sprintf(`"%d-%s"`, version, "of-another-answer"))
		}
	}
	if got := s.State("spring-cup").Version; got != now {
		t.Errorf("what was refused made version %d of %d", got, now)
	}
}

// The ETag in the response to a write is valid for the next one.
func TestWritesFollowEachOther(t *testing.T) {
	s := newSite(t)
	s.Cup()
	p := s.Program(role.WholeToken)
	p.Tag = fmt.Sprintf("%q", fmt.Sprint(s.State("spring-cup").Version))
	for _, w := range []writing{
		{path: cup + "/games/15/result", body: `{"result": "B+R", "seen": 0}`},
		{path: cup + "/rounds/3/draw", body: `{"again": true, "seed": 7}`},
		{path: cup + "/rounds/3/publication", body: `{}`},
		{path: cup + "/players", body: `{"family": "Virta", "rank": "5k"}`},
		{path: cup + "/players/9/rounds/4", body: `{"attendance": "half-bye"}`},
		{path: cup + "/players/9/status", body: `{"status": "withdrawn", "reason": "ill"}`},
	} {
		status, text := p.Send(w.path, w.body, "If-Match", p.Tag)
		if want := fmt.Sprintf("%q", fmt.Sprint(s.State("spring-cup").Version)); status >= 300 || p.Tag != want {
			t.Fatalf("%s answers %d %s with the tag %s, want %s", w.path, status, text, p.Tag, want)
		}
	}
	status, text := p.Send("/tournaments", `{"name": "Winter Cup", "preset": "egf"}`, "If-Match", "*")
	if status != http.StatusPreconditionFailed || !strings.Contains(text, "api.match.new") {
		t.Errorf("a new tournament at a version answers %d %s", status, text)
	}
	if status, text := p.Send("/tournaments", `{"name": "Winter Cup", "preset": "egf"}`); status != http.StatusCreated || p.Tag != `"1"` {
		t.Errorf("a new tournament answers %d %s with the tag %s", status, text, p.Tag)
	}
	if status, text := p.Send("/tournaments/winter-cup/players", `{"family": "Virta", "rank": "5k"}`, "If-Match", "17"); status != http.StatusUnprocessableEntity || !strings.Contains(text, "api.match") {
		t.Errorf("a tag without quotation marks answers %d %s", status, text)
	}
}

// Of many programs that write on the same version at once, exactly one succeeds.
func TestOneProgramWritesOnAVersion(t *testing.T) {
	s := newSite(t)
	s.Cup()
	p := s.Program(role.ResultsToken)
	tag := fmt.Sprintf("%q", fmt.Sprint(s.State("spring-cup").Version))
	var all sync.WaitGroup
	var done, refused atomic.Int32
	for _, game := range []int{15, 16, 17, 15, 16, 17} {
		all.Go(func() {
			got := p.Post(fmt.Sprintf("%s/games/%d/result", cup, game), `{"result": "W+R", "seen": 0}`, "If-Match", tag)
			switch got.StatusCode {
			case http.StatusOK:
				done.Add(1)
			case http.StatusPreconditionFailed:
				refused.Add(1)
			}
		})
	}
	all.Wait()
	if done.Load() != 1 || refused.Load() != 5 {
		t.Errorf("%d wrote, %d were refused", done.Load(), refused.Load())
	}
}
