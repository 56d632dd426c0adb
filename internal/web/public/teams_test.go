package public_test

import (
	"net/http"
	"strconv"
	"strings"
	"testing"

	"tourney/internal/testkit/sitetest"
)

// The pages of a tournament of teams have all messages in every language.
func TestTeamPages(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	s := newSite(t)
	s.PlayedLeague()
	s.Login()
	team := strconv.Itoa(int(s.LeagueNow().TeamOf(1).ID))
	for _, path := range []string{
		"/t/league", "/t/league/round/1", "/t/league/round/2?by=name", "/t/league/teams", "/t/league/teams/" + team, "/t/league/standings",
		"/t/league/standings?by=player", "/t/league/crosstable", "/t/league/crosstable?by=player", "/t/league/players", "/t/league/players/1",
		"/t/league/hall", "/t/league/why/1", "/t/league/statistics", "/desk/league", "/desk/league?table=3", "/desk/league/draw/2",
		"/desk/league/draw/3", "/desk/league/teams", "/desk/league/teams/" + team, "/desk/league/print/slips/2", "/desk/league/settings",
		"/desk/league/exports", "/desk/league/log",
	} {
		for _, lang := range []string{"en", "fi", "pl", "cs"} {
			s.Run(lang+" "+path, func(t *testing.T) {
				doc := s.Page(s.Get(path, "Accept-Language", lang), http.StatusOK)
				if found := sitetest.UntranslatedKey(sitetest.Text(doc, "body")); found != "" {
					t.Errorf("%s in %s shows %q", path, lang, found)
				}
			})
		}
	}
}

func TestMatchesAreShown(t *testing.T) {
	s := newSite(t)
	s.PlayedLeague()
	s.Login()
	tn := s.LeagueNow()
	matches, _ := tn.Matches(1)
	a, b := tn.Team(matches[0].A).Name, tn.Team(matches[0].B).Name
	doc := s.Page(s.Get("/t/league/round/1"), http.StatusOK)
	// A jigo on the first board; on the second, Black is the player of B.
	got := sitetest.Text(doc, "#m1 .teams")
	if first, second, _ := strings.Cut(got, b); !strings.HasPrefix(first, "Match 1 "+a) || !strings.HasSuffix(second, " ½ – 1½") {
		t.Errorf("the first match is %q of %s and %s", got, a, b)
	}
	if wood := doc.Find("#m1 tr:nth-child(3) .wood .stone").First(); !wood.HasClass("white") {
		t.Errorf("the first player of the second board has the stone %q", wood.AttrOr("class", ""))
	}
	if got := doc.Find("#m1 tr").Length(); got != 3 {
		t.Errorf("%d lines for a match on two boards", got)
	}
	doc = s.Page(s.Get("/desk/league"), http.StatusOK)
	if got := sitetest.Text(doc, ".desk .group"); !strings.Contains(got, a) || doc.Find(".desk .group .matchline").Length() != 2 {
		t.Errorf("the desk tells %q", got)
	}
	// The match is beside the entry.
	doc = s.Page(s.Get("/desk/league?table=3"), http.StatusOK)
	if got := sitetest.Text(doc, "#panel .matchline"); got == "" || !strings.Contains(sitetest.Text(doc, "#panel"), "board 1") {
		t.Errorf("the chosen table tells %q", sitetest.Text(doc, "#panel"))
	}
	doc = s.Page(s.Get("/desk/league/print/slips/1"), http.StatusOK)
	if got := sitetest.Text(doc, ".slip:first-of-type"); !strings.Contains(got, "board 1") || !strings.Contains(got, a) || !strings.Contains(got, b) {
		t.Errorf("the slip says %q", got)
	}
	if rows := s.Page(s.Get("/t/league/standings"), http.StatusOK).Find(".wall tbody tr").Length(); rows != 4 {
		t.Errorf("%d teams stand", rows)
	}
	if rows := s.Page(s.Get("/t/league/standings?by=player"), http.StatusOK).Find(".boardtable tbody tr").Length(); rows != 8 {
		t.Errorf("%d players stand on boards", rows)
	}
	if cells := sitetest.Text(s.Page(s.Get("/t/league/crosstable?after=1"), http.StatusOK), ".cross tbody tr:nth-child(1)"); !strings.Contains(cells, "½") && !strings.Contains(cells, "2") {
		t.Errorf("the cross table begins %q", cells)
	}
	doc = s.Page(s.Get("/t/league/players/1"), http.StatusOK)
	if got := sitetest.Text(doc, ".card"); !strings.Contains(got, "board 1") || !strings.Contains(sitetest.Text(doc, ".facts"), "Oulu") {
		t.Errorf("the player is told %q", got)
	}
}
