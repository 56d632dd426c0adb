package access_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"tourney/internal/testkit/sitetest"
)

// Before the first password is set, the pages without a tournament ask for the set-up link, by the whole link or its
// last part. They never show it.
func TestFirstLogin(t *testing.T) {
	s := sitetest.New(t)
	token, _, err := s.Director.Access().SetupToken(t.Context())
	s.Check(err)
	for _, path := range []string{"/", "/desk", "/login", "/setup"} {
		if path != "/login" {
			path = s.SeeOther(s.Get(path))
		}
		doc := s.Page(s.Get(path), http.StatusOK)
		if text := sitetest.Text(doc, "main"); doc.Find("#link").Length() != 1 || strings.Contains(text, token) || strings.Contains(text, "Forgot") {
			t.Errorf("before the first start is done, %s says %s", path, text)
		}
	}
	for _, link := range []string{s.HTTP.URL + "/setup/" + token, " " + token + "\n", "/setup/" + token + "/"} {
		if got := s.SeeOther(s.Post("/setup", url.Values{"link": {link}})); got != "/setup/"+token {
			t.Errorf("%q leads to %s", link, got)
		}
	}
	for range 5 {
		s.Page(s.Post("/setup", url.Values{"link": {"7h2k"}}), http.StatusForbidden)
	}
	for _, link := range []string{"7h2k", token} {
		if got := s.Post("/setup", url.Values{"link": {link}}); got.StatusCode != http.StatusTooManyRequests {
			t.Errorf("after five wrong links another one is answered by %d", got.StatusCode)
		}
	}
	s.Check(s.SetPassword("Anna", "a password of Anna"))
	if got := sitetest.Text(s.Page(s.Get("/login"), http.StatusOK), "main"); !strings.Contains(got, "Forgot") {
		t.Errorf("after the first start the login says %s", got)
	}
}
