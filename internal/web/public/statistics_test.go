package public_test

import (
	"net/http"
	"strconv"
	"testing"
	"unicode"

	"github.com/PuerkitoBio/goquery"
	"github.com/google/go-cmp/cmp"

	"tourney/internal/testkit/sitetest"
)

func TestStatistics(t *testing.T) {
	s := newSite(t)
	s.Cup()
	doc := s.Page(s.Get("/t/spring-cup/statistics"), http.StatusOK)
	// Played and decided: tables 1 to 3 of round 1, table 1 of round 2; the
	// forfeit was not played.
	if got := sitetest.Text(doc, ".head .facts"); got != "4 games played" {
		t.Errorf("counted: %q", got)
	}
	want := []string{
		"Handicaps and who won: even 1 1 2", // too few games between different ranks for a chart
	}
	var got []string
	doc.Find(".chart").Each(func(_ int, chart *goquery.Selection) {
		got = append(got, sitetest.Words(chart.Find("figcaption"))+": "+sitetest.Words(chart.Find("tbody")))
	})
	if len(got) < 4 || got[len(got)-1] != "Rounds: 1 1 1 1 2 0 0 1" {
		t.Fatalf("the charts are %q", got)
	}
	if diff := cmp.Diff(want, got[:1]); diff != "" {
		t.Error(diff)
	}
	for _, chart := range []int{2, 3} { // score groups and ranks count all players
		players := 0
		doc.Find(".chart:nth-child(" + strconv.Itoa(chart) + ") td.num").Each(func(_ int, cell *goquery.Selection) {
			n, err := strconv.Atoi(sitetest.Words(cell))
			s.Check(err)
			players += n
		})
		if players != 9 {
			t.Errorf("chart %d counts %d players, want 9", chart, players)
		}
	}
}

// The columns of a chart begin with a capital letter in every language.
func TestStatisticsBeginWithCapitals(t *testing.T) {
	s := newSite(t)
	s.Cup()
	for _, lang := range []string{"en", "fi", "pl", "cs"} {
		heads := s.Page(s.Get("/t/spring-cup/statistics", "Accept-Language", lang), http.StatusOK).Find(".chart thead th:not(.bar)")
		if heads.Length() < 8 {
			t.Fatalf("%s: %d heads", lang, heads.Length())
		}
		heads.Each(func(_ int, head *goquery.Selection) {
			if first := []rune(sitetest.Words(head))[0]; !unicode.IsUpper(first) {
				t.Errorf("%s: a column is called %q", lang, sitetest.Words(head))
			}
		})
	}
}
