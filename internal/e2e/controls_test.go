package e2e

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// change returns the expression that gives a field a value, as a reader does who leaves the field at once.
func change(selector, value string) string {
	return `(e => { if (e.type === "radio") e.checked = true; else e.value = "` + value + `";
		e.dispatchEvent(new Event("input", {bubbles: true})); e.dispatchEvent(new Event("change", {bubbles: true})); return true
	})(document.querySelector('` + selector + `'))`
}

// The preview of a new tournament follows each change, also one that comes before the answer to another.
func TestFoundingPreviewFollowsEachChange(t *testing.T) {
	p := open(t, start(t, "demo"))
	demoDesk(p)
	for _, preset := range []string{"club", "egf"} {
		p.visit("/new")
		p.wait(change("#f-name", "Evening") + " && " + change("[name=preset][value="+preset+"]", ""))
		rounds := map[string]string{"club": "3", "egf": "5"}[preset]
		p.wait(settled + ` && document.querySelector("#means dd").textContent.trim() === "` + rounds + `"`)
		if got := p.text("#means"); preset == "egf" && !strings.Contains(got, "McMahon") {
			t.Errorf("%s means %q", preset, got)
		}
		// And again, since the first answer has replaced the preview.
		p.wait(change("#f-name", "Night") + " && " + change("#f-rounds", "7"))
		p.wait(settled + ` && document.querySelector("#means dd").textContent.trim() === "7"`)
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
	if got := p.text("#meaning"); !strings.Contains(got, "4 stones") || !strings.Contains(got, "SOSW, NBW") {
		t.Errorf("what the settings mean: %q", got)
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
		if got := p.text("#meaning"); !strings.Contains(got, "even game") {
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
