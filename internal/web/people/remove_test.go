package people_test

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"tourney/internal/testkit/sitetest"
	"tourney/internal/tournament"
)

// A player with a game withdraws, another one is removed. A form from before the game withdraws the player too.
func TestRemovingAPlayerWhoHasPlayed(t *testing.T) {
	s := newSite(t)
	before := s.Cup()
	s.Login()
	id := before.Rounds[0].Games[0].Black
	home := "/desk/spring-cup/players/" + strconv.Itoa(int(id))
	played := s.Page(s.Get(home), http.StatusOK)
	if played.Find(".danger").Length() != 0 || played.Find("[name=status][value=withdrawn]").Length() != 1 {
		t.Errorf("who has played sees %q", sitetest.Text(played, ".head"))
	}
	added := s.SeeOther(s.Post("/desk/spring-cup/players", url.Values{"family": {"Nyman"}, "rank": {"3k"}, "once": {"n"}}))
	newcomer := s.Page(s.Get(s.Page(s.Get(added), http.StatusOK).Find("#reading a").AttrOr("href", "")), http.StatusOK)
	if newcomer.Find(".danger form").Length() != 1 || newcomer.Find("[name=status][value=withdrawn]").Length() != 0 {
		t.Errorf("who has not played sees %q", sitetest.Text(newcomer, ".head"))
	}
	if got := sitetest.Text(s.Page(s.Get(s.SeeOther(s.Post(home+"/remove", url.Values{}))), http.StatusOK), "main"); !strings.Contains(got, "Withdrew Öberg") {
		t.Errorf("the list says %q", got)
	}
	if p := s.State("spring-cup").Player(id); p == nil || p.Status != tournament.Withdrawn {
		t.Errorf("the player is %+v", p)
	}
}
