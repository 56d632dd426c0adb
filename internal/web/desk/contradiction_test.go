package desk_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"tourney/internal/testkit/sitetest"
	"tourney/internal/web/page"
)

func TestContradictionAsks(t *testing.T) {
	s := newSite(t)
	s.Cup()
	a, b := s.Desk("desk A"), s.Desk("desk B")
	standings := func() string { return sitetest.Text(s.Page(s.Get("/t/spring-cup/standings"), http.StatusOK), "tbody") }
	open := standings()
	seenByA, seenByB := a.Look(""), b.Look("")
	a.Follow(a.Typed(seenByA, "3br"))
	doc := b.Follow(b.Typed(seenByB, "3w"))
	s.Result(2, 3, "B+R")
	question := sitetest.Text(doc, ".dispute .banner > span")
	if want := "Two results for table 3. Anna · desk A: Black +R, you: White +."; question != want {
		t.Errorf("desk B is asked %q, want %q", question, want)
	}
	other := a.Look("")
	if got := sitetest.Text(other, ".dispute .banner > span"); !strings.Contains(got, "Anna · desk B: White +") {
		t.Errorf("desk A reads %q", got)
	}
	// A contradiction does not count as a result: 1 of 4 is known, and the round continues.
	for _, path := range []string{"/desk/spring-cup", "/t/spring-cup", "/t/spring-cup/round/2"} {
		if got := sitetest.Text(s.Page(a.Get(path), http.StatusOK), "main"); !strings.Contains(got, "1 of 4 results") {
			t.Errorf("%s counts the disputed result: %s", path, got)
		}
	}
	if got := standings(); got != open {
		t.Errorf("the standings count the first result: %s, want %s", got, open)
	}
	forms := other.Find(".dispute form")
	if forms.Length() != 2 {
		t.Fatalf("%d answers, want 2", forms.Length())
	}
	form := sitetest.Fields(other, ".dispute form")
	form.Set("result", forms.Eq(1).Find("button").AttrOr("value", ""))
	if after := a.Follow(a.Send("/result", form)); after.Find(".dispute").Length() != 0 {
		t.Error("the question stands after the decision")
	}
	s.Result(2, 3, "W+")
	if standings() == open {
		t.Error("the standings do not count the decided result")
	}
	if g := s.Game(2, 3); g.EnteredBy != "Anna · desk A" {
		t.Errorf("decided by %q", g.EnteredBy)
	}
	// The second answer is too late: the desk asks again instead of overwriting.
	form.Set("result", "B+R")
	if late := b.Follow(b.Send("/result", form)); late.Find(".dispute").Length() != 1 {
		t.Error("a decision overtaken by another is not asked about")
	}
	s.Result(2, 3, "W+")
}

// A contradiction decided for the first result corrects nothing, and the log has that. Undo asks again.
func TestContradictionDecidedForTheFirst(t *testing.T) {
	s := newSite(t)
	s.Cup()
	a, b := s.Desk("desk A"), s.Desk("desk B")
	seenByB := b.Look("")
	a.Follow(a.Typed(a.Look(""), "3b"))
	doc := b.Follow(b.Typed(seenByB, "3w"))
	form := sitetest.Fields(doc, ".dispute form")
	form.Set("result", doc.Find(".dispute form button").First().AttrOr("value", ""))
	b.Follow(b.Send("/result", form))
	s.Result(2, 3, "B+")
	latest := sitetest.Text(a.Look("/log"), "tbody tr:first-of-type")
	if !strings.Contains(latest, "the first one stands: round 2, table 3") || strings.Contains(latest, "instead of") {
		t.Errorf("the log says %q", latest)
	}
	if b.Follow(b.Typed(b.Look(""), "u")).Find(".dispute").Length() != 1 {
		t.Error("the decision cannot be undone at its desk")
	}
}

func TestContradictionsAtTheDesk(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.Login()
	_, first := s.GameAt(1, 1) // entered: B+R
	_, second := s.GameAt(1, 2)
	_, third := s.GameAt(1, 3)
	for at, record := range map[string]string{
		first:  "(;SZ[19]KM[6.5]RE[W+R]PB[Somebody];B[dd];W[dp];W[])", // a name, a pass out of turn: the result matters most
		second: "(;SZ[19]KM[6.5]RU[AGA]RE[W+3.5];B[dd];B[pp])",        // agrees with the entered result
		third:  "(;SZ[19]KM[6.5];B[dd];W[pp];W[])",
	} {
		if got := s.Post("/desk/spring-cup"+at, url.Values{"text": {record}}); got.StatusCode != http.StatusSeeOther {
			t.Fatalf("pasting answers %d", got.StatusCode)
		}
	}
	doc := s.Page(s.Get("/desk/spring-cup/round/1"), http.StatusOK)
	const want = "Table 1 The record says W+R, the result entered is B+R. Move 3: White plays twice in a row. Show Leave as it is " +
		"Table 3 Move 3: White plays twice in a row. The record has komi 6.5, the game 6; the game's counts. Show Leave as it is"
	if got := sitetest.Text(doc, ".contradictions"); got != want {
		t.Errorf("the desk lists %q, want %q", got, want)
	}
	s.ReplaceRecord("/desk/spring-cup"+second, "(;SZ[19]KM[6.5]RU[AGA]RE[W+3.5]HA[3]AB[dd][pp][pd])")
	doc = s.Page(s.Get("/desk/spring-cup/round/1"), http.StatusOK)
	if got := sitetest.Text(doc, ".contradictions"); !strings.Contains(got, "Table 2 Handicap stones: 3 in the record, 0 in the game. Show") {
		t.Errorf("of a game with other stones the desk lists %q", got)
	}
}

// Findings can be accepted in the list of the desk or beside the verdict, and appear
// again when they change.
func TestLeavingAContradiction(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.Login()
	const round = "/desk/spring-cup/round/1"
	_, at := s.GameAt(1, 1)
	desk := "/desk/spring-cup" + at
	atDesk := strings.Replace(desk, "/games/", "/accept/", 1)
	listed := func() *goquery.Selection { return s.Page(s.Get(round), http.StatusOK).Find(".contradictions > *") }
	s.Post(desk, url.Values{"text": {"(;SZ[19]KM[6.5]RE[B+R];B[dd];W[dd];B[pp])"}})
	row := listed()
	if row.Length() != 1 || row.Find("button").Text() != "Leave as it is" || row.Find("form").AttrOr("action", "") != atDesk {
		t.Fatalf("the desk lists %q", row.Text())
	}
	form := url.Values{}
	row.Find("input").Each(func(_ int, e *goquery.Selection) { form.Set(e.AttrOr("name", ""), e.AttrOr("value", "")) })

	stale := url.Values{"round": {"1"}, "seen": {"what was before"}}
	const overtaken = "Table 1: the record or the result has changed in the meantime. Check it again."
	if got := sitetest.Text(s.Page(s.Post(atDesk, stale), http.StatusConflict), ".said .wrong"); got != overtaken {
		t.Errorf("at the desk, too late: %q", got)
	}
	stale.Del("round")
	if got := sitetest.Text(s.Page(s.Post(desk+"/accept", stale), http.StatusConflict), ".banner.error"); got != overtaken {
		t.Errorf("on the page of the game, too late: %q", got)
	}
	s.Page(s.Post("/desk/spring-cup/accept/999", form), http.StatusNotFound)
	if row := listed(); row.Length() != 1 {
		t.Fatal("what was refused left the list")
	}

	got := s.Post(atDesk, form)
	if got.StatusCode != http.StatusSeeOther || got.Header.Get("Location") != round {
		t.Errorf("leaving answers %d and leads to %q", got.StatusCode, got.Header.Get("Location"))
	}
	if row := listed(); row.Length() != 0 {
		t.Errorf("the desk still lists %q", row.Text())
	}
	doc := s.Page(s.Get(desk), http.StatusOK)
	if got := sitetest.Text(doc, ".leave"); !strings.HasPrefix(got, "Left as it is by Anna") || !strings.HasSuffix(got, "List it again") {
		t.Errorf("the page of the game says %q", got)
	}
	if got := sitetest.Text(s.Page(s.Get("/desk/spring-cup/log"), http.StatusOK), "main"); !strings.Contains(got, "left the record and the result as they are") {
		t.Errorf("the log says %q", got)
	}

	if got := s.Post(desk+"/reopen", url.Values{}); got.StatusCode != http.StatusSeeOther || listed().Length() != 1 {
		t.Errorf("taking it back answers %d", got.StatusCode)
	}
	seen := s.Page(s.Get(desk), http.StatusOK).Find(".leave input[name=seen]").AttrOr("value", "")
	if got := s.Post(desk+"/accept", url.Values{"seen": {seen}}); got.StatusCode != http.StatusSeeOther || got.Header.Get("Location") != desk {
		t.Errorf("leaving it on its page answers %d and leads to %q", got.StatusCode, got.Header.Get("Location"))
	}
	if listed().Length() != 0 {
		t.Error("left on the page of the game, the desk still lists it")
	}
	g, _ := s.GameAt(1, 1)
	s.Post("/desk/spring-cup/line", url.Values{"round": {"1"}, "seen-1": {page.FormatSeen(g)}, "line": {"1wr !slip"}})
	if row := listed(); row.Length() != 1 || row.Find("button").Length() != 1 {
		t.Errorf("with another result the desk lists %q", row.Text())
	}
	if doc := s.Page(s.Get(desk), http.StatusOK); doc.Find(".leave input[name=seen]").Length() != 1 {
		t.Error("with another result the page of the game does not ask")
	}
}

// Findings that the desk does not list in full can be accepted on the game's page only.
func TestLongContradictionIsAcceptedOnGamePage(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.Login()
	_, at := s.GameAt(1, 1)
	s.Post("/desk/spring-cup"+at, url.Values{"text": {"(;SZ[19]KM[6.5]RE[W+R];B[dd];W[dd];B[dd];W[dd])"}})
	if doc := s.Page(s.Get("/desk/spring-cup/round/1"), http.StatusOK); doc.Find(".contradictions > *").Length() != 1 || doc.Find(".contradictions button").Length() != 0 {
		t.Errorf("the desk lists %q", sitetest.Text(doc, ".contradictions"))
	}
	if doc := s.Page(s.Get("/desk/spring-cup"+at), http.StatusOK); doc.Find(".leave button").Length() != 1 {
		t.Error("the page of the game does not offer it")
	}
}
