package public_test

import (
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"tourney/internal/app/director"
	"tourney/internal/testkit/sitetest"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
)

func TestDisplay(t *testing.T) {
	s := newSite(t)
	s.Cup()
	doc := s.Page(s.Get("/t/spring-cup/hall"), http.StatusOK)
	for kind, want := range map[string]int{".slide.names li": 9, ".slide.tables li": 4, ".slide": 2, ".slide.standings": 0} {
		if got := doc.Find(kind).Length(); got != want {
			t.Errorf("%d of %s, want %d", got, kind, want)
		}
	}
	if doc.Find("html.dark").Length() != 1 || s.Page(s.Get("/t/spring-cup/hall?theme=light"), http.StatusOK).Find("html.light").Length() != 1 {
		t.Error("the page is not black, or white when asked")
	}
}

// The clock of the hall is in the time zone of the tournament, not of the computer at the projector.
func TestDisplayHasTheZone(t *testing.T) {
	s := newSite(t)
	s.Login()
	s.Kind("swiss", 4)
	tn := s.State("open")
	tn.Info.Zone = "Europe/Helsinki"
	s.Check(s.Director.On(sitetest.Anna, "open").SetUp(t.Context(), tn.Info, tn.Settings))
	clock := s.Page(s.Get("/t/open/hall"), http.StatusOK).Find(".slide.wait [data-clock]")
	if zone := clock.AttrOr("data-zone", ""); zone != "Europe/Helsinki" {
		t.Errorf("the clock has the zone %q", zone)
	}
	if form := clock.AttrOr("data-time", ""); form != "%h:%m" {
		t.Errorf("the clock has the form %q", form)
	}
}

// The display follows the day: before a draw, during a round, between rounds, at the end.
func TestDisplayFollowsTheDay(t *testing.T) {
	s := newSite(t)
	s.Login()
	s.Kind("swiss", 10)
	tn := s.State("open")
	tn.Settings.Rounds = 2
	at := time.Date(2026, 11, 21, 10, 0, 0, 0, time.UTC)
	tn.Settings.Schedule = []time.Time{at, at.Add(3 * time.Hour)}
	tn.Settings.Prizes = tournament.Prizes{List: []tournament.Prize{{Name: "Main prize", Places: 3}}}
	s.Check(s.Director.On(sitetest.Anna, "open").SetUp(t.Context(), tn.Info, tn.Settings))
	kinds := func() (out string) {
		s.Page(s.Get("/t/open/hall"), http.StatusOK).Find(".slide").Each(func(_ int, slide *goquery.Selection) {
			out += strings.Fields(slide.AttrOr("class", ""))[1] + " "
		})
		return strings.TrimSpace(out)
	}
	expect := func(when, want string) {
		if got := kinds(); got != want {
			t.Errorf("%s the display shows %q, want %q", when, got, want)
		}
	}
	expect("before the first round", "wait")
	s.Play(1, 1)
	expect("in a round", "names tables")
	count := s.Page(s.Get("/t/open/hall"), http.StatusOK).Find(".slide.names .clock")
	if got := count.AttrOr("data-from", ""); got != strconv.FormatInt(at.UnixMilli(), 10) {
		t.Errorf("it counts to %s, want the start of round 1, %d", got, at.UnixMilli())
	}
	g := s.State("open").Round(1).At(1)
	_, err := s.Director.On(sitetest.Anna, "open").Enter(t.Context(), tournament.Entry{Round: 1, Table: 1, Seen: g.Revision, Result: tournament.Result{Outcome: tournament.BlackWins}})
	s.Check(err)
	contested := tournament.Entry{Mode: tournament.Typed, Round: 1, Table: 1, Result: tournament.Result{Outcome: tournament.WhiteWins}, By: "Boris"}
	_, err = s.Director.On(director.Actor{Name: "Boris"}, "open").Enter(t.Context(), contested)
	s.Check(err)
	expect("while the last result is disputed", "names tables")
	g = s.State("open").Round(1).At(1)
	_, err = s.Director.On(sitetest.Anna, "open").Enter(t.Context(), tournament.Entry{Round: 1, Table: 1, Seen: g.Revision, Result: g.Result})
	s.Check(err)
	expect("between rounds", "standings")
	count = s.Page(s.Get("/t/open/hall"), http.StatusOK).Find(".clock")
	if got := count.AttrOr("data-from", ""); got != strconv.FormatInt(at.Add(3*time.Hour).UnixMilli(), 10) || count.Find("b").Text() == "" {
		t.Errorf("it counts to %s, want the planned start of round 2", got)
	}
	s.Play(2)
	expect("at the end", "winners standings")
	doc := s.Page(s.Get("/t/open/hall?show=prizes"), http.StatusOK)
	if doc.Find(".slide").Length() != 1 || doc.Find("[data-reveal] .winners li").Length() != 3 {
		t.Errorf("at the prize-giving the display shows %q", sitetest.Text(doc, "main"))
	}
}

// The code on the display is the address of the tournament on the requested server.
func TestCodeOfTheAddress(t *testing.T) {
	s := newSite(t)
	s.Cup()
	got := s.Get("/t/spring-cup/code.svg")
	if kind := got.Header.Get("Content-Type"); got.StatusCode != http.StatusOK || kind != "image/svg+xml" {
		t.Fatalf("the code answers %d, %s", got.StatusCode, kind)
	}
	want, _, err := page.QRPath(s.HTTP.URL + "/t/spring-cup")
	s.Check(err)
	body, err := io.ReadAll(got.Body)
	s.Check(err)
	if !strings.Contains(string(body), string(want)) {
		t.Errorf("the code is not that of the address: %.200s", body)
	}
	if s.Get("/t/none/code.svg").StatusCode != http.StatusNotFound {
		t.Error("a tournament that does not exist has a code")
	}
}

// TestDisplayListsPlayersOutsideTheFinal reads their entries in the list of names.
func TestDisplayListsPlayersOutsideTheFinal(t *testing.T) {
	s := newSite(t)
	s.Login()
	s.Kind("swiss", 10)
	form := s.SettingsForm("open")
	for name, value := range map[string]string{"rounds": "4", "stage-1-from": "3", "stage-1-system": "knockout", "stage-1-qualify": "4", "do": "save"} {
		form.Set(name, value)
	}
	s.SeeOther(s.Post("/desk/open/settings", form))
	s.Play(1)
	s.Play(2)
	told := func(lang string) map[string]int {
		said := map[string]int{}
		for _, e := range s.Page(s.Get("/t/open/hall", "Accept-Language", lang), http.StatusOK).Find(".slide.names li i").EachIter() {
			said[e.Text()]++
		}
		return said
	}
	s.Play(3, 1)
	if got := told("en"); len(got) != 1 || got["not qualified"] != 6 {
		t.Errorf("in the semi-finals: %v", got)
	}
	g := s.State("open").Round(3).At(1)
	s.Check(s.Director.On(sitetest.Anna, "open").Because("slip").Round(3).Unpair(t.Context(), 1)) // without a loser
	if got := sitetest.Text(s.Page(s.Get("/t/open/round/3?by=name"), http.StatusOK), "td.idle"); strings.Count(got, "not paired") != 2 || strings.Contains(got, "out") {
		t.Errorf("after a semi-final is taken apart: %q", got)
	}
	s.Check(s.Director.On(sitetest.Anna, "open").Because("slip").Round(3).PairTwo(t.Context(), g.Black, g.White))
	g = s.State("open").Round(3).At(1)
	_, err := s.Director.On(sitetest.Anna, "open").Enter(t.Context(), tournament.Entry{Round: 3, Table: 1, Seen: g.Revision, Result: tournament.Result{Outcome: tournament.BlackWins}})
	s.Check(err)
	s.Check(s.Director.On(sitetest.Anna, "open").SetAttendance(t.Context(), 10, 4, tournament.Absent))
	s.Play(4, 1)
	for lang, words := range map[string][3]string{
		"en": {"out", "not qualified", "absent"}, "fi": {"pudonnut", "karsiutunut", "poissa"},
		"pl": {"poza drabinką", "bez awansu", "nieobecność"}, "cs": {"mimo pavouka", "bez postupu", "nepřítomnost"},
	} {
		s.Run(lang, func(t *testing.T) {
			if got := told(lang); got[words[0]] != 2 || got[words[1]] != 5 || got[words[2]] != 1 {
				t.Errorf("in the final: %v", got)
			}
		})
	}
}
