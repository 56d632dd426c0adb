package desk_test

import (
	"net/url"
	"strings"
	"testing"

	"tourney/internal/testkit/sitetest"
)

// Today lists a latecomer during a round, and one button pairs the latecomer with the player of the bye.
func TestLateArrivalIsPairedFromToday(t *testing.T) {
	s := newSite(t)
	s.Cup()
	d := s.Desk("")
	d.Press(3, "drop")
	d.Press(2, "bye", "player", "8", "why", "nobody is left", "sure", "yes")
	got := d.Send("/players", url.Values{"family": {"Fia"}, "rank": {"2k"}, "here": {"1"}, "plays": {"3"}})
	if got.StatusCode != 303 {
		t.Fatalf("a new player is answered %d", got.StatusCode)
	}
	doc := d.Look("")
	if got := sitetest.Text(doc, "#late"); !strings.Contains(got, "Fia") || !strings.Contains(got, "Holm") || !strings.Contains(got, "Pair these two") {
		t.Fatalf("today says %q", got)
	}
	if got := sitetest.Text(d.Look("/draw/2"), ".checks"); !strings.Contains(got, "came after this round was published") || strings.Contains(got, "is paired") {
		t.Errorf("the draw says %q", got)
	}
	form := url.Values{"do": {"late"}, "why": {doc.Find("#late [name=why]").AttrOr("value", "")}}
	for _, field := range doc.Find("#late [name=player]").EachIter() {
		form.Add("player", field.AttrOr("value", ""))
	}
	doc = d.Follow(d.Send("/draw/2", form))
	r := s.Round(2)
	if len(r.Games) != 5 || len(r.Byes) != 0 || r.Game(8) == nil {
		t.Fatalf("%d games, byes %v", len(r.Games), r.Byes)
	}
	if got := sitetest.Text(doc, "#said [data-say]"); !strings.HasPrefix(got, "Round 2: paired after the publication: Fia, Holm") {
		t.Errorf("the desk says %q", got)
	}
	if got := doc.Find("#said a").AttrOr("href", ""); got != "/desk/spring-cup/draw/2#last" {
		t.Errorf("the desk leads to %q", got)
	}
	if doc.Find("#late").Length() != 0 {
		t.Errorf("today still says %q", sitetest.Text(doc, "#late"))
	}
	if got := d.Send("/draw/2", form); got.StatusCode != 409 {
		t.Errorf("the button pressed twice is answered %d", got.StatusCode)
	}
}

// The desk shows a stale draft, whatever has changed.
func TestDeskTellsOfAnOldDraft(t *testing.T) {
	s := newSite(t)
	s.Cup()
	d := s.Desk("")
	d.Press(3, "pair")
	if got := sitetest.Text(d.Look(""), ".today"); strings.Contains(got, "drafted") {
		t.Errorf("a new draft: %q", got)
	}
	d.Follow(d.Typed(d.Look("/round/1"), "2b !wrong entry"))
	if got := sitetest.Text(d.Look(""), ".today"); !strings.Contains(got, "changed since round 3 was drafted") {
		t.Errorf("after a correction: %q", got)
	}
}
