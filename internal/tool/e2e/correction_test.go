package e2e

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// A slip of round 1 was misread, and round 3 is in progress. By the keyboard alone: the desk shows the round and the
// consequences, a second Enter corrects, and the public page marks the correction.
func TestCorrectingAnEarlierRoundByKeyboard(t *testing.T) {
	p := open(t, start(t, "demo"))
	demoDesk(p)
	p.visit("/desk/helsinki-handicap-open/round/1")
	if bar := p.text(".earlier"); !strings.Contains(bar, "Round 1 is finished. You are correcting it.") {
		t.Errorf("the bar says %q", bar)
	}
	table := p.texts("tbody.entered tr[data-table] .n")[0]
	row := `document.querySelector("tr[data-table='` + table + `'] `
	line := table + "b"
	if p.evaluate(row + `.black.won")`) {
		line = table + "w"
	}
	entry := func(text string) {
		t.Helper()
		p.do(chromedp.SendKeys(chromedp.CSS("#typed"), text+kb.Enter))
		p.sent()
	}
	// anotherGoes simulates the replacement of another part before the next swapped part has settled.
	anotherGoes := func() {
		t.Helper()
		p.evaluate(`(document.body.addEventListener("htmx:afterSwap", () => htmx.trigger(document.body, "htmx:beforeSwap"), { once: true }), true)`)
	}
	was := p.text("tr[data-table='" + table + "'] .res")
	anotherGoes()
	entry(line)
	p.wait(`document.querySelector("#question") && document.querySelector("#typed").value === "` + line + `" && document.activeElement.id === "reason"`)
	if got := p.text("#question"); !strings.Contains(got, "Places that change") || !strings.Contains(got, "was paired with a score of") {
		t.Errorf("the desk says %q", got)
	}
	if now := p.text("tr[data-table='" + table + "'] .res"); now != was {
		t.Errorf("one Enter has changed %q to %q", was, now)
	}
	p.shoot("asked")
	p.scheme("dark")
	p.shoot("dark")
	p.scheme("light")
	p.do(chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile))
	p.shoot("phone")
	if p.evaluate(`document.documentElement.scrollWidth > document.documentElement.clientWidth`) {
		t.Error("the page is wider than a phone")
	}
	p.do(chromedp.EmulateViewport(1366, 768))

	// A half-typed line survives another desk's result. The reason is sent with the Enter in it.
	p.do(chromedp.SendKeys(chromedp.CSS("#reason"), "slip "))
	anotherGoes()
	p.evaluate(`(document.querySelector("#live").dataset.before = "1") && htmx.trigger(document.body, "live:results")`)
	p.wait(`document.querySelector("#live") && !document.querySelector("#live[data-before], .htmx-settling") &&
		document.activeElement.id === "reason" && document.activeElement.value === "slip "`)
	p.do(chromedp.SendKeys(chromedp.CSS("#reason"), "misread"+kb.Enter))
	p.sent()
	p.wait(`!document.querySelector("#question") && document.querySelector("#said form")`)
	if now := p.text("tr[data-table='" + table + "'] .res"); now == was {
		t.Error("the second Enter has corrected nothing")
	}
	p.visit("/t/helsinki-handicap-open/round/1")
	if mark := p.texts(".games .corrected"); len(mark) != 1 || !strings.HasPrefix(mark[0], "corrected ") {
		t.Errorf("the public page is marked %v", mark)
	}
	p.do(chromedp.Evaluate[chromedp.Void](`void document.querySelector(".corrected").scrollIntoView({block: "center"})`))
	p.shoot("public")
	p.do(chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile))
	p.do(chromedp.Evaluate[chromedp.Void](`void document.querySelector(".corrected").scrollIntoView({block: "center"})`))
	p.shoot("public-phone")
	if p.evaluate(`document.documentElement.scrollWidth > document.documentElement.clientWidth`) {
		t.Error("the public page is wider than a phone")
	}
	p.visit("/desk/helsinki-handicap-open/log")
	if log := p.text("main table tbody tr"); !strings.Contains(log, "Reason: slip misread") {
		t.Errorf("the log says %q", log)
	}
}
