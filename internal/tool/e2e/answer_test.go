package e2e

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// The answer to a request stays visible although the tournament's own event of the change arrives first: the list is
// not loaded again under the answer.
func TestAnswerComesBeforeTheRefresh(t *testing.T) {
	p := open(t, start(t, "demo"))
	demoDesk(p)
	p.visit("/desk/helsinki-handicap-open/draw/4")
	p.leave(chromedp.SendKeys(chromedp.CSS(".undrawn button[value=draft]"), kb.Enter))
	leaver := p.texts("table.draw .who")[4]
	p.visit("/desk/helsinki-handicap-open/players")
	// The answer is delayed, the event is not.
	p.evaluate(`(() => {
		const { send, addEventListener } = XMLHttpRequest.prototype;
		XMLHttpRequest.prototype.send = function (body) {
			const loaded = this.onload;
			if (body) this.onload = () => setTimeout(() => loaded.call(this), 1500);
			send.call(this, body);
		};
		XMLHttpRequest.prototype.addEventListener = function (kind, listener) {
			const late = (event) => setTimeout(() => listener(event), 1500);
			addEventListener.call(this, kind, kind === "loadend" ? late : listener);
		};
		return true;
	})()`)
	button := `[...document.querySelectorAll(".act button")].find(b => b.closest("tr").innerText.includes("` + leaver + `"))`
	p.evaluate(button + ".click() === undefined")
	p.wait(`document.querySelector(".left .will")`)
	if said := p.text(".left"); !strings.Contains(said, leaver) {
		t.Errorf("the page says %q", said)
	}
}
