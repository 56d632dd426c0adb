package e2e

import (
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// The desk of a published tournament keeps all its parts and shows the progress of the pages. It is updated by both:
// entries of other desks, and the state of the folder.
func TestDeskOfAPublishedTournament(t *testing.T) {
	p := open(t, start(t, "demo"))
	demoDesk(p)
	const desk = "/desk/helsinki-handicap-open"
	p.visit(desk + "/publish")
	p.unfold()
	p.fill("#typed", filepath.Join(t.TempDir(), "pages"))
	p.wait(`document.querySelector("#reading").innerText.includes("a folder of this computer")`)
	p.press("button[value=ask]")
	p.press("button[value=begin]")
	p.wait(`document.querySelectorAll("#places .dot.good").length == 2`)
	const arrived = `document.querySelector("#publish:has(.dot.good)")?.innerText.includes("up to date")`
	const parts = `[".games.desk .waiting", "#panel .address", "#panel .here", "#said"].every(at => document.querySelector("#live " + at))`
	for _, device := range devices {
		p.do(chromedp.EmulateViewport(device.width, device.height, device.options...))
		p.visit(desk)
		p.wait(arrived)
		p.do(chromedp.Evaluate[chromedp.Void](`void document.querySelector("#publish").scrollIntoView({block: "center"})`))
		p.shoot(device.name)
		// The request of every three seconds is sent a second time.
		p.do(chromedp.Evaluate[chromedp.Void](`void (document.querySelector("#publish").dataset.first = "yes")`))
		p.wait(arrived + ` && !document.querySelector("#publish").dataset.first`)
		if !p.evaluate(parts) {
			t.Errorf("on a %s the desk has only %q", device.name, p.text("#desk"))
		}
	}
	table := p.texts(".waiting tr:not(:has(+ .dispute)) .n a")[0]
	p.do(chromedp.SendKeys(chromedp.CSS("#typed"), table+"b"+kb.Enter))
	p.wait(`document.querySelector("tbody.entered tr[data-table='` + table + `']")`)
	p.wait(arrived)
}

// A refresh of the desk in progress is not dropped while the desk requests the state of the publication.
func TestStateOfThePublicationHoldsUpNothing(t *testing.T) {
	p := open(t, start(t, "demo"))
	demoDesk(p)
	const told = `((name, id, more) => {
		const detail = {requestConfig: {elt: document.getElementById(id)}, ...more};
		document.body.dispatchEvent(new CustomEvent(name, {detail}));
		return detail;
	})`
	p.do(chromedp.Evaluate[chromedp.Void](`void document.querySelector("#panel").insertAdjacentHTML("beforeend", '<div id="publish"></div>')`))
	if !p.evaluate(`(` + told + `("htmx:beforeRequest", "publish"), ` + told + `("htmx:beforeSwap", "live", {shouldSwap: true}).shouldSwap)`) {
		t.Error("the desk drops what others have entered")
	}
}
