package public_test

import (
	"net/http"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"tourney/internal/testkit/sitetest"
)

// Each round in the standings names the opponent by line too, for screens without room for the name.
func TestRoundsHaveLinesOfOpponents(t *testing.T) {
	s := sitetest.New(t)
	s.Cup()
	doc := s.Page(s.Get("/t/spring-cup/standings"), http.StatusOK)
	lines := map[string]string{}
	doc.Find(".wall tbody tr").Each(func(_ int, row *goquery.Selection) {
		lines[sitetest.Words(row.Find(".name .who").First())] = sitetest.Words(row.Find("th.n a").First())
	})
	cells := doc.Find(".wall td.c .op")
	if cells.Length() < 18 {
		t.Fatalf("%d cells", cells.Length())
	}
	cells.Each(func(_ int, cell *goquery.Selection) {
		want := map[bool]string{true: "bye", false: "–"}[sitetest.Words(cell) == "bye"]
		for name, line := range lines {
			if cell.Is("span") && len(name) > 0 && sitetest.Words(cell) == firstWord(name) {
				want = line
			}
		}
		if got := cell.AttrOr("data-line", ""); got != want {
			t.Errorf("%s has the line %q, want %q", sitetest.Words(cell), got, want)
		}
	})
}

func firstWord(name string) string {
	for i, r := range name {
		if r == ' ' {
			return name[:i]
		}
	}
	return name
}
