package people_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"tourney/internal/testkit/sitetest"
	"tourney/internal/tournament"
	"tourney/internal/tournament/fees"
)

// The button of the search in the rating lists is labelled as a search.
func TestSignUpSearchIsASearch(t *testing.T) {
	s := newSite(t)
	s.withList()
	s.OpenSignUp(fees.Rules{}, tournament.SignUp{})
	if got := sitetest.Text(s.Page(s.Get("/t/open/sign-up"), http.StatusOK), "form.find button"); got != "Search" {
		t.Errorf("the button says %q", got)
	}
}

// Initials in any order, and Latin letters for a name in Greek or Cyrillic ones, find a player.
func TestPlayersAreFound(t *testing.T) {
	s := newSite(t)
	s.Sample()
	s.Login()
	for _, name := range []string{"Niskanen Tuuli", "Соколова Мария", "Papp Ida", "Kantola Olli"} {
		family, given, _ := strings.Cut(name, " ")
		s.SeeOther(s.Post("/desk/open/players", url.Values{"family": {family}, "given": {given}, "rank": {"5k"}, "once": {family}}))
	}
	for query, want := range map[string]string{"nt": "Niskanen Tuuli", "iska": "Niskanen Tuuli", "pa": "Papp Ida", "tn": "Niskanen Tuuli", "sokolova": "Соколова Мария", "ms": "Соколова Мария", "соколова": "Соколова Мария"} {
		doc := s.Page(s.Get("/desk/open/players?find="+url.QueryEscape(query)), http.StatusOK)
		if got := sitetest.Text(doc, "tr[data-search]:not([hidden]) .who"); got != want {
			t.Errorf("%q finds %q, want %q", query, got, want)
		}
	}
	if to := s.SeeOther(s.Get("/t/open/find?name=nt")); to != "/t/open/players/1" {
		t.Errorf("visitors find %s", to)
	}
}
