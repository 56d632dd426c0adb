package public_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"github.com/google/go-cmp/cmp"

	"tourney/internal/app/director"
	"tourney/internal/testkit/sitetest"
	"tourney/internal/tournament"
	"tourney/internal/tournament/fees"
)

func TestRoundPage(t *testing.T) {
	s := newSite(t)
	s.Cup()
	doc := s.Page(s.Get("/t/spring-cup/round/1"), http.StatusOK)
	var got []string
	doc.Find(".games tbody tr").Each(func(_ int, row *goquery.Selection) {
		row.Find(".vh").Remove()
		got = append(got, sitetest.Words(row))
	})
	want := []string{
		"1 Öberg X 1d Abel X 1k – 6.5 +R", "2 Chvála X 2k Dahl X 1d – 6.5 +3.5", "3 Ek X 1k Łoś X 2k – 6 jigo", "4 Gran X 1d Holm X 1k – 6.5 +F", "– Iro X 2k Bye",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if got := sitetest.Text(doc, ".games tr:nth-child(2) .won"); !strings.Contains(got, "Dahl X") {
		t.Errorf("the winner of table 2 is marked as %q", got)
	}
	doc = s.Page(s.Get("/t/spring-cup/round/2", "Accept-Language", "fi"), http.StatusOK)
	if got := sitetest.Text(doc, ".facts"); got != "alku klo 12.30 tuloksia 1/4" {
		t.Errorf("round 2 in Finnish: %q", got)
	}
	if got := sitetest.Text(doc, "tbody tr:nth-child(3) .h"); got != "2" {
		t.Errorf("terms of table 3: %q", got)
	}
}

func TestBeforeTheFirstRound(t *testing.T) {
	s := newSite(t)
	settings, err := tournament.PresetNamed("finnish")
	s.Check(err)
	tn, err := tournament.New(tournament.Info{Slug: "early-cup", Name: "Early Cup"}, settings)
	s.Check(err)
	for _, players := range []int{0, 1} {
		if players > 0 {
			_, err = tn.AddPlayer(tournament.Player{Family: "Aho", Rank: 20}, tournament.RefuseNamesakes)
			s.Check(err)
		}
		slug, err := s.Director.Import(t.Context(), sitetest.Anna, tournament.Whole{Tournament: tn}, director.Founding{})
		s.Check(err)
		for _, path := range []string{"", "/standings", "/players", "/crosstable", "/statistics", "/hall"} {
			s.Page(s.Get("/t/"+slug+path), http.StatusOK)
		}
		s.Page(s.Get("/t/"+slug+"/round/1"), http.StatusNotFound)
		s.Page(s.Get("/t/"+slug+"/round/0"), http.StatusNotFound)
		if players > 0 {
			doc := s.Page(s.Get("/t/"+slug+"/players/1"), http.StatusOK)
			if got := sitetest.Text(doc, ".card .big"); got != "Round 1 is not drawn yet." {
				t.Errorf("card before the first round: %q", got)
			}
		}
	}
}

// Before the first round the front page names the handicap beside the system.
func TestHandicapIsNamed(t *testing.T) {
	s := newSite(t)
	s.OpenSignUp(fees.Rules{}, tournament.SignUp{})
	tn := s.State("open")
	for ceiling, want := range map[int]string{0: "Swiss", 9: "Swiss with handicap"} {
		settings := tn.Settings
		settings.System, settings.Handicap.Ceiling = tournament.Swiss, ceiling
		s.Check(s.Director.On(sitetest.Anna, "open").SetUp(t.Context(), tn.Info, settings))
		if got := s.Page(s.Get("/t/open"), http.StatusOK).Find("#side dd").First().Text(); !strings.HasPrefix(got, want+",") {
			t.Errorf("with handicaps up to %d the page says %q, want %q", ceiling, got, want)
		}
	}
}
