package web_test

import (
	"cmp"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"tourney/internal/app/director"
	"tourney/internal/testkit/sitetest"
	"tourney/internal/tournament"
)

// Long lists come in parts, whole for browsers without scripts and on paper.
func TestLongListsComeInParts(t *testing.T) {
	tn, err := large(250, 1)
	if err != nil {
		t.Fatal(err)
	}
	s := newSite(t)
	_, err = s.Director.Import(t.Context(), sitetest.Anna, tournament.Whole{Tournament: tn}, director.Founding{})
	s.Check(err)
	for _, tt := range []struct {
		path  string
		total int
	}{{"/t/large/standings", 250}, {"/t/large/players", 250}, {"/t/large/round/1", 125}, {"/t/large/round/1?by=name", 250}, {"/t/large/games", 125}, {"/t/large", 125}} {
		with := func(rows string) string {
			if strings.Contains(tt.path, "?") {
				return tt.path + "&rows=" + rows
			}
			return tt.path + "?rows=" + rows
		}
		shown := func(path string, want int) (whole string) {
			t.Helper()
			doc := s.Page(s.Get(path), http.StatusOK)
			if n := doc.Find("[data-rows] tbody tr[data-key]").Length(); n != want {
				t.Errorf("%s has %d rows, want %d", path, n, want)
			}
			if got := doc.Find(`link[rel=expect]`).Length(); got != 0 {
				t.Errorf("%s waits for its end", path)
			}
			if part := doc.Find("[data-rows]"); doc.Find("main tr[data-key]").NotSelection(part.Find("tr[data-key]")).
				NotSelection(doc.Find(cmp.Or(part.AttrOr("hx-select-oob", ""), "none")).Find("tr[data-key]")).Length() > 0 {
				t.Errorf("%s has rows that a refresh does not replace", path)
			}
			link := doc.Find("a[data-whole]")
			if (link.Length() == 1) != (want < tt.total) {
				t.Errorf("%s has %d links to more", path, link.Length())
			}
			if without := doc.Find("head noscript").Text(); strings.Contains(without, "rows=all") != (want < tt.total) {
				t.Errorf("%s has %q for browsers without scripts", path, without)
			}
			// Leaders and list are always of one version.
			if beside := link.AttrOr("hx-select-oob", ""); (beside == "#head,#side") != (link.Length() == 1 && tt.path == "/t/large") {
				t.Errorf("%s replaces %q beside the list", path, beside)
			}
			if want < tt.total && !strings.Contains(link.Text(), fmt.Sprintf("%d of %d", want, tt.total)) {
				t.Errorf("%s says %q", path, link.Text())
			}
			return link.AttrOr("href", "")
		}
		whole := shown(tt.path, 100)
		shown(whole, tt.total)
		shown(with("200"), min(200, tt.total))
		for _, wrong := range []string{"150", "0", "-100", "0200", "99999999900", "x"} {
			shown(with(wrong), 100)
		}
	}
	paper := s.Page(s.Get("/t/large/print/standings"), http.StatusOK).Find("main").Text()
	for i := range 250 {
		if name := fmt.Sprintf("Family%03d", i); !strings.Contains(paper, name) {
			t.Errorf("%s is not on paper", name)
		}
	}
}
