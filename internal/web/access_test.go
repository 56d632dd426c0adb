package web

import (
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"tourney/internal/accounts"
	"tourney/internal/role"
	"tourney/internal/store"
	"tourney/internal/web/site"
)

// invited posts the form of an invitation and returns the path of its link.
func (s *testSite) invited(path string, form url.Values) string {
	s.t.Helper()
	form.Set("do", "invite")
	doc := s.page(s.post(path, form), http.StatusOK)
	if lang := doc.Find("html").AttrOr("lang", ""); lang != "en" {
		s.t.Errorf("%s is in the language %q", path, lang)
	}
	link := doc.Find("#newlink a").AttrOr("href", "")
	at := strings.Index(link, "/invitation/")
	if at < 0 || doc.Find("#newlink svg").Length() != 1 {
		s.t.Fatalf("%s shows no link: %s", path, text(doc, "main"))
	}
	return link[at:]
}

func TestInvitation(t *testing.T) {
	s := newSite(t)
	s.cup()
	s.login()
	owner := s.client
	link := s.invited("/people/1", url.Values{"role": {"desk"}, "label": {"Door"}})
	if got := text(s.page(s.get("/people"), http.StatusOK), "main"); !strings.Contains(got, "Door") || strings.Contains(got, link) {
		t.Errorf("the page of people shows %s", got)
	}
	token := s.page(s.post("/people/1", url.Values{"do": {"token"}, "role": {"read"}, "label": {"Screen"}}), http.StatusOK)
	if got := token.Find("#label").AttrOr("value", ""); got != "" {
		t.Errorf("after a token the form of an invitation has the name %q", got)
	}

	s.client = s.browser()
	doc := s.page(s.get(link), http.StatusOK)
	if got := text(doc, "main"); !strings.Contains(got, "Anna invites you. Role: Desk.") {
		t.Errorf("the invitation says %s", got)
	}
	join := url.Values{"name": {"Emil"}, "password": {"correct horse"}, "again": {"another horse"}}
	s.page(s.post(link, join), http.StatusUnprocessableEntity)
	join.Set("again", "correct horse")
	if to := s.seeOther(s.post(link, join)); to != "/desk" {
		t.Errorf("who joins is led to %s", to)
	}
	s.page(s.get("/desk/spring-cup"), http.StatusOK)

	// It works once.
	s.client = s.browser()
	for _, got := range []*http.Response{s.get(link), s.post(link, join)} {
		if got.StatusCode != http.StatusForbidden {
			t.Errorf("a used invitation answers %d to %s", got.StatusCode, got.Request.Method)
		}
	}

	// Who is here already accepts with a click, and gets a page of the log.
	s.client = owner
	link = s.invited("/desk/spring-cup/staff", url.Values{"role": {"director"}, "label": {"Gerd"}})
	gerd := s.person("Gerd", accounts.Invitation{Role: role.Reader})
	s.client = gerd
	s.seeOther(s.post(link, url.Values{}))
	s.page(s.get("/desk/spring-cup/settings"), http.StatusOK)
	s.client = owner
	if got := text(s.page(s.get("/people/1/log"), http.StatusOK), "table"); !strings.Contains(got, "invited Door: Desk") || !strings.Contains(got, "Emil joined as Desk") || !strings.Contains(got, "invited Gerd · spring-cup: Director") {
		t.Errorf("the log of access has %s", got)
	}
}

func TestPeople(t *testing.T) {
	s := newSite(t)
	s.login()
	owner := s.client
	emil := s.person("Emil", accounts.Invitation{Role: role.Desk})
	row := func() *goquery.Selection {
		return s.page(s.get("/people"), http.StatusOK).Find("tr").FilterFunction(func(_ int, tr *goquery.Selection) bool {
			return strings.Contains(tr.Find("th").Text(), "Emil")
		})
	}
	user := row().Find("input[name=user]").First().AttrOr("value", "")
	s.seeOther(s.post("/people/1", url.Values{"do": {"role"}, "user": {user}, "role": {"director"}}))
	if got := row().Find("option[selected]").AttrOr("value", ""); got != "director" {
		t.Errorf("Emil is %s", got)
	}
	// The last owner stays one.
	s.page(s.post("/people/1", url.Values{"do": {"role"}, "user": {"1"}, "role": {"desk"}}), http.StatusConflict)
	s.seeOther(s.post("/people/1", url.Values{"do": {"logins"}, "user": {user}}))
	s.client = emil
	if to := s.get("/desk").Header.Get("Location"); !strings.HasPrefix(to, "/login") {
		t.Errorf("a login that has been ended leads to %q", to)
	}
	s.client = owner
	s.seeOther(s.post("/people/1", url.Values{"do": {"remove"}, "user": {user}}))
	if row().Length() != 0 {
		t.Error("Emil is still here")
	}
	s.client = emil
	if got := s.post("/login", url.Values{"name": {"Emil"}, "password": {"correct horse"}}); got.StatusCode == http.StatusSeeOther {
		t.Error("who was removed logs in")
	}
	s.client = owner
	for _, wrong := range []url.Values{{}, {"do": {"role"}, "user": {"1"}}, {"do": {"invite"}, "role": {"king"}}, {"do": {"token"}, "role": {"owner"}, "label": {"x"}}, {"do": {"withdraw"}, "hash": {"x"}}, {"do": {"revoke"}, "token": {"7"}}} {
		if got := s.post("/people/1", wrong); got.StatusCode < 400 || got.StatusCode >= 500 {
			t.Errorf("%v answers %d", wrong, got.StatusCode)
		}
	}
}

// An owner makes a token for each scope, which the list shows, and revokes it.
func TestTokensOnThePage(t *testing.T) {
	s := newSite(t)
	s.cup()
	s.login()
	for _, scope := range role.Scopes {
		s.run(scope.String(), func(t *testing.T) {
			doc := s.page(s.get("/people/1"), http.StatusOK)
			if doc.Find("input[name=role][value="+scope.String()+"]").Length() != 1 || doc.Find("label:has(input[name=role]) small").Length() != len(role.Scopes) {
				t.Error("the page does not offer it")
			}
			doc = s.page(s.post("/people/1", url.Values{"do": {"token"}, "role": {scope.String()}, "label": {"Screen"}}), http.StatusOK)
			secret := text(doc, ".banner code")
			if !strings.HasPrefix(secret, "tourney_") {
				t.Errorf("the token is %q", secret)
			}
			if got := s.get("/api/v1/tournaments/spring-cup", "Authorization", "Bearer "+secret); got.StatusCode != http.StatusOK {
				t.Errorf("the token opens nothing: %d", got.StatusCode)
			}
			row := doc.Find("tr:has(input[name=token])")
			if want := s.server.Catalog.Language("en").T("scope." + scope.String()); !strings.Contains(words(row), want) {
				t.Errorf("the list shows %q, want %q in it", words(row), want)
			}
			if row.Find("details button[value=revoke]").Length() != 1 {
				t.Error("it is revoked without a question")
			}
			id := row.Find("input[name=token]").AttrOr("value", "")
			s.seeOther(s.post("/people/1", url.Values{"do": {"revoke"}, "token": {id}}))
			if got := s.get("/api/v1/tournaments/spring-cup", "Authorization", "Bearer "+secret); got.StatusCode != http.StatusUnauthorized {
				t.Errorf("a revoked token answers %d", got.StatusCode)
			}
		})
	}
}

// Whoever runs the server sees its organisations, and renews or takes back the link for the first owner of one; where
// somebody has come, they do no more.
func TestOrganisationsOfTheServer(t *testing.T) {
	s := newSite(t)
	s.cup()
	s.login()
	operator := s.client
	s.seeOther(s.post("/people/1", url.Values{"do": {"name"}, "name": {"Turku Go Club"}}))
	if got := text(s.page(s.get("/"), http.StatusOK), "main"); strings.Contains(got, "Turku Go Club") {
		t.Errorf("the list says what goes without saying: %s", got)
	}
	first := s.page(s.post("/organisations", url.Values{"name": {"Salo Go Club"}}), http.StatusOK)
	if got := text(first, "#newlink p:first-child"); !strings.Contains(got, "first owner of Salo Go Club") {
		t.Errorf("the link says %q", got)
	}
	old := first.Find("#newlink a").AttrOr("href", "")
	if got := text(first, "#clubs"); !strings.Contains(got, "Turku Go Club 1 person") || !strings.Contains(got, "Salo Go Club nobody yet") {
		t.Errorf("the organisations are %q", got)
	}
	again := fields(first, "#clubs form:has([name=organisation])")
	again.Set("do", "invite")
	doc := s.page(s.post("/organisations", again), http.StatusOK)
	link := doc.Find("#newlink a").AttrOr("href", "")
	if link == "" || link == old || doc.Find("#clubs li").Length() != 2 {
		t.Errorf("a new link is %q; it was %q", link, old)
	}
	if got := text(s.page(s.get("/"), http.StatusOK), "main"); !strings.Contains(got, "Turku Go Club") {
		t.Errorf("with two organisations the list doesn't say whose a tournament is: %s", got)
	}
	path := func(link string) string { return link[strings.Index(link, "/invitation/"):] }
	s.page(s.get(path(old)), http.StatusForbidden)
	again.Set("do", "withdraw")
	s.seeOther(s.post("/organisations", again))
	s.page(s.get(path(link)), http.StatusForbidden)

	again.Set("do", "invite")
	link = s.page(s.post("/organisations", again), http.StatusOK).Find("#newlink a").AttrOr("href", "")
	s.client = s.browser()
	s.seeOther(s.post(path(link), url.Values{"name": {"Paula"}, "password": {"correct horse"}, "again": {"correct horse"}}))
	s.client = operator
	s.page(s.post("/organisations", again), http.StatusConflict)
	for _, wrong := range []url.Values{{"do": {"withdraw"}}, {"do": {"withdraw"}, "name": {"Vaasa"}}, {"do": {"invite"}, "name": {"Vaasa"}}} {
		s.page(s.post("/organisations", wrong), http.StatusNotFound)
	}
	if got := s.page(s.get("/people"), http.StatusOK).Find("#clubs li:nth-child(2)"); words(got) != "Salo Go Club 1 person" {
		t.Errorf("the club is shown as %q", words(got))
	}
}

// holdsNoMore looks for what the person who acts could take out of the browser: no token in it may be that of anybody
// else.
func (s *testSite) holdsNoMore(acts string) {
	s.t.Helper()
	there, err := url.Parse(s.http.URL)
	s.check(err)
	mine := s.client
	defer func() { s.client = mine }()
	for _, cookie := range mine.Jar.Cookies(there) {
		if cookie.Name != site.SessionCookie {
			continue
		}
		for _, kept := range strings.Split(cookie.Value, ".") {
			s.client = s.browser()
			s.client.Jar.SetCookies(there, []*http.Cookie{{Name: site.SessionCookie, Value: kept}})
			got := s.get("/account")
			if got.StatusCode == http.StatusOK && text(s.page(got, http.StatusOK), "summary") != acts {
				s.t.Errorf("a token of somebody else is in the browser where %q acts", acts)
			}
		}
	}
}

// Several people share a browser: the latest to log in acts, and the menu switches. Switching to who
// may do more takes their password. A logout ends one login, and nobody acts after it.
func TestSeveralPeopleAtOneLaptop(t *testing.T) {
	s := newSite(t)
	s.login()
	s.person("Emil", accounts.Invitation{Role: role.Desk})
	s.person("Vera", accounts.Invitation{Role: role.Desk})
	who := func() string { return text(s.page(s.get("/account"), http.StatusOK), "summary") }
	login := func(name, as string) string {
		return s.seeOther(s.post("/login", url.Values{"name": {name}, "as": {as}, "password": {"correct horse"}}))
	}
	desk := func(name string) string {
		return s.page(s.get("/account"), http.StatusOK).Find("form[action='/switch'] button").FilterFunction(func(_ int, b *goquery.Selection) bool {
			return b.Text() == "Switch to "+name
		}).AttrOr("value", "")
	}
	s.page(s.get("/login?add=1"), http.StatusOK)
	login("emil", "")
	if got := who(); got != "Emil" {
		t.Errorf("%s acts after Emil has logged in", got)
	}
	if got := s.get("/people").StatusCode; got != http.StatusForbidden {
		t.Errorf("Emil acts with Anna's rights: %d", got)
	}
	s.holdsNoMore("Emil")
	// Anna may do more: the page asks for her password, and knows her name.
	annas := desk("Anna")
	asks := s.seeOther(s.post("/switch", url.Values{"desk": {annas}}))
	if asks != "/login?as="+annas || who() != "Emil" {
		t.Fatalf("the switch to Anna leads to %s, and %s acts", asks, who())
	}
	doc := s.page(s.get(asks), http.StatusOK)
	if got := text(doc, "h1"); got != "Switch to Anna" || doc.Find("input[name=name]").AttrOr("value", "") != "Anna" || doc.Find("input[name=name][type=hidden]").Length() != 1 {
		t.Errorf("the page asks %q", got)
	}
	if got := s.post("/login", url.Values{"name": {"Anna"}, "as": {annas}, "password": {"wrong horse"}}); got.StatusCode != http.StatusForbidden || who() != "Emil" {
		t.Errorf("a wrong password answers %d, and %s acts", got.StatusCode, who())
	}
	login("", annas)
	if got := who(); got != "Anna" {
		t.Errorf("%s acts after the switch", got)
	}
	// Back to Emil, and to Vera who may do the same, is one click.
	if to := s.seeOther(s.post("/switch", url.Values{"desk": {desk("Emil")}})); to != "/desk" || who() != "Emil" {
		t.Errorf("the switch to Emil leads to %s, and %s acts", to, who())
	}
	login("Vera", "")
	if to := s.seeOther(s.post("/switch", url.Values{"desk": {desk("Emil")}})); to != "/desk" || who() != "Emil" {
		t.Errorf("the switch to Emil leads to %s, and %s acts", to, who())
	}
	// The same person once more is one login, not two.
	login("Emil", "")
	if n := s.page(s.get("/account"), http.StatusOK).Find("form[action='/switch']").Length(); n != 2 {
		t.Errorf("the menu offers %d people", n)
	}
	if to := s.seeOther(s.post("/logout", url.Values{})); to != "/login" {
		t.Errorf("the logout of Emil leads to %s", to)
	}
	s.holdsNoMore("")
	doc = s.page(s.get("/login"), http.StatusOK)
	if got := text(doc, "#also-here"); got != "Logged in in this browser too: Vera , Anna" {
		t.Errorf("the login offers %q", got)
	}
	if got := s.get("/desk"); got.StatusCode != http.StatusSeeOther || got.Header.Get("Location") != "/login?next=%2Fdesk" {
		t.Errorf("somebody acts after the logout: %d", got.StatusCode)
	}
	if got := s.post("/switch", url.Values{"desk": {annas}}); got.StatusCode != http.StatusForbidden {
		t.Errorf("nobody switches: %d", got.StatusCode)
	}
	// When the login of who acts has ended, nobody takes their place.
	login("Vera", "")
	s.check(s.director.Access().EndSession(t.Context(), accounts.Session{User: "Anna"}, s.user("Vera"), ""))
	if got := s.get("/people"); got.StatusCode != http.StatusSeeOther {
		t.Errorf("somebody acts in Vera's place: %d", got.StatusCode)
	}
	s.page(s.get("/login"), http.StatusOK)
	s.holdsNoMore("")
	if got := text(s.page(s.get("/login"), http.StatusOK), "#also-here a"); got != "Anna" {
		t.Errorf("the login offers %q", got)
	}
	login("Anna", "")
	if to := s.seeOther(s.post("/logout", url.Values{})); to != "/" {
		t.Errorf("the last logout leads to %s", to)
	}
	entries, _, err := s.director.Access().People().Log(t.Context(), 1, 0)
	s.check(err)
	var switches []string
	for _, e := range entries {
		if e.Event == accounts.EventSwitched {
			switches = append(switches, e.Subject+" "+e.Who)
		}
	}
	slices.Reverse(switches)
	if want := []string{"Anna Emil", "Emil Anna", "Anna Emil", "Emil Vera", "Vera Emil"}; !slices.Equal(switches, want) {
		t.Errorf("the log of access has the switches %q, want %q", switches, want)
	}
}

// user returns the number of a member of the first organisation.
func (s *testSite) user(name string) int {
	s.t.Helper()
	members, err := s.director.Access().People().Members(s.t.Context(), 1)
	s.check(err)
	for _, m := range members {
		if m.Name == name {
			return m.User
		}
	}
	s.t.Fatalf("nobody is called %s", name)
	return 0
}

// The login of somebody who shares a browser ends a day after its own latest use, and a page that
// was left open does not use one.
func TestLoginsThatNobodyUsesEnd(t *testing.T) {
	s := newSite(t)
	s.login()
	s.person("Emil", accounts.Invitation{Role: role.Desk})
	s.seeOther(s.post("/login", url.Values{"name": {"Emil"}, "password": {"correct horse"}}))
	const part = 9 * time.Hour
	for range 3 {
		s.later.Add(int64(part))
		s.page(s.get("/account"), http.StatusOK)
	}
	if n := s.page(s.get("/account"), http.StatusOK).Find("form[action='/switch']").Length(); n != 0 {
		t.Error("Anna, who did nothing for a day, is logged in still")
	}
	for range 3 { // a page that was left open
		s.later.Add(int64(part))
		s.get("/alarm", "HX-Request", "true")
	}
	if to := s.seeOther(s.get("/account")); !strings.HasPrefix(to, "/login") {
		t.Errorf("Emil, whose page asks for warnings, is led to %s", to)
	}
}

// What is private stays on the desk of a director: a helper neither sees nor changes it.
func TestHelpersSeeNoContacts(t *testing.T) {
	s := newSite(t)
	s.cup()
	s.login()
	helper := s.person("Emil", accounts.Invitation{Role: role.Desk})
	s.client = helper
	for _, path := range []string{"/desk/spring-cup", "/desk/spring-cup/players", "/desk/spring-cup/players/1", "/desk/spring-cup/day", "/desk/spring-cup/exports"} {
		if got := s.body(s.get(path)); strings.Contains(got, "secret note") || strings.Contains(got, "secret@example.org") {
			t.Errorf("%s shows a helper what is private", path)
		}
	}
	doc := s.page(s.get("/desk/spring-cup/players/1"), http.StatusOK)
	form := fields(doc, "form.sheet-form")
	form.Set("club", "New Club")
	form.Set("notes", "overwritten")
	form.Set("contact", "")
	s.seeOther(s.post("/desk/spring-cup/players/1", form))
	if p := s.state("spring-cup").Player(1); p.Club != "New Club" || p.Notes != "secret note" || p.Contact != "secret@example.org" {
		t.Errorf("the form of a helper leaves %+v", p)
	}
	// Files with contacts are for directors, also by their address.
	s.client = s.person("Rita", accounts.Invitation{Role: role.Reader})
	for format, want := range map[string]int{"tourney": http.StatusForbidden, "egd": http.StatusOK} {
		if got := s.get("/desk/spring-cup/exports/" + format); got.StatusCode != want {
			t.Errorf("a reader gets %s: %d", format, got.StatusCode)
		}
	}
}

// Who is removed leaves no way in: their link is refused, and the page asks which of their
// tokens are revoked along.
func TestRemovedLeaveNoWayIn(t *testing.T) {
	s := newSite(t)
	s.cup()
	s.login()
	owner := s.client
	s.client = s.person("Olga", accounts.Invitation{Role: role.Owner})
	link := s.invited("/people/1", url.Values{"role": {"owner"}, "label": {"Mallory"}})
	for _, name := range []string{"Screen", "Results"} {
		s.page(s.post("/people/1", url.Values{"do": {"token"}, "role": {"read"}, "label": {name}}), http.StatusOK)
	}
	s.client = owner
	row := s.page(s.get("/people"), http.StatusOK).Find("tr:has(th:contains(Olga)) form:has(button[value=remove])")
	if got := words(row); !strings.Contains(got, "Screen") || !strings.Contains(got, "Results") {
		t.Errorf("before Olga is removed the page says %q", got)
	}
	form := url.Values{"do": {"remove"}, "user": {row.Find("input[name=user]").AttrOr("value", "")}, "revoke": {row.Find("input[name=revoke]").First().AttrOr("value", "")}}
	s.seeOther(s.post("/people/1", form))
	if got := text(s.page(s.get("/people"), http.StatusOK), "main"); strings.Contains(got, "Screen") || !strings.Contains(got, "Results") || strings.Contains(got, "Mallory") {
		t.Errorf("afterwards the page has %q", got)
	}
	s.client = s.browser()
	s.page(s.get(link), http.StatusForbidden)
	s.page(s.post(link, url.Values{"name": {"Mallory"}, "password": {"correct horse"}, "again": {"correct horse"}}), http.StatusForbidden)
}

func TestHiddenTournaments(t *testing.T) {
	s := newSite(t)
	tn := s.cup()
	info := tn.Info
	info.Hidden = true
	s.check(s.director.On(anna, info.Slug).SetUp(t.Context(), info, tn.Settings))
	s.login()
	owner := s.client
	for _, v := range []struct {
		who    string
		client *http.Client
		sees   bool
	}{
		{"the owner", owner, true},
		{"a director", s.person("Dora", accounts.Invitation{Role: role.Director}), true},
		{"a guest", s.person("Gerd", accounts.Invitation{Role: role.Desk, Slug: "spring-cup"}), true},
		{"a desk", s.person("Emil", accounts.Invitation{Role: role.Desk}), false},
		{"a stranger", s.browser(), false},
	} {
		s.client = v.client
		want := http.StatusOK
		if !v.sees {
			want = http.StatusNotFound
		}
		for _, path := range []string{"/t/spring-cup", "/t/spring-cup/standings", "/api/v1/tournaments/spring-cup"} {
			if got := s.get(path); got.StatusCode != want {
				t.Errorf("%s answers %d to %s", path, got.StatusCode, v.who)
			}
		}
		for _, list := range []string{"/", "/api/v1/tournaments"} {
			if got := strings.Contains(s.body(s.get(list)), "Spring Cup"); got != v.sees {
				t.Errorf("%s shows the tournament to %s: %v", list, v.who, got)
			}
		}
	}
	secret := s.hiddenToTokens()
	if got := s.get("/api/v1/tournaments/spring-cup", "Authorization", "Bearer tourney_junk"); got.StatusCode != http.StatusUnauthorized || got.Header.Get("WWW-Authenticate") != "Bearer" {
		t.Errorf("a wrong token gets %d", got.StatusCode)
	}
	if got := s.get("/t/spring-cup", "Authorization", "Bearer "+secret); got.StatusCode != http.StatusNotFound {
		t.Errorf("a token opens pages: %d", got.StatusCode)
	}
}

// hiddenToTokens asks for the hidden spring cup with a token of every scope, and returns one
// that sees it.
func (s *testSite) hiddenToTokens() (secret string) {
	s.client = s.browser()
	office := s.director.Access().People().Office(accounts.Session{User: "Anna"}, store.FirstOrganisation)
	for _, scope := range role.Scopes {
		var err error
		secret, err = office.MakeToken(s.t.Context(), scope.String(), scope)
		s.check(err)
		want := http.StatusNotFound
		if scope == role.WholeToken {
			want = http.StatusOK
		}
		for _, path := range []string{"", "/standings", "/rounds/1"} {
			if got := s.get("/api/v1/tournaments/spring-cup"+path, "Authorization", "Bearer "+secret); got.StatusCode != want {
				s.t.Errorf("a token to %s gets %d for %q", scope, got.StatusCode, path)
			}
		}
		listed := strings.Contains(s.body(s.get("/api/v1/tournaments", "Authorization", "Bearer "+secret)), "Spring Cup")
		if listed != (want == http.StatusOK) {
			s.t.Errorf("the list has the tournament for a token to %s: %v", scope, listed)
		}
	}
	if status, _ := s.program(role.ResultsToken).send("/tournaments/spring-cup/games/15/result", `{"result": "B+R", "seen": 0}`); status != http.StatusNotFound {
		s.t.Errorf("a token to enter results enters one in a hidden tournament: %d", status)
	}
	return secret
}

func TestAccount(t *testing.T) {
	s := newSite(t)
	s.login()
	first := s.client
	s.client = s.browser()
	s.seeOther(s.post("/login", url.Values{"name": {"Anna"}, "password": {"correct horse"}}, "User-Agent", "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"))
	s.client = first
	doc := s.page(s.get("/account"), http.StatusOK)
	if got := text(doc, "tbody"); !regexp.MustCompile(`Firefox · Linux.*Log out there`).MatchString(got) {
		t.Errorf("the logins are %s", got)
	}
	s.seeOther(s.post("/account", url.Values{"end": {doc.Find("button[name=end]").AttrOr("value", "")}}))
	if n := s.page(s.get("/account"), http.StatusOK).Find("tbody tr").Length(); n != 1 {
		t.Errorf("%d logins are left", n)
	}
	change := url.Values{"old": {"wrong"}, "password": {"another horse"}, "again": {"another horse"}}
	s.page(s.post("/account", change), http.StatusForbidden)
	change.Set("old", "correct horse")
	if to := s.seeOther(s.post("/account", change)); to != "/account?saved=1" {
		t.Errorf("the new password leads to %s", to)
	}
	s.page(s.get("/account?saved=1"), http.StatusOK)
}

// The way to the backups is offered on the desk to the operator, and to nobody else.
func TestBackupsAreTheOperators(t *testing.T) {
	s := newSite(t)
	s.cup()
	s.login()
	director := s.person("Dora", accounts.Invitation{Role: role.Director})
	links := func() int {
		return s.page(s.get("/desk/spring-cup"), http.StatusOK).Find(`#panel a[href="/backups"]`).Length()
	}
	if links() != 1 {
		t.Error("the operator is not led to the backups")
	}
	s.client = director
	if links() != 0 {
		t.Error("a director is led to the backups")
	}
}
