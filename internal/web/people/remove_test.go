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

// Removing a player after a game withdraws the player, as the page announces.
func TestRemovingAPlayerWhoHasPlayed(t *testing.T) {
	s := newSite(t)
	before := s.Cup()
	s.Login()
	id := before.Rounds[0].Games[0].Black
	home := "/desk/spring-cup/players/" + strconv.Itoa(int(id))
	if got := sitetest.Text(s.Page(s.Get(home), http.StatusOK), ".danger"); !strings.Contains(got, "withdrawn") {
		t.Errorf("the page says %q", got)
	}
	if got := sitetest.Text(s.Page(s.Get(s.SeeOther(s.Post(home+"/remove", url.Values{}))), http.StatusOK), "main"); !strings.Contains(got, "Withdrew Öberg") {
		t.Errorf("the list says %q", got)
	}
	if p := s.State("spring-cup").Player(id); p == nil || p.Status != tournament.Withdrawn {
		t.Errorf("the player is %+v", p)
	}
}
