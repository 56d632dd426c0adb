package exports_test

import (
	"io"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"tourney/internal/testkit/sitetest"
	"tourney/internal/tournament"
)

func TestPrizes(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.Login()
	home := "/desk/spring-cup/prizes"
	if got := sitetest.Text(s.Page(s.Get(home+"/script"), 200), ".empty"); !strings.Contains(got, "nothing to print") {
		t.Errorf("without prizes: %q", got)
	}
	s.SavePrizes(sitetest.CupPrizes)
	doc := s.Page(s.Get(home), 200)
	if got, _ := doc.Find("input[name=money-0]").Attr("value"); got != "100 50.50 30" {
		t.Errorf("the sums are %q", got)
	}
	if got, _ := doc.Find("input[name=name-1]").Attr("value"); got != "Best kyu" {
		t.Errorf("the second prize is %q", got)
	}
	awards := doc.Find(".awards tbody")
	if awards.Length() != 3 || awards.First().Find("tr").Length() < 4 {
		t.Fatalf("awards: %q", sitetest.Words(awards))
	}
	if got := sitetest.Text(doc, "#winners .warn"); !strings.Contains(got, "3 results are missing") {
		t.Errorf("missing results: %q", got)
	}
	if got := sitetest.Words(awards.Eq(1)); !strings.Contains(got, "1k and weaker") || !strings.Contains(got, "20 €") {
		t.Errorf("best kyu: %q", got)
	}

	script := s.Page(s.Get(home+"/script"), 200)
	var order []string
	script.Find(".sheet .group").Each(func(_ int, e *goquery.Selection) { order = append(order, sitetest.Words(e)) })
	if last := order[len(order)-1]; !strings.HasPrefix(last, "Main prize") {
		t.Errorf("the ceremony ends with %q", last)
	}
	names := script.Find(".sheet td.name > span, .sheet td.name")
	family, given, _ := strings.Cut(sitetest.Words(awards.First().Find("tbody th .who").First()), " ")
	if got := sitetest.Words(names.Last()); !strings.HasPrefix(got, given+" "+family+" ") {
		t.Errorf("the last called is %q, the winner %q %q", got, family, given)
	}
	if got := sitetest.Text(script, ".sheet header, .sheet footer"); !strings.Contains(got, "Spring Cup") || !strings.Contains(got, "change 2") {
		t.Errorf("the paper is headed %q", got)
	}
	certificates := s.Page(s.Get(home+"/certificates"), 200)
	if got, want := certificates.Find(".certificate").Length(), script.Find(".sheet tbody tr:not(.group):not(.void)").Length(); got != want {
		t.Errorf("%d certificates for %d winners", got, want)
	}
	if got := sitetest.Words(certificates.Find(".certificate").First()); !strings.Contains(got, "1st place") || strings.Contains(got, "change") {
		t.Errorf("a certificate says %q", got)
	}
	if got := sitetest.Text(s.Page(s.Get(home+"/certificates"), 200), ".certificate .won"); !strings.Contains(got, "place 1") || strings.Contains(got, "shared") {
		t.Errorf("the certificates are for %q", got)
	}
	if got := sitetest.Text(s.Page(s.Get("/desk/spring-cup/log"), 200), "main"); !strings.Contains(got, "Set 3 prizes") {
		t.Errorf("the log: %q", got)
	}
}

// Prizes can have other criteria than the standings.
func TestPrizesInTheirOwnOrder(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.Login()
	home := "/desk/spring-cup/prizes"
	form := maps.Clone(sitetest.CupPrizes)
	form["order"] = []string{"luck"}
	doc := s.Page(s.Post(home, form), 422)
	if got := sitetest.Text(doc, "#w-order"); !strings.Contains(got, "luck") {
		t.Errorf("an unknown criterion is answered %q", got)
	}
	if got, _ := doc.Find("input[name=order]").Attr("value"); got != "luck" {
		t.Errorf("it comes back as %q", got)
	}
	form["order"] = []string{"nbw rank"}
	s.SavePrizes(form)
	doc = s.Page(s.Get(home), 200)
	if got, _ := doc.Find("input[name=order]").Attr("value"); got != "NBW, Rank" {
		t.Errorf("the order is %q", got)
	}
	if got := sitetest.Text(s.Page(s.Get(home+"/script"), 200), ".sheet header"); !strings.Contains(got, "Order for prizes: Wins, Rank") {
		t.Errorf("the script says %q", got)
	}
}

func TestPrizesComeBackAsTyped(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.Login()
	for said, form := range map[string]url.Values{
		"name":      {"places-0": {"1"}},
		"100 50.50": {"name-0": {"Main"}, "money-0": {"€100"}},
		"weakest":   {"name-0": {"Main"}, "weakest-0": {"1d"}, "strongest-0": {"5k"}},
		"rank":      {"name-0": {"Main"}, "weakest-0": {"strong"}},
		"places":    {"name-0": {"Main"}, "places-0": {"1000"}},
		"number":    {"name-0": {"Main"}, "wins-0": {"two"}},
		"years":     {"name-0": {"Main"}, "born-0": {"young"}},
		"currency":  {"name-0": {"Main"}, "currency": {"a very long currency"}},
	} {
		s.Run(said, func(t *testing.T) {
			doc := s.Page(s.Post("/desk/spring-cup/prizes", form), 422)
			if got := sitetest.Text(doc, ".wrong, .banner.error"); !strings.Contains(strings.ToLower(got), said) {
				t.Errorf("%v is answered %q, want a word of %s", form, got, said)
			}
			if got, _ := doc.Find("input[name=name-0]").Attr("value"); got != form.Get("name-0") {
				t.Errorf("%v comes back as %q", form, got)
			}
		})
	}
}

// Age groups depend on years of birth, which no public page shows.
func TestPrizesOfAgeGroups(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.Login()
	home := "/desk/spring-cup/"
	s.SavePrizes(url.Values{"name-0": {"Youth"}, "born-0": {"2008-"}, "name-1": {"Veterans"}, "born-1": {"–1965"}})
	doc := s.Page(s.Get(home+"prizes"), 200)
	if got := sitetest.Text(doc, ".awards .warn"); !strings.Contains(got, "No player has a year of birth") {
		t.Errorf("without years: %q", got)
	}
	if got, _ := doc.Find("input[name=born-0]").Attr("value"); got != "2008–" {
		t.Errorf("the years come back as %q", got)
	}
	entry := s.Page(s.Get(home+"players/2"), 200)
	form := url.Values{}
	entry.Find("main form input[name]:not([type=checkbox]), main form textarea[name]").Each(func(_ int, e *goquery.Selection) {
		name, _ := e.Attr("name")
		value, _ := e.Attr("value")
		form.Set(name, value)
	})
	form.Set("born", "12")
	if got := sitetest.Text(s.Page(s.Post(home+"players/2", form), 422), ".wrong"); !strings.Contains(got, "isn't a year of birth") {
		t.Errorf("a wrong year is answered %q", got)
	}
	form.Set("born", "2009")
	s.SeeOther(s.Post(home+"players/2", form))
	name := s.State("spring-cup").Player(2).Name()
	doc = s.Page(s.Get(home+"prizes"), 200)
	awards := doc.Find(".awards tbody")
	if got := sitetest.Words(awards.First()); !strings.Contains(got, "born 2008 or later") || !strings.Contains(got, name) {
		t.Errorf("youth: %q, want %s", got, name)
	}
	if got := sitetest.Words(awards.Last()); !strings.Contains(got, "born 1965 or before") || !strings.Contains(got, "No winner yet") {
		t.Errorf("veterans: %q", got)
	}
	for _, path := range []string{"/t/spring-cup/players/2", "/t/spring-cup/players", "/t/spring-cup/standings", "/api/v1/tournaments/spring-cup"} {
		got := s.Get(path)
		body, err := io.ReadAll(got.Body)
		s.Check(err)
		if strings.Contains(string(body), "2009") {
			t.Errorf("%s tells the year of birth", path)
		}
	}
}

// A ready prize is added to the form with its current values, and saved with it.
func TestReadyPrizes(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.Login()
	home := "/desk/spring-cup/prizes"
	before := s.State("spring-cup").Version
	doc := s.Page(s.Post(home, url.Values{"name-0": {"Main"}, "places-0": {"2"}, "do": {"prize.page.ready.ddk"}}), 200)
	if doc.Find("[name=name-0]").AttrOr("value", "") != "Main" || doc.Find("[name=name-1]").AttrOr("value", "") != "Best double-digit kyu" ||
		doc.Find("[name=strongest-1]").AttrOr("value", "") != "10k" {
		t.Errorf("the form is %q", sitetest.Words(doc.Find(".prize")))
	}
	if now := s.State("spring-cup").Version; now != before {
		t.Error("adding to the form saved it")
	}
	for _, e := range doc.Find(".ready button").EachIter() {
		s.Page(s.Post(home, url.Values{"do": {e.AttrOr("value", "")}}), 200)
	}
	s.SavePrizes(url.Values{"name-0": {"Best junior"}, "tag-0": {"junior"}})
	if got := sitetest.Text(s.Page(s.Get(home), 200), ".awards .group b"); got != "Best junior" {
		t.Errorf("the prize is called %q", got)
	}
}

// Prizes without money have no column for it. Ready names are in the reader's language. After the announcement the
// heading of the winners is final.
func TestPrizesWithoutMoney(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.Login()
	const home = "/desk/spring-cup/prizes"
	doc := s.Page(s.Post(home, url.Values{"do": {"prize.page.ready.places"}}), http.StatusOK)
	if got := doc.Find("input[name=name-0]").AttrOr("value", "") + doc.Find("input[name=places-0]").AttrOr("value", ""); got != "Main prize3" {
		t.Fatalf("the ready prize is %q", got)
	}
	heads := func(money string) string {
		t.Helper()
		s.SavePrizes(url.Values{"name-0": {"Main prize"}, "places-0": {"3"}, "money-0": {money}, "name-1": {"Fair play"}})
		return sitetest.Text(s.Page(s.Get(home+"/list"), http.StatusOK), ".sheet thead")
	}
	if with, without := heads("100"), heads(""); with != "Place Player Club Amount" || without != "Place Player Club" {
		t.Errorf("the printed list has %q with money and %q without", with, without)
	}
	if heads("30 a cup"); !strings.Contains(sitetest.Text(s.Page(s.Get(home+"/list"), http.StatusOK), ".sheet tbody"), "30, a cup") {
		t.Error("the list has no cup")
	}
	doc = s.Page(s.Post(home, url.Values{"name-0": {"Main prize"}, "money-0": {"€100"}}), http.StatusUnprocessableEntity)
	if got := doc.Find("[aria-invalid]").AttrOr("name", ""); got != "money-0" {
		t.Errorf("the wrong field is %q", got)
	}
	s.SavePrizes(url.Values{"name-0": {"Main prize"}, "name-1": {"Best"}, "places-1": {"1"}})
	if got := sitetest.Text(s.Page(s.Get(home), http.StatusOK), "#winners .warn"); !strings.Contains(got, "gets 2 prizes: one per player?") {
		t.Errorf("of a player with two prizes is said %q", got)
	}
	heads("")
	s.Get(home + "/list?lang=fi")
	if got := sitetest.Text(s.Page(s.Get(home+"/list"), http.StatusOK), ".sheet .group"); got != "Pääpalkinto Fair play" {
		t.Errorf("in Finnish the prizes are %q", got)
	}
	if got := s.inWorkbook(s.Body(s.Get("/desk/spring-cup/exports/xlsx")), "Pääpalkinto", "Main prize", "Fair play"); !slices.Equal(got, []string{"Pääpalkinto", "Fair play"}) {
		t.Errorf("the Finnish workbook has the prizes %q", got)
	}
	s.Get(home + "?lang=en")
	if got := sitetest.Text(s.Page(s.Get(home), http.StatusOK), "#winners h2"); got != "Who wins by the results so far" {
		t.Errorf("before the end the winners are called %q", got)
	}
	for _, g := range s.State("spring-cup").Round(2).Games {
		if !g.Result.Known() {
			_, err := s.Director.On(sitetest.Anna, "spring-cup").Enter(t.Context(), tournament.Entry{Round: 2, Table: g.Table, Seen: g.Revision, Result: tournament.Result{Outcome: tournament.BlackWins}})
			s.Check(err)
		}
	}
	s.Check(s.Director.On(sitetest.Anna, "spring-cup").Day().AnnounceFinal(t.Context(), ""))
	if got := sitetest.Text(s.Page(s.Get(home), http.StatusOK), "#winners h2"); got != "Winners" {
		t.Errorf("after the announcement the winners are called %q", got)
	}
}
