package tablet_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tourney/internal/app/accounts"
	"tourney/internal/app/director"
	"tourney/internal/app/ratinglists"
	"tourney/internal/role"
	"tourney/internal/testkit/sitetest"
	"tourney/internal/tournament"
	"tourney/internal/tournament/fees"
)

const home = "/t/spring-cup/tablet"

// pinned opens the tablet of the spring cup at the desk, and pins a new browser by its link.
func (s *testSite) pinned() (link string) {
	s.T.Helper()
	s.Login()
	s.SeeOther(s.Post("/desk/spring-cup/staff", url.Values{"do": {"tablet"}}))
	doc := s.Page(s.Get("/desk/spring-cup/staff"), http.StatusOK)
	_, link, _ = strings.Cut(doc.Find(".newlink a").AttrOr("href", ""), "://")
	link = link[strings.Index(link, "/"):]
	s.Client = s.Browser()
	s.pin(link)
	return link
}

func (s *testSite) pin(link string) {
	s.T.Helper()
	form := s.Page(s.Get(link), http.StatusOK).Find("main form")
	if to := s.SeeOther(s.Post(form.AttrOr("action", ""), nil)); to != home {
		s.T.Fatalf("the pinned device opens %s", to)
	}
}

// A shown is the data of the page for its script.
type shown struct {
	People []struct {
		ID                         int
		Name, Letter, Refused, Sub string
		Here                       bool
	}
	Games []shownGame
}

type shownGame struct {
	ID, Table                        int
	Seen, Known, Winner, How, Margin string
	Closed                           bool
	Black, White                     struct {
		ID   int
		Name string
	}
}

func (s *testSite) shown() (v shown) {
	s.T.Helper()
	doc := s.Page(s.Get(home), http.StatusOK)
	s.Check(json.Unmarshal([]byte(doc.Find("#state").AttrOr("data-state", "")), &v))
	return v
}

// enter sends a form of the script; want is the fault, "" without one.
func (s *testSite) enter(want string, fields ...string) {
	s.T.Helper()
	form := url.Values{}
	for i := 0; i < len(fields); i += 2 {
		form.Set(fields[i], fields[i+1])
	}
	got := s.Post(home, form)
	body := s.Body(got)
	if want == "" && got.StatusCode != http.StatusNoContent || !strings.Contains(body, want) {
		s.T.Fatalf("%v answers %d %s, want %q", fields, got.StatusCode, body, want)
	}
}

// reports lets the players of the spring cup report results.
func (s *testSite) reports() {
	s.T.Helper()
	tn := s.State("spring-cup")
	tn.Settings.PlayerResults = true
	s.Check(s.Director.On(sitetest.Anna, "spring-cup").SetUp(s.T.Context(), tn.Info, tn.Settings))
}

// log returns the latest entry of the log.
func (s *testSite) log() director.LogEntry {
	s.T.Helper()
	entries, _, err := s.Director.Log(s.T.Context(), "spring-cup", 0, director.LogFilter{})
	s.Check(err)
	return entries[0]
}

// A player checks in as at the desk, and takes it back; the log names the tablet.
func TestCheckInOnTheTablet(t *testing.T) {
	s := newSite(t)
	tn := s.Cup()
	id := tn.Players[0].ID
	ed := s.Director.On(sitetest.Anna, "spring-cup")
	s.Check(ed.SetStatus(t.Context(), id, tournament.Preliminary))
	s.Check(ed.SetStatus(t.Context(), tn.Players[1].ID, tournament.Withdrawn))
	tn.Settings.Fees = fees.Rules{Currency: "€", Classes: []fees.Class{{Name: "Normal", Amount: 20_00}}}
	s.Check(ed.SetUp(t.Context(), tn.Info, tn.Settings))
	s.pinned()
	page := s.Body(s.Get(home))
	if strings.Contains(page, "€") {
		t.Error("the page has fees before a name was touched")
	}
	got := s.Body(s.Get(home + "/player/" + sitetest.ID(id)))
	if !strings.Contains(got, "20") || !strings.Contains(got, "still to pay") {
		t.Errorf("after the name the page says %s", got)
	}
	for _, p := range s.shown().People {
		if p.ID == int(tn.Players[1].ID) {
			t.Error("a withdrawn player is listed")
		}
	}
	s.enter("", "do", "in", "as", sitetest.ID(id))
	if p := s.State("spring-cup").Player(id); p.Status != tournament.CheckedIn {
		t.Errorf("checked in, the player is %s", p.Status)
	}
	e := s.log()
	if e.Action != "player.checkin" || e.By != tournament.ByPlayerOn(id, tournament.OnTablet) {
		t.Errorf("the log has %s by %s", e.Action, e.By)
	}
	s.enter("", "do", "in", "as", sitetest.ID(id)) // the request was repeated
	s.enter("", "do", "out", "as", sitetest.ID(id))
	if p := s.State("spring-cup").Player(id); p.Status != tournament.Preliminary {
		t.Errorf("after the undo, the player is %s", p.Status)
	}
	s.enter("You have withdrawn", "do", "in", "as", sitetest.ID(tn.Players[1].ID))
	s.enter("fault", "do", "in", "as", "4711")
	s.enter("fault", "do", "fly")
	s.Client = s.Browser()
	s.Login()
	log := sitetest.Text(s.Page(s.Get("/desk/spring-cup/log"), http.StatusOK), "main")
	if want := "on the tablet, by whoever said to be " + tn.Players[0].Name(); !strings.Contains(log, want) {
		t.Errorf("the log misses %q: %s", want, log)
	}
}

// A result of the tablet is a report of whoever said to be the player. The opponent's touch makes it both, a
// contradiction opens a dispute, and neither is called confirmed by a player.
func TestResultsOnTheTablet(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.reports()
	s.pinned()
	open := slices.DeleteFunc(s.shown().Games, func(g shownGame) bool { return g.Known != "" })
	if len(open) < 2 {
		t.Fatalf("only %d games are open", len(open))
	}
	g, other := open[0], open[1]
	result := func(want string, as int, winner int, more ...string) {
		t.Helper()
		s.enter(want, append([]string{"do", "result", "as", strconv.Itoa(as), "game", strconv.Itoa(g.ID), "seen", g.Seen, "winner", strconv.Itoa(winner)}, more...)...)
	}
	result("", g.Black.ID, g.Black.ID, "how", "R")
	result("", g.Black.ID, g.Black.ID, "how", "R") // the request was repeated
	if e := s.log(); e.Action != "result.tablet" {
		t.Errorf("the log has %s", e.Action)
	}
	result("", g.White.ID, g.Black.ID, "how", "R")
	now := s.State("spring-cup").Game(g.ID)
	if now.Result.String() != "B+R" || now.ConfirmedBy != tournament.ByPlayerOn(tournament.PlayerID(g.White.ID), tournament.OnTablet) {
		t.Errorf("the game has %s, %q", now.Result, now.ConfirmedBy)
	}
	if e := s.log(); e.Action != "result.tablet.both" {
		t.Errorf("the log has %s", e.Action)
	}
	for _, path := range []string{"/desk/spring-cup?table=" + strconv.Itoa(g.Table), "/desk/spring-cup/log"} {
		tablet := s.Client
		s.Client = s.Browser()
		s.Login()
		text := sitetest.Text(s.Page(s.Get(path), http.StatusOK), "main")
		html := strings.ToLower(text + s.Body(s.Get(path)))
		if !strings.Contains(html, "both, on the tablet") || strings.Contains(html, "confirmed by on the tablet") {
			t.Errorf("%s misses both, on the tablet: %s", path, text)
		}
		s.Client = tablet
	}
	stranger := other.Black.ID
	result("has changed", stranger, g.Black.ID)
	g = other
	result("t a margin", g.Black.ID, g.Black.ID, "margin", "3.5x5")
}

// The opponents contradict each other on the tablet: the desk decides.
func TestContradictionOnTheTablet(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.reports()
	s.pinned()
	for _, g := range s.shown().Games {
		if g.Known != "" {
			continue
		}
		send := func(as, winner int) {
			s.enter("", "do", "result", "as", strconv.Itoa(as), "game", strconv.Itoa(g.ID), "seen", g.Seen, "winner", strconv.Itoa(winner))
		}
		send(g.Black.ID, g.Black.ID)
		send(g.White.ID, g.White.ID)
		now := s.State("spring-cup").Game(g.ID)
		if !now.Dispute.Open() || now.Result.Outcome != tournament.BlackWins || s.log().Action != "result.contest" {
			t.Errorf("the game has %s, disputed %s, log %s", now.Result, now.Dispute.Result, s.log().Action)
		}
		for _, one := range s.shown().Games {
			if one.ID == g.ID && !(one.Closed && strings.Contains(one.Known, "go to the desk")) {
				t.Errorf("the tablet shows the dispute as %+v", one)
			}
		}
		return
	}
	t.Fatal("no game is open")
}

// Pinning ends the logins of the device, and a helper of the desk opens no tablet.
func TestPinningEndsLogins(t *testing.T) {
	s := newSite(t)
	s.Cup()
	link := s.pinned()
	s.Client = s.Browser()
	s.Login()
	s.pin(link)
	if got := s.Get("/desk/spring-cup"); got.Header.Get("Location") != home {
		t.Errorf("the desk answers %d", got.StatusCode)
	}
	s.Client = s.Person("Emil", accounts.Invitation{Role: role.Desk})
	if got := s.Post("/desk/spring-cup/staff", url.Values{"do": {"tablet.end"}}); got.StatusCode != http.StatusForbidden {
		t.Errorf("a helper ends the tablet: %d", got.StatusCode)
	}
	if got := s.Post(home, url.Values{"do": {"in"}, "as": {"1"}}); got.StatusCode != http.StatusForbidden {
		t.Errorf("a helper enters as the tablet: %d", got.StatusCode)
	}
}

// Before the first round, a person of a rating list registers on the tablet, with the rank of the list; later only while
// the sign-up is open.
func TestRegisterOnTheTablet(t *testing.T) {
	s := newSite(t)
	s.Cup()
	_, err := s.Director.RatingLists().Common().Keep(t.Context(), sitetest.Anna, ratinglists.File{File: "club.csv", Data: []byte(sitetest.ClubList)})
	s.Check(err)
	s.pinned()
	if got := s.Body(s.Get(home + "/find?find=aijala")); got != "[]" {
		t.Errorf("during the tournament the tablet finds %s", got)
	}
	s.enter("Sign-up is closed", "do", "add", "entry", "1-1", "once", "a")
	tn := s.State("spring-cup")
	tn.Settings.SignUp.Open = true
	s.Check(s.Director.On(sitetest.Anna, "spring-cup").SetUp(t.Context(), tn.Info, tn.Settings))
	var found []struct{ Entry, Name, Sub string }
	s.Check(json.Unmarshal([]byte(s.Body(s.Get(home+"/find?find=aijala"))), &found))
	if len(found) == 0 {
		t.Fatal("the tablet finds nobody")
	}
	for range 2 { // the request is repeated
		s.enter("", "do", "add", "entry", found[0].Entry, "once", "b")
	}
	list := s.State("spring-cup").Players
	if p := list[len(list)-1]; len(list) != len(tn.Players)+1 || p.Name() != found[0].Name || p.Status != tournament.CheckedIn || !p.Rank.Valid() {
		t.Errorf("%d players, the last is %s %s, %s", len(list), p.Name(), p.Rank, p.Status)
	}
	if e := s.log(); e.By != tournament.ByPlayerOn(0, tournament.OnTablet) {
		t.Errorf("the log names %s", e.By)
	}
	s.enter("fault", "do", "add", "entry", found[0].Entry, "once", "c")
}
