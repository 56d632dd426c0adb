package record_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"tourney/internal/testkit/sitetest"
	"tourney/internal/testkit/webtest"
	"tourney/internal/tournament"
)

// One player agrees on the phone of the other: the desk, the log and the page name the owner of the phone. With a
// second phone at the page this is not possible. A phone after its handover belongs to the other player.
func TestAgreementOnAnothersPhone(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	s := newSite(t)
	tn := s.Cup()
	settings := tn.Settings
	settings.PlayersSettle = true
	s.Check(s.Director.On(sitetest.Anna, "spring-cup").SetUp(t.Context(), tn.Info, settings))
	desk := s.Browser()
	s.Client = desk
	s.Login()
	link := s.Slip(2, 3)
	black := s.phone(link, 6)
	s.SeeOther(s.Post(link, url.Values{"text": {webtest.CountedRecord()}}))
	s.SeeOther(s.Post(link+"/settle", url.Values{"do": {"propose"}}))
	offered := func() (as, seen string) {
		s.Client = black
		form := s.Page(s.Get(link), http.StatusOK).Find("#settle .yes")
		return form.Find("[name=as]").AttrOr("value", ""), form.Find("[name=seen]").AttrOr("value", "")
	}
	if as, _ := offered(); as != "7" {
		t.Errorf("with one phone the page offers an agreement of %q", as)
	}
	s.SeeOther(s.Post(link+"/as", url.Values{"as": {"7"}})) // the phone is handed over
	s.Page(s.Get(link), http.StatusOK)
	s.SeeOther(s.Post(link+"/as", url.Values{"as": {"6"}}))
	if as, _ := offered(); as != "7" {
		t.Error("a phone that was handed over counts as the other's own")
	}

	white := s.phone(link, 7)
	s.Page(s.Get(link), http.StatusOK)
	as, seen := offered()
	if as != "" {
		t.Error("the agreement is offered while the other has a phone there")
	}
	if got := sitetest.Text(s.Page(s.Get(link), http.StatusOK), "#settle .yes .grey"); got != "Gran X has to agree, on their own phone." {
		t.Errorf("the page says %q", got)
	}
	s.Page(s.Post(link+"/settle", url.Values{"do": {"agree"}, "as": {"7"}, "seen": {seen}}), http.StatusForbidden)
	s.Client = white
	if got := s.Page(s.Get(link), http.StatusOK).Find("#settle .yes button").Length(); got != 2 {
		t.Errorf("the other phone has %d buttons", got)
	}

	s.Later.Add(int64(time.Hour)) // the phone has left
	if as, seen = offered(); as != "7" {
		t.Error("the agreement is not offered after the other's phone has gone")
	}
	s.SeeOther(s.Post(link+"/settle", url.Values{"do": {"agree"}, "as": {"7"}, "seen": {seen}}))
	if g, _ := s.GameAt(2, 3); g.ConfirmedBy != tournament.ByPlayerOn(7, 6) || g.EnteredBy != tournament.ByPlayer(6) {
		t.Errorf("entered by %s, confirmed by %s", g.EnteredBy, g.ConfirmedBy)
	}
	if got := sitetest.Text(s.Page(s.Get(link), http.StatusOK), "#match .points"); !strings.Contains(got, "Confirmed by Gran X, on the phone of Łoś X") {
		t.Errorf("the page says %q", got)
	}
	s.Client = desk
	for _, address := range []string{"/desk/spring-cup/round/2?table=3", "/desk/spring-cup/log"} {
		if got := sitetest.Text(s.Page(s.Get(address), http.StatusOK), "main"); !strings.Contains(got, "Gran X, on the phone of Łoś X") {
			t.Errorf("%s does not say whose phone it was", address)
		}
	}
}
