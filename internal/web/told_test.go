package web

import (
	"net/url"
	"strconv"
	"strings"
	"testing"

	"tourney/internal/tournament"
)

// A start that is typed beside the button to publish is kept, asked before or not.
func TestPublishKeepsTheTypedStart(t *testing.T) {
	s := newSite(t)
	s.cup()
	d := s.desk("")
	doc := d.look("/draw/3")
	button := doc.Find(".head button[value=publish]")
	if form := button.AttrOr("form", ""); form == "" || doc.Find("form#"+form+" [name=start]").Length() != 1 {
		t.Fatalf("the button is of the form %q, which has no start", form)
	}
	if button.AttrOr("formmethod", "") == "get" {
		ask := d.look("/draw/3?" + url.Values{"ask": {"publish"}, "start": {"14:30"}, "day": {""}}.Encode())
		if got := ask.Find("#ask [name=start]").AttrOr("value", ""); got != "14:30" {
			t.Errorf("the question sends the start %q", got)
		}
		if got := ask.Find("#start").AttrOr("value", ""); got != "14:30" {
			t.Errorf("behind the question the field has %q", got)
		}
	}
	if got := d.refused(422, 3, "publish", "start", "noon", "day", "", "sure", "yes"); !strings.Contains(got, "noon") {
		t.Errorf("a start that is no time is answered %q", got)
	}
	if s.round(3).Published {
		t.Fatal("the round is published without its start")
	}
	d.press(3, "publish", "start", "14:30", "day", "", "sure", "yes")
	if r := s.round(3); !r.Published || r.Start.Minute() != 30 {
		t.Errorf("published %v, starts at %v", r.Published, r.Start)
	}
}

// The bye moves to the player whom the director chooses, and the page says who plays instead.
func TestByeMoves(t *testing.T) {
	s := newSite(t)
	s.cup()
	d := s.desk("")
	d.press(3, "pair")
	r := s.round(3)
	holder, g := r.Byes[0], r.Games[0]
	doc := d.look("/draw/3?player=" + itoa(g.White))
	if got := text(doc, "#pick"); !strings.Contains(got, "Move the bye here") || !strings.Contains(got, "then plays") {
		t.Errorf("the panel says %q", got)
	}
	doc = d.press(3, "bye", "player", itoa(g.White))
	now := s.round(3)
	if len(now.Byes) != 1 || now.Byes[0] != g.White || now.Game(holder) == nil || !now.Game(holder).Has(g.Black) {
		t.Errorf("byes %v, %d plays %+v", now.Byes, holder, now.Game(holder))
	}
	if got := text(doc, "#last"); !strings.Contains(got, "moved the bye from") {
		t.Errorf("the last change is %q", got)
	}
	d.press(3, "unpair", "table", "1")
	if doc := d.look("/draw/3"); doc.Find(".checks .grave[data-subject=bye]").Length() != 1 || doc.Find(".checks .done[data-subject=bye]").Length() != 0 {
		t.Errorf("a bye beside players without a game: %s", text(doc, ".checks"))
	}
}

func itoa(id tournament.PlayerID) string { return strconv.Itoa(int(id)) }
