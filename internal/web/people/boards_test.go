package people_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"tourney/internal/testkit/sitetest"
)

// The preview of a list has team and board beside the club, the import keeps the order of the boards, and the page of
// the players shows the team.
func TestImportOfTeams(t *testing.T) {
	s := sitetest.New(t)
	s.Kind("teams", 0)
	s.Login()
	at := s.SeeOther(s.Post("/desk/open/import", url.Values{"text": {"Family;Given;Rank;Club;Team;Board\nSalo;Anna;5k;Turku;Up;2\nLehti;Olli;4k;Oulu;Up;1\n"}}))
	doc := s.Page(s.Get(at), http.StatusOK)
	if got := sitetest.Text(doc, "td.club"); !strings.Contains(got, "Turku Up 2") || strings.Contains(sitetest.Text(doc, "main"), "is not used") {
		t.Errorf("the preview: %s", sitetest.Text(doc, "main"))
	}
	s.SeeOther(s.Post(at, s.PreviewForm(at, "apply")))
	tn := s.State("open")
	if members := tn.Settings.Teams.Teams[0].Members; tn.Player(members[0]).Family != "Lehti" {
		t.Errorf("board 1 has %s", tn.Player(members[0]).Name())
	}
	if got := sitetest.Text(s.Page(s.Get("/desk/open/players"), http.StatusOK), "#entrants td.club"); !strings.Contains(got, "Turku Up") {
		t.Errorf("the players: %s", got)
	}
}
