package public_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"tourney/internal/app/director"
	"tourney/internal/rank"
	"tourney/internal/testkit/sitetest"
	"tourney/internal/tournament"
)

// playEvening lets an even number of players of a club come, who all begin a game but the last two.
func (s *testSite) playEvening(players int) *director.Editor {
	s.T.Helper()
	settings, err := tournament.PresetNamed("club")
	s.Check(err)
	tn, err := tournament.New(tournament.Info{Slug: "open", Name: "Go Club", Zone: "Europe/Helsinki"}, settings)
	s.Check(err)
	for i := range players {
		_, err := tn.AddPlayer(tournament.Player{Family: fmt.Sprintf("Player%02d", i+1), Given: "Bartholomea Ida", Rank: rank.Dan(2) - rank.Rank(i%20)}, tournament.RefuseNamesakes)
		s.Check(err)
	}
	_, err = s.Director.Import(s.T.Context(), sitetest.Anna, tournament.Whole{Tournament: tn}, director.Founding{})
	s.Check(err)
	ed := s.Director.On(sitetest.Anna, "open")
	for i := range players {
		s.Check(ed.SetStatus(s.T.Context(), tournament.PlayerID(i+1), tournament.CheckedIn))
	}
	for id := tournament.PlayerID(1); int(id) < players-2; id += 2 {
		_, err := ed.Begin(s.T.Context(), director.Pairing{A: id, B: id + 1}, "")
		s.Check(err)
	}
	return ed
}

// The hall of an evening shows the running games, the waiting players, and the results; a new game is large for 90 seconds.
func TestDisplayOfAnEvening(t *testing.T) {
	s := newSite(t)
	s.Login()
	ed := s.playEvening(10)
	hall := func(want map[string]int) string {
		t.Helper()
		doc := s.Page(s.Get("/t/open/hall"), http.StatusOK)
		for part, n := range want {
			if got := doc.Find(".slide.evening " + part).Length(); got != n {
				t.Errorf("%d of %s, want %d", got, part, n)
			}
		}
		return sitetest.Text(doc, "main")
	}
	text := hall(map[string]int{"[data-begun] .wood": 8, ".beside li": 2, ".call.new": 2, "li.new": 4})
	if !strings.Contains(text, "here: 10") || strings.Contains(text, "Round") {
		t.Errorf("the hall says %s", text)
	}
	s.Later.Add(int64(2 * time.Minute))
	g := s.State("open").GameAt(2)
	_, err := ed.Enter(t.Context(), tournament.Entry{Round: g.Round, Table: 2, Game: g.ID, Seen: g.Revision, Result: tournament.Result{Outcome: tournament.BlackWins}})
	s.Check(err)
	s.Check(ed.Rest(t.Context(), 9, true))
	text = hall(map[string]int{"li[data-begun]": 3, ".beside li": 4, ".call": 0, "li .won": 1})
	if !strings.Contains(text, "resting") || !strings.Contains(text, "Tonight") {
		t.Errorf("after a result the hall says %s", text)
	}
	for _, g := range s.State("open").Running() {
		_, err := ed.Enter(t.Context(), tournament.Entry{Round: g.Round, Table: g.Table, Game: g.ID, Seen: g.Revision, Result: tournament.Result{Outcome: tournament.WhiteWins}})
		s.Check(err)
	}
	if text = hall(map[string]int{"li[data-begun]": 0, "li .won": 4}); !strings.Contains(text, "No game is played now") {
		t.Errorf("without a game the hall says %s", text)
	}
	s.Check(ed.EndEvening(t.Context()))
	if doc := s.Page(s.Get("/t/open/hall"), http.StatusOK); doc.Find(".slide.wait").Length() != 1 || doc.Find(".evening").Length() != 0 {
		t.Errorf("after the evening the hall says %s", sitetest.Text(doc, "main"))
	}
}

// Thirty games fit on a screen, in two columns of short names.
func TestDisplayOfManyGames(t *testing.T) {
	s := newSite(t)
	s.Login()
	s.playEvening(62)
	doc := s.Page(s.Get("/t/open/hall"), http.StatusOK)
	if doc.Find(".slide").Length() != 1 || doc.Find(".slide.columns2.lines16 .panes > div:not(.beside)").Length() != 2 || doc.Find("li[data-begun]").Length() != 30 {
		t.Errorf("the hall has %d slides, %d games", doc.Find(".slide").Length(), doc.Find("li[data-begun]").Length())
	}
	if got := doc.Find("li[data-begun] .who").First().Text(); !strings.HasSuffix(got, " B. I.") {
		t.Errorf("the first name is %s", got)
	}
}
