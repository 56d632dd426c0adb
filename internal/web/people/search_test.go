package people_test

import (
	"net/http"
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
