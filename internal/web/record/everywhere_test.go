package record_test

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"tourney/internal/testkit/sitetest"
)

// Two white stones in the corner are a suicide: forbidden under some rules, allowed under others. The page names the
// rule, the move and the text.
func TestGameUnderAllRules(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.Login()
	g, _ := s.GameAt(2, 3)
	at := "/games/" + strconv.Itoa(g.ID)
	s.SeeOther(s.Post("/desk/spring-cup"+at, url.Values{"text": {"(;GM[1]SZ[19]KM[6.5];B[ca];W[aa];B[ab];W[qq];B[bb];W[ba];B[];W[])"}}))
	if n := s.Page(s.Get("/t/spring-cup"+at), http.StatusOK).Find(".everywhere").Length(); n != 0 {
		t.Error("rules are compared before the game is counted")
	}
	record := s.Page(s.Get("/desk/spring-cup"+at), http.StatusOK).Find("#dead [name=record]").AttrOr("value", "")
	s.SeeOther(s.Post("/desk/spring-cup"+at+"/dead", url.Values{"record": {record}, "dead": {"qq"}}))
	s.Client = s.Browser()
	doc := s.Page(s.Get("/t/spring-cup"+at), http.StatusOK)
	words := func(e *goquery.Selection) string { return strings.Join(strings.Fields(e.Text()), " ") }
	rows := map[string]string{}
	doc.Find(".everywhere tbody tr").Each(func(_ int, row *goquery.Selection) {
		rows[words(row.Find("th"))] = words(row.Find("td").First())
	})
	if len(rows) != 8 || sitetest.Text(doc, ".everywhere summary") != "Different under New Zealand, Ing, Tromp–Taylor" {
		t.Errorf("%q, %d rows", sitetest.Text(doc, ".everywhere summary"), len(rows))
	}
	for rules, want := range map[string]string{
		"Japanese":     "6 B19: ",
		"Chinese":      "6 B19: ",
		"New Zealand":  "all legal",
		"Ing":          "all legal",
		"Tromp–Taylor": "all legal",
	} {
		if got := rows[rules]; !strings.HasPrefix(got, want) {
			t.Errorf("under %s rules: %q, want %q", rules, got, want)
		}
	}
	if got, want := rows["Chinese"], "Chinese rules of Weiqi: forbidden"; !strings.HasSuffix(got, want) {
		t.Errorf("the text is not named: %q, want %q", got, want)
	}
	// With the stones taken as alive, area and territory count differently.
	s.Login()
	s.SeeOther(s.Post("/desk/spring-cup"+at+"/dead", url.Values{"record": {record}}))
	results := map[string]bool{}
	s.Page(s.Get("/t/spring-cup"+at), http.StatusOK).Find(".everywhere tbody td:nth-of-type(2)").Each(func(_ int, cell *goquery.Selection) {
		results[cell.Text()] = true
	})
	if len(results) < 2 {
		t.Errorf("all systems count alike: %v", results)
	}
}
