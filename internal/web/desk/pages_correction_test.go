package desk_test

import (
	"net/http"
	"strings"
	"testing"

	"tourney/internal/testkit/sitetest"
)

// A result of an earlier round is corrected by two Enters, the second in the field of the reason. Before it the desk
// shows the consequences; after it public pages mark the correction.
func TestEarlierRoundIsCorrectedTwice(t *testing.T) {
	s := newSite(t)
	s.Cup()
	d := s.Desk("Desk 1")
	if d.Look("").Find(".earlier").Length() != 0 {
		t.Error("the current round is called an earlier one")
	}
	doc := d.Look("/round/1")
	if bar := doc.Find(".earlier"); !strings.Contains(bar.Text(), "Round 1 is finished") || bar.Find("a").AttrOr("href", "") != "/desk/spring-cup/round/2" {
		t.Errorf("the bar says %q", bar.Text())
	}
	doc = d.Follow(d.Typed(doc, "1w"))
	s.Result(1, 1, "B+R")
	question := doc.Find("#question")
	for _, want := range []string{"Table 1, Öberg X – Abel X", "Give the reason, then Enter.", "Places that change (", "Round 2, table 2: Öberg X was paired", "The draft of round 3"} {
		if !strings.Contains(question.Text(), want) {
			t.Errorf("the question does not say %q: %s", want, question.Text())
		}
	}
	if line := doc.Find("#typed").AttrOr("value", ""); line != "1w" {
		t.Errorf("the field has %q", line)
	}
	if focus := doc.Find("[autofocus]"); focus.Length() != 1 || !focus.Is("#reason[required]") {
		t.Errorf("the focus is on %q", focus.AttrOr("id", ""))
	}
	// Another line needs another confirmation.
	doc = d.Follow(d.Typed(doc, "1b3.5"))
	s.Result(1, 1, "B+R")
	form := sitetest.Fields(doc, "#line")
	form.Set("line", " 1B3.5 ")
	form.Set("why", "the  slip was misread")
	doc = d.Follow(d.Send("/line", form))
	s.Result(1, 1, "B+3.5")
	if said := doc.Find("#said").Text(); !strings.Contains(said, "instead of") {
		t.Errorf("the desk says %q", said)
	}
	if log := d.Look("/log").Find("main").Text(); !strings.Contains(log, "Reason: the slip was misread") {
		t.Error("the log does not have the reason")
	}
	for path, where := range map[string]string{"/round/1": ".games .corrected", "/round/1?by=name": ".seats .corrected"} {
		if mark := s.Page(s.Get("/t/spring-cup"+path), 200).Find(where).First().Text(); !strings.Contains(mark, "corrected 12:30") {
			t.Errorf("%s marks it %q", path, mark)
		}
	}
	if title := s.Page(s.Get("/t/spring-cup/standings"), 200).Find(`.wall .c a[title*="corrected"]`).Length(); title != 2 {
		t.Errorf("%d cells of the standings say so", title)
	}
	if text := s.Body(s.Get("/api/v1/tournaments/spring-cup/rounds/1")); strings.Count(text, `"corrected":"2026-`) != 1 {
		t.Errorf("the API says %s", text)
	}
	// A missing or an equal result needs one Enter only.
	d.Follow(d.Typed(d.Look("/round/1"), "1b3.5"))
	if s.Game(1, 1).Revision != 2 {
		t.Error("the same result has changed the game")
	}
}

// The buttons of the panel need a confirmation too, also without scripts.
func TestPanelConfirmsCorrections(t *testing.T) {
	s := newSite(t)
	s.Cup()
	d := s.Desk("Desk 1")
	form := sitetest.Fields(d.Look("/round/1?table=2"), ".panel form")
	form.Set("result", "B+F")
	form.Set("unrated", "yes")
	doc := d.Follow(d.Send("/result", form))
	s.Result(1, 2, "W+3.5")
	line := doc.Find("#typed").AttrOr("value", "")
	if line != "2 bf*" || doc.Find("#question").Length() != 1 {
		t.Fatalf("the field has %q", line)
	}
	got := d.Page(d.Typed(doc, line), http.StatusUnprocessableEntity)
	if said := sitetest.Text(got, "#said"); !strings.Contains(said, "This changes a result of round 1, an earlier round. Say why.") {
		t.Errorf("without a reason the desk says %q", said)
	}
	if got.Find("#question #reason").Length() != 1 {
		t.Error("the question has gone with the refusal")
	}
	s.Result(1, 2, "W+3.5")
	d.Follow(d.Explained(got))
	s.Result(1, 2, "B+F/unrated")
}

// The key x is next to c and w: it needs a confirmation in every round.
func TestNotPlayedNeedsConfirmation(t *testing.T) {
	s := newSite(t)
	s.Cup()
	d := s.Desk("Desk 1")
	doc := d.Follow(d.Typed(d.Look(""), "3x"))
	s.Result(2, 3, "?")
	if q := doc.Find("#question").Text(); !strings.Contains(q, "not played?") || !strings.Contains(q, "Press Enter again") || doc.Find("#reason").Length() != 0 {
		t.Errorf("the question is %q", q)
	}
	if !doc.Find("[autofocus]").Is("#typed") {
		t.Error("the second Enter goes nowhere")
	}
	d.Follow(d.Typed(doc, "3x"))
	s.Result(2, 3, "NotPlayed")
	if !s.Game(2, 3).Corrected.IsZero() {
		t.Error("an entry of the current round is marked as corrected")
	}
	if got := d.Look("?ask=nonsense").Find("#question").Length(); got != 0 {
		t.Error("the desk asks about nonsense")
	}
}
