package web

import (
	"net/http"
	"strings"
	"testing"
)

// TestPlayersReadWhyTheyMeet follows the links from the players' pages.
func TestPlayersReadWhyTheyMeet(t *testing.T) {
	s, _ := drawn(t)
	s.check(s.director.On(anna, "spring-cup").Round(3).Publish(t.Context()))
	s.client = s.browser()
	r := s.round(3)
	for i := range r.Games {
		g := &r.Games[i]
		doc := s.page(s.get("/t/spring-cup/players/"+id(g.Black)), http.StatusOK)
		address := doc.Find(".card a.because").AttrOr("href", "")
		if want := "/t/spring-cup/round/3/why/" + id(g.Black); address != want {
			t.Fatalf("the card leads to %q, want %q", address, want)
		}
		if n := doc.Find(".course .because").Length(); n != 1 {
			t.Errorf("%d rounds are explained, want only the one that was drawn", n)
		}
		doc = s.page(s.get(address), http.StatusOK)
		if got := text(doc, ".card .big"); !strings.HasPrefix(got, "You meet") {
			t.Errorf("a player is told %q", got)
		}
		other := doc.Find(".card p:last-child a").AttrOr("href", "")
		if !strings.HasSuffix(other, "/"+id(g.White)) || text(s.page(s.get(other), http.StatusOK), ".card .big") == "" {
			t.Errorf("the opponent reads his at %q", other)
		}
		if got := text(doc, ".again"); !strings.Contains(got, r.Drawn.Inputs) {
			t.Errorf("by what the draw is made again: %q", got)
		}
	}
	bye := s.page(s.get("/t/spring-cup/round/3/why/"+id(r.Byes[0])), http.StatusOK)
	if got := text(bye, ".card .big"); !strings.Contains(got, "odd") {
		t.Errorf("the bye is explained as %q", got)
	}
	for _, code := range []string{"fi", "pl", "cs"} {
		doc := s.page(s.get("/t/spring-cup/round/3/why/1", "Accept-Language", code), http.StatusOK)
		if found := leftOver(doc.Text()); found != "" {
			t.Errorf("in %s the page shows %q", code, found)
		}
	}
	for _, path := range []string{"/round/1/why/1", "/round/3/why/77", "/round/9/why/1", "/round/3/why/x"} {
		s.page(s.get("/t/spring-cup"+path), http.StatusNotFound)
	}
}

// TestDraftsAreNotExplainedToAll loads pages that are not published.
func TestDraftsAreNotExplainedToAll(t *testing.T) {
	s, _ := drawn(t)
	s.client = s.browser()
	s.page(s.get("/t/spring-cup/round/3/why/1"), http.StatusNotFound)
	if got := s.get("/api/v1/tournaments/spring-cup/rounds/3/explanations"); got.StatusCode != http.StatusNotFound {
		t.Errorf("a draft answers %d", got.StatusCode)
	}
}

// TestChangedGamesAreTheDirectors swaps two players of a published round: their pages
// no longer explain the game by criteria.
func TestChangedGamesAreTheDirectors(t *testing.T) {
	s, d := drawn(t)
	s.check(s.director.On(anna, "spring-cup").Round(3).Publish(t.Context()))
	r := s.round(3)
	d.press(3, "swap", "player", id(r.Games[0].White), "player", id(r.Games[1].White), "sure", "yes", "why", "slip")
	s.client = s.browser()
	for i, director := range []bool{true, true, false, false} {
		doc := s.page(s.get("/t/spring-cup/round/3/why/"+id(r.Games[i].Black)), http.StatusOK)
		if got := text(doc, ".card .big"); strings.Contains(got, "the director has set this game") != director {
			t.Errorf("table %d: %q", i+1, got)
		}
	}
}
