package e2e

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
)

// The words of buttons below the board stay inside them on a small phone, and headings of the hall screen are whole.
func TestWordsFitTheirButtonsAndHeadings(t *testing.T) {
	p := open(t, start(t, "demo"))
	p.visit(demoCup + "/games")
	game := p.attribute(`a[href*="/games/"]`, "href")
	for _, language := range []string{"en", "fi", "pl", "cs"} {
		p.do(chromedp.EmulateViewport(320, 700))
		p.visit(game + "?lang=" + language)
		p.wait(`document.querySelector(".deck [data-try]")?.offsetHeight > 0`)
		if p.evaluate(`[...document.querySelectorAll(".deck button")].some(e => e.offsetHeight > 0 && (e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 1))`) {
			p.shoot(fmt.Sprint("deck", language))
			t.Errorf("a button of the board is too small for its words in %s", language)
		}
		p.do(chromedp.EmulateViewport(1920, 1080))
		p.visit(demoCup + "/hall?lang=" + language)
		p.wait(`document.querySelector("#hall .tables .heads span")`)
		if p.evaluate(`[...document.querySelectorAll("#hall .tables .heads span")].some(e => e.offsetHeight > 1.5 * parseFloat(getComputedStyle(e).lineHeight))`) {
			p.shoot(fmt.Sprint("hall", language))
			t.Errorf("a heading of the hall screen is broken in %s", language)
		}
	}
}

// Buttons stay inside the panel at the side, in every language and at the widths of laptops.
func TestButtonsStayInTheirPanel(t *testing.T) {
	p := open(t, start(t, "demo"))
	demoDesk(p)
	const home = "/desk/helsinki-handicap-open"
	for _, language := range []string{"en", "fi", "pl", "cs"} {
		for _, path := range []string{"", "/players/1", "/players", "/draw/3", "/settings", "/exports"} {
			p.visit(home + path + "?lang=" + language)
			for _, width := range []int64{1024, 1280, 1366, 1440} {
				p.do(chromedp.EmulateViewport(width, 800))
				if p.evaluate(`[...document.querySelectorAll(".panel :is(button, .button)")].some(e => e.offsetWidth > 0 && ` +
					`e.getBoundingClientRect().right > e.closest(".panel").getBoundingClientRect().right + 1)`) {
					p.shoot(fmt.Sprint("panel", width, language))
					t.Errorf("a button of %s leaves its panel at %d points in %s", path, width, language)
				}
			}
		}
	}
}
