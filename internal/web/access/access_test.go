package access_test

import (
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"tourney/internal/app/accounts"
	"tourney/internal/data/store"
	"tourney/internal/role"
	"tourney/internal/testkit/sitetest"
	"tourney/internal/web/site"
)

// invited posts the form of an invitation and returns the path of its link.
func (s *testSite) invited(path string, form url.Values) string {
	s.T.Helper()
	form.Set("do", "invite")
	doc := s.Page(s.Post(path, form), http.StatusOK)
	if lang := doc.Find("html").AttrOr("lang", ""); lang != "en" {
		s.T.Errorf("%s is in the language %q", path, lang)
	}
	link := doc.Find("#newlink a").AttrOr("href", "")
	at := strings.Index(link, "/invitation/")
	if at < 0 || doc.Find("#newlink svg").Length() != 1 {
		s.T.Fatalf("%s shows no link: %s", path, sitetest.Text(doc, "main"))
	}
	return link[at:]
}

func TestInvitation(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.Login()
	owner := s.Client
	link := s.invited("/people/1", url.Values{"role": {"desk"}, "label": {"Door"}})
	if got := sitetest.Text(s.Page(s.Get("/people"), http.StatusOK), "main"); !strings.Contains(got, "Door") || strings.Contains(got, link) {
		t.Errorf("the page of people shows %s", got)
	}
	token := s.Page(s.Post("/people/1", url.Values{"do": {"token"}, "role": {"read"}, "label": {"Screen"}}), http.StatusOK)
	if got := token.Find("#label").AttrOr("value", ""); got != "" {
		t.Errorf("after a token the form of an invitation has the name %q", got)
	}

	s.Client = s.Browser()
	doc := s.Page(s.Get(link), http.StatusOK)
	if got := sitetest.Text(doc, "main"); !strings.Contains(got, "Anna invites you Desk") {
		t.Errorf("the invitation says %s", got)
	}
	join := url.Values{"name": {"Emil"}, "password": {"correct horse"}, "again": {"another horse"}}
	s.Page(s.Post(link, join), http.StatusUnprocessableEntity)
	join.Set("again", "correct horse")
	if to := s.SeeOther(s.Post(link, join)); to != "/desk" {
		t.Errorf("who joins is led to %s", to)
	}
	s.Page(s.Get("/desk/spring-cup"), http.StatusOK)

	// It works once.
	s.Client = s.Browser()
	for _, got := range []*http.Response{s.Get(link), s.Post(link, join)} {
		if got.StatusCode != http.StatusForbidden {
			t.Errorf("a used invitation answers %d to %s", got.StatusCode, got.Request.Method)
		}
	}

	// A logged-in person accepts with a click, and has access to the log.
	s.Client = owner
	link = s.invited("/desk/spring-cup/staff", url.Values{"role": {"director"}, "label": {"Gerd"}})
	gerd := s.Person("Gerd", accounts.Invitation{Role: role.Reader})
	s.Client = gerd
	if to := s.SeeOther(s.Post(link, url.Values{})); to != "/desk/spring-cup" {
		t.Errorf("an invitation to a tournament leads to %s", to)
	}
	s.Page(s.Get("/desk/spring-cup/settings"), http.StatusOK)
	s.Client = owner
	link = s.invited("/desk/spring-cup/staff", url.Values{"role": {"desk"}, "label": {"Hanna"}})
	s.Client = s.Browser()
	if got := s.Page(s.Get(link), http.StatusOK).Find("#name").AttrOr("value", ""); got != "Hanna" {
		t.Errorf("the form is filled in for %q", got)
	}
	s.Client = owner
	if got := sitetest.Text(s.Page(s.Get("/people/1/log"), http.StatusOK), "table"); !strings.Contains(got, "invited Door: Desk") || !strings.Contains(got, "Emil joined as Desk") || !strings.Contains(got, "invited Gerd · spring-cup: Director") {
		t.Errorf("the log of access has %s", got)
	}
}

func TestPeople(t *testing.T) {
	s := newSite(t)
	s.Login()
	owner := s.Client
	emil := s.Person("Emil", accounts.Invitation{Role: role.Desk})
	row := func() *goquery.Selection {
		return s.Page(s.Get("/people"), http.StatusOK).Find("tr:has(th:contains(Emil))")
	}
	change := row().Find("a").AttrOr("href", "")
	_, user, _ := strings.Cut(change, "?person=")
	s.SeeOther(s.Post("/people/1", url.Values{"do": {"role"}, "user": {user}, "role": {"director"}}))
	if got := s.Page(s.Get(change), http.StatusOK).Find("option[selected]").AttrOr("value", ""); got != "director" {
		t.Errorf("Emil is %s", got)
	}
	// The last owner cannot lose the role.
	s.Page(s.Post("/people/1", url.Values{"do": {"role"}, "user": {"1"}, "role": {"desk"}}), http.StatusConflict)
	s.SeeOther(s.Post("/people/1", url.Values{"do": {"logins"}, "user": {user}}))
	s.Client = emil
	if to := s.Get("/desk").Header.Get("Location"); !strings.HasPrefix(to, "/login") {
		t.Errorf("a login that has been ended leads to %q", to)
	}
	s.Client = owner
	s.SeeOther(s.Post("/people/1", url.Values{"do": {"remove"}, "user": {user}}))
	if row().Length() != 0 {
		t.Error("Emil is still here")
	}
	s.Client = emil
	if got := s.Post("/login", url.Values{"name": {"Emil"}, "password": {"correct horse"}}); got.StatusCode == http.StatusSeeOther {
		t.Error("who was removed logs in")
	}
	s.Client = owner
	for _, wrong := range []url.Values{{}, {"do": {"role"}, "user": {"1"}}, {"do": {"invite"}, "role": {"king"}}, {"do": {"token"}, "role": {"owner"}, "label": {"x"}}, {"do": {"withdraw"}, "hash": {"x"}}, {"do": {"revoke"}, "token": {"7"}}} {
		if got := s.Post("/people/1", wrong); got.StatusCode < 400 || got.StatusCode >= 500 {
			t.Errorf("%v answers %d", wrong, got.StatusCode)
		}
	}
}

// An owner makes a token for each scope, which the list shows, and revokes it.
func TestTokensOnThePage(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.Login()
	for _, scope := range role.Scopes {
		s.Run(scope.String(), func(t *testing.T) {
			doc := s.Page(s.Get("/people/1/programs"), http.StatusOK)
			if doc.Find("input[name=role][value="+scope.String()+"]").Length() != 1 || doc.Find("label:has(input[name=role]) small").Length() != len(role.Scopes) {
				t.Error("the page does not offer it")
			}
			doc = s.Page(s.Post("/people/1", url.Values{"do": {"token"}, "role": {scope.String()}, "label": {"Screen"}}), http.StatusOK)
			secret := sitetest.Text(doc, ".banner code")
			if !strings.HasPrefix(secret, "tourney_") {
				t.Errorf("the token is %q", secret)
			}
			if got := s.Get("/api/v1/tournaments/spring-cup", "Authorization", "Bearer "+secret); got.StatusCode != http.StatusOK {
				t.Errorf("the token opens nothing: %d", got.StatusCode)
			}
			row := doc.Find("tr:has(input[name=token])")
			if want := s.Server.Catalog.Language("en").T("scope." + scope.String()); !strings.Contains(sitetest.Words(row), want) {
				t.Errorf("the list shows %q, want %q in it", sitetest.Words(row), want)
			}
			if row.Find("details button[value=revoke]").Length() != 1 {
				t.Error("it is revoked without a question")
			}
			id := row.Find("input[name=token]").AttrOr("value", "")
			s.SeeOther(s.Post("/people/1", url.Values{"do": {"revoke"}, "token": {id}}))
			if got := s.Get("/api/v1/tournaments/spring-cup", "Authorization", "Bearer "+secret); got.StatusCode != http.StatusUnauthorized {
				t.Errorf("a revoked token answers %d", got.StatusCode)
			}
		})
	}
}

// The operator sees the server's organisations, and renews or revokes the link for the first owner of one. Once it has
// a member, the operator has no further rights in it.
func TestOrganisationsOfTheServer(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.Login()
	operator := s.Client
	s.SeeOther(s.Post("/people/1", url.Values{"do": {"name"}, "name": {"Turku Go Club"}}))
	if got := sitetest.Text(s.Page(s.Get("/"), http.StatusOK), "main"); strings.Contains(got, "Turku Go Club") {
		t.Errorf("the list says what goes without saying: %s", got)
	}
	first := s.Page(s.Post("/organisations", url.Values{"name": {"Salo Go Club"}}), http.StatusOK)
	if got := sitetest.Text(first, "#newlink p:first-child"); !strings.Contains(got, "first owner of Salo Go Club") {
		t.Errorf("the link says %q", got)
	}
	old := first.Find("#newlink a").AttrOr("href", "")
	if got := sitetest.Text(first, "#clubs"); !strings.Contains(got, "Turku Go Club 1 person") || !strings.Contains(got, "Salo Go Club no people yet") {
		t.Errorf("the organisations are %q", got)
	}
	again := sitetest.Fields(first, "#clubs form:has([name=organisation])")
	again.Set("do", "invite")
	doc := s.Page(s.Post("/organisations", again), http.StatusOK)
	link := doc.Find("#newlink a").AttrOr("href", "")
	if link == "" || link == old || doc.Find("#clubs li").Length() != 2 {
		t.Errorf("a new link is %q; it was %q", link, old)
	}
	if got := sitetest.Text(s.Page(s.Get("/"), http.StatusOK), "main"); !strings.Contains(got, "Turku Go Club") {
		t.Errorf("with two organisations the list doesn't say whose a tournament is: %s", got)
	}
	path := func(link string) string { return link[strings.Index(link, "/invitation/"):] }
	s.Page(s.Get(path(old)), http.StatusForbidden)
	again.Set("do", "withdraw")
	s.SeeOther(s.Post("/organisations", again))
	s.Page(s.Get(path(link)), http.StatusForbidden)

	again.Set("do", "invite")
	link = s.Page(s.Post("/organisations", again), http.StatusOK).Find("#newlink a").AttrOr("href", "")
	s.Client = s.Browser()
	s.SeeOther(s.Post(path(link), url.Values{"name": {"Paula"}, "password": {"correct horse"}, "again": {"correct horse"}}))
	s.Client = operator
	s.Page(s.Post("/organisations", again), http.StatusConflict)
	for _, wrong := range []url.Values{{"do": {"withdraw"}}, {"do": {"withdraw"}, "name": {"Vaasa"}}, {"do": {"invite"}, "name": {"Vaasa"}}} {
		s.Page(s.Post("/organisations", wrong), http.StatusNotFound)
	}
	if got := s.Page(s.Get("/people/1/programs"), http.StatusOK).Find("#clubs li:nth-child(2)"); sitetest.Words(got) != "Salo Go Club 1 person" {
		t.Errorf("the club is shown as %q", sitetest.Words(got))
	}
}

// An owner cannot end the logins of a person who belongs only to another organisation.
func TestLoginsOfAnotherOrganisation(t *testing.T) {
	s := newSite(t)
	s.Login()
	club, err := s.Director.Access().People().OrganisationAdmin(s.Inviter(1), 0).AddOrganisation(t.Context(), "Salo Go Club")
	s.Check(err)
	paula := s.Person("Paula", accounts.Invitation{Organisation: club, Role: role.Owner})
	user := strconv.Itoa(s.Inviter(club).UserID)
	s.Page(s.Post("/people/1", url.Values{"do": {"logins"}, "user": {user}}), http.StatusNotFound)
	s.Client = paula
	s.Page(s.Get("/account"), http.StatusOK)
}

// holdsNoMore checks the cookies in the browser: the active person must not find another person's token there.
func (s *testSite) holdsNoMore(acts string) {
	s.T.Helper()
	there, err := url.Parse(s.HTTP.URL)
	s.Check(err)
	mine := s.Client
	defer func() { s.Client = mine }()
	for _, cookie := range mine.Jar.Cookies(there) {
		if cookie.Name != site.SessionCookie {
			continue
		}
		for _, kept := range strings.Split(cookie.Value, ".") {
			s.Client = s.Browser()
			s.Client.Jar.SetCookies(there, []*http.Cookie{{Name: site.SessionCookie, Value: kept}})
			got := s.Get("/account")
			if got.StatusCode == http.StatusOK && sitetest.Text(s.Page(got, http.StatusOK), ".top summary") != acts {
				s.T.Errorf("a token of somebody else is in the browser where %q acts", acts)
			}
		}
	}
}

// Several people share a browser: the latest login is active, and the menu switches. Switching to a person with more
// rights takes their password. A logout ends one login, and no other becomes active.
func TestSeveralPeopleAtOneLaptop(t *testing.T) {
	s := newSite(t)
	s.Login()
	s.Person("Emil", accounts.Invitation{Role: role.Desk})
	s.Person("Vera", accounts.Invitation{Role: role.Desk})
	who := func() string { return sitetest.Text(s.Page(s.Get("/account"), http.StatusOK), ".top summary") }
	login := func(name, as string) string {
		return s.SeeOther(s.Post("/login", url.Values{"name": {name}, "as": {as}, "password": {"correct horse"}}))
	}
	desk := func(name string) string {
		return s.Page(s.Get("/account"), http.StatusOK).Find("form[action='/switch'] button").FilterFunction(func(_ int, b *goquery.Selection) bool {
			return b.Text() == "Switch to "+name
		}).AttrOr("value", "")
	}
	s.Page(s.Get("/login?add=1"), http.StatusOK)
	login("emil", "")
	if got := who(); got != "Emil" {
		t.Errorf("%s acts after Emil has logged in", got)
	}
	if got := s.Get("/people").StatusCode; got != http.StatusForbidden {
		t.Errorf("Emil acts with Anna's rights: %d", got)
	}
	s.holdsNoMore("Emil")
	// Anna has more rights: the page requests her password, and contains her name.
	annas := desk("Anna")
	asks := s.SeeOther(s.Post("/switch", url.Values{"desk": {annas}}))
	if asks != "/login?as="+annas || who() != "Emil" {
		t.Fatalf("the switch to Anna leads to %s, and %s acts", asks, who())
	}
	doc := s.Page(s.Get(asks), http.StatusOK)
	if got := sitetest.Text(doc, "h1"); got != "Switch to Anna" || doc.Find("input[name=name]").AttrOr("value", "") != "Anna" || doc.Find("input[name=name][type=hidden]").Length() != 1 {
		t.Errorf("the page asks %q", got)
	}
	if got := s.Post("/login", url.Values{"name": {"Anna"}, "as": {annas}, "password": {"wrong horse"}}); got.StatusCode != http.StatusForbidden || who() != "Emil" {
		t.Errorf("a wrong password answers %d, and %s acts", got.StatusCode, who())
	}
	login("", annas)
	if got := who(); got != "Anna" {
		t.Errorf("%s acts after the switch", got)
	}
	// Switching back to Emil, and to Vera with equal rights, is one click.
	if to := s.SeeOther(s.Post("/switch", url.Values{"desk": {desk("Emil")}})); to != "/desk" || who() != "Emil" {
		t.Errorf("the switch to Emil leads to %s, and %s acts", to, who())
	}
	login("Vera", "")
	if to := s.SeeOther(s.Post("/switch", url.Values{"desk": {desk("Emil")}})); to != "/desk" || who() != "Emil" {
		t.Errorf("the switch to Emil leads to %s, and %s acts", to, who())
	}
	// The same person once more is one login, not two.
	login("Emil", "")
	if n := s.Page(s.Get("/account"), http.StatusOK).Find("form[action='/switch']").Length(); n != 2 {
		t.Errorf("the menu offers %d people", n)
	}
	if to := s.SeeOther(s.Post("/logout", url.Values{})); to != "/login" {
		t.Errorf("the logout of Emil leads to %s", to)
	}
	s.holdsNoMore("")
	doc = s.Page(s.Get("/login"), http.StatusOK)
	if got := sitetest.Text(doc, "#also-here"); got != "Logged in in this browser too: Vera , Anna" {
		t.Errorf("the login offers %q", got)
	}
	if got := s.Get("/desk"); got.StatusCode != http.StatusSeeOther || got.Header.Get("Location") != "/login?next=%2Fdesk" {
		t.Errorf("somebody acts after the logout: %d", got.StatusCode)
	}
	if got := s.Post("/switch", url.Values{"desk": {annas}}); got.StatusCode != http.StatusForbidden {
		t.Errorf("nobody switches: %d", got.StatusCode)
	}
	// After the login of the active person has ended, no other becomes active.
	login("Vera", "")
	s.Check(s.Director.Access().EndSession(t.Context(), accounts.Session{User: "Anna"}, s.user("Vera"), ""))
	if got := s.Get("/people"); got.StatusCode != http.StatusSeeOther {
		t.Errorf("somebody acts in Vera's place: %d", got.StatusCode)
	}
	s.Page(s.Get("/login"), http.StatusOK)
	s.holdsNoMore("")
	if got := sitetest.Text(s.Page(s.Get("/login"), http.StatusOK), "#also-here a"); got != "Anna" {
		t.Errorf("the login offers %q", got)
	}
	login("Anna", "")
	if to := s.SeeOther(s.Post("/logout", url.Values{})); to != "/" {
		t.Errorf("the last logout leads to %s", to)
	}
	entries, _, err := s.Director.Access().People().Log(t.Context(), 1, 0)
	s.Check(err)
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
	s.T.Helper()
	members, err := s.Director.Access().People().Members(s.T.Context(), 1)
	s.Check(err)
	for _, m := range members {
		if m.Name == name {
			return m.User
		}
	}
	s.T.Fatalf("nobody is called %s", name)
	return 0
}

// A login in a shared browser ends a day after its latest use; the automatic requests of an open page do not count as
// use.
func TestLoginsThatNobodyUsesEnd(t *testing.T) {
	s := newSite(t)
	s.Login()
	s.Person("Emil", accounts.Invitation{Role: role.Desk})
	s.SeeOther(s.Post("/login", url.Values{"name": {"Emil"}, "password": {"correct horse"}}))
	const part = 9 * time.Hour
	for range 3 {
		s.Later.Add(int64(part))
		s.Page(s.Get("/account"), http.StatusOK)
	}
	if n := s.Page(s.Get("/account"), http.StatusOK).Find("form[action='/switch']").Length(); n != 0 {
		t.Error("Anna, who did nothing for a day, is logged in still")
	}
	for range 3 { // automatic requests of an open page
		s.Later.Add(int64(part))
		s.Get("/alarm", "HX-Request", "true")
	}
	if to := s.SeeOther(s.Get("/account")); !strings.HasPrefix(to, "/login") {
		t.Errorf("Emil, whose page asks for warnings, is led to %s", to)
	}
}

// Personal data are for a director's desk: a helper neither sees nor changes them.
func TestHelpersSeeNoContacts(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.Login()
	helper := s.Person("Emil", accounts.Invitation{Role: role.Desk})
	s.Client = helper
	for _, path := range []string{"/desk/spring-cup", "/desk/spring-cup/players", "/desk/spring-cup/players/1", "/desk/spring-cup/day", "/desk/spring-cup/exports"} {
		if got := s.Body(s.Get(path)); strings.Contains(got, "secret note") || strings.Contains(got, "secret@example.org") {
			t.Errorf("%s shows a helper what is private", path)
		}
	}
	doc := s.Page(s.Get("/desk/spring-cup/players/1"), http.StatusOK)
	form := sitetest.Fields(doc, "form#entry")
	form.Set("club", "New Club")
	form.Set("notes", "overwritten")
	form.Set("contact", "")
	s.SeeOther(s.Post("/desk/spring-cup/players/1", form))
	if p := s.State("spring-cup").Player(1); p.Club != "New Club" || p.Notes != "secret note" || p.Contact != "secret@example.org" {
		t.Errorf("the form of a helper leaves %+v", p)
	}
	// Files with contacts are for directors, also by their address.
	s.Client = s.Person("Rita", accounts.Invitation{Role: role.Reader})
	for format, want := range map[string]int{"tourney": http.StatusForbidden, "egd": http.StatusOK} {
		if got := s.Get("/desk/spring-cup/exports/" + format); got.StatusCode != want {
			t.Errorf("a reader gets %s: %d", format, got.StatusCode)
		}
	}
}

// A removed person loses all access: their link is refused, and the page offers to revoke their tokens too.
func TestRemovedLeaveNoWayIn(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.Login()
	owner := s.Client
	s.Client = s.Person("Olga", accounts.Invitation{Role: role.Owner})
	link := s.invited("/people/1", url.Values{"role": {"owner"}, "label": {"Mallory"}})
	for _, name := range []string{"Screen", "Results"} {
		s.Page(s.Post("/people/1", url.Values{"do": {"token"}, "role": {"read"}, "label": {name}}), http.StatusOK)
	}
	s.Client = owner
	change := s.Page(s.Get("/people"), http.StatusOK).Find("tr:has(th:contains(Olga)) a").AttrOr("href", "")
	row := s.Page(s.Get(change), http.StatusOK).Find("form:has(button[value=remove])")
	if got := sitetest.Words(row); !strings.Contains(got, "Screen") || !strings.Contains(got, "Results") {
		t.Errorf("before Olga is removed the page says %q", got)
	}
	form := url.Values{"do": {"remove"}, "user": {row.Find("input[name=user]").AttrOr("value", "")}, "revoke": {row.Find("input[name=revoke]").First().AttrOr("value", "")}}
	s.SeeOther(s.Post("/people/1", form))
	if got := sitetest.Text(s.Page(s.Get("/people/1/programs"), http.StatusOK), "main table"); strings.Contains(got, "Screen") || !strings.Contains(got, "Results") {
		t.Errorf("afterwards the tokens are %q", got)
	}
	if got := sitetest.Text(s.Page(s.Get("/people"), http.StatusOK), "main"); strings.Contains(got, "Mallory") {
		t.Errorf("afterwards the page has %q", got)
	}
	s.Client = s.Browser()
	s.Page(s.Get(link), http.StatusForbidden)
	s.Page(s.Post(link, url.Values{"name": {"Mallory"}, "password": {"correct horse"}, "again": {"correct horse"}}), http.StatusForbidden)
}

func TestHiddenTournaments(t *testing.T) {
	s := newSite(t)
	tn := s.Cup()
	info := tn.Info
	info.Hidden = true
	s.Check(s.Director.On(sitetest.Anna, info.Slug).SetUp(t.Context(), info, tn.Settings))
	s.Login()
	owner := s.Client
	for _, v := range []struct {
		who    string
		client *http.Client
		sees   bool
	}{
		{"the owner", owner, true},
		{"a director", s.Person("Dora", accounts.Invitation{Role: role.Director}), true},
		{"a guest", s.Person("Gerd", accounts.Invitation{Role: role.Desk, Slug: "spring-cup"}), true},
		{"a desk", s.Person("Emil", accounts.Invitation{Role: role.Desk}), false},
		{"a stranger", s.Browser(), false},
	} {
		s.Client = v.client
		want := http.StatusOK
		if !v.sees {
			want = http.StatusNotFound
		}
		for _, path := range []string{"/t/spring-cup", "/t/spring-cup/standings", "/api/v1/tournaments/spring-cup"} {
			if got := s.Get(path); got.StatusCode != want {
				t.Errorf("%s answers %d to %s", path, got.StatusCode, v.who)
			}
		}
		for _, list := range []string{"/", "/api/v1/tournaments"} {
			if got := strings.Contains(s.Body(s.Get(list)), "Spring Cup"); got != v.sees {
				t.Errorf("%s shows the tournament to %s: %v", list, v.who, got)
			}
		}
	}
	secret := s.hiddenToTokens()
	if got := s.Get("/api/v1/tournaments/spring-cup", "Authorization", "Bearer tourney_junk"); got.StatusCode != http.StatusUnauthorized || got.Header.Get("WWW-Authenticate") != "Bearer" {
		t.Errorf("a wrong token gets %d", got.StatusCode)
	}
	if got := s.Get("/t/spring-cup", "Authorization", "Bearer "+secret); got.StatusCode != http.StatusNotFound {
		t.Errorf("a token opens pages: %d", got.StatusCode)
	}
}

// hiddenToTokens requests the hidden spring cup with a token of every scope, and returns a token with access to it.
func (s *testSite) hiddenToTokens() (secret string) {
	s.Client = s.Browser()
	office := s.Director.Access().People().OrganisationAdmin(accounts.Session{User: "Anna"}, store.FirstOrganisation)
	for _, scope := range role.Scopes {
		var err error
		secret, err = office.MakeToken(s.T.Context(), scope.String(), scope)
		s.Check(err)
		want := http.StatusNotFound
		if scope == role.WholeToken {
			want = http.StatusOK
		}
		for _, path := range []string{"", "/standings", "/rounds/1"} {
			if got := s.Get("/api/v1/tournaments/spring-cup"+path, "Authorization", "Bearer "+secret); got.StatusCode != want {
				s.T.Errorf("a token to %s gets %d for %q", scope, got.StatusCode, path)
			}
		}
		listed := strings.Contains(s.Body(s.Get("/api/v1/tournaments", "Authorization", "Bearer "+secret)), "Spring Cup")
		if listed != (want == http.StatusOK) {
			s.T.Errorf("the list has the tournament for a token to %s: %v", scope, listed)
		}
	}
	if status, _ := s.Program(role.ResultsToken).Send("/tournaments/spring-cup/games/15/result", `{"result": "B+R", "seen": 0}`); status != http.StatusNotFound {
		s.T.Errorf("a token to enter results enters one in a hidden tournament: %d", status)
	}
	return secret
}

func TestAccount(t *testing.T) {
	s := newSite(t)
	s.Login()
	first := s.Client
	s.Client = s.Browser()
	s.SeeOther(s.Post("/login", url.Values{"name": {"Anna"}, "password": {"correct horse"}}, "User-Agent", "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"))
	s.Client = first
	doc := s.Page(s.Get("/account"), http.StatusOK)
	if got := sitetest.Text(doc, "tbody"); !regexp.MustCompile(`Firefox · Linux.*Log out there`).MatchString(got) {
		t.Errorf("the logins are %s", got)
	}
	s.SeeOther(s.Post("/account", url.Values{"end": {doc.Find("button[name=end]").AttrOr("value", "")}}))
	if n := s.Page(s.Get("/account"), http.StatusOK).Find("tbody tr").Length(); n != 1 {
		t.Errorf("%d logins are left", n)
	}
	change := url.Values{"old": {"wrong"}, "password": {"another horse"}, "again": {"another horse"}}
	s.Page(s.Post("/account", change), http.StatusForbidden)
	change.Set("old", "correct horse")
	if to := s.SeeOther(s.Post("/account", change)); to != "/account?saved=1" {
		t.Errorf("the new password leads to %s", to)
	}
	s.Page(s.Get("/account?saved=1"), http.StatusOK)
}

// The desk links to the backups for the operator only.
func TestBackupsAreTheOperators(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.Login()
	director := s.Person("Dora", accounts.Invitation{Role: role.Director})
	links := func() int {
		return s.Page(s.Get("/desk/spring-cup"), http.StatusOK).Find(`#panel a[href="/safety"]`).Length()
	}
	if links() != 1 {
		t.Error("the operator is not led to the backups")
	}
	s.Client = director
	if links() != 0 {
		t.Error("a director is led to the backups")
	}
}
