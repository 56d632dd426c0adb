package e2e

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// Three desks and twelve phones enter a round of 20 tables at the same moment. One result contradicts another, and the
// director decides; one desk has no connection in between. In the end every result is there once, and the log has its
// author.
func TestJourneyOfDesksAndPhones(t *testing.T) {
	inBrowser(t)
	const home, tables, phones = "/desk/" + cup, 20, 12
	s := start(t, "serve", "--db", filepath.Join(t.TempDir(), "hall.db"))
	director := open(t, s)
	setUp(director)
	found(director)
	takeIn(director, invented(2*tables))
	pairRound(director, 1)
	letPlayersReport(director, home)
	links := slipLinks(director, home, 1)
	if len(links) != tables {
		t.Fatalf("%d slips for %d tables", len(links), tables)
	}
	desks := []*page{director, open(t, s), open(t, s)}
	for _, desk := range desks[1:] {
		desk.visit("/login?lang=en")
		desk.fill("#name", "Aino")
		desk.fill("#password", "correct horse battery")
		desk.press("form.card button")
	}
	for _, desk := range desks {
		desk.visit(home)
		desk.wait(`document.activeElement.id === "typed"`)
	}
	before := versionOf(director)

	// The desks enter tables 13 to 20, and desk 2 has another result of table 12 than its phone.
	lines := [][]string{{"13b", "14w", "15wr"}, {"16bt", "17b", "12w"}, {"18w", "19br", "20b"}}
	reporting := make([]*page, phones)
	for i := range reporting {
		reporting[i] = open(t, s)
		reporting[i].readyToReport(links[strconv.Itoa(i+1)], winnerAt(i+1))
	}
	lost := desks[2]
	for _, desk := range desks { // Chromium may close others' sockets together with the tab's
		desk.losesConnection()
	}
	lost.offline(true)
	lost.do(chromedp.SendKeys(chromedp.CSS("#typed"), lines[2][0]+kb.Enter))
	lost.wait(`document.querySelector("#unsent")`)
	atOnce(t, func(at func(do func() error)) {
		for _, phone := range reporting {
			at(func() error {
				_, err := chromedp.Run(phone.ctx, chromedp.Evaluate[bool](click(".outcome button.main")))
				return err
			})
		}
		for i, desk := range desks {
			at(func() error {
				for _, line := range lines[i][i/2:] { // the third has typed one already
					if err := chromedp.Do(desk.ctx, chromedp.SendKeys(chromedp.CSS("#typed"), line+kb.Enter)); err != nil {
						return err
					}
				}
				return nil
			})
		}
	})
	for _, phone := range reporting {
		phone.arrive()
		phone.wait(`document.querySelector("#match .banner")`)
	}
	reporting[0].shoot("phone")
	for _, desk := range desks[:2] {
		desk.sent()
	}
	lost.wait(fmt.Sprintf(`document.querySelector("#unsent").innerText.includes(%q)`, strings.Join(lines[2], ", ")))
	lost.shoot("offline")
	director.wait(`document.querySelectorAll("tbody.entered tr[data-table]").length === 16 && document.querySelector("#dispute-12")`)
	director.shoot("contradiction")
	lost.offline(false)
	for _, desk := range desks {
		desk.wait(`document.querySelectorAll("tbody.entered tr[data-table]").length === 19 && !document.querySelector("#unsent")`)
	}
	director.tap(`#dispute-12 button[value^="B"]`)
	for _, desk := range desks {
		desk.wait(`document.querySelectorAll("tbody.entered tr[data-table]").length === 20 && !document.querySelector("[id^=dispute]")`)
	}
	for _, phone := range reporting { // they follow, the twelfth after the decision
		phone.wait(`document.querySelector("#match .banner.notice")`)
	}

	want := map[int]string{12: "black"}
	for table := 1; table < phones; table++ {
		want[table] = winnerAt(table)
	}
	for _, line := range slices.Concat(lines...) {
		digits := strings.TrimRight(line, "bwrt")
		table, err := strconv.Atoi(digits)
		if err != nil {
			t.Fatal(err)
		}
		if table != 12 {
			want[table] = map[byte]string{'b': "black", 'w': "white"}[line[len(digits)]]
		}
	}
	for table := 1; table <= tables; table++ {
		if !director.evaluate(fmt.Sprintf(`document.querySelector("tr[data-table='%d'] .%s.won")`, table, want[table])) {
			t.Errorf("table %d was not won by %s", table, want[table])
		}
	}
	// One step for each result, one more for the contradiction and one for the decision.
	if steps := versionOf(director) - before; steps != tables+2 {
		t.Errorf("%d steps for %d results", steps, tables)
	}
	director.visit(home + "/log")
	director.shoot("log")
	by, reports := map[string]int{}, 0
	for i, who := range director.texts("table.log .by") {
		if i >= tables+2 {
			break
		}
		by[who]++
		if !strings.HasPrefix(who, "Aino") {
			reports++ // under the name of a player
		}
	}
	for _, who := range []string{"Desk 1", "Desk 2", "Desk 3"} {
		if by["Aino · "+who] < 3 {
			t.Errorf("the log tells of %d entries of %s: %v", by["Aino · "+who], who, by)
		}
	}
	if reports != phones || len(by) != len(desks)+phones {
		t.Errorf("the log tells of %d reports: %v", reports, by)
	}
}

// winnerAt is the colour that wins at a table, as its phone reports.
func winnerAt(table int) string {
	if table%2 == 0 {
		return "black"
	}
	return "white"
}

// versionOf returns the version of the tournament on the page shown, from its body.
func versionOf(p *page) int {
	p.t.Helper()
	version, err := askAnew(p, chromedp.Evaluate[int](`fetch(location.href).then(r => r.text()).then(t =>
		Number(new DOMParser().parseFromString(t, "text/html").body.dataset.version))`, chromedp.EvalAwaitPromise))
	if err != nil {
		p.t.Fatal(err)
	}
	return version
}

// readyToReport opens the link of a slip on a phone and chooses a winner by resignation, up to the
// last tap.
func (p *page) readyToReport(link, winner string) {
	p.t.Helper()
	p.do(chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile))
	p.visit(link + "?lang=en")
	player := map[string]int{"black": 1, "white": 2}[winner]
	p.press(fmt.Sprintf(".whoareyou button:nth-of-type(%d)", player))
	p.tap(fmt.Sprintf(".outcome fieldset label:nth-of-type(%d)", player))
	p.tap(".outcome [name=how][value=R]")
	p.stay()
}

// atOnce starts the given functions, all at the same time, and waits until all have ended.
func atOnce(t *testing.T, plan func(at func(do func() error))) {
	t.Helper()
	var all sync.WaitGroup
	start := make(chan struct{})
	plan(func(do func() error) {
		all.Go(func() {
			<-start
			if err := do(); err != nil {
				t.Error(err)
			}
		})
	})
	close(start)
	all.Wait()
}

// A desk whose round is taken back at another one moves to the current round, and a line that it has queued is dropped
// with a message.
func TestDeskLeavesARoundTakenBack(t *testing.T) {
	s := newWorld(t).server
	director, helper := open(t, s), open(t, s)
	demoDesk(director)
	demoDesk(helper)
	const home = "/desk/turku-open"
	publish := func() {
		director.visit(home + "/draw/4?ask=publish")
		director.press("button[name=do][value=publish]")
	}
	withhold := func() {
		director.visit(home + "/draw/4?ask=withhold")
		if director.evaluate(`document.querySelector("#question input, [name=why]")`) {
			director.fill("[name=why]", "wrong draw")
		}
		director.press("button[name=do][value=withhold]")
	}
	publish()
	helper.visit(home + "/round/4")
	withhold()
	const left = `document.querySelector("h1").innerText.includes("3") && document.querySelector("#messages").innerText.includes("Round 4 was taken back.")`
	helper.wait(left)
	publish()
	helper.visit(home + "/round/4")
	for _, p := range []*page{director, helper} { // Chromium may close others' sockets together with the tab's
		p.losesConnection()
	}
	helper.offline(true)
	helper.do(chromedp.SendKeys(chromedp.CSS("#typed"), "7b"+kb.Enter))
	helper.wait(`document.querySelector("#unsent")`)
	withhold()
	helper.offline(false)
	helper.wait(left)
}
