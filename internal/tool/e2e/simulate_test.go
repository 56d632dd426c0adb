package e2e

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// The director tries settings out by keyboard alone, sees them play and reads
// the result, on a phone too.
func TestSimulateByKeyboard(t *testing.T) {
	p := open(t, start(t, "demo"))
	demoDesk(p)
	p.visit("/desk/helsinki-handicap-open/settings")
	p.press(`#meaning a[href$="/simulate"]`)
	p.fill("#f-sim-corrections", "0 1")
	p.fill("#f-sim-rounds", "4 5")
	p.tap(".simulate-form .fold summary")
	p.fill("#f-sim-runs", "150")
	p.leave(chromedp.SendKeys(chromedp.CSS("#f-sim-runs"), kb.Enter))
	p.wait(`document.querySelector("#stop") || document.querySelector(".measures")`)
	p.shoot("running")
	p.wait(`document.querySelector(".measures")`)
	p.shoot("done")
	if heads := p.texts(".measures thead th.num"); len(heads) != 8 { // the columns of the winners too
		t.Errorf("the columns are %q", heads)
	}
	if says := p.text(".measures tbody th"); !strings.Contains(says, "Strongest comes first") {
		t.Errorf("the first row is %q", says)
	}
	for _, language := range []string{"en", "pl"} {
		p.do(chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile))
		p.visit("/desk/helsinki-handicap-open/simulate?lang=" + language)
		p.shoot("phone-" + language)
		if p.evaluate(`document.documentElement.scrollWidth > document.documentElement.clientWidth`) {
			t.Errorf("in %s the result is wider than a phone", language)
		}
	}
}
