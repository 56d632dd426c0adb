package e2e

import (
	"fmt"
	"strings"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// A keyboard is a tab that is used by keys alone. It counts them.
type keyboard struct {
	*page
	keys int
}

// hit presses keys, one after the other.
func (k *keyboard) hit(keys string) {
	k.t.Helper()
	k.keys += len([]rune(keys))
	k.do(chromedp.KeyEvent(keys))
}

// back presses Shift+Tab the given number of times.
func (k *keyboard) back(times int) {
	k.t.Helper()
	k.keys += 2 * times
	k.do(chromedp.KeyEvent(strings.Repeat(kb.Tab, times), chromedp.KeyModifiers(chromedp.ModifierShift)))
}

// replace types text over what the field in focus holds.
func (k *keyboard) replace(text string) {
	k.t.Helper()
	k.keys += 2
	all := func(key *input.DispatchKeyEventParams) { key.Commands = []string{"selectAll"} } // as browsers map Ctrl+A
	k.do(chromedp.KeyEvent("a", chromedp.KeyModifiers(chromedp.ModifierCtrl), all))
	k.hit(text)
}

// paste puts text where the focus is, as Ctrl+V does.
func (k *keyboard) paste(text string) {
	k.t.Helper()
	k.keys += 2
	if _, err := chromedp.Call(k.ctx, input.InsertText, input.InsertTextParams{Text: text}); err != nil {
		k.t.Fatal(err)
	}
}

// distance is a JavaScript function: how many times Tab goes from the focus to the element that a
// selector finds, negative where it lies before; null where Tab does not reach it.
const distance = `(selector => {
	const group = e => e.type === "radio" && [...document.querySelectorAll("input[type=radio]")].filter(r => r.name === e.name && r.form === e.form);
	const stops = e => e.tabIndex >= 0 && !e.disabled && e.checkVisibility({visibilityProperty: true}) &&
		(!group(e) || e.checked || !group(e).some(r => r.checked));
	const all = [...document.querySelectorAll("a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex]")].filter(stops);
	const to = all.findIndex(e => e.matches(selector));
	if (to < 0) return null;
	const here = document.activeElement;
	if (here === document.body) return to + 1;
	const at = all.indexOf(here);
	if (at >= 0) return to - at;
	const after = all.findIndex(e => here.compareDocumentPosition(e) & Node.DOCUMENT_POSITION_FOLLOWING);
	return to - (after < 0 ? all.length : after) + 1;
})`

// reach goes to the element that the selector finds by Tab, or by Shift and Tab where it lies
// before the focus.
func (k *keyboard) reach(selector string) {
	k.t.Helper()
	k.wait(fmt.Sprintf(`%s(%q) !== null`, distance, selector))
	k.skip(selector)
	for range 12 { // a scrolling part or a closed menu may be a separate stop
		if k.evaluate(fmt.Sprintf(`document.activeElement?.matches(%q)`, selector)) {
			return
		}
		way, err := askAnew(k.page, chromedp.Evaluate[int](fmt.Sprintf(`%s(%q) ?? 0`, distance, selector)))
		if err != nil {
			k.t.Fatal(err)
		}
		switch {
		case way > 0:
			k.hit(strings.Repeat(kb.Tab, way))
		case way < 0:
			k.back(-way)
		}
	}
	k.shoot("unreached")
	k.t.Fatalf("Tab does not lead to %s at %s; the focus is on %s", selector, k.location(), k.focus())
}

// skip takes the link to the content, where that is the shorter way to the element.
func (k *keyboard) skip(selector string) {
	k.t.Helper()
	way, err := askAnew(k.page, chromedp.Evaluate[int](fmt.Sprintf(`(all => document.activeElement !== document.body || scrollY ? 0 :
		%s(%q) - %[1]s("main :is(a[href], button, input:not([type=hidden]), select, textarea, summary)"))()`, distance, selector)))
	if err != nil {
		k.t.Fatal(err)
	}
	if way > 0 {
		k.hit(kb.Tab + kb.Enter)
		k.hit(strings.Repeat(kb.Tab, way+1))
	}
}

// focus describes the element that has the focus.
func (k *keyboard) focus() string {
	k.t.Helper()
	text, err := askAnew(k.page, chromedp.Evaluate[string](`document.activeElement.cloneNode().outerHTML`))
	if err != nil {
		k.t.Fatal(err)
	}
	return text
}

// focused waits until the element that the selector finds has the focus.
func (k *keyboard) focused(selector string) {
	k.t.Helper()
	k.wait(fmt.Sprintf(`document.activeElement?.matches(%q)`, selector))
}

// enter goes to the element that the selector finds, presses Enter and waits for the page that
// follows.
func (k *keyboard) enter(selector string) {
	k.t.Helper()
	k.reach(selector)
	k.leaveBy(kb.Enter)
}

// leaveBy presses keys that load another page, and waits for it.
func (k *keyboard) leaveBy(keys string) {
	k.t.Helper()
	k.keys += len([]rune(keys))
	k.leave(chromedp.KeyEvent(keys))
}

// task does one of the commonest tasks and logs the number of keys.
func (k *keyboard) task(name string, do func()) {
	k.t.Helper()
	before := k.keys
	do()
	k.t.Logf("%4d keys: %s", k.keys-before, name)
}
