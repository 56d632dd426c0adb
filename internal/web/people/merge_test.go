package people_test

import (
	"net/url"
	"strings"
	"testing"

	"tourney/internal/testkit/sitetest"
)

// After a change of a player, the page names the unchanged parts of the current round.
func TestChangesOfPlayersTellOfTheRound(t *testing.T) {
	s := newSite(t)
	s.Cup()
	d := s.Desk("")
	d.Press(3, "drop")
	for _, tt := range []struct{ to, want, link string }{
		{"/players?saved=6", "Table 3 keeps its terms", "Table 3"}, // two stones, which the ranks do not give
		{"/players?saved=4", "", ""},
		{"/players?saved=2", "", ""}, // the game is over
	} {
		said := d.Look(tt.to).Find("#reading")
		if got := sitetest.Words(said); !strings.Contains(got, tt.want) || !strings.Contains(got, tt.link) || tt.want == "" && said.Find(".warn").Length() > 0 {
			t.Errorf("%s says %q", tt.to, got)
		}
	}
	doc := d.Follow(d.Send("/players/4/status", url.Values{"status": {"withdrawn"}}))
	if got := sitetest.Text(doc, "#reading"); !strings.Contains(got, "Table 2 is still open") {
		t.Errorf("a withdrawal from a game says %q", got)
	}
	if got := sitetest.Text(d.Look("/players/4"), ".banner.warning"); !strings.Contains(got, "Table 2 is still open") {
		t.Errorf("the page of the player says %q", got)
	}
	if got := sitetest.Text(d.Look(""), ".today .attention"); !strings.Contains(got, "1 open game in round 2") {
		t.Errorf("today says %q", got)
	}
	doc = d.Follow(d.Send("/players", url.Values{"family": {"Fia"}, "rank": {"2k"}, "here": {"1"}, "plays": {"3"}}))
	if got := sitetest.Text(doc, "#reading"); !strings.Contains(got, "Round 2 is being played") || doc.Find("#reading a[href$='#late']").Length() != 1 {
		t.Errorf("a latecomer is answered %q", got)
	}
}

// Two registrations of one person are merged from the player's page, unless both have played a round.
func TestTwoRegistrationsAreMerged(t *testing.T) {
	s := newSite(t)
	s.Cup()
	d := s.Desk("")
	d.Press(3, "drop")
	d.Send("/players/8/status", url.Values{"status": {"withdrawn"}}) // has no game in round 2
	d.Follow(d.Send("/players", url.Values{"family": {"Holmm"}, "given": {"X"}, "rank": {"2k"}, "here": {"1"}, "plays": {"3"}, "twin": {"1"}}))
	players := s.State("spring-cup").Players
	again := players[len(players)-1].ID
	doc := d.Look("/players/8")
	if first := doc.Find("#merge option").Eq(1); first.AttrOr("value", "") != sitetest.ID(again) {
		t.Errorf("the first to be chosen is %q", first.Text())
	}
	for _, tt := range []struct {
		form url.Values
		want string
	}{
		{url.Values{"data": {"ours"}}, "Choose the other registration"},
		{url.Values{"data": {"ours"}, "other": {"7"}}, "both have a game, a bye or half a point in round 1"},
	} {
		if got := sitetest.Text(d.Page(d.Send("/players/8/merge", tt.form), 409+13*boolInt(tt.form.Get("other") == "")), "#merge .banner.error"); !strings.Contains(got, tt.want) {
			t.Errorf("%v is answered %q", tt.form, got)
		}
	}
	form := url.Values{"data": {"theirs"}, "other": {sitetest.ID(again)}, "why": {"registered twice"}}
	if got := sitetest.Text(d.Follow(d.Send("/players/8/merge", form)), "#reading"); !strings.Contains(got, "Merged into one: X Holmm") && !strings.Contains(got, "Merged into one: Holmm X") {
		t.Errorf("the list says %q", got)
	}
	now := s.State("spring-cup")
	if p := now.Player(8); now.Player(again) != nil || p.Family != "Holmm" || p.Contact != "secret@example.org" || now.Round(1).Game(8) == nil {
		t.Errorf("the player is %+v", p)
	}
	if got := sitetest.Text(d.Look("/log"), "#main"); !strings.Contains(got, "Merged the registration") {
		t.Error("the log does not tell of it")
	}
}

func boolInt(is bool) int {
	if is {
		return 1
	}
	return 0
}
