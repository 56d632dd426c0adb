package web_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// A pinned device reaches its own page and nothing else, whatever its login was, until it leaves with the code or the
// desk ends the tablet.
func TestTheTabletDoesNothingElse(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.Login()
	s.SeeOther(s.Post("/desk/spring-cup/staff", url.Values{"do": {"tablet"}}))
	code, err := s.Director.Tablet(t.Context(), "spring-cup")
	s.Check(err)
	const home = "/t/spring-cup/tablet"
	link := home + "/pin/" + code.Token
	s.Client = s.Browser()
	tablet := s.Client
	s.SeeOther(s.Post(link, nil))
	for _, r := range s.Server.Router().Routes() {
		own := strings.HasPrefix(r.Path, "/t/:slug/tablet") || r.Path == "/t/:slug/events" || r.Path == "/t/:slug/code.svg" || r.Path == "/static/:name"
		if own || r.Method == http.MethodHead {
			continue
		}
		var form url.Values
		if r.Method == http.MethodPost {
			form = url.Values{}
		}
		got := s.Do(r.Method, example(r.Path), form)
		if r.Method == http.MethodGet && (got.StatusCode != http.StatusSeeOther || got.Header.Get("Location") != home) || r.Method != http.MethodGet && got.StatusCode != http.StatusForbidden {
			t.Errorf("%s %s answers %d, %s", r.Method, r.Path, got.StatusCode, got.Header.Get("Location"))
		}
	}
	if got := s.Get("/t/autumn-cup/tablet"); got.StatusCode != http.StatusSeeOther {
		t.Errorf("another tournament answers %d", got.StatusCode)
	}
	wrong := "0000"
	if code.Code == wrong {
		wrong = "0001"
	}
	if got := s.Post(home+"/leave", url.Values{"code": {wrong}}); got.StatusCode != http.StatusUnprocessableEntity {
		t.Errorf("a wrong code answers %d", got.StatusCode)
	}
	if got := s.Post(home+"/leave", url.Values{"code": {code.Code}}); got.StatusCode != http.StatusNoContent {
		t.Errorf("the code answers %d", got.StatusCode)
	}
	s.Page(s.Get("/t/spring-cup/standings"), http.StatusOK)
	if got := s.Get(home); !strings.HasPrefix(got.Header.Get("Location"), "/login") {
		t.Errorf("after leaving, the page answers %d", got.StatusCode)
	}
	s.SeeOther(s.Post(link, nil))
	s.Client = s.Browser()
	s.Login()
	s.SeeOther(s.Post("/desk/spring-cup/staff", url.Values{"do": {"tablet.end"}}))
	s.Client = tablet
	if got := s.Get(home); got.StatusCode != http.StatusSeeOther || got.Header.Get("Location") != "/t/spring-cup" {
		t.Errorf("an ended tablet answers %d, %s", got.StatusCode, got.Header.Get("Location"))
	}
	s.Page(s.Get(link), http.StatusNotFound)
	s.Page(s.Get("/t/spring-cup"), http.StatusOK)
}
