package e2e

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// Two walls share a board of 9 lines: Black has the columns A to D, White E to J, and one
// black stone stands on White's side. The players finish the game under each rule system
// on their own phones, and do not agree at first: each system ends it in its own way.
func TestJourneyUnderEveryRules(t *testing.T) {
	inBrowser(t)
	for _, tt := range []struct {
		rules string
		// passes are the passes that stop the game after Black's stone.
		passes int
		// how the dispute about the stone ends.
		how func(g *phones)
		// result as the log writes it, by a komi of 6.5.
		result string
	}{
		{"japanese", 2, (*phones).inThought, "W+16.5"},
		{"czech", 2, (*phones).inThought, "W+16.5"},
		{"chinese", 2, (*phones).playOut, "W+15.5"},
		{"new-zealand", 2, (*phones).playOut, "W+15.5"},
		{"ing", 2, (*phones).playOut, "W+15.5"},
		{"aga", 3, (*phones).playOut, "W+15.5"},
		{"leaflet", 2, (*phones).playOut, "W+16.5"},
		{"tromp-taylor", 2, (*phones).agree, "B+21.5"},
	} {
		t.Run(tt.rules, func(t *testing.T) {
			s := start(t, "serve", "--db", filepath.Join(t.TempDir(), "rules.db"))
			desk := open(t, s)
			g := sitDown(t, s, foundSmall(desk, "rules", tt.rules))
			g.black.do(chromedp.Click(chromedp.CSS(".handing summary")))
			for row := 1; row <= 9; row++ {
				g.play(g.black, fmt.Sprintf("D%d", row), fmt.Sprintf("E%d", row))
			}
			g.play(g.black, "G5")
			for range tt.passes {
				g.pass(g.black)
			}
			g.black.press("#play button[value=save]")
			g.black.shoot(tt.rules + "-over")
			tt.how(g)
			desk.visit("/desk/" + cup + "/log?lang=en")
			want := strings.Replace(strings.Replace(tt.result, "B", "Black won by ", 1), "W", "White won by ", 1)
			want = strings.Replace(want, "+", "", 1) + " points"
			if log := desk.text("main"); !strings.Contains(log, "agreed, ") || !strings.Contains(log, want) {
				t.Errorf("the log does not say %q:\n%s", want, log)
			}
			g.white.visit(g.link)
			if found := g.white.barriers(allRules); len(found) > 0 {
				t.Errorf("barriers on the phone: %v", found)
			}
			g.white.shoot(tt.rules + "-settled")
		})
	}
}

// The players of a game bid for Black on their own phones: neither sees the bid of the other, and the page updates
// automatically when both are made.
func TestKomiOnTwoPhones(t *testing.T) {
	s := start(t, "serve", "--db", filepath.Join(t.TempDir(), "komi.db"))
	g := sitDown(t, s, foundSmall(open(t, s), "komi-choice", "auction"))
	bid := func(p *page, komi string) {
		p.fill("#choose [name=komi]", komi)
		p.shoot("bid " + komi)
		p.press("#choose button")
	}
	first := g.black.text(".sitting .side:nth-of-type(1)")
	bid(g.black, "5.5")
	g.black.wait(`document.querySelector("#choose").innerText.includes("Waiting")`)
	if found := g.black.barriers(allRules); len(found) > 0 {
		t.Errorf("barriers on the phone: %v", found)
	}
	g.white.visit(g.link + "?lang=en")
	bid(g.white, "7")
	for _, p := range []*page{g.white, g.black} {
		p.wait(`!document.querySelector("#choose") && document.querySelector(".terms").innerText.includes("komi 7") && document.querySelector("#play")`)
		if got := p.text(".sitting .side:nth-of-type(1)"); got == first {
			t.Errorf("the colours are as before: %s", got)
		}
	}
	g.black.shoot("chosen")
}

// sitDown opens the link of a slip on the phones of both players.
func sitDown(t *testing.T, s server, link string) *phones {
	t.Helper()
	g := &phones{t: t, black: open(t, s), white: open(t, s), link: link}
	for i, p := range []*page{g.black, g.white} {
		p.do(chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile))
		p.visit(link + "?lang=en")
		p.press(fmt.Sprintf(".whoareyou button:nth-of-type(%d)", i+1))
	}
	return g
}

// foundSmall makes a tournament of two players on 9 lines with a given setting, pairs it, and returns the address on
// the slip of the game.
func foundSmall(p *page, name, value string) string {
	p.t.Helper()
	setUp(p)
	p.visit("/new")
	p.fill("[name=name]", "Spring Handicap Cup")
	p.press(".founding button.main")
	takeIn(p, strings.Join(strings.Split(pasted, "\n")[:3], "\n"))
	p.visit("/desk/" + cup + "/settings?all=1")
	p.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`void ((set) => {
		set(%q, %q); set("size", "9"); set("even-komi", "6.5"); set("reduction", "5");
		document.querySelector("[name=players-settle]").checked = true;
	})((name, value) => { document.querySelector("[name=" + name + "]").value = value; })`, name, value)))
	p.press(".settings .head button.main")
	pairRound(p, 1)
	return slipLinks(p, "/desk/"+cup, 1)["1"]
}

// phones are the phones of the two players of a game.
type phones struct {
	t            *testing.T
	black, white *page
	link         string
}

// settled is true when the board has finished a step.
const settled = `!document.querySelector(".htmx-settling, .htmx-swapping, .htmx-request")`

// play enters moves on a phone.
func (g *phones) play(on *page, points ...string) {
	g.t.Helper()
	for _, point := range points {
		was := on.attribute("#play [name=moves]", "value")
		on.fill("#at", point)
		on.do(chromedp.Click(chromedp.CSS("#play button[value=move]")))
		on.wait(fmt.Sprintf(`document.querySelector("#play [name=moves]").value !== %q && %s`, was, settled))
	}
}

// pass passes on a phone.
func (g *phones) pass(on *page) {
	g.t.Helper()
	was := on.attribute("#play [name=moves]", "value")
	on.do(chromedp.Click(chromedp.CSS("#play button[value=pass]")))
	on.wait(fmt.Sprintf(`document.querySelector("#play [name=moves]").value !== %q && %s`, was, settled))
}

// propose marks the stone on G5 as dead on a phone, or as alive.
func (g *phones) propose(on *page, dead bool) {
	g.t.Helper()
	on.visit(g.link + "?lang=en")
	on.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`void document.querySelectorAll("#settle [name=dead]").forEach((box) => {
		box.closest("details").open = true;
		box.checked = %t && box.value === "ge";
	})`, dead)))
	on.shoot("marked")
	on.press("#settle button[value=propose]")
}

// answer presses a button of the other player's answer, after it has appeared automatically.
func (g *phones) answer(on *page, do string) {
	g.t.Helper()
	button := "#proposed .yes:not(:has([name=as])) [value=" + do + "]" // not the button for the opponent at this phone
	on.wait(fmt.Sprintf("document.querySelector(%q)", button))
	on.press(button)
}

// dispute makes Black propose that the stone lives, and White disagree.
func (g *phones) dispute() {
	g.t.Helper()
	g.white.visit(g.link + "?lang=en")
	g.propose(g.black, false)
	g.answer(g.white, "disagree")
	g.white.shoot("disputed")
}

// agree makes Black propose that all stones live, and White agree.
func (g *phones) agree() {
	g.t.Helper()
	g.white.visit(g.link + "?lang=en")
	g.propose(g.black, false)
	g.answer(g.white, "agree")
}

// playOut makes White take the stone by playing on, while Black passes.
func (g *phones) playOut() {
	g.t.Helper()
	g.dispute()
	g.white.press("#settle .actions a[href$='/on']")
	first := g.white.text("#play .turn")
	points := []string{"G4", "F5", "H5", "G6"}
	if strings.HasPrefix(first, "Black") {
		g.pass(g.white)
	}
	for _, point := range points {
		g.play(g.white, point)
		g.pass(g.white)
	}
	for g.white.evaluate(`document.querySelector("#play .turn").innerText.includes("to play")`) {
		g.pass(g.white)
	}
	g.white.press("#play button[value=save]")
	g.black.visit(g.link + "?lang=en")
	g.propose(g.white, false)
	g.answer(g.black, "agree")
}

// inThought makes White show that the stone can be taken, which does not count as part of the game.
func (g *phones) inThought() {
	g.t.Helper()
	g.dispute()
	g.white.press("#settle .actions a[href$='/thought']")
	for i, point := range []string{"G4", "F5", "H5", "G6"} {
		g.white.fill("#at", point)
		g.white.do(chromedp.Click(chromedp.CSS("#confirm input[value=W]")))
		g.white.do(chromedp.Click(chromedp.CSS("#confirm button[value=move]")))
		stones := 20 + i
		if i == 3 {
			stones = 22 // the black one is off
		}
		g.white.wait(fmt.Sprintf(`document.querySelectorAll("#confirm .stones circle").length === %d && %s`, stones, settled))
	}
	g.black.visit(g.link + "?lang=en")
	g.white.press("#confirm .right button.main")
	g.answer(g.black, "agree")
}
