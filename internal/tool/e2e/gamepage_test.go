package e2e

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// scripts switches the scripts of the tab's pages on or off.
func (p *page) scripts(on bool) {
	p.t.Helper()
	_, err := chromedp.Call(p.ctx, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: !on})
	if err != nil {
		p.t.Fatal(err)
	}
}

// refusals ignores the browser's errors about refused forms, which the test causes.
func (p *page) refusals() {
	p.t.Cleanup(func() {
		p.errors.mu.Lock()
		defer p.errors.mu.Unlock()
		p.errors.list = slices.DeleteFunc(p.errors.list, func(text string) bool { return strings.Contains(text, "422") })
	})
}

const commented = `(;SZ[19]KM[6.5]PB[<script>hit=1</script>]C[Played in the garden.];B[pd]LB[dd:A][dp:B]TE[1]C[A and B are both possible.]` +
	`(;W[dd];B[pp])(;W[dp]DO[]C[<b onclick=alert(1)>What about this?</b>];B[qq]))`

// A spectator looks at a game while the desk enters its record: the record appears automatically, the reader stays at
// the same move when the result follows, and reads the comments of the variations too.
func TestGamePageFollowsTheDesk(t *testing.T) {
	s := start(t, "demo")
	reader, desk := open(t, s), open(t, s)
	const game = "/games/98"
	reader.visit("/t/helsinki-handicap-open" + game + "?lang=en")
	if text := reader.text("#game .stateline"); !strings.Contains(text, "no record yet") {
		t.Fatalf("before the record the page says %q", text)
	}
	desk.refusals()
	demoDesk(desk)
	desk.visit("/desk/helsinki-handicap-open" + game)
	desk.fill("#text", "(;GM[1]SZ[19]PB[Aho Aino]PW[Dvořák Jan];B[dd];W[pp])"+commented)
	desk.press(".handin button")
	if got := desk.texts(".choices button"); len(got) != 2 || !strings.Contains(got[0], "Aho Aino") {
		t.Fatalf("the choices are %q", got)
	}
	desk.shoot("choices")
	desk.press(".choices li:last-child button")

	now := func(want string) {
		t.Helper()
		reader.wait(fmt.Sprintf(`document.querySelector(".now")?.innerText === %q`, want))
	}
	now("Move 3 Q4")
	reader.do(chromedp.Click(chromedp.CSS("[data-go=first]")))
	if text := reader.text(".comments"); !strings.Contains(text, "Played in the garden.") || strings.Contains(text, "What about") {
		t.Errorf("before the game the comment is %q", text)
	}
	reader.do(chromedp.Click(chromedp.CSS("[data-next]")))
	now("Move 1 Q16")
	if text := reader.text(".comments"); !strings.Contains(text, "good move") || !strings.Contains(text, "A and B are both possible.") {
		t.Errorf("at move 1 the comment is %q", text)
	}
	if !reader.evaluate(`[...document.querySelectorAll(".replay .marks .label")].map(e => e.textContent).join("") === "AB"`) {
		t.Error("the labels A and B are not on the board")
	}
	reader.shoot("comment")

	// The result is entered: the page shows it and stays at its move, and so
	// does another desk.
	other := open(t, s)
	demoDesk(other)
	other.visit("/desk/helsinki-handicap-open" + game)
	desk.visit("/desk/helsinki-handicap-open/round/3?table=16")
	desk.do(chromedp.SendKeys(chromedp.CSS("#typed"), "16b"+kb.Enter))
	reader.wait(`document.querySelector("#game .sitting .won")?.innerText.includes("Procházka")`)
	other.wait(`document.querySelector("#match .won")?.innerText.includes("Procházka")`)
	now("Move 1 Q16")
	reader.do(chromedp.Click(chromedp.CSS("[data-next]")))
	now("Move 2 D4")
	if text := reader.text(".comments"); !strings.Contains(text, "variation") || !strings.Contains(text, "<b onclick=alert(1)>What about this?</b>") {
		t.Errorf("in the variation the comment is %q", text)
	}
	if !strings.Contains(reader.text(".findings"), "<script>hit=1</script>") || reader.evaluate("window.hit") {
		t.Errorf("a name with a script is told as %q", reader.text(".findings"))
	}
	reader.do(chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile))
	reader.shoot("phone")
	if reader.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth") {
		t.Error("the page is wider than a phone")
	}
}

// Without scripts the game page is the final position with all findings, and the
// link on the slip takes a record and shows the outcome.
func TestGamesWithoutScripts(t *testing.T) {
	s := start(t, "demo")
	desk := open(t, s)
	demoDesk(desk)
	desk.visit("/desk/helsinki-handicap-open/print/slips/3")
	links, err := chromedp.Run(desk.ctx, chromedp.Evaluate[[]string](
		`[...document.querySelectorAll(".slip")].filter(e => e.querySelector(".at")?.innerText.includes("16")).map(e => e.querySelector("a.code").pathname)`))
	if err != nil || len(links) != 1 {
		t.Fatalf("the slip of table 16 leads to %v, %v", links, err)
	}
	p := open(t, s)
	p.do(chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile))
	p.scripts(false)
	p.visit("/t/helsinki-handicap-open/games/93?lang=en")
	if !p.evaluate(`document.querySelectorAll(".wide .own rect").length > 50 && document.querySelectorAll(".wide .stones circle").length > 100`) {
		t.Error("the final position with its territory is not there")
	}
	if !p.evaluate(`getComputedStyle(document.querySelector(".deck")).display === "none" && !!document.querySelector(".file a[download]")`) {
		t.Error("what needs scripts is shown, or the file is not offered")
	}
	p.shoot("diagram")
	p.visit(links[0])
	p.shoot("slip")
	p.do(chromedp.Click(chromedp.CSS(".handing summary")))
	p.fill("#text", commented)
	p.do(chromedp.Click(chromedp.CSS(".handin button")))
	p.wait(`!!document.querySelector(".replay") && document.querySelector("main").innerText.includes("Played in the garden.")`)
	text := p.text("main")
	for _, want := range []string{"Procházka Vít", "Every move is legal", "Played in the garden.", "What about this?"} {
		if !strings.Contains(text, want) {
			t.Errorf("after handing in the page lacks %q", want)
		}
	}
	if p.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth") {
		t.Error("the page is wider than a phone")
	}
	p.shoot("handed-in")
}

// A dispute is played out on the board: captured stones are marked dead.
func TestConfirmationInTheBrowser(t *testing.T) {
	p := open(t, start(t, "demo"))
	demoDesk(p)
	p.visit("/desk/helsinki-handicap-open/games/98")
	// Black's two stones in the corner have one liberty left.
	p.fill("#text", "(;SZ[19]KM[6.5]AB[aa][ba][ac][bc][cb]AW[ab][bb];B[];W[])")
	p.press(".handin button")
	p.press("[href$='/confirm']")
	stones := func(n int) {
		t.Helper()
		p.wait(fmt.Sprintf(`document.querySelectorAll("#confirm .stones circle").length === %d && !document.querySelector(".htmx-settling, .htmx-swapping, .htmx-request")`, n))
	}
	stones(7)
	p.fill("#at", "C19")
	p.do(chromedp.Click(chromedp.CSS("#confirm input[value=W]")))
	p.do(chromedp.Click(chromedp.CSS("#confirm button[value=move]")))
	stones(6)
	if text := p.text("#confirm .chains"); !strings.Contains(text, "A19") || !strings.Contains(text, "captured in the variation") {
		t.Errorf("taken in thought: %q", text)
	}
	p.wait(`document.getElementById("voice").textContent === "Move 1, White C19, captures 2"`)
	p.shoot("taken")
	p.press("#confirm .right button.main")
	if text := p.text(".count"); !strings.Contains(text, "Dead stones on the board") {
		t.Errorf("after saving the page says %q", text)
	}
	if !p.evaluate(`document.querySelectorAll(".replay .wide .stones circle").length === 7`) {
		t.Error("play in thought changed the record")
	}
}
