package e2e

import (
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/google/go-cmp/cmp"
)

const cup = "spring-handicap-cup"

// A director runs a whole handicap tournament through the pages: 24 people, four rounds, one player leaves after the
// first, and a result of round 1 that is put right in round 3. The workbook at the end shows what the page shows.
func TestJourneyOfADirector(t *testing.T) {
	inBrowser(t)
	p := open(t, start(t, "serve", "--db", filepath.Join(t.TempDir(), "cup.db")))
	setUp(p)
	found(p)
	register(p)

	playRound(p, 1, 12)
	withdraw(p, "Berg Nils")
	pairRound(p, 2)
	if byes := p.texts("#idle .who"); len(byes) != 1 {
		t.Errorf("with 23 players round 2 has the byes %v", byes)
	}
	finishRound(p, 2, 11)

	pairRound(p, 3)
	enter(p, 3, 1, "b")
	correct(p)
	for table := 2; table <= 11; table++ {
		enter(p, 3, table, result(3, table))
	}
	playRound(p, 4, 11)

	p.visit("/t/" + cup + "/standings?lang=en")
	p.shoot("standings")
	page := p.document()
	shown := wallOf(page)
	if len(shown) != 24 {
		t.Fatalf("%d players in the standings", len(shown))
	}
	workbook := p.download("/desk/" + cup + "/exports/xlsx")
	if diff := cmp.Diff(shown, fromWorkbook(t, workbook, len(shown[0].Scores))); diff != "" {
		t.Errorf("page and workbook: %s", diff)
	}
	if api := fromJSON(t, p.server.url+"/api/v1/tournaments/"+cup+"/standings"); cmp.Diff(shown, api) != "" {
		t.Errorf("page and JSON: %s", cmp.Diff(shown, api))
	}
}

// setUp takes the one-time link and chooses a password.
func setUp(p *page) {
	p.t.Helper()
	if p.server.setup == "" {
		p.t.Fatal("the first start printed no link")
	}
	p.visit(strings.TrimPrefix(p.server.setup, p.server.url) + "?lang=en")
	p.fill("#name", "Aino")
	p.fill("#password", "correct horse battery")
	p.fill("#again", "correct horse battery")
	p.press("form.card button")
	p.visit("/desk")
	if !strings.HasPrefix(p.location(), "/desk") {
		p.t.Fatalf("after the set-up the desk leads to %s", p.location())
	}
	p.shoot("office")
}

// found creates the tournament from the Finnish preset, with four rounds.
func found(p *page) {
	p.t.Helper()
	p.visit("/new")
	p.fill("[name=name]", "Spring Handicap Cup")
	p.shoot("new")
	p.press(".founding button.main")
	p.visit("/desk/" + cup + "/settings")
	p.fill("[name=rounds]", "4")
	p.shoot("settings")
	p.press(".settings .head button.main")
	p.visit("/t/" + cup)
	if text := p.text("body"); !strings.Contains(text, "4 rounds") {
		p.t.Fatalf("the tournament has not four rounds: %s", text)
	}
}

// pasted are rows as people copy them from a spreadsheet, with the columns in another order.
const pasted = `Taso	Nimi	Seura
2d	Salonen Kaisa	Helsinki
1 dan	Forsman Erik	Turku
1k	Jansen Pieter	Espoo
1k	Mroz Jan	Helsinki
2 kyu	Vesala Oona	Oulu
2k	Holub Adam	Turku
3k	Rinne Ilmari	Tampere
3k	Lund Astrid	Espoo
4k	Pajari Teemu	Helsinki
4 kyu	Sikora Pola	Oulu
5k	Hakala Meri	Turku
6k	Toivola Arvo	Tampere
7k	Kopecka Iva	Helsinki
8k	Lehto Saara	Espoo
8k	Wrona Igor	Oulu
10k	Nurmi Kalle	Turku
11k	Sipila Anni	Helsinki
12級	Tanabe Yui	Espoo
14k	Ruusu Ella	Tampere
17k	Oravainen Ossi	Helsinki
20k	Pieni Lilli	Turku
`

// foundOfTen creates the tournament from a preset, with ten checked-in players.
func foundOfTen(p *page, preset string) {
	p.t.Helper()
	p.visit("/new")
	p.fill("[name=name]", "Spring Handicap Cup")
	p.tap(".others summary")
	p.tap("[name=preset][value=" + preset + "]")
	p.press(".founding button.main")
	takeIn(p, strings.Join(strings.Split(pasted, "\n")[:11], "\n"))
}

// takeIn imports players who are pasted as rows of a spreadsheet, and checks all in.
func takeIn(p *page, rows string) {
	p.t.Helper()
	p.visit("/desk/" + cup + "/import")
	p.fill("#text", rows)
	p.press("form.take-file p.actions button")
	p.shoot("preview")
	p.press("button[value=apply]")
	p.visit("/desk/" + cup + "/players")
	if p.evaluate(`document.querySelector("form[action$='/checkin'] button")`) {
		p.press("form[action$='/checkin'] button")
	}
	p.shoot("players")
}

// register enters three players by keyboard and the others by pasting, and
// checks all in.
func register(p *page) {
	p.t.Helper()
	p.visit("/desk/" + cup + "/players")
	for _, player := range [][3]string{{"Berg", "Nils", "3d"}, {"Aalto", "Helka", "5 kyu"}, {"Cermak", "Ota", "9k"}} {
		p.fill("[name=family]", player[0])
		p.fill("[name=given]", player[1])
		p.fill("[name=rank]", player[2])
		p.leave(chromedp.SendKeys(chromedp.CSS("[name=rank]"), kb.Enter))
		p.wait(fmt.Sprintf(`document.querySelector("#entrants").innerText.includes(%q)`, player[0]+" "+player[1]))
	}
	takeIn(p, pasted)
	if rows := p.texts("table.entrants tbody tr"); len(rows) != 24 {
		p.t.Fatalf("%d players registered", len(rows))
	}
}

// withdraw withdraws a player for the rest of the tournament.
func withdraw(p *page, name string) {
	p.t.Helper()
	p.visit("/desk/" + cup + "/players?find=" + strings.Fields(name)[0])
	p.tap("table.entrants tr:not([hidden]) button[value=withdrawn]")
	p.wait(`document.querySelector("#entrants tr.away")`)
}

// pairRound draws and publishes a round.
func pairRound(p *page, round int) {
	p.t.Helper()
	p.visit(fmt.Sprintf("/desk/%s/draw/%d", cup, round))
	p.press("button[value=draft]")
	p.shoot(fmt.Sprintf("draw-%d", round))
	if p.evaluate(`document.querySelector("button[name=ask][value=publish]")`) {
		p.press("button[name=ask][value=publish]")
	}
	p.press("button[name=do][value=publish]")
	p.visit(fmt.Sprintf("/desk/%s/draw/%d", cup, round))
	p.wait(`document.querySelector("a[href*='ask=withhold']")`)
}

// result returns the line that the desk types for a table: mostly a winner, here and there a margin, a resignation or a
// jigo where the komi is whole.
func result(round, table int) string {
	switch (round*5 + table*3) % 7 {
	case 0:
		return "w"
	case 1:
		return "b"
	case 2:
		return "w12.5"
	case 3:
		return "br"
	case 4:
		return "wt"
	default:
		return "b"
	}
}

// enter types a result into the desk's one field.
func enter(p *page, round, table int, what string) {
	p.t.Helper()
	if want := fmt.Sprintf("/desk/%s/round/%d", cup, round); !strings.HasPrefix(p.location(), want) {
		p.visit(want)
	}
	// A margin has a half where the komi has one, and only there.
	if half := p.evaluate(fmt.Sprintf(`document.querySelector("tr[data-table='%d'] .k").textContent.endsWith(".5")`, table)); !half {
		what = strings.TrimSuffix(what, ".5")
	}
	p.do(chromedp.SendKeys(chromedp.CSS("#typed"), fmt.Sprintf("%d%s%s", table, what, kb.Enter)))
	p.wait(fmt.Sprintf(`document.querySelector("tbody.entered tr[data-table='%d']") && document.querySelector("#typed").value === ""`, table))
	p.sent()
}

func finishRound(p *page, round, tables int) {
	p.t.Helper()
	for table := 1; table <= tables; table++ {
		enter(p, round, table, result(round, table))
	}
	p.shoot(fmt.Sprintf("desk-%d", round))
}

func playRound(p *page, round, tables int) {
	p.t.Helper()
	pairRound(p, round)
	finishRound(p, round, tables)
}

// correct turns the result of table 3 of round 1 while round 3 is played, and
// finds both results in the log.
func correct(p *page) {
	p.t.Helper()
	p.visit("/desk/" + cup + "/round/1?table=3")
	was := p.text("tr[data-table='3'] .res")
	value := "B+R"
	if p.evaluate(`document.querySelector("tr[data-table='3'] .black.won")`) {
		value = "W+R"
	}
	p.tap("table.ways button[value='" + value + "']")
	p.wait(`document.querySelector("#question") && document.querySelector("#typed").value`)
	p.fill("#reason", "the slip was misread")
	p.tap("#question button")
	p.sent()
	p.wait(fmt.Sprintf(`document.querySelector("tr[data-table='3'] .res").innerText !== %q`, was))
	p.visit("/desk/" + cup + "/log")
	p.shoot("log")
	if latest := p.text("main table tbody tr"); !strings.Contains(latest, "Aino") || !strings.Contains(latest, "3") {
		p.t.Errorf("the log tells of the correction: %q", latest)
	}
}

// document parses the page shown.
func (p *page) document() *goquery.Document {
	p.t.Helper()
	html, err := chromedp.Run(p.ctx, chromedp.OuterHTML(chromedp.CSS("html")))
	if err != nil {
		p.t.Fatal(err)
	}
	doc, err := goquery.NewDocumentFromReader(strings.NewReader(html))
	if err != nil {
		p.t.Fatal(err)
	}
	return doc
}

// download fetches a file with the tab's cookies.
func (p *page) download(path string) []byte {
	p.t.Helper()
	request, err := http.NewRequestWithContext(p.ctx, http.MethodGet, p.server.url+path, nil)
	if err != nil {
		p.t.Fatal(err)
	}
	request.Header.Set("Cookie", p.cookies())
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		p.t.Fatal(err)
	}
	defer answer.Body.Close()
	data, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		p.t.Fatalf("%s: %s, %v", path, answer.Status, err)
	}
	return data
}
