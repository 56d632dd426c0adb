package logbook_test

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"tourney/internal/rank"
	"tourney/internal/testkit/sitetest"
	"tourney/internal/tournament"
)

func TestLogUndoes(t *testing.T) {
	s := newSite(t)
	s.Cup()
	d := s.Desk("")
	d.Follow(d.Typed(d.Look(""), "3br"))
	d.Follow(d.Typed(d.Look(""), "3w2"))
	d.Press(3, "swap", "player", "9", "player", "2")
	doc := d.Look("/log")
	rows := doc.Find(".log tbody tr")
	if got := sitetest.Text(doc, ".log tbody tr:nth-child(2) .what"); !strings.Contains(got, "Corrected round 2, table 3") || !strings.Contains(got, "Result: Black +R → White +2") {
		t.Errorf("a correction reads %q", got)
	}
	if got := sitetest.Words(rows.Eq(0).Find(".what")); !strings.Contains(got, "Round 3: swapped Iro X and Abel X") || !strings.Contains(got, "→") {
		t.Errorf("a swap reads %q", got)
	}
	if got := rows.Last().Find("button").Length(); got != 0 {
		t.Error("the beginning of the tournament can be taken back")
	}
	undo := func(row int) url.Values {
		return url.Values{"version": {rows.Eq(row).AttrOr("data-key", "")}, "page": {"0"}}
	}
	// The correction replaces the first entry of the game.
	refused := d.Page(d.Send("/log", undo(2)), http.StatusConflict)
	if got := sitetest.Words(refused.Find("#messages [role=alert]")); !strings.Contains(got, "Since then: Corrected round 2, table 3") || !strings.HasPrefix(got, "Not undone: Round 2, table 3") {
		t.Errorf("an overtaken change is refused with %q", got)
	}
	if chain := refused.Find("#undo ol li"); chain.Length() != 2 || !strings.Contains(chain.First().Text(), "Corrected round 2, table 3") {
		t.Errorf("to undo with it: %q", sitetest.Words(chain))
	}
	if rows.Eq(2).Find("button").Length() != 0 || !strings.HasSuffix(rows.Eq(2).Find(".undoes a").AttrOr("href", ""), "/log/"+undo(2).Get("version")+"#undo") {
		t.Error("an undo that cannot succeed is offered")
	}
	if got := sitetest.Text(doc, ".log .when"); !strings.Contains(got, "12:30") || strings.Contains(got, ":00") {
		t.Errorf("the time reads %q", got)
	}
	after := d.Follow(d.Send("/log", undo(1)))
	s.Result(2, 3, "B+R")
	if g := s.Game(3, 1); !g.Has(2) {
		t.Error("undo took back what came after, too")
	}
	if got := sitetest.Words(after.Find(".log tbody tr").First().Find(".what > span")); !strings.HasPrefix(got, "Undid: Corrected round 2, table 3") {
		t.Errorf("the undoing reads %q", got)
	}
	if got := sitetest.Text(after, ".log .gone .undoes"); got != "undone" {
		t.Errorf("the undone entry says %q", got)
	}
	d.Page(d.Send("/log", url.Values{"version": {"1"}}), http.StatusConflict)
	d.Page(d.Send("/log", url.Values{"version": {"999"}}), http.StatusNotFound)
}

// TestUndoNamesLaterStepsToUndoFirst undoes steps that later steps depend on.
func TestUndoNamesLaterStepsToUndoFirst(t *testing.T) {
	s := newSite(t)
	s.Cup()
	d := s.Desk("")
	late, err := s.Director.On(sitetest.Anna, "spring-cup").AddPlayer(t.Context(), tournament.Player{Family: "Late", Given: "Y", Rank: rank.Dan(1), Status: tournament.CheckedIn}, tournament.RefuseNamesakes, "")
	s.Check(err)
	info := tournament.Info{Slug: "spring-cup", Name: "Great Cup", Place: "Testville", Country: "FI", Zone: "Europe/Helsinki", Begin: tournament.DateOf(sitetest.Noon)}
	cup, err := s.Director.Snapshot(t.Context(), "spring-cup")
	s.Check(err)
	s.Check(s.Director.On(sitetest.Anna, "spring-cup").SetUp(t.Context(), info, cup.Tournament.Settings))
	s.Check(s.Director.On(sitetest.Anna, "spring-cup").Round(3).PairTwo(t.Context(), late, 2))
	s.Check(s.Director.On(sitetest.Anna, "spring-cup").Round(3).Publish(t.Context()))
	d.Follow(d.Typed(d.Look("/round/3"), "1b"))
	doc := d.Look("/log")
	if got := sitetest.Words(doc.Find(".log tbody tr").Eq(3).Find(".what")); !strings.Contains(got, "Spring Cup → Great Cup") {
		t.Errorf("a new name reads %q", got)
	}
	for row, says := range map[int]string{1: "Round 3 has a result: clear it first.", 4: "Late Y is paired in round 3: unpair first."} {
		form := url.Values{"version": {doc.Find(".log tbody tr").Eq(row).AttrOr("data-key", "")}, "page": {"0"}}
		refused := d.Page(d.Send("/log", form), http.StatusConflict)
		if got := sitetest.Words(refused.Find("#messages [role=alert]")); !strings.Contains(got, says) {
			t.Errorf("row %d is refused with %q, want %q", row, got, says)
		}
		if got := sitetest.Text(refused, "#undo .lead"); !strings.HasPrefix(got, "Cannot be undone yet.") || sitetest.Text(refused, "h1") == "" {
			t.Errorf("the page of row %d is %q and says %q", row, sitetest.Text(refused, "h1"), got)
		}
	}
}

func TestLogHasPages(t *testing.T) {
	s := newSite(t)
	s.Cup()
	d := s.Desk("")
	for i := range 120 {
		lock := s.Director.On(sitetest.Anna, "spring-cup").Round(3).Lock
		if i%2 != 0 {
			lock = s.Director.On(sitetest.Anna, "spring-cup").Round(3).Unlock
		}
		s.Check(lock(t.Context(), 1))
	}
	seen, path := 0, "/log"
	for path != "" {
		doc := d.Look(path)
		seen += doc.Find(".log tbody tr").Length()
		path = strings.TrimPrefix(doc.Find("a[rel=next]").AttrOr("href", ""), "/desk/spring-cup")
	}
	if seen != 121 {
		t.Errorf("the pages show %d entries, want 121", seen)
	}
}

// One wish can be undone from the log despite later ones, and the log describes it.
func TestWishesAreUndoneInTheLog(t *testing.T) {
	s := newSite(t)
	s.Cup()
	d := s.Desk("")
	d.Ask("apart", "who", "Abel", "who", "Chvála", "until", "3")
	d.Ask("apart", "who", "Dahl;Ek;Gran")
	d.Ask("seat", "who", "Holm", "table", "2")
	doc := d.Look("/log")
	row := doc.Find("table.log tbody tr").Eq(2)
	if got := sitetest.Text(doc, "table.log tbody tr:nth-child(3) .what > span"); got != "Kept Abel X and Chvála X apart until round 3" {
		t.Errorf("the log says %q", got)
	}
	form := url.Values{}
	row.Find("form input").Each(func(_ int, e *goquery.Selection) { form.Set(e.AttrOr("name", ""), e.AttrOr("value", "")) })
	s.SeeOther(d.Send("/log", form))
	if st := s.Constraints(); len(st.Wishes) != 3 || len(st.Seats) != 1 {
		t.Errorf("after the undo: %+v", st)
	}
	if got := sitetest.Text(d.Look("/log"), "table.log tbody tr:first-child .what > span"); !strings.Contains(got, "Kept Abel X and Chvála X apart until round 3") {
		t.Errorf("the undo is told as %q", got)
	}
}

// Only a later wish of the same kind prevents the undo of a wish; settings do not.
func TestUndoOfAWishNamesLaterWishes(t *testing.T) {
	s := newSite(t)
	s.Cup()
	d := s.Desk("")
	d.Ask("apart", "who", "Abel", "who", "Chvála")
	d.Ask("lift", "player", "2", "player", "3", "kind", "apart")
	d.Ask("seat", "who", "Holm", "table", "2")
	row := d.Look("/log").Find("table.log tbody tr").Eq(2)
	link := strings.TrimPrefix(row.Find(".undoes a").AttrOr("href", ""), "/desk/spring-cup")
	if got := sitetest.Text(d.Look(link), "#undo"); !strings.Contains(got, "Stopped keeping Abel X and Chvála X apart") || strings.Contains(got, "table 2") {
		t.Errorf("in the way is %q", got)
	}
}

// The log can be narrowed to one person and to one kind of change.
func TestLogIsNarrowed(t *testing.T) {
	s := newSite(t)
	s.Cup()
	d := s.Desk("")
	d.Follow(d.Typed(d.Look(""), "3br"))
	d.Press(3, "swap", "player", "9", "player", "2")
	all := d.Look("/log").Find(".log tbody tr").Length()
	doc := d.Look("/log?kind=results")
	if n := doc.Find(".log tbody tr").Length(); n != 1 || sitetest.Text(doc, ".switch [aria-current]") == "" {
		t.Errorf("%d of %d entries are results", n, all)
	}
	if got := sitetest.Text(d.Look("/log?kind=draw"), ".log .what"); !strings.Contains(got, "swapped") {
		t.Errorf("of the draw is %q", got)
	}
	if n := d.Look("/log?by=Nobody").Find(".log tbody tr").Length(); n != 0 {
		t.Errorf("nobody did %d things", n)
	}
	if n := d.Look("/log?kind=nonsense").Find(".log tbody tr").Length(); n != all {
		t.Errorf("an unknown kind shows %d of %d entries", n, all)
	}
}

// The log can be narrowed to a player, a game, a round and a table, alone and together. The pages of players and games
// link to it.
func TestLogOfAPlayer(t *testing.T) {
	s := newSite(t)
	s.Cup()
	d := s.Desk("")
	d.Follow(d.Typed(d.Look(""), "3br"))
	d.Follow(d.Typed(d.Look(""), "2b"))
	d.Press(3, "swap", "player", "9", "player", "2")
	g := s.Game(2, 3)
	count := func(query string) int { return d.Look("/log?" + query).Find(".log tbody tr").Length() }
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
	doc := d.Look("/log?player=9&round=3&game=" + strconv.Itoa(s.Game(3, 1).ID))
	if got := doc.Find("#filter option[selected]").Length(); got != 2 || doc.Find("#filter [name=game]").Length() != 1 {
		t.Errorf("the form has %d choices", got)
	}
	if href := d.Look("/players/9").Find("a[href*='/log?player=9']").Length(); href != 1 {
		t.Error("the page of a player has no link to the history")
	}
	if href := d.Look("/games/" + strconv.Itoa(g.ID)).Find("a[href*='/log?game=']").Length(); href != 1 {
		t.Error("the page of a game has no link to the history")
	}
}

// A change with dependent changes is undone together with them, for a reason.
func TestChainIsUndoneOnItsPage(t *testing.T) {
	s := newSite(t)
	s.Cup()
	d := s.Desk("")
	s.Check(s.Director.On(sitetest.Anna, "spring-cup").Round(3).Publish(t.Context()))
	version := s.State("spring-cup").Version
	d.Follow(d.Typed(d.Look("/round/3"), "1b"))
	doc := d.Look("/log/" + strconv.Itoa(version))
	if got := sitetest.Text(doc, "#undo"); !strings.Contains(got, "Round 3 has a result") {
		t.Errorf("the page says %q", got)
	}
	if got := sitetest.Text(doc, ".facts span:last-child") + ": " + sitetest.Text(doc, ".lead.what"); got != "Change "+strconv.Itoa(version)+": Published round 3" {
		t.Errorf("the page is about %q", got)
	}
	form := url.Values{"why": {"drawn too early"}}
	doc.Find("#undo input[name=version]").Each(func(_ int, e *goquery.Selection) { form.Add("version", e.AttrOr("value", "")) })
	if len(form["version"]) != 2 || form["version"][1] != strconv.Itoa(version) {
		t.Fatalf("to undo are %v", form)
	}
	without := url.Values{"version": form["version"], "why": {""}}
	if got := sitetest.Text(d.Page(d.Send("/log", without), http.StatusUnprocessableEntity), "#messages"); !strings.Contains(got, "Say why.") {
		t.Errorf("without a reason: %q", got)
	}
	d.Follow(d.Send("/log", form))
	if r := s.Round(3); r.Published || len(r.Finished()) > 0 {
		t.Errorf("undone: %+v", r)
	}
	doc = d.Look("/log/" + strconv.Itoa(version))
	if doc.Find("#undo form").Length() != 0 || doc.Find("#undo a").Length() != 1 {
		t.Errorf("undone, the page offers %q", sitetest.Text(doc, "#undo"))
	}
}

// A reason can be added on the page of a change, once.
func TestReasonOnItsPage(t *testing.T) {
	s := newSite(t)
	s.Cup()
	d := s.Desk("")
	d.Follow(d.Typed(d.Look(""), "3br"))
	path := "/log/" + strconv.Itoa(s.State("spring-cup").Version)
	if d.Look(path).Find("#explain").Length() != 1 {
		t.Fatal("no reason can be added")
	}
	doc := d.Follow(d.Send(path, url.Values{"why": {"as the players say"}}))
	if got := sitetest.Text(doc, ".log"); !strings.Contains(got, "Reason: as the players say") || doc.Find("#explain").Length() != 0 {
		t.Errorf("then the page says %q", got)
	}
	d.Page(d.Send(path, url.Values{"why": {"again"}}), http.StatusConflict)
	d.Page(d.Send(path, url.Values{"why": {" "}}), http.StatusUnprocessableEntity)
}

// The pages after a change show the tournament at that time, with a note, and link to each other. They are for the desk
// only.
func TestTournamentAsItWas(t *testing.T) {
	s := newSite(t)
	s.Cup()
	d := s.Desk("")
	then := "/then/" + strconv.Itoa(s.State("spring-cup").Version)
	standings := sitetest.Text(d.Look(then+"/standings"), "main table")
	d.Follow(d.Typed(d.Look("/round/1"), "1w !slip"))
	doc := d.Look(then + "/standings")
	if got := sitetest.Text(doc, "main table"); got != standings {
		t.Errorf("the standings have become %q, they were %q", got, standings)
	}
	if now := sitetest.Text(s.Page(s.Get("/t/spring-cup/standings"), http.StatusOK), "main table"); now == standings {
		t.Error("the correction has changed no standings")
	}
	if got := sitetest.Text(doc, "#messages .banner"); !strings.Contains(got, "As it was on") {
		t.Errorf("the bar says %q", got)
	}
	pages := 0
	for _, path := range []string{"/", "/round/1", "/standings", "/players", "/players/1", "/games", "/games/" + strconv.Itoa(s.Game(1, 1).ID), "/statistics", "/about"} {
		doc := d.Look(then + path)
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
	file := s.Body(s.Get("/desk/spring-cup" + then + "/file"))
	if !strings.Contains(file, `"result": "B+R"`) && !strings.Contains(file, `"result":"B+R"`) {
		t.Errorf("the file has not the result of then: %.200s", file)
	}
	for path, status := range map[string]int{"/then/999/": 404, "/then/x/": 404, then + "/hall": 404, then + "/nothing": 404, then + "/round/9": 404} {
		d.Page(s.Get("/desk/spring-cup"+path), status)
	}
	s.Client = s.Browser()
	if got := s.Get("/desk/spring-cup" + then + "/standings"); got.StatusCode == http.StatusOK {
		t.Errorf("a stranger sees the past: %d", got.StatusCode)
	}
}
