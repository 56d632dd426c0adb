package web_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers/gorillamux"
	"github.com/google/go-cmp/cmp"

	"tourney/internal/format/workbook"
	"tourney/internal/role"
	"tourney/internal/testkit/sitetest"
	"tourney/internal/tournament"
	"tourney/internal/tournament/consent"
	"tourney/internal/web"
	"tourney/internal/web/api"
)

// The description allows additional fields in responses, and forbids them in requests.
func TestAnswersMayGrow(t *testing.T) {
	var described struct {
		Paths map[string]struct {
			Get, Post, Put, Delete struct{ Responses, RequestBody any }
		}
		Components struct{ Schemas, Responses any }
	}
	if err := json.Unmarshal(web.OpenAPI, &described); err != nil {
		t.Fatal(err)
	}
	const shut = `"additionalProperties":false`
	text := func(part any) string {
		data, err := json.Marshal(part)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	if strings.Contains(text(described.Components), shut) {
		t.Error("a component is closed")
	}
	for path, does := range described.Paths {
		for _, answers := range []any{does.Get.Responses, does.Post.Responses, does.Put.Responses, does.Delete.Responses} {
			if strings.Contains(text(answers), shut) {
				t.Errorf("an answer of %s is closed", path)
			}
		}
		between := strings.HasPrefix(path, "/api/v1/standby") // servers, of which one may be newer
		if body := does.Post.RequestBody; body != nil && !between && !strings.Contains(text(body), shut) {
			t.Errorf("the body for %s is open", path)
		}
	}
}

// Every address of the API is described, and no other.
func TestAPIIsDescribed(t *testing.T) {
	sitetest.NeedExtension(t)
	s := newSite(t)
	doc := sitetest.Description(s.Site)
	var served []string
	for _, route := range s.Server.Router().Routes() {
		if strings.HasPrefix(route.Path, "/api/") && route.Method != http.MethodHead {
			served = append(served, route.Method+" "+regexp.MustCompile(`:(\w+)`).ReplaceAllString(route.Path, "{$1}"))
		}
	}
	var described []string
	for path, item := range doc.Paths.Map() {
		for method := range item.Operations() {
			described = append(described, method+" "+path)
		}
	}
	slices.Sort(served)
	slices.Sort(described)
	if diff := cmp.Diff(served, described); diff != "" {
		t.Errorf("served (-), described (+):\n%s", diff)
	}
	systems := doc.Components.Schemas["Round"].Value.Properties["system"].Value.Enum
	for _, system := range tournament.Systems() {
		if !slices.Contains(systems, any(string(system))) {
			t.Errorf("the system %s is not described", system)
		}
	}
}

// The answers of the API have exactly the fields of its description.
func TestAPIAnswersAsDescribed(t *testing.T) {
	sitetest.NeedExtension(t)
	s, _ := sitetest.Drawn(t)
	s.Check(s.Director.On(sitetest.Anna, "spring-cup").Round(3).Publish(t.Context()))
	s.PlayedLeague()
	s.Kind("round-robin", 8)
	pools := s.State("open").Settings
	pools.Format.Pools = 2
	s.Check(s.Director.On(sitetest.Anna, "open").SetUp(t.Context(), s.State("open").Info, pools))
	s.Play(1)
	s.Client = s.Browser()
	router, err := gorillamux.NewRouter(sitetest.Description(s))
	s.Check(err)
	for path, status := range map[string]int{
		"":                                   http.StatusOK,
		"/spring-cup":                        http.StatusOK,
		"/spring-cup/standings":              http.StatusOK,
		"/spring-cup/standings?after=0":      http.StatusOK,
		"/spring-cup/standings?after=44":     http.StatusNotFound,
		"/spring-cup/teams":                  http.StatusNotFound,
		"/spring-cup/rounds/1":               http.StatusOK,
		"/spring-cup/rounds/3":               http.StatusOK,
		"/spring-cup/rounds/9":               http.StatusNotFound,
		"/spring-cup/rounds/3/explanations":  http.StatusOK,
		"/spring-cup/rounds/60/explanations": http.StatusNotFound,
		"/league":                            http.StatusOK,
		"/league/teams":                      http.StatusOK,
		"/league/teams?after=1":              http.StatusOK,
		"/league/rounds/1":                   http.StatusOK,
		"/league/standings":                  http.StatusOK,
		"/open/standings":                    http.StatusOK,
		"/open/rounds/1/explanations":        http.StatusOK,
		"/spring-cup/changes":                http.StatusOK,
		"/spring-cup/changes?after=1&wait=0": http.StatusOK,
		"/spring-cup/changes?after=999":      http.StatusOK,
		"/league/changes":                    http.StatusOK,
		"/none/changes":                      http.StatusNotFound,
		"/none":                              http.StatusNotFound,
	} {
		s.Run("tournaments"+path, func(t *testing.T) {
			path = "/api/v1/tournaments" + path
			request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, path, nil)
			s.Check(err)
			route, parameters, err := router.FindRoute(request)
			s.Check(err)
			asked := &openapi3filter.RequestValidationInput{Request: request, PathParams: parameters, Route: route,
				Options: &openapi3filter.Options{AuthenticationFunc: openapi3filter.NoopAuthenticationFunc}} // the token is optional
			if err := openapi3filter.ValidateRequest(t.Context(), asked); err != nil {
				t.Errorf("%s cannot be asked: %v", path, err)
			}
			got := s.Get(path)
			text := s.Body(got)
			if got.StatusCode != status {
				t.Errorf("%s answers %d %s", path, got.StatusCode, text)
			}
			err = openapi3filter.ValidateResponse(t.Context(), &openapi3filter.ResponseValidationInput{
				RequestValidationInput: asked, Status: got.StatusCode, Header: got.Header, Body: io.NopCloser(bytes.NewBufferString(text)),
				Options: &openapi3filter.Options{IncludeResponseStatus: true},
			})
			if err != nil {
				t.Errorf("%s: %v", path, err)
			}
		})
	}
}

// Pages of other sites can read only the API and the events in the browser, and only without a login.
func TestOtherOriginsRead(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.Login()
	const origin = "https://club.example"
	for path, open := range map[string]bool{
		"/api/v1/tournaments":                      true,
		"/api/v1/tournaments/spring-cup":           true,
		"/api/v1/tournaments/spring-cup/standings": true,
		"/api/v1/tournaments/missing":              true,
		"/api/v1/openapi.json":                     true,
		"/t/spring-cup/events":                     true,
		"/t/spring-cup":                            false,
		"/t/spring-cup/report/1-abc":               false,
		"/":                                        false,
		"/login":                                   false,
		"/desk":                                    false,
		"/desk/spring-cup":                         false,
		"/desk/spring-cup/log":                     false,
		"/backup":                                  false,
	} {
		s.Run(path, func(t *testing.T) {
			asked := s.Do(http.MethodOptions, path, nil, "Origin", origin,
				"Access-Control-Request-Method", "GET", "Access-Control-Request-Headers", "if-none-match")
			read := s.Do(http.MethodHead, path, nil, "Origin", origin)
			for _, got := range []*http.Response{asked, read} {
				if allowed := got.Header.Get("Access-Control-Allow-Origin"); open != (allowed == "*") || !open && allowed != "" {
					t.Errorf("%s %s lets in %q", got.Request.Method, path, allowed)
				}
				if got.Header.Get("Access-Control-Allow-Credentials") != "" {
					t.Errorf("%s %s lets a login come along", got.Request.Method, path)
				}
			}
			if open && (asked.StatusCode != http.StatusNoContent || asked.Header.Get("Access-Control-Allow-Methods") != "GET, HEAD" ||
				!strings.Contains(asked.Header.Get("Access-Control-Allow-Headers"), "If-None-Match")) {
				t.Errorf("%s answers a preflight with %d, %v", path, asked.StatusCode, asked.Header)
			}
			if !open && asked.StatusCode < http.StatusBadRequest {
				t.Errorf("%s answers a preflight with %d", path, asked.StatusCode)
			}
		})
	}
	if got := s.Post("/api/v1/tournaments", nil, "Origin", origin); got.StatusCode < http.StatusBadRequest {
		t.Errorf("a post from another origin answers %d", got.StatusCode)
	}
}

func TestAPI(t *testing.T) {
	s := newSite(t)
	s.Cup()
	read := func(path string, to any) {
		t.Helper()
		got := s.Get("/api/v1" + path)
		if got.StatusCode != http.StatusOK || !strings.HasPrefix(got.Header.Get("Content-Type"), "application/json") {
			t.Fatalf("%s answers %d, %s", path, got.StatusCode, got.Header.Get("Content-Type"))
		}
		s.Check(json.NewDecoder(got.Body).Decode(to))
	}
	var list struct{ Tournaments []web.TournamentLine }
	read("/tournaments", &list)
	if len(list.Tournaments) != 1 || list.Tournaments[0].Round != 2 || list.Tournaments[0].Begin != "2026-05-02" {
		t.Errorf("list: %+v", list)
	}
	var round api.RoundDocument
	read("/tournaments/spring-cup/rounds/1", &round)
	want := api.GameLine{Game: 11, Revision: 1, Table: 2, Black: "Chvála X", White: "Dahl X", BlackID: 3, WhiteID: 4, Komi: "6.5", Result: "W+3.5"}
	if diff := cmp.Diff(want, round.Games[1]); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"Iro X"}, round.Bye); diff != "" || !slices.Equal(round.ByeIDs, []tournament.PlayerID{9}) || round.Start != "" {
		t.Errorf("%+v %s", round, diff)
	}
	read("/tournaments/spring-cup/rounds/2", &round)
	if round.Start != "2026-05-02T09:30:00Z" {
		t.Errorf("round 2 starts at %q", round.Start)
	}
	var cup api.TournamentDocument
	read("/tournaments/spring-cup", &cup)
	if diff := cmp.Diff([]api.StartLine{{Round: 2, Start: "2026-05-02T09:30:00Z"}}, cup.Starts); diff != "" {
		t.Error(diff)
	}
	var standings workbook.StandingsReport
	read("/tournaments/spring-cup/standings?after=1", &standings)
	if standings.After != 1 || len(standings.Players) != 9 || len(standings.Players[0].Scores) != 3 || len(standings.Players[0].Rounds) != 1 {
		t.Errorf("standings: %+v", standings)
	}
	got := s.Get("/api/v1/tournaments/none", "Accept-Language", "fi")
	if body := s.Body(got); got.StatusCode != http.StatusNotFound || body != `{"error":"Turnausta ”none” ei ole.","code":"tournament.missing"}` {
		t.Errorf("a missing tournament answers %d %s", got.StatusCode, body)
	}
}

// The API has federations' numbers for players shown by name, and omits them for hidden ones.
func TestNumbersOfFederationsInTheAPI(t *testing.T) {
	s := newSite(t)
	s.Cup()
	desk := s.Director.On(sitetest.Anna, "spring-cup")
	numbers := func(hiding consent.Hiding) func(p *tournament.Player) {
		return func(p *tournament.Player) { p.EGD, p.FFG, p.AGA, p.Hiding = "14000001", "0900123", "23456", hiding }
	}
	for id, hiding := range map[tournament.PlayerID]consent.Hiding{2: consent.Full, 3: consent.Initials, 4: consent.Anonymous} {
		s.Check(desk.EditPlayer(t.Context(), id, tournament.RefuseNamesakes, numbers(hiding)))
	}
	var cup api.TournamentDocument
	s.Check(json.Unmarshal([]byte(s.Body(s.Get("/api/v1/tournaments/spring-cup"))), &cup))
	for _, p := range cup.Players {
		got, want := []string{p.EGD, p.FFG, p.AGA}, []string{"", "", ""}
		if p.ID == 2 {
			want = []string{"14000001", "0900123", "23456"}
		}
		if !slices.Equal(got, want) {
			t.Errorf("player %d, %s: %q", p.ID, p.Name, got)
		}
	}
}

// The API answers in the language of the address, in refusals too, without a cookie. For an unknown language it lists
// the available ones.
func TestLanguagesOfTheAPI(t *testing.T) {
	s := newSite(t)
	s.Cup()
	p := s.Program(role.ResultsToken)
	missing := map[string]string{
		"en": "Tournament not found: “none”.", "fi": "Turnausta ”none” ei ole.", "pl": "Nie ma turnieju „none”.", "cs": "Turnaj „none“ neexistuje.",
		"de": "Turnier nicht gefunden: „none“.", "fr": "Tournoi introuvable : « none ».",
	}
	var described []any
	for _, l := range s.Server.Catalog.Languages() {
		described = append(described, l.Code())
		for _, path := range []string{"/api/v1/tournaments/none", "/api/v1/tournaments/none/files/tourney"} {
			got := s.Get(path+"?lang="+l.Code(), "Accept-Language", "de", "Authorization", "Bearer "+p.Secret)
			if text := s.Body(got); path == "/api/v1/tournaments/none" && !strings.Contains(text, missing[l.Code()]) || len(got.Cookies()) > 0 {
				t.Errorf("%s in %s: %s, with the cookies %v", path, l.Code(), text, got.Cookies())
			}
		}
		if got := s.Get("/api/v1/nowhere?lang=" + l.Code()); got.StatusCode != http.StatusNotFound || len(got.Cookies()) > 0 {
			t.Errorf("an unknown address in %s answers %d, with the cookies %v", l.Code(), got.StatusCode, got.Cookies())
		}
	}
	if got := sitetest.Description(s.Site).Components.Parameters["lang"].Value.Schema.Value.Enum; !slices.Equal(got, described) {
		t.Errorf("the languages are %v, described %v", described, got)
	}
	if status, text := p.Send(cup+"/games/15/result?lang=fi", `{"result": "B+R"}`); status != http.StatusUnprocessableEntity || !strings.Contains(text, "Kenttä ”seen” puuttuu.") {
		t.Errorf("a write answers %d %s", status, text)
	}
	for _, path := range []string{"/api/v1/tournaments", "/api/v1/tournaments/spring-cup/standings", "/api/v1/openapi.json", "/api/v1/nowhere"} {
		got := s.Get(path+"?lang=xx", "Accept-Language", "fi", "Origin", "https://club.example")
		if text := s.Body(got); got.StatusCode != http.StatusUnprocessableEntity || text != `{"error":"Kieltä ”xx” ei ole, vain: en, cs, de, fi, fr, pl.","code":"api.language","field":"lang"}` ||
			got.Header.Get("Access-Control-Allow-Origin") != "*" {
			t.Errorf("%s in an unknown language answers %d %s", path, got.StatusCode, text)
		}
	}
	if status, text := p.Send(cup+"/games/15/result?lang=xx", `{"result": "B+R", "seen": 0}`); status != http.StatusUnprocessableEntity || !strings.Contains(text, "api.language") {
		t.Errorf("a write in an unknown language answers %d %s", status, text)
	}
	s.Result(2, 2, "?")
}

// An address accepts exactly the described parameters and refuses nonsensical values: the client expects another
// response. Addresses for other servers are exempt, because one of the two may be newer.
func TestParametersAsDescribed(t *testing.T) {
	sitetest.NeedExtension(t)
	s := newSite(t)
	s.Cup()
	p := s.Program(role.WholeToken)
	ask := func(method, path string) string {
		return s.Body(s.Do(method, example(path), nil, "Authorization", "Bearer "+p.Secret))
	}
	for path, item := range sitetest.Description(s.Site).Paths.Map() {
		for method, does := range item.Operations() {
			if strings.HasPrefix(path, "/api/v1/standby") || strings.HasPrefix(path, "/api/v1/publications/{origin}") {
				continue
			}
			var names []string
			for _, of := range slices.Concat(item.Parameters, does.Parameters) {
				if of.Value.In == "query" {
					names = append(names, of.Value.Name)
				}
			}
			slices.Sort(names)
			want := `{"error":"Unknown parameter “chess”. Known: ` + strings.Join(names, ", ") + `.","code":"api.parameter","field":"chess"}`
			if got := ask(method, regexp.MustCompile(`{(\w+)}`).ReplaceAllString(path, ":$1")+"?chess=1"); got != want {
				t.Errorf("%s %s: %s", method, path, got)
			}
		}
	}
	for path, want := range map[string]string{
		"/api/v1/tournaments?era=gone":                      `{"error":"“era” takes one of: running, coming, past.","code":"api.parameter.value","field":"era"}`,
		"/api/v1/tournaments?country=Finland":               `{"error":"“Finland” isn't a country code. Write two letters, such as FI.","code":"player.country","field":"country"}`,
		"/api/v1/tournaments?country=fi":                    `"slug":"spring-cup"`,
		"/api/v1/tournaments/:slug/changes?after=&wait=":    `"entries":[{"version":1,`,
		"/api/v1/tournaments?page=0":                        `{"error":"“page” takes a whole number from 1 on.","code":"api.parameter.whole","field":"page"}`,
		"/api/v1/tournaments?year=last":                     `"field":"year"`,
		"/api/v1/tournaments?year=&era=":                    `"tournaments":[`,
		"/api/v1/tournaments/:slug/standings?round=1":       `"Unknown parameter “round”. Known: after, lang."`,
		"/api/v1/tournaments/:slug/standings?after=x":       `"api.parameter.whole"`,
		"/api/v1/tournaments/:slug/standings?after=9":       `"round.unpublished"`,
		"/api/v1/tournaments/:slug/standings?after=1":       `"after":1`,
		"/api/v1/tournaments/:slug/files/xlsx?formulas=yes": `"api.parameter.value"`,
	} {
		if got := ask(http.MethodGet, path); !strings.Contains(got, want) {
			t.Errorf("%s: %s", path, got)
		}
	}
}

// Addresses list their methods. A page answers a wrong method as it answers a missing page: users type such addresses,
// or a browser keeps one from a form.
func TestMethodsThatAnAddressDoesNotTake(t *testing.T) {
	sitetest.NeedExtension(t)
	s := newSite(t)
	s.Cup()
	const game = "/api/v1/tournaments/spring-cup/games/15/result"
	for _, tt := range []struct {
		method, path  string
		status        int
		allow, answer string
	}{
		{http.MethodGet, game, 405, "POST", `{"error":"This address doesn't take GET, only: POST.","code":"api.method"}`},
		{http.MethodPut, game, 405, "POST", `"api.method"`},
		{http.MethodDelete, "/api/v1/tournaments", 405, "GET, HEAD, POST", `"This address doesn't take DELETE, only: GET, HEAD, POST."`},
		{http.MethodPost, "/api/v1/tournaments/spring-cup/standings?lang=fi", 405, "GET, HEAD", `"Tämä osoite ei ota vastaan pyyntöä POST, vain: GET, HEAD."`},
		{http.MethodPost, "/api/v1/publications/0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a", 405, "PUT, DELETE", `"api.method"`},
		{http.MethodGet, "/api", 200, "", `{"openapi":"/api/v1/openapi.json"}`},
		{http.MethodGet, "/api/v1", 200, "", `{"openapi":"/api/v1/openapi.json"}`},
		{http.MethodGet, "/api/v1/nowhere", 404, "", `{"error":"This page does not exist.","code":"fault.page"}`},
		{http.MethodGet, "/desk/spring-cup/players/1/status", 405, "POST", "<h1>Page not found</h1>"},
		{http.MethodPost, "/t/spring-cup/standings", 405, "GET, HEAD", "<h1>Page not found</h1>"},
		{http.MethodGet, "/nowhere", 404, "", "<h1>Page not found</h1>"},
	} {
		s.Run(tt.method+" "+tt.path, func(t *testing.T) {
			got := s.Do(tt.method, tt.path, nil, "Accept-Language", "en")
			if text := s.Body(got); got.StatusCode != tt.status || got.Header.Get("Allow") != tt.allow || !strings.Contains(text, tt.answer) {
				t.Errorf("answers %d, Allow %q: %s", got.StatusCode, got.Header.Get("Allow"), text)
			}
		})
	}
}

func TestExplanationsInJSON(t *testing.T) {
	s, _ := sitetest.Drawn(t)
	s.Check(s.Director.On(sitetest.Anna, "spring-cup").Round(3).Publish(t.Context()))
	s.Client = s.Browser()
	r := s.Round(3)
	for _, tt := range []struct{ language, told, why string }{
		{"en", "You meet", "They have not met before."}, {"fi", "Kohtaat pelaajan", "He eivät ole kohdanneet aiemmin."},
	} {
		s.Run(tt.language, func(t *testing.T) {
			got := s.Get("/api/v1/tournaments/spring-cup/rounds/3/explanations", "Accept-Language", tt.language)
			text, err := io.ReadAll(got.Body)
			s.Check(err)
			var report workbook.DrawReport
			if err := json.Unmarshal(text, &report); err != nil || got.StatusCode != http.StatusOK {
				t.Fatalf("%d %v: %.200s", got.StatusCode, err, text)
			}
			if report.Inputs != r.Drawn.Inputs || report.Program != r.Drawn.Program || report.Seed != 1 || report.Total != r.Drawn.Total || report.Best != report.Total {
				t.Errorf("the draw: %+v", report)
			}
			if len(report.Games) != 4 || len(report.Byes) != 1 || report.Byes[0].Text == "" || !slices.Equal(report.ByeIDs, r.Byes) || report.Byes[0].ID != r.Byes[0] {
				t.Fatalf("%d games, byes %v", len(report.Games), report.Byes)
			}
			for i, g := range report.Games {
				if of := r.Games[i]; g.Game != of.ID || g.BlackID != of.Black || g.WhiteID != of.White {
					t.Errorf("game %d between %d and %d, want %+v", g.Game, g.BlackID, g.WhiteID, of)
				}
				if len(g.Reasons.Black) == 0 || !strings.HasPrefix(g.Reasons.White[0], tt.told) || len(g.Criteria) == 0 {
					t.Errorf("%+v", g)
				}
				if c := g.Criteria[0]; c.Name != "duplicate" || c.Text != tt.why || c.Share != c.Most {
					t.Errorf("%+v", c)
				}
			}
		})
	}
}

func TestTeamsAsJSON(t *testing.T) {
	s := newSite(t)
	s.PlayedLeague()
	body := func(path string) string {
		t.Helper()
		got := s.Get(path)
		text, err := io.ReadAll(got.Body)
		s.Check(err)
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
	s.Cup()
	if got := s.Get("/api/v1/tournaments/spring-cup/teams"); got.StatusCode != http.StatusNotFound {
		t.Errorf("the teams of single players answer %d", got.StatusCode)
	}
}
