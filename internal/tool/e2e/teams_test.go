package e2e

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/google/go-cmp/cmp"
)

const league = "autumn-team-league"

// club is a club that sends a team, its players the strongest first.
type club struct {
	name    string
	players []string
}

var clubs = []club{
	{"Helsinki", []string{"Salonen Kaisa 4d", "Mroz Jan 2d", "Pajari Teemu 1k", "Sipila Anni 5k"}},
	{"Turku", []string{"Forsman Erik 3d", "Holub Adam 1d", "Hakala Meri 2k"}},
	{"Espoo", []string{"Jansen Pieter 3d", "Lund Astrid 2k", "Lehto Saara 4k"}},
	{"Oulu", []string{"Vesala Oona 2d", "Sikora Pola 1k", "Wrona Igor 6k", "Kallio Eero 9k"}},
	{"Tampere", []string{"Rinne Ilmari 1d", "Toivola Arvo 3k", "Ruusu Ella 8k"}},
	{"Kuopio", []string{"Nurmi Kalle 1k", "Oravainen Ossi 5k", "Pieni Lilli 12k"}},
	{"Vaasa", []string{"Berg Nils 2k", "Aalto Helka 7k"}},
}

// foundLeague creates a tournament of teams and makes the teams of the clubs; the team of Vaasa is entered by hand,
// since it has two players only.
func foundLeague(p *page) {
	p.t.Helper()
	setUp(p)
	p.visit("/new")
	p.fill("[name=name]", "Autumn Team League")
	p.tap(".others summary")
	p.tap("[name=preset][value=teams]")
	p.press(".founding button.main")
	p.visit("/desk/" + league + "/import")
	rows := []string{"Name\tRank\tClub"}
	for _, c := range clubs {
		for _, player := range c.players {
			at := strings.LastIndexByte(player, ' ')
			rows = append(rows, player[:at]+"\t"+player[at+1:]+"\t"+c.name)
		}
	}
	p.fill("#text", strings.Join(rows, "\n"))
	p.press("form.take-file p.actions button")
	p.press("button[value=apply]")
	p.visit("/desk/" + league + "/players")
	p.press("form[action$='/checkin'] button")
	p.visit("/desk/" + league + "/teams")
	p.shoot("free")
	p.press("button[value=clubs]")
	p.fill("#f-name", "Vaasa")
	for _, name := range []string{"Berg Nils", "Aalto Helka"} {
		p.tap(fmt.Sprintf(".free li:nth-child(%d) input", 1+index(p.texts(".free .who"), name)))
	}
	p.press("button[value=add]")
	p.wait(`location.pathname.match(/teams\/\d+$/)`)
}

func index(list []string, text string) int {
	for i, s := range list {
		if s == text {
			return i
		}
	}
	return -1
}

// pairLeague draws a round and returns the teams in the order of the matches.
func pairLeague(p *page, n int) []string {
	p.t.Helper()
	p.visit(fmt.Sprintf("/desk/%s/draw/%d", league, n))
	p.press("button[value=draft]")
	return p.texts("tr.drawmatch .who")
}

// playLeague publishes the round on the page and enters results: White wins at
// every third table, Black at the others.
func playLeague(p *page, n int) {
	p.t.Helper()
	p.press(".head button[value=publish], .head a[href*='ask=publish']")
	if p.evaluate(`document.querySelector("#ask button[value=publish]")`) {
		p.press("#ask button[value=publish]")
	}
	for table := range len(p.texts("tr[data-table]")) {
		who := "b"
		if (table+n)%3 == 0 {
			who = "w"
		}
		p.fill("#typed", fmt.Sprintf("%d%s", table+1, who))
		p.do(chromedp.Submit(chromedp.CSS("#line")))
		p.wait(fmt.Sprintf(`document.querySelector(".entered tr[data-table='%d']")`, table+1))
	}
}

// A director runs a league of seven teams on three boards through the pages,
// with a bye in each round, a short team and a substitute.
func TestJourneyOfTeams(t *testing.T) {
	inBrowser(t)
	p := open(t, start(t, "serve", "--db", filepath.Join(t.TempDir(), "league.db")))
	foundLeague(p)
	p.visit("/desk/" + league + "/teams")
	p.shoot("teams")
	if got := p.texts(".teamcards h2 a"); len(got) != 7 {
		t.Fatalf("the teams are %v", got)
	}
	if note := p.text(".team .note"); !strings.Contains(note, "2 of 3 boards") {
		t.Errorf("nobody is told that a team is short: %q", note)
	}

	before := pairLeague(p, 1)
	if len(before) != 6 || len(p.texts("#idle .who")) != 1 {
		t.Fatalf("matches of %v, byes %v", before, p.texts("#idle .who"))
	}
	// Two teams change places.
	p.tap("tr.drawmatch td.black input")
	p.tap("tr.drawmatch ~ tr.drawmatch td.white input")
	p.wait(`document.querySelector("#pick h2")?.textContent.startsWith("Swap")`)
	p.press("#pick button[value=swap]")
	want := append([]string{}, before...)
	want[0], want[3] = want[3], want[0]
	now := p.texts("tr.drawmatch .who")
	if same := func(i int) bool {
		a, b := [2]string{now[i], now[i+1]}, [2]string{want[i], want[i+1]}
		return a == b || a == [2]string{b[1], b[0]}
	}; !same(0) || !same(2) || !same(4) {
		t.Errorf("after the swap %v meet, before %v", now, before)
	}
	p.shoot("swapped")
	p.press("a.button[href*='ask=pair']")
	p.press("#ask button[value=pair]")

	// A substitute sits on the third board of Helsinki.
	p.press(fmt.Sprintf("tr.drawmatch a.lineup[title='Line-up of %s']", "Helsinki"))
	p.shoot("lineup")
	seats := p.texts(".lineup tbody th")
	for i, board := range []string{"1", "2", "", "3"} {
		p.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`void (document.querySelector(".lineup tbody tr:nth-child(%d) input").value = %q)`, i+1, board)))
	}
	p.press(".lineup .actions button[value=lineup]")
	p.visit(fmt.Sprintf("/desk/%s/draw/1", league))
	boards := strings.Join(p.texts("tr[id^=t] .who"), ", ")
	if !strings.Contains(boards, "Sipila Anni") || strings.Contains(boards, "Pajari Teemu") || len(seats) != 4 {
		t.Errorf("after the line-up %s sit", boards)
	}
	playLeague(p, 1)
	p.shoot("desk")
	if scores := p.texts(".desk .group .matchline"); len(scores) != 3 {
		t.Errorf("the matches stand %v", scores)
	}

	for n := 2; n <= 3; n++ {
		pairLeague(p, n)
		playLeague(p, n)
	}
	p.visit("/t/" + league + "/standings?lang=en")
	p.shoot("standings")
	rows := p.texts(".wall tbody .who")
	if len(rows) != 7 {
		t.Errorf("the teams stand %v", rows)
	}
	p.press(".head a[href*='by=player']")
	if boards := p.texts(".boardtable tbody th"); len(boards) < 18 || boards[0] != "1" {
		t.Errorf("the boards are %v", boards)
	}
	if diff := cmp.Diff([]string{"Teams"}, p.texts(".sections a[href$='/teams']")); diff != "" {
		t.Errorf("the way to the teams: %s", diff)
	}
	p.visit("/t/" + league + "/hall")
	p.wait(`document.querySelector(".slide.standings")`)
}
