package e2e

import (
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// A director changes a draft, undoes the changes by the keyboard, without moving the focus, and repeats one.
func TestDraftIsTakenBackByKeyboard(t *testing.T) {
	p := open(t, start(t, "demo"))
	demoDesk(p)
	const draw = "/desk/helsinki-handicap-open/draw/4"
	p.visit(draw)
	p.leave(chromedp.SendKeys(chromedp.CSS(".undrawn button[value=draft]"), kb.Enter))
	drawn := p.texts("table.draw .who")
	steps := func() string { return p.text(".steps") }
	if !strings.Contains(steps(), "Paired round 4") {
		t.Errorf("after the draw the page says %q", steps())
	}
	p.press("#t2 button[value=lock]")
	p.tap("#t3 .black input")
	p.tap("#t5 .white input")
	p.wait(`document.querySelector("#pick h2")?.textContent.startsWith("Swap")`)
	p.press("#pick button[value=swap]")
	swapped := p.texts("table.draw .who")
	if slices.Equal(swapped, drawn) || !strings.Contains(steps(), "Round 4: swapped") {
		t.Errorf("after a swap the page says %q", steps())
	}
	p.shoot("swapped")

	key := func(letter string) {
		t.Helper()
		p.leave(chromedp.KeyEvent(letter))
	}
	key("u")
	if now := p.texts("table.draw .who"); !slices.Equal(now, drawn) || !strings.Contains(steps(), "locked table 2") || !strings.Contains(steps(), "Undid: Round 4: swapped") {
		t.Errorf("after u the page says %q", steps())
	}
	p.shoot("taken-back")
	key("U")
	if now := p.texts("table.draw .who"); !slices.Equal(now, swapped) {
		t.Error("the swap is not made again")
	}
	key("u")
	key("u")
	if p.evaluate(`document.querySelector("table.draw .locked")`) {
		t.Error("the table is still locked")
	}
	key("u")
	if got := p.text(".undrawn"); !strings.Contains(got, "Pair round 4") || !strings.Contains(steps(), "Undid: Paired round 4") {
		t.Errorf("without its draw the page says %q, %q", steps(), got)
	}
	p.shoot("undrawn")
	p.press("#redo")
	if now := p.texts("table.draw .who"); !slices.Equal(now, drawn) {
		t.Error("the draft is not as it was")
	}

	// Constraints of the draw are taken back here too.
	p.visit("/desk/helsinki-handicap-open/steering")
	p.fill("#seat .asking [name=who]", drawn[0])
	p.fill("#seat .asking [name=table]", "9")
	p.press("#seat .asking button")
	p.visit(draw)
	if !strings.Contains(steps(), "the fixed table 9") {
		t.Errorf("after a table was given the page says %q", steps())
	}
	key("u")
	p.visit("/desk/helsinki-handicap-open/steering")
	if got := p.texts("#seat .wishes li"); len(got) != 0 {
		t.Errorf("own tables are %v", got)
	}
	p.do(chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile))
	p.visit(draw)
	p.shoot("phone")
	if p.evaluate(`document.documentElement.scrollWidth > document.documentElement.clientWidth`) {
		t.Error("the page is wider than a phone")
	}
}
