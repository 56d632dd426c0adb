package admin_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"

	"tourney/internal/testkit/sitetest"
	"tourney/internal/web"
)

// The first page of the operator asks whether the program may ask for a newer version. Nothing is requested before the
// answer; then a newer version is one line with a link. Other people, and a program without an address, see nothing.
func TestNewerVersionIsAskedForWithPermission(t *testing.T) {
	var requests atomic.Int64
	files := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		requests.Add(1)
		fmt.Fprint(w, "v1.2.0\nhttps://go.example.org/tourney\n")
	}))
	defer files.Close()
	s := newSite(t)
	s.Login()
	if doc := s.Page(s.Get("/desk"), http.StatusOK); doc.Find("#newer").Length() > 0 {
		t.Error("a program without an address asks")
	}
	config := sitetest.Quiet()
	config.Version, config.Releases = "v1.1.0", files.URL+"/latest.txt"
	asking, err := web.New(s.Director, config)
	s.Check(err)
	defer asking.Close()
	defer s.HTTP.Close()
	s.HTTP = httptest.NewServer(asking)
	newer := func() string {
		t.Helper()
		return sitetest.Text(s.Page(s.Get("/desk"), http.StatusOK), "#newer")
	}
	answer := func(ask string) {
		t.Helper()
		if to := s.SeeOther(s.Post("/newer", url.Values{"ask": {ask}})); to != "/desk" {
			t.Errorf("the answer leads to %s", to)
		}
	}
	host := strings.TrimPrefix(files.URL, "http://")
	if text := newer(); !strings.Contains(text, "May tourney ask once a day") || !strings.Contains(text, host) {
		t.Errorf("the question is %q", text)
	}
	answer("no")
	if text := newer(); text != "New versions Ask once a day" || requests.Load() > 0 {
		t.Errorf("after a no: %q, %d requests", text, requests.Load())
	}
	answer("yes")
	sitetest.WaitFor(t, func() bool { return strings.Contains(newer(), "Version v1.2.0 is out. This is v1.1.0.") })
	if to, _ := s.Page(s.Get("/desk"), http.StatusOK).Find("#newer a").Attr("href"); to != "https://go.example.org/tourney" || requests.Load() != 1 {
		t.Errorf("the line leads to %q after %d requests", to, requests.Load())
	}
	answer("no")
	if text := newer(); text != "New versions Ask once a day" {
		t.Errorf("taken back: %q", text)
	}
	s.Client = s.Browser()
	if got := s.Post("/newer", url.Values{"ask": {"yes"}}); got.StatusCode < 300 || strings.HasSuffix(got.Header.Get("Location"), "/desk") {
		t.Errorf("a stranger's answer is taken: %d", got.StatusCode)
	}
}
