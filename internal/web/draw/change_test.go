package draw_test

import (
	"net/url"
	"strconv"
	"strings"
	"testing"

	"tourney/internal/testkit/sitetest"
)

// The start beside the publish button is saved, with and without a confirmation.
func TestPublishKeepsTheTypedStart(t *testing.T) {
	s := newSite(t)
	s.Cup()
	d := s.Desk("")
	doc := d.Look("/draw/3")
	button := doc.Find(".head button[value=publish]")
	if form := button.AttrOr("form", ""); form == "" || doc.Find("form#"+form+" [name=start]").Length() != 1 {
		t.Fatalf("the button is of the form %q, which has no start", form)
	}
	if button.AttrOr("formmethod", "") == "get" {
		ask := d.Look("/draw/3?" + url.Values{"ask": {"publish"}, "start": {"14:30"}, "day": {""}}.Encode())
		if got := ask.Find("#ask [name=start]").AttrOr("value", ""); got != "14:30" {
			t.Errorf("the question sends the start %q", got)
		}
		if got := ask.Find("#start").AttrOr("value", ""); got != "14:30" {
			t.Errorf("behind the question the field has %q", got)
		}
	}
	if got := d.Refused(422, 3, "publish", "start", "noon", "day", "", "sure", "yes"); !strings.Contains(got, "noon") {
		t.Errorf("a start that is no time is answered %q", got)
	}
	if s.Round(3).Published {
		t.Fatal("the round is published without its start")
	}
	d.Press(3, "publish", "start", "14:30", "day", "", "sure", "yes")
	if r := s.Round(3); !r.Published || r.Start.Minute() != 30 {
		t.Errorf("published %v, starts at %v", r.Published, r.Start)
	}
}

// The bye moves to the chosen player, and the page names the player of the next game instead.
func TestByeMoves(t *testing.T) {
	s := newSite(t)
	s.Cup()
	d := s.Desk("")
	d.Press(3, "pair")
	r := s.Round(3)
	holder, g := r.Byes[0], r.Games[0]
	doc := d.Look("/draw/3?player=" + sitetest.ID(g.White))
	if got := sitetest.Text(doc, "#pick"); !strings.Contains(got, "Move the bye here") || !strings.Contains(got, "then plays") {
		t.Errorf("the panel says %q", got)
	}
	doc = d.Press(3, "bye", "player", sitetest.ID(g.White))
	now := s.Round(3)
	if len(now.Byes) != 1 || now.Byes[0] != g.White || now.Game(holder) == nil || !now.Game(holder).Has(g.Black) {
		t.Errorf("byes %v, %d plays %+v", now.Byes, holder, now.Game(holder))
	}
	if got := sitetest.Text(doc, "#last"); !strings.Contains(got, "moved the bye from") {
		t.Errorf("the last change is %q", got)
	}
	d.Press(3, "unpair", "table", "1")
	if doc := d.Look("/draw/3"); doc.Find(".checks .grave[data-subject=bye]").Length() != 1 || doc.Find(".checks .done[data-subject=bye]").Length() != 0 {
		t.Errorf("a bye beside players without a game: %s", sitetest.Text(doc, ".checks"))
	}
}

// The panel of the selected players stays for every selection: the page replaces it at each selection.
func TestPanelStaysForEverySelection(t *testing.T) {
	s := newSite(t)
	s.Cup()
	d := s.Desk("")
	d.Press(2, "bye", "player", "8", "why", "nobody is left", "sure", "yes")
	for _, query := range []string{"", "?player=8", "?player=8&player=6", "?player=8&player=6&player=7", "?player=6"} {
		doc := d.Look("/draw/2" + query)
		if doc.Find(".picks #pick").Length() != 1 {
			t.Errorf("with %q the page has no panel", query)
		}
		if query != "" && doc.Find("#pick h2, #pick [data-clear]").Length() != 2 {
			t.Errorf("with %q the panel says %q", query, sitetest.Text(doc, "#pick"))
		}
	}
	if got := sitetest.Text(d.Look("/draw/2?player=8"), "#pick"); !strings.Contains(got, "Find an opponent") {
		t.Errorf("for the player of the bye the panel says %q", got)
	}
}

// A draft that is worse since a result was corrected does not claim a change of its games.
func TestCauseOfABetterDraw(t *testing.T) {
	s := newSite(t)
	s.Cup()
	d := s.Desk("")
	d.Press(3, "pair")
	games := s.Round(3).Games
	changed := d.Press(3, "swap", "player", sitetest.ID(games[0].White), "player", sitetest.ID(games[3].White))
	if got := sitetest.Text(changed, ".cost, .quality"); !strings.Contains(got, "changes to the games since the draw") {
		t.Errorf("after a swap the page says %q", got)
	}
	d.Follow(d.Typed(d.Look("/round/1"), "2b !wrong entry"))
	if got := sitetest.Text(d.Look("/draw/3"), "aside"); strings.Contains(got, "changes to the games") ||
		strings.Contains(got, "A better draw exists") && !strings.Contains(got, "A better draw exists: players, results or settings") {
		t.Errorf("after a correction the page says %q", got)
	}
}

// Open requests about the next round appear before its publication, and first in the panel of the desk.
func TestRequestIsToldBeforePublication(t *testing.T) {
	s := newSite(t)
	s.Cup()
	d := s.Desk("")
	for range 6 {
		d.Send("/day/requests", url.Values{"kind": {"details"}, "player": {"Dahl X"}, "club": {"Club " + strings.Repeat("x", len(s.State("spring-cup").Day.Requests))}})
	}
	d.Send("/day/requests", url.Values{"kind": {"skip"}, "player": {"Abel X"}, "round": {"3"}})
	if got := sitetest.Text(d.Look(""), ".requests form:first-of-type"); !strings.Contains(got, "Abel") {
		t.Errorf("the first request in the panel is %q", got)
	}
	d.Press(3, "drop")
	if got := sitetest.Text(d.Look("/draw/3"), ".undrawn .checks"); !strings.Contains(got, "Abel") {
		t.Errorf("before the draw: %q", got)
	}
	d.Press(3, "draft")
	doc := d.Look("/draw/3")
	if got := sitetest.Text(doc, ".checks [data-subject=requests].grave"); !strings.Contains(got, "Abel") {
		t.Errorf("before the publication: %q", sitetest.Text(doc, ".checks"))
	}
	d.Send("/day/requests/"+lastRequest(s), url.Values{"do": {"refuse"}})
	if got := sitetest.Text(d.Look("/draw/3"), ".checks .done[data-subject=requests]"); got == "" {
		t.Error("after the answer the request is still there")
	}
}

func lastRequest(s *testSite) string {
	r := s.State("spring-cup").Day.Requests
	return strconv.Itoa(r[len(r)-1].ID)
}
