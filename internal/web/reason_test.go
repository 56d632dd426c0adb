package web

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// A form without a field for the reason is shown again with one, and all that was sent.
func TestFormsAreAskedWhy(t *testing.T) {
	s := newSite(t)
	s.cup()
	d := s.desk("")
	form := url.Values{"do": {"swap"}, "player": {"4", "6"}, "sure": {"yes"}}
	doc := d.page(d.send("/draw/2", form), http.StatusUnprocessableEntity)
	if got := text(doc, "#reason-needed .banner"); got != "This changes the published pairing of round 2. Say why." {
		t.Errorf("the page asks %q", got)
	}
	again := fields(doc, "#reason-needed")
	if doc.Find("#reason-needed [name=player]").Length() != 2 || again.Get("do") != "swap" || doc.Find("#reason").Length() != 1 || doc.Find("datalist option").Length() < 3 {
		t.Errorf("the form has become %v", again)
	}
	again["player"] = form["player"]
	again.Set("why", "Referee's decision")
	d.follow(d.send("/draw/2", again))
	if g := s.game(2, 2); !g.Has(6) {
		t.Error("the change is not made")
	}
	if got := text(d.look("/log"), "tbody tr:first-child"); !strings.Contains(got, "Reason: Referee's decision") {
		t.Errorf("the log says %q", got)
	}
}

// The settings and the entry of a player come back with the field, in the same form.
func TestFormsHaveTheReason(t *testing.T) {
	s := newSite(t)
	s.cup()
	s.login()
	form := s.settingsForm("spring-cup")
	form.Del("why")
	form.Set("criteria", "NBW")
	form.Set("do", "save")
	doc := s.page(s.post("/desk/spring-cup/settings", form), http.StatusUnprocessableEntity)
	if got := text(doc, "main .banner.error"); !strings.Contains(got, "This changes the standings after round 2. Say why.") || doc.Find("form.settings #reason").Length() != 1 {
		t.Errorf("the settings say %q", got)
	}
	entry := fields(s.page(s.get("/desk/spring-cup/players/1"), http.StatusOK), "form.sheet-form")
	entry.Set("rank", "9k")
	doc = s.page(s.post("/desk/spring-cup/players/1", entry), http.StatusUnprocessableEntity)
	if doc.Find("form.sheet-form #reason").Length() != 1 {
		t.Errorf("the entry says %q", text(doc, "#messages"))
	}
}

// A correction of the current round needs no more keys than before: its reason may be in
// the line, or come afterwards by a line or beside what was done.
func TestReasonsAtTheDesk(t *testing.T) {
	s := newSite(t)
	s.cup()
	d := s.desk("")
	why := func() string { return text(d.look("/log"), "tbody tr:first-child small:contains('Reason')") }
	doc := d.follow(d.typed(d.look(""), "2b"))
	if doc.Find(".asks #reason").Length() != 0 {
		t.Error("a first entry is asked why")
	}
	doc = d.follow(d.typed(doc, "2w"))
	s.result(2, 2, "W+")
	form := doc.Find(".asks #reason").Closest("form")
	if form.Length() != 1 || why() != "" {
		t.Errorf("after a correction the desk says %q", text(doc, "#said"))
	}
	sent := fields(doc, ".asks form[action$='/why']")
	sent.Set("why", "slip")
	doc = d.follow(d.send("/why", sent))
	if got := text(doc, "#said"); why() != "Reason: slip" || !strings.Contains(got, "slip") || doc.Find(".asks #reason").Length() != 0 {
		t.Errorf("then it says %q, the log %q", got, why())
	}
	doc = d.follow(d.typed(doc, "2b3.5 !wrong colour"))
	s.result(2, 2, "B+3.5")
	if why() != "Reason: wrong colour" {
		t.Errorf("the log says %q", why())
	}
	doc = d.follow(d.typed(doc, "2w"))
	doc = d.follow(d.typed(doc, "! both agree"))
	if why() != "Reason: both agree" {
		t.Errorf("after a line of its own the log says %q", why())
	}
	d.page(d.typed(doc, "!again"), http.StatusConflict)
	// With its reason a correction of an earlier round needs no second Enter, and its undo
	// a reason of its own.
	doc = d.follow(d.typed(d.look("/round/1"), "1w !slip"))
	s.result(1, 1, "W+")
	got := d.page(d.typed(doc, "u"), http.StatusUnprocessableEntity)
	if said := text(got, "#said"); !strings.Contains(said, "an earlier round. Say why.") {
		t.Errorf("the undo is refused with %q", said)
	}
	d.follow(d.typed(doc, "u !it was right"))
	s.result(1, 1, "B+R")
}
