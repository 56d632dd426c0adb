package desk_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"tourney/internal/testkit/sitetest"
)

// A form without a reason is shown again with a field for it and all sent values.
func TestFormsAreAskedWhy(t *testing.T) {
	s := newSite(t)
	s.Cup()
	d := s.Desk("")
	form := url.Values{"do": {"swap"}, "player": {"4", "6"}, "sure": {"yes"}}
	doc := d.Page(d.Send("/draw/2", form), http.StatusUnprocessableEntity)
	if got := sitetest.Text(doc, "#reason-needed .banner"); got != "This changes the published pairing of round 2. Say why." {
		t.Errorf("the page asks %q", got)
	}
	again := sitetest.Fields(doc, "#reason-needed")
	if doc.Find("#reason-needed [name=player]").Length() != 2 || again.Get("do") != "swap" || doc.Find("#reason").Length() != 1 || doc.Find("datalist option").Length() < 3 {
		t.Errorf("the form has become %v", again)
	}
	again["player"] = form["player"]
	again.Set("why", "Referee's decision")
	d.Follow(d.Send("/draw/2", again))
	if g := s.Game(2, 2); !g.Has(6) {
		t.Error("the change is not made")
	}
	if got := sitetest.Text(d.Look("/log"), "tbody tr:first-child"); !strings.Contains(got, "Reason: Referee's decision") {
		t.Errorf("the log says %q", got)
	}
}

// The settings and the entry of a player show the field in the same form.
func TestFormsHaveTheReason(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.Login()
	form := s.SettingsForm("spring-cup")
	form.Del("why")
	form.Set("criteria", "NBW")
	form.Set("do", "save")
	doc := s.Page(s.Post("/desk/spring-cup/settings", form), http.StatusUnprocessableEntity)
	if got := sitetest.Text(doc, "main .banner.error"); !strings.Contains(got, "This changes the standings after round 2. Say why.") || doc.Find("form.settings #reason").Length() != 1 {
		t.Errorf("the settings say %q", got)
	}
	entry := sitetest.Fields(s.Page(s.Get("/desk/spring-cup/players/1"), http.StatusOK), "form#entry")
	entry.Set("rank", "9k")
	doc = s.Page(s.Post("/desk/spring-cup/players/1", entry), http.StatusUnprocessableEntity)
	if doc.Find("form#entry #reason").Length() != 1 {
		t.Errorf("the entry says %q", sitetest.Text(doc, "#messages"))
	}
}

// A correction of the current round needs no more keys than before: its reason may be in the line, in a later line, or
// in the form beside the result.
func TestReasonsAtTheDesk(t *testing.T) {
	s := newSite(t)
	s.Cup()
	d := s.Desk("")
	why := func() string { return sitetest.Text(d.Look("/log"), "tbody tr:first-child small:contains('Reason')") }
	doc := d.Follow(d.Typed(d.Look(""), "2b"))
	if doc.Find(".asks #reason").Length() != 0 {
		t.Error("a first entry is asked why")
	}
	doc = d.Follow(d.Typed(doc, "2w"))
	s.Result(2, 2, "W+")
	form := doc.Find(".asks #reason").Closest("form")
	if form.Length() != 1 || why() != "" {
		t.Errorf("after a correction the desk says %q", sitetest.Text(doc, "#said"))
	}
	sent := sitetest.Fields(doc, ".asks form[action$='/why']")
	sent.Set("why", "slip")
	doc = d.Follow(d.Send("/why", sent))
	if got := sitetest.Text(doc, "#said"); why() != "Reason: slip" || !strings.Contains(got, "slip") || doc.Find(".asks #reason").Length() != 0 {
		t.Errorf("then it says %q, the log %q", got, why())
	}
	doc = d.Follow(d.Typed(doc, "2b3.5 !wrong colour"))
	s.Result(2, 2, "B+3.5")
	if why() != "Reason: wrong colour" {
		t.Errorf("the log says %q", why())
	}
	doc = d.Follow(d.Typed(doc, "2w"))
	doc = d.Follow(d.Typed(doc, "! both agree"))
	if why() != "Reason: both agree" {
		t.Errorf("after a line of its own the log says %q", why())
	}
	d.Page(d.Typed(doc, "!again"), http.StatusConflict)
	// With its reason a correction of an earlier round needs no second Enter. Its undo needs a new reason.
	doc = d.Follow(d.Typed(d.Look("/round/1"), "1w !slip"))
	s.Result(1, 1, "W+")
	got := d.Page(d.Typed(doc, "u"), http.StatusUnprocessableEntity)
	if said := sitetest.Text(got, "#said"); !strings.Contains(said, "an earlier round. Say why.") {
		t.Errorf("the undo is refused with %q", said)
	}
	d.Follow(d.Typed(doc, "u !it was right"))
	s.Result(1, 1, "B+R")
}
