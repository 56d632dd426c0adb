package public_test

import (
	"net/http"
	"strings"
	"testing"

	"tourney/internal/testkit/sitetest"
)

// TestPlayersReadWhyTheyMeet follows the links from the players' pages.
func TestPlayersReadWhyTheyMeet(t *testing.T) {
	s, _ := sitetest.Drawn(t)
	s.Check(s.Director.On(sitetest.Anna, "spring-cup").Round(3).Publish(t.Context()))
	s.Client = s.Browser()
	r := s.Round(3)
	for i := range r.Games {
		g := &r.Games[i]
		doc := s.Page(s.Get("/t/spring-cup/players/"+sitetest.ID(g.Black)), http.StatusOK)
		address := doc.Find(".card a.because").AttrOr("href", "")
		if want := "/t/spring-cup/round/3/why/" + sitetest.ID(g.Black); address != want {
			t.Fatalf("the card leads to %q, want %q", address, want)
		}
		if n := doc.Find(".course .because").Length(); n != 1 {
			t.Errorf("%d rounds are explained, want only the one that was drawn", n)
		}
		doc = s.Page(s.Get(address), http.StatusOK)
		if got := sitetest.Text(doc, ".card .big"); !strings.HasPrefix(got, "You meet") {
			t.Errorf("a player is told %q", got)
		}
		other := doc.Find(".card p:last-child a").AttrOr("href", "")
		if !strings.HasSuffix(other, "/"+sitetest.ID(g.White)) || sitetest.Text(s.Page(s.Get(other), http.StatusOK), ".card .big") == "" {
			t.Errorf("the opponent reads his at %q", other)
		}
		if got := sitetest.Text(doc, ".again"); !strings.Contains(got, r.Drawn.Inputs) {
			t.Errorf("by what the draw is made again: %q", got)
		}
	}
	bye := s.Page(s.Get("/t/spring-cup/round/3/why/"+sitetest.ID(r.Byes[0])), http.StatusOK)
	if got := sitetest.Text(bye, ".card .big"); !strings.Contains(got, "fewest byes") {
		t.Errorf("the bye is explained as %q", got)
	}
	for _, code := range []string{"fi", "pl", "cs"} {
		doc := s.Page(s.Get("/t/spring-cup/round/3/why/1", "Accept-Language", code), http.StatusOK)
		if found := sitetest.UntranslatedKey(doc.Text()); found != "" {
			t.Errorf("in %s the page shows %q", code, found)
		}
	}
	for _, path := range []string{"/round/1/why/1", "/round/3/why/77", "/round/9/why/1", "/round/3/why/x"} {
		s.Page(s.Get("/t/spring-cup"+path), http.StatusNotFound)
	}
}

// TestDraftsAreNotExplainedToAll loads pages that are not published.
func TestDraftsAreNotExplainedToAll(t *testing.T) {
	s, _ := sitetest.Drawn(t)
	s.Client = s.Browser()
	s.Page(s.Get("/t/spring-cup/round/3/why/1"), http.StatusNotFound)
	if got := s.Get("/api/v1/tournaments/spring-cup/rounds/3/explanations"); got.StatusCode != http.StatusNotFound {
		t.Errorf("a draft answers %d", got.StatusCode)
	}
}

// TestChangedGamesAreTheDirectors swaps two players of a published round: their pages do not explain the game by
// criteria.
func TestChangedGamesAreTheDirectors(t *testing.T) {
	s, d := sitetest.Drawn(t)
	s.Check(s.Director.On(sitetest.Anna, "spring-cup").Round(3).Publish(t.Context()))
	r := s.Round(3)
	d.Press(3, "swap", "player", sitetest.ID(r.Games[0].White), "player", sitetest.ID(r.Games[1].White), "sure", "yes", "why", "slip")
	s.Client = s.Browser()
	for i, director := range []bool{true, true, false, false} {
		doc := s.Page(s.Get("/t/spring-cup/round/3/why/"+sitetest.ID(r.Games[i].Black)), http.StatusOK)
		if got := sitetest.Text(doc, ".card .big"); strings.Contains(got, "the director has set this game") != director {
			t.Errorf("table %d: %q", i+1, got)
		}
	}
}
