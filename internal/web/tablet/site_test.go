package tablet_test

import (
	"testing"

	"tourney/internal/testkit/sitetest"
)

// A testSite is a server with a browser, and with the helpers of these tests.
type testSite struct{ *sitetest.Site }

func newSite(t testing.TB) *testSite { return &testSite{sitetest.New(t)} }
