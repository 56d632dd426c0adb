package public_test

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tourney/internal/rank"
	"tourney/internal/testkit/sitetest"
	"tourney/internal/tournament"
)

func TestPlayerPage(t *testing.T) {
	s := newSite(t)
	s.Cup()
	doc := s.Page(s.Get("/t/spring-cup/players/7"), http.StatusOK)
	doc.Find(".vh").Remove()
	if got := sitetest.Text(doc, ".card.mine"); got != "Gran X Round 2 · start 12:30 Table 3 White against Łoś X 2k 2 handicap stones, komi 0" {
		t.Errorf("card: %q", got)
	}
	// Sums are shown only when they add up to the score.
	if got := sitetest.Text(doc, "#why .sum"); !strings.Contains(got, " = ") {
		t.Errorf("explanation: %q", got)
	}
	doc = s.Page(s.Get("/t/spring-cup/players/9"), http.StatusOK)
	if got := sitetest.Text(doc, "table.course tbody tr:first-child .text"); got != "bye" {
		t.Errorf("the bye reads %q", got)
	}
	for _, id := range []string{"99", "0", "-1", "x", "9999999999999999999999"} {
		s.Page(s.Get("/t/spring-cup/players/"+id), http.StatusNotFound)
	}
}

func TestNamesAreInTheReadersOrder(t *testing.T) {
	s := newSite(t)
	s.Cup()
	for code, want := range map[string]string{
		"fi": "Abel Chvála Dahl Ek Gran Holm Iro Łoś Öberg",
		"cs": "Abel Dahl Ek Gran Holm Chvála Iro Łoś Öberg",
		"pl": "Abel Chvála Dahl Ek Gran Holm Iro Łoś Öberg",
	} {
		s.Run(code, func(t *testing.T) {
			for _, path := range []string{"/t/spring-cup/players", "/t/spring-cup/round/2?by=name"} {
				doc := s.Page(s.Get(path, "Accept-Language", code), http.StatusOK)
				got := strings.ReplaceAll(sitetest.Text(doc, "tbody th .who"), " X", "")
				if diff := cmp.Diff(strings.Fields(want), strings.Fields(got)); diff != "" {
					t.Errorf("%s in %s: %s", path, code, diff)
				}
			}
		})
	}
}

func TestGainsOfPlayers(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.Login()
	if got := s.Page(s.Get("/t/spring-cup/players/1"), 200).Find(".gains").Length(); got != 0 {
		t.Error("a player without a rating is told of a change")
	}
	rated := func(p *tournament.Player) { p.Rating = rank.Points(2100) }
	s.Check(s.Director.On(sitetest.Anna, "spring-cup").EditPlayer(t.Context(), 1, tournament.AllowNamesakes, rated))
	doc := s.Page(s.Get("/t/spring-cup/players/1"), 200)
	if got := sitetest.Text(doc, ".gains .would b"); !strings.HasPrefix(got, "The new rating would be 21") {
		t.Errorf("said %q", got)
	}
	won := doc.Find("table.course tbody tr:first-child td.g")
	if got := won.AttrOr("title", ""); got != "expected 64 %" { // 2100 against 2000
		t.Errorf("expected %q", got)
	}
	if got := sitetest.Words(won); !strings.HasPrefix(got, "+") {
		t.Errorf("the win brought %q", got)
	}
	// The current game has no expected score.
	if open := doc.Find("table.course tbody tr:last-child td.g"); sitetest.Words(open) != "" || open.AttrOr("title", "") != "" {
		t.Errorf("before the game: %q", open.AttrOr("title", ""))
	}
	doc = s.Page(s.Get("/desk/spring-cup/draw/2?table=3"), 200)
	if got := sitetest.Text(doc, "#chosen .expected"); !strings.HasPrefix(got, "Expected by the ratings: Black ") {
		t.Errorf("of a pairing is expected %q", got)
	}
	snapshot, err := s.Director.Snapshot(t.Context(), "spring-cup")
	s.Check(err)
	tn, game := snapshot.Tournament, "/t/spring-cup/games/"+strconv.Itoa(snapshot.Tournament.Rounds[0].Games[0].ID)
	if got := sitetest.Text(s.Page(s.Get(game), 200), ".odds"); got != "" {
		t.Errorf("without being asked to, the game says %q", got)
	}
	settings := tn.Settings
	settings.ShowOdds = true
	s.Check(s.Director.On(sitetest.Anna, "spring-cup").SetUp(t.Context(), tn.Info, settings))
	if got := sitetest.Text(s.Page(s.Get(game), 200), ".sitting .odds"); got != "Expected by the ratings: Black 64 %, White 36 %." {
		t.Errorf("the game says %q", got)
	}
	doc = s.Page(s.Get("/desk/spring-cup/ratings/changes"), 200)
	if got := doc.Find(".gainlist").Last().Find("tbody tr").Length(); got != 9 {
		t.Errorf("%d players are listed", got)
	}
}

// With the American system, pages show expected scores and explain that the federation
// rates the event as a whole. Raised ratings are explained only where they occur.
func TestGainsByOtherSystems(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.Login()
	snapshot, err := s.Director.Snapshot(t.Context(), "spring-cup")
	s.Check(err)
	professed := func(p *tournament.Player) { p.Grade, p.Rating = rank.Dan(4), rank.Points(2000) }
	s.Check(s.Director.On(sitetest.Anna, "spring-cup").EditPlayer(t.Context(), 1, tournament.AllowNamesakes, professed))
	doc := s.Page(s.Get("/desk/spring-cup/ratings/changes"), 200)
	if got := sitetest.Text(doc, ".findings"); !strings.Contains(got, "Öberg X Declares 4d with a rating of 2000: if that is at least two ranks above the last tournament, the European database first raises the rating to 2400.") {
		t.Errorf("who may be lifted: %q", got)
	}
	s.Check(s.Director.On(sitetest.Anna, "spring-cup").EditPlayer(t.Context(), 1, tournament.AllowNamesakes, func(p *tournament.Player) { p.LastRank = rank.Kyu1 }))
	doc = s.Page(s.Get("/desk/spring-cup/ratings/changes"), 200)
	if got := sitetest.Text(doc, ".findings"); !strings.Contains(got, "Öberg X Declares 4d, but 1k at the last tournament: computed from 2400, to which the European database first raises the rating of 2000.") {
		t.Errorf("who is lifted: %q", got)
	}
	settings := snapshot.Tournament.Settings
	settings.Rating.Formula = "aga"
	s.Check(s.Director.On(sitetest.Anna, "spring-cup").SetUp(t.Context(), snapshot.Tournament.Info, settings))
	doc = s.Page(s.Get("/t/spring-cup/players/1"), 200)
	if got := sitetest.Text(doc, ".gains"); !strings.Contains(got, "rates a tournament as a whole") || strings.Contains(got, "would be") || strings.Contains(got, "Declares") {
		t.Errorf("said %q", got)
	}
	if row := doc.Find("table.course tbody tr").First(); row.Find("td.g").AttrOr("title", "") == "" || sitetest.Words(row.Find("td.g")) != "" {
		t.Errorf("the first round: %q", row.Text())
	}
	doc = s.Page(s.Get("/desk/spring-cup/ratings/changes"), 200)
	if got := sitetest.Text(doc, ".banner"); !strings.Contains(got, "rates a tournament as a whole") || doc.Find(".notes").Length() != 0 {
		t.Errorf("for the director: %q", sitetest.Text(doc, "main"))
	}
	if got, cells := sitetest.Text(doc, ".gainlist thead"), doc.Find(".gainlist tbody tr").First().Children().Length(); cells != 5 ||
		strings.Contains(got, "Change") || strings.Contains(got, "After") || strings.Contains(got, "Suggested") {
		t.Errorf("%d columns with the headings %q", cells, got)
	}
	settings.Rating.Class = "none"
	s.Check(s.Director.On(sitetest.Anna, "spring-cup").SetUp(t.Context(), snapshot.Tournament.Info, settings))
	doc = s.Page(s.Get("/desk/spring-cup/ratings/changes"), 200)
	if heads, cells := doc.Find(".gainlist thead tr").First().Children().Length(), doc.Find(".gainlist tbody tr").First().Children().Length(); heads != 5 || cells != 5 {
		t.Errorf("not rated: %d headings over %d cells", heads, cells)
	}
}

// The card of a player says how to report a missing result, if players may.
func TestCardSaysHowToReport(t *testing.T) {
	s := newSite(t)
	s.Cup()
	missing := s.Round(2).Games[slices.IndexFunc(s.Round(2).Games, func(g tournament.Game) bool { return !g.Result.Known() })]
	path := fmt.Sprintf("/t/spring-cup/players/%d", missing.Black)
	card := func() string { return sitetest.Text(s.Page(s.Get(path), http.StatusOK), ".card") }
	if got := card(); strings.Contains(got, "slip") {
		t.Errorf("the card says %q", got)
	}
	tn := s.State("spring-cup")
	tn.Settings.PlayerResults = true
	s.Check(s.Director.On(sitetest.Anna, "spring-cup").SetUp(t.Context(), tn.Info, tn.Settings))
	if got := card(); !strings.Contains(got, "Report your result: scan the code on your slip.") {
		t.Errorf("the card says %q", got)
	}
}
