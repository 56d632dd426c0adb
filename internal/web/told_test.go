package web

import (
	"net/url"
	"strconv"
	"strings"
	"testing"
)

// A start that is typed beside the button to publish is kept, asked before or not.
func TestPublishKeepsTheTypedStart(t *testing.T) {
	s := newSite(t)
	s.cup()
	d := s.desk("")
	doc := d.look("/draw/3")
	button := doc.Find(".head button[value=publish]")
	if form := button.AttrOr("form", ""); form == "" || doc.Find("form#"+form+" [name=start]").Length() != 1 {
		t.Fatalf("the button is of the form %q, which has no start", form)
	}
	if button.AttrOr("formmethod", "") == "get" {
		ask := d.look("/draw/3?" + url.Values{"ask": {"publish"}, "start": {"14:30"}, "day": {""}}.Encode())
		if got := ask.Find("#ask [name=start]").AttrOr("value", ""); got != "14:30" {
			t.Errorf("the question sends the start %q", got)
		}
		if got := ask.Find("#start").AttrOr("value", ""); got != "14:30" {
			t.Errorf("behind the question the field has %q", got)
		}
	}
	if got := d.refused(422, 3, "publish", "start", "noon", "day", "", "sure", "yes"); !strings.Contains(got, "noon") {
		t.Errorf("a start that is no time is answered %q", got)
	}
	if s.round(3).Published {
		t.Fatal("the round is published without its start")
	}
	d.press(3, "publish", "start", "14:30", "day", "", "sure", "yes")
	if r := s.round(3); !r.Published || r.Start.Minute() != 30 {
		t.Errorf("published %v, starts at %v", r.Published, r.Start)
	}
}

// The bye moves to the player whom the director chooses, and the page says who plays instead.
func TestByeMoves(t *testing.T) {
	s := newSite(t)
	s.cup()
	d := s.desk("")
	d.press(3, "pair")
	r := s.round(3)
	holder, g := r.Byes[0], r.Games[0]
	doc := d.look("/draw/3?player=" + id(g.White))
	if got := text(doc, "#pick"); !strings.Contains(got, "Move the bye here") || !strings.Contains(got, "then plays") {
		t.Errorf("the panel says %q", got)
	}
	doc = d.press(3, "bye", "player", id(g.White))
	now := s.round(3)
	if len(now.Byes) != 1 || now.Byes[0] != g.White || now.Game(holder) == nil || !now.Game(holder).Has(g.Black) {
		t.Errorf("byes %v, %d plays %+v", now.Byes, holder, now.Game(holder))
	}
	if got := text(doc, "#last"); !strings.Contains(got, "moved the bye from") {
		t.Errorf("the last change is %q", got)
	}
	d.press(3, "unpair", "table", "1")
	if doc := d.look("/draw/3"); doc.Find(".checks .grave[data-subject=bye]").Length() != 1 || doc.Find(".checks .done[data-subject=bye]").Length() != 0 {
		t.Errorf("a bye beside players without a game: %s", text(doc, ".checks"))
	}
}

// A player who comes while a round is played stands under Today, and one button pairs them with the player who has the bye.
func TestLateArrivalIsPairedFromToday(t *testing.T) {
	s := newSite(t)
	s.cup()
	d := s.desk("")
	d.press(3, "drop")
	d.press(2, "bye", "player", "8", "why", "nobody is left", "sure", "yes")
	got := d.send("/players", url.Values{"family": {"Fia"}, "rank": {"2k"}, "here": {"1"}, "plays": {"3"}})
	if got.StatusCode != 303 {
		t.Fatalf("a new player is answered %d", got.StatusCode)
	}
	doc := d.look("")
	if got := text(doc, "#late"); !strings.Contains(got, "Fia") || !strings.Contains(got, "Holm") || !strings.Contains(got, "Pair these two") {
		t.Fatalf("today says %q", got)
	}
	if got := text(d.look("/draw/2"), ".checks"); !strings.Contains(got, "came after this round was published") || strings.Contains(got, "is paired") {
		t.Errorf("the draw says %q", got)
	}
	form := url.Values{"do": {"late"}, "why": {doc.Find("#late [name=why]").AttrOr("value", "")}}
	for _, field := range doc.Find("#late [name=player]").EachIter() {
		form.Add("player", field.AttrOr("value", ""))
	}
	doc = d.follow(d.send("/draw/2", form))
	r := s.round(2)
	if len(r.Games) != 5 || len(r.Byes) != 0 || r.Game(8) == nil {
		t.Fatalf("%d games, byes %v", len(r.Games), r.Byes)
	}
	if doc.Find("#late").Length() != 0 {
		t.Errorf("today still says %q", text(doc, "#late"))
	}
	if got := d.send("/draw/2", form); got.StatusCode != 409 {
		t.Errorf("the button pressed twice is answered %d", got.StatusCode)
	}
}

// An open request about the next round is named before it is published, and first in the panel of the desk.
func TestRequestIsToldBeforePublication(t *testing.T) {
	s := newSite(t)
	s.cup()
	d := s.desk("")
	for range 6 {
		d.send("/day/requests", url.Values{"kind": {"details"}, "player": {"Dahl X"}, "club": {"Club " + strings.Repeat("x", len(s.state("spring-cup").Day.Requests))}})
	}
	d.send("/day/requests", url.Values{"kind": {"skip"}, "player": {"Abel X"}, "round": {"3"}})
	if got := text(d.look(""), ".requests form:first-of-type"); !strings.Contains(got, "Abel") {
		t.Errorf("the first request in the panel is %q", got)
	}
	d.press(3, "pair")
	doc := d.look("/draw/3")
	if got := text(doc, ".checks [data-subject=requests].grave"); !strings.Contains(got, "Abel") {
		t.Errorf("before the publication: %q", text(doc, ".checks"))
	}
	d.send("/day/requests/"+lastRequest(s), url.Values{"do": {"refuse"}})
	if got := text(d.look("/draw/3"), ".checks .done[data-subject=requests]"); got == "" {
		t.Error("after the answer the request is still there")
	}
}

func lastRequest(s *testSite) string {
	r := s.state("spring-cup").Day.Requests
	return strconv.Itoa(r[len(r)-1].ID)
}

// A change of a player says what it leaves as it is in the round that is being played.
func TestChangesOfPlayersTellOfTheRound(t *testing.T) {
	s := newSite(t)
	s.cup()
	d := s.desk("")
	d.press(3, "drop")
	for _, tt := range []struct{ to, want, link string }{
		{"/players?saved=6", "Table 3 keeps its terms", "Table 3"}, // two stones, which the ranks do not give
		{"/players?saved=4", "", ""},
		{"/players?saved=2", "", ""}, // the game is over
	} {
		said := d.look(tt.to).Find("#reading")
		if got := words(said); !strings.Contains(got, tt.want) || !strings.Contains(got, tt.link) || tt.want == "" && said.Find(".warn").Length() > 0 {
			t.Errorf("%s says %q", tt.to, got)
		}
	}
	doc := d.follow(d.send("/players/4/status", url.Values{"status": {"withdrawn"}}))
	if got := text(doc, "#reading"); !strings.Contains(got, "Table 2 is still open") {
		t.Errorf("a withdrawal from a game says %q", got)
	}
	if got := text(d.look("/players/4"), ".banner.warning"); !strings.Contains(got, "Table 2 is still open") {
		t.Errorf("the page of the player says %q", got)
	}
	if got := text(d.look(""), ".today .attention"); !strings.Contains(got, "1 open game in round 2") {
		t.Errorf("today says %q", got)
	}
	doc = d.follow(d.send("/players", url.Values{"family": {"Fia"}, "rank": {"2k"}, "here": {"1"}, "plays": {"3"}}))
	if got := text(doc, "#reading"); !strings.Contains(got, "Round 2 is being played") || doc.Find("#reading a[href$='#late']").Length() != 1 {
		t.Errorf("a latecomer is answered %q", got)
	}
}

// A draft that is out of date is told at the desk, whatever has changed.
func TestDeskTellsOfAnOldDraft(t *testing.T) {
	s := newSite(t)
	s.cup()
	d := s.desk("")
	d.press(3, "pair")
	if got := text(d.look(""), ".today"); strings.Contains(got, "drafted") {
		t.Errorf("a new draft: %q", got)
	}
	d.follow(d.typed(d.look("/round/1"), "2b !wrong entry"))
	if got := text(d.look(""), ".today"); !strings.Contains(got, "changed since round 3 was drafted") {
		t.Errorf("after a correction: %q", got)
	}
}

// Two registrations of one person become one from the page of the player, unless both have played a round.
func TestTwoRegistrationsAreMerged(t *testing.T) {
	s := newSite(t)
	s.cup()
	d := s.desk("")
	d.press(3, "drop")
	d.send("/players/8/status", url.Values{"status": {"withdrawn"}}) // has no game in round 2
	d.follow(d.send("/players", url.Values{"family": {"Holmm"}, "given": {"X"}, "rank": {"2k"}, "here": {"1"}, "plays": {"3"}, "twin": {"1"}}))
	players := s.state("spring-cup").Players
	again := players[len(players)-1].ID
	doc := d.look("/players/8")
	if first := doc.Find("#merge option").Eq(1); first.AttrOr("value", "") != id(again) {
		t.Errorf("the first to be chosen is %q", first.Text())
	}
	for _, tt := range []struct {
		form url.Values
		want string
	}{
		{url.Values{"data": {"ours"}}, "Choose the other registration"},
		{url.Values{"data": {"ours"}, "other": {"7"}}, "both have a game, a bye or half a point in round 1"},
	} {
		if got := text(d.page(d.send("/players/8/merge", tt.form), 409+13*boolInt(tt.form.Get("other") == "")), "#merge .banner.error"); !strings.Contains(got, tt.want) {
			t.Errorf("%v is answered %q", tt.form, got)
		}
	}
	form := url.Values{"data": {"theirs"}, "other": {id(again)}, "why": {"registered twice"}}
	if got := text(d.follow(d.send("/players/8/merge", form)), "#reading"); !strings.Contains(got, "Merged into one: X Holmm") && !strings.Contains(got, "Merged into one: Holmm X") {
		t.Errorf("the list says %q", got)
	}
	now := s.state("spring-cup")
	if p := now.Player(8); now.Player(again) != nil || p.Family != "Holmm" || p.Contact != "secret@example.org" || now.Round(1).Game(8) == nil {
		t.Errorf("the player is %+v", p)
	}
	if got := text(d.look("/log"), "#main"); !strings.Contains(got, "Merged the registration") {
		t.Error("the log does not tell of it")
	}
}

func boolInt(is bool) int {
	if is {
		return 1
	}
	return 0
}
