package e2e

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// The director changes two settings; the page counts and names them while it is filled in,
// keeps them when all settings are shown, and saves them.
func TestUnsavedSettingsAreCounted(t *testing.T) {
	p := open(t, start(t, "demo"))
	demoDesk(p)
	const page = "/desk/helsinki-handicap-open/settings"
	p.visit(page)
	p.fill("[name=ceiling]", "6")
	p.wait(`document.querySelector("#unsaved").textContent.includes("1 change") && ` + settled)
	if got := p.text("#changes"); !strings.Contains(got, "9") || !strings.Contains(got, "6") {
		t.Errorf("the change is named %q", got)
	}
	p.wait(click(`#criteria button[value="list criteria up 2"]`))
	p.wait(`document.querySelector("#unsaved").textContent.includes("2 changes") && ` + settled)
	if got := p.texts("#criteria li b"); strings.Join(got, " ") != "SOS Wins SOSOS" {
		t.Errorf("the list is %v", got)
	}
	if got := p.text(`.index a[href="#settings-group-handicap"]`); !strings.Contains(got, "1 changed") {
		t.Errorf("the index says %q", got)
	}
	p.press(`.switch button:last-child`)
	if got := p.text("#unsaved"); !strings.Contains(got, "2 changes") || len(p.texts(".objective li")) != 9 {
		t.Errorf("all settings are shown with %q", got)
	}
	// The standings after round 2 would be others: that needs a reason.
	p.fill("[name=why]", "announced so")
	p.press(".settings .head button.main")
	if got := p.text("#messages"); !strings.Contains(got, "saved") {
		t.Errorf("saving says %q", got)
	}
	p.visit(page)
	if got := p.attribute("[name=criteria]", "value"); got != "SOSW, NBW, SOSOSW" {
		t.Errorf("saved are %q", got)
	}
}

// Changed settings are not lost without a question; a page with saved or unchanged ones shows no question.
func TestChangedSettingsAskBeforeTheyAreLeft(t *testing.T) {
	p := open(t, start(t, "demo"))
	demoDesk(p)
	const page = "/desk/helsinki-handicap-open/settings"
	const asks = `!dispatchEvent(new Event("beforeunload", {cancelable: true}))`
	p.visit(page)
	if p.evaluate(asks) {
		t.Error("unchanged settings ask before they are left")
	}
	p.fill("[name=ceiling]", "6")
	if !p.evaluate(asks) {
		t.Error("what was just typed is lost without a question")
	}
	p.wait(`document.querySelector("#unsaved").textContent.includes("1 change") && ` + settled)
	if !p.evaluate(asks) {
		t.Error("changed settings are left without a question")
	}
	p.fill("[name=ceiling]", "9")
	p.wait(`document.querySelector("#unsaved").textContent === "" && ` + settled)
	p.wait(`!(` + asks + `)`)
	p.fill("[name=ceiling]", "6")
	p.press(".settings .head button.main")
	if p.evaluate(asks) {
		t.Error("saved settings ask before they are left")
	}
	p.fill("[name=ceiling]", "5")
	p.wait(`document.querySelector("#unsaved").textContent.includes("1 change") && ` + settled)
	p.press("[data-cancel]")
	if p.evaluate(asks) {
		t.Error("settings ask after Cancel")
	}

	// So do the other long forms.
	for address, field := range map[string]string{
		"/desk/helsinki-handicap-open/players/4": "[name=club]", "/desk/helsinki-handicap-open/prizes": "[name=currency]",
		"/desk/helsinki-handicap-open/signup": "[name=currency]",
	} {
		p.visit(address)
		if p.evaluate(asks) {
			t.Errorf("%s asks before it is left unchanged", address)
		}
		p.fill(field, "7")
		if !p.evaluate(asks) {
			t.Errorf("%s is left without a question", address)
		}
		p.evaluate(`dispatchEvent(new Event("submit"))`)
	}
}

// The index marks the group that has been scrolled to, also after a change has replaced the index.
func TestIndexOfSettings(t *testing.T) {
	p := open(t, start(t, "demo"))
	demoDesk(p)
	p.visit("/desk/helsinki-handicap-open/settings?all=1&lang=en")
	const marked = `document.querySelector("#index [aria-current]")?.getAttribute("href")`
	p.wait(marked + ` === "#settings-group-info"`) // while all groups are closed and fit on the screen
	p.do(chromedp.Evaluate[chromedp.Void](`void document.querySelectorAll(".set").forEach((group) => { group.open = true; })`))
	p.wait(marked + ` === "#settings-group-info"`)
	p.wait(`document.getElementById("settings-group-handicap").scrollIntoView() ?? true`)
	p.wait(marked + ` === "#settings-group-handicap"`)
	p.fill("[name=ceiling]", "3")
	p.wait(`document.querySelector("#index small")`)
	p.wait(marked + ` === "#settings-group-handicap"`)
	if marks := p.texts("#index [aria-current]"); len(marks) != 1 {
		t.Errorf("marked: %q", marks)
	}
	// The last groups are shorter than the screen: each is marked where its link leads, and the last at the end.
	for _, group := range []string{"#settings-group-records", "#settings-group-ratings", "#presets"} {
		p.do(chromedp.Click(`#index a[href="` + group + `"]`))
		p.wait(marked + ` === "` + group + `"`)
	}
	p.wait(`(scrollTo(0, 0), true)`)
	p.wait(marked + ` === "#settings-group-info"`)
	p.wait(`(history.replaceState(null, "", location.pathname + location.search), scrollTo(0, 1e6), true)`)
	p.wait(marked + ` === "#presets"`)
}

// Rules that are chosen while the answer to another choice is on its way stay chosen, and the preview is about them.
func TestSecondChoiceStays(t *testing.T) {
	p := open(t, start(t, "demo"))
	demoDesk(p)
	p.visit("/desk/helsinki-handicap-open/settings?lang=en")
	p.wait(`window.htmx && document.querySelector("#handicap")`)
	p.do(chromedp.Evaluate[chromedp.Void](`void [["#handicap", "even"], ["#f-rules", "chinese"]].forEach(([at, value]) => {
		const select = document.querySelector(at);
		select.value = value;
		select.dispatchEvent(new Event("change", {bubbles: true}));
	})`))
	p.wait(`document.querySelector("#changes")?.innerText.includes("Chinese")`)
	p.wait(`!document.querySelector(".htmx-request, .htmx-swapping, .htmx-settling")`)
	if !p.evaluate(`document.querySelector("#f-rules").value === "chinese" && document.querySelector("#handicap").value === "even"`) {
		t.Error("the second choice is lost")
	}
}
