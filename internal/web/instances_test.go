package web_test

import (
	"bufio"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"tourney/internal/data/database"
	"tourney/internal/testkit/sitetest"
	"tourney/internal/tournament"
)

// A draw that one instance makes is shown, and can be stopped, by another one.
func TestDrawIsSeenAtAnotherInstance(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	s := newSite(t)
	s.Cup()
	d := s.Desk("")
	two := s.Another()
	s.Server.SetDrawPatience(0)
	two.Server.SetDrawPatience(0)
	midway := pauseCup(t, s)
	before := s.State("spring-cup").Version
	s.SeeOther(d.Send("/draw/3", url.Values{"do": {"pair"}, "seed": {"7"}}))
	path := "/desk/spring-cup/draw/3"
	if doc := two.Page(two.Get(path), http.StatusOK); doc.Find("#draw progress").Length() != 1 {
		t.Errorf("the other instance shows %q", sitetest.Words(doc.Find("#draw > [data-say], #draw .running")))
	}
	two.SeeOther(two.Post(path, url.Values{"do": {"pair"}, "seed": {"7"}})) // the same one
	two.SeeOther(two.Post(path, url.Values{"do": {"stop"}}))
	for _, at := range []*testSite{s, two} {
		doc := at.Page(at.Get(path), http.StatusOK)
		if got := sitetest.Words(doc.Find("#draw > [data-say]").First()); got != "The draw was stopped. Nothing has changed." {
			t.Errorf("after it was stopped the page says %q", got)
		}
	}
	s.Check(midway.goOn())
	if now := s.State("spring-cup").Version; now != before {
		t.Errorf("%d versions were made", now-before)
	}
}

// Another instance shows a finished simulation, and applies its settings.
func TestSimulationIsSeenAtAnotherInstance(t *testing.T) {
	s := newSite(t)
	s.Field(12)
	s.Login()
	two := s.Another()
	here := s.Simulated(sitetest.SimulationForm())
	there := two.Page(two.Get(sitetest.SimulatePath), http.StatusOK)
	if a, b := sitetest.Words(here.Find("#simulation")), sitetest.Words(there.Find("#simulation")); a != b || a == "" {
		t.Errorf("one shows %q, the other %q", a, b)
	}
	token, _ := there.Find("#simulation [name=token]").First().Attr("value")
	to := two.SeeOther(two.Post(sitetest.SimulatePath, url.Values{"do": {"use"}, "variant": {"2"}, "token": {token}}))
	if !strings.HasPrefix(to, sitetest.SimulatePath) {
		t.Errorf("the settings of a variant lead to %s", to)
	}
	if got := s.State("invented-field").Settings.Rounds; got != 3 {
		t.Errorf("%d rounds are set", got)
	}
}

// A list uploaded to one instance is reviewed and imported at another one.
func TestUploadIsImportedAtAnotherInstance(t *testing.T) {
	s := newSite(t)
	s.Field(4)
	s.Login()
	two := s.Another()
	to := s.SeeOther(s.Post("/desk/invented-field/import", url.Values{"text": {"name;rank\nNew Anna;3d\nNew Bert;5k\n"}}))
	doc := two.Page(two.Get(to), http.StatusOK)
	if got := sitetest.Words(doc.Find("main")); !strings.Contains(got, "New Anna") {
		t.Fatalf("the other instance shows %q", got)
	}
	two.SeeOther(two.Post(to, url.Values{"do": {"apply"}, "take": {"2", "3"}}))
	if n := len(s.State("invented-field").Players); n != 6 {
		t.Errorf("%d players", n)
	}
}

// Failed logins are counted over all instances.
func TestTriesCountAtAllInstances(t *testing.T) {
	s := newSite(t)
	s.Login()
	two := s.Another()
	slow := 0
	for i := range 12 {
		at := []*testSite{s, two}[i%2]
		at.Client = at.Browser() // a stranger
		r := at.Post("/login", url.Values{"name": {"Anna"}, "password": {"wrong password"}})
		if r.StatusCode == http.StatusTooManyRequests {
			slow++
		}
		_ = r.Body.Close()
	}
	if slow != 4 {
		t.Errorf("%d of 12 tries came too early, want 4", slow)
	}
}

// Open pages of one instance receive changes made at another.
func TestEventsOfAnotherInstance(t *testing.T) {
	s := newSite(t)
	if !database.IsServer(s.Database) {
		t.Skip("instances tell one another of changes at a server")
	}
	s.Cup()
	s.Login()
	two := s.Another()
	r := two.Get("/t/spring-cup/events")
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
	next() // the present version
	was := s.State("spring-cup")
	g := was.Round(2).Games[0]
	_, err := s.Director.On(sitetest.Anna, "spring-cup").Because("wrong entry").Enter(t.Context(), tournament.Entry{Round: 2, Table: g.Table, Seen: g.Revision, Result: tournament.Result{Outcome: tournament.BothWin}})
	s.Check(err)
	if got, want := next(), fmt.Sprintf(`{"version":%d,"what":"results"}`, was.Version+1); got != want {
		t.Errorf("the other instance sends %s, want %s", got, want)
	}
}
