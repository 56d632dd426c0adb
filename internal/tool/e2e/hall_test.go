package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// The hall's screen follows a change of round automatically: results arrive, the round ends, the next one is paired, is
// announced with its clock, ends, and the winners are shown. It is loaded once; on every slide nothing is cut or
// overlaps, and nothing jumps.
func TestJourneyInTheHall(t *testing.T) {
	inBrowser(t)
	const public, home = "/t/helsinki-handicap-open", "/desk/helsinki-handicap-open"
	s := start(t, "demo")
	desk, hall := open(t, s), open(t, s)
	demoDesk(desk)
	desk.visit(home + "/settings?lang=en")
	desk.fill("[name=rounds]", "4")
	desk.press(".settings .head button.main")
	hall.do(chromedp.EmulateViewport(1920, 1080))
	hall.visit(public + "/hall?lang=en")
	hall.wait(`document.querySelector(".slide.shown.names")`)
	hall.do(chromedp.Evaluate[chromedp.Void](`(() => {
		window.loadedOnce = true;
		window.shifts = [];
		new PerformanceObserver(list => list.getEntries().forEach(e => {
			if (e.value > 0) shifts.push(e.value + " " + e.sources.map(s => s.node?.className || s.node?.nodeName).join(", "));
		})).observe({type: "layout-shift", buffered: true});
	})()`))
	hall.slidesAreWhole("round 3", "names", "tables")

	desk.visit(home)
	missing := desk.texts(".waiting tr:not(:has(+ .dispute)) .n a")
	entry := func(table, how string) {
		t.Helper()
		desk.do(chromedp.SendKeys(chromedp.CSS("#typed"), table+how+kb.Enter))
		desk.wait(fmt.Sprintf(`document.querySelector("tbody.entered tr[data-table='%s']")`, table))
	}
	entry(missing[0], "b")
	hall.wait(fmt.Sprintf(`[...document.querySelectorAll(".tables li")].some(li => li.querySelector("b").innerText === %q && li.querySelector(".won"))`, missing[0]))
	for _, table := range missing[1:] {
		entry(table, "b")
	}
	desk.tap("[id^=dispute] form:last-of-type button")
	hall.wait(`document.querySelector(".slide.standings") && !document.querySelector(".slide.names")`)
	hall.slidesAreWhole("between rounds", "standings")

	desk.wait(`document.querySelector(".main#onwards")`)
	desk.press(".main#onwards")
	soon := desk.soon()
	desk.fill("#start", soon)
	desk.press("button[value=start]")
	if desk.evaluate(`document.querySelector("button[name=ask][value=publish]")`) {
		desk.press("button[name=ask][value=publish]")
	}
	desk.press("button[name=do][value=publish]")
	hall.wait(`document.querySelector(".slide.names") && /^\d+:\d\d$/.test(document.querySelector(".clock .big")?.innerText ?? "")`)
	was := hall.text(".slide.shown .clock .big")
	hall.wait(fmt.Sprintf(`document.querySelector(".slide.shown .clock .big").innerText !== %q`, was)) // it runs
	hall.slidesAreWhole("round 4", "names", "tables")

	hall.noShifts("the hall")

	const words = "Lunch is served in the room upstairs. Please be back in time for round 4!"
	desk.visit(home + "/day")
	desk.fill("#text", words)
	desk.press("form[action$='/announcements'] button.push")
	hall.wait(`document.querySelector("#hall .news.fresh")?.innerText.includes("Lunch is served")`)
	hall.shoot("announced")
	if !hall.evaluate(inside + `(document.querySelector("#hall .news"))`) {
		t.Error("the announcement runs out of the screen")
	}
	desk.press("form[action$='/end'] button")
	hall.wait(`![...document.querySelectorAll("#hall .news")].some(e => e.checkVisibility())`)

	desk.visit(home)
	for _, table := range desk.texts(".waiting .n a") {
		entry(table, "b")
	}
	hall.wait(`document.querySelector(".slide.winners")`)
	hall.slidesAreWhole("the end", "winners", "standings")
	desk.visit(home + "/final")
	desk.press("button[value=announce]")
	if !hall.evaluate(`window.loadedOnce`) {
		t.Error("the hall's page was loaded anew")
	}
	hall.noShifts("the hall")

	// The prize-giving: the winners appear by a key, the last prize's last winner first.
	hall.visit(public + "/hall?show=prizes&lang=en")
	hidden := func(n int) string {
		return fmt.Sprintf(`document.querySelectorAll(".winners li.hidden").length === %d`, n)
	}
	all := len(hall.texts(".winners li"))
	hall.wait(hidden(all))
	hall.do(chromedp.KeyEvent(" "))
	hall.wait(hidden(all - 1))
	hall.shoot("first-winner")
	hall.do(chromedp.KeyEvent(strings.Repeat(" ", all-1)))
	hall.wait(hidden(0))
	hall.slideIsWhole("the prize-giving")
}

// soon returns a time of day in the tournament's zone that is not over yet and comes within the hour.
func (p *page) soon() string {
	p.t.Helper()
	text, err := askAnew(p, chromedp.Evaluate[string](`(() => {
		const at = (ms) => new Date(ms).toLocaleTimeString("en-GB", { timeZone: "Europe/Helsinki", hour: "2-digit", minute: "2-digit" });
		const [now, later] = [at(Date.now()), at(Date.now() + 20 * 60000)];
		return later > now ? later : "23:59";
	})()`))
	if err != nil {
		p.t.Fatal(err)
	}
	return text
}

// inside is a JavaScript function: whether an element is in the screen as a whole.
const inside = `(e => { const r = e.getBoundingClientRect(); return r.left >= 0 && r.top >= 0 && r.right <= innerWidth && r.bottom <= innerHeight; })`

// slidesAreWhole moves through the slides of these kinds by the arrow key and checks each.
func (p *page) slidesAreWhole(when string, kinds ...string) {
	p.t.Helper()
	seen := map[string]bool{}
	for range p.texts(".slide") {
		kind := p.attributes(".slide.shown", "className")[0]
		p.slideIsWhole(when)
		seen[strings.Fields(kind)[1]] = true
		p.do(chromedp.KeyEvent(kb.ArrowRight))
	}
	for _, kind := range kinds {
		if !seen[kind] {
			p.t.Errorf("%s: no slide with the %s was shown", when, kind)
		}
	}
}

// slideIsWhole measures the slide shown: its parts do not lie on each other, and no text is cut.
func (p *page) slideIsWhole(when string) {
	p.t.Helper()
	wrong, err := askAnew(p, chromedp.Evaluate[[]string](`(() => {
		const wrong = [], slide = document.querySelector(".slide.shown"), inside = `+inside+`;
		const parts = [slide.querySelector("header"), slide.querySelector(".panes"), document.querySelector("#hall footer")].map(e => e.getBoundingClientRect());
		parts.forEach((a, i) => parts.slice(i + 1).forEach(b => { if (a.bottom > b.top + 1) wrong.push("head, list and foot lie on each other"); }));
		for (const e of slide.querySelectorAll("header > *, li, .who, .score i, h2, footer *")) {
			if (!e.checkVisibility()) continue;
			if (!inside(e)) wrong.push("out of the screen: " + e.innerText);
			if (e.matches(".who") && e.getBoundingClientRect().height > e.closest("li, .call p").getBoundingClientRect().height + 1) wrong.push("higher than its line: " + e.innerText);
			if (e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).overflow !== "visible") wrong.push("cut: " + e.innerText);
		}
		for (const e of slide.querySelectorAll(".heads span")) {
			if (e.offsetHeight > 1.5 * parseFloat(getComputedStyle(e).lineHeight)) wrong.push("broken: " + e.innerText);
		}
		const lines = [...slide.querySelectorAll("li")].map(e => e.getBoundingClientRect());
		lines.forEach((a, i) => lines.slice(i + 1).forEach(b => {
			if (a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1) wrong.push("lines lie on each other");
		}));
		return [...new Set(wrong)].slice(0, 8);
	})()`))
	if err != nil {
		p.t.Fatal(err)
	}
	name := p.attributes(".slide.shown", "className")[0]
	p.shoot(strings.ReplaceAll(when+" "+name, " ", "-"))
	for _, fault := range wrong {
		p.t.Errorf("%s, %s: %s", when, name, fault)
	}
}

// noShifts checks that nothing on the page has jumped since it is watched.
func (p *page) noShifts(what string) {
	p.t.Helper()
	shifts, err := askAnew(p, chromedp.Evaluate[[]string](`shifts`))
	if err != nil {
		p.t.Fatal(err)
	}
	for _, shift := range shifts {
		p.t.Errorf("%s jumps: %s", what, shift)
	}
}
