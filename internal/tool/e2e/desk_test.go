package e2e

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// losesConnection prepares the tab for offline: the test ignores the errors of failed requests.
func (p *page) losesConnection() {
	p.t.Helper()
	p.t.Cleanup(func() {
		p.errors.mu.Lock()
		defer p.errors.mu.Unlock()
		p.errors.list = slices.DeleteFunc(p.errors.list, func(text string) bool {
			return strings.Contains(text, "net::ERR_") || strings.Contains(text, "htmx:sendError") || strings.Contains(text, "htmx:afterRequest")
		})
	})
	if _, err := chromedp.Call(p.ctx, network.Enable, network.EnableParams{}); err != nil {
		p.t.Fatal(err)
	}
}

// offline switches the tab's connection off or on.
func (p *page) offline(off bool) {
	p.t.Helper()
	_, err := chromedp.Call(p.ctx, network.EmulateNetworkConditionsByRule, network.EmulateNetworkConditionsByRuleParams{
		MatchedNetworkConditions: []*network.Conditions{{Offline: off, DownloadThroughput: -1, UploadThroughput: -1}},
	})
	if err == nil {
		_, err = chromedp.Call(p.ctx, network.OverrideNetworkState, network.OverrideNetworkStateParams{
			Offline: off, DownloadThroughput: -1, UploadThroughput: -1,
		})
	}
	if err != nil {
		p.t.Fatal(err)
	}
}

// demoDesk logs in to the demonstration and shows its desk.
func demoDesk(p *page) {
	p.t.Helper()
	p.visit("/login?lang=en")
	p.fill("#name", "demo")
	p.fill("#password", "helsinki-demo")
	p.press("form.card button")
	p.visit("/desk/helsinki-handicap-open")
}

// The question which of two results is right is shown in full on a phone.
func TestDisputeOnAPhone(t *testing.T) {
	p := open(t, start(t, "demo"))
	p.do(chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile))
	demoDesk(p)
	p.wait(`document.querySelector(".dispute .banner")`)
	p.do(chromedp.Evaluate[chromedp.Void](`void document.querySelector(".dispute").scrollIntoView({block: "center"})`))
	p.shoot("dispute")
	if p.evaluate(`[...document.querySelectorAll(".dispute td, .dispute .banner > span")].some(e => e.scrollWidth > e.clientWidth || e.getBoundingClientRect().right > innerWidth)`) {
		t.Error("the banner is cut")
	}
}

// Results typed without a connection are shown as unsent, and arrive in their order afterwards.
func TestDeskWithoutConnection(t *testing.T) {
	p := open(t, start(t, "demo"))
	p.losesConnection()
	demoDesk(p)
	missing := p.texts(".waiting tr:not(:has(+ .dispute)) .n a")
	if len(missing) < 3 {
		t.Fatalf("only the tables %v have no result", missing)
	}
	entry := func(line string) {
		t.Helper()
		p.do(chromedp.SendKeys(chromedp.CSS("#typed"), line+kb.Enter))
	}
	entered := func(table string) string {
		return `document.querySelector("tbody.entered tr[data-table='` + table + `']")`
	}

	p.offline(true)
	entry(missing[0] + "b")
	p.wait(`document.querySelector("#unsent")`)
	entry(missing[1] + "w")
	p.wait(`document.querySelector("#unsent").innerText.includes("` + missing[1] + `w")`)
	if said := p.text("#unsent"); !strings.Contains(said, missing[0]+"b, "+missing[1]+"w") {
		t.Errorf("not sent: %q", said)
	}
	p.shoot("offline")
	p.offline(false)
	p.wait(entered(missing[0]) + " && " + entered(missing[1]))
	p.wait(`!document.querySelector("#unsent")`)
	entry(missing[2] + "b")
	p.wait(entered(missing[2]))
	for i, want := range []string{"black", "white", "black"} {
		if !p.evaluate(`document.querySelector("tr[data-table='` + missing[i] + `'] .` + want + `.won")`) {
			t.Errorf("table %s is not won by %s", missing[i], want)
		}
	}
}

// An unknown name is refused, however fast it is typed: the reason stays readable, and the tables stay visible.
func TestUnknownNameHidesNoTable(t *testing.T) {
	p := open(t, start(t, "demo"))
	p.expects("404")
	demoDesk(p)
	p.visit("/desk/helsinki-handicap-open?lang=en")
	p.do(chromedp.SendKeys(chromedp.CSS("#typed"), "abc"+kb.Enter))
	p.wait(`document.querySelector("#said .wrong")`)
	time.Sleep(500 * time.Millisecond) // a reading of the line could come late
	if got := p.text("#reading"); got != "" {
		t.Errorf("beside the reason the page reads %q", got)
	}
	if !p.evaluate(`document.querySelector("#said .wrong").checkVisibility() && document.querySelectorAll("tr[data-table]:not([hidden])").length > 5`) {
		p.shoot("unknown")
		t.Error("the reason or the tables are hidden")
	}
	p.do(chromedp.SendKeys(chromedp.CSS("#typed"), "de"))
	p.wait(`document.querySelector("#reading").innerText.includes("abcde") || document.querySelector("#reading").innerText.includes("“de”")`)
}
