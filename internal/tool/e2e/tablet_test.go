package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"tourney/internal/testkit/webtest"
)

// onTablet returns a tab that the link of the desk has pinned, at the size of a tablet.
func (w *world) onTablet(slug, token string) *page {
	w.t.Helper()
	p := open(w.t, w.server)
	p.pin(slug, token)
	return p
}

// pin turns a tab into a tablet.
func (p *page) pin(slug, token string) {
	p.t.Helper()
	p.do(chromedp.EmulateViewport(1180, 820, chromedp.EmulateTouch))
	p.visit("/t/" + slug + "/tablet/pin/" + token + "?lang=en")
	p.press("main form button.main")
	p.on("start")
}

// on waits for a part of the tablet, and checks it for barriers, small targets and overflow.
func (p *page) on(part string) {
	p.t.Helper()
	p.wait(`getComputedStyle(document.querySelector("#` + part + `")).display !== "none"`)
	for _, found := range p.barriers(allRules) {
		p.t.Errorf("%s: %s", part, found)
	}
	if !p.evaluate(`[...document.querySelectorAll("#` + part + ` :is(button, a, input)")].every((e) => {
		const { width, height } = e.getBoundingClientRect();
		return !height || width >= 60 && height >= 60;
	})`) {
		p.t.Errorf("%s has a target below 60 px", part)
	}
	if !p.evaluate(`document.documentElement.scrollWidth <= innerWidth`) {
		p.t.Errorf("%s is wider than the screen", part)
	}
	p.shoot("tablet-" + part)
}

// find touches the way to a player: a tile, the letter, and the name unless the letter has only one.
func (p *page) find(tile, name string) {
	p.t.Helper()
	p.tap("[data-do=" + tile + "]")
	p.wait(`!document.querySelector("#letters").hidden`)
	p.tap(`[data-letter="` + name[:1] + `"]`)
	p.wait(fmt.Sprintf(`document.querySelector("#names").hidden && document.querySelector("#letters").hidden ||
		(b => b && (b.click(), false))([...document.querySelectorAll("#names .names button")].find(b => b.textContent.startsWith(%q)))`, name))
}

// A player checks in with four touches, without a connection too. After a while without a touch the tablet is at its
// start, in the language of the hall.
func TestCheckInAtTheDoor(t *testing.T) {
	w := newWorld(t)
	p := w.onTablet(webtest.SignUps, w.values["camp tablet"])
	expected := func(n int) string {
		return fmt.Sprintf(`document.querySelector("#tiles").textContent.includes("%d of ")`, n)
	}
	p.wait(expected(0))
	p.tap("[data-do=here]")
	p.on("letters")
	p.tap("#letters [data-do=start]")
	for i, name := range []string{"Salonen Kaisa", "Forsman Erik"} {
		p.find("here", name)
		if got := p.text("#me"); !strings.Contains(got, name) {
			t.Fatalf("the tablet asks %q", got)
		}
		p.wait(`document.querySelector("#me").textContent.includes("still to pay")`)
		p.on("me")
		p.tap("[data-do=yes]")
		p.on("done")
		p.tap("#done [data-do=start]")
		p.wait(expected(i + 1))
	}
	p.losesConnection()
	p.offline(true)
	p.find("here", "Jansen Pieter")
	p.tap("[data-do=yes]")
	p.wait(`document.querySelector("#messages .offline")`)
	p.on("done")
	p.tap("#done [data-do=start]")
	p.offline(false)
	p.wait(expected(3))
	p.wait(`!document.querySelector("#messages .offline")`)

	// Back to the start, and to the language of the hall.
	p.press("footer a[lang=fi]")
	p.wait(`document.documentElement.lang === "fi"`)
	p.find("here", "Vesala Oona")
	p.do(chromedp.Evaluate[chromedp.Void](`void (document.querySelector("#tablet").dataset.wait = "0.3")`))
	p.wait(`document.documentElement.lang === "en" && !document.querySelector("#start").hidden`)

	// It can do nothing else, until the desk's code.
	p.visit("/desk/" + webtest.SignUps)
	if got := p.location(); got != "/t/"+webtest.SignUps+"/tablet" {
		t.Errorf("the desk is at %s", got)
	}
	p.tap("[data-do=leave]")
	p.on("pad")
	for _, digit := range w.values["camp tablet code"] {
		p.tap(`[data-digit="` + string(digit) + `"]`)
	}
	p.press("#pad [data-do=send]")
	if got := p.location(); got != "/t/"+webtest.SignUps {
		t.Errorf("after the code the tablet is at %s", got)
	}
}

// Two players enter their result on the tablet; two others contradict each other, and the desk decides.
func TestResultsAtTheDoor(t *testing.T) {
	w := newWorld(t)
	p := w.onTablet(webtest.Running, w.values["tablet"])
	tables := p.texts(`#start`) // the start shows the tiles
	if len(tables) == 0 || !p.evaluate(`document.querySelector("#tiles .main").dataset.do === "result"`) {
		t.Fatalf("during a round the tablet shows %v", tables)
	}
	// The players of two games without a result, as the page lists them.
	open := `JSON.parse(document.querySelector("#state").dataset.state).games.filter(g => !g.known && !g.closed)`
	name := func(game int, side string) string {
		p.t.Helper()
		found, err := chromedp.Run(p.ctx, chromedp.Evaluate[string](fmt.Sprintf(`%s[%d].%s.name`, open, game, side)))
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	black, white := name(0, "black"), name(0, "white")
	other, opponent := name(1, "black"), name(1, "white")
	result := func(as, winner string) {
		t.Helper()
		p.find("result", as)
		p.wait(`document.querySelector("#me").hidden || (document.querySelector("[data-do=yes]").click(), true)`)
		p.wait(`!document.querySelector("#result").hidden`)
		p.wait(fmt.Sprintf(`(b => b && (b.click(), true))([...document.querySelectorAll("[data-side]")].find(b => b.textContent.includes(%q)))`, winner))
	}
	result(black, black)
	p.tap(`[data-how=""]`)
	p.on("pad")
	p.tap(`[data-digit="7"]`)
	p.tap("#pad [data-do=back]")
	p.tap("[data-how=R]")
	p.on("result")
	if got := p.text("#result [data-do=send]"); got != "Send: "+black+" won by resignation" {
		t.Errorf("the button says %q", got)
	}
	p.tap("#result [data-do=send]")
	p.on("sent")
	p.tap("[data-do=right]")
	p.wait(`document.querySelector("#sent").textContent.includes("both, on the tablet")`)
	p.tap("#sent [data-do=start]")

	result(other, other)
	p.tap("#result [data-do=send]")
	p.tap("#sent [data-do=start]")
	p.wait(open + `.length >= 0 && JSON.parse(document.querySelector("#state").dataset.state).games.some(g => g.known?.includes("` + other + `"))`)
	result(opponent, opponent)
	p.tap("#result [data-do=send]")
	p.wait(`document.querySelector("#sent").innerText.includes("go to the desk")`)
	p.tap("#sent [data-do=start]")
	p.wait(`JSON.parse(document.querySelector("#state").dataset.state).games.some(g => g.closed && g.known?.includes("desk"))`)
	p.tap("[data-do=result]")
	p.tap("[data-do=tables]")
	p.on("tables")
	p.tap("#tables [data-do=start]")
	p.do(chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile, chromedp.EmulateTouch))
	p.t.Run("phone", func(t *testing.T) {
		phone := *p
		phone.t = t
		phone.on("start")
		phone.tap("[data-do=result]")
		phone.on("letters")
		phone.tap(`#letters [data-do=start]`)
		result(black, black)
		phone.on("result")
		phone.tap(`[data-how=""]`)
		phone.on("pad")
		phone.tap("#pad [data-do=back]")
		phone.tap("#result [data-do=start]")
		phone.find("here", white)
		phone.wait(`!document.querySelector("#me").hidden`)
		phone.on("me")
	})

	desk := openFor(t, w.server, 60e9)
	demoDesk(desk)
	desk.visit("/desk/" + webtest.Running + "/log?lang=en")
	log := desk.text("main")
	for _, want := range []string{"on the tablet, by whoever said to be " + black, "Both, on the tablet", "result disputed"} {
		if !strings.Contains(log, want) {
			t.Errorf("the log misses %q", want)
		}
	}
	if strings.Contains(log, "Confirmed by\non the tablet") || !strings.Contains(log, white) {
		t.Error("the log calls the touch a confirmation")
	}
}
