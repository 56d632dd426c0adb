package people_test

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tourney/internal/app/accounts"
	"tourney/internal/role"
	"tourney/internal/testkit/sitetest"
	"tourney/internal/tournament"
)

func TestTeamsRoom(t *testing.T) {
	s := newSite(t)
	s.League()
	s.Login()
	doc := s.Page(s.Get("/desk/league/teams"), http.StatusOK)
	if got := sitetest.Text(doc, ".free legend"); got != "12 players without a team" {
		t.Errorf("the players left are told as %q", got)
	}
	if got := sitetest.Text(doc, "button[value=clubs]"); got != "Create 4 teams from clubs" {
		t.Errorf("the clubs offer %q", got)
	}

	// The fault is beside the typed value.
	form := url.Values{"name": {" "}, "player": {"1", "4"}, "do": {"add"}}
	doc = s.Page(s.Post("/desk/league/teams", form), http.StatusUnprocessableEntity)
	if got := sitetest.Text(doc, "#w-name"); !strings.Contains(got, "name of the team is missing") || doc.Find(".free input:checked").Length() != 2 {
		t.Errorf("a team without a name is told %q", got)
	}
	form.Set("name", "Oulu")
	home := s.SeeOther(s.Post("/desk/league/teams", form))
	if team := s.LeagueNow().TeamOf(1); team == nil || team.Name != "Oulu" || !slices.Equal(team.Members, []tournament.PlayerID{1, 4}) ||
		!strings.HasPrefix(home, "/desk/league/teams/"+strconv.Itoa(int(team.ID))) {
		t.Errorf("entered %+v, led to %s", team, home)
	}
	form = url.Values{"name": {"OULU"}, "player": {"2"}, "do": {"add"}}
	if got := sitetest.Text(s.Page(s.Post("/desk/league/teams", form), http.StatusUnprocessableEntity), "#w-name"); !strings.Contains(got, "already a team") {
		t.Errorf("a namesake is told %q", got)
	}
	form = url.Values{"name": {"Both"}, "player": {"1"}, "do": {"add"}}
	if got := sitetest.Text(s.Page(s.Post("/desk/league/teams", form), http.StatusUnprocessableEntity), "#w-name"); !strings.Contains(got, "already in a team") {
		t.Errorf("a player of two teams is told %q", got)
	}
	// Oulu has two players left, but a team by its name.
	s.SeeOther(s.Post("/desk/league/teams", url.Values{"do": {"clubs"}}))
	var names []string
	for _, team := range s.LeagueNow().Settings.Teams.Teams {
		names = append(names, team.Name)
	}
	if got := strings.Join(names, " "); got != "Oulu Pori Rauma Salo" {
		t.Errorf("the teams are %s", got)
	}
}

func TestTeamIsEdited(t *testing.T) {
	s := newSite(t)
	s.PlayedLeague()
	s.Login()
	team := s.LeagueNow().TeamOf(1)
	home := "/desk/league/teams/" + strconv.Itoa(int(team.ID))
	members := func() string { return fmt.Sprint(s.LeagueNow().Team(team.ID).Members) }
	ticked := func(name string, players ...string) url.Values {
		return url.Values{"name": {name}, "do": {"save"}, "player": players}
	}
	refused := func(form url.Values, want string) {
		t.Helper()
		got := s.Post(home, form, "Accept-Language", "en")
		doc := s.Page(got, statusIn(got, http.StatusUnprocessableEntity))
		if told := sitetest.Text(doc, ".banner.error"); !strings.Contains(told, want) {
			t.Errorf("%v is told %q, want %q", form, told, want)
		}
	}
	refused(ticked("Pori", "1", "2"), "already a team Pori")
	refused(ticked("Oulu", "2", "3"), "Oulu1 has played in round 1")
	refused(url.Values{"do": {"lineup"}, "round": {"3"}, "board-1": {"1"}, "board-2": {"x"}}, "Oulu2: “x” isn't a number")
	refused(url.Values{"do": {"lineup"}, "round": {"3"}, "board-1": {"1"}, "board-2": {"1"}}, "Oulu1 and Oulu2 both have number 1")
	refused(url.Values{"do": {"lineup"}, "round": {"3"}}, "Give a board to at least one player")
	refused(url.Values{"do": {"lineup"}, "round": {"3"}, "board-1": {"3"}}, "isn't a number from 1 to 2")
	refused(url.Values{"do": {"lineup"}, "round": {"9"}, "board-1": {"1"}}, "9")
	refused(url.Values{"do": {"lineup"}, "round": {"3"}, "board-4": {"1"}}, "player from another team")

	if doc := s.Page(s.Get(home), http.StatusOK); doc.Find(".members [name=player]:checked").Length() != 3 || doc.Find("#lineup[open]").Length() != 0 {
		t.Error("the members are not ticked, or the usual line-up is open")
	}
	stars := ticked("Oulu Stars", "1", "3", "2")
	stars.Set("why", "wrong order")
	s.SeeOther(s.Post(home, stars))
	if now := s.LeagueNow().Team(team.ID); now.Name != "Oulu Stars" || members() != "[1 3 2]" {
		t.Errorf("saved %+v", now)
	}
	if got := sitetest.Text(s.Page(s.Get(home+""), http.StatusOK), ".teamform .banner.warning"); !strings.Contains(got, "Oulu2 (2d) sits below Oulu3 (2k)") {
		t.Errorf("the order is told %q", got)
	}
	s.SeeOther(s.Post(home, url.Values{"do": {"up 2"}, "why": {"wrong order"}}))
	s.SeeOther(s.Post(home, url.Values{"do": {"up 2"}, "why": {"wrong order"}}))
	s.SeeOther(s.Post(home, url.Values{"do": {"up 2"}, "why": {"wrong order"}})) // the first member cannot move up
	if members() != "[2 1 3]" {
		t.Errorf("moved up to %s", members())
	}
	s.SeeOther(s.Post(home, url.Values{"do": {"down 1"}, "why": {"slip"}}))
	if members() != "[2 3 1]" {
		t.Errorf("moved down to %s", members())
	}
	s.SeeOther(s.Post(home, url.Values{"do": {"rank"}, "why": {"slip"}}))
	if members() != "[1 2 3]" {
		t.Errorf("ordered by rank: %s", members())
	}
	s.SeeOther(s.Post(home, url.Values{"do": {"lineup"}, "round": {"3"}, "board-3": {"1"}, "board-1": {"2"}}))
	now := s.LeagueNow()
	if seated := now.Lineup(now.Team(team.ID), 3); !slices.Equal(seated, []tournament.PlayerID{3, 1}) {
		t.Errorf("in round 3 sit %v", seated)
	}
	doc := s.Page(s.Get(home+"?round=3"), http.StatusOK)
	if got := sitetest.Text(doc, "#lineup .banner.warning"); !strings.Contains(got, "sits below") || !strings.Contains(sitetest.Text(doc, "#lineup .switch"), "3*") {
		t.Errorf("the line-up is told %q", got)
	}
	s.SeeOther(s.Post(home, url.Values{"do": {"usual"}, "round": {"3"}}))
	if now := s.LeagueNow().Team(team.ID); len(now.Lineups) != 0 {
		t.Errorf("still of its own: %v", now.Lineups)
	}
	if log := sitetest.Text(s.Page(s.Get("/desk/league/log"), http.StatusOK), ".log"); !strings.Contains(log, "Set the line-up of Oulu Stars for round 3") {
		t.Error("the log does not tell the line-up")
	}
	if got := s.Post(home+"/remove", url.Values{}); got.StatusCode != http.StatusConflict {
		t.Errorf("a team that has played can be removed: %d", got.StatusCode)
	}
	if got := s.Get("/desk/league/teams/999"); got.StatusCode != http.StatusNotFound {
		t.Errorf("no team answers %d", got.StatusCode)
	}
}

// statusIn returns the status of an answer if it is a refusal, else want.
func statusIn(got *http.Response, want int) int {
	if got.StatusCode == http.StatusConflict {
		return http.StatusConflict
	}
	return want
}

// A captain sets the line-ups of the own team for future rounds, and changes nothing else.
func TestCaptain(t *testing.T) {
	s := newSite(t)
	s.PlayedLeague()
	s.Login()
	now := s.LeagueNow()
	own, other := now.TeamOf(1), now.TeamOf(4)
	path := func(team *tournament.Team) string { return "/desk/league/teams/" + strconv.Itoa(int(team.ID)) }
	s.Client = s.Person("Cara", accounts.Invitation{Role: role.Captain, Slug: "league", Team: int(own.ID)})
	if doc := s.Page(s.Get("/desk"), http.StatusOK); doc.Find("main a[href='/desk/league']").Length() == 0 {
		t.Error("the captain's list lacks the tournament")
	}
	if got := s.SeeOther(s.Get("/desk/league")); got != "/desk/league/teams" && got != path(own) {
		t.Errorf("the desk leads a captain to %s", got)
	}
	lineup := func(round string, boards ...string) url.Values {
		form := url.Values{"do": {"lineup"}, "round": {round}}
		for i := 0; i < len(boards); i += 2 {
			form.Set("board-"+boards[i], boards[i+1])
		}
		return form
	}
	doc := s.Page(s.Get(path(own)+"?round=3"), http.StatusOK)
	if doc.Find("#lineup button[value=lineup]:not(fieldset[disabled] *, .vh)").Length() != 1 {
		t.Error("the captain has no button for the line-up")
	}
	s.SeeOther(s.Post(path(own), lineup("3", "3", "1", "1", "2")))
	if seated := s.LeagueNow().Lineup(s.LeagueNow().Team(own.ID), 3); !slices.Equal(seated, []tournament.PlayerID{3, 1}) {
		t.Errorf("in round 3 sit %v", seated)
	}
	s.SeeOther(s.Post(path(own), url.Values{"do": {"usual"}, "round": {"3"}}))
	before := s.LeagueNow().Version
	for what, got := range map[string]*http.Response{
		"a published round":  s.Post(path(own), lineup("2", "3", "1")),
		"the past":           s.Post(path(own), lineup("0", "3", "1")),
		"another team":       s.Post(path(other), lineup("3", "6", "1")),
		"the own team":       s.Post(path(own), url.Values{"name": {"Stars"}, "player": {"1"}}),
		"the order":          s.Post(path(own), url.Values{"do": {"up 2"}}),
		"a result":           s.Post("/desk/league/line", url.Values{"line": {"1b"}}),
		"the draw":           s.Post("/desk/league/draw/3", url.Values{"do": {"pair"}}),
		"removing the team":  s.Post(path(own)+"/remove", url.Values{}),
		"the end of it all":  s.Post("/desk/league/end/delete", url.Values{}),
		"the staff":          s.Get("/desk/league/staff"),
		"the players":        s.Get("/desk/league/players"),
		"people of the club": s.Get("/people/1"),
	} {
		if got.StatusCode != http.StatusForbidden {
			t.Errorf("%s: a captain is answered %d", what, got.StatusCode)
		}
	}
	if got := s.LeagueNow().Version; got != before {
		t.Errorf("refused forms brought the league from version %d to %d", before, got)
	}
	if doc := s.Page(s.Get(path(other)), http.StatusOK); doc.Find("main form[method=post] :is(button, input):not(fieldset[disabled] *)").Length() > 0 {
		t.Error("the captain can fill in a form for another team")
	}
}
