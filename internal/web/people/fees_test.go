package people_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"tourney/internal/event/day"
	"tourney/internal/rank"
	"tourney/internal/testkit/sitetest"
	"tourney/internal/tournament"
	"tourney/internal/tournament/consent"
	"tourney/internal/tournament/fees"
)

// withFees gives a tournament two fee classes and opens its sign-up.
func (s *testSite) withFees() {
	s.T.Helper()
	s.Sample()
	tn := s.State("open")
	settings := tn.Settings
	settings.Fees = fees.Rules{Currency: "€", Classes: []fees.Class{
		{Name: "junior", Amount: 5_50, Choosable: true}, {Name: "adult", Amount: 15_00},
	}}
	settings.SignUp = tournament.SignUp{Open: true, Limit: 2}
	s.Check(s.Director.On(sitetest.Anna, "open").SetUp(s.T.Context(), tn.Info, settings))
}

// The desk chooses a fee class, notes payments in the list of players, and returns money.
func TestFeesAtTheDesk(t *testing.T) {
	s := newSite(t)
	s.withFees()
	s.Login()
	const home = "/desk/open/players"
	s.SeeOther(s.Post(home, url.Values{"family": {"Aho"}, "rank": {"3k"}, "once": {"a"}, "here": {"1"}, "hiding": {""}}))
	s.SeeOther(s.Post(home, url.Values{"family": {"Berg"}, "rank": {"9k"}, "once": {"b"}, "fee-class": {"junior"}, "paid": {"1"}, "hiding": {"initials"}}))
	if p := s.State("open").Players[1]; p.Hiding != consent.Initials || p.Fee.Paid != 5_50 || !p.Fee.PaidOn.Equal(s.State("open").Info.DateAt(sitetest.Noon)) || p.Fee.Class != "junior" || s.State("open").Players[0].Hiding != consent.Unsaid {
		t.Errorf("registered %+v", p)
	}
	if got := s.Post(home, url.Values{"family": {"Cihla"}, "rank": {"9k"}, "once": {"c"}, "fee-class": {"senior"}}); got.StatusCode != http.StatusUnprocessableEntity {
		t.Errorf("a fee class that there is not answers %d", got.StatusCode)
	}
	doc := s.Page(s.Get(home), http.StatusOK)
	if got := sitetest.Text(doc, "#sums dl"); got != "Paid by 1 5.50 € Due from 1 15 €" {
		t.Errorf("the sums are %q", got)
	}
	if got := sitetest.Text(doc, ".entrants tbody tr:nth-child(2)"); !strings.Contains(got, "5.50 € paid") {
		t.Errorf("the row of the junior says %q", got)
	}
	if got := sitetest.Text(s.Page(s.Get(home+"?show=unpaid"), http.StatusOK), ".entrants tbody .who"); got != "Aho" {
		t.Errorf("unpaid are %q", got)
	}
	pay := doc.Find("button.due")
	for range 2 { // a second click changes nothing
		to := s.SeeOther(s.Post(pay.AttrOr("formaction", ""), url.Values{"do": {"pay"}}))
		doc = s.Page(s.Get(to), http.StatusOK)
	}
	if p := s.State("open").Players[0]; p.Fee.Paid != 15_00 || p.Fee.PaidOn.IsZero() {
		t.Errorf("after a payment %+v", p.Fee)
	}
	back := doc.Find("#reading button")
	if row := doc.Find(".entrants td.paid button"); row.AttrOr("formaction", "") != back.AttrOr("formaction", "-") || row.AttrOr("value", "") != "undo" {
		t.Error("the payment cannot be undone beside it")
	}
	if got := sitetest.Text(doc, "#reading"); !strings.Contains(got, "Paid: Aho, 15 €") || doc.Find("button.due").Length() != 0 {
		t.Errorf("after a payment the page says %q", got)
	}
	s.SeeOther(s.Post(back.AttrOr("formaction", ""), url.Values{"do": {back.AttrOr("value", "")}}))
	if p := s.State("open").Players[0]; p.Fee != (tournament.Fee{}) {
		t.Errorf("after the undo %+v", p.Fee)
	}
	for _, wrong := range []url.Values{{"do": {"pay"}, "sum": {"much"}}, {"do": {"pay"}, "sum": {"-5"}}, {"do": {"sum"}, "sum": {"5"}}, {"do": {"gift"}, "sum": {"5"}}} {
		if got := s.Post(home+"/1/fee", wrong); got.StatusCode != http.StatusUnprocessableEntity {
			t.Errorf("%v answers %d", wrong, got.StatusCode)
		}
	}
	s.SeeOther(s.Post(home+"/1/fee", url.Values{"do": {"sum"}, "sum": {"7,5"}, "reason": {"=helps"}}))
	if p := s.State("open").Players[0]; !p.Fee.Own || p.Fee.Sum != 7_50 {
		t.Errorf("with a sum of its own %+v", p.Fee)
	}
	if got := sitetest.Text(s.Page(s.Get("/desk/open/fees"), http.StatusOK), ".treasury tbody"); !strings.Contains(got, "7.50 €") || !strings.Contains(got, "5.50 €") {
		t.Errorf("the treasurer's list is %q", got)
	}
	got := s.Body(s.Get("/desk/open/fees.csv", "Accept-Language", "fi"))
	if !strings.Contains(got, "Aho;3k;;;7,50;0;7,50;\r\n") {
		t.Errorf("as CSV it is %q", got)
	}
	if got := s.Get("/t/open/fees"); got.StatusCode != http.StatusNotFound {
		t.Errorf("the public list of fees answers %d", got.StatusCode)
	}
}

// The undo of returned money restores the payment with its day, once only. It undoes only payments of that player.
func TestUndoOfMoneyGivenBack(t *testing.T) {
	s := newSite(t)
	s.withFees()
	s.Login()
	const home = "/desk/open/players"
	s.SeeOther(s.Post(home, url.Values{"family": {"Aho"}, "rank": {"3k"}, "once": {"a"}}))
	s.SeeOther(s.Post(home, url.Values{"family": {"Berg"}, "rank": {"3k"}, "once": {"b"}}))
	tn := s.State("open")
	paid, earlier := tn.Players[0], tn.Info.DateAt(sitetest.Noon).AddDate(0, 0, -9)
	s.Check(s.Director.On(sitetest.Anna, "open").EditPlayer(t.Context(), paid.ID, tournament.AllowNamesakes, func(p *tournament.Player) {
		p.Fee.Paid, p.Fee.PaidOn = 15_00, earlier
	}))
	to := s.SeeOther(s.Post(home+"/1/fee", url.Values{"do": {"back"}, "sum": {"15"}}))
	if p := s.State("open").Players[0]; p.Fee.Paid != 0 {
		t.Fatalf("after giving back: %+v", p.Fee)
	}
	undo := s.Page(s.Get(to), http.StatusOK).Find("#reading button")
	for range 2 { // a second click changes nothing
		to = s.SeeOther(s.Post(undo.AttrOr("formaction", ""), url.Values{undo.AttrOr("name", ""): {undo.AttrOr("value", "")}}))
		if p := s.State("open").Players[0]; p.Fee.Paid != 15_00 || !p.Fee.PaidOn.Equal(earlier) {
			t.Errorf("after the undo: %+v", p.Fee)
		}
	}
	if got := sitetest.Text(s.Page(s.Get(to), http.StatusOK), "#reading"); got != "Undone: Aho has paid 15 €" {
		t.Errorf("after the undo the page says %q", got)
	}
	s.SeeOther(s.Post(home+"/2/fee", url.Values{"do": {"pay"}, "sum": {"15"}}))
	latest := s.State("open").Version
	for _, other := range []int{latest, 1, 2, latest + 9} {
		if got := s.Post(fmt.Sprintf("%s/1/fee?version=%d", home, other), url.Values{"do": {"undo"}}); got.StatusCode != http.StatusNotFound {
			t.Errorf("the undo of version %d answers %d", other, got.StatusCode)
		}
	}
}

// Reserves and withdrawn players owe no fee: on the list, on the treasurer's list and in its sum.
func TestOnlyPlayersWithAPlaceOwe(t *testing.T) {
	s := newSite(t)
	s.withFees()
	s.Login()
	for _, name := range []string{"Aho", "Berg", "Cihla", "Dahl"} {
		s.SeeOther(s.Post("/desk/open/players", url.Values{"family": {name}, "rank": {"3k"}, "once": {name}}))
	}
	s.Check(s.Director.On(sitetest.Anna, "open").SetStatus(t.Context(), s.State("open").Players[0].ID, tournament.Withdrawn))
	takings := day.TakingsOf(s.State("open"), sitetest.Noon)
	if takings.Open != 30_00 || takings.Players-takings.Settled != 2 {
		t.Fatalf("the takings: %+v", takings)
	}
	doc := s.Page(s.Get("/desk/open/players"), http.StatusOK)
	if got := sitetest.Text(doc, "#sums dl"); got != "Due from 2 30 €" || doc.Find("button.due").Length() != 2 {
		t.Errorf("the sums are %q, %d can pay", got, doc.Find("button.due").Length())
	}
	if doc := s.Page(s.Get("/desk/open/fees"), http.StatusOK); doc.Find(".treasury td.due").Length() != 2 {
		t.Errorf("the treasurer asks %q", sitetest.Text(doc, ".treasury tbody"))
	}
}

// The treasurer's list has withdrawn players who paid, since the till has the money, and omits those without payment.
func TestTreasurerSeesWhoHasPaid(t *testing.T) {
	s := newSite(t)
	s.withFees()
	s.Login()
	s.SeeOther(s.Post("/desk/open/players", url.Values{"family": {"Aho"}, "rank": {"3k"}, "once": {"a"}, "paid": {"1"}}))
	s.SeeOther(s.Post("/desk/open/players", url.Values{"family": {"Berg"}, "rank": {"3k"}, "once": {"b"}}))
	for _, p := range s.State("open").Players {
		s.Check(s.Director.On(sitetest.Anna, "open").SetStatus(t.Context(), p.ID, tournament.Withdrawn))
	}
	doc := s.Page(s.Get("/desk/open/fees"), http.StatusOK)
	if got := sitetest.Text(doc, ".treasury tbody .who"); got != "Aho" {
		t.Errorf("the treasurer's list has %q", got)
	}
	if got := s.Body(s.Get("/desk/open/fees.csv")); !strings.Contains(got, "Aho;") || strings.Contains(got, "Berg;") {
		t.Errorf("the treasurer's file has %q", got)
	}
}

// A sign-up is accepted or refused from the list; a reserve waits.
func TestSignUpsAtTheDesk(t *testing.T) {
	s := newSite(t)
	s.withFees()
	s.Login()
	for _, name := range []string{"Aho", "Berg", "Cihla"} {
		entry := day.SignUp{Player: tournament.Player{Family: name, Rank: rank.Kyu(3)}, Note: "vegan " + name}
		_, err := s.Director.SignUp(t.Context(), "open", entry, name)
		s.Check(err)
	}
	doc := s.Page(s.Get("/desk/open/players?show=reserve"), http.StatusOK)
	if got := sitetest.Text(doc, ".entrants tbody .name"); !strings.HasPrefix(got, "Cihla 3k") || !strings.Contains(got, "Reserve 1") {
		t.Errorf("on the reserve list is %q", got)
	}
	if got := sitetest.Text(doc, "#signups"); !strings.Contains(got, "sign-ups: 3") || !strings.Contains(got, "vegan Berg") {
		t.Errorf("the sign-ups are %q", got)
	}
	forms := doc.Find("#signups form.signup")
	s.SeeOther(s.Post(forms.Eq(0).AttrOr("action", ""), url.Values{"do": {"grant"}}))
	s.SeeOther(s.Post(forms.Eq(1).AttrOr("action", ""), url.Values{"do": {"refuse"}}))
	if tn := s.State("open"); len(tn.Players) != 2 || tn.Players[1].Family != "Cihla" {
		t.Errorf("the players are %+v", tn.Players)
	}
	if got := sitetest.Text(s.Page(s.Get("/desk/open/players"), http.StatusOK), "#signups"); !strings.Contains(got, "sign-ups: 1") ||
		!strings.Contains(got, "vegan Cihla") || !strings.Contains(got, "Cihla, a reserve, has a place now") {
		t.Errorf("the sign-ups left are %q", got)
	}
	if got := s.Post(forms.Eq(1).AttrOr("action", ""), url.Values{"do": {"grant"}}); got.StatusCode != http.StatusConflict {
		t.Errorf("a sign-up answered twice answers %d", got.StatusCode)
	}
}

// The treasurer marks fees as paid on the list itself, and undoes the last payment there. The unpaid fees come first.
func TestTreasurerTakesMoney(t *testing.T) {
	s := newSite(t)
	s.withFees()
	s.Login()
	const fees = "/desk/open/fees"
	if doc := s.Page(s.Get(fees), http.StatusOK); doc.Find(".head .actions").Length() != 0 {
		t.Error("an empty list can be printed")
	}
	s.SeeOther(s.Post("/desk/open/players", url.Values{"family": {"Aho"}, "rank": {"3k"}, "once": {"a"}, "paid": {"1"}}))
	s.SeeOther(s.Post("/desk/open/players", url.Values{"family": {"Berg"}, "rank": {"3k"}, "once": {"b"}}))
	doc := s.Page(s.Get(fees), http.StatusOK)
	if got := sitetest.Text(doc, ".treasury tbody .who"); got != "Berg Aho" {
		t.Errorf("the order is %q", got)
	}
	if got := sitetest.Text(doc, ".treasury tfoot"); got != "15 € to come from 1 player Paid by 1: 15 €" {
		t.Errorf("the sums are %q", got)
	}
	pay := func(do string) *goquery.Document {
		form := doc.Find(".treasury form:has([value=" + do + "])")
		at := s.SeeOther(s.Post(form.AttrOr("action", ""), url.Values{"from": {form.Find("[name=from]").AttrOr("value", "")}, "do": {do}}))
		if !strings.HasPrefix(at, fees) {
			t.Errorf("%s leads to %s", do, at)
		}
		return s.Page(s.Get(at), http.StatusOK)
	}
	doc = pay("pay")
	if p := s.State("open").Players[1]; p.Fee.Paid != 15_00 || doc.Find(".treasury td.due").Length() != 0 {
		t.Errorf("after a payment %+v", p.Fee)
	}
	doc = pay("undo")
	if p := s.State("open").Players[1]; p.Fee.Paid != 0 || doc.Find(".treasury td.due").Length() != 1 {
		t.Errorf("after the undo %+v", p.Fee)
	}
}
