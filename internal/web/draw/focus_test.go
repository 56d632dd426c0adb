package draw_test

import (
	"net/http"
	"strings"
	"testing"

	"tourney/internal/testkit/sitetest"
)

// TestDrawLeadsToItsLastChange follows changes of a draft: a swap redirects to the line about it, which takes the
// focus; a new draw redirects to the top of the page.
func TestDrawLeadsToItsLastChange(t *testing.T) {
	s := newSite(t)
	s.Cup()
	d := s.Desk("")
	for _, tt := range []struct {
		do, players, to string
	}{{"pair", "", ""}, {"swap", "1 4", "#last"}, {"bye", "6", "#last"}, {"undo", "", "#last"}} {
		var more []string
		for _, player := range strings.Fields(tt.players) {
			more = append(more, "player", player)
		}
		if tt.do == "undo" {
			more = append(more, "version", d.Look("/draw/3").Find("#undo").Closest("form").Find("[name=version]").AttrOr("value", ""))
		}
		got := d.Send("/draw/3", sitetest.DrawForm(tt.do, more))
		if to := got.Header.Get("Location"); got.StatusCode != http.StatusSeeOther || to != "/desk/spring-cup/draw/3"+tt.to {
			t.Fatalf("%s leads to %d %s, want %q", tt.do, got.StatusCode, to, tt.to)
		}
		if doc := d.Follow(got); tt.to != "" && doc.Find(tt.to+"[tabindex='-1']").Length() != 1 {
			t.Errorf("after %s nothing on the page is %s", tt.do, tt.to)
		}
	}
}
