package web

import (
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"tourney/internal/director"
	"tourney/internal/exchange/publish"
	"tourney/internal/tournament"
)

// drawn lets the program draw round 3 of the cup.
func drawn(t *testing.T) (*testSite, *deskClient) {
	t.Helper()
	s := newSite(t)
	s.cup()
	d := s.desk("")
	d.press(3, "pair", "seed", "1")
	return s, d
}

// strangers returns two players of a drawn round who do not meet in it.
func strangers(r *tournament.Round) (a, b tournament.PlayerID) {
	return r.Games[0].Black, r.Games[1].White
}

func TestUnfoldedRowShowsReasons(t *testing.T) {
	s, d := drawn(t)
	g := s.game(3, 1)
	doc := d.look("/draw/3?table=1")
	if got := text(doc, "#chosen .reasons"); !strings.Contains(got, "They have not met before.") || !strings.Contains(got, "Equal score") {
		t.Errorf("the reasons read %q", got)
	}
	if got := text(doc, "#chosen .told"); strings.Count(got, "You meet") != 2 {
		t.Errorf("the two are told %q", got)
	}
	others := doc.Find("#chosen .alt li")
	if others.Length() < 2 || others.Find("a[href^='/desk/spring-cup/draw/3/why?a=']").Length() != others.Length() || !strings.ContainsAny(words(others), ".") {
		t.Errorf("the other opponents: %s", words(others))
	}
	compare := strings.TrimPrefix(doc.Find("#chosen .finders a").First().AttrOr("href", ""), "/desk/spring-cup")
	form := d.look(compare).Find("form.whynot")
	if form.Find("select[name=a] option[selected]").AttrOr("value", "") != id(g.Black) || form.Find("select[name=b] option").Length() != 9 {
		t.Errorf("the form to compare any two at %s: %s", compare, words(form))
	}
	if got := doc.Find("#chosen .finders a").Eq(1).AttrOr("href", ""); got != "/desk/spring-cup/draw/3/meet/"+id(g.Black) {
		t.Errorf("the search for an opponent is at %q", got)
	}
	if got := text(doc, "#idle small"); !strings.Contains(got, "The number of players is odd") {
		t.Errorf("the bye is explained as %q", got)
	}
}

func TestAnotherPairIsPriced(t *testing.T) {
	s, d := drawn(t)
	a, b := strangers(s.round(3))
	doc := d.look("/draw/3/why?a=" + id(a) + "&b=" + id(b))
	if got := text(doc, ".verdict"); !strings.HasPrefix(got, "It makes the draw worse.") || !strings.Contains(got, "orse: ") {
		t.Errorf("the price reads %q", got)
	}
	rows := doc.Find(".instead tbody tr")
	if rows.Length() < 2 || doc.Find(".instead tr.current").Length() != 1 {
		t.Errorf("%d other games", rows.Length())
	}
	if text(doc, ".reasons") == "" {
		t.Error("no reasons")
	}
	button := doc.Find("form.meet:has(button.main)")
	if button.Find("button").AttrOr("value", "") != "meet" {
		t.Fatalf("the games cannot be played: %s", words(doc.Find(".meet")))
	}
	d.press(3, "meet", "player", id(a), "player", id(b))
	if g := s.round(3).Game(a); !g.Has(b) || !g.Locked {
		t.Errorf("the two do not meet: %+v", g)
	}
	if got := text(d.look("/draw/3/why?a="+id(a)+"&b="+id(b)), "#whynot"); !strings.Contains(got, "They meet in this round") {
		t.Errorf("about a pair that is drawn: %q", got)
	}
	if got := text(d.look("/log"), ".log tbody tr:first-child .what"); !strings.Contains(got, "Round 3: made") {
		t.Errorf("logged as %q", got)
	}
}

func TestPairsWithoutAPrice(t *testing.T) {
	s, d := drawn(t)
	bye, other := s.round(3).Byes[0], s.round(3).Games[0].Black
	for _, tt := range []struct {
		status int
		query  string
		says   string
	}{
		{http.StatusConflict, "a=" + id(bye) + "&b=" + id(other), "has the bye of round 3"},
		{http.StatusUnprocessableEntity, "a=3&b=3", "two different players"},
		{http.StatusNotFound, "a=3&b=77", "77"},
		{http.StatusOK, "", ""},
	} {
		s.run(http.StatusText(tt.status), func(t *testing.T) {
			d.testSite.client = d.client
			doc := d.page(s.get("/desk/spring-cup/draw/3/why?"+tt.query), tt.status)
			if got := text(doc, "#whynot [role=alert], #messages"); !strings.Contains(got, tt.says) {
				t.Errorf("%s is answered %q", tt.query, got)
			}
			if doc.Find("form.whynot select").Length() != 2 {
				t.Errorf("%s: nothing else can be asked", tt.query)
			}
		})
	}
	s.check(s.director.On(anna, "spring-cup").Round(3).Unpair(t.Context(), 1))
	s.check(s.director.On(anna, "spring-cup").SetStatus(t.Context(), other, tournament.Withdrawn))
	d.testSite.client = d.client
	if got := text(d.page(s.get("/desk/spring-cup/draw/3/why?a="+id(other)+"&b=2"), http.StatusConflict), "[role=alert]"); !strings.Contains(got, "does not play round 3") {
		t.Errorf("about somebody who is away: %q", got)
	}
	d.page(s.get("/desk/spring-cup/draw/3/meet/"+id(other)), http.StatusConflict)
	d.page(s.get("/desk/spring-cup/draw/3/meet/77"), http.StatusNotFound)
	d.page(s.get("/desk/spring-cup/draw/4/meet/1"), http.StatusNotFound)
	d.page(s.get("/desk/spring-cup/draw/4/why"), http.StatusNotFound)
}

func TestOnlyDirectorsSeePairsKeptApart(t *testing.T) {
	s, d := drawn(t)
	a, b := strangers(s.round(3))
	s.check(s.director.On(anna, "spring-cup").Constraints().KeepApart(t.Context(), []tournament.PlayerID{a, b}, 0))
	if got := text(d.look("/draw/3/why?a="+id(a)+"&b="+id(b)), "#whynot"); !strings.Contains(got, "kept apart") {
		t.Errorf("the ban is not said: %q", got)
	}
	if got := text(d.look("/draw/3/meet/"+id(a)), ".candidates tr[data-key='"+id(b)+"'] .price"); !strings.Contains(got, "kept apart") {
		t.Errorf("the ban is not marked: %q", got)
	}
	d.press(3, "meet", "player", id(a), "player", id(b))
	if got := text(d.look("/draw/3"), ".marks .error"); !strings.Contains(got, "kept apart") {
		t.Errorf("the broken ban is marked %q", got)
	}
	s.check(s.director.On(anna, "spring-cup").Round(3).Publish(t.Context()))
	s.client = s.browser()
	for _, p := range s.state("spring-cup").Players {
		if got := s.get("/t/spring-cup/round/3/why/" + id(p.ID)); got.StatusCode == http.StatusOK {
			if said := text(s.page(got, http.StatusOK), "#meeting"); strings.Contains(said, "apart") {
				t.Errorf("player %d reads %q", p.ID, said)
			} else if !strings.Contains(said, "This draw was made with random number") || strings.Contains(said, "inputs") {
				t.Errorf("the inputs are private, and player %d reads %q", p.ID, said)
			}
		}
	}
}

func TestCandidatesLetTwoMeet(t *testing.T) {
	s, d := drawn(t)
	r := s.round(3)
	a := r.Games[0].Black
	doc := d.look("/draw/3/meet/" + id(a))
	rows := doc.Find(".candidates tbody tr")
	if rows.Length() != 8 {
		t.Fatalf("%d candidates, want 8", rows.Length())
	}
	if got := words(rows.First().Find(".seat")); got != "Bye" {
		t.Errorf("who is free comes %q", got)
	}
	if got := doc.Find(".candidates .price .tag").FilterFunction(func(_ int, e *goquery.Selection) bool { return strings.Contains(words(e), "met in round") }).Length(); got == 0 {
		t.Error("nobody is marked as met before")
	}
	costs := map[string]bool{}
	doc.Find(".candidates .price a").Each(func(_ int, e *goquery.Selection) {
		said, path := words(e), strings.TrimPrefix(e.AttrOr("href", ""), "/desk/spring-cup")
		costs[said] = true
		// The page of the pair has its parts on lines of their own.
		alone := text(d.look(path), ".verdict")
		if stops := strings.NewReplacer(".", ""); !strings.Contains(stops.Replace(alone), stops.Replace(said)) {
			t.Errorf("%s: the list says %q, the page of the pair %q", path, said, alone)
		}
	})
	if len(costs) < 3 || !costs["It costs nothing."] {
		t.Errorf("the list knows the costs %v", costs)
	}
	b := r.Games[1].White
	form := doc.Find(".candidates tr[data-key='" + id(b) + "'] form")
	players := url.Values{"do": {form.Find("button").AttrOr("value", "")}}
	form.Find("input").Each(func(_ int, e *goquery.Selection) { players.Add("player", e.AttrOr("value", "")) })
	d.follow(d.send("/draw/3", players))
	if g := s.round(3).Game(a); !g.Has(b) {
		t.Errorf("%d meets %d", a, g.Opponent(a))
	}
}

// TestFreePairing pairs all players by hand.
func TestFreePairing(t *testing.T) {
	s := newSite(t)
	s.cup()
	snapshot, err := s.director.Snapshot(t.Context(), "spring-cup")
	s.check(err)
	settings := snapshot.Tournament.Settings
	settings.System = tournament.Free
	s.check(s.director.On(anna, "spring-cup").SetUp(t.Context(), snapshot.Tournament.Info, settings))
	d := s.desk("")
	doc := d.look("/draw/3")
	if doc.Find("#pick button[value=among]").Length() != 0 {
		t.Error("some can be paired anew where nothing is drawn")
	}
	for range 3 {
		doc = d.look(strings.TrimPrefix(doc.Find("#idle .do a").First().AttrOr("href", ""), "/desk/spring-cup"))
		form := doc.Find(".candidates form").First()
		sent := url.Values{"do": {form.Find("button").AttrOr("value", "")}}
		form.Find("input").Each(func(_ int, e *goquery.Selection) { sent.Add("player", e.AttrOr("value", "")) })
		doc = d.follow(d.send("/draw/3", sent))
	}
	if n := len(s.round(3).Games); n != 4 {
		t.Errorf("%d games, want 4", n)
	}
	if n := doc.Find("a[href$='ask=pair'], .cost").Length(); n != 0 || strings.Contains(text(doc, "aside"), "seed") {
		t.Error("what the director has paired is offered to be drawn again, or priced, or has a seed")
	}
	if got := d.refused(http.StatusConflict, 3, "among", "player", "1", "player", "2"); !strings.Contains(got, "by hand") {
		t.Errorf("a draw among some is refused with %q", got)
	}
	s.check(s.director.On(anna, "spring-cup").Round(3).Drop(t.Context()))
	doc = d.look("/draw/3")
	if got := text(doc, ".undrawn"); !strings.Contains(got, "Tick two players") || doc.Find(".undrawn [name=seed]").Length() != 0 {
		t.Errorf("before the round is begun the page says %q", got)
	}
}

func TestSomeArePairedAnewOnThePage(t *testing.T) {
	s, d := drawn(t)
	r := s.round(3)
	a, b := r.Games[0], r.Games[1]
	d.press(3, "swap", "player", id(a.White), "player", id(b.White))
	four := []string{"player", id(a.Black), "player", id(a.White), "player", id(b.Black), "player", id(b.White)}
	doc := d.press(3, "among", four...)
	if g := s.round(3).Game(a.Black); !g.Has(a.White) {
		t.Errorf("the better pairs are not found: %+v", g)
	}
	if got := text(doc, ".cost"); !strings.Contains(got, "re-paired 4 players") || !strings.Contains(got, "It makes the draw better.") || !strings.Contains(got, "No better draw exists") {
		t.Errorf("what it brought: %q", got)
	}
	s.check(s.director.On(anna, "spring-cup").Round(3).Publish(t.Context()))
	d.press(3, "swap", "player", id(a.White), "player", id(b.White), "sure", "yes", "why", "slip")
	doc = d.press(3, "among", four...)
	if got := words(doc.Find("#ask")); !strings.Contains(got, "2 tables of a published round change") || !strings.Contains(got, "It makes the draw better.") {
		t.Errorf("in a published round the question reads %q", got)
	}
	if g := s.round(3).Game(a.Black); g.Has(a.White) {
		t.Error("a published round is changed without a question")
	}
	d.press(3, "among", append(four, "sure", "yes", "why", "slip")...)
	if g := s.round(3).Game(a.Black); !g.Has(a.White) {
		t.Error("the change is not made")
	}
	doc = d.press(3, "among", four...)
	if got := words(doc.Find("#ask")); !strings.Contains(got, "Nothing would change") || doc.Find("#ask button").Length() != 0 {
		t.Errorf("where nothing is to be gained: %q", got)
	}
	if got := d.refused(http.StatusUnprocessableEntity, 3, "among", "player", "1"); !strings.Contains(got, "at least two") {
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
	s, d := drawn(t)
	d.press(3, "swap", "player", "9", "player", "2")
	d.press(3, "move", "table", "4", "to", "9")
	d.press(3, "unpair", "table", "3")
	for _, published := range []bool{false, true} {
		if published {
			s.check(s.director.On(anna, "spring-cup").Round(3).Publish(t.Context()))
		}
		doc := d.look("/draw/3")
		if n := len(subjectsOf(doc)); n != 10-boolInt(published) { // requests are no matter any more
			t.Fatalf("%d things are looked at", n)
		}
		if doc.Find(".points .done").Length() == 0 || doc.Find(".points .grave").Length() < 2 {
			t.Error("what is fine and what is not cannot be told apart")
		}
		doc.Find(".points :is(.attention, .grave)").Each(func(_ int, e *goquery.Selection) {
			if e.Find("a").Length() == 0 {
				t.Errorf("%q leads nowhere", words(e))
			}
		})
		doc.Find(".points a").Each(func(_ int, e *goquery.Selection) {
			path, anchor, _ := strings.Cut(e.AttrOr("href", ""), "#")
			there := d.look(strings.TrimPrefix(path, "/desk/spring-cup"))
			if anchor != "" && there.Find("#"+anchor).Length() == 0 {
				t.Errorf("%s leads to no place #%s", path, anchor)
			}
		})
	}
}

func TestSpoiltGamesAreNamed(t *testing.T) {
	s, d := drawn(t)
	first := s.round(1).Games[0] // 1 and 2 have met
	g := s.round(3).Game(2)
	doc := d.press(3, "swap", "player", id(first.Black), "player", id(g.Opponent(2)))
	if got := text(doc, ".cost .tag.error"); !strings.Contains(got, "rematch · Table") {
		t.Errorf("a rematch is said as %q", got)
	}
	if got := text(doc, ".cost .price"); !strings.Contains(got, "Costs 1 rematch.") {
		t.Errorf("what got worse: %q", got)
	}
}

func TestDrawIsVerifiedOnThePage(t *testing.T) {
	const keptWithIt = "that were saved with it"
	s, d := drawn(t)
	s.check(s.director.On(anna, "spring-cup").Round(3).Publish(t.Context()))
	doc := d.look("/draw/3")
	path := doc.Find("a[href$='/verify']").AttrOr("href", "")
	doc = d.look(strings.TrimPrefix(path, "/desk/spring-cup"))
	if got := text(doc, "#verify"); !strings.Contains(got, "Same pairs") || !strings.Contains(got, s.round(3).Drawn.MadeFrom) || !strings.Contains(got, keptWithIt) {
		t.Errorf("the draw as it was: %q", got)
	}
	r := s.round(3)
	d.press(3, "swap", "player", id(r.Games[0].White), "player", id(r.Games[1].White), "sure", "yes", "why", "slip")
	if got := text(d.look("/draw/3/verify"), "#verify"); !strings.Contains(got, "Same pairs") || !strings.Contains(got, "differs from the draw: Table 1:") {
		t.Errorf("a changed round: %q", got)
	}
	d.testSite.client = d.client
	if got := text(d.page(s.get("/desk/spring-cup/draw/1/verify"), http.StatusConflict), "#verify"); !strings.Contains(got, "paired by hand") || strings.Contains(got, keptWithIt) {
		t.Errorf("a round by hand: %q", got)
	}
	older := s.state("spring-cup").Clone()
	older.Info.Slug, older.Round(3).Drawn.MadeFrom = "autumn-cup", ""
	_, err := s.director.Import(t.Context(), anna, tournament.Whole{Tournament: older}, director.Founding{})
	s.check(err)
	if got := text(d.page(s.get("/desk/autumn-cup/draw/3/verify"), http.StatusOK), "#verify"); !strings.Contains(got, "before inputs were saved with it") || strings.Contains(got, keptWithIt) {
		t.Errorf("a draw of an older version: %q", got)
	}
	d.page(s.get("/desk/spring-cup/draw/4/verify"), http.StatusNotFound)
}

// TestPlannedRoundsAreExplained loads pages of a knockout, where the plan decides.
func TestPlannedRoundsAreExplained(t *testing.T) {
	s := newSite(t)
	d := s.event(7, func(tn *tournament.Tournament) { tn.Settings.System = tournament.Knockout })
	doc := d.look("/draw/1?table=1")
	if got := text(doc, "#chosen .told"); strings.Count(got, "in match 1 of the bracket (Quarter-final)") != 2 || !strings.Contains(got, "You are seed 4. Eberg X is seed 5.") {
		t.Errorf("the two are told %q", got)
	}
	if got := text(doc, "#chosen .plan"); !strings.Contains(got, "Quarter-final, match 1: seed 4 against seed 5.") {
		t.Errorf("the director reads %q", got)
	}
	if doc.Find("#pick button[value=among]").Length() != 0 {
		t.Error("a draw is offered where there is a plan")
	}
	if got := text(doc, "#idle small"); !strings.Contains(got, "more places than the 7 players: seed 1 advances without a game") {
		t.Errorf("the bye is explained as %q", got)
	}
	g := s.game(1, 1)
	if got := text(d.look("/draw/1/meet/"+id(g.Black)), ".candidates .do"); strings.Contains(got, "cost") {
		t.Errorf("a price is offered: %q", got)
	}
	d.testSite.client = d.client
	for _, two := range []struct{ a, b, want string }{
		{id(g.Black), id(g.White), "They meet in this round, at table 1."},
		{id(g.Black), "2", "They can meet in round 3 at the earliest, if both get that far: Final, match 6."},
		{"1", id(g.White), "They can meet in round 2 at the earliest, if both get that far: Semi-final, match 4."},
	} {
		s.run(two.want, func(t *testing.T) {
			doc := d.page(s.get("/desk/spring-cup/draw/1/why?a="+two.a+"&b="+two.b), http.StatusOK)
			if got := text(doc, "#whynot .verdict"); !strings.Contains(got, two.want) || doc.Find("form.meet").Length() != 0 {
				t.Errorf("%s and %s: %q", two.a, two.b, got)
			}
		})
	}
	s.check(s.director.On(anna, "spring-cup").Round(1).Publish(t.Context()))
	if got := text(d.look("/draw/1/verify"), "#verify"); !strings.Contains(got, "Same pairs") {
		t.Errorf("verified: %q", got)
	}
	if got := text(s.page(s.get("/t/spring-cup/round/1/why/"+id(g.White)), http.StatusOK), ".card .big"); !strings.Contains(got, "of the bracket (Quarter-final)") {
		t.Errorf("a player reads %q", got)
	}
	report := publish.DrawReport{}
	s.check(json.NewDecoder(s.get("/api/v1/tournaments/spring-cup/rounds/1/explanations").Body).Decode(&report))
	if got := report.Games[0]; !slices.Equal(got.Plan, []string{"Quarter-final, match 1: seed 4 against seed 5."}) || len(got.Reasons.Black) != 3 {
		t.Errorf("in JSON it is %+v", got)
	}
}

// TestMatchesAreExplained loads the pages for directors and players of teams.
func TestMatchesAreExplained(t *testing.T) {
	s := newSite(t)
	d := s.event(8, func(tn *tournament.Tournament) {
		tn.Settings.Teams.Boards = 2
		for i, name := range []string{"Owls", "Elks", "Bears", "Wolves"} {
			_, err := tn.SetTeam(tournament.Team{Name: name, Members: []tournament.PlayerID{tn.Players[2*i].ID, tn.Players[2*i+1].ID}})
			s.check(err)
		}
	})
	doc := d.look("/draw/1?table=1")
	if got := text(doc, "#chosen .told"); strings.Count(got, "You meet") != 2 || !strings.ContainsAny(got, "OEBW") {
		t.Errorf("the two are told %q", got)
	}
	snapshot, err := s.director.Snapshot(t.Context(), "spring-cup")
	s.check(err)
	matches, _ := snapshot.Tournament.Matches(1)
	query := "/why?a=" + id(matches[0].A) + "&b=" + id(matches[1].B)
	doc = d.look("/draw/1" + query)
	if got := text(doc, "#whynot"); doc.Find(".instead tbody tr").Length() != 2 || doc.Find("form.meet").Length() != 0 {
		t.Errorf("another match: %q", got)
	}
	finder := d.look("/draw/1/meet/" + id(s.game(1, 1).Black))
	if n := finder.Find(".candidates tbody tr").Length(); n != 3 || finder.Find(".candidates form").Length() != 0 {
		t.Errorf("%d teams could be met", n)
	}
	if got := d.refused(http.StatusConflict, 1, "meet", "player", "1", "player", "3"); !strings.Contains(got, "on all their boards") {
		t.Errorf("two players of teams are refused with %q", got)
	}
	before := s.round(1).Games
	d.press(1, "among", "player", "1", "player", "3", "player", "5", "player", "7")
	for i, g := range s.round(1).Games {
		if g.ID != before[i].ID {
			t.Errorf("the best matches are changed: %+v, were %+v", g, before[i])
		}
	}
	s.check(s.director.On(anna, "spring-cup").Round(1).Publish(t.Context()))
	s.page(s.get("/t/spring-cup/round/1/why/"+id(s.game(1, 1).White)), http.StatusOK)
}

// TestSelectedPlayersArePriced selects players of a draft by the address, as the page does when
// a stone is clicked.
func TestSelectedPlayersArePriced(t *testing.T) {
	s, d := drawn(t)
	games := s.round(3).Games
	selected := func(players ...tournament.PlayerID) (*goquery.Selection, string) {
		t.Helper()
		query := url.Values{}
		for _, p := range players {
			query.Add("player", id(p))
		}
		doc := d.look("/draw/3?" + query.Encode())
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
	name := func(p tournament.PlayerID) string { return s.state("spring-cup").Player(p).Name() }
	a, b := games[0].Black, games[3].Black

	pick, buttons := selected(a)
	if got := words(pick.Find("h2")); !strings.Contains(got, name(a)) || buttons != "bye absent withdraw" {
		t.Errorf("one player: %q, buttons %s", got, buttons)
	}
	pick, buttons = selected(a, b)
	if got := words(pick.Find("h2")); got != "Swap "+name(a)+" and "+name(b)+"?" || buttons != "swap bye" {
		t.Errorf("two players: %q, buttons %s", got, buttons)
	}
	said := words(pick.Find("p.small"))
	if !strings.Contains(said, "Costs ") || strings.Contains(said, "\u202f") || pick.Find("details:not([open]) li").Length() == 0 {
		t.Errorf("the swap costs %q", said)
	}
	pick, buttons = selected(games[1].Black, games[1].White)
	if got := words(pick.Find("p.small")); got != "They meet in this round, at table 2." || strings.Contains(buttons, "swap") {
		t.Errorf("two who meet: %q, buttons %s", got, buttons)
	}
	if pick, buttons = selected(a, b, games[1].White); words(pick.Find("h2")) != "3 selected" || buttons != "among bye" {
		t.Errorf("three players: %q, buttons %s", words(pick.Find("h2")), buttons)
	}
	if selected(); d.look("/draw/3?player=999&player=x").Find("#pick h2, .pick input[checked]").Length() != 0 {
		t.Error("players who do not exist are selected")
	}
}
