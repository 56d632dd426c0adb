package draw_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"tourney/internal/app/director"
	"tourney/internal/format/workbook"
	"tourney/internal/testkit/sitetest"
	"tourney/internal/tournament"
)

// strangers returns two players of a drawn round from different games.
func strangers(r *tournament.Round) (a, b tournament.PlayerID) {
	return r.Games[0].Black, r.Games[1].White
}

func TestUnfoldedRowShowsReasons(t *testing.T) {
	s, d := sitetest.Drawn(t)
	g := s.Game(3, 1)
	doc := d.Look("/draw/3?table=1")
	if got := sitetest.Text(doc, "#chosen .reasons"); !strings.Contains(got, "They have not met before.") || !strings.Contains(got, "Equal score") {
		t.Errorf("the reasons read %q", got)
	}
	if got := sitetest.Text(doc, "#chosen .told"); strings.Count(got, "You meet") != 2 {
		t.Errorf("the two are told %q", got)
	}
	others := doc.Find("#chosen .alt li")
	if others.Length() < 2 || others.Find("a[href^='/desk/spring-cup/draw/3/why?a=']").Length() != others.Length() || others.Find(".grey").Length() == 0 {
		t.Errorf("the other opponents: %s", sitetest.Words(others))
	}
	compare := strings.TrimPrefix(doc.Find("#chosen .finders a").First().AttrOr("href", ""), "/desk/spring-cup")
	form := d.Look(compare).Find("form.whynot")
	if form.Find("select[name=a] option[selected]").AttrOr("value", "") != sitetest.ID(g.Black) || form.Find("select[name=b] option").Length() != 10 {
		t.Errorf("the form to compare any two at %s: %s", compare, sitetest.Words(form))
	}
	if got := doc.Find("#chosen .finders a").Eq(1).AttrOr("href", ""); got != "/desk/spring-cup/draw/3/meet/"+sitetest.ID(g.Black) {
		t.Errorf("the search for an opponent is at %q", got)
	}
	if got := sitetest.Text(doc, "#idle small"); !strings.Contains(got, "The lowest player with the fewest byes") {
		t.Errorf("the bye is explained as %q", got)
	}
}

func TestAnotherPairIsPriced(t *testing.T) {
	s, d := sitetest.Drawn(t)
	a, b := strangers(s.Round(3))
	doc := d.Look("/draw/3/why?a=" + sitetest.ID(a) + "&b=" + sitetest.ID(b))
	if got := sitetest.Text(doc, ".verdict"); !strings.HasPrefix(got, "Worse: ") {
		t.Errorf("the price reads %q", got)
	}
	rows := doc.Find(".instead tbody tr")
	if rows.Length() < 2 || doc.Find(".instead tr.current").Length() != 1 {
		t.Errorf("%d other games", rows.Length())
	}
	if sitetest.Text(doc, ".reasons") == "" {
		t.Error("no reasons")
	}
	button := doc.Find("form.meet:has(button.main)")
	if button.Find("button").AttrOr("value", "") != "meet" {
		t.Fatalf("the games cannot be played: %s", sitetest.Words(doc.Find(".meet")))
	}
	d.Press(3, "meet", "player", sitetest.ID(a), "player", sitetest.ID(b))
	if g := s.Round(3).Game(a); !g.Has(b) || !g.Locked {
		t.Errorf("the two do not meet: %+v", g)
	}
	if got := sitetest.Text(d.Look("/draw/3/why?a="+sitetest.ID(a)+"&b="+sitetest.ID(b)), "#whynot"); !strings.Contains(got, "They meet in this round") {
		t.Errorf("about a pair that is drawn: %q", got)
	}
	if got := sitetest.Text(d.Look("/log"), ".log tbody tr:first-child .what"); !strings.Contains(got, "Round 3: made") {
		t.Errorf("logged as %q", got)
	}
}

func TestPairsWithoutAPrice(t *testing.T) {
	s, d := sitetest.Drawn(t)
	bye, other := s.Round(3).Byes[0], s.Round(3).Games[0].Black
	for _, tt := range []struct {
		status int
		query  string
		says   string
	}{
		{http.StatusConflict, "a=" + sitetest.ID(bye) + "&b=" + sitetest.ID(other), "has the bye of round 3"},
		{http.StatusUnprocessableEntity, "a=3&b=3", "two different players"},
		{http.StatusNotFound, "a=3&b=77", "77"},
		{http.StatusOK, "", ""},
	} {
		s.Run(http.StatusText(tt.status), func(t *testing.T) {
			d.Site.Client = d.Client
			doc := d.Page(s.Get("/desk/spring-cup/draw/3/why?"+tt.query), tt.status)
			if got := sitetest.Text(doc, "#whynot [role=alert], #messages"); !strings.Contains(got, tt.says) {
				t.Errorf("%s is answered %q", tt.query, got)
			}
			if doc.Find("form.whynot select").Length() != 2 {
				t.Errorf("%s: nothing else can be asked", tt.query)
			}
		})
	}
	s.Check(s.Director.On(sitetest.Anna, "spring-cup").Round(3).Unpair(t.Context(), 1))
	s.Check(s.Director.On(sitetest.Anna, "spring-cup").SetStatus(t.Context(), other, tournament.Withdrawn))
	d.Site.Client = d.Client
	if got := sitetest.Text(d.Page(s.Get("/desk/spring-cup/draw/3/why?a="+sitetest.ID(other)+"&b=2"), http.StatusConflict), "[role=alert]"); !strings.Contains(got, "does not play round 3") {
		t.Errorf("about somebody who is away: %q", got)
	}
	d.Page(s.Get("/desk/spring-cup/draw/3/meet/"+sitetest.ID(other)), http.StatusConflict)
	d.Page(s.Get("/desk/spring-cup/draw/3/meet/77"), http.StatusNotFound)
	d.Page(s.Get("/desk/spring-cup/draw/4/meet/1"), http.StatusNotFound)
	d.Page(s.Get("/desk/spring-cup/draw/4/why"), http.StatusNotFound)
}

func TestOnlyDirectorsSeePairsKeptApart(t *testing.T) {
	s, d := sitetest.Drawn(t)
	a, b := strangers(s.Round(3))
	s.Check(s.Director.On(sitetest.Anna, "spring-cup").Constraints().KeepApart(t.Context(), []tournament.PlayerID{a, b}, 0))
	if got := sitetest.Text(d.Look("/draw/3/why?a="+sitetest.ID(a)+"&b="+sitetest.ID(b)), "#whynot"); !strings.Contains(got, "kept apart") {
		t.Errorf("the ban is not said: %q", got)
	}
	if got := sitetest.Text(d.Look("/draw/3/meet/"+sitetest.ID(a)), ".candidates tr[data-key='"+sitetest.ID(b)+"'] .price"); !strings.Contains(got, "kept apart") {
		t.Errorf("the ban is not marked: %q", got)
	}
	d.Press(3, "meet", "player", sitetest.ID(a), "player", sitetest.ID(b))
	if got := sitetest.Text(d.Look("/draw/3"), ".marks .error"); !strings.Contains(got, "kept apart") {
		t.Errorf("the broken ban is marked %q", got)
	}
	s.Check(s.Director.On(sitetest.Anna, "spring-cup").Round(3).Publish(t.Context()))
	s.Client = s.Browser()
	for _, p := range s.State("spring-cup").Players {
		if got := s.Get("/t/spring-cup/round/3/why/" + sitetest.ID(p.ID)); got.StatusCode == http.StatusOK {
			if said := sitetest.Text(s.Page(got, http.StatusOK), "#meeting"); strings.Contains(said, "apart") {
				t.Errorf("player %d reads %q", p.ID, said)
			} else if !strings.Contains(said, "This draw was made with random number") || strings.Contains(said, "inputs") {
				t.Errorf("the inputs are private, and player %d reads %q", p.ID, said)
			}
		}
	}
}

func TestCandidatesLetTwoMeet(t *testing.T) {
	s, d := sitetest.Drawn(t)
	r := s.Round(3)
	a := r.Games[0].Black
	doc := d.Look("/draw/3/meet/" + sitetest.ID(a))
	rows := doc.Find(".candidates tbody tr")
	if rows.Length() != 8 {
		t.Fatalf("%d candidates, want 8", rows.Length())
	}
	if got := sitetest.Words(rows.First().Find(".price")); got != "Now" || rows.First().AttrOr("data-key", "") != sitetest.ID(r.Game(a).Opponent(a)) {
		t.Errorf("the first row says %q", got)
	}
	if got := sitetest.Words(doc.Find(".candidates tr:contains(Bye) .price")); got == "" {
		t.Error("the exchange with the player who has the bye is not priced")
	}
	if got := doc.Find(".candidates .price .tag").FilterFunction(func(_ int, e *goquery.Selection) bool { return strings.Contains(sitetest.Words(e), "met in round") }).Length(); got == 0 {
		t.Error("nobody is marked as met before")
	}
	costs := map[string]bool{}
	doc.Find(".candidates .price a").Each(func(_ int, e *goquery.Selection) {
		said, path := sitetest.Words(e), strings.TrimPrefix(e.AttrOr("href", ""), "/desk/spring-cup")
		costs[said] = true
		// The page of the pair has its sentences on separate lines.
		alone := sitetest.Text(d.Look(path), ".verdict")
		if stops := strings.NewReplacer(".", ""); !strings.Contains(stops.Replace(alone), stops.Replace(said)) {
			t.Errorf("%s: the list says %q, the page of the pair %q", path, said, alone)
		}
	})
	if len(costs) < 2 {
		t.Errorf("the list knows the costs %v", costs)
	}
	b := r.Games[1].White
	form := doc.Find(".candidates tr[data-key='" + sitetest.ID(b) + "'] form")
	players := url.Values{"do": {form.Find("button").AttrOr("value", "")}}
	form.Find("input").Each(func(_ int, e *goquery.Selection) { players.Add("player", e.AttrOr("value", "")) })
	d.Follow(d.Send("/draw/3", players))
	if g := s.Round(3).Game(a); !g.Has(b) {
		t.Errorf("%d meets %d", a, g.Opponent(a))
	}
}

func TestSomeArePairedAnewOnThePage(t *testing.T) {
	s, d := sitetest.Drawn(t)
	r := s.Round(3)
	a, b := r.Games[0], r.Games[1]
	d.Press(3, "swap", "player", sitetest.ID(a.White), "player", sitetest.ID(b.White))
	four := []string{"player", sitetest.ID(a.Black), "player", sitetest.ID(a.White), "player", sitetest.ID(b.Black), "player", sitetest.ID(b.White)}
	doc := d.Press(3, "among", four...)
	if g := s.Round(3).Game(a.Black); !g.Has(a.White) {
		t.Errorf("the better pairs are not found: %+v", g)
	}
	if got := sitetest.Text(doc, ".cost"); !strings.Contains(got, "re-paired 4 players") || !strings.Contains(got, "Better: ") || !strings.Contains(got, "This field allows no better draw") {
		t.Errorf("what it brought: %q", got)
	}
	s.Check(s.Director.On(sitetest.Anna, "spring-cup").Round(3).Publish(t.Context()))
	d.Press(3, "swap", "player", sitetest.ID(a.White), "player", sitetest.ID(b.White), "sure", "yes", "why", "slip")
	doc = d.Press(3, "among", four...)
	if got := sitetest.Words(doc.Find("#ask")); !strings.Contains(got, "2 tables of a published round change") || !strings.Contains(got, "Better: ") {
		t.Errorf("in a published round the question reads %q", got)
	}
	if g := s.Round(3).Game(a.Black); g.Has(a.White) {
		t.Error("a published round is changed without a question")
	}
	d.Press(3, "among", append(four, "sure", "yes", "why", "slip")...)
	if g := s.Round(3).Game(a.Black); !g.Has(a.White) {
		t.Error("the change is not made")
	}
	doc = d.Press(3, "among", four...)
	if got := sitetest.Words(doc.Find("#ask")); !strings.Contains(got, "Nothing would change") || doc.Find("#ask button").Length() != 0 {
		t.Errorf("where nothing is to be gained: %q", got)
	}
	if got := d.Refused(http.StatusUnprocessableEntity, 3, "among", "player", "1"); !strings.Contains(got, "at least two") {
		t.Errorf("one player is refused with %q", got)
	}
}

// subjectsOf returns the subjects of the checks that a draw's page lists.
func subjectsOf(doc *goquery.Document) map[string]bool {
	subjects := map[string]bool{}
	doc.Find(".points > li").Each(func(_ int, e *goquery.Selection) { subjects[e.AttrOr("data-subject", "")] = true })
	return subjects
}

// TestTenSubjectsAreChecked counts the subjects of the checks and follows their
// links.
func TestTenSubjectsAreChecked(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	s, d := sitetest.Drawn(t)
	d.Press(3, "swap", "player", "9", "player", "2")
	d.Press(3, "move", "table", "4", "to", "9")
	d.Press(3, "unpair", "table", "3")
	for _, published := range []bool{false, true} {
		if published {
			s.Check(s.Director.On(sitetest.Anna, "spring-cup").Round(3).Publish(t.Context()))
		}
		doc := d.Look("/draw/3")
		if n := len(subjectsOf(doc)); n != 10 && !published || published && n != 9 { // requests are only checked before publication
			t.Fatalf("%d things are looked at", n)
		}
		if doc.Find(".points .done").Length() == 0 || doc.Find(".points .grave").Length() < 2 {
			t.Error("what is fine and what is not cannot be told apart")
		}
		doc.Find(".points :is(.attention, .grave)").Each(func(_ int, e *goquery.Selection) {
			if e.Find("a").Length() == 0 {
				t.Errorf("%q leads nowhere", sitetest.Words(e))
			}
		})
		doc.Find(".points a").Each(func(_ int, e *goquery.Selection) {
			path, anchor, _ := strings.Cut(e.AttrOr("href", ""), "#")
			there := d.Look(strings.TrimPrefix(path, "/desk/spring-cup"))
			if anchor != "" && there.Find("#"+anchor).Length() == 0 {
				t.Errorf("%s leads to no place #%s", path, anchor)
			}
		})
	}
}

func TestSpoiltGamesAreNamed(t *testing.T) {
	s, d := sitetest.Drawn(t)
	first := s.Round(1).Games[0] // 1 and 2 have met
	g := s.Round(3).Game(2)
	doc := d.Press(3, "swap", "player", sitetest.ID(first.Black), "player", sitetest.ID(g.Opponent(2)))
	if got := sitetest.Text(doc, ".cost .tag.error"); !strings.Contains(got, "rematch · Table") {
		t.Errorf("a rematch is said as %q", got)
	}
	if got := sitetest.Text(doc, ".cost .price"); !strings.Contains(got, "Worse: 1 more rematch, ") {
		t.Errorf("what got worse: %q", got)
	}
}

func TestDrawIsVerifiedOnThePage(t *testing.T) {
	const keptWithIt = "saved players, results and settings"
	s, d := sitetest.Drawn(t)
	s.Check(s.Director.On(sitetest.Anna, "spring-cup").Round(3).Publish(t.Context()))
	doc := d.Look("/draw/3")
	path := doc.Find("a[href$='/verify']").AttrOr("href", "")
	doc = d.Look(strings.TrimPrefix(path, "/desk/spring-cup"))
	if got := sitetest.Text(doc, "#verify"); !strings.Contains(got, "Yes: drawing again") || !strings.Contains(got, s.Round(3).Drawn.MadeFrom) || !strings.Contains(got, keptWithIt) {
		t.Errorf("the draw as it was: %q", got)
	}
	r := s.Round(3)
	d.Press(3, "swap", "player", sitetest.ID(r.Games[0].White), "player", sitetest.ID(r.Games[1].White), "sure", "yes", "why", "slip")
	if got := sitetest.Text(d.Look("/draw/3/verify"), "#verify"); !strings.Contains(got, "Yes: drawing again") || !strings.Contains(got, "differs from the draw: Table 1:") {
		t.Errorf("a changed round: %q", got)
	}
	d.Site.Client = d.Client
	if got := sitetest.Text(d.Page(s.Get("/desk/spring-cup/draw/1/verify"), http.StatusConflict), "#verify"); !strings.Contains(got, "paired by hand") || strings.Contains(got, keptWithIt) {
		t.Errorf("a round by hand: %q", got)
	}
	older := s.State("spring-cup").Clone()
	older.Info.Slug, older.Round(3).Drawn.MadeFrom = "autumn-cup", ""
	_, err := s.Director.Import(t.Context(), sitetest.Anna, tournament.Whole{Tournament: older}, director.Founding{})
	s.Check(err)
	if got := sitetest.Text(d.Page(s.Get("/desk/autumn-cup/draw/3/verify"), http.StatusOK), "#verify"); !strings.Contains(got, "before inputs were saved with it") || strings.Contains(got, keptWithIt) {
		t.Errorf("a draw of an older version: %q", got)
	}
	d.Page(s.Get("/desk/spring-cup/draw/4/verify"), http.StatusNotFound)
}

// TestPlannedRoundsAreExplained loads pages of a knockout, where the plan decides.
func TestPlannedRoundsAreExplained(t *testing.T) {
	s := newSite(t)
	d := s.Event(7, func(tn *tournament.Tournament) { tn.Settings.System = tournament.Knockout })
	doc := d.Look("/draw/1?table=1")
	if got := sitetest.Text(doc, "#chosen .told"); strings.Count(got, "in match 1 of the bracket (Quarter-final)") != 2 || !strings.Contains(got, "You are seed 4. Eberg X is seed 5.") {
		t.Errorf("the two are told %q", got)
	}
	if got := sitetest.Text(doc, "#chosen .plan"); !strings.Contains(got, "Quarter-final, match 1: seed 4 against seed 5.") {
		t.Errorf("the director reads %q", got)
	}
	if doc.Find("#pick button[value=among]").Length() != 0 {
		t.Error("a draw is offered where there is a plan")
	}
	if got := sitetest.Text(doc, "#idle small"); !strings.Contains(got, "more places than the 7 players: seed 1 advances without a game") {
		t.Errorf("the bye is explained as %q", got)
	}
	g := s.Game(1, 1)
	if got := sitetest.Text(d.Look("/draw/1/meet/"+sitetest.ID(g.Black)), ".candidates .do"); strings.Contains(got, "cost") {
		t.Errorf("a price is offered: %q", got)
	}
	d.Site.Client = d.Client
	for _, two := range []struct{ a, b, want string }{
		{sitetest.ID(g.Black), sitetest.ID(g.White), "They meet in this round, at table 1."},
		{sitetest.ID(g.Black), "2", "They can meet in round 3 at the earliest, if both get that far: Final, match 6."},
		{"1", sitetest.ID(g.White), "They can meet in round 2 at the earliest, if both get that far: Semi-final, match 4."},
	} {
		s.Run(two.want, func(t *testing.T) {
			doc := d.Page(s.Get("/desk/spring-cup/draw/1/why?a="+two.a+"&b="+two.b), http.StatusOK)
			if got := sitetest.Text(doc, "#whynot .verdict"); !strings.Contains(got, two.want) || doc.Find("form.meet").Length() != 0 {
				t.Errorf("%s and %s: %q", two.a, two.b, got)
			}
		})
	}
	s.Check(s.Director.On(sitetest.Anna, "spring-cup").Round(1).Publish(t.Context()))
	if got := sitetest.Text(d.Look("/draw/1/verify"), "#verify"); !strings.Contains(got, "Yes: drawing again") {
		t.Errorf("verified: %q", got)
	}
	if got := sitetest.Text(s.Page(s.Get("/t/spring-cup/round/1/why/"+sitetest.ID(g.White)), http.StatusOK), ".card .big"); !strings.Contains(got, "of the bracket (Quarter-final)") {
		t.Errorf("a player reads %q", got)
	}
	report := workbook.DrawReport{}
	s.Check(json.NewDecoder(s.Get("/api/v1/tournaments/spring-cup/rounds/1/explanations").Body).Decode(&report))
	if got := report.Games[0]; !slices.Equal(got.Plan, []string{"Quarter-final, match 1: seed 4 against seed 5."}) || len(got.Reasons.Black) != 3 {
		t.Errorf("in JSON it is %+v", got)
	}
}

// TestMatchesAreExplained loads the pages for directors and players of teams.
func TestMatchesAreExplained(t *testing.T) {
	s := newSite(t)
	d := s.Event(8, func(tn *tournament.Tournament) {
		tn.Settings.Teams.Boards = 2
		for i, name := range []string{"Owls", "Elks", "Bears", "Wolves"} {
			_, err := tn.SetTeam(tournament.Team{Name: name, Members: []tournament.PlayerID{tn.Players[2*i].ID, tn.Players[2*i+1].ID}})
			s.Check(err)
		}
	})
	doc := d.Look("/draw/1?table=1")
	if got := sitetest.Text(doc, "#chosen .told"); strings.Count(got, "You meet") != 2 || !strings.ContainsAny(got, "OEBW") {
		t.Errorf("the two are told %q", got)
	}
	snapshot, err := s.Director.Snapshot(t.Context(), "spring-cup")
	s.Check(err)
	matches, _ := snapshot.Tournament.Matches(1)
	query := "/why?a=" + sitetest.ID(matches[0].A) + "&b=" + sitetest.ID(matches[1].B)
	doc = d.Look("/draw/1" + query)
	if got := sitetest.Text(doc, "#whynot"); doc.Find(".instead tbody tr").Length() != 2 || doc.Find("form.meet").Length() != 0 {
		t.Errorf("another match: %q", got)
	}
	finder := d.Look("/draw/1/meet/" + sitetest.ID(s.Game(1, 1).Black))
	if n := finder.Find(".candidates tbody tr").Length(); n != 3 || finder.Find(".candidates form").Length() != 0 {
		t.Errorf("%d teams could be met", n)
	}
	if got := d.Refused(http.StatusConflict, 1, "meet", "player", "1", "player", "3"); !strings.Contains(got, "on all their boards") {
		t.Errorf("two players of teams are refused with %q", got)
	}
	before := s.Round(1).Games
	d.Press(1, "among", "player", "1", "player", "3", "player", "5", "player", "7")
	for i, g := range s.Round(1).Games {
		if g.ID != before[i].ID {
			t.Errorf("the best matches are changed: %+v, were %+v", g, before[i])
		}
	}
	s.Check(s.Director.On(sitetest.Anna, "spring-cup").Round(1).Publish(t.Context()))
	s.Page(s.Get("/t/spring-cup/round/1/why/"+sitetest.ID(s.Game(1, 1).White)), http.StatusOK)
}

// TestSelectedPlayersArePriced selects players of a draft by the address, as the page does when
// a stone is clicked.
func TestSelectedPlayersArePriced(t *testing.T) {
	s, d := sitetest.Drawn(t)
	games := s.Round(3).Games
	selected := func(players ...tournament.PlayerID) (*goquery.Selection, string) {
		t.Helper()
		query := url.Values{}
		for _, p := range players {
			query.Add("player", sitetest.ID(p))
		}
		doc := d.Look("/draw/3?" + query.Encode())
		if n := doc.Find(".pick input[checked]").Length(); n != len(players) {
			t.Errorf("%d players are selected, want %d", n, len(players))
		}
		pick := doc.Find("#pick")
		var buttons []string
		for _, b := range pick.Find("button[name=do]").EachIter() {
			buttons = append(buttons, b.AttrOr("value", ""))
		}
		return pick, strings.Join(buttons, " ")
	}
	name := func(p tournament.PlayerID) string { return s.State("spring-cup").Player(p).Name() }
	a, b := games[0].Black, games[3].Black

	pick, buttons := selected(a)
	if got := sitetest.Words(pick.Find("h2")); !strings.Contains(got, name(a)) || buttons != "bye absent withdraw" {
		t.Errorf("one player: %q, buttons %s", got, buttons)
	}
	pick, buttons = selected(a, b)
	if got := sitetest.Words(pick.Find("h2")); got != "Swap "+name(a)+" and "+name(b)+"?" || buttons != "swap bye" {
		t.Errorf("two players: %q, buttons %s", got, buttons)
	}
	said := sitetest.Words(pick.Find("p.small"))
	if !strings.HasPrefix(said, "Worse: ") || !strings.Contains(said, "Colours change at table ") || strings.Contains(said, "\u202f") || pick.Find("details:not([open]) li").Length() == 0 {
		t.Errorf("the swap costs %q", said)
	}
	pick, buttons = selected(games[1].Black, games[1].White)
	if got := sitetest.Words(pick.Find("p.small")); got != "They meet in this round, at table 2." || strings.Contains(buttons, "swap") {
		t.Errorf("two who meet: %q, buttons %s", got, buttons)
	}
	if pick, buttons = selected(a, b, games[1].White); sitetest.Words(pick.Find("h2")) != "3 selected" || buttons != "among bye" {
		t.Errorf("three players: %q, buttons %s", sitetest.Words(pick.Find("h2")), buttons)
	}
	if selected(); d.Look("/draw/3?player=999&player=x").Find("#pick h2, .pick input[checked]").Length() != 0 {
		t.Error("players who do not exist are selected")
	}
}
