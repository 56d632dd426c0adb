package public_test

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"tourney/internal/app/director"
	"tourney/internal/testkit/sitetest"
	"tourney/internal/testkit/webtest"
	"tourney/internal/tournament"
	"tourney/internal/tournament/consent"
)

// season imports the invented club.
func (s *testSite) season(change func(t *tournament.Tournament)) {
	s.T.Helper()
	club := webtest.NewSeason(s.Director.Now())
	if change != nil {
		change(club)
	}
	_, err := s.Director.Import(s.T.Context(), sitetest.Anna, tournament.Whole{Tournament: club}, director.Founding{})
	s.Check(err)
}

const club = "/t/" + webtest.Season

func TestTableOfTonight(t *testing.T) {
	s := newSite(t)
	s.season(nil)
	doc := s.Page(s.Get(club+"/standings"), http.StatusOK)
	if got := sitetest.Text(doc, "h1"); got != "Tonight" {
		t.Errorf("the title is %q", got)
	}
	// A, E, F and I have won one game each.
	for i, want := range []string{"1=", "1=", "1=", "1="} {
		row := doc.Find("tbody tr").Eq(i)
		if got := sitetest.Words(row.Find(".n")); got != want {
			t.Errorf("line %d has place %q, want %q", i+1, got, want)
		}
		if got := sitetest.Words(row.Find("[data-label=Points]")); got != "3" {
			t.Errorf("line %d has %s points", i+1, got)
		}
	}
	if got := sitetest.Text(doc, `tr:has(.name:contains("Mäntylä")) .met`); !strings.Contains(got, "−") || strings.Count(got, "−") != 2 {
		t.Errorf("the games of a player with two losses: %s", got)
	}
	if got := sitetest.Text(doc, `tr:has(.name:contains("Rantakari")) .met`); !strings.Contains(got, "?") {
		t.Errorf("a running game is missing: %s", got)
	}
	want := "Points: 3 for a win (the first against an opponent), 1 for a win (again against the same opponent), 2 for a jigo (the first against an opponent), 1 for a jigo (again against the same opponent), 1 for a loss. Only the first 100 games of all count."
	if got := sitetest.Text(doc, ".aside"); got != want {
		t.Errorf("the rules are %q", got)
	}
}

func TestTableOfTheSeason(t *testing.T) {
	s := newSite(t)
	s.season(nil)
	doc := s.Page(s.Get(club+"/standings?by=season"), http.StatusOK)
	// A: wins over B, C, again B (1 point), a loss to C and one win less: evening 1: BA, CA; 2: CA lost; 3: BA again.
	row := doc.Find(`tr:has(.name:contains("Aarnio"))`)
	if got := sitetest.Words(row.Find("[data-label=Points]")); got != "8" {
		t.Errorf("A has %s points, want 3 + 3 + 1 + 1", got)
	}
	if got := sitetest.Words(row.Find("[data-label=Won]")); got != "3" {
		t.Errorf("A has won %s games", got)
	}
	if got := doc.Find("tbody tr").Length(); got != 10 {
		t.Errorf("%d members", got)
	}
	if got := sitetest.Text(doc, ".facts"); !strings.Contains(got, "3 evenings") || !strings.Contains(got, "10 players") || !strings.Contains(got, "19 games") {
		t.Errorf("the facts are %s", got)
	}
	if got := sitetest.Text(doc, ".section + .prose li:contains(SDK)"); !strings.Contains(got, "SDK") {
		t.Errorf("the awards are %q", sitetest.Text(doc, ".prose"))
	}
	s.Get(club + "/standings?lang=de")
	german := sitetest.Text(s.Page(s.Get(club+"/standings?by=season"), http.StatusOK), ".aside")
	if !strings.Contains(german, "3 für einen Sieg (gegen einen Gegner das erste Mal)") {
		t.Errorf("the rules in German are %q", german)
	}
}

func TestLadderOfTheSeason(t *testing.T) {
	s := newSite(t)
	s.season(nil)
	doc := s.Page(s.Get(club+"/standings?by=ladder"), http.StatusOK)
	var places []string
	doc.Find("tbody tr .name .who").Each(func(_ int, who *goquery.Selection) { places = append(places, who.Text()[:1]) })
	if len(places) != 10 {
		t.Fatalf("%v", places)
	}
	if got := sitetest.Text(doc, ".aside"); !strings.Contains(got, "at most 3 places above") || !strings.Contains(got, "protected for 7 days") || !strings.Contains(got, "After 28 days") {
		t.Errorf("the rules are %q", got)
	}
	if got := doc.Find("tbody tr").First().Find(".below a").Length(); got != 0 {
		t.Errorf("the first may challenge %d players", got)
	}
	if got := doc.Find("tbody tr").Eq(5).Find(".below a").Length(); got != 3 {
		t.Errorf("the sixth may challenge %d players", got)
	}
	without := newSite(t)
	without.season(func(tn *tournament.Tournament) { tn.Settings.Open.Ladder = tournament.Ladder{} })
	doc = without.Page(without.Get(club+"/standings?by=ladder"), http.StatusOK)
	if got := sitetest.Text(doc, ".switch"); strings.Contains(got, "Ladder") || sitetest.Text(doc, "h1") != "Tonight" {
		t.Errorf("a season without a ladder has %s", got)
	}
}

func TestEvenings(t *testing.T) {
	s := newSite(t)
	s.season(nil)
	doc := s.Page(s.Get(club+"/evenings"), http.StatusOK)
	if got := sitetest.Text(doc, "tbody tr:first-child"); !strings.Contains(got, "Tonight") || !strings.Contains(got, "7 players") || !strings.Contains(got, "5 games") {
		t.Errorf("the first row is %q", got)
	}
	e := s.State(webtest.Season).Day.Evenings[1]
	doc = s.Page(s.Get(club+"/evenings/"+strconv.Itoa(e.ID)), http.StatusOK)
	if got := doc.Find("table.games tbody tr").Length(); got != 7 {
		t.Errorf("%d games of the second evening", got)
	}
	if got := sitetest.Text(doc, `.blocks tr:has(.name:contains("Ojamaa")) [data-label=Won]`); got != "1.5" {
		t.Errorf("F has won %q", got)
	}
	s.Page(s.Get(club+"/evenings/4711"), http.StatusNotFound)
	s.Cup()
	s.Page(s.Get("/t/spring-cup/evenings"), http.StatusNotFound)
}

func TestSeasonBeforeTheFirstEvening(t *testing.T) {
	s := newSite(t)
	s.season(func(tn *tournament.Tournament) {
		tn.Rounds, tn.Day = nil, tournament.Day{}
		for i := range tn.Players {
			p := &tn.Players[i]
			p.Status, p.Arrived = tournament.Preliminary, time.Time{}
		}
	})
	for _, path := range []string{"/standings", "/standings?by=season", "/evenings"} {
		if got := sitetest.Text(s.Page(s.Get(club+path), http.StatusOK), ".stateline"); !strings.Contains(got, "No evening yet") {
			t.Errorf("%s says %q", path, got)
		}
	}
	s.Page(s.Get(club+"/print/standings"), http.StatusOK)
}

func TestUnknownPointsAreNamed(t *testing.T) {
	s := newSite(t)
	s.season(func(tn *tournament.Tournament) { tn.Settings.Open.Points = "golf" })
	if got := sitetest.Text(s.Page(s.Get(club+"/standings"), http.StatusOK), ".stateline"); !strings.Contains(got, "golf") {
		t.Errorf("the page says %q", got)
	}
}

func TestSeasonOnPaper(t *testing.T) {
	s := newSite(t)
	s.season(nil)
	for query, want := range map[string]string{"": "Tonight", "?by=season": "Season", "?by=ladder": "Ladder"} {
		if got := sitetest.Text(s.Page(s.Get(club+"/print/standings"+query), http.StatusOK), ".sheet"); !strings.Contains(got, want) || !strings.Contains(got, "Aarnio Veera") {
			t.Errorf("the sheet %s has %q", query, got)
		}
	}
}

func TestSeasonAsJSON(t *testing.T) {
	s := newSite(t)
	s.season(nil)
	var got struct {
		After    int
		Criteria []string
		Players  []struct {
			Name        string
			Line, Place int
			Wins        float64
			Scores      []float64
		}
	}
	s.Check(json.Unmarshal([]byte(s.Body(s.Get("/api/v1/tournaments/"+webtest.Season+"/standings"))), &got))
	if len(got.Players) != 10 || len(got.Criteria) != 1 || got.Criteria[0] != "POINTS" {
		t.Fatalf("%+v", got)
	}
	for _, p := range got.Players {
		if strings.HasPrefix(p.Name, "Aarnio") && (p.Wins != 3 || p.Scores[0] != 8) {
			t.Errorf("A: %+v", p)
		}
	}
}

// No page of open play names a hidden player.
func TestHiddenPlayerOfASeason(t *testing.T) {
	s := newSite(t)
	name := ""
	s.season(func(tn *tournament.Tournament) {
		p := &tn.Players[0]
		name, p.Hiding = p.Family, consent.Anonymous
	})
	evenings := s.State(webtest.Season).Day.Evenings
	for _, path := range []string{
		"", "/standings", "/standings?by=season", "/standings?by=ladder", "/evenings", "/evenings/" + strconv.Itoa(evenings[0].ID), "/games", "/players",
		"/print/standings", "/hall",
	} {
		if body := s.Body(s.Get(club + path)); strings.Contains(body, name) {
			t.Errorf("%s names %s", path, name)
		}
	}
}
