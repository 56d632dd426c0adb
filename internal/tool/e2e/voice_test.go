package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// said waits until the live region for screen readers, the same element for the whole page, has a text.
func (p *page) said(part string) {
	p.t.Helper()
	p.wait(fmt.Sprintf(`document.getElementById("voice").textContent.includes(%q)`, part))
}

// One live region that stays announces the events at the desk: an entry, its undo, a choice of a table by arrows, and a
// refusal. A refresh by another desk announces nothing again.
func TestDeskSaysWhatHappened(t *testing.T) {
	p := open(t, start(t, "demo"))
	p.expects("404")
	demoDesk(p)
	p.do(chromedp.Evaluate[chromedp.Void](`void (window.voice = document.getElementById("voice"), window.times = 0,
		new MutationObserver(() => times++).observe(voice, {childList: true}))`))
	waiting := p.texts("tbody.waiting tr[data-table] .n")
	table := waiting[len(waiting)-1]
	p.do(chromedp.SendKeys(chromedp.CSS("#typed"), table+"b"+kb.Enter))
	p.said("Table " + table + ": Black won")
	p.sent()
	p.do(chromedp.SendKeys(chromedp.CSS("#typed"), "u"+kb.Enter))
	p.said("Undid: Round 3, table " + table)
	p.do(chromedp.SendKeys(chromedp.CSS("#typed"), "999b"+kb.Enter))
	p.said("999")
	p.sent()
	p.wait(settled) // the refresh after the undo may come late
	p.do(chromedp.SendKeys(chromedp.CSS("#typed"), kb.Escape+kb.ArrowDown))
	p.wait(`voice.textContent.startsWith("Table " + document.querySelector("tr.current[data-table] .n").textContent.trim() + ": ")`)
	if !p.evaluate(`voice === document.getElementById("voice") && voice.isConnected`) {
		t.Error("the region was replaced")
	}
	p.do(chromedp.Evaluate[chromedp.Void](`void (times = 0, htmx.trigger(document.body, "live:results"))`))
	p.do(chromedp.Evaluate[chromedp.Void](`new Promise((done) => document.body.addEventListener("htmx:afterSettle", () => done(), {once: true}))`, chromedp.EvalAwaitPromise))
	if !p.evaluate(`times === 0`) {
		t.Error("a refresh says the same again")
	}
}

// After a change of the draw the focus is on the line that describes it, with its undo behind it.
func TestDrawLeadsToWhatWasDone(t *testing.T) {
	p := open(t, start(t, "demo"))
	demoDesk(p)
	p.visit("/desk/helsinki-handicap-open/draw/4")
	p.press(".undrawn button[value=draft]")
	p.wait(`document.querySelector("table.draw")`)
	p.do(chromedp.Evaluate[chromedp.Void](`void [...document.querySelectorAll(".pick input")].slice(0, 3).filter((_, i) => i !== 1).forEach((box) => box.click())`))
	p.wait(`document.querySelector("#pick button[value=swap]")`)
	p.press("#pick button[value=swap]")
	p.wait(`document.activeElement.id === "last" && document.activeElement.textContent.includes("swapped")`)
	p.do(chromedp.KeyEvent(kb.Tab))
	p.wait(`document.activeElement.id === "undo"`)
	if !p.evaluate(`document.querySelector("#last").getBoundingClientRect().top > 48`) {
		t.Error("the line is below the bar")
	}
}

// After a form was refused the focus is on the field to correct, and the title names the error.
func TestRefusedFormLeadsToItsFaults(t *testing.T) {
	p := open(t, start(t, "demo"))
	p.expects("403", "422")
	p.visit("/login?lang=en")
	p.fill("#name", "demo")
	p.fill("#password", "wrong password")
	p.press("form.card button")
	p.wait(`document.activeElement.id === "password" && document.title.startsWith("Error: ")`)
	if !p.evaluate(`document.getElementById(document.activeElement.getAttribute("aria-describedby")).textContent.trim() !== ""`) {
		t.Error("the field is not told what is wrong")
	}
	demoDesk(p)
	p.visit("/desk/helsinki-handicap-open/signup")
	p.tap(`input[name=signup-open]`)
	p.fill("#f-consent", "We keep your name and rank.")
	p.press("button.main")
	p.wait(`document.querySelector("#messages .notice")`)
	p.do(chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile))
	p.visit(demoCup + "/sign-up")
	p.fill("#f-given", "Oona")
	p.press("form.signup button.main")
	p.wait(`document.activeElement.id === "f-family" && document.title.startsWith("Error: ")`)
	if !p.evaluate(`document.getElementById(document.activeElement.getAttribute("aria-describedby").split(" ")[0]).textContent.trim() !== ""`) {
		t.Error("the field is not told what is wrong")
	}
	p.shoot("signup")
	if links := p.texts("form.signup > .banner a"); len(links) != 3 || !strings.HasPrefix(links[0], "Family name: ") || !strings.HasPrefix(links[2], "I agree") {
		t.Errorf("the faults are %q", links)
	}
	for _, found := range p.barriers(allRules) {
		t.Error(found)
	}
	p.do(chromedp.Evaluate[chromedp.Void](`void [...document.querySelectorAll("form.signup > .banner a")].pop().click()`))
	p.wait(`document.activeElement.name === "agree"`)
}

// No page with a form that was refused, nor any other, leaves out a level of headings.
func TestHeadingsFollowEachOther(t *testing.T) {
	p := open(t, start(t, "demo"))
	demoDesk(p)
	for _, path := range []string{demoCup, demoCup + "/standings", demoCup + "/round/1", "/desk/helsinki-handicap-open", "/desk/helsinki-handicap-open/draw/3"} {
		p.visit(path)
		if p.evaluate(`[...document.querySelectorAll("h1, h2, h3, h4")].some((h, i, all) => h.tagName[1] - (i ? all[i - 1].tagName[1] : 0) > 1)`) {
			t.Errorf("%s leaves out a level of headings: %s", path, strings.Join(p.texts("h1, h2, h3, h4"), " | "))
		}
	}
}
