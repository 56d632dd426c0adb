package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// White reports the result by the code of the slip, Black confirms it on another
// phone; all see it without loading anything. Later White changes their mind: the
// desk, which sees both results, decides.
func TestPlayersReportOnThePhone(t *testing.T) {
	s := start(t, "demo")
	desk, phone, black := open(t, s), open(t, s), open(t, s)
	const home = "/desk/helsinki-handicap-open"
	demoDesk(desk)
	letPlayersReport(desk, home)
	links := slipLinks(desk, home, 3)
	desk.visit(home + "/round/3?lang=en")
	missing := desk.texts(".waiting tr:not(:has(+ .dispute)) .n a")
	table := missing[len(missing)-1]
	at := links[table]

	for i, p := range []*page{black, phone} {
		p.do(chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile))
		p.visit(at + "?lang=fi")
		p.shoot("who")
		p.press(fmt.Sprintf(".whoareyou button:nth-of-type(%d)", i+1))
	}
	report := func(player int, how string) {
		t.Helper()
		phone.do(chromedp.Evaluate[chromedp.Void](`void document.querySelectorAll("details.outcome").forEach(d => d.open = true)`))
		phone.tap(fmt.Sprintf(`.outcome fieldset label:nth-of-type(%d)`, player))
		phone.tap(fmt.Sprintf(`.outcome [name=how][value=%q]`, how))
		phone.shoot("asked")
		phone.press(".outcome button.main")
	}
	// The button describes in words the result that it sends.
	for _, tt := range [][3]string{{"", "", "valkoinen voitti"}, {"T", "3", "valkoinen voitti ajalla"}, {"R", "3", "valkoinen voitti luovutuksella"}, {"", "2,5", "valkoinen voitti 2,5 pisteellä"}} {
		phone.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`void (() => {
			const form = document.querySelector("form[data-send]");
			form.querySelectorAll("[name=winner]")[1].checked = true;
			form.querySelector("[name=how][value='%s']").checked = true;
			form.margin.value = %q;
			form.dispatchEvent(new Event("input", {bubbles: true}));
		})()`, tt[0], tt[1])))
		if got := phone.text(".outcome button.main"); got != "Lähetä: "+tt[2] {
			t.Errorf("with %q and %q points the button says %q", tt[0], tt[1], got)
		}
	}
	phone.do(chromedp.Evaluate[chromedp.Void](`void (document.querySelector("form[data-send]").margin.value = "")`))
	report(2, "R")
	if text := phone.text(".banner"); !strings.Contains(text, "Ilmoitettu: valkoinen voitti") {
		t.Errorf("after the report the phone says %q", text)
	}
	phone.shoot("reported")
	marked := func(mark string) {
		t.Helper()
		desk.wait(fmt.Sprintf(`document.querySelector(".entered [data-table='%s'] .heard")?.firstChild.data.trim() === %q`, table, mark))
	}
	marked("1/2")
	desk.do(chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile))
	desk.do(chromedp.Evaluate[chromedp.Void](`void document.querySelector(".entered .heard").scrollIntoView({block: "center"})`))
	desk.shoot("marked")
	if desk.evaluate(`document.documentElement.scrollWidth > document.documentElement.clientWidth ||
		[...document.querySelectorAll(".heard")].some((e) => e.getBoundingClientRect().right > e.closest("td").getBoundingClientRect().right)`) {
		t.Error("the mark of what one player has reported is not on the phone")
	}
	desk.do(chromedp.EmulateViewport(1366, 768))
	black.wait(`document.querySelector("#match .yes button")`)
	black.shoot("asked")
	for _, p := range []*page{black, phone} {
		if p.evaluate(`document.documentElement.scrollWidth > document.documentElement.clientWidth`) {
			t.Error("the page is wider than a phone")
		}
		small, err := askAnew(p, chromedp.Evaluate[[]string](`[...document.querySelectorAll("main :is(a, button, summary, label:has(input), textarea, [type=file])")]
			.filter((e) => e.checkVisibility() && e.getBoundingClientRect().height < 44)
			.map((e) => e.outerHTML.slice(0, 90))`))
		if err != nil || len(small) > 0 {
			t.Errorf("too low for a thumb: %v\n%s", err, strings.Join(small, "\n"))
		}
	}
	black.press("#match .yes button")
	if text := black.text("#match .points"); !strings.Contains(text, "Vahvistanut:") {
		t.Errorf("after the yes the phone says %q", text)
	}
	phone.wait(`document.querySelector("#match .points").innerText.includes("Vahvistanut:")`)
	marked("✓")
	report(1, "T")
	if text := phone.text(".banner"); !strings.Contains(text, "kaksi eri tulosta") || phone.evaluate(`!!document.querySelector(".outcome")`) {
		t.Errorf("after two reports that differ the phone says %q", text)
	}
	desk.wait(fmt.Sprintf(`document.querySelector("#dispute-%s button")`, table))
	desk.shoot("dispute")
	desk.tap("#dispute-" + table + " form:last-of-type button")
	desk.wait(fmt.Sprintf(`document.querySelector(".entered [data-table='%s'] .won.black")`, table))
	phone.wait(`document.querySelector("#match .banner").innerText.includes("Kisatoimisto on kirjannut: musta")`)
	if phone.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth") {
		t.Error("the page is wider than a phone")
	}
}

// letPlayersReport allows players to report their results. home is the address of the desk.
func letPlayersReport(p *page, home string) {
	p.t.Helper()
	p.visit(home + "/settings?lang=en")
	p.do(chromedp.Evaluate[chromedp.Void](`void (document.querySelector("[name=player-results]").checked = true)`))
	p.press(".settings .head button.main")
}

// slipLinks returns the addresses on the slips of a round, by table.
func slipLinks(p *page, home string, round int) map[string]string {
	p.t.Helper()
	p.visit(fmt.Sprintf("%s/print/slips/%d", home, round))
	links := map[string]string{}
	codes := p.attributes(".slip a.code", "pathname")
	for i, at := range p.texts(".slip:has(a.code) .at") {
		links[strings.Fields(at)[0]] = codes[i]
	}
	return links
}
