package web

import (
	"fmt"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"testing"

	"tourney/internal/pairing"
	"tourney/internal/rank"
	"tourney/internal/tournament"
)

// kind creates the tournament "open" from a preset with so many players, the strongest
// first.
func (s *testSite) kind(preset string, players int) *tournament.Tournament {
	s.t.Helper()
	settings, err := tournament.PresetNamed(preset)
	s.check(err)
	tn, err := tournament.New(tournament.Info{Slug: "open", Name: "Open"}, settings)
	s.check(err)
	for i := range players {
		_, err := tn.AddPlayer(tournament.Player{Family: fmt.Sprintf("Player%02d", i+1), Rank: rank.Dan(5) - rank.Rank(i), Status: tournament.CheckedIn}, tournament.RefuseNamesakes)
		s.check(err)
	}
	_, err = s.director.Import(s.t.Context(), anna, tn, "")
	s.check(err)
	return s.state("open")
}

// play draws and publishes round n; the stronger players win all games except those at
// open tables.
func (s *testSite) play(n int, open ...int) {
	s.t.Helper()
	s.check(s.director.On(anna, "open").Round(n).Pair(s.t.Context(), 1))
	s.check(s.director.On(anna, "open").Round(n).Publish(s.t.Context()))
	for _, g := range s.state("open").Round(n).Games {
		if slices.Contains(open, g.Table) {
			continue
		}
		won := tournament.BlackWins
		if g.White < g.Black {
			won = tournament.WhiteWins
		}
		_, err := s.director.On(anna, "open").Enter(s.t.Context(), tournament.Entry{Round: n, Table: g.Table, Seen: g.Revision, Result: tournament.Result{Outcome: won}})
		s.check(err)
	}
}

func TestChangeOfSystemNeedsAnswer(t *testing.T) {
	s := newSite(t)
	s.login()
	s.kind("finnish", 6)
	form := s.settingsForm("open")
	form.Set("system", "round-robin")
	form.Set("do", "look")
	if doc := s.page(s.post("/desk/open/settings", form), http.StatusOK); doc.Find("#meaning .settle button").Length() != 2 {
		t.Error("the aside asks nothing")
	}
	form.Set("do", "save")
	doc := s.page(s.post("/desk/open/settings", form), http.StatusUnprocessableEntity)
	if s.state("open").Settings.System != tournament.Swiss || text(doc, ".banner.error") == "" {
		t.Fatal("the system is changed without a question")
	}
	form.Set("do", "system")
	doc = s.page(s.post("/desk/open/settings", form), http.StatusOK)
	if got := doc.Find("input[name=settled]").AttrOr("value", ""); got != "round-robin" || s.state("open").Settings.System != tournament.Swiss {
		t.Fatalf("settled for %q", got)
	}
	if got := text(doc, ".changes"); !strings.Contains(got, "SDC") {
		t.Errorf("the changes are %q", got)
	}
	form.Set("settled", "round-robin")
	for i, c := range tournament.DefaultCriteria(tournament.RoundRobin) {
		form.Set(fmt.Sprintf("criterion-%d", i+1), string(c))
	}
	form.Set("do", "save")
	s.seeOther(s.post("/desk/open/settings", form))
	if got := s.state("open").Settings; got.System != tournament.RoundRobin || got.Criteria[1] != tournament.SDC {
		t.Errorf("saved %s by %v", got.System, got.Criteria)
	}

	kept := s.state("open").Settings
	form = s.settingsForm("open")
	form.Set("system", "knockout")
	form.Set("do", "keep")
	s.seeOther(s.post("/desk/open/settings", form))
	if got := s.state("open").Settings; got.System != tournament.Knockout || !slices.Equal(got.Criteria, kept.Criteria) || !reflect.DeepEqual(got.Pairing, kept.Pairing) {
		t.Errorf("kept %v, not %v", got.Criteria, kept.Criteria)
	}
}

func TestStagesAreEdited(t *testing.T) {
	s := newSite(t)
	s.login()
	tn := s.kind("swiss", 12)
	form := s.settingsForm("open")
	for name, value := range map[string]string{
		"rounds": "8", "stage-1-from": "6", "stage-1-system": "knockout", "stage-1-qualify": "4", "stage-1-third-place": "on", "do": "save",
	} {
		form.Set(name, value)
	}
	s.seeOther(s.post("/desk/open/settings", form))
	want := []tournament.Stage{{From: 6, System: tournament.Knockout, Qualify: 4, Format: tournament.Format{ThirdPlace: true}}}
	if got := s.state("open").Settings.Stages; !reflect.DeepEqual(got, want) {
		t.Fatalf("stages %+v", got)
	}
	doc := s.page(s.get("/desk/open/settings"), http.StatusOK)
	button := doc.Find(`#meaning button[value="rounds 7"]`)
	if button.Length() != 1 {
		t.Fatalf("nothing says that two rounds suffice: %s", text(doc, "#meaning"))
	}
	form = s.settingsForm("open")
	form.Set("do", "rounds 7")
	s.seeOther(s.post("/desk/open/settings", form))
	if got := s.state("open").Settings.Rounds; got != 7 {
		t.Errorf("%d rounds", got)
	}
	form = s.settingsForm("open")
	for name, value := range map[string]string{"stage-2-from": "5", "stage-2-system": "swiss", "stage-2-qualify": "8", "do": "save"} {
		form.Set(name, value)
	}
	s.seeOther(s.post("/desk/open/settings", form))
	if got := s.state("open").Settings.Stages; len(got) != 2 || got[0].From != 5 || got[1].From != 6 {
		t.Errorf("stages out of order: %+v", got)
	}
	form = s.settingsForm("open")
	form.Set("rounds", "999999999999")
	form.Set("stage-1-qualify", "-3")
	form.Set("do", "look")
	s.page(s.post("/desk/open/settings", form), http.StatusOK)
	form = s.settingsForm("open")
	form.Set("stage-1-from", "9")
	form.Set("do", "save")
	if doc := s.page(s.post("/desk/open/settings", form), http.StatusUnprocessableEntity); text(doc, "#w-stage-1-from") == "" {
		t.Error("a stage after the last round is not refused beside its field")
	}
	form = s.settingsForm("open")
	form.Set("stage-1-from", "")
	form.Set("stage-2-from", "")
	form.Set("do", "save")
	s.seeOther(s.post("/desk/open/settings", form))
	if now := s.state("open").Settings; now.Stages != nil || !reflect.DeepEqual(now.Pairing, tn.Settings.Pairing) {
		t.Errorf("stages stay: %+v", now.Stages)
	}
}

func TestWeightsByImportance(t *testing.T) {
	s := newSite(t)
	s.login()
	s.kind("egf", 4)
	form := s.settingsForm("open")
	form.Set("colour", "0")
	form.Set("second", "fold")
	form.Set("club-groups", "North: Oulu, Kemi")
	form.Set("do", "save")
	s.seeOther(s.post("/desk/open/settings", form))
	doc := s.page(s.get("/desk/open/settings"), http.StatusOK)
	names := doc.Find(".objective summary b")
	if first, last := words(names.First()), words(names.Last()); names.Length() != 9 || first != "Avoiding rematches" || last != "Colour balance" {
		t.Errorf("%d criteria from %q to %q", names.Length(), first, last)
	}
	if got := doc.Find(".objective .changed").Length(); got != 2 {
		t.Errorf("%d marked as changed", got)
	}
	if got := text(doc, ".objective details:has([name=colour]) .usual"); !strings.Contains(got, "1 000 000") {
		t.Errorf("the default weight is said as %q", got)
	}
	form = s.settingsForm("open")
	form.Set("colour", "600000000000000")
	form.Set("do", "look")
	doc = s.page(s.post("/desk/open/settings", form), http.StatusOK)
	if first := words(doc.Find(".objective summary b").First()); first != "Colour balance" {
		t.Errorf("%q comes first where colours weigh most", first)
	}
	form = s.settingsForm("open")
	form.Set("do", "weights")
	doc = s.page(s.post("/desk/open/settings", form), http.StatusOK)
	if got := doc.Find("[name=colour]").AttrOr("value", ""); got != "1\u202f000\u202f000" {
		t.Errorf("back to %q", got)
	}
	if got := words(doc.Find("[name=club-groups]")); got != "North: Oulu, Kemi" {
		t.Errorf("the club groups become %q", got)
	}
	// Categories outweigh scores, so they are first.
	form = s.settingsForm("open")
	form.Set("system", "swiss-categories")
	form.Set("do", "system")
	doc = s.page(s.post("/desk/open/settings", form), http.StatusOK)
	if got := words(doc.Find(".objective summary b").Eq(1)); got != "Same category" {
		t.Errorf("second is %q", got)
	}
}

func TestSeedsPage(t *testing.T) {
	s := newSite(t)
	s.login()
	s.kind("knockout", 4)
	first := func() tournament.PlayerID { return pairing.Seeds(s.state("open"), 1)[0] }
	for _, tt := range []struct {
		form url.Values
		want tournament.PlayerID
	}{
		{url.Values{"do": {"down 1"}}, 2}, {url.Values{"do": {"up 1"}}, 1}, {url.Values{"do": {"order"}, "seed-4": {"1"}}, 4},
		{url.Values{"do": {"rating"}}, 1}, {url.Values{"do": {"order"}, "seed-1": {"4"}}, 2}, {url.Values{"do": {"usual"}}, 1},
	} {
		s.seeOther(s.post("/desk/open/seeds/1", tt.form))
		if got := first(); got != tt.want {
			t.Errorf("%v: first is %d, want %d", tt.form, got, tt.want)
		}
	}
	s.seeOther(s.post("/desk/open/seeds/1", url.Values{"do": {"lot"}}))
	if format := s.state("open").Settings.Format; !format.ByHand || len(format.Seeds) != 4 {
		t.Errorf("by lot: %+v", format)
	}
	for _, do := range []string{"", "up 1x", "up 9", "dance"} {
		if got := s.post("/desk/open/seeds/1", url.Values{"do": {do}}); got.StatusCode != http.StatusUnprocessableEntity && got.StatusCode != http.StatusBadRequest {
			t.Errorf("%q answers %d", do, got.StatusCode)
		}
	}
	s.play(1)
	doc := s.page(s.post("/desk/open/seeds/1", url.Values{"do": {"rating"}}), http.StatusConflict)
	if got := text(doc, ".banner.error"); !strings.HasPrefix(got, "The seeds are fixed") || doc.Find(".seedlist button, .seedlist input").Length() != 0 {
		t.Errorf("published seeds: %q", got)
	}
}

func TestBracketPage(t *testing.T) {
	s := newSite(t)
	s.login()
	s.kind("knockout", 7)
	if got := text(s.page(s.get("/t/open/bracket"), http.StatusOK), ".empty"); got == "" {
		t.Error("nothing says that there is no bracket yet")
	}
	s.play(1, 2)
	doc := s.page(s.get("/t/open/bracket"), http.StatusOK)
	if got := doc.Find(".bracket h4").Length(); got != 4 {
		t.Errorf("%d columns", got)
	}
	if got := text(doc, ".match"); !strings.Contains(got, "winner of 2") || !strings.Contains(got, "loser of 4") || !strings.Contains(got, "bye") {
		t.Errorf("the bracket says %q", got)
	}
	page := text(s.page(s.get("/desk/open/draw/2"), http.StatusOK), "#draw")
	if !strings.Contains(page, "Semi-final") || !strings.Contains(page, "once the results of round 1 are in") || strings.Contains(page, "Pair round 2") {
		t.Errorf("the draw of round 2 says %q", page)
	}
	g := s.state("open").Round(1).At(2)
	_, err := s.director.On(anna, "open").Enter(t.Context(), tournament.Entry{Round: 1, Table: 2, Seen: g.Revision, Result: tournament.Result{Outcome: tournament.BlackWins}})
	s.check(err)
	s.play(2)
	s.play(3)
	doc = s.page(s.get("/t/open/bracket"), http.StatusOK)
	if got := text(doc, ".knockout h2"); !strings.Contains(got, "Player01 has won") {
		t.Errorf("the winner: %q", got)
	}
	doc = s.page(s.get("/t/open/round/3"), http.StatusOK)
	if got := text(doc, "h1"); got != "Round 3 · Final · Game for the third place" {
		t.Errorf("round 3 is called %q", got)
	}
	if got := text(doc, ".of"); got != "Final Game for the third place" {
		t.Errorf("its games are called %q", got)
	}
	doc = s.page(s.get("/t/open/standings"), http.StatusOK)
	var reached []string
	for i := range 4 {
		reached = append(reached, words(doc.Find("table.wall tbody tr").Eq(i).Find(".first")))
	}
	if want := []string{"won", "final", "3rd", "1/2"}; !slices.Equal(reached, want) {
		t.Errorf("came as far as %v", reached)
	}
	if got := s.get("/desk/open/draw/3?table=1"); got.StatusCode != http.StatusOK {
		t.Errorf("a game of the plan answers %d", got.StatusCode)
	}
}

// A final with a no-show is published at the desk, and the pages show the winner.
func TestBracketWithoutItsFinal(t *testing.T) {
	s := newSite(t)
	s.login()
	tn := s.kind("knockout", 4)
	settings := tn.Settings
	settings.Rounds, settings.Format.ThirdPlace = 2, false
	s.check(s.director.On(anna, "open").SetUp(t.Context(), tn.Info, settings))
	s.play(1)
	s.check(s.director.On(anna, "open").SetStatus(t.Context(), tn.Players[1].ID, tournament.Withdrawn))
	s.play(2)
	doc := s.page(s.get("/t/open/bracket"), http.StatusOK)
	if got := text(doc, ".knockout h2"); !strings.Contains(got, "Player01 has won") {
		t.Errorf("the winner: %q", got)
	}
	if got := text(doc, ".match"); !strings.Contains(got, "walkover") {
		t.Errorf("the bracket says %q", got)
	}
	doc = s.page(s.get("/t/open/standings"), http.StatusOK)
	if got := words(doc.Find("table.wall tbody tr").Eq(0)); !strings.Contains(got, "Player01") || !strings.Contains(got, "won") {
		t.Errorf("the standings begin with %q", got)
	}
	for _, path := range []string{"/t/open/round/2", "/t/open/round/2?by=name", "/t/open/hall", "/desk/open", "/desk/open/draw/2", "/t/open", "/t/open/crosstable"} {
		if got := s.get(path); got.StatusCode != http.StatusOK {
			t.Errorf("%s answers %d", path, got.StatusCode)
		}
	}
	if got := text(s.page(s.get("/t/open/round/2"), http.StatusOK), "#round"); strings.Contains(got, "0 of 0") || !strings.Contains(got, "Nobody has an opponent in this round.") {
		t.Errorf("the round says %q", got)
	}
}

func TestQualifiedAndCrossTable(t *testing.T) {
	s := newSite(t)
	s.login()
	tn := s.kind("swiss", 6)
	settings := tn.Settings
	settings.Rounds, settings.Stages = 5, []tournament.Stage{{From: 3, System: tournament.RoundRobin, Qualify: 3}}
	settings.Criteria = []tournament.Criterion{tournament.StageReached, tournament.NBW, tournament.SOSW}
	s.check(s.director.On(anna, "open").SetUp(t.Context(), tn.Info, settings))
	s.play(1)
	s.play(2)
	doc := s.page(s.get("/t/open/standings"), http.StatusOK)
	if got := doc.Find(".wall .qualified").Length(); got != 3 {
		t.Errorf("%d have qualified", got)
	}
	for n := 3; n <= 5; n++ {
		s.play(n)
	}
	doc = s.page(s.get("/t/open/crosstable"), http.StatusOK)
	var order []string
	for i, id := range pairing.Seeds(s.state("open"), 3) {
		row := doc.Find("table.cross tbody tr").Eq(i)
		order = append(order, words(row.Find(".name")))
		if want := s.state("open").Player(id).Name(); order[i] != want {
			t.Errorf("number %d is %s, want %s", i+1, order[i], want)
		}
		if got := words(row.Find(".self")); got != "+" {
			t.Errorf("%s had a bye, shown as %q", order[i], got)
		}
	}
	if got := words(doc.Find("table.cross tbody tr").Eq(0).Find(".s")); got != "2" {
		t.Errorf("the stage is shown as %q", got)
	}
	doc = s.page(s.get("/desk/open/draw/4"), http.StatusOK)
	if got := text(doc, "#idle"); !strings.Contains(got, "Out, or not qualified") {
		t.Errorf("who rests: %q", got)
	}
}
