package web_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
)

// A link preview has the server's configured address or a path, never the Host of a request.
func TestLinkPreview(t *testing.T) {
	s := newSite(t)
	s.Cup()
	attr := func(doc *goquery.Document, selector, name string) string { return doc.Find(selector).AttrOr(name, "") }
	const path = "/t/spring-cup/standings?after=1"
	for base, want := range map[string]string{"": path, "https://go.example.org": "https://go.example.org" + path} {
		s.Server.SetBase(base)
		s.Server.ForgetPages()
		doc := s.Page(s.Get(path+"&sort=name", "X-Forwarded-Host", "evil.example"), http.StatusOK)
		if got := attr(doc, "link[rel=canonical]", "href"); got != want {
			t.Errorf("with the address %q the page calls itself %q", base, got)
		}
		if got := attr(doc, `meta[property="og:url"]`, "content"); (got != "") != (base != "") {
			t.Errorf("with the address %q others are told %q", base, got)
		}
		if got := attr(doc, `meta[property="og:title"]`, "content"); got != "Standings after round 1" {
			t.Errorf("the title is %q", got)
		}
		if got := attr(doc, `meta[property="og:description"]`, "content"); !strings.Contains(got, "9 players") {
			t.Errorf("the description is %q", got)
		}
	}
}
