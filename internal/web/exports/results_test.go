package exports_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"tourney/internal/app/accounts"
	"tourney/internal/role"
	"tourney/internal/testkit/formattest"
	"tourney/internal/testkit/sitetest"
	"tourney/internal/tournament"
)

// The workbook's sheet imports results: a preview first, then new results. Results that differ from entered ones need a
// tick.
func TestResultsFromASheet(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.Login()
	book := []byte(s.Body(s.Get("/desk/spring-cup/exports/xlsx")))
	filled := formattest.Filled(t, book, "Enter results", map[string]any{
		"K5": "B+", "K6": "W+", "L6": 2.5, "K7": "Blak", "K8": "B+R",
	})
	// In between, table 4 gets a result.
	white := tournament.Result{Outcome: tournament.WhiteWins}
	_, err := s.Director.On(sitetest.Anna, "spring-cup").Enter(t.Context(), tournament.Entry{Round: 2, Table: 4, Result: white})
	s.Check(err)

	at := s.SeeOther(s.Upload("/desk/spring-cup/exports/results", "results.xlsx", filled))
	if !strings.HasPrefix(at, "/desk/spring-cup/exports/results/") {
		t.Fatalf("the preview is at %s", at)
	}
	doc := s.Page(s.Get(at), http.StatusOK)
	page := sitetest.Text(doc, "main")
	for _, want := range []string{
		"K7: “Blak” isn't a result", "1 new result", "K6: round 2, table 2", "White won by 2.5 points", "2 results that differ", "K5: round 2, table 1", "K8: round 2, table 4",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the preview lacks %q: %s", want, page)
		}
	}
	if g := s.Game(2, 2); g.Result.Known() {
		t.Errorf("the preview entered %s", g.Result)
	}
	s.SeeOther(s.Post(at, url.Values{}))
	s.Result(2, 1, "W+")
	s.Result(2, 2, "W+2.5")
	s.Result(2, 4, "W+")
	s.SeeOther(s.Post(at, url.Values{"replace": {"1"}}))
	s.Result(2, 1, "B+")
	s.Result(2, 4, "W+")
	if g := s.Game(2, 4); !g.Dispute.Open() || g.Dispute.Result.String() != "B+R" {
		t.Errorf("the contradiction is %+v", g.Dispute)
	}
	if log := sitetest.Text(s.Page(s.Get("/desk/spring-cup/log"), http.StatusOK), "main"); !strings.Contains(log, "Entered 1 result from a sheet") {
		t.Errorf("the log: %s", log)
	}
	// A wrong file is refused on the page of exports.
	refused := s.Page(s.Upload("/desk/spring-cup/exports/results", "players.xlsx", formattest.Workbook(t, []any{"Name"})), http.StatusUnprocessableEntity)
	if got := sitetest.Text(refused, "#results[open]"); !strings.Contains(got, "no tourney sheet for entering results") {
		t.Errorf("another workbook: %s", got)
	}
}

// A person with the right to enter results can download the sheet for them without the files of directors. All files on
// the page can be downloaded.
func TestDeskTakesTheSheetForResults(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	s := newSite(t)
	s.Cup()
	s.Login() // the inviter
	s.Client = s.Person("Emil", accounts.Invitation{Role: role.Desk})
	doc := s.Page(s.Get("/desk/spring-cup/exports/files"), http.StatusOK)
	files := doc.Find("main a[download]")
	if files.Length() != 3 { // the sheet, and two public files
		t.Errorf("the page offers %d files: %s", files.Length(), sitetest.Text(doc, "main"))
	}
	files.Each(func(_ int, a *goquery.Selection) {
		if got := s.Get(a.AttrOr("href", "")); got.StatusCode != http.StatusOK {
			t.Errorf("%s answers %d", a.AttrOr("href", ""), got.StatusCode)
		}
	})
	s.Page(s.Get("/desk/spring-cup/exports/xlsx"), http.StatusForbidden)
	sheet := []byte(s.Body(s.Get(doc.Find("#results a[download]").AttrOr("href", ""))))
	filled := formattest.Filled(t, sheet, "Enter results", map[string]any{"K6": "W+", "L6": 2.5})
	at := s.SeeOther(s.Upload("/desk/spring-cup/exports/results", "results.xlsx", filled))
	s.SeeOther(s.Post(at, url.Values{}))
	s.Result(2, 2, "W+2.5")
}

// The workbook with formulas is offered beside the other.
func TestWorkbookWithFormulas(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.Login()
	link := s.Page(s.Get("/desk/spring-cup/exports/files"), http.StatusOK).Find(`a[href$="/xlsx?formulas=1"]`)
	if link.Length() != 1 {
		t.Fatalf("%d links", link.Length())
	}
	plain, formulas := s.Body(s.Get("/desk/spring-cup/exports/xlsx")), s.Body(s.Get(link.AttrOr("href", "")))
	if len(formulas) <= len(plain) {
		t.Errorf("%d bytes with formulas, %d without", len(formulas), len(plain))
	}
}
