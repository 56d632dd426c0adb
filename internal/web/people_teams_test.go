package web

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tourney/internal/accounts"
	"tourney/internal/director"
	"tourney/internal/rank"
	"tourney/internal/role"
	"tourney/internal/tournament"
)

// league stores a tournament on two boards without teams, of four clubs with three
// players each: Oulu, Pori, Rauma and Salo, the strongest club first.
func (s *testSite) league() {
	s.t.Helper()
	settings, err := tournament.PresetNamed("teams")
	s.check(err)
	settings.Teams.Boards, settings.Rounds, settings.Handicap.EvenKomi = 2, 3, 14 // komi 7 allows jigo
	tn, err := tournament.New(tournament.Info{Slug: "league", Name: "League"}, settings)
	s.check(err)
	for i, club := range []string{"Oulu", "Pori", "Rauma", "Salo"} {
		for k := range 3 {
			_, err := tn.AddPlayer(tournament.Player{
				Family: fmt.Sprint(club, k+1), Rank: rank.Dan(5) - rank.Rank(i+3*k), Club: club, Status: tournament.CheckedIn,
			}, tournament.RefuseNamesakes)
			s.check(err)
		}
	}
	_, err = s.director.Import(s.t.Context(), anna, tournament.Whole{Tournament: tn}, director.Founding{})
	s.check(err)
}

func (s *testSite) leagueNow() *tournament.Tournament {
	s.t.Helper()
	snapshot, err := s.director.Snapshot(s.t.Context(), "league")
	s.check(err)
	return snapshot.Tournament
}

// playedLeague creates the teams of the clubs and plays one round, in which Black wins
// at every table but the first, and half of a second.
func (s *testSite) playedLeague() {
	s.t.Helper()
	s.league()
	ctx := s.t.Context()
	_, err := s.director.On(anna, "league").AddTeams(ctx, s.leagueNow().ClubTeams(), "")
	s.check(err)
	for n := 1; n <= 2; n++ {
		s.check(s.director.On(anna, "league").Round(n).Pair(ctx, 1))
		s.check(s.director.On(anna, "league").Round(n).Publish(ctx))
		for _, g := range s.leagueNow().Round(n).Games {
			outcome := tournament.BlackWins
			switch {
			case n == 2 && g.Table > 2:
				continue
			case g.Table == 1:
				outcome = tournament.Jigo
			}
			_, err := s.director.On(anna, "league").Enter(ctx, tournament.Entry{
				Round: n, Table: g.Table, Game: g.ID, Seen: g.Revision, Result: tournament.Result{Outcome: outcome},
			})
			s.check(err)
		}
	}
}

func TestTeamsRoom(t *testing.T) {
	s := newSite(t)
	s.league()
	s.login()
	doc := s.page(s.get("/desk/league/teams"), http.StatusOK)
	if got := text(doc, ".free legend"); got != "12 players without a team" {
		t.Errorf("the players left are told as %q", got)
	}
	if got := text(doc, "button[value=clubs]"); got != "Create 4 teams from clubs" {
		t.Errorf("the clubs offer %q", got)
	}

	// The fault is beside the typed value.
	form := url.Values{"name": {" "}, "player": {"1", "4"}, "do": {"add"}}
	doc = s.page(s.post("/desk/league/teams", form), http.StatusUnprocessableEntity)
	if got := text(doc, "#w-name"); !strings.Contains(got, "name of the team is missing") || doc.Find(".free input:checked").Length() != 2 {
		t.Errorf("a team without a name is told %q", got)
	}
	form.Set("name", "Oulu")
	home := s.seeOther(s.post("/desk/league/teams", form))
	if team := s.leagueNow().TeamOf(1); team == nil || team.Name != "Oulu" || !slices.Equal(team.Members, []tournament.PlayerID{1, 4}) ||
		!strings.HasPrefix(home, "/desk/league/teams/"+strconv.Itoa(int(team.ID))) {
		t.Errorf("entered %+v, led to %s", team, home)
	}
	form = url.Values{"name": {"OULU"}, "player": {"2"}, "do": {"add"}}
	if got := text(s.page(s.post("/desk/league/teams", form), http.StatusUnprocessableEntity), "#w-name"); !strings.Contains(got, "already a team") {
		t.Errorf("a namesake is told %q", got)
	}
	form = url.Values{"name": {"Both"}, "player": {"1"}, "do": {"add"}}
	if got := text(s.page(s.post("/desk/league/teams", form), http.StatusUnprocessableEntity), "#w-name"); !strings.Contains(got, "already in a team") {
		t.Errorf("a player of two teams is told %q", got)
	}
	// Oulu has two players left, but a team by its name.
	s.seeOther(s.post("/desk/league/teams", url.Values{"do": {"clubs"}}))
	var names []string
	for _, team := range s.leagueNow().Settings.Teams.Teams {
		names = append(names, team.Name)
	}
	if got := strings.Join(names, " "); got != "Oulu Pori Rauma Salo" {
		t.Errorf("the teams are %s", got)
	}
}

func TestTeamIsEdited(t *testing.T) {
	s := newSite(t)
	s.playedLeague()
	s.login()
	team := s.leagueNow().TeamOf(1)
	home := "/desk/league/teams/" + strconv.Itoa(int(team.ID))
	members := func() string { return fmt.Sprint(s.leagueNow().Team(team.ID).Members) }
	places := func(name string, places ...string) url.Values {
		form := url.Values{"name": {name}, "do": {"save"}}
		for i, place := range places {
			form.Set("place-"+strconv.Itoa(i+1), place)
		}
		return form
	}
	refused := func(form url.Values, want string) {
		t.Helper()
		got := s.post(home, form, "Accept-Language", "en")
		doc := s.page(got, statusIn(got, http.StatusUnprocessableEntity))
		if told := text(doc, ".banner.error"); !strings.Contains(told, want) {
			t.Errorf("%v is told %q, want %q", form, told, want)
		}
	}
	refused(places("Oulu", "1", "x", ""), "Oulu2: “x” isn't a number")
	refused(places("Oulu", "1", "1", ""), "Oulu1 and Oulu2 both have number 1")
	refused(places("Pori", "1", "2", ""), "already a team Pori")
	refused(places("Oulu", "", "1", "2"), "Oulu1 has played in round 1")
	refused(url.Values{"do": {"lineup"}, "round": {"3"}}, "Give a board to at least one player")
	refused(url.Values{"do": {"lineup"}, "round": {"3"}, "board-1": {"3"}}, "isn't a number from 1 to 2")
	refused(url.Values{"do": {"lineup"}, "round": {"9"}, "board-1": {"1"}}, "9")
	refused(url.Values{"do": {"lineup"}, "round": {"3"}, "board-4": {"1"}}, "player from another team")

	stars := places("Oulu Stars", "1", "3", "2")
	stars.Set("why", "wrong order")
	s.seeOther(s.post(home, stars))
	if now := s.leagueNow().Team(team.ID); now.Name != "Oulu Stars" || members() != "[1 3 2]" {
		t.Errorf("saved %+v", now)
	}
	if got := text(s.page(s.get(home+""), http.StatusOK), ".teamform .banner.warning"); !strings.Contains(got, "Oulu2 (2d) sits below Oulu3 (2k)") {
		t.Errorf("the order is told %q", got)
	}
	s.seeOther(s.post(home, url.Values{"do": {"up 2"}, "why": {"wrong order"}}))
	s.seeOther(s.post(home, url.Values{"do": {"up 2"}, "why": {"wrong order"}}))
	s.seeOther(s.post(home, url.Values{"do": {"up 2"}, "why": {"wrong order"}})) // there is nothing above
	if members() != "[2 1 3]" {
		t.Errorf("moved up to %s", members())
	}
	s.seeOther(s.post(home, url.Values{"do": {"down 1"}, "why": {"slip"}}))
	if members() != "[2 3 1]" {
		t.Errorf("moved down to %s", members())
	}
	s.seeOther(s.post(home, url.Values{"do": {"rank"}, "why": {"slip"}}))
	if members() != "[1 2 3]" {
		t.Errorf("ordered by rank: %s", members())
	}
	s.seeOther(s.post(home, url.Values{"do": {"lineup"}, "round": {"3"}, "board-3": {"1"}, "board-1": {"2"}}))
	now := s.leagueNow()
	if seated := now.Lineup(now.Team(team.ID), 3); !slices.Equal(seated, []tournament.PlayerID{3, 1}) {
		t.Errorf("in round 3 sit %v", seated)
	}
	doc := s.page(s.get(home+"?round=3"), http.StatusOK)
	if got := text(doc, "#lineup .banner.warning"); !strings.Contains(got, "sits below") || !strings.Contains(text(doc, "#lineup .switch"), "3*") {
		t.Errorf("the line-up is told %q", got)
	}
	s.seeOther(s.post(home, url.Values{"do": {"usual"}, "round": {"3"}}))
	if now := s.leagueNow().Team(team.ID); len(now.Lineups) != 0 {
		t.Errorf("still of its own: %v", now.Lineups)
	}
	if log := text(s.page(s.get("/desk/league/log"), http.StatusOK), ".log"); !strings.Contains(log, "Set the line-up of Oulu Stars for round 3") {
		t.Error("the log does not tell the line-up")
	}
	if got := s.post(home+"/remove", url.Values{}); got.StatusCode != http.StatusConflict {
		t.Errorf("a team that has played can be removed: %d", got.StatusCode)
	}
	if got := s.get("/desk/league/teams/999"); got.StatusCode != http.StatusNotFound {
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

// A captain sets the line-ups of the own team for the rounds to come, and changes nothing else.
func TestCaptain(t *testing.T) {
	s := newSite(t)
	s.playedLeague()
	s.login()
	now := s.leagueNow()
	own, other := now.TeamOf(1), now.TeamOf(4)
	path := func(team *tournament.Team) string { return "/desk/league/teams/" + strconv.Itoa(int(team.ID)) }
	s.client = s.person("Cara", accounts.Invitation{Role: role.Captain, Slug: "league", Team: int(own.ID)})
	if doc := s.page(s.get("/desk"), http.StatusOK); doc.Find("main a[href='/desk/league']").Length() == 0 {
		t.Error("the captain's list lacks the tournament")
	}
	if got := s.seeOther(s.get("/desk/league")); got != "/desk/league/teams" && got != path(own) {
		t.Errorf("the desk leads a captain to %s", got)
	}
	lineup := func(round string, boards ...string) url.Values {
		form := url.Values{"do": {"lineup"}, "round": {round}}
		for i := 0; i < len(boards); i += 2 {
			form.Set("board-"+boards[i], boards[i+1])
		}
		return form
	}
	doc := s.page(s.get(path(own)+"?round=3"), http.StatusOK)
	if doc.Find("#lineup button[value=lineup]:not(fieldset[disabled] *, .vh)").Length() != 1 {
		t.Error("the captain has no button for the line-up")
	}
	s.seeOther(s.post(path(own), lineup("3", "3", "1", "1", "2")))
	if seated := s.leagueNow().Lineup(s.leagueNow().Team(own.ID), 3); !slices.Equal(seated, []tournament.PlayerID{3, 1}) {
		t.Errorf("in round 3 sit %v", seated)
	}
	s.seeOther(s.post(path(own), url.Values{"do": {"usual"}, "round": {"3"}}))
	before := s.leagueNow().Version
	for what, got := range map[string]*http.Response{
		"a published round":  s.post(path(own), lineup("2", "3", "1")),
		"the past":           s.post(path(own), lineup("0", "3", "1")),
		"another team":       s.post(path(other), lineup("3", "6", "1")),
		"the own team":       s.post(path(own), url.Values{"name": {"Stars"}, "place-1": {"1"}}),
		"the order":          s.post(path(own), url.Values{"do": {"up 2"}}),
		"a result":           s.post("/desk/league/line", url.Values{"line": {"1b"}}),
		"the draw":           s.post("/desk/league/draw/3", url.Values{"do": {"pair"}}),
		"removing the team":  s.post(path(own)+"/remove", url.Values{}),
		"the end of it all":  s.post("/desk/league/end/delete", url.Values{}),
		"the staff":          s.get("/desk/league/staff"),
		"the players":        s.get("/desk/league/players"),
		"people of the club": s.get("/people/1"),
	} {
		if got.StatusCode != http.StatusForbidden {
			t.Errorf("%s: a captain is answered %d", what, got.StatusCode)
		}
	}
	if got := s.leagueNow().Version; got != before {
		t.Errorf("refused forms brought the league from version %d to %d", before, got)
	}
	if doc := s.page(s.get(path(other)), http.StatusOK); doc.Find("main form[method=post] :is(button, input):not(fieldset[disabled] *)").Length() > 0 {
		t.Error("the captain can fill in a form for another team")
	}
}
