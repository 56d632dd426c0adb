package web_test

import (
	"crypto/tls"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"tourney/internal/testkit/sitetest"
	"tourney/internal/web/site"
)

// A visit is one request as the server sees it.
type visit struct {
	from, host string
	https      bool
	method     string
	form       url.Values
	token      string // of a program
}

// annas are the name and password of testSite.login.
var annas = url.Values{"name": {"Anna"}, "password": {"correct horse"}}

// visit sends a visitor's request.
func (s *testSite) visit(v visit, path string) *http.Response {
	s.T.Helper()
	if v.method == "" {
		v.method = http.MethodGet
	}
	r := httptest.NewRequest(v.method, path, strings.NewReader(v.form.Encode()))
	r.Host, r.RemoteAddr = v.host, v.from+":5555"
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	if v.token != "" {
		r.Header.Set("Authorization", "Bearer "+v.token)
	}
	if v.https {
		r.TLS = &tls.ConnectionState{}
	}
	got := httptest.NewRecorder()
	s.Server.ServeHTTP(got, r)
	return got.Result()
}

// With a self-signed certificate for desks, plain http serves the public pages to all and accepts a password from this
// machine alone. Others get a link to https with the certificate's fingerprint.
func TestDesksComeEncrypted(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.Login() // makes the user
	s.Server.Encrypted = &site.Encrypted{HTTP: "8080", HTTPS: "8443", Fingerprint: "AB CD EF"}
	phone := visit{from: "192.168.1.20", host: "192.168.1.7:8080"}
	if got := s.visit(phone, "/t/spring-cup"); got.StatusCode != http.StatusOK {
		t.Errorf("the public page answers %d", got.StatusCode)
	}
	for path, there := range map[string]string{
		"/login?next=%2Fdesk": "https://192.168.1.7:8443/login?next=%2Fdesk", "/setup/abc": "https://192.168.1.7:8443/setup/abc",
	} {
		doc := s.Page(s.visit(phone, path), http.StatusOK)
		if got := doc.Find("main a.main").AttrOr("href", ""); got != there {
			t.Errorf("%s leads to %q", path, got)
		}
		if got := sitetest.Text(doc, "#fingerprint"); got != "AB CD EF" || doc.Find("input[type=password]").Length() > 0 {
			t.Errorf("%s shows the fingerprint %q, and asks for a password", path, got)
		}
	}
	phone.method, phone.form = http.MethodPost, annas
	if got := s.visit(phone, "/login"); got.StatusCode != http.StatusForbidden || len(got.Cookies()) > 0 {
		t.Errorf("a password in clear answers %d with the cookies %v", got.StatusCode, got.Cookies())
	}
	here := visit{from: "127.0.0.1", host: "localhost:8080"}
	if doc := s.Page(s.visit(here, "/login"), http.StatusOK); doc.Find("input[type=password]").Length() != 1 || doc.Find("#in-clear").Length() > 0 {
		t.Error("at the machine itself the login is not as simple as before")
	}
	desk := visit{from: "192.168.1.21", host: "192.168.1.7:8443", https: true}
	got := s.visit(desk, "/login")
	if sts := got.Header.Get("Strict-Transport-Security"); sts != "" {
		t.Errorf("with a certificate of its own the server asks for %q", sts)
	}
	if doc := s.Page(got, http.StatusOK); doc.Find("input[type=password]").Length() != 1 || doc.Find("#in-clear").Length() > 0 {
		t.Error("by https there is no login")
	}
	// Public addresses stay plain http: codes on slips, the feed.
	if feed := s.Body(s.visit(desk, "/t/spring-cup/feed.atom")); !strings.Contains(feed, `"http://192.168.1.7:8080/t/spring-cup`) || strings.Contains(feed, ":8443") {
		t.Errorf("the feed leads elsewhere: %.600s", feed)
	}
}

// Under https cookies have the __Host- prefix, cookies with plain names are ignored, and HSTS is set.
func TestCookiesUnderHTTPS(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.Login()
	desk := visit{from: "203.0.113.5", host: "go.example.org", https: true, method: http.MethodPost, form: annas}
	got := s.visit(desk, "/login")
	if got.StatusCode != http.StatusSeeOther || got.Header.Get("Strict-Transport-Security") != "max-age=31536000" {
		t.Fatalf("the login answers %d, %q", got.StatusCode, got.Header.Get("Strict-Transport-Security"))
	}
	names := map[string]*http.Cookie{}
	for _, cookie := range got.Cookies() {
		names[cookie.Name] = cookie
		if !strings.HasPrefix(cookie.Name, "__Host-") || !cookie.Secure || !cookie.HttpOnly || cookie.Path != "/" || cookie.Domain != "" {
			t.Errorf("the cookie %v", cookie)
		}
	}
	session := names["__Host-session"]
	if session == nil || names["__Host-device"] == nil {
		t.Fatalf("the cookies are %v", got.Cookies())
	}
	for name, want := range map[string]int{"__Host-session": http.StatusOK, "session": http.StatusSeeOther} {
		r := httptest.NewRequest(http.MethodGet, "https://go.example.org/desk", nil)
		r.AddCookie(&http.Cookie{Name: name, Value: session.Value})
		answer := httptest.NewRecorder()
		s.Server.ServeHTTP(answer, r)
		if answer.Code != want {
			t.Errorf("with the cookie %s the desk answers %d, want %d", name, answer.Code, want)
		}
	}
}

// The login page warns when others can read the password, and only then.
func TestLoginInClear(t *testing.T) {
	s := newSite(t)
	for from, want := range map[string]int{"192.168.1.20": 1, "127.0.0.1": 0, "[::1]": 0} {
		doc := s.Page(s.visit(visit{from: from, host: "192.168.1.7:8080"}, "/login"), http.StatusOK)
		if got := doc.Find("#in-clear").Length(); got != want {
			t.Errorf("from %s: %d warnings", from, got)
		}
	}
}
