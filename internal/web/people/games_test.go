package people_test

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"tourney/internal/testkit/sitetest"
)

// The page of a player lists the games in words and explains a pairing in place.
func TestEntryListsGames(t *testing.T) {
	s := newSite(t)
	tn := s.Cup()
	s.Login()
	g := tn.Rounds[0].Games[0]
	home := "/desk/spring-cup/players/"
	for id, other := range map[string]string{strconv.Itoa(int(g.Black)): tn.Player(g.White).Name(), strconv.Itoa(int(g.White)): tn.Player(g.Black).Name()} {
		doc := s.Page(s.Get(home+id), http.StatusOK)
		row := sitetest.Words(doc.Find("#played tbody tr").First())
		if !strings.Contains(row, other) || !strings.Contains(row, "won") && !strings.Contains(row, "lost") {
			t.Errorf("player %s against %s: %q", id, other, row)
		}
		why := doc.Find("#played .why a").First().AttrOr("href", "")
		if why == "" {
			continue // paired by hand
		}
		if got := sitetest.Text(s.Page(s.Get(why), http.StatusOK), "#played .opened"); !strings.Contains(got, other) {
			t.Errorf("%s explains %q", why, got)
		}
	}
}

// Folded fields show their values in the closed row. A wrong field opens its fold.
func TestFoldsOfAPlayer(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.Login()
	const home = "/desk/spring-cup/players/2"
	form := url.Values{"seen": {s.Page(s.Get(home), http.StatusOK).Find("#entry [name=seen]").AttrOr("value", "")}, "notes": {"vegetarian"}, "origin": {"EGF"}}
	s.SeeOther(s.Post(home, form))
	doc := s.Page(s.Get(home), http.StatusOK)
	if got := sitetest.Words(doc.Find(".fold summary")); !strings.Contains(got, "Notes and pairing vegetarian") || !strings.Contains(got, "Rating from EGF") {
		t.Errorf("the folds say %q", got)
	}
	if doc.Find(".fold[open]").Length() != 0 || doc.Find("[name=ffg]").Length() != 0 {
		t.Error("a fold is open, or asks for a federation that nobody uses")
	}
	form.Set("seen", doc.Find("#entry [name=seen]").AttrOr("value", ""))
	form.Set("correction", "99")
	doc = s.Page(s.Post(home, form), http.StatusUnprocessableEntity)
	if doc.Find(".fold[open] #f-correction[aria-invalid]").Length() != 1 || doc.Find(".fold[open]").Length() != 1 {
		t.Error("the fold of the wrong field is closed")
	}
}
