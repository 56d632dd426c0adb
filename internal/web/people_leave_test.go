package web

import (
	"net/url"
	"strings"
	"testing"

	"tourney/internal/tournament"
)

// One button takes a player out of a draft, also without scripts: the list shows how
// the draft was changed, and can undo that.
func TestLeavingADraftFromTheList(t *testing.T) {
	s := newSite(t)
	s.cup()
	s.login()
	s.check(s.director.On(anna, "spring-cup").Round(3).Pair(t.Context(), 1))
	r := s.state("spring-cup").Round(3)
	gone, alone := r.Games[1].Black, r.Games[1].White
	home := "/desk/spring-cup/players/" + id(gone)
	for _, c := range []struct {
		path string
		form url.Values
	}{
		{home + "/status", url.Values{"status": {"withdrawn"}, "from": {"entry"}}},
		{home + "/round/3", url.Values{"attendance": {"absent"}, "q": {"a"}}},
	} {
		s.run(c.form.Get("status")+c.form.Get("attendance"), func(t *testing.T) {
			address := s.seeOther(s.post(c.path, c.form))
			page := s.page(s.get(address), 200)
			left := page.Find(".left")
			if said := left.Text(); !strings.Contains(said, s.state("spring-cup").NameOf(gone)) || !strings.Contains(said, s.state("spring-cup").NameOf(alone)) {
				t.Fatalf("%s leads to %s, which says %q", c.path, address, said)
			}
			undo := url.Values{"do": {"undo"}, "from": {"players"}, "version": {left.Find("[name=version]").AttrOr("value", "")}}
			if at := s.seeOther(s.post(left.AttrOr("action", ""), undo)); at != "/desk/spring-cup/players" {
				t.Errorf("the undo leads to %s", at)
			}
			if g := s.state("spring-cup").Round(3).Game(gone); g == nil || !g.Has(alone) {
				t.Errorf("the undo brings back %+v", s.state("spring-cup").Round(3))
			}
			if s.page(s.get(address), 200).Find(".left").Length() != 0 {
				t.Error("what was taken back is told still")
			}
		})
	}

	// A step without a change does not show an earlier one.
	s.seeOther(s.post(home+"/status", url.Values{"status": {"withdrawn"}}))
	r = s.state("spring-cup").Round(3)
	if at := s.seeOther(s.post("/desk/spring-cup/players/"+id(r.Games[0].Black)+"/status", url.Values{"status": {"checked-in"}})); strings.Contains(at, "left") {
		t.Errorf("leads to %s", at)
	}

	// A player outside the draft leaves without a notice.
	if at := s.seeOther(s.post(home+"/round/5", url.Values{"attendance": {string(tournament.Absent)}})); strings.Contains(at, "left") {
		t.Errorf("leads to %s", at)
	}
}
