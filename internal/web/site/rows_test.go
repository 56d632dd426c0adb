package site

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"github.com/gin-gonic/gin"
	"pgregory.net/rapid"
)

// A drawnPage is a page of two tables with some rows, of which some have equal keys.
func drawnPage(t *rapid.T) []byte {
	var text strings.Builder
	text.WriteString(`<section id="x" data-rows=""><h1>` + rapid.StringMatching(`[a-z ]{0,9}`).Draw(t, "title") + `</h1>`)
	for _, table := range []string{`<table class="games fixed">`, "<table\n data-lit class=\"wall\">", "<table>"} {
		text.WriteString(table + "<tbody>")
		for range rapid.IntRange(0, 6).Draw(t, "rows") {
			key, value := rapid.IntRange(1, 9).Draw(t, "key"), rapid.IntRange(1, 3).Draw(t, "value")
			if rapid.IntRange(0, 5).Draw(t, "kind") == 0 {
				fmt.Fprintf(&text, `<tr class="group"><th>%d</th></tr>`, value)
				continue
			}
			fmt.Fprintf(&text, `<tr data-key="%d" class="a"><td>%d</td></tr>`, key, value)
		}
		text.WriteString("</tbody></table>")
	}
	return []byte(text.String() + "</section>")
}

var (
	tableOrSame = regexp.MustCompile(`<table([^>]*)>|<tr data-same="([^"]*)"></tr>`)
	tableOrRow  = regexp.MustCompile(`(?s)<table([^>]*)>|<tr data-key="([^"]*)".*?</tr>`)
	classOf     = regexp.MustCompile(` class="([^" ]*)`)
)

// filled puts the rows of an open page into a response, as app.js does.
func filled(t interface{ Fatalf(string, ...any) }, open, response string) string {
	rows, table := map[string]string{}, ""
	enter := func(m []string) bool {
		if !strings.HasPrefix(m[0], "<table") {
			return false
		}
		table = ""
		if class := classOf.FindStringSubmatch(m[1]); class != nil {
			table = class[1]
		}
		return true
	}
	for _, m := range tableOrRow.FindAllStringSubmatch(open, -1) {
		if !enter(m) {
			rows[table+" "+m[2]] = m[0]
		}
	}
	return tableOrSame.ReplaceAllStringFunc(response, func(found string) string {
		m := tableOrSame.FindStringSubmatch(found)
		if enter(m) {
			return found
		}
		row, ok := rows[table+" "+m[2]]
		if !ok {
			t.Fatalf("the open page has no row %s in %q", m[2], table)
		}
		return row
	})
}

// Whatever an open page has, it becomes the page of now.
func TestChangesMakeThePage(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		before, now := NewPage(drawnPage(t)), NewPage(drawnPage(t))
		known := map[uint64]struct{}{}
		for _, r := range before.rows {
			known[r.hash] = struct{}{}
		}
		response := string(now.without(known).Plain)
		if got := filled(t, string(before.Plain), response); got != string(now.Plain) {
			t.Fatalf("from\n%s\nwith\n%s\nbecame\n%s\nwant\n%s", before.Plain, response, got, now.Plain)
		}
	})
}

// Only a page that names rows which are known gets a part of the page, and no cache may keep it.
func TestChanges(t *testing.T) {
	t.Parallel()
	s := &Site{}
	text := func(result string) []byte {
		return []byte(`<section data-rows=""><table class="games"><tr data-key="1"><td>` + result + `</td></tr><tr data-key="2"><td>?</td></tr></table></section>`)
	}
	ask := func(body *Body, rows string) (*Body, bool) {
		c, _ := gin.CreateTestContext(httptest.NewRecorder())
		c.Request = httptest.NewRequest(http.MethodGet, "/t/cup", nil)
		c.Request.Header.Set("Rows", rows)
		return s.Changes(c, body)
	}
	before, now := NewPage(text("?")), NewPage(text("B+"))
	for _, rows := range []string{"", "unknown"} {
		if form, partial := ask(before, rows); partial || form != before {
			t.Errorf("rows %q get a part of the first page", rows)
		}
	}
	if form, partial := ask(now, before.id); !partial || !bytes.Contains(form.Plain, []byte(`<td>B+</td></tr><tr data-same="2"></tr>`)) {
		t.Errorf("partial %v: %s", partial, form.Plain)
	}
	if _, partial := ask(NewPage([]byte("<p>No rows")), before.id); partial {
		t.Error("a page without rows was sent in part")
	}
	for i := range 2*mostKnown + 2 { // the oldest are forgotten
		ask(NewPage(text(fmt.Sprint(i))), "")
	}
	if _, partial := ask(now, before.id); partial {
		t.Error("old rows are still known")
	}
}
