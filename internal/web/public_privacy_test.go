package web

import (
	"net/http"
	"strings"
	"testing"
)

func TestPersonalDataStaysAtTheDesk(t *testing.T) {
	s := newSite(t)
	s.cup()
	for _, path := range append(publicPages, "/api/v1/tournaments", "/api/v1/tournaments/spring-cup") {
		if got := s.body(s.get(path)); strings.Contains(got, "secret") {
			t.Errorf("%s shows notes or contact", path)
		}
	}
}

func TestDraftsStayAtTheDesk(t *testing.T) {
	s := newSite(t)
	s.cup()
	s.page(s.get("/t/spring-cup/round/3"), http.StatusNotFound)
	if got := s.get("/api/v1/tournaments/spring-cup/rounds/3"); got.StatusCode != http.StatusNotFound {
		t.Errorf("the draft is served as JSON: %d", got.StatusCode)
	}
}

func TestHiddenTournament(t *testing.T) {
	s := newSite(t)
	cup := s.cup()
	cup.Info.Hidden = true
	s.check(s.director.On(anna, "spring-cup").SetUp(t.Context(), cup.Info, cup.Settings))
	paths := []string{"/t/spring-cup", "/t/spring-cup/standings", "/t/spring-cup/hall", "/t/spring-cup/events", "/api/v1/tournaments/spring-cup"}
	for _, path := range paths {
		if got := s.get(path); got.StatusCode != http.StatusNotFound {
			t.Errorf("%s answers %d to everybody", path, got.StatusCode)
		}
	}
	if got := s.body(s.get("/")); strings.Contains(got, "Spring Cup") {
		t.Error("the list names it")
	}
	s.login()
	for _, path := range paths {
		if got := s.do(http.MethodHead, path, nil); got.StatusCode != http.StatusOK {
			t.Errorf("%s answers %d to a director", path, got.StatusCode)
		}
	}
	// A page that a director has loaded is not in the cache for others.
	s.client = s.browser()
	s.page(s.get("/t/spring-cup"), http.StatusNotFound)
}
