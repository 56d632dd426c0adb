package settings_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"tourney/internal/app/director"
	"tourney/internal/pairing/simulate"
	"tourney/internal/rank"
	"tourney/internal/testkit/sitetest"
	"tourney/internal/tournament"
)

func TestSimulatePage(t *testing.T) {
	s := newSite(t)
	s.Field(12)
	s.Login()
	doc := s.Page(s.Get(sitetest.SimulatePath), http.StatusOK)
	for field, want := range map[string]string{"sim-bars": "4d 2d", "sim-corrections": "0", "sim-rounds": "5", "sim-runs": "200", "sim-seed": "1", "sim-spread": "0"} {
		if got := doc.Find("#f-"+field).AttrOr("value", ""); got != want {
			t.Errorf("%s proposes %q, want %q", field, got, want)
		}
	}
	if got := sitetest.Text(doc, ".fold summary"); !strings.Contains(got, "200 times with 12 players") {
		t.Errorf("the page says %q", got)
	}
	if doc.Find("#simulation *").Length() != 0 {
		t.Error("there is a result before anything was asked for")
	}

	doc = s.Simulated(sitetest.SimulationForm())
	var heads []string
	doc.Find(".measures").First().Find("thead th.num").Each(func(_ int, th *goquery.Selection) { heads = append(heads, sitetest.Words(th)) })
	if got := strings.Join(heads, "|"); got != "bar 4d|bar 2d" {
		t.Errorf("the columns are %s", got)
	}
	if got := sitetest.Text(doc, "#simulation .facts"); got != "handicap correction 0 3 rounds 8 times with 12 players" {
		t.Errorf("all have in common %q", got)
	}
	rows := doc.Find(".measures").First().Find("tbody tr")
	rows.Each(func(_ int, row *goquery.Selection) {
		if row.Find("small").Text() == "" || row.Find("td.num").Length() != 2 {
			t.Errorf("the row %q", sitetest.Words(row))
		}
	})
	if n, plots := rows.Length(), doc.Find(".plot svg[role=img]").Length(); n != len(simulate.Measures()) || plots != 12 {
		t.Errorf("%d rows, %d drawn rows", n, plots)
	}
	if got := doc.Find("#f-sim-runs").AttrOr("value", ""); got != "8" {
		t.Errorf("the form has forgotten what was simulated: %q runs", got)
	}
	if doc.Find("#simulation").AttrOr("hx-get", "") != "" || doc.Find("noscript meta").Length() != 0 {
		t.Error("a page with its result asks again and again")
	}
}

// The same seed returns the same page to all readers, every time.
func TestSimulationIsTheSameAgain(t *testing.T) {
	s := newSite(t)
	s.Field(10)
	s.Login()
	page := func(seed string) string {
		doc := s.Simulated(sitetest.SimulationForm("sim-seed", seed, "sim-spread", "80"))
		doc.Find("[name=token]").Remove()
		html, err := doc.Find("main").Html()
		s.Check(err)
		return html
	}
	first, other := page("9"), page("10")
	if page("9") != first {
		t.Error("the same seed gives another page")
	}
	if other == first {
		t.Error("another seed gives the same page")
	}
}

func TestBadSimulation(t *testing.T) {
	s := newSite(t)
	s.Field(10)
	s.Login()
	for _, tt := range []struct{ field, value, want string }{
		{"sim-bars", "1d moon", "moon"}, {"sim-corrections", "zero", "zero"}, {"sim-corrections", "-3", "3"}, {"sim-rounds", "4.5", "4.5"},
		{"sim-rounds", "99", "99"}, {"sim-rounds", "1 2 3 4 5 6 7 8 9 10 11 12 13", "24"},
		{"sim-runs", "0", "1 to 10000"}, {"sim-runs", "10001", "1 to 10000"}, {"sim-runs", "many", "many"}, {"sim-seed", "-1", "-1"},
		{"sim-spread", "2000", "1000"}, {"sim-spread", "", "whole number"},
		{"sim-systems", "swiss", "Only McMahon"}, {"sim-systems", "open", "Choose another system"}, {"sim-systems", "moon", "moon"},
	} {
		s.Run(tt.field+" "+tt.value, func(t *testing.T) {
			form := sitetest.SimulationForm(tt.field, tt.value, "do", "start")
			if tt.value == "open" {
				form.Set("sim-bars", "")
			}
			doc := s.Page(s.Post(sitetest.SimulatePath, form), http.StatusUnprocessableEntity)
			if got := sitetest.Text(doc, ".wrong, .banner.error"); !strings.Contains(got, tt.want) {
				t.Errorf("%s %q: the page says %q, want %q in it", tt.field, tt.value, got, tt.want)
			}
			if tt.field != "sim-systems" && doc.Find("#f-"+tt.field).AttrOr("value", "") != tt.value {
				t.Errorf("%s %q does not come back as typed", tt.field, tt.value)
			}
		})
	}
	if s.Page(s.Get(sitetest.SimulatePath), http.StatusOK).Find("#simulation *").Length() != 0 {
		t.Error("a refused form started a simulation")
	}
	s.Page(s.Post(sitetest.SimulatePath, url.Values{"do": {"dance"}}), http.StatusUnprocessableEntity)
}

// One simulation runs at a time. Directors can stop their own, and a new one stops the old one.
func TestSimulationsWaitAndStop(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	s := newSite(t)
	s.Field(10)
	other := s.State("invented-field").Clone()
	other.Info.Slug, other.Version = "other-field", 0
	_, err := s.Director.Import(t.Context(), sitetest.Anna, tournament.Whole{Tournament: other}, director.Founding{})
	s.Check(err)
	s.Login()
	start := sitetest.SimulationForm("do", "start", "sim-runs", "10000")
	s.SeeOther(s.Post("/desk/other-field/simulate", start)) // runs for long
	token := func() string {
		return s.Page(s.Get(sitetest.SimulatePath), http.StatusOK).Find(".running [name=token]").AttrOr("value", "")
	}
	s.SeeOther(s.Post(sitetest.SimulatePath, start))
	first := token()
	doc := s.Page(s.Get(sitetest.SimulatePath), http.StatusOK)
	if got := sitetest.Text(doc, ".running p"); !strings.Contains(got, "this one is next") {
		t.Errorf("waiting, the page says %q", got)
	}
	if doc.Find("#simulation").AttrOr("hx-trigger", "") == "" || doc.Find("head noscript").Length() != 1 {
		t.Error("the page does not look again by itself")
	}
	s.SeeOther(s.Post(sitetest.SimulatePath, start))
	second := token()
	if second == first || second == "" {
		t.Errorf("after %q the simulation is %q", first, second)
	}
	s.SeeOther(s.Post(sitetest.SimulatePath, url.Values{"do": {"stop"}, "token": {first}}))
	if token() != second {
		t.Error("the token of another simulation stopped this one")
	}
	s.SeeOther(s.Post(sitetest.SimulatePath, url.Values{"do": {"stop"}, "token": {second}}))
	doc = s.Page(s.Get(sitetest.SimulatePath), http.StatusOK)
	if got := sitetest.Text(doc, "#simulation"); !strings.Contains(got, "was stopped") {
		t.Errorf("after stopping, the page says %q", got)
	}
}

// A simulation ends with the server.
func TestSimulationEndsWithTheServer(t *testing.T) {
	s := newSite(t)
	s.Field(10)
	s.Login()
	s.SeeOther(s.Post(sitetest.SimulatePath, sitetest.SimulationForm("do", "start", "sim-runs", "10000")))
	s.Server.CloseStreams()
	if got := sitetest.Text(s.WaitForSimulation(sitetest.SimulatePath), "#simulation"); !strings.Contains(got, "was stopped") {
		t.Errorf("the server has ended, and the page says %q", got)
	}
}

func TestSimulationOfNobody(t *testing.T) {
	s := newSite(t)
	s.Sample()
	s.Login()
	form := url.Values{"do": {"start"}, "sim-runs": {"5"}, "sim-seed": {"1"}, "sim-spread": {"0"}}
	s.SeeOther(s.Post("/desk/open/simulate", form))
	if got := sitetest.Text(s.WaitForSimulation("/desk/open/simulate"), ".banner.error"); !strings.Contains(got, "No players yet") {
		t.Errorf("the page says %q", got)
	}
}

func TestSimulatedSettingsAreUsed(t *testing.T) {
	s := newSite(t)
	s.Field(10)
	s.Login()
	doc := s.Simulated(sitetest.SimulationForm("sim-rounds", "3 4"))
	before := s.State("invented-field")
	use := url.Values{"do": {"use"}, "token": {doc.Find("tfoot [name=token]").AttrOr("value", "")}, "variant": {"4"}}
	to := s.SeeOther(s.Post(sitetest.SimulatePath, use))
	now := s.State("invented-field")
	want := before.Settings
	want.Bar, want.Rounds = rank.Dan(2), 4
	if now.Settings.Bar != want.Bar || now.Settings.Rounds != want.Rounds || now.Settings.Handicap.Correction != 0 || now.Version != before.Version+1 {
		t.Errorf("bar %v, %d rounds, version %d after %d", now.Settings.Bar, now.Settings.Rounds, now.Version, before.Version)
	}
	doc = s.Page(s.Get(to), http.StatusOK)
	if got := sitetest.Text(doc, "#messages"); !strings.Contains(got, "bar 2d, handicap correction 0, 4 rounds") {
		t.Errorf("after taking settings over, the page says %q", got)
	}
	if doc = s.Page(s.Get(sitetest.SimulatePath), http.StatusOK); doc.Find("#simulation .banner.warning").Length() != 1 {
		t.Error("the page does not say that settings have changed since")
	}

	for _, wrong := range []url.Values{
		{"do": {"use"}, "token": {"other"}, "variant": {"1"}}, {"do": {"use"}, "token": use["token"], "variant": {"5"}},
		{"do": {"use"}, "token": use["token"], "variant": {"0"}}, {"do": {"use"}, "token": use["token"]},
	} {
		if got := sitetest.Text(s.Page(s.Post(sitetest.SimulatePath, wrong), http.StatusConflict), ".banner.error"); !strings.Contains(got, "has been discarded") {
			t.Errorf("%v: %q", wrong, got)
		}
	}
	s.Check(s.Director.On(sitetest.Anna, "invented-field").Round(1).Pair(t.Context(), 1))
	s.Check(s.Director.On(sitetest.Anna, "invented-field").Round(1).Publish(t.Context()))
	if s.Page(s.Get(sitetest.SimulatePath), http.StatusOK).Find("[value=use]").Length() != 0 {
		t.Error("settings are still offered when round 1 is published")
	}
	doc = s.Page(s.Post(sitetest.SimulatePath, use), http.StatusConflict)
	if got := sitetest.Text(doc, ".banner.error"); !strings.Contains(got, "Round 1 is published") {
		t.Errorf("after publishing, the page says %q", got)
	}
}

// The page has all messages in every language, at every stage.
func TestSimulationInEveryLanguage(t *testing.T) {
	s := newSite(t)
	s.Field(10)
	s.Login()
	look := func() {
		for _, language := range []string{"en", "fi", "pl", "cs"} {
			s.Run(language, func(t *testing.T) {
				doc := s.Page(s.Get(sitetest.SimulatePath, "Accept-Language", language), http.StatusOK)
				if found := sitetest.UntranslatedKey(sitetest.Text(doc, "main")); found != "" {
					t.Errorf("the page in %s shows %q", language, found)
				}
			})
		}
	}
	look()
	s.Simulated(sitetest.SimulationForm("sim-systems", "mcmahon"))
	look()
	s.Simulated(sitetest.SimulationForm("sim-bars", "", "sim-systems", "knockout", "sim-rounds", "2"))
	look()
}
