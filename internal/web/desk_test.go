package web

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"tourney/internal/director"
	"tourney/internal/tournament"
)

// A deskClient is one browser at the director's desk.
type deskClient struct {
	*testSite
	client *http.Client
}

// desk logs another browser in and gives its desk a name, if it has one.
func (s *testSite) desk(name string) *deskClient {
	s.t.Helper()
	d := &deskClient{s, s.browser()}
	s.client = d.client
	// A new password would end the logins of the other desks.
	if got := s.post("/login", url.Values{"name": {"Anna"}, "password": {"correct horse"}}); got.StatusCode != http.StatusSeeOther {
		s.login()
	}
	if name != "" {
		if got := s.post("/desk/spring-cup/here", url.Values{"round": {"2"}, "name": {name}}); got.StatusCode != http.StatusSeeOther {
			s.t.Fatalf("naming the desk answers %d", got.StatusCode)
		}
	}
	return d
}

// look reads a page of the desk.
func (d *deskClient) look(path string) *goquery.Document {
	d.t.Helper()
	d.testSite.client = d.client
	return d.page(d.testSite.get("/desk/spring-cup"+path), http.StatusOK)
}

// send posts a form.
func (d *deskClient) send(path string, form url.Values, header ...string) *http.Response {
	d.t.Helper()
	d.testSite.client = d.client
	return d.testSite.post("/desk/spring-cup"+path, form, header...)
}

// fields returns the values that a browser sends with a form, including fields outside
// the form that refer to it.
func fields(doc *goquery.Document, selector string) url.Values {
	form := doc.Find(selector).First()
	inputs := form.Find("input[type=hidden]")
	if id, ok := form.Attr("id"); ok {
		inputs = inputs.AddSelection(doc.Find("input[type=hidden][form=" + id + "]"))
	}
	values := url.Values{}
	inputs.Each(func(_ int, e *goquery.Selection) { values.Set(e.AttrOr("name", ""), e.AttrOr("value", "")) })
	return values
}

// typed sends a line with the form of a loaded page.
func (d *deskClient) typed(doc *goquery.Document, line string, header ...string) *http.Response {
	d.t.Helper()
	form := fields(doc, "#line")
	form.Set("line", line)
	return d.send("/line", form, header...)
}

// follow returns the page that an accepted form redirects to.
func (d *deskClient) follow(got *http.Response) *goquery.Document {
	d.t.Helper()
	if got.StatusCode != http.StatusSeeOther {
		d.page(got, http.StatusSeeOther)
	}
	return d.look(strings.TrimPrefix(got.Header.Get("Location"), "/desk/spring-cup"))
}

// confirm follows a form and sends its line again if the desk asks for a confirmation.
func (d *deskClient) confirm(got *http.Response) *goquery.Document {
	d.t.Helper()
	doc := d.follow(got)
	if doc.Find("#question").Length() == 0 {
		return doc
	}
	return d.follow(d.typed(doc, doc.Find("#typed").AttrOr("value", "")))
}

// game returns a game from the store.
func (s *testSite) game(round, table int) tournament.Game {
	s.t.Helper()
	snapshot, err := s.director.Snapshot(s.t.Context(), "spring-cup")
	s.check(err)
	g := snapshot.Tournament.Round(round).At(table)
	if g == nil {
		s.t.Fatalf("round %d has no table %d", round, table)
	}
	return *g
}

func (s *testSite) result(round, table int, want string) {
	s.t.Helper()
	if got := s.game(round, table).Result.String(); got != want {
		s.t.Errorf("round %d table %d has %s, want %s", round, table, got, want)
	}
}

func TestDeskShowsMissingResultsFirst(t *testing.T) {
	s := newSite(t)
	s.cup()
	doc := s.desk("").look("")
	var tables []string
	doc.Find("tr[data-table]").Each(func(_ int, e *goquery.Selection) { tables = append(tables, e.AttrOr("data-table", "")) })
	if want := []string{"2", "3", "4", "1"}; !slices.Equal(tables, want) {
		t.Errorf("tables in the order %v, want %v", tables, want)
	}
	if got := text(doc, ".chips a"); got != "2 3 4" {
		t.Errorf("missing: %s", got)
	}
	if got := text(doc, ".bar .facts"); !strings.Contains(got, "1 of 4 results") {
		t.Errorf("the bar says %q", got)
	}
	if _, ok := doc.Find("#typed").Attr("autofocus"); !ok {
		t.Error("the field has no focus")
	}
	doc = s.desk("").look("/round/1")
	if got := doc.Find(".complete a").AttrOr("href", ""); got != "/t/spring-cup/standings?after=1" {
		t.Errorf("a complete round offers %q", got)
	}
	if got := text(doc, ".tables .aside"); !strings.HasPrefix(got, "Bye Iro X") {
		t.Errorf("under the tables: %q", got)
	}
}

func TestLineEntersResults(t *testing.T) {
	s := newSite(t)
	s.cup()
	d := s.desk("")
	doc := d.look("")
	for _, tt := range []struct {
		line  string
		table int
		want  string
	}{
		{"2b", 2, "B+"},
		{"2 w3.5", 2, "W+3.5"},
		{"3br", 3, "B+R"},
		{"3?", 3, "?"},
		{"3 0-0", 3, "BothLose"},
		{"3bf", 3, "B+F"},
		{"4w r*", 4, "W+R/unrated"},
	} {
		doc = d.follow(d.typed(doc, tt.line))
		s.result(2, tt.table, tt.want)
		if got := doc.Find("#typed").AttrOr("value", ""); got != "" {
			t.Errorf("after %q the field holds %q", tt.line, got)
		}
		done := text(doc, "#said")
		if known := tt.want != "?"; known != strings.Contains(done, fmt.Sprintf("Table %d:", tt.table)) || known != strings.Contains(done, "Undo") {
			t.Errorf("after %q the page says %q", tt.line, done)
		}
	}
	if got := text(doc, ".complete"); !strings.Contains(got, "Pair round 3") {
		t.Errorf("all results are in, and the page says %q", got)
	}
	if g := s.game(2, 4); g.EnteredBy != "Anna · Desk 1" || !g.EnteredAt.Equal(noon) {
		t.Errorf("entered by %q at %v", g.EnteredBy, g.EnteredAt)
	}
}

func TestLineCommands(t *testing.T) {
	s := newSite(t)
	s.cup()
	d := s.desk("")
	doc := d.look("")
	if doc = d.follow(d.typed(doc, "3")); text(doc, "#panel h2") != "Table 3" {
		t.Errorf("3 chooses %q", text(doc, "#panel h2"))
	}
	if doc = d.follow(d.typed(doc, "w")); text(doc, "#panel h2") != "" {
		t.Error("a table stays chosen after its result")
	}
	s.result(2, 3, "W+")
	if doc = d.follow(d.typed(doc, "n")); text(doc, "#panel h2") != "Table 2" {
		t.Errorf("n chooses %q", text(doc, "#panel h2"))
	}
	if doc = d.follow(d.typed(doc, "n")); text(doc, "#panel h2") != "Table 4" {
		t.Errorf("n from 2 chooses %q", text(doc, "#panel h2"))
	}
	if doc = d.follow(d.typed(doc, "n")); text(doc, "#panel h2") != "Table 2" {
		t.Errorf("n from the last chooses %q", text(doc, "#panel h2"))
	}
	if doc = d.follow(d.typed(doc, "lós")); text(doc, "#panel h2") != "Table 3" {
		t.Errorf("a name chooses %q", text(doc, "#panel h2"))
	}
	if doc = d.follow(d.typed(doc, "a")); doc.Find("tr[data-table]").Length() != 3 {
		t.Errorf("a finds %s", text(doc, "tr[data-table] .n"))
	}
	if doc = d.follow(d.typed(doc, "/")); doc.Find("tr[data-table]").Length() != 4 {
		t.Error("/ does not show all tables again")
	}
	if doc = d.follow(d.typed(doc, "?")); !strings.Contains(text(doc, "#panel .keys"), "12b3.5") {
		t.Error("? does not show the keys")
	}
	if doc = d.follow(d.typed(doc, "u")); text(doc, "#panel h2") != "Table 3" {
		t.Error("u does not show what it took back")
	}
	s.result(2, 3, "?")
	doc = d.look("")
	for line, says := range map[string]string{
		"u": "nothing", "12z": "“z” isn't a result", "12v": "“v” isn't a result", "2w0": "ends in a half", "2b3": "ends in a half", "2b1000": "at most 361 points",
		"3b0.5": "is a whole number", "3w0": "type 3j", "4w1000": "at most 361 points", "77b": "There is no table 77", "w": "at which table", "qqq": "Nobody called",
		"2j": "no jigo", strings.Repeat("ö", 61): "at most 60",
	} {
		got := d.typed(doc, line)
		if got.StatusCode < 400 || got.StatusCode > 499 {
			t.Errorf("%q answers %d", line, got.StatusCode)
			continue
		}
		again := d.page(got, got.StatusCode)
		if said := text(again, "#said [role=alert]"); !strings.Contains(said, says) {
			t.Errorf("%q is refused with %q, want %q", line, said, says)
		}
		if kept := again.Find("#typed").AttrOr("value", ""); !strings.HasPrefix(line, strings.TrimSuffix(kept, "…")) || kept == "" {
			t.Errorf("%q comes back as %q", line, kept)
		}
	}
}

// TestPanelEntersEveryResult presses every button of the panel.
func TestPanelEntersEveryResult(t *testing.T) {
	s := newSite(t)
	s.cup()
	d := s.desk("")
	pressed := 0
	for {
		doc := d.look("/round/1?table=3") // an earlier round; its komi allows jigo
		buttons := doc.Find("#panel button[name=result]")
		if pressed == buttons.Length() {
			break
		}
		value := buttons.Eq(pressed).AttrOr("value", "")
		form := fields(doc, "#panel form")
		form.Set("result", value)
		d.confirm(d.send("/result", form))
		s.result(1, 3, value)
		if value == "?" { // the button goes with the result
			break
		}
		pressed++
	}
	if pressed < 16 {
		t.Errorf("only %d results can be chosen", pressed)
	}
	form := fields(d.look("/round/1?table=3"), "#panel form")
	form.Set("winner", "W")
	form.Set("margin", "4,0")
	form.Set("unrated", "yes")
	d.confirm(d.send("/result", form))
	s.result(1, 3, "W+4/unrated")
	form = fields(d.look("/round/1?table=3"), "#panel form")
	form.Set("winner", "B")
	for margin, says := range map[string]string{
		"": "isn't a", "x": "isn't a", "3.25": "isn't a", "r": "isn't a", "9999": "at most 361 points", "360.5": "is a whole number", "4.5": "is a whole number", "0": "type 3j",
	} {
		form.Set("margin", margin)
		got := d.page(d.send("/result", form), http.StatusUnprocessableEntity)
		if said := text(got, "#said [role=alert]"); !strings.Contains(said, says) {
			t.Errorf("margin %q is refused with %q", margin, said)
		}
	}
	s.result(1, 3, "W+4/unrated")
}

func TestContradictionAsks(t *testing.T) {
	s := newSite(t)
	s.cup()
	a, b := s.desk("desk A"), s.desk("desk B")
	seenByA, seenByB := a.look(""), b.look("")
	a.follow(a.typed(seenByA, "3br"))
	doc := b.follow(b.typed(seenByB, "3w"))
	s.result(2, 3, "B+R")
	question := text(doc, ".dispute .banner > span")
	if want := "Table 3: Anna · desk A entered Black +R at 12:30:00, you entered White +. Which is right?"; question != want {
		t.Errorf("desk B is asked %q, want %q", question, want)
	}
	other := a.look("")
	if got := text(other, ".dispute .banner > span"); !strings.Contains(got, "Anna · desk B entered White +") {
		t.Errorf("desk A reads %q", got)
	}
	forms := other.Find(".dispute form")
	if forms.Length() != 2 {
		t.Fatalf("%d answers, want 2", forms.Length())
	}
	form := fields(other, ".dispute form")
	form.Set("result", forms.Eq(1).Find("button").AttrOr("value", ""))
	if after := a.follow(a.send("/result", form)); after.Find(".dispute").Length() != 0 {
		t.Error("the question stands after the decision")
	}
	s.result(2, 3, "W+")
	if g := s.game(2, 3); g.EnteredBy != "Anna · desk A" {
		t.Errorf("decided by %q", g.EnteredBy)
	}
	// The second answer is too late: the desk asks again instead of overwriting.
	form.Set("result", "B+R")
	if late := b.follow(b.send("/result", form)); late.Find(".dispute").Length() != 1 {
		t.Error("a decision overtaken by another is not asked about")
	}
	s.result(2, 3, "W+")
}

func TestLineConfirmsBeforeItOverwritesAnotherDesk(t *testing.T) {
	s := newSite(t)
	s.cup()
	a, b := s.desk("desk A"), s.desk("desk B")
	a.follow(a.typed(a.look(""), "3br"))
	// Desk B sees the entry, but a typed line may still be a mistake.
	doc := b.follow(b.typed(b.look(""), "3w"))
	s.result(2, 3, "B+R")
	if doc.Find(".dispute").Length() != 1 {
		t.Error("a line overrules another desk without a question")
	}
	// A desk corrects its own entry without a question.
	doc = a.follow(a.typed(a.look(""), "2w"))
	a.follow(a.typed(doc, "2b"))
	s.result(2, 2, "B+")
	// Undo undoes the last entry of this desk, not of the other.
	b.follow(b.typed(b.look(""), "4b"))
	a.follow(a.send("/undo", fields(a.look("?last=2"), "#said form")))
	s.result(2, 2, "W+")
	s.result(2, 4, "B+")
}

// TestSeenIsNoConsent checks that a line does not overwrite the entry of another desk
// after a refresh has added that entry to the page.
func TestSeenIsNoConsent(t *testing.T) {
	for _, names := range [][2]string{{"", ""}, {"desk A", "desk B"}, {"", "desk B"}} {
		s := newSite(t)
		s.cup()
		a, b := s.desk(names[0]), s.desk(names[1])
		a.follow(a.typed(a.look(""), "2b"))
		refreshed := b.look("")
		doc := b.follow(b.typed(refreshed, "2w"))
		s.result(2, 2, "B+")
		if got := text(doc, "#said [role=alert]"); !strings.HasPrefix(got, "Table 2: Anna · ") || !strings.Contains(got, "you entered White +. Which is right?") {
			t.Errorf("%q: the desk is told %q", names, got)
		}
		if doc.Find("#said button").Length() != 0 {
			t.Errorf("%q: the entry of the other desk can be undone here", names)
		}
		if first := doc.Find("tr[data-table]").First(); first.AttrOr("data-table", "") != "2" {
			t.Errorf("%q: the question is not at the top", names)
		}
		if got := text(a.look(""), ".dispute .banner > span"); !strings.Contains(got, "entered White +. Which is right?") || strings.Contains(got, "you entered") {
			t.Errorf("%q: the first desk reads %q", names, got)
		}
		// Neither a repetition nor a third result answers the question.
		b.follow(b.typed(b.look(""), "2w"))
		third := b.page(b.typed(b.look(""), "2wr"), http.StatusConflict)
		if got := text(third, "#said [role=alert]"); !strings.Contains(got, "already has conflicting results") {
			t.Errorf("%q: a third result is answered %q", names, got)
		}
		s.result(2, 2, "B+")
		// The result that both enter then counts.
		a.follow(a.typed(a.look(""), "2w"))
		s.result(2, 2, "W+")
		if s.game(2, 2).Dispute.Open() {
			t.Errorf("%q: the question is still open though both agree", names)
		}
	}
}

func TestLineDoesNotClearEntryOfAnotherDesk(t *testing.T) {
	s := newSite(t)
	s.cup()
	a, b := s.desk(""), s.desk("")
	a.follow(a.typed(a.look(""), "2b"))
	doc := b.page(b.typed(b.look(""), "2?"), http.StatusConflict)
	s.result(2, 2, "B+")
	if got := text(doc, "#said [role=alert]"); !strings.Contains(got, "entered “Black won” at 12:30") {
		t.Errorf("the desk is told %q", got)
	}
	form := fields(doc, "#panel form")
	form.Set("result", doc.Find("#panel button[value='?']").AttrOr("value", ""))
	b.follow(b.send("/result", form))
	s.result(2, 2, "?")
}

func TestPanelNamesCorrectedResult(t *testing.T) {
	s := newSite(t)
	s.cup()
	a, b := s.desk("desk A"), s.desk("desk B")
	a.follow(a.typed(a.look(""), "2b"))
	doc := b.look("?table=2")
	const want = "○+ instead of ●+ (Anna · desk A 12:30)"
	if got := doc.Find("#panel button[value='W+']").AttrOr("title", ""); got != want {
		t.Errorf("the button says %q, want %q", got, want)
	}
	if doc.Find("#panel button[value='B+']").AttrOr("title", "") != "" {
		t.Error("the button of the standing result claims to correct it")
	}
	form := fields(doc, "#panel form")
	form.Set("result", "W+")
	doc = b.follow(b.send("/result", form))
	s.result(2, 2, "W+")
	if got := text(doc, "#said"); !strings.Contains(got, "White + instead of Black + (Anna · desk A 12:30)") {
		t.Errorf("afterwards the desk says %q", got)
	}
}

func TestLettersAreExplained(t *testing.T) {
	s := newSite(t)
	s.cup()
	d := s.desk("")
	for code, want := range map[string]string{"en": "7b = Black 7w = White", "fi": "7b 7m = Musta 7w 7v = Valkoinen", "pl": "7b 7c = Czarne 7w = Białe", "cs": "7b 7č 7c = Černý 7w = Bílý"} {
		d.testSite.client = d.client
		doc := s.page(s.get("/desk/spring-cup", "Accept-Language", code), http.StatusOK)
		if got := words(doc.Find(".hints")); !strings.Contains(got, want) {
			t.Errorf("%s: the hints are %q, want %q in them", code, got, want)
		}
	}
	d.follow(d.typed(d.look(""), "2č", "Accept-Language", "cs"))
	s.result(2, 2, "B+")
	d.testSite.client = d.client
	if got := text(s.page(s.get("/desk/spring-cup?last=2", "Accept-Language", "cs"), http.StatusOK), "#said"); !strings.Contains(got, "Stůl 2: vyhrál černý") {
		t.Errorf("the echo is %q", got)
	}
}

func TestChangedGameIsShownAgain(t *testing.T) {
	s := newSite(t)
	s.cup()
	d := s.desk("")
	doc := d.look("")
	s.check(s.director.On(anna, "spring-cup").Round(2).Swap(t.Context(), 4, 6)) // tables 2 and 3
	got := d.page(d.typed(doc, "2b"), http.StatusConflict)
	if said := text(got, "#said [role=alert]"); !strings.Contains(said, "has changed in the meantime") {
		t.Errorf("the page says %q", said)
	}
	s.result(2, 2, "?")
	d.follow(d.typed(got, "2b"))
	s.result(2, 2, "B+")
	// Games that exchanged tables are not confused.
	doc = d.look("")
	s.check(s.director.On(anna, "spring-cup").Round(2).Move(t.Context(), 3, 4))
	d.page(d.typed(doc, "4b"), http.StatusConflict)
	s.result(2, 4, "?")
	form := fields(doc, "#line")
	form.Del("seen-3")
	form.Set("line", "3b")
	d.page(d.send("/line", form), http.StatusConflict)
}

func TestLineForScripts(t *testing.T) {
	s := newSite(t)
	s.cup()
	d := s.desk("")
	got := d.page(d.typed(d.look(""), "2b", "HX-Request", "true"), http.StatusOK)
	if got.Find("#live").Length() != 1 || got.Find("header.top").Length() != 0 {
		t.Error("scripts get more or less than what changes")
	}
	if said := text(got, "#said"); !strings.Contains(said, "Table 2") {
		t.Errorf("scripts read %q", said)
	}
	got = d.page(d.typed(d.look(""), "2zz", "HX-Request", "true"), http.StatusUnprocessableEntity)
	if line := got.Find("#said").AttrOr("data-line", ""); line != "2zz" {
		t.Errorf("the refused line comes back as %q", line)
	}
}

// TestTwentyDesks lets twenty desks each enter all results of a round at once: no
// result is lost or overwritten.
func TestTwentyDesks(t *testing.T) {
	s := newSite(t)
	s.cup()
	d := s.desk("")
	form := fields(d.look(""), "#line")
	var wg sync.WaitGroup
	for n := range 20 {
		wg.Go(func() {
			mine := url.Values{}
			for key, value := range form {
				mine[key] = value
			}
			mine.Set("line", fmt.Sprintf("%d%s", 2+n%3, []string{"b", "w"}[n%2]))
			r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.http.URL+"/desk/spring-cup/line", strings.NewReader(mine.Encode()))
			if err != nil {
				t.Error(err)
				return
			}
			r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			got, err := d.client.Do(r)
			if err != nil {
				t.Error(err)
				return
			}
			if err := got.Body.Close(); err != nil {
				t.Error(err)
			}
			if got.StatusCode != http.StatusSeeOther {
				t.Errorf("desk %d is answered %d", n, got.StatusCode)
			}
		})
	}
	wg.Wait()
	for table := 2; table <= 4; table++ {
		if g := s.game(2, table); !g.Result.Known() || !g.Dispute.Open() || g.Dispute.Result == g.Result {
			t.Errorf("table %d: %v, in dispute %v", table, g.Result, g.Dispute.Result)
		}
	}
}

func TestDeskBeforeTheFirstRound(t *testing.T) {
	s := newSite(t)
	settings, err := tournament.PresetNamed("finnish")
	s.check(err)
	_, err = s.director.Create(t.Context(), anna, director.Creation{Info: tournament.Info{Slug: "new", Name: "New"}, Settings: settings})
	s.check(err)
	s.login()
	doc := s.page(s.get("/desk/new"), http.StatusOK)
	if got := doc.Find(".empty a").AttrOr("href", ""); got != "/desk/new/draw/1" {
		t.Errorf("an empty desk leads to %q", got)
	}
	for path, form := range map[string]url.Values{"line": {"line": {"1b"}, "round": {"1"}}, "result": {"result": {"B+"}}, "undo": {"round": {"x"}}} {
		s.page(s.post("/desk/new/"+path, form), http.StatusNotFound)
	}
	s.page(s.get("/desk/new/round/1"), http.StatusNotFound)
	s.page(s.get("/desk/nowhere"), http.StatusNotFound)
}

// Two desks that had the same name stay two: neither overwrites nor undoes entries of
// the other without a question.
func TestDeskIsKnownByItsLogin(t *testing.T) {
	s := newSite(t)
	s.cup()
	a, b := s.desk("Left"), s.desk("")
	doc := b.page(b.send("/here", url.Values{"round": {"2"}, "name": {"left"}}), http.StatusConflict)
	if got := text(doc, "#said"); !strings.Contains(got, "Another desk is called “left” already. Choose another name, such as “left 2”.") {
		t.Errorf("a name that is taken is refused with %q", got)
	}
	a.follow(a.typed(a.look(""), "2b"))
	a.follow(a.send("/here", url.Values{"round": {"2"}, "name": {"Right"}}))
	b.follow(b.send("/here", url.Values{"round": {"2"}, "name": {"Left"}}))
	doc = b.follow(b.typed(b.look(""), "2w"))
	s.result(2, 2, "B+")
	if doc.Find(".dispute").Length() != 1 {
		t.Error("a desk overrules another that had its name")
	}
	b.page(b.send("/undo", fields(doc, ".desk-main form")), http.StatusNotFound)
	s.result(2, 2, "B+")
	// A renamed desk is the same desk.
	a.follow(a.typed(a.look(""), "2w"))
	a.follow(a.typed(a.look(""), "3b"))
	a.follow(a.typed(a.look(""), "3w"))
	s.result(2, 3, "W+")
	for _, d := range []*deskClient{a, b} {
		d.testSite.client = d.client
		for _, path := range []string{"/desk/spring-cup", "/desk/spring-cup?table=2", "/desk/spring-cup/log", "/desk/spring-cup/exports/tourney", "/t/spring-cup", "/api/v1/tournaments/spring-cup/rounds/2"} {
			got := s.get(path)
			if body := s.body(got); got.StatusCode != http.StatusOK || strings.Contains(body, s.game(2, 3).Desk) {
				t.Errorf("%s answers %d, and shows the identity of a desk", path, got.StatusCode)
			}
		}
	}
}

// Sixty desks of one director are sixty.
func TestDesksAreNumbered(t *testing.T) {
	desks := 60
	if testing.Short() {
		desks = 12
	}
	s := newSite(t)
	s.cup()
	called := map[string]bool{}
	for i := range desks {
		name := s.desk("").look("").Find("#here").AttrOr("value", "")
		if want := fmt.Sprint("Desk ", i+1); name != want || called[name] {
			t.Errorf("desk %d is called %q", i+1, name)
		}
		called[name] = true
	}
}

// A browser remembers the name of its desk at the next login.
func TestDeskNameIsRemembered(t *testing.T) {
	s := newSite(t)
	s.cup()
	a := s.desk("Ovi vasen")
	s.post("/logout", url.Values{})
	s.post("/login", url.Values{"name": {"Anna"}, "password": {"correct horse"}})
	if got := a.look("").Find("#here").AttrOr("value", ""); got != "Ovi vasen" {
		t.Errorf("the desk is called %q", got)
	}
}
