package e2e

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// A result that arrives while the page loads the change before it is shown too.
func TestTwoResultsAtOnce(t *testing.T) {
	s := start(t, "demo")
	desk, hall := open(t, s), open(t, s)
	demoDesk(desk)
	missing := desk.texts(".waiting tr:not(:has(+ .dispute)) .n a")[:2]
	hall.visit("/t/helsinki-handicap-open/round/3?lang=en")
	// The first response is delayed, and the page counts the events.
	hall.do(chromedp.Evaluate[chromedp.Void](`(() => {
		window.told = 0;
		window.held = [];
		new EventSource(document.body.dataset.live).onmessage = () => { window.told++; };
		const { send, addEventListener } = XMLHttpRequest.prototype;
		const later = (does) => (window.held ? window.held.push(does) : does());
		XMLHttpRequest.prototype.send = function (body) {
			const loaded = this.onload;
			this.onload = () => later(() => loaded.call(this));
			send.call(this, body);
		};
		XMLHttpRequest.prototype.addEventListener = function (kind, listener) {
			addEventListener.call(this, kind, kind === "loadend" ? (event) => later(() => listener(event)) : listener);
		};
	})()`))
	hall.wait(`told === 1`) // the version that the page has
	for _, table := range missing {
		hall.do(chromedp.Evaluate[chromedp.Void](`void (window.before = told)`))
		desk.do(chromedp.SendKeys(chromedp.CSS("#typed"), table+"b"+kb.Enter))
		desk.wait(`document.querySelector("tbody.entered tr[data-table='` + table + `']")`)
		hall.wait(`told > before && held.length > 0`) // of the result and of the standings, or of both at once
	}
	hall.do(chromedp.Evaluate[chromedp.Void](`(() => { const all = held; held = null; all.forEach((does) => does()); })()`))
	for _, table := range missing {
		hall.wait(fmt.Sprintf(`[...document.querySelectorAll(".games tr")].some(r => r.querySelector(".n")?.innerText.trim() === %q && r.querySelector(".won"))`, table))
	}
}
