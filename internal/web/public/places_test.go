package public_test

import (
	"net/http"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"tourney/internal/testkit/sitetest"
)

// Each round in the standings names the opponent by place too, for screens without room for the name.
func TestRoundsHavePlacesOfOpponents(t *testing.T) {
	s := sitetest.New(t)
	s.Cup()
	doc := s.Page(s.Get("/t/spring-cup/standings"), http.StatusOK)
	places := map[string]string{}
	doc.Find(".wall tbody tr").Each(func(_ int, row *goquery.Selection) {
		places[sitetest.Words(row.Find(".name .who").First())] = sitetest.Words(row.Find("th.n").First())
	})
	cells := doc.Find(".wall td.c .op")
	if cells.Length() < 18 {
		t.Fatalf("%d cells", cells.Length())
	}
	cells.Each(func(_ int, cell *goquery.Selection) {
		want := "–"
		for name, place := range places {
			if cell.Is("span") && len(name) > 0 && sitetest.Words(cell) == firstWord(name) {
				want = place
			}
		}
		if got := cell.AttrOr("data-place", ""); got != want {
			t.Errorf("%s has the place %q, want %q", sitetest.Words(cell), got, want)
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
