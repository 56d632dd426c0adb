package desk_test

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"tourney/internal/app/director"
	"tourney/internal/testkit/sitetest"
	"tourney/internal/tournament"
)

func TestDeskShowsMissingResultsFirst(t *testing.T) {
	s := newSite(t)
	s.Cup()
	doc := s.Desk("").Look("")
	var tables []string
	doc.Find("tr[data-table]").Each(func(_ int, e *goquery.Selection) { tables = append(tables, e.AttrOr("data-table", "")) })
	if want := []string{"2", "3", "4", "1"}; !slices.Equal(tables, want) {
		t.Errorf("tables in the order %v, want %v", tables, want)
	}
	if got := sitetest.Text(doc, ".waiting .n a"); got != "2 3 4" {
		t.Errorf("missing: %s", got)
	}
	if got := sitetest.Text(doc, ".head .facts"); !strings.Contains(got, "1 of 4 results") {
		t.Errorf("the bar says %q", got)
	}
	if _, ok := doc.Find("#typed").Attr("autofocus"); !ok {
		t.Error("the field has no focus")
	}
	doc = s.Desk("").Look("/round/1")
	if got := sitetest.Text(doc, ".tables .aside"); !strings.HasPrefix(got, "Bye Iro X") {
		t.Errorf("under the tables: %q", got)
	}
}

// A jigo is offered if the komi allows one and the rules count it as one. An entered jigo is always shown.
func TestJigoIsOfferedWhereItCanBe(t *testing.T) {
	s := newSite(t)
	tn := s.Cup()
	d := s.Desk("")
	offered := func(table string) (button, hint bool) {
		doc := d.Look("/round/1?keys=1&table=" + table)
		button = d.Look("/round/1?table="+table).Find("#panel button[value=Jigo]").Length() == 1
		hint = strings.Contains(sitetest.Text(doc, "#panel .keys"), "12j")
		return button, hint
	}
	if button, hint := offered("1"); button || !hint {
		t.Errorf("with a komi of 6.5 the panel offers a jigo: %v, the keys do: %v", button, hint)
	}
	if button, hint := offered("3"); !button || !hint {
		t.Errorf("with a komi of 6 the panel offers a jigo: %v, the keys do: %v", button, hint)
	}
	settings := tn.Settings
	settings.Tie = tournament.TieWhiteWins
	s.Check(s.Director.On(sitetest.Anna, "spring-cup").Because("the rules").SetUp(t.Context(), tn.Info, settings))
	if button, hint := offered("3"); button || hint {
		t.Errorf("where White wins a tie the panel offers a jigo: %v, the keys do: %v", button, hint)
	}
	if shown := sitetest.Text(d.Look("/round/1?table=3"), "#panel .stands"); !strings.HasPrefix(shown, "jigo") {
		t.Errorf("the jigo that was entered is shown as %q", shown)
	}
}

// TestPanelEntersEveryResult presses every button of the panel.
func TestPanelEntersEveryResult(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	s := newSite(t)
	s.Cup()
	d := s.Desk("")
	pressed := 0
	for {
		doc := d.Look("/round/1?table=3") // an earlier round; its komi allows jigo
		buttons := doc.Find("#panel button[name=result]")
		if pressed == buttons.Length() {
			break
		}
		value := buttons.Eq(pressed).AttrOr("value", "")
		form := sitetest.Fields(doc, "#panel form")
		form.Set("result", value)
		d.Confirm(d.Send("/result", form))
		s.Result(1, 3, value)
		if value == "?" { // a clear removes the button
			break
		}
		pressed++
	}
	if pressed < 16 {
		t.Errorf("only %d results can be chosen", pressed)
	}
	doc := d.Look("/round/1?table=3")
	if n := doc.Find("#panel table.ways button[name=winner]").Length(); n != 2 {
		t.Errorf("%d buttons win by a margin", n)
	}
	form := sitetest.Fields(doc, "#panel form")
	form.Set("winner", "W")
	form.Set("margin", "4,0")
	form.Set("unrated", "yes")
	d.Confirm(d.Send("/result", form))
	s.Result(1, 3, "W+4/unrated")
	form = sitetest.Fields(d.Look("/round/1?table=3"), "#panel form")
	form.Set("winner", "B")
	for margin, says := range map[string]string{
		"": "isn't a", "x": "isn't a", "3.25": "isn't a", "r": "isn't a", "9999": "at most 361 points", "360.5": "is a whole number", "4.5": "is a whole number", "0": "type 3j",
	} {
		s.Run("margin "+margin, func(t *testing.T) {
			form.Set("margin", margin)
			got := d.Page(d.Send("/result", form), http.StatusUnprocessableEntity)
			if said := sitetest.Text(got, "#said [data-say]"); !strings.Contains(said, says) {
				t.Errorf("margin %q is refused with %q", margin, said)
			}
		})
	}
	s.Result(1, 3, "W+4/unrated")
}

func TestPanelNamesCorrectedResult(t *testing.T) {
	s := newSite(t)
	s.Cup()
	a, b := s.Desk("desk A"), s.Desk("desk B")
	a.Follow(a.Typed(a.Look(""), "2b"))
	doc := b.Look("?table=2")
	const want = "○+ instead of ●+ (Anna · desk A 12:30)"
	if got := doc.Find("#panel button[value='W+']").AttrOr("title", ""); got != want {
		t.Errorf("the button says %q, want %q", got, want)
	}
	if doc.Find("#panel button[value='B+']").AttrOr("title", "") != "" {
		t.Error("the button of the standing result claims to correct it")
	}
	form := sitetest.Fields(doc, "#panel form")
	form.Set("result", "W+")
	doc = b.Follow(b.Send("/result", form))
	s.Result(2, 2, "W+")
	if got := sitetest.Text(doc, "#said"); !strings.Contains(got, "White + instead of Black + (Anna · desk A 12:30)") {
		t.Errorf("afterwards the desk says %q", got)
	}
}

func TestChangedGameIsShownAgain(t *testing.T) {
	s := newSite(t)
	s.Cup()
	d := s.Desk("")
	doc := d.Look("")
	s.Check(s.Director.On(sitetest.Anna, "spring-cup").Because("slip").Round(2).Swap(t.Context(), 4, 6)) // tables 2 and 3
	got := d.Page(d.Typed(doc, "2b"), http.StatusConflict)
	if said := sitetest.Text(got, "#said [data-say]"); !strings.Contains(said, "has changed in the meantime") {
		t.Errorf("the page says %q", said)
	}
	s.Result(2, 2, "?")
	d.Follow(d.Typed(got, "2b"))
	s.Result(2, 2, "B+")
	// Games that exchanged tables are not confused.
	doc = d.Look("")
	s.Check(s.Director.On(sitetest.Anna, "spring-cup").Because("slip").Round(2).Move(t.Context(), 3, 4))
	d.Page(d.Typed(doc, "4b"), http.StatusConflict)
	s.Result(2, 4, "?")
	form := sitetest.Fields(doc, "#line")
	form.Del("seen-3")
	form.Set("line", "3b")
	d.Page(d.Send("/line", form), http.StatusConflict)
}

func TestDeskBeforeTheFirstRound(t *testing.T) {
	s := newSite(t)
	settings, err := tournament.PresetNamed("finnish")
	s.Check(err)
	_, err = s.Director.Create(t.Context(), sitetest.Anna, director.Creation{Info: tournament.Info{Slug: "new", Name: "New"}, Settings: settings})
	s.Check(err)
	s.Login()
	for path, form := range map[string]url.Values{"line": {"line": {"1b"}, "round": {"0"}}, "result": {"result": {"B+"}}, "undo": {"round": {"x"}}} {
		s.Page(s.Post("/desk/new/"+path, form), http.StatusNotFound)
	}
	s.Page(s.Get("/desk/new/round/1"), http.StatusNotFound)
	s.Page(s.Get("/desk/nowhere"), http.StatusNotFound)
}

// An open desk refreshes its part alone, with the title of the page; the history of a browser gets the whole page.
func TestRefreshesOfThePart(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.Login()
	for _, tt := range []struct {
		header []string
		whole  bool
	}{
		{[]string{"HX-Request", "true", "HX-Target", "live"}, false},
		{[]string{"HX-Request", "true", "HX-History-Restore-Request", "true"}, true},
	} {
		doc := s.Page(s.Get("/desk/spring-cup/round/2", tt.header...), http.StatusOK)
		if title := sitetest.Text(doc, "title"); title != "Round 2 · Spring Cup" {
			t.Errorf("%v: the title is %q", tt.header, title)
		}
		if n := doc.Find("#live tr[data-table]").Length(); n == 0 {
			t.Errorf("%v: no games", tt.header)
		}
		if whole := doc.Find("#line").Length() == 1; whole != tt.whole {
			t.Errorf("%v: whole = %t, want %t", tt.header, whole, tt.whole)
		}
	}
}
