package publish

import (
	"archive/zip"
	"bytes"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	_ "time/tzdata" // machines without zone files pass too

	"github.com/google/go-cmp/cmp"
	"github.com/xuri/excelize/v2"

	"tourney/internal/exchange/exchangetest"
	"tourney/internal/exchange/file"
	"tourney/internal/rank"
	"tourney/internal/results"
	"tourney/internal/tournament"
)

func TestSite(t *testing.T) {
	tn := exchangetest.SixPlayers(t)
	tn.Players[0].Club = `<script>alert("1")</script>`
	tn.Players[1].Notes, tn.Players[1].Contact = "secret note", "secret@example.org"
	tn.Rounds[2].Published = false
	files, err := sitePages(tn, nil)
	if err != nil {
		t.Fatal(err)
	}
	pages := map[string]string{}
	var names []string
	for _, f := range files {
		pages[f.Name] = string(f.Data)
		names = append(names, f.Name)
	}
	want := []string{"style.css", "index.html", "standings.html", "crosstable.html", "players.html", "round-1.html", "round-2.html",
		"handicaps.html", "ranks.html", "countries.html", "player-1.html", "player-2.html", "player-3.html", "player-4.html", "player-5.html", "player-6.html", "player-7.html"}
	slices.Sort(want[10:])
	slices.Sort(names[10:]) // players follow the standings
	if diff := cmp.Diff(want, names); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
	links := regexp.MustCompile(`href="([^"#]*)(?:#([^"]*))?"`)
	for name, text := range pages {
		for _, bad := range []string{"<script", "secret", "http://", "https://", "ZgotmplZ"} {
			if strings.Contains(text, bad) {
				t.Errorf("%s holds %s", name, bad)
			}
		}
		for _, m := range links.FindAllStringSubmatch(text, -1) {
			target := text
			if m[1] != "" {
				target = pages[m[1]]
			}
			if target == "" || m[2] != "" && !strings.Contains(target, ` id="`+m[2]+`"`) {
				t.Errorf("%s: the link %s leads nowhere", name, m[0])
			}
		}
	}
	for page, texts := range map[string][]string{
		"standings.html":  {`<html lang="en">`, `<tr id="line-1">`, `<a href="#line-3" title="Berg Bo">3&#43;/b</a>`, `<td class="words stays"><a href="player-2.html">Berg Bo</a></td>`, "<td>0&#43;</td>"},
		"crosstable.html": {"<td>&#43;1</td>", `aria-current="page"`},
		"players.html":    {`<td class="words stays"><a href="player-4.html">Dvořák</a></td>`, "&lt;script&gt;"},
		"round-2.html":    {`<td class="words stays"><a href="player-5.html">Eriksen Eli</a></td>`, "<td>W&#43;</td>"},
		"player-5.html":   {"<h1>Eriksen Eli 3k</h1>", `<p class="facts">place 5 · Oslo · NO</p>`, `<a href="player-6.html">Fabre Fred</a>`, "<td>&#43; B&#43;</td>", ">bye<", "<td>0&#43;</td>"},
		"handicaps.html":  {`<td class="bar"><span style="width:75%"></span>3</td>`},
		"index.html":      {"<title>tournament · Testila Open 2026</title>", `<table class="facts">`, "<p>Testila, 2026-03-14</p>"},
	} {
		for _, text := range texts {
			if !strings.Contains(pages[page], text) {
				t.Errorf("%s lacks %s:\n%s", page, text, pages[page])
			}
		}
	}
}

func TestSiteArchive(t *testing.T) {
	tn := exchangetest.SixPlayers(t)
	first, _ := exchangetest.AsFile(t, WriteSite, tn)
	again, _ := exchangetest.AsFile(t, WriteSite, tn)
	if first != again {
		t.Error("the same state gives two archives")
	}
	z, err := zip.NewReader(strings.NewReader(first), int64(len(first)))
	if err != nil {
		t.Fatal(err)
	}
	files, err := sitePages(tn, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		r, err := z.Open(f.Name)
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if _, err := b.ReadFrom(r); err != nil || !bytes.Equal(b.Bytes(), f.Data) {
			t.Errorf("%s is packed otherwise than written: %v", f.Name, err)
		}
	}
}

// The standings of the site explain their columns, and columns that a
// phone can do without are marked.
func TestSiteExplains(t *testing.T) {
	files, err := sitePages(exchangetest.SixPlayers(t), func(key string, _ ...any) string { return "say " + key })
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		text := string(f.Data)
		switch f.Name {
		case "standings.html":
			for _, want := range []string{
				`<h2>say standings.terms</h2>`,
				"<dt>SOSM</dt>\n<dd>say criterion.SOSM</dd>",
				"<dt>12&#43;/b2</dt>\n<dd>say standings.cell</dd>",
				`<p class="terms">say standings.stones.none</p>`,
				`<th scope="col" class="extra">say column.country</th>`,
				`<th scope="col" class="words extra">say column.club</th>`,
			} {
				if !strings.Contains(text, want) {
					t.Errorf("the standings lack %s", want)
				}
			}
		case "style.css":
		case "countries.html", "handicaps.html":
			if strings.Contains(text, "extra") {
				t.Errorf("%s hides what it counts", f.Name)
			}
		default:
			if strings.Contains(text, "<dl>") {
				t.Errorf("%s explains columns that it has not", f.Name)
			}
		}
	}
}

// A cross table of more players than anybody reads in a square is left out of
// the site and the workbook, for its cells grow with the square of them.
func TestCrowdsHaveNoCrossTable(t *testing.T) {
	if testing.Short() {
		t.Skip("hundreds of players")
	}
	tn := exchangetest.SixPlayers(t)
	for n := len(tn.Players); n < mostCrossed; n++ {
		if _, err := tn.AddPlayer(tournament.Player{Family: "P" + strconv.Itoa(n), Rank: rank.Kyu(9), Status: tournament.CheckedIn}, tournament.RefuseNamesakes); err != nil {
			t.Fatal(err)
		}
	}
	shown := func() (site, book bool) {
		files, err := sitePages(tn, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			site = site || f.Name == "crosstable.html" || strings.Contains(string(f.Data), "crosstable.html")
		}
		text, _ := exchangetest.AsFile(t, WriteWorkbook, tn)
		f, err := excelize.OpenReader(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		return site, slices.Contains(f.GetSheetList(), "crosstable")
	}
	if site, book := shown(); !site || !book {
		t.Errorf("%d players: site %v, workbook %v", len(tn.Players), site, book)
	}
	if _, err := tn.AddPlayer(tournament.Player{Family: "One more", Rank: rank.Kyu(9), Status: tournament.CheckedIn}, tournament.RefuseNamesakes); err != nil {
		t.Fatal(err)
	}
	if site, book := shown(); site || book {
		t.Errorf("%d players: site %v, workbook %v", len(tn.Players), site, book)
	}
}

// While the field plays in pools, the lists show the pool of every player, and
// at which place of it.
func TestListsNamePools(t *testing.T) {
	tn := exchangetest.SixPlayers(t)
	tn.Settings.System, tn.Settings.Format.Pools = tournament.RoundRobin, 2
	report := ReportStandings(tn, results.After(tn, 1))
	first := map[string]int{}
	for _, p := range report.Players {
		if p.PoolPlace == 1 {
			first[p.Pool]++
		}
	}
	if first["A"] == 0 || first["B"] == 0 || len(first) != 2 {
		t.Errorf("firsts of pools %v: %+v", first, report.Players)
	}
	l := standingsTable(tn, results.After(tn, 1), file.Label(nil).OrKeys())
	if last := l.columns[len(l.columns)-1].title; last != "pool" {
		t.Errorf("the last column is %q", last)
	}
	var places []string
	for _, row := range l.rows {
		if len(row) == len(l.columns) {
			places = append(places, row[len(row)-1].(string))
		}
	}
	if !slices.Contains(places, "A1") || !slices.Contains(places, "B1") || len(places) < 6 {
		t.Errorf("pools and places %v", places)
	}
	// The column of pools, behind all others, leaves the rounds their links.
	files, err := sitePages(tn, nil)
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(files, func(f siteFile) bool { return f.Name == "standings.html" })
	for _, link := range regexp.MustCompile(`<a href="#line-\d+"[^>]*>([^<]*)</a>`).FindAllSubmatch(files[i].Data, -1) {
		if !strings.ContainsAny(string(link[1]), "/!") {
			t.Errorf("%s leads to an opponent", link[1])
		}
	}
	tn.Settings.Format.Pools = 0
	if l := standingsTable(tn, results.After(tn, 1), file.Label(nil).OrKeys()); l.columns[len(l.columns)-1].title == "pool" {
		t.Error("a round robin of one pool names it")
	}
}

// One column of names stays in sight while a table of many criteria is scrolled,
// and tables that no usual window holds take all of it.
func TestSiteStandingsOfManyCriteria(t *testing.T) {
	tn := exchangetest.SixPlayers(t)
	tn.Settings.Criteria = []tournament.Criterion{tournament.MMS}
	for _, criteria := range [][]tournament.Criterion{tn.Settings.Criteria, tournament.Criteria()} {
		tn.Settings.Criteria = criteria
		files, err := sitePages(tn, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			text, rows := string(f.Data), strings.Count(string(f.Data), "<tr")
			if f.Name == "style.css" || !strings.Contains(text, `class="words`) {
				continue
			}
			if stays := regexp.MustCompile(`class="words stays[" ]`).FindAllString(text, -1); len(stays) != rows {
				t.Errorf("%s with %d criteria: %d cells of %d rows stay", f.Name, len(criteria), len(stays), rows)
			}
			if broad := strings.Contains(text, `<body class="wide">`); broad != (f.Name == "standings.html" && len(criteria) > 6) {
				t.Errorf("%s with %d criteria: wide is %v", f.Name, len(criteria), broad)
			}
		}
	}
}
