package web

import (
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"tourney/internal/rank"
	"tourney/internal/tournament"
)

// ask presses a button of the page of wishes and tables.
func (d *deskClient) ask(do string, more ...string) *goquery.Document {
	d.t.Helper()
	got := d.send("/steering", drawForm(do, more))
	return d.look(strings.TrimPrefix(d.seeOther(got), "/desk/spring-cup"))
}

func (s *testSite) steering() tournament.Steering { return s.state("spring-cup").Settings.Steering }

func TestSteeringPage(t *testing.T) {
	s := newSite(t)
	s.cup()
	d := s.desk("")
	d.ask("apart", "who", "Abel X", "who", "chvala", "who", "", "until", "0")
	d.ask("apart", "who", "Dahl X; Ek X", "who", "Gran X", "until", "3")
	d.ask("together", "who", "X Holm", "who", "Iro", "until", "4")
	d.ask("seat", "who", "Łoś X", "table", "9")
	d.ask("block", "tables", "13, 20-25")
	d.ask("family", "family", "avoid")
	d.ask("room", "room", "3")
	doc := d.ask("local", "local", "50 %")

	st := s.steering()
	if !slices.Equal(st.Wishes, []tournament.Wish{
		{A: 2, B: 3, Kind: "apart"}, {A: 4, B: 5, Kind: "apart", Until: 3}, {A: 4, B: 7, Kind: "apart", Until: 3},
		{A: 5, B: 7, Kind: "apart", Until: 3}, {A: 8, B: 9, Kind: "together", Until: 4},
	}) || st.Table(6) != 9 || !st.IsBlocked(22) || st.Family != tournament.FamilyAvoided || st.LocalClub != 50 || st.Room != 3 {
		t.Errorf("kept %+v", st)
	}
	rows := doc.Find(".wishes li").Map(func(_ int, e *goquery.Selection) string { return words(e.Find(".what, .when")) })
	want := []string{
		"Abel X 1k – Chvála X 2k from round 3 on Abel X and Chvála X met in round 2",
		"Dahl X 1d – Ek X 1k – Gran X 1d each from each in round 3",
		"Holm X 1k – Iro X 2k in rounds 3 to 4",
		"9 Łoś X 2k from round 3 on", "13 from round 3 on", "20–25 from round 3 on",
	}
	for i, text := range want {
		if i >= len(rows) || strings.Join(strings.Fields(rows[i]), " ") != text {
			t.Errorf("row %d of %d reads %q, want %q", i, len(rows), rows, text)
		}
	}
	// The button of a row removes it.
	for n := doc.Find(".wishes li form").Length(); n > 0; n-- {
		form := doc.Find(".wishes li form").First()
		values := url.Values{"do": {form.Find("button").AttrOr("value", "")}}
		form.Find("input").Each(func(_ int, e *goquery.Selection) { values.Add(e.AttrOr("name", ""), e.AttrOr("value", "")) })
		s.seeOther(d.send("/steering", values))
		doc = d.look("/steering")
	}
	d.ask("family", "family", "")
	d.ask("local", "local", "")
	d.ask("room", "room", "")
	if st := s.steering(); len(st.Wishes)+len(st.Seats)+len(st.Blocked) > 0 || st.Family != "" || st.LocalClub+st.Room != 0 {
		t.Errorf("left over: %+v", st)
	}
}

func TestSteeringRefusesAtItsForm(t *testing.T) {
	s := newSite(t)
	s.cup()
	d := s.desk("")
	d.ask("apart", "who", "Abel", "who", "Chvála")
	d.ask("seat", "who", "Abel", "table", "4")
	d.ask("block", "tables", "13")
	before := s.state("spring-cup").Version
	for _, tt := range []struct {
		section string
		form    []string
		says    string
	}{
		{"apart", []string{"do", "apart", "who", "Nobody Here", "who", "Abel"}, "Nobody in the list is called “Nobody Here”"},
		{"apart", []string{"do", "apart", "who", "Abek X", "who", "Ek"}, "Is it Abel X"},
		{"apart", []string{"do", "apart", "who", "X", "who", "Ek"}, "fits several"},
		{"apart", []string{"do", "apart", "who", "Abel", "who", "abel x"}, "named twice"},
		{"apart", []string{"do", "apart", "who", "Abel"}, "at least two"},
		{"apart", []string{"do", "apart"}, "at least two"},
		{"apart", []string{"do", "apart", "who", "Abel", "who", "Ek", "until", "2"}, "Round 2 is published"},
		{"apart", []string{"do", "apart", "who", strings.Repeat("Abel;", 100)}, "at most 60"},
		{"apart", []string{"do", "lift", "player", "1", "player", "9", "kind", "apart"}, "no longer exists"},
		{"apart", []string{"do", "keep", "player", "1", "player", "999"}, "999"},
		{"together", []string{"do", "together", "who", "Abel", "who", "Chvála"}, "kept apart"},
		{"together", []string{"do", "together", "who", "Abel", "who", "Öberg"}, "met in round 1"},
		{"together", []string{"do", "together", "who", "Abel;Ek;Iro"}, "exactly two"},
		{"room", []string{"do", "room", "room", "many"}, "from 0 to 5000"},
		{"room", []string{"do", "room", "room", "-3"}, "from 0 to 5000"},
		{"seat", []string{"do", "seat", "who", "Ek", "table", "13"}, "blocked"},
		{"seat", []string{"do", "seat", "who", "Ek", "table", "4"}, "fixed table of Abel X"},
		{"seat", []string{"do", "seat", "who", "Ek", "table", "first"}, "first isn't a table"},
		{"seat", []string{"do", "seat", "who", "Ek", "table", "0"}, "0 isn't a table"},
		{"seat", []string{"do", "seat", "who", "", "table", "5"}, "Name one player"},
		{"block", []string{"do", "block", "tables", "1-4"}, "fixed table of Abel X"},
		{"block", []string{"do", "block", "tables", "1-99999999999999999999"}, "isn't a table"},
		{"block", []string{"do", "block", "tables", "5-99999999"}, "from 1 to 5000"},
		{"block", []string{"do", "block", "tables", "9-8"}, "aren't a range"},
		{"block", []string{"do", "block", "tables", "the old ones"}, "isn't a table"},
		{"block", []string{"do", "block", "tables", " , "}, "Write which tables"},
		{"block", []string{"do", "unblock", "tables", "14"}, "no longer blocked"},
		{"ghost", []string{"do", "ghost", "who", "Iro"}, "played in round 1"},
		{"family", []string{"do", "family", "family", "often"}, "isn't a rule"},
		{"local", []string{"do", "local", "local", "most"}, "not most"},
		{"local", []string{"do", "local", "local", "101"}, "not 101"},
	} {
		form := url.Values{}
		for i := 0; i+1 < len(tt.form); i += 2 {
			form.Add(tt.form[i], tt.form[i+1])
		}
		got := d.send("/steering", form)
		if got.StatusCode < 400 || got.StatusCode >= 500 {
			t.Errorf("%v answers %d", tt.form, got.StatusCode)
			continue
		}
		doc := s.page(got, got.StatusCode)
		if says := words(doc.Find("#" + tt.section + " .wrong")); !strings.Contains(says, tt.says) {
			t.Errorf("%v: beside the form stands %q, want %q", tt.form, says, tt.says)
		}
		if typed := form["who"]; len(typed) > 0 && doc.Find("#"+tt.section+" [name=who]").First().AttrOr("value", "") != typed[0] {
			t.Errorf("%v: what was typed is gone", tt.form)
		}
	}
	s.page(d.send("/steering", url.Values{"do": {"explode"}}), http.StatusUnprocessableEntity)
	if now := s.state("spring-cup").Version; now != before {
		t.Errorf("refused forms made version %d of %d", now, before)
	}
}

// Each fault is in the reader's language and has the names.
func TestSteeringFaultsInEveryLanguage(t *testing.T) {
	s := newSite(t)
	s.cup()
	d := s.desk("")
	for _, language := range []string{"en", "fi", "pl", "cs"} {
		for do, form := range map[string]url.Values{
			"apart": {"who": {"Abel", "Abel"}}, "together": {"who": {"Abel", "Öberg"}}, "seat": {"who": {"Abel"}, "table": {"x"}},
			"block": {"tables": {"9-8"}}, "ghost": {"who": {"Abel"}}, "local": {"local": {"-3"}},
		} {
			form = maps.Clone(form)
			form.Set("do", do)
			got := d.send("/steering", form, "Accept-Language", language)
			says := words(s.page(got, got.StatusCode).Find("#" + do + " .wrong"))
			if says == "" || strings.Contains(says, "{") || strings.HasPrefix(says, "steer") {
				t.Errorf("%s in %s: %q", do, language, says)
			}
		}
	}
}

// The suggestions distinguish players of the same name.
func TestNamesakesCanBeNamed(t *testing.T) {
	s := newSite(t)
	s.cup()
	d := s.desk("")
	twin := tournament.Player{Family: "Abel", Given: "X", Rank: rank.Kyu(9), Club: "Elsewhere", Status: tournament.CheckedIn}
	id, err := s.director.On(anna, "spring-cup").AddPlayer(t.Context(), twin, tournament.AllowNamesakes, "")
	s.check(err)
	doc := d.look("/steering")
	var labels []string
	doc.Find("#people option").Each(func(_ int, e *goquery.Selection) {
		if v := e.AttrOr("value", ""); strings.HasPrefix(v, "Abel") {
			labels = append(labels, v)
		}
	})
	if len(labels) != 2 || labels[0] == labels[1] {
		t.Fatalf("the two are suggested as %q", labels)
	}
	doc = d.ask("apart", "who", labels[0], "who", labels[1])
	if w := s.steering().Wishes; len(w) != 1 || w[0].B != id {
		t.Errorf("kept apart: %+v", w)
	}
	if got := words(doc.Find(".families")); !strings.Contains(got, "Abel") || !strings.Contains(got, "kept apart") {
		t.Errorf("the family is shown as %q", got)
	}
}

// One wish can be undone from the log in spite of later ones, and the log describes
// it.
func TestWishesAreUndoneInTheLog(t *testing.T) {
	s := newSite(t)
	s.cup()
	d := s.desk("")
	d.ask("apart", "who", "Abel", "who", "Chvála", "until", "3")
	d.ask("apart", "who", "Dahl;Ek;Gran")
	d.ask("seat", "who", "Holm", "table", "2")
	doc := d.look("/log")
	row := doc.Find("table.log tbody tr").Eq(2)
	if got := text(doc, "table.log tbody tr:nth-child(3) .what > span"); got != "Kept Abel X and Chvála X apart until round 3" {
		t.Errorf("the log says %q", got)
	}
	form := url.Values{}
	row.Find("form input").Each(func(_ int, e *goquery.Selection) { form.Set(e.AttrOr("name", ""), e.AttrOr("value", "")) })
	s.seeOther(d.send("/log", form))
	if st := s.steering(); len(st.Wishes) != 3 || len(st.Seats) != 1 {
		t.Errorf("after the undo: %+v", st)
	}
	if got := text(d.look("/log"), "table.log tbody tr:first-child .what > span"); !strings.Contains(got, "Kept Abel X and Chvála X apart until round 3") {
		t.Errorf("the undo is told as %q", got)
	}
}

// Only a later wish of the same kind prevents the undo of a wish, no other setting.
func TestUndoOfAWishNamesLaterWishes(t *testing.T) {
	s := newSite(t)
	s.cup()
	d := s.desk("")
	d.ask("apart", "who", "Abel", "who", "Chvála")
	d.ask("lift", "player", "2", "player", "3", "kind", "apart")
	d.ask("seat", "who", "Holm", "table", "2")
	row := d.look("/log").Find("table.log tbody tr").Eq(2)
	if got := words(row.Find(".undoes")); !strings.Contains(got, "Stopped keeping Abel X and Chvála X apart") || strings.Contains(got, "table 2") {
		t.Errorf("in the way is %q", got)
	}
}

// The draw marks games by wishes and games against them.
func TestDrawMarksWishes(t *testing.T) {
	s := newSite(t)
	s.cup()
	d := s.desk("")
	d.ask("together", "who", "Dahl", "who", "Gran")
	doc := d.press(3, "pair")
	if got := words(doc.Find("tr:contains('Dahl') .marks")); !strings.Contains(got, "wished") || !strings.Contains(words(doc.Find("tr:contains('Dahl')")), "Gran") {
		t.Errorf("the wished game is marked %q", got)
	}
	games := s.round(3).Games
	g := games[slices.IndexFunc(games, func(g tournament.Game) bool { return !g.Has(4) })]
	d.ask("apart", "who", s.state("spring-cup").Player(g.Black).Name(), "who", s.state("spring-cup").Player(g.White).Name())
	d.ask("block", "tables", "4")
	doc = d.look("/draw/3")
	for row, mark := range map[string]string{"#t" + strconv.Itoa(g.Table): "kept apart", "#t4": "blocked table"} {
		if got := words(doc.Find(row + " .mark")); !strings.Contains(got, mark) {
			t.Errorf("%s is marked %q, want %q", row, got, mark)
		}
	}
	doc = d.look("/steering")
	if got := words(doc.Find(".meaning")); !strings.Contains(got, "1 game is between players who are kept apart") {
		t.Errorf("beside the wishes stands %q", got)
	}
}

// If a wish makes a draw impossible, the draw names the players and what to do.
func TestImpossibleWishesAreExplained(t *testing.T) {
	s := newSite(t)
	s.cup()
	d := s.desk("")
	d.ask("apart", "who", "Öberg;Abel;Chvála;Dahl;Ek;Łoś;Gran;Holm;Iro")
	for _, language := range []string{"en", "fi", "pl", "cs"} {
		got := d.send("/draw/3", url.Values{"do": {"pair"}}, "Accept-Language", language)
		says := text(s.page(got, http.StatusConflict), "#draw > [role=alert]")
		if !strings.Contains(says, "Abel X") || strings.Contains(says, "steer.") {
			t.Errorf("in %s: %q", language, says)
		}
		if language == "en" && !strings.Contains(says, "Remove a wish") {
			t.Errorf("it does not say what to do: %q", says)
		}
	}
}

// Three byes given at once stay when the other players are drawn anew.
func TestSeveralByesByHand(t *testing.T) {
	s := newSite(t)
	s.cup()
	d := s.desk("")
	d.press(3, "bye", "player", "2", "player", "3", "player", "4")
	d.press(3, "pair", "sure", "yes")
	r := s.round(3)
	if !slices.Equal(r.Byes, []tournament.PlayerID{2, 3, 4}) || len(r.Games) != 3 {
		t.Errorf("byes %v and %d games, want the three and three", r.Byes, len(r.Games))
	}
	if got := text(d.look("/log"), ".log"); strings.Count(got, "the bye") != 1 {
		t.Errorf("the log says %q", got)
	}
	d.press(3, "takebye", "player", "3")
	d.press(3, "pair", "sure", "yes")
	if r := s.round(3); len(r.Games) != 3 || !r.HasBye(2) || !r.HasBye(4) || len(r.Byes) != 3 {
		t.Errorf("with one taken back: byes %v, %d games", r.Byes, len(r.Games))
	}
}

// Two players who are no longer kept apart may meet in the draft.
func TestWishThatIsOverNotesNoDraft(t *testing.T) {
	s := newSite(t)
	tn := s.cup()
	s.login()
	g := tn.Round(3).Games[0]
	for until, noted := range map[int]bool{2: false, 3: true} {
		slug := "until-" + strconv.Itoa(until)
		tn.Info.Slug = slug
		tn.Settings.Steering.Wishes = []tournament.Wish{{A: g.Black, B: g.White, Kind: tournament.Apart, Until: until}}
		_, err := s.director.Import(t.Context(), anna, tn, "")
		s.check(err)
		doc := s.page(s.get("/desk/"+slug+"/steering"), http.StatusOK)
		if got := text(doc, "#apart .wishes"); got == "" || strings.Contains(got, "draft of round 3") != noted {
			t.Errorf("until round %d: %q", until, got)
		}
	}
}

// Ticked players stay ticked when a change is refused.
func TestTicksOutlastARefusal(t *testing.T) {
	s := newSite(t)
	s.cup()
	d := s.desk("")
	ticked := []string{"1", "2", "9"}
	doc := d.page(d.send("/draw/3", url.Values{"do": {"swap"}, "player": ticked}), http.StatusUnprocessableEntity)
	var again []string
	doc.Find("[form=pick][checked]").Each(func(_ int, e *goquery.Selection) { again = append(again, e.AttrOr("value", "")) })
	slices.Sort(again)
	slices.Sort(ticked)
	if !slices.Equal(again, ticked) {
		t.Errorf("ticked were %v, and then %v", ticked, again)
	}
}

// A stand-in is shown as such and is in no list.
func TestStandInIsShown(t *testing.T) {
	s := newSite(t)
	s.cup()
	d := s.desk("")
	helper := tournament.Player{Family: "Zeta", Given: "Helper", Rank: rank.Kyu(9), Status: tournament.CheckedIn}
	id9, err := s.director.On(anna, "spring-cup").AddPlayer(t.Context(), helper, tournament.RefuseNamesakes, "")
	s.check(err)
	if got := words(d.ask("ghost", "who", "zeta").Find(".meaning")); !strings.Contains(got, "9 players play round 3, an odd number: Zeta Helper is the stand-in.") {
		t.Errorf("the page says %q", got)
	}
	if got := text(d.ask("together", "who", "zeta", "who", "Abel"), "#together .wishes"); !strings.Contains(got, "Zeta Helper is only a stand-in") {
		t.Errorf("a game that is wished of a helper says %q", got)
	}
	d.press(3, "pair", "sure", "yes")
	if r := s.round(3); len(r.Byes) > 0 || r.Game(id9) == nil {
		t.Fatalf("byes %v, the helper's game %v", r.Byes, r.Game(id9))
	}
	if got := words(d.look("/draw/3").Find("tr:contains('Zeta') .marks")); !strings.Contains(got, "stand-in") {
		t.Errorf("the draw marks the game %q", got)
	}
	d.press(3, "publish", "sure", "yes")
	for path, shown := range map[string]bool{
		"/t/spring-cup/standings": false, "/t/spring-cup/crosstable": false, "/t/spring-cup/round/3": true,
		"/t/spring-cup/round/3?by=name": true, "/t/spring-cup/players": true, "/t/spring-cup/players/" + id(id9): true,
		"/t/spring-cup/round/2": false, // neither absent nor without a game
	} {
		doc := s.page(s.get(path), http.StatusOK)
		if got := strings.Contains(words(doc.Find("main")), "Zeta"); got != shown {
			t.Errorf("%s shows the helper: %v", path, got)
		}
	}
	if got := words(s.page(s.get("/t/spring-cup/players"), 200).Find("tr:contains('Zeta')")); !strings.Contains(got, "stand-in") {
		t.Errorf("the start list says %q", got)
	}
	if got := words(s.page(s.get("/t/spring-cup/players/"+id(id9)), 200).Find(".facts")); !strings.Contains(got, "Stand-in: plays when the number is odd") {
		t.Errorf("the helper's page says %q", got)
	}
	if got := words(d.look("/players/" + id(id9)).Find(".asked")); !strings.Contains(got, "Stand-in") {
		t.Errorf("the entry says %q", got)
	}
}

func TestEntryShowsWishes(t *testing.T) {
	s := newSite(t)
	s.cup()
	d := s.desk("")
	if got := words(d.look("/players/2").Find(".asked")); !strings.Contains(got, "No special") {
		t.Errorf("without a wish: %q", got)
	}
	d.ask("apart", "who", "Abel", "who", "Chvála", "until", "3")
	d.ask("seat", "who", "Abel", "table", "4")
	doc := d.look("/players/2")
	if got := words(doc.Find(".asked")); !strings.Contains(got, "Kept apart from Chvála X until round 3") || !strings.Contains(got, "table 4") {
		t.Errorf("the entry says %q", got)
	}
	link := doc.Find(".asked a").AttrOr("href", "")
	doc = d.look(strings.TrimPrefix(link, "/desk/spring-cup"))
	if got := doc.Find("#apart [name=who]").First().AttrOr("value", ""); got != "Abel X" {
		t.Errorf("the link leads to a form for %q", got)
	}
}

func TestSteeringOfPlansAndTeams(t *testing.T) {
	s := newSite(t)
	s.cup()
	d := s.desk("")
	tn := s.state("spring-cup")
	for system, says := range map[tournament.System]string{tournament.Knockout: "follows a plan", tournament.Free: "by hand"} {
		set := tn.Settings
		set.Stages = []tournament.Stage{{From: 3, System: system}}
		s.check(s.director.On(anna, "spring-cup").SetUp(t.Context(), tn.Info, set))
		if got := words(d.look("/steering").Find(".banner")); !strings.Contains(got, says) {
			t.Errorf("%s: the page says %q", system, got)
		}
	}
	set := tn.Settings
	set.Teams = tournament.TeamPlay{Boards: 2, Teams: []tournament.Team{
		{ID: 500, Name: "North", Members: []tournament.PlayerID{1, 2}}, {ID: 501, Name: "South", Members: []tournament.PlayerID{3, 4}},
	}}
	set.Criteria = tournament.DefaultTeamCriteria(set.System)
	s.check(s.director.On(anna, "spring-cup").SetUp(t.Context(), tn.Info, set))
	doc := d.ask("apart", "who", "north", "who", "south")
	if got := words(doc.Find("#apart .what")); got != "North – South" {
		t.Errorf("teams kept apart: %q", got)
	}
	if doc.Find("#ghost, #family, #seat").Length() > 0 {
		t.Error("teams are offered helpers or own tables")
	}
}

func TestPairingCriteriaAndHalfGroups(t *testing.T) {
	s := newSite(t)
	s.cup()
	s.desk("")
	form := s.settingsForm("spring-cup")
	if form.Get("pairing-criterion-1") != "" {
		t.Errorf("the order of pairing is %q", form.Get("pairing-criterion-1"))
	}
	form.Set("criterion-1", "NBW")
	form.Set("pairing-criterion-1", "MMS")
	form.Set("pairing-criterion-2", "SOSM")
	form.Set("half-groups", "on")
	form.Set("do", "save")
	s.seeOther(s.post("/desk/spring-cup/settings", form))
	set := s.state("spring-cup").Settings
	if set.Criteria[0] != tournament.NBW || !slices.Equal(set.PairingCriteria, []tournament.Criterion{"MMS", "SOSM"}) || !set.Pairing.HalfGroups {
		t.Errorf("saved %v, %v, %v", set.Criteria, set.PairingCriteria, set.Pairing.HalfGroups)
	}
	form = s.settingsForm("spring-cup")
	form.Set("pairing-criterion-1", "")
	form.Set("pairing-criterion-2", "")
	form.Set("do", "save")
	s.seeOther(s.post("/desk/spring-cup/settings", form))
	if set := s.state("spring-cup").Settings; set.PairingCriteria != nil {
		t.Errorf("blank fields leave %v", set.PairingCriteria)
	}
}
