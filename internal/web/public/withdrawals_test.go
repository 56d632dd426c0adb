package public_test

import (
	"net/http"
	"strings"
	"testing"

	"tourney/internal/fault"
	"tourney/internal/rank"
	"tourney/internal/testkit/sitetest"
	"tourney/internal/tournament"
)

// A player leaves a round robin of six after two of five rounds. Their games are annulled in the standings, the cross table
// and for the prizes, and are in the file for ratings.
func TestAnnulledGames(t *testing.T) {
	s := newSite(t)
	s.Kind("round-robin", 6)
	s.Login()
	ed := s.Director.On(sitetest.Anna, "open")
	settings := s.State("open").Settings
	settings.Format.Withdrawals = tournament.WithdrawalsHalf
	settings.Prizes.List = []tournament.Prize{{Name: "Main", Places: 6, Money: []tournament.Money{100}}}
	s.Check(ed.SetUp(t.Context(), s.State("open").Info, settings))
	s.Play(1)
	s.Play(2)
	leaver := s.State("open").Players[0]
	if err := ed.SetStatus(t.Context(), leaver.ID, tournament.Withdrawn); !fault.Is(err, "reason.needed") {
		t.Fatalf("games are annulled without a reason: %v", err)
	}
	s.Check(ed.Because("ill").SetStatus(t.Context(), leaver.ID, tournament.Withdrawn))
	for n := 3; n <= 5; n++ {
		s.Play(n)
	}
	for _, path := range []string{"/t/open", "/t/open/standings", "/t/open/crosstable", "/desk/open/prizes", "/t/open/statistics"} {
		text := sitetest.Text(s.Page(s.Get(path), http.StatusOK), "main")
		if strings.Contains(text, leaver.Family) {
			t.Errorf("%s has the player who left: %s", path, text)
		}
	}
	doc := s.Page(s.Get("/t/open/standings"), http.StatusOK)
	if rows := doc.Find(".wall tbody tr"); rows.Length() != 5 || sitetest.Words(rows.First().Find(".place")) == "" && !strings.Contains(rows.First().Text(), "Player02") {
		t.Errorf("%d rows, the first %q", rows.Length(), sitetest.Words(rows.First()))
	}
	if words, _ := doc.Find(".wall").Html(); strings.Count(words, "does not count: a player withdrew") < 5 {
		t.Errorf("the annulled games are not explained: %s", words)
	}
	egd := string(s.Export("open", "egd"))
	lines := strings.Split(strings.TrimSpace(egd), "\n")
	if last := lines[len(lines)-1]; !strings.Contains(last, leaver.Family) || strings.Count(last, "+/") != 2 {
		t.Errorf("the file for ratings ends with %q", last)
	}
	for _, path := range []string{"/t/open/players/" + sitetest.ID(leaver.ID), "/t/open/players", "/api/v1/tournaments/open/standings"} {
		if got := s.Get(path); got.StatusCode != http.StatusOK {
			t.Errorf("%s answers %d", path, got.StatusCode)
		}
	}
	if len(s.Export("open", "xlsx")) == 0 || s.State("open").Player(leaver.ID).Rank != rank.Dan(5) {
		t.Error("no workbook, or another player")
	}
}
