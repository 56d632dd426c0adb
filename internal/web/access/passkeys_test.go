package access_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"tourney/internal/app/accounts"
	"tourney/internal/role"
	"tourney/internal/testkit/passkeytest"
	"tourney/internal/testkit/sitetest"
	"tourney/internal/web/site"
)

// atLocalhost makes the browser reach the server by the name at which passkeys work.
func (s *testSite) atLocalhost() {
	s.HTTP.URL = strings.Replace(s.HTTP.URL, "127.0.0.1", "localhost", 1)
}

// addPasskey adds a passkey to the account with that password.
func (s *testSite) addPasskey(label, password string) *passkeytest.Device {
	s.T.Helper()
	asked := s.Post("/account/passkey/ask", url.Values{"old": {password}})
	if asked.StatusCode != http.StatusOK || asked.Header.Get("Cache-Control") != "no-store" {
		s.T.Fatalf("a new passkey is answered %d: %s", asked.StatusCode, s.Body(asked))
	}
	d := &passkeytest.Device{Counter: 1}
	answer, err := d.Create(s.HTTP.URL, []byte(s.Body(asked)))
	s.Check(err)
	if to := s.SeeOther(s.Post("/account/passkey", url.Values{"label": {label}, "answer": {string(answer)}})); to != "/account?saved=passkey" {
		s.T.Errorf("a new passkey leads to %s", to)
	}
	return d
}

// usePasskey sends the response of a device to a new login challenge.
func (s *testSite) usePasskey(d *passkeytest.Device, origin, next string) *http.Response {
	s.T.Helper()
	answer, err := d.Get(origin, []byte(s.Body(s.Post("/login/passkey/ask", url.Values{}))))
	s.Check(err)
	return s.Post("/login/passkey", url.Values{"answer": {string(answer)}, "next": {next}})
}

func TestPasskey(t *testing.T) {
	s := newSite(t)
	s.atLocalhost()
	s.Cup()
	s.Login()
	const agent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
	doc := s.Page(s.Get("/account", "User-Agent", agent), http.StatusOK)
	form := doc.Find("form#passkey")
	if got := sitetest.Text(doc, "aside"); strings.Contains(got, "Your passkeys stay") {
		t.Error("who has no passkeys is told that they stay")
	}
	if got := form.Find("input[name=label]").AttrOr("value", ""); got != "Firefox · Linux" || form.AttrOr("data-origin", "") != s.HTTP.URL {
		t.Errorf("the page offers %q at %q", got, form.AttrOr("data-origin", ""))
	}
	if _, hidden := form.Parent().Attr("hidden"); !hidden || !strings.Contains(sitetest.Text(doc, "#nopasskey"), s.HTTP.URL) {
		t.Error("without a script there is a form that does nothing")
	}
	doc = s.Page(s.Post("/account/passkey/ask", url.Values{"old": {"wrong horse"}}, "HX-Request", "true"), http.StatusForbidden)
	if got := sitetest.Text(doc, ".banner"); !strings.Contains(got, "current password is wrong") {
		t.Errorf("a wrong password is told %q", got)
	}
	doc = s.Page(s.Post("/account/passkey", url.Values{"label": {"Laptop"}, "answer": {"{}"}}), http.StatusForbidden)
	if got := sitetest.Text(doc, ".banner.error"); !strings.Contains(got, "isn't known here") {
		t.Errorf("an answer without a question is told %q", got)
	}
	d := s.addPasskey("Laptop", "correct horse")
	doc = s.Page(s.Get("/account?saved=passkey"), http.StatusOK)
	if got := sitetest.Text(doc, "#passkeys tbody"); !strings.HasPrefix(got, "Laptop") || !strings.Contains(got, "never Remove") {
		t.Errorf("the page lists %q", got)
	}
	if got := sitetest.Text(doc, "aside"); !strings.Contains(got, "Your passkeys stay") {
		t.Errorf("beside the new password stands %q", got)
	}
	s.SeeOther(s.Post("/logout", url.Values{}))

	// The login, and its redirect, as by a password.
	const next = "/desk/spring-cup/players"
	doc = s.Page(s.Get("/login?next="+url.QueryEscape(next)), http.StatusOK)
	if _, hidden := doc.Find("button[form=passkey]").Attr("hidden"); !hidden || doc.Find("form#passkey input[name=next]").AttrOr("value", "") != next {
		t.Error("the login has no hidden button for a passkey")
	}
	got := s.usePasskey(d, s.HTTP.URL, next)
	if to := s.SeeOther(got); to != next {
		t.Errorf("the login leads to %s", to)
	}
	var device bool
	for _, c := range got.Cookies() {
		device = device || c.Name == site.DeviceCookie
		if !c.HttpOnly || c.SameSite != http.SameSiteLaxMode {
			t.Errorf("cookie %s is open to scripts or other sites", c.Name)
		}
	}
	if !device {
		t.Error("the device is not known afterwards")
	}
	s.Page(s.Get(next), http.StatusOK)
	if got := sitetest.Text(s.Page(s.Get("/people/1/log"), http.StatusOK), "table"); !strings.Contains(got, "added a passkey: Laptop") || !strings.Contains(got, "logged in with a passkey: Laptop") {
		t.Errorf("the log of access has %s", got)
	}

	doc = s.Page(s.Get("/account"), http.StatusOK)
	s.SeeOther(s.Post("/account/passkey", url.Values{"remove": {doc.Find("details button[name=remove]").AttrOr("value", "")}}))
	if n := s.Page(s.Get("/account"), http.StatusOK).Find("#passkeys tbody tr").Length(); n != 0 {
		t.Errorf("%d passkeys are left", n)
	}
	s.Client = s.Browser()
	unknown := sitetest.Text(s.Page(s.usePasskey(d, s.HTTP.URL, next), http.StatusForbidden), ".banner.error")
	if !strings.Contains(unknown, "isn't known here") {
		t.Errorf("a removed passkey is told %q", unknown)
	}
}

// Every wrong response gets the same refusal, and no login.
func TestPasskeyIsRefused(t *testing.T) {
	s := newSite(t)
	s.atLocalhost()
	s.Login()
	d := s.addPasskey("Laptop", "correct horse")
	unknown := *d
	unknown.ID = []byte("nobody's passkey")
	get := func(d *passkeytest.Device, origin string) string {
		answer, err := d.Get(origin, []byte(s.Body(s.Post("/login/passkey/ask", url.Values{}))))
		s.Check(err)
		return string(answer)
	}
	told := map[string]bool{}
	for name, send := range map[string]func() *http.Response{
		"from another site": func() *http.Response { return s.usePasskey(d, "https://go.example.net", "") },
		"from another port": func() *http.Response { return s.usePasskey(d, "http://localhost:1", "") },
		"of nobody":         func() *http.Response { return s.usePasskey(&unknown, s.HTTP.URL, "") },
		"as junk":           func() *http.Response { return s.Post("/login/passkey", url.Values{"answer": {"{}"}}) },
		"without an answer": func() *http.Response { return s.Post("/login/passkey", url.Values{}) },
		"to a newer question": func() *http.Response {
			a := get(d, s.HTTP.URL)
			get(d, s.HTTP.URL)
			return s.Post("/login/passkey", url.Values{"answer": {a}})
		},
		"from a browser without any": func() *http.Response {
			a := get(d, s.HTTP.URL)
			s.Client = s.Browser()
			return s.Post("/login/passkey", url.Values{"answer": {a}})
		},
		"once more": func() *http.Response {
			a := get(d, s.HTTP.URL)
			where, err := url.Parse(s.HTTP.URL)
			s.Check(err)
			ticket := s.Client.Jar.Cookies(where)
			s.SeeOther(s.Post("/login/passkey", url.Values{"answer": {a}}))
			s.Client = s.Browser()
			s.Client.Jar.SetCookies(where, ticket)
			return s.Post("/login/passkey", url.Values{"answer": {a}})
		},
	} {
		s.Run(name, func(t *testing.T) {
			s.Client = s.Browser()
			doc := s.Page(send(), http.StatusForbidden)
			told[sitetest.Text(doc, ".banner.error")] = true
			if to := s.Get("/account").Header.Get("Location"); !strings.HasPrefix(to, "/login") {
				t.Errorf("who is refused is led to %q", to)
			}
		})
	}
	if len(told) != 1 {
		t.Errorf("refusals are told apart: %v", told)
	}
	if got := s.Post("/login/passkey", url.Values{"answer": {strings.Repeat("x", 100_000)}}); got.StatusCode != http.StatusRequestEntityTooLarge {
		t.Errorf("an endless answer is answered %d", got.StatusCode)
	}
}

// Failures with a passkey count like wrong passwords of its owner.
func TestPasskeysAreLimited(t *testing.T) {
	s := newSite(t)
	s.atLocalhost()
	s.Login()
	d := s.addPasskey("Laptop", "correct horse")
	s.Client = s.Browser()
	var last int
	for range site.TriesAtOnce + 1 {
		last = s.usePasskey(d, "https://go.example.net", "").StatusCode
	}
	if last != http.StatusTooManyRequests {
		t.Errorf("after too many tries the answer is %d", last)
	}
	if got := s.Post("/login", url.Values{"name": {"Anna"}, "password": {"correct horse"}}); got.StatusCode != http.StatusTooManyRequests {
		t.Errorf("then the password is answered %d", got.StatusCode)
	}
}

// A second person logs in with a passkey beside the first one, and once more in place of themselves.
func TestSeveralPeopleWithPasskeys(t *testing.T) {
	s := newSite(t)
	s.atLocalhost()
	s.Login()
	anna := s.Client
	s.Client = s.Person("Emil", accounts.Invitation{Role: role.Desk})
	emils := s.addPasskey("Phone", "correct horse")
	s.Client = anna
	for range 2 {
		s.SeeOther(s.usePasskey(emils, s.HTTP.URL, ""))
		doc := s.Page(s.Get("/account"), http.StatusOK)
		if got := sitetest.Text(doc, ".top summary"); got != "Emil" || doc.Find("form[action='/switch']").Length() != 1 {
			t.Errorf("%s acts beside %d others", got, doc.Find("form[action='/switch']").Length())
		}
	}
}

// Passkeys are for the public address or for this machine as localhost: elsewhere the page explains it, and the login
// by password works.
func TestWherePasskeysWork(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	for name, tt := range map[string]struct{ base, host, origin, says string }{
		"by the address of this machine": {"", "127.0.0.1", "", "numeric address. On this computer, open http://localhost:"},
		"by any name":                    {"", "go.example.org", "", "browsers want a name and https"},
		"at a public address":            {"https://go.example.org", "go.example.org", "https://go.example.org", "Log in with your finger"},
		"behind a proxy":                 {"https://go.example.org", "127.0.0.1", "https://go.example.org", "Log in with your finger"},
		"in clear":                       {"http://go.example.org", "go.example.org", "", "browsers want a name and https"},
		"by a number":                    {"https://192.0.2.1", "192.0.2.1", "", "browsers want a name and https"},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSite(t)
			s.Login()
			s.Server.Base = tt.base
			where, err := url.Parse(s.HTTP.URL)
			s.Check(err)
			var cookies string // under https they have another name
			for _, c := range s.Client.Jar.Cookies(where) {
				cookies += c.Name + "=" + c.Value + "; __Host-" + c.Name + "=" + c.Value + "; "
			}
			get := func(path string) *goquery.Document {
				r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.HTTP.URL+path, nil)
				s.Check(err)
				r.Host = strings.Replace(r.Host, "127.0.0.1", tt.host, 1)
				r.Header.Set("Cookie", strings.TrimSuffix(cookies, "; "))
				got, err := http.DefaultTransport.RoundTrip(r)
				s.Check(err)
				defer got.Body.Close()
				return s.Page(got, http.StatusOK)
			}
			doc := get("/account")
			if got := doc.Find("form#passkey").AttrOr("data-origin", ""); got != tt.origin || !strings.Contains(sitetest.Text(doc, "#passkeys"), tt.says) {
				t.Errorf("at %q the page says %s", got, sitetest.Text(doc, "#passkeys"))
			}
			if there := doc.Find("#passkeys a[href^='http://localhost:'][href$='/account']").Length() == 1; there != (tt.base == "" && tt.host == "127.0.0.1") {
				t.Errorf("a link leads to this machine: %v", there)
			}
			doc = get("/login?add=1")
			if got := doc.Find("form#passkey").AttrOr("data-origin", ""); got != tt.origin || (doc.Find("button[form=passkey], script[src*=passkey]").Length() > 0) != (tt.origin != "") {
				t.Errorf("the login is for %q", got)
			}
		})
	}
}

// By https at the public address, as behind a proxy that calls the server by another name.
func TestPasskeyAtThePublicAddress(t *testing.T) {
	s := newSite(t)
	s.Cup()
	safe := httptest.NewTLSServer(s.Server)
	t.Cleanup(safe.Close)
	safe.URL = strings.Replace(safe.URL, "127.0.0.1", "localhost", 1)
	s.HTTP, s.Server.Base = safe, safe.URL+"/"
	jar := s.Browser().Jar
	s.Client = safe.Client()
	s.Client.Jar, s.Client.CheckRedirect = jar, func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	s.Client.Transport.(*http.Transport).TLSClientConfig.ServerName = "example.com" // as in the certificate of tests
	s.Login()
	d := s.addPasskey("Laptop", "correct horse")
	s.SeeOther(s.Post("/logout", url.Values{}))
	got := s.usePasskey(d, safe.URL, "/desk/spring-cup")
	if to := s.SeeOther(got); to != "/desk/spring-cup" {
		t.Errorf("the login leads to %s", to)
	}
	for _, c := range got.Cookies() {
		if !c.Secure || !strings.HasPrefix(c.Name, "__Host-") {
			t.Errorf("cookie %s is not for https alone", c.Name)
		}
	}
	s.Page(s.Get("/desk/spring-cup"), http.StatusOK)
}
