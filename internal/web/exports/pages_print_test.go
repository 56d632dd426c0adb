package exports_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"tourney/internal/app/accounts"
	"tourney/internal/results"
	"tourney/internal/role"
	"tourney/internal/testkit/sitetest"
	"tourney/internal/tournament"
)

const papers = "/desk/spring-cup/exports"

// The choice of papers makes one document, and is proposed for other rounds.
func TestPapersOfARound(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.Login()
	doc := s.Page(s.Get(papers), http.StatusOK)
	if got := doc.Find(".papers input[name=paper]:checked").AttrOr("value", ""); got != "slips" {
		t.Errorf("of a draft %q is ticked", got)
	}
	if got := sitetest.Text(doc, ".papers .later"); strings.Count(got, "after publication") != 2 {
		t.Errorf("the lists of a draft: %q", got)
	}
	if got := sitetest.Text(doc, ".paperlists"); doc.Find(".paperlists a[href*='prizes']").Length() > 0 || !strings.Contains(got, "Certificates after round 5") {
		t.Errorf("papers of the end: %q", got)
	}
	doc = s.Page(s.Get(papers+"?round=2"), http.StatusOK)
	if got := sitetest.Text(doc, "#total button"); got != "Print 3 pages" {
		t.Errorf("the button is %q", got)
	}
	if got := sitetest.Text(doc, "#look section > h2"); got != "By name 1 / 1" || doc.Find("#look .sheet").Length() != 1 {
		t.Errorf("the panel shows %q", got)
	}
	if got := sitetest.Text(s.Page(s.Get(papers+"?round=2&typed=yes&paper=names&copies-names=4"), http.StatusOK), "#total button"); got != "Print 4 pages" {
		t.Errorf("while typing the button is %q", got)
	}
	at := s.SeeOther(s.Post(papers+"/print", url.Values{
		"round": {"2"}, "paper": {"names", "standings"}, "copies-names": {"2"}, "copies-tables": {"1"}, "copies-slips": {"1"}, "copies-standings": {"1"},
	}))
	doc = s.Page(s.Get(at), http.StatusOK)
	if got := sitetest.Text(doc, ".sheet h2"); got != "Round 2 Round 2 Standings after round 1" {
		t.Errorf("the document has %q", got)
	}
	if got := doc.Find(".head a.button").AttrOr("href", ""); got != papers+"?round=2" {
		t.Errorf("the document leads back to %q", got)
	}
	doc = s.Page(s.Get(papers+"?round=1"), http.StatusOK)
	if got := sitetest.Text(doc, "#total button"); got != "Print 2 pages" || doc.Find("[name=copies-names]").AttrOr("value", "") != "2" {
		t.Errorf("in another round the button is %q", got)
	}
	if got := sitetest.Text(s.Page(s.Get("/desk/spring-cup/log"), http.StatusOK), "main"); !strings.Contains(got, "Printed papers") {
		t.Errorf("the log: %q", got)
	}
	s.Page(s.Get(papers+"?round=9"), http.StatusNotFound)
	s.Page(s.Get("/desk/spring-cup/print/papers/9?paper=slips"), http.StatusNotFound)
}

// A change of the draw since the print is reported once, with its tables, and its pages are printed alone.
func TestChangedPages(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.Login()
	choice := url.Values{"round": {"2"}, "paper": {"names", "slips"}, "copies-names": {"1"}, "copies-slips": {"1"}}
	s.SeeOther(s.Post(papers+"/print", choice))
	if got := sitetest.Text(s.Page(s.Get(papers+"?round=2"), http.StatusOK), "form .banner"); got != "" {
		t.Errorf("without a change: %q", got)
	}
	ed := s.Director.On(sitetest.Anna, "spring-cup")
	_, err := ed.Enter(t.Context(), tournament.Entry{Round: 2, Table: 2, Result: tournament.Result{Outcome: tournament.BlackWins}})
	s.Check(err)
	s.Check(ed.Because("sat wrong").Round(2).SwapColours(t.Context(), 3))
	doc := s.Page(s.Get(papers+"?round=2"), http.StatusOK)
	if got := sitetest.Text(doc, "form .banner"); !strings.Contains(got, "table 3. Print the changed pages") {
		t.Errorf("the change: %q", got)
	}
	choice.Set("changed", "yes")
	doc = s.Page(s.Get(s.SeeOther(s.Post(papers+"/print", choice))), http.StatusOK)
	if lists, slips := doc.Find(".sheet.list").Length(), doc.Find(".slip .at"); lists != 1 || slips.Length() != 1 || !strings.HasPrefix(sitetest.Words(slips), "3") {
		t.Errorf("%d lists, slips %q", lists, sitetest.Words(slips))
	}
	if got := sitetest.Text(s.Page(s.Get(papers+"?round=2"), http.StatusOK), "form .banner"); got != "" {
		t.Errorf("after the second print: %q", got)
	}
}

// Readers print without storing a choice.
func TestReadersPrintWithoutATrace(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.Login()
	s.Client = s.Person("Rita", accounts.Invitation{Role: role.Reader})
	before := s.State("spring-cup").Version
	doc := s.Page(s.Get(papers+"?round=2"), http.StatusOK)
	form := doc.Find("form:has(.papers)")
	if form.AttrOr("method", "") != "get" {
		t.Fatal("a reader's form is sent by POST")
	}
	doc = s.Page(s.Get(form.AttrOr("action", "")+"?paper=names&copies-names=2"), http.StatusOK)
	if n := doc.Find(".sheet").Length(); n != 2 {
		t.Errorf("%d sheets", n)
	}
	if got := s.Post(papers+"/print", url.Values{"round": {"2"}}); got.StatusCode != http.StatusForbidden || s.State("spring-cup").Version != before {
		t.Errorf("storing a choice answers %d", got.StatusCode)
	}
}

// A document of several papers begins with links to each of them. Its sheets hold both rounds and rules.
func TestAllPapersHaveLinks(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.Login()
	doc := s.Page(s.Get("/desk/spring-cup/print/all"), http.StatusOK)
	links := doc.Find("main > p.row a")
	if got := sitetest.Words(links); !strings.HasPrefix(got, "By name 1 By table 1 Result slips 1 Start list 1") {
		t.Errorf("the links are %q", got)
	}
	links.Each(func(_ int, a *goquery.Selection) {
		if at := a.AttrOr("href", ""); doc.Find(at).Length() != 1 {
			t.Errorf("%s leads nowhere", at)
		}
	})
	if got := sitetest.Text(doc, ".welcome table"); !strings.Contains(got, "How it is played") || !strings.Contains(got, "Round 5") {
		t.Errorf("the welcome sheet has %q", got)
	}
}

// Every player can have a certificate. While results are missing it is a draft.
func TestCertificatesForAllPlayers(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.Login()
	at := "/desk/spring-cup/prizes/certificates"
	doc := s.Page(s.Get(at), http.StatusOK)
	if n := doc.Find(".certificate").Length(); n != 0 {
		t.Fatalf("%d certificates without a prize", n)
	}
	doc = s.Page(s.Get(doc.Find(".head a.plain").AttrOr("href", "")), http.StatusOK)
	players := len(s.State("spring-cup").Participants())
	if n, drafts := doc.Find(".certificate").Length(), doc.Find(".certificate .draft").Length(); n != players || drafts != n {
		t.Errorf("%d certificates, %d of them drafts, for %d players", n, drafts, players)
	}
	tn := s.State("spring-cup")
	standings, texts := results.After(tn, tn.Current()), doc.Find(".certificate").Text()
	for i := range standings.Rows {
		if row := &standings.Rows[i]; standings.Shared(row) && !strings.Contains(texts, "Place "+standings.Place(row)) {
			t.Errorf("the shared place of %s is not on a certificate", tn.Player(row.Player).Name())
		}
	}
}
