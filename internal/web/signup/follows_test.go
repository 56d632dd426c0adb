package signup_test

import (
	"net/http"
	"strings"
	"testing"

	"tourney/internal/testkit/sitetest"
	"tourney/internal/tournament"
)

// The state on a player's page follows changes: the page requests itself again, and the response has the new state.
func TestOwnStateFollowsChanges(t *testing.T) {
	s := sitetest.New(t)
	s.Cup()
	s.Login()
	token, err := s.Director.PlayerToken(t.Context(), s.State("spring-cup"), 1)
	s.Check(err)
	doc := s.Page(s.Get("/t/spring-cup/me/"+token), http.StatusOK)
	state := doc.Find("#state")
	if on := state.AttrOr("hx-trigger", ""); !strings.Contains(on, "live:players") || state.AttrOr("hx-select", "") != "#state" {
		t.Fatalf("the state follows %q", on)
	}
	s.Check(s.Director.On(sitetest.Anna, "spring-cup").SetStatus(t.Context(), 1, tournament.Withdrawn))
	now := s.Page(s.Get(state.AttrOr("hx-get", ""), "HX-Request", "true"), http.StatusOK).Find("#state")
	if now.Length() != 1 || sitetest.Words(now) == sitetest.Words(state) {
		t.Errorf("after a change: %q", sitetest.Words(now))
	}
}
