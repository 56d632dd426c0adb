package record_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"tourney/internal/testkit/sitetest"
	"tourney/internal/testkit/webtest"
	"tourney/internal/tournament"
	"tourney/internal/tournament/consent"
	"tourney/internal/web/page"
	"tourney/internal/web/site"
)

// Two players settle their game on their own phones: one marks the dead stones, the other disagrees, then agrees, and
// the count is the result. The desk sees each step, and a decision of the desk closes the page.
func TestPlayersSettleTheirGame(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	s := newSite(t)
	tn := s.Cup()
	settings := tn.Settings
	allow := func(change func(*tournament.Settings)) {
		t.Helper()
		change(&settings)
		s.Check(s.Director.On(sitetest.Anna, "spring-cup").SetUp(t.Context(), tn.Info, settings))
	}
	_, at := s.GameAt(2, 3)
	link := s.Slip(2, 3)
	black, white, desk := s.phone(link, 6), s.phone(link, 7), s.Browser()
	s.Client = desk
	s.Login()
	s.Client = black
	s.SeeOther(s.Post(link, url.Values{"text": {webtest.CountedRecord()}}))
	if doc := s.Page(s.Get(link), http.StatusOK); doc.Find("#settle").Length() != 0 {
		t.Fatal("players settle what the director does not allow")
	}
	s.Page(s.Post(link+"/settle", url.Values{"do": {"propose"}}), http.StatusForbidden)
	allow(func(to *tournament.Settings) { to.PlayersSettle = true })

	says := func(client *http.Client, selector string, want ...string) {
		t.Helper()
		s.Client = client
		if got := sitetest.Text(s.Page(s.Get(link), http.StatusOK), selector); got != strings.Join(want, " ") {
			t.Errorf("the phone says %q, want %q", got, strings.Join(want, " "))
		}
	}
	seen := func() string {
		return s.Page(s.Get(link), http.StatusOK).Find("#settle .yes [name=seen]").AttrOr("value", "")
	}
	dead := func() (points []string) {
		for _, box := range s.Page(s.Get(link), http.StatusOK).Find("#settle [name=dead][checked]").EachIter() {
			points = append(points, box.AttrOr("value", ""))
		}
		return points
	}
	says(black, "#settle .grey:not(.push)", "Both have passed. Mark the dead stones; your opponent then agrees or not.")
	estimate := dead()
	would := func(query string) string {
		return sitetest.Text(s.Page(s.Get(link+query), http.StatusOK), "#would")
	}
	if alive, without := would(""), would("?look=yes&dead=qq"); alive == without || !strings.Contains(without, "points") {
		t.Errorf("with all stones alive the page counts %q, with a white one dead %q", alive, without)
	}
	if got := would("?look=yes&dead=aa&dead=zz"); got != would("") {
		t.Errorf("points without a stone are counted as dead: %q", got)
	}
	s.Page(s.Get(link+"?look=yes&dead=nowhere"), http.StatusUnprocessableEntity)
	s.SeeOther(s.Post(link+"/settle", url.Values{"do": {"propose"}, "dead": estimate}))
	says(black, "#settle .points", "Łoś X says all stones live")
	says(white, "#settle .yes button", "I agree", "I disagree")
	if got := s.Page(s.Get(link), http.StatusOK).Find("#proposed svg .own > *").Length(); got == 0 {
		t.Error("the proposal doesn't show whose the points are")
	}
	first := seen()
	if got := s.Page(s.Get(link), http.StatusOK).Find("#settle .count tr").Length(); got < 4 {
		t.Errorf("the count has %d lines", got)
	}
	s.Client = desk
	if got := sitetest.Text(s.Page(s.Get("/desk/spring-cup/round/2?table=3"), http.StatusOK), "#panel .chosen .points"); got != "Łoś X says all stones live" {
		t.Errorf("the desk is told %q", got)
	}

	if got := sitetest.Text(s.Page(s.Get("/desk/spring-cup/round/2"), http.StatusOK), "td.res .heard"); got != "Łoś X says all stones live." {
		t.Errorf("the list of the desk says %q", got)
	}

	// Players cannot agree to their own proposal, or to a changed one.
	s.Client = black
	s.Page(s.Post(link+"/settle", url.Values{"do": {"agree"}, "seen": {first}}), http.StatusConflict)
	s.Client = white
	s.SeeOther(s.Post(link+"/settle", url.Values{"do": {"disagree"}, "seen": {first}}))
	says(black, "#settle .points", "Łoś X says all stones live", "Gran X disagrees")
	says(white, "#settle .yes button", "I agree")
	for name, want := range map[string]string{
		"japanese": "by a variation", "czech": "by a variation", "chinese": "you play on", "aga": "you play on", "leaflet": "you play on",
		"tromp-taylor": "do not allow playing on",
	} {
		allow(func(to *tournament.Settings) { to.Rules = name })
		doc := s.Page(s.Get(link), http.StatusOK)
		if got := sitetest.Text(doc, "#settle .warning"); !strings.Contains(got, want) {
			t.Errorf("%s: players who disagree are told %q", name, got)
		}
		if got := doc.Find("#settle [data-dead]").Length(); (got == 0) != (name == "tromp-taylor") {
			t.Errorf("%s: %d forms mark dead stones", name, got)
		}
	}
	allow(func(to *tournament.Settings) { to.Rules = tn.Settings.Rules })
	s.Client = white
	s.SeeOther(s.Post(link+"/settle", url.Values{"do": {"propose"}}))
	s.Page(s.Post(link+"/settle", url.Values{"do": {"agree"}, "seen": {first}}), http.StatusConflict)
	s.Client = black
	s.SeeOther(s.Post(link+"/settle", url.Values{"do": {"propose"}, "dead": estimate}))
	s.SeeOther(s.Post(link+"/settle", url.Values{"do": {"referee"}}))
	says(white, "#settle .points", "Łoś X says all stones live", "Łoś X asks for the referee")
	says(white, "#settle .warning", "The desk knows: the referee comes to your table. You can still agree until then.")
	s.Client = desk
	if got := sitetest.Text(s.Page(s.Get("/desk/spring-cup/round/2"), http.StatusOK), "#panel .today"); !strings.Contains(got, "1 game asks for the referee") {
		t.Errorf("the day says %q", got)
	}
	s.Client = white
	for name, form := range map[string]url.Values{
		"no step":       {"do": {"win"}},
		"another":       {"do": {"agree"}, "as": {"1"}, "seen": {first}},
		"no stone":      {"do": {"propose"}, "dead": {"aa"}},
		"no such point": {"do": {"propose"}, "dead": {"??"}},
	} {
		if got := s.Post(link+"/settle", form); got.StatusCode < 400 || got.StatusCode >= 500 {
			t.Errorf("%s answers %d", name, got.StatusCode)
		}
	}

	// A device without a chosen player cannot act for one.
	s.Client = s.Browser()
	for _, do := range []string{"agree", "propose", "void", "referee"} {
		s.Page(s.Post(link+"/settle", url.Values{"do": {do}, "as": {"6"}, "seen": {first}}), http.StatusForbidden)
	}

	// A player who hides their name hides it from the opponent too.
	hide := func(h consent.Hiding) {
		s.Check(s.Director.On(sitetest.Anna, "spring-cup").EditPlayer(t.Context(), 7, tournament.AllowNamesakes, func(p *tournament.Player) { p.Hiding = h }))
	}
	hide(consent.Initials)
	s.Client = black
	if got := s.Body(s.Get(link)); strings.Contains(got, "Gran") {
		t.Error("the page tells the name of the opponent, who hides it")
	}
	hide(consent.Unsaid)

	// One phone may be handed over.
	s.Later.Add(int64(time.Hour)) // the second phone has left
	s.Client = black
	s.SeeOther(s.Post(link+"/settle", url.Values{"do": {"agree"}, "as": {"7"}, "seen": {seen()}}))
	g, _ := s.GameAt(2, 3)
	if !g.Result.Known() || g.EnteredBy != tournament.ByPlayer(6) || g.ConfirmedBy != tournament.ByPlayerOn(7, 6) || g.Settling != (tournament.Settling{}) {
		t.Errorf("agreed, the game is %+v", g)
	}
	if doc := s.Page(s.Get(link), http.StatusOK); doc.Find("#settle").Length() != 0 {
		t.Error("a settled game can be settled once more")
	}
	s.Page(s.Post(link+"/settle", url.Values{"do": {"propose"}}), http.StatusConflict)
	s.Client = desk
	log := sitetest.Text(s.Page(s.Get("/desk/spring-cup/log"), http.StatusOK), "main")
	for _, want := range []string{"Łoś X marked the dead stones", "Gran X disagreed", "Łoś X asked for the referee", "Gran X agreed, "} {
		if !strings.Contains(log, want) {
			t.Errorf("the log does not say %q", want)
		}
	}
	if doc := s.Page(s.Get("/t/spring-cup"+at), http.StatusOK); doc.Find(".count tr").Length() == 0 {
		t.Error("the public page does not count")
	}
	s.Client = black
	tries := 0
	for got := 0; got != http.StatusTooManyRequests && tries < 2*site.TriesAtOnce; tries++ {
		got = s.Post(link+"/settle", url.Values{"do": {"propose"}}).StatusCode
	}
	if tries == 2*site.TriesAtOnce {
		t.Error("a player can take steps without end")
	}

	// A game without a record ends by resignation, though reports alone are not allowed.
	settings.PlayerResults = false
	allow(func(*tournament.Settings) {})
	other, _ := s.GameAt(2, 4)
	link = s.Slip(2, 4)
	s.Client = s.phone(link, other.Black)
	form := s.Page(s.Get(link), http.StatusOK).Find(".outcome [name=seen]").AttrOr("value", "")
	s.SeeOther(s.Post(link+"/result", url.Values{"seen": {form}, "winner": {strconv.Itoa(int(other.White))}, "how": {"R"}}))
	if other, _ = s.GameAt(2, 4); other.Result.String() != "W+R" || other.EnteredBy != tournament.ByPlayer(other.Black) {
		t.Errorf("resigned, the game is %+v", other)
	}
}

// A phone reloads its page when the game has a new stage on the other phone: a new record or an agreed end. Moves being
// entered stay, and a result alone updates in place.
func TestPhoneFollowsTheGame(t *testing.T) {
	s := newSite(t)
	tn := s.Cup()
	settings := tn.Settings
	settings.PlayersSettle = true
	s.Check(s.Director.On(sitetest.Anna, "spring-cup").SetUp(t.Context(), tn.Info, settings))
	link := s.Slip(2, 3)
	black, white := s.phone(link, 6), s.phone(link, 7)
	stage := func() string {
		t.Helper()
		s.Client = white
		var vals struct{ Stage string }
		text := s.Page(s.Get(link), http.StatusOK).Find("#match").AttrOr("hx-vals", "")
		s.Check(json.Unmarshal([]byte(text), &vals))
		return vals.Stage
	}
	fetched := func(stage, moves string) string {
		t.Helper()
		s.Client = white
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.HTTP.URL+link+"?"+url.Values{"stage": {stage}, "moves": {moves}}.Encode(), nil)
		s.Check(err)
		r.Header.Set("HX-Request", "true")
		got, err := s.Client.Do(r)
		s.Check(err)
		_ = got.Body.Close() // only the header counts
		return got.Header.Get("HX-Refresh")
	}
	first := stage()
	if got := fetched(first, ""); got != "" {
		t.Errorf("nothing has changed, yet the phone is told to load anew: %q", got)
	}
	s.Client = black
	s.SeeOther(s.Post(link, url.Values{"text": {webtest.CountedRecord()}}))
	if got := fetched(first, ""); got != "true" {
		t.Error("the record is in, and the other phone still asks for one")
	}
	if got := fetched(first, "pdpp"); got != "" {
		t.Error("moves that are being entered are lost")
	}
	second := stage()
	s.Client = black
	s.SeeOther(s.Post(link+"/settle", url.Values{"do": {"propose"}}))
	if got := fetched(second, ""); got != "" {
		t.Error("a proposal is shown in its place")
	}
	s.Client = white
	seen := s.Page(s.Get(link), http.StatusOK).Find("#settle .yes [name=seen]").AttrOr("value", "")
	s.SeeOther(s.Post(link+"/settle", url.Values{"do": {"agree"}, "seen": {seen}}))
	if got := fetched(second, ""); got != "true" {
		t.Error("the game is settled, and the other phone still asks to settle it")
	}
}

// A phone with an outdated form, because both players have reported different results, reloads its page;
// so it does once the desk has decided.
func TestPhoneFollowsADispute(t *testing.T) {
	s := newSite(t)
	tn := s.Cup()
	settings := tn.Settings
	settings.PlayerResults = true
	s.Check(s.Director.On(sitetest.Anna, "spring-cup").SetUp(t.Context(), tn.Info, settings))
	link := s.Slip(2, 3)
	black, white := s.phone(link, 6), s.phone(link, 7)
	stage := func() string {
		s.Client = black
		var vals struct{ Stage string }
		s.Check(json.Unmarshal([]byte(s.Page(s.Get(link), http.StatusOK).Find("#match").AttrOr("hx-vals", "")), &vals))
		return vals.Stage
	}
	report := func(phone *http.Client, winner string) {
		s.Client = phone
		g, _ := s.GameAt(2, 3)
		s.SeeOther(s.Post(link+"/result", url.Values{"seen": {page.FormatSeen(g)}, "winner": {winner}, "how": {"R"}}))
	}
	open := stage()
	report(black, "6")
	if got := stage(); got != open {
		t.Errorf("a report alone changes the stage from %q to %q", open, got)
	}
	report(white, "7")
	disputed := stage()
	if disputed == open {
		t.Error("the page of a disputed game keeps its form")
	}
	if doc := s.Page(s.Get(link), http.StatusOK); doc.Find(".outcome").Length() != 0 {
		t.Errorf("the page of a disputed game offers %q", sitetest.Text(doc, ".outcome"))
	}
	s.Client = s.Browser()
	s.Login()
	desk := s.Page(s.Get("/desk/spring-cup/round/2"), http.StatusOK)
	form := sitetest.Fields(desk, ".dispute form")
	form.Set("result", desk.Find(".dispute form button").First().AttrOr("value", ""))
	s.SeeOther(s.Post("/desk/spring-cup/result", form))
	if got := stage(); got == disputed {
		t.Error("the page of a decided game keeps the question")
	}
}

// Under rules with games without a result, two players can agree on one; under others they cannot.
func TestPlayersEndWithoutAResult(t *testing.T) {
	s := newSite(t)
	tn := s.Cup()
	settings := tn.Settings
	settings.PlayersSettle = true
	play := func(rules string) {
		t.Helper()
		settings.Rules = rules
		s.Check(s.Director.On(sitetest.Anna, "spring-cup").SetUp(t.Context(), tn.Info, settings))
	}
	link := s.Slip(2, 3)
	black, white := s.phone(link, 6), s.phone(link, 7)
	s.Client = black
	s.SeeOther(s.Post(link, url.Values{"text": {webtest.CountedRecord()}}))
	play("chinese")
	if doc := s.Page(s.Get(link), http.StatusOK); doc.Find("#settle").Length() != 1 || doc.Find("#settle [value=void]").Length() != 0 {
		t.Error("the page offers what the rules do not know")
	}
	s.Page(s.Post(link+"/settle", url.Values{"do": {"void"}}), http.StatusForbidden)
	play("japanese")
	if doc := s.Page(s.Get(link), http.StatusOK); doc.Find("#settle [value=void]").Length() != 1 {
		t.Error("the page does not offer to end without a result")
	}
	s.SeeOther(s.Post(link+"/settle", url.Values{"do": {"void"}}))
	s.Client = white
	doc := s.Page(s.Get(link), http.StatusOK)
	if got := sitetest.Text(doc, "#settle .points"); got != "Łoś X proposes to end without a result" {
		t.Errorf("the opponent is told %q", got)
	}
	s.SeeOther(s.Post(link+"/settle", url.Values{"do": {"agree"}, "seen": {doc.Find("#settle .yes [name=seen]").AttrOr("value", "")}}))
	if g, _ := s.GameAt(2, 3); g.Result.Outcome != tournament.NoResult || g.Dead != "" || g.ConfirmedBy != tournament.ByPlayer(7) {
		t.Errorf("agreed, the game is %+v", g)
	}
}
