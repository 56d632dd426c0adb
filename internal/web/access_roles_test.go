package web_test

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"github.com/gin-gonic/gin"

	"tourney/internal/app/accounts"
	"tourney/internal/data/backup"
	"tourney/internal/data/copies"
	"tourney/internal/role"
	"tourney/internal/testkit/sitetest"
)

// TestNoButtonLeadsToARefusal follows all links in every role with access to the desk, while every page has an alarm.
// It checks that no link, form or button leads to an action that the role does not allow.
func TestNoButtonLeadsToARefusal(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	s := newSite(t)
	s.Cup()
	actions := actionsOf(t, s.Server)
	router := gin.New()
	var route string
	router.Use(func(c *gin.Context) {
		route = c.FullPath()
		c.Abort()
	})
	for _, p := range s.Server.Parts() {
		p.Mount(s.Server.Group(router, p.Prefix, p.Read, p.Write))
	}
	needs := func(method, address string) (string, role.Action) {
		route = ""
		router.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(method, address, nil))
		return route, actions[mounted{method, route}]
	}
	callers := s.callers()
	s.failBackups()
	for _, v := range callers {
		if v.token != "" || !v.here.May(role.Watch) {
			continue
		}
		s.Client = v.client
		seen, told := map[string]bool{}, map[string]bool{}
		queue := []string{"/desk", "/account"}
		for _, address := range []string{"/people", "/deleted", "/new", "/import", "/safety"} {
			if _, action := needs(http.MethodGet, address); v.elsewhere.May(action) {
				queue = append(queue, address)
			}
		}
		for len(queue) > 0 {
			at := queue[0]
			queue = queue[1:]
			got := s.Get(at)
			if !strings.HasPrefix(got.Header.Get("Content-Type"), "text/html") || got.StatusCode != http.StatusOK {
				if got.StatusCode >= 500 {
					t.Errorf("%s answers %d to %s", at, got.StatusCode, v.name)
				}
				continue
			}
			doc := s.Page(got, http.StatusOK)
			if !strings.HasPrefix(at, "/account") && doc.Find("#alarm").Length() == 1 && doc.Find("#alarm .banner").Length() == 0 {
				t.Errorf("%s has no alarm for %s", at, v.name)
			}
			check := func(method, address string) bool {
				there, err := url.Parse(address)
				if err != nil || there.Host != "" || there.Path == "" {
					return false
				}
				route, action := needs(method, there.Path)
				roles := v.elsewhere
				if strings.Contains(route, ":slug") {
					roles = v.here
				}
				if route != "" && !roles.May(action) && !told[at+route] {
					told[at+route] = true
					t.Errorf("%s: %s leads %s to %s %s, which needs %s", v.name, at, v.here, method, address, action)
				}
				return roles.May(action)
			}
			doc.Find("[href], form, [formaction], [hx-get], [hx-post]").Each(func(_ int, e *goquery.Selection) {
				method := http.MethodGet
				if strings.EqualFold(e.AttrOr("method", e.Closest("form").AttrOr("method", "get")), "post") && goquery.NodeName(e) != "a" {
					method = http.MethodPost
				}
				for attribute, method := range map[string]string{"href": http.MethodGet, "action": method, "formaction": method, "hx-get": http.MethodGet, "hx-post": http.MethodPost} {
					address, ok := e.Attr(attribute)
					if !ok || address == "" || !check(method, address) || method == http.MethodPost {
						continue
					}
					address, _, _ = strings.Cut(address, "?")
					address, _, _ = strings.Cut(address, "#")
					if isFollowed(address) && !seen[address] {
						seen[address] = true
						queue = append(queue, address)
					}
				}
			})
		}
		if len(seen) < 5 && v.here.May(role.Results) {
			t.Errorf("%s found only %d addresses", v.name, len(seen))
		}
	}
}

// isFollowed reports whether a link leads to pages of the desk or of the organisation.
func isFollowed(address string) bool {
	for _, begin := range []string{"/desk/spring-cup", "/people", "/deleted", "/safety", "/backups"} {
		if address == begin || strings.HasPrefix(address, begin+"/") {
			return true
		}
	}
	return false
}

// failBackups makes a backup fail, so that every page of the desk has an alarm.
func (s *testSite) failBackups() {
	s.T.Helper()
	folder := filepath.Join(s.Dir, "no folder")
	s.Check(os.WriteFile(folder, nil, 0o600))
	s.Director.Backups().Configure(s.T.Context(), backup.Config{Folder: folder, Log: slog.New(slog.DiscardHandler)})
	if _, err := s.Director.Backups().Now(s.T.Context(), copies.ByHand); err == nil {
		s.T.Fatal("a backup was made in a file")
	}
}

// A guest of one tournament reads their role on their account page, and a page outside the role explains the refusal.
func TestGuestsReadTheirRoles(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.Login() // the inviter
	s.Client = s.Person("Hans", accounts.Invitation{Role: role.Desk, Slug: "spring-cup"})
	roles := s.Page(s.Get("/account"), http.StatusOK).Find("section li")
	if got := sitetest.Words(roles); !strings.HasPrefix(got, "Spring Cup : Desk Enters results") || roles.Find("a[href='/desk/spring-cup']").Length() != 1 {
		t.Errorf("the roles of a guest are %q", got)
	}
	if got := sitetest.Text(s.Page(s.Get("/desk/spring-cup/log"), http.StatusForbidden), "h1"); got != "Not for your role" {
		t.Errorf("a page for directors is headed %q", got)
	}
}
