package e2e

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// A player of a draft goes home: one button, by the keyboard, on the players' page, and one on the draw. Both show the
// changes of the draft, and both are undone at once.
func TestLeavingADraftByKeyboard(t *testing.T) {
	p := open(t, start(t, "demo"))
	demoDesk(p)
	const draw = "/desk/helsinki-handicap-open/draw/4"
	p.visit(draw)
	p.leave(chromedp.SendKeys(chromedp.CSS(".undrawn button[value=draft]"), kb.Enter))
	drawn, byes := p.texts("table.draw .who"), p.texts("#idle .who")
	leaver, alone := drawn[4], drawn[5]

	p.visit("/desk/helsinki-handicap-open/players")
	p.do(chromedp.SendKeys(chromedp.CSS("#find"), typeable(leaver)))
	button := `[...document.querySelectorAll("tr:not([hidden]) .act button")].find(b => b.closest("tr").innerText.includes("` + leaver + `"))`
	p.wait(button + "?.focus() === undefined && document.activeElement?.closest('.act')")
	p.do(chromedp.KeyEvent(kb.Enter))
	p.wait(`document.querySelector(".left .will")`)
	said := p.text(".left")
	if !strings.Contains(said, "Withdrew "+leaver) || !strings.Contains(said, alone) {
		t.Errorf("%s has left, and the page says %q", leaver, said)
	}
	p.shoot("players")
	p.do(chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile))
	p.shoot("players-phone")
	if p.evaluate(`document.documentElement.scrollWidth > document.documentElement.clientWidth`) {
		t.Error("the page is wider than a phone")
	}
	p.do(chromedp.EmulateViewport(1366, 768))
	p.leave(chromedp.SendKeys(chromedp.CSS(".left button"), kb.Enter))
	if at := p.location(); at != "/desk/helsinki-handicap-open/players" {
		t.Errorf("after the undo one is at %s", at)
	}
	p.visit(draw)
	if got := strings.Join(p.texts("table.draw .who"), ", "); got != strings.Join(drawn, ", ") {
		t.Errorf("after the undo the draft is %s, want %s", got, strings.Join(drawn, ", "))
	}

	// The same from the draw, absent for this round only.
	p.do(chromedp.SendKeys(chromedp.CSS("#t3 .black input"), " "))
	p.wait(`document.querySelector("#pick h2")`)
	p.leave(chromedp.SendKeys(chromedp.CSS("#pick button[value=absent]"), kb.Enter))
	p.shoot("draw")
	if said := p.text(".steps"); !strings.Contains(said, "is absent in round 4") || !strings.Contains(said, alone) {
		t.Errorf("the draw says %q", said)
	}
	if now := strings.Join(p.texts("table.draw .who, #idle .who"), ", "); strings.Contains(now, leaver) || !strings.Contains(now, alone) {
		t.Errorf("the draft is %s", now)
	}
	p.leave(chromedp.KeyEvent("u"))
	if got := strings.Join(p.texts("table.draw .who"), ", "); got != strings.Join(drawn, ", ") {
		t.Errorf("after u the draft is %s", got)
	}
	if got := p.texts("#idle .who"); strings.Join(got, ", ") != strings.Join(byes, ", ") {
		t.Errorf("after u the byes are %v, want %v", got, byes)
	}
}

// typeable is as much of a name as can be typed on a keyboard without accents.
func typeable(name string) string {
	end := strings.IndexFunc(name, func(r rune) bool { return r > 'z' || r == ' ' })
	return name[:max(end, 0)]
}
