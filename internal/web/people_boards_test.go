package web

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// The preview of a list has team and board beside the club, the import keeps the order of the boards, and the page of
// the players shows the team.
func TestImportOfTeams(t *testing.T) {
	s := newSite(t)
	s.kind("teams", 0)
	s.login()
	at := s.seeOther(s.post("/desk/open/import", url.Values{"text": {"Family;Given;Rank;Club;Team;Board\nSalo;Anna;5k;Turku;Up;2\nLehti;Olli;4k;Oulu;Up;1\n"}}))
	doc := s.page(s.get(at), http.StatusOK)
	if got := text(doc, "td.club"); !strings.Contains(got, "Turku Up 2") || strings.Contains(text(doc, "main"), "is not used") {
		t.Errorf("the preview: %s", text(doc, "main"))
	}
	s.seeOther(s.post(at, s.previewForm(at, "apply")))
	tn := s.state("open")
	if members := tn.Settings.Teams.Teams[0].Members; tn.Player(members[0]).Family != "Lehti" {
		t.Errorf("board 1 has %s", tn.Player(members[0]).Name())
	}
	if got := text(s.page(s.get("/desk/open/players"), http.StatusOK), "#entrants td.club"); !strings.Contains(got, "Turku Up") {
		t.Errorf("the players: %s", got)
	}
}
