package record_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"tourney/internal/handicap"
	"tourney/internal/testkit/sitetest"
	"tourney/internal/tournament"
)

// The players of even games find komi and colours on their phones: by a komi of one and the other's choice of colour,
// and by secret bids.
func TestPlayersFindKomiAndColours(t *testing.T) {
	s := newSite(t)
	tn := s.Cup()
	settings := tn.Settings
	desk := s.Browser()
	set := func(way handicap.Choice) {
		t.Helper()
		settings.KomiChoice = way
		s.Check(s.Director.On(sitetest.Anna, "spring-cup").SetUp(t.Context(), tn.Info, settings))
	}
	link, at := "", ""
	sit := func(table int) (black, white *http.Client) {
		t.Helper()
		var g *tournament.Game
		g, at = s.GameAt(2, table)
		link = s.Slip(2, table)
		return s.phone(link, g.Black), s.phone(link, g.White)
	}
	says := func(client *http.Client, want ...string) {
		t.Helper()
		s.Client = client
		doc := s.Page(s.Get(link), http.StatusOK)
		if got := sitetest.Text(doc, "#choose p, #choose button"); got != strings.Join(want, " ") {
			t.Errorf("the phone says %q, want %q", got, strings.Join(want, " "))
		}
		if len(want) > 0 && doc.Find("[name=winner]").Length() != 0 {
			t.Error("the page asks for a result before the game has a komi")
		}
	}
	step := func(client *http.Client, status int, form url.Values) {
		t.Helper()
		s.Client = client
		if got := s.Post(link+"/komi", form); got.StatusCode != status {
			t.Errorf("%v answers %d, want %d", form, got.StatusCode, status)
		}
	}

	set(handicap.DivideAndChoose)
	first, second := sit(2) // 4 is Black, 1 White
	says(first, "Name the komi. Öberg X then chooses the colour, so name one at which you would play either.", "Name this komi")
	says(second, "Dahl X names the komi; then you choose the colour.")
	if got := sitetest.Text(s.Page(s.Get("/t/spring-cup"+at), http.StatusOK), "main"); !strings.Contains(got, "the players set komi and colours") {
		t.Errorf("the page of the game does not say who sets the komi: %s", got)
	}
	s.Client = desk
	s.Login()
	slips := s.Page(s.Get("/desk/spring-cup/print/slips/2"), http.StatusOK)
	if got := sitetest.Text(slips, ".slip .terms"); !strings.Contains(got, "the players set komi and colours") {
		t.Errorf("the slips say %s", got)
	}
	if got := sitetest.Text(slips, ".slip .how"); !strings.Contains(got, "jigo") {
		t.Errorf("the slips leave out a jigo, which a whole komi allows: %s", got)
	}
	step(s.Browser(), http.StatusForbidden, url.Values{"komi": {"6.5"}}) // a stranger
	step(first, http.StatusUnprocessableEntity, url.Values{"komi": {"six"}})
	step(first, http.StatusUnprocessableEntity, url.Values{"komi": {"60"}})
	step(second, http.StatusForbidden, url.Values{"takes": {"black"}})
	if got := s.Post(link, url.Values{"text": {"(;SZ[19];B[pd])"}}); got.StatusCode != http.StatusConflict { // a record would end the choice
		t.Errorf("a record before the komi is found answers %d", got.StatusCode)
	}
	step(first, http.StatusSeeOther, url.Values{"komi": {"7,5"}})
	says(first, "Komi 7.5. Öberg X now chooses the colour.")
	says(second, "Dahl X has named komi 7.5. Which colour do you play?", "Black I play Black", "White I play White")
	step(second, http.StatusSeeOther, url.Values{"takes": {"black"}})
	if g, _ := s.GameAt(2, 2); g.Black != 1 || g.White != 4 || g.Komi != 15 {
		t.Errorf("chosen, the game is %+v", g)
	}
	says(second)
	step(first, http.StatusConflict, url.Values{"komi": {"5.5"}})

	set(handicap.Auction)
	first, second = sit(4) // 9 is Black, 5 White
	step(first, http.StatusSeeOther, url.Values{"komi": {"−1.5"}})
	says(first, "Your bid is in. Waiting for Ek X.")
	says(second, "Say which komi you would give to play Black. Your opponent doesn't see it; the higher bid plays Black and gives it.", "Bid")
	for _, address := range []string{link, "/t/spring-cup" + at, "/t/spring-cup/round/2", "/t/spring-cup.json"} {
		if got := s.Body(s.Get(address)); strings.Contains(got, "1.5") || strings.Contains(got, "choosing") {
			t.Errorf("%s tells the bid", address)
		}
	}
	step(second, http.StatusSeeOther, url.Values{"komi": {"8"}})
	if g, _ := s.GameAt(2, 4); g.Black != 5 || g.White != 9 || g.Komi != 16 {
		t.Errorf("chosen, the game is %+v", g)
	}

	s.Client = desk
	s.Login()
	log := sitetest.Text(s.Page(s.Get("/desk/spring-cup/log"), http.StatusOK), "main")
	for _, want := range []string{"Dahl X named a komi", "players chose colours and komi 7.5", "players chose colours and komi 8"} {
		if !strings.Contains(log, want) {
			t.Errorf("the log does not say %q", want)
		}
	}
	if strings.Contains(log, "−1.5") {
		t.Error("the log tells what was bid")
	}
}
