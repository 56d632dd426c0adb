package people_test

import (
	"net/url"
	"strings"
	"testing"

	"tourney/internal/testkit/sitetest"
	"tourney/internal/tournament"
)

// One button removes a player from a draft, also without scripts: the list shows the changes of the draft, and an undo.
func TestLeavingADraftFromTheList(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.Login()
	s.Check(s.Director.On(sitetest.Anna, "spring-cup").Round(3).Pair(t.Context(), 1))
	r := s.State("spring-cup").Round(3)
	gone, alone := r.Games[1].Black, r.Games[1].White
	home := "/desk/spring-cup/players/" + sitetest.ID(gone)
	for _, c := range []struct {
		path string
		form url.Values
	}{
		{home + "/status", url.Values{"status": {"withdrawn"}, "from": {"entry"}}},
		{home + "/round/3", url.Values{"attendance": {"absent"}, "q": {"a"}}},
	} {
		s.Run(c.form.Get("status")+c.form.Get("attendance"), func(t *testing.T) {
			address := s.SeeOther(s.Post(c.path, c.form))
			page := s.Page(s.Get(address), 200)
			left := page.Find(".left")
			if said := left.Text(); !strings.Contains(said, s.State("spring-cup").NameOf(gone)) || !strings.Contains(said, s.State("spring-cup").NameOf(alone)) {
				t.Fatalf("%s leads to %s, which says %q", c.path, address, said)
			}
			undo := url.Values{"do": {"undo"}, "from": {"players"}, "version": {left.Find("[name=version]").AttrOr("value", "")}}
			if at := s.SeeOther(s.Post(left.AttrOr("action", ""), undo)); at != "/desk/spring-cup/players" {
				t.Errorf("the undo leads to %s", at)
			}
			if g := s.State("spring-cup").Round(3).Game(gone); g == nil || !g.Has(alone) {
				t.Errorf("the undo brings back %+v", s.State("spring-cup").Round(3))
			}
			if s.Page(s.Get(address), 200).Find(".left").Length() != 0 {
				t.Error("what was taken back is told still")
			}
		})
	}

	// A step without a change does not show an earlier one.
	s.SeeOther(s.Post(home+"/status", url.Values{"status": {"withdrawn"}}))
	r = s.State("spring-cup").Round(3)
	if at := s.SeeOther(s.Post("/desk/spring-cup/players/"+sitetest.ID(r.Games[0].Black)+"/status", url.Values{"status": {"checked-in"}})); strings.Contains(at, "left") {
		t.Errorf("leads to %s", at)
	}

	// A player outside the draft leaves without a notice.
	if at := s.SeeOther(s.Post(home+"/round/5", url.Values{"attendance": {string(tournament.Absent)}})); strings.Contains(at, "left") {
		t.Errorf("leads to %s", at)
	}
}
