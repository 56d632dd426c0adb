package access_test

import (
	"cmp"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"tourney/internal/app/accounts"
	"tourney/internal/role"
	"tourney/internal/testkit/sitetest"
	"tourney/internal/web"
	"tourney/internal/web/site"
)

// proxied is a server behind a proxy on this machine.
func proxied(s *testSite) *web.Server {
	s.T.Helper()
	config := sitetest.Quiet()
	var err error
	config.Proxies, err = web.ParseProxies("127.0.0.0/8,::1")
	s.Check(err)
	server, err := web.New(s.Director, config)
	s.Check(err)
	s.T.Cleanup(server.Close)
	return server
}

// A visitor tries to log in from an address, with the cookies of a device.
type visitor struct {
	server  *web.Server
	remote  string
	through []string // as the lines of X-Forwarded-For
	cookies []*http.Cookie
}

func (v *visitor) try(name, password string) *http.Response {
	form := url.Values{"name": {name}, "password": {password}}
	r := httptest.NewRequest(http.MethodPost, "/login", strings.NewReader(form.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.RemoteAddr = v.remote
	for _, line := range v.through {
		r.Header.Add("X-Forwarded-For", line)
	}
	for _, c := range v.cookies {
		r.AddCookie(c)
	}
	w := httptest.NewRecorder()
	v.server.ServeHTTP(w, r)
	return w.Result()
}

const proxy = "127.0.0.1:5000"

func TestLoginSlowsDown(t *testing.T) {
	s := newSite(t)
	form := url.Values{"name": {"Nobody"}, "password": {"guess"}}
	for range site.TriesAtOnce {
		s.Page(s.Post("/login", form), http.StatusForbidden)
	}
	got := s.Post("/login", form)
	if wait, err := strconv.Atoi(got.Header.Get("Retry-After")); err != nil || wait < 1 || wait > 10 {
		t.Errorf("the ninth try may come again after %q", got.Header.Get("Retry-After"))
	}
	doc := s.Page(got, http.StatusTooManyRequests)
	if got := sitetest.Text(doc, ".banner.error"); !strings.HasPrefix(got, "Too many attempts. Try again in ") {
		t.Errorf("the ninth try is told %q", got)
	}
}

// Failures with the director's name from one address behind the proxy block only that
// address; from another the director can log in as often as they like.
func TestLoginLocksNobodyElseOut(t *testing.T) {
	s := newSite(t)
	s.Check(s.SetPassword("Anna", "correct horse"))
	server := proxied(s)
	guesser := &visitor{server: server, remote: proxy, through: []string{"203.0.113.9"}}
	for range site.TriesAtOnce + 2 {
		guesser.try("anna", "wrong")
	}
	if got := guesser.try("anna", "correct horse"); got.StatusCode != http.StatusTooManyRequests {
		t.Errorf("after all tries have failed a login answers %d", got.StatusCode)
	}
	for range 2 * site.TriesAtOnce {
		if got := (&visitor{server: server, remote: proxy, through: []string{"203.0.113.10"}}).try("anna", "correct horse"); got.StatusCode != http.StatusSeeOther {
			t.Fatalf("the director's login answers %d", got.StatusCode)
		}
	}
}

// Forged addresses give clients no more attempts, directly or through the proxy, nor do the many addresses of one IPv6
// network.
func TestNobodyEvadesTheLimit(t *testing.T) {
	s := newSite(t)
	server := proxied(s)
	for name, guesser := range map[string]func(i int) *visitor{
		"directly": func(i int) *visitor {
			return &visitor{remote: "192.168.1.50:9", through: []string{fmt.Sprint("10.0.0.", i)}}
		},
		"through the proxy": func(i int) *visitor {
			return &visitor{remote: proxy, through: []string{fmt.Sprintf("10.0.0.%d, 192.168.1.51", i)}}
		},
		"beside the proxy": func(i int) *visitor {
			return &visitor{remote: proxy, through: []string{fmt.Sprint("10.0.0.", i), "192.168.1.52"}}
		},
		"by invented devices": func(i int) *visitor {
			made := strings.Repeat(strconv.Itoa(i%10), 32) + "-" + strings.Repeat("0", 24)
			return &visitor{remote: "192.168.1.53:9", cookies: []*http.Cookie{{Name: site.DeviceCookie, Value: made}}}
		},
		"by IPv6": func(i int) *visitor { return &visitor{remote: fmt.Sprintf("[2001:db8:1:2::%x]:9", i+1)} },
	} {
		t.Run(name, func(t *testing.T) {
			looked := 0
			for i := range 4 * site.TriesAtOnce {
				v := guesser(i)
				v.server = server
				if got := v.try("anna", "wrong"); got.StatusCode == http.StatusForbidden {
					looked++
				}
			}
			if looked != site.TriesAtOnce {
				t.Errorf("%s %d guesses are looked at, want %d", name, looked, site.TriesAtOnce)
			}
		})
	}
}

// Sixty failures behind one address, as behind the router of a hall, do not block the device on which the director has
// logged in before. Its attempts are counted too.
func TestKnownDeviceIsNotBlocked(t *testing.T) {
	s := newSite(t)
	s.Check(s.SetPassword("Anna", "correct horse"))
	s.Check(s.SetPassword("Bert", "battery staple"))
	hall := &visitor{server: proxied(s), remote: "192.168.1.1:9"}
	known := *hall
	for _, c := range hall.try("anna", "correct horse").Cookies() {
		if c.Name == site.DeviceCookie {
			known.cookies = []*http.Cookie{{Name: c.Name, Value: c.Value}}
			if !c.HttpOnly || c.SameSite != http.SameSiteLaxMode || c.MaxAge <= 0 {
				t.Errorf("the device's cookie is %v", c)
			}
		}
	}
	failures := 0
	for hall.try(fmt.Sprint("guess ", failures), "wrong").StatusCode == http.StatusForbidden {
		failures++
	}
	if failures < site.AddressTriesAtOnce {
		t.Errorf("the address is held up after %d failures", failures)
	}
	if got := hall.try("anna", "correct horse"); got.StatusCode != http.StatusTooManyRequests || got.Header.Get("Retry-After") == "" {
		t.Errorf("another device answers %d", got.StatusCode)
	}
	if got := known.try("bert", "battery staple"); got.StatusCode != http.StatusTooManyRequests {
		t.Errorf("who was never on that device is answered %d", got.StatusCode)
	}
	for range site.TriesAtOnce + 1 {
		if got := known.try("Anna", "correct horse"); got.StatusCode != http.StatusSeeOther {
			t.Fatalf("the known device answers %d", got.StatusCode)
		}
	}
	for range site.TriesAtOnce {
		known.try("Anna", "wrong")
	}
	if got := known.try("Anna", "correct horse"); got.StatusCode != http.StatusTooManyRequests {
		t.Errorf("a known device guesses on: %d", got.StatusCode)
	}
}

// Two people share a laptop. Correct logins of one do not give more guesses at the other's password, and failures of
// one do not delay the other.
func TestSharedDeviceDoesNotHelpGuessing(t *testing.T) {
	s := newSite(t)
	s.Login()
	s.Person("Emil", accounts.Invitation{Role: role.Desk})
	login := func(name, password string) int {
		return s.Post("/login", url.Values{"name": {name}, "password": {password}}).StatusCode
	}
	wrong := func(name string) (first int) {
		for range site.TriesAtOnce - 1 {
			first = cmp.Or(first, login(name, "wrong horse"))
		}
		return first
	}
	if got := login("Emil", "correct horse"); got != http.StatusSeeOther {
		t.Fatalf("Emil is answered %d", got)
	}
	wrong("Emil")
	if got := login("Anna", "correct horse"); got != http.StatusSeeOther {
		t.Errorf("after Emil's errors Anna is answered %d", got)
	}
	wrong("Anna")
	if got := login("Emil", "correct horse"); got != http.StatusSeeOther {
		t.Errorf("Emil is answered %d", got)
	}
	wrong("Anna")
	if got := login("Anna", "wrong horse"); got != http.StatusTooManyRequests {
		t.Errorf("with a login of his own Emil guesses on: %d", got)
	}
}

// While two hundred addresses try wrong passwords without a pause, the director can log in on a known device; other
// clients are refused with a time to retry.
func TestLoginUnderAttack(t *testing.T) {
	guessers := int32(200)
	if testing.Short() {
		guessers = 20
	}
	s := newSite(t)
	s.Director.Access().HashCost = accounts.New(s.Store, s.Now).HashCost // slow enough to fill the queue
	s.Check(s.SetPassword("Anna", "correct horse"))
	director := &visitor{server: proxied(s), remote: "192.168.1.1:9"}
	for _, c := range director.try("anna", "correct horse").Cookies() {
		director.cookies = append(director.cookies, &http.Cookie{Name: c.Name, Value: c.Value})
	}
	var refused, looked atomic.Int32
	var attack sync.WaitGroup
	stop := make(chan struct{})
	for i := range guessers {
		guesser := &visitor{server: director.server, remote: fmt.Sprintf("198.51.100.%d:9", i)}
		attack.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				switch got := guesser.try("anna", "wrong"); {
				case got.StatusCode == http.StatusForbidden:
					looked.Add(1)
				case got.StatusCode == http.StatusTooManyRequests && got.Header.Get("Retry-After") != "":
					refused.Add(1)
				default:
					t.Errorf("a guess answers %d, Retry-After %q", got.StatusCode, got.Header.Get("Retry-After"))
				}
				time.Sleep(10 * time.Millisecond)
			}
		})
	}
	for refused.Load() < guessers {
		time.Sleep(time.Millisecond)
	}
	got := director.try("anna", "correct horse")
	close(stop)
	attack.Wait()
	t.Logf("%d guesses were checked, %d refused", looked.Load(), refused.Load())
	if got.StatusCode != http.StatusSeeOther {
		t.Errorf("the director's login answers %d", got.StatusCode)
	}
}

func TestLogin(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.Check(s.SetPassword("Anna", "correct horse"))
	const slips = "/desk/spring-cup/print/slips/1"
	got := s.Get(slips)
	if got.StatusCode != http.StatusSeeOther || got.Header.Get("Location") != "/login?next=%2Fdesk%2Fspring-cup%2Fprint%2Fslips%2F1" {
		t.Fatalf("the desk answers %d to %q", got.StatusCode, got.Header.Get("Location"))
	}
	form := url.Values{"name": {"Anna"}, "password": {"wrong horse"}, "next": {slips}}
	doc := s.Page(s.Post("/login", form), http.StatusForbidden)
	if got := sitetest.Text(doc, ".banner.error"); got != "Wrong name or password." {
		t.Errorf("a wrong password is told %q", got)
	}
	if name, _ := doc.Find("input[name=name]").Attr("value"); name != "Anna" {
		t.Errorf("the name comes back as %q", name)
	}
	form.Set("password", "correct horse")
	got = s.Post("/login", form)
	if got.Header.Get("Location") != slips {
		t.Fatalf("login answers %d to %q", got.StatusCode, got.Header.Get("Location"))
	}
	for _, c := range got.Cookies() {
		if !c.HttpOnly || c.SameSite != http.SameSiteLaxMode {
			t.Errorf("cookie %s is open to scripts or other sites", c.Name)
		}
	}
	doc = s.Page(s.Get(slips), http.StatusOK)
	if got := doc.Find(".slip .at").Length(); got != 4 {
		t.Errorf("%d slips, want 4", got)
	}
	if got := s.Post("/logout", url.Values{}); got.StatusCode != http.StatusSeeOther {
		t.Errorf("logout answers %d", got.StatusCode)
	}
	if got := s.Get(slips); got.StatusCode != http.StatusSeeOther {
		t.Errorf("after logout the desk answers %d", got.StatusCode)
	}
}

func TestSetup(t *testing.T) {
	s := newSite(t)
	token, needed, err := s.Director.Access().SetupToken(t.Context())
	s.Check(err)
	if !needed {
		t.Fatal("no set-up is needed")
	}
	path := "/setup/" + token
	for _, code := range []string{"en", "fi", "pl", "cs"} {
		doc := s.Page(s.Get(path, "Accept-Language", code), http.StatusOK)
		if found := sitetest.UntranslatedKey(doc.Text()); found != "" || doc.Find("form.card input").Length() != 3 {
			t.Errorf("the form in %s shows %q", code, found)
		}
	}
	doc := s.Page(s.Get("/setup/junk"), http.StatusForbidden)
	if got := sitetest.Text(doc, ".banner.error"); !strings.Contains(got, "set-up link") || doc.Find("form.card #password").Length() > 0 {
		t.Errorf("a token of nobody is told %q", got)
	}
	form := url.Values{"name": {"Eva"}, "password": {"battery staple"}, "again": {"battery stable"}}
	doc = s.Page(s.Post(path, form), http.StatusUnprocessableEntity)
	if got := sitetest.Text(doc, ".banner.error"); got != "The passwords don't match." {
		t.Errorf("told %q", got)
	}
	form.Set("again", "battery staple")
	got := s.Post(path, form)
	if got.StatusCode != http.StatusSeeOther || got.Header.Get("Location") != "/desk" {
		t.Fatalf("set-up answers %d to %q", got.StatusCode, got.Header.Get("Location"))
	}
	s.Page(s.Post(path, form), http.StatusForbidden)
	s.Page(s.Get(path), http.StatusForbidden)
}

// The page of a refused form leads back to the page with the form, of this site only.
func TestRefusalLeadsBack(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.Login()
	for from, want := range map[string]string{
		s.HTTP.URL + "/desk/spring-cup/players?show=here": "/desk/spring-cup/players?show=here",
		"https://elsewhere.example/x":                     "/desk",
		"":                                                "",
	} {
		doc := s.Page(s.Post("/desk/spring-cup/players/99", url.Values{"family": {"New"}}, "Referer", from), http.StatusNotFound)
		links := doc.Find(".fault > p a")
		if got := links.First().AttrOr("href", ""); want != "" && got != want || want == "" && links.Length() != 1 {
			t.Errorf("from %q the page leads to %q, want %q", from, got, want)
		}
	}
}

// A form sent after the session has expired offers the login, which leads back to the form.
func TestExpiredSession(t *testing.T) {
	s := newSite(t)
	s.Cup()
	form := url.Values{"family": {"New"}, "rank": {"5k"}}
	from := s.HTTP.URL + "/desk/spring-cup/players?show=here"
	for _, header := range [][]string{
		{"Referer", from},
		{"HX-Request", "true", "HX-Current-URL", from},
	} {
		s.Run(header[0], func(t *testing.T) {
			doc := s.Page(s.Post("/desk/spring-cup/players", form, header...), http.StatusForbidden)
			const want = "/login?next=%2Fdesk%2Fspring-cup%2Fplayers%3Fshow%3Dhere"
			if got := doc.Find(".banner[data-login] a").AttrOr("href", ""); got != want {
				t.Errorf("%s: the login is at %q, want %q", header[0], got, want)
			}
		})
	}
	// Without scripts the page has the form, to be sent again after a login in another tab.
	doc := s.Page(s.Post("/desk/spring-cup/players", form), http.StatusForbidden)
	again, err := goquery.NewDocumentFromReader(strings.NewReader(doc.Find(".fault noscript").Text()))
	s.Check(err)
	if got := sitetest.Fields(again, "form"); !reflect.DeepEqual(got, form) {
		t.Errorf("the page keeps %v, want %v", got, form)
	}
	if got := again.Find("form").AttrOr("action", ""); got != "/desk/spring-cup/players" {
		t.Errorf("the form goes to %q", got)
	}
	secret := url.Values{"old": {"correct horse"}, "password": {"battery"}, "again": {"battery"}}
	if got := s.Body(s.Post("/account", secret)); strings.Contains(got, "battery") || strings.Contains(got, "correct horse") {
		t.Error("the page shows a password")
	}
	doc = s.Page(s.Post("/desk/spring-cup/players", form, "Referer", "https://elsewhere.example/x"), http.StatusForbidden)
	if got := doc.Find(".banner a").AttrOr("href", ""); got != "/login?next=%2Fdesk" {
		t.Errorf("from another site the login leads on by %q", got)
	}
	if doc := s.Page(s.Get("/t/none"), http.StatusNotFound); doc.Find("[data-login]").Length() > 0 {
		t.Error("a missing page offers a login")
	}
}

// Owners see failed logins in the log of access, with their networks.
func TestFailedLoginsInTheLogOfAccess(t *testing.T) {
	s := newSite(t)
	s.Login()
	anna := s.Client
	s.Client = s.Browser()
	for range 3 {
		s.Post("/login", url.Values{"name": {"Anna"}, "password": {"wrong horse"}})
	}
	s.Post("/login", url.Values{"name": {"my secret"}, "password": {"wrong horse"}})
	s.Client = anna
	log := sitetest.Text(s.Page(s.Get("/people/1/log"), http.StatusOK), "main tbody")
	for _, want := range []string{"Anna failed logins with this name: 3; network addresses: 127.0.0.1", "– failed logins with unknown names: 1; network addresses: 127.0.0.1"} {
		if !strings.Contains(log, want) {
			t.Errorf("the log of access lacks %q: %s", want, log)
		}
	}
	if strings.Contains(log, "my secret") {
		t.Errorf("the log of access has what was typed: %s", log)
	}
}

// A used set-up link explains that there is an owner, and shows the login. The link for a forgotten password has
// another heading.
func TestUsedSetupLinkLeadsToTheLogin(t *testing.T) {
	s := newSite(t)
	doc := s.Page(s.Get("/setup/junk"), http.StatusForbidden)
	if got := sitetest.Text(doc, "main"); !strings.Contains(got, "Use the last link that tourney printed") || doc.Find("form[action='/login']").Length() != 0 {
		t.Errorf("without an owner it says %q", got)
	}
	s.Login()
	doc = s.Page(s.Get("/setup/junk"), http.StatusForbidden)
	if got := sitetest.Text(doc, "main"); !strings.Contains(got, "there is an owner already: log in here") || strings.Contains(got, "Start tourney again") {
		t.Errorf("with an owner it says %q", got)
	}
	if doc.Find("form[action='/login'] input[name=name]").Length() != 1 || sitetest.Text(doc, "h1") != "Log in" {
		t.Errorf("it shows %q", sitetest.Text(doc, "h1"))
	}
	if got := s.Post("/setup/junk", url.Values{"name": {"Bert"}, "password": {"correct horse"}, "again": {"correct horse"}}); got.StatusCode != http.StatusForbidden {
		t.Errorf("it sets a password: %d", got.StatusCode)
	}
	token, err := s.Director.Access().ResetToken(t.Context(), "Anna")
	s.Check(err)
	if got := sitetest.Text(s.Page(s.Get("/setup/"+token), http.StatusOK), "h1"); got != "Set a new password" {
		t.Errorf("the page for a forgotten password is called %q", got)
	}
}
