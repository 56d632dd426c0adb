package public_test

import (
	"strings"
	"testing"
	"time"

	"tourney/internal/app/director"
	"tourney/internal/rank"
	"tourney/internal/testkit/sitetest"
	"tourney/internal/tournament"
)

// The public pages of open play show running games, waiting players and the games of each evening, without rounds.
func TestOpenPlay(t *testing.T) {
	s := newSite(t)
	settings, err := tournament.PresetNamed("club")
	s.Check(err)
	tn, err := tournament.New(tournament.Info{Slug: "go-club", Name: "Tapiola Go Club"}, settings)
	s.Check(err)
	for _, name := range []string{"Aho", "Berg", "Chvála", "Dahl", "Ek"} {
		_, err = tn.AddPlayer(tournament.Player{Family: name, Given: "X", Rank: rank.Kyu(5)}, tournament.RefuseNamesakes)
		s.Check(err)
	}
	begin := sitetest.Noon
	for day := range 2 {
		at := begin.Add(time.Duration(day) * 7 * 24 * time.Hour)
		for i := range 4 + day { // Ek comes on the second evening only
			s.Check(tn.SetStatus(tn.Players[i].ID, tournament.CheckedIn))
		}
		tn.NoteArrivals(at)
		_, err = tn.Begin(tournament.Pair{Black: 1, White: 2}, at)
		s.Check(err)
		_, err = tn.Begin(tournament.Pair{Black: 3, White: 4}, at)
		s.Check(err)
		for _, g := range tn.Running() {
			if day == 0 || g.Black == 1 {
				_, _, err = tn.Record(tournament.Entry{Round: g.Round, Table: g.Table, Seen: g.Revision, Result: tournament.Result{Outcome: tournament.BlackWins}, At: at.Add(time.Hour)})
				s.Check(err)
			}
		}
		if day == 0 {
			s.Check(tn.EndEvening(at.Add(2 * time.Hour)))
		}
	}
	_, err = s.Director.Import(t.Context(), sitetest.Anna, tournament.Whole{Tournament: tn}, director.Founding{})
	s.Check(err)
	for path, want := range map[string][]string{
		"":             {"Playing", "Chvála", "Finished", "Aho", "Waiting", "Ek X", "since 10:30", "1 game running"},
		"/games":       {"2 May", "9 May", "4 games"},
		"/players":     {"Ek"},
		"/players/1":   {"Waits for a game since 10:30", "2 May", "9 May"},
		"/players/3":   {"Table 2", "Dahl"},
		"/find?name=x": {"Dahl", "2"},
		"/about":       {"Open play"},
	} {
		text := sitetest.Text(s.Page(s.Get("/t/go-club"+path), 200), "body")
		for _, part := range want {
			if !strings.Contains(text, part) {
				t.Errorf("%q lacks %q: %s", path, part, text)
			}
		}
		if strings.Contains(strings.ToLower(text), "round") {
			t.Errorf("%q speaks of rounds: %s", path, text)
		}
	}
	for _, path := range []string{"/round/1", "/round/2?by=name"} {
		if at := s.SeeOther(s.Get("/t/go-club" + path)); at != "/t/go-club" {
			t.Errorf("%s leads to %s", path, at)
		}
	}
}
