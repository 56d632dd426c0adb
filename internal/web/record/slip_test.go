package record_test

import (
	"net/http"
	"net/url"
	"path"
	"strconv"
	"strings"
	"testing"

	"tourney/internal/app/accounts"
	"tourney/internal/app/director"
	"tourney/internal/role"
	"tourney/internal/testkit/sitetest"
	"tourney/internal/testkit/webtest"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
	"tourney/internal/web/site"
)

func TestLinkOnTheSlip(t *testing.T) {
	s := newSite(t)
	tn := s.Cup()
	g, at := s.GameAt(2, 2)
	link := s.Slip(2, 2)
	token := path.Base(link)
	if got := sitetest.Text(s.Page(s.Get(link), http.StatusOK), "h1"); got != "Round 2, table 2" {
		t.Errorf("the link leads to %q", got)
	}
	for _, wrong := range []string{token[:len(token)-1], token + "0", "1" + token, "x", strconv.Itoa(g.ID) + "-"} {
		s.Page(s.Get("/t/spring-cup/report/"+wrong), http.StatusNotFound)
		s.Page(s.Post("/t/spring-cup/report/"+wrong, url.Values{"text": {webtest.CountedRecord()}}), http.StatusNotFound)
	}
	doc := s.Page(s.Post(link, url.Values{"text": {"no record"}}), http.StatusUnprocessableEntity)
	if sitetest.Text(doc, "textarea") != "no record" || sitetest.Text(doc, ".banner.error") == "" {
		t.Error("a refused text does not come back with the reason")
	}
	s.Page(s.Post(link+"/play", url.Values{"do": {"move"}, "at": {"Q16"}}), http.StatusOK)
	if got := s.Post(link, url.Values{"text": {webtest.CountedRecord()}}); got.StatusCode != http.StatusSeeOther {
		t.Fatalf("handing in answers %d", got.StatusCode)
	}
	doc = s.Page(s.Post(link, url.Values{"text": {"(;SZ[9];B[aa])"}}), http.StatusConflict)
	if got := sitetest.Text(doc, ".banner.error"); !strings.HasPrefix(got, "This game already has a record.") {
		t.Errorf("a second record is told %q", got)
	}
	s.Login()
	if doc := s.Page(s.Get("/desk/spring-cup/print/slips/2"), http.StatusOK); doc.Find(".slip .what:not(:empty)").Length() != 4 {
		t.Error("the slips do not offer to hand in records")
	}
	settings := tn.Settings
	settings.DeskRecords = true
	s.Check(s.Director.On(sitetest.Anna, "spring-cup").SetUp(t.Context(), tn.Info, settings))
	s.Page(s.Get(link), http.StatusForbidden)
	if doc := s.Page(s.Get("/desk/spring-cup/print/slips/2"), http.StatusOK); doc.Find(".slip .what:not(:empty)").Length() != 0 {
		t.Error("the slips offer what is switched off")
	}
	if doc := s.Page(s.Get("/t/spring-cup"+at), http.StatusOK); doc.Find("svg.board").Length() == 0 {
		t.Error("the record is not shown")
	}
}

// A device with a player of one game asks for the player at the link of another game, because it may be borrowed.
func TestDeviceOfAnotherGame(t *testing.T) {
	s := newSite(t)
	tn := s.Cup()
	settings := tn.Settings
	settings.PlayerResults = true
	s.Check(s.Director.On(sitetest.Anna, "spring-cup").SetUp(t.Context(), tn.Info, settings))
	own, other := s.Slip(2, 3), s.Slip(2, 4)
	s.SeeOther(s.Post(own+"/as", url.Values{"as": {"7"}}))
	if doc := s.Page(s.Get(own), http.StatusOK); doc.Find(".mine").Length() != 1 || doc.Find(".whoareyou").Length() != 0 {
		t.Errorf("the own link shows %q", sitetest.Text(doc, "main"))
	}
	if doc := s.Page(s.Get(other), http.StatusOK); doc.Find(".mine").Length() != 0 || doc.Find(".whoareyou").Length() != 1 {
		t.Errorf("the link of another game shows %q", sitetest.Text(doc, "main"))
	}
	g, _ := s.GameAt(2, 4)
	s.SeeOther(s.Post(other+"/result", url.Values{"seen": {page.FormatSeen(g)}, "winner": {sitetest.ID(g.Black)}, "how": {"R"}}))
	if g, _ := s.GameAt(2, 4); g.EnteredBy != tournament.ByLink {
		t.Errorf("the result is entered by %q", g.EnteredBy)
	}
}

// A device that remembers a personal link gets no question about the player, until its player denies to own it.
func TestDeviceOfAPersonalLink(t *testing.T) {
	s := newSite(t)
	tn := s.Cup()
	settings := tn.Settings
	settings.PlayerResults = true
	s.Check(s.Director.On(sitetest.Anna, "spring-cup").SetUp(t.Context(), tn.Info, settings))
	token, err := s.Director.PlayerToken(t.Context(), s.State("spring-cup"), 7)
	s.Check(err)
	s.SeeOther(s.Post("/t/spring-cup/me/"+token+"/remember", url.Values{"do": {"remember"}}))
	own, other := s.Slip(2, 3), s.Slip(2, 4)
	if doc := s.Page(s.Get(own), http.StatusOK); sitetest.Text(doc, ".mine b") != "Gran X" || doc.Find(".whoareyou").Length() != 0 {
		t.Errorf("the own slip shows %q", sitetest.Text(doc, "main"))
	}
	if doc := s.Page(s.Get(other), http.StatusOK); doc.Find(".mine").Length() != 0 || doc.Find(".whoareyou").Length() != 1 {
		t.Errorf("the slip of another game shows %q", sitetest.Text(doc, "main"))
	}
	s.SeeOther(s.Post(own+"/as", url.Values{}))
	if doc := s.Page(s.Get(own), http.StatusOK); doc.Find(".mine").Length() != 0 || doc.Find(".whoareyou").Length() != 1 {
		t.Errorf("after “not you” the slip shows %q", sitetest.Text(doc, "main"))
	}
	s.SeeOther(s.Post(own+"/as", url.Values{"as": {"6"}}))
	if got := sitetest.Text(s.Page(s.Get(own), http.StatusOK), ".mine b"); got != "Łoś X" {
		t.Errorf("after another choice the device belongs to %q", got)
	}
}

// Players report the result by the link if the settings allow it. The desk sees it at
// once as theirs, and decides between contradicting reports.
func TestPlayersReportTheResult(t *testing.T) {
	s := newSite(t)
	tn := s.Cup()
	link := s.Slip(2, 3) // 6 is Black, 7 White
	seen := func() string { g, _ := s.GameAt(2, 3); return page.FormatSeen(g) }
	report := func(winner, how, margin string) url.Values {
		return url.Values{"seen": {seen()}, "winner": {winner}, "how": {how}, "margin": {margin}}
	}
	if doc := s.Page(s.Get(link), http.StatusOK); doc.Find(".outcome").Length() != 0 {
		t.Error("players are asked for the result though it is switched off")
	}
	s.Page(s.Post(link+"/result", report("6", "R", "")), http.StatusForbidden)
	settings := tn.Settings
	settings.PlayerResults, settings.DeskRecords = true, true
	s.Check(s.Director.On(sitetest.Anna, "spring-cup").SetUp(t.Context(), tn.Info, settings))

	doc := s.Page(s.Get(link), http.StatusOK)
	if got := sitetest.Text(doc, ".whoareyou"); got != "Report the result: who are you? Black Łoś X 2k White Gran X 1d" || doc.Find("input[name=winner]").Length() != 0 {
		t.Errorf("a new device is asked %q", got)
	}
	s.Post(link+"/as", url.Values{"as": {"7"}})
	doc = s.Page(s.Get(link), http.StatusOK)
	if doc.Find(".outcome input[name=winner]").Length() != 3 || sitetest.Text(doc, ".mine b") != "Gran X" || doc.Find("#play, .handin").Length() != 0 {
		t.Errorf("the link shows %q", sitetest.Text(doc, "main"))
	}
	s.Page(s.Post(link, url.Values{"text": {webtest.CountedRecord()}}), http.StatusForbidden)
	for name, wrong := range map[string]url.Values{
		"Choose who won.": report("", "R", ""),
		"Give the points, or how else the game ended, not both.":                   report("6", "T", "3"),
		"“x” isn't a result. Write it as B+R, W+3.5, Jigo or ?.":                   report("6", "x", ""),
		"“q” isn't a margin. Write points in steps of a half, such as":             report("6", "", "q"),
		"Komi is 0: give whole points, such as 3, or none.":                        report("6", "", "2.5"),
		"The points can't be 0. For a tied score choose jigo instead of a winner.": report("6", "", "0"),
		"A margin is at most 361 points":                                           report("6", "", "999"),
	} {
		s.Run(name, func(t *testing.T) {
			doc := s.Page(s.Post(link+"/result", wrong), http.StatusUnprocessableEntity)
			if got := sitetest.Text(doc, ".outcome .wrong"); !strings.HasPrefix(got, name) {
				t.Errorf("%v is told %q, want %q", wrong, got, name)
			}
			if got := doc.Find(".outcome [name=margin]").AttrOr("value", ""); got != wrong.Get("margin") {
				t.Errorf("the margin comes back as %q", got)
			}
		})
	}
	if got := s.Post(link+"/result", report("7", "R", "")); got.StatusCode != http.StatusSeeOther {
		t.Fatalf("reporting answers %d: %s", got.StatusCode, s.Body(got))
	}
	if g, _ := s.GameAt(2, 3); g.Result.String() != "W+R" || g.EnteredBy != tournament.ByPlayer(7) {
		t.Errorf("the result is %s by %s", g.Result, g.EnteredBy)
	}
	if got := sitetest.Text(s.Page(s.Get(link), http.StatusOK), ".banner"); !strings.HasPrefix(got, "You have reported: White won by resignation, at ") {
		t.Errorf("afterwards the link says %q", got)
	}
	s.Login()
	if got := sitetest.Text(s.Page(s.Get("/desk/spring-cup/round/2"), http.StatusOK), ".entered"); !strings.Contains(got, "Gran X") || strings.Contains(got, tournament.ByLink) {
		t.Errorf("the desk shows %q", got)
	}

	// The other player reports another result; the desk decides.
	desk := s.Client
	s.Client = s.Browser()
	s.Post(link+"/as", url.Values{"as": {"6"}})
	s.Post(link+"/result", report("6", "", "12"))
	other := s.Client
	s.Client = desk
	doc = s.Page(s.Get("/desk/spring-cup/round/2"), http.StatusOK)
	if got := sitetest.Text(doc, ".dispute"); !strings.Contains(got, "Two results") || !strings.Contains(got, "Łoś X: ") {
		t.Errorf("the desk is asked %q", got)
	}
	s.Client = other
	doc = s.Page(s.Post(link+"/result", report("6", "T", "")), http.StatusConflict)
	if doc.Find(".outcome").Length() != 0 || !strings.HasPrefix(sitetest.Text(doc, ".banner"), "Two different results") {
		t.Errorf("with a question open the link says %q", sitetest.Text(doc, "main"))
	}
	if got := sitetest.Text(doc, "#match .points"); got != "Gran X says: White won by resignation. Łoś X says: Black won by 12 points." {
		t.Errorf("what both say: %q", got)
	}
	s.Client = desk
	log := sitetest.Text(s.Page(s.Get("/desk/spring-cup/log"), http.StatusOK), "main")
	for _, want := range []string{"Reported by the link on the slip: round 2, table 3", "result disputed, Black won by 12 points"} {
		if !strings.Contains(log, want) {
			t.Errorf("the log does not say %q: %s", want, log)
		}
	}
	slips := s.Page(s.Get("/desk/spring-cup/print/slips/2"), http.StatusOK)
	if got := slips.Find(".slip .what").First().Text(); got != "By phone: result" {
		t.Errorf("the slip says that the code takes %q", got)
	}
	tries := 0
	for got := 0; got != http.StatusTooManyRequests && tries < 2*site.TriesAtOnce; tries++ {
		got = s.Post(link+"/result", report("6", "R", "")).StatusCode
	}
	if tries == 2*site.TriesAtOnce {
		t.Error("one link can report without end")
	}
}

// The page shows one player's report to the other, who confirms or contradicts it. Both see the other's answer, and the
// desk sees the source.
func TestOpponentConfirmsTheResult(t *testing.T) {
	s := newSite(t)
	tn := s.Cup()
	settings := tn.Settings
	settings.PlayerResults = true
	s.Check(s.Director.On(sitetest.Anna, "spring-cup").SetUp(t.Context(), tn.Info, settings))
	link := s.Slip(2, 3) // 6 is Black, 7 White
	black, white, desk := s.phone(link, 6), s.phone(link, 7), s.Browser()
	s.Client = desk
	s.Login()
	says := func(client *http.Client, want ...string) {
		t.Helper()
		s.Client = client
		got := sitetest.Text(s.Page(s.Get(link), http.StatusOK), "#match .banner, #match .yes, #match .points, .outcome summary")
		if got != strings.Join(want, " ") {
			t.Errorf("the phone says %q, want %q", got, strings.Join(want, " "))
		}
	}
	marked := func(want string) {
		t.Helper()
		s.Client = desk
		if got := sitetest.Text(s.Page(s.Get("/desk/spring-cup/round/2?table=3"), http.StatusOK), "tr[data-table='3'] .heard, #panel .heard"); got != want {
			t.Errorf("the desk is told %q, want %q", got, want)
		}
	}
	report := func(client *http.Client, winner, how string) {
		t.Helper()
		s.Client = client
		g, _ := s.GameAt(2, 3)
		s.Post(link+"/result", url.Values{"seen": {page.FormatSeen(g)}, "winner": {winner}, "how": {how}})
	}
	report(black, "7", "R")
	says(black, "You have reported: White won by resignation, at 12:30.", "The desk has your result. Not confirmed yet by Gran X.", "Is this wrong?")
	says(white, "Łoś X says: White won by resignation. Is that right?", "Yes, that’s right", "The desk has Łoś X’s report.", "No, it was different")
	says(s.phone(link, 1), "Łoś X reported: White won by resignation, at 12:30.", "The desk has your result. Not confirmed yet by Gran X.") // no player of this game
	marked("1/2 Not confirmed by Gran X Not confirmed by Gran X")

	seen := func() url.Values { g, _ := s.GameAt(2, 3); return url.Values{"seen": {page.FormatSeen(g)}} }
	old := seen()
	report(black, "6", "R") // a slip of the finger
	s.Client = white
	if got := sitetest.Text(s.Page(s.Post(link+"/confirm", old), http.StatusConflict), ".outcome .wrong"); !strings.Contains(got, "has changed") {
		t.Errorf("a yes to another result is told %q", got)
	}
	report(black, "7", "R")
	s.Client = white
	if got := s.Post(link+"/confirm", seen()); got.StatusCode != http.StatusSeeOther {
		t.Fatalf("confirming answers %d", got.StatusCode)
	}
	says(black, "Both players agree: White won by resignation, at 12:30.", "The desk has your result. Confirmed by Gran X.", "Is this wrong?")
	says(white, "Both players agree: White won by resignation, at 12:30.", "The desk has your result. Confirmed by Gran X.", "Is this wrong?")
	marked("✓ Confirmed by Gran X Confirmed by Gran X")
	log := sitetest.Text(s.Page(s.Get("/desk/spring-cup/log?by="+url.QueryEscape(tournament.ByLink)), http.StatusOK), "main")
	for _, want := range []string{"Gran X Confirmed: round 2, table 3", "Łoś X Reported by the link on the slip: round 2, table 3"} {
		if !strings.Contains(log, want) {
			t.Errorf("the log does not say %q: %s", want, log)
		}
	}

	// The desk needs no confirmation, and its correction clears an earlier one.
	g, _ := s.GameAt(2, 3)
	_, err := s.Director.On(sitetest.Anna, "spring-cup").Enter(t.Context(), tournament.Entry{Mode: tournament.Chosen, Round: 2, Table: 3, Seen: g.Revision, Result: tournament.Result{Outcome: tournament.BlackWins}})
	s.Check(err)
	says(white, "The desk has entered: Black won.", "Is this wrong?")
	marked("")
}

// Players read the sources of the statements about their game: players by name; people of the desk, programs and the
// author "desk" of a hub as the desk.
func TestWhoSaidWhat(t *testing.T) {
	black, white := tournament.ByPlayer(6), tournament.ByPlayer(7)
	for _, tt := range []struct{ first, second, want string }{
		{black, white, "Łoś X says: Black won. Gran X says: White won by resignation."},
		{tournament.ByLink, white, "A player says: Black won. Gran X says: White won by resignation."},
		{"Anna · Desk 2", white, "The desk has entered: Black won. Gran X says: White won by resignation."},
		{"script", white, "The desk has entered: Black won. Gran X says: White won by resignation."},
		{"desk", white, "The desk has entered: Black won. Gran X says: White won by resignation."},
		{white, "script", "The desk has your result. Confirmed by the desk."},
		{white, black, "The desk has your result. Confirmed by Łoś X."},
	} {
		t.Run(tt.first+" and "+tt.second, func(t *testing.T) {
			s := newSite(t)
			settings := s.Cup().Settings
			settings.PlayerResults = true
			s.Check(s.Director.On(sitetest.Anna, "spring-cup").SetUp(t.Context(), s.State("spring-cup").Info, settings))
			for i, by := range []string{tt.first, tt.second} {
				result := tournament.Result{Outcome: tournament.BlackWins}
				if i > 0 || by == white {
					result = tournament.Result{Outcome: tournament.WhiteWins, Manner: tournament.ByResignation}
				}
				mode := tournament.Typed
				if _, player := tournament.Reporter(by); player {
					mode = tournament.Reported
				}
				_, err := s.Director.On(director.Actor{Name: by}, "spring-cup").Enter(t.Context(), tournament.Entry{Mode: mode, Round: 2, Table: 3, Result: result})
				s.Check(err)
			}
			if got := sitetest.Text(s.Page(s.Get(s.Slip(2, 3)), http.StatusOK), "#match .points"); got != tt.want {
				t.Errorf("the phone says %q, want %q", got, tt.want)
			}
		})
	}
}

// An entry at the desk that agrees with the players' report raises no question, also
// if it is more precise.
func TestSlipAfterTheReport(t *testing.T) {
	for _, tt := range []struct{ reported, typed, result, dispute string }{
		{"B+", "3br", "B+R", "?"},
		{"B+R", "3b", "B+R", "?"},
		{"B+R", "3br", "B+R", "?"},
		{"B+R", "3b4", "B+R", "B+4"},
		{"B+", "3w", "B+", "W+"},
	} {
		t.Run(tt.typed+" after "+tt.reported, func(t *testing.T) {
			s := newSite(t)
			tn := s.Cup()
			settings := tn.Settings
			settings.PlayerResults = true
			s.Check(s.Director.On(sitetest.Anna, "spring-cup").SetUp(t.Context(), tn.Info, settings))
			r, err := tournament.ParseResult(tt.reported)
			s.Check(err)
			_, err = s.Director.On(director.Actor{Name: tournament.ByLink}, "spring-cup").Enter(t.Context(), tournament.Entry{Mode: tournament.Reported, Round: 2, Table: 3, Result: r})
			s.Check(err)
			s.Login()
			g, _ := s.GameAt(2, 3)
			s.Post("/desk/spring-cup/line", url.Values{"round": {"2"}, "line": {tt.typed}, "seen-3": {page.FormatSeen(g)}})
			if g, _ := s.GameAt(2, 3); g.Result.String() != tt.result || g.Dispute.Result.String() != tt.dispute {
				t.Errorf("%s after %s: %s, in dispute %s", tt.typed, tt.reported, g.Result, g.Dispute.Result)
			}
		})
	}
}

// Readers print slips without the links for reports, and no slips of a draft.
func TestSlipsOfReaders(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.Login()
	links := func() int {
		return s.Page(s.Get("/desk/spring-cup/print/slips/2"), http.StatusOK).Find(".slip .what:not(:empty)").Length()
	}
	if n := links(); n != 4 {
		t.Errorf("the director's slips have %d links, want 4", n)
	}
	s.Page(s.Get("/desk/spring-cup/print/slips/3"), http.StatusOK)
	s.Client = s.Person("Rita", accounts.Invitation{Role: role.Reader})
	if n := links(); n != 0 {
		t.Errorf("a reader's slips have %d links", n)
	}
	s.Page(s.Get("/desk/spring-cup/print/slips/3"), http.StatusNotFound)
}
