package admin_test

import (
	"net/http"
	"regexp"
	"testing"

	"tourney/internal/testkit/sitetest"
)

// The texts of formats promise no pairing of single games: a player has one game a round.
func TestFormatsPromiseRoundsOnly(t *testing.T) {
	s := newSite(t)
	s.Login()
	if got := sitetest.Text(s.Page(s.Get("/new"), http.StatusOK), ".presets"); regexp.MustCompile(`arrive|ladder|league`).MatchString(got) {
		t.Errorf("the formats promise %q", got)
	}
}
