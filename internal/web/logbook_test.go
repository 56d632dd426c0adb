package web

import (
	"net/http"
	"net/url"
	"strconv"
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
	if chain := refused.Find("#undo ol li"); chain.Length() != 2 || !strings.Contains(chain.First().Text(), "Corrected round 2, table 3") {
		t.Errorf("to undo with it: %q", words(chain))
	}
	if rows.Eq(2).Find("button").Length() != 0 || !strings.HasSuffix(rows.Eq(2).Find(".undoes a").AttrOr("href", ""), "/log/"+undo(2).Get("version")+"#undo") {
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
	link := strings.TrimPrefix(row.Find(".undoes a").AttrOr("href", ""), "/desk/spring-cup")
	if got := text(d.look(link), "#undo"); !strings.Contains(got, "Stopped keeping Abel X and Chvála X apart") || strings.Contains(got, "table 2") {
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

// The log narrows to a player, a game, a round and a table, alone and together, and the pages
// of players and games lead there.
func TestLogOfAPlayer(t *testing.T) {
	s := newSite(t)
	s.cup()
	d := s.desk("")
	d.follow(d.typed(d.look(""), "3br"))
	d.follow(d.typed(d.look(""), "2b"))
	d.press(3, "swap", "player", "9", "player", "2")
	g := s.game(2, 3)
	count := func(query string) int { return d.look("/log?" + query).Find(".log tbody tr").Length() }
	all := count("")
	for query, want := range map[string]int{
		"game=" + strconv.Itoa(g.ID): 2, "round=2&table=3": 2, "round=2": 3, "player=9": 2, "player=9&round=3": 1, "round=2&kind=results": 2, "round=9": 0,
		"kind=results&table=3&by=Nobody": 0, "kind=day": 0, "": all,
	} {
		if query == "player=9" || strings.HasPrefix(query, "game=") || query == "round=2&table=3" || query == "round=2" || strings.Contains(query, "player=9&") {
			if n := count(query); n == 0 || n >= all {
				t.Errorf("%s shows %d of %d", query, n, all)
			}
			continue
		}
		if n := count(query); n != want {
			t.Errorf("%s shows %d, want %d", query, n, want)
		}
	}
	doc := d.look("/log?player=9&round=3&game=" + strconv.Itoa(s.game(3, 1).ID))
	if got := doc.Find("#filter option[selected]").Length(); got != 2 || doc.Find("#filter [name=game]").Length() != 1 {
		t.Errorf("the form has %d choices", got)
	}
	if href := d.look("/players/9").Find("a[href*='/log?player=9']").Length(); href != 1 {
		t.Error("the page of a player has no link to the history")
	}
	if href := d.look("/games/" + strconv.Itoa(g.ID)).Find("a[href*='/log?game=']").Length(); href != 1 {
		t.Error("the page of a game has no link to the history")
	}
}

// A change that others rest on is undone with them, all at once, for a reason.
func TestChainIsUndoneOnItsPage(t *testing.T) {
	s := newSite(t)
	s.cup()
	d := s.desk("")
	s.check(s.director.On(anna, "spring-cup").Round(3).Publish(t.Context()))
	version := s.state("spring-cup").Version
	d.follow(d.typed(d.look("/round/3"), "1b"))
	doc := d.look("/log/" + strconv.Itoa(version))
	if got := text(doc, "#undo"); !strings.Contains(got, "Round 3 has a result") {
		t.Errorf("the page says %q", got)
	}
	form := url.Values{"why": {"drawn too early"}}
	doc.Find("#undo input[name=version]").Each(func(_ int, e *goquery.Selection) { form.Add("version", e.AttrOr("value", "")) })
	if len(form["version"]) != 2 || form["version"][1] != strconv.Itoa(version) {
		t.Fatalf("to undo are %v", form)
	}
	without := url.Values{"version": form["version"], "why": {""}}
	if got := text(d.page(d.send("/log", without), http.StatusUnprocessableEntity), "#messages"); !strings.Contains(got, "Say why.") {
		t.Errorf("without a reason: %q", got)
	}
	d.follow(d.send("/log", form))
	if r := s.round(3); r.Published || len(r.Finished()) > 0 {
		t.Errorf("undone: %+v", r)
	}
	doc = d.look("/log/" + strconv.Itoa(version))
	if doc.Find("#undo form").Length() != 0 || doc.Find("#undo a").Length() != 1 {
		t.Errorf("undone, the page offers %q", text(doc, "#undo"))
	}
}

// A reason can be added on the page of a change, once.
func TestReasonOnItsPage(t *testing.T) {
	s := newSite(t)
	s.cup()
	d := s.desk("")
	d.follow(d.typed(d.look(""), "3br"))
	path := "/log/" + strconv.Itoa(s.state("spring-cup").Version)
	if d.look(path).Find("#explain").Length() != 1 {
		t.Fatal("no reason can be added")
	}
	doc := d.follow(d.send(path, url.Values{"why": {"as the players say"}}))
	if got := text(doc, ".log"); !strings.Contains(got, "Reason: as the players say") || doc.Find("#explain").Length() != 0 {
		t.Errorf("then the page says %q", got)
	}
	d.page(d.send(path, url.Values{"why": {"again"}}), http.StatusConflict)
	d.page(d.send(path, url.Values{"why": {" "}}), http.StatusUnprocessableEntity)
}

// The pages after a change show the tournament as it was, say so, and lead on to each other;
// they are for the desk only.
func TestTournamentAsItWas(t *testing.T) {
	s := newSite(t)
	s.cup()
	d := s.desk("")
	then := "/then/" + strconv.Itoa(s.state("spring-cup").Version)
	standings := text(d.look(then+"/standings"), "main table")
	d.follow(d.typed(d.look("/round/1"), "1w !slip"))
	doc := d.look(then + "/standings")
	if got := text(doc, "main table"); got != standings {
		t.Errorf("the standings have become %q, they were %q", got, standings)
	}
	if now := text(s.page(s.get("/t/spring-cup/standings"), http.StatusOK), "main table"); now == standings {
		t.Error("the correction has changed no standings")
	}
	if got := text(doc, "#messages .banner"); !strings.Contains(got, "As it was on") || !strings.Contains(got, "Nothing can be changed here.") {
		t.Errorf("the bar says %q", got)
	}
	pages := 0
	for _, path := range []string{"/", "/round/1", "/standings", "/players", "/players/1", "/games", "/games/" + strconv.Itoa(s.game(1, 1).ID), "/statistics", "/about"} {
		doc := d.look(then + path)
		doc.Find("main a[href], .sections a, .rounds a").Each(func(_ int, e *goquery.Selection) {
			href := e.AttrOr("href", "")
			switch {
			case strings.HasPrefix(href, "/desk/spring-cup"+then+"/"):
				pages++
			case strings.HasPrefix(href, "/t/spring-cup/") && !strings.HasSuffix(href, "/record") && !strings.HasSuffix(href, "/calendar.ics") && !strings.Contains(href, "/pictures/"):
				t.Errorf("%s leads to %s as it is now", path, href)
			}
		})
		if n := doc.Find("form[method=post]").Length(); n != 0 {
			t.Errorf("%s has %d forms", path, n)
		}
	}
	if pages < 50 {
		t.Errorf("%d links lead to pages of then", pages)
	}
	file := s.body(s.get("/desk/spring-cup" + then + "/file"))
	if !strings.Contains(file, `"result": "B+R"`) && !strings.Contains(file, `"result":"B+R"`) {
		t.Errorf("the file has not the result of then: %.200s", file)
	}
	for path, status := range map[string]int{"/then/999/": 404, "/then/x/": 404, then + "/hall": 404, then + "/nothing": 404, then + "/round/9": 404} {
		d.page(s.get("/desk/spring-cup"+path), status)
	}
	s.client = s.browser()
	if got := s.get("/desk/spring-cup" + then + "/standings"); got.StatusCode == http.StatusOK {
		t.Errorf("a stranger sees the past: %d", got.StatusCode)
	}
}
