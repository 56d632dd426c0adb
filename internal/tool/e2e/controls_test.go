package e2e

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	dialogs "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// change returns the expression that sets a field's value and leaves the field, as a reader does.
func change(selector, value string) string {
	return `(e => { if (e.type === "radio") e.checked = true; else e.value = "` + value + `";
		e.dispatchEvent(new Event("input", {bubbles: true})); e.dispatchEvent(new Event("change", {bubbles: true})); return true
	})(document.querySelector('` + selector + `'))`
}

// The preview of a new tournament follows each change, also before the response to another.
func TestFoundingPreviewFollowsEachChange(t *testing.T) {
	p := open(t, start(t, "demo"))
	demoDesk(p)
	for _, preset := range []string{"knockout", "egf"} {
		p.visit("/new")
		p.wait(change("#f-name", "Evening") + " && " + change("[name=preset][value="+preset+"]", ""))
		rounds := map[string]string{"knockout": "3", "egf": "5"}[preset]
		p.wait(settled + ` && document.querySelector("#rest").textContent.includes("` + rounds + ` rounds")`)
		if got := p.text("#means"); preset == "egf" && !strings.Contains(got, "McMahon") {
			t.Errorf("%s means %q", preset, got)
		}
		// And again, since the first answer has replaced the preview.
		p.wait(change("#f-name", "Night") + " && " + change("#f-rounds", "7"))
		p.wait(settled + ` && document.querySelector("#rest").textContent.includes("7 rounds")`)
	}
}

// The preview of the settings follows each change, and so do the lists beside it.
func TestSettingsPreviewFollowsEachChange(t *testing.T) {
	p := open(t, start(t, "demo"))
	demoDesk(p)
	p.visit("/desk/helsinki-handicap-open/settings")
	p.wait(change("[name=place]", "Oulu") + " && " + change("[name=ceiling]", "4") + " && " + click(`#criteria button[value="list criteria up 2"]`) +
		" && " + change("[name=reduction]", "1"))
	p.wait(settled + ` && document.querySelector("#unsaved").textContent.includes("4 changes")`)
	if got := strings.Join(p.texts(".set .findings"), " "); !strings.Contains(got, "4 stones") {
		t.Errorf("what the settings mean: %q", got)
	}
	if got := p.text("#changes"); !strings.Contains(got, "SOSW") {
		t.Errorf("unsaved are %q", got)
	}
}

// The select of the handicap system shows the system in force and fills in the values of another.
func TestHandicapSystemFillsItsValues(t *testing.T) {
	p := open(t, start(t, "demo"))
	demoDesk(p)
	const page = "/desk/helsinki-handicap-open/settings"
	const system = `document.querySelector("#handicap").value`
	for _, address := range []string{page, page + "?all=1"} {
		p.visit(address)
		p.wait(system + ` === "finnish"`)
		p.wait(change("[name=place]", "Oulu") + " && " + change("#handicap", "even"))
		p.wait(settled + ` && document.querySelector("[name=ceiling]").value === "0" && ` + system + ` === "even"`)
		if got := p.text(".set .findings"); !strings.Contains(got, "even game") {
			t.Errorf("even games mean %q", got)
		}
		if got := p.text("#changes"); !strings.Contains(got, "Oulu") || !strings.Contains(got, "9 → 0") {
			t.Errorf("unsaved are %q", got)
		}
		p.wait(change("[name=ceiling]", "5"))
		p.wait(settled + ` && ` + system + ` === "own"`)
		p.wait(change("#handicap", "hunt-9"))
		p.wait(settled + ` && document.querySelector("[name=size]").value === "9" && ` + system + ` === "hunt-9"`)
		p.wait(change("#handicap", "finnish") + " && " + change("[name=place]", "Helsinki"))
		p.wait(settled + ` && ` + system + ` === "finnish"`)
	}
	p.wait(change("#handicap", "aga"))
	p.wait(settled + ` && ` + system + ` === "aga"`)
	p.do(chromedp.Click("header.head button.main"))
	p.wait(`document.querySelector("#messages").textContent.includes("saved")`)
	p.visit(page)
	p.wait(system + ` === "aga" && document.querySelector("[name=handicap-komi]").value === "0.5"`)
}

// skew makes the tab's clock wrong by a duration, from the next page on.
func (p *page) skew(by time.Duration) {
	p.t.Helper()
	_, err := chromedp.Call(p.ctx, dialogs.AddScriptToEvaluateOnNewDocument, dialogs.AddScriptToEvaluateOnNewDocumentParams{
		Source: fmt.Sprintf(`{ const real = Date; window.skew = %d; Date = class extends real {
			constructor(...args) { if (args.length) super(...args); else super(real.now() + window.skew); }
			static now() { return real.now() + window.skew; }
		} }`, by.Milliseconds()),
	})
	if err != nil {
		p.t.Fatal(err)
	}
}

// Clocks and announcements use the server's time on devices with a wrong clock, and continue after its correction.
func TestClocksRunByTheServersTime(t *testing.T) {
	s := start(t, "demo")
	for _, by := range []time.Duration{7 * time.Minute, 95 * time.Minute, -26 * time.Hour} {
		p := open(t, s)
		p.skew(by)
		for _, address := range []string{"/t/helsinki-handicap-open/hall", "/t/helsinki-handicap-open"} {
			p.visit(address)
			set := fmt.Sprintf(`(() => {
				document.querySelector("#clock-test")?.remove();
				document.body.insertAdjacentHTML("beforeend", '<div id="clock-test"><p class="clock" data-from="%d" data-until="%d" data-main="ends in" data-before="starts in" data-over="over" data-ended="">'
					+ '<span class="said">said</span> <b class="big">big</b></p><p class="news" data-at="%d" data-until="%d">Lunch</p></div>');
				return true; })()`, time.Now().Add(-time.Minute).UnixMilli(), time.Now().Add(30*time.Minute).UnixMilli(),
				time.Now().Add(-2*time.Minute).UnixMilli(), time.Now().Add(3*time.Minute).UnixMilli())
			p.wait(set)
			const big = `document.querySelector("#clock-test .big").textContent`
			p.wait(big + ` !== "big" && document.querySelector("#clock-test .clock").style.visibility === ""`)
			if got := p.text("#clock-test .big"); !regexp.MustCompile(`^(30:0[01]|29:)`).MatchString(got) {
				t.Errorf("%s, %v wrong: the clock says %q", address, by, got)
			}
			p.wait(`!document.querySelector("#clock-test .news").hidden && !document.querySelector("#clock-test .news").matches(".fresh")`)
			p.wait(`(window.skew = 0, true)`) // the device's clock is corrected
			p.wait(`/^(30:0[01]|29:)/.test(` + big + `)`)
		}
	}
}

// A point that is clicked before the answer to the last move is the next move.
func TestQuickMovesArePlayedIn(t *testing.T) {
	p := open(t, start(t, "demo"))
	demoDesk(p)
	p.visit("/desk/helsinki-handicap-open/games/98")
	p.wait(`[[3, 3], [15, 15], [3, 15]].every(([x, y]) => {
		const svg = document.querySelector("#play svg.board"), at = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM());
		const is = {pointerType: "touch", isPrimary: true, bubbles: true, clientX: at.x, clientY: at.y};
		for (const kind of ["pointerdown", "pointerup"]) svg.dispatchEvent(new PointerEvent(kind, is));
		svg.dispatchEvent(new PointerEvent("click", is));
		return true;
	})`)
	p.wait(`document.querySelectorAll("#play .stones circle").length === 3 && ` + settled)
	if got := p.attribute("#play [name=moves]", "value"); len(got) != 6 {
		t.Errorf("played are %q", got)
	}
}
