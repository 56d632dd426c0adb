package web

import (
	"net/http"
	"testing"

	"tourney/internal/director"
	"tourney/internal/tournament"
)

// TestReusedAddress gives the address of a renamed tournament to another one
// of the same version.
func TestReusedAddress(t *testing.T) {
	s := newSite(t)
	first := s.cup()
	name := func() string { return text(s.page(s.get("/t/spring-cup"), http.StatusOK), ".top .event") }
	if got := name(); got != "Spring Cup" {
		t.Fatalf("the first is called %q", got)
	}
	first.Info.Slug = "old-cup"
	s.check(s.director.On(anna, "spring-cup").SetUp(t.Context(), first.Info, first.Settings))
	settings, err := tournament.PresetNamed("egf")
	s.check(err)
	_, err = s.director.Create(t.Context(), anna, director.Creation{Info: tournament.Info{Slug: "spring-cup", Name: "Another"}, Settings: settings})
	s.check(err)
	if got := name(); got != "Another" {
		t.Errorf("at its address the second is called %q", got)
	}
}

// TestOneRenderingPerPage loads pages by all addresses that mean the same.
func TestOneRenderingPerPage(t *testing.T) {
	s := newSite(t)
	s.cup()
	for _, path := range []string{
		"/t/spring-cup/round/1", "/t/spring-cup/round/01", "/t/spring-cup/round/+1", "/t/spring-cup/round/%31", "/t/spring-cup/round/1?x=y",
	} {
		s.page(s.get(path), http.StatusOK)
	}
	for _, after := range []string{"1", "0001", "%2B1", "00000000000000000000001"} {
		s.page(s.get("/t/spring-cup/standings?after="+after), http.StatusOK)
	}
	for _, only := range []string{"1", "01", "%2B1", "00000000000000000000001"} {
		s.page(s.get("/t/spring-cup/games?only="+only+"&of="+only), http.StatusOK)
	}
	for range 3 { // in a frame, and as a page
		for path, part := range map[string]string{"/embed/standings": "body.embed", "/standings": "footer"} {
			if s.page(s.get("/t/spring-cup"+path), http.StatusOK).Find(part).Length() == 0 {
				t.Errorf("%s lacks %s", path, part)
			}
		}
	}
	if got := s.server.pages.Len(); got != 5 {
		t.Errorf("five pages were rendered as %d", got)
	}
	for _, path := range []string{"/t/spring-cup/players?after=77", "/t/spring-cup/standings?after=-1", "/t/spring-cup/standings?after=x"} {
		s.page(s.get(path), http.StatusNotFound)
	}
}

func TestInventedAddressesFillNoCache(t *testing.T) {
	s := newSite(t)
	s.cup()
	for _, query := range []string{"", "?by=name", "?by=x1", "?by=x2", "?theme=green", "?utm=1", "?by=x&utm=2", "?after=9", "?after=10"} {
		s.get("/t/spring-cup/round/1" + query)
		s.get("/t/spring-cup/standings" + query)
	}
	// Both pages, plain and by name; each of the nine other queries is one of
	// these or an error.
	if n := s.server.pages.Len(); n > 6 {
		t.Errorf("%d pages are kept", n)
	}
}
