package desk_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"tourney/internal/testkit/sitetest"
)

// Two desks with the same earlier name stay different: neither overwrites nor undoes entries of the other without a
// question.
func TestDeskIsKnownByItsLogin(t *testing.T) {
	s := newSite(t)
	s.Cup()
	a, b := s.Desk("Left"), s.Desk("")
	doc := b.Page(b.Send("/here", url.Values{"round": {"2"}, "name": {"left"}}), http.StatusConflict)
	if got := sitetest.Text(doc, "#said"); !strings.Contains(got, "Another desk is called “left” already. Choose another name, such as “left 2”.") {
		t.Errorf("a name that is taken is refused with %q", got)
	}
	a.Follow(a.Typed(a.Look(""), "2b"))
	a.Follow(a.Send("/here", url.Values{"round": {"2"}, "name": {"Right"}}))
	b.Follow(b.Send("/here", url.Values{"round": {"2"}, "name": {"Left"}}))
	doc = b.Follow(b.Typed(b.Look(""), "2w"))
	s.Result(2, 2, "B+")
	if doc.Find(".dispute").Length() != 1 {
		t.Error("a desk overrules another that had its name")
	}
	b.Page(b.Send("/undo", sitetest.Fields(doc, ".desk-main form")), http.StatusNotFound)
	s.Result(2, 2, "B+")
	// A renamed desk is the same desk.
	a.Follow(a.Typed(a.Look(""), "2w"))
	a.Follow(a.Typed(a.Look(""), "3b"))
	a.Follow(a.Typed(a.Look(""), "3w"))
	s.Result(2, 3, "W+")
	for _, d := range []*sitetest.Desk{a, b} {
		d.Site.Client = d.Client
		for _, path := range []string{"/desk/spring-cup", "/desk/spring-cup?table=2", "/desk/spring-cup/log", "/desk/spring-cup/exports/tourney", "/t/spring-cup", "/api/v1/tournaments/spring-cup/rounds/2"} {
			got := s.Get(path)
			if body := s.Body(got); got.StatusCode != http.StatusOK || strings.Contains(body, s.Game(2, 3).Desk) {
				t.Errorf("%s answers %d, and shows the identity of a desk", path, got.StatusCode)
			}
		}
	}
}

// Sixty desks of one director have sixty numbers.
func TestDesksAreNumbered(t *testing.T) {
	desks := 60
	if testing.Short() {
		desks = 12
	}
	s := newSite(t)
	s.Cup()
	called := map[string]bool{}
	for i := range desks {
		name := s.Desk("").Look("").Find("#here").AttrOr("value", "")
		want := fmt.Sprint("Desk ", i+1)
		if i == 0 {
			want = "" // the only desk needs no name
		}
		if name != want || called[name] {
			t.Errorf("desk %d is called %q", i+1, name)
		}
		called[name] = true
	}
}

// A browser restores the name of its desk at the next login.
func TestDeskNameIsRemembered(t *testing.T) {
	s := newSite(t)
	s.Cup()
	a := s.Desk("Ovi vasen")
	s.Post("/logout", url.Values{})
	s.Post("/login", url.Values{"name": {"Anna"}, "password": {"correct horse"}})
	if got := a.Look("").Find("#here").AttrOr("value", ""); got != "Ovi vasen" {
		t.Errorf("the desk is called %q", got)
	}
}
