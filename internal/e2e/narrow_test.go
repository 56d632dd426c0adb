package e2e

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
)

// Standings, ratings, prizes and exports can be read on a phone, also where
// words are long: what is wider scrolls by itself, not the page.
func TestResultsOnAPhone(t *testing.T) {
	p := open(t, start(t, "demo"))
	demoDesk(p)
	p.do(chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile))
	const public, desk = "/t/helsinki-handicap-open", "/desk/helsinki-handicap-open"
	for _, path := range []string{
		public + "/standings", public + "/why/4", public + "/players/4",
		desk + "/ratings", desk + "/ratings/changes", desk + "/prizes", desk + "/prizes/script", desk + "/prizes/certificates", desk + "/exports",
	} {
		for _, language := range []string{"en", "pl"} {
			p.visit(path + "?lang=" + language)
			p.shoot(fmt.Sprint(path, language))
			if p.evaluate(`document.documentElement.scrollWidth > 390`) {
				t.Errorf("%s is wider than a phone in %s", path, language)
			}
		}
	}
}
