package settings_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"tourney/internal/pairing"
	"tourney/internal/testkit/sitetest"
	"tourney/internal/tournament"
)

func TestSeedsPage(t *testing.T) {
	s := newSite(t)
	s.Login()
	s.Kind("knockout", 4)
	first := func() tournament.PlayerID { return pairing.Seeds(s.State("open"), 1)[0] }
	for _, tt := range []struct {
		form url.Values
		want tournament.PlayerID
	}{
		{url.Values{"do": {"down 1"}}, 2}, {url.Values{"do": {"up 1"}}, 1}, {url.Values{"do": {"order"}, "seed-4": {"1"}}, 4},
		{url.Values{"do": {"rating"}}, 1}, {url.Values{"do": {"order"}, "seed-1": {"4"}}, 2}, {url.Values{"do": {"usual"}}, 1},
	} {
		s.SeeOther(s.Post("/desk/open/seeds/1", tt.form))
		if got := first(); got != tt.want {
			t.Errorf("%v: first is %d, want %d", tt.form, got, tt.want)
		}
	}
	s.SeeOther(s.Post("/desk/open/seeds/1", url.Values{"do": {"lot"}}))
	if format := s.State("open").Settings.Format; !format.ByHand || len(format.Seeds) != 4 {
		t.Errorf("by lot: %+v", format)
	}
	for _, do := range []string{"", "up 1x", "up 9", "dance"} {
		if got := s.Post("/desk/open/seeds/1", url.Values{"do": {do}}); got.StatusCode != http.StatusUnprocessableEntity && got.StatusCode != http.StatusBadRequest {
			t.Errorf("%q answers %d", do, got.StatusCode)
		}
	}
	s.Play(1)
	doc := s.Page(s.Post("/desk/open/seeds/1", url.Values{"do": {"rating"}}), http.StatusConflict)
	if got := sitetest.Text(doc, ".banner.error"); !strings.HasPrefix(got, "The seeds are fixed") || doc.Find(".seedlist button, .seedlist input").Length() != 0 {
		t.Errorf("published seeds: %q", got)
	}
}
