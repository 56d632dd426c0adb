package web

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"tourney/internal/tournament"
)

func TestOthersPlayOn(t *testing.T) {
	s := newSite(t)
	s.login()
	s.kind("swiss", 10)
	form := s.settingsForm("open")
	for name, value := range map[string]string{
		"rounds": "4", "stage-1-from": "3", "stage-1-system": "knockout", "stage-1-qualify": "4", "stage-1-others": "with-losers", "do": "save",
	} {
		form.Set(name, value)
	}
	s.seeOther(s.post("/desk/open/settings", form))
	if got := s.state("open").Settings.Stages[0].Others; got != tournament.PlayOnWithLosers {
		t.Fatalf("the others do %q", got)
	}
	meaning := text(s.page(s.get("/desk/open/settings"), http.StatusOK), "#meaning")
	for _, want := range []string{"Knockout: 4 players need 2 rounds, as planned.", "From round 3 on the others play on among themselves (Swiss).", "With STAGE first"} {
		if !strings.Contains(meaning, want) {
			t.Errorf("the settings do not say %q: %q", want, meaning)
		}
	}
	s.play(1)
	s.play(2)
	s.check(s.director.On(anna, "open").Round(3).Pair(t.Context(), 1))
	page := text(s.page(s.get("/desk/open/draw/3"), http.StatusOK), "#draw")
	if !strings.Contains(page, "the others: Swiss") || !strings.Contains(page, "Re-pair selected") {
		t.Errorf("the draw says %q", page)
	}
	s.play(3)
	doc := s.page(s.get("/t/open/round/3"), http.StatusOK)
	if got := text(doc, ".of"); got != "Semi-final The others" || doc.Find("table.games tbody tr[data-key]").Length() != 5 {
		t.Errorf("the round has %q", got)
	}
	s.play(4)
	if got := text(s.page(s.get("/t/open/round/4"), http.StatusOK), ".of"); got != "Final The others" {
		t.Errorf("the last round has %q", got)
	}
	for table, plan := range map[string]bool{"1": true, "2": false} {
		doc := s.page(s.get("/desk/open/draw/4?table="+table), http.StatusOK)
		if got := text(doc, "#chosen .reasons"); strings.Contains(got, "Final, match 3") != plan || strings.Contains(got, "They have not met") == plan {
			t.Errorf("table %s is explained by %q", table, got)
		}
	}
	form = s.settingsForm("open")
	form.Set("stage-1-system", "swiss")
	form.Set("do", "save")
	if got := text(s.page(s.post("/desk/open/settings", form), http.StatusUnprocessableEntity), "#w-stage-1-others"); !strings.Contains(got, "Let them rest") {
		t.Errorf("beside a Swiss: %q", got)
	}
}

// TestHallListsPlayersOutsideTheFinal reads their entries in the hall's list of
// names.
func TestHallListsPlayersOutsideTheFinal(t *testing.T) {
	s := newSite(t)
	s.login()
	s.kind("swiss", 10)
	form := s.settingsForm("open")
	for name, value := range map[string]string{"rounds": "4", "stage-1-from": "3", "stage-1-system": "knockout", "stage-1-qualify": "4", "do": "save"} {
		form.Set(name, value)
	}
	s.seeOther(s.post("/desk/open/settings", form))
	s.play(1)
	s.play(2)
	told := func(lang string) map[string]int {
		said := map[string]int{}
		for _, e := range s.page(s.get("/t/open/hall", "Accept-Language", lang), http.StatusOK).Find(".slide.names li i").EachIter() {
			said[e.Text()]++
		}
		return said
	}
	s.play(3, 1)
	if got := told("en"); len(got) != 1 || got["not qualified"] != 6 {
		t.Errorf("in the semi-finals: %v", got)
	}
	g := s.state("open").Round(3).At(1)
	s.check(s.director.On(anna, "open").Round(3).Unpair(t.Context(), 1)) // which is nobody's defeat
	if got := text(s.page(s.get("/t/open/round/3?by=name"), http.StatusOK), "td.idle"); strings.Count(got, "not paired") != 2 || strings.Contains(got, "out") {
		t.Errorf("after a semi-final is taken apart: %q", got)
	}
	s.check(s.director.On(anna, "open").Round(3).PairTwo(t.Context(), g.Black, g.White))
	g = s.state("open").Round(3).At(1)
	_, err := s.director.On(anna, "open").Enter(t.Context(), tournament.Entry{Round: 3, Table: 1, Seen: g.Revision, Result: tournament.Result{Outcome: tournament.BlackWins}})
	s.check(err)
	s.check(s.director.On(anna, "open").SetAttendance(t.Context(), 10, 4, tournament.Absent))
	s.play(4, 1)
	for lang, words := range map[string][3]string{
		"en": {"out", "not qualified", "absent"}, "fi": {"pudonnut", "karsiutunut", "poissa"},
		"pl": {"odpadł", "nie awansował", "nieobecny"}, "cs": {"vyřazen", "nepostoupil", "nepřítomen"},
	} {
		if got := told(lang); got[words[0]] != 2 || got[words[1]] != 5 || got[words[2]] != 1 {
			t.Errorf("in the final: %v", got)
		}
	}
}

// TestFaultsOfAStageAreBesideIt types mistakes into later stages, in order
// and out of it.
func TestFaultsOfAStageAreBesideIt(t *testing.T) {
	every := 1
	if testing.Short() {
		every = 4
	}
	typed := map[string]string{
		"rounds": "9", "stage-1-from": "3", "stage-1-system": "swiss", "stage-2-from": "5", "stage-2-system": "knockout",
		"stage-3-from": "7", "stage-3-system": "knockout", "do": "save",
	}
	for i, tt := range []struct {
		name string
		more map[string]string
		want []string // the fields with a mistake
	}{
		{"third begins too late", map[string]string{"stage-2-from": "12", "stage-3-from": ""}, []string{"stage-2-from"}},
		{"fourth begins with the third", map[string]string{"stage-3-from": "5"}, []string{"stage-3-from"}},
		{"one alone qualifies", map[string]string{"stage-2-qualify": "1"}, []string{"stage-2-qualify"}},
		{"too many pools", map[string]string{"stage-3-pools": "27"}, []string{"stage-3-pools"}},
		{"accelerated for ever", map[string]string{"stage-2-accelerated": "61"}, []string{"stage-2-accelerated"}},
		{"beside a Swiss", map[string]string{"stage-2-system": "swiss", "stage-2-others": "play-on"}, []string{"stage-2-others"}},
		{"two stages at once", map[string]string{"stage-1-qualify": "1", "stage-3-pools": "27"}, []string{"stage-1-qualify", "stage-3-pools"}},
		{"out of order", map[string]string{"stage-1-from": "8", "stage-1-qualify": "1"}, []string{"stage-1-qualify"}},
		{"after a blank one", map[string]string{"stage-1-from": "", "stage-3-qualify": "1"}, []string{"stage-3-qualify"}},
		{"isn't a number", map[string]string{"stage-2-from": "five", "stage-3-pools": "x"}, []string{"stage-2-from", "stage-3-pools"}},
		{"in a stage that is none", map[string]string{"stage-3-from": "", "stage-3-qualify": "x"}, []string{"stage-3-qualify"}},
		{"pools of the first stage", map[string]string{"pools": "27"}, []string{"pools"}},
	} {
		if i%every > 0 {
			continue
		}
		s := newSite(t)
		s.login()
		s.kind("swiss", 10)
		form := s.settingsForm("open")
		for _, values := range []map[string]string{typed, tt.more} {
			for name, value := range values {
				form.Set(name, value)
			}
		}
		doc := s.page(s.post("/desk/open/settings", form), http.StatusUnprocessableEntity)
		var wrong []string
		for _, e := range doc.Find("[id^=w-]").EachIter() {
			wrong = append(wrong, strings.TrimPrefix(e.AttrOr("id", ""), "w-"))
		}
		if slices.Sort(wrong); !slices.Equal(wrong, tt.want) {
			t.Errorf("%s: the mistakes stand beside %v, not %v", tt.name, wrong, tt.want)
		}
	}
}

func TestPoolsAreShown(t *testing.T) {
	s := newSite(t)
	s.login()
	s.kind("round-robin", 9)
	form := s.settingsForm("open")
	for name, value := range map[string]string{
		"rounds": "5", "pools": "2", "stage-1-from": "6", "stage-1-system": "knockout", "stage-1-qualify": "4", "do": "look",
	} {
		form.Set(name, value)
	}
	form.Set("rounds", "7")
	form.Set("do", "save")
	s.seeOther(s.post("/desk/open/settings", form))
	if got := text(s.page(s.get("/desk/open/settings"), http.StatusOK), "#meaning"); !strings.Contains(got, "Round robin: 9 players need 5 rounds, as planned.") {
		t.Errorf("the settings say %q", got)
	}
	s.play(1)
	doc := s.page(s.get("/t/open/standings"), http.StatusOK)
	if got := text(doc, ".wall .of"); got != "Pool A Pool B" {
		t.Errorf("the standings have %q", got)
	}
	if got := doc.Find(".wall tbody .line").Text(); got != "123451234" {
		t.Errorf("the lines are %q", got)
	}
	if got := text(s.page(s.get("/t/open/round/1"), http.StatusOK), ".of"); got != "Pool A Pool B" {
		t.Errorf("the round has %q", got)
	}
	player := s.state("open").Round(1).Games[0].Black
	if got := text(s.page(s.get("/t/open/players/"+id(player)), http.StatusOK), "main"); !strings.Contains(got, "of 5") && !strings.Contains(got, "of 4") {
		t.Errorf("the player's place: %q", got)
	}
	s.page(s.get("/t/open/why/"+id(player)), http.StatusOK)
	if got := text(s.page(s.get("/desk/open/draw/1?table=1"), http.StatusOK), "#chosen .reasons"); !strings.Contains(got, "Pool A, Berger table, round 1: number") {
		t.Errorf("a game is explained by %q", got)
	}
	for n := 2; n <= 5; n++ {
		s.play(n)
	}
	doc = s.page(s.get("/t/open/standings"), http.StatusOK)
	if got := doc.Find(".wall .qualified").Length(); got != 4 {
		t.Errorf("%d have qualified", got)
	}
	doc = s.page(s.get("/api/v1/tournaments/open/standings"), http.StatusOK)
	if got := doc.Text(); strings.Count(got, `"poolPlace":1`) != 2 || strings.Count(got, `"pool":"B"`) != 4 {
		t.Errorf("in JSON: %s", got)
	}
	s.play(6)
	doc = s.page(s.get("/t/open/standings"), http.StatusOK)
	if doc.Find(".wall .of").Length() != 0 {
		t.Error("the pools are still shown in the knockout")
	}
	if got := text(s.page(s.get("/t/open/standings?after=5"), http.StatusOK), ".wall .of"); got != "Pool A Pool B" {
		t.Errorf("the standings of the pools are %q", got)
	}
}

// TestRoundsNeeded reads the warning before publication that the plan needs more rounds
// than there are.
func TestRoundsNeeded(t *testing.T) {
	for preset, want := range map[string]string{
		"knockout": "24 players need 5 rounds, and 3 are planned.", "cup": "24 players need 5 rounds, and 4 are planned.",
	} {
		s := newSite(t)
		s.login()
		tn := s.kind(preset, 24)
		if preset == "cup" {
			settings := tn.Settings
			settings.Rounds = 4
			s.check(s.director.On(anna, "open").SetUp(t.Context(), tn.Info, settings))
		}
		if got := text(s.page(s.get("/desk/open/settings"), http.StatusOK), "#meaning"); !strings.Contains(got, want) {
			t.Errorf("%s: the settings say %q", preset, got)
		}
		if got := text(s.page(s.get("/desk/open/draw/1"), http.StatusOK), ".undrawn .checks"); !strings.Contains(got, want) {
			t.Errorf("%s: before the draw it says %q", preset, got)
		}
		s.check(s.director.On(anna, "open").Round(1).Pair(t.Context(), 1))
		doc := s.page(s.get("/desk/open/draw/1"), http.StatusOK)
		if got := text(doc, ".nine"); !strings.Contains(got, want) {
			t.Errorf("%s: the checks say %q", preset, got)
		}
		var to []string
		for _, a := range doc.Find(".nine a").EachIter() {
			to = append(to, a.AttrOr("href", ""))
		}
		if !slices.Contains(to, "/desk/open/settings") {
			t.Errorf("%s: the checks lead to %v", preset, to)
		}
	}
}
