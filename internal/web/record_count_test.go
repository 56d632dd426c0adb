package web

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"tourney/internal/web/webtest"
)

// A counted game has a page that shows its count on the board, and ends at the result of
// the game's own page.
func TestCountIsShownStepByStep(t *testing.T) {
	s := newSite(t)
	s.cup()
	s.login()
	g, at := s.gameAt(2, 3)
	public, desk := "/t/spring-cup"+at, "/desk/spring-cup/games/"+strconv.Itoa(g.ID)
	s.page(s.get(public+"/count"), http.StatusNotFound) // there is no record
	s.seeOther(s.post(desk, url.Values{"text": {webtest.CountedRecord()}}))
	s.page(s.get(public+"/count"), http.StatusNotFound) // and no count
	record := s.page(s.get(desk), http.StatusOK).Find("#dead [name=record]").AttrOr("value", "")
	s.seeOther(s.post(desk+"/dead", url.Values{"record": {record}, "dead": {"qq"}}))

	game := s.page(s.get(public), http.StatusOK)
	link := game.Find(".count a").AttrOr("href", "")
	doc := s.page(s.get(link), http.StatusOK)
	steps := doc.Find(".strip li")
	if steps.Length() < 5 || doc.Find(".strip svg.board").Length() != steps.Length() {
		t.Fatalf("the count has %d steps", steps.Length())
	}
	if got := steps.First().Find(".dead path").Length(); got == 0 {
		t.Error("the first step crosses no dead stone")
	}
	sum := strings.Fields(text(game, ".count tr.sum"))
	if got := text(doc, ".strip li:last-child .said"); len(sum) != 3 || !strings.HasPrefix(got, "So Black has ") {
		t.Errorf("the count ends %q, the table %q", got, sum)
	}
	for i, li := range steps.EachIter() {
		for _, a := range li.Find("a").EachIter() {
			if doc.Find(a.AttrOr("href", "#")).Length() != 1 {
				t.Errorf("step %d leads to %s, which is not there", i, a.AttrOr("href", ""))
			}
		}
	}
}
