package web

import (
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"tourney/internal/rank"
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
	_, err = s.director.Import(s.t.Context(), anna, tn, "")
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

	s.seeOther(s.post(home, places("Oulu Stars", "1", "3", "2")))
	if now := s.leagueNow().Team(team.ID); now.Name != "Oulu Stars" || members() != "[1 3 2]" {
		t.Errorf("saved %+v", now)
	}
	if got := text(s.page(s.get(home+""), http.StatusOK), ".teamform .banner.warning"); !strings.Contains(got, "Oulu2 (2d) sits below Oulu3 (2k)") {
		t.Errorf("the order is told %q", got)
	}
	s.seeOther(s.post(home, url.Values{"do": {"up 2"}}))
	s.seeOther(s.post(home, url.Values{"do": {"up 2"}}))
	s.seeOther(s.post(home, url.Values{"do": {"up 2"}})) // there is nothing above
	if members() != "[2 1 3]" {
		t.Errorf("moved up to %s", members())
	}
	s.seeOther(s.post(home, url.Values{"do": {"down 1"}}))
	if members() != "[2 3 1]" {
		t.Errorf("moved down to %s", members())
	}
	s.seeOther(s.post(home, url.Values{"do": {"rank"}}))
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

// The pages of a tournament of teams have all messages in every language.
func TestTeamPages(t *testing.T) {
	s := newSite(t)
	s.playedLeague()
	s.login()
	team := strconv.Itoa(int(s.leagueNow().TeamOf(1).ID))
	for _, path := range []string{
		"/t/league", "/t/league/round/1", "/t/league/round/2?by=name", "/t/league/teams", "/t/league/teams/" + team, "/t/league/standings",
		"/t/league/standings?by=player", "/t/league/crosstable", "/t/league/crosstable?by=player", "/t/league/players", "/t/league/players/1",
		"/t/league/hall", "/t/league/why/1", "/t/league/statistics", "/desk/league", "/desk/league?table=3", "/desk/league/draw/2",
		"/desk/league/draw/3", "/desk/league/teams", "/desk/league/teams/" + team, "/desk/league/print/slips/2", "/desk/league/settings",
		"/desk/league/exports", "/desk/league/log",
	} {
		for _, lang := range []string{"en", "fi", "pl", "cs"} {
			doc := s.page(s.get(path, "Accept-Language", lang), http.StatusOK)
			for _, prefix := range []string{"teams.", "team.", "match.", "lineup.", "hall.", "draw.", "standings."} {
				for _, word := range strings.Fields(text(doc, "body")) {
					if strings.HasPrefix(word, prefix) && len(word) > len(prefix) {
						t.Errorf("%s in %s shows %q", path, lang, word)
					}
				}
			}
		}
	}
}

func TestMatchesAreShown(t *testing.T) {
	s := newSite(t)
	s.playedLeague()
	s.login()
	tn := s.leagueNow()
	matches, _ := tn.Matches(1)
	a, b := tn.Team(matches[0].A).Name, tn.Team(matches[0].B).Name
	doc := s.page(s.get("/t/league/round/1"), http.StatusOK)
	// A jigo on the first board; on the second, Black is the player of B.
	if got := text(doc, "#m1 .teams"); !strings.HasPrefix(got, "Match 1 "+a) || !strings.Contains(got, "½ – 1 ½ "+b) && !strings.Contains(got, "½ – 1½ "+b) {
		if !strings.Contains(strings.ReplaceAll(got, " ", ""), "½–1½"+b) {
			t.Errorf("the first match is %q of %s and %s", got, a, b)
		}
	}
	if got := doc.Find("#m1 tr").Length(); got != 3 {
		t.Errorf("%d lines for a match on two boards", got)
	}
	doc = s.page(s.get("/desk/league"), http.StatusOK)
	if got := text(doc, ".scores"); !strings.Contains(got, "2 boards open") || doc.Find(".scores li").Length() != 2 {
		t.Errorf("the desk tells %q", got)
	}
	// The match is beside the entry.
	doc = s.page(s.get("/desk/league?table=3"), http.StatusOK)
	if got := text(doc, "#panel .matchline"); got == "" || !strings.Contains(text(doc, "#panel"), "board 1") {
		t.Errorf("the chosen table tells %q", text(doc, "#panel"))
	}
	doc = s.page(s.get("/desk/league/print/slips/1"), http.StatusOK)
	if got := text(doc, ".slip:first-of-type"); !strings.Contains(got, "board 1") || !strings.Contains(got, a) || !strings.Contains(got, b) {
		t.Errorf("the slip says %q", got)
	}
	if rows := s.page(s.get("/t/league/standings"), http.StatusOK).Find(".wall tbody tr").Length(); rows != 4 {
		t.Errorf("%d teams stand", rows)
	}
	if rows := s.page(s.get("/t/league/standings?by=player"), http.StatusOK).Find(".boardtable tbody tr").Length(); rows != 8 {
		t.Errorf("%d players stand on boards", rows)
	}
	if cells := text(s.page(s.get("/t/league/crosstable?after=1"), http.StatusOK), ".cross tbody tr:nth-child(1)"); !strings.Contains(cells, "½") && !strings.Contains(cells, "2") {
		t.Errorf("the cross table begins %q", cells)
	}
	doc = s.page(s.get("/t/league/players/1"), http.StatusOK)
	if got := text(doc, ".card"); !strings.Contains(got, "board 1") || !strings.Contains(text(doc, ".facts"), "Oulu") {
		t.Errorf("the player is told %q", got)
	}
}

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

func TestTeamSettings(t *testing.T) {
	s := newSite(t)
	s.league()
	s.login()
	s.seeOther(s.post("/new", url.Values{"name": {"Four"}, "preset": {"teams"}, "boards": {"4"}, "zone": {"UTC"}}))
	snapshot, err := s.director.Snapshot(t.Context(), "four")
	s.check(err)
	if got := snapshot.Tournament.Settings.Teams.Boards; got != 4 {
		t.Errorf("founded on %d boards", got)
	}
	s.seeOther(s.post("/new", url.Values{"name": {"Swiss"}, "preset": {"swiss"}, "boards": {"2"}, "zone": {"UTC"}}))
	snapshot, err = s.director.Snapshot(t.Context(), "swiss")
	s.check(err)
	if got := snapshot.Tournament.Settings; got.Teams.Boards != 2 || got.Criteria[0] != tournament.TeamPoints {
		t.Errorf("founded on %d boards with %v", got.Teams.Boards, got.Criteria)
	}
	doc := s.page(s.post("/new", url.Values{"name": {"Eleven"}, "preset": {"teams"}, "boards": {"11"}, "zone": {"UTC"}}), http.StatusUnprocessableEntity)
	if got := text(doc, "#w-boards"); !strings.Contains(got, "2 to 10 boards, not 11") {
		t.Errorf("eleven boards are told %q", got)
	}
	form := s.settingsForm("league")
	form.Set("boards", "11")
	form.Set("do", "save")
	if got := text(s.page(s.post("/desk/league/settings", form), http.StatusUnprocessableEntity), "#w-boards"); got == "" {
		t.Error("eleven boards are not refused beside the field")
	}
	// Without teams their criteria are removed.
	form = s.settingsForm("league")
	form.Set("boards", "0")
	form.Set("do", "save")
	s.seeOther(s.post("/desk/league/settings", form))
	if now := s.leagueNow().Settings; now.Teams.Boards != 0 || now.Criteria[0] != tournament.NBW {
		t.Errorf("single players are ranked by %v", now.Criteria)
	}
	if got := s.get("/t/league/teams"); got.StatusCode != http.StatusNotFound {
		t.Errorf("the teams of single players answer %d", got.StatusCode)
	}
	if got := text(s.page(s.get("/desk/league/teams"), http.StatusOK), "main"); !strings.Contains(got, "Players meet singly") {
		t.Errorf("the room says %q", got)
	}
}

func TestTeamsAsJSON(t *testing.T) {
	s := newSite(t)
	s.playedLeague()
	body := func(path string) string {
		t.Helper()
		got := s.get(path)
		text, err := io.ReadAll(got.Body)
		s.check(err)
		if got.StatusCode != http.StatusOK {
			t.Fatalf("%s answers %d: %s", path, got.StatusCode, text)
		}
		return string(text)
	}
	if got := body("/api/v1/tournaments/league/teams?after=1"); !strings.Contains(got, `"TEAMP"`) || strings.Count(got, `"place"`) != 4 {
		t.Errorf("the teams are %s", got)
	}
	if got := body("/api/v1/tournaments/league/rounds/1"); strings.Count(got, `"blackTeam"`) != 4 {
		t.Errorf("the round is %s", got)
	}
	if got := body("/api/v1/tournaments/league"); strings.Count(got, `"team":"Oulu"`) != 3 {
		t.Errorf("the players are %s", got)
	}
	s.cup()
	if got := s.get("/api/v1/tournaments/spring-cup/teams"); got.StatusCode != http.StatusNotFound {
		t.Errorf("the teams of single players answer %d", got.StatusCode)
	}
}

// A list with a column of teams creates the teams.
func TestListWithTeams(t *testing.T) {
	s := newSite(t)
	s.league()
	s.login()
	to := s.seeOther(s.post("/desk/league/import", url.Values{"text": {"Name;Rank;Team\nNew One;5k;Visitors\nNew Two;4k;visitors\n"}}))
	doc := s.page(s.get(to), http.StatusOK)
	if got := text(doc, ".sheet-rows"); !strings.Contains(got, "Visitors") {
		t.Errorf("the preview shows %q", got)
	}
	s.seeOther(s.post(to, url.Values{"do": {"apply"}, "take": {"2", "3"}}))
	teams := s.leagueNow().Settings.Teams.Teams
	if len(teams) != 1 || teams[0].Name != "Visitors" || len(teams[0].Members) != 2 {
		t.Errorf("the list made %+v", teams)
	}
}

// The draw's page shows who goes on from a drawn match, and the director can decide
// otherwise; the settings explain the tie-break.
func TestDrawnMatchesAtTheDesk(t *testing.T) {
	s := newSite(t)
	s.login()
	settings, err := tournament.PresetNamed("knockout")
	s.check(err)
	settings.Rounds, settings.Format.ThirdPlace, settings.Teams.Boards = 2, false, 2
	settings.Criteria = tournament.DefaultTeamCriteria(settings.System)
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
	_, err = s.director.Import(t.Context(), anna, tn, "")
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
	if got := doc.Find("form.tie"); got.Length() != 2 || !strings.Contains(words(got), "has no winner. Say who goes on") {
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
	if got := text(s.page(s.get("/desk/open/draw/1"), http.StatusOK), "form.tie"); strings.Count(got, "Goes on:") != 2 {
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
	if got := text(s.page(s.get("/desk/open/log"), http.StatusOK), "body"); !strings.Contains(got, "goes on") {
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
