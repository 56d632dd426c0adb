package draw_test

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"tourney/internal/app/director"
	"tourney/internal/rank"
	"tourney/internal/testkit/sitetest"
	"tourney/internal/tournament"
)

func TestTeamsAreDrawn(t *testing.T) {
	s := newSite(t)
	s.League()
	ctx := t.Context()
	_, err := s.Director.On(sitetest.Anna, "league").AddTeams(ctx, s.LeagueNow().ClubTeams(), "")
	s.Check(err)
	s.Login()
	draw := "/desk/league/draw/1"
	s.SeeOther(s.Post(draw, url.Values{"do": {"pair"}}))
	matches, _ := s.LeagueNow().Matches(1)
	id := func(team tournament.PlayerID) string { return strconv.Itoa(int(team)) }
	doc := s.Page(s.Get(draw+""), http.StatusOK)
	if doc.Find("tr.drawmatch").Length() != 2 || doc.Find("tr[id^=t]").Length() != 4 {
		t.Errorf("the draw shows %q", sitetest.Text(doc, ".games.draw"))
	}
	// A team's players are below its name, whatever their colour.
	for _, m := range matches {
		for board, g := range m.Games {
			own := g.Black
			if s.LeagueNow().TeamOf(own).ID != m.A {
				own = g.White
			}
			row := doc.Find("#t" + strconv.Itoa(g.Table))
			if got, want := sitetest.Words(row.Find(".who").First()), s.LeagueNow().Player(own).Name(); got != want {
				t.Errorf("board %d: %s stands under the first team, want %s", board+1, got, want)
			}
		}
	}
	s.SeeOther(s.Post(draw, url.Values{"do": {"swap"}, "player": {id(matches[0].A), id(matches[1].A)}}))
	now, _ := s.LeagueNow().Matches(1)
	if pair := []tournament.PlayerID{now[0].A, now[0].B}; !slices.Contains(pair, matches[1].A) || !slices.Contains(pair, matches[0].B) {
		t.Errorf("after the swap %v meet, before %v", now, matches)
	}
	s.SeeOther(s.Post(draw, url.Values{"do": {"lockmatch"}, "player": {id(now[0].A)}}))
	if r := s.LeagueNow().Round(1); !r.Games[0].Locked || !r.Games[1].Locked || r.Games[2].Locked {
		t.Errorf("locked are %+v", r.Games)
	}
	s.SeeOther(s.Post(draw, url.Values{"do": {"unlockmatch"}, "player": {id(now[0].B)}}))
	s.SeeOther(s.Post(draw, url.Values{"do": {"unmatch"}, "player": {id(now[0].B)}}))
	doc = s.Page(s.Get(draw+""), http.StatusOK)
	if got := sitetest.Text(doc, "#idle"); strings.Count(got, " ") < 3 || doc.Find("tr.drawmatch").Length() != 1 {
		t.Errorf("taken apart, the page shows %q", got)
	}
	s.SeeOther(s.Post(draw, url.Values{"do": {"two"}, "player": {id(now[0].A), id(now[0].B)}}))
	s.SeeOther(s.Post(draw, url.Values{"do": {"publish"}}))
	// A change of a published round needs a confirmation.
	if to := s.SeeOther(s.Post(draw, url.Values{"do": {"unmatch"}, "player": {id(now[0].A)}})); !strings.Contains(to, "ask=unmatch") {
		t.Errorf("leads to %s", to)
	} else if asked := sitetest.Text(s.Page(s.Get(to), http.StatusOK), "#ask"); !strings.Contains(asked, s.LeagueNow().Team(now[0].A).Name) {
		t.Errorf("asks %q", asked)
	}
}

// The draw's page shows who advances from a drawn match, and the director can decide
// otherwise; the settings explain the tie-break.
func TestDrawnMatchesAtTheDesk(t *testing.T) {
	s := newSite(t)
	s.Login()
	settings, err := tournament.PresetNamed("knockout")
	s.Check(err)
	settings.Rounds, settings.Format.ThirdPlace, settings.Teams.Boards = 2, false, 2
	settings.Criteria = tournament.DefaultTeamCriteria(settings.System, settings.Teams.Boards)
	settings.Teams.TieBreaks = []tournament.TieBreak{tournament.TieDirector}
	tn, err := tournament.New(tournament.Info{Slug: "open", Name: "Open"}, settings)
	s.Check(err)
	for k := range 4 {
		team := tournament.Team{Name: "Team " + string(rune('A'+k))}
		for i := range 2 {
			id, err := tn.AddPlayer(tournament.Player{Family: fmt.Sprintf("Player%d%d", k, i), Rank: rank.Dan(4) - rank.Rank(k), Status: tournament.CheckedIn}, tournament.RefuseNamesakes)
			s.Check(err)
			team.Members = append(team.Members, id)
		}
		_, err := tn.SetTeam(team)
		s.Check(err)
	}
	_, err = s.Director.Import(t.Context(), sitetest.Anna, tournament.Whole{Tournament: tn}, director.Founding{})
	s.Check(err)
	if got := sitetest.Text(s.Page(s.Get("/desk/open/settings"), http.StatusOK), "#meaning, .set .findings"); !strings.Contains(got, "decided by: the director's decision") {
		t.Errorf("the settings mean %q", got)
	}
	s.Check(s.Director.On(sitetest.Anna, "open").Round(1).Pair(t.Context(), 1))
	s.Check(s.Director.On(sitetest.Anna, "open").Round(1).Publish(t.Context()))
	for _, g := range s.State("open").Round(1).Games {
		_, err := s.Director.On(sitetest.Anna, "open").Enter(t.Context(), tournament.Entry{Round: 1, Table: g.Table, Seen: g.Revision, Result: tournament.Result{Outcome: tournament.BlackWins}})
		s.Check(err)
	}
	doc := s.Page(s.Get("/desk/open/draw/2"), http.StatusOK)
	if got := doc.Find("form.tie"); got.Length() != 2 || !strings.Contains(sitetest.Words(got), "has no winner. Choose who advances") {
		t.Fatalf("the page says %q", sitetest.Words(got))
	}
	s.Page(s.Post("/desk/open/draw/2", url.Values{"do": {"draft"}}), http.StatusConflict)
	doc.Find("form.tie").Each(func(_ int, form *goquery.Selection) {
		to, _ := form.Attr("action")
		team, _ := form.Find("button").Last().Attr("value")
		if got := s.Post(to, url.Values{"do": {"goeson"}, "player": {team}}); got.StatusCode != http.StatusSeeOther {
			t.Errorf("the decision answers %d", got.StatusCode)
		}
	})
	if got := sitetest.Text(s.Page(s.Get("/desk/open/draw/1"), http.StatusOK), "form.tie"); strings.Count(got, "Advances:") != 2 {
		t.Errorf("then it says %q", got)
	}
	var reached []string
	s.Page(s.Get("/t/open/standings"), http.StatusOK).Find("table.wall tbody tr .first").Each(func(_ int, cell *goquery.Selection) {
		reached = append(reached, sitetest.Words(cell))
	})
	if want := []string{"Final", "Final", "Semi-final", "Semi-final"}; !slices.Equal(reached, want) {
		t.Errorf("the teams came as far as %v", reached)
	}
	s.Check(s.Director.On(sitetest.Anna, "open").Round(2).Pair(t.Context(), 1))
	if got := sitetest.Text(s.Page(s.Get("/desk/open/log"), http.StatusOK), "body"); !strings.Contains(got, "advances") {
		t.Error("the log does not tell the decision")
	}
	form := s.SettingsForm("open")
	form.Set("tiebreak-1", "lot")
	form.Set("tiebreak-2", "upper")
	form.Set("do", "save")
	if got := s.Post("/desk/open/settings", form); got.StatusCode == http.StatusSeeOther {
		t.Error("a tie-break behind the lot is taken")
	}
	form.Set("tiebreak-1", "upper")
	form.Set("tiebreak-2", "")
	form.Set("tiebreak-3", "lot")
	s.Post("/desk/open/settings", form)
	if got := s.State("open").Settings.Teams.TieBreaks; !slices.Equal(got, []tournament.TieBreak{tournament.TieUpper, tournament.TieLot}) {
		t.Errorf("the tie-breaks are %v", got)
	}
}
