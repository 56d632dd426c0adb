package public_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"tourney/internal/pairing"
	"tourney/internal/rank"
	"tourney/internal/testkit/sitetest"
	"tourney/internal/tournament"
)

func TestStandingsPage(t *testing.T) {
	s := newSite(t)
	s.Cup()
	doc := s.Page(s.Get("/t/spring-cup/standings?after=1"), http.StatusOK)
	if got := sitetest.Text(doc, ".wall thead tr:last-child th.s"); got != "MMS SOS SOSOS" {
		t.Errorf("criteria %q", got)
	}
	rows := doc.Find(".wall tbody tr")
	if rows.Length() != 9 {
		t.Errorf("%d rows, want 9", rows.Length())
	}
	first := rows.First()
	if got := first.Find(".c a").Text(); !strings.Contains(got, "+") {
		t.Errorf("the first player's round reads %q", got)
	}
	if title, _ := first.Find(".c a").Attr("title"); !strings.HasPrefix(title, "Round 1 as ") {
		t.Errorf("the cell explains itself as %q", title)
	}
	if got := sitetest.Text(doc, ".legend dl"); !strings.Contains(got, "SOS The sum of the opponents' McMahon scores") {
		t.Errorf("the legend explains %q", got)
	}
	if got := sitetest.Text(doc, ".legend"); !strings.Contains(got, "In sums of McMahon scores an opponent counts for more by the handicap they received") {
		t.Errorf("what counts in the sums is not said: %q", got)
	}
	// By default the standings are after the last round with a result.
	doc = s.Page(s.Get("/t/spring-cup/standings"), http.StatusOK)
	if got := sitetest.Text(doc, ".head .facts"); got != "1 of 4 results" {
		t.Errorf("progress: %q", got)
	}
	// A draft is not shown.
	for _, after := range []string{"3", "-1", "x", "99999999999999999999"} {
		s.Page(s.Get("/t/spring-cup/standings?after="+after), http.StatusNotFound)
	}
}

func TestCrossTable(t *testing.T) {
	s := newSite(t)
	s.Cup()
	doc := s.Page(s.Get("/t/spring-cup/crosstable"), http.StatusOK)
	if n := doc.Find(".cross tbody tr").Length(); n != 9 {
		t.Fatalf("%d rows, want 9", n)
	}
	// The table is symmetric: for each win it has a loss.
	cells := make([][]string, 9)
	doc.Find(".cross tbody tr").Each(func(i int, row *goquery.Selection) {
		row.Find("td.x").Each(func(_ int, cell *goquery.Selection) { cells[i] = append(cells[i], sitetest.Words(cell)) })
	})
	mirror := map[string]string{"+": "−", "−": "+", "=": "=", "?": "?", "": ""}
	games := 0
	for i := range cells {
		for j := range cells[i] {
			if cells[i][j] != mirror[cells[j][i]] {
				t.Errorf("line %d against %d reads %q, the other way %q", i+1, j+1, cells[i][j], cells[j][i])
			}
			if cells[i][j] != "" {
				games++
			}
		}
	}
	if games != 16 {
		t.Errorf("%d cells are filled, want two for each of 8 games", games)
	}
}

// Each line has its own number, also at a shared place; a round names the opponent.
func TestRoundsNameTheOpponent(t *testing.T) {
	s := newSite(t)
	s.Cup()
	for _, after := range []string{"1", "2"} {
		s.Run("after round "+after, func(t *testing.T) {
			doc := s.Page(s.Get("/t/spring-cup/standings?after="+after), http.StatusOK)
			shared, seen := false, 0
			numbers := map[string]bool{}
			doc.Find(".wall tbody tr").Each(func(_ int, row *goquery.Selection) {
				own := row.Find(".name .who").Text()
				number := lineOf(row)
				shared = shared || row.Find("th.n small").Length() > 0
				if numbers[number] {
					t.Errorf("two lines have the number %s", number)
				}
				numbers[number] = true
				row.Find(".c a").Each(func(_ int, cell *goquery.Selection) {
					name, told := cell.Find("span:last-of-type").Text(), cell.AttrOr("title", "")
					if name == "" || !strings.Contains(told, " against "+name+" ") || strings.Contains(told, "against "+own) {
						t.Errorf("%s: the cell %q is explained as %q", own, cell.Text(), told)
					}
					if sign := cell.Find("b").Text(); !strings.Contains("+−=?", strings.TrimSuffix(sign, "!")) {
						t.Errorf("%s against %s: %q", own, name, sign)
					}
					seen++
				})
			})
			if !shared {
				t.Error("nobody shares a place: the test shows nothing")
			}
			if seen == 0 {
				t.Error("no cells")
			}
			if arrows := doc.Find(".wall .up, .wall .down").Length(); after == "2" && arrows > 0 {
				t.Errorf("a round under way moves %d players", arrows)
			}
		})
	}
}

// Every heading sorts the standings by its column, first one way, then the other; a made-up
// column does not.
func TestStandingsAreSorted(t *testing.T) {
	s := newSite(t)
	s.Cup()
	names := func(doc *goquery.Document) (list []string) {
		doc.Find(".wall tbody .who").Each(func(_ int, who *goquery.Selection) { list = append(list, sitetest.Words(who)) })
		return list
	}
	doc := s.Page(s.Get("/t/spring-cup/standings?after=1"), http.StatusOK)
	byPlace := names(doc)
	if got := sitetest.Words(doc.Find(".wall [aria-sort=ascending]")); got != "Place" {
		t.Errorf("sorted by %q", got)
	}
	heads := doc.Find(".wall thead tr:last-child a")
	if heads.Length() < 7 {
		t.Fatalf("%d headings sort", heads.Length())
	}
	heads.Each(func(_ int, head *goquery.Selection) {
		address := head.AttrOr("href", "")
		sorted := s.Page(s.Get(address), http.StatusOK)
		marked := sorted.Find(".wall [aria-sort]")
		if marked.Length() != 1 {
			t.Errorf("%s marks %d columns", address, marked.Length())
		}
		got := names(sorted)
		if slices.Sort(got); !slices.Equal(got, slices.Sorted(slices.Values(byPlace))) {
			t.Errorf("%s lists %q", address, got)
		}
	})
	for query, want := range map[string][]string{
		"sort=name":       {"Abel X", "Chvála X"},
		"sort=-name":      {"Öberg X", "Łoś X"},
		"sort=nonsense":   byPlace[:2],
		"sort=-MMS":       nil,
		"sort=1&by=name":  nil,
		"sort=2&after=1":  byPlace[:2], // round 2 has no column yet
		"sort=SOSM&after": nil,
	} {
		if got := names(s.Page(s.Get("/t/spring-cup/standings?after=1&"+query), http.StatusOK)); want != nil && !slices.Equal(got[:2], want) {
			t.Errorf("%s begins with %q, want %q", query, got[:2], want)
		}
	}
	last := names(s.Page(s.Get("/t/spring-cup/standings?after=1&sort=-MMS"), http.StatusOK))
	if slices.Equal(last, byPlace) {
		t.Error("the weakest first is the same as the strongest first")
	}
}

// The list has players with a bye and absent players too.
func TestListByNameHasAllPlayers(t *testing.T) {
	s := newSite(t)
	s.Cup()
	doc := s.Page(s.Get("/t/spring-cup/round/1?by=name"), http.StatusOK)
	if got := sitetest.Words(doc.Find("tr[data-player='9'] td.idle")); got != "bye" {
		t.Errorf("the player with the bye is told %q", got)
	}
	doc = s.Page(s.Get("/t/spring-cup/hall"), http.StatusOK)
	if got := sitetest.Text(doc, ".slide.names li:has(i)"); !strings.HasPrefix(got, "Holm X") || !strings.HasSuffix(got, "not paired") {
		t.Errorf("who does not play is told %q", got)
	}
}

// For all criteria, also direct comparison: a shared place is named, else one criterion
// decides.
func TestPlaceIsExplainedByNeighbours(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	for _, criteria := range []string{"", "NBW", "NBW DC Rank", "MMS SDC SODOSM DC-EGF"} {
		t.Run("criteria "+criteria, func(t *testing.T) {
			s := newSite(t)
			s.Cup()
			if criteria != "" {
				s.Login()
				form := s.SettingsForm("spring-cup")
				form.Set("criteria", criteria)
				form.Set("do", "save")
				s.SeeOther(s.Post("/desk/spring-cup/settings", form))
			}
			whyEverybodyStands(t, s)
		})
	}
}

func whyEverybodyStands(t *testing.T, s *testSite) {
	t.Helper()
	doc := s.Page(s.Get("/t/spring-cup/standings"), 200)
	rows := doc.Find(".wall tbody tr")
	for i := range rows.Length() {
		link, ok := rows.Eq(i).Find("th.n a").Attr("href")
		if !ok {
			t.Fatalf("row %d has no explanation", i)
		}
		why := s.Page(s.Get(link), 200)
		pairs := why.Find(".beside")
		want := 2
		if i == 0 || i == rows.Length()-1 {
			want = 1
		}
		if pairs.Length() != want {
			t.Errorf("row %d has %d neighbours, want %d", i, pairs.Length(), want)
		}
		last := pairs.Last()
		if i+1 < rows.Length() {
			upper, lower := sitetest.Words(rows.Eq(i).Find(".who")), sitetest.Words(rows.Eq(i+1).Find(".who"))
			if got := sitetest.Words(last.Find("h2")); got != upper+" above "+lower {
				t.Errorf("row %d: %q, want %s above %s", i, got, upper, lower)
			}
			place := func(i int) string { return sitetest.Words(rows.Eq(i).Find("th.n a")) }
			same := place(i) == place(i+1)
			if decides := last.Find("tr.current").Length(); same != (decides == 0) || decides > 1 {
				t.Errorf("%s: %d criteria decide", sitetest.Words(last.Find("h2")), decides)
			}
			if same != strings.HasPrefix(sitetest.Words(last.Find(".verdict")), "Tied in everything") {
				t.Errorf("%s: %q", sitetest.Words(last.Find("h2")), sitetest.Words(last.Find(".verdict")))
			}
		}
	}
	if got := s.Get("/t/spring-cup/why/99"); got.StatusCode != 404 {
		t.Errorf("nobody is explained with %d", got.StatusCode)
	}
}

// If direct comparison decides, the games among all equal players are listed. A list with many criteria has its own
// scroll bar.
func TestPlaceIsExplainedByDirectComparison(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.Login()
	form := s.SettingsForm("spring-cup")
	form.Set("criteria", "NBW, DC, SOSW, SODOSW, SOSOSW, CUSSW, SOSW-1, SOSW-2, EXT, EXR, SDC, Rank, Rating, MMS, SOSM, SODOSM, SOSOSM, CUSSM")
	form.Set("do", "save")
	s.SeeOther(s.Post("/desk/spring-cup/settings", form))
	doc := s.Page(s.Get("/t/spring-cup/standings"), 200)
	if doc.Find(".scroll .wall.broad").Length() != 1 {
		t.Error("so many criteria are squeezed into the screen")
	}
	decided := 0
	doc.Find(".wall tbody th.n a").Each(func(_ int, link *goquery.Selection) {
		address, _ := link.Attr("href")
		s.Page(s.Get(address), 200).Find(".beside").Each(func(_ int, pair *goquery.Selection) {
			if sitetest.Words(pair.Find("tr.current th")) != "DC decides" {
				return
			}
			decided++
			told := sitetest.Words(pair)
			games := strings.Count(told, "1–0") + strings.Count(told, "½–½")
			if unmet := strings.Contains(told, "Tied so far, without a game"); unmet != (games == 0) || !unmet && !strings.Contains(told, "Tied so far, and their games") {
				t.Errorf("%d games are told as %q", games, told)
			}
		})
	})
	if decided == 0 {
		t.Error("nobody is placed by who beat whom")
	}
}

func TestQualifiedAndCrossTable(t *testing.T) {
	s := newSite(t)
	s.Login()
	tn := s.Kind("swiss", 6)
	settings := tn.Settings
	settings.Rounds, settings.Stages = 5, []tournament.Stage{{From: 3, System: tournament.RoundRobin, Qualify: 3}}
	settings.Criteria = []tournament.Criterion{tournament.StageReached, tournament.NBW, tournament.SOSW}
	s.Check(s.Director.On(sitetest.Anna, "open").SetUp(t.Context(), tn.Info, settings))
	s.Play(1)
	s.Play(2)
	doc := s.Page(s.Get("/t/open/standings"), http.StatusOK)
	if got := doc.Find(".wall abbr.tag").Length(); got != 3 {
		t.Errorf("%d have qualified", got)
	}
	for n := 3; n <= 5; n++ {
		s.Play(n)
	}
	doc = s.Page(s.Get("/t/open/crosstable"), http.StatusOK)
	var order []string
	for i, id := range pairing.Seeds(s.State("open"), 3) {
		row := doc.Find("table.cross tbody tr").Eq(i)
		order = append(order, sitetest.Words(row.Find(".name .who")))
		if want := s.State("open").Player(id).Name(); order[i] != want {
			t.Errorf("number %d is %s, want %s", i+1, order[i], want)
		}
		if got := sitetest.Words(row.Find(".b")); !strings.Contains(got, "bye") {
			t.Errorf("%s had a bye, shown as %q", order[i], got)
		}
	}
	if got := sitetest.Words(doc.Find("table.cross tbody tr").Eq(0).Find(".s").First()); got != "2" {
		t.Errorf("the stage is shown as %q", got)
	}
	doc = s.Page(s.Get("/desk/open/draw/4"), http.StatusOK)
	if got := sitetest.Text(doc, "#idle"); !strings.Contains(got, "Not qualified") {
		t.Errorf("who rests: %q", got)
	}
}

func TestPoolsAreShown(t *testing.T) {
	s := newSite(t)
	s.Login()
	s.Kind("round-robin", 9)
	form := s.SettingsForm("open")
	for name, value := range map[string]string{
		"rounds": "5", "pools": "2", "stage-1-from": "6", "stage-1-system": "knockout", "stage-1-qualify": "4", "do": "look",
	} {
		form.Set(name, value)
	}
	form.Set("rounds", "7")
	form.Set("do", "save")
	s.SeeOther(s.Post("/desk/open/settings", form))
	if got := sitetest.Text(s.Page(s.Get("/desk/open/settings"), http.StatusOK), "#meaning, .set .findings"); !strings.Contains(got, "Round robin: 9 players need 5 rounds, as planned.") {
		t.Errorf("the settings say %q", got)
	}
	s.Play(1)
	doc := s.Page(s.Get("/t/open/standings"), http.StatusOK)
	if got := sitetest.Text(doc, ".wall .group"); got != "Pool A Pool B" {
		t.Errorf("the standings have %q", got)
	}
	if got := doc.Find(".wall tbody .who").Length(); got != 9 {
		t.Errorf("%d players are listed", got)
	}
	if got := sitetest.Text(s.Page(s.Get("/t/open/round/1"), http.StatusOK), ".group"); got != "Pool A Pool B" {
		t.Errorf("the round has %q", got)
	}
	player := s.State("open").Round(1).Games[0].Black
	if got := sitetest.Text(s.Page(s.Get("/t/open/players/"+sitetest.ID(player)), http.StatusOK), "main"); !strings.Contains(got, "of 5") && !strings.Contains(got, "of 4") {
		t.Errorf("the player's place: %q", got)
	}
	s.Page(s.Get("/t/open/why/"+sitetest.ID(player)), http.StatusOK)
	if got := sitetest.Text(s.Page(s.Get("/desk/open/draw/1?table=1"), http.StatusOK), "#chosen .plan"); !strings.Contains(got, "Pool A, Berger table, round 1: number") {
		t.Errorf("a game is explained by %q", got)
	}
	for n := 2; n <= 5; n++ {
		s.Play(n)
	}
	doc = s.Page(s.Get("/t/open/standings"), http.StatusOK)
	if got := doc.Find(".wall abbr.tag").Length(); got != 4 {
		t.Errorf("%d have qualified", got)
	}
	doc = s.Page(s.Get("/api/v1/tournaments/open/standings"), http.StatusOK)
	if got := doc.Text(); strings.Count(got, `"poolPlace":1`) != 2 || strings.Count(got, `"pool":"B"`) != 4 {
		t.Errorf("in JSON: %s", got)
	}
	s.Play(6)
	doc = s.Page(s.Get("/t/open/standings"), http.StatusOK)
	if doc.Find(".wall .group").Length() != 0 {
		t.Error("the pools are still shown in the knockout")
	}
	if got := sitetest.Text(s.Page(s.Get("/t/open/standings?after=5"), http.StatusOK), ".wall .group"); got != "Pool A Pool B" {
		t.Errorf("the standings of the pools are %q", got)
	}
}

// A player who cancelled before taking part has no place, is not counted, and stays on the desk's list of players.
func TestCancelledSignUpIsNotListed(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.Login()
	_, err := s.Director.On(sitetest.Anna, "spring-cup").AddPlayer(t.Context(), tournament.Player{
		Family: "Lumme", Given: "Inka", Rank: rank.Kyu(11), Country: "FI", Status: tournament.Withdrawn,
	}, tournament.RefuseNamesakes, "")
	s.Check(err)
	for _, path := range []string{
		"/t/spring-cup", "/t/spring-cup/standings", "/t/spring-cup/players", "/t/spring-cup/crosstable", "/t/spring-cup/statistics",
		"/t/spring-cup/about", "/t/spring-cup/hall", "/desk/spring-cup/ratings/changes", "/", "/t/spring-cup/print/standings",
	} {
		if got := sitetest.Text(s.Page(s.Get(path), http.StatusOK), "body"); strings.Contains(got, "Lumme") || strings.Contains(got, "10 players") {
			t.Errorf("%s has a player who cancelled: %s", path, got)
		}
	}
	if got := sitetest.Text(s.Page(s.Get("/desk/spring-cup/players"), http.StatusOK), "main"); !strings.Contains(got, "Lumme") {
		t.Error("the desk's list has no player who cancelled")
	}
	players := s.State("spring-cup").Players
	if got := sitetest.Text(s.Page(s.Get(fmt.Sprintf("/t/spring-cup/players/%d", players[len(players)-1].ID)), http.StatusOK), "main"); !strings.Contains(got, "Lumme") {
		t.Errorf("the page of a player who cancelled says %q", got)
	}
}

// Half a point for an absence has another sign than a jigo, and the page explains both.
func TestHalfPointWithoutGameIsNoJigo(t *testing.T) {
	s := newSite(t)
	s.Event(7, func(tn *tournament.Tournament) {
		tn.Settings.Scoring.MMSAbsent, tn.Settings.Handicap.EvenKomi = 1, 14 // 7.0
		tn.Players[6].Absent = tn.Players[6].Absent.With(1)
	})
	s.Check(s.Director.On(sitetest.Anna, "spring-cup").Round(1).Publish(t.Context()))
	_, err := s.Director.On(sitetest.Anna, "spring-cup").Enter(t.Context(), tournament.Entry{Round: 1, Table: 1, Result: tournament.Result{Outcome: tournament.Jigo}})
	s.Check(err)
	g := s.State("spring-cup").Round(1).Games[0]
	doc := s.Page(s.Get("/t/spring-cup/standings"), http.StatusOK)
	for id, sign := range map[tournament.PlayerID]string{s.State("spring-cup").Players[6].ID: "½", g.Black: "="} {
		row := doc.Find(fmt.Sprintf(".wall tr[data-player='%d']", id))
		if cell := sitetest.Words(row.Find("td.c b")); cell != sign {
			t.Errorf("player %d has %q, want %q", id, cell, sign)
		}
	}
	if got := sitetest.Text(doc, ".legend"); !strings.Contains(got, "= jigo") || !strings.Contains(got, "½ half a point without a game") {
		t.Errorf("the legend says %q", got)
	}
}

// A game whose players choose the colours at the board has no stone in the wall list.
func TestOpenColoursHaveNoStone(t *testing.T) {
	s := newSite(t)
	s.Event(4, func(tn *tournament.Tournament) { tn.Settings.System = tournament.Knockout })
	s.Check(s.Director.On(sitetest.Anna, "spring-cup").Round(1).Publish(t.Context()))
	for _, g := range s.State("spring-cup").Round(1).Games {
		if !g.ColoursOpen {
			t.Fatalf("the colours of table %d are drawn", g.Table)
		}
	}
	doc := s.Page(s.Get("/t/spring-cup/standings?after=1"), http.StatusOK)
	if games, stones := doc.Find(".wall td.c a").Length(), doc.Find(".wall td.c .onwood").Length(); games != 4 || stones != 0 {
		t.Errorf("%d cells of games have %d stones", games, stones)
	}
}
