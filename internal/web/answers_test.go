package web_test

import (
	"fmt"
	"log/slog"
	"mime"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"tourney/internal/app/accounts"
	"tourney/internal/data/store"
	"tourney/internal/role"
	"tourney/internal/web/site"
)

// TestEveryAnswerIsGuarded requests every route as a stranger and as the operator. It checks the security headers, and
// that no cache may store private responses.
func TestEveryAnswerIsGuarded(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	s := newSite(t)
	s.Cup()
	stranger := s.Client
	s.Login()
	for _, client := range []*http.Client{stranger, s.Client} {
		s.Client = client
		for _, r := range s.Server.Router().Routes() {
			path := example(r.Path)
			if r.Method != http.MethodGet || strings.HasSuffix(path, "/events") {
				continue
			}
			got := s.Get(path)
			body := s.Body(got)
			h := got.Header
			where := fmt.Sprint(got.StatusCode, " ", path)
			wants := map[string]string{
				"Tourney": "1", "X-Content-Type-Options": "nosniff", "Referrer-Policy": "same-origin", "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin",
			}
			if open := strings.Contains(r.Path, "/embed") || strings.HasPrefix(path, "/api/v1/"); open {
				wants["Cross-Origin-Resource-Policy"] = "cross-origin"
			}
			for name, want := range wants {
				if h.Get(name) != want {
					t.Errorf("%s has %s %q, want %q", where, name, h.Get(name), want)
				}
			}
			csp := h.Get("Content-Security-Policy")
			guards := []string{"default-src 'self'", "script-src 'self'", "object-src 'none'", "base-uri 'none'", "frame-ancestors"}
			if strings.HasPrefix(csp, "sandbox") {
				guards = []string{"sandbox;", "default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"}
			}
			for _, want := range guards {
				if !strings.Contains(csp, want) || strings.Contains(csp, "unsafe") {
					t.Errorf("%s has the policy %q", where, csp)
				}
			}
			kind, params, err := mime.ParseMediaType(h.Get("Content-Type"))
			if body != "" && err != nil {
				t.Errorf("%s has the type %q", where, h.Get("Content-Type"))
			}
			if text := strings.HasPrefix(kind, "text/"); body != "" && text && !strings.EqualFold(params["charset"], "utf-8") {
				t.Errorf("%s has the type %q without a character set", where, h.Get("Content-Type"))
			}
			private := !role.Of(role.Anyone).May(actionsOf(t, s.Server)[mounted{r.Method, r.Path}])
			if cache := h.Get("Cache-Control"); private && body != "" && cache != "no-store" && cache != "private, no-store" {
				t.Errorf("%s is private and kept as %q", where, cache)
			}
			if doc, err := goquery.NewDocumentFromReader(strings.NewReader(body)); private && kind == "text/html" && got.StatusCode == http.StatusOK && strings.Contains(body, "<html") {
				s.Check(err)
				if !strings.Contains(path, "/print/") && !strings.Contains(path, "/prizes/") && !strings.HasSuffix(path, "/tablet") && doc.Find(`form[action="/logout"]`).Length() == 0 {
					t.Errorf("%s has no way to log out", where)
				}
			}
		}
	}
	for _, method := range []string{http.MethodTrace, http.MethodPut, http.MethodDelete, http.MethodConnect} {
		if got := s.Do(method, "/desk/spring-cup", nil); got.StatusCode != http.StatusNotFound && got.StatusCode != http.StatusMethodNotAllowed && got.StatusCode != http.StatusBadRequest {
			t.Errorf("%s answers %d", method, got.StatusCode)
		}
	}
}

// Password fields hide the text, have autocomplete values for password managers, and allow pasting. They have no
// maxlength, with which the browser would cut a long password.
func TestPasswordFields(t *testing.T) {
	s := newSite(t)
	first, _, err := s.Director.Access().SetupToken(t.Context())
	s.Check(err)
	count := 0
	check := func(path string) {
		doc := s.Page(s.Get(path), http.StatusOK)
		doc.Find("input").Each(func(_ int, e *goquery.Selection) {
			name := e.AttrOr("name", "")
			if name != "password" && name != "again" && name != "old" {
				return
			}
			count++
			complete := e.AttrOr("autocomplete", "")
			_, cut := e.Attr("maxlength")
			_, paste := e.Attr("onpaste")
			if e.AttrOr("type", "") != "password" || complete != "current-password" && complete != "new-password" || cut || paste {
				html, _ := goquery.OuterHtml(e)
				t.Errorf("%s has %s", path, html)
			}
		})
	}
	check("/setup/" + first)
	s.Login()
	check("/account")
	invitation, err := s.Director.Access().People().OrganisationAdmin(accounts.Session{User: "Anna"}, store.FirstOrganisation).Invite(t.Context(), accounts.Invitation{Role: role.Desk})
	s.Check(err)
	s.Client = s.Browser()
	check("/login")
	check("/invitation/" + invitation)
	if count != 2+3+1+2 {
		t.Errorf("%d fields", count)
	}
}

// The log has each refusal and its reason: with the network and the number of the login, without names, passwords or
// tokens. Text in a request cannot start another line of the log.
func TestRefusalsAreLogged(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.Login()
	emil := s.Person("Emil", accounts.Invitation{Role: role.Desk})
	var log strings.Builder
	s.Server.Log = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelWarn}))
	lines := func() (all []string) {
		for line := range strings.Lines(log.String()) {
			if !strings.HasPrefix(line, "time=") {
				t.Errorf("a line of its own: %q", line)
			}
			if strings.Contains(line, "msg=refused") {
				all = append(all, line)
			}
		}
		log.Reset()
		return all
	}
	s.Client = s.Browser()
	for _, tt := range []struct {
		name   string
		do     func()
		reason string
	}{
		{"wrong password", func() {
			s.Post("/login", url.Values{"name": {"Anna\nlevel=ERROR msg=forged"}, "password": {"secret guess"}})
		}, "login.failed"},
		{"no login", func() { s.Post("/desk/spring-cup/result", url.Values{}) }, "login.needed"},
		{"no role", func() { s.Client = emil; s.Get("/people") }, "role.denied"},
		{"a wrong token", func() {
			s.Client = s.Browser()
			s.Get("/api/v1/tournaments", "Authorization", "Bearer tourney_guess\tlevel=ERROR", "X-Request-Id", "x\tlevel=ERROR")
		}, "people.token"},
		{"too many", func() {
			for range site.TriesAtOnce {
				s.Post("/login", url.Values{"name": {"Bert"}, "password": {"secret guess"}})
			}
			lines()
			s.Post("/login", url.Values{"name": {"Bert"}, "password": {"secret guess"}})
		}, "login.slow"},
		{"another site", func() { s.Post("/logout", url.Values{}, "Sec-Fetch-Site", "cross-site") }, "form.foreign"},
	} {
		s.Run(tt.name, func(t *testing.T) {
			lines()
			tt.do()
			got := lines()
			if len(got) != 1 || !strings.Contains(got[0], "reason="+tt.reason) || !strings.Contains(got[0], "from=127.0.0.1") {
				t.Errorf("the log has %q", got)
			}
			for _, no := range []string{"secret guess", "Anna", "Bert", "tourney_guess"} {
				if strings.Contains(strings.Join(got, ""), no) {
					t.Errorf("the log has %s: %q", no, got)
				}
			}
			if known := strings.Contains(strings.Join(got, ""), "user=2"); known != (tt.reason == "role.denied") {
				t.Errorf("the log has %q", got)
			}
		})
	}
}

// A login creates a new token and ends the former session of the same browser; a planted token is not accepted.
func TestLoginMakesANewToken(t *testing.T) {
	s := newSite(t)
	s.Login()
	there, err := url.Parse(s.HTTP.URL)
	s.Check(err)
	token := func() string {
		for _, c := range s.Client.Jar.Cookies(there) {
			if c.Name == site.SessionCookie {
				return c.Value
			}
		}
		return ""
	}
	was := token()
	s.SeeOther(s.Post("/login", url.Values{"name": {"Anna"}, "password": {"correct horse"}}))
	now := token()
	if now == was || len(now) != 64 {
		t.Errorf("after a login the token is %q, before %q", now, was)
	}
	planted := strings.Repeat("ab", 32)
	for value, want := range map[string]int{was: http.StatusSeeOther, now: http.StatusOK, planted: http.StatusSeeOther} {
		s.Client = s.Browser()
		s.Client.Jar.SetCookies(there, []*http.Cookie{{Name: site.SessionCookie, Value: value}})
		if got := s.Get("/desk"); got.StatusCode != want {
			t.Errorf("with the token %.8s… the desk answers %d, want %d", value, got.StatusCode, want)
		}
	}
	s.Client = s.Browser()
	s.Client.Jar.SetCookies(there, []*http.Cookie{{Name: site.SessionCookie, Value: planted}})
	s.SeeOther(s.Post("/login", url.Values{"name": {"Anna"}, "password": {"correct horse"}}))
	if strings.Contains(token(), planted) {
		t.Error("a planted token lives on")
	}
}

// Where desks use https, a token sent over plain http is refused, and a logout sends Clear-Site-Data.
func TestTokensComeEncrypted(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.Login()
	secret, err := s.Director.Access().People().OrganisationAdmin(accounts.Session{User: "Anna"}, store.FirstOrganisation).MakeToken(t.Context(), "Screen", role.ReadToken)
	s.Check(err)
	s.Server.Encrypted = &site.Encrypted{HTTP: "8080", HTTPS: "8443"}
	for _, v := range []visit{{from: "192.168.1.20", host: "192.168.1.7:8080"}, {from: "192.168.1.20", host: "192.168.1.7:8443", https: true}} {
		want := map[bool]int{false: http.StatusForbidden, true: http.StatusOK}[v.https]
		v.token = secret
		if got := s.visit(v, "/api/v1/tournaments"); got.StatusCode != want {
			t.Errorf("https %v answers %d", v.https, got.StatusCode)
		}
	}
	if got := s.Post("/logout", url.Values{}); got.Header.Get("Clear-Site-Data") != `"cache"` {
		t.Errorf("a logout says %q", got.Header.Get("Clear-Site-Data"))
	}
}
