package web_test

import (
	"html"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"github.com/gin-gonic/gin"

	"tourney/internal/app/accounts"
	"tourney/internal/data/store"
	"tourney/internal/role"
	"tourney/internal/testkit/sitetest"
	"tourney/internal/testkit/webtest"
	"tourney/internal/web"
)

// A mounted is a method and path of the router.
type mounted struct{ method, path string }

// actionsOf returns the action of each route of the table of parts, by mounting each part alone.
func actionsOf(t *testing.T, s *web.Server) map[mounted]role.Action {
	t.Helper()
	actions := map[mounted]role.Action{}
	for _, p := range s.Parts() {
		alone := gin.New()
		p.Mount(s.Group(alone, p.Prefix, p.Read, p.Write))
		routes := alone.Routes()
		if len(routes) == 0 {
			t.Errorf("the part %q for %s mounts nothing", p.Prefix, p.Read)
		}
		for _, r := range routes {
			actions[mounted{r.Method, r.Path}] = p.Write
			if r.Method == http.MethodGet || r.Method == http.MethodHead {
				actions[mounted{r.Method, r.Path}] = p.Read
			}
		}
	}
	return actions
}

// example returns an address of a route, in the tournament of cup.
func example(path string) string {
	return strings.NewReplacer(":slug", "spring-cup", ":round", "1", ":player", "1", ":team", "1", ":token", "x", ":name", "app.css",
		":game", "10", ":table", "1", ":id", "1", ":organisation", "1", ":format", "egd").Replace(path)
}

// asksForLogin reports whether a response is a redirect to the login, or a refusal of a form with a link to it.
func asksForLogin(t *testing.T, got *http.Response, text string) bool {
	t.Helper()
	switch got.StatusCode {
	case http.StatusSeeOther:
		return got.Request.Method != http.MethodPost && strings.HasPrefix(got.Header.Get("Location"), "/login?next=")
	case http.StatusForbidden:
		doc, err := goquery.NewDocumentFromReader(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		return got.Request.Method == http.MethodPost && doc.Find(".banner[data-login]").Length() == 1
	}
	return false
}

// callers are people and programs with their roles at the desk of the spring cup, and
// outside of it.
func (s *testSite) callers() []caller {
	s.T.Helper()
	const slug = "spring-cup"
	member := func(name string, r role.Role) *http.Client {
		return s.Person(name, accounts.Invitation{Role: r})
	}
	guest := func(name string, r role.Role) *http.Client {
		return s.Person(name, accounts.Invitation{Role: r, Slug: slug})
	}
	s.Login()
	owner := s.Client
	ctx, anna := s.T.Context(), accounts.Session{User: "Anna"}
	club, err := s.Director.Access().People().OrganisationAdmin(anna, 0).AddOrganisation(ctx, "Another Club")
	s.Check(err)
	elsewhere := func(name string, r role.Role) *http.Client {
		return s.Person(name, accounts.Invitation{Role: r, Organisation: club})
	}
	person, none := role.Person, role.Of()
	all := []caller{
		{"a stranger", s.Browser(), "", role.Of(role.Anyone), role.Of(role.Anyone)},
		{"the operator", owner, "", role.Of(person, role.Owner, role.Operator), role.Of(person, role.Owner, role.Operator)},
		{"a director", member("Dora", role.Director), "", role.Of(person, role.Director), role.Of(person, role.Director)},
		{"a desk", member("Emil", role.Desk), "", role.Of(person, role.Desk), role.Of(person, role.Desk)},
		{"a reader", member("Rita", role.Reader), "", role.Of(person, role.Reader), role.Of(person, role.Reader)},
		{"a guest director", guest("Gerd", role.Director), "", role.Of(person, role.Director), role.Of(person)},
		{"a guest desk", guest("Hans", role.Desk), "", role.Of(person, role.Desk), role.Of(person)},
		{"a captain", s.captain(guest("Cara", role.Desk), "cara"), "", role.Of(person, role.Captain), role.Of(person)},
		{"another club's owner", elsewhere("Olga", role.Owner), "", role.Of(person), role.Of(person, role.Owner)},
		{"another club's desk", elsewhere("Udo", role.Desk), "", role.Of(person), role.Of(person, role.Desk)},
	}
	for _, scope := range role.Scopes {
		for _, of := range []int{store.FirstOrganisation, club} {
			secret, err := s.Director.Access().People().OrganisationAdmin(anna, of).MakeToken(ctx, scope.String(), scope)
			s.Check(err)
			v := caller{"a token to " + scope.String(), s.Browser(), secret, role.Of(scope), role.Of(scope)}
			if of == club {
				v.name, v.here = "another club's token", none|role.Of(role.Anyone)
			}
			all = append(all, v)
		}
	}
	return all
}

// captain makes a guest of the spring cup the captain of a team, which single players do not have.
func (s *testSite) captain(client *http.Client, key string) *http.Client {
	s.T.Helper()
	ctx := s.T.Context()
	kept, err := store.Open(ctx, s.Database)
	s.Check(err)
	user, _, err := kept.User(ctx, key)
	s.Check(err)
	s.Check(kept.Tx(ctx, func(tx *store.Tx) error {
		return tx.People().SetGuest("spring-cup", store.Member{User: user.ID, Role: role.Captain, Team: 1})
	}))
	s.Check(kept.Close())
	return client
}

// A caller is a person or program with roles here, in the spring cup, and elsewhere.
type caller struct {
	name            string
	client          *http.Client
	token           string
	here, elsewhere role.Set
}

// TestEveryRouteAsEveryRole requests every route of the real router in every role, and compares the responses with the
// table of roles and actions.
func TestEveryRouteAsEveryRole(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	s := newSite(t)
	s.Cup()
	actions := actionsOf(t, s.Server)
	routes := s.Server.Router().Routes()
	callers := s.callers()
	english := s.Server.Catalog.Language("en")
	refused := func(text string) bool { // a person or a program
		text = html.UnescapeString(text)
		return strings.Contains(text, english.T("role.denied")) || strings.Contains(text, `"code":"api.scope"`) || strings.Contains(text, `"code":"api.organisation"`)
	}
	before := s.State("spring-cup").Version
	for _, v := range callers {
		s.Client = v.client
		for _, r := range routes {
			if r.Method == http.MethodHead {
				continue // like GET, without a body
			}
			needs, ok := actions[mounted{r.Method, r.Path}]
			if !ok {
				t.Errorf("%s %s is mounted past the table", r.Method, r.Path)
				continue
			}
			roles := v.elsewhere
			if strings.Contains(r.Path, ":slug") || strings.Contains(r.Path, ":organisation") {
				roles = v.here
			}
			var form url.Values
			if r.Method == http.MethodPost {
				form = url.Values{}
			}
			api := strings.HasPrefix(r.Path, "/api/")
			if api && v.token == "" && !role.Of(role.Anyone).May(needs) { // with or without a login
				if got := s.Do(r.Method, example(r.Path), form); got.StatusCode != http.StatusUnauthorized || got.Header.Get("WWW-Authenticate") != "Bearer" {
					t.Errorf("%s %s answers %d to %s without a token", r.Method, r.Path, got.StatusCode, v.name)
				}
				continue
			}
			if v.token != "" && !api || roles.May(needs) && form != nil {
				continue // a token is for the API alone; TestAllowedFormsAreNotRefused sends the permitted forms
			}
			var header []string
			if v.token != "" {
				header = []string{"Authorization", "Bearer " + v.token}
			}
			got := s.Do(r.Method, example(r.Path), form, header...)
			var text string
			if !strings.HasPrefix(got.Header.Get("Content-Type"), "text/event-stream") { // which does not end
				text = s.Body(got)
			}
			refused := got.StatusCode == http.StatusForbidden && refused(text)
			switch login := asksForLogin(t, got, text); {
			case login != (!roles.May(needs) && v.name == "a stranger"):
				t.Errorf("%s %s needs %s; %s is asked for a login: %v, %d", r.Method, r.Path, needs, v.name, login, got.StatusCode)
			case refused != (!roles.May(needs) && v.name != "a stranger"):
				t.Errorf("%s %s needs %s; %s is %v and refused: %v, %d", r.Method, r.Path, needs, v.name, roles, refused, got.StatusCode)
			case needs == role.OwnLink && got.StatusCode != http.StatusNotFound:
				t.Errorf("%s %s takes a wrong token: %d", r.Method, r.Path, got.StatusCode)
			}
		}
	}
	if now := s.State("spring-cup").Version; now != before {
		t.Errorf("looking and refused forms brought the tournament from version %d to %d", before, now)
	}
}

// notSent are the routes that TestAllowedFormsAreNotRefused leaves out, with the reason.
var notSent = map[string]string{
	"/logout": "ends the login", "/desk/:slug/end/delete": "deletes the tournament",
	"/invitation/:token": "a wrong link is refused", "/setup": "a wrong link is refused", "/setup/:token": "a wrong link is refused", "/setup/:token/second": "a used link is refused", "/login": "a wrong password is refused",
	"/login/passkey": "a wrong passkey is refused", "/account": "a wrong password is refused",
	"/desk/:slug/live/:game/on": "live games are off", "/desk/:slug/letters/:player": "there is no mail server",
}

// TestAllowedFormsAreNotRefused sends an empty form to every route of the real router, in every role that may send
// there. Missing fields cause neither a denial nor a server error.
func TestAllowedFormsAreNotRefused(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	s := newSite(t)
	s.Cup()
	actions := actionsOf(t, s.Server)
	sent := 0
	for _, v := range s.callers() {
		s.Client = v.client
		for _, r := range s.Server.Router().Routes() {
			needs := actions[mounted{r.Method, r.Path}]
			roles, api := v.elsewhere, strings.HasPrefix(r.Path, "/api/")
			if strings.Contains(r.Path, ":slug") || strings.Contains(r.Path, ":organisation") {
				roles = v.here
			}
			if r.Method != http.MethodPost || !roles.May(needs) || api != (v.token != "") || notSent[r.Path] != "" {
				continue
			}
			if r.Path == "/desk/:slug/end/copy" && !v.elsewhere.May(role.Found) {
				continue // a copy needs an organisation that it is created for
			}
			var header []string
			if v.token != "" {
				header = []string{"Authorization", "Bearer " + v.token}
			}
			sent++
			got := s.Do(r.Method, example(r.Path), url.Values{}, header...)
			switch code := got.StatusCode; {
			case code == http.StatusUnauthorized, code == http.StatusForbidden, code >= 500:
				t.Errorf("%s needs %s; %s is %v and is answered %d: %.200s", r.Path, needs, v.name, roles, code, sitetest.Text(s.Page(got, code), "main"))
			}
		}
	}
	s.State("spring-cup") // still exists, so that all of them had data to change
	if sent < 300 {
		t.Errorf("only %d forms were sent", sent)
	}
}

// TestWritesNeedALogin checks the table of parts itself: all writes, and all of the
// desk, need a login.
func TestWritesNeedALogin(t *testing.T) {
	sitetest.NeedExtension(t)
	var open []string
	for r, needs := range actionsOf(t, newSite(t).Server) {
		desk := strings.HasPrefix(r.path, "/desk")
		write := r.method != http.MethodGet && r.method != http.MethodHead
		stranger := role.Of(role.Anyone).May(needs)
		switch {
		case desk && stranger:
			t.Errorf("%s %s is for everybody", r.method, r.path)
		case write && stranger:
			open = append(open, r.path)
		}
	}
	slices.Sort(open)
	want := []string{
		// A computer that has taken over sends the key from the data.
		"/api/v1/standby/told",
		// An invitation admits one person, once.
		"/invitation/:token",
		// A passkey logs in, as name and password do.
		"/login", "/login/passkey", "/login/passkey/ask", "/setup", "/setup/:token", "/setup/:token/second",
		// A player's own link opens their personal data.
		"/t/:slug/me/:token/ask", "/t/:slug/me/:token/cancel", "/t/:slug/me/:token/checkin", "/t/:slug/me/:token/push", "/t/:slug/me/:token/remember",
		"/t/:slug/me/:token/shown",
		// A recorder's link takes the moves of one game.
		"/t/:slug/recorder/:token",
		// The link on a slip opens one game.
		"/t/:slug/report/:token", "/t/:slug/report/:token/as", "/t/:slug/report/:token/confirm", "/t/:slug/report/:token/komi",
		"/t/:slug/report/:token/on/play", "/t/:slug/report/:token/play", "/t/:slug/report/:token/result", "/t/:slug/report/:token/settle",
		"/t/:slug/report/:token/thought",
		// The sign-up is off unless the director opens it.
		"/t/:slug/sign-up",
		// The desk's link makes a device the tablet at the door.
		"/t/:slug/tablet/pin/:token",
	}
	if !slices.Equal(open, want) {
		t.Errorf("open to writes are %q, want %q", open, want)
	}
}

func TestOfficeNeedsALogin(t *testing.T) {
	s := newSite(t)
	s.Cup()
	before := s.State("spring-cup").Version
	for _, path := range append(slices.Clone(officePages), "/backup", "/desk/spring-cup/exports/xlsx", "/import/x", "/desk/spring-cup/import/x") {
		got := s.Get(path)
		if got.StatusCode != http.StatusSeeOther || !strings.HasPrefix(got.Header.Get("Location"), "/login") {
			t.Errorf("GET %s answers %d to a stranger", path, got.StatusCode)
		}
	}
	for _, path := range []string{
		"/new", "/import", "/import/x", "/desk/spring-cup/players", "/desk/spring-cup/checkin", "/desk/spring-cup/players/1",
		"/desk/spring-cup/players/1/status", "/desk/spring-cup/players/1/round/4", "/desk/spring-cup/players/1/remove",
		"/desk/spring-cup/import", "/desk/spring-cup/import/x", "/desk/spring-cup/settings", "/desk/spring-cup/simulate",
	} {
		s.Run(path, func(t *testing.T) {
			form := url.Values{"family": {"X"}, "rank": {"5k"}, "name": {"X"}, "preset": {"egf"}, "status": {"withdrawn"}}
			if got := s.Post(path, form); got.StatusCode != http.StatusForbidden {
				t.Errorf("POST %s answers %d to a stranger", path, got.StatusCode)
			}
		})
	}
	if now := s.State("spring-cup").Version; now != before {
		t.Errorf("strangers brought the tournament from version %d to %d", before, now)
	}
}

// TestEveryPageIsListed compares the list of pages for the tests in the browser with the router: no page is missing,
// and each address belongs to a page.
func TestEveryPageIsListed(t *testing.T) {
	sitetest.NeedExtension(t)
	s := newSite(t)
	router := gin.New()
	var route string
	router.Use(func(c *gin.Context) {
		route = c.FullPath()
		c.Abort()
	})
	for _, p := range s.Server.Parts() {
		p.Mount(s.Server.Group(router, p.Prefix, p.Read, p.Write))
	}
	listed := map[string]bool{}
	for _, address := range slices.Concat(webtest.Strangers, webtest.Pages) {
		route = ""
		router.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, strings.ReplaceAll(address, " ", "-"), nil))
		switch _, no := webtest.NotPages[route]; {
		case no:
			t.Errorf("%s is listed as a page, and %s as none", address, route)
		case route == "" && !slices.Contains(webtest.Missing, address):
			t.Errorf("%s leads nowhere", address)
		}
		listed[route] = true
	}
	routes := map[string]bool{}
	for _, r := range router.Routes() {
		routes[r.Path] = routes[r.Path] || r.Method == http.MethodGet
		_, no := webtest.NotPages[r.Path]
		if r.Method == http.MethodGet && !listed[r.Path] && !no && !strings.HasPrefix(r.Path, "/api/") {
			t.Errorf("%s is not listed: add it to Pages or NotPages in internal/testkit/webtest/pages.go", r.Path)
		}
	}
	for path := range webtest.NotPages {
		if !routes[path] {
			t.Errorf("%s is no route", path)
		}
	}
}
