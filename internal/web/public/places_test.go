package public_test

import (
	"net/http"
	"slices"
	"strings"
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
		lines[sitetest.Words(row.Find(".name .who").First())] = lineOf(row)
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

// lineOf returns the number of a line in the standings: the place, or the small number under a shared place.
func lineOf(row *goquery.Selection) string {
	if line := sitetest.Words(row.Find("th.n small")); line != "" {
		return line
	}
	return sitetest.Words(row.Find("th.n a"))
}

// A shared place is written in one way on all pages and sheets.
func TestSharedPlaces(t *testing.T) {
	s := sitetest.New(t)
	s.Cup()
	places := map[string]string{} // of the players, by address
	list := []string{}
	rows := s.Page(s.Get("/t/spring-cup/standings"), http.StatusOK).Find(".wall tbody tr")
	rows.Each(func(_ int, row *goquery.Selection) {
		place := row.Find("th.n a").Text()
		places[row.Find("a.who").AttrOr("href", "")] = place
		list = append(list, place)
	})
	if want := []string{"1=", "1=", "3", "4", "5=", "5=", "7", "8", "9"}; !slices.Equal(list, want) {
		t.Fatalf("the standings: %q", list)
	}
	for player, place := range places {
		page := s.Page(s.Get(player), http.StatusOK)
		if got := sitetest.Words(page.Find("#why h2")); !strings.HasPrefix(got, "Place "+place+" of 9") {
			t.Errorf("%s: %q", player, got)
		}
		if got := sitetest.Words(page.Find(".course tbody tr:last-child .p")); got != place {
			t.Errorf("%s after the last round: %q, want %q", player, got, place)
		}
	}
	for address, at := range map[string]string{
		"/t/spring-cup/crosstable":       ".cross tbody td:last-child",
		"/t/spring-cup/embed/standings":  ".wall tbody th.n a",
		"/t/spring-cup/print/standings":  ".sheet tbody td:first-child",
		"/t/spring-cup/print/crosstable": ".sheet tbody td:last-child",
	} {
		var got []string
		s.Page(s.Get(address), http.StatusOK).Find(at).Each(func(_ int, cell *goquery.Selection) {
			if place, _, _ := strings.Cut(strings.TrimSpace(cell.Text()), " "); place != "" {
				got = append(got, place)
			}
		})
		if !slices.Equal(got, list) {
			t.Errorf("%s: %q", address, got)
		}
	}
}

func firstWord(name string) string {
	for i, r := range name {
		if r == ' ' {
			return name[:i]
		}
	}
	return name
}

// The explanation of a place names the standings as their own page does: during a round while results are missing.
func TestWhyNamesTheStandings(t *testing.T) {
	s := newSite(t)
	s.Cup()
	want := sitetest.Text(s.Page(s.Get("/t/spring-cup/standings"), http.StatusOK), "h1")
	if got := sitetest.Text(s.Page(s.Get("/t/spring-cup/why/1"), http.StatusOK), ".head .facts"); got != want {
		t.Errorf("the explanation is about %q, the standings are %q", got, want)
	}
}

// A page that is empty until the first round names that reason, whether or not players can sign up; only the list of
// players names their absence.
func TestEmptyPages(t *testing.T) {
	s := newSite(t)
	s.Kind("egf", 0)
	for path, want := range map[string]string{
		"/standings": "Round 1", "/games": "Round 1", "/statistics": "Round 1", "/crosstable": "Round 1", "/players": "No players yet",
	} {
		if got := sitetest.Text(s.Page(s.Get("/t/open"+path), http.StatusOK), ".stateline"); !strings.Contains(got, want) {
			t.Errorf("%s: %q", path, got)
		}
	}
}
