package web

import (
	"net/http"
	"testing"

	"github.com/PuerkitoBio/goquery"
)

// A name that nobody has leaves the tables on the page: those that were listed before, or all.
func TestFilterThatFindsNobody(t *testing.T) {
	s := newSite(t)
	s.cup()
	s.login()
	d := s.desk("")
	rows := func(doc *goquery.Document) int { return doc.Find("table.desk [data-table]").Length() }
	doc := d.look("")
	all := rows(doc)
	for _, line := range []string{"abc", "/abc"} {
		answer := s.page(d.typed(doc, line), http.StatusNotFound)
		if text(answer, "#said .wrong") == "" || rows(answer) != all {
			t.Errorf("%s: %q with %d of %d tables", line, text(answer, "#said"), rows(answer), all)
		}
	}
	if doc = s.page(s.get("/desk/spring-cup?find=abc"), http.StatusOK); rows(doc) != all || text(doc, "#said .wrong") == "" {
		t.Errorf("the address of a filter: %q with %d of %d tables", text(doc, "#said"), rows(doc), all)
	}
}
