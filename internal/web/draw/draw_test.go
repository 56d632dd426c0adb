package draw_test

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"tourney/internal/testkit/sitetest"
	"tourney/internal/tournament"
)

func TestDrawFromDraftToPublication(t *testing.T) {
	s := newSite(t)
	s.Cup()
	d := s.Desk("")
	doc := d.Look("/draw/3?ask=pair")
	if got := sitetest.Text(doc, ".ask"); !strings.Contains(got, "1 game will be paired again") {
		t.Errorf("a new draw asks %q", got)
	}
	doc = d.Press(3, "pair", "seed", "7")
	if n := doc.Find("#draw tr[id]").Length(); n != 4 {
		t.Fatalf("%d games, want 4 for nine players", n)
	}
	if r := s.Round(3); r.Drawn.Seed != 7 || len(r.Byes) != 1 {
		t.Errorf("seed %d, byes %v", r.Drawn.Seed, r.Byes)
	}
	if got := sitetest.Text(doc, ".cost"); !strings.Contains(got, "This field allows no better draw") {
		t.Errorf("a fresh draw is said to be worth %q", got)
	}
	before := s.Round(3).Games
	doc = d.Press(3, "swap", "player", sitetest.ID(before[0].Black), "player", sitetest.ID(before[3].White))
	after := s.Round(3)
	if g := after.Game(before[0].Black); g == nil || g.Table != 4 {
		t.Errorf("the swapped player sits at %+v, want table 4", g)
	}
	if got := sitetest.Text(doc, ".cost"); !strings.Contains(got, "Last change: Round 3: swapped") {
		t.Errorf("the cost of a swap is said as %q", got)
	}
	d.Press(3, "lock", "table", "2")
	d.Press(3, "colours", "table", "3")
	locked, turned := s.Game(3, 2), s.Game(3, 3)
	if !locked.Locked || turned.Black != before[2].White || !turned.ByHand {
		t.Errorf("lock %v, colours %+v", locked.Locked, turned)
	}
	d.Press(3, "terms", "table", "3", "handicap", "3", "komi", "0,5")
	if g := s.Game(3, 3); g.Handicap != 3 || g.Komi != 1 {
		t.Errorf("terms are h%d k%v", g.Handicap, g.Komi)
	}
	d.Press(3, "move", "table", "3", "to", "9")
	s.Game(3, 9)
	d.Press(3, "pair", "seed", "7")
	if g := s.Game(3, 2); g.ID != locked.ID {
		t.Error("a locked game was drawn anew")
	}
	d.Press(3, "unlock", "table", "2")
	if doc = d.Look("/draw/3?ask=publish"); sitetest.Text(doc, ".ask") == "" && doc.Find(".checks .grave").Length() > 0 {
		t.Error("grave checks are published without a question")
	}
	if got := d.Send("/draw/3", url.Values{"do": {"publish"}}); got.Header.Get("Location") != "/desk/spring-cup/round/3" {
		t.Errorf("publishing leads to %q", got.Header.Get("Location"))
	}
	if !s.Round(3).Published {
		t.Error("the round is not published")
	}
	if got := d.Refused(http.StatusConflict, 3, "publish"); !strings.Contains(got, "already published") {
		t.Errorf("publishing twice is answered %q", got)
	}
	d.Press(3, "withhold", "why", "too early")
	d.Press(3, "drop")
	if s.Round(3) != nil {
		t.Error("the draft is still there")
	}
	if got := sitetest.Text(d.Look("/draw/3"), ".undrawn"); !strings.Contains(got, "3 results are missing") || !strings.Contains(got, "Pair round 3") {
		t.Errorf("before the draw the page says %q", got)
	}
}

func TestByesByHand(t *testing.T) {
	s := newSite(t)
	s.Cup()
	d := s.Desk("")
	d.Press(3, "unpair", "table", "1")
	d.Press(3, "two", "player", "1", "player", "2")
	if g := s.Game(3, 1); !g.Has(1) || !g.Has(2) || !g.Locked {
		t.Errorf("paired by hand: %+v", g)
	}
	doc := d.Press(3, "bye", "player", "9")
	if !slices.Equal(s.Round(3).Byes, []tournament.PlayerID{9}) {
		t.Errorf("byes: %v", s.Round(3).Byes)
	}
	if form := sitetest.Fields(doc, "#idle form"); form.Get("player") != "9" {
		t.Errorf("the bye cannot be taken back: %v", form)
	}
	d.Press(3, "takebye", "player", "9")
	if len(s.Round(3).Byes) != 0 {
		t.Error("the bye was not taken back")
	}
	d.Press(3, "bye", "player", "1", "player", "9") // 1 has a game
	if r := s.Round(3); !slices.Equal(r.Byes, []tournament.PlayerID{1, 9}) || r.Game(1) != nil || r.Game(2) != nil {
		t.Errorf("byes %v, games %v", r.Byes, r.Games)
	}
	d.Press(3, "takebye", "player", "1")
	d.Press(3, "two", "player", "1", "player", "2")
	d.Press(3, "takebye", "player", "9")
	if got := sitetest.Words(d.Look("/draw/3").Find("#idle .do span").First()); got != "Not paired" {
		t.Errorf("who is left is headed %q", got)
	}
}

func TestPublishedRoundIsRepaired(t *testing.T) {
	s := newSite(t)
	s.Cup()
	d := s.Desk("")
	doc := d.Look("/draw/2")
	if n := doc.Find(".pick input").Length(); n != 7 {
		t.Errorf("%d players can be ticked, want the 6 without a result and the one without a game", n)
	}
	doc = d.Press(2, "swap", "player", "4", "player", "6")
	if g := s.Game(2, 2); !g.Has(4) {
		t.Error("a published round is changed without a question")
	}
	if got := sitetest.Words(doc.Find("#ask")); !strings.Contains(got, "2 tables of a published round change; players see it at once.") || !strings.Contains(got, "Łoś X") || !strings.Contains(got, "Worse: further from the seeding") {
		t.Errorf("the question reads %q", got)
	}
	sure := sitetest.Fields(doc, "#ask")
	sure["player"] = []string{"4", "6"}
	sure.Set("why", "wrong entry")
	sure.Set("do", doc.Find("#ask button").AttrOr("value", ""))
	doc = d.Follow(d.Send("/draw/2", sure))
	if got := sitetest.Words(doc.Find(".steps")); !strings.Contains(got, "Round 2: swapped Dahl X and Łoś X") || !strings.Contains(got, "Worse: further from the seeding") {
		t.Errorf("after the change the page says %q", got)
	}
	if got := doc.Find("tr.altered .marks:contains(changed)").Length(); got != 2 {
		t.Errorf("%d rows are marked, want 2", got)
	}
	back := d.Undo(2, doc, "undo")
	if g := s.Game(2, 2); back.Find("tr.altered, #undo").Length() != 0 || back.Find("#redo").Length() != 1 || !g.Has(4) {
		t.Error("the change is not taken back from the draw's page")
	}
	d.Press(2, "swap", "player", "4", "player", "6", "sure", "yes", "why", "slip")
	if g := s.Game(2, 2); !g.Has(6) {
		t.Errorf("table 2 has %d and %d", g.Black, g.White)
	}
	doc = d.Look("/draw/2?ask=unpair&table=4")
	form := sitetest.Fields(doc, "#ask")
	form.Set("do", doc.Find("#ask button").AttrOr("value", ""))
	if doc.Find("#ask #reason").Length() != 1 {
		t.Error("the question has no field for the reason")
	}
	form.Set("why", "slip")
	d.Follow(d.Send("/draw/2", form))
	if s.Round(2).At(4) != nil {
		t.Error("table 4 is still there")
	}
	d.Press(2, "colours", "table", "1", "sure", "yes", "why", "slip") // the result follows the player
	s.Result(2, 1, "B+")
	for do, says := range map[string]string{"unpair": "already has a result", "pair": "already published", "withhold": "Round 3 follows round 2"} {
		if got := d.Refused(http.StatusConflict, 2, do, "table", "1"); !strings.Contains(got, says) {
			t.Errorf("%s is refused with %q, want %q", do, got, says)
		}
	}
}

// TestPicksAreThoseStillPossible loads a published round with ever fewer games that
// can change.
func TestPicksAreThoseStillPossible(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	offered := func(doc *goquery.Document) string {
		var names []string
		for _, b := range doc.Find("#pick button").EachIter() {
			names = append(names, b.AttrOr("value", ""))
		}
		return fmt.Sprint(names, doc.Find(".pick input").Length())
	}
	for _, tt := range []struct {
		players int
		open    []int
		free    string // the open table is unpaired, or the bye removed
		want    string
	}{
		{6, []int{1, 2}, "", "[swap among bye] 4"},
		{6, []int{1}, "", "[among bye] 2"},
		{6, nil, "", "[] 0"},
		{7, []int{1}, "", "[swap among bye] 3"},
		{7, nil, "", "[] 0"}, // the bye can only be removed
		{7, nil, "takebye", "[bye] 1"},
		{6, []int{1}, "unpair", "[two among bye] 2"},
		{7, []int{1}, "unpair", "[swap two among bye] 3"},
	} {
		t.Run(fmt.Sprint(tt.players, " players, open ", tt.open, " ", tt.free), func(t *testing.T) {
			s := newSite(t)
			s.Login()
			s.Kind("swiss", tt.players)
			s.Play(1, tt.open...)
			switch r := s.State("open").Round(1); tt.free {
			case "takebye":
				s.Check(s.Director.On(sitetest.Anna, "open").Because("slip").Round(1).TakeBye(t.Context(), r.Byes[0]))
			case "unpair":
				s.Check(s.Director.On(sitetest.Anna, "open").Because("slip").Round(1).Unpair(t.Context(), 1))
			}
			doc := s.Page(s.Get("/desk/open/draw/1"), http.StatusOK)
			if got := offered(doc); got != tt.want {
				t.Errorf("%d players, tables %v open, %s: %s, want %s", tt.players, tt.open, tt.free, got, tt.want)
			}
			if got, byes := doc.Find("button[value=takebye]").Length(), len(s.State("open").Round(1).Byes); got != byes {
				t.Errorf("%d players, tables %v open, %s: %d of %d byes can be taken back", tt.players, tt.open, tt.free, got, byes)
			}
		})
	}
	s := newSite(t)
	s.PlayedLeague()
	s.Login()
	for path, want := range map[string]string{"/desk/league/draw/1": "[] 0", "/desk/league/draw/2": "[swap among bye] 6"} {
		if got := offered(s.Page(s.Get(path), http.StatusOK)); got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
}

// TestPageBeforeDrawListsMissingResults loads pages of rounds without a draw.
func TestPageBeforeDrawListsMissingResults(t *testing.T) {
	s := newSite(t)
	s.Cup()
	d := s.Desk("")
	d.Press(3, "drop")
	doc := d.Look("/draw/3")
	if got := sitetest.Text(doc, ".undrawn .checks"); !strings.Contains(got, "Round 2: 3 results are missing. tables 2 3 4") {
		t.Errorf("before the draw: %q", got)
	}
	if got := doc.Find(".undrawn .checks a").First().AttrOr("href", ""); got != "/desk/spring-cup/round/2?table=2" {
		t.Errorf("a missing result leads to %q", got)
	}
	for id := range 9 {
		s.Check(s.Director.On(sitetest.Anna, "spring-cup").SetStatus(t.Context(), tournament.PlayerID(id+1), tournament.Withdrawn))
	}
	doc = d.Look("/draw/3")
	if got := sitetest.Text(doc, ".undrawn .checks .grave"); !strings.Contains(got, "No player is checked in") || doc.Find(".undrawn a.main[href$='/players']").Length() != 1 {
		t.Errorf("with nobody there: %q", got)
	}
}

func TestDrawRefuses(t *testing.T) {
	s := newSite(t)
	s.Cup()
	d := s.Desk("")
	for _, tt := range []struct {
		status int
		do     string
		more   []string
		says   string
	}{
		{422, "swap", []string{"player", "1"}, "exactly 2"},
		{422, "two", nil, "exactly 2"},
		{422, "bye", nil, "First tick the player who gets the bye"},
		{409, "bye", []string{"player", "2", "player", "2"}, "twice"},
		{422, "takebye", []string{"player", "2", "player", "3"}, "exactly 1"},
		{409, "swap", []string{"player", "1", "player", "9"}, "table 1"},
		{404, "swap", []string{"player", "1", "player", "999"}, "999"},
		{404, "swap", []string{"player", "x", "player", "-3"}, "0"},
		{422, "pair", []string{"seed", "-1"}, "isn't a random number"},
		{422, "terms", []string{"table", "1", "handicap", "12", "komi", "0"}, "handicap 12"},
		{422, "terms", []string{"table", "1", "handicap", "x", "komi", "0"}, "isn't a handicap"},
		{422, "terms", []string{"table", "1", "handicap", "2", "komi", "much"}, "much"},
		{422, "move", []string{"table", "1", "to", "0"}, "table"},
		{404, "lock", []string{"table", "44"}, "44"},
		{422, "start", []string{"start", "noon"}, "“noon” isn't a time of day. Write it as 14:00."},
		{422, "start", []string{"start", "14", "day", "tomorrow"}, "“tomorrow” isn't a day. Write it as 21 November 2026."},
	} {
		s.Run(tt.do+" "+strings.Join(tt.more, " "), func(t *testing.T) {
			if got := d.Refused(tt.status, 3, tt.do, tt.more...); !strings.Contains(got, tt.says) {
				t.Errorf("%s %v is refused with %q, want %q", tt.do, tt.more, got, tt.says)
			}
		})
	}
	again := d.Page(d.Send("/draw/3?ask=pair", url.Values{"do": {"pair"}, "seed": {"one"}}), http.StatusUnprocessableEntity)
	if typed, _ := again.Find("#ask #seed").Attr("value"); typed != "one" || strings.Contains(sitetest.Words(again.Find(".checks")), "one.") {
		t.Errorf("a refused seed comes back as %q beside %q", typed, sitetest.Words(again.Find(".checks")))
	}
	for _, path := range []string{"/draw/0", "/draw/99", "/draw/x"} {
		d.Page(d.Send(path, url.Values{"do": {"pair"}}), http.StatusNotFound)
	}
	d.Page(d.Send("/draw/3", url.Values{"do": {"explode"}}), http.StatusUnprocessableEntity)
	if got := d.Refused(http.StatusConflict, 5, "pair"); !strings.Contains(got, "Round 5") {
		t.Errorf("a round too early is refused with %q", got)
	}
	if got := sitetest.Text(d.Look("/draw/5"), ".undrawn"); !strings.Contains(got, "once the previous round is published") {
		t.Errorf("a round too early says %q", got)
	}
}

func TestChecksLeadToTheirGames(t *testing.T) {
	s := newSite(t)
	s.Cup()
	d := s.Desk("")
	d.Press(3, "swap", "player", "9", "player", "2") // 1 and 2 have met
	doc := d.Look("/draw/3")
	if got := sitetest.Text(doc, "#t1 .tag.error"); got != "rematch" {
		t.Errorf("a rematch is marked %q", got)
	}
	links := doc.Find(".checks small a")
	if links.Length() < 3 {
		t.Fatalf("checks have %d links", links.Length())
	}
	links.Each(func(_ int, e *goquery.Selection) {
		path, anchor, _ := strings.Cut(e.AttrOr("href", ""), "#")
		there := d.Look(strings.TrimPrefix(path, "/desk/spring-cup"))
		if anchor != "" && there.Find("#"+anchor).Length() == 0 {
			t.Errorf("%s leads to no place #%s", path, anchor)
		}
	})
	why := d.Look("/draw/3?table=1")
	if got := sitetest.Text(why, "#chosen .reasons"); !strings.Contains(got, "They met in round 1.") {
		t.Errorf("why: %s", got)
	}
	if got := sitetest.Text(d.Look("/draw/3?ask=publish"), ".ask"); !strings.Contains(got, "Publish anyway") {
		t.Errorf("a draft with a rematch asks %q", got)
	}
}

func TestStartIsInTheTimeOfThePlace(t *testing.T) {
	s := newSite(t)
	s.Cup()
	d := s.Desk("")
	doc := d.Press(3, "start", "start", "15:30", "day", "2.5.2026")
	if got := s.Round(3).Start.UTC().Format("15:04"); got != "12:30" {
		t.Errorf("15:30 in Helsinki is kept as %s UTC", got)
	}
	if got := doc.Find("#start").AttrOr("value", "") + " " + doc.Find("#day").AttrOr("value", ""); got != "15:30 2 May 2026" {
		t.Errorf("the form shows %q", got)
	}
	d.Press(3, "start", "start", "4 pm", "day", "")
	if got := s.Round(3).Start.UTC().Format("2 Jan 15:04"); got != "2 May 13:00" {
		t.Errorf("4 pm of the same day is kept as %s UTC", got)
	}
	d.Press(3, "start", "start", "")
	if !s.Round(3).Start.IsZero() {
		t.Error("the start was not taken back")
	}
}

// Ticked players stay ticked when a change is refused.
func TestTicksOutlastARefusal(t *testing.T) {
	s := newSite(t)
	s.Cup()
	d := s.Desk("")
	ticked := []string{"1", "2", "9"}
	doc := d.Page(d.Send("/draw/3", url.Values{"do": {"swap"}, "player": ticked}), http.StatusUnprocessableEntity)
	var again []string
	doc.Find("[form=pick][checked]").Each(func(_ int, e *goquery.Selection) { again = append(again, e.AttrOr("value", "")) })
	slices.Sort(again)
	slices.Sort(ticked)
	if !slices.Equal(again, ticked) {
		t.Errorf("ticked were %v, and then %v", ticked, again)
	}
}
