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

// After results, open pages have received only the changed rows, and show what a page shows that is loaded now.
func TestOpenPagesReceiveChangedRows(t *testing.T) {
	s := start(t, "demo")
	desk, other := open(t, s), open(t, s)
	demoDesk(desk)
	demoDesk(other)
	missing := desk.texts(".waiting tr:not(:has(+ .dispute)) .n a")[:3]
	pages := []*page{other}
	for _, path := range []string{"standings", "round/3", "", "games"} {
		reader := open(t, s)
		reader.visit("/t/helsinki-handicap-open/" + path + "?lang=en")
		pages = append(pages, reader)
	}
	for _, p := range pages {
		p.do(chromedp.Evaluate[chromedp.Void](`(() => {
			window.parts = 0;
			document.body.addEventListener("htmx:beforeSwap", ({ detail }) => {
				if (detail?.xhr?.responseText.includes("<tr data-same=")) window.parts++;
			});
		})()`))
	}
	for _, table := range missing {
		desk.do(chromedp.SendKeys(chromedp.CSS("#typed"), table+"b"+kb.Enter))
		desk.wait(`document.querySelector("tbody.entered tr[data-table='` + table + `']")`)
		for _, p := range pages {
			p.do(chromedp.Evaluate[chromedp.Void](`(async () => {
				const text = await (await fetch(location.href, { cache: "no-store" })).text();
				const rows = (root) => [...root.querySelectorAll("[data-rows] tbody tr")].map((r) => r.textContent.replace(/\s+/g, " ")).join("\n");
				window.fresh = () => rows(document) === rows(new DOMParser().parseFromString(text, "text/html"));
			})()`))
			p.wait(`window.fresh?.()`) // what the page shows is what it would load now
		}
	}
	for _, p := range pages {
		p.wait(`parts > 0`)
	}
}
