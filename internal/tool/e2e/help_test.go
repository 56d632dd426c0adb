package e2e

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// Help opens its part of the handbook beside the page, on a desktop and a phone. Escape closes it, and the focus returns
// to the link.
func TestHelpBesideThePage(t *testing.T) {
	p := open(t, start(t, "demo"))
	demoDesk(p)
	const opened = `document.querySelector("dialog#help").open`
	for _, on := range devices {
		p.do(chromedp.EmulateViewport(on.width, on.height, on.options...))
		p.visit("/desk/helsinki-handicap-open/draw/4")
		p.wait(`(e => { e.focus(); e.click(); return true })(document.querySelector("a.tohelp"))`)
		p.wait(opened + ` && document.querySelector("#help h2")`)
		p.shoot(on.name)
		if got := p.text("#help"); !strings.Contains(got, "Draw and publish") || !strings.Contains(got, "Publish round 1") {
			t.Errorf("%s: the help is %q", on.name, got)
		}
		if p.location() != "/desk/helsinki-handicap-open/draw/4" || !p.evaluate(`document.activeElement.closest("#help")`) {
			t.Errorf("%s: at %s, without the focus in the help", on.name, p.location())
		}
		for _, found := range p.barriers(allRules) {
			t.Errorf("%s: %s", on.name, found)
		}
		p.do(chromedp.KeyEvent(kb.Escape))
		p.wait("!" + opened + ` && document.activeElement.matches("a.tohelp")`)
		p.wait(`(e => { e.click(); return true })(document.querySelector("a.tohelp"))`)
		p.wait(opened)
		p.tap("#help form button")
		p.wait("!" + opened)
	}
}
