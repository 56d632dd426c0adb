package web

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
)

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
