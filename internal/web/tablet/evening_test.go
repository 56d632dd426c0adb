package tablet_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"tourney/internal/app/director"
	"tourney/internal/rank"
	"tourney/internal/testkit/sitetest"
	"tourney/internal/tournament"
	"tourney/internal/tournament/consent"
)

// club pins the tablet of a club with players, of whom the first ones have come.
func (s *testSite) club(players, here int) *tournament.Tournament {
	s.T.Helper()
	settings, err := tournament.PresetNamed("club")
	s.Check(err)
	tn, err := tournament.New(tournament.Info{Slug: "spring-cup", Name: "Go Club", Zone: "Europe/Helsinki"}, settings)
	s.Check(err)
	for i := range players {
		_, err := tn.AddPlayer(tournament.Player{Family: string(rune('A'+i)) + "berg", Given: "Xi", Rank: rank.Dan(1) - rank.Rank(i)}, tournament.RefuseNamesakes)
		s.Check(err)
	}
	_, err = s.Director.Import(s.T.Context(), sitetest.Anna, tournament.Whole{Tournament: tn}, director.Founding{})
	s.Check(err)
	s.pinned()
	for i := range here {
		s.enter("", "do", "in", "as", strconv.Itoa(i+1))
		s.Later.Add(int64(time.Minute))
	}
	return s.State("spring-cup")
}

// An openShown is the data of the page about open play.
type openShown struct {
	People []struct {
		ID           int
		Since, Later string
		Here         bool
		Resting      bool
	}
	Games []struct {
		shownGame
		Running bool
	}
	Open *struct {
		Possible []struct {
			Black, White, Table, Terms, Why, Against int
			Planned                                  bool
		}
		Texts []string
		Free  []int
	}
}

func (s *testSite) evening() (v openShown, tiles string) {
	s.T.Helper()
	doc := s.Page(s.Get(home), http.StatusOK)
	s.Check(json.Unmarshal([]byte(doc.Find("#state").AttrOr("data-state", "")), &v))
	return v, sitetest.Text(doc, "#tiles")
}

// Two arrive, see their planned game, play it, enter its result and wait again.
func TestAnEveningOnTheTablet(t *testing.T) {
	s := newSite(t)
	s.club(4, 0)
	if _, tiles := s.evening(); s.Page(s.Get(home), http.StatusOK).Find("#tiles [hidden]").Length() != 2 || !strings.Contains(tiles, "0 people are here") {
		t.Errorf("before the evening the tablet shows %s", tiles)
	}
	for _, id := range []string{"1", "2", "3"} {
		s.enter("", "do", "in", "as", id)
	}
	v, tiles := s.evening()
	if !strings.Contains(tiles, "3 people are looking for a game") || len(v.Open.Possible) != 3 || !v.Open.Possible[0].Planned || v.Open.Possible[1].Planned {
		t.Fatalf("the tablet shows %s, %+v", tiles, v.Open)
	}
	g := v.Open.Possible[0]
	if terms := v.Open.Texts[g.Terms]; terms == "" || v.Open.Texts[g.Why] == "" || g.Table != 1 || v.Open.Free[0] != 1 {
		t.Errorf("the planned game is %+v: %s, %s", g, terms, v.Open.Texts[g.Why])
	}
	begin := []string{"do", "begin", "as", strconv.Itoa(g.Black), "with", strconv.Itoa(g.White), "table", "1", "once", "a"}
	for range 2 { // the request is repeated
		s.enter("", begin...)
	}
	tn := s.State("spring-cup")
	if running := tn.Running(); len(running) != 1 || running[0].Table != 1 || int(running[0].Black) != g.Black {
		t.Fatalf("running: %+v", running)
	}
	if e := s.log(); e.Action != "open.begin" || e.By != tournament.ByPlayerOn(tournament.PlayerID(g.Black), tournament.OnTablet) {
		t.Errorf("the log has %s by %s", e.Action, e.By)
	}
	s.enter("fault", "do", "out", "as", strconv.Itoa(g.Black)) // while playing
	s.enter("", "do", "result", "as", strconv.Itoa(g.White), "game", strconv.Itoa(tn.Running()[0].ID), "seen", s.shown().Games[0].Seen, "winner", strconv.Itoa(g.White))
	v, _ = s.evening()
	if len(s.State("spring-cup").Waiting()) != 3 || len(v.Games) != 1 || v.Games[0].Running || v.Games[0].Winner != strconv.Itoa(g.White) {
		t.Errorf("after the result %d wait, games %+v", len(s.State("spring-cup").Waiting()), v.Games)
	}
	s.Later.Add(int64(time.Hour))
	if v, _ = s.evening(); len(v.Games) != 0 {
		t.Errorf("an hour later the tablet corrects %+v", v.Games)
	}
	s.enter("", "do", "out", "as", strconv.Itoa(g.Black))
	if p := s.State("spring-cup").Player(tournament.PlayerID(g.Black)); p.Status != tournament.Preliminary {
		t.Errorf("at home the player is %s", p.Status)
	}
}

// A player rests, which takes them out of the plan, and waits again.
func TestRestOnTheTablet(t *testing.T) {
	s := newSite(t)
	s.club(3, 2)
	s.enter("", "do", "rest", "as", "1")
	v, _ := s.evening()
	i := slices.IndexFunc(v.Open.Possible, func(g struct {
		Black, White, Table, Terms, Why, Against int
		Planned                                  bool
	}) bool {
		return g.Planned
	})
	if !s.State("spring-cup").Player(1).Resting || i >= 0 || len(v.Open.Possible) != 1 {
		t.Errorf("a resting player is in the plan: %+v", v.Open.Possible)
	}
	s.enter("", "do", "wait", "as", "1")
	if v, _ = s.evening(); !v.Open.Possible[0].Planned || s.State("spring-cup").Player(1).Resting {
		t.Errorf("waiting again, the plan is %+v", v.Open.Possible)
	}
	s.enter("fault", "do", "rest", "as", "3") // is not there
}

// A rule of the evening speaks against a rematch; the players begin it only after they have read so. A table with a game
// is replaced by another one.
func TestRulesOnTheTablet(t *testing.T) {
	s := newSite(t)
	tn := s.club(4, 4)
	tn.Settings.Open.Rematch = tournament.RematchNever
	s.Check(s.Director.On(sitetest.Anna, "spring-cup").SetUp(t.Context(), tn.Info, tn.Settings))
	s.enter("", "do", "begin", "as", "1", "with", "2", "table", "1", "once", "a")
	s.enter("", "do", "result", "as", "1", "with", "2", "game", "0", "once", "a", "winner", "2", "how", "R") // it began without a connection
	if got := s.State("spring-cup").GameAt(1).Result; !got.Known() {
		t.Fatal("the game has no result")
	}
	v, _ := s.evening()
	for _, g := range v.Open.Possible {
		if against := v.Open.Texts[g.Against]; (against != "") != (g.Black+g.White == 3) || against != "" && g.Planned {
			t.Errorf("against %d – %d: %q", g.Black, g.White, against)
		}
	}
	if got := s.Body(s.Get(home + "/player/1?with=2")); len(got) < 10 {
		t.Errorf("the doubts about a rematch are %s", got)
	}
	s.enter("fault", "do", "begin", "as", "1", "with", "2", "table", "1")
	s.enter("", "do", "begin", "as", "1", "with", "2", "table", "1", "against", "yes")
	form := url.Values{"do": {"begin"}, "as": {"3"}, "with": {"4"}, "table": {"1"}}
	if got := s.Body(s.Post(home, form)); !strings.Contains(got, "please play at table 2") {
		t.Errorf("the table is taken: %s", got)
	}
	running := s.State("spring-cup").Running()
	s.enter("fault", "do", "cancel", "as", "1", "game", strconv.Itoa(running[1].ID))
	s.enter("", "do", "cancel", "as", "3", "game", strconv.Itoa(running[1].ID))
	if got := s.State("spring-cup").Running(); len(got) != 1 {
		t.Errorf("%d games run after one was taken back", len(got))
	}
}

// A newcomer to the club types name and rank.
func TestNewcomerOnTheTablet(t *testing.T) {
	s := newSite(t)
	s.club(2, 1)
	for range 2 { // the request is repeated
		s.enter("", "do", "add", "name", "Foss Fia", "rank", "12k", "once", "a")
	}
	list := s.State("spring-cup").Players
	if p := list[len(list)-1]; len(list) != 3 || p.Family != "Foss" || p.Given != "Fia" || p.Rank != rank.Kyu(12) || p.Status != tournament.CheckedIn {
		t.Errorf("the newcomer is %+v", p)
	}
	s.enter("a rank. Write it", "do", "add", "name", "Gale Gro", "rank", "strong", "once", "b")
	s.enter("fault", "do", "add", "name", " ", "rank", "5k", "once", "c")
	s.enter("fault", "do", "add", "name", "Foss Fia", "rank", "12k", "once", "d")
}

// The tablet has no connection. Two begin a game, enter its result and confirm it; the lines arrive later. If the desk has
// begun another game of theirs in between, the result does not count for it.
func TestResultOfAQueuedGame(t *testing.T) {
	s := newSite(t)
	s.club(4, 4)
	begin := func(once, with string) []string {
		return []string{"do", "begin", "as", "1", "with", with, "table", "1", "once", once}
	}
	result := func(once, as, with string) []string {
		return []string{"do", "result", "as", as, "with", with, "game", "0", "once", once, "table", "1", "winner", "1", "how", "R"}
	}
	desk := s.Director.On(sitetest.Anna, "spring-cup")
	other, err := desk.Begin(t.Context(), director.Pairing{A: 1, B: 3}, "")
	s.Check(err)
	s.enter("is playing", begin("a", "2")...)
	s.enter("has changed", result("a", "1", "2")...) // not the opponent
	s.enter("has changed", result("a", "1", "3")...) // not the begin
	s.enter("has changed", result("", "1", "3")...)
	s.Check(desk.Cancel(t.Context(), other.ID))
	other, err = desk.Begin(t.Context(), director.Pairing{A: 1, B: 2}, "")
	s.Check(err)
	s.enter("has changed", result("a", "1", "2")...) // the same pair, begun by the desk
	if g := s.State("spring-cup").Game(other.ID); g.Result.Known() {
		t.Fatalf("the game of the desk has %s", g.Result)
	}
	s.Check(desk.Cancel(t.Context(), other.ID))
	s.enter("", begin("b", "2")...)
	s.enter("has changed", result("a", "1", "2")...)
	s.enter("", result("b", "1", "2")...)
	s.enter("", result("b", "2", "1")...)
	g := s.State("spring-cup").GameAt(1)
	if want := tournament.ByPlayerOn(2, tournament.OnTablet); !g.Result.Known() || g.ConfirmedBy != want {
		t.Errorf("the queued game has %s, confirmed by %q", g.Result, g.ConfirmedBy)
	}
}

// Faults and notes have the public names of hidden players. No player asks about people who are not here.
func TestHiddenPlayersOnTheTablet(t *testing.T) {
	s := newSite(t)
	tn := s.club(5, 3)
	tn.Settings.Open.Rematch = tournament.RematchNever
	desk := s.Director.On(sitetest.Anna, "spring-cup")
	s.Check(desk.SetUp(t.Context(), tn.Info, tn.Settings))
	for _, id := range []tournament.PlayerID{2, 4} {
		s.Check(desk.EditPlayer(t.Context(), id, tournament.AllowNamesakes, func(p *tournament.Player) { p.Hiding = consent.Anonymous }))
	}
	says := func(answer *http.Response, want string) {
		t.Helper()
		got := s.Body(answer)
		if strings.Contains(got, "Bberg") || strings.Contains(got, "Dberg") || !strings.Contains(got, want) {
			t.Errorf("the tablet answers %d %s, want %q", answer.StatusCode, got, want)
		}
	}
	post := func(want string, fields ...string) {
		t.Helper()
		form := url.Values{}
		for i := 0; i < len(fields); i += 2 {
			form.Set(fields[i], fields[i+1])
		}
		says(s.Post(home, form), want)
	}
	says(s.Get(home+"/player/1?with=4"), "Anonymous 4 isn")
	says(s.Get(home+"/player/4?with=1"), "Anonymous 4 isn")
	says(s.Get(home+"/player/1?with=777"), "777")
	post("Anonymous 4 isn", "do", "begin", "as", "1", "with", "4", "table", "1")
	post("Anonymous 4 isn", "do", "rest", "as", "4")
	post("Anonymous 2 cannot", "do", "begin", "as", "2", "with", "2", "table", "1")
	s.enter("", "do", "begin", "as", "1", "with", "2", "table", "1", "once", "a")
	says(s.Get(home+"/player/3?with=2"), "Anonymous 2 is playing")
	post("Anonymous 2 is playing", "do", "begin", "as", "3", "with", "2", "table", "2")
	post("Anonymous 2 is playing", "do", "out", "as", "2")
	s.enter("", "do", "result", "as", "1", "with", "2", "game", "0", "once", "a", "winner", "1", "how", "R")
	post("and Anonymous 2 have already played", "do", "begin", "as", "1", "with", "2", "table", "1")
	s.enter("", "do", "in", "as", "5")
	s.enter("", "do", "begin", "as", "3", "with", "5", "table", "1")
	post("Anonymous 2", "do", "begin", "as", "2", "with", "1", "table", "1", "against", "yes") // at another table
}
