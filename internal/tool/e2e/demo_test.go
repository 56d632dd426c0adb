package e2e

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// Every public page of the demonstration is shown on a desktop and on a phone, in every language, without a console
// error and within the width of a phone's screen.
func TestDemonstrationInTheBrowser(t *testing.T) {
	p := open(t, start(t, "demo"))
	base := "/t/helsinki-handicap-open"
	for _, path := range []string{"", "/round/3", "/round/1", "/standings", "/players", "/crosstable", "/statistics", "/hall"} {
		for _, language := range []string{"en", "fi", "pl", "cs"} {
			p.do(chromedp.EmulateViewport(1366, 768))
			p.visit(base + path + "?lang=" + language)
			if lang := p.attribute("html", "lang"); lang != language {
				t.Errorf("%s?lang=%s is in %q", path, language, lang)
			}
			if title := p.title(); !strings.Contains(title, "Helsinki Handicap Open") {
				t.Errorf("%s in %s has the title %q", path, language, title)
			}
			p.shoot(strings.Trim(path, "/") + "-" + language)
		}
		p.do(chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile))
		p.visit(base + path + "?lang=pl")
		p.shoot(strings.Trim(path, "/") + "-phone")
		if wide := p.evaluate(`document.documentElement.scrollWidth > document.documentElement.clientWidth`); wide {
			t.Errorf("%s is wider than a phone", path)
		}
	}
}

// A player finds their name on the first page, and the device stores it.
func TestFindYourName(t *testing.T) {
	p := open(t, start(t, "demo"))
	p.do(chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile))
	p.visit("/t/helsinki-handicap-open")
	p.do(chromedp.SendKeys(chromedp.CSS("input[type=search]"), "korhonen"))
	p.wait(`document.body.innerText.includes("Korhonen Mikko")`)
	p.shoot("typed")
}
