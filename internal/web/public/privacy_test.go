package public_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"tourney/internal/app/director"
	"tourney/internal/rank"
	"tourney/internal/spelling"
	"tourney/internal/testkit/sitetest"
	"tourney/internal/tournament"
	"tourney/internal/tournament/consent"
)

func TestPersonalDataStaysAtTheDesk(t *testing.T) {
	s := newSite(t)
	s.Cup()
	for _, path := range append(sitetest.PublicPages, "/api/v1/tournaments", "/api/v1/tournaments/spring-cup") {
		if got := s.Body(s.Get(path)); strings.Contains(got, "secret") {
			t.Errorf("%s shows notes or contact", path)
		}
	}
}

func TestDraftsStayAtTheDesk(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.Page(s.Get("/t/spring-cup/round/3"), http.StatusNotFound)
	if got := s.Get("/api/v1/tournaments/spring-cup/rounds/3"); got.StatusCode != http.StatusNotFound {
		t.Errorf("the draft is served as JSON: %d", got.StatusCode)
	}
}

func TestHiddenTournament(t *testing.T) {
	s := newSite(t)
	cup := s.Cup()
	cup.Info.Hidden = true
	s.Check(s.Director.On(sitetest.Anna, "spring-cup").SetUp(t.Context(), cup.Info, cup.Settings))
	paths := []string{"/t/spring-cup", "/t/spring-cup/standings", "/t/spring-cup/hall", "/t/spring-cup/events", "/api/v1/tournaments/spring-cup"}
	for _, path := range paths {
		if got := s.Get(path); got.StatusCode != http.StatusNotFound {
			t.Errorf("%s answers %d to everybody", path, got.StatusCode)
		}
	}
	if got := s.Body(s.Get("/")); strings.Contains(got, "Spring Cup") {
		t.Error("the list names it")
	}
	s.Login()
	for _, path := range paths {
		if got := s.Do(http.MethodHead, path, nil); got.StatusCode != http.StatusOK {
			t.Errorf("%s answers %d to a director", path, got.StatusCode)
		}
	}
	// A page that a director has loaded is not in the cache for others.
	s.Client = s.Browser()
	s.Page(s.Get("/t/spring-cup"), http.StatusNotFound)
}

// TestHiddenPlayerIsNamedNowhere follows every link of a tournament's public pages, and the addresses for programs, and
// searches for the name of a hidden player.
func TestHiddenPlayerIsNamedNowhere(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	s := newSite(t)
	s.Cup()
	ed := s.Director.On(sitetest.Anna, "spring-cup")
	s.Check(ed.EditPlayer(t.Context(), 6, tournament.AllowNamesakes, func(p *tournament.Player) {
		p.Family, p.Given, p.Hiding, p.EGD = "Žofková", "Quirinia", consent.Initials, "12345678"
	}))
	g, _ := s.GameAt(1, 3) // 6 is White
	s.Check(ed.Game(g.ID).AttachRecord(t.Context(), []byte("(;GM[1]FF[4]CA[UTF-8]SZ[19]KM[6]PB[Ek X]PW[Zofkova, Q. (quiri99)]GN[Ek-\u017dofkov\u00e1]C[Quirinia was late]"+
		";B[pd]C[quiri99 [2k\\]: hi, this is \u017dof\\\nkov\u00e1];W[dd])")))
	tn := s.State("spring-cup")
	settings := tn.Settings
	settings.PlayerResults = true
	s.Check(ed.SetUp(t.Context(), tn.Info, settings))
	for table := 2; table <= 4; table++ {
		g, _ := s.GameAt(2, table)
		e := tournament.Entry{Round: 2, Table: table, Seen: g.Revision, Result: tournament.Result{Outcome: tournament.WhiteWins}}
		by := ed
		if g.Has(6) {
			e.Mode, by = tournament.Reported, s.Director.On(director.Actor{Name: tournament.ByPlayer(6)}, "spring-cup")
		}
		_, err := by.Enter(t.Context(), e)
		s.Check(err)
	}
	_, err := ed.Requests().Add(t.Context(), tournament.Request{
		Kind: tournament.AskSubstitute, Player: 7, Round: 3, Proposed: tournament.Proposed{Substitute: 6},
	}, "")
	s.Check(err)
	removed, err := ed.AddPlayer(t.Context(), tournament.Player{
		Family: "Wübbelsma", Given: "Ottokarine", Rank: rank.Kyu(3), Hiding: consent.Initials, Status: tournament.CheckedIn, Absent: 0b111110,
	}, tournament.RefuseNamesakes, "")
	s.Check(err)
	s.Check(ed.Day().AnnounceFinal(t.Context(), "as read out"))
	s.Check(ed.Day().Reopen(t.Context(), "somebody never came"))
	s.Check(ed.RemovePlayer(t.Context(), removed))
	s.Check(ed.Day().AnnounceFinal(t.Context(), "corrected"))

	forbidden := []string{"zofkova", "quirinia", "quiri99", "12345678", "wubbelsma", "ottokarine"}
	queue := append([]string{"/", "/feed.atom", "/api/v1/tournaments", "/api/v1/tournaments/spring-cup", "/t/spring-cup/feed.atom", "/t/spring-cup/calendar.ics"}, sitetest.PublicPages...)
	for n := 1; n <= 2; n++ {
		for _, list := range []string{"tables/%d", "names/%d", "standings?after=%d"} {
			queue = append(queue, fmt.Sprintf("/t/spring-cup/print/"+list, n))
		}
		queue = append(queue, fmt.Sprintf("/api/v1/tournaments/spring-cup/rounds/%d", n))
	}
	opponent, err := s.Director.PlayerToken(t.Context(), s.State("spring-cup"), 7) // their page has their letter
	s.Check(err)
	queue = append(queue, "/t/spring-cup/final", "/t/spring-cup/embed", "/t/spring-cup/embed/standings", "/t/spring-cup/embed/pairings",
		"/t/spring-cup/print/players", "/t/spring-cup/print/crosstable", "/t/spring-cup/me/"+opponent)
	for _, at := range [][2]int{{1, 3}, {2, 3}} { // the slips of their games, which the opponents have too
		g, _ := s.GameAt(at[0], at[1])
		slip, err := s.Director.GameToken(t.Context(), s.State("spring-cup"), g)
		s.Check(err)
		queue = append(queue, "/t/spring-cup/report/"+slip)
	}
	seen, asked := map[string]bool{}, len(queue)
	for len(queue) > 0 {
		path, _, _ := strings.Cut(queue[0], "#")
		queue = queue[1:]
		if seen[path] || len(seen) > 2000 {
			continue
		}
		seen[path] = true
		got := s.Get(path)
		if len(seen) <= asked && got.StatusCode != http.StatusOK {
			t.Errorf("%s answers %d", path, got.StatusCode)
		}
		body := s.Body(got)
		for _, text := range append(sitetest.Unzipped(t, body), body) {
			for _, name := range forbidden {
				if at := strings.Index(spelling.Fold(text), name); at >= 0 {
					folded := spelling.Fold(text)
					t.Errorf("%s names the player: …%s…", path, folded[max(at-60, 0):min(at+60, len(folded))])
				}
			}
		}
		doc, err := goquery.NewDocumentFromReader(strings.NewReader(body))
		s.Check(err)
		doc.Find("[href]").Each(func(_ int, e *goquery.Selection) {
			if to := e.AttrOr("href", ""); strings.HasPrefix(to, "/t/spring-cup") && !strings.Contains(to, "lang=") {
				queue = append(queue, to)
			}
		})
	}
	record := s.Body(s.Get(fmt.Sprintf("/t/spring-cup/games/%d/record", g.ID)))
	for _, want := range []string{"PW[Ž. Q.]", "PB[Ek X]", "[2k\\]: hi", ";B[pd]", ";W[dd]"} {
		if !strings.Contains(record, want) {
			t.Errorf("the record lacks %s: %s", want, record)
		}
	}
	if len(seen) < 60 {
		t.Errorf("only %d addresses were looked at", len(seen))
	}
	s.Login()
	if got := sitetest.Text(s.Page(s.Get(fmt.Sprintf("/desk/spring-cup/games/%d", g.ID)), http.StatusOK), "main"); !strings.Contains(got, "Žofková") {
		t.Error("the desk doesn't see the name either")
	}
}

// TestHiddenWinner searches the list of tournaments for the name of a hidden winner.
func TestHiddenWinner(t *testing.T) {
	s := newSite(t)
	tn := s.Cup()
	ed := s.Director.On(sitetest.Anna, "spring-cup")
	s.Check(ed.Round(3).Drop(t.Context()))
	tn.Settings.Rounds = 2
	s.Check(ed.SetUp(t.Context(), tn.Info, tn.Settings))
	for i := range tn.Players {
		s.Check(ed.EditPlayer(t.Context(), tn.Players[i].ID, tournament.AllowNamesakes, func(p *tournament.Player) { p.Family, p.Hiding = "Zofkova-"+p.Family, consent.Initials }))
	}
	for table := 2; table <= 4; table++ {
		g, _ := s.GameAt(2, table)
		_, err := ed.Enter(t.Context(), tournament.Entry{Round: 2, Table: table, Seen: g.Revision, Result: tournament.Result{Outcome: tournament.WhiteWins}})
		s.Check(err)
	}
	if got := sitetest.Text(s.Page(s.Get("/"), http.StatusOK), "main"); !strings.Contains(got, "Z. ") || strings.Contains(got, "Zofkova") {
		t.Errorf("the list of tournaments says %q", got)
	}
	s.Login()
	if got := sitetest.Text(s.Page(s.Get("/desk"), http.StatusOK), "main"); !strings.Contains(got, "Zofkova") {
		t.Errorf("the desk's list says %q", got)
	}
}
