package e2e

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// Two players do not come. The desk asks about them while the next results are typed; the answers are given by the
// keyboard, and the next draw uses them.
func TestNoShowsByKeyboard(t *testing.T) {
	p := open(t, start(t, "demo"))
	demoDesk(p)
	missing := p.texts(".waiting tr:not(:has(+ .dispute)) .n a")
	white := func(table string) string { return p.text("tr[data-table='" + table + "'] .white .who") }
	first, second := white(missing[0]), white(missing[1])
	entry := func(line string) {
		t.Helper()
		p.do(chromedp.SendKeys(chromedp.CSS("#typed"), line+kb.Enter))
		p.sent()
	}
	asked := func() string { return strings.Join(p.texts(".noshows form span:first-of-type"), "\n") }
	entry(missing[0] + "bf")
	entry(missing[1] + "bf")
	p.wait(`document.querySelectorAll(".noshows form").length >= 2 && document.activeElement.id === "typed"`)
	if got := asked(); !strings.Contains(got, first) || !strings.Contains(got, second) {
		t.Fatalf("the desk asks %q, not about %s and %s", got, first, second)
	}
	p.shoot("asked")
	p.scheme("dark")
	p.shoot("dark")
	p.scheme("light")

	// The typist continues; then tab and Enter answer.
	entry(missing[2] + "b")
	p.wait(`document.querySelector("tbody.entered tr[data-table='` + missing[2] + `']")`)
	about := func(name string) string {
		return `[...document.querySelectorAll(".noshows form")].find(f => f.innerText.includes("` + name + `"))`
	}
	answer := func(name, value string) {
		t.Helper()
		p.wait(`(b => b && (b.focus(), document.activeElement === b))(` + about(name) + `?.querySelector("[value=` + value + `]"))`)
		p.do(chromedp.KeyEvent(kb.Enter))
		p.wait(`!` + about(name) + ` && document.querySelector("#said [name=version]")`)
	}
	answer(first, "withdrawn")
	answer(second, "comes")
	if said := p.text("#said"); !strings.Contains(said, second+" will come to round 4") {
		t.Errorf("the desk says %q", said)
	}
	p.do(chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile))
	p.shoot("phone")
	if p.evaluate(`document.documentElement.scrollWidth > document.documentElement.clientWidth`) {
		t.Error("the page is wider than a phone")
	}
	p.do(chromedp.EmulateViewport(1366, 768))

	p.visit("/desk/helsinki-handicap-open/draw/4")
	p.leave(chromedp.SendKeys(chromedp.CSS(".undrawn button[value=draft]"), kb.Enter))
	paired := strings.Join(p.texts("table.draw .who"), "\n")
	if strings.Contains(paired, first) || !strings.Contains(paired, second) {
		t.Errorf("%s has withdrawn and %s comes; the draw pairs\n%s", first, second, paired)
	}
	if byes := strings.Join(p.texts("#idle .who"), ", "); strings.Contains(byes, first) || strings.Contains(byes, second) {
		t.Errorf("the bye goes to %s", byes)
	}
}

// scheme makes the tab prefer a light or a dark page.
func (p *page) scheme(name string) {
	p.t.Helper()
	_, err := chromedp.Call(p.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: name}},
	})
	if err != nil {
		p.t.Fatal(err)
	}
}
