package signup_test

import (
	"net/http"
	"net/url"
	"testing"

	"tourney/internal/testkit/sitetest"
	"tourney/internal/tournament"
)

// A form with a used key, for example after the Back button, or whose player has been removed, is shown again with its
// typed values and a new key, so that it can be sent again.
func TestUsedForms(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.Login()
	players := url.Values{"family": {"Ek"}, "rank": {"5k"}, "once": {"a"}}
	s.SeeOther(s.Post("/desk/spring-cup/players", players))
	id := s.State("spring-cup").Players[len(s.State("spring-cup").Players)-1].ID
	s.SeeOther(s.Post("/desk/spring-cup/players", players))
	s.Check(s.Director.On(sitetest.Anna, "spring-cup").RemovePlayer(t.Context(), tournament.PlayerID(id)))
	made := url.Values{"name": {"Autumn"}, "preset": {"egf"}, "begin": {"2026-10-02"}, "once": {"b"}}
	s.SeeOther(s.Post("/new", made))
	other := url.Values{"name": {"Winter"}, "preset": {"egf"}, "begin": {"2026-12-02"}, "once": {"b"}}
	for path, form := range map[string]url.Values{"/desk/spring-cup/players": players, "/new": other} {
		doc := s.Page(s.Post(path, form), http.StatusUnprocessableEntity)
		key, _ := doc.Find("form input[name=once]").First().Attr("value")
		if key == "" || key == form.Get("once") {
			t.Errorf("%s comes back with the key %q", path, key)
		}
		form.Set("once", key)
		s.SeeOther(s.Post(path, form))
	}
}
