package beyond_test

import (
	"testing"

	"tourney/internal/testkit/sitetest"
	"tourney/internal/web"
	"tourney/internal/web/beyond"
	"tourney/internal/web/site"
)

func init() { sitetest.Extension = beyond.New }

// A testSite is a server with a browser, and with the helpers of these tests.
type testSite struct {
	*sitetest.Site
	// took is the extension of a computer that has taken over, else nil.
	took *beyond.Extension
}

func newSite(t testing.TB) *testSite { return &testSite{Site: sitetest.New(t)} }

// Another returns a site with a second server on the same data.
func (s *testSite) Another() *testSite { return &testSite{Site: s.Site.Another()} }

// extension returns the extension: the connections of the server with other computers.
func (s *testSite) extension() *beyond.Extension {
	if s.took != nil {
		return s.took
	}
	return s.Server.Beyond.(*beyond.Extension)
}

// quiet is sitetest.Quiet for a computer that may take over.
func (s *testSite) quiet() web.Config {
	config := sitetest.Quiet()
	config.Extension = func(of *site.Site) web.Extension {
		s.took = beyond.New(of).(*beyond.Extension)
		return s.took
	}
	return config
}
