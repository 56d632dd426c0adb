package web_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tourney/internal/app/accounts"
	"tourney/internal/app/director"
	"tourney/internal/data/store"
	"tourney/internal/format"
	"tourney/internal/rank"
	"tourney/internal/role"
	"tourney/internal/testkit/sitetest"
	"tourney/internal/tournament"
	"tourney/internal/tournament/consent"
	"tourney/internal/web/api"
)

// A writing is one request of a program. logged is set if it changes data.
type writing struct {
	scope      role.Role
	path, body string
	status     int
	// code and field are those in the refusal.
	code, field string
	logged      bool
}

const (
	toResults, toPublish, toAll = role.ResultsToken, role.PublishToken, role.WholeToken
	cup                         = "/tournaments/spring-cup"
)

// writings are requests in their order, which begin with the spring cup. Its games have the
// numbers 10 to 13, 14 to 17 and, in the draft, 18.
var writings = []writing{
	{toResults, cup + "/games/15/result", `{"result": "B+R", "seen": 0}`, 200, "", "", true},
	{toResults, cup + "/games/15/result", `{"result": "B+R", "seen": 0}`, 200, "", "", false},
	{toResults, cup + "/games/15/result", `{"result": "W+R", "seen": 0}`, 409, "game.changed", "", false},
	{toResults, cup + "/games/15/result", `{"result": "W+R", "seen": 1}`, 200, "", "", true},
	{toResults, cup + "/games/15/result", `{"result": "?", "seen": 2}`, 200, "", "", true},
	{toResults, cup + "/games/16/result", `{"result": "BothLose+F", "seen": 0, "reason": null}`, 200, "", "", true}, // a no-show
	{toResults, cup + "/games/10/result", `{"result": "W+R", "seen": 1}`, 422, "reason.needed", "reason", false},
	{toResults, cup + "/games/10/result", `{"result": "W+R", "seen": 1, "reason": "slip misread"}`, 200, "", "", true},
	{toResults, cup + "/games/18/result", `{"result": "W+R", "seen": 0}`, 409, "round.draft", "", false},
	{toResults, cup + "/games/99/result", `{"result": "W+R", "seen": 0}`, 404, "game.unknown", "", false},
	{toResults, cup + "/games/17/result", `{"result": "maybe", "seen": 0}`, 422, "result.invalid", "result", false},
	{toResults, cup + "/games/15/result", `{"result": "B+3", "seen": 3}`, 422, "api.margin.half", "result", false},
	{toResults, cup + "/games/15/result", `{"result": "B+0", "seen": 3}`, 422, "api.margin.half", "result", false},
	{toResults, cup + "/games/15/result", `{"result": "Jigo", "seen": 3}`, 422, "result.jigo.komi", "result", false},
	{toResults, cup + "/games/17/result", `{"seen": 0}`, 422, "api.missing", "result", false},
	{toResults, cup + "/games/17/result", `{"result": "B+R"}`, 422, "api.missing", "seen", false},
	{toResults, cup + "/games/17/result", `{"result": "B+R", "seen": null}`, 422, "api.missing", "seen", false},
	{toResults, cup + "/games/17/result", `{"result": "B+R", "seen": "0"}`, 422, "api.whole", "seen", false},
	{toResults, cup + "/games/17/result", `{"result": "B+R", "seen": 99999999999999999999}`, 422, "api.whole", "seen", false},
	{toResults, cup + "/games/17/result", `{"result": "B+R", "seen": 0, "table": 4}`, 422, "api.field", "table", false},
	{toResults, cup + "/games/17/result", `{"result": "B+R", "seen": 0`, 422, "api.json", "", false},
	{toResults, cup + "/games/17/result", ``, 422, "api.json", "", false},
	{toResults, cup + "/games/17/result", `{"result": "` + strings.Repeat("B", 64<<10) + `"}`, 413, "form.large", "", false},
	{toResults, cup + "/rounds/3/draw", `{}`, 403, "api.scope", "", false},
	{toResults, cup + "/games/15/record", `{"sgf": "(;GM[1]FF[4]SZ[19];B[pd];W[dp])"}`, 200, "", "", true},
	{toResults, cup + "/games/15/record", `{"sgf": "(;GM[1]FF[4]SZ[19];B[pd];W[dp])"}`, 200, "", "", false},
	{toResults, cup + "/games/15/record", `{"sgf": "(;GM[1]FF[4]SZ[19];B[dd];W[dp])"}`, 409, "api.record", "replace", false},
	{toResults, cup + "/games/15/record", `{"sgf": "(;GM[1]FF[4]SZ[19];B[dd];W[dp])", "replace": true}`, 200, "", "", true},
	{toResults, cup + "/games/16/record", `{"sgf": "1. e4 e5"}`, 422, "sgf.tree.missing", "sgf", false},
	{toResults, cup + "/games/16/record", `{"sgf": "(;GM[1]FF[4]SZ[9];B[ee])"}`, 200, "", "", true},
	{toResults, cup + "/games/16/record", `{"replace": true}`, 422, "api.missing", "sgf", false},
	{toResults, cup + "/games/16/record", `{"sgf": "` + strings.Repeat("(", 4<<20) + `"}`, 413, "form.large", "", false},
	{toResults, cup + "/games/18/record", `{"sgf": "(;GM[1]FF[4]SZ[19];B[pd];W[dp])"}`, 409, "round.draft", "", false},
	{toResults, cup + "/games/99/record", `{"sgf": "(;GM[1]FF[4]SZ[19];B[pd];W[dp])"}`, 404, "game.unknown", "", false},
	{toResults, "/tournaments/none/games/1/result", `{}`, 404, "tournament.missing", "", false},

	{toPublish, cup + "/rounds/3/draw", `{}`, 200, "", "", false}, // the draft stays
	{toPublish, cup + "/rounds/3/draw", `{"again": true, "seed": 7}`, 200, "", "", true},
	{toPublish, cup + "/rounds/3/draw", `{"again": true, "seed": 7}`, 200, "", "", false},
	{toPublish, cup + "/rounds/3/draw", `{"again": true, "seedText": "7"}`, 200, "", "", false},
	{toPublish, cup + "/rounds/3/draw", `{"again": true, "seed": 7, "seedText": "7"}`, 200, "", "", false},
	{toPublish, cup + "/rounds/3/draw", `{"seed": 7, "seedText": "8"}`, 422, "api.differ", "seedText", false},
	{toPublish, cup + "/rounds/3/draw", `{"seedText": "seven"}`, 422, "draw.seed.invalid", "seedText", false},
	{toPublish, cup + "/rounds/3/draw", `{"seed": -1}`, 422, "draw.seed.invalid", "seed", false},
	{toPublish, cup + "/rounds/3/draw", `{"again": "yes"}`, 422, "api.flag", "again", false},
	{toPublish, cup + "/rounds/4/draw", `{}`, 409, "round.order", "", false},
	{toPublish, cup + "/rounds/4/publication", `{}`, 404, "round.missing", "", false},
	{toPublish, cup + "/rounds/3/publication", `{}`, 200, "", "", true},
	{toPublish, cup + "/rounds/3/publication", `{}`, 200, "", "", false},
	{toPublish, cup + "/rounds/3/draw", `{"again": true}`, 409, "round.published", "", false},
	{toPublish, cup + "/games/17/result", `{"result": "Jigo/unrated", "seen": 0}`, 422, "result.jigo.komi", "result", false},
	{toPublish, cup + "/games/17/result", `{"result": "B+R/unrated", "seen": 0}`, 200, "", "", true},
	{toPublish, cup + "/players", `{"family": "Virta", "rank": "5k"}`, 403, "api.scope", "", false},

	{toAll, cup + "/players", `{"family": "Virta", "given": "Ada", "rank": "5k", "rating": 1580, "country": "Finland", "once": "a", "mail": "ada@example.org"}`, 201, "", "", true},
	{toAll, cup + "/players", `{"family": "Virta", "given": "Ada", "rank": "5k", "rating": 1580, "country": "Finland", "once": "a", "mail": "ada@example.org"}`, 201, "", "", false},
	{toAll, cup + "/players", `{"family": "Salo", "rank": "5k", "once": "a"}`, 409, "api.key.used", "once", false},
	{toAll, cup + "/players", `{"family": "Virta", "given": "Ada", "rank": "5k"}`, 409, "player.twin", "namesake", false},
	{toAll, cup + "/players", `{"family": "Virta", "given": "Ada", "rank": "6k", "namesake": true, "status": "checked-in"}`, 201, "", "", true},
	{toAll, cup + "/players", `{"given": "Ada", "rank": "5k"}`, 422, "player.name.empty", "family", false},
	{toAll, cup + "/players", `{"family": "X", "rank": "strong"}`, 422, "player.rank.invalid", "rank", false},
	{toAll, cup + "/players", `{"family": "X", "rank": "5k", "country": "Atlantis"}`, 422, "player.country", "country", false},
	{toAll, cup + "/players", `{"family": "X", "rank": "5k", "rating": 99999}`, 422, "field.range", "rating", false},
	{toAll, cup + "/players", `{"family": "X", "rank": "5k", "born": 12}`, 422, "player.born", "born", false},
	{toAll, cup + "/players", `{"family": "X", "rank": "5k", "hiding": "masked"}`, 422, "field.choice", "hiding", false},
	{toAll, cup + "/players", `{"family": "X", "rank": "5k", "status": "gone"}`, 422, "player.status.unknown", "status", false},
	{toAll, cup + "/players/23", `{"club": "Turku", "rating": null}`, 200, "", "", true},
	{toAll, cup + "/players/23", `{"club": "Turku"}`, 200, "", "", false},
	{toAll, cup + "/players/23", `{"club": ["Turku"]}`, 422, "api.text", "club", false},
	{toAll, cup + "/players/1", `{"rank": "1k"}`, 422, "reason.needed", "reason", false},
	{toAll, cup + "/players/1", `{"rank": "1k", "reason": "as the list says"}`, 200, "", "", true},
	{toAll, cup + "/players/99", `{"club": "Turku"}`, 404, "player.missing", "", false},
	{toAll, cup + "/players/23/status", `{"status": "withdrawn"}`, 200, "", "", true},
	{toAll, cup + "/players/23/status", `{}`, 422, "api.missing", "status", false},
	{toAll, cup + "/players/99/status", `{"status": "withdrawn"}`, 404, "player.missing", "", false},
	{toAll, cup + "/players/9/rounds/4", `{"attendance": "half-bye"}`, 200, "", "", true},
	{toAll, cup + "/players/9/rounds/4", `{"attendance": "half-bye"}`, 200, "", "", false},
	{toAll, cup + "/players/9/rounds/4", `{"attendance": "perhaps"}`, 422, "registration.attendance.unknown", "attendance", false},
	{toAll, cup + "/players/9/rounds/4", `{}`, 422, "api.missing", "attendance", false},
	{toAll, "/tournaments", `{"name": "Winter Cup", "preset": "egf", "rounds": 3, "country": "FI", "begin": "2026-12-05", "hidden": true, "once": "b"}`, 201, "", "", false},
	{toAll, "/tournaments", `{"name": "Winter Cup", "preset": "egf", "rounds": 3, "country": "FI", "begin": "2026-12-05", "hidden": true, "once": "b"}`, 201, "", "", false},
	{toAll, "/tournaments", `{"name": "Winter Cup", "preset": "chess"}`, 422, "preset.unknown", "preset", false},
	{toAll, "/tournaments", `{"preset": "egf"}`, 422, "api.missing", "name", false},
	{toAll, "/tournaments", `{"name": "Winter Cup", "preset": "egf", "rounds": 99}`, 422, "settings.rounds", "rounds", false},
	{toAll, "/tournaments", `{"name": "Winter Cup", "preset": "egf", "begin": "5.12.2026"}`, 422, "field.day", "begin", false},
	{toAll, "/tournaments", `{"name": "Winter Cup", "preset": "egf", "slug": "spring-cup"}`, 409, "tournament.slug.taken", "slug", false},
}

// Each address accepts a valid request, once, and names the wrong field of an invalid one. A change by a program is one
// entry of the log under its name.
func TestProgramsWrite(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	s := newSite(t)
	s.Cup()
	programs := map[role.Role]*sitetest.Program{}
	for _, scope := range []role.Role{toResults, toPublish, toAll} {
		programs[scope] = s.Program(scope)
	}
	tried := map[string]bool{}
	number := regexp.MustCompile(`/\d+`)
	for i, w := range writings {
		s.Run(fmt.Sprintf("%02d %s %d %s", i, w.path, w.status, w.code), func(t *testing.T) {
			p := programs[w.scope]
			before := s.State("spring-cup").Version
			status, text := p.Send(w.path, w.body)
			var refused struct{ Error, Code, Field string }
			s.Check(json.Unmarshal([]byte(text), &refused))
			if status != w.status || refused.Code != w.code || refused.Field != w.field || (refused.Error == "") != (w.code == "") {
				t.Errorf("%.200s answers %d %.300s", w.body, status, text)
			}
			now := s.State("spring-cup").Version
			if now-before != map[bool]int{true: 1}[w.logged] {
				t.Errorf("%.200s brings version %d to %d", w.body, before, now)
			}
			if w.logged {
				entries, _, err := s.Director.Log(t.Context(), "spring-cup", 0, director.LogFilter{})
				s.Check(err)
				if entries[0].By != p.Name || entries[0].Version != now {
					t.Errorf("the log has version %d by %q", entries[0].Version, entries[0].By)
				}
			}
			if w.status < 300 {
				tried[number.ReplaceAllString(strings.Replace(w.path, "spring-cup", "1", 1), "/:")] = true
			}
		})
	}
	var served []string
	for _, r := range s.Server.Router().Routes() {
		// These are for other servers: TestReportsAtTheHub, TestStandby.
		between := strings.HasPrefix(r.Path, "/api/v1/publications/") || strings.HasPrefix(r.Path, "/api/v1/standby")
		if r.Method == http.MethodPost && strings.HasPrefix(r.Path, "/api/v1") && !between {
			served = append(served, regexp.MustCompile(`:\w+`).ReplaceAllString(strings.TrimPrefix(r.Path, "/api/v1"), ":"))
		}
	}
	slices.Sort(served)
	if diff := cmp.Diff(served, slices.Sorted(maps.Keys(tried))); diff != "" {
		t.Errorf("served (-), tried (+):\n%s", diff)
	}
	entries, _, err := s.Director.Log(t.Context(), "winter-cup", 0, director.LogFilter{})
	s.Check(err)
	if len(entries) != 1 || entries[0].By != programs[toAll].Name {
		t.Errorf("the log of the winter cup: %+v", entries)
	}
}

// A whole tournament run through the API has the same standings as the one entered by hand.
func TestWholeTournamentByTheAPI(t *testing.T) {
	s := newSite(t)
	p := s.Program(role.WholeToken)
	var created api.TournamentDocument
	p.Must("/tournaments", `{"name": "Autumn Cup", "preset": "egf", "rounds": 3, "country": "FI"}`, &created)
	settings, err := tournament.PresetNamed("egf")
	s.Check(err)
	settings.Rounds = 3
	hand, err := s.Director.Create(t.Context(), sitetest.Anna, director.Creation{Info: tournament.Info{Slug: "hand", Name: "By Hand", Country: "FI"}, Settings: settings})
	s.Check(err)
	desk, home, writes := s.Director.On(sitetest.Anna, hand), "/tournaments/"+created.Slug, 1
	for i := range 9 {
		name, strength := []string{"Aalto", "Berg", "Chvála", "Dahl", "Ek", "Fors", "Gran", "Holm", "Iro"}[i], rank.Dan(2)-rank.Rank(i)
		var registered api.PlayerLine
		p.Must(home+"/players", fmt.Sprintf(`{"family": %q, "rank": %q, "status": "checked-in"}`, name, strength), &registered)
		id, err := desk.AddPlayer(t.Context(), tournament.Player{Family: name, Rank: strength, Status: tournament.CheckedIn}, tournament.RefuseNamesakes, "")
		s.Check(err)
		if registered.ID != id || registered.Status != "checked-in" {
			t.Fatalf("registered: %+v, by hand %d", registered, id)
		}
		writes++
	}
	for n := 1; n <= 3; n++ {
		var draft, round api.RoundDocument
		p.Must(fmt.Sprintf("%s/rounds/%d/draw", home, n), `{"seed": 3}`, &draft)
		s.Check(desk.Round(n).Draft(t.Context(), 3))
		if got := s.Get(fmt.Sprintf("/api/v1%s/rounds/%d", home, n)); got.StatusCode != http.StatusNotFound || draft.Published {
			t.Errorf("the draft of round %d is published: %d", n, got.StatusCode)
		}
		p.Must(fmt.Sprintf("%s/rounds/%d/publication", home, n), `{}`, &round)
		s.Check(desk.Round(n).Publish(t.Context()))
		writes += 2
		if !round.Published || len(round.Games) != 4 || len(round.Bye) != 1 {
			t.Fatalf("round %d: %+v", n, round)
		}
		for i, g := range round.Games {
			result := []string{"B+R", "W+R", "B+T", "W+F"}[(i+n)%4]
			var entered api.GameLine
			p.Must(fmt.Sprintf("%s/games/%d/result", home, g.Game), fmt.Sprintf(`{"result": %q, "seen": %d}`, result, g.Revision), &entered)
			r, err := tournament.ParseResult(result)
			s.Check(err)
			_, err = desk.Enter(t.Context(), tournament.Entry{Round: n, Table: g.Table, Seen: g.Revision, Result: r})
			s.Check(err)
			if entered.Result != result || entered.Revision != g.Revision+1 {
				t.Errorf("entered: %+v", entered)
			}
			writes++
		}
	}
	mine, theirs := s.Body(s.Get("/api/v1"+home+"/standings")), s.Body(s.Get("/api/v1/tournaments/hand/standings"))
	if mine != theirs || !strings.Contains(mine, `"after":3`) {
		t.Errorf("the standings are\n%s\nby hand\n%s", mine, theirs)
	}
	entries, _, err := s.Director.Log(t.Context(), created.Slug, 0, director.LogFilter{})
	s.Check(err)
	for _, e := range entries {
		if e.By != p.Name {
			t.Errorf("version %d is by %q", e.Version, e.By)
		}
	}
	if len(entries) != writes {
		t.Errorf("%d writes are %d entries of the log", writes, len(entries))
	}
	got := s.Get("/api/v1"+home+"/files/tourney", "Authorization", "Bearer "+p.Secret)
	kept, _, err := format.Read([]byte(s.Body(got)))
	s.Check(err)
	if len(kept.Players) != 9 || len(kept.Rounds) != 3 {
		t.Errorf("the file has %d players and %d rounds", len(kept.Players), len(kept.Rounds))
	}
}

// A seed past 2^53 arrives unchanged, and is returned as text, which JavaScript reads exactly.
func TestLargeSeedsAsText(t *testing.T) {
	s := newSite(t)
	s.Cup()
	p := s.Program(role.PublishToken)
	const large = "18446744073709551615"
	for _, sent := range []string{`{"again": true, "seed": ` + large + `}`, `{"again": true, "seedText": "` + large + `"}`} {
		var draft struct {
			Seed     json.Number
			SeedText string
		}
		p.Must(cup+"/rounds/3/draw", sent, &draft)
		if draft.Seed != large || draft.SeedText != large {
			t.Errorf("%s is answered with %+v", sent, draft)
		}
	}
	p.Must(cup+"/rounds/3/publication", `{}`, &api.RoundDocument{})
	if got := s.Body(s.Get("/api/v1" + cup + "/rounds/3/explanations")); !strings.Contains(got, `"seedText":"`+large+`"`) {
		t.Errorf("the draw has no such seed: %.300s", got)
	}
}

// Writes need a token and JSON: neither a login nor a form is accepted, nor an action outside the scope.
func TestWhoMayWriteToTheAPI(t *testing.T) {
	s := newSite(t)
	s.Cup()
	p := s.Program(role.ResultsToken)
	const path, body = cup + "/games/15/result", `{"result": "B+R", "seen": 0}`
	for _, tt := range []struct {
		name   string
		header []string
		status int
	}{
		{"an unknown token", []string{"Authorization", "Bearer tourney_no"}, 401},
		{"no token", []string{"Authorization", ""}, 401},
		{"a password", []string{"Authorization", "Basic QW5uYTpjb3JyZWN0IGhvcnNl"}, 401},
		{"a form", []string{"Content-Type", "application/x-www-form-urlencoded"}, 422},
		{"text", []string{"Content-Type", "text/plain"}, 422},
		{"no type", []string{"Content-Type", ""}, 422},
	} {
		s.Run(tt.name, func(t *testing.T) {
			s.Login()
			if status, text := p.Send(path, body, tt.header...); status != tt.status {
				t.Errorf("answers %d %s", status, text)
			}
			s.Result(2, 2, "?")
		})
	}
	s.Client = s.Browser()
	if status, text := p.Send(path, body, "Authorization", "bearer "+p.Secret, "Content-Type", "application/json; charset=utf-8", "Origin", "https://club.example"); status != 200 {
		t.Errorf("a program on another site answers %d %s", status, text)
	}
	s.Result(2, 2, "B+R")
	for range 60 {
		status, text := p.Send(path, body)
		if status == http.StatusTooManyRequests {
			if !strings.Contains(text, `"code":"api.slow"`) {
				t.Error(text)
			}
			return
		}
	}
	t.Error("a token may write without end")
}

// A refusal names the scope that a request needs, or the reason that the token belongs to another organisation.
func TestScopesAreNamed(t *testing.T) {
	sitetest.NeedExtension(t)
	s := newSite(t)
	s.Cup()
	people := s.Director.Access().People()
	club, err := people.OrganisationAdmin(accounts.Session{User: "Anna"}, 0).AddOrganisation(t.Context(), "Another Club")
	s.Check(err)
	theirs, err := people.OrganisationAdmin(accounts.Session{User: "Anna"}, club).MakeToken(t.Context(), "Another", role.WholeToken)
	s.Check(err)
	if got := s.Body(s.Post("/api/v1"+cup+"/players", nil, "Authorization", "Bearer "+theirs)); !strings.Contains(got, `"code":"api.organisation"`) {
		t.Error(got)
	}
	p := s.Program(toResults)
	for path, want := range map[string]string{
		cup + "/rounds/3/draw":   "This needs a token of the scope publish (“Publish”), and this one is of the scope results. Such a token is made on the page “People”.",
		cup + "/players?lang=fi": "Tähän tarvitaan tunniste, jonka ala on whole (”Johtaa turnauksia”); tämän ala on results. Sellainen tehdään sivulla ”Henkilöt”.",
		"/standby":               "This needs a token of the scope standby (“standby computer”), and this one is of the scope results. Such a token is made on the page “People”.",
	} {
		got := s.Post("/api/v1"+path, nil, "Authorization", "Bearer "+p.Secret, "Accept-Language", "en")
		if text := s.Body(got); got.StatusCode != http.StatusForbidden || text != `{"error":"`+want+`","code":"api.scope"}` {
			t.Errorf("%s answers %d %s", path, got.StatusCode, text)
		}
	}
}

// A program that enters one of two contradictory results gets a fault that asks for a check; so does a program that
// sends a revision higher than the present one.
func TestDisputedForPrograms(t *testing.T) {
	s := newSite(t)
	s.Cup()
	p := s.Program(toResults)
	p.Must(cup+"/games/15/result", `{"result": "B+R", "seen": 0}`, &struct{}{})
	_, err := s.Director.On(sitetest.Anna, "spring-cup").Enter(t.Context(), tournament.Entry{
		Mode: tournament.Typed, Round: 2, Table: 2, Seen: 0, Result: tournament.Result{Outcome: tournament.WhiteWins, Manner: tournament.ByResignation},
	})
	s.Check(err)
	for _, tt := range []struct {
		path, body, want string
		code             int
	}{
		{"/games/15/result", `{"result": "B+R", "seen": 1}`, `"code":"api.dispute"`, http.StatusConflict},
		{"/games/15/result", `{"result": "W+R", "seen": 1}`, `"code":"game.changed"`, http.StatusConflict},
		{"/games/15/result", `{"result": "B+R", "seen": 2}`, `"result":"B+R"`, http.StatusOK},
		{"/games/17/result", `{"result": "B+R", "seen": 3}`, `"code":"desk.changed"`, http.StatusConflict},
	} {
		if code, said := p.Send(cup+tt.path, tt.body); code != tt.code || !strings.Contains(said, tt.want) {
			t.Errorf("%s is answered %d %s, want %d %s", tt.body, code, said, tt.code, tt.want)
		}
	}
}

// A refused draw names hidden players by their public names, except to programs with access to the real names.
func TestRefusalsNameNobodyHidden(t *testing.T) {
	s := newSite(t)
	s.Cup()
	for _, id := range []tournament.PlayerID{1, 5, 6, 7, 8, 9} {
		s.Check(s.Director.On(sitetest.Anna, "spring-cup").Constraints().KeepApart(t.Context(), []tournament.PlayerID{2, 3, 4, id}, 0))
	}
	s.hide(3, consent.Initials, 0)
	s.hide(4, consent.Anonymous, 0)
	for scope, want := range map[role.Role]string{toPublish: "(Anonymous 4, Abel X, C. X.)", toAll: "(Dahl X, Abel X, Chvála X)"} {
		status, text := s.Program(scope).Send(cup+"/rounds/3/draw", `{"again": true}`)
		if status != http.StatusConflict || !strings.Contains(text, want) {
			t.Errorf("to the scope %s it answers %d %s, want %s", scope, status, text, want)
		}
	}
}

// A program reads hidden tournaments of its organisation and their files. Responses do not reveal that hidden ones of
// other organisations exist.
func TestProgramsAndOtherOrganisations(t *testing.T) {
	s := newSite(t)
	s.Cup()
	hidden := s.State("spring-cup")
	info := hidden.Info
	info.Hidden = true
	s.Check(s.Director.On(sitetest.Anna, "spring-cup").SetUp(t.Context(), info, hidden.Settings))
	ours := s.Program(role.WholeToken)
	people := s.Director.Access().People()
	club, err := people.OrganisationAdmin(accounts.Session{User: "Anna"}, 0).AddOrganisation(t.Context(), "Another Club")
	s.Check(err)
	secret, err := people.OrganisationAdmin(accounts.Session{User: "Anna"}, club).MakeToken(t.Context(), "Another", role.WholeToken)
	s.Check(err)
	for _, tt := range []struct {
		path        string
		mine, their int
	}{
		{cup, 200, 404}, {cup + "/rounds/1", 200, 404}, {cup + "/files/tourney", 200, 404}, {cup + "/files/calendar", 200, 404},
		{cup + "/files/pairgoth", 422, 404}, {cup + "/files/paper", 422, 404}, {"/tournaments/none/files/tourney", 404, 404},
	} {
		s.Run(tt.path, func(t *testing.T) {
			for secret, want := range map[string]int{ours.Secret: tt.mine, secret: tt.their} {
				if got := s.Get("/api/v1"+tt.path, "Authorization", "Bearer "+secret); got.StatusCode != want {
					t.Errorf("answers %d, want %d", got.StatusCode, want)
				}
			}
		})
	}
	for _, path := range []string{cup, "/tournaments"} {
		if got := s.Body(s.Get("/api/v1"+path, "Authorization", "Bearer "+ours.Secret)); !strings.Contains(got, `"hidden":true`) || strings.Contains(got, `"archived"`) {
			t.Errorf("%s: %.300s", path, got)
		}
	}
	entries, _, err := people.Log(t.Context(), store.FirstOrganisation, 0)
	s.Check(err)
	if entries[0].Event != accounts.EventExport || entries[0].Who != ours.Name {
		t.Errorf("the log of access has %+v", entries[0])
	}
	other := &sitetest.Program{Site: s.Site, Name: "Another", Secret: secret, Router: ours.Router}
	if status, text := other.Send(cup+"/games/15/result", `{"result": "B+R", "seen": 0}`); status != http.StatusNotFound || !strings.Contains(text, "tournament.missing") {
		t.Errorf("another club's program answers %d %s", status, text)
	}
	var founded api.TournamentDocument
	other.Must("/tournaments", `{"name": "Theirs", "preset": "swiss"}`, &founded)
	if owner, err := people.Owner(t.Context(), founded.Slug); err != nil || owner != club {
		t.Errorf("the tournament belongs to %d, %v", owner, err)
	}
	s.Check(s.Director.Catalogue().Archive(t.Context(), sitetest.Anna, "spring-cup", true))
	if got := s.Body(s.Get("/api/v1"+cup, "Authorization", "Bearer "+ours.Secret)); !strings.Contains(got, `"archived":true,"hidden":true`) {
		t.Errorf("archived: %.300s", got)
	}
}

// The draft of a program has the checks of the page of the draw: here, that an earlier result is missing.
func TestDraftsSayWhatToLookAt(t *testing.T) {
	s := newSite(t)
	s.Cup()
	p := s.Program(role.PublishToken)
	var draft api.RoundDocument
	p.Must(cup+"/rounds/3/draw", `{}`, &draft)
	for _, check := range draft.Checks {
		if check.Code == "check.results.missing" && check.Text != "" && check.Round == 2 && len(check.Tables) > 0 {
			return
		}
	}
	t.Errorf("a missing result is not said: %+v", draft.Checks)
}

// The description lists exactly the existing presets.
func TestPresetsAreDescribed(t *testing.T) {
	described := sitetest.Description(newSite(t).Site).Paths.Find("/api/v1/tournaments").Post.RequestBody.Value.Content["application/json"].Schema.Value
	var names []any
	for _, p := range tournament.Presets() {
		names = append(names, p.Name)
	}
	if got := described.Properties["preset"].Value.Enum; !slices.Equal(got, names) {
		t.Errorf("presets are %v, described %v", names, got)
	}
}

// A refusal lists the valid values of a field as the description does.
func TestValuesAreListed(t *testing.T) {
	s := newSite(t)
	s.Cup()
	p, doc := s.Program(toAll), sitetest.Description(s.Site)
	for _, tt := range []struct{ path, field, body string }{
		{"/tournaments", "preset", `{"name": "X", "preset": "chess"}`},
		{"/tournaments/{slug}/players", "hiding", `{"family": "X", "rank": "5k", "hiding": "chess"}`},
		{"/tournaments/{slug}/players", "status", `{"family": "X", "rank": "5k", "status": "chess"}`},
		{"/tournaments/{slug}/players/{player}/status", "status", `{"status": "chess"}`},
		{"/tournaments/{slug}/players/{player}/rounds/{round}", "attendance", `{"attendance": "chess"}`},
	} {
		s.Run(tt.path+" "+tt.field, func(t *testing.T) {
			body := doc.Paths.Find("/api/v1" + tt.path).Post.RequestBody.Value.Content["application/json"].Schema.Value
			var values []string
			for _, value := range body.Properties[tt.field].Value.Enum {
				if text, _ := value.(string); text != "" {
					values = append(values, text)
				}
			}
			_, text := p.Send(strings.NewReplacer("{slug}", "spring-cup", "{player}", "1", "{round}", "3").Replace(tt.path), tt.body)
			if list := ": " + strings.Join(values, ", ") + `."`; len(values) == 0 || !strings.Contains(text, list) || !strings.Contains(text, "chess") {
				t.Errorf("%q is not in %s", list, text)
			}
		})
	}
}

// The description and the refusal of a wrong name list exactly the file formats that a program can request.
func TestFormatsOfFilesAreDescribed(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	s := newSite(t)
	s.Cup()
	p := s.Program(toAll)
	var names []string
	for _, name := range sitetest.Description(s.Site).Paths.Find("/api/v1/tournaments/{slug}/files/{format}").Get.Parameters.GetByInAndName("path", "format").Schema.Value.Enum {
		names = append(names, name.(string))
	}
	for _, f := range format.Formats() {
		got := s.Body(s.Get("/api/v1"+cup+"/files/"+f.Name, "Authorization", "Bearer "+p.Secret))
		if taken := !strings.Contains(got, `"code":"format.write"`); taken != slices.Contains(names, f.Name) {
			t.Errorf("%s can be taken: %v; described are %v", f.Name, taken, names)
		}
	}
	got := s.Body(s.Get("/api/v1"+cup+"/files/papyrus", "Authorization", "Bearer "+p.Secret))
	if !strings.Contains(got, strings.Join(names, ", ")+`.","code":"format.unknown","field":"format"`) {
		t.Error(got)
	}
}

// A program sends the record of a game, receives the findings by the rules, and has the result set from it.
func TestProgramsSendRecords(t *testing.T) {
	s := newSite(t)
	s.Cup()
	p := s.Program(toResults)
	var answer struct {
		Game   struct{ Result string }
		Record struct {
			Hash, Result string
			Moves        int
			Legal        bool
			Findings     []string
		}
	}
	p.Must(cup+"/games/15/record", `{"sgf": "(;GM[1]FF[4]SZ[19]RE[W+R];B[pd];W[dp])", "takeResult": true}`, &answer)
	is := s.State("spring-cup").Game(15)
	if answer.Game.Result != "W+R" || answer.Record.Result != "W+R" || answer.Record.Moves != 2 || !answer.Record.Legal || answer.Record.Hash != is.Record || is.Result.String() != "W+R" {
		t.Errorf("%+v; the game has %v", answer, is.Result)
	}
	p.Must(cup+"/games/16/record", `{"sgf": "(;GM[1]FF[4]SZ[19]RE[B+R];B[pd];W[pd])", "takeResult": true}`, &answer)
	is = s.State("spring-cup").Game(16)
	if answer.Record.Legal || len(answer.Record.Findings) == 0 || !strings.Contains(answer.Record.Findings[0], "Q16") || is.Result.Known() || is.Record == "" {
		t.Errorf("%+v; the game has %v", answer, is.Result)
	}
}
