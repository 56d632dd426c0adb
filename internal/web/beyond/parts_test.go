package beyond_test

import (
	"cmp"
	"net/http"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"tourney/internal/testkit/webtest"
)

// An htmx response must contain the element that replaces the requesting part of the page. An element inherits hx
// attributes from its ancestors, and a response without the element would empty them.
func TestPartsFindThemselvesInTheirAnswers(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	s := published(t)
	seen := map[string]bool{}
	for _, path := range webtest.Pages {
		if strings.Contains(path, "{") {
			continue
		}
		parts := strings.SplitN(path, "/", 4)
		if len(parts) > 2 && (parts[1] == "t" || parts[1] == "desk") {
			_, query, _ := strings.Cut(parts[2], "?")
			parts[2] = strings.TrimSuffix("spring-cup?"+query, "?")
		}
		got := s.Get(strings.Join(parts, "/"))
		if !strings.HasPrefix(got.Header.Get("Content-Type"), "text/html") || got.StatusCode != http.StatusOK {
			continue
		}
		s.Page(got, http.StatusOK).Find("[hx-get]").Each(func(_ int, e *goquery.Selection) {
			address, selects := e.AttrOr("hx-get", ""), inherited(e, "hx-select")
			part := cmp.Or(e.AttrOr("id", ""), e.AttrOr("class", "")) + " " + address + " " + selects
			if seen[part] {
				return
			}
			seen[part] = true
			answer := s.Get(address, "HX-Request", "true")
			if answer.StatusCode == http.StatusNoContent { // nothing is replaced
				return
			}
			if doc := s.Page(answer, http.StatusOK); selects != "" && doc.Find(selects).Length() == 0 {
				t.Errorf("%s: the answer of %s has no %s, which takes the place of %q", path, address, selects, inherited(e, "hx-target"))
			}
		})
	}
	if s.waitSynced(); len(seen) < 20 {
		t.Errorf("only %d parts ask for something: %v", len(seen), seen)
	}
}

// inherited returns an attribute of an element as htmx reads it, including inherited ones; "" without one.
func inherited(e *goquery.Selection, name string) string {
	value := e.Closest("["+name+"]").AttrOr(name, "")
	if value == "unset" {
		return ""
	}
	return value
}
