package record_test

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"tourney/internal/testkit/sitetest"
	"tourney/internal/testkit/webtest"
)

// The referee gives a point by hand: it counts, the public page shows the reason, and the referee can clear it. Bad
// input, or a point with a living stone, is refused with the sent form.
func TestRefereeSetsAPointByHand(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	s := newSite(t)
	s.Cup()
	s.Login()
	g, _ := s.GameAt(2, 3)
	desk := "/desk/spring-cup/games/" + strconv.Itoa(g.ID)
	s.SeeOther(s.Post(desk, url.Values{"text": {webtest.CountedRecord()}}))
	if s.Page(s.Get(desk), http.StatusOK).Find("#count").Length() != 0 {
		t.Error("a game that is not counted can be corrected by hand")
	}
	record := s.Page(s.Get(desk), http.StatusOK).Find("#dead [name=record]").AttrOr("value", "")
	s.SeeOther(s.Post(desk+"/dead", url.Values{"record": {record}, "dead": {"qq"}}))
	if got := sitetest.Text(s.Page(s.Get("/desk/spring-cup/log"), http.StatusOK), "main"); !strings.Contains(got, "Dead stones: R3") {
		t.Errorf("the log does not name the dead stone: %s", got)
	}
	total := func() string { return sitetest.Text(s.Page(s.Get(desk), http.StatusOK), ".count tr.sum") }
	before := total()
	for name, form := range map[string]url.Values{
		"is not a point":   {"black": {"D4"}, "white": {"I9"}, "reason": {"why"}},
		"A living stone":   {"black": {"L10"}, "reason": {"why"}},
		"in two fields":    {"black": {"D4"}, "white": {"d4"}, "reason": {"why"}},
		"Say why":          {"black": {"D4"}},
		"Nothing is set":   {"reason": {"why"}},
		"Somebody changed": {"black": {"D4"}, "reason": {"why"}, "record": {"another"}},
	} {
		form.Set("do", "set")
		if !form.Has("reason") {
			form.Set("reason", "")
		}
		if !form.Has("record") {
			form.Set("record", record)
		}
		res := s.Post(desk+"/count", form)
		if res.StatusCode < 400 || res.StatusCode >= 500 {
			t.Errorf("%s answers %d", name, res.StatusCode)
			continue
		}
		doc := s.Page(res, res.StatusCode)
		if name != "Somebody changed" && !strings.Contains(doc.Find("main").Text(), name) {
			t.Errorf("the page does not say %q", name)
		}
		if got := doc.Find("#count [name=black]").AttrOr("value", ""); got != form.Get("black") {
			t.Errorf("%s: the form has %q", name, got)
		}
	}
	if total() != before {
		t.Errorf("a refused correction counts: %s, before %s", total(), before)
	}

	s.SeeOther(s.Post(desk+"/count", url.Values{"do": {"set"}, "record": {record}, "nobody": {"d4, E5"}, "reading": {"group"}, "reason": {"False eyes"}}))
	said := "Referee: D4, E5 neutral; seki read group by group. “False eyes”"
	doc := s.Page(s.Get(desk), http.StatusOK)
	if got := sitetest.Text(doc, ".count > p.grey"); got != said {
		t.Errorf("the count says %q, want %q", got, said)
	}
	if total() == before {
		t.Error("what the referee sets does not count")
	}
	if got := doc.Find("#count [name=nobody]").AttrOr("value", ""); got != "D4 E5" {
		t.Errorf("the form shows %q", got)
	}
	if got := sitetest.Text(s.Page(s.Get("/t/spring-cup/games/"+strconv.Itoa(g.ID)), http.StatusOK), ".count > p.grey"); got != said {
		t.Errorf("everybody reads %q", got)
	}
	if log := sitetest.Text(s.Page(s.Get("/desk/spring-cup/log"), http.StatusOK), "main"); !strings.Contains(log, "set points of the count by hand: False eyes") {
		t.Error("the log does not say why")
	}
	s.SeeOther(s.Post(desk+"/count", url.Values{"do": {"back"}, "record": {record}}))
	if total() != before {
		t.Errorf("taken back, the count is %s, before %s", total(), before)
	}
}
