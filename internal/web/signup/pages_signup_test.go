package signup_test

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"tourney/internal/event/day"
	"tourney/internal/testkit/sitetest"
	"tourney/internal/tournament"
	"tourney/internal/tournament/consent"
	"tourney/internal/tournament/fees"
)

// The form is off by default, and closes.
func TestSignUpIsOffByDefault(t *testing.T) {
	s := newSite(t)
	s.Cup()
	doc := s.Page(s.Get("/t/spring-cup/sign-up"), http.StatusNotFound)
	if got := sitetest.Text(doc, "main"); !strings.Contains(got, "has no sign-up here") {
		t.Errorf("a sign-up that is off says %q", got)
	}
	if doc := s.Page(s.Get("/t/spring-cup"), http.StatusOK); doc.Find(`.sections a[href$="/sign-up"]`).Length() != 0 {
		t.Error("a sign-up that is off has a section")
	}
	s.OpenSignUp(fees.Rules{}, tournament.SignUp{Closes: sitetest.Noon.Add(-time.Hour)})
	doc = s.Page(s.Get("/t/open/sign-up"), http.StatusOK)
	if doc.Find("form.signup").Length() != 0 || !strings.Contains(sitetest.Text(doc, "main"), "Sign-up closed") {
		t.Errorf("a closed sign-up says %q", sitetest.Text(doc, "main"))
	}
	if got := s.Post("/t/open/sign-up", s.SignUpForm("Aho", "5k")); got.StatusCode != http.StatusUnprocessableEntity || len(s.State("open").Players) != 0 {
		t.Errorf("a closed sign-up answers %d", got.StatusCode)
	}
}

// A person signs up, sends a request, checks in, and cancels: all without scripts.
func TestSignUpAndPersonalLink(t *testing.T) {
	s := newSite(t)
	s.OpenSignUp(fees.Rules{Currency: "€", Classes: []fees.Class{
		{Name: "student", Amount: 8_00, Choosable: true}, {Name: "junior", Amount: 5_50, Conditions: fees.Conditions{MaxAge: 17}}, {Name: "adult", Amount: 15_00},
	}}, tournament.SignUp{Limit: 1, Consent: "We keep your name.", Note: "Pay at the desk.", CheckIn: true})
	doc := s.Page(s.Get("/t/open/sign-up"), http.StatusOK)
	if got := sitetest.Text(doc, ".head .facts"); got != "1 of 1 places free" {
		t.Errorf("free places: %q", got)
	}
	if doc.Find("#f-born, [name=agree]").Length() != 2 || !strings.Contains(sitetest.Text(doc, "aside .panel"), "junior aged 17 or younger 5.50 € adult 15 €") {
		t.Errorf("the form asks %q", sitetest.Text(doc, "main"))
	}
	if got := doc.Find("form.signup [aria-required]").Map(func(_ int, e *goquery.Selection) string { return e.AttrOr("name", "") }); !slices.Equal(got, []string{"family", "rank", "agree"}) ||
		doc.Find("form.signup label .wrong").Length() != len(got) {
		t.Errorf("required are %v", got)
	}
	doc = s.Page(s.Post("/t/open/sign-up", s.SignUpForm("", "")), http.StatusUnprocessableEntity)
	if got := sitetest.Text(doc, ".signup p.wrong"); got != "The family name is missing. Write your rank as 5k or 2d. Accept the terms to sign up." {
		t.Errorf("an empty form is told %q", got)
	}
	form := s.SignUpForm("Aho", "5k")
	form.Set("mail", "ida@example")
	form.Set("born", "2012")
	for _, tt := range []struct{ name, value, where string }{
		{"rank", "5x", "#w-rank"}, {"mail", "ida at example", "#w-mail"}, {"agree", "", "#w-agree"}, {"website", "http://x", ".banner.error"},
		{"plays", "", "#w-plays"},
	} {
		wrong := url.Values{"agree": {"on"}}
		for name, values := range form {
			wrong[name] = values
		}
		wrong.Set(tt.name, tt.value)
		if tt.value == "" {
			wrong.Del(tt.name)
		}
		if doc := s.Page(s.Post("/t/open/sign-up", wrong), http.StatusUnprocessableEntity); doc.Find(tt.where).Length() != 1 {
			t.Errorf("without a good %s there is no %s: %q", tt.name, tt.where, sitetest.Text(doc, "main"))
		}
	}
	form.Set("agree", "on")
	form.Set("keep", "on")
	form.Set("note", "vegetarian")
	to := s.SeeOther(s.Post("/t/open/sign-up", form))
	if again := s.SeeOther(s.Post("/t/open/sign-up", form)); again != to || len(s.State("open").Players) != 1 {
		t.Errorf("the same form again leads to %q after %q", again, to)
	}
	doc = s.Page(s.Get(to), http.StatusOK)
	for where, want := range map[string]string{
		"#state": "You have signed up. Your place is held. I'm here: check in", "#fee": "5.50 € to pay junior",
	} {
		if got := sitetest.Text(doc, where); got != want {
			t.Errorf("%s says %q, want %q", where, got, want)
		}
	}
	if got := doc.Find(".lettertext").Text(); !strings.Contains(got, "Hello Ida,") || !strings.Contains(got, s.HTTP.URL+"/t/open/me/") || !strings.Contains(got, "Pay at the desk.") {
		t.Errorf("the letter is %q", got)
	}
	me, _, _ := strings.Cut(to, "?")
	if got := doc.Find("html").AttrOr("lang", ""); got != "en" {
		t.Errorf("the language of the page is %.20q", got)
	}
	if got := s.SeeOther(s.Get("/t/open/door")); got != me {
		t.Errorf("the door leads to %q", got)
	}
	eml := s.Get(me + "/letter.eml")
	if body := s.Body(eml); !strings.HasPrefix(body, "X-Unsent: 1\r\n") || !strings.Contains(body, "To: \"Aho Ida\" <ida@example>") || eml.Header.Get("Content-Type") != "message/rfc822" {
		t.Errorf("the file of the letter is %q", body)
	}
	if got := s.Post("/t/open/sign-up", s.With(s.SignUpForm("Aho", "5k"), "once", "other", "agree", "on")); got.StatusCode != http.StatusUnprocessableEntity {
		t.Errorf("the same person again answers %d", got.StatusCode)
	}
	// The next one is a reserve, and hidden.
	second := s.With(s.SignUpForm("Berg", "9k"), "agree", "on", "fee-class", "student")
	second.Set("hiding", "initials")
	reserve, _, _ := strings.Cut(s.SeeOther(s.Post("/t/open/sign-up", second)), "?")
	doc = s.Page(s.Get(reserve), http.StatusOK)
	if got := sitetest.Text(doc, "#state"); got != "You are number 1 on the reserve list." {
		t.Errorf("the reserve reads %q", got)
	}
	signUps := s.State("open").Day.Requests
	s.Check(s.Director.On(sitetest.Anna, "open").Requests().Grant(t.Context(), day.Decision{Request: signUps[len(signUps)-1].ID}))
	if got := sitetest.Text(s.Page(s.Get(reserve), http.StatusOK), "#requests"); got != "" {
		t.Errorf("the sign-up is also shown as a request: %q", got)
	}
	if got := sitetest.Text(doc, "#fee"); got != "Fee student 8 €" {
		t.Errorf("the chosen class is %q", got)
	}
	doc = s.Page(s.Get("/t/open/players"), http.StatusOK)
	if got := sitetest.Text(doc, ".entrants tbody tr:nth-child(2)"); !strings.HasPrefix(got, "B. I. 9k") || !strings.HasSuffix(got, "reserve 1") {
		t.Errorf("the list of players has %q", got)
	}
	// A request, and its state.
	s.SeeOther(s.Post(me+"/ask", url.Values{"kind": {"rank"}, "rank": {"4k"}, "once": {"q"}}))
	if got := s.Post(me+"/ask", url.Values{"kind": {"rank"}, "rank": {"5k"}, "once": {"r"}}); got.StatusCode != http.StatusUnprocessableEntity {
		t.Errorf("a request for the same rank answers %d", got.StatusCode)
	}
	if got := s.Post(me+"/ask", url.Values{"kind": {"substitute"}, "once": {"s"}}); got.StatusCode != http.StatusUnprocessableEntity {
		t.Errorf("a request for a substitute answers %d", got.StatusCode)
	}
	requests := s.State("open").Day.Requests
	asked := requests[len(requests)-1]
	s.Check(s.Director.On(sitetest.Anna, "open").Requests().Grant(t.Context(), day.Decision{Request: asked.ID, Answer: "Good luck!"}))
	if got := sitetest.Text(s.Page(s.Get(me), http.StatusOK), "#requests .asked:first-of-type"); !strings.HasPrefix(got, "Correct rank: 4k done ") || !strings.Contains(got, "Good luck!") {
		t.Errorf("the request reads %q", got)
	}
	s.SeeOther(s.Post(me+"/checkin", url.Values{}))
	if got := s.State("open").Players[0].Status; got != tournament.CheckedIn {
		t.Errorf("after the check-in %v", got)
	}
	if got := s.Post(reserve+"/checkin", url.Values{}); got.StatusCode != http.StatusConflict {
		t.Errorf("a reserve checks in: %d", got.StatusCode)
	}
	s.SeeOther(s.Post(me+"/cancel", url.Values{"note": {"ill"}}))
	if got := sitetest.Text(s.Page(s.Get(reserve), http.StatusOK), "#state"); !strings.HasPrefix(got, "A place became free: it's yours.") {
		t.Errorf("after the cancellation the reserve reads %q", got)
	}
	if got := s.Get(me + "x").StatusCode; got != http.StatusNotFound {
		t.Errorf("a wrong link answers %d", got)
	}
	// The desk confirms the notice, and writes to the player with the new place.
	s.Login()
	if got := sitetest.Text(s.Page(s.Get("/desk/open/day"), http.StatusOK), ".request:last-of-type button"); got != "Seen" {
		t.Errorf("a cancellation asks the desk to answer with %q", got)
	}
	letters := fmt.Sprint("/desk/open/letters/", s.State("open").Players[1].ID)
	doc = s.Page(s.Get(letters+"?in=fi"), http.StatusOK)
	if got := doc.Find("#letter-moved textarea").Text(); !strings.Contains(got, "\n\nPaikka on vapautunut") {
		t.Errorf("the letter is %q", got)
	}
	if got := s.Get(letters + "/reserve").StatusCode; got != http.StatusNotFound {
		t.Errorf("a letter that does not fit answers %d", got)
	}
}

// After the desk withdraws a player or raises the limit, it sees reserves with a new place and links to their letters.
// The player's page shows the place.
func TestDeskIsToldOfReserves(t *testing.T) {
	s := newSite(t)
	s.OpenSignUp(fees.Rules{}, tournament.SignUp{Limit: 1})
	var me []string
	for _, family := range []string{"Aho", "Berg", "Cerny"} {
		link, _, _ := strings.Cut(s.SeeOther(s.Post("/t/open/sign-up", s.SignUpForm(family, "5k"))), "?")
		me = append(me, link)
	}
	players := s.State("open").Players
	s.Login()
	s.SeeOther(s.Post(fmt.Sprintf("/desk/open/players/%d/status", players[0].ID), url.Values{"status": {"withdrawn"}}))
	letters := fmt.Sprint("/desk/open/letters/", players[1].ID)
	for _, at := range []string{"/desk/open/players #signups", "/desk/open/day #requests", "/desk/open .requests"} {
		path, where, _ := strings.Cut(at, " ")
		doc := s.Page(s.Get(path), http.StatusOK)
		if got := sitetest.Text(doc, where); !strings.Contains(got, "Berg Ida, a reserve, has a place now") || doc.Find(where+` a[href="`+letters+`"]`).Length() != 1 {
			t.Errorf("%s says %q", at, got)
		}
	}
	// The reserve's sign-up is open too: one line has both.
	waiting := s.Page(s.Get("/desk/open/players"), http.StatusOK).Find("#signups")
	berg := waiting.Find("form").FilterFunction(func(_ int, e *goquery.Selection) bool { return strings.Contains(e.Text(), "Berg") })
	if heading := waiting.Find("h2").Text(); heading != "New sign-ups: 2" || berg.Length() != 1 || berg.Find("button").Length() != 2 {
		t.Errorf("%s; %d of Berg with %d buttons", heading, berg.Length(), berg.Find("button").Length())
	}
	s.SeeOther(s.Post(berg.AttrOr("action", ""), url.Values{"do": {"grant"}}))
	if got := sitetest.Text(s.Page(s.Get("/desk/open/players"), http.StatusOK), "#signups"); !strings.Contains(got, "Berg Ida, a reserve, has a place now") {
		t.Errorf("once the sign-up has its answer, the list says %q", got)
	}
	if s.Page(s.Get(letters), http.StatusOK).Find("#letter-moved").Length() != 1 {
		t.Error("there is no message about the place")
	}
	if got := sitetest.Text(s.Page(s.Get(me[1]), http.StatusOK), "#state"); got != "A place became free: it's yours." {
		t.Errorf("the player reads %q", got)
	}
	form := s.Page(s.Get("/desk/open/signup"), http.StatusOK).Find("main form")
	values := url.Values{}
	form.Find("input[name], select[name], textarea[name]").Each(func(_ int, e *goquery.Selection) {
		if kind := e.AttrOr("type", ""); kind != "checkbox" || e.Is("[checked]") {
			values.Set(e.AttrOr("name", ""), e.AttrOr("value", e.Find("option[selected]").AttrOr("value", "")))
		}
	})
	values.Set("signup-limit", "2")
	doc := s.Page(s.Get(s.SeeOther(s.Post("/desk/open/signup", values))), http.StatusOK)
	if got := sitetest.Text(doc, ".banner"); !strings.Contains(got, "Reserves with a place now: 2.") {
		t.Errorf("after the limit was raised the page says %q", got)
	}
	if got := sitetest.Text(s.Page(s.Get(me[2]), http.StatusOK), "#state"); got != "A place became free: it's yours." {
		t.Errorf("the next player reads %q", got)
	}
}

// Browsers can fill in fields about the reader, and phones show the right keyboard (WCAG 1.3.5); at the desk the fields
// are about others.
func TestPersonFieldsSayWhatTheyAre(t *testing.T) {
	s := newSite(t)
	s.OpenSignUp(fees.Rules{Classes: []fees.Class{{Name: "junior", Amount: 5_00, Conditions: fees.Conditions{MaxAge: 17}}, {Name: "adult", Amount: 9_00}}}, tournament.SignUp{})
	me, _, _ := strings.Cut(s.SeeOther(s.Post("/t/open/sign-up", s.SignUpForm("Aho", "5k"))), "?")
	s.Login()
	desk := "/desk/open/players"
	for _, tt := range []struct{ path, field, complete, keys, capitals string }{
		{"/t/open/sign-up", "family", "family-name", "", "words"}, {"/t/open/sign-up", "given", "given-name", "", "words"},
		{"/t/open/sign-up", "mail", "email", "email", "none"}, {"/t/open/sign-up", "born", "bday-year", "numeric", ""},
		{"/t/open/sign-up", "country", "country-name", "", ""}, {"/t/open/sign-up", "rank", "off", "", "none"},
		{me, "family", "family-name", "", "words"}, {me, "country", "country-name", "", ""},
		{desk, "family", "off", "", "words"}, {desk, "given", "off", "", "words"}, {desk, "country", "off", "", ""},
	} {
		e := s.Page(s.Get(tt.path), http.StatusOK).Find("main form:not([action*='/day']) input[name='" + tt.field + "']")
		got := []string{e.AttrOr("autocomplete", ""), e.AttrOr("inputmode", ""), e.AttrOr("autocapitalize", ""), e.AttrOr("spellcheck", "")}
		if want := []string{tt.complete, tt.keys, tt.capitals, "false"}; !slices.Equal(got, want) {
			t.Errorf("%s: the field %s has %q, want %q", tt.path, tt.field, got, want)
		}
	}
}

// The personal page links to the player's game, and stores the player on the device for the report. A hidden opponent
// stays hidden. Without reports by players, the page has no link.
func TestPersonalPageLeadsToTheGame(t *testing.T) {
	s := newSite(t)
	tn := s.Cup()
	ed := s.Director.On(sitetest.Anna, "spring-cup")
	s.Check(ed.EditPlayer(t.Context(), 7, tournament.AllowNamesakes, func(p *tournament.Player) { p.Hiding = consent.Initials }))
	token, err := s.Director.PlayerToken(t.Context(), tn, 6)
	s.Check(err)
	me := "/t/spring-cup/me/" + token
	if got := s.Page(s.Get(me), http.StatusOK).Find(`form[action*="/report/"]`).Length(); got != 0 {
		t.Errorf("where players report nothing there are %d ways to a report", got)
	}
	if got := sitetest.Text(s.Page(s.Get(me), http.StatusOK), "#state .big"); !strings.HasPrefix(got, "Table 3 ") {
		t.Errorf("the game is %q", got)
	}
	settings := tn.Settings
	settings.PlayerResults = true
	s.Check(ed.SetUp(t.Context(), tn.Info, settings))
	doc := s.Page(s.Get(me), http.StatusOK)
	if got := sitetest.Text(doc, "#state"); got != "Round 2 · You are checked in. Table 3 Black against G. X. 1d Report the result" {
		t.Errorf("the page says %q", got)
	}
	form := doc.Find(`form[action*="/report/"]`)
	link := s.SeeOther(s.Post(form.AttrOr("action", ""), url.Values{"as": {form.Find("[name=as]").AttrOr("value", "")}}))
	if got := sitetest.Text(s.Page(s.Get(link), http.StatusOK), ".mine b"); got != "Łoś X" {
		t.Errorf("the report takes the player for %q", got)
	}
	g, _ := s.GameAt(2, 3)
	_, err = ed.Enter(t.Context(), tournament.Entry{Round: 2, Table: 3, Seen: g.Revision, Result: tournament.Result{Outcome: tournament.WhiteWins}})
	s.Check(err)
	if got := sitetest.Text(s.Page(s.Get(me), http.StatusOK), "#state button"); got != "Your game and its result" {
		t.Errorf("with a result the button says %q", got)
	}
}

// A player's pages are in the reader's language, without a message key.
func TestSignUpInEveryLanguage(t *testing.T) {
	s := newSite(t)
	s.OpenSignUp(fees.Rules{Classes: []fees.Class{{Name: "A", Amount: 5_00, Choosable: true}, {Name: "B", Amount: 9_00}}},
		tournament.SignUp{Limit: 1, CheckIn: true, Closes: sitetest.Noon.Add(time.Hour)})
	first, _, _ := strings.Cut(s.SeeOther(s.Post("/t/open/sign-up", s.SignUpForm("Aho", "5k"))), "?")
	second, _, _ := strings.Cut(s.SeeOther(s.Post("/t/open/sign-up", s.SignUpForm("Berg", "5k"))), "?")
	for _, language := range []string{"en", "fi", "pl", "cs"} {
		for _, path := range []string{"/t/open", "/t/open/sign-up", first + "?new=1", second} {
			doc := s.Page(s.Get(path, "Accept-Language", language), http.StatusOK)
			if got := doc.Find("html").AttrOr("lang", ""); got != language {
				t.Errorf("%s in %s is in %q", path, language, got)
			}
			if found := sitetest.UntranslatedKey(sitetest.Text(doc, "main")); found != "" {
				t.Errorf("%s in %s shows %q", path, language, found)
			}
			if doc.Find(`.sections a[href="/t/open/sign-up"]`).Length() != 1 {
				t.Errorf("%s has no section of the sign-up", path)
			}
		}
	}
}

// Eighty people in a hall share an address; a program that floods the form is slowed down.
func TestSignUpIsSlowedDown(t *testing.T) {
	s := newSite(t)
	s.OpenSignUp(fees.Rules{}, tournament.SignUp{})
	form := s.SignUpForm("Aho", "5k")
	const hall, flood = 160, 300
	for n := 1; n <= flood; n++ {
		got := s.Post("/t/open/sign-up", form)
		if got.StatusCode == http.StatusTooManyRequests && n > hall && got.Header.Get("Retry-After") != "" {
			return
		}
		if got.StatusCode != http.StatusSeeOther {
			t.Fatalf("form %d answers %d", n, got.StatusCode)
		}
	}
	t.Errorf("%d forms from one address were taken", flood)
}

// Eighty people sign up for 56 places, from 40 clients at once. After cancellations, reserves get places in the order
// of arrival.
func TestEightyPeopleSignUpAtOnce(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	s := newSite(t)
	s.OpenSignUp(fees.Rules{}, tournament.SignUp{Limit: 56})
	const people, clients = 80, 40
	form := s.SignUpForm("", "5k")
	queue, links := make(chan int, people), make([]string, people)
	for i := range people {
		queue <- i
	}
	close(queue)
	var all sync.WaitGroup
	for range clients {
		client := s.Browser()
		all.Go(func() {
			for i := range queue {
				mine := url.Values{"plays": form["plays"], "rank": {"5k"}, "family": {fmt.Sprintf("Person%c%c", 'a'+i/20, 'a'+i%20)}, "once": {fmt.Sprint("key", i)}}
				for range 2 { // a double click
					got, err := client.PostForm(s.HTTP.URL+"/t/open/sign-up", mine)
					if err != nil {
						t.Error(err)
						return
					}
					_ = got.Body.Close()
					to, _, _ := strings.Cut(got.Header.Get("Location"), "?")
					if got.StatusCode != http.StatusSeeOther || links[i] != "" && links[i] != to {
						t.Errorf("person %d: %d, to %q after %q", i, got.StatusCode, to, links[i])
					}
					links[i] = to
				}
			}
		})
	}
	all.Wait()
	tn := s.State("open")
	places := tn.Places()
	if len(tn.Players) != people || places.Taken != 56 || len(places.Reserves) != people-56 || len(tn.Day.Requests) != people {
		t.Fatalf("%d players, %d places, %d reserves, %d requests", len(tn.Players), places.Taken, len(places.Reserves), len(tn.Day.Requests))
	}
	linkOf := map[tournament.PlayerID]string{}
	reserves := map[string]int{}
	for _, link := range links {
		number, _, _ := strings.Cut(link[strings.LastIndex(link, "/")+1:], "-")
		id, err := strconv.Atoi(number)
		s.Check(err)
		linkOf[tournament.PlayerID(id)] = link
		reserves[sitetest.Text(s.Page(s.Get(link), http.StatusOK), "#state")]++
	}
	const held = "Your place is held."
	if reserves[held] != 56 {
		t.Errorf("%d pages tell of a place", reserves[held])
	}
	for n := 1; n <= people-56; n++ { // each position once
		if got := reserves[fmt.Sprintf("You are number %d on the reserve list.", n)]; got != 1 {
			t.Errorf("%d pages tell of position %d", got, n)
		}
	}
	next := places.Reserves[:3]
	for i := range next { // three with places cancel
		s.SeeOther(s.Post(linkOf[tn.Players[i*7].ID]+"/cancel", url.Values{}))
	}
	after := s.State("open")
	now := after.Places()
	for i, id := range next {
		if r := after.Day.Requests[people+i]; r.Kind != tournament.AskCancel || r.Promoted != id || now.Reserve(id) != 0 {
			t.Errorf("cancellation %d promoted %d, want %d", i, r.Promoted, id)
		}
		if got := sitetest.Text(s.Page(s.Get(linkOf[id]), http.StatusOK), "#state"); got != "A place became free: it's yours." {
			t.Errorf("the promoted player reads %q", got)
		}
	}
	if now.Reserve(places.Reserves[3]) != 1 || now.Taken != 56 {
		t.Errorf("then the first reserve is %v, with %d places taken", now.Reserves[0], now.Taken)
	}
}

// The list of tournaments shows the end of the sign-up and the number of taken places.
func TestListTellsSignUp(t *testing.T) {
	s := newSite(t)
	closes := sitetest.Noon.Add(48 * time.Hour)
	s.OpenSignUp(fees.Rules{}, tournament.SignUp{Limit: 12, Closes: closes})
	tn := s.State("open")
	info := tn.Info
	info.Begin = tournament.Date{} // always in the future
	s.Check(s.Director.On(sitetest.Anna, "open").SetUp(t.Context(), info, tn.Settings))
	line := func() string {
		return sitetest.Words(s.Page(s.Get("/"), http.StatusOK).Find(`.list tr:has(a[href="/t/open"])`))
	}
	if got := line(); !strings.Contains(got, "sign-up open until 4 May") || !strings.HasSuffix(got, " 0 of 12 0 of 12") {
		t.Errorf("an open sign-up: %q", got)
	}
	settings := tn.Settings
	settings.SignUp.Open = false
	s.Check(s.Director.On(sitetest.Anna, "open").SetUp(t.Context(), info, settings))
	if got := line(); strings.Contains(got, "sign-up") || !strings.HasSuffix(got, " 0 0 players") {
		t.Errorf("a closed sign-up: %q", got)
	}
}

// All sign-ups are accepted in one step, and one step undoes that.
func TestAllSignUpsAreAcceptedAtOnce(t *testing.T) {
	s := newSite(t)
	s.OpenSignUp(fees.Rules{Currency: "€", Classes: []fees.Class{{Name: "adult", Amount: 15_00}}}, tournament.SignUp{})
	for _, family := range []string{"Aho", "Berg", "Cerny"} {
		form := s.SignUpForm(family, "5k")
		form.Set("club", "Oulu")
		s.SeeOther(s.Post("/t/open/sign-up", form))
	}
	s.Login()
	waiting := func() *goquery.Selection {
		return s.Page(s.Get("/desk/open/players"), http.StatusOK).Find("#signups")
	}
	if got := sitetest.Words(waiting().Find("form.signup p").First()); got != "Aho Ida 5k Oulu adult" {
		t.Errorf("a sign-up is shown with %q", got)
	}
	// A sign-up after the page was loaded is not accepted unseen.
	all := waiting().Find("form").First()
	if got := sitetest.Words(all.Find("button")); got != "Accept all 3" {
		t.Fatalf("the button says %q", got)
	}
	form := url.Values{"request": all.Find("[name=request]").Map(func(_ int, e *goquery.Selection) string { return e.AttrOr("value", "") })}
	s.SeeOther(s.Post("/t/open/sign-up", s.SignUpForm("Dahl", "5k")))
	doc := s.Page(s.Get(s.SeeOther(s.Post("/desk/open/signups", form))), http.StatusOK)
	if got := sitetest.Text(doc, "#reading"); !strings.Contains(got, "Accepted: 3 sign-ups") || doc.Find("#signups form.signup").Length() != 1 {
		t.Errorf("after all were accepted the page says %q, with %d waiting", got, doc.Find("#signups form.signup").Length())
	}
	if got := s.Post("/desk/open/signups", form); got.StatusCode != http.StatusConflict {
		t.Errorf("the same again answers %d", got.StatusCode)
	}
	undo := doc.Find("#reading button")
	doc = s.Page(s.Get(s.SeeOther(s.Post(undo.AttrOr("formaction", ""), url.Values{"do": {"undo"}}))), http.StatusOK)
	if got := doc.Find("#signups form.signup").Length(); got != 4 {
		t.Errorf("after Undo %d sign-ups wait", got)
	}
	if got := s.Post("/desk/open/signups?version=1", url.Values{"do": {"undo"}}); got.StatusCode != http.StatusNotFound {
		t.Errorf("undoing another step answers %d", got.StatusCode)
	}
}

// Reserves are not expected: the list, its button and the page of the draw count them apart.
func TestReservesAreNotExpected(t *testing.T) {
	s := newSite(t)
	s.OpenSignUp(fees.Rules{}, tournament.SignUp{Limit: 2})
	for _, family := range []string{"Aho", "Berg", "Cerny"} {
		s.SeeOther(s.Post("/t/open/sign-up", s.SignUpForm(family, "5k")))
	}
	s.Login()
	says := func(path, where string, want ...string) {
		t.Helper()
		got := sitetest.Text(s.Page(s.Get(path), http.StatusOK), where)
		for _, w := range want {
			if !strings.Contains(got, w) {
				t.Errorf("%s says %q, want %q", path, got, w)
			}
		}
	}
	says("/desk/open/players", "#crowd", "0 of 2 present")
	says("/desk/open/players", ".narrowing", "Not checked in 2", "Check in all 2", "Reserve list 1")
	says("/desk/open/draw/1", "main .lead", "2 have not checked in", "1 in reserve")
	s.SeeOther(s.Post("/desk/open/checkin", url.Values{}))
	says("/desk/open/players", "#crowd", "2 of 2 present")
	if got := sitetest.Text(s.Page(s.Get("/desk/open/players"), http.StatusOK), ".narrowing"); strings.Contains(got, "Check in all") {
		t.Errorf("with a reserve alone there is %q", got)
	}
	if got := sitetest.Text(s.Page(s.Get("/desk/open/draw/1"), http.StatusOK), "main .lead"); strings.Contains(got, "checked in") || !strings.Contains(got, "1 in reserve") {
		t.Errorf("the draw says of the reserve %q", got)
	}
}

// A refused form returns with the focus on the first wrong field, and a list of all faults, without scripts too.
func TestRefusedFormsReturnToTheField(t *testing.T) {
	s := newSite(t)
	s.OpenSignUp(fees.Rules{}, tournament.SignUp{})
	form := s.With(s.SignUpForm("Aho", "5x"), "mail", "ida at example")
	form.Del("plays")
	doc := s.Page(s.Post("/t/open/sign-up", form), http.StatusUnprocessableEntity)
	if got := sitetest.Text(doc, "main [data-fault] a[href='#f-rank']"); !strings.HasPrefix(got, "Rank: ") {
		t.Errorf("the summary says %q", sitetest.Text(doc, "main [data-fault]"))
	}
	for _, id := range []string{"f-mail", "f-plays"} {
		if doc.Find("main [data-fault] a[href='#"+id+"']").Length() != 1 || doc.Find("#"+id+"[aria-describedby]").Length() != 1 {
			t.Errorf("the summary does not lead to #%s", id)
		}
	}
	if focus := doc.Find("[autofocus]"); focus.Length() != 1 || focus.AttrOr("name", "") != "rank" {
		t.Errorf("%d fields have the focus, the first is %q", focus.Length(), focus.AttrOr("name", ""))
	}
	form = s.SignUpForm("Aho", "5k")
	form.Del("plays")
	doc = s.Page(s.Post("/t/open/sign-up", form), http.StatusUnprocessableEntity)
	if doc.Find("input[name=plays][autofocus]").Length() != 1 {
		t.Error("no round has the focus")
	}
	me := s.SeeOther(s.Post("/t/open/sign-up", s.SignUpForm("Aho", "5k")))
	me, _, _ = strings.Cut(me, "?")
	doc = s.Page(s.Post(me+"/ask", url.Values{"kind": {"rank"}, "rank": {"9x"}, "once": {"q"}}), http.StatusUnprocessableEntity)
	if doc.Find("details[open] details[open] input[name=rank][autofocus]").Length() != 1 || doc.Find("main [data-fault] a[href='#f-rank']").Length() != 1 {
		t.Errorf("the refused request is %q", sitetest.Text(doc, "main"))
	}
}

// The form asks for the numbers of the federation of the country, and of those in the fees.
func TestNumbersAsked(t *testing.T) {
	for _, tt := range []struct {
		country string
		number  fees.Federation
		want    string
	}{
		{"", "", "egd"}, {"FI", "", "egd"}, {"FR", "", "egd ffg"}, {"US", "", "aga"}, {"CA", "", "aga"}, {"FI", fees.AGA, "egd aga"},
	} {
		s := newSite(t)
		s.OpenSignUp(fees.Rules{Classes: []fees.Class{{Name: "all", Amount: 100, Conditions: fees.Conditions{Number: tt.number}}}}, tournament.SignUp{})
		tn := s.State("open")
		info := tn.Info
		info.Country = tt.country
		s.Check(s.Director.On(sitetest.Anna, "open").SetUp(t.Context(), info, tn.Settings))
		var asked []string
		s.Page(s.Get("/t/open/sign-up"), http.StatusOK).Find("form.signup fieldset input").Each(func(_ int, field *goquery.Selection) {
			if name := field.AttrOr("name", ""); slices.Contains([]string{"egd", "ffg", "aga"}, name) {
				asked = append(asked, name)
			}
		})
		if got := strings.Join(asked, " "); got != tt.want {
			t.Errorf("a tournament in %q with fees of %q asks for %q, want %q", tt.country, tt.number, got, tt.want)
		}
	}
}
