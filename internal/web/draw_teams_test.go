package web

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"tourney/internal/director"
	"tourney/internal/rank"
	"tourney/internal/tournament"
)

func TestTeamsAreDrawn(t *testing.T) {
	s := newSite(t)
	s.league()
	ctx := t.Context()
	_, err := s.director.On(anna, "league").AddTeams(ctx, s.leagueNow().ClubTeams(), "")
	s.check(err)
	s.login()
	draw := "/desk/league/draw/1"
	s.seeOther(s.post(draw, url.Values{"do": {"pair"}}))
	matches, _ := s.leagueNow().Matches(1)
	id := func(team tournament.PlayerID) string { return strconv.Itoa(int(team)) }
	doc := s.page(s.get(draw+""), http.StatusOK)
	if doc.Find("tr.drawmatch").Length() != 2 || doc.Find("tr[id^=t]").Length() != 4 {
		t.Errorf("the draw shows %q", text(doc, ".games.draw"))
	}
	// A team's players are below its name, whatever their colour.
	for _, m := range matches {
		for board, g := range m.Games {
			own := g.Black
			if s.leagueNow().TeamOf(own).ID != m.A {
				own = g.White
			}
			row := doc.Find("#t" + strconv.Itoa(g.Table))
			if got, want := words(row.Find(".who").First()), s.leagueNow().Player(own).Name(); got != want {
				t.Errorf("board %d: %s stands under the first team, want %s", board+1, got, want)
			}
		}
	}
	s.seeOther(s.post(draw, url.Values{"do": {"swap"}, "player": {id(matches[0].A), id(matches[1].A)}}))
	now, _ := s.leagueNow().Matches(1)
	if pair := []tournament.PlayerID{now[0].A, now[0].B}; !slices.Contains(pair, matches[1].A) || !slices.Contains(pair, matches[0].B) {
		t.Errorf("after the swap %v meet, before %v", now, matches)
	}
	s.seeOther(s.post(draw, url.Values{"do": {"lockmatch"}, "player": {id(now[0].A)}}))
	if r := s.leagueNow().Round(1); !r.Games[0].Locked || !r.Games[1].Locked || r.Games[2].Locked {
		t.Errorf("locked are %+v", r.Games)
	}
	s.seeOther(s.post(draw, url.Values{"do": {"unlockmatch"}, "player": {id(now[0].B)}}))
	s.seeOther(s.post(draw, url.Values{"do": {"unmatch"}, "player": {id(now[0].B)}}))
	doc = s.page(s.get(draw+""), http.StatusOK)
	if got := text(doc, "#idle"); strings.Count(got, " ") < 3 || doc.Find("tr.drawmatch").Length() != 1 {
		t.Errorf("taken apart, the page shows %q", got)
	}
	s.seeOther(s.post(draw, url.Values{"do": {"two"}, "player": {id(now[0].A), id(now[0].B)}}))
	s.seeOther(s.post(draw, url.Values{"do": {"publish"}}))
	// A change of a published round needs a confirmation.
	if to := s.seeOther(s.post(draw, url.Values{"do": {"unmatch"}, "player": {id(now[0].A)}})); !strings.Contains(to, "ask=unmatch") {
		t.Errorf("leads to %s", to)
	} else if asked := text(s.page(s.get(to), http.StatusOK), "#ask"); !strings.Contains(asked, s.leagueNow().Team(now[0].A).Name) {
		t.Errorf("asks %q", asked)
	}
}

// The draw's page shows who advances from a drawn match, and the director can decide
// otherwise; the settings explain the tie-break.
func TestDrawnMatchesAtTheDesk(t *testing.T) {
	s := newSite(t)
	s.login()
	settings, err := tournament.PresetNamed("knockout")
	s.check(err)
	settings.Rounds, settings.Format.ThirdPlace, settings.Teams.Boards = 2, false, 2
	settings.Criteria = tournament.DefaultTeamCriteria(settings.System, settings.Teams.Boards)
	settings.Teams.TieBreaks = []tournament.TieBreak{tournament.TieDirector}
	tn, err := tournament.New(tournament.Info{Slug: "open", Name: "Open"}, settings)
	s.check(err)
	for k := range 4 {
		team := tournament.Team{Name: "Team " + string(rune('A'+k))}
		for i := range 2 {
			id, err := tn.AddPlayer(tournament.Player{Family: fmt.Sprintf("Player%d%d", k, i), Rank: rank.Dan(4) - rank.Rank(k), Status: tournament.CheckedIn}, tournament.RefuseNamesakes)
			s.check(err)
			team.Members = append(team.Members, id)
		}
		_, err := tn.SetTeam(team)
		s.check(err)
	}
	_, err = s.director.Import(t.Context(), anna, tournament.Whole{Tournament: tn}, director.Founding{})
	s.check(err)
	if got := text(s.page(s.get("/desk/open/settings"), http.StatusOK), "#meaning"); !strings.Contains(got, "decided by: the director's decision") {
		t.Errorf("the settings mean %q", got)
	}
	s.check(s.director.On(anna, "open").Round(1).Pair(t.Context(), 1))
	s.check(s.director.On(anna, "open").Round(1).Publish(t.Context()))
	for _, g := range s.state("open").Round(1).Games {
		_, err := s.director.On(anna, "open").Enter(t.Context(), tournament.Entry{Round: 1, Table: g.Table, Seen: g.Revision, Result: tournament.Result{Outcome: tournament.BlackWins}})
		s.check(err)
	}
	doc := s.page(s.get("/desk/open/draw/2"), http.StatusOK)
	if got := doc.Find("form.tie"); got.Length() != 2 || !strings.Contains(words(got), "has no winner. Choose who advances") {
		t.Fatalf("the page says %q", words(got))
	}
	s.page(s.post("/desk/open/draw/2", url.Values{"do": {"draft"}}), http.StatusConflict)
	doc.Find("form.tie").Each(func(_ int, form *goquery.Selection) {
		to, _ := form.Attr("action")
		team, _ := form.Find("button").Last().Attr("value")
		if got := s.post(to, url.Values{"do": {"goeson"}, "player": {team}}); got.StatusCode != http.StatusSeeOther {
			t.Errorf("the decision answers %d", got.StatusCode)
		}
	})
	if got := text(s.page(s.get("/desk/open/draw/1"), http.StatusOK), "form.tie"); strings.Count(got, "Advances:") != 2 {
		t.Errorf("then it says %q", got)
	}
	var reached []string
	s.page(s.get("/t/open/standings"), http.StatusOK).Find("table.wall tbody tr .first").Each(func(_ int, cell *goquery.Selection) {
		reached = append(reached, words(cell))
	})
	if want := []string{"final", "final", "1/2", "1/2"}; !slices.Equal(reached, want) {
		t.Errorf("the teams came as far as %v", reached)
	}
	s.check(s.director.On(anna, "open").Round(2).Pair(t.Context(), 1))
	if got := text(s.page(s.get("/desk/open/log"), http.StatusOK), "body"); !strings.Contains(got, "advances") {
		t.Error("the log does not tell the decision")
	}
	form := s.settingsForm("open")
	form.Set("tiebreak-1", "lot")
	form.Set("tiebreak-2", "upper")
	form.Set("do", "save")
	if got := s.post("/desk/open/settings", form); got.StatusCode == http.StatusSeeOther {
		t.Error("a tie-break behind the lot is taken")
	}
	form.Set("tiebreak-1", "upper")
	form.Set("tiebreak-2", "")
	form.Set("tiebreak-3", "lot")
	s.post("/desk/open/settings", form)
	if got := s.state("open").Settings.Teams.TieBreaks; !slices.Equal(got, []tournament.TieBreak{tournament.TieUpper, tournament.TieLot}) {
		t.Errorf("the tie-breaks are %v", got)
	}
}
