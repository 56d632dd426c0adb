package web

import (
	"bufio"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"tourney/internal/database"
	"tourney/internal/store"
	"tourney/internal/tournament"
)

// another returns a second instance with the same data, and the same browser.
func (s *testSite) another() *testSite {
	s.t.Helper()
	if database.IsServer(s.database) {
		return s.beside()
	}
	return s.instanceOver(s.store)
}

// beside returns what another does, but a second program where the data are in a file.
func (s *testSite) beside() *testSite {
	s.t.Helper()
	return s.instanceOver(s.open(s.database))
}

// instanceOver returns a second instance with a store of the same data.
func (s *testSite) instanceOver(kept *store.Store) *testSite {
	s.t.Helper()
	two := &testSite{t: s.t, dir: s.dir, database: s.database, client: s.client}
	two.serve(kept, s.now)
	return two
}

// A draw that one instance makes another one shows, and stops.
func TestDrawIsSeenAtAnotherInstance(t *testing.T) {
	s := newSite(t)
	s.cup()
	d := s.desk("")
	two := s.another()
	s.server.draw.Patience, two.server.draw.Patience = 0, 0
	midway := pauseCup(t, s)
	before := s.state("spring-cup").Version
	s.seeOther(d.send("/draw/3", url.Values{"do": {"pair"}, "seed": {"7"}}))
	path := "/desk/spring-cup/draw/3"
	if doc := two.page(two.get(path), http.StatusOK); doc.Find("#draw progress").Length() != 1 {
		t.Errorf("the other instance shows %q", words(doc.Find("#draw > [data-say], #draw .running")))
	}
	two.seeOther(two.post(path, url.Values{"do": {"pair"}, "seed": {"7"}})) // the same one
	two.seeOther(two.post(path, url.Values{"do": {"stop"}}))
	for _, at := range []*testSite{s, two} {
		doc := at.page(at.get(path), http.StatusOK)
		if got := words(doc.Find("#draw > [data-say]").First()); got != "The draw was stopped. Nothing has changed." {
			t.Errorf("after it was stopped the page says %q", got)
		}
	}
	s.check(midway.goOn())
	if now := s.state("spring-cup").Version; now != before {
		t.Errorf("%d versions were made", now-before)
	}
}

// What one instance has simulated another one shows, and takes the settings from.
func TestSimulationIsSeenAtAnotherInstance(t *testing.T) {
	s := newSite(t)
	s.field(12)
	s.login()
	two := s.another()
	here := s.simulated(simulationForm())
	there := two.page(two.get(simulatePath), http.StatusOK)
	if a, b := words(here.Find("#simulation")), words(there.Find("#simulation")); a != b || a == "" {
		t.Errorf("one shows %q, the other %q", a, b)
	}
	token, _ := there.Find("#simulation [name=token]").First().Attr("value")
	to := two.seeOther(two.post(simulatePath, url.Values{"do": {"use"}, "variant": {"2"}, "token": {token}}))
	if !strings.HasPrefix(to, simulatePath) {
		t.Errorf("the settings of a variant lead to %s", to)
	}
	if got := s.state("invented-field").Settings.Rounds; got != 3 {
		t.Errorf("%d rounds are set", got)
	}
}

// A list that was sent to one instance is reviewed and imported at another one.
func TestUploadIsImportedAtAnotherInstance(t *testing.T) {
	s := newSite(t)
	s.field(4)
	s.login()
	two := s.another()
	to := s.seeOther(s.post("/desk/invented-field/import", url.Values{"text": {"name;rank\nNew Anna;3d\nNew Bert;5k\n"}}))
	doc := two.page(two.get(to), http.StatusOK)
	if got := words(doc.Find("main")); !strings.Contains(got, "New Anna") {
		t.Fatalf("the other instance shows %q", got)
	}
	two.seeOther(two.post(to, url.Values{"do": {"apply"}, "take": {"2", "3"}}))
	if n := len(s.state("invented-field").Players); n != 6 {
		t.Errorf("%d players", n)
	}
}

// Failed logins count at all instances together.
func TestTriesCountAtAllInstances(t *testing.T) {
	s := newSite(t)
	s.login()
	two := s.another()
	slow := 0
	for i := range 12 {
		at := []*testSite{s, two}[i%2]
		at.client = at.browser() // a stranger
		r := at.post("/login", url.Values{"name": {"Anna"}, "password": {"wrong password"}})
		if r.StatusCode == http.StatusTooManyRequests {
			slow++
		}
		_ = r.Body.Close()
	}
	if slow != 4 {
		t.Errorf("%d of 12 tries came too early, want 4", slow)
	}
}

// Open pages of one instance hear of what is entered at another.
func TestEventsOfAnotherInstance(t *testing.T) {
	s := newSite(t)
	if !database.IsServer(s.database) {
		t.Skip("instances tell one another of changes at a server")
	}
	s.cup()
	s.login()
	two := s.another()
	r := two.get("/t/spring-cup/events")
	defer func() { _ = r.Body.Close() }()
	lines := bufio.NewScanner(r.Body)
	next := func() string {
		for lines.Scan() {
			if data, is := strings.CutPrefix(lines.Text(), "data: "); is {
				return data
			}
		}
		t.Fatal("the stream has ended")
		return ""
	}
	next() // the version now
	was := s.state("spring-cup")
	g := was.Round(2).Games[0]
	_, err := s.director.On(anna, "spring-cup").Because("wrong entry").Enter(t.Context(), tournament.Entry{Round: 2, Table: g.Table, Seen: g.Revision, Result: tournament.Result{Outcome: tournament.BothWin}})
	s.check(err)
	if got, want := next(), fmt.Sprintf(`{"version":%d,"what":"results"}`, was.Version+1); got != want {
		t.Errorf("the other instance sends %s, want %s", got, want)
	}
}
