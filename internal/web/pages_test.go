package web

import (
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"net/http"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"github.com/google/go-cmp/cmp"

	"tourney/internal/tournament"
	"tourney/templates"
)

var publicPages = []string{
	"/", "/login", "/t/spring-cup", "/t/spring-cup/round/1", "/t/spring-cup/round/2", "/t/spring-cup/round/2?by=name",
	"/t/spring-cup/standings", "/t/spring-cup/standings?after=1", "/t/spring-cup/players", "/t/spring-cup/players?by=rank",
	"/t/spring-cup/players/1", "/t/spring-cup/players/9", "/t/spring-cup/crosstable", "/t/spring-cup/statistics",
	"/t/spring-cup/hall", "/t/spring-cup/hall?theme=light",
}

// leftOver returns a message key or placeholder in the text of a page, or "": what
// begins as keys of the catalogs do and is no name of a file.
func leftOver(text string) string {
	for _, found := range keyOrPlaceholder().FindAllString(text, -1) {
		if !slices.Contains([]string{".xml", ".csv"}, path.Ext(found)) {
			return found
		}
	}
	return ""
}

var keyOrPlaceholder = sync.OnceValue(func() *regexp.Regexp {
	var keys map[string]any
	text, err := fs.ReadFile(templates.FS, "lang/en.json")
	if err := errors.Join(err, json.Unmarshal(text, &keys)); err != nil {
		panic(err)
	}
	subjects := map[string]bool{}
	for key := range keys {
		subject, _, _ := strings.Cut(key, ".")
		subjects[subject] = true
	}
	return regexp.MustCompile(`\{[0-9]\}|\b(` + strings.Join(slices.Collect(maps.Keys(subjects)), "|") + `)\.[a-z]+`)
})

// A refused form is no missing page.
func TestHeadingOfARefusal(t *testing.T) {
	s := newSite(t)
	s.cup()
	for code, want := range map[string]string{"en": "Something went wrong", "fi": "Jokin meni vikaan", "pl": "Coś poszło nie tak", "cs": "Něco se nepovedlo"} {
		t.Run(code, func(t *testing.T) {
			got := s.post("/desk/spring-cup/result", url.Values{}, "Accept-Language", code)
			doc := s.page(got, got.StatusCode)
			if h := words(doc.Find("h1").First()); got.StatusCode == http.StatusNotFound || h != want {
				t.Errorf("%d has the heading %q, want %q", got.StatusCode, h, want)
			}
		})
	}
}

func TestEveryPageInEveryLanguage(t *testing.T) {
	s := newSite(t)
	s.cup()
	headings := map[string]map[string]string{ // address: language: heading
		"/":                          {"en": "Tournaments", "fi": "Turnaukset", "pl": "Turnieje", "cs": "Turnaje"},
		"/t/spring-cup/round/2":      {"en": "Round 2", "fi": "2. kierros", "pl": "Runda 2", "cs": "2. kolo"},
		"/t/spring-cup/standings":    {"en": "Provisional standings, round 2 under way", "fi": "Alustava tilanne, kierros 2 kesken", "pl": "Klasyfikacja tymczasowa, runda 2 trwa", "cs": "Průběžné pořadí, 2. kolo probíhá"},
		"/t/spring-cup/players":      {"en": "Players", "fi": "Pelaajat", "pl": "Zawodnicy", "cs": "Hráči"},
		"/t/spring-cup/players/1":    {"en": "Öberg X 1d", "fi": "Öberg X 1d", "pl": "Öberg X 1d", "cs": "Öberg X 1d"},
		"/t/spring-cup/crosstable":   {"en": "Cross table", "fi": "Ristitaulukko", "pl": "Tabela krzyżowa", "cs": "Křížová tabulka"},
		"/t/spring-cup/statistics":   {"en": "Statistics", "fi": "Tilastot", "pl": "Statystyki", "cs": "Statistika"},
		"/t/spring-cup/hall":         {"en": "Round 2 – find your name", "fi": "2. kierros – etsi nimesi", "pl": "Runda 2 – znajdź swoje nazwisko", "cs": "2. kolo – najděte své jméno"},
		"/t/spring-cup/nowhere/else": {"en": "Page not found", "fi": "Sivua ei löydy", "pl": "Nie ma takiej strony", "cs": "Stránka nenalezena"},
	}
	for _, code := range []string{"en", "fi", "pl", "cs"} {
		for _, path := range append(publicPages, "/t/spring-cup/nowhere/else") {
			status := http.StatusOK
			if strings.Contains(path, "nowhere") {
				status = http.StatusNotFound
			}
			doc := s.page(s.get(path, "Accept-Language", code), status)
			if got, _ := doc.Find("html").Attr("lang"); got != code {
				t.Errorf("%s asked in %s is in %s", path, code, got)
			}
			if want := headings[path][code]; want != "" {
				if got := words(doc.Find("h1").First()); got != want {
					t.Errorf("%s in %s has the heading %q, want %q", path, code, got, want)
				}
			}
			if found := leftOver(doc.Text()); found != "" {
				t.Errorf("%s in %s shows %q", path, code, found)
			}
			doc.Find("script:not([src]), style, [style], [onclick], [onload]").Each(func(_ int, e *goquery.Selection) {
				t.Errorf("%s: the policy forbids %s", path, goquery.NodeName(e))
			})
		}
	}
}

func TestDeskInEveryLanguage(t *testing.T) {
	s := newSite(t)
	s.cup()
	s.login()
	for _, code := range []string{"en", "fi", "pl", "cs"} {
		for _, path := range deskPages {
			doc := s.page(s.get(path, "Accept-Language", code), http.StatusOK)
			if got, _ := doc.Find("html").Attr("lang"); got != code {
				t.Errorf("%s asked in %s is in %s", path, code, got)
			}
			if found := leftOver(doc.Text()); found != "" {
				t.Errorf("%s in %s shows %q", path, code, found)
			}
		}
	}
}

func TestLinksLeadSomewhere(t *testing.T) {
	s := newSite(t)
	s.cup()
	seen := map[string]bool{}
	for _, path := range publicPages {
		doc := s.page(s.get(path), http.StatusOK)
		doc.Find("a[href], link[href], script[src], form[action], [hx-get]").Each(func(_ int, e *goquery.Selection) {
			for _, name := range []string{"href", "src", "action", "hx-get"} {
				address, ok := e.Attr(name)
				address, anchor, _ := strings.Cut(address, "#")
				switch {
				case ok && address == "" && doc.Find("#"+anchor).Length() == 0:
					t.Errorf("%s: no place #%s", path, anchor)
				case !ok, address == "", seen[address], strings.HasPrefix(address, "/desk"), strings.HasPrefix(address, "/setup"):
				default:
					seen[address] = true
					if got := s.get(address); got.StatusCode != http.StatusOK && got.StatusCode != http.StatusSeeOther {
						t.Errorf("%s leads to %s, which answers %d", path, address, got.StatusCode)
					}
				}
			}
		})
	}
	if len(seen) < 40 {
		t.Errorf("only %d addresses found", len(seen))
	}
}

func TestRoundPage(t *testing.T) {
	s := newSite(t)
	s.cup()
	doc := s.page(s.get("/t/spring-cup/round/1"), http.StatusOK)
	var got []string
	doc.Find(".games tbody tr").Each(func(_ int, row *goquery.Selection) {
		row.Find(".vh").Remove()
		got = append(got, words(row))
	})
	want := []string{
		"1 Öberg X 1d Abel X 1k k6.5 64–36 % +R", "2 Chvála X 2k Dahl X 1d k6.5 25–75 % +3.5", "3 Ek X 1k Łoś X 2k k6 63–37 % jigo", "4 Gran X 1d Holm X 1k k6.5 64–36 % +F",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if got := text(doc, ".games tr:nth-child(2) .won"); !strings.Contains(got, "Dahl X") {
		t.Errorf("the winner of table 2 is marked as %q", got)
	}
	if got := text(doc, ".aside"); got != "Bye Iro X 2k" {
		t.Errorf("bye: %q", got)
	}
	doc = s.page(s.get("/t/spring-cup/round/2", "Accept-Language", "fi"), http.StatusOK)
	if got := text(doc, ".facts"); got != "alku klo 12.30 tuloksia 1/4" {
		t.Errorf("round 2 in Finnish: %q", got)
	}
	if got := text(doc, "tr:nth-child(3) .terms"); got != "h2 k0" {
		t.Errorf("terms of table 3: %q", got)
	}
}

func TestNamesAreInTheReadersOrder(t *testing.T) {
	s := newSite(t)
	s.cup()
	for code, want := range map[string]string{
		"fi": "Abel Chvála Dahl Ek Gran Holm Iro Łoś Öberg",
		"cs": "Abel Dahl Ek Gran Holm Chvála Iro Łoś Öberg",
		"pl": "Abel Chvála Dahl Ek Gran Holm Iro Łoś Öberg",
	} {
		for _, path := range []string{"/t/spring-cup/players", "/t/spring-cup/round/2?by=name"} {
			doc := s.page(s.get(path, "Accept-Language", code), http.StatusOK)
			got := strings.ReplaceAll(text(doc, "tbody th .who"), " X", "")
			if diff := cmp.Diff(strings.Fields(want), strings.Fields(got)); diff != "" {
				t.Errorf("%s in %s: %s", path, code, diff)
			}
		}
	}
}

func TestStandingsPage(t *testing.T) {
	s := newSite(t)
	s.cup()
	doc := s.page(s.get("/t/spring-cup/standings?after=1"), http.StatusOK)
	if got := text(doc, ".wall thead tr:last-child .s"); got != "MMS SOSM SOSOSM" {
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
	if title, _ := first.Find(".c a").Attr("title"); !strings.HasPrefix(title, "Round 1 against ") {
		t.Errorf("the cell explains itself as %q", title)
	}
	if got := text(doc, ".legend dt"); !strings.Contains(got, "SOSM") {
		t.Errorf("the legend explains %q", got)
	}
	if got := text(doc, ".legend"); !strings.Contains(got, "In sums of McMahon scores an opponent counts for more by the handicap they received") {
		t.Errorf("what counts in the sums is not said: %q", got)
	}
	// By default the standings are after the last round with a result.
	doc = s.page(s.get("/t/spring-cup/standings"), http.StatusOK)
	if got := text(doc, ".head .facts"); got != "1 of 4 results" {
		t.Errorf("progress: %q", got)
	}
	// A draft is not shown.
	for _, after := range []string{"3", "-1", "x", "99999999999999999999"} {
		s.page(s.get("/t/spring-cup/standings?after="+after), http.StatusNotFound)
	}
}

func TestPlayerPage(t *testing.T) {
	s := newSite(t)
	s.cup()
	doc := s.page(s.get("/t/spring-cup/players/7"), http.StatusOK)
	doc.Find(".vh").Remove()
	if got := text(doc, ".card.mine"); got != "Gran X Round 2 · start 12:30 Table 3 White against Łoś X 2k 2 handicap stones, komi 0 · expected 57 %" {
		t.Errorf("card: %q", got)
	}
	// Sums are shown only when they add up to the score.
	if got := text(doc, "#why .sum"); !strings.Contains(got, " = ") {
		t.Errorf("explanation: %q", got)
	}
	doc = s.page(s.get("/t/spring-cup/players/9"), http.StatusOK)
	if got := text(doc, "table.course tbody tr:first-child .text"); got != "bye" {
		t.Errorf("the bye reads %q", got)
	}
	for _, id := range []string{"99", "0", "-1", "x", "9999999999999999999999"} {
		s.page(s.get("/t/spring-cup/players/"+id), http.StatusNotFound)
	}
}

func TestBeforeTheFirstRound(t *testing.T) {
	s := newSite(t)
	settings, err := tournament.PresetNamed("finnish")
	s.check(err)
	tn, err := tournament.New(tournament.Info{Slug: "early-cup", Name: "Early Cup"}, settings)
	s.check(err)
	for _, players := range []int{0, 1} {
		if players > 0 {
			_, err = tn.AddPlayer(tournament.Player{Family: "Aho", Rank: 20}, tournament.RefuseNamesakes)
			s.check(err)
		}
		slug, err := s.director.Import(t.Context(), anna, tn, "")
		s.check(err)
		for _, path := range []string{"", "/standings", "/players", "/crosstable", "/statistics", "/hall"} {
			s.page(s.get("/t/"+slug+path), http.StatusOK)
		}
		s.page(s.get("/t/"+slug+"/round/1"), http.StatusNotFound)
		s.page(s.get("/t/"+slug+"/round/0"), http.StatusNotFound)
		if players > 0 {
			doc := s.page(s.get("/t/"+slug+"/players/1"), http.StatusOK)
			if got := text(doc, ".card .big"); got != "The first round has not been published yet." {
				t.Errorf("card before the first round: %q", got)
			}
		}
	}
}

func TestPersonalDataStaysAtTheDesk(t *testing.T) {
	s := newSite(t)
	s.cup()
	for _, path := range append(publicPages, "/api/v1/tournaments", "/api/v1/tournaments/spring-cup") {
		if got := s.body(s.get(path)); strings.Contains(got, "secret") {
			t.Errorf("%s shows notes or contact", path)
		}
	}
}

func TestDraftsStayAtTheDesk(t *testing.T) {
	s := newSite(t)
	s.cup()
	s.page(s.get("/t/spring-cup/round/3"), http.StatusNotFound)
	if got := s.get("/api/v1/tournaments/spring-cup/rounds/3"); got.StatusCode != http.StatusNotFound {
		t.Errorf("the draft is served as JSON: %d", got.StatusCode)
	}
}

func TestHall(t *testing.T) {
	s := newSite(t)
	s.cup()
	doc := s.page(s.get("/t/spring-cup/hall"), http.StatusOK)
	for kind, want := range map[string]int{".slide.names li": 9, ".slide.tables li": 4, ".slide.standings li": 9, ".slide.wait": 1} {
		if got := doc.Find(kind).Length(); got != want {
			t.Errorf("%d of %s, want %d", got, kind, want)
		}
	}
	if doc.Find("html.dark").Length() != 1 || s.page(s.get("/t/spring-cup/hall?theme=light"), http.StatusOK).Find("html.light").Length() != 1 {
		t.Error("the page is not black, or white when asked")
	}
}

func TestCrossTable(t *testing.T) {
	s := newSite(t)
	s.cup()
	doc := s.page(s.get("/t/spring-cup/crosstable"), http.StatusOK)
	if n := doc.Find(".cross tbody tr").Length(); n != 9 {
		t.Fatalf("%d rows, want 9", n)
	}
	// The table is symmetric: for each win it has a loss.
	cells := make([][]string, 9)
	doc.Find(".cross tbody tr").Each(func(i int, row *goquery.Selection) {
		row.Find("td.x").Each(func(_ int, cell *goquery.Selection) { cells[i] = append(cells[i], words(cell)) })
	})
	mirror := map[string]string{"1": "0", "0": "1", "½": "½", "·": "·", "": ""}
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

func TestStatistics(t *testing.T) {
	s := newSite(t)
	s.cup()
	doc := s.page(s.get("/t/spring-cup/statistics"), http.StatusOK)
	// Played and decided: tables 1 to 3 of round 1, table 1 of round 2; the
	// forfeit was not played.
	if got := text(doc, ".head .facts"); got != "4 games played" {
		t.Errorf("counted: %q", got)
	}
	want := []string{
		"Handicaps and who won: even 1 1 2", "Black and White in even games: even 1 1 2",
		"Games between different ranks: games 2 1",
	}
	var got []string
	doc.Find(".chart").Each(func(_ int, chart *goquery.Selection) {
		got = append(got, words(chart.Find("figcaption"))+": "+words(chart.Find("tbody")))
	})
	if len(got) != 5 {
		t.Fatalf("%d charts, want 5", len(got))
	}
	if diff := cmp.Diff(want, got[:3]); diff != "" {
		t.Error(diff)
	}
	for _, chart := range []int{4, 5} { // score groups and ranks hold everybody
		players := 0
		doc.Find(".chart:nth-child(" + strconv.Itoa(chart) + ") td.num").Each(func(_ int, cell *goquery.Selection) {
			n, err := strconv.Atoi(words(cell))
			s.check(err)
			players += n
		})
		if players != 9 {
			t.Errorf("chart %d counts %d players, want 9", chart, players)
		}
	}
}

// A shared place is one number on several lines; the cells of the rounds refer to the
// lines.
func TestCellsReferToLines(t *testing.T) {
	s := newSite(t)
	s.cup()
	for _, after := range []string{"1", "2"} {
		doc := s.page(s.get("/t/spring-cup/standings?after="+after), http.StatusOK)
		names, shared := map[string]string{}, false
		places := map[string]bool{}
		doc.Find(".wall tbody tr").Each(func(_ int, row *goquery.Selection) {
			names[row.Find(".line").Text()] = row.Find(".name .who").Text()
			place := row.Find("th.n").Text()
			shared = shared || places[place]
			places[place] = true
		})
		if !shared {
			t.Error("nobody shares a place: the test shows nothing")
		}
		seen := 0
		doc.Find(".wall tbody .c a").Each(func(_ int, cell *goquery.Selection) {
			line := strings.FieldsFunc(cell.Text(), func(r rune) bool { return r < '0' || r > '9' })[0]
			if name := names[line]; name == "" || !strings.Contains(cell.AttrOr("title", ""), name) {
				t.Errorf("after round %s the cell %s leads to %q, which is not in %q", after, cell.Text(), name, cell.AttrOr("title", ""))
			}
			seen++
		})
		if seen == 0 {
			t.Error("no cells")
		}
		if arrows := doc.Find(".wall .up, .wall .down").Length(); after == "2" && arrows > 0 {
			t.Errorf("a round under way moves %d players", arrows)
		}
	}
}

// The list has players with a bye and absent players too.
func TestListByNameHasAllPlayers(t *testing.T) {
	s := newSite(t)
	s.cup()
	doc := s.page(s.get("/t/spring-cup/round/1?by=name"), http.StatusOK)
	if got := words(doc.Find("tr[data-player='9'] td.idle")); got != "bye" {
		t.Errorf("the player with the bye is told %q", got)
	}
	doc = s.page(s.get("/t/spring-cup/hall"), http.StatusOK)
	if got := text(doc, ".slide.names li:has(i)"); !strings.HasPrefix(got, "Holm X") || !strings.HasSuffix(got, "not paired") {
		t.Errorf("who does not play is told %q", got)
	}
}
