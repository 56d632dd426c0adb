package web

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"tourney/internal/rank"
	"tourney/internal/tournament"
)

func TestLogUndoes(t *testing.T) {
	s := newSite(t)
	s.cup()
	d := s.desk("")
	d.follow(d.typed(d.look(""), "3br"))
	d.follow(d.typed(d.look(""), "3w2"))
	d.press(3, "swap", "player", "9", "player", "2")
	doc := d.look("/log")
	rows := doc.Find(".log tbody tr")
	if got := text(doc, ".log tbody tr:nth-child(2) .what"); !strings.Contains(got, "Corrected round 2, table 3") || !strings.Contains(got, "Result: Black +R → White +2") {
		t.Errorf("a correction reads %q", got)
	}
	if got := words(rows.Eq(0).Find(".what")); !strings.Contains(got, "Round 3: swapped Iro X and Abel X") || !strings.Contains(got, "→") {
		t.Errorf("a swap reads %q", got)
	}
	if got := rows.Last().Find("button").Length(); got != 0 {
		t.Error("the beginning of the tournament can be taken back")
	}
	undo := func(row int) url.Values {
		return url.Values{"version": {rows.Eq(row).AttrOr("data-key", "")}, "page": {"0"}}
	}
	// The correction replaces the first entry of the game.
	refused := d.page(d.send("/log", undo(2)), http.StatusConflict)
	if got := words(refused.Find("#messages [role=alert]")); !strings.Contains(got, "Since then: Corrected round 2, table 3") || !strings.HasPrefix(got, "Not undone: Round 2, table 3") {
		t.Errorf("an overtaken change is refused with %q", got)
	}
	if href := refused.Find("#messages a").AttrOr("href", ""); !strings.HasSuffix(href, "#v"+undo(2).Get("version")) {
		t.Errorf("the reason leads to %q", href)
	}
	if rows.Eq(2).Find("button").Length() != 0 || !strings.Contains(rows.Eq(2).Find("details").Text(), "Since then") {
		t.Error("an undo that cannot succeed is offered")
	}
	if got := text(doc, ".log .when"); !strings.Contains(got, "12:30:00") {
		t.Errorf("the time reads %q", got)
	}
	after := d.follow(d.send("/log", undo(1)))
	s.result(2, 3, "B+R")
	if g := s.game(3, 1); !g.Has(2) {
		t.Error("undo took back what came after, too")
	}
	if got := words(after.Find(".log tbody tr").First().Find(".what > span")); !strings.HasPrefix(got, "Undid: Corrected round 2, table 3") {
		t.Errorf("the undoing reads %q", got)
	}
	if got := text(after, ".log .gone .undoes"); got != "undone" {
		t.Errorf("the undone entry says %q", got)
	}
	d.page(d.send("/log", url.Values{"version": {"1"}}), http.StatusConflict)
	d.page(d.send("/log", url.Values{"version": {"999"}}), http.StatusNotFound)
}

// TestUndoNamesLaterStepsToUndoFirst undoes steps that later steps depend on.
func TestUndoNamesLaterStepsToUndoFirst(t *testing.T) {
	s := newSite(t)
	s.cup()
	d := s.desk("")
	late, err := s.director.On(anna, "spring-cup").AddPlayer(t.Context(), tournament.Player{Family: "Late", Given: "Y", Rank: rank.Dan(1), Status: tournament.CheckedIn}, tournament.RefuseNamesakes, "")
	s.check(err)
	info := tournament.Info{Slug: "spring-cup", Name: "Great Cup", Place: "Testville", Country: "FI", Zone: "Europe/Helsinki", Begin: noon}
	cup, err := s.director.Snapshot(t.Context(), "spring-cup")
	s.check(err)
	s.check(s.director.On(anna, "spring-cup").SetUp(t.Context(), info, cup.Tournament.Settings))
	s.check(s.director.On(anna, "spring-cup").Round(3).PairTwo(t.Context(), late, 2))
	s.check(s.director.On(anna, "spring-cup").Round(3).Publish(t.Context()))
	d.follow(d.typed(d.look("/round/3"), "1b"))
	doc := d.look("/log")
	if got := words(doc.Find(".log tbody tr").Eq(3).Find(".what")); !strings.Contains(got, "Spring Cup → Great Cup") {
		t.Errorf("a new name reads %q", got)
	}
	for row, says := range map[int]string{1: "Round 3 has a result: clear it first.", 4: "Late Y is paired in round 3: unpair first."} {
		form := url.Values{"version": {doc.Find(".log tbody tr").Eq(row).AttrOr("data-key", "")}, "page": {"0"}}
		refused := d.page(d.send("/log", form), http.StatusConflict)
		if got := words(refused.Find("#messages [role=alert]")); !strings.Contains(got, says) {
			t.Errorf("row %d is refused with %q, want %q", row, got, says)
		}
	}
}

func TestLogHasPages(t *testing.T) {
	s := newSite(t)
	s.cup()
	d := s.desk("")
	for i := range 120 {
		lock := s.director.On(anna, "spring-cup").Round(3).Lock
		if i%2 != 0 {
			lock = s.director.On(anna, "spring-cup").Round(3).Unlock
		}
		s.check(lock(t.Context(), 1))
	}
	seen, path := 0, "/log"
	for path != "" {
		doc := d.look(path)
		seen += doc.Find(".log tbody tr").Length()
		path = strings.TrimPrefix(doc.Find("a[rel=next]").AttrOr("href", ""), "/desk/spring-cup")
	}
	if seen != 121 {
		t.Errorf("the pages show %d entries, want 121", seen)
	}
}

// One wish can be undone from the log in spite of later ones, and the log describes
// it.
func TestWishesAreUndoneInTheLog(t *testing.T) {
	s := newSite(t)
	s.cup()
	d := s.desk("")
	d.ask("apart", "who", "Abel", "who", "Chvála", "until", "3")
	d.ask("apart", "who", "Dahl;Ek;Gran")
	d.ask("seat", "who", "Holm", "table", "2")
	doc := d.look("/log")
	row := doc.Find("table.log tbody tr").Eq(2)
	if got := text(doc, "table.log tbody tr:nth-child(3) .what > span"); got != "Kept Abel X and Chvála X apart until round 3" {
		t.Errorf("the log says %q", got)
	}
	form := url.Values{}
	row.Find("form input").Each(func(_ int, e *goquery.Selection) { form.Set(e.AttrOr("name", ""), e.AttrOr("value", "")) })
	s.seeOther(d.send("/log", form))
	if st := s.constraints(); len(st.Wishes) != 3 || len(st.Seats) != 1 {
		t.Errorf("after the undo: %+v", st)
	}
	if got := text(d.look("/log"), "table.log tbody tr:first-child .what > span"); !strings.Contains(got, "Kept Abel X and Chvála X apart until round 3") {
		t.Errorf("the undo is told as %q", got)
	}
}

// Only a later wish of the same kind prevents the undo of a wish, no other setting.
func TestUndoOfAWishNamesLaterWishes(t *testing.T) {
	s := newSite(t)
	s.cup()
	d := s.desk("")
	d.ask("apart", "who", "Abel", "who", "Chvála")
	d.ask("lift", "player", "2", "player", "3", "kind", "apart")
	d.ask("seat", "who", "Holm", "table", "2")
	row := d.look("/log").Find("table.log tbody tr").Eq(2)
	if got := words(row.Find(".undoes")); !strings.Contains(got, "Stopped keeping Abel X and Chvála X apart") || strings.Contains(got, "table 2") {
		t.Errorf("in the way is %q", got)
	}
}

// The log narrows to one person and to one kind of change.
func TestLogIsNarrowed(t *testing.T) {
	s := newSite(t)
	s.cup()
	d := s.desk("")
	d.follow(d.typed(d.look(""), "3br"))
	d.press(3, "swap", "player", "9", "player", "2")
	all := d.look("/log").Find(".log tbody tr").Length()
	doc := d.look("/log?kind=results")
	if n := doc.Find(".log tbody tr").Length(); n != 1 || text(doc, ".switch [aria-current]") == "" {
		t.Errorf("%d of %d entries are results", n, all)
	}
	if got := text(d.look("/log?kind=draw"), ".log .what"); !strings.Contains(got, "swapped") {
		t.Errorf("of the draw is %q", got)
	}
	if n := d.look("/log?by=Nobody").Find(".log tbody tr").Length(); n != 0 {
		t.Errorf("nobody did %d things", n)
	}
	if n := d.look("/log?kind=nonsense").Find(".log tbody tr").Length(); n != all {
		t.Errorf("an unknown kind shows %d of %d entries", n, all)
	}
}
