package settings_test

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"tourney/internal/rank"
	"tourney/internal/testkit/sitetest"
	"tourney/internal/tournament"
)

func TestConstraintsPage(t *testing.T) {
	s := newSite(t)
	s.Cup()
	d := s.Desk("")
	d.Ask("apart", "who", "Abel X", "who", "chvala", "who", "", "until", "0")
	d.Ask("apart", "who", "Dahl X; Ek X", "who", "Gran X", "until", "3")
	d.Ask("together", "who", "X Holm", "who", "Iro", "until", "4")
	d.Ask("seat", "who", "Łoś X", "table", "9")
	d.Ask("block", "tables", "13, 20-25")
	d.Ask("family", "family", "avoid")
	d.Ask("room", "room", "3")
	doc := d.Ask("local", "local", "50 %")

	st := s.Constraints()
	if !slices.Equal(st.Wishes, []tournament.Wish{
		{A: 2, B: 3, Kind: "apart"}, {A: 4, B: 5, Kind: "apart", Until: 3}, {A: 4, B: 7, Kind: "apart", Until: 3},
		{A: 5, B: 7, Kind: "apart", Until: 3}, {A: 8, B: 9, Kind: "together", Until: 4},
	}) || st.Table(6) != 9 || !st.IsBlocked(22) || st.Family != tournament.FamilyAvoided || st.LocalClub != 50 || st.Room != 3 {
		t.Errorf("kept %+v", st)
	}
	rows := doc.Find(".wishes li").Map(func(_ int, e *goquery.Selection) string { return sitetest.Words(e.Find(".what, .when")) })
	want := []string{
		"Abel X 1k – Chvála X 2k from round 3 on Abel X and Chvála X met in round 2",
		"Dahl X 1d – Ek X 1k – Gran X 1d in round 3",
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
		s.SeeOther(d.Send("/steering", values))
		doc = d.Look("/steering")
	}
	d.Ask("family", "family", "")
	d.Ask("local", "local", "")
	d.Ask("room", "room", "")
	if st := s.Constraints(); len(st.Wishes)+len(st.Seats)+len(st.Blocked) > 0 || st.Family != "" || st.LocalClub+st.Room != 0 {
		t.Errorf("left over: %+v", st)
	}
}

func TestConstraintsRefuseAtTheirForm(t *testing.T) {
	s := newSite(t)
	s.Cup()
	d := s.Desk("")
	d.Ask("apart", "who", "Abel", "who", "Chvála")
	d.Ask("seat", "who", "Abel", "table", "4")
	d.Ask("block", "tables", "13")
	before := s.State("spring-cup").Version
	for _, tt := range []struct {
		section string
		form    []string
		says    string
	}{
		{"apart", []string{"do", "apart", "who", "Nobody Here", "who", "Abel"}, "No player in the list is called “Nobody Here”"},
		{"apart", []string{"do", "apart", "who", "Abek X", "who", "Ek"}, "Is it Abel X"},
		{"apart", []string{"do", "apart", "who", "X", "who", "Ek"}, "fits several"},
		{"apart", []string{"do", "apart", "who", "Abel", "who", "abel x"}, "named twice"},
		{"apart", []string{"do", "apart", "who", "Abel"}, "at least two"},
		{"apart", []string{"do", "apart"}, "at least two"},
		{"apart", []string{"do", "apart", "who", "Abel", "who", "Ek", "until", "2"}, "Round 2 is published"},
		{"apart", []string{"do", "apart", "who", strings.Repeat("Abel;", 100)}, "at most 60"},
		{"apart", []string{"do", "lift", "player", "1", "player", "9", "kind", "apart"}, "has been removed"},
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
		{"block", []string{"do", "unblock", "tables", "14"}, "not blocked as one range"},
		{"ghost", []string{"do", "ghost", "who", "Iro"}, "played in round 1"},
		{"family", []string{"do", "family", "family", "often"}, "isn't a rule"},
		{"local", []string{"do", "local", "local", "most"}, "not most"},
		{"local", []string{"do", "local", "local", "101"}, "not 101"},
	} {
		s.Run(fmt.Sprintf("%.60s", strings.Join(tt.form[1:], " ")), func(t *testing.T) {
			form := url.Values{}
			for i := 0; i+1 < len(tt.form); i += 2 {
				form.Add(tt.form[i], tt.form[i+1])
			}
			got := d.Send("/steering", form)
			if got.StatusCode < 400 || got.StatusCode >= 500 {
				t.Errorf("%v answers %d", tt.form, got.StatusCode)
				return
			}
			doc := s.Page(got, got.StatusCode)
			if says := sitetest.Words(doc.Find("#" + tt.section + " .wrong")); !strings.Contains(says, tt.says) {
				t.Errorf("%v: beside the form stands %q, want %q", tt.form, says, tt.says)
			}
			if typed := form["who"]; len(typed) > 0 && doc.Find("#"+tt.section+" [name=who]").First().AttrOr("value", "") != typed[0] {
				t.Errorf("%v: what was typed is gone", tt.form)
			}
		})
	}
	s.Page(d.Send("/steering", url.Values{"do": {"explode"}}), http.StatusUnprocessableEntity)
	if now := s.State("spring-cup").Version; now != before {
		t.Errorf("refused forms made version %d of %d", now, before)
	}
}

// Each fault is in the reader's language and has the names.
func TestConstraintFaultsInEveryLanguage(t *testing.T) {
	s := newSite(t)
	s.Cup()
	d := s.Desk("")
	for _, language := range []string{"en", "fi", "pl", "cs"} {
		for do, form := range map[string]url.Values{
			"apart": {"who": {"Abel", "Abel"}}, "together": {"who": {"Abel", "Öberg"}}, "seat": {"who": {"Abel"}, "table": {"x"}},
			"block": {"tables": {"9-8"}}, "ghost": {"who": {"Abel"}}, "local": {"local": {"-3"}},
		} {
			s.Run(do+" in "+language, func(t *testing.T) {
				form = maps.Clone(form)
				form.Set("do", do)
				got := d.Send("/steering", form, "Accept-Language", language)
				says := sitetest.Words(s.Page(got, got.StatusCode).Find("#" + do + " .wrong"))
				if says == "" || strings.Contains(says, "{") || strings.HasPrefix(says, "steer") {
					t.Errorf("%s in %s: %q", do, language, says)
				}
			})
		}
	}
}

// The suggestions distinguish players with the same name.
func TestNamesakesCanBeNamed(t *testing.T) {
	s := newSite(t)
	s.Cup()
	d := s.Desk("")
	twin := tournament.Player{Family: "Abel", Given: "X", Rank: rank.Kyu(9), Club: "Elsewhere", Status: tournament.CheckedIn}
	id, err := s.Director.On(sitetest.Anna, "spring-cup").AddPlayer(t.Context(), twin, tournament.AllowNamesakes, "")
	s.Check(err)
	doc := d.Look("/steering")
	var labels []string
	doc.Find("#people option").Each(func(_ int, e *goquery.Selection) {
		if v := e.AttrOr("value", ""); strings.HasPrefix(v, "Abel") {
			labels = append(labels, v)
		}
	})
	if len(labels) != 2 || labels[0] == labels[1] {
		t.Fatalf("the two are suggested as %q", labels)
	}
	doc = d.Ask("apart", "who", labels[0], "who", labels[1])
	if w := s.Constraints().Wishes; len(w) != 1 || w[0].B != id {
		t.Errorf("kept apart: %+v", w)
	}
	if got := sitetest.Words(doc.Find(".families")); !strings.Contains(got, "Abel") || !strings.Contains(got, "kept apart") {
		t.Errorf("the family is shown as %q", got)
	}
}

// A stand-in is marked as such and is in no list.
func TestStandInIsShown(t *testing.T) {
	s := newSite(t)
	s.Cup()
	d := s.Desk("")
	helper := tournament.Player{Family: "Zeta", Given: "Helper", Rank: rank.Kyu(9), Status: tournament.CheckedIn}
	id9, err := s.Director.On(sitetest.Anna, "spring-cup").AddPlayer(t.Context(), helper, tournament.RefuseNamesakes, "")
	s.Check(err)
	if got := sitetest.Words(d.Ask("ghost", "who", "zeta").Find(".meaning")); !strings.Contains(got, "9 players play round 3, an odd number: Zeta Helper is the stand-in.") {
		t.Errorf("the page says %q", got)
	}
	if got := sitetest.Text(d.Ask("together", "who", "zeta", "who", "Abel"), "#together .wishes"); !strings.Contains(got, "Zeta Helper is only a stand-in") {
		t.Errorf("a game that is wished of a helper says %q", got)
	}
	d.Press(3, "pair", "sure", "yes")
	if r := s.Round(3); len(r.Byes) > 0 || r.Game(id9) == nil {
		t.Fatalf("byes %v, the helper's game %v", r.Byes, r.Game(id9))
	}
	if got := sitetest.Words(d.Look("/draw/3").Find("tr:contains('Zeta') .marks")); !strings.Contains(got, "stand-in") {
		t.Errorf("the draw marks the game %q", got)
	}
	d.Press(3, "publish", "sure", "yes")
	for path, shown := range map[string]bool{
		"/t/spring-cup/standings": false, "/t/spring-cup/crosstable": false, "/t/spring-cup/round/3": true,
		"/t/spring-cup/round/3?by=name": true, "/t/spring-cup/players": true, "/t/spring-cup/players/" + sitetest.ID(id9): true,
		"/t/spring-cup/round/2": false, // neither absent nor without a game
	} {
		s.Run(path, func(t *testing.T) {
			doc := s.Page(s.Get(path), http.StatusOK)
			if got := strings.Contains(sitetest.Words(doc.Find("main")), "Zeta"); got != shown {
				t.Errorf("%s shows the helper: %v", path, got)
			}
		})
	}
	if got := sitetest.Words(s.Page(s.Get("/t/spring-cup/players"), 200).Find("tr:contains('Zeta')")); !strings.Contains(got, "stand-in") {
		t.Errorf("the start list says %q", got)
	}
	if got := sitetest.Words(s.Page(s.Get("/t/spring-cup/players/"+sitetest.ID(id9)), 200).Find(".facts")); !strings.Contains(got, "Stand-in: plays when the number is odd") {
		t.Errorf("the helper's page says %q", got)
	}
	if got := sitetest.Words(d.Look("/players/" + sitetest.ID(id9)).Find(".fold summary")); !strings.Contains(got, "Stand-in") {
		t.Errorf("the entry says %q", got)
	}
}

func TestConstraintsOfPlansAndTeams(t *testing.T) {
	s := newSite(t)
	s.Cup()
	d := s.Desk("")
	tn := s.State("spring-cup")
	set := tn.Settings
	set.Stages = []tournament.Stage{{From: 3, System: tournament.Knockout}}
	s.Check(s.Director.On(sitetest.Anna, "spring-cup").SetUp(t.Context(), tn.Info, set))
	if got := sitetest.Words(d.Look("/steering").Find(".banner")); !strings.Contains(got, "follows a plan") {
		t.Errorf("the page says %q", got)
	}
	set = tn.Settings
	set.Teams = tournament.TeamPlay{Boards: 2, Teams: []tournament.Team{
		{ID: 500, Name: "North", Members: []tournament.PlayerID{1, 2}}, {ID: 501, Name: "South", Members: []tournament.PlayerID{3, 4}},
	}}
	set.Criteria = tournament.DefaultTeamCriteria(set.System, set.Teams.Boards)
	s.Check(s.Director.On(sitetest.Anna, "spring-cup").SetUp(t.Context(), tn.Info, set))
	doc := d.Ask("apart", "who", "north", "who", "south")
	if got := sitetest.Words(doc.Find("#apart .what")); got != "North – South" {
		t.Errorf("teams kept apart: %q", got)
	}
	if doc.Find("#ghost, #family, #seat").Length() > 0 {
		t.Error("teams are offered helpers or own tables")
	}
}
