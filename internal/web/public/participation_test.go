package public_test

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"tourney/internal/app/director"
	"tourney/internal/rank"
	"tourney/internal/testkit/sitetest"
	"tourney/internal/tournament"
)

// The attendees take part in the tournament of attended. The absentees do not: a reserve, a player with a place who did
// not come, a player absent in every round, and a cancelled player. Lehto left after the first round, and Moilanen did
// not come to it.
var (
	attendees = []string{"Aho", "Berg", "Cerny", "Dvorak", "Lehto", "Moilanen"}
	absentees = []string{"Varala", "Poutanen", "Kaukonen", "Peltonen"}
)

// attended stores a tournament of two rounds with all attendees and absentees, and prizes for all.
func attended(s *testSite) {
	settings, err := tournament.PresetNamed("egf")
	s.Check(err)
	settings.Rounds, settings.SignUp.Limit = 2, 6
	settings.Scoring.MMSAbsent = 2
	settings.Prizes.List = []tournament.Prize{{Name: "Main", Places: 10}, {Name: "Kyu", Strongest: rank.Kyu1, Places: 10}}
	tn, err := tournament.New(tournament.Info{
		Slug: "spring-cup", Name: "Spring Cup", Place: "Oulu", Country: "FI", Begin: tournament.DateOf(time.Date(2026, 5, 2, 0, 0, 0, 0, time.UTC)),
	}, settings)
	s.Check(err)
	id := map[string]tournament.PlayerID{}
	for i, name := range slices.Concat(attendees, []string{"Kaukonen", "Poutanen", "Varala", "Peltonen"}) {
		p := tournament.Player{
			Family: name, Given: "Xi", Rank: rank.Kyu(2), Country: "FI", Club: "Oulu", AGA: strconv.Itoa(1000 + i), Status: tournament.CheckedIn,
			Since: time.Date(2026, 4, 1, i, 0, 0, 0, time.UTC), Tags: []string{"tag"},
		}
		switch name {
		case "Kaukonen":
			p.Absent = p.Absent.With(1).With(2)
		case "Poutanen", "Varala":
			p.Status = tournament.Preliminary
		case "Peltonen":
			p.Status = tournament.Withdrawn
		}
		id[name], err = tn.AddPlayer(p, tournament.RefuseNamesakes)
		s.Check(err)
	}
	for n, round := range [][]string{{"Aho", "Lehto", "B+R", "Berg", "Moilanen", "B+F", "Cerny", "Dvorak", "B+"}, {"Aho", "Cerny", "B+R", "Berg", "Dvorak", "W+2.5"}} {
		var games []tournament.Game
		for i := 0; i < len(round); i += 3 {
			games = append(games, tournament.Game{Table: i/3 + 1, Black: id[round[i]], White: id[round[i+1]], Komi: 13})
		}
		s.Check(tn.SetDraft(n+1, games, nil, tournament.Drawn{}))
		s.Check(tn.Publish(n + 1))
		for i := 0; i < len(round); i += 3 {
			r, err := tournament.ParseResult(round[i+2])
			s.Check(err)
			_, _, err = tn.Record(tournament.Entry{Round: n + 1, Table: i/3 + 1, Result: r, By: "Desk", At: sitetest.Noon})
			s.Check(err)
		}
		if n == 0 {
			s.Check(tn.SetStatus(id["Lehto"], tournament.Withdrawn))
			s.Check(tn.SetStatus(id["Moilanen"], tournament.Withdrawn))
		}
	}
	_, err = s.Director.Import(s.T.Context(), sitetest.Anna, tournament.Whole{Tournament: tn}, director.Founding{})
	s.Check(err)
}

// A text from a place that lists players.
type listed struct {
	place, text string
	all         bool // names all participants
}

// TestEverywhereTheSamePeople reads all places that list, count or rank players, and checks that they have the same
// participants.
func TestEverywhereTheSamePeople(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	s := newSite(t)
	attended(s)
	s.Login()
	s.Check(s.Director.On(sitetest.Anna, "spring-cup").Day().AnnounceFinal(t.Context(), ""))
	var texts []listed
	for path, all := range map[string]bool{
		"/": false, "/t/spring-cup": false, "/t/spring-cup/standings": true, "/t/spring-cup/crosstable": true, "/t/spring-cup/statistics": false,
		"/t/spring-cup/about": false, "/t/spring-cup/hall": false, "/t/spring-cup/final": true, "/t/spring-cup/embed/standings": true,
		"/t/spring-cup/print/standings": true, "/t/spring-cup/print/crosstable": true, "/t/spring-cup/round/1": false, "/t/spring-cup/round/2": false,
		"/desk/spring-cup": false, "/desk/spring-cup/print/badges": false, "/desk/spring-cup/final": false,
		"/desk/spring-cup/prizes": false, "/desk/spring-cup/ratings/changes": true, "/api/v1/tournaments/spring-cup/standings": true,
		"/api/v1/tournaments/spring-cup/rounds/2": false,
	} {
		body := s.Body(s.Get(path))
		if doc, err := goquery.NewDocumentFromReader(strings.NewReader(body)); err == nil && !strings.HasPrefix(path, "/api/") {
			body = sitetest.Words(doc.Find("body"))
		}
		texts = append(texts, listed{path, body, all})
	}
	for format, all := range map[string]bool{"standings-csv": true, "egd": true, "ffg": true, "aga": true} {
		texts = append(texts, listed{format, string(s.Export("spring-cup", format)), all})
	}
	texts = append(texts, sheets(s)...)
	texts = append(texts, packed(s)...)
	if len(texts) < 30 {
		t.Errorf("only %d places", len(texts))
	}
	for _, l := range texts {
		folded := strings.ToLower(l.text)
		for _, name := range absentees {
			if strings.Contains(folded, strings.ToLower(name)) {
				t.Errorf("%s names %s, who takes no part: %s", l.place, name, l.text)
			}
		}
		for _, name := range attendees {
			if l.all && !strings.Contains(folded, strings.ToLower(name)) {
				t.Errorf("%s lacks %s: %s", l.place, name, l.text)
			}
		}
		for n := range 12 {
			if count := strconv.Itoa(n) + " players"; n != len(attendees) && strings.Contains(" "+l.text, " "+count) {
				t.Errorf("%s counts %s: %s", l.place, count, l.text)
			}
		}
	}
}

// tags matches XML tags, item a text of a workbook, used the number of such a text in a sheet.
var (
	tags = regexp.MustCompile(`<[^>]*>`)
	item = regexp.MustCompile(`(?s)<si>(.*?)</si>`)
	used = regexp.MustCompile(`t="s"[^>]*><v>(\d+)</v>`)
)

// sheets returns the texts in the sheets of the workbooks, except the list of all registered players.
func sheets(s *testSite) (texts []listed) {
	for _, format := range []string{"xlsx", "xlsx-public"} {
		files, _ := s.Files(s.Export("spring-cup", format))
		var words []string
		for _, found := range item.FindAllStringSubmatch(files["xl/sharedStrings.xml"], -1) {
			words = append(words, tags.ReplaceAllString(found[1], ""))
		}
		for name, file := range files {
			if !strings.HasPrefix(name, "xl/worksheets/sheet") {
				continue
			}
			var line []string
			for _, found := range used.FindAllStringSubmatch(file, -1) {
				n, err := strconv.Atoi(found[1])
				s.Check(err)
				line = append(line, words[n])
			}
			if text := strings.Join(line, " "); !strings.Contains(text, "player.status.preliminary") {
				texts = append(texts, listed{format + " " + name, text, strings.HasPrefix(text, "workbook.final")})
			}
		}
	}
	return texts
}

// packed returns the pages of the web site as files, except the list of all registered players and player pages.
func packed(s *testSite) (texts []listed) {
	data := s.Offline("spring-cup")
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	s.Check(err)
	for _, f := range z.File {
		if !strings.HasSuffix(f.Name, ".html") || strings.Contains(f.Name, "players") || strings.Contains(f.Name, "/fi/") {
			continue
		}
		r, err := f.Open()
		s.Check(err)
		body, err := io.ReadAll(r)
		s.Check(err)
		doc, err := goquery.NewDocumentFromReader(bytes.NewReader(body))
		s.Check(err)
		texts = append(texts, listed{"site " + f.Name, sitetest.Words(doc.Find("body")), strings.Contains(f.Name, "standings")})
	}
	return texts
}

// The list of players has the reserves with their places in the queue, marked at any width, and counts the
// participants. The API has the same players.
func TestListOfPlayersCountsThoseWhoTakePart(t *testing.T) {
	s := newSite(t)
	attended(s)
	doc := s.Page(s.Get("/t/spring-cup/players"), http.StatusOK)
	if got := sitetest.Text(doc, ".facts"); got != "6 players · 1 in reserve" {
		t.Errorf("the list counts %q", got)
	}
	for name, want := range map[string]string{"Varala": "reserve 1", "Poutanen": "registered", "Aho": ""} {
		row := doc.Find(".entrants tbody tr").FilterFunction(func(_ int, row *goquery.Selection) bool { return strings.Contains(row.Text(), name) })
		if got := sitetest.Words(row.Find(".status")); got != want {
			t.Errorf("%s is marked %q, want %q", name, got, want)
		}
	}
	for _, p := range s.State("spring-cup").Players {
		if got := sitetest.Text(s.Page(s.Get("/t/spring-cup/players/"+sitetest.ID(p.ID)), http.StatusOK), "main"); strings.Contains(got, "reserve 1") != (p.Family == "Varala") {
			t.Errorf("the page of %s says %q", p.Family, got)
		}
	}
	if got := sitetest.Text(doc, "main"); strings.Contains(got, "Peltonen") {
		t.Errorf("who cancelled is in the list: %s", got)
	}
	var document struct {
		Players []struct {
			Family    string
			TakesPart bool
		}
	}
	s.Check(json.Unmarshal([]byte(s.Body(s.Get("/api/v1/tournaments/spring-cup"))), &document))
	for _, p := range document.Players {
		if p.TakesPart != slices.Contains(attendees, p.Family) {
			t.Errorf("the API says %t of %s", p.TakesPart, p.Family)
		}
	}
}

// Before the first round all players with a place take part, and no reserve does.
func TestReservesTakeNoPart(t *testing.T) {
	s := newSite(t)
	attended(s)
	tn := s.State("spring-cup").Clone()
	tn.Rounds, tn.Info.Slug = nil, "next-cup"
	for i := range tn.Players {
		tn.Players[i].Status = min(tn.Players[i].Status, tournament.CheckedIn)
	}
	tn.Settings.SignUp.Limit = 9
	_, err := s.Director.Import(t.Context(), sitetest.Anna, tournament.Whole{Tournament: tn}, director.Founding{})
	s.Check(err)
	for _, path := range []string{"/t/next-cup", "/t/next-cup/standings", "/t/next-cup/about", "/t/next-cup/players"} {
		got := sitetest.Text(s.Page(s.Get(path), http.StatusOK), "body")
		if strings.Contains(got, "10 players") || path != "/t/next-cup/players" && strings.Contains(got, "Varala") {
			t.Errorf("%s has a reserve: %s", path, got)
		}
	}
}
