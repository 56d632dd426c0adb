package desk_test

import (
	"net/http"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"tourney/internal/testkit/sitetest"
)

// A search without a match keeps the tables on the page.
func TestFilterThatFindsNobody(t *testing.T) {
	s := sitetest.New(t)
	s.Cup()
	s.Login()
	d := s.Desk("")
	rows := func(doc *goquery.Document) int { return doc.Find("table.desk [data-table]").Length() }
	doc := d.Look("")
	all := rows(doc)
	for _, line := range []string{"abc", "/abc"} {
		answer := s.Page(d.Typed(doc, line), http.StatusNotFound)
		if sitetest.Text(answer, "#said .wrong") == "" || rows(answer) != all {
			t.Errorf("%s: %q with %d of %d tables", line, sitetest.Text(answer, "#said"), rows(answer), all)
		}
	}
	if doc = s.Page(s.Get("/desk/spring-cup?find=abc"), http.StatusOK); rows(doc) != all || sitetest.Text(doc, "#said .wrong") == "" {
		t.Errorf("the address of a filter: %q with %d of %d tables", sitetest.Text(doc, "#said"), rows(doc), all)
	}
}
