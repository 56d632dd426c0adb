package e2e

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// On a phone a new invitation and a new token fit on the page, and a button copies them.
func TestNewLinkOnAPhone(t *testing.T) {
	p := open(t, start(t, "demo"))
	demoDesk(p)
	p.do(chromedp.EmulateViewport(375, 812, chromedp.EmulateMobile, chromedp.EmulateTouch))
	p.visit("/people")
	p.fill("#label", "Door")
	p.press("button[value=invite]")
	for _, shown := range []string{"#newlink a", ".banner code"} {
		if shown == ".banner code" {
			p.visit("/people/1/programs")
			p.fill("form:has(button[value=token]) input[name=label]", "Screen in the hall")
			p.press("button[value=token]")
		}
		p.wait(`document.querySelector("` + shown + `")`)
		p.shoot("link")
		if !p.evaluate(`document.documentElement.scrollWidth <= innerWidth`) {
			t.Errorf("%s makes the page wider than the phone", shown)
		}
		p.do(chromedp.Tap(chromedp.CSS("[data-copied]"))) // only a finger may copy
		p.wait(`document.querySelector("[data-copied]").textContent === "Copied" && getSelection().toString() === document.querySelector("` + shown + `").textContent`)
	}
}
