package exports_test

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"tourney/internal/app/director"
	"tourney/internal/testkit/sitetest"
	"tourney/internal/testkit/webtest"
	"tourney/internal/tournament"
)

// A report folds the federation. A later correction opens it again, as does a returned file.
func TestSentResults(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.Login()
	const page = papers + "/federations"
	doc := s.Page(s.Get(page), http.StatusOK)
	if got := sitetest.Text(doc, ".federation > header h2"); got != "European Go Database" {
		t.Errorf("before: %q", got)
	}
	if n := doc.Find(".button.main").Length(); n != 0 {
		t.Error("a file with errors is gold")
	}
	once := doc.Find("[name=once]").AttrOr("value", "")
	if at := s.SeeOther(s.Post(papers+"/sent", url.Values{"to": {"EGD"}, "once": {once}})); at != page {
		t.Errorf("leads to %s", at)
	}
	doc = s.Page(s.Get(page), http.StatusOK)
	if got := sitetest.Text(doc, ".fold:first-of-type summary"); doc.Find(".federation, .tabs small").Length() != 0 || !strings.Contains(got, "sent 12:30 by") {
		t.Errorf("after: %q", got)
	}
	_, err := s.Director.On(sitetest.Anna, "spring-cup").Enter(t.Context(), tournament.Entry{Round: 2, Table: 2, Result: tournament.Result{Outcome: tournament.BlackWins}})
	s.Check(err)
	if got := sitetest.Text(s.Page(s.Get(page), http.StatusOK), ".federation > header"); !strings.Contains(got, "The results have changed since: 1 game") {
		t.Errorf("after a result: %q", got)
	}
	s.SeeOther(s.Post(papers+"/sent", url.Values{"to": {"EGD"}, "once": {once + "2"}}))
	doc = s.Page(s.Get(page), http.StatusOK)
	answer := doc.Find(".fold form[action*='/sent/']").AttrOr("action", "")
	s.SeeOther(s.Post(answer, url.Values{"state": {"returned"}, "note": {"a PIN"}}))
	if got := sitetest.Text(s.Page(s.Get(page), http.StatusOK), ".federation > header"); !strings.Contains(got, "EGD has returned the file") {
		t.Errorf("a returned file: %q", got)
	}
	for _, to := range []string{"xlsx", "nobody", ""} {
		if got := s.Post(papers+"/sent", url.Values{"to": {to}}); got.StatusCode != http.StatusUnprocessableEntity {
			t.Errorf("a report to %q answers %d", to, got.StatusCode)
		}
	}
}

// Before the last result the page names the round, counts only the questions about players and settings, and offers no
// report. One button sets the country of all players.
func TestFederationsBeforeTheEnd(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.Login()
	ed := s.Director.On(sitetest.Anna, "spring-cup")
	for id := range tournament.PlayerID(2) {
		s.Check(ed.EditPlayer(t.Context(), id+1, tournament.AllowNamesakes, func(p *tournament.Player) { p.Country = "" }))
	}
	const page = papers + "/federations"
	doc := s.Page(s.Get(page), http.StatusOK)
	if got := sitetest.Text(doc, ".stateline"); got != "Not yet: round 2 of 5 is being played." || doc.Find("form[action$='/sent']").Length() != 0 {
		t.Errorf("the state is %q", got)
	}
	if got, want := sitetest.Text(doc, ".tabs small"), strconv.Itoa(doc.Find(".federation .questions > li").Length()); got != want {
		t.Errorf("%s questions at the tab, %s in the list", got, want)
	}
	if got := sitetest.Text(doc, ".federation [name=countries]"); got != "Set all 2 to FI" {
		t.Errorf("the button is %q", got)
	}
	doc = s.Page(s.Get(s.SeeOther(s.Post(page, url.Values{"countries": {"FI"}}))), http.StatusOK)
	if got := s.State("spring-cup").Player(1).Country; got != "FI" || doc.Find("[name=countries]").Length() != 0 {
		t.Errorf("the country is %q", got)
	}
	if got := sitetest.Text(s.Page(s.Get("/desk/spring-cup/log"), http.StatusOK), "main"); !strings.Contains(got, "Set the country of 2 players to FI") {
		t.Errorf("the log: %q", got)
	}
}

// finished adds a finished tournament of two rounds, after a change, and returns its page of federations.
func (s *testSite) finished(change func(t *tournament.Tournament)) string {
	s.T.Helper()
	tn := s.Cup().Clone()
	tn.Info.Slug, tn.Rounds, tn.Settings.Rounds = "autumn-cup", tn.Rounds[:2], 2
	for table := range 3 {
		_, _, err := tn.Record(tournament.Entry{Round: 2, Table: table + 2, Result: tournament.Result{Outcome: tournament.BlackWins}})
		s.Check(err)
	}
	change(tn)
	_, err := s.Director.Import(s.T.Context(), sitetest.Anna, tournament.Whole{Tournament: tn}, director.Founding{})
	s.Check(err)
	return "/desk/autumn-cup/exports/federations"
}

// Each country has its own way: an address with a form, a letter with the file as text, or both files in turn. The
// other federations are folded, with one line about each.
func TestWaysOfFederations(t *testing.T) {
	for _, tt := range []struct{ country, formula, title, way, form, mail string }{
		{"FI", "", "European Go Database", "Suomen go-liitto: you send the file yourself, with an account of the database.", "https://www.europeangodatabase.eu/EGD/", ""},
		{"SE", "", "European Go Database", "European Go Federation (EGF): you send the file yourself, with an account of the database.", "https://www.europeangodatabase.eu/EGD/", ""},
		{"CZ", "", "European Go Database", "Česká asociace go (ČAGo): ask the federation for the sender of files to the database.", "https://www.europeangodatabase.eu/EGD/", ""},
		{"GB", "", "European Go Database", "British Go Association (BGA): an officer receives the file, checks it and sends it to the database.", "", "results@britgo.org"},
		{"FR", "", "European Go Database", "Fédération française de go (FFG): send the file by mail.", "", "echelle@jeudego.org"},
		{"PL", "", "European Go Database", "Polskie Stowarzyszenie Go (PSG): an officer receives the file, checks it and sends it to the database.", "", ""},
		{"US", "aga", "American Go Association (AGA)", "American Go Association (AGA): send the file by mail.", "", ""}, // refused: no numbers
	} {
		t.Run(tt.country, func(t *testing.T) {
			s := newSite(t)
			at := s.finished(func(t *tournament.Tournament) { t.Info.Country, t.Settings.Rating.Formula = tt.country, tt.formula })
			s.Login()
			doc := s.Page(s.Get(at), http.StatusOK)
			if got := sitetest.Text(doc, ".federation > header h2"); got != tt.title || doc.Find(".federation").Length() != 1 {
				t.Errorf("the open block is %q", got)
			}
			if got := sitetest.Text(doc, ".federation > header .grey"); !strings.HasPrefix(got, tt.way) {
				t.Errorf("the way is %q", got)
			}
			if got := doc.Find(".federation [data-opens]").AttrOr("data-opens", ""); got != tt.form {
				t.Errorf("the form is %q", got)
			}
			letter := doc.Find(".federation a[href^='mailto:']")
			if got := letter.Text(); got != tt.mail {
				t.Errorf("the mail goes to %q", got)
			}
			if tt.mail != "" && !strings.Contains(doc.Find(".federation textarea").Text(), "; EV[") {
				t.Errorf("the letter is %q", doc.Find(".federation textarea").Text())
			}
			steps := doc.Find(".federation .way > li h3").Length()
			if want := 3; steps != want && tt.formula == "" {
				t.Errorf("%d steps, want %d", steps, want)
			}
			doc.Find("details.fold > summary").Each(func(_ int, fold *goquery.Selection) {
				if name := fold.Find("b").Text(); name == tt.title || fold.Find("small").Text() == "" {
					t.Errorf("folded: %q", fold.Text())
				}
			})
			if got := doc.Find("details.fold").Length(); got < 3 {
				t.Errorf("%d federations are folded", got)
			}
			for _, fact := range []string{"Sources, checked", "2026"} {
				if !strings.Contains(sitetest.Text(doc, ".federation details .pairs"), fact) {
					t.Errorf("the facts have no %q: %s", fact, sitetest.Text(doc, ".federation details .pairs"))
				}
			}
		})
	}
}

// A federation gets the file of one evening of a season, with its date and turns from 1.
func TestFileOfAnEvening(t *testing.T) {
	s := newSite(t)
	season := webtest.NewSeason(s.Director.Now())
	_, err := s.Director.Import(t.Context(), sitetest.Anna, tournament.Whole{Tournament: season}, director.Founding{})
	s.Check(err)
	s.Login()
	const home = "/desk/" + webtest.Season + "/exports"
	doc := s.Page(s.Get(home+"/federations"), http.StatusOK)
	evenings := s.State(webtest.Season).Day.Evenings
	first := &evenings[0]
	address := home + "/egd?evening=" + strconv.Itoa(first.ID)
	if doc.Find(`a[href="`+address+`"]`).Length() != 1 {
		t.Errorf("no link to %s", address)
	}
	got := s.Get(address)
	if name, date := got.Header.Get("Content-Disposition"), season.Info.DateAt(first.Began).Format("2006-01-02"); !strings.Contains(name, date) {
		t.Errorf("the file is %s, want the date %s", name, date)
	}
	one, whole := s.Body(got), s.Body(s.Get(home+"/egd"))
	date := "DT[" + season.Info.DateAt(first.Began).Format("2006-01-02")
	if !strings.Contains(one, date) || len(one) >= len(whole) {
		t.Errorf("%d bytes of %d, want %s in\n%s", len(one), len(whole), date, one)
	}
	s.Page(s.Get(home+"/egd?evening=4711"), http.StatusNotFound)
}
