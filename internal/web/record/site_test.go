package record_test

import (
	"testing"

	"tourney/internal/testkit/sitetest"
	"tourney/internal/tournament"
)

// A testSite is a server with a browser, and with the helpers of these tests.
type testSite struct{ *sitetest.Site }

func newSite(t testing.TB) *testSite { return &testSite{sitetest.New(t)} }

// cupBy creates the cup under other rules, and logs in.
func (s *testSite) cupBy(rules string) *tournament.Tournament {
	s.T.Helper()
	tn := s.Cup()
	s.Login()
	tn.Settings.Rules = rules
	s.Check(s.Director.On(sitetest.Anna, "spring-cup").SetUp(s.T.Context(), tn.Info, tn.Settings))
	return tn
}
