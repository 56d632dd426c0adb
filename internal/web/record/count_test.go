package record_test

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"tourney/internal/testkit/sitetest"
	"tourney/internal/testkit/webtest"
)

// A counted game has a page with the count on the board. Its last step has the result of the game's own page.
func TestCountIsShownStepByStep(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.Login()
	g, at := s.GameAt(2, 3)
	public, desk := "/t/spring-cup"+at, "/desk/spring-cup/games/"+strconv.Itoa(g.ID)
	s.Page(s.Get(public+"/count"), http.StatusNotFound) // the game has no record
	s.SeeOther(s.Post(desk, url.Values{"text": {webtest.CountedRecord()}}))
	s.Page(s.Get(public+"/count"), http.StatusNotFound) // and no count
	record := s.Page(s.Get(desk), http.StatusOK).Find("#dead [name=record]").AttrOr("value", "")
	s.SeeOther(s.Post(desk+"/dead", url.Values{"record": {record}, "dead": {"qq"}}))

	game := s.Page(s.Get(public), http.StatusOK)
	link := game.Find(".count a").AttrOr("href", "")
	doc := s.Page(s.Get(link), http.StatusOK)
	steps := doc.Find(".strip li")
	if steps.Length() < 5 || doc.Find(".strip svg.board").Length() != steps.Length() {
		t.Fatalf("the count has %d steps", steps.Length())
	}
	if got := steps.First().Find(".dead path").Length(); got == 0 {
		t.Error("the first step crosses no dead stone")
	}
	sum := strings.Fields(sitetest.Text(game, ".count tr.sum"))
	if got := sitetest.Text(doc, ".strip li:last-child .said"); len(sum) != 3 || !strings.HasPrefix(got, "So Black has ") {
		t.Errorf("the count ends %q, the table %q", got, sum)
	}
	for i, li := range steps.EachIter() {
		for _, a := range li.Find("a").EachIter() {
			there := a.AttrOr("href", "#")
			if strings.HasPrefix(there, "#") && doc.Find(there).Length() != 1 {
				t.Errorf("step %d leads to %s, which is not there", i, a.AttrOr("href", ""))
			}
		}
	}
}

// By the rules of the AGA players may count either way: the game and the last step of its count have the totals by
// territory, with a stone for each pass, also for White's last one.
func TestAGACountByTerritory(t *testing.T) {
	s := newSite(t)
	s.cupBy("aga")
	g, at := s.GameAt(2, 3)
	desk := "/desk/spring-cup/games/" + strconv.Itoa(g.ID)
	const record = "(;GM[1]SZ[5]KM[0.5];B[ca];W[da];B[cb];W[db];B[cc];W[dc];B[cd];W[dd];B[ce];W[de];B[bb];W[aa];B[ab];W[];B[];MA[aa])"
	s.SeeOther(s.Post(desk, url.Values{"text": {record}}))
	game := s.Page(s.Get("/t/spring-cup"+at), http.StatusOK)
	komi := g.Komi.String()
	if got, want := sitetest.Text(game, ".count > p.grey"), "By territory, with a stone for each pass: Black 11, White "; !strings.HasPrefix(got, want) {
		t.Errorf("the game says %q, want %q…", got, want)
	}
	steps := s.Page(s.Get("/t/spring-cup"+at+"/count"), http.StatusOK)
	said := sitetest.Text(steps, ".strip li:last-child .said")
	if want := "Black: territory 8, prisoners 3, together 11. White: territory 5, prisoners 1 and the komi, together "; !strings.Contains(said, want) {
		t.Errorf("with komi %s the last step says %q, want %q…", komi, said, want)
	}
	if got := sitetest.Text(steps, ".strip"); strings.Contains(got, "By these rules prisoners") {
		t.Errorf("the steps say %q", got)
	}
}
